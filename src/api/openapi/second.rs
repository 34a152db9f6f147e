//! Documents of other listeners, in the style of the main document.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::build::{parameters, reference};
use super::{Document, build, problems, schemas};
use crate::api::bounds::collect;
use crate::api::problem::ProblemCode;

/// A document in the making.
pub(crate) struct SecondDocument {
    value: Value,
    schemas: Vec<(String, RefOr<Schema>)>,
}

/// The description of an operation.
pub(crate) struct Described<'d> {
    /// The HTTP method, in lower case.
    pub(crate) method: &'d str,
    pub(crate) path: &'d str,
    pub(crate) id: &'d str,
    pub(crate) summary: &'d str,
    pub(crate) description: &'d str,
    /// The media types of the body, which is a text; empty without a body.
    pub(crate) body: &'d [&'d str],
    /// The status of a successful response, with its description.
    pub(crate) success: (u16, &'d str),
    pub(crate) problems: &'d [ProblemCode],
}

impl SecondDocument {
    /// Starts a document whose operations need a bearer token.
    pub(crate) fn new(title: &str, description: &str) -> Self {
        let mut value = super::skeleton();
        value["info"]["title"] = title.into();
        value["info"]["description"] = description.into();
        value["security"] = json!([{}, { "bearer": [] }]);
        if let Some(value) = value.as_object_mut() {
            value.shift_remove("tags");
        }
        let components = value["components"].as_object_mut();
        let components = components.expect("the skeleton has it");
        components.shift_remove("responses");
        components["securitySchemes"] = json!({
            "bearer": { "type": "http", "scheme": "bearer", "description": "An admin token." },
        });
        Self { value, schemas: Vec::new() }
    }

    /// Adds an operation with the parameters `Q` and the response `R`; `()` stands for none.
    pub(crate) fn add<Q: ToSchema, R: ToSchema>(&mut self, described: &Described<'_>) {
        Q::schemas(&mut self.schemas);
        collect::<R>(&mut self.schemas);
        let mut parameters = parameters(described.path, &Q::schema());
        if described.path.contains("{name}") {
            let name = json!({
                "name": "name",
                "in": "path",
                "required": true,
                "schema": { "type": "string", "description": "The lexicon's name." },
                "example": "en",
            });
            parameters.as_array_mut().into_iter().for_each(|all| all.insert(0, name.clone()));
        }
        let (status, meaning) = described.success;
        let mut operation = json!({
            "operationId": described.id,
            "summary": described.summary,
            "description": described.description,
            "parameters": parameters,
            "responses": { status.to_string(): { "description": meaning } },
        });
        if status == 200 {
            let content =
                json!({ "application/json": { "schema": { "$ref": reference(&R::name()) } } });
            operation["responses"]["200"]["content"] = content;
        }
        if !described.body.is_empty() {
            let content = described.body.iter().map(|media_type| {
                ((*media_type).to_owned(), json!({ "schema": { "type": "string" } }))
            });
            let content: Map<String, Value> = content.collect();
            operation["requestBody"] = json!({ "required": true, "content": content });
        }
        let mut codes = described.problems.to_vec();
        codes.extend([ProblemCode::Unauthorized, ProblemCode::KeyExpired, ProblemCode::Forbidden]);
        codes.sort_by_key(|code| code.status());
        for together in codes.chunk_by(|a, b| a.status() == b.status()) {
            let status = together[0].status().to_string();
            operation["responses"][status] = problems::response(together);
        }
        operation["responses"]["default"] = problems::response(&[ProblemCode::Internal]);
        self.value["paths"][described.path][described.method] = operation;
    }

    /// Gives an operation that was added a JSON body of the type `B`.
    pub(crate) fn add_body<B: ToSchema>(&mut self, method: &str, path: &str) {
        collect::<B>(&mut self.schemas);
        let schema = json!({ "$ref": reference(&B::name()) });
        self.value["paths"][path][method]["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }

    /// Returns the finished document as text. Schemas of the main document are copied from it.
    pub(crate) fn finish(mut self, main: &Document) -> String {
        for (name, schema) in self.schemas {
            self.value["components"]["schemas"][name] = build::to_value(&schema);
        }
        schemas::never_null(&mut self.value);
        schemas::unwrap_descriptions(&mut self.value);
        schemas::add_integer_formats(&mut self.value);
        schemas::open_objects(&mut self.value);
        build::describe_parameters(&mut self.value);
        let known = &main.value()["components"]["schemas"];
        let mut wanted = Vec::new();
        references(&self.value, &mut wanted);
        // Each schema is copied once, and only then adds further names.
        while let Some(name) = wanted.pop() {
            let copied = &known[&name];
            let schemas = &mut self.value["components"]["schemas"];
            if !copied.is_null() && schemas[&name] != *copied {
                schemas[&name] = copied.clone();
                references(copied, &mut wanted);
            }
        }
        build::sort(&mut self.value);
        super::pretty(&self.value)
    }
}

/// Collects the names of the schemas to which a value refers.
fn references(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            let schema = members.get("$ref").and_then(Value::as_str);
            names.extend(schema.and_then(|schema| schema.rsplit('/').next()).map(str::to_owned));
            members.values().for_each(|member| references(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}
