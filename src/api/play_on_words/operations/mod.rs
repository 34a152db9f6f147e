//! The operations of Play On Words.

mod best;
mod challenge;
mod score;
mod settle;

pub use best::Best;
pub use challenge::Challenge;
pub use score::Score;
pub use settle::Settle;

use super::requests::{self, AnyHand, PlayOnWordsTurn, TableWords};
use crate::rules::play_on_words::{self as game, Hand, PlacedTurn, Rules, Stage, Table, Turn};
use crate::rules::{Refused, Violations};

const TAG: &str = "Play On Words";

/// A turn in its position, with the score that follows from them.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct TurnQuery {
    hand: Hand,
    table: Table,
    turn: Turn,
    stage: Stage,
    rules: Rules,
    score: game::Score,
}

impl TurnQuery {
    /// Reads a turn, and checks that it can be placed on the table.
    fn read(
        (hand, table, turn): (&AnyHand, Option<&TableWords>, &PlayOnWordsTurn),
        (stage, rules): (Result<Stage, Refused>, Rules),
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let hand = requests::hand(hand, &mut violations.at("hand"));
        let table = requests::table(table, violations);
        let turn = requests::turn(turn, violations);
        let (hand, table, turn, stage) = (hand?, table?, turn?, stage?);
        let placed = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations.at("turn"))?;
        let score = game::Score::of(&placed, stage, rules);
        drop(placed);
        Ok(Self { hand, table, turn, stage, rules, score })
    }
}
