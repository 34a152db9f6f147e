//! The options of Play On Words that players can choose (RULEBOOK P1, P9, P10, P15, P16).

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// The version of the game (RULEBOOK P16).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsVersion))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Version {
    /// The rules of the sheet.
    #[default]
    Rummy,
    /// Hands are refilled to eight cards, nobody goes out, and the game has one round.
    FullDeck,
    /// No points: the player who goes out first in most rounds wins.
    Casual,
}

/// The treatment of plurals that have another sense as well, such as RUNS and CATS (RULEBOOK P9).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsPluralRule))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PluralRule {
    /// A word that people read first as a plural made with S is barred, such as CATS; a word that
    /// they read first in another sense is allowed, such as RUNS. If the lexicon does not mark the
    /// latter, all are barred.
    #[default]
    FirstSense,
    /// They are allowed like any other word, however rare the other sense is.
    Lenient,
    /// They are barred like any other plural.
    Strict,
}

/// The treatment of plurals that are not made with S, such as MICE (RULEBOOK P9).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsIrregularPlurals))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum IrregularPlurals {
    /// They are barred like plurals made with S.
    #[default]
    Barred,
    /// They are allowed like any other word.
    Allowed,
}

/// The letters that wild and flip cards on the table stand for (RULEBOOK P15).
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsTableCards))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TableCards {
    /// The letters announced when the cards were first played.
    #[default]
    Fixed,
    /// The letters that the next player announces.
    Change,
}

/// The house rules: everything that the rule sheet leaves open.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Rules {
    /// The version of the game.
    pub version: Version,
    /// The treatment of plurals that have another sense as well.
    pub plural: PluralRule,
    /// The treatment of plurals that are not made with S.
    pub irregular_plurals: IrregularPlurals,
    /// True if the new word of a turn may take a play-on in the same turn (RULEBOOK P10).
    pub play_on_new_word: bool,
    /// The letters that wild and flip cards on the table stand for.
    pub table_cards: TableCards,
    /// True if hands and table can't have more cards than the published deck (RULEBOOK W7).
    pub strict_deck: bool,
}
