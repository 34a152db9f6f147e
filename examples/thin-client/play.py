"""Plays games against itself, and knows no rule: it asks for `next`, views and best plays. Usage: play.py URL [GAMES]"""

import hashlib
import http.client
import json
import sys
from urllib.parse import urlsplit

SERVICE = http.client.HTTPConnection(urlsplit(sys.argv[1]).netloc)
# For each game: the kind of action that lays a word, the list of best plays, their field, and what is searched.
PLAYS = {
    "wordgame": ("move", "moves", "move", lambda view, me: {"board": view["board"], "rack": "".join(me["rack"])}),
    "play-on-words": ("turn", "turns", "turn", lambda view, me: {"hand": me["hand"], "table": view["table"]}),
    "my-word": ("call", "calls", "call", lambda view, me: {"table": view["table"]}),
    "choose-your-words": ("declare", "plays", "play", lambda view, me: {"hand": me["hand"]}),
    "word-for-word": ("declare", "plays", "play", lambda view, me: {"thought": me["hand"], "board": view["board"]}),
}
CHIPS = {"choose-your-words": {"chips": 30}, "word-for-word": {"chips": 30}}
# What is done if no word can be laid, the first that is possible; and what needs more than its kind.
OTHERS = "deal end_round check bet call exchange draw discard pass done declare accept vote".split()
NEEDS = {
    "bet": lambda choice, me: {"amount": choice["min"]},
    "exchange": lambda choice, me: {"tiles": me["rack"][: choice["max"]]} if "rack" in me else {"cards": []},
    "discard": lambda choice, me: {"cards": me["hand"][: choice["min"]]},
    "declare": lambda choice, me: {"none": True},
    "vote": lambda choice, me: {"abstain": True},
}


def ask(path, **request):
    SERVICE.request("POST", path, json.dumps(request), {"Content-Type": "application/json"})
    response = SERVICE.getresponse()
    answer = json.load(response)
    assert response.status == 200, (path, request, answer)
    return answer


def choose(game, seen, player):
    me = next(one for one in seen["view"]["players"] if one["name"] == player)
    possible = {choice["kind"]: choice for choice in seen["next"]["actions"]}
    kind, plays, field, search = PLAYS[game]
    if kind in possible and (best := ask(f"/v1/{game}/best", **search(seen["view"], me), top=1)[plays]):
        return {"kind": kind, "player": player, field: best[0][field]}
    kind = next(kind for kind in OTHERS if kind in possible)
    return {"kind": kind, "player": player} | NEEDS.get(kind, lambda *_: {})(possible[kind], me)


def play(game, seed):
    players = [{"name": name} | CHIPS.get(game, {}) for name in ("ann", "bob")]
    game_so_far = ask(f"/v1/{game}/start", players=players, seed=seed, views=True)
    while to_act := game_so_far["next"]["to_act"]:
        action = choose(game, game_so_far["views"][to_act[0]], to_act[0])
        game_so_far = ask(f"/v1/{game}/apply", state=game_so_far["state"], actions=[action], views=True)
    return game_so_far["result"]


for game in PLAYS:
    for number in range(int((sys.argv[2:] or ["1"])[0])):
        print(game, json.dumps(play(game, hashlib.sha256(f"{game} {number}".encode()).hexdigest())))
