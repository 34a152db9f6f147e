//! The Model Context Protocol. Its messages are read with the types of the official Rust SDK.

use std::collections::BTreeSet;
use std::sync::Arc;

use actix_web::http::{Method, StatusCode};
use rmcp::model::{
    CallToolResult, DiscoverResult, InitializeResult, JsonRpcError, JsonRpcResponse,
    ListToolsResult, ProtocolVersion, ResultType,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use wordcourt::api::mcp::{MAX_BYTES, Tool};
use wordcourt::api::openapi::EXAMPLES;
use wordcourt::api::{Method as OperationMethod, OperationId};
use wordcourt::lexicon::Digest;
use wordcourt::rules::Variant;

use crate::middleware::{Service, with_rate_limit};
use crate::{Response, document, get, send};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Sends a message of a client that has agreed on a version before.
pub(crate) async fn message(body: &Value) -> Response {
    let version = ("mcp-protocol-version", "2025-11-25");
    let accept = ("accept", "application/json, text/event-stream");
    send(Method::POST, "/mcp", &[JSON, version, accept], body.to_string()).await
}

/// Sends a request and returns its result.
pub(crate) async fn request<T: DeserializeOwned>(method: &str, params: &Value) -> T {
    let body = json!({ "jsonrpc": "2.0", "id": "7", "method": method, "params": params });
    result(&message(&body).await)
}

pub(crate) fn result<T: DeserializeOwned>(response: &Response) -> T {
    assert_eq!(response.status, StatusCode::OK, "{}", String::from_utf8_lossy(&response.body));
    assert_eq!(response.header("content-type"), "application/json");
    let response: JsonRpcResponse<T> = serde_json::from_slice(&response.body).unwrap();
    response.result
}

/// Returns the HTTP status and the code of an error of the protocol.
pub(crate) fn error(response: &Response) -> (u16, i32) {
    assert_eq!(response.header("content-type"), "application/json", "{response:?}");
    let error: JsonRpcError = serde_json::from_slice(&response.body).unwrap();
    (response.status.as_u16(), error.error.code.0)
}

async fn call(tool: &str, arguments: &Value) -> CallToolResult {
    request("tools/call", &json!({ "name": tool, "arguments": arguments })).await
}

fn text(result: &CallToolResult) -> &str {
    let [content] = &result.content[..] else { panic!("{result:?}") };
    &content.as_text().unwrap().text
}

/// Returns the operations that a tool runs, each with the arguments that choose it.
fn operations_of(tool: Tool) -> Vec<(OperationId, Map<String, Value>)> {
    let verbs: &[Option<&str>] = match tool {
        Tool::Operation(operation) => return vec![(operation, Map::new())],
        Tool::OfGames(_) => &[None],
        Tool::Play => &[
            Some("start"),
            Some("apply"),
            Some("view"),
            Some("replay"),
            Some("puzzle"),
            Some("compare"),
        ],
    };
    let of = |game: Variant, verb: Option<&str>| {
        let mut arguments = json!({ "variant": game });
        if let Some(verb) = verb {
            arguments["operation"] = verb.into();
        }
        let text = arguments.to_string();
        let (operation, request) = tool.request(&text).unwrap();
        assert_eq!(&*request, b"{}");
        (operation, arguments.as_object().unwrap().clone())
    };
    let of_game = |game| verbs.iter().map(move |&verb| of(game, verb));
    Variant::ALL.into_iter().flat_map(of_game).collect()
}

/// Returns the path and the query of an example as the members of an object.
fn parameters(operation: OperationId, path: &str) -> Value {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut members = Map::new();
    for (pattern, part) in operation.path().split('/').zip(path.split('/')) {
        if let Some(name) = pattern.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            members.insert(name.to_owned(), part.into());
        }
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap();
        let value = value.replace("%3F", "?");
        let number = value.parse::<u64>().ok().filter(|_| name != "within").map(Value::from);
        let list = name.ends_with("marks").then(|| value.split(',').collect());
        members.insert(name.to_owned(), number.or(list).unwrap_or_else(|| value.into()));
    }
    members.into()
}

