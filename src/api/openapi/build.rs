//! The paths and schemas of the operations.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema as _, ToSchema as _};

use super::{BATCH_TAG, SIGNATURE_TAG, headers, operations_mut};
use crate::api::batch::{self, BatchRequest, BatchRequests, BatchResponse, BatchResponses};
use crate::api::bounds::{collect, collect_as};
use crate::api::envelope::{CommonSchema, make_lines_optional};
use crate::api::keys::{self, KeyList};
use crate::api::lexicons::text::{self, LexiconText, LexiconTextRequest};
use crate::api::lexicons::{fst, image};
use crate::api::operation::{Method, Operation};
use crate::api::problem::{ProblemBody, ProblemCode};
use crate::api::{ForEachOperation, for_each_operation};
use crate::lexicon::STORED_VERSION;
use crate::lexicon::image::VERSION;

/// Adds every operation with the schemas that it uses.
pub(super) fn add_operations(document: &mut Value) {
    let mut collector = Collector { document, schemas: Vec::new(), responses: BTreeMap::new() };
    for_each_operation(&mut collector);
    let Collector { document, mut schemas, responses } = collector;
    collect::<ProblemBody<'static>>(&mut schemas);
    collect::<BatchRequest<'static>>(&mut schemas);
    collect::<BatchResponse>(&mut schemas);
    collect::<BatchRequests>(&mut schemas);
    collect::<BatchResponses>(&mut schemas);
    collect::<KeyList>(&mut schemas);
    document["paths"][batch::PATH]["post"] = batch_operation();
    document["paths"][keys::PATH]["get"] = keys_operation();
    collect::<LexiconText<'static>>(&mut schemas);
    document["paths"][text::PATH]["get"] = lexicon_text_operation();
    document["paths"][image::PATH]["get"] = lexicon_image_operation();
    document["paths"][fst::PATH]["get"] = lexicon_fst_operation();
    for (name, schema) in schemas {
        let mut schema = to_value(&schema);
        make_lines_optional(&mut schema);
        document["components"]["schemas"][name] = schema;
    }
    for (name, common) in responses {
        let schema = document["components"]["schemas"][name].as_object_mut();
        common.add_to(schema.expect("responses are objects"));
    }
}

/// Sorts paths and schemas. Members keep their declared order.
pub(super) fn sort(document: &mut Value) {
    for sorted in ["/paths", "/components/schemas"] {
        let members = document.pointer_mut(sorted).and_then(Value::as_object_mut);
        members.expect("the skeleton has it").sort_keys();
    }
}

struct Collector<'d> {
    document: &'d mut Value,
    schemas: Vec<(String, RefOr<Schema>)>,
    /// The members that the responses have besides their own, by the name of the schema.
    responses: BTreeMap<String, CommonSchema>,
}

impl ForEachOperation for Collector<'_> {
    fn visit<O: Operation>(&mut self) {
        let name = O::schema_name::<O::Response<'static>>();
        collect_as::<O::Response<'static>>(Cow::Borrowed(&name), &mut self.schemas);
        let response = json!({ "$ref": reference(&name) });
        let request = to_value(&O::Request::schema());
        let common = CommonSchema {
            has_presentation: O::METHOD == Method::Post,
            has_rulebook: O::HAS_RULEBOOK,
            is_ruling: O::IS_RULING,
            has_texts: request["properties"]["texts"].is_object(),
        };
        self.responses.insert(name, common);
        let mut operation = json!({
            "operationId": O::ID,
            "tags": [O::TAG],
            "summary": O::SUMMARY,
            "description": O::DESCRIPTION,
            "responses": {
                "200": {
                    "description": O::RESPONSE,
                    "content": { "application/json": { "schema": response } },
                },
            },
        });
        if O::IS_RULING {
            // A second media type would make the type of the response in TypeScript, and in other
            // languages, a union of the ruling and a text.
            let description = format!("{}. With `Accept: text/html`, a page to print", O::RESPONSE);
            operation["responses"]["200"]["description"] = description.into();
            operation["responses"]["200"]["headers"] = headers::of_signed();
        }
        for problem in O::PROBLEMS {
            // `problems::add` replaces this member with responses.
            operation["x-problems"][problem.name()] = true.into();
        }
        let method = match O::METHOD {
            Method::Get => {
                O::Request::schemas(&mut self.schemas);
                operation["parameters"] = parameters(O::PATH, &O::Request::schema());
                "get"
            }
            Method::Post => {
                let name = O::schema_name::<O::Request>();
                let request = json!({ "$ref": reference(&name) });
                collect_as::<O::Request>(name.into(), &mut self.schemas);
                operation["requestBody"] = json!({
                    "required": true,
                    "content": { "application/json": { "schema": request } },
                });
                if let Some(text_body) = O::TEXT_BODY {
                    let text = json!({ "type": "string", "description": text_body.description });
                    operation["requestBody"]["content"]["text/plain"] = json!({
                        "schema": text,
                        "example": text_body.example,
                    });
                }
                "post"
            }
        };
        self.document["paths"][O::PATH][method] = operation;
    }
}

