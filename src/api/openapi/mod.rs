//! The `OpenAPI` document, generated from the operations.

mod build;
mod enum_docs;
mod examples;
mod headers;
mod problems;
mod schemas;

pub use examples::EXAMPLES;

use serde_json::{Value, json};

use super::operation::Answer;

/// The description of the API as a whole.
const DESCRIPTION: &str = "\
Wordcourt is a referee for word games. It judges words, scores plays and explains the scores, \
finds the best plays, decides challenges, and settles rounds and games.

Cards are strings. In Choose Your Words and Word For Word, `Gb` is a blue G, `Gr` a red G, `*` a \
wild, and `*=Gb` a wild announced as a blue G. In My Word!, `M` is a card with one letter, `SH` a \
card with two letters, `?` and `??` are wilds, and `??=AS` is an announced wild. A request selects \
a lexicon by name (`en`) or pins one of its editions (`en@sha256:1f3a…`). Every response that \
depends on a lexicon contains the name, edition and digest of the lexicon. Equal requests to the \
same edition get equal responses, byte for byte, from every replica.

Every error is an `application/problem+json` document with a stable `code`. Its `type` is the path \
of a page on this server that explains the error. If a play breaks rules, the error lists all \
breaches together, not only the first one. Score lines, breaches and reasons contain the id of \
their `rule` (`O5`, `P9`); the rulebook is at `/rulebook`.

In requests, an optional field may be `null`, which means that it is absent. Responses omit absent \
fields. Every POST operation also accepts the QUERY method (RFC 10008), with the same body and the \
same response.";

/// The tags with their descriptions, in the order of the document.
const TAGS: [(&str, &str); 9] = [
    ("Choose Your Words", "Poker with coloured letter cards, seven in the hand."),
    ("Word For Word", "Poker with coloured letter cards, two in the hand and five on the board."),
    ("Play On Words", "Rummy with letter cards: new words, play-ons and combinations."),
    ("Wordgame", "Tiles on a board of 15 by 15 squares, eight on a rack."),
    ("My Word!", "Words called from letter cards on the table."),
    ("Words", "Judge words, look them up, and search the dictionary."),
    ("Lexicons", "The active lexicons."),
    ("Variants", "The rules of the games as data."),
    (BATCH_TAG, "Many requests in one body."),
];

/// The tag of the operation for batches.
const BATCH_TAG: &str = "Batches";

/// The finished document.
#[derive(Debug)]
pub struct Document {
    value: Value,
    text: Answer,
}

impl Document {
    /// Generates the document.
    ///
    /// # Panics
    /// If the schema of a type cannot be written as JSON. Every test that starts the service would
    /// fail.
    #[must_use]
    pub fn new() -> Self {
        let mut value = skeleton();
        build::add_operations(&mut value);
        schemas::never_null(&mut value);
        schemas::inline_bounds(&mut value);
        schemas::unwrap_descriptions(&mut value);
        build::describe_parameters(&mut value);
        enum_docs::add(&mut value);
        problems::add(&mut value);
        headers::add(&mut value);
        examples::add(&mut value);
        let mut text = serde_json::to_string_pretty(&value).expect("the document is JSON");
        text.push('\n');
        let text = Answer { body: text.into(), tag: None }.tagged();
        Self { value, text }
    }

    /// Returns the document as JSON.
    #[must_use]
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Returns the document as text.
    #[must_use]
    pub fn text(&self) -> Answer {
        self.text.clone()
    }
}

impl Default for Document {
    fn default() -> Self {
        Self::new()
    }
}

fn skeleton() -> Value {
    let tags: Vec<Value> = TAGS
        .iter()
        .map(|(name, description)| json!({ "name": name, "description": description }))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Wordcourt",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "This server" }],
        // Some servers require keys, others don't.
        "security": [{}, { "api_key": [] }, { "bearer": [] }],
        "tags": tags,
        "paths": {},
        "components": {
            "schemas": {},
            "responses": {},
            "securitySchemes": {
                "api_key": {
                    "type": "apiKey",
                    "in": "header",
                    "name": "X-Api-Key",
                    "description": "An API key, if the server requires one.",
                },
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The same key as a bearer token.",
                },
            },
        },
    })
}

/// Iterates over the operations of the document, each with its path.
fn operations_mut(document: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    let items = document["paths"].as_object_mut().into_iter().flatten();
    items.flat_map(|(path, item)| {
        let methods = item.as_object_mut().into_iter().flatten();
        methods.map(move |(_, operation)| (path, operation))
    })
}
