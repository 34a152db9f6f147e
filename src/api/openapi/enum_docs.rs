//! Enumerations: descriptions of their values, taken from doc comments, and those that may grow.

use std::borrow::Cow;

use serde_json::{Value, json};
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use crate::api::flow::{CompareRule, LeftOut, Until};
use crate::api::hints::Reveal;
use crate::api::problem::ProblemCode;
use crate::api::puzzle::PuzzleReveal;
use crate::api::word_poker::ChanceMethod;
use crate::api::wordgame::{WordgameBonusKind, WordgameEventKind};
use crate::lexicon::Mark;
use crate::rules::my_word::{CallConsequenceKind, CardSource};
use crate::rules::play_on_words::{IrregularPlurals, PlayKind, PluralRule, TableCards, Version};
use crate::rules::puzzle::Level;
use crate::rules::rule_data::Provenance;
use crate::rules::ruling::ConsequenceKind;
use crate::rules::word_poker::{DecidedBy, Flush, Remainder, Standing};
use crate::rules::word_search::Order;
use crate::rules::wordgame::{
    AllTilesBonus, BlankLetter, ChallengeName, ChallengePer, ChallengeTo, CrossBonus, EndReason,
    EndRule, OverRule, Preset, WordBonus,
};
use crate::rules::{ReasonCode, RemarkCode, Variant, ViolationCode};
use crate::rules::{my_word, play_on_words, word_poker, wordgame};

/// The keyword with the known values of an enumeration that may grow.
const EXTENSIBLE: &str = "x-extensible-enum";

/// Enumerations whose constants generators cannot name well from the values, and the prefixes of
/// their constants. Some of them share a value with another one, and some languages have one
/// namespace for the constants of all enumerations. The values of `Variant` contain hyphens.
const NAMED_CONSTANTS: [(&str, &str); 5] = [
    ("PuzzleReveal", "Hint"),
    ("Until", "Until"),
    ("WordgameChallengeName", "Challenge"),
    ("WordgamePreset", "Preset"),
    ("Variant", ""),
];

/// Describes every value of every enumeration, and opens those that may grow.
///
/// # Panics
/// If a listed enumeration is not in the document.
pub(super) fn add(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    // A request can use only the values that the server knows, and some lists are complete.
    for (name, meanings) in [
        named::<AllTilesBonus>(),
        named::<BlankLetter>(),
        named::<CardSource>(),
        named::<ChallengeName>(),
        named::<ChallengePer>(),
        named::<ChallengeTo>(),
        named::<CrossBonus>(),
        named::<EndRule>(),
        named::<Flush>(),
        named::<Level>(),
        named::<IrregularPlurals>(),
        named::<Order>(),
        named::<OverRule>(),
        named::<PluralRule>(),
        named::<PuzzleReveal>(),
        named::<Preset>(),
        named::<Remainder>(),
        named::<Reveal>(),
        named::<TableCards>(),
        named::<CompareRule>(),
        named::<Until>(),
        named::<Variant>(),
        named::<Version>(),
        named::<WordBonus>(),
    ] {
        describe(listed(schemas, &name), &meanings, "enum");
    }
    for (name, prefix) in NAMED_CONSTANTS {
        let schema = listed(schemas, name);
        let values = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let constants: Vec<String> =
            values.map(|value| prefix.to_owned() + &super::title_case(value)).collect();
        schema["x-enum-varnames"] = json!(constants);
    }
    // Its first values had names before one with the name of another enumeration came.
    let order = listed(schemas, "WordOrder");
    let values = order["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let constants: Vec<String> =
        values
            .map(|value| {
                if value == "points" { "OrderPoints".to_owned() } else { super::title_case(value) }
            })
            .collect();
    order["x-enum-varnames"] = json!(constants);
    // A generator for Kotlin names the default by its value. The description of the parameter has it.
    order.as_object_mut().map(|order| order.shift_remove("default"));
    // In responses, later versions may have more values.
    for (name, meanings) in [
        named::<CallConsequenceKind>(),
        named::<ChanceMethod>(),
        named::<ConsequenceKind>(),
        named::<DecidedBy>(),
        named::<EndReason>(),
        named::<LeftOut>(),
        named::<my_word::flow::Phase>(),
        named::<play_on_words::flow::Phase>(),
        named::<word_poker::flow::ChallengeKind>(),
        named::<word_poker::flow::Phase>(),
        named::<word_poker::flow::WonBy>(),
        named::<wordgame::flow::Phase>(),
        named::<PlayKind>(),
        named::<ProblemCode>(),
        named::<Provenance>(),
        named::<ReasonCode>(),
        named::<RemarkCode>(),
        named::<Standing>(),
        named::<ViolationCode>(),
        named::<WordgameBonusKind>(),
        named::<WordgameEventKind>(),
    ] {
        let schema = listed(schemas, &name);
        open(schema);
        describe(schema, &meanings, EXTENSIBLE);
    }
    // A request names a game that the server knows; responses may name others.
    let variant = Variant::name();
    let mut values = schemas[&*variant].clone();
    open(&mut values);
    for owner in ["GameRules", "VariantVerdict"] {
        let member = schemas[owner]["properties"]["variant"].as_object_mut();
        let member = member.expect("the response names the game");
        member.shift_remove("$ref");
        member.insert("type".to_owned(), "string".into());
        member.insert(EXTENSIBLE.to_owned(), values[EXTENSIBLE].clone());
    }
    // Marks are strings on the wire.
    let marks: Vec<String> = Mark::ALL.iter().map(Mark::to_string).collect();
    let mark = &mut schemas["MarkCount"]["properties"]["mark"];
    mark[EXTENSIBLE] = json!(marks);
    describe(listed(schemas, "Mark"), &meanings::<Mark>(), "enum");
}

fn listed<'s>(schemas: &'s mut Value, name: &str) -> &'s mut Value {
    schemas.get_mut(name).expect("the document has every enumeration that is described")
}

/// Opens an enumeration: any string is valid, and the known values are listed.
fn open(schema: &mut Value) {
    if let Some(schema) = schema.as_object_mut()
        && let Some(values) = schema.remove("enum")
    {
        schema.insert(EXTENSIBLE.to_owned(), values);
    }
}

/// Returns the name of an enumeration in the document, and the meanings of its values.
fn named<T: ToSchema + VariantArray + EnumMessage>() -> (Cow<'static, str>, Vec<String>) {
    (T::name(), meanings::<T>())
}

/// Returns the meanings of the values of an enumeration: their doc comments.
fn meanings<T: VariantArray + EnumMessage>() -> Vec<String> {
    let meaning =
        |value: &T| value.get_documentation().unwrap_or_default().trim().replace('\n', " ");
    T::VARIANTS.iter().map(meaning).collect()
}

/// Adds the meanings of the values that a keyword lists to the description of a schema.
fn describe(schema: &mut Value, meanings: &[String], keyword: &str) {
    let mut description = schema["description"].as_str().unwrap_or_default().to_owned() + "\n";
    let values = schema[keyword].as_array().into_iter().flatten().filter_map(Value::as_str);
    for (value, meaning) in values.zip(meanings) {
        description.extend(["\n- `", value, "`: ", meaning]);
    }
    schema["description"] = description.into();
}
