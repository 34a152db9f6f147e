//! The authentication of operators, and the difference between two editions.

use std::convert::Infallible;
use std::sync::Arc;

use actix_http::Request;
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{AUTHORIZATION, HOST, IF_MATCH, ORIGIN};
use actix_web::test::{self as actix, TestRequest};
use actix_web::{App, web};
use serde_json::{Value, json};
use wordcourt::api::ProblemCode;
use wordcourt::api::lexicons::Lexicons as _;
use wordcourt::lexicon::Digest;
use wordcourt::registry::updater::LexiconUpdater;
use wordcourt::registry::{Change, LexiconRegistry, SearchPool};
use wordcourt::server::State;
use wordcourt::server::admin::{self, AdminAuth, AdminAuthError, AdminState};

use crate::word_search::edition;
use crate::{read, shared_state, updating};

#[test]
fn a_valid_token_names_its_operator() {
    let digest = Digest::of(&[b"cccccccccccccccc"]).to_hex();
    let file =
        format!("# staff\nann 0123456789abcdef\n\nbob fedcba9876543210\ncleo sha256:{digest}\n");
    let auth = AdminAuth::new(&file, Some("aaaaaaaaaaaaaaaaaa"), false).unwrap();
    let operator = |header: &str| {
        let request =
            TestRequest::default().insert_header((AUTHORIZATION, header)).to_http_request();
        auth.authenticate(&request).map_err(|problem| problem.code)
    };
    assert_eq!(operator("Bearer 0123456789abcdef").as_deref(), Ok("ann"));
    assert_eq!(operator("Bearer fedcba9876543210").as_deref(), Ok("bob"));
    assert_eq!(operator("Bearer aaaaaaaaaaaaaaaaaa").as_deref(), Ok("admin"));
    assert_eq!(operator("Bearer cccccccccccccccc").as_deref(), Ok("cleo"));
    assert_eq!(operator(&format!("Bearer sha256:{digest}")), Err(ProblemCode::Unauthorized));
    for bad in [
        "",
        "Bearer",
        "Bearer ",
        "Bearer 0123456789abcde",
        "Basic 0123456789abcdef",
        "0123456789abcdef",
    ] {
        assert_eq!(operator(bad), Err(ProblemCode::Unauthorized), "{bad}");
    }
    assert!(!auth.is_open() && AdminAuth::default().is_open());
}

#[test]
fn bad_tokens_are_refused() {
    let refused = |text: &str| AdminAuth::new(text, None, false).unwrap_err();
    assert_eq!(refused("ann short\n"), AdminAuthError::TooShort("ann".to_owned()));
    assert_eq!(refused("ann sha256:0123\n"), AdminAuthError::BadDigest("ann".to_owned()));
    assert_eq!(refused("\nnospace0123456789\n"), AdminAuthError::Malformed(2));
}

