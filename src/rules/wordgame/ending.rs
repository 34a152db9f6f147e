//! How a game ends, and what is left of the points (RULEBOOK G9, G10).

use super::rack::Rack;
use super::ruleset::Rules;
use crate::word::Letter;

/// How many passes in a row end the game.
pub const PASSES_TO_END: usize = 3;

/// What a turn was, as far as the end of the game depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnKind {
    /// The player did something: laid tiles, or exchanged some where that is allowed.
    Played,
    /// The player passed.
    Passed,
}

/// Counts passes.
///
/// ```
/// use wordcourt::rules::wordgame::{Passes, TurnKind};
/// let mut passes = Passes::default();
/// for turn in [TurnKind::Passed, TurnKind::Passed] {
///     passes.note(turn);
/// }
/// assert!(passes.give_new_racks() && !passes.end_the_game());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passes {
    in_a_row: usize,
    turns: usize,
}

impl Passes {
    /// Takes note of a turn.
    pub const fn note(&mut self, turn: TurnKind) {
        self.turns += 1;
        self.in_a_row = match turn {
            TurnKind::Played => 0,
            TurnKind::Passed => self.in_a_row + 1,
        };
    }

    /// Both opening moves were passes: both players get new racks, and the passes still count.
    #[must_use]
    pub const fn give_new_racks(self) -> bool {
        self.turns == 2 && self.in_a_row == 2
    }

    /// Three passes in a row.
    #[must_use]
    pub const fn end_the_game(self) -> bool {
        self.in_a_row >= PASSES_TO_END
    }
}

/// Whether the game is over because somebody has no tiles left to lay and none to draw.
#[must_use]
pub fn is_out_of_tiles(bag: usize, racks: impl IntoIterator<Item = usize>) -> bool {
    bag == 0 && racks.into_iter().any(|tiles| tiles == 0)
}

/// A player at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// The points made.
    pub points: i64,
    /// What is left on the rack.
    pub rack: Rack,
}

/// A player's end score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Final {
    /// The player's name.
    pub player: String,
    /// The points made.
    pub points: i64,
    /// The value of the own rack, which is taken off.
    pub deducted: i64,
    /// What remains.
    pub total: i64,
}

/// The end scores in seat order, and who has the highest: several in a draw.
#[must_use]
pub fn settle(players: &[Standing], rules: &Rules) -> (Vec<Final>, Vec<String>) {
    let scores: Vec<Final> = players
        .iter()
        .map(|Standing { player, points, rack }| {
            let value = |letter: Letter| i64::from(rack.count(letter)) * i64::from(rules.value(letter));
            let deducted = Letter::all().map(value).sum();
            Final { player: player.clone(), points: *points, deducted, total: points - deducted }
        })
        .collect();
    let highest = scores.iter().map(|score| score.total).max();
    let winners =
        scores.iter().filter(|score| Some(score.total) == highest).map(|score| score.player.clone()).collect();
    (scores, winners)
}
