//! The subsets of a hand, numbered.

use crate::lexicon::LetterCounts;
use crate::rules::play_on_words::card::{Card, Combo, Flip};
use crate::rules::play_on_words::hand::Hand;
use crate::word::Letter;

/// A subset of the cards in a hand, as a number. The empty subset is 0, and the number of a union
/// of disjoint subsets is the sum of their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct HandSubset(u16);

impl HandSubset {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn without(self, part: Self) -> Self {
        Self(self.0 - part.0)
    }

    /// Adds cards with one face.
    pub(super) const fn add(&mut self, cards: CardCount, count: u8) {
        self.0 += cards.stride * count as u16;
    }
}

/// The number of cards with one face in the hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CardCount {
    pub(super) count: u8,
    /// The number of the subset that consists of one such card.
    stride: u16,
}

/// A hand with all its subsets, at most 2⁸. Equal cards are interchangeable.
#[derive(Debug)]
pub(super) struct HandSubsets {
    cards: Vec<(Card, CardCount)>,
    pub(super) letters: [CardCount; Letter::COUNT],
    pub(super) combos: [CardCount; Combo::COUNT],
    pub(super) flips: [CardCount; Flip::ALL.len()],
    pub(super) wilds: CardCount,
    facts: Vec<SubsetFacts>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SubsetFacts {
    /// The number of letters that the cards count as (RULEBOOK P2).
    pub(super) letters: u8,
    pub(super) flips: u8,
    pub(super) wilds: u8,
    /// The number of cards with each face of the hand, one byte for each face.
    cards: u64,
}

#[expect(clippy::cast_possible_truncation, reason = "a hand has at most eight cards")]
impl HandSubsets {
    pub(super) fn of(hand: &Hand) -> Self {
        let mut subsets = Self {
            cards: Vec::new(),
            letters: [CardCount::default(); Letter::COUNT],
            combos: [CardCount::default(); Combo::COUNT],
            flips: [CardCount::default(); Flip::ALL.len()],
            wilds: CardCount::default(),
            facts: Vec::new(),
        };
        let mut stride = 1;
        for equal_cards in hand.chunk_by(|a, b| a == b) {
            let card = equal_cards[0];
            let cards = CardCount { count: equal_cards.len() as u8, stride };
            subsets.cards.push((card, cards));
            match card {
                Card::Letter(letter) => subsets.letters[letter.index()] = cards,
                Card::Combo(combo) => subsets.combos[combo.index()] = cards,
                Card::Flip(flip) => subsets.flips[flip as usize] = cards,
                Card::Wild => subsets.wilds = cards,
            }
            stride *= u16::from(cards.count) + 1;
        }
        subsets.facts = (0..stride).map(|number| subsets.facts_of(HandSubset(number))).collect();
        subsets
    }

    fn facts_of(&self, subset: HandSubset) -> SubsetFacts {
        let mut facts = SubsetFacts::default();
        for (place, (card, count)) in self.cards_of(subset).enumerate() {
            facts.letters += card.letter_count() as u8 * count;
            match card {
                Card::Flip(_) => facts.flips += count,
                Card::Wild => facts.wilds += count,
                Card::Letter(_) | Card::Combo(_) => {}
            }
            facts.cards |= u64::from(count) << (8 * place);
        }
        facts
    }

    /// Iterates over the faces of the hand with the number of cards that a subset has of each.
    pub(super) fn cards_of(&self, subset: HandSubset) -> impl Iterator<Item = (Card, u8)> {
        self.cards.iter().map(move |(card, cards)| {
            (*card, (subset.0 / cards.stride % (u16::from(cards.count) + 1)) as u8)
        })
    }

    pub(super) const fn whole_hand(&self) -> HandSubset {
        HandSubset(self.facts.len() as u16 - 1)
    }
}

impl HandSubsets {
    /// Returns the number of subsets.
    pub(super) const fn len(&self) -> usize {
        self.facts.len()
    }

    /// Iterates over all subsets in the order of their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = HandSubset> + use<> {
        (0..=self.whole_hand().0).map(HandSubset)
    }

    /// Returns the subsets of the hand that contain a part, in no particular order.
    pub(super) fn wholes_of(&self, part: HandSubset) -> Vec<HandSubset> {
        let mut wholes = vec![part];
        for (&(_, cards), (_, in_part)) in self.cards.iter().zip(self.cards_of(part)) {
            for place in 0..wholes.len() {
                for more in 1..=cards.count - in_part {
                    let mut whole = wholes[place];
                    whole.add(cards, more);
                    wholes.push(whole);
                }
            }
        }
        wholes
    }

    /// Iterates over the subsets of a subset, except the empty subset and the whole.
    pub(super) fn proper_parts(&self, whole: HandSubset) -> impl Iterator<Item = HandSubset> {
        (1..whole.0).map(HandSubset).filter(move |&part| self.is_within(part, whole))
    }

    pub(super) fn facts(&self, subset: HandSubset) -> SubsetFacts {
        self.facts[subset.index()]
    }

    #[inline]
    pub(super) fn is_within(&self, part: HandSubset, whole: HandSubset) -> bool {
        // The top bit of each byte prevents a borrow from the next byte. It is cleared only if
        // there are too few cards of a face.
        const TOP_BITS: u64 = 0x8080_8080_8080_8080;
        let left = (self.facts(whole).cards | TOP_BITS) - self.facts(part).cards;
        left & TOP_BITS == TOP_BITS
    }

    /// Returns the largest number of cards that can show each letter, and the number of wilds. No
    /// word takes more from the hand.
    pub(super) fn max_letters(&self) -> (LetterCounts, u8) {
        let mut letters = LetterCounts::default();
        for &(card, CardCount { count, .. }) in &self.cards {
            let mut add = |letter| (0..count).for_each(|_| letters.add(letter));
            match card {
                Card::Letter(letter) => add(letter),
                Card::Combo(combo) => combo.letters().into_iter().for_each(add),
                Card::Flip(flip) => flip.letters().into_iter().for_each(add),
                Card::Wild => {}
            }
        }
        (letters, self.wilds.count)
    }
}
