//! The cards of the hand that a word needs in addition to those of its table words.
//!
//! Only three properties of a cover matter: the cards of the hand that it takes, the places of its
//! combo cards, and the letters that its flip and wild cards show. Cards with the same letter are
//! interchangeable, so letters are only counted.

use super::hand_subset::{CardCount, HandSubset, HandSubsets};
use crate::lexicon::LetterCounts;
use crate::rules::play_on_words::card::{Card, Combo, Flip};
use crate::rules::play_on_words::play::Play;
use crate::rules::play_on_words::ruleset::TableCards;
use crate::rules::play_on_words::table_reading::ShownLetters;
use crate::word::Letter;

/// The number of each letter, by its place in the alphabet.
type LetterArray = [u8; Letter::COUNT];

/// The cards that a word must use: those of the table words that it is made from.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RequiredCards {
    /// Letter cards, and wild and flip cards that keep their letters (RULEBOOK P15).
    letters: LetterArray,
    combos: [u8; Combo::COUNT],
    /// Flip and wild cards that may change.
    open_flips: [u8; Flip::ALL.len()],
    open_wilds: u8,
}

impl RequiredCards {
    pub(super) fn of<'p>(
        plays: impl IntoIterator<Item = &'p Play>,
        table_cards: TableCards,
    ) -> Self {
        let mut required = Self::default();
        for card in plays.into_iter().flat_map(|play| play.iter()) {
            match card.face() {
                Card::Combo(combo) => required.combos[combo.index()] += 1,
                Card::Flip(flip) if table_cards == TableCards::Change => {
                    required.open_flips[flip as usize] += 1;
                }
                Card::Wild if table_cards == TableCards::Change => required.open_wilds += 1,
                Card::Letter(_) | Card::Flip(_) | Card::Wild => {
                    required.letters[card.letter().index()] += 1;
                }
            }
        }
        required
    }

    /// Returns the number of cards that may change.
    pub(super) fn open_count(&self) -> u32 {
        let flips = self.open_flips.iter().map(|&flips| u32::from(flips)).sum::<u32>();
        u32::from(self.open_wilds) + flips
    }

    /// Returns the letters that every word with these cards has.
    pub(super) fn min_letters(&self) -> LetterCounts {
        let mut letters = LetterCounts::default();
        for letter in Letter::all() {
            (0..self.letters[letter.index()]).for_each(|_| letters.add(letter));
        }
        for combo in Combo::all() {
            for letter in combo.letters() {
                (0..self.combos[combo.index()]).for_each(|_| letters.add(letter));
            }
        }
        letters
    }

    /// Returns the largest number of cards that can show each letter, and the number of cards that
    /// can show any letter.
    pub(super) fn max_letters(&self) -> (LetterCounts, u8) {
        let mut letters = self.min_letters();
        for flip in Flip::ALL {
            for letter in flip.letters() {
                (0..self.open_flips[flip as usize]).for_each(|_| letters.add(letter));
            }
        }
        (letters, self.open_wilds)
    }
}

/// A way to make a word from required cards and cards of the hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cover {
    /// The cards that it takes from the hand, at least one.
    pub(super) subset: HandSubset,
    /// The letters that its flip and wild cards show, except those on the table that keep their
    /// letters.
    pub(super) shown: ShownLetters,
    /// The places where its combo cards begin, as one bit each.
    pub(super) combos: u64,
}

/// Visits every way to make a word from all `required` cards and at least one card of the hand.
/// Some ways are visited twice.
pub(super) fn each_cover(
    word: &[u8],
    required: &RequiredCards,
    subsets: &HandSubsets,
    visit: &mut dyn FnMut(&Cover),
) {
    let mut uncovered = [0; Letter::COUNT];
    for letter in word {
        uncovered[usize::from(letter - b'A')] += 1;
    }
    if uncovered.iter().zip(&required.letters).any(|(has, needs)| has < needs) {
        return;
    }
    let start = PartialCover {
        word,
        subsets,
        required: *required,
        uncovered,
        hand_combos: subsets.combos.map(|combos| combos.count),
        hand_flips: subsets.flips.map(|flips| flips.count),
        hand_wilds: subsets.wilds.count,
        cover: Cover { subset: HandSubset::default(), shown: ShownLetters::default(), combos: 0 },
    };
    start.place_combos(0, visit);
}

/// A cover that is being built: first combo cards, then the other required cards, then cards of the
/// hand.
#[derive(Clone)]
struct PartialCover<'c> {
    word: &'c [u8],
    subsets: &'c HandSubsets,
    /// The required cards that are not used yet.
    required: RequiredCards,
    /// The letters of the word that are not covered yet.
    uncovered: LetterArray,
    /// The cards that the hand has left.
    hand_combos: [u8; Combo::COUNT],
    hand_flips: [u8; Flip::ALL.len()],
    hand_wilds: u8,
    cover: Cover,
}

