//! The `OpenAPI` document: collected from the operations, then completed with what holds for all operations.

mod values;

use std::collections::{BTreeMap, BTreeSet};

use actix_web::dev::ResourceDef;
use actix_web::http::Method;
use rustc_hash::FxHashSet;
use serde_json::{Map, Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

use super::problem::{MEDIA_TYPE, Problem, ProblemBody, ProblemCode};
use super::reply;
use crate::court::Answer;
use crate::lexicon::Mark;
use crate::rules::limits;
use crate::rules::play_on_words::{HAND_CARDS, MOST_PLAYERS};
use crate::rules::word_search::Order;
use crate::word::Letter;

/// Requests and answers of every operation, by operation id; a test runs them all and compares.
pub const EXAMPLES: &str = include_str!("../../../openapi/examples.json");

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Wordcourt",
        description = "The referee that word games plug in: whether a word counts, what a play is worth and why, what the best play was, and who pays when a word is challenged.\n\n\
            Cards are texts: `Gb` a blue G, `Gr` a red G, `*` a wild, `*=Gb` a wild announced as a blue G; in My Word! `M` one letter, `SH` two, `?` and `??` wilds, `??=AS` a wild announced. Lexicons are named (`en`) or pinned (`en@sha256:1f3a…`); every answer that rests on a lexicon names its edition and digest. \
            Equal requests to the same edition get equal answers, byte for byte, from every replica.\n\n\
            Everything that goes wrong is an `application/problem+json` with a stable `code`; its `type` is a path on this server that describes it. A play that breaks the rules lists all its breaches at once. \
            Score lines, breaches and reasons name the `rule` they rest on: `O5`, `P9`; `/rulebook` tells them all.\n\n\
            Whatever takes POST takes QUERY (RFC 10008) as well, with the same body and the same answer.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "Choose Your Words", description = "Poker with coloured letter cards, seven in the hand."),
        (name = "Word For Word", description = "Poker with coloured letter cards, two in the hand and five on the board."),
        (name = "Play On Words", description = "Rummy with letter cards: new words, play-ons and combinations."),
        (name = "Wordgame", description = "Tiles on a board of 15 by 15 squares, eight on a rack."),
        (name = "My Word!", description = "Words called from letter cards on the table."),
        (name = "Words", description = "The dictionary."),
        (name = "Lexicons", description = "The dictionaries in force."),
        (name = "Variants", description = "The games' rules as data."),
    ),
    components(schemas(ProblemBody, Order))
)]
struct Preamble;

/// The document without its operations.
#[must_use]
pub fn preamble() -> OpenApi {
    Preamble::openapi()
}

/// The finished document.
#[derive(Debug)]
pub struct Document {
    value: Value,
    text: Answer,
    /// Every path with the methods it takes.
    paths: Vec<(ResourceDef, Vec<String>)>,
    /// The paths without parameters.
    fixed: FxHashSet<String>,
}