#[test]
fn without_tokens_only_local_requests_that_do_not_come_from_a_web_page_are_accepted() {
    let is_accepted = |peer: &str, host: &'static str, has_origin: bool| {
        let mut request =
            TestRequest::default().peer_addr(peer.parse().unwrap()).insert_header((HOST, host));
        if has_origin {
            request = request.insert_header((ORIGIN, "http://localhost"));
        }
        AdminAuth::default().authenticate(&request.to_http_request()).is_ok()
    };
    for host in ["localhost", "localhost:9090", "127.0.0.1:9090", "[::1]:9090", "[::1]"] {
        assert!(is_accepted("127.0.0.1:5000", host, false), "{host}");
        assert!(is_accepted("[::ffff:127.0.0.1]:5000", host, false), "{host}");
        assert!(!is_accepted("127.0.0.1:5000", host, true), "{host}");
        assert!(!is_accepted("192.0.2.1:5000", host, false), "{host}");
    }
    assert!(
        !is_accepted("127.0.0.1:5000", "evil.example:9090", false),
        "a foreign name that resolves to this machine"
    );
    assert!(!is_accepted("127.0.0.1:5000", "", false));
    let with = |name: &'static str, value: &'static str| {
        let request = TestRequest::default()
            .peer_addr("127.0.0.1:5000".parse().unwrap())
            .insert_header((HOST, "localhost"))
            .insert_header((name, value));
        AdminAuth::default().authenticate(&request.to_http_request()).is_ok()
    };
    for name in [
        "forwarded",
        "via",
        "x-forwarded-for",
        "x-forwarded-proto",
        "x-forwarded",
        "forwarded-for",
        "x-real-ip",
        "cf-connecting-ip",
        "cf-connecting-ipv6",
        "cf-ray",
        "cdn-loop",
        "true-client-ip",
        "x-client-ip",
        "x-envoy-external-address",
        "x-envoy-internal",
        "x-original-host",
        "x-original-for",
        "x-original-uri",
        "x-original-forwarded-for",
        "x-cluster-client-ip",
        "fastly-client-ip",
        "x-proxyuser-ip",
        "client-ip",
        "x-appengine-user-ip",
        "x-appengine-country",
        "x-arr-log-id",
        "x-azure-clientip",
        "x-azure-socketip",
        "fly-client-ip",
        "x-nf-client-connection-ip",
        "x-vercel-forwarded-for",
        "do-connecting-ip",
        "x-amzn-trace-id",
        "x-amz-cf-id",
        "x-remote-addr",
        "remote-addr",
        "x-host",
        "x-forwarded-host",
        "x-scheme",
        "x-remote-user",
        "proxy-connection",
        "proxy-authorization",
        "max-forwards",
        "x-b3-traceid",
        "akamai-origin-hop",
        "x-varnish",
        "x-wap-profile",
        "x-coming-from",
        "x-http-method-override",
    ] {
        assert!(!with(name, "192.0.2.1"), "{name}");
    }
    for name in [
        "accept",
        "accept-encoding",
        "cache-control",
        "connection",
        "content-encoding",
        "content-type",
        "expect",
        "if-match",
        "if-none-match",
        "prefer",
        "te",
        "traceparent",
        "user-agent",
        "x-request-id",
    ] {
        assert!(with(name, "a"), "{name}");
    }
    assert!(!with("sec-fetch-site", "cross-site") && !with("sec-fetch-site", "same-site"));
    assert!(with("sec-fetch-site", "none") && with("sec-fetch-site", "same-origin"));
}

/// Only the names of this machine open the local administration, in the header and in the target.
#[test]
fn a_host_that_is_not_exactly_local_is_foreign() {
    let is_accepted = |target: &str, hosts: &[&'static str]| {
        let request = TestRequest::with_uri(target).peer_addr("127.0.0.1:5000".parse().unwrap());
        let request =
            hosts.iter().fold(request, |request, host| request.append_header((HOST, *host)));
        AdminAuth::default().authenticate(&request.to_http_request()).is_ok()
    };
    for host in ["localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:65535", "[::1]", "[::1]:9090"]
    {
        assert!(is_accepted("/", &[host]), "{host}");
    }
    for host in [
        "",
        ":",
        ":9090",
        "localhost.",
        "localhost.:9090",
        "localhost:1@evil",
        "localhost@evil",
        "evil@localhost",
        "localhost:",
        "localhost:x",
        "localhost:-1",
        "localhost:+1",
        "localhost:65536",
        "localhost:1:2",
        "localhost.evil",
        "localhost.evil:9090",
        "evil.localhost",
        "localhost/evil",
        "localhost,evil",
        "localhost, evil",
        "localhost evil",
        "localhost#evil",
        "localhost?evil",
        "xlocalhost",
        "127.0.0.1.",
        "127.0.0.1.evil",
        "127.0.0.1:1@evil",
        "127.1",
        "127.0.0.2",
        "0.0.0.0",
        "2130706433",
        "0x7f.0.0.1",
        "127.0.0.1.nip.io",
        "::1",
        "[::1",
        "[::1]evil",
        "[::1].evil",
        "[::1]:1@evil",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::1%25lo]",
        "http://localhost",
    ] {
        assert!(!is_accepted("/", &[host]), "{host}");
    }
    assert!(!is_accepted("/", &[]));
    assert!(!is_accepted("/", &["localhost", "localhost"]));
    assert!(!is_accepted("/", &["localhost", "evil.example"]));
    assert!(is_accepted("http://localhost:9090/", &["localhost:9090"]));
    for target in ["http://evil.example/", "http://localhost.evil/", "http://localhost:1@evil/"] {
        assert!(!is_accepted(target, &["localhost"]), "{target}");
    }
}

