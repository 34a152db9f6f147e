//! The response.

use serde::Serialize;
use utoipa::ToSchema;

use super::Puzzles;
use crate::api::hints::Hint;
use crate::edition::EditionId;
use crate::rules::puzzle::Level;

/// A position with exactly one best play.
#[derive(Debug, Serialize, ToSchema)]
#[serde(bound = "")]
pub struct PuzzleResponse<'e, G: Puzzles> {
    /// The position: a request of the operation `best` of the game, with the lexicon pinned.
    pub(super) position: G::Position,
    /// The level.
    pub(super) level: Level,
    /// The day of the puzzle; present if the request names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date)]
    pub(super) date: Option<&'e str>,
    /// The seed in lower case; present if the request has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<&'e str>,
    /// The points that the best play has more than the second best one.
    pub(super) margin: u32,
    /// The highest tier of the words of the best play; absent if the words have no tiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tier: Option<u8>,
    /// The hint at the best play, in the form of those of `best`; present if `reveal` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hints: Option<Vec<Hint>>,
    /// The best play, as `best` lists it; present if `solution` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solution: Option<G::Solution>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}