impl Document {
    /// Completes what the operations tell of themselves.
    ///
    /// # Panics
    /// If the document or the committed examples are no JSON, which every test that starts the service would show.
    #[must_use]
    pub fn finish(collected: OpenApi) -> Self {
        let mut value = serde_json::to_value(collected).expect("the collected document is JSON");
        let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).expect("the examples are a JSON object");
        value["servers"] = json!([{ "url": "/", "description": "This server" }]);
        // Some servers want keys, others don't.
        value["security"] = json!([{}, { "api_key": [] }, { "bearer": [] }]);
        value["components"]["securitySchemes"] = json!({
            "api_key": { "type": "apiKey", "in": "header", "name": "X-Api-Key", "description": "A key, if the server wants one." },
            "bearer": { "type": "http", "scheme": "bearer", "description": "The same key as a bearer token." },
        });
        never_null(&mut value);
        split_summaries(&mut value);
        values::describe_all(&mut value);
        add_limits(&mut value);
        add_parameter_limits(&mut value);
        add_problems(&mut value);
        add_headers(&mut value);
        add_examples(&mut value, &examples);
        let paths = value["paths"].as_object().map(allowed).unwrap_or_default();
        let mut text = serde_json::to_string_pretty(&value).expect("the document is JSON");
        text.push('\n');
        let patterns = paths.iter().filter_map(|(path, _)| path.pattern());
        let fixed = patterns.filter(|pattern| !pattern.contains('{')).map(str::to_owned).collect();
        let text = Answer { tag: Some(reply::tag_of(text.as_bytes())), body: text.into() };
        Self { value, text, paths, fixed }
    }

    /// The pattern that a path matches.
    pub(super) fn route(&self, path: &str) -> Option<&str> {
        // Most paths are patterns themselves, and finding out by trying them all takes longer than most answers.
        let fixed = self.fixed.get(path).map(String::as_str);
        fixed.or_else(|| self.paths.iter().find(|(pattern, _)| pattern.is_match(path))?.0.pattern())
    }

    /// The method and the path of an operation, which is called like its handler.
    pub(super) fn place(&self, handler: &str) -> Option<(Method, &str)> {
        // As `stringify!` writes a path: `words::get_word`, or with spaces.
        let name = handler.rsplit([':', ' ']).next()?;
        self.value["paths"].as_object()?.iter().find_map(|(path, item)| {
            let (method, _) = operations(item).find(|(_, operation)| operation["operationId"] == name)?;
            Some((method.to_ascii_uppercase().parse().ok()?, path.as_str()))
        })
    }

    /// The document as JSON.
    #[must_use]
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// The document as text.
    #[must_use]
    pub fn text(&self) -> Answer {
        self.text.clone()
    }

    /// The methods that a path takes, as an `Allow` header lists them; `None` if there is no such path.
    #[must_use]
    pub fn allowed_methods(&self, path: &str) -> Option<String> {
        let matching = self.paths.iter().filter(|(pattern, _)| pattern.is_match(path));
        // A path may match several patterns: /v1/words/validate is a word's page as well.
        let methods: BTreeSet<&str> = matching.flat_map(|(_, methods)| methods.iter().map(String::as_str)).collect();
        let allow = |methods: BTreeSet<&str>| methods.into_iter().collect::<Vec<_>>().join(", ");
        (!methods.is_empty()).then(|| allow(methods))
    }
}

/// Pages beside the operations; all are for reading.
const PAGES: [&str; 6] = ["/openapi.json", "/docs", "/docs/{_:.*}", "/problems", "/problems/{code}", "/rulebook"];

fn allowed(paths: &Map<String, Value>) -> Vec<(ResourceDef, Vec<String>)> {
    let with_implied = |mut methods: Vec<String>| {
        if methods.iter().any(|method| method == "GET") {
            methods.push("HEAD".to_owned());
        }
        if methods.iter().any(|method| method == "POST") {
            methods.push("QUERY".to_owned());
        }
        methods.push("OPTIONS".to_owned());
        methods
    };
    let of_item = |item: &Value| operations(item).map(|(method, _)| method.to_ascii_uppercase()).collect();
    let operations = paths.iter().map(|(path, item)| (ResourceDef::new(path.as_str()), with_implied(of_item(item))));
    let pages = PAGES.map(|path| (ResourceDef::new(path), with_implied(vec!["GET".to_owned()])));
    operations.chain(pages).collect()
}

fn operations(item: &Value) -> impl Iterator<Item = (&String, &Value)> {
    item.as_object().into_iter().flatten().filter(|(_, operation)| operation.get("operationId").is_some())
}

fn operations_mut(document: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    let items = document["paths"].as_object_mut().into_iter().flatten();
    items.flat_map(|(path, item)| {
        let operations = item.as_object_mut().into_iter().flatten();
        operations
            .filter(|(_, operation)| operation.get("operationId").is_some())
            .map(move |(_, operation)| (path, operation))
    })
}

/// Optional fields are absent, never null; the derived schemas say otherwise.
fn never_null(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if let Some(Value::Array(kinds)) = members.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [only] = &kinds[..] {
                    members["type"] = only.clone();
                }
            }
            if let Some(Value::Array(choices)) = members.get_mut("oneOf") {
                choices.retain(|choice| choice["type"] != "null");
                if let [only] = &choices[..]
                    && let Value::Object(only) = only.clone()
                {
                    members.remove("oneOf");
                    // What the field says of itself goes before what its type says.
                    for (key, value) in only {
                        members.entry(key).or_insert(value);
                    }
                }
            }
            members.values_mut().for_each(never_null);
        }
        Value::Array(items) => items.iter_mut().for_each(never_null),
        _ => {}
    }
}