/// Returns the statuses that a service with these keys and tokens gives to credentials.
async fn statuses<const N: usize>(
    keys: &str,
    tokens: &str,
    credentials: [Option<(&'static str, &'static str)>; N],
) -> [u16; N] {
    let registry = LexiconRegistry::with_default(edition("en", "1", "AA\n", ""), 2);
    let mut state = State::new(Arc::new(registry), SearchPool::bounded(1, 1));
    state.api_keys = Arc::new(keys.parse().unwrap());
    let state = web::Data::new(state);
    let admin = web::Data::new(AdminState {
        updater: Arc::new(LexiconUpdater::new(Arc::clone(&state.registry), None, 0, || {})),
        auth: AdminAuth::new(tokens, None, false).unwrap(),
        poll_source: None,
        read_keys: None,
        text_limit: 1_000,
        max_shrink: 20,
    });
    let app = App::new().app_data(state).app_data(admin).configure(admin::routes);
    let service = actix::init_service(app).await;
    let mut statuses = [0; N];
    for (status, credential) in statuses.iter_mut().zip(credentials) {
        let mut request = TestRequest::delete()
            .uri("/admin/lexicons/nowhere")
            .peer_addr("127.0.0.1:5000".parse().unwrap())
            .insert_header((HOST, "localhost"));
        if let Some(credential) = credential {
            request = request.insert_header(credential);
        }
        let response = actix::call_service(&service, request.to_request()).await;
        *status = response.status().as_u16();
    }
    statuses
}

#[actix_web::test]
async fn a_presented_credential_is_always_judged() {
    let digest = |key: &str| Digest::of(&[key.as_bytes()]).to_hex();
    let words = format!("ann {} scopes=words\n", digest("wc_words"));
    let old = format!("old {} scopes=admin expires=2020-01-01\n", digest("wc_old"));
    let keys = format!("{words}bob {} scopes=admin\n{old}", digest("wc_admin"));
    let token = "cid 0123456789abcdef\n";
    let credentials = [
        None,
        Some(("authorization", "Bearer wc_words")),
        Some(("x-api-key", "wc_words")),
        Some(("authorization", "Bearer wc_admin")),
        Some(("x-api-key", "wc_admin")),
        Some(("authorization", "Bearer wc_old")),
        Some(("authorization", "Bearer wc_unknown")),
        Some(("x-api-key", "")),
        Some(("authorization", "Basic Y2lkOng=")),
        Some(("authorization", "Bearer 0123456789abcdef")),
    ];
    // 404: the operation was allowed, and there is no such lexicon.
    let expected = [401, 403, 403, 404, 404, 401, 401, 401, 401, 401];
    assert_eq!(statuses(&keys, "", credentials).await, expected);
    let expected = [401, 403, 403, 404, 404, 401, 401, 401, 401, 404];
    assert_eq!(statuses(&keys, token, credentials).await, expected);
    let expected = [404, 403, 403, 401, 401, 401, 401, 401, 401, 401];
    assert_eq!(statuses(&words, "", credentials).await, expected);
    let expected = [404, 401, 401, 401, 401, 401, 401, 401, 401, 401];
    assert_eq!(statuses("", "", credentials).await, expected);
    let expected = [401, 401, 401, 401, 401, 401, 401, 401, 401, 401];
    assert_eq!(statuses(&old, "", credentials).await, expected, "an expired key closes it as well");
}

#[test]
fn tokens_are_replaced_but_never_by_none() {
    let token = "fedcba9876543210";
    let auth = AdminAuth::new(&format!("bob {token}\n"), None, false).unwrap();
    let operator = |token: &str| {
        let bearer = (AUTHORIZATION, format!("Bearer {token}"));
        let request = TestRequest::default().insert_header(bearer).to_http_request();
        auth.authenticate(&request).ok()
    };
    assert!(!auth.replace(&AdminAuth::default()));
    assert_eq!(operator(token).as_deref(), Some("bob"));
    let next = AdminAuth::new("cid 0123456789abcdef\n", None, false).unwrap();
    assert!(auth.replace(&next));
    assert_eq!((operator(token), operator("0123456789abcdef").as_deref()), (None, Some("cid")));
    let none = AdminAuth::default();
    assert!(none.replace(&AdminAuth::default()) && none.replace(&next));
}

