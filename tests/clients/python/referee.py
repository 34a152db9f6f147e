"""Sends requests for every game to a running server, with a client generated from its OpenAPI document."""

import sys
from http import HTTPStatus
from typing import TypeVar

from wordcourt_client import Client, models
from wordcourt_client.api.choose_your_words import (
    best_choose_your_words,
    category_challenge_choose_your_words,
    challenge_choose_your_words,
    cut_choose_your_words,
    score_choose_your_words,
    settle_choose_your_words,
)
from wordcourt_client.api.lexicons import get_lexicon, list_lexicons
from wordcourt_client.api.my_word import best_my_word, challenge_my_word, score_my_word, settle_my_word
from wordcourt_client.api.play_on_words import (
    best_play_on_words,
    challenge_play_on_words,
    score_play_on_words,
    settle_play_on_words,
)
from wordcourt_client.api.variants import get_variant, list_variants
from wordcourt_client.api.word_for_word import (
    best_word_for_word,
    category_challenge_word_for_word,
    challenge_word_for_word,
    cut_word_for_word,
    score_word_for_word,
    settle_word_for_word,
)
from wordcourt_client.api.wordgame import (
    best_wordgame,
    challenge_wordgame,
    replay_wordgame,
    score_wordgame,
    settle_wordgame,
)
from wordcourt_client.api.words import get_word, search_words, validate_words
from wordcourt_client.types import UNSET, Unset

T = TypeVar("T")


def expect(kind: type[T], result: object) -> T:
    assert isinstance(result, kind), result
    return result


def present(value: T | Unset) -> T:
    assert not isinstance(value, Unset)
    return value


def equal(actual: object, expected: object) -> None:
    assert actual == expected, f"{actual!r}, expected {expected!r}"


def dictionary(client: Client) -> None:
    variants = expect(models.VariantList, list_variants.sync(client=client)).variants
    equal(
        sorted(game.variant for game in variants),
        ["choose-your-words", "my-word", "play-on-words", "word-for-word", "wordgame"],
    )
    rules = expect(models.GetVariantResponse, get_variant.sync(models.Variant.CHOOSE_YOUR_WORDS, client=client))
    equal([number.value for number in rules.numbers if number.name == "cards_dealt"], [7])

    lexicons = expect(models.LexiconList, list_lexicons.sync(client=client)).lexicons
    en = expect(models.LexiconInfo, get_lexicon.sync("en", client=client))
    equal([lexicon.digest for lexicon in lexicons if lexicon.default], [en.digest])

    page = expect(models.WordPage, get_word.sync("runs", client=client, lexicon=f"en@{en.digest}", plural=models.PlayOnWordsPluralRule.STRICT))
    equal((page.word, page.valid, page.lemma, page.definitions), ("RUNS", True, "RUN", UNSET))
    verdicts = {verdict.variant: verdict for verdict in page.verdicts}
    equal(present(verdicts["play-on-words"].reason).mark, "plural_s")

    overlaid = expect(models.WordPage, get_word.sync("grrl", client=client, add=["GRRL", "GRRLS"]))
    equal((overlaid.valid, overlaid.hooks.back), (True, "S"))

    without = [models.Mark.PROFANE, models.Mark.SLANG]

    def search(cursor: str | Unset) -> models.SearchWordsResponse:
        found = search_words.sync(
            client=client, within="retains", without_marks=without, order=models.WordOrder.LONGEST, limit=2, cursor=cursor
        )
        return expect(models.SearchWordsResponse, found)

    first = search(UNSET)
    equal(([found.word for found in first.words], first.total > 2), (["ANESTRI", "ANTSIER"], True))
    second = search(present(first.next_))
    equal((second.words[0].word, second.total), ("NASTIER", first.total))

    words = models.ValidateWordsRequest(words=["QUIZ", "ZZYXQ"], variant=models.Variant.WORDGAME)
    judged = expect(models.ValidateWordsResponse, validate_words.sync(client=client, body=words))
    quiz, zzyxq = present(judged.results)
    equal((judged.all_valid, quiz.valid, quiz.reason), (False, True, UNSET))
    equal(present(zzyxq.reason).code, "not_in_lexicon")
    quietly = models.ValidateWordsRequest(words=["QUIZ"], quiet=True)
    judged = expect(models.ValidateWordsResponse, validate_words.sync(client=client, body=quietly))
    equal((judged.all_valid, judged.results), (True, UNSET))


