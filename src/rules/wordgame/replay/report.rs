//! The result of a replay, and what it finds in an event.

use std::fmt;

use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::end_game::{EndReason, FinalScore};
use crate::rules::wordgame::gcg::Record;
use crate::rules::wordgame::movegen::Move;
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::scoring::Score;
use crate::rules::{Refused, Violation, ViolationCode, Violations};

/// A replayed game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The events in order.
    pub turns: Vec<Turn>,
    /// The final scores in the order of the record's players (RULEBOOK G10, C2). If the game is not
    /// over, nothing is lost or gained for racks.
    pub results: Vec<FinalScore>,
    /// The racks at the end, as far as they are known; all `None` if the game is not over.
    pub racks: Vec<Option<Rack>>,
    /// The nicks of the players whose racks at the end are not known; empty if the game is not
    /// over.
    pub racks_unknown: Vec<String>,
    /// The nicks of the players with the highest score, more than one in a draw; empty if the game
    /// is not over or a rack is not known.
    pub winners: Vec<String>,
    /// The reason why the game is over and the line that ended it; `None` if the game is not over.
    pub end: Option<(EndReason, usize)>,
    /// Remarks on the game: the rules that the record names, and racks of `#rack1` and so on that
    /// contradict it (RULEBOOK C7).
    pub notes: Vec<String>,
    /// The lexicon that the record names.
    pub lexicon: Option<String>,
    /// The board at the end.
    pub board: Board,
    /// The record with the correct scores and totals.
    pub record: Record,
}

/// A replayed event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The line of the record, counted from 1.
    pub line: usize,
    /// The player, as an index of the record's players, or
    /// [`UNKNOWN_PLAYER`](crate::rules::wordgame::gcg::UNKNOWN_PLAYER).
    pub player: usize,
    /// The move, if the event is one that can be placed on the board.
    pub placement: Option<Placement>,
    /// The violations of the event, placed at the record as a whole. Words that are not allowed are
    /// not among them.
    pub violations: Vec<Violation>,
    /// The notes of the record, and remarks on the event that break no rule.
    pub notes: Vec<String>,
    /// True if the event breaks no rule and all words of its move are allowed.
    pub is_legal: bool,
    /// True if the event breaks no rule and the record has the correct numbers.
    pub agrees: bool,
    /// True if all players get new racks after the event, because both opening turns were passes
    /// (RULEBOOK G9).
    pub brings_new_racks: bool,
    /// The correct change of the player's score.
    pub score: i64,
    /// The player's correct score after the event.
    pub total: i64,
    /// The best move of the rack, if the record gives the whole rack, the game is not over, and
    /// best moves are requested.
    pub best: Option<Move>,
}

/// A replayed move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The move.
    pub play: Play,
    /// The score of the move.
    pub score: Score,
    /// True if the move was taken back after a challenge.
    pub is_withdrawn: bool,
}

/// The violations of an event, and remarks about it.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub violations: Violations,
    /// Remarks on what is odd but breaks no rule, such as a rack that cannot be (RULEBOOK C7).
    pub notes: Vec<String>,
}

impl Findings {
    /// Records that the rules do not allow the event.
    pub(super) fn not_allowed(&mut self, rule: &'static str, detail: impl fmt::Display) {
        self.violations.refuse(ViolationCode::NotAllowed, rule, detail);
    }

    pub(super) fn note(&mut self, remark: impl fmt::Display) {
        self.notes.push(remark.to_string());
    }
}

/// Runs a check. If the check fails, returns the details of its violations as one text.
pub(super) fn or_details<T>(
    check: impl FnOnce(&mut Violations) -> Result<T, Refused>,
) -> Result<T, String> {
    let mut violations = Violations::default();
    check(&mut violations).map_err(|_refused| {
        let details: Vec<&str> =
            violations.as_slice().iter().map(|violation| violation.detail.as_str()).collect();
        details.join("; ")
    })
}