#[actix_web::test]
async fn words_marks_and_categories_are_compared() {
    let from = edition("en", "1", "AA\nAB\nAD\nZA\n", "x\tX\t\tAA\n");
    let to = edition("en", "2", "AB\tslang\nAC\nAD\nZO\nZZ\n", "x\tX\t\tAB\n");
    let state = shared_state(LexiconRegistry::with_default(from, 2));
    state.registry.change::<Infallible>(Change::Install(to), |_| Ok(())).unwrap();
    let updater = LexiconUpdater::new(Arc::clone(&state.registry), None, 0, || {});
    let admin = web::Data::new(AdminState {
        updater: Arc::new(updater),
        auth: AdminAuth::default(),
        poll_source: None,
        read_keys: None,
        text_limit: 1_000,
        max_shrink: 20,
    });
    let app = App::new().app_data(state).app_data(admin).configure(admin::routes);
    let request = TestRequest::get()
        .uri("/admin/lexicons/en/diff?limit=2")
        .peer_addr("127.0.0.1:5000".parse().unwrap())
        .insert_header((HOST, "localhost"));
    let service = actix::init_service(app).await;
    let diff = read(actix::call_service(&service, request.to_request()).await).await.json();
    assert_eq!((&diff["from"]["edition"], &diff["to"]["edition"]), (&json!("1"), &json!("2")));
    assert_eq!(diff["added"], json!({"total": 3, "words": ["AC", "ZO"]}));
    assert_eq!(diff["removed"], json!({"total": 2, "words": ["AA", "ZA"]}));
    let remarked = json!({"word": "AB", "from": [], "to": ["slang"]});
    assert_eq!(diff["remarked"], json!({"total": 1, "words": [remarked]}));
    assert_eq!(diff["categories"], json!(["x"]));
}

/// Sends a local request to the administration; returns the status and the response.
async fn ask(
    service: &impl Service<Request, Response = ServiceResponse, Error = actix_web::Error>,
    request: TestRequest,
) -> (u16, Value) {
    let local =
        request.peer_addr("127.0.0.1:5000".parse().unwrap()).insert_header((HOST, "localhost"));
    let response = read(actix::call_service(service, local.to_request()).await).await;
    (response.status.as_u16(), response.json())
}

fn put(path: &str, text: &'static str) -> TestRequest {
    TestRequest::put().uri(&format!("/admin/lexicons/{path}")).set_payload(text)
}

fn post(path: &str, body: &Value) -> TestRequest {
    TestRequest::post().uri(&format!("/admin/lexicons/{path}")).set_payload(body.to_string())
}

macro_rules! local_admin {
    ($from:expr) => {{
        let state = shared_state(LexiconRegistry::with_default($from, 3));
        let updater = LexiconUpdater::new(Arc::clone(&state.registry), None, 0, || {});
        let admin = web::Data::new(AdminState {
            updater: Arc::new(updater),
            auth: AdminAuth::default(),
            poll_source: None,
            read_keys: None,
            text_limit: 1_000,
            max_shrink: 20,
        });
        let app = App::new().app_data(state.clone()).app_data(admin).configure(admin::routes);
        (actix::init_service(app).await, state)
    }};
}

