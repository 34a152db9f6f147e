//! The chance of a puzzle.

use std::ops::RangeInclusive;

use super::level::Level;
use crate::rules::Variant;
use crate::rules::flow::Seed;

/// The shuffles from which a puzzle is made, one after the other (RULEBOOK F7).
///
/// ```
/// use wordcourt::rules::Variant;
/// use wordcourt::rules::puzzle::{Dice, Level};
/// let pick = |date| Dice::new(Variant::MyWord, "sha256:1f3a", Level::Easy, date).pick(0..=999);
/// assert_eq!(pick("2026-05-01"), pick("2026-05-01"));
/// assert_ne!(pick("2026-05-01"), pick("2026-05-02"));
/// ```
#[derive(Debug)]
pub struct Dice {
    game: Variant,
    seed: Seed,
    /// The number of the next shuffle.
    next: u32,
}

impl Dice {
    /// Derives the shuffles of a puzzle from the game, the digest of the words, the level, and a
    /// date or a seed.
    #[must_use]
    pub fn new(game: Variant, words: &str, level: Level, chosen: &str) -> Self {
        let seed = Seed::of_puzzle([game.slug(), words, level.into(), chosen]);
        Self { game, seed, next: 0 }
    }

    /// Returns the game.
    #[must_use]
    pub const fn game(&self) -> Variant {
        self.game
    }

    /// Shuffles cards, which must be in the order of the published deck. Afterwards the first card
    /// is the top.
    pub fn shuffle<C>(&mut self, cards: &mut [C]) {
        let number = self.take_number();
        self.seed.shuffle(self.game, number, cards);
    }

    /// Picks a number, every one as likely.
    ///
    /// # Panics
    /// Panics if the range is empty.
    pub fn pick(&mut self, range: RangeInclusive<usize>) -> usize {
        let bound = range.end() + 1 - range.start();
        range.start() + self.numbers(bound).next().unwrap_or_default()
    }

    /// Returns numbers below a bound, every one as likely.
    pub(super) fn numbers(&mut self, bound: usize) -> impl Iterator<Item = usize> + use<> {
        let number = self.take_number();
        self.seed.numbers(self.game, number, bound)
    }

    /// Returns the number of the next shuffle, which is used once.
    const fn take_number(&mut self) -> u32 {
        let number = self.next;
        // A puzzle needs far fewer shuffles.
        self.next = number.wrapping_add(1);
        number
    }
}
