//! The position of a player.

use crate::rules::play_on_words::hand::Hand;
use crate::rules::play_on_words::score::Stage;
use crate::rules::play_on_words::table::Table;

/// The position of a player whose turn it is.
#[derive(Debug, Clone, Copy)]
pub struct Position<'p> {
    /// The player's cards.
    pub hand: &'p Hand,
    /// The words on the table.
    pub table: &'p Table,
    /// The stage of the round.
    pub stage: Stage,
}