#[actix_web::test]
async fn a_tool_returns_byte_for_byte_the_response_of_its_operation() {
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
    let mut operations = 0;
    for (name, tool) in Tool::ALL {
        for (operation, chosen) in operations_of(*tool) {
            let example = &examples[operation.name()];
            let path = example["path"].as_str().unwrap();
            let (alone, mut arguments) = match operation.method() {
                OperationMethod::Get => (get(path).await, parameters(operation, path)),
                OperationMethod::Post => {
                    let request = &example["request"];
                    let body = request.to_string();
                    (send(Method::POST, path, &[JSON], body).await, request.clone())
                }
            };
            arguments.as_object_mut().unwrap().extend(chosen);
            let result = call(name, &arguments).await;
            assert_eq!(result.is_error, Some(false), "{name} {arguments}: {}", text(&result));
            let alone = std::str::from_utf8(&alone.body).unwrap();
            assert_eq!(text(&result), alone, "{name} {arguments}");
            assert_eq!(result.structured_content.unwrap().to_string(), alone);
            operations += 1;
        }
    }
    assert_eq!(operations, 56);
}

/// An agent needs to know no rule: bots play first, and then everybody does the least that `next`
/// asks for.
#[actix_web::test]
async fn an_agent_plays_whole_games() {
    for game in Variant::ALL {
        let play = async |operation: &str, members: Value| {
            let mut arguments = json!({ "variant": game, "operation": operation });
            arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            let result = call("play", &arguments).await;
            assert_eq!(result.is_error, Some(false), "{arguments}: {}", text(&result));
            result.structured_content.unwrap()
        };
        let mut start = json!({
            "players": [{ "name": "ann" }, { "name": "bob" }],
            "seed": "7".repeat(64),
        });
        match game {
            Variant::ChooseYourWords | Variant::WordForWord => {
                start["rules"] = json!({ "rounds": 1 });
                for player in start["players"].as_array_mut().unwrap() {
                    player["chips"] = 20.into();
                }
            }
            Variant::PlayOnWords | Variant::MyWord => start["rules"] = json!({ "rounds": 1 }),
            Variant::Wordgame => {}
        }
        let mut answer = play("start", start.clone()).await;
        let mut actions = Vec::new();
        while let Some(player) = answer["next"]["to_act"].get(0).cloned() {
            assert!(actions.len() < 500, "{game}: the game does not end");
            let kind = if actions.len() < 8 { "bot" } else { "time_out" };
            let action = json!({ "kind": kind, "player": player });
            let act = |action| json!({ "state": answer["state"], "actions": [action] });
            let mut done = play("apply", act(action)).await;
            if done["applied"] == json!([]) {
                done = play("apply", act(json!({ "kind": "time_out", "player": player }))).await;
            }
            answer = done;
            actions.push(answer["applied"][0].clone());
            let view = json!({ "state": answer["state"], "for": player });
            let seen = play("view", view).await;
            assert_eq!(seen["next"]["to_act"], answer["next"]["to_act"]);
        }
        assert!(answer["result"]["winners"].is_array(), "{game}: {answer}");
        let replayed = play("replay", json!({ "start": start, "actions": actions })).await;
        assert_eq!(replayed["state"], answer["state"], "{game}");
    }
}

/// Calls a tool whose answer must be capped, and returns it.
async fn capped(tool: &str, arguments: &Value) -> Value {
    let result = call(tool, arguments).await;
    assert_eq!(result.is_error, Some(false), "{}", text(&result));
    let bytes = text(&result).len();
    assert!((MAX_BYTES / 2..=MAX_BYTES).contains(&bytes), "{tool}: {bytes} bytes");
    let answer = result.structured_content.clone().unwrap();
    assert_eq!(text(&result), answer.to_string());
    assert!(text(&result).starts_with("{\"capped\":\"the "), "{}", &text(&result)[..200]);
    answer
}

/// Models get all items of a list with pages, one after the other.
#[actix_web::test]
async fn a_long_page_is_shorter_and_its_cursor_leads_to_the_rest() {
    let cgp = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";
    let request = json!({ "cgp": cgp, "rack": "AEINS?", "all": true, "limit": 4_000 });
    let alone = crate::post_ok("/v1/wordgame/best", request.clone()).await;
    let mut arguments = request;
    arguments["variant"] = "wordgame".into();
    let first = capped("find_best_plays", &arguments).await;
    arguments["cursor"] = first["next"].clone();
    let second = capped("find_best_plays", &arguments).await;
    let moves = |page: &Value| page["moves"].as_array().unwrap().clone();
    let both = [moves(&first), moves(&second)].concat();
    assert_eq!(both[..], moves(&alone)[..both.len()]);

    let mut arguments = json!({ "marks": ["plural_s"], "min_length": 13, "limit": 1_000 });
    let words = capped("search_words", &arguments).await;
    arguments["cursor"] = words["next"].clone();
    arguments["limit"] = 3.into();
    let rest = call("search_words", &arguments).await.structured_content.unwrap();
    let last = words["words"].as_array().unwrap().last().unwrap()["word"].as_str().unwrap();
    assert!(*last < *rest["words"][0]["word"].as_str().unwrap());
    assert!(rest.get("capped").is_none());
}

