"""Checks of conventions that the OpenAPI document can't express."""

import re

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

# Breaches without a rule that schemas can't express: they depend on two parts of a request, or on the lexicon.
BEYOND_SCHEMAS = {
    "missing_field",
    "conflicting_fields",
    "duplicate_player",
    "unknown_player",
    "unknown_category",
    # Generators of clients and of requests disagree about patterns of characters beyond U+FFFF.
    "invalid_label",
    # The sum of the votes of both sides.
    ("too_many", "/votes_for_challenger"),
    # Texts with their own grammars.
    ("invalid_field", "/cgp"),
    ("invalid_field", "/pattern"),
    ("invalid_field", "/cursor"),
    # The fields of the rules depend on the variant.
    ("unknown_field", "/rules"),
}


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


NAMES = ["ann", "bob", "cid", "dot", "eve", "fay", "gus", "hal", "ida", "joe", "kim", "lou"]


def seat_players(body):
    """Gives every player a different name, and every role to one of the players."""
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
    """Keeps one of the fields that exclude each other, and adds one if it is required."""
    if "play" in body or "call" in body:
        body.pop("word", None)
    elif path.endswith(("-words/challenge", "my-word/score", "my-word/challenge")) and "play-on" not in path:
        body.setdefault("word", "CAT")
    is_position = body.keys().isdisjoint({"players", "gcg", "state", "start", "records", "level"})
    if path.startswith("/v1/wordgame/") and is_position:
        if "cgp" in body:
            body.pop("board", None)
        else:
            body.setdefault("board", ["." * 15] * 15)
    category = body.get("category")
    if isinstance(category, dict) and "name" in category:
        category.pop("words", None)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Changes half of the valid requests so that they meet conditions that schemas can't express; most would fail these."""
    if is_valid(case) and isinstance(case.body, dict) and len(repr(case.body)) % 2:
        seat_players(case.body)
        choose_one(case.body, case.path)


@schemathesis.check
def errors_are_problems(ctx, response, case):
    """Every error response is a problem with its code, the path of its page and the request id."""
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
def schemas_state_every_bound(ctx, response, case):
    """A request that matches its schema is refused only for a rule of the game or a condition that schemas can't express."""
    if response.status_code != 422 or not is_valid(case):
        return
    problem = response.json()
    # The tool takes some numbers of 16 digits with a fraction for whole ones.
    if re.search(r"expected a whole number.* found \d{16}\.\d$", problem["detail"]):
        return
    assert problem["code"] == "rules_breached", problem["detail"]
    for breach in problem["breaches"]:
        code, pointer = breach["code"], breach["pointer"]
        parent = pointer.rpartition("/")[0]
        is_expected = "rule" in breach or not BEYOND_SCHEMAS.isdisjoint({code, (code, pointer), (code, parent)})
        assert is_expected, f"{code} at {pointer}: {breach['detail']}"


def has_null_member(value):
    if isinstance(value, dict):
        return any(member is None or has_null_member(member) for member in value.values())
    return isinstance(value, list) and any(has_null_member(item) for item in value)


@schemathesis.check
def invalid_data_is_refused(ctx, response, case):
    """Requests that don't match their schema are refused.

    `null` means absent, but schemas don't say so: generated clients would then have two kinds of absence.
    """
    if not has_null_member(case.body):
        negative_data_rejection(ctx, response, case)
