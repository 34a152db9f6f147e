//! The responses of My Word!.

use serde::Serialize;

use crate::api::cards::texts;
use crate::api::dictionary::SecondOpinion;
use crate::api::hints::Hint;
use crate::edition::EditionId;
use crate::rules::my_word::{Call, CallConsequence, PlayerResult, PlayerTotal};
use crate::rules::score::Line;
use crate::rules::{Reason, Remark, Violation};

/// The score of a call.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordScoreResponse<'e> {
    /// The word in upper case, or the called text if it is not a word.
    pub(super) word: String,
    /// True if the call counts: its cards are placed by the rules, and the word is allowed.
    pub(super) valid: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The same as `valid`.
    #[schema(deprecated)]
    pub(super) legal: bool,
    /// The caller's points: one for each card, or 0 if the call is not valid.
    pub(super) points: usize,
    /// The cards in word order. For a call of only a word, the cards with which it is placed;
    /// absent if it cannot be placed, or if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<Vec<String>>,
    /// The steps of the score, one for each card, each with its rule; empty if the call is not
    /// valid, and absent if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lines: Option<Vec<Line>>,
    /// The rules that the call breaks, each with its place in the request; absent if `quiet` is
    /// true. A word of letters that is not allowed is not a breach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) breaches: Option<Vec<Violation>>,
    /// The texts on the table that are not cards of the game. Nobody can call them. Absent if there
    /// are none, or if `quiet` is true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unread: Vec<String>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// A word with its best placement.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordCall {
    /// The word.
    pub(super) word: String,
    /// The caller's points: one for each card.
    pub(super) points: usize,
    /// The cards in word order, with every wild announced.
    pub(super) call: Vec<String>,
}

impl From<&Call> for MyWordCall {
    fn from(call: &Call) -> Self {
        let word = call.word().to_string();
        Self { word, points: call.points(), call: texts(call) }
    }
}

/// The best calls of a table.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordBestResponse<'e> {
    /// The best calls, one for each word, sorted by points (highest first), wilds (fewest first),
    /// and word (alphabetically); empty if no word can be called.
    pub(super) calls: Vec<MyWordCall>,
    /// The hints, in the same order; present in place of the calls if `reveal` asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hints: Option<Vec<Hint>>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The ruling on a call.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordRuling<'e> {
    /// True if the call is not allowed.
    pub(super) upheld: bool,
    /// The word in upper case, or the called text if it is not a word.
    pub(super) word: String,
    /// True if the call counts: the opposite of `upheld`.
    pub(super) valid: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The cards in word order. For a call of only a word, the cards with which it is placed;
    /// absent if it cannot be placed, or if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) call: Option<Vec<String>>,
    /// The rules that the call breaks, each with its place in the request; absent if `quiet` is
    /// true. A word of letters that is not allowed is not a breach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) breaches: Option<Vec<Violation>>,
    /// The consequences for the caller or, if the call is not allowed, for all other players in the
    /// order in which they take cards.
    pub(super) consequences: Vec<CallConsequence>,
    /// The texts on the table that are not cards of the game. Nobody can call them. Absent if there
    /// are none, or if `quiet` is true.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) unread: Vec<String>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The opinion of the second lexicon on the word; present if the request names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second_opinion: Option<SecondOpinion<'e>>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The standings of a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MyWordSettleResponse {
    /// The points of every player, in seat order.
    pub(super) totals: Vec<PlayerTotal>,
    /// The totals of every player with their steps: a line for each round.
    pub(super) results: Vec<PlayerResult>,
    /// The players with the most points, in seat order; several if they tie. They have won the game
    /// if `rounds_left` is 0.
    pub(super) winners: Vec<String>,
    /// The number of rounds still to play. A game has as many rounds as players.
    pub(super) rounds_left: usize,
}
