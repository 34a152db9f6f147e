//! Words for stretches of the board by the word map: what a rack spells around the letters that lie there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::lanes::{Lane, Lanes, Unit};
use super::rack::Rack;
use super::ruleset::Rules;
use super::search::{Key, Ranking};
use super::slots::{MAX_TILES, Shadow, Slot, Slots, Values, sort};
use super::square::SIZE;
use super::walk::{Found, Scoring, Sink, Squares};
use crate::lexicon::{MapWord, Multiset, Overlay, WordMap};
use crate::rules::limits;
use crate::word::{Letter, Word};

/// Some tiles of a rack.
#[derive(Debug, Clone, Copy)]
struct Subset {
    letters: Multiset,
    values: Values,
    blanks: u8,
}

/// A word with the letters for which it needs blanks.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    word: MapWord,
    blanks: [Option<Letter>; limits::RACK_BLANKS],
}

/// The tiles of a rack in every combination, and the words that they are known to spell.
pub(super) struct Speller<'s> {
    map: &'s WordMap,
    /// What decides about words in place of the map.
    without: &'s Overlay,
    rules: &'s Rules,
    scoring: Scoring,
    lanes: &'s Lanes,
    subsets: Vec<Subset>,
    /// The subsets of each size.
    by_size: [Range<usize>; MAX_TILES + 1],
    candidates: Vec<Candidate>,
}

impl<'s> Speller<'s> {
    pub fn new(map: &'s WordMap, without: &'s Overlay, rules: &'s Rules, lanes: &'s Lanes, rack: &Rack) -> Self {
        let subsets = subsets(rack, rules);
        let by_size = std::array::from_fn(|size| {
            let begin = subsets.partition_point(|subset| subset.values.len < size);
            begin..subsets.partition_point(|subset| subset.values.len <= size)
        });
        Self { map, without, rules, scoring: Scoring::of(rules), lanes, subsets, by_size, candidates: Vec::new() }
    }

    /// Looks up the words that a subset makes around some letters; answers where they stand among the candidates.
    fn spell(&mut self, length: usize, there: Multiset, subset: &Subset) -> Range<usize> {
        let first = self.candidates.len();
        let letters = there + subset.letters;
        match subset.blanks {
            0 => self.keep(length, letters, [None; 2]),
            1 => {
                for letter in self.map.one_open(length, letters).iter() {
                    self.keep(length, letters + Multiset::of(letter), [Some(letter), None]);
                }
            }
            _ => {
                for first in self.map.two_open(length, letters).iter() {
                    let letters = letters + Multiset::of(first);
                    for second in self.map.one_open(length, letters).iter().filter(|second| *second >= first) {
                        self.keep(length, letters + Multiset::of(second), [Some(first), Some(second)]);
                    }
                }
            }
        }
        first..self.candidates.len()
    }

    fn keep(&mut self, length: usize, letters: Multiset, blanks: [Option<Letter>; 2]) {
        // The map may answer for another multiset as well; the words tell.
        let words = self.map.words(length, letters).iter();
        let right = words.filter(|word| Multiset::from_indices(&word[..length]) == letters);
        let stays = |word: &&MapWord| {
            let letters = word[..length].iter().filter_map(|&index| Letter::from_index(usize::from(index)));
            !Word::from_letters(letters).is_some_and(|word| self.without.decides(&word))
        };
        if self.without.is_empty() {
            self.candidates.extend(right.map(|word| Candidate { word: *word, blanks }));
        } else {
            self.candidates.extend(right.filter(stays).map(|word| Candidate { word: *word, blanks }));
        }
    }

    /// Shows every way to lay a word.
    #[inline(always)]
    fn lay(&self, stretch: &Stretch<'_>, candidate: &Candidate, sink: &mut impl Sink) {
        let letter = |at: usize| candidate.word[at - stretch.start];
        let worth = |at: usize| self.rules.letter_values[usize::from(letter(at))] * stretch.weights[at];
        let total = stretch.base + Squares(stretch.free).map(worth).sum::<u32>();
        let squares_of =
            |blank: Letter| Squares(stretch.free).filter(move |at| usize::from(letter(*at)) == blank.index());
        let mut offer = |blanks: u16, total: u32| sink.take(total, || stretch.found(&candidate.word, blanks, total));
        match candidate.blanks {
            [Some(first), Some(second)] => {
                for one in squares_of(first) {
                    for other in squares_of(second).filter(|other| first != second || *other > one) {
                        offer(1 << one | 1 << other, total - worth(one) - worth(other));
                    }
                }
            }
            [Some(blank), None] => squares_of(blank).for_each(|at| offer(1 << at, total - worth(at))),
            _ => offer(0, total),
        }
    }
}