/// Returns the operation of batches, which has no request and response of its own.
fn batch_operation() -> Value {
    // One object, or a text whose lines are JSON.
    let content = |list: &str, name: &str| {
        let items = json!({ "type": "array", "items": { "$ref": reference(name) } });
        // Without the format, generators take the media type for JSON and quote the text.
        let schema = json!({ "type": "string", "format": "binary", "contentSchema": items });
        json!({
            "application/json": { "schema": { "$ref": reference(list) } },
            batch::MEDIA_TYPE: { "schema": schema },
        })
    };
    json!({
        "operationId": "answer_batch",
        "tags": [BATCH_TAG],
        "summary": "Send many requests at once",
        "description": "The body is a list of `BatchRequest` in one object (`application/json`), or \
            one `BatchRequest` on each line (`application/x-ndjson`): a request of any operation except \
            `answer_batch`, `get_lexicon_fst`, `get_lexicon_image`, `get_lexicon_text` and `list_keys`. \
            The response has the form of the body, whatever `Accept` asks for. It has one \
            `BatchResponse` for each request, in the order of the requests, and each is sent as soon \
            as it and all before it are known. `answer` is byte for byte the response \
            that the operation sends to the request alone. A request with a problem does not affect \
            the others. Each request counts towards the rate limit and the search quota as if it were \
            sent alone, and one whose search finds the queue full has the status 503.",
        "requestBody": { "required": true, "content": content("BatchRequests", "BatchRequest") },
        "responses": {
            "200": {
                "description": "One response for each request.",
                "content": content("BatchResponses", "BatchResponse"),
            },
        },
    })
}

/// Returns the operation that lists the keys of the service, which don't depend on a request.
fn keys_operation() -> Value {
    json!({
        "operationId": "list_keys",
        "tags": [SIGNATURE_TAG],
        "summary": "Lists the public keys for signatures of rulings",
        "description": "The list is empty if the service doesn't sign. No API key is needed. Keep a \
            copy of the keys that you trust: a key that comes with a signature proves nothing.",
        "responses": {
            "200": {
                "description": "The keys",
                "content": { "application/json": { "schema": { "$ref": reference("KeyList") } } },
            },
        },
    })
}

