//! How a word can be covered with cards: the table's, which must all be used, and some of the hand's.
//!
//! Only three things about a covering matter: which cards of the hand it takes ([`Shares`]), where combo cards lie, and what flips and wilds
//! show. Among cards of one letter it makes no difference which of them lies where, so that letters need only be counted.

use super::card::{Card, Combo, Flip, PlayedCard};
use super::hand::{Hand, Play};
use super::ruleset::TableCards;
use super::scoring::Shown;
use crate::lexicon::LetterCounts;
use crate::word::{Letter, Word};

/// How many of each letter, by its place in the alphabet.
pub(super) type Counts = [u8; Letter::COUNT];

/// A part of the hand by its number, such that the numbers of disjoint parts add up; 0 is none of it.
pub(super) type Share = u16;

/// The cards of one face in the hand.
#[derive(Debug, Clone, Copy, Default)]
struct Supply {
    count: u8,
    /// What one of them adds to the number of a share.
    stride: Share,
}

/// Every part of a hand; equal cards are one and the same.
#[derive(Debug)]
pub(super) struct Shares {
    cards: Vec<(Card, Supply)>,
    letters: [Supply; Letter::COUNT],
    combos: [Supply; Combo::COUNT],
    flips: [Supply; Flip::ALL.len()],
    wilds: Supply,
    facts: Vec<ShareFacts>,
}

/// What is in a share.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ShareFacts {
    /// Letters that its cards count as (RULEBOOK P2).
    pub letters: u8,
    pub flips: u8,
    pub wilds: u8,
    /// Its cards face by face, a byte each.
    cards: u64,
}

impl Shares {
    pub fn of(hand: &Hand) -> Self {
        let mut shares = Self {
            cards: Vec::new(),
            letters: [Supply::default(); Letter::COUNT],
            combos: [Supply::default(); Combo::COUNT],
            flips: [Supply::default(); Flip::ALL.len()],
            wilds: Supply::default(),
            facts: Vec::new(),
        };
        let mut stride = 1;
        for alike in hand.chunk_by(|one, other| one == other) {
            let supply = Supply { count: alike.len() as u8, stride };
            shares.cards.push((alike[0], supply));
            match alike[0] {
                Card::Letter(letter) => shares.letters[letter.index()] = supply,
                Card::Combo(combo) => shares.combos[combo.index()] = supply,
                Card::Flip(flip) => shares.flips[flip as usize] = supply,
                Card::Wild => shares.wilds = supply,
            }
            stride *= alike.len() as Share + 1;
        }
        shares.facts = (0..stride).map(|share| shares.facts_of(share)).collect();
        shares
    }