#[actix_web::test]
async fn an_upload_can_be_tried_prepared_activated_and_rolled_back() {
    let (service, state) = local_admin!(edition("en", "1", "AA\nAB\nAD\nAE\nAG\n", ""));
    let active = || state.registry.retained(None).unwrap().id.edition.clone();

    let (status, tried) =
        ask(&service, put("en?edition=2&dry_run=true", "AA\nAB\nAD\nAE\nAH\n")).await;
    assert_eq!((status, active().as_str()), (200, "1"));
    assert_eq!(tried["added"], json!({"total": 1, "words": ["AH"]}));
    assert_eq!(tried["removed"], json!({"total": 1, "words": ["AG"]}));
    assert_eq!(tried["active"], json!(false));
    assert_eq!(tried["marks"], json!({"source": "own", "marked": 0, "of": 5}));
    assert!(tried["warning"].as_str().unwrap().contains("marks"), "{tried}");

    let (_, prepared) =
        ask(&service, put("en?edition=2&activate=false", "AA\nAB\nAD\nAE\nAH\n")).await;
    assert_eq!((active().as_str(), &prepared["active"]), ("1", &json!(false)));
    let (status, refused) = ask(&service, post("en/rollback", &json!(null))).await;
    assert_eq!((status, &refused["code"]), (409, &json!("lexicon_not_held")), "never active");
    let digest = &prepared["lexicon"]["digest"];
    let (status, activated) = ask(&service, post("en/activate", &json!({"digest": digest}))).await;
    assert_eq!((status, active().as_str()), (200, "2"));
    assert_eq!(
        (&activated["active"], &activated["before"]["edition"]),
        (&json!(true), &json!("1"))
    );

    ask(&service, put("en?edition=3", "AA\nAB\nAD\nAE\nAH\nAI\n")).await;
    for back in ["2", "1"] {
        assert_eq!(ask(&service, post("en/rollback", &json!(null))).await.0, 200);
        assert_eq!(active(), back, "in time, and never to the edition that was rolled back");
    }
    assert_eq!(ask(&service, post("en/rollback", &json!(null))).await.0, 409);
    assert_eq!(ask(&service, post("en/rollback?to=3", &json!(null))).await.0, 200);
    assert_eq!(ask(&service, post("en/rollback", &json!(null))).await.0, 200);
    assert_eq!(active(), "1", "the edition before, in time");

    let (status, bad) = ask(&service, post("en/activate", &json!({"digits": "12"}))).await;
    assert_eq!((status, &bad["code"]), (400, &json!("bad_request")));
    let (status, new) = ask(&service, put("new?activate=false", "AA\n")).await;
    assert_eq!((status, &new["code"]), (409, &json!("change_refused")));

    let (_, changes) = ask(&service, TestRequest::get().uri("/admin/changes")).await;
    let changes = changes["changes"].as_array().unwrap();
    let outcomes: Vec<&Value> = changes.iter().rev().map(|change| &change["outcome"]).collect();
    let expected = json!([
        "tried",
        "prepared",
        "refused",
        "activated",
        "installed",
        "restored",
        "restored",
        "refused",
        "restored",
        "restored",
        "refused",
    ]);
    assert_eq!(json!(outcomes), expected);
    let activated = &changes[changes.len() - 4];
    assert_eq!(activated["now"]["digest"], *digest);
    assert_eq!(
        (&activated["actor"], &activated["before"]["edition"]),
        (&json!("local"), &json!("1"))
    );
}

#[actix_web::test]
async fn uploads_that_lose_many_words_or_expect_another_edition_are_refused() {
    let (service, state) = local_admin!(edition("en", "1", "AA\nAB\nAD\nAE\nAG\n", ""));
    let digest = state.registry.retained(None).unwrap().id.digest.clone();
    let active = || state.registry.retained(None).unwrap().id.edition.clone();
    for (path, tag, status, now) in [
        ("en?edition=2", None, 409, "1"),
        ("en?edition=2&dry_run=true", None, 409, "1"),
        ("en?edition=2&activate=false", None, 200, "1"),
        ("en?edition=2&force=true", Some("\"sha256:00\""), 412, "1"),
        ("en?edition=2&force=true", Some(digest.as_str()), 200, "2"),
    ] {
        let mut request = put(path, "AA\nAB\nAD\n");
        if let Some(tag) = tag {
            request = request.insert_header((IF_MATCH, tag));
        }
        let (answered, response) = ask(&service, request).await;
        assert_eq!((answered, active().as_str()), (status, now), "{path}: {response}");
    }
    let (_, refused) = ask(&service, put("en?edition=3", "AA\nAB\n")).await;
    let detail = refused["detail"].as_str().unwrap();
    assert!(detail.contains("lacks 1 of the 3 words") && detail.contains("force=true"), "{detail}");
}

