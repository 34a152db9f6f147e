//! Rulings: what follows from a challenge, and the digest by which a ruling can be told from any other.

use serde::Serialize;

use crate::lexicon::Digest;

/// What a ruling means for a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Consequence {
    /// Whom it concerns.
    pub player: String,
    /// What happens to the player.
    pub kind: ConsequenceKind,
    /// How many chips or points are at stake, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<u64>,
    /// The rule that it rests on.
    pub rule: &'static str,
}

/// The kinds of consequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum ConsequenceKind {
    /// Pays into the next pot, on top of the ante: the pot divided by the players who anted, rounded down.
    OwesNextPot,
    /// Can't pay and is out of the game; all chips go to the next pot.
    Eliminated,
    /// Folds and takes no further part in the round.
    Folds,
    /// Keeps the word and loses its category bonus.
    LosesCategoryBonus,
    /// Takes the move back: it didn't happen, and nothing is lost.
    MoveRefused,
    /// Takes words back, cards of the hand to the hand and table words to the table; what they earned, and going out with them, doesn't count.
    PlayReturned,
}

/// The digest of everything that a ruling rests on, itself included: equal ids mean equal rulings on equal grounds.
///
/// `grounds` must serialize in a fixed order (structs, sorted maps), else the digest isn't reproducible.
///
/// # Panics
/// If `grounds` can't be serialized as JSON; structs of texts and numbers always can.
#[must_use]
pub fn id(grounds: &impl Serialize) -> String {
    let canonical = serde_json::to_vec(grounds).expect("grounds are structs of texts and numbers");
    Digest::of(&[&canonical]).to_string()
}
