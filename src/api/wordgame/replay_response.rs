//! The response of a replay.

use serde::Serialize;

use super::responses::{WordgameFinalScore, WordgameFormedWord, WordgameMoveSummary};
use crate::edition::EditionId;
use crate::rules::Violation;
use crate::rules::wordgame::EndReason;

/// The kind of an event in a record.
#[derive(
    Debug, Clone, Copy, Serialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum WordgameEventKind {
    /// A word was placed.
    Move,
    /// The player passed.
    Pass,
    /// The player exchanged tiles.
    Exchange,
    /// The previous move was taken back after a challenge.
    TakenBack,
    /// Points for a failed challenge.
    ChallengeBonus,
    /// Points for the tiles left on the racks of others.
    RackGained,
    /// Points lost for the tiles left on the player's rack.
    RackLost,
    /// Points lost for overtime.
    TimePenalty,
}

/// A replayed event.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameTurn {
    /// The line of the record, counted from 1.
    pub(super) line: usize,
    /// The player.
    pub(super) player: String,
    /// The kind of event.
    pub(super) kind: WordgameEventKind,
    /// The move, with `.` for each tile that was already on the board.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<String>,
    /// True if the event has no breaches and, for a move, every word is allowed.
    pub(super) legal: bool,
    /// The rules that the event breaks. A word that is not allowed is not a breach.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) breaches: Vec<Violation>,
    /// True if all players get new racks, because both opening moves were passes (G9); otherwise
    /// absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) new_racks: bool,
    /// True if the move was taken back later; absent if the event is not a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) taken_back: Option<bool>,
    /// The correct change in the player's points.
    pub(super) score: i64,
    /// The change in the player's points according to the record.
    pub(super) recorded: i64,
    /// The player's correct points after the event.
    pub(super) total: i64,
    /// The player's points according to the record.
    pub(super) recorded_total: i64,
    /// True if the record has the correct score and total.
    pub(super) agrees: bool,
    /// The words that a move forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Vec<WordgameFormedWord>>,
    /// The best move of the rack. Present if the record gives the whole rack, it was the player's
    /// turn, and the request does not set `best` to `false`. At most 120 racks of a record are
    /// searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<WordgameMoveSummary>,
    /// The points of the best move minus the points that the player scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points_lost: Option<u32>,
}

/// A replayed game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameReplayResponse<'e> {
    /// The events in order.
    pub(super) turns: Vec<WordgameTurn>,
    /// The end scores, in the order of the record's players: the points minus the value of the
    /// tiles left on the rack. If a line at the end of the record deducts a rack, that rack is
    /// deducted. If the game is over, the racks of the other players are deducted as well, provided
    /// that all of them are known. A rack is known if it is empty, if the record gave it completely
    /// and the player has not drawn tiles since, or if it is the only unknown rack and the bag is
    /// empty, so that it has all unseen tiles.
    #[serde(rename = "final")]
    pub(super) scores: Vec<WordgameFinalScore>,
    /// The players with the highest score; several in a draw.
    pub(super) winners: Vec<String>,
    /// True if the game is a draw.
    pub(super) draw: bool,
    /// True if the record has the correct score and total for every event.
    pub(super) agrees: bool,
    /// The end of the game; absent if the record stops before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ended: Option<WordgameGameEnd>,
    /// The position at the end in CGP, with the end scores.
    pub(super) cgp: String,
    /// The record in GCG, with the correct scores and totals.
    pub(super) gcg: String,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The end of a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameGameEnd {
    /// The reason.
    pub(super) reason: EndReason,
    /// The line of the record that ended it.
    pub(super) line: usize,
}