/// Paragraphs of a docstring are wrapped lines; clients show them as they come.
fn split_summaries(document: &mut Value) {
    for (_, operation) in operations_mut(document) {
        if let Some(description) = operation["description"].as_str() {
            operation["description"] = description.replace('\n', " ").into();
        }
    }
}

/// Bounds on members of requests, from the one place where limits stand; before a dot stands what the schema's name begins with, if it matters.
const BOUNDS: [(&str, &str, u64); 55] = [
    ("words", "maxItems", limits::WORDS as u64),
    ("WordgameChallenge.words", "maxItems", limits::RACK_TILES as u64 + 1),
    ("ValidateWords.words[]", "maxLength", limits::WORD_CHARACTERS as u64),
    ("Overlay.add", "maxItems", limits::OVERLAY_WORDS as u64),
    ("Overlay.remove", "maxItems", limits::OVERLAY_WORDS as u64),
    ("players", "maxItems", limits::PLAYERS as u64),
    ("cuts", "maxItems", limits::PLAYERS as u64),
    ("look_ups", "maxItems", limits::PLAYERS as u64),
    ("top", "maximum", limits::TOP as u64),
    ("pot", "maximum", limits::CHIPS),
    ("chips", "maximum", limits::CHIPS),
    ("votes_for_challenger", "maximum", limits::PLAYERS as u64),
    ("votes_against", "maximum", limits::PLAYERS as u64),
    ("name", "maxLength", limits::NAME_CHARACTERS as u64),
    ("from", "maxLength", limits::NAME_CHARACTERS as u64),
    ("went_out", "maxLength", limits::NAME_CHARACTERS as u64),
    ("PlayOnWords.table", "maxItems", limits::TABLE_WORDS as u64),
    ("PlayOnWords.table[]", "minItems", 1),
    ("PlayOnWords.table[]", "maxItems", limits::WORD_LETTERS as u64),
    ("PlayOnWords.hand", "maxItems", HAND_CARDS as u64),
    ("PlayOnWords.unplayed", "maxItems", HAND_CARDS as u64),
    ("PlayOnWords.hand_cards", "maxItems", HAND_CARDS as u64),
    ("PlayOnWords.new_word", "maxItems", limits::WORD_LETTERS as u64),
    ("PlayOnWords.word", "maxItems", limits::WORD_LETTERS as u64),
    ("PlayOnWords.onto", "maxItems", limits::TABLE_WORDS as u64),
    ("PlayOnWords.onto[]", "maximum", limits::TABLE_WORDS as u64),
    ("PlayOnWords.words", "maxItems", HAND_CARDS as u64),
    ("PlayOnWords.players", "maxItems", MOST_PLAYERS as u64),
    ("PlayOnWords.round", "maximum", 4),
    ("MyWordChallenge.players[]", "minLength", 1),
    ("MyWordChallenge.players[]", "maxLength", limits::NAME_CHARACTERS as u64),
    ("MyWordSettle.rounds[]", "minItems", 2),
    ("MyWordSettle.rounds[]", "maxItems", limits::PLAYERS as u64),
    ("play_ons", "maxItems", HAND_CARDS as u64),
    ("muggings", "maxItems", limits::MUGGINGS as u64),
    ("player", "maxLength", limits::NAME_CHARACTERS as u64),
    ("challenger", "maxLength", limits::NAME_CHARACTERS as u64),
    ("challenged", "maxLength", limits::NAME_CHARACTERS as u64),
    ("dealer", "maxLength", limits::NAME_CHARACTERS as u64),
    ("word", "maxLength", limits::WORD_CHARACTERS as u64),
    ("card", "maxLength", limits::CARD_CHARACTERS as u64),
    ("letter_values", "maxProperties", Letter::COUNT as u64),
    ("rack", "maxLength", limits::RACK_TILES as u64),
    ("rack_size", "maximum", limits::RACK_TILES as u64),
    ("all_tiles_points", "maximum", limits::ALL_TILES_POINTS as u64),
    ("points", "maximum", limits::CHIPS),
    ("cgp", "maxLength", limits::CGP_CHARACTERS as u64),
    ("gcg", "maxLength", limits::RECORD_BYTES as u64),
    ("move", "maxLength", limits::WORD_CHARACTERS as u64),
    ("MyWord.table", "maxItems", limits::TABLE_CARDS as u64),
    ("call", "maxItems", limits::WORD_LETTERS as u64),
    ("deck", "maximum", limits::TABLE_CARDS as u64),
    ("cards", "maximum", limits::TABLE_CARDS as u64),
    ("rounds", "maxItems", limits::PLAYERS as u64),
    ("caller", "maxLength", limits::NAME_CHARACTERS as u64),
];

