//! What a play is worth (RULEBOOK O4–O9).

use serde::Serialize;

use super::card::{Colour, PlayedCard};
use super::hand::Play;
use super::values::{CATEGORY, LENGTH_BONUS, LetterValues, MAX_CARDS, WordBonuses};
use crate::rules::score::{Line, Lines};

/// Whether all cards of a word are of one colour (rule 15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Flush {
    /// Both colours.
    None,
    /// All blue.
    Blue,
    /// All red.
    Red,
}

impl Flush {
    /// The flush that cards make.
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

    /// What the flush multiplies by (RULEBOOK O8).
    #[must_use]
    pub const fn multiplier(self, with_wild: bool) -> u32 {
        match (self, with_wild) {
            (Self::None, _) | (Self::Blue, false) => 1,
            (Self::Blue, true) | (Self::Red, false) => 2,
            (Self::Red, true) => 3,
        }
    }

    /// The flush's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }
}

/// What a pair of neighbours that play the same letter multiplies both of them by (rule 13, RULEBOOK O5).
#[must_use]
pub const fn pair_multiplier(left: PlayedCard, right: PlayedCard) -> u32 {
    let wilds = left.wild as u32 + right.wild as u32;
    match (left.colour, right.colour) {
        (Colour::Blue, Colour::Blue) => 2 + wilds,
        (Colour::Red, Colour::Red) => 3 + wilds,
        _ => 2,
    }
}

/// The multiplier of every card: of all ways to pair neighbours of equal letters, each card in one pair at most, the one with the
/// highest sum, among equals the one whose pairs begin further left (RULEBOOK O6).
///
#[must_use]
pub fn letter_multipliers(cards: &[PlayedCard], values: &LetterValues) -> [u32; MAX_CARDS] {
    // From the right: the best worth of the cards from here on, and whether a pair begins here to reach it.
    let mut best = [0; MAX_CARDS + 2];
    let mut pair_begins = [false; MAX_CARDS];
    for here in (0..cards.len()).rev() {
        let value = values.of(cards[here].letter);
        best[here] = value + best[here + 1];
        if let Some(multiplier) = pair_at(cards, here) {
            let paired = 2 * value * multiplier + best[here + 2];
            // Equal sums: the pair that begins here begins further left.
            if paired >= best[here] {
                best[here] = paired;
                pair_begins[here] = true;
            }
        }
    }
    let mut multipliers = [1; MAX_CARDS];
    let mut here = 0;
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

/// A play's worth, part by part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// Everything together.
    pub total: u32,
    /// The sum of the letter values after their multipliers (O7).
    pub word_value: u32,
    /// The first `play.len()` count.
    multipliers: [u32; MAX_CARDS],
    /// The length bonus (rule 17).
    pub length_bonus: u32,
    /// The flush (rule 15).
    pub flush: Flush,
    /// What the flush multiplies by.
    pub flush_multiplier: u32,
    /// The bonuses that are never multiplied.
    pub bonuses: WordBonuses,
    /// The category bonus (rule 21).
    pub category: u32,
}

impl Score {
    /// Scores a play; whether the word is valid is another question.
    ///
    /// ```
    /// use wordcourt::rules::oh_my_word::{LetterValues, Play, Score};
    /// let cards = ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"].map(|card| card.parse().unwrap());
    /// let score = Score::of(&Play::new(&cards).unwrap(), &LetterValues::default(), false);
    /// assert_eq!((score.word_value, score.total), (26, 60)); // the sheet's own example, rule 22
    /// ```
    #[must_use]
    pub fn of(play: &Play, values: &LetterValues, in_category: bool) -> Self {
        let multipliers = letter_multipliers(play, values);
        let word_value = play.iter().zip(multipliers).map(|(card, by)| values.of(card.letter) * by).sum();
        let length_bonus = LENGTH_BONUS[play.len()];
        let flush = Flush::of(play);
        let flush_multiplier = flush.multiplier(play.iter().any(|card| card.wild));
        let bonuses = WordBonuses::of(&play.word());
        let category = if in_category { CATEGORY } else { 0 };
        let total = (word_value + length_bonus) * flush_multiplier + bonuses.total() + category;
        Self { total, word_value, multipliers, length_bonus, flush, flush_multiplier, bonuses, category }
    }

    /// What each card's value is multiplied by, in the order of the play.
    #[must_use]
    pub fn letter_multipliers(&self, play: &Play) -> &[u32] {
        &self.multipliers[..play.len()]
    }

    /// The score told step by step (rule 22); the last line's running total is [`Self::total`].
    #[must_use]
    pub fn lines(&self, play: &Play, values: &LetterValues) -> Vec<Line> {
        let mut lines = Lines::default();
        for (position, card) in play.iter().enumerate() {
            let (rule, manner) = if card.wild { ("O3", "wild as ") } else { ("O4", "") };
            // Put together, not formatted: every answer has a line a card.
            let label = [manner, card.colour.name(), " ", card.letter.as_str()].concat();
            lines.add(rule, label, vec![position], values.of(card.letter));
        }
        let mut position = 0;
        while position < play.len() {
            let multiplier = self.multipliers[position];
            if multiplier == 1 {
                position += 1;
                continue;
            }
            let (left, right) = (play[position], play[position + 1]);
            let letters = values.of(left.letter) * 2;
            lines.multiply("O5", pair_label(left, right), vec![position, position + 1], letters, multiplier);
            position += 2;
        }
        if self.length_bonus > 0 {
            lines.add("O7", format!("length bonus for {} letters", play.len()), Vec::new(), self.length_bonus);
        }
        if self.flush_multiplier > 1 {
            let wild = if play.iter().any(|card| card.wild) { "with a wild" } else { "without a wild" };
            let label = format!("{} flush {wild}", self.flush.name());
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
