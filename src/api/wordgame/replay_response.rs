//! The response of a replay.

use serde::Serialize;

use super::responses::{WordgameFormedWord, WordgameMoveSummary};
use crate::edition::EditionId;
use crate::rules::Violation;
use crate::rules::score::SettlementLine;
use crate::rules::wordgame::{EndReason, FinalScore, Rack};

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
    /// Points that the player gains because a challenge of their move failed.
    ChallengeBonus,
    /// Points that the player loses because their challenge failed.
    ChallengePenalty,
    /// Points for the tiles left on the racks of others.
    RackGained,
    /// Points lost for the tiles left on the player's rack.
    RackLost,
    /// Points lost for overtime.
    TimePenalty,
    /// A line that cannot be understood. It counts nothing, and the replay goes on after it.
    Unread,
}

/// A replayed event.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a member of the response")]
pub struct WordgameTurn {
    /// The line of the record, counted from 1.
    pub(super) line: usize,
    /// The player. If a line that cannot be understood names no player of the record, the name as it
    /// is written.
    pub(super) player: String,
    /// The kind of event.
    pub(super) kind: WordgameEventKind,
    /// The move, with `.` for each tile that was already on the board.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<String>,
    /// True if the event counts as it was played: it has no breaches and, for a move, every word is
    /// allowed.
    pub(super) valid: bool,
    /// The same as `valid`.
    #[schema(deprecated)]
    pub(super) legal: bool,
    /// The rules that the event breaks; it then counts what the rules give. A word that is not
    /// allowed is not a breach.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) breaches: Vec<Violation>,
    /// The notes of the record on the event, and remarks on what is odd but breaks no rule, such as
    /// a rack that cannot be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
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
    /// The player's points according to the record; absent if the record leaves them out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recorded_total: Option<i64>,
    /// True if the event has no breaches and the record has the correct score and total.
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
    /// The results, in the order of the record's players. If the game is over, they include the
    /// tiles left on racks, also where the record has no line for them. A rack is known if it is
    /// empty, if it consists of the unseen tiles, if a line at the end of the record gives it, if
    /// the record gave it completely and the player has not drawn tiles since, or if `#rack1`,
    /// `#rack2` and so on give it.
    pub(super) results: Vec<WordgameReplayResult>,
    /// The players whose racks at the end of the game are not known; absent if there are none.
    /// Nothing is lost or gained for these racks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) racks_unknown: Vec<String>,
    /// The players with the highest score; several in a draw. Empty if the game is not over or a
    /// rack is not known.
    pub(super) winners: Vec<String>,
    /// True if the game is a draw.
    pub(super) draw: bool,
    /// True if every event of the record agrees.
    pub(super) agrees: bool,
    /// Remarks on the game that break no rule; absent if there are none. The record names a
    /// lexicon, a game type, a board layout or a distribution of tiles, or its `#rack1` or `#rack2`
    /// contradicts the game. The lexicon and the rules of the request decide.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    /// The lexicon that the record names; absent if it names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record_lexicon: Option<String>,
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

/// A player's result.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameReplayResult {
    /// The player.
    player: String,
    /// The points of all moves and challenges.
    points: i64,
    /// The points deducted for the tiles left on the player's rack.
    deducted: i64,
    /// The points gained for the tiles left on the racks of others.
    gained: i64,
    /// The points deducted for overtime; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    time_penalty: Option<i64>,
    /// The rack at the end of the game, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    rack: Option<String>,
    /// The steps from the points to the total, each with its rule.
    lines: Vec<SettlementLine>,
    /// The final score.
    total: i64,
}

impl WordgameReplayResult {
    /// Describes a final score and the rack that it counts.
    pub(super) fn new(score: FinalScore, rack: Option<Rack>) -> Self {
        let FinalScore { player, points, deducted, gained, time_penalty, total, lines } = score;
        let time_penalty = Some(time_penalty).filter(|&penalty| penalty != 0);
        let rack = rack.map(|rack| rack.to_string());
        Self { player, points, deducted, gained, time_penalty, rack, lines, total }
    }
}

/// The end of a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameGameEnd {
    /// The reason.
    pub(super) reason: EndReason,
    /// The line of the record that ended it.
    pub(super) line: usize,
}
