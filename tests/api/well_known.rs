//! The documents for programs, crawlers and language models.

use std::sync::Arc;

use actix_web::http::{Method, StatusCode};
use wordcourt::api::openapi::Document;
use wordcourt::lexicon::Digest;
use wordcourt::server::middleware::RateLimiter;

use crate::get;
use crate::middleware::Service;

const DOCUMENTS: [(&str, &str); 9] = [
    (
        "/.well-known/api-catalog",
        "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"",
    ),
    ("/.well-known/security.txt", "text/plain; charset=utf-8"),
    ("/llms.txt", "text/markdown; charset=utf-8"),
    ("/openapi-3.0.json", "application/json"),
    ("/openapi-3.2.json", "application/json"),
    ("/openapi.json", "application/json"),
    ("/openapi.yaml", "application/yaml"),
    ("/robots.txt", "text/plain; charset=utf-8"),
    ("/rulebook.md", "text/markdown; charset=utf-8"),
];

#[actix_web::test]
async fn documents_need_no_key_and_neither_they_nor_preflights_count_against_the_quota() {
    let service = Service::with(|state| {
        let line = format!("ann {}", Digest::of(&[b"wc_1"]).to_hex());
        state.api_keys = Arc::new(line.parse().unwrap());
        state.rate_limiter = Some(Arc::new(RateLimiter::new("1/1h".parse().unwrap())));
        state.contact = Some("mailto:security@game.example".to_owned());
        state.origins = vec!["https://game.example".to_owned()];
    });
    for (path, media_type) in DOCUMENTS {
        for method in [Method::GET, Method::HEAD] {
            let response = service.send(method, path, &[], "").await;
            assert_eq!(
                (response.status, response.header("content-type")),
                (StatusCode::OK, media_type),
                "{path}"
            );
            assert!(response.header("etag").len() > 10, "{path}");
        }
    }
    for header in ["baggage", "sentry-trace", "idempotency-key", "traceparent", "if-match"] {
        let preflight = [
            ("origin", "https://game.example"),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", header),
        ];
        let response = service.send(Method::OPTIONS, "/v1/words/validate", &preflight, "").await;
        assert!(response.status.is_success(), "{header}: {}", response.status);
    }
    let first = service.validate(&[("x-api-key", "wc_1")]).await;
    assert_eq!(first.status, StatusCode::OK);
    assert_eq!(
        service.validate(&[("x-api-key", "wc_1")]).await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
}

#[actix_web::test]
async fn preflights_do_not_count_where_web_pages_may_not_send_requests() {
    let service = Service::with(|state| {
        state.rate_limiter = Some(Arc::new(RateLimiter::new("1/1h".parse().unwrap())));
    });
    for _ in 0..3 {
        let preflight = [("access-control-request-method", "POST")];
        let response = service.send(Method::OPTIONS, "/v1/words/validate", &preflight, "").await;
        assert_eq!(response.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(service.validate(&[]).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn a_contact_is_needed_for_security_reports() {
    let missing = get("/.well-known/security.txt").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    let service =
        Service::with(|state| state.contact = Some("mailto:security@game.example".to_owned()));
    let response = service.send(Method::GET, "/.well-known/security.txt", &[], "").await;
    let text = String::from_utf8(response.body).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Contact: mailto:security@game.example");
    let expires = lines[1].strip_prefix("Expires: ").unwrap();
    let expires = humantime::parse_rfc3339(expires).unwrap();
    assert!(expires > std::time::SystemTime::now());
    assert_eq!(lines.len(), 3);
}

#[actix_web::test]
async fn the_catalog_and_the_front_door_link_documents_that_exist() {
    let catalog = get("/.well-known/api-catalog").await.json();
    let mut links = Vec::new();
    for (relation, targets) in catalog["linkset"][0].as_object().unwrap() {
        if relation != "anchor" {
            links.extend(targets.as_array().unwrap());
        }
    }
    assert_eq!(links.len(), 9);
    for link in links {
        let response = get(link["href"].as_str().unwrap()).await;
        assert_eq!(response.status, StatusCode::OK, "{link}");
        assert!(
            response.header("content-type").starts_with(link["type"].as_str().unwrap()),
            "{link}"
        );
    }
    let link = get("/").await.header("link").to_owned();
    assert!(link.contains("</openapi.json>; rel=\"service-desc\""), "{link}");
    assert!(link.contains("</.well-known/api-catalog>; rel=\"api-catalog\""), "{link}");
}

#[actix_web::test]
async fn every_link_for_language_models_works() {
    let text = String::from_utf8(get("/llms.txt").await.body).unwrap();
    assert!(text.starts_with("# Wordcourt\n\n> "), "{text}");
    let links: Vec<&str> =
        text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 10, "{links:?}");
    for link in links {
        assert_eq!(get(link).await.status, StatusCode::OK, "{link}");
    }
}

#[test]
fn the_yaml_document_has_block_style() {
    let yaml = Document::new().yaml().body;
    let yaml = std::str::from_utf8(&yaml).unwrap();
    assert!(
        yaml.starts_with("openapi: \"3.1.0\"\ninfo:\n  title: \"Wordcourt\"\n"),
        "{}",
        &yaml[..200]
    );
    assert!(yaml.contains("\n  /v1/wordgame/score:\n    post:\n"));
    assert!(yaml.contains("\n  - name: \"My Word!\"\n    description: "));
}
