//! House rules (rule 25).

use serde::{Deserialize, Serialize};

use super::values::LetterValues;

/// The house rules: everything that the rule sheets leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize)]
pub struct Rules {
    /// The values of the letters.
    pub letter_values: LetterValues,
    /// The receiver of chips that can't be split evenly.
    pub remainder: Remainder,
    /// True if no more cards may be shown than the published deck has (RULEBOOK W7).
    pub strict_deck: bool,
}

/// The receiver of chips that can't be split evenly (RULEBOOK O12).
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
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordPokerRemainder))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Remainder {
    /// The chips stay in the pot for the next round.
    #[default]
    Stay,
    /// The tied winners get one chip each, in seat order from the dealer's left.
    OddChipLeftOfDealer,
}