/// Cards as printed, as played, and as held at the end of a round (RULEBOOK §1).
const PRINTED_CARD: &str = r"^(\*|[A-Za-z][bBrR])$";
const PLAYED_CARD: &str = r"^(\*=)?[A-Za-z][bBrR]$";
const HELD_CARD: &str = r"^(\*|(\*=)?[A-Za-z][bBrR])$";

/// The cards of Play On Words as printed and as played.
const PRINTED_LETTER_CARD: &str =
    r"^([A-Za-z]|[Ss][Tt]|[Ss][Hh]|[Tt][Hh]|[Cc][Hh]|[Cc][Kk]|[Qq][Uu]|[Jj]/[Xx]|[Vv]/[Zz]|\*)$";
const PLAYED_LETTER_CARD: &str =
    r"^([A-Za-z]|[Ss][Tt]|[Ss][Hh]|[Tt][Hh]|[Cc][Hh]|[Cc][Kk]|[Qq][Uu]|[Jj]/[Xx]=[JjXx]|[Vv]/[Zz]=[VvZz]|\*=[A-Za-z])$";

/// The pattern of a card, a tile or a row at a place in a request.
fn card_pattern(schema: &str, property: &str) -> Option<&'static str> {
    match property {
        "hand" | "unplayed" | "hand_cards" if schema.starts_with("PlayOnWords") => Some(PRINTED_LETTER_CARD),
        "table" | "new_word" | "word" if schema.starts_with("PlayOnWords") => Some(PLAYED_LETTER_CARD),
        "board" if schema.starts_with("Wordgame") => Some(r"^[A-Za-z.]{15}$"),
        "table" if schema.starts_with("MyWord") => Some(r"^([A-Za-z]{1,2}|\?{1,2})$"),
        "call" => Some(r"^([A-Za-z]{1,2}|\?=[A-Za-z]|\?\?=[A-Za-z]{2})$"),
        "premiums" => Some("^[TDtd_]{15}$"),
        "rack" => Some(r"^[A-Za-z?]*$"),
        "play" => Some(PLAYED_CARD),
        "hand" | "thought" | "board" if schema.ends_with("Entry") || schema.ends_with("SettleRequest") => {
            Some(HELD_CARD)
        }
        "hand" | "thought" | "board" | "card" => Some(PRINTED_CARD),
        _ => None,
    }
}

/// The kind of value that a bound is for.
fn bounds_kind(keyword: &str) -> &'static str {
    match keyword {
        "minItems" | "maxItems" => "array",
        "minLength" | "maxLength" => "string",
        "maxProperties" => "object",
        _ => "integer",
    }
}

const WORDS_PATH: &str = "/v1/words";

/// What the texts of queries look like, and their bounds.
fn add_parameter_limits(document: &mut Value) {
    let marks: Vec<&str> = Mark::ALL.map(Mark::name).to_vec();
    let parameters =
        operations_mut(document).filter_map(|(_, operation)| operation.get_mut("parameters")?.as_array_mut());
    for parameter in parameters.flatten() {
        let name = parameter["name"].as_str().unwrap_or_default().to_owned();
        let schema = &mut parameter["schema"];
        let (keywords, place) = match name.as_str() {
            "pattern" => (
                json!({ "pattern": r"^([A-Za-z?*]|\[\^?[A-Za-z]+\])+$", "maxLength": limits::PATTERN_CHARACTERS }),
                schema,
            ),
            "anagram_of" | "within" => {
                (json!({ "pattern": "^[A-Za-z?]+$", "maxLength": limits::SEARCH_LETTERS }), schema)
            }
            "contains" | "starts" | "ends" => {
                (json!({ "pattern": "^[A-Za-z]+$", "maxLength": limits::WORD_LETTERS }), schema)
            }
            "min_length" | "max_length" => (json!({ "minimum": 1, "maximum": limits::WORD_LETTERS }), schema),
            "limit" => (
                json!({ "minimum": 1, "maximum": limits::SEARCH_WORDS, "default": limits::DEFAULT_SEARCH_WORDS }),
                schema,
            ),
            "marks" | "without_marks" => {
                schema["minItems"] = 1.into();
                (json!({ "enum": marks }), &mut schema["items"])
            }
            "add" | "remove" => {
                schema["minItems"] = 1.into();
                schema["maxItems"] = limits::OVERLAY_WORDS.into();
                (json!({ "pattern": "^[A-Za-z]+$", "maxLength": limits::WORD_LETTERS }), &mut schema["items"])
            }
            "category" => {
                schema["minItems"] = 1.into();
                (json!({ "pattern": "^[a-z_]+$" }), &mut schema["items"])
            }
            _ => continue,
        };
        for (keyword, value) in keywords.as_object().into_iter().flatten() {
            place[keyword] = value.clone();
        }
    }
}

