//! The `OpenAPI` document, generated from the operations.

mod build;
mod defaults;
mod enum_docs;
mod examples;
mod headers;
mod newer;
mod older;
mod problems;
mod schemas;
#[cfg(feature = "server")]
mod second;
mod shared;
mod yaml;

pub use examples::EXAMPLES;
pub use older::older;
#[cfg(feature = "server")]
pub(crate) use second::{Described, SecondDocument};

use std::sync::OnceLock;

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

Every error is an `application/problem+json` document with a stable `code`. Its `type` is \
`/problems/` and the code, the path of a page on this server that explains the error. It is a \
relative reference (RFC 9457): if a proxy publishes the service under a path, append it to the \
address with this path. If a play breaks rules, the error lists all breaches together, not only \
the first one. Score lines, breaches and reasons contain the id of their `rule` (`O5`, `P9`), and \
descriptions have it in parentheses. The rulebook is at `/rulebook`, as Markdown at \
`/rulebook.md`, and rule by rule at `/v1/rules`; with `texts: true`, a response has the texts of the \
rules that it names.

In requests, an optional field may be `null`, which means that it is absent; the only exception is \
the `rack` of a `WordgameStanding`. Responses omit absent fields, except in the state of a game, \
which has every member. Every POST operation also accepts the QUERY method (RFC 10008), with the same body and the \
same response; `/openapi-3.2.json` describes it. Language models can use the operations as tools of \
the Model Context Protocol, at `/mcp`.

If the server has a signing key, a POST request with the header `Prefer: signature` gets a signed \
response: the header `Ruling-Signature` covers its operation, id, lexicon and rulebook. Responses \
without an `id` are not signed, and a server without a key ignores the preference (RFC 7240). A \
challenge whose header `Accept` prefers `text/html` to JSON gets its ruling as a page to print, \
which `wordcourt verify` can check.

**Ids.** The `id` of a response is the SHA-256 of the canonical JSON (RFC 8785) of its `grounds`, \
to which the response is added as the member `answer`, without `id`, `grounds`, `texts`, every \
`lines` and `definitions`, and the `sense` in every `reason`. Equal ids mean equal responses on equal grounds.

**Compatibility.** Within v1, operations, parameters, fields and values may be added. Nothing is \
removed, renamed or changes its meaning, and a request that is valid today stays valid. So ignore \
fields of responses that you don't know. A schema with `x-extensible-enum` lists the values that \
are known today: treat any other value as \"something else\". The value in a closed `enum` of a \
response is always one of those listed.";

/// The tags with their descriptions, in the order of the document.
const TAGS: [(&str, &str); 11] = [
    ("Choose Your Words", "Poker with coloured letter cards, seven in the hand."),
    ("Word For Word", "Poker with coloured letter cards, two in the hand and five on the board."),
    ("Play On Words", "Rummy with letter cards: new words, play-ons and combinations."),
    ("Wordgame", "Tiles on a board of 15 by 15 squares, eight on a rack."),
    ("My Word!", "Words called from letter cards on the table."),
    ("Words", "Judge words, look them up, and search the dictionary."),
    ("Lexicons", "The active lexicons."),
    ("Variants", "The rules of the games as data."),
    ("Rules", "The rulebook, rule by rule."),
    (BATCH_TAG, "Many requests in one body."),
    (SIGNATURE_TAG, "The keys that sign rulings."),
];

/// The tag of the operation for batches.
const BATCH_TAG: &str = "Batches";

/// The tag of the operation for signatures.
const SIGNATURE_TAG: &str = "Signatures";

/// The finished document.
#[derive(Debug)]
pub struct Document {
    value: Value,
    text: Answer,
    newer: OnceLock<Answer>,
    older: OnceLock<Answer>,
    yaml: OnceLock<Answer>,
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
        schemas::name_by_game(&mut value);
        schemas::never_null(&mut value);
        schemas::inline_bounds(&mut value);
        schemas::unwrap_descriptions(&mut value);
        schemas::add_integer_formats(&mut value);
        schemas::open_objects(&mut value);
        schemas::copy_closed(&mut value);
        shared::add(schemas::of(&mut value));
        defaults::add(&mut value);
        build::describe_parameters(&mut value);
        enum_docs::add(&mut value);
        problems::add(&mut value);
        headers::add(&mut value);
        examples::add(&mut value);
        schemas::null_in_states(&mut value);
        build::sort(&mut value);
        let text = answer(value.to_string());
        Self { value, text, newer: OnceLock::new(), older: OnceLock::new(), yaml: OnceLock::new() }
    }

    /// Returns the document as JSON.
    #[must_use]
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Returns the document as text, without white space.
    #[must_use]
    pub fn text(&self) -> Answer {
        self.text.clone()
    }

    /// Returns the document as text with indentation, for people and version control.
    ///
    /// # Panics
    /// Never: the document is JSON.
    #[must_use]
    pub fn pretty(&self) -> String {
        pretty(&self.value)
    }

    /// Returns the document in `OpenAPI` 3.2, which can describe the QUERY method.
    #[must_use]
    pub fn newer(&self) -> Answer {
        self.newer.get_or_init(|| answer(newer::newer(&self.value).to_string())).clone()
    }

    /// Returns the document in `OpenAPI` 3.0, for generators that know no later version.
    #[must_use]
    pub fn older(&self) -> Answer {
        self.older.get_or_init(|| answer(older::older(&self.value).to_string())).clone()
    }

    /// Returns the document as YAML.
    #[must_use]
    pub fn yaml(&self) -> Answer {
        self.yaml.get_or_init(|| answer(yaml::to_yaml(&self.value))).clone()
    }
}

/// Returns a document with indentation.
fn pretty(document: &Value) -> String {
    serde_json::to_string_pretty(document).expect("the document is JSON") + "\n"
}

fn answer(mut text: String) -> Answer {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Answer::from(bytes::Bytes::from(text)).tagged()
}

/// Returns a name in snake case as the name of a type.
fn title_case(snake_case: &str) -> String {
    let title = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    snake_case.split(['_', '-']).map(title).collect()
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
            "contact": { "name": "The operator of this server" },
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
