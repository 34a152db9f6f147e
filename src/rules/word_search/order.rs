//! The order of search results.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::lexicon::{Digest, Entry, LetterCounts, Numbered, Ordinal};
use crate::rules::Variant;
use crate::rules::wordgame::{Bag, Rules};
use crate::word::{Letter, Word};

/// The order in which words are listed.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
    Hash,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordOrder))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Order {
    /// Alphabetical.
    #[default]
    Alphabetical,
    /// Shortest first; words of equal length are in alphabetical order.
    Shortest,
    /// Longest first; words of equal length are in alphabetical order.
    Longest,
    /// The most common words first, by their tiers; words without a tier come last, and equal ones
    /// are in alphabetical order.
    Common,
    /// The words with the highest letter values first, by the values of `variant`, or those of
    /// Wordgame if it has none; equal ones are in alphabetical order.
    Points,
    /// The words first whose letters are drawn most often from the bag of Wordgame, blanks included;
    /// equal ones are in alphabetical order.
    Probability,
    /// In an order that follows from `seed`: with `limit=1`, a word drawn at random.
    Shuffled,
}

impl Order {
    /// Returns the name of the order, such as `shortest`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An order with all that it depends on.
#[derive(Debug)]
pub struct Ranking<'s> {
    order: Order,
    points: [u32; Letter::COUNT],
    seed: &'s str,
}

impl<'s> Ranking<'s> {
    pub(super) fn new(order: Order, variant: Option<Variant>, seed: &'s str) -> Self {
        let values = variant.map(|variant| variant.rule_data().letter_values.clone());
        let values = values.unwrap_or_default();
        let points = Letter::all().map(|letter| {
            let of_game = values.iter().find(|value| value.letter == letter.as_char());
            of_game.map_or_else(|| Rules::WORDGAME.value(letter), |value| value.value)
        });
        let mut table = [0; Letter::COUNT];
        table.iter_mut().zip(points).for_each(|(place, points)| *place = points);
        Self { order, points: table, seed }
    }

    /// Compares two words.
    #[must_use]
    pub fn compare(&self, words: &Numbered<'_>, a: Ordinal, b: Ordinal) -> Ordering {
        let key = |ordinal| self.key(words.entry(ordinal));
        key(a).cmp(&key(b)).then(a.cmp(&b))
    }

    /// Sorts words that are in alphabetical order.
    pub(super) fn sort(&self, words: &Numbered<'_>, found: &mut Vec<Ordinal>) {
        if self.order == Order::Alphabetical {
            return;
        }
        let mut keyed: Vec<(u128, Ordinal)> =
            found.iter().map(|&ordinal| (self.key(words.entry(ordinal)), ordinal)).collect();
        // A stable sort with few different keys takes nearly linear time.
        keyed.sort_by_key(|&(key, _)| key);
        found.clear();
        found.extend(keyed.into_iter().map(|(_, ordinal)| ordinal));
    }

    /// Returns a number that is smaller for the words that come first.
    fn key(&self, entry: Entry<'_>) -> u128 {
        let letters = || entry.word().bytes().filter_map(Letter::from_ascii);
        match self.order {
            Order::Alphabetical => 0,
            Order::Shortest => entry.word_len() as u128,
            Order::Longest => (Word::MAX_LETTERS - entry.word_len()) as u128,
            Order::Common => u128::from(entry.tier().wrapping_sub(1)),
            Order::Points => {
                let points: u32 = letters().map(|letter| self.points[letter.index()]).sum();
                u128::from(u32::MAX - points)
            }
            Order::Probability => u128::MAX - draws(&letters().collect()),
            Order::Shuffled => {
                let text = [b"wordcourt/words/1\0", self.seed.as_bytes(), b"\0"];
                let parts = [text[0], text[1], text[2], entry.word().as_bytes()];
                let digest = Digest::of(&parts).bytes();
                u128::from_be_bytes(std::array::from_fn(|byte| digest[byte]))
            }
        }
    }
}

/// Returns the number of ways to draw exactly these letters from the bag of Wordgame, where a blank is
/// any letter. It fits, because the bag has about a hundred tiles.
fn draws(letters: &LetterCounts) -> u128 {
    let Bag { letters: bag, blanks } = Bag::WORDGAME;
    // The ways so far, by the number of blanks that they take.
    let mut ways = vec![0_u128; usize::from(blanks) + 1];
    ways[0] = 1;
    for letter in Letter::all() {
        let (needed, held) = (letters.count(letter), bag[letter.index()]);
        if needed == 0 {
            continue;
        }
        let mut after = vec![0_u128; ways.len()];
        for (taken, &count) in ways.iter().enumerate() {
            for more in 0..=needed.min(blanks) {
                let Some(place) = after.get_mut(taken + usize::from(more)) else { break };
                *place += count * choices(held, needed - more);
            }
        }
        ways = after;
    }
    (0..=blanks).zip(ways).map(|(taken, ways)| ways * choices(blanks, taken)).sum()
}

/// Returns the number of ways to choose tiles among equal ones.
fn choices(held: u8, taken: u8) -> u128 {
    if taken > held {
        return 0;
    }
    (0..u128::from(taken)).fold(1, |ways, step| ways * (u128::from(held) - step) / (step + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn_with_and_without_blanks() {
        let letters = |word: &str| word.parse::<Word>().unwrap().letters().collect();
        let Bag { letters: bag, blanks } = Bag::WORDGAME;
        let count = |letter: u8| u128::from(bag[Letter::from_ascii(letter).unwrap().index()]);
        let blanks = u128::from(blanks);
        let pairs = blanks * (blanks - 1) / 2;
        let (a, t) = (count(b'A'), count(b'T'));
        assert_eq!(draws(&letters("AT")), a * t + blanks * (a + t) + pairs);
        assert_eq!(draws(&letters("AA")), a * (a - 1) / 2 + blanks * a + pairs);
    }
}
