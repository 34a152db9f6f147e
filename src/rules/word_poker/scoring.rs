//! The score of a play (RULEBOOK O4–O9).

use serde::Serialize;

use super::card::{Colour, PlayedCard};
use super::hand::Play;
use super::values::{CATEGORY, LENGTH_BONUS, LetterValues, MAX_CARDS, WordBonuses};
use crate::rules::score::{Line, Lines};

/// The flush of a word: the colour that all its cards share (O8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = WordPokerFlush))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Flush {
    /// The word has cards of both colours.
    None,
    /// All cards are blue.
    Blue,
    /// All cards are red.
    Red,
}

impl Flush {
    /// Returns the flush that cards make.
    #[must_use]
    pub fn of(cards: &[PlayedCard]) -> Self {
        if cards.iter().all(|card| card.colour == Colour::Blue) {
            Self::Blue
        } else if cards.iter().all(|card| card.colour == Colour::Red) {
            Self::Red
        } else {
            Self::None
        }
    }

    /// Returns the multiplier of the flush (RULEBOOK O8).
    #[must_use]
    pub const fn multiplier(self, with_wild: bool) -> u32 {
        match (self, with_wild) {
            (Self::None, _) | (Self::Blue, false) => 1,
            (Self::Blue, true) | (Self::Red, false) => 2,
            (Self::Red, true) => 3,
        }
    }

    /// Returns the flush's name, such as `blue`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns the multiplier of a pair (rule 13, RULEBOOK O5). A pair is two adjacent cards that play
/// the same letter, and the multiplier applies to both.
#[must_use]
pub const fn pair_multiplier(left: PlayedCard, right: PlayedCard) -> u32 {
    let wilds = left.wild as u32 + right.wild as u32;
    match (left.colour, right.colour) {
        (Colour::Blue, Colour::Blue) => 2 + wilds,
        (Colour::Red, Colour::Red) => 3 + wilds,
        _ => 2,
    }
}

/// Returns the multiplier of every card. Adjacent cards with equal letters are paired so that the
/// sum is highest; each card is in at most one pair. Among equal sums, the pairs begin as far left
/// as possible (RULEBOOK O6).
#[must_use]
pub fn letter_multipliers(cards: &[PlayedCard], values: &LetterValues) -> [u32; MAX_CARDS] {
    // Filled from the right: the highest sum of the cards from here on, and whether that sum needs
    // a pair that begins here.
    let mut best = [0; MAX_CARDS + 2];
    let mut pair_begins = [false; MAX_CARDS];
    for here in (0..cards.len()).rev() {
        let value = values.of(cards[here].letter);
        best[here] = value + best[here + 1];
        if let Some(multiplier) = pair_at(cards, here) {
            let paired = 2 * value * multiplier + best[here + 2];
            // Among equal sums, the pair that begins here is further left.
            if paired >= best[here] {
                best[here] = paired;
                pair_begins[here] = true;
            }
        }
    }
    let mut multipliers = [1; MAX_CARDS];
    let mut here = 0;
    // Each step passes a card or a pair.
    while here < cards.len() {
        match pair_at(cards, here).filter(|_| pair_begins[here]) {
            Some(multiplier) => {
                multipliers[here..here + 2].fill(multiplier);
                here += 2;
            }
            None => here += 1,
        }
    }
    multipliers
}

fn pair_at(cards: &[PlayedCard], here: usize) -> Option<u32> {
    match cards.get(here..here + 2) {
        Some(&[left, right]) if left.letter == right.letter => Some(pair_multiplier(left, right)),
        _ => None,
    }
}

/// The score of a play, part by part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The total.
    pub total: u32,
    /// The sum of the letter values after their multipliers (O7).
    pub word_value: u32,
    /// The multiplier of each card; only the first `play.len()` are used.
    multipliers: [u32; MAX_CARDS],
    /// The length bonus (rule 17).
    pub length_bonus: u32,
    /// The flush (O8).
    pub flush: Flush,
    /// The multiplier of the flush.
    pub flush_multiplier: u32,
    /// The bonuses that are never multiplied.
    pub bonuses: WordBonuses,
    /// The category bonus (rule 21).
    pub category: u32,
}

