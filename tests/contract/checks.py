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
}


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


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
