//! Descriptions of enumeration values, taken from their doc comments.

use std::borrow::Cow;

use serde_json::Value;
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use crate::api::hints::Reveal;
use crate::api::problem::ProblemCode;
use crate::api::wordgame::{AllTilesBonus, WordgameBonusKind, WordgameEventKind};
use crate::lexicon::Mark;
use crate::rules::my_word::{CallConsequenceKind, CardSource};
use crate::rules::play_on_words::{IrregularPlurals, PlayKind, PluralRule, TableCards, Version};
use crate::rules::rule_data::Provenance;
use crate::rules::ruling::ConsequenceKind;
use crate::rules::word_poker::{DecidedBy, Flush, Remainder, Standing};
use crate::rules::word_search::Order;
use crate::rules::wordgame::{
    BlankLetter, ChallengeName, ChallengePer, ChallengeTo, CrossBonus, EndReason, EndRule,
    OverRule, Preset, WordBonus,
};
use crate::rules::{ReasonCode, Variant, ViolationCode};

/// Describes every value of every enumeration.
///
/// # Panics
/// If a listed enumeration is not in the document.
pub(super) fn add(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    for (name, meanings) in [
        named::<AllTilesBonus>(),
        named::<BlankLetter>(),
        named::<CallConsequenceKind>(),
        named::<CardSource>(),
        named::<ChallengeName>(),
        named::<ChallengePer>(),
        named::<ChallengeTo>(),
        named::<ConsequenceKind>(),
        named::<CrossBonus>(),
        named::<DecidedBy>(),
        named::<EndReason>(),
        named::<EndRule>(),
        named::<Flush>(),
        named::<IrregularPlurals>(),
        named::<Order>(),
        named::<OverRule>(),
        named::<PlayKind>(),
        named::<PluralRule>(),
        named::<Preset>(),
        named::<ProblemCode>(),
        named::<Provenance>(),
        named::<ReasonCode>(),
        named::<Remainder>(),
        named::<Reveal>(),
        named::<Standing>(),
        named::<TableCards>(),
        named::<Variant>(),
        named::<Version>(),
        named::<ViolationCode>(),
        named::<WordBonus>(),
        named::<WordgameBonusKind>(),
        named::<WordgameEventKind>(),
    ] {
        let schema = schemas.get_mut(&*name);
        let schema = schema.expect("the document has every enumeration that is described");
        let values = schema["enum"].as_array().into_iter().flatten();
        let values: Vec<String> =
            values.filter_map(|value| value.as_str().map(str::to_owned)).collect();
        describe(schema, &values, &meanings);
    }
    // Marks are strings on the wire.
    let marks: Vec<String> = Mark::ALL.iter().map(Mark::to_string).collect();
    describe(&mut schemas["MarkCount"]["properties"]["mark"], &marks, &meanings::<Mark>());
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

fn describe(schema: &mut Value, values: &[String], meanings: &[String]) {
    let mut description = schema["description"].as_str().unwrap_or_default().to_owned() + "\n";
    for (value, meaning) in values.iter().zip(meanings) {
        description.extend(["\n- `", value, "`: ", meaning]);
    }
    schema["description"] = description.into();
}