BIGGER = ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"]
CUTS = [models.WordPokerCutCard(player="ann", card="Eb"), models.WordPokerCutCard(player="bob", card="Ir")]
EEL = models.WordPokerCategoryChallengeRequest(
    word="eel",
    category=models.CategoryChoice(name="oceanic"),
    challenger="ann",
    challenged="bob",
    votes_for_challenger=2,
    votes_against=2,
)
SEATS = [models.WordPokerSeat(name="ann", chips=40), *(models.WordPokerSeat(name=name) for name in ("bob", "cid", "dot"))]
BIGGER_CHALLENGED = models.WordPokerChallengeRequest(
    play=BIGGER,
    challenger="ann",
    challenged="bob",
    pot=100,
    players=SEATS,
    look_ups=[models.WordPokerLookUp(player="cid", word="biggest")],
)


def choose_your_words(client: Client) -> None:
    play = models.ChooseYourWordsScoreRequest(play=BIGGER)
    score = expect(models.WordPokerScoreResponse, score_choose_your_words.sync(client=client, body=play))
    equal((score.word, score.total, score.flush, present(score.lines)[-1].running_total), ("BIGGER", 60, models.WordPokerFlush.BLUE, 60))
    hand = models.ChooseYourWordsBestRequest(hand=["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"], top=1)
    best = expect(models.WordPokerBestResponse, best_choose_your_words.sync(client=client, body=hand))
    equal((best.plays[0].word, best.plays[0].total, best.words_found), ("GIZZ", 125, 548))
    challenge = challenge_choose_your_words.sync_detailed(client=client, body=BIGGER_CHALLENGED, prefer="signature")
    ruling = expect(models.WordPokerRuling, challenge.parsed)
    assert challenge.headers["ruling-signature"].startswith(":")
    owes, folds = ruling.consequences
    equal((ruling.upheld, owes.kind, owes.amount), (False, "owes_next_pot", 25))
    equal((folds.player, folds.amount), ("cid", UNSET))
    vote = expect(models.WordPokerCategoryRuling, category_challenge_choose_your_words.sync(client=client, body=EEL))
    equal((vote.upheld, vote.consequences[0].amount), (True, 10))
    entry = models.ChooseYourWordsEntry
    showdown = models.ChooseYourWordsSettleRequest(
        pot=100,
        players=[
            entry(name="ann", play=["Qb", "Zr", "Xb"], challenged=True),
            entry(name="bob", play=["Cb", "Ab", "Tb"]),
            entry(name="cid", folded=True),
        ],
    )
    settled = expect(models.WordPokerSettleResponse, settle_choose_your_words.sync(client=client, body=showdown))
    equal((settled.winners, settled.shares[0].amount), (["bob"], 100))
    cut = expect(models.WordPokerCutResponse, cut_choose_your_words.sync(client=client, body=models.WordPokerCutRequest(cuts=CUTS)))
    equal((cut.dealer, cut.tied), ("bob", UNSET))


