//! The codes of problems, which clients rely on.

use wordcourt::api::ProblemCode;

#[test]
fn codes_and_statuses_do_not_change() {
    let codes = ProblemCode::ALL.iter().map(|code| format!("{} {}", code.status(), code.name()));
    let expected = [
        "400 malformed_json",
        "422 invalid_request",
        "422 rules_breached",
        "404 not_found",
        "405 method_not_allowed",
        "413 body_too_large",
        "408 body_timeout",
        "415 unsupported_media_type",
        "404 unknown_lexicon",
        "409 rulebook_not_held",
        "409 lexicon_not_held",
        "410 cursor_expired",
        "412 precondition_failed",
        "404 unknown_variant",
        "404 unknown_rule",
        "401 unauthorized",
        "401 key_expired",
        "403 forbidden",
        "429 quota_exceeded",
        "422 lexicon_refused",
        "409 change_refused",
        "400 bad_request",
        "503 overloaded",
        "507 insufficient_storage",
        "500 internal",
    ];
    assert_eq!(codes.collect::<Vec<_>>(), expected);
}
