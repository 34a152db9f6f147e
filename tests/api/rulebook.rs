//! The rulebook as data, as a text, and as resources of the Model Context Protocol.

use actix_web::http::{Method, StatusCode};
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, ResourceContents,
};
use serde_json::json;
use wordcourt::rules::{RULEBOOK, rulebook};

use crate::mcp::{VERSION, error, message, request, result, stated};
use crate::{get, send};

#[actix_web::test]
async fn the_list_has_every_rule_and_each_rule_has_an_address() {
    let list = get("/v1/rules").await.json();
    assert_eq!(list["edition"], RULEBOOK);
    let rules = list["rules"].as_array().unwrap();
    assert_eq!(rules.len(), rulebook::MARKDOWN.matches("\n- **").count());
    assert_eq!(rules[0]["id"], "W1");
    for rule in rules {
        let id = rule["id"].as_str().unwrap();
        for id in [id.to_owned(), id.to_ascii_lowercase()] {
            assert_eq!(get(&format!("/v1/rules/{id}")).await.json(), *rule);
        }
    }
}

#[actix_web::test]
async fn a_rule_has_its_marks_and_the_edition() {
    let p4 = get("/v1/rules/P4").await.json();
    let text = "A new word has 3 or more *letters*. It scores 2 points per letter.";
    assert_eq!(p4, json!({ "id": "P4", "text": text, "marks": [], "edition": RULEBOOK }));
    for (id, marks) in [
        ("W9", json!(["house"])),
        ("O4", json!(["stated", "house"])),
        ("P1", json!(["found", "stated", "house"])),
        ("FP6", json!(["reading"])),
        // A switch and a class of letters are not sources.
        ("P15", json!([])),
    ] {
        let rule = get(&format!("/v1/rules/{id}")).await.json();
        assert_eq!(rule["marks"], marks, "{rule}");
        assert_eq!(rule.get("mark"), marks.get(0), "{rule}");
    }
}

#[actix_web::test]
async fn an_unknown_rule_is_a_problem_with_the_nearest_ids() {
    let refused = get("/v1/rules/o99").await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    let problem = refused.json();
    assert_eq!(problem["code"], "unknown_rule");
    let detail = problem["detail"].as_str().unwrap();
    assert!(detail.starts_with("unknown rule \"o99\"; the nearest are O9, O19, "), "{detail}");
    let long = get(&format!("/v1/rules/{}", "O".repeat(8_000))).await;
    assert_eq!(long.status, StatusCode::NOT_FOUND);
    assert!(long.body.len() < 2_000, "{} bytes", long.body.len());
}

#[actix_web::test]
async fn the_rulebook_is_a_text_that_caches_revalidate() {
    let text = get("/rulebook.md").await;
    assert_eq!(
        (text.status, text.header("content-type"), text.header("cache-control")),
        (StatusCode::OK, "text/markdown; charset=utf-8", "no-cache")
    );
    assert_eq!(text.body, rulebook::MARKDOWN.as_bytes());
    for path in ["/rulebook.md", "/v1/rules", "/v1/rules/O5"] {
        let tag = get(path).await.header("etag").to_owned();
        let again = send(Method::GET, path, &[("if-none-match", &tag)], "").await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
    }
}

#[actix_web::test]
async fn the_pages_of_resources_list_the_rulebook_and_every_rule_once() {
    let mut listed = Vec::new();
    let mut cursor = None;
    let mut pages = 0;
    loop {
        let page: ListResourcesResult =
            request("resources/list", &json!({ "cursor": cursor })).await;
        assert!(page.resources.len() <= 51);
        listed.extend(page.resources);
        pages += 1;
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert!(pages > 2, "{pages}");
    assert_eq!(listed.len(), rulebook::rules().len() + 1);
    for resource in listed {
        let read: ReadResourceResult =
            request("resources/read", &json!({ "uri": resource.uri })).await;
        let [ResourceContents::TextResourceContents { uri, text, .. }] = &read.contents[..] else {
            panic!("{read:?}");
        };
        assert_eq!(*uri, resource.uri);
        let expected = rulebook::rule(&resource.name).map_or(rulebook::MARKDOWN, |rule| &rule.text);
        assert_eq!(text, expected);
    }
    let templates: ListResourceTemplatesResult =
        request("resources/templates/list", &json!({})).await;
    assert_eq!(templates.resource_templates[0].uri_template, "wordcourt://rules/{id}");
    let lower: ReadResourceResult =
        request("resources/read", &json!({ "uri": "wordcourt://rules/o5" })).await;
    assert_eq!(lower.contents.len(), 1);
}

#[actix_web::test]
async fn unknown_resources_and_cursors_are_errors_of_the_protocol() {
    let send = async |method: &str, params| {
        message(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })).await
    };
    for uri in ["wordcourt://rules/O99", "wordcourt://rules/", "file:///etc/passwd", ""] {
        let refused = send("resources/read", json!({ "uri": uri })).await;
        assert_eq!(error(&refused), (200, -32_002), "{uri}");
    }
    assert_eq!(error(&send("resources/read", json!({})).await), (200, -32_602));
    assert_eq!(error(&send("resources/list", json!({ "cursor": "x" })).await), (200, -32_602));

    // The version without a handshake has another code, and headers that repeat the message.
    let read = |uri: &str| json!({ "uri": uri });
    let headers = |name| [VERSION, ("mcp-method", "resources/read"), ("mcp-name", name)];
    let known = "wordcourt://rules/O5";
    let kept: ReadResourceResult =
        result(&stated("resources/read", read(known), &headers(known)).await);
    assert_eq!(kept.ttl_ms, Some(3_600_000));
    let other = stated("resources/read", read(known), &headers("wordcourt://rulebook")).await;
    assert_eq!(error(&other), (400, -32_020));
    let unknown = "wordcourt://rules/O99";
    let refused = stated("resources/read", read(unknown), &headers(unknown)).await;
    assert_eq!(error(&refused), (200, -32_602));
}