    fn facts_of(&self, share: Share) -> ShareFacts {
        let mut facts = ShareFacts::default();
        for (place, (card, count)) in self.cards_of(share).enumerate() {
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

    /// The cards of a share, face by face, with how many of each.
    fn cards_of(&self, share: Share) -> impl Iterator<Item = (Card, u8)> {
        self.cards
            .iter()
            .map(move |(card, supply)| (*card, (share / supply.stride % (Share::from(supply.count) + 1)) as u8))
    }

    /// How many shares there are: at most 2⁸, the hand having at most eight cards.
    pub const fn count(&self) -> usize {
        self.facts.len()
    }

    /// The whole hand.
    pub const fn all(&self) -> Share {
        self.facts.len() as Share - 1
    }

    pub fn facts(&self, share: Share) -> ShareFacts {
        self.facts[usize::from(share)]
    }

    /// Whether a share is a part of another one.
    #[inline(always)]
    pub fn is_within(&self, share: Share, whole: Share) -> bool {
        // With the top bit of each byte set beforehand no byte borrows from the next; the bit stays unless there are too few.
        const TOP_BITS: u64 = 0x8080_8080_8080_8080;
        let left = (self.facts(whole).cards | TOP_BITS) - self.facts(share).cards;
        left & TOP_BITS == TOP_BITS
    }

    /// As many of each letter as the hand could show, and how many wilds it has: no word that can be laid takes more.
    pub fn reach(&self) -> (LetterCounts, u8) {
        let mut letters = LetterCounts::default();
        for &(card, Supply { count, .. }) in &self.cards {
            for _ in 0..count {
                match card {
                    Card::Letter(letter) => letters.add(letter),
                    Card::Combo(combo) => combo.letters().into_iter().for_each(|letter| letters.add(letter)),
                    Card::Flip(flip) => flip.letters().into_iter().for_each(|letter| letters.add(letter)),
                    Card::Wild => {}
                }
            }
        }
        (letters, self.wilds.count)
    }
}

/// Cards that must all be used: those of the table words that a play-on takes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Must {
    /// Single letters, announced ones among them if they are fixed (RULEBOOK P15).
    letters: Counts,
    combos: [u8; Combo::COUNT],
    /// Flips and wilds that may change.
    flips: [u8; Flip::ALL.len()],
    wilds: u8,
}

impl Must {
    pub fn of<'p>(plays: impl IntoIterator<Item = &'p Play>, table_cards: TableCards) -> Self {
        let mut must = Self::default();
        for card in plays.into_iter().flat_map(|play| play.iter()) {
            match card.face() {
                Card::Combo(combo) => must.combos[combo.index()] += 1,
                Card::Flip(flip) if table_cards == TableCards::Change => must.flips[flip as usize] += 1,
                Card::Wild if table_cards == TableCards::Change => must.wilds += 1,
                Card::Letter(_) | Card::Flip(_) | Card::Wild => must.letters[card.letter().index()] += 1,
            }
        }
        must
    }

    /// How many of them may change.
    pub fn open_count(&self) -> u32 {
        u32::from(self.wilds) + self.flips.iter().map(|&flips| u32::from(flips)).sum::<u32>()
    }

    /// The letters that every word of them has.
    pub fn certain(&self) -> LetterCounts {
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

    /// As many of each letter as they could show, and how many of them may be any letter.
    pub fn reach(&self) -> (LetterCounts, u8) {
        let mut letters = self.certain();
        for flip in Flip::ALL {
            for letter in flip.letters() {
                (0..self.flips[flip as usize]).for_each(|_| letters.add(letter));
            }
        }
        (letters, self.wilds)
    }
}

/// One way to cover a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cover {
    /// What it takes of the hand: at least one card.
    pub share: Share,
    /// What its flips and wilds show, those of the table aside that are fixed.
    pub shown: Shown,
    /// The places where combo cards begin, a bit each.
    combos: u64,
}

/// Shows every way to cover a word with all cards of `must` and one or more of the hand; some twice.
pub(super) fn each_cover(word: &[u8], must: &Must, shares: &Shares, show: &mut dyn FnMut(&Cover)) {
    let mut counts = [0; Letter::COUNT];
    for letter in word {
        counts[usize::from(letter - b'A')] += 1;
    }
    if counts.iter().zip(&must.letters).any(|(there, needed)| there < needed) {
        return;
    }
    let start = Covering {
        word,
        shares,
        must: *must,
        counts,
        combos_left: shares.combos.map(|supply| supply.count),
        flips_left: shares.flips.map(|supply| supply.count),
        wilds_left: shares.wilds.count,
        cover: Cover { share: 0, shown: Shown::default(), combos: 0 },
    };
    start.combos_from(0, show);
}

/// A covering under way.
#[derive(Clone)]
struct Covering<'c> {
    word: &'c [u8],
    shares: &'c Shares,
    /// What of the table is still to be used; single letters are taken into account last.
    must: Must,
    /// The letters not covered yet.
    counts: Counts,
    /// What the hand still has.
    combos_left: [u8; Combo::COUNT],
    flips_left: [u8; Flip::ALL.len()],
    wilds_left: u8,
    cover: Cover,
}

