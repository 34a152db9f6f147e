//! Caching: responses that never change, tags, preconditions, and links to next pages.

use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use wordcourt::lexicon::Digest;

use crate::middleware::Service;
use crate::{get, post_ok, send};

const JSON: (&str, &str) = ("content-type", "application/json");
const FOREVER: &str = "public, max-age=31536000, immutable";

/// The digest of the active edition, with its prefix.
async fn digest() -> String {
    get("/v1/lexicons/en").await.json()["digest"].as_str().unwrap().to_owned()
}

async fn cache_control(path: &str) -> String {
    let response = get(path).await;
    assert_eq!(response.status, StatusCode::OK, "{path}");
    response.header("cache-control").to_owned()
}

#[actix_web::test]
async fn a_request_that_pins_whole_digests_can_be_cached_forever() {
    let digest = digest().await;
    let short = &digest[..digest.len() - 1];
    for path in [
        format!("/v1/words/quiz?lexicon=en@{digest}"),
        format!("/v1/words/quiz?add=QUIZZY&lexicon=en@{digest}"),
        format!("/v1/words?starts=quiz&lexicon=en@{digest}"),
        format!("/v1/words?starts=quiz&lexicon=en@{digest}&not_in=en@{digest}"),
    ] {
        assert_eq!(cache_control(&path).await, FOREVER, "{path}");
    }
    for path in [
        "/v1/words/quiz".to_owned(),
        format!("/v1/words/quiz?lexicon=en@{short}"),
        format!("/v1/words?starts=quiz&lexicon=en@{digest}&not_in=en"),
        // It lists the retained editions.
        format!("/v1/lexicons/en@{digest}"),
        "/v1/variants".to_owned(),
        "/openapi.json".to_owned(),
    ] {
        assert_eq!(cache_control(&path).await, "no-cache", "{path}");
    }
}

#[actix_web::test]
async fn shared_caches_keep_nothing_that_needs_a_key() {
    let service = Service::with(|state| {
        let line = format!("ann {}\n", Digest::of(&[b"wc_1"]).to_hex());
        state.api_keys = std::sync::Arc::new(line.parse().unwrap());
    });
    let get =
        async |path: &str| service.send(Method::GET, path, &[("x-api-key", "wc_1")], "").await;
    let digest = get("/v1/lexicons/en").await.json()["digest"].as_str().unwrap().to_owned();
    let page = get(&format!("/v1/words/aa?lexicon=en@{digest}")).await;
    assert_eq!(page.header("cache-control"), "private, max-age=31536000, immutable");
}

#[actix_web::test]
async fn responses_to_query_have_tags_and_those_to_post_have_none() {
    let query = Method::from_bytes(b"QUERY").unwrap();
    let path = "/v1/choose-your-words/score";
    let body = json!({"play": ["Cb", "Ab", "Tb"]}).to_string();
    let first = send(query.clone(), path, &[JSON], body.clone()).await;
    let tag = first.header("etag").to_owned();
    assert_eq!((first.status, first.header("cache-control")), (StatusCode::OK, "no-cache"));
    let again = send(query.clone(), path, &[JSON, ("if-none-match", &tag)], body.clone()).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    assert_eq!(again.header("etag"), tag);
    let other = json!({"play": ["Db", "Ob", "Gb"]}).to_string();
    let other = send(query.clone(), path, &[JSON, ("if-none-match", &tag)], other).await;
    assert_eq!(other.status, StatusCode::OK);
    let posted = send(Method::POST, path, &[JSON, ("if-none-match", &tag)], body).await;
    assert_eq!((posted.status, &posted.body), (StatusCode::OK, &first.body));
    assert_eq!((posted.header("etag"), posted.header("cache-control")), ("", ""));

    let lexicon = format!("en@{}", digest().await);
    let pinned = json!({"play": ["Cb", "Ab", "Tb"], "lexicon": lexicon}).to_string();
    let pinned = send(query.clone(), path, &[JSON], pinned).await;
    assert_eq!(pinned.header("cache-control"), FOREVER);
    let challenge = async |second: &str| {
        let body = json!({
            "word": "cat", "challenger": "ann", "challenged": "bob", "pot": 100,
            "players": [{"name": "ann"}, {"name": "bob"}],
            "lexicon": lexicon, "second_lexicon": second,
        });
        let path = "/v1/word-for-word/challenge";
        send(query.clone(), path, &[JSON], body.to_string()).await
    };
    assert_eq!(challenge(&lexicon).await.header("cache-control"), FOREVER);
    assert_eq!(challenge("en").await.header("cache-control"), "no-cache");

    let line = r#"{"operation": "get_word", "request": {"word": "cat"}}"#;
    let lines = ("content-type", "application/x-ndjson");
    let batch = send(query, "/v1/batch", &[lines], line).await;
    assert_eq!((batch.status, batch.header("cache-control")), (StatusCode::OK, "no-store"));
}

#[actix_web::test]
async fn if_match_requires_the_current_response() {
    let tag = get("/v1/words/cat").await.header("etag").to_owned();
    let compressed = tag.trim_end_matches('"').to_owned() + "-gzip\"";
    let list = format!("\"other\", {tag}");
    for matching in ["*", &*tag, &*list, &*compressed] {
        let response = send(Method::GET, "/v1/words/cat", &[("if-match", matching)], "").await;
        assert_eq!(response.status, StatusCode::OK, "{matching}");
    }
    let weak = format!("W/{tag}");
    for other in ["\"other\"", &*weak] {
        let response = send(Method::GET, "/v1/words/cat", &[("if-match", other)], "").await;
        let problem = response.json();
        assert_eq!(
            (response.status.as_u16(), &problem["code"]),
            (412, &"precondition_failed".into())
        );
        assert!(problem["detail"].as_str().unwrap().contains(&tag), "{problem}");
    }
    // The comparison of If-None-Match is weak, and the answer has the strong tag.
    let known = send(Method::GET, "/v1/words/cat", &[("if-none-match", &weak)], "").await;
    assert_eq!((known.status, known.header("etag")), (StatusCode::NOT_MODIFIED, &*tag));
}

#[actix_web::test]
async fn links_lead_through_all_pages_of_a_search() {
    let words = |page: &Value| -> Vec<String> {
        let words = page["words"].as_array().unwrap().iter();
        words.map(|found| found["word"].as_str().unwrap().to_owned()).collect()
    };
    let all = get("/v1/words?starts=quiz").await;
    assert_eq!(all.header("link"), "");
    let mut path = "/v1/words?starts=quiz&limit=3".to_owned();
    let (mut found, mut pages) = (Vec::new(), 0);
    loop {
        let page = get(&path).await;
        found.extend(words(&page.json()));
        pages += 1;
        let link = page.header("link");
        let Some(query) =
            link.strip_prefix('<').and_then(|link| link.split_once(">; rel=\"next\""))
        else {
            assert_eq!((link, page.json().get("next")), ("", None));
            break;
        };
        path = format!("/v1/words{}", query.0);
        assert!(path.contains("limit=3") && path.matches("cursor=").count() == 1, "{path}");
    }
    assert_eq!(found, words(&all.json()));
    assert!(pages > 2, "{pages}");
}

#[actix_web::test]
async fn equal_rulings_have_equal_tags_by_query() {
    let body = json!({"words": ["QUIZ"]});
    let posted = post_ok("/v1/words/validate", body.clone()).await;
    let query = Method::from_bytes(b"QUERY").unwrap();
    let queried = send(query, "/v1/words/validate", &[JSON], body.to_string()).await;
    assert_eq!(queried.json(), posted);
    assert!(queried.header("etag").len() > 10);
}