#[actix_web::test]
async fn a_long_list_without_pages_has_its_first_items() {
    let words: Vec<String> = (0..5_000).map(|number| format!("ZZ{number}")).collect();
    let request = json!({ "words": words });
    let alone = crate::post_ok("/v1/words/validate", request.clone()).await;
    let answer = capped("check_words", &request).await;
    let results = answer["results"].as_array().unwrap();
    assert_eq!(results[..], alone["results"].as_array().unwrap()[..results.len()]);
    let note = answer["capped"].as_str().unwrap();
    let expected = format!("results has the first {} of 5000 items", results.len());
    assert!(note.contains(&expected), "{note}");
    assert_eq!(answer["all_valid"], false);
    assert_eq!(answer["lexicon"], alone["lexicon"]);
    // What is not a list is left out whole.
    let words: Vec<String> = (0..10_000).map(|number| format!("ZZZZ{number}")).collect();
    let grounds = json!({ "words": words, "grounds": true, "quiet": true });
    let result = call("check_words", &grounds).await;
    assert!(text(&result).len() < MAX_BYTES);
    assert!(text(&result).contains("grounds is left out"), "{}", &text(&result)[..500]);
}

#[actix_web::test]
async fn a_problem_with_long_breaches_has_the_first_of_them() {
    let table: Vec<String> = (0..56).map(|_| "Q".repeat(5_000)).collect();
    let arguments = json!({ "variant": "my-word", "table": table, "word": "A" });
    let result = call("score_play", &arguments).await;
    let problem = result.structured_content.clone().unwrap();
    for bytes in [text(&result).len(), problem.to_string().len()] {
        assert!(bytes <= MAX_BYTES, "{bytes} bytes");
    }
    assert_eq!(result.is_error, Some(true));
}

#[actix_web::test]
async fn the_list_of_tools_is_short_and_agrees_with_the_operations() {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let response = message(&body).await;
    assert!(response.body.len() <= 14_000, "{} bytes", response.body.len());
    let list: ListToolsResult = result(&response);
    assert!(list.tools.len() <= 11);
    let names: Vec<&str> = list.tools.iter().map(|tool| &*tool.name).collect();
    let known: BTreeSet<&str> = Tool::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.iter().copied().collect::<BTreeSet<&str>>(), known);
    let games = json!(Variant::ALL);
    for listed in &list.tools {
        let tool = Tool::from_name(&listed.name).unwrap();
        let schema = &listed.input_schema;
        let properties = schema["properties"].as_object().unwrap();
        if let Some(variant) = properties.get("variant") {
            assert_eq!(variant["enum"], games, "{}", listed.name);
        }
        let mut members = BTreeSet::new();
        for (operation, chosen) in operations_of(tool) {
            let (all, required) = members_of(operation);
            for name in required {
                assert!(properties.contains_key(&name), "{} lacks {name}", listed.name);
            }
            members.extend(all);
            members.extend(chosen.into_iter().map(|(name, _)| name));
        }
        for name in properties.keys() {
            assert!(members.contains(name), "{}: no operation has {name}", listed.name);
        }
        assert_eq!(listed.annotations.as_ref().unwrap().read_only_hint, Some(true));
    }
}

/// Returns the members of the requests of an operation, and those that are required.
fn members_of(operation: OperationId) -> (BTreeSet<String>, Vec<String>) {
    let document = document().value();
    let names = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().into()).collect()
    };
    let path = &document["paths"][operation.path()];
    match operation.method() {
        OperationMethod::Get => {
            let parameters = path["get"]["parameters"].as_array().unwrap();
            let name = |parameter: &Value| parameter["name"].as_str().unwrap().to_owned();
            let required = parameters.iter().filter(|parameter| parameter["required"] == true);
            (parameters.iter().map(name).collect(), required.map(name).collect())
        }
        OperationMethod::Post => {
            let body = &path["post"]["requestBody"]["content"]["application/json"]["schema"];
            let reference = body["$ref"].as_str().unwrap().trim_start_matches('#');
            let schema = document.pointer(reference).unwrap();
            let all = schema["properties"].as_object().unwrap().keys().cloned().collect();
            (all, names(&schema["required"]))
        }
    }
}

