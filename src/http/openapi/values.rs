//! What the values of enumerations mean, from their docstrings.

use std::borrow::Cow;

use serde_json::Value;
use strum::{EnumMessage, VariantArray};
use utoipa::ToSchema;

use crate::http::problem::ProblemCode;
use crate::http::wordgame::games::ReplayedKind;
use crate::http::wordgame::wire::{AllTilesBonus, BonusOf, Preset};
use crate::lexicon::Mark;
use crate::rules::my_word::{CallConsequenceKind, CardSource};
use crate::rules::oh_my_word::{DecidedBy, Flush, Remainder, Standing};
use crate::rules::play_on_words::{Kind, Plural, TableCards, Version};
use crate::rules::ruling::ConsequenceKind;
use crate::rules::sheet::Provenance;
use crate::rules::word_search::Order;
use crate::rules::wordgame::{End, WordBonus};
use crate::rules::{BreachCode, ReasonCode, Variant};

/// Tells of every value of an enumeration what it means.
pub(super) fn describe_all(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    for (name, meanings) in [
        named::<AllTilesBonus>(),
        named::<BonusOf>(),
        named::<BreachCode>(),
        named::<CallConsequenceKind>(),
        named::<CardSource>(),
        named::<ConsequenceKind>(),
        named::<DecidedBy>(),
        named::<End>(),
        named::<Flush>(),
        named::<Kind>(),
        named::<Order>(),
        named::<Plural>(),
        named::<Preset>(),
        named::<ProblemCode>(),
        named::<Provenance>(),
        named::<ReasonCode>(),
        named::<Remainder>(),
        named::<ReplayedKind>(),
        named::<Standing>(),
        named::<TableCards>(),
        named::<Variant>(),
        named::<Version>(),
        named::<WordBonus>(),
    ] {
        let schema = schemas.get_mut(&*name).expect("the document has every enumeration that is described");
        let values = schema["enum"].as_array().into_iter().flatten();
        let values: Vec<String> = values.filter_map(|value| value.as_str().map(str::to_owned)).collect();
        describe(schema, &values, &meanings);
    }
    // Marks are texts on the wire.
    let marks = Mark::ALL.map(|mark| mark.name().to_owned());
    describe(&mut schemas["MarkCount"]["properties"]["mark"], &marks, &meanings::<Mark>());
}

/// An enumeration's name in the document and the meanings of its values.
fn named<T: ToSchema + VariantArray + EnumMessage>() -> (Cow<'static, str>, Vec<&'static str>) {
    (T::name(), meanings::<T>())
}

/// What the values of an enumeration mean: what their docstrings say.
fn meanings<T: VariantArray + EnumMessage>() -> Vec<&'static str> {
    T::VARIANTS.iter().map(|value| value.get_documentation().unwrap_or_default()).collect()
}

fn describe(schema: &mut Value, values: &[String], meanings: &[&str]) {
    let mut description = schema["description"].as_str().unwrap_or_default().to_owned() + "\n";
    for (value, meaning) in values.iter().zip(meanings) {
        description.extend(["\n- `", value, "`: ", meaning]);
    }
    schema["description"] = description.into();
}