impl Covering<'_> {
    /// Lays combo cards from a place on.
    fn combos_from(&self, place: usize, show: &mut dyn FnMut(&Cover)) {
        for at in place..self.word.len().saturating_sub(1) {
            let pair = [self.word[at], self.word[at + 1]].map(|letter| Letter::from_index(usize::from(letter - b'A')));
            let [Some(first), Some(second)] = pair else { return };
            let Some(combo) = Combo::of([first, second]) else { continue };
            let mut laid = self.clone();
            laid.counts[first.index()] -= 1;
            laid.counts[second.index()] -= 1;
            laid.cover.combos |= 1 << at;
            // Whichever card it is, the table's must be laid: no harm in laying them first.
            if self.must.combos[combo.index()] > 0 {
                laid.must.combos[combo.index()] -= 1;
                laid.combos_from(at + 2, show);
            } else if self.combos_left[combo.index()] > 0 {
                laid.combos_left[combo.index()] -= 1;
                laid.cover.share += self.shares.combos[combo.index()].stride;
                laid.combos_from(at + 2, show);
            }
        }
        if self.must.combos == [0; Combo::COUNT] {
            self.after_combos(show);
        }
    }

    fn after_combos(&self, show: &mut dyn FnMut(&Cover)) {
        let mut left = self.clone();
        for (there, needed) in left.counts.iter_mut().zip(&self.must.letters) {
            let Some(more) = there.checked_sub(*needed) else { return };
            *there = more;
        }
        left.open_from(0, show);
    }

    /// Lets the table's cards that may change show letters, the wilds rising from a letter on.
    fn open_from(&self, letter: usize, show: &mut dyn FnMut(&Cover)) {
        if let Some(flip) = Flip::ALL.into_iter().find(|flip| self.must.flips[*flip as usize] > 0) {
            for shown in flip.letters().into_iter().filter(|shown| self.counts[shown.index()] > 0) {
                let mut laid = self.clone();
                laid.must.flips[flip as usize] -= 1;
                laid.counts[shown.index()] -= 1;
                laid.cover.shown.add(Card::Flip(flip), shown);
                laid.open_from(0, show);
            }
        } else if self.must.wilds > 0 {
            for shown in Letter::all().skip(letter).filter(|shown| self.counts[shown.index()] > 0) {
                let mut laid = self.clone();
                laid.must.wilds -= 1;
                laid.counts[shown.index()] -= 1;
                laid.cover.shown.add(Card::Wild, shown);
                laid.open_from(shown.index(), show);
            }
        } else {
            self.rest_of_hand(show);
        }
    }

    /// Covers what is left from the hand.
    fn rest_of_hand(&self, show: &mut dyn FnMut(&Cover)) {
        let mut needs = [Need::default(); Letter::COUNT];
        let mut length = 0;
        for letter in Letter::all().filter(|letter| self.counts[letter.index()] > 0) {
            let supply = self.shares.letters[letter.index()];
            let flip = Flip::ALL.into_iter().find(|flip| flip.letters().contains(&letter));
            let count = self.counts[letter.index()];
            let flips = flip.map_or(0, |flip| self.flips_left[flip as usize]);
            needs[length] =
                Need { letter, count, supply, flip, wilds_after: count.saturating_sub(supply.count + flips) };
            length += 1;
        }
        let needs = &mut needs[..length];
        let mut wilds_after = 0;
        for need in needs.iter_mut().rev() {
            wilds_after += std::mem::replace(&mut need.wilds_after, wilds_after);
        }
        if wilds_after <= self.wilds_left {
            let mut cover = self.cover;
            self.needs(needs, self.wilds_left, self.flips_left, &mut cover, show);
        }
    }

    fn needs(
        &self,
        needs: &[Need],
        wilds_left: u8,
        flips_left: [u8; Flip::ALL.len()],
        cover: &mut Cover,
        show: &mut dyn FnMut(&Cover),
    ) {
        let Some((need, later)) = needs.split_first() else {
            if cover.share > 0 {
                show(cover);
            }
            return;
        };
        let before = *cover;
        for wilds in 0..=need.count.min(wilds_left.saturating_sub(need.wilds_after)) {
            let most_flips = need.flip.map_or(0, |flip| flips_left[flip as usize]);
            for flips in 0..=most_flips.min(need.count - wilds) {
                let letters = need.count - wilds - flips;
                if letters > need.supply.count {
                    continue;
                }
                let mut flips_after = flips_left;
                cover.share += need.supply.stride * Share::from(letters);
                if wilds > 0 {
                    cover.share += self.shares.wilds.stride * Share::from(wilds);
                    (0..wilds).for_each(|_| cover.shown.add(Card::Wild, need.letter));
                }
                if let Some(flip) = need.flip {
                    flips_after[flip as usize] -= flips;
                    cover.share += self.shares.flips[flip as usize].stride * Share::from(flips);
                    (0..flips).for_each(|_| cover.shown.add(Card::Flip(flip), need.letter));
                }
                self.needs(later, wilds_left - wilds, flips_after, cover, show);
                *cover = before;
            }
        }
    }
}

