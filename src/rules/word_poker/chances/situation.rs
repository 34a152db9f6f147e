//! The knowledge of a player of Word For Word.

use super::super::deck::Deck;
use super::super::hand::Hand;
use super::super::values::{BOARD_CARDS, THOUGHT_CARDS};

/// The knowledge of a player of Word For Word in a round.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'s> {
    /// The player's thought cards.
    pub thought: Hand,
    /// The cards on the board, at most five.
    pub board: Hand,
    /// The cards that the player has not seen: enough for the rest of the board and two for each
    /// opponent.
    pub unseen: &'s Deck,
    /// The number of opponents who have not folded, 1 to 11.
    pub opponents: usize,
}

impl Situation<'_> {
    /// Returns the number of cards that the board lacks.
    #[must_use]
    pub fn missing(&self) -> usize {
        BOARD_CARDS.saturating_sub(self.board.cards().count())
    }

    /// Returns the number of unseen cards that the situation needs.
    #[must_use]
    pub fn needed(&self) -> usize {
        self.missing() + THOUGHT_CARDS * self.opponents
    }

    /// Returns true if the odds follow from all possible deals, without a sample (RULEBOOK O22).
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!((self.missing(), self.opponents), (0, 1 | 2) | (1, 1))
    }
}
