//! The headers of requests and responses.

use serde_json::{Map, Value, json};

use super::operations_mut;

/// The header of signed responses.
const SIGNATURE: &str = "Ruling-Signature";

/// Returns the reference to the header of signed responses. Every response with an `id` may have
/// it, but only the rulings refer to it, because more references would make the document much
/// longer.
pub(super) fn of_signed() -> Value {
    json!({ SIGNATURE: reference(SIGNATURE) })
}

/// The request header that asks for it.
const PREFER: &str = "Prefer";

/// The header of the pages of a list.
const LINK: &str = "Link";

/// Lets the requests of signed responses ask for the signature.
fn add_preference(document: &mut Value) {
    let preference = json!({ "$ref": format!("#/components/parameters/{PREFER}") });
    for (_, operation) in operations_mut(document) {
        if operation.pointer(&format!("/responses/200/headers/{SIGNATURE}")).is_some() {
            operation["parameters"] = json!([preference]);
        }
    }
    document["components"]["parameters"][PREFER] = json!({
        "name": PREFER,
        "in": "header",
        "description": "`signature` asks for a signed response. A server without a key ignores it, like every preference that it doesn't know (RFC 7240).",
        "schema": { "type": "string" },
        "example": "signature",
    });
}

/// Gives the responses of operations with a cursor the header for the next page.
fn add_links(document: &mut Value) {
    for (_, operation) in operations_mut(document) {
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        if parameters.any(|parameter| parameter["name"] == "cursor") {
            operation["responses"]["200"]["headers"][LINK] = reference(LINK);
        }
    }
}

/// Adds the headers of all responses, and describes those that only some responses have.
pub(super) fn add(document: &mut Value) {
    add_preference(document);
    add_links(document);
    let mut headers = json!({
        "ETag": {
            "description": "Identifies the content of the response. If a later request sends it in If-None-Match and the response has not changed, the status is 304.",
            "schema": { "type": "string" },
        },
        "Retry-After": {
            "description": "The number of seconds to wait before the next attempt.",
            "schema": { "type": "integer", "format": "int32", "minimum": 0 },
        },
        LINK: {
            "description": "The address of the next page, with `rel=\"next\"` (RFC 8288); absent on the last page.",
            "schema": { "type": "string" },
            "example": "<?starts=ca&limit=2&cursor=CAATINGAS.4262e4c8cecf4410.642152ebcb98a2a9>; rel=\"next\"",
        },
        SIGNATURE: {
            "description": "The signature of the response, if the request has `Prefer: signature`, the server has a key, and the response an `id`: a signed note (C2SP) over operation, id, lexicon and rulebook, in base64 between colons (RFC 9651). `GET /v1/keys` lists the keys that verify it. `Preference-Applied` is then `signature` (RFC 7240).",
            "schema": { "type": "string" },
        },
    });
    let of_all = json!({
        "X-Request-Id": {
            "description": "The id of the request in the log of the server, in every response: the X-Request-Id of the request, or a new id.",
            "schema": { "type": "string" },
            "required": true,
        },
        "RateLimit": {
            "description": "The remaining quota, in every response of a server with a rate limit: `r` is the number of requests left, and `t` the number of seconds until the whole quota is available again. In a response with status 429, `t` is the number of seconds until the next request is allowed.",
            "schema": { "type": "string" },
            "example": "\"default\";r=599;t=1",
        },
        "RateLimit-Policy": {
            "description": "The rate limit, in every response of a server that has one: `q` requests in `w` seconds.",
            "schema": { "type": "string" },
            "example": "\"default\";q=600;w=60",
        },
    });
    // Every response has all of these, but references to them in all places would make the document
    // much longer.
    let responses = &mut document["components"]["responses"];
    add_references(&mut responses["Problem"], &json!({ "X-Request-Id": {} }));
    for (name, response) in responses.as_object_mut().into_iter().flatten() {
        if name.contains("QuotaExceeded") {
            add_references(response, &of_all);
        }
    }
    for (name, header) in of_all.as_object().into_iter().flatten() {
        headers[name] = header.clone();
    }
    document["components"]["headers"] = headers;
}

/// Adds references to headers to a response.
fn add_references(response: &mut Value, headers: &Value) {
    for name in headers.as_object().into_iter().flat_map(Map::keys) {
        response["headers"][name] = reference(name);
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/headers/{name}") })
}
