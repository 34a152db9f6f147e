//! Rulings: the consequences of a challenge.

use serde::Serialize;

use crate::lexicon::Digest;

/// The consequence of a ruling for a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = RulingConsequence))]
pub struct Consequence {
    /// The player's name, or `challenger` or `challenged` if the request does not name the player.
    pub player: String,
    /// The kind of consequence.
    pub kind: ConsequenceKind,
    /// The number of chips or points involved, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<u64>,
    /// The rule that the consequence rests on, by its id in the rulebook.
    pub rule: &'static str,
}

/// The kinds of consequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = RulingConsequenceKind))]
#[serde(rename_all = "snake_case")]
pub enum ConsequenceKind {
    /// Owes the next pot, on top of the ante, the pot divided by the number of players who anted,
    /// rounded down.
    OwesNextPot,
    /// Has too few chips to pay and is out of the game; all of the player's chips go to the next
    /// pot.
    Eliminated,
    /// Folds and takes no further part in the round.
    Folds,
    /// Keeps the word and loses its category bonus.
    LosesCategoryBonus,
    /// Takes the move back; nothing is lost.
    MoveRefused,
    /// Takes the move back and does not get its points.
    MoveTakenBack,
    /// Misses the next turn, or loses the current one with the move that was taken back.
    LosesTurn,
    /// Gets points.
    GainsPoints,
    /// Loses points.
    LosesPoints,
    /// Loses the game.
    LosesGame,
    /// Takes words back: cards from the hand return to the hand, and table words to the table. The
    /// words earn nothing, and a player who went out with them has not gone out.
    PlayReturned,
}

/// Returns the digest of a ruling and of everything that it rests on. Equal ids mean equal rulings
/// on equal grounds.
///
/// `grounds` contains the ruling. It must serialize in a fixed order (structs, sorted maps);
/// otherwise the digest is not reproducible.
///
/// ```
/// use wordcourt::rules::ruling;
/// let id = ruling::id(&("challenge", "CAT", true));
/// assert!(id.starts_with("sha256:") && id == ruling::id(&("challenge", "CAT", true)));
/// assert_ne!(id, ruling::id(&("challenge", "CAT", false)));
/// ```
///
/// # Panics
/// If `grounds` can't be serialized as JSON; structs of texts and numbers always can.
#[must_use]
pub fn id(grounds: &impl Serialize) -> String {
    let canonical = serde_json::to_vec(grounds).expect("grounds are structs of texts and numbers");
    Digest::of(&[&canonical]).to_string()
}
