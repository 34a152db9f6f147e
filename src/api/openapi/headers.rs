//! The headers of responses.

use serde_json::{Map, Value, json};

use super::operations_mut;

/// Adds the headers of all responses, and describes those that only some responses have.
pub(super) fn add(document: &mut Value) {
    let mut headers = json!({
        "ETag": {
            "description": "Identifies the content of the response. If a later request sends it in If-None-Match and the response has not changed, the status is 304.",
            "schema": { "type": "string" },
        },
        "Retry-After": {
            "description": "The number of seconds to wait before the next attempt.",
            "schema": { "type": "integer", "minimum": 0 },
        },
    });
    let of_all = json!({
        "X-Request-Id": {
            "description": "The id of the request in the log of the server: the X-Request-Id of the request, or a new id.",
            "schema": { "type": "string" },
            "required": true,
        },
        "RateLimit": {
            "description": "The remaining quota, if the server has a rate limit: `r` is the number of requests left, and `t` the number of seconds until the whole quota is available again. In a response with status 429, `t` is the number of seconds until the next request is allowed.",
            "schema": { "type": "string" },
            "example": "\"default\";r=599;t=1",
        },
        "RateLimit-Policy": {
            "description": "The rate limit, if the server has one: `q` requests in `w` seconds.",
            "schema": { "type": "string" },
            "example": "\"default\";q=600;w=60",
        },
    });
    operations_mut(document).for_each(|(_, operation)| refer(&mut operation["responses"], &of_all));
    refer(&mut document["components"]["responses"], &of_all);
    for (name, header) in of_all.as_object().into_iter().flatten() {
        headers[name] = header.clone();
    }
    document["components"]["headers"] = headers;
}

/// Adds references to headers to every response that is not a reference itself.
fn refer(responses: &mut Value, headers: &Value) {
    for response in responses.as_object_mut().into_iter().flat_map(Map::values_mut) {
        if response.get("$ref").is_none() {
            for name in headers.as_object().into_iter().flat_map(Map::keys) {
                response["headers"][name] =
                    json!({ "$ref": format!("#/components/headers/{name}") });
            }
        }
    }
}
