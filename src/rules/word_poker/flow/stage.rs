//! The stages of a round: bets, exchanges and cards on the board (RULEBOOK 7.1).

use super::state::State;
use crate::rules::Variant;

/// A stage of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The players bet.
    Bet,
    /// The players exchange up to this number of cards.
    Exchange(usize),
    /// This number of cards is put on the board.
    Board(usize, &'static str),
}

const CHOOSE_YOUR_WORDS: [Stage; 5] =
    [Stage::Bet, Stage::Exchange(4), Stage::Bet, Stage::Exchange(2), Stage::Bet];

const WORD_FOR_WORD: [Stage; 7] = [
    Stage::Bet,
    Stage::Board(3, "shout"),
    Stage::Bet,
    Stage::Board(1, "mumble"),
    Stage::Bet,
    Stage::Board(1, "whisper"),
    Stage::Bet,
];

impl State {
    /// Returns the stages of a round.
    pub(super) const fn stages(&self) -> &'static [Stage] {
        match self.game {
            Variant::WordForWord => &WORD_FOR_WORD,
            _ => &CHOOSE_YOUR_WORDS,
        }
    }

    /// Returns the stage that the round is at; `None` once all stages are over.
    pub(super) fn current_stage(&self) -> Option<Stage> {
        self.stages().get(self.stage as usize).copied()
    }

    /// Returns true if the dealer is the first in the stage: in the first stage, and in the first
    /// exchange (RULEBOOK FO6, FO10).
    pub(super) fn begins_with_dealer(&self) -> bool {
        let is_exchange = matches!(self.current_stage(), Some(Stage::Exchange(_)));
        self.stage == 0 || (self.stage == 1 && is_exchange)
    }

    /// Returns the number of cards on the board at a stage.
    pub(super) fn board_cards(&self, stage: u32) -> usize {
        let cards = |stage: &Stage| if let Stage::Board(cards, _) = *stage { cards } else { 0 };
        self.stages().iter().take(stage as usize).map(cards).sum()
    }
}