#[actix_web::test]
async fn a_handshake_agrees_on_a_supported_version() {
    for (requested, agreed) in [
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        // It has no handshake.
        ("2026-07-28", "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        ("soon", "2025-11-25"),
    ] {
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": requested, "capabilities": {}, "clientInfo": client });
        let result: InitializeResult = request("initialize", &params).await;
        assert_eq!(result.protocol_version.as_str(), agreed, "{requested}");
        assert_eq!(result.server_info.name, "wordcourt");
        assert!(result.capabilities.tools.is_some() && result.capabilities.resources.is_some());
        assert!(result.instructions.is_some());
    }
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let accepted = message(&initialized).await;
    assert_eq!((accepted.status, &accepted.body[..]), (StatusCode::ACCEPTED, &b""[..]));
    assert_eq!(request::<Value>("ping", &json!({})).await, json!({}));
}

/// Sends a request of the version without a handshake.
pub(crate) async fn stated(method: &str, mut params: Value, headers: &[(&str, &str)]) -> Response {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    send(Method::POST, "/mcp", &[&[JSON], headers].concat(), body.to_string()).await
}

pub(crate) const VERSION: (&str, &str) = ("mcp-protocol-version", "2026-07-28");

#[actix_web::test]
async fn each_request_can_state_its_version() {
    let headers = |method| [VERSION, ("mcp-method", method)];
    let discover = stated("server/discover", json!({}), &headers("server/discover")).await;
    let discover: DiscoverResult = result(&discover);
    assert_eq!(discover.supported_versions, ProtocolVersion::KNOWN_VERSIONS[2..]);
    assert_eq!(discover.server_info().unwrap().name, "wordcourt");
    let list: ListToolsResult =
        result(&stated("tools/list", json!({}), &headers("tools/list")).await);
    assert_eq!((list.result_type, list.ttl_ms), (Some(ResultType::COMPLETE), Some(3_600_000)));
    let check = json!({ "name": "check_words", "arguments": { "words": ["AA"] } });
    let named = [VERSION, ("mcp-method", "tools/call"), ("mcp-name", "check_words")];
    let called: CallToolResult = result(&stated("tools/call", check.clone(), &named).await);
    assert_eq!(called.result_type, Some(ResultType::COMPLETE));
    assert_eq!(called.structured_content.unwrap()["all_valid"], true);

    // The headers must repeat the message.
    for wrong in [
        &named[1..],
        &named[..2],
        &[VERSION, named[2]],
        &[VERSION, named[1], ("mcp-name", "settle")],
        &[("mcp-protocol-version", "2025-11-25"), named[1], named[2]],
    ] {
        let refused = stated("tools/call", check.clone(), wrong).await;
        assert_eq!(error(&refused), (400, -32_020), "{wrong:?}");
    }
    for method in ["ping", "initialized", "prompts/list"] {
        let refused = stated(method, json!({}), &headers(method)).await;
        assert_eq!(error(&refused), (404, -32_601), "{method}");
    }
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let without_meta = send(Method::POST, "/mcp", &[JSON, VERSION], list.clone()).await;
    assert_eq!(error(&without_meta), (400, -32_602));
    for unsupported in ["2025-03-26", "2030-01-01", "x"] {
        let headers = [JSON, ("mcp-protocol-version", unsupported)];
        let refused = send(Method::POST, "/mcp", &headers, list.clone()).await;
        assert_eq!(error(&refused), (400, -32_022), "{unsupported}");
        assert_eq!(refused.json()["error"]["data"]["supported"][2], "2026-07-28");
    }
    assert_eq!(send(Method::POST, "/mcp", &[JSON], list).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn messages_that_cannot_be_answered_are_errors_of_the_protocol() {
    for (body, expected) in [
        ("", (400, -32_700)),
        ("{", (400, -32_700)),
        ("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"\u{0}\"}", (400, -32_700)),
        ("7", (400, -32_600)),
        ("[]", (400, -32_600)),
        (r#"["2.0", 1, "ping"]"#, (400, -32_600)),
        (r#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, (400, -32_600)),
        (r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#, (400, -32_600)),
        (r#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, (400, -32_600)),
        (r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, (400, -32_600)),
        (r#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, (400, -32_600)),
        (r#"{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"}"#, (400, -32_600)),
        (r#"{"jsonrpc": "2.0", "id": true, "method": "ping"}"#, (400, -32_600)),
        (r#"{"jsonrpc": "2.0", "id": [1], "method": "ping"}"#, (400, -32_600)),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": 7}"#, (400, -32_602)),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}"#, (400, -32_602)),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ["check_words", {"words": ["CAT"]}]}"#,
            (400, -32_602),
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": ["2025-11-25", {}]}}"#,
            (400, -32_602),
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": ["2025-11-25"]}"#,
            (200, -32_602),
        ),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}"#, (200, -32_601)),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover"}"#, (200, -32_601)),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize"}"#, (200, -32_602)),
        (r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#, (200, -32_602)),
        (
            r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"}}"#,
            (200, -32_602),
        ),
    ] {
        let response = send(Method::POST, "/mcp", &[JSON], body).await;
        assert_eq!(error(&response), expected, "{body}");
    }
    // An error repeats only the beginning of what it refuses.
    let long = "x".repeat(100_000);
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": long }).to_string();
    let response = send(Method::POST, "/mcp", &[JSON], body).await;
    assert!(response.body.len() < 3_000, "{} bytes", response.body.len());
}

#[actix_web::test]
async fn problems_are_errors_of_the_tool_with_their_places() {
    let cases = [
        ("check_words", json!({}), "invalid_request", "/words"),
        ("check_words", json!([["AA"]]), "invalid_request", ""),
        ("check_words", json!({"words": ["AA"], "lexicon": "no"}), "unknown_lexicon", ""),
        ("score_play", json!({"table": ["A"], "word": "A"}), "invalid_request", "/variant"),
        ("score_play", json!({"variant": "chess"}), "invalid_request", "/variant"),
        ("score_play", json!({"variant": "my-word", "rack": "A"}), "invalid_request", "/rack"),
        (
            "score_play",
            json!({"variant": "my-word", "table": ["M", "Q1"], "word": "MASK"}),
            "rules_breached",
            "/table",
        ),
        ("get_rules", json!({"variant": "chess"}), "unknown_variant", ""),
        ("play", json!({"variant": "my-word"}), "invalid_request", "/operation"),
        (
            "play",
            json!({"variant": "my-word", "operation": "best"}),
            "invalid_request",
            "/operation",
        ),
        ("play", json!({"variant": "my-word", "operation": "view"}), "invalid_request", "/state"),
    ];
    for (tool, arguments, code, pointer) in cases {
        let result = call(tool, &arguments).await;
        assert_eq!(result.is_error, Some(true), "{tool} {arguments}");
        let problem = result.structured_content.as_ref().unwrap();
        assert_eq!(problem["code"], code, "{tool} {arguments}: {problem}");
        assert_eq!(problem["line"], Value::Null);
        let text = text(&result);
        let (title, detail) = (&problem["title"], &problem["detail"]);
        let start = format!("{}: {}", title.as_str().unwrap(), detail.as_str().unwrap());
        assert!(text.starts_with(&start), "{text}");
        if !pointer.is_empty() {
            assert_eq!(problem["breaches"][0]["pointer"], pointer, "{problem}");
            assert!(text.contains(pointer), "{text}");
        }
    }
    let two = json!({"variant": "my-word", "table": ["Q".repeat(65), "Q".repeat(66)], "word": "A"});
    let result = call("score_play", &two).await;
    assert!(text(&result).contains("\n/table/0: ") && text(&result).contains("\n/table/1: "));
    // A member that is given twice does not get lost on the way to the operation.
    let twice = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "score_play",
        "arguments": {"variant": "my-word", "word": "A", "table": ["A"], "word": "B"}}}"#;
    let response = send(Method::POST, "/mcp", &[JSON], twice).await;
    let problem = &response.json()["result"]["structuredContent"];
    assert_eq!(problem["breaches"][0]["pointer"], "/word", "{problem}");
    assert_eq!(problem["request_id"], response.header("x-request-id"));
}

/// A client need not recognize the same number in another form.
#[actix_web::test]
async fn ids_come_back_as_they_were_sent() {
    let longest = format!("\"{}\"", "7".repeat(100));
    for id in [
        "123456789012345678901234567890",
        "-0",
        "1.0",
        "1e2",
        "1E+400",
        "0.10",
        r#""\u0061\/""#,
        r#""""#,
        &longest,
    ] {
        for request in [
            r#""method": "ping""#,
            r#""method": "tools/call", "params": {"name": "check_words", "arguments": {"words": ["CAT"]}}"#,
            r#""method": "none""#,
        ] {
            let body = format!(r#"{{"jsonrpc": "2.0", "id": {id}, {request}}}"#);
            let response = send(Method::POST, "/mcp", &[JSON], body).await;
            let text = String::from_utf8_lossy(&response.body);
            assert!(text.contains(&format!(r#""id":{id},"#)), "{id} {request}: {text}");
        }
    }
}

const CHECK: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
    "params": {"name": "check_words", "arguments": {"words": ["AA"]}}}"#;
const SCORE: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
    "params": {"name": "score_play", "arguments": {"variant": "my-word", "table": ["A"], "word": "A"}}}"#;

#[actix_web::test]
async fn web_pages_need_an_allowed_origin() {
    let mine = ("origin", "https://game.example");
    let foreign = ("origin", "https://attacker.example");
    let closed = Service::with(|_| {});
    let open = Service::with(|state| state.origins = vec!["*".to_owned()]);
    let some = Service::with(|state| state.origins = vec!["https://game.example".to_owned()]);
    for (service, origin, status) in [
        (&closed, None, 200),
        (&closed, Some(mine), 403),
        (&closed, Some(("origin", "http://localhost:8000")), 403),
        (&open, Some(foreign), 200),
        (&some, Some(mine), 200),
        (&some, Some(foreign), 403),
        (&some, Some(("origin", "null")), 403),
    ] {
        let headers: Vec<_> = [JSON].into_iter().chain(origin).collect();
        let response = service.send(Method::POST, "/mcp", &headers, CHECK).await;
        assert_eq!(response.status.as_u16(), status, "{origin:?}");
    }
    let preflight = [
        mine,
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type,mcp-protocol-version,mcp-method,mcp-name"),
    ];
    let response = some.send(Method::OPTIONS, "/mcp", &preflight, "").await;
    assert!(response.status.is_success(), "{}", response.status);
}

#[actix_web::test]
async fn keys_scopes_limits_and_metrics_apply_as_to_other_requests() {
    let service = Service::with(|state| {
        let line = format!("ann {} scopes=words", Digest::of(&[b"wc_1"]).to_hex());
        state.api_keys = Arc::new(line.parse().unwrap());
        with_rate_limit(state, "3/1h");
        state.body_limits.bytes = 300;
    });
    let key = ("authorization", "Bearer wc_1");
    let refused = service.send(Method::POST, "/mcp", &[JSON], CHECK).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (401, &json!("unauthorized")));
    let checked = service.send(Method::POST, "/mcp", &[JSON, key], CHECK).await;
    assert_eq!(checked.json()["result"]["structuredContent"]["all_valid"], true);
    assert!(!checked.header("ratelimit").is_empty());
    // The key lacks the scope of games.
    let scored = service.send(Method::POST, "/mcp", &[JSON, key], SCORE).await;
    assert_eq!(scored.json()["result"]["structuredContent"]["code"], "forbidden");
    let long = " ".repeat(301).leak();
    let refused = service.send(Method::POST, "/mcp", &[JSON, key], long).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    let refused = service.send(Method::POST, "/mcp", &[JSON, key], CHECK).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let metrics = service.metrics();
    for expected in [
        "wordcourt_tool_calls_total{operation=\"validate_words\",status=\"200\"} 1",
        "wordcourt_tool_calls_total{operation=\"score_my_word\",status=\"403\"} 1",
        "http_server_request_duration_seconds_count{method=\"POST\",route=\"/mcp\",status=\"200\"} 2",
    ] {
        assert!(metrics.contains(expected), "{expected}\n{metrics}");
    }
}

#[actix_web::test]
async fn only_post_is_accepted() {
    for method in ["GET", "HEAD", "DELETE", "PUT", "QUERY"] {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let response = send(method.clone(), "/mcp", &[JSON], CHECK).await;
        assert_eq!(
            (response.status.as_u16(), response.header("allow")),
            (405, "OPTIONS, POST"),
            "{method}"
        );
    }
    let options = send(Method::OPTIONS, "/mcp", &[], "").await;
    assert_eq!((options.status.as_u16(), options.header("accept-query")), (204, ""));
    let text = send(Method::POST, "/mcp", &[("content-type", "text/plain")], CHECK).await;
    assert_eq!(text.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}
