"""What schemathesis can't know: Wordcourt's own conventions."""

import re

import schemathesis

# Breaches of form that no schema tells: they depend on two places of a request at once, or on what is in the lexicon.
BEYOND_SCHEMAS = {
    "missing_field",
    "conflicting_fields",
    "duplicate_player",
    "unknown_player",
    "unknown_category",
    # The votes of both sides together.
    ("too_many", "/votes_for_challenger"),
    # Grammars of their own.
    ("invalid_field", "/cgp"),
    ("invalid_field", "/pattern"),
    ("invalid_field", "/cursor"),
}


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


NAMES = ["ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal", "ida", "joe", "kim", "lou"]


def seat_players(body):
    """Gives everybody a name of their own, and every role to somebody at the table."""
    players = body.get("players", [])
    for place, player in enumerate(players[: len(NAMES)]):
        if isinstance(player, dict):
            player["name"] = NAMES[place]
        else:
            players[place] = NAMES[place]
    for seats in [body.get("cuts", []), *body.get("rounds", [])]:
        for place, seat in enumerate(seats[: len(NAMES)]):
            seat["player"] = NAMES[place]
    for role, place in [("challenger", 0), ("challenged", 1), ("caller", 0), ("dealer", 1), ("went_out", 0)]:
        if role in body:
            body[role] = NAMES[place]


def choose_one(body, path):
    """Leaves one of the fields that exclude each other, and puts one where one is wanted."""
    if "play" in body or "call" in body:
        body.pop("word", None)
    elif path.endswith(("-words/challenge", "my-word/score", "my-word/challenge")) and "play-on" not in path:
        body.setdefault("word", "CAT")
    if path.startswith("/v1/wordgame/") and "players" not in body and "gcg" not in body:
        if "cgp" in body:
            body.pop("board", None)
        else:
            body.setdefault("board", ["." * 15] * 15)
    category = body.get("category")
    if isinstance(category, dict) and "name" in category:
        category.pop("words", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Most requests that keep to the schemas would stumble at once over what no schema can tell; half of them get past it."""
    if is_valid(case) and isinstance(case.body, dict) and len(repr(case.body)) % 2:
        seat_players(case.body)
        choose_one(case.body, case.path)


@schemathesis.check
def problems_bear_their_marks(ctx, response, case):
    """Whatever goes wrong is a problem with its code, its page and the request's id."""
    request_id = response.headers.get("x-request-id", [""])[0]
    assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", request_id), f"x-request-id: {request_id!r}"
    if response.status_code < 400 or case.method == "HEAD":
        return
    media_type = response.headers["content-type"][0]
    assert media_type == "application/problem+json", media_type
    problem = response.json()
    assert problem["status"] == response.status_code, problem
    assert problem["type"] == f"/problems/{problem['code']}", problem
    assert problem["request_id"] == request_id, problem
    assert problem["title"] and problem["detail"], problem


@schemathesis.check
def schemas_tell_every_bound(ctx, response, case):
    """What the schema of a request allows is refused for a rule of the game, or for what no schema can tell."""
    if response.status_code != 422 or not is_valid(case):
        return
    problem = response.json()
    assert problem["code"] == "rules_breached", problem["detail"]
    for breach in problem["breaches"]:
        code, pointer = breach["code"], breach["pointer"]
        told = "rule" in breach or not BEYOND_SCHEMAS.isdisjoint({code, (code, pointer)})
        assert told, f"{code} at {pointer}: {breach['detail']}"