/// Returns the operation for the texts of a lexicon. It does not answer lines of batches, whose
/// responses are short.
fn lexicon_text_operation() -> Value {
    let response = json!({ "$ref": reference(&LexiconText::<'static>::name()) });
    json!({
        "operationId": "get_lexicon_text",
        "tags": ["Lexicons"],
        "summary": "Downloads a lexicon",
        "description": "Returns the texts that an edition was built from, several megabytes. The \
            package `@wordcourt/core` reads them to answer without a connection. Caches may keep a \
            response indefinitely if the request pins the whole digest \
            (`/v1/lexicons/en@sha256:…/text`).",
        "parameters": parameters(text::PATH, &LexiconTextRequest::schema()),
        "x-problems": problems_of_texts(),
        "responses": {
            "200": {
                "description": "The texts",
                "content": { "application/json": { "schema": response } },
            },
        },
    })
}

/// Returns the operation for the image of a lexicon, which isn't JSON.
fn lexicon_image_operation() -> Value {
    let description = format!(
        "Returns an edition in the binary form that the package `@wordcourt/core` loads in half the \
         time of its texts. This is version {VERSION} of the form; the package refuses others. An \
         image states the digest of the texts without containing them. Caches may keep a response \
         indefinitely if the request pins the whole digest (`/v1/lexicons/en@sha256:…/image`)."
    );
    json!({
        "operationId": "get_lexicon_image",
        "tags": ["Lexicons"],
        "summary": "Downloads a lexicon for @wordcourt/core",
        "description": description,
        "parameters": parameters(image::PATH, &LexiconTextRequest::schema()),
        "x-problems": problems_of_texts(),
        "responses": {
            "200": {
                "description": "The image",
                "content": {
                    image::MEDIA_TYPE: { "schema": { "type": "string", "format": "binary" } },
                },
            },
        },
    })
}

/// Returns the operation for the stored form of a lexicon, which isn't JSON.
fn lexicon_fst_operation() -> Value {
    let description = format!(
        "Returns an edition in the form in which the service stores it: a finite-state transducer \
         that maps words to rows, and columns with their marks, headwords, definitions and tiers. \
         Programs in any language can read it; the guide describes the format. This is version \
         {STORED_VERSION} of the form. It ends with the SHA-256 of everything before. Caches may keep \
         a response indefinitely if the request pins the whole digest \
         (`/v1/lexicons/en@sha256:…/fst`)."
    );
    json!({
        "operationId": "get_lexicon_fst",
        "tags": ["Lexicons"],
        "summary": "Downloads a lexicon for other programs",
        "description": description,
        "parameters": parameters(fst::PATH, &LexiconTextRequest::schema()),
        "x-problems": problems_of_texts(),
        "responses": {
            "200": {
                "description": "The stored form",
                "content": {
                    fst::MEDIA_TYPE: { "schema": { "type": "string", "format": "binary" } },
                },
            },
        },
    })
}

fn problems_of_texts() -> Value {
    json!({
        ProblemCode::UnknownLexicon.name(): true,
        ProblemCode::LexiconNotHeld.name(): true,
    })
}

/// Returns the members of a request as path and query parameters.
pub(super) fn parameters(path: &str, request: &RefOr<Schema>) -> Value {
    let schema = to_value(request);
    let members = schema["properties"].as_object().into_iter().flatten();
    let parameters = members.map(|(name, member)| {
        let is_in_path = path.contains(&format!("{{{name}}}"));
        let mut parameter = json!({
            "name": name,
            "in": if is_in_path { "path" } else { "query" },
            "schema": member,
        });
        if is_in_path {
            parameter["required"] = true.into();
        } else {
            // The items of a list are separated by commas.
            parameter["style"] = "form".into();
            parameter["explode"] = false.into();
        }
        parameter
    });
    parameters.collect()
}

/// Moves the descriptions of parameters from their schemas to the parameters, as `OpenAPI`
/// requires, and removes the style of those that are not lists.
pub(super) fn describe_parameters(document: &mut Value) {
    for (_, operation) in operations_mut(document) {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for parameter in parameters.into_iter().flatten() {
            let schema = parameter["schema"].as_object_mut();
            let description = schema.and_then(|schema| schema.remove("description"));
            parameter["description"] = description.unwrap_or_default();
            if parameter["schema"]["type"] != "array"
                && let Some(parameter) = parameter.as_object_mut()
            {
                parameter.shift_remove("style");
                parameter.shift_remove("explode");
            }
        }
    }
}

pub(super) fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

pub(super) fn to_value(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).expect("schemas are JSON")
}
