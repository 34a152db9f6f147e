//! The end of a game and the final scores (RULEBOOK G9, G10).

use serde::Serialize;

use super::rack::Rack;
use super::ruleset::Rules;
use crate::word::Letter;

/// The number of passes in a row that end the game.
pub const PASSES_TO_END: usize = 3;

/// The reason why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = WordgameEndReason))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Three passes in a row.
    ThreePasses,
    /// A player has no tiles left, and the bag is empty.
    OutOfTiles,
}

/// The kind of a turn, which affects when the game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnKind {
    /// The player placed tiles, or exchanged tiles where the rules allow it.
    Played,
    /// The player passed.
    Passed,
}

/// Counts the turns and the passes in a row.
///
/// ```
/// use wordcourt::rules::wordgame::{Passes, TurnKind};
///
/// let mut passes = Passes::default();
/// for turn in [TurnKind::Passed, TurnKind::Passed] {
///     passes.record(turn);
/// }
/// assert!(passes.give_new_racks() && !passes.end_the_game());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passes {
    in_a_row: usize,
    turns: usize,
}

impl Passes {
    /// Records a turn.
    pub const fn record(&mut self, turn: TurnKind) {
        self.turns += 1;
        self.in_a_row = match turn {
            TurnKind::Played => 0,
            TurnKind::Passed => self.in_a_row + 1,
        };
    }

    /// Returns true directly after two opening passes. Both players then get new racks; the passes
    /// still count.
    #[must_use]
    pub const fn give_new_racks(self) -> bool {
        self.turns == 2 && self.in_a_row == 2
    }

    /// Returns true after three passes in a row.
    #[must_use]
    pub const fn end_the_game(self) -> bool {
        self.in_a_row >= PASSES_TO_END
    }
}

/// Returns true if a player has no tiles left and the bag is empty, given the number of tiles in
/// the bag and on each rack.
#[must_use]
pub fn is_out_of_tiles(bag: usize, racks: impl IntoIterator<Item = usize>) -> bool {
    bag == 0 && racks.into_iter().any(|tiles| tiles == 0)
}

/// A player at the end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// The points from moves.
    pub points: i64,
    /// The tiles left on the rack.
    pub rack: Rack,
}

/// A player's final score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalScore {
    /// The player's name.
    pub player: String,
    /// The points from moves.
    pub points: i64,
    /// The value of the tiles left on the rack.
    pub deducted: i64,
    /// The points minus the deducted value.
    pub total: i64,
}

/// Returns the final scores in the order of the players, and the names of the players with the
/// highest score, more than one in a draw.
#[must_use]
pub fn settle(players: &[Standing], rules: &Rules) -> (Vec<FinalScore>, Vec<String>) {
    let scores: Vec<FinalScore> = players
        .iter()
        .map(|Standing { player, points, rack }| {
            let deducted = rack_value(rack, rules);
            FinalScore {
                player: player.clone(),
                points: *points,
                deducted,
                total: points - deducted,
            }
        })
        .collect();
    let highest = scores.iter().map(|score| score.total).max();
    let winners = scores
        .iter()
        .filter(|score| Some(score.total) == highest)
        .map(|score| score.player.clone())
        .collect();
    (scores, winners)
}

/// Returns the value of the tiles on a rack.
pub(super) fn rack_value(rack: &Rack, rules: &Rules) -> i64 {
    Letter::all().map(|letter| i64::from(rack.count(letter)) * i64::from(rules.value(letter))).sum()
}
