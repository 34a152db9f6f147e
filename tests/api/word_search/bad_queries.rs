//! Malformed and hostile queries.

use actix_web::http::{Method, StatusCode};

use super::assert_rejected;
use crate::{get, send};

/// Malformed queries and their breaches.
const MALFORMED: [(&str, &[&str]); 24] = [
    ("nope=1&a/b=2", &["unknown_field /nope", "unknown_field /a~1b"]),
    ("pattern=a&pattern=b", &["conflicting_fields /pattern"]),
    ("pattern=", &["invalid_field /pattern"]),
    ("pattern=%5BA", &["invalid_field /pattern"]),
    (
        "pattern=a-c&anagram_of=caf%C3%A9&within=&limit=0",
        &[
            "out_of_bounds /limit",
            "invalid_field /pattern",
            "invalid_field /anagram_of",
            "invalid_field /within",
        ],
    ),
    ("pattern=%ff", &["invalid_field /pattern"]),
    (
        "contains=a?&starts=&ends=1",
        &["invalid_word /contains", "invalid_word /starts", "invalid_word /ends"],
    ),
    ("min_length=0&max_length=46", &["out_of_bounds /min_length", "out_of_bounds /max_length"]),
    ("min_length=+5&max_length=x", &["invalid_field /min_length", "invalid_field /max_length"]),
    ("min_length=99999999999999999999999", &["out_of_bounds /min_length"]),
    ("min_length=6&max_length=5", &["conflicting_fields /min_length"]),
    (
        "marks=&without_marks=plurals,verb_s",
        &["invalid_field /marks", "invalid_field /without_marks"],
    ),
    (
        "variant=chess&order=random&limit=1001",
        &["out_of_bounds /limit", "invalid_field /variant", "invalid_field /order"],
    ),
    (
        "variant=wordgame&plural=strict&irregular_plurals=allowed",
        &["conflicting_fields /plural", "conflicting_fields /irregular_plurals"],
    ),
    ("plural=loose", &["invalid_field /plural", "conflicting_fields /plural"]),
    ("category=animals,nope,", &["unknown_category /category", "unknown_category /category"]),
    ("category=", &["unknown_category /category"]),
    ("cursor=", &["invalid_field /cursor"]),
    (
        "vowels=2...3&anagrams=4..2&length=..&excludes=?&contains_all=",
        &[
            "invalid_field /vowels",
            "invalid_field /anagrams",
            "invalid_field /length",
            "invalid_word /excludes",
            "invalid_word /contains_all",
        ],
    ),
    ("length=7&min_length=7", &["conflicting_fields /length"]),
    ("order=shuffled", &["missing_field /seed"]),
    ("seed=1", &["conflicting_fields /seed"]),
    ("within=a%5B%5D&anagram_of=%5BA", &["invalid_field /within", "invalid_field /anagram_of"]),
    ("cursor=AA.0.0", &["invalid_field /cursor"]),
];

#[actix_web::test]
async fn all_breaches_of_a_query_are_listed() {
    for (query, expected) in MALFORMED {
        assert_rejected(query, expected).await;
    }
    assert_rejected(&format!("within={}", "A".repeat(65)), &["invalid_field /within"]).await;
    let long = format!("within=%5B{}%5D&vowels={}", "A".repeat(256), "0".repeat(17));
    assert_rejected(&long, &["invalid_field /within", "invalid_field /vowels"]).await;
}

#[actix_web::test]
async fn unknown_lexicons_and_wrong_methods_are_rejected() {
    assert_eq!(get("/v1/words?lexicon=nope").await.json()["code"], "unknown_lexicon");
    assert_eq!(get("/v1/words?lexicon=en@0000").await.json()["code"], "lexicon_not_held");
    assert_eq!(
        send(Method::POST, "/v1/words", &[], "").await.header("allow"),
        "GET, HEAD, OPTIONS"
    );
}

/// Tries patterns for which a backtracking engine takes exponential time.
#[actix_web::test]
async fn hostile_patterns_are_matched_like_others() {
    let stars = "*?".repeat(45);
    for pattern in [
        "*a*a*a*a*a*a*a*a*a*a*a*a*b",
        "*e*e*e*e*e*e*e*",
        &stars,
        &"*".repeat(256),
        &"%5B^z%5D*".repeat(40),
        &"[abcde]*".repeat(30).replace('[', "%5B").replace(']', "%5D"),
    ] {
        let response = get(&format!("/v1/words?pattern={pattern}&limit=1")).await;
        assert_eq!(
            response.status,
            StatusCode::OK,
            "{pattern}: {}",
            String::from_utf8_lossy(&response.body)
        );
    }
}