def word_for_word(client: Client) -> None:
    thought, board = ["*", "Zr"], ["Bb", "Ib", "Gb", "Eb", "Rb"]
    dimensions = models.CategoryChoice(name="dimensions")
    play = models.WordForWordScoreRequest(word="BIGGER", thought=thought, board=board, category=dimensions)
    score = expect(models.WordPokerScoreResponse, score_word_for_word.sync(client=client, body=play))
    equal((score.total, score.bonuses.category), (70, 10))
    hand = models.WordForWordBestRequest(thought=thought, board=board, top=1)
    best = expect(models.WordPokerBestResponse, best_word_for_word.sync(client=client, body=hand))
    equal((best.plays[0].word, best.plays[0].total), ("GIZZ", 125))
    ruling = expect(models.WordPokerRuling, challenge_word_for_word.sync(client=client, body=BIGGER_CHALLENGED))
    equal((ruling.upheld, ruling.consequences[0].amount), (False, 25))
    vote = expect(models.WordPokerCategoryRuling, category_challenge_word_for_word.sync(client=client, body=EEL))
    equal(vote.consequences[0].kind, "loses_category_bonus")
    entry = models.WordForWordEntry
    showdown = models.WordForWordSettleRequest(
        pot=100,
        board=board,
        players=[
            entry(name="ann", thought=thought, play=BIGGER),
            entry(name="bob", folded=True),
            entry(name="cid", thought=["Qb", "Zb"]),
        ],
    )
    settled = expect(models.WordPokerSettleResponse, settle_word_for_word.sync(client=client, body=showdown))
    equal((settled.winners, settled.scores[0].total, settled.scores[1].standing), (["ann"], 60, "folded"))
    cut = expect(models.WordPokerCutResponse, cut_word_for_word.sync(client=client, body=models.WordPokerCutRequest(cuts=CUTS)))
    equal(cut.dealer, "bob")


def play_on(onto: list[int], word: str) -> models.PlayOnWordsPlayOn:
    return models.PlayOnWordsPlayOn(onto=onto, word=list(word))


def play_on_words(client: Client) -> None:
    snowstorm = models.PlayOnWordsScoreRequest(
        hand=["S", "R", "QU"],
        table=[list("NOW"), list("MOST")],
        turn=models.PlayOnWordsTurn(play_ons=[play_on([0, 1], "SNOWSTORM")]),
    )
    score = expect(models.PlayOnWordsScoreResponse, score_play_on_words.sync(client=client, body=snowstorm))
    equal((score.total, score.parts[0].rearranged, score.hand_left), (18, True, ["QU"]))
    boomerang = models.PlayOnWordsBestRequest(hand=["E", "Q"], table=[list("BOOM"), list("RANG")], top=1)
    best = expect(models.PlayOnWordsBestResponse, best_play_on_words.sync(client=client, body=boomerang))
    equal((best.exhaustive, best.turns[0].total, best.turns[0].parts[0].word), (True, 18, "BOOGERMAN"))
    hens = models.PlayOnWordsChallengeRequest(
        hand=["S", "E"],
        table=[list("HEN"), list("TAR")],
        turn=models.PlayOnWordsTurn(play_ons=[play_on([0], "HENS"), play_on([1], "RATE")]),
        challenger="ann",
        challenged="bob",
    )
    ruling = expect(models.PlayOnWordsRuling, challenge_play_on_words.sync(client=client, body=hens))
    equal((ruling.upheld, ruling.returned, ruling.total, ruling.consequences[0].amount), (True, ["HENS"], 8, 11))
    seat = models.PlayOnWordsSeat
    mugging = models.PlayOnWordsMugging(player="cid", from_="bob", hand_cards=["S"], play_ons=[play_on([0], "RATS")])
    end = models.PlayOnWordsSettleRequest(
        went_out="ann",
        table=[list("TAR")],
        players=[
            seat(name="ann", points=61),
            seat(name="bob", points=58, unplayed=["S", "TH"]),
            seat(name="cid", points=70, unplayed=["*"]),
        ],
        muggings=[mugging],
    )
    settled = expect(models.PlayOnWordsSettleResponse, settle_play_on_words.sync(client=client, body=end))
    equal(([result.total for result in settled.results], settled.winners), ([61, 55, 71], ["cid"]))