/// Every combination of a rack's tiles, smaller ones first.
fn subsets(rack: &Rack, rules: &Rules) -> Vec<Subset> {
    let mut letters: Vec<(Letter, u8)> =
        Letter::all().map(|letter| (letter, rack.count(letter))).filter(|(_, count)| *count > 0).collect();
    // Dear letters first, so that the values of every subset are sorted.
    letters.sort_by_key(|(letter, _)| Reverse(rules.value(*letter)));
    let mut subsets = vec![Subset { letters: Multiset::default(), values: Values::default(), blanks: 0 }];
    for (letter, count) in letters {
        for at in 0..subsets.len() {
            let mut subset = subsets[at];
            for _ in 0..count {
                subset.letters += Multiset::of(letter);
                subset.values.push(rules.value(letter));
                subsets.push(subset);
            }
        }
    }
    for blanks in 1..=rack.blanks() {
        let without = subsets.iter().filter(|subset| subset.blanks == 0);
        let with = without.map(|subset| Subset {
            blanks,
            values: Values { len: subset.values.len + usize::from(blanks), ..subset.values },
            ..*subset
        });
        subsets.extend(with.collect::<Vec<_>>());
    }
    subsets.sort_by_key(|subset| subset.values.len);
    subsets
}

/// A slot with everything that words in it are held against.
struct Stretch<'s> {
    lane: &'s Lane,
    number: u8,
    start: usize,
    end: usize,
    tiles: usize,
    /// The letters that lie in it.
    there: Multiset,
    /// The free squares, a bit each.
    free: u16,
    base: u32,
    /// How often a letter laid on a square counts.
    weights: [u32; SIZE],
    sorted_weights: [u32; MAX_TILES],
    /// What lies where, as a word of the map has it, and which of its letters that is.
    pattern: u128,
    mask: u128,
}

impl<'s> Stretch<'s> {
    fn of(lanes: &'s Lanes, number: u8, start: usize, end: usize, scoring: Scoring) -> Self {
        let lane = &lanes.lanes[usize::from(number)];
        let mut shadow = Shadow::EMPTY;
        let (mut there, mut free, mut pattern, mut mask) = (Multiset::default(), 0, 0, 0);
        for at in start..=end {
            if let Some(letter) = lane.letter(at) {
                there += Multiset::of(letter);
                pattern |= (letter.index() as u128) << (8 * (at - start));
                mask |= 0xff << (8 * (at - start));
                shadow.read(lane, at);
            } else {
                free |= 1 << at;
                shadow.lay(lane, at, scoring);
            }
        }
        let mut sorted_weights = shadow.weights(scoring);
        let mut weights = [0; SIZE];
        Squares(free).zip(sorted_weights).for_each(|(at, weight)| weights[at] = weight);
        sort(&mut sorted_weights, shadow.tiles);
        let (base, tiles) = (shadow.base(scoring), shadow.tiles);
        Self { lane, number, start, end, tiles, there, free, base, weights, sorted_weights, pattern, mask }
    }

    const fn length(&self) -> usize {
        self.end + 1 - self.start
    }

    /// The key of a move in it that scores so much.
    fn key(&self, total: u32) -> Key {
        Key::new(total, self.tiles, usize::from(self.number), self.start)
    }

    /// Whether a word goes with what lies in the slot and across it.
    #[inline(always)]
    fn takes(&self, word: &MapWord) -> bool {
        (u128::from_le_bytes(*word) ^ self.pattern) & self.mask == 0
            && Squares(self.free & self.lane.crossed)
                .all(|at| self.lane.allowed[at].bits() >> word[at - self.start] & 1 != 0)
    }

    #[inline(always)]
    fn found(&self, word: &MapWord, blanks: u16, total: u32) -> Found {
        let mut letters = self.lane.tiles;
        for at in Squares(self.free) {
            let case = if blanks >> at & 1 != 0 { b'a' } else { b'A' };
            letters[at] = case + word[at - self.start];
        }
        Found {
            total,
            lane: self.number,
            start: self.start as u8,
            length: self.length() as u8,
            tiles: self.tiles as u8,
            laid: self.free,
            letters,
        }
    }
}

/// Where the words of some tiles around some letters of the board stand among the candidates.
#[derive(Debug, Clone, Copy)]
enum Group {
    Unknown,
    Known { first: u32, end: u32 },
}

/// Fills slots in the order of their bounds.
pub(super) struct BestFirst<'s> {
    speller: Speller<'s>,
    /// By the letters that lie in a slot and its length: where the groups of the subsets begin.
    around: FxHashMap<(u64, u8), usize>,
    groups: Vec<Group>,
}

impl<'s> BestFirst<'s> {
    pub fn new(speller: Speller<'s>) -> Self {
        Self { speller, around: FxHashMap::default(), groups: Vec::new() }
    }