#[actix_web::test]
async fn lists_that_people_have_are_imported_with_the_marks_of_another_lexicon() {
    let (service, state) = local_admin!(edition("en", "1", "HENS\tplural_s\tHEN\n", ""));
    let list = "\u{feff}# our list\r\nhen\r\nhens\r\ndon't\r\n";
    let (status, refused) = ask(&service, put("club", list)).await;
    assert_eq!(status, 422, "{refused}");
    let (status, imported) = ask(&service, put("club?import=true", list)).await;
    assert_eq!(status, 200, "{imported}");
    assert_eq!(imported["marks"], json!({"source": "en@1", "marked": 1, "of": 2}));
    assert_eq!(imported["import"]["left_out"][0]["examples"], json!(["don't"]));
    let summary = state.registry.list();
    assert_eq!(summary[0].marks_from.as_deref(), Some("en@1"));
    let (_, plain) = ask(&service, put("club?import=true&marks_from=none", list)).await;
    assert_eq!(plain["marks"], json!({"source": "own", "marked": 0, "of": 2}));
    for (path, status) in [
        ("club?marks_from=en", 400),
        ("club?import=true&marks_from=fr", 404),
        ("club?import=maybe", 400),
    ] {
        assert_eq!(ask(&service, put(path, list)).await.0, status, "{path}");
    }
}

#[actix_web::test]
async fn refused_changes_are_counted_and_a_key_with_the_scope_admin_is_accepted() {
    let digest = Digest::of(&[b"wc_1"]).to_hex();
    let registry = LexiconRegistry::with_default(edition("en", "1", "AA\n", ""), 2);
    let mut state = State::new(Arc::new(registry), SearchPool::bounded(1, 1));
    state.api_keys = Arc::new(format!("ann {digest} scopes=admin\n").parse().unwrap());
    let state = web::Data::new(state);
    let updater = LexiconUpdater::new(Arc::clone(&state.registry), None, 0, || {});
    let admin = web::Data::new(AdminState {
        updater: Arc::new(updater),
        auth: AdminAuth::new("bob fedcba9876543210\n", None, false).unwrap(),
        poll_source: None,
        read_keys: None,
        text_limit: 1_000,
        max_shrink: 20,
    });
    let app = App::new().app_data(state.clone()).app_data(admin).configure(admin::routes);
    let service = actix::init_service(app).await;
    let rollback = TestRequest::post().uri("/admin/lexicons/en/rollback?to=7");
    for (request, status) in [
        (TestRequest::delete().uri("/admin/lexicons/en"), 409),
        (rollback, 409),
        (TestRequest::delete().uri("/admin/lexicons/nowhere"), 404),
    ] {
        let request = request.insert_header((AUTHORIZATION, "Bearer wc_1"));
        let response = read(actix::call_service(&service, request.to_request()).await).await;
        assert_eq!(response.status.as_u16(), status);
    }
    let metrics = state.metrics.text(&state.registry, &state.search_pool);
    let metrics = String::from_utf8(metrics).unwrap();
    let counted = |lexicon: &str, count: u32| {
        let line = format!(
            "wordcourt_lexicon_changes_total{{lexicon=\"{lexicon}\",outcome=\"refused\"}} {count}"
        );
        assert!(metrics.contains(&line), "{line}");
    };
    counted("en", 2);
    counted("", 1);
}

#[actix_web::test]
async fn every_admin_operation_of_the_document_exists() {
    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/admin.json");
    let state = shared_state(LexiconRegistry::with_default(edition("en", "1", "AA\n", ""), 2));
    let updater = LexiconUpdater::new(Arc::clone(&state.registry), None, 0, || {});
    let admin = web::Data::new(AdminState {
        updater: Arc::new(updater),
        auth: AdminAuth::new("ann 0123456789abcdef", None, false).unwrap(),
        poll_source: None,
        read_keys: None,
        text_limit: 1_000,
        max_shrink: 20,
    });
    let app = App::new().app_data(state).app_data(admin).configure(admin::routes);
    let service = actix::init_service(app).await;
    let get = TestRequest::get().uri("/admin/openapi.json").to_request();
    let response = read(actix::call_service(&service, get).await).await;
    if updating() {
        std::fs::write(FILE, &response.body).unwrap();
    }
    let committed = std::fs::read(FILE).unwrap();
    assert!(committed == response.body, "openapi/admin.json is out of date; run `just update`");
    let document = response.json();
    let mut count = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let request = TestRequest::default().method(method).uri(&path.replace("{name}", "en"));
            let response = read(actix::call_service(&service, request.to_request()).await).await;
            // Without the token, every operation that exists is refused.
            let (status, code) = (response.status.as_u16(), response.json()["code"].clone());
            assert_eq!((status, code), (401, json!("unauthorized")), "{path}");
            assert!(operation["responses"].get("401").is_some(), "{path}");
            count += 1;
        }
    }
    assert_eq!(count, 9);
}