/// A letter that the hand must give.
#[derive(Clone, Copy)]
struct Need {
    letter: Letter,
    count: u8,
    supply: Supply,
    flip: Option<Flip>,
    /// How many wilds the letters behind it want at least; before that is reckoned, how many it wants itself.
    wilds_after: u8,
}

impl Default for Need {
    fn default() -> Self {
        let letter = Letter::from_index(0).expect("there are 26");
        Self { letter, count: 0, supply: Supply::default(), flip: None, wilds_after: 0 }
    }
}

/// Every way to lay out a covering that differs to the eye, those first that begin with real letters.
pub(super) fn each_laying(
    word: &Word,
    cover: &Cover,
    olds: &[&Play],
    table_cards: TableCards,
    shares: &Shares,
    show: &mut dyn FnMut(Vec<PlayedCard>),
) {
    let mut pool: Vec<PlayedCard> = Vec::new();
    let is_fixed = |card: &&PlayedCard| match card.face() {
        Card::Letter(_) => true,
        Card::Combo(_) => false,
        Card::Flip(_) | Card::Wild => table_cards == TableCards::Fixed,
    };
    pool.extend(olds.iter().flat_map(|old| old.iter()).filter(is_fixed));
    for (card, count) in shares.cards_of(cover.share) {
        if let Card::Letter(letter) = card {
            pool.extend((0..count).filter_map(|_| card.playing(letter)));
        }
    }
    for face in [Card::Flip(Flip::JOrX), Card::Flip(Flip::VOrZ), Card::Wild] {
        let mut shown = cover.shown;
        for letter in Letter::all() {
            while shown.take(face, letter) {
                pool.extend(face.playing(letter));
            }
        }
    }
    pool.sort_unstable();
    let letters: Vec<Letter> = word.letters().collect();
    lay_from(&letters, 0, cover.combos, &mut pool, &mut Vec::with_capacity(letters.len()), show);
}

fn lay_from(
    letters: &[Letter],
    at: usize,
    combos: u64,
    pool: &mut Vec<PlayedCard>,
    laid: &mut Vec<PlayedCard>,
    show: &mut dyn FnMut(Vec<PlayedCard>),
) {
    let Some(&letter) = letters.get(at) else { return show(laid.clone()) };
    if combos >> at & 1 != 0 {
        let combo = letters.get(at + 1).and_then(|second| Combo::of([letter, *second]));
        if let Some(card) = combo.and_then(|combo| Card::Combo(combo).playing(letter)) {
            laid.push(card);
            lay_from(letters, at + 2, combos, pool, laid, show);
            laid.pop();
        }
        return;
    }
    let mut last = None;
    for place in 0..pool.len() {
        let card = pool[place];
        if card.letter() == letter && last != Some(card) {
            last = Some(card);
            laid.push(pool.remove(place));
            lay_from(letters, at + 1, combos, pool, laid, show);
            laid.pop();
            pool.insert(place, card);
        }
    }
}
