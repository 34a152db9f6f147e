//! The document in `OpenAPI` 3.2.

use serde_json::{Map, Value, json};

use super::problems;
/// Returns the document in `OpenAPI` 3.2, with the QUERY method beside every POST.
pub(super) fn newer(document: &Value) -> Value {
    let mut newer = document.clone();
    newer["openapi"] = "3.2.0".into();
    for (path, item) in newer["paths"].as_object_mut().into_iter().flatten() {
        let Some(post) = item.get("post") else { continue };
        item["query"] = query(path, post);
    }
    newer
}

/// Returns the QUERY operation for a POST operation. It refers to the other one where it is the
/// same.
fn query(path: &str, post: &Value) -> Value {
    let mut query = post.clone();
    let id = post["operationId"].as_str().unwrap_or_default();
    query["operationId"] = format!("{id}_by_query").into();
    query["description"] =
        format!("The same as POST (`{id}`), but safe, idempotent and cacheable (RFC 10008).")
            .into();
    for content in ["/requestBody/content", "/responses/200/content"] {
        let media_types = query.pointer_mut(content).and_then(Value::as_object_mut);
        for content in media_types.into_iter().flat_map(Map::values_mut) {
            content.as_object_mut().map(|content| content.shift_remove("example"));
        }
    }
    let is_cacheable = path != crate::api::batch::PATH;
    if is_cacheable {
        problems::add_revalidation(&mut query);
        query["responses"]["412"] = json!({ "$ref": "#/components/responses/PreconditionFailed" });
    }
    query
}
