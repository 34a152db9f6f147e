//! Every operation through the library and through HTTP, and its requests as keys of the response
//! cache.

use actix_web::http::{Method, StatusCode};
use serde_json::{Map, Value, json};
use wordcourt::api::operation::{self as api_operation, Operation};
use wordcourt::api::prepared::{CacheKey, Prepared, PreparedRequest as _};
use wordcourt::api::{self, ForEachOperation, OperationId, for_each_operation, openapi};

use crate::{document, send, state};

/// The example of an operation in the document.
struct Example {
    method: Method,
    path: String,
    body: Option<Value>,
}

impl Example {
    fn of(operation: OperationId) -> Self {
        let mut examples: Map<String, Value> = serde_json::from_str(openapi::EXAMPLES).unwrap();
        let example = &mut examples[operation.name()];
        Self {
            method: example["method"].as_str().unwrap().parse().unwrap(),
            path: example["path"].as_str().unwrap().to_owned(),
            body: example.get_mut("request").map(Value::take),
        }
    }

    /// The parameters in the path and in the query.
    fn parameters(&self, template: &str) -> (Vec<(String, String)>, &str) {
        let (path, query) = self.path.split_once('?').unwrap_or((&self.path, ""));
        let segments = template.split('/').zip(path.split('/'));
        let in_path = segments.filter_map(|(name, value)| {
            let name = name.strip_prefix('{')?.strip_suffix('}')?;
            Some((name.to_owned(), value.to_owned()))
        });
        (in_path.collect(), query)
    }

    /// The request as JSON, as [`api::answer`] takes it.
    fn request(&self, operation: OperationId) -> Value {
        if let Some(body) = &self.body {
            return body.clone();
        }
        let (in_path, query) = self.parameters(operation.path());
        let all = in_path.into_iter().chain(query_pairs(query));
        let typed = all.map(|(name, text)| {
            let schema = &parameter(operation, &name)["schema"];
            let value = match schema["type"].as_str() {
                Some("array") => text.split(',').collect(),
                Some("integer") => json!(text.parse::<u64>().unwrap()),
                _ => json!(text),
            };
            (name, value)
        });
        typed.collect::<Map<_, _>>().into()
    }
}

/// The pairs of a query.
fn query_pairs(query: &str) -> Vec<(String, String)> {
    let pairs = actix_web::web::Query::<Vec<(String, String)>>::from_query(query);
    pairs.unwrap().into_inner()
}

/// A parameter of an operation in the document.
fn parameter<'d>(operation: OperationId, name: &str) -> &'d Value {
    let paths = &document().value()["paths"];
    let parameters = paths[operation.path()]["get"]["parameters"].as_array().unwrap();
    parameters.iter().find(|parameter| parameter["name"] == name).unwrap()
}

#[actix_web::test]
async fn the_library_answers_every_example_as_the_service_does() {
    for &operation in OperationId::ALL {
        let example = Example::of(operation);
        let request = example.request(operation).to_string();
        let answer = api::answer(operation, request.as_bytes(), &**state()).unwrap();
        let body = example.body.map_or_else(String::new, |body| body.to_string());
        let headers = [("content-type", "application/json")];
        let response = send(example.method, &example.path, &headers, body).await;
        assert_eq!(response.status, StatusCode::OK, "{operation:?}");
        assert_eq!(response.body, answer.body, "{operation:?}");
    }
}

/// The members of all objects in the opposite order.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            members.map(|(name, member)| (name.clone(), reversed(member))).collect()
        }
        Value::Array(items) => items.iter().map(reversed).collect(),
        other => other.clone(),
    }
}

/// Collects the keys of the examples.
#[derive(Default)]
struct Keys(Vec<(&'static str, CacheKey)>);

impl ForEachOperation for Keys {
    fn visit<O: Operation>(&mut self) {
        let operation = OperationId::from_name(O::ID).unwrap();
        let example = Example::of(operation);
        let request = example.request(operation);
        let from_json = |request: &Value| {
            let request = request.to_string();
            Prepared::<O>::from_json(request.as_bytes(), &**state()).unwrap().cache_key()
        };
        let key = from_json(&request);
        assert_eq!(from_json(&reversed(&request)), key, "{}", O::ID);
        let with_nulls = with_nulls::<O>(&request);
        assert_eq!(from_json(&with_nulls), key, "{}: {with_nulls}", O::ID);
        let schema = serde_json::to_value(&document().value()["paths"][O::PATH]).unwrap();
        let schema = schema["post"]["requestBody"]["content"]["application/json"]["schema"].clone();
        let with_defaults = with_defaults(&request, &schema);
        assert_eq!(from_json(&with_defaults), key, "{}: {with_defaults}", O::ID);
        if O::METHOD == api_operation::Method::Get {
            let (in_path, query) = example.parameters(O::PATH);
            let in_path = in_path.iter().map(|(name, value)| (&**name, &**value));
            let from_parameters = Prepared::<O>::from_parameters(in_path, query, &**state());
            assert_eq!(from_parameters.unwrap().cache_key(), key, "{}", O::ID);
        }
        self.0.push((O::ID, key));
    }
}

/// The request with `null` for every absent member.
fn with_nulls<O: Operation>(request: &Value) -> Value {
    let schema = serde_json::to_value(<O::Request as utoipa::PartialSchema>::schema()).unwrap();
    let mut request = request.clone();
    let members = request.as_object_mut().unwrap();
    for name in schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name) {
        members.entry(name).or_insert(Value::Null);
    }
    request
}

/// The request with the default of every absent member, at every depth.
fn with_defaults(request: &Value, schema: &Value) -> Value {
    let document = document().value();
    let resolved = |schema: &Value| match schema["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap().clone(),
        None => schema.clone(),
    };
    let schema = resolved(schema);
    match request {
        Value::Object(members) => {
            let mut filled = members.clone();
            for (name, member) in schema["properties"].as_object().into_iter().flatten() {
                match (filled.get(name), resolved(member).get("default")) {
                    (Some(given), _) => {
                        let given = with_defaults(given, member);
                        filled.insert(name.clone(), given);
                    }
                    (None, Some(default)) => {
                        filled.insert(name.clone(), default.clone());
                    }
                    (None, None) => {}
                }
            }
            filled.into()
        }
        Value::Array(items) => {
            items.iter().map(|item| with_defaults(item, &schema["items"])).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn equal_requests_have_equal_cache_keys_and_different_operations_different_ones() {
    let mut keys = Keys::default();
    for_each_operation(&mut keys);
    for (at, (one, key)) in keys.0.iter().enumerate() {
        for (other, other_key) in &keys.0[..at] {
            assert_ne!(key, other_key, "{one}, {other}");
        }
    }
    assert_eq!(keys.0.len(), OperationId::ALL.len());
}
