//! The best placement of a word: the cards of a hand that spell it.
//!
//! [`best_score_key`] finds the score of the best placement; the placement itself is the first one,
//! in a fixed order, that reaches this score.

use super::card::{Colour, PlayedCard};
use super::hand::{Hand, Play};
use super::score_key::best_score_key;
use super::scoring::{Flush, Score, pair_multiplier};
use super::values::{CATEGORY, LENGTH_BONUS, LetterValues, MAX_CARDS, MIN_CARDS, WordBonuses};
use crate::word::{Letter, Word};

/// Returns the best placement of a word: the most points, then the fewest wilds, then the first in
/// the order of [`PlayedCard`] from the left (real before wild, blue before red).
///
/// `None` if the hand can't spell the word, or if the word does not have 2 to 7 letters.
///
/// ```
/// use wordcourt::rules::word_poker::{Hand, LetterValues, place};
/// let hand = ["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"].map(|card| card.parse().unwrap());
/// let hand = Hand::new(&hand).unwrap();
/// let (play, score) = place(&"BIGGER".parse().unwrap(), &hand, &LetterValues::default(), false).unwrap();
/// assert_eq!((play[3].to_string().as_str(), score.total), ("*=Gb", 60));
/// ```
#[must_use]
pub fn place(
    word: &Word,
    hand: &Hand,
    values: &LetterValues,
    in_category: bool,
) -> Option<(Play, Score)> {
    if !(MIN_CARDS..=MAX_CARDS).contains(&word.len()) {
        return None;
    }
    let bonuses = WordBonuses::of(word);
    let key = best_score_key(word, hand, values, bonuses)?;
    let category = if in_category { CATEGORY } else { 0 };
    let mut letters = word.letters();
    let mut search = PlacementSearch {
        letters: std::array::from_fn(|_| letters.next()),
        length: word.len(),
        values,
        in_category,
        bonuses: bonuses.total() + category,
        target: key.total + category,
        placed: Vec::with_capacity(word.len()),
    };
    search.extend(&mut Remaining { hand: *hand, wilds: key.wilds.0 })
}

/// A depth-first search through the placements in their fixed order, for the first one that reaches
/// the target.
struct PlacementSearch<'s> {
    letters: [Option<Letter>; MAX_CARDS],
    length: usize,
    values: &'s LetterValues,
    in_category: bool,
    /// The points that no flush multiplies.
    bonuses: u32,
    target: u32,
    placed: Vec<PlayedCard>,
}

/// The cards that are not placed yet. All of its wilds must be placed.
struct Remaining {
    hand: Hand,
    wilds: u8,
}

impl PlacementSearch<'_> {
    fn extend(&mut self, remaining: &mut Remaining) -> Option<(Play, Score)> {
        let Some(letter) = self.letters.get(self.placed.len()).copied().flatten() else {
            let play = Play::new(&self.placed).ok()?;
            let score = Score::of(&play, self.values, self.in_category);
            return (remaining.wilds == 0 && score.total == self.target).then_some((play, score));
        };
        for wild in [false, true] {
            for colour in Colour::ALL {
                if !remaining.take(letter, colour, wild) {
                    continue;
                }
                self.placed.push(PlayedCard { wild, colour, letter });
                let found =
                    if self.may_reach_target(remaining) { self.extend(remaining) } else { None };
                if found.is_some() {
                    return found;
                }
                self.placed.pop();
                remaining.put_back(letter, colour, wild);
            }
        }
        None
    }

    /// Returns whether an upper bound on the total reaches the target. The bound completes each
    /// pair in the best colour, with as many wilds as remain.
    fn may_reach_target(&self, remaining: &Remaining) -> bool {
        let to_place = self.length - self.placed.len();
        if usize::from(remaining.wilds) > to_place {
            return false;
        }
        let with_wild = remaining.wilds > 0 || self.placed.iter().any(|card| card.wild);
        let flush = Flush::of(&self.placed).multiplier(with_wild);
        let letters = &self.letters;
        let pair = |left: usize| -> u32 {
            if letters[left] != letters[left + 1] {
                return 1;
            }
            match (self.placed.get(left), self.placed.get(left + 1)) {
                (Some(&left_card), Some(&right_card)) => pair_multiplier(left_card, right_card),
                (Some(card), None) => {
                    let base = if card.colour == Colour::Red { 3 } else { 2 };
                    base + u32::from(card.wild) + u32::from(remaining.wilds.min(1))
                }
                _ => 3 + u32::from(remaining.wilds.min(2)),
            }
        };
        let value: u32 = (0..self.length)
            .map(|position| {
                let behind = if position > 0 { pair(position - 1) } else { 1 };
                let ahead = if position + 1 < self.length { pair(position) } else { 1 };
                letters[position].map_or(0, |letter| self.values.of(letter)) * behind.max(ahead)
            })
            .sum();
        (value + LENGTH_BONUS[self.length]) * flush + self.bonuses >= self.target
    }
}

impl Remaining {
    /// Removes a card; returns whether it was there.
    const fn take(&mut self, letter: Letter, colour: Colour, wild: bool) -> bool {
        if !wild {
            return self.hand.take(letter, colour);
        }
        let has_wild = self.wilds > 0;
        self.wilds -= has_wild as u8;
        has_wild
    }

    fn put_back(&mut self, letter: Letter, colour: Colour, wild: bool) {
        if wild {
            self.wilds += 1;
        } else {
            self.hand.put_back(letter, colour);
        }
    }
}
