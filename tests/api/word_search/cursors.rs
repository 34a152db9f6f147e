//! Cursors: across changes of the lexicon, and with other queries.

use actix_web::http::StatusCode;
use serde_json::json;
use wordcourt::api::lexicons::Lexicons as _;
use wordcourt::registry::Change;

use super::{assert_rejected, edition, get_from, state_with, words_of};
use crate::{get, state};

#[actix_web::test]
async fn a_cursor_continues_in_its_edition_while_that_is_retained() {
    let state = state_with(edition("club", "1", "AA\nAB\nAC\nAD\n", ""));
    let install = |number: &str, words: &str| {
        state
            .registry
            .change(Change::Install(edition("club", number, words, "")), |_| Ok::<_, ()>(()))
            .unwrap();
    };
    let first = get_from(&state, "/v1/words?starts=a&limit=2").await.json();
    let next = first["next"].as_str().unwrap().to_owned();
    let second = format!("/v1/words?starts=a&limit=2&cursor={next}");
    assert_eq!(words_of(&get_from(&state, &second).await.json()), ["AC", "AD"]);

    install("2", "AE\nAF\n");
    let page = get_from(&state, &second).await.json();
    assert_eq!(
        (words_of(&page), &page["lexicon"]["edition"]),
        (vec!["AC".into(), "AD".into()], &json!("1"))
    );
    assert_eq!(
        words_of(&get_from(&state, "/v1/words?starts=a&limit=2").await.json()),
        ["AE", "AF"]
    );
    let pinned = get_from(&state, &format!("{second}&lexicon=club@2")).await;
    assert_eq!(pinned.json()["breaches"][0]["pointer"], "/cursor");

    install("3", "AG\n");
    let gone = get_from(&state, &second).await;
    assert_eq!((gone.status, &gone.json()["code"]), (StatusCode::GONE, &json!("cursor_expired")));
    assert!(gone.json()["detail"].as_str().unwrap().contains("club@3"), "{}", gone.json());
}

#[actix_web::test]
async fn a_cursor_fixes_the_editions_of_both_lexicons_of_a_comparison() {
    let state = state_with(edition("club", "1", "AA\nAB\nAC\nAD\n", ""));
    let install = |number: &str, words: &str| {
        state
            .registry
            .change(Change::Install(edition("other", number, words, "")), |_| Ok::<_, ()>(()))
            .unwrap();
    };
    install("1", "AB\n");
    let first = get_from(&state, "/v1/words?not_in=other&limit=1").await.json();
    assert_eq!(
        (words_of(&first), &first["total"], &first["not_in"]["edition"]),
        (vec!["AA".into()], &json!(3), &json!("1"))
    );
    let second =
        format!("/v1/words?not_in=other&limit=5&cursor={}", first["next"].as_str().unwrap());
    install("2", "AC\nAD\n");
    assert_eq!(words_of(&get_from(&state, &second).await.json()), ["AC", "AD"]);
    assert_eq!(words_of(&get_from(&state, "/v1/words?not_in=other").await.json()), ["AA", "AB"]);
    install("3", "AA\n");
    assert_eq!(get_from(&state, &second).await.status, StatusCode::GONE);
    assert_eq!(get_from(&state, "/v1/words?not_in=nope").await.json()["code"], "unknown_lexicon");
    assert_eq!(
        get_from(&state, "/v1/words?not_in=other@1").await.json()["code"],
        "lexicon_not_held"
    );
}

#[actix_web::test]
async fn a_cursor_is_rejected_with_another_query() {
    let next = get("/v1/words?starts=qu").await.json()["next"].as_str().unwrap().to_owned();
    let absent = next.replacen(next.split('.').next().unwrap(), "QQQQ", 1);
    for query in [
        format!("starts=q&cursor={next}"),
        format!("starts=qu&order=longest&cursor={next}"),
        format!("starts=qu&not_in=en&cursor={next}"),
        format!("starts=qu&cursor={absent}"),
    ] {
        assert_rejected(&query, &["conflicting_fields /cursor"]).await;
    }
}

#[actix_web::test]
async fn a_text_that_is_not_a_cursor_is_rejected() {
    let digest = state().edition(None).unwrap().lexicon.digest().to_hex();
    let (search, edition) = ("0123456789abcdef", &digest[..16]);
    for other_search in
        [format!("QUIZ.{search}.{edition}"), format!("QUIZ.{search}.{edition}.0000000000000000")]
    {
        assert_rejected(&format!("cursor={other_search}"), &["conflicting_fields /cursor"]).await;
    }
    for bad in [
        "QUIZ",
        "...",
        &format!("quiz.{search}.{edition}"),
        &format!("QUIZ.{}.{edition}", search.to_uppercase()),
        &format!("QUIZ.{}.{edition}", &search[1..]),
        &format!("QU1Z.{search}.{edition}"),
        &format!("QUIZ.{search}.{edition}."),
        &format!("QUIZ.{search}.{edition}.0000000000000000.0"),
    ] {
        assert_rejected(&format!("cursor={bad}"), &["invalid_field /cursor"]).await;
    }
}