    /// Offers the best moves.
    pub fn run(mut self, slots: &[Slot], ranking: &mut Ranking) {
        let mut queue: BinaryHeap<(Key, u32)> = (0..).zip(slots).map(|(at, slot)| (slot.bound, at)).collect();
        while let Some((bound, at)) = queue.pop() {
            if bound < ranking.threshold() {
                return;
            }
            self.fill(&slots[at as usize], ranking);
        }
    }

    /// Offers every word of a slot that may be wanted.
    fn fill(&mut self, slot: &Slot, ranking: &mut Ranking) {
        let speller = &mut self.speller;
        let stretch =
            Stretch::of(speller.lanes, slot.lane, usize::from(slot.start), usize::from(slot.end), speller.scoring);
        let subsets = speller.by_size[stretch.tiles].clone();
        let groups = *self.around.entry((stretch.there.name(), stretch.length() as u8)).or_insert_with(|| {
            let first = self.groups.len();
            self.groups.resize(first + subsets.len(), Group::Unknown);
            first
        });
        for (group, at) in (groups..).zip(subsets) {
            let most = stretch.base + speller.subsets[at].values.most(&stretch.sorted_weights);
            if stretch.key(most) < ranking.threshold() {
                continue;
            }
            let words = match self.groups[group] {
                Group::Known { first, end } => first as usize..end as usize,
                Group::Unknown => {
                    let subset = speller.subsets[at];
                    let words = speller.spell(stretch.length(), stretch.there, &subset);
                    self.groups[group] = Group::Known { first: words.start as u32, end: words.end as u32 };
                    words
                }
            };
            for candidate in speller.candidates[words].iter().filter(|candidate| stretch.takes(&candidate.word)) {
                speller.lay(&stretch, candidate, ranking);
            }
        }
    }
}

/// The words that a rack spells by itself, as bits: for every place in a word and every letter, which words have it there.
pub(super) struct RackWords<'s> {
    speller: Speller<'s>,
    by_length: [Sieve; MAX_TILES + 1],
}

/// The words of one length.
#[derive(Default)]
struct Sieve {
    /// Where they stand among the candidates.
    candidates: Range<usize>,
    /// How many numbers hold a bit for each word.
    lanes: usize,
    /// By place and letter.
    bits: Vec<u64>,
    /// The letters that they have at all.
    letters: u32,
}

impl Sieve {
    fn of(candidates: &[Candidate], first: usize, length: usize) -> Self {
        let lanes = candidates.len().div_ceil(64);
        let mut bits = vec![0; length * Letter::COUNT * lanes];
        let mut letters = 0;
        for (number, candidate) in candidates.iter().enumerate() {
            for (place, &letter) in candidate.word[..length].iter().enumerate() {
                bits[(place * Letter::COUNT + usize::from(letter)) * lanes + number / 64] |= 1 << (number % 64);
                letters |= 1 << letter;
            }
        }
        Self { candidates: first..first + candidates.len(), lanes, bits, letters }
    }

    /// Which words of a lane have one of some letters at a place.
    #[inline(always)]
    fn with(&self, place: usize, letters: u32, lane: usize) -> u64 {
        let mut rest = letters;
        let mut words = 0;
        while rest != 0 {
            words |= self.bits[(place * Letter::COUNT + rest.trailing_zeros() as usize) * self.lanes + lane];
            rest &= rest - 1;
        }
        words
    }
}

impl<'s> RackWords<'s> {
    pub fn new(mut speller: Speller<'s>) -> Self {
        let by_length = std::array::from_fn(|length| {
            let first = speller.candidates.len();
            for at in speller.by_size[length].clone() {
                let subset = speller.subsets[at];
                speller.spell(length, Multiset::default(), &subset);
            }
            Sieve::of(&speller.candidates[first..], first, length)
        });
        Self { speller, by_length }
    }

    /// Shows every move of a unit that covers no tile of the board.
    pub fn unit(&self, lane: &Lane, unit: Unit, slots: Slots, sink: &mut impl Sink) {
        slots.each(lane, unit, |start, end, _| {
            let length = end + 1 - start;
            let sieve = &self.by_length[length];
            if sieve.lanes == 0 {
                return;
            }
            let mut stretch = None;
            let squares = lane.crossed >> start & ((1 << length) - 1);
            for number in 0..sieve.lanes {
                let left = sieve.candidates.len() - number * 64;
                let mut words = if left < 64 { (1 << left) - 1 } else { u64::MAX };
                for place in Squares(squares) {
                    words &= sieve.with(place, lane.allowed[start + place].bits() & sieve.letters, number);
                    if words == 0 {
                        break;
                    }
                }
                while words != 0 {
                    let at = sieve.candidates.start + number * 64 + words.trailing_zeros() as usize;
                    words &= words - 1;
                    let stretch = stretch.get_or_insert_with(|| {
                        Stretch::of(self.speller.lanes, unit.lane, start, end, self.speller.scoring)
                    });
                    self.speller.lay(stretch, &self.speller.candidates[at], sink);
                }
            }
        });
    }
}