fn add_limits(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object_mut().into_iter().flatten();
    // Schemas of requests are closed, those of answers are not.
    for (schema_name, schema) in schemas.filter(|(_, schema)| schema["additionalProperties"] == false) {
        for (name, property) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
            let is_meant = |bounded: &str| match bounded.split_once('.') {
                Some((game, property)) => schema_name.starts_with(game) && property == name,
                None => bounded == name,
            };
            if let Some(pattern) = card_pattern(schema_name, name) {
                let mut card = &mut *property;
                while card["type"] == "array" {
                    card = &mut card["items"];
                }
                card["pattern"] = pattern.into();
            }
            if name == "letter_values" {
                property["propertyNames"] = json!({ "type": "string", "pattern": "^[A-Za-z]$" });
                property["additionalProperties"]["maximum"] = limits::LETTER_VALUE.into();
            }
            if property["type"] == "string"
                && matches!(
                    name.as_str(),
                    "name" | "player" | "from" | "went_out" | "challenger" | "challenged" | "dealer" | "caller"
                )
            {
                property["minLength"] = 1.into();
            }
            for (bounded, keyword, bound) in &BOUNDS {
                let property = match bounded.strip_suffix("[]") {
                    Some(list) if is_meant(list) => &mut property["items"],
                    None if is_meant(bounded) => &mut *property,
                    _ => continue,
                };
                if property["type"] == bounds_kind(keyword) {
                    if name == "points" && property["format"] == "int64" && property.get("minimum").is_none() {
                        property["minimum"] = i64::try_from(*bound).map_or(i64::MIN, |most| -most).into();
                    }
                    property[*keyword] = (*bound).into();
                }
            }
        }
    }
}

/// Paths beside `…/best` whose operations may have to wait for a searcher.
const SEARCHING_PATHS: [&str; 7] = [
    "/v1/words",
    "/v1/words/{word}",
    "/v1/wordgame/score",
    "/v1/wordgame/games",
    "/v1/my-word/score",
    "/v1/my-word/challenge",
    "/v1/play-on-words/settle",
];

/// What may go wrong with an operation follows from what it takes.
fn add_problems(document: &mut Value) {
    let mut used: BTreeMap<String, Vec<ProblemCode>> = BTreeMap::new();
    for (path, operation) in operations_mut(document) {
        let takes_body = operation.get("requestBody").is_some();
        let mut codes = Vec::new();
        if takes_body {
            codes.extend([
                ProblemCode::MalformedJson,
                ProblemCode::BadRequest,
                ProblemCode::BodyTimeout,
                ProblemCode::BodyTooLarge,
                ProblemCode::UnsupportedMediaType,
                ProblemCode::InvalidRequest,
                ProblemCode::RulesBreached,
            ]);
        }
        if !takes_body {
            codes.push(ProblemCode::BadRequest);
        }
        if path.contains("{word}") {
            codes.push(ProblemCode::RulesBreached);
        }
        if path == WORDS_PATH {
            codes.extend([
                ProblemCode::RulesBreached,
                ProblemCode::UnknownLexicon,
                ProblemCode::LexiconNotHeld,
                ProblemCode::CursorExpired,
            ]);
        }
        if path.contains("{variant}") {
            codes.push(ProblemCode::UnknownVariant);
        } else if path.contains('{') || takes_body {
            codes.extend([ProblemCode::UnknownLexicon, ProblemCode::LexiconNotHeld]);
        }
        codes.extend([ProblemCode::Unauthorized, ProblemCode::QuotaExceeded]);
        if path.ends_with("/best") || SEARCHING_PATHS.contains(&path.as_str()) {
            codes.push(ProblemCode::Overloaded);
        }
        // Codes of one status share a response, named after them all.
        for together in codes.chunk_by(|a, b| a.status() == b.status()) {
            let name: String = together.iter().map(|code| title_case(code.name())).collect::<Vec<_>>().join("Or");
            operation["responses"][together[0].status().as_str()] =
                json!({ "$ref": format!("#/components/responses/{name}") });
            used.insert(name, together.to_vec());
        }
        if !takes_body {
            operation["responses"]["304"] =
                json!({ "description": "The client has it already: its If-None-Match names the ETag." });
            for status in ["200", "304"] {
                operation["responses"][status]["headers"]["ETag"] = json!({ "$ref": "#/components/headers/ETag" });
            }
        }
    }
    for (name, codes) in used {
        document["components"]["responses"][name] = problem_response(&codes);
    }
}

