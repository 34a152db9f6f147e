//! The resources of operations, and the admission of requests before them.

use std::sync::Arc;

use actix_web::http::{Method, StatusCode};

use crate::middleware::{JSON, Service, key_file, with_rate_limit};

const BODY: &str = r#"{"words":["quiz"]}"#;

/// Services without CORS and with it.
const ORIGINS: [&[&str]; 2] = [&[], &["https://app.example"]];

fn service(origins: &[&str], keys: bool, rate: Option<&str>) -> Service {
    Service::with(|state| {
        state.origins = origins.iter().map(ToString::to_string).collect();
        if keys {
            state.api_keys = Arc::new(key_file().parse().unwrap());
        }
        if let Some(rate) = rate {
            with_rate_limit(state, rate);
        }
    })
}

#[actix_web::test]
async fn percent_encoded_paths_are_decoded() {
    for origins in ORIGINS {
        let service = service(origins, false, None);
        let response = service.send(Method::POST, "/v1/words/%76alidate", &[JSON], BODY).await;
        assert_eq!(response.status, StatusCode::OK);
        let metrics = service.metrics();
        assert!(
            metrics.contains(r#"_count{method="POST",route="/v1/words/validate",status="200"} 1"#)
        );
    }
}

#[actix_web::test]
async fn other_paths_and_methods_are_refused() {
    for origins in ORIGINS {
        let service = service(origins, false, None);
        let send = async |method, path| service.send(method, path, &[JSON], BODY).await;
        for path in ["/v1/words/validate/", "//v1/words/validate", "/v1/Words/validate"] {
            let response = send(Method::POST, path).await;
            assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}");
        }
        let refused = send(Method::PUT, "/v1/wordgame/score").await;
        assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(refused.header("allow"), "OPTIONS, POST, QUERY");
        // The path is that of an operation, not of the word.
        for path in ["/v1/words/validate", "/v1/words/%76alidate"] {
            let refused = send(Method::GET, path).await;
            assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
            assert_eq!(refused.header("allow"), "OPTIONS, POST, QUERY");
        }
        assert_eq!(send(Method::GET, "/v1/words/VALIDATE").await.status, StatusCode::OK);
        assert_eq!(send(Method::HEAD, "/v1/lexicons").await.status, StatusCode::OK);
    }
}

#[actix_web::test]
async fn refused_requests_are_not_answered() {
    for origins in ORIGINS {
        for path in ["/v1/words/validate", "/v1/words/%76alidate"] {
            let service = service(origins, true, Some("2/1h"));
            let send = async |headers: &[(&str, &str)]| {
                service.send(Method::POST, path, &[headers, &[JSON]].concat(), BODY).await
            };
            assert_eq!(send(&[]).await.status, StatusCode::UNAUTHORIZED);
            let key = ("x-api-key", "wc_1");
            for _ in 0..2 {
                assert_eq!(send(&[key]).await.status, StatusCode::OK);
            }
            let refused = send(&[key]).await;
            assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(refused.json()["code"], "quota_exceeded");
        }
    }
}