def wordgame(client: Client) -> None:
    board = ["." * 15] * 15
    board[7:11] = ["....HELlO......", "........X......", "........E......", "........N......"]
    move = models.WordgameScoreRequest(board=board, move="H7 e.ATERINS", rack="AEINRST?")
    score = expect(models.WordgameScoreResponse, score_wordgame.sync(client=client, body=move))
    equal((score.legal, score.total, score.all_tiles, present(score.words)[0].word), (True, 85, True, "ELATERINS"))
    rack = models.WordgameBestRequest(board=board, rack="AEINRST?", top=1)
    best = expect(models.WordgameBestResponse, best_wordgame.sync(client=client, body=rack))
    equal((best.moves[0].move, best.moves[0].total), ("H7 c.ARINETS", 86))
    qa = models.WordgameChallengeRequest(board=board, move="J7 QA", challenger="ann", challenged="bob")
    ruling = expect(models.WordgameRuling, challenge_wordgame.sync(client=client, body=qa))
    equal((ruling.upheld, [word.valid for word in present(ruling.words)]), (True, [False, False]))
    qa.quiet = True
    ruling = expect(models.WordgameRuling, challenge_wordgame.sync(client=client, body=qa))
    equal((ruling.upheld, ruling.words), (True, UNSET))
    standings = [models.WordgameStanding(name="ann", points=312, rack="QZ"), models.WordgameStanding(name="bob", points=305)]
    end = models.WordgameSettleRequest(players=standings)
    settled = expect(models.WordgameSettleResponse, settle_wordgame.sync(client=client, body=end))
    equal(([seat.total for seat in settled.results], settled.winners), ([300, 305], ["bob"]))
    gcg = "#player1 ann Ann Arden\n#player2 bob Bob Brook\n>ann: EHLLOTU? 8D HOTEL +18 18\n>bob: AEINRST? 9C TA +8 8\n"
    record = models.WordgameReplayRequest(gcg=gcg)
    replay = expect(models.WordgameReplayResponse, replay_wordgame.sync(client=client, body=record))
    equal((replay.agrees, replay.turns[0].score, replay.turns[0].recorded), (False, 28, 18))


def my_word(client: Client) -> None:
    mask = models.MyWordScoreRequest(table=["M", "K", "??", "SH"], call=["M", "??=AS", "K"])
    score = expect(models.MyWordScoreResponse, score_my_word.sync(client=client, body=mask))
    equal((score.word, score.legal, score.points), ("MASK", True, 3))
    table = models.MyWordBestRequest(table=["M", "K", "??", "SH", "E", "?", "ND", "A"], top=1)
    best = expect(models.MyWordBestResponse, best_my_word.sync(client=client, body=table))
    equal((best.calls[0].word, best.calls[0].points), ("HANDSHAKER", 7))
    hues = models.MyWordChallengeRequest(
        table=["SH", "U", "E"], word="hues", caller="ann", players=["ann", "bob", "cid", "dot"], dealer="cid", deck=12
    )
    ruling = expect(models.MyWordRuling, challenge_my_word.sync(client=client, body=hues))
    equal((ruling.upheld, [free.player for free in ruling.consequences]), (True, ["bob", "cid", "dot"]))
    rounds = [[("ann", 9), ("bob", 4)], [("ann", 3), ("bob", 11)]]
    collected = [[models.MyWordCollected(player=player, cards=cards) for player, cards in seats] for seats in rounds]
    game = models.MyWordSettleRequest(rounds=collected)
    settled = expect(models.MyWordSettleResponse, settle_my_word.sync(client=client, body=game))
    equal(([total.points for total in settled.totals], settled.winners), ([12, 15], ["bob"]))


def problems(client: Client) -> None:
    play = models.ChooseYourWordsScoreRequest(play=["Bb", "*", "Q"])
    refused = score_choose_your_words.sync_detailed(client=client, body=play)
    problem = expect(models.Problem, refused.parsed)
    equal((refused.status_code, problem.status), (HTTPStatus.UNPROCESSABLE_ENTITY, 422))
    equal((problem.code, problem.type_), ("rules_breached", "/problems/rules_breached"))
    equal(
        [(breach.code, breach.pointer) for breach in present(problem.breaches)],
        [("unannounced_wild", "/play/1"), ("invalid_card", "/play/2")],
    )
    for lexicon, code in [("nowhere", "unknown_lexicon"), ("en@sha256:0000", "lexicon_not_held")]:
        words = models.ValidateWordsRequest(words=["QUIZ"], lexicon=lexicon)
        equal(expect(models.Problem, validate_words.sync(client=client, body=words)).code, code)


def main() -> None:
    url = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080"
    with Client(base_url=url, raise_on_unexpected_status=True) as client:
        for part in (dictionary, choose_your_words, word_for_word, play_on_words, wordgame, my_word, problems):
            part(client)


main()