fn title_case(snake_case: &str) -> String {
    let title = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    snake_case.split('_').map(title).collect()
}

fn problem_response(codes: &[ProblemCode]) -> Value {
    let described: Vec<String> =
        codes.iter().map(|code| format!("`{}`: {}. {}", code.name(), code.title(), code.advice())).collect();
    let examples: Map<String, Value> = codes
        .iter()
        .map(|code| {
            let problem = Problem::new(*code, code.advice()).as_json("11494089671190251713");
            (code.name().to_owned(), json!({ "value": problem }))
        })
        .collect();
    let mut response = json!({
        "description": described.join("\n\n"),
        "content": { MEDIA_TYPE: { "schema": { "$ref": "#/components/schemas/Problem" }, "examples": examples } },
    });
    if codes.contains(&ProblemCode::Overloaded) || codes.contains(&ProblemCode::QuotaExceeded) {
        response["headers"]["Retry-After"] = json!({ "$ref": "#/components/headers/Retry-After" });
    }
    response
}

/// What heads answers: some of them, or all.
fn add_headers(document: &mut Value) {
    let mut headers = json!({
        "ETag": {
            "description": "Names the answer; send it as If-None-Match to learn whether it has changed.",
            "schema": { "type": "string" },
        },
        "Retry-After": {
            "description": "Seconds to wait before asking again.",
            "schema": { "type": "integer", "minimum": 0 },
        },
    });
    let of_all = json!({
        "X-Request-Id": {
            "description": "Names the request in the log: the id that it brought along, or a new one.",
            "schema": { "type": "string" },
            "required": true,
        },
        "RateLimit": {
            "description": "What is left of the quota, if there is one: `r` requests; all are back in `t` seconds or, where none is left, one.",
            "schema": { "type": "string" },
            "example": "\"default\";r=599;t=1",
        },
        "RateLimit-Policy": {
            "description": "The quota, if there is one: `q` requests in `w` seconds.",
            "schema": { "type": "string" },
            "example": "\"default\";q=600;w=60",
        },
    });
    let head = |responses: &mut Value| {
        for response in responses.as_object_mut().into_iter().flat_map(Map::values_mut) {
            // Those that are told elsewhere are headed there.
            if response.get("$ref").is_none() {
                for name in of_all.as_object().into_iter().flat_map(Map::keys) {
                    response["headers"][name] = json!({ "$ref": format!("#/components/headers/{name}") });
                }
            }
        }
    };
    operations_mut(document).for_each(|(_, operation)| head(&mut operation["responses"]));
    head(&mut document["components"]["responses"]);
    for (name, header) in of_all.as_object().into_iter().flatten() {
        headers[name] = header.clone();
    }
    document["components"]["headers"] = headers;
}

fn add_examples(document: &mut Value, examples: &Map<String, Value>) {
    for (_, operation) in operations_mut(document) {
        let Some(example) = operation["operationId"].as_str().and_then(|id| examples.get(id)) else { continue };
        if let Some(request) = example.get("request") {
            operation["requestBody"]["content"]["application/json"]["example"] = request.clone();
        }
        if let Some(response) = example.get("response") {
            operation["responses"]["200"]["content"]["application/json"]["example"] = response.clone();
        }
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default().to_owned();
            if let Some(value) = example["parameters"].get(name) {
                parameter["example"] = value.clone();
            }
        }
    }
}