impl Score {
    /// Scores a play, whether or not the word is allowed.
    ///
    /// ```
    /// use wordcourt::rules::word_poker::{LetterValues, Play, Score};
    /// let cards = ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"].map(|card| card.parse().unwrap());
    /// let score = Score::of(&Play::new(&cards).unwrap(), &LetterValues::default(), false);
    /// assert_eq!((score.word_value, score.total), (26, 60)); // the sheet's own example, rule 22
    /// ```
    #[must_use]
    pub fn of(play: &Play, values: &LetterValues, in_category: bool) -> Self {
        let multipliers = letter_multipliers(play, values);
        let word_value =
            play.iter().zip(multipliers).map(|(card, by)| values.of(card.letter) * by).sum();
        let length_bonus = LENGTH_BONUS[play.len()];
        let flush = Flush::of(play);
        let flush_multiplier = flush.multiplier(play.iter().any(|card| card.wild));
        let bonuses = WordBonuses::of(&play.word());
        let category = if in_category { CATEGORY } else { 0 };
        let total = (word_value + length_bonus) * flush_multiplier + bonuses.total() + category;
        Self {
            total,
            word_value,
            multipliers,
            length_bonus,
            flush,
            flush_multiplier,
            bonuses,
            category,
        }
    }

    /// Returns the multiplier of each card's value, in the order of the play.
    #[must_use]
    pub fn letter_multipliers(&self, play: &Play) -> &[u32] {
        &self.multipliers[..play.len()]
    }

    /// Returns the score step by step (rule 22); the running total of the last line is
    /// [`Self::total`].
    #[must_use]
    pub fn lines(&self, play: &Play, values: &LetterValues) -> Vec<Line> {
        let mut lines = Lines::default();
        for (position, card) in play.iter().enumerate() {
            let rule = if card.wild { "O3" } else { "O4" };
            lines.add(rule, card.label(), vec![position], values.of(card.letter));
        }
        self.add_pairs(play, values, &mut lines);
        if self.length_bonus > 0 {
            let mut digits = itoa::Buffer::new();
            let label = ["length bonus for ", digits.format(play.len()), " letters"].concat();
            lines.add("O7", label, Vec::new(), self.length_bonus);
        }
        if self.flush_multiplier > 1 {
            let has_wild = play.iter().any(|card| card.wild);
            let wild = if has_wild { "with a wild" } else { "without a wild" };
            let label = [self.flush.name(), " flush ", wild].concat();
            lines.multiply("O8", label, Vec::new(), lines.total(), self.flush_multiplier);
        }
        for (label, points) in [
            ("outburst: all seven cards", self.bonuses.outburst),
            ("exclamation: OMYWORD", self.bonuses.exclamation),
            ("palindrome", self.bonuses.palindrome),
            ("category", self.category),
        ] {
            if points > 0 {
                lines.add("O9", label.to_owned(), Vec::new(), points);
            }
        }
        lines.finish()
    }

    fn add_pairs(&self, play: &Play, values: &LetterValues, lines: &mut Lines) {
        let mut position = 0;
        // Each step passes a card or a pair.
        while position < play.len() {
            let multiplier = self.multipliers[position];
            if multiplier == 1 {
                position += 1;
                continue;
            }
            let (left, right) = (play[position], play[position + 1]);
            let letters = values.of(left.letter) * 2;
            let cards = vec![position, position + 1];
            lines.multiply("O5", pair_label(left, right), cards, letters, multiplier);
            position += 2;
        }
    }
}

fn pair_label(left: PlayedCard, right: PlayedCard) -> String {
    let colour = if left.colour == right.colour { left.colour.name() } else { "mixed" };
    let wilds = match u8::from(left.wild) + u8::from(right.wild) {
        0 => "",
        1 => " with a wild",
        _ => " of two wilds",
    };
    let letter = left.letter.as_str();
    [letter, letter, ": ", colour, " pair", wilds].concat()
}