impl PartialCover<'_> {
    /// Places any number of combo cards at `start` or later.
    fn place_combos(&self, start: usize, visit: &mut dyn FnMut(&Cover)) {
        const NONE: [u8; Combo::COUNT] = [0; Combo::COUNT];
        if self.required.combos == NONE && self.hand_combos == NONE {
            self.place_required_letters(visit);
            return;
        }
        for place in start..self.word.len().saturating_sub(1) {
            let pair = [self.word[place], self.word[place + 1]]
                .map(|letter| Letter::from_index(usize::from(letter - b'A')));
            let [Some(first), Some(second)] = pair else { return };
            let Some(combo) = Combo::of([first, second]) else { continue };
            let mut next = self.clone();
            next.uncovered[first.index()] -= 1;
            next.uncovered[second.index()] -= 1;
            next.cover.combos |= 1 << place;
            // Equal cards are interchangeable, so the required ones can be placed first.
            if self.required.combos[combo.index()] > 0 {
                next.required.combos[combo.index()] -= 1;
                next.place_combos(place + 2, visit);
            } else if self.hand_combos[combo.index()] > 0 {
                next.hand_combos[combo.index()] -= 1;
                next.cover.subset.add(self.subsets.combos[combo.index()], 1);
                next.place_combos(place + 2, visit);
            }
        }
        if self.required.combos == NONE {
            self.place_required_letters(visit);
        }
    }

    fn place_required_letters(&self, visit: &mut dyn FnMut(&Cover)) {
        let mut next = self.clone();
        for (has, needs) in next.uncovered.iter_mut().zip(&self.required.letters) {
            let Some(rest) = has.checked_sub(*needs) else { return };
            *has = rest;
        }
        next.place_open_cards(0, visit);
    }

    /// Places the required cards that may change. Wilds show letters in alphabetical order, from
    /// `first_letter` on, so that no choice is made twice.
    fn place_open_cards(&self, first_letter: usize, visit: &mut dyn FnMut(&Cover)) {
        let is_uncovered = |letter: &Letter| self.uncovered[letter.index()] > 0;
        let next_flip =
            Flip::ALL.into_iter().find(|flip| self.required.open_flips[*flip as usize] > 0);
        if let Some(flip) = next_flip {
            for letter in flip.letters().into_iter().filter(is_uncovered) {
                let mut next = self.clone();
                next.required.open_flips[flip as usize] -= 1;
                next.uncovered[letter.index()] -= 1;
                next.cover.shown.add(Card::Flip(flip), letter);
                next.place_open_cards(0, visit);
            }
        } else if self.required.open_wilds > 0 {
            for letter in Letter::all().skip(first_letter).filter(is_uncovered) {
                let mut next = self.clone();
                next.required.open_wilds -= 1;
                next.uncovered[letter.index()] -= 1;
                next.cover.shown.add(Card::Wild, letter);
                next.place_open_cards(letter.index(), visit);
            }
        } else {
            self.place_hand_cards(visit);
        }
    }

    /// Covers the remaining letters with cards of the hand.
    fn place_hand_cards(&self, visit: &mut dyn FnMut(&Cover)) {
        let mut needs = [LetterNeed::default(); Letter::COUNT];
        let mut need_count = 0;
        for letter in Letter::all().filter(|letter| self.uncovered[letter.index()] > 0) {
            let in_hand = self.subsets.letters[letter.index()];
            let flip = Flip::ALL.into_iter().find(|flip| flip.letters().contains(&letter));
            let count = self.uncovered[letter.index()];
            let flips = flip.map_or(0, |flip| self.hand_flips[flip as usize]);
            let min_wilds = count.saturating_sub(in_hand.count + flips);
            needs[need_count] = LetterNeed { letter, count, in_hand, flip, later_wilds: min_wilds };
            need_count += 1;
        }
        let needs = &mut needs[..need_count];
        let mut wilds = 0;
        for need in needs.iter_mut().rev() {
            wilds += std::mem::replace(&mut need.later_wilds, wilds);
        }
        if wilds <= self.hand_wilds {
            let mut cover = self.cover;
            self.cover_needs(needs, self.hand_wilds, self.hand_flips, &mut cover, visit);
        }
    }

    fn cover_needs(
        &self,
        needs: &[LetterNeed],
        wilds_left: u8,
        flips_left: [u8; Flip::ALL.len()],
        cover: &mut Cover,
        visit: &mut dyn FnMut(&Cover),
    ) {
        let Some((need, later_needs)) = needs.split_first() else {
            if !cover.subset.is_empty() {
                visit(cover);
            }
            return;
        };
        let cover_before = *cover;
        for wilds in 0..=need.count.min(wilds_left.saturating_sub(need.later_wilds)) {
            let max_flips = need.flip.map_or(0, |flip| flips_left[flip as usize]);
            for flips in 0..=max_flips.min(need.count - wilds) {
                let letters = need.count - wilds - flips;
                if letters > need.in_hand.count {
                    continue;
                }
                let mut flips_after = flips_left;
                cover.subset.add(need.in_hand, letters);
                if wilds > 0 {
                    cover.subset.add(self.subsets.wilds, wilds);
                    (0..wilds).for_each(|_| cover.shown.add(Card::Wild, need.letter));
                }
                if let Some(flip) = need.flip {
                    flips_after[flip as usize] -= flips;
                    cover.subset.add(self.subsets.flips[flip as usize], flips);
                    (0..flips).for_each(|_| cover.shown.add(Card::Flip(flip), need.letter));
                }
                self.cover_needs(later_needs, wilds_left - wilds, flips_after, cover, visit);
                *cover = cover_before;
            }
        }
    }
}

/// A letter that cards of the hand must cover.
#[derive(Clone, Copy)]
struct LetterNeed {
    letter: Letter,
    count: u8,
    /// The letter cards with the letter in the hand.
    in_hand: CardCount,
    /// The flip card that can show the letter.
    flip: Option<Flip>,
    /// The fewest wilds that the later letters need.
    later_wilds: u8,
}

impl Default for LetterNeed {
    fn default() -> Self {
        let letter = Letter::from_index(0).expect("the alphabet has 26 letters");
        Self { letter, count: 0, in_hand: CardCount::default(), flip: None, later_wilds: 0 }
    }
}
