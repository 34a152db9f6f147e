//! Move generation by look-ups in the word map, which give the words that a rack spells with the
//! letters of a slot. For racks with blanks, this is faster than a walk.

use std::collections::BinaryHeap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::lines::{AnchorRange, BoardLines, SquareMask};
use super::moves::Move;
use super::sinks::MoveSink;
use super::slot_context::SlotContext;
use super::slots::{Slot, SlotEnumerator};
use super::subracks::{CandidateWord, SubrackWords};
use crate::lexicon::Multiset;
use crate::rules::limits::RACK_TILES;
use crate::rules::top_k::TopK;
use crate::word::Letter;

/// The words that a subrack spells with some letters of the board, as a range of the candidates.
#[derive(Debug, Clone, Copy)]
enum WordGroup {
    /// Not looked up yet.
    Unknown,
    Known {
        begin: u32,
        end: u32,
    },
}

/// The search for the best moves: fills the slots in the order of their bounds.
pub(super) struct BestFirstSearch<'s> {
    words: SubrackWords<'s>,
    /// Maps the letters on a slot and the length of the slot to the first group of its subracks.
    first_groups: FxHashMap<(u64, u8), usize>,
    groups: Vec<WordGroup>,
}

impl<'s> BestFirstSearch<'s> {
    pub(super) fn new(words: SubrackWords<'s>) -> Self {
        Self { words, first_groups: FxHashMap::default(), groups: Vec::new() }
    }

    /// Offers the best moves to `best`.
    pub(super) fn run(mut self, slots: Vec<Slot>, best: &mut TopK<Move>) {
        let mut queue = BinaryHeap::from(slots);
        // Nothing is queued again.
        while let Some(slot) = queue.pop() {
            if slot.bound < best.threshold() {
                return;
            }
            self.fill(&slot, best);
        }
    }

    /// Offers the moves of a slot that can be among the best to `best`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a slot has at most 15 squares, and a rack far fewer words than 2³²"
    )]
    fn fill(&mut self, slot: &Slot, best: &mut TopK<Move>) {
        let words = &mut self.words;
        let (start, end) = (usize::from(slot.start), usize::from(slot.end));
        let slot = SlotContext::new(words.lines, slot.line, start, end, words.bonus_rules);
        let subracks = words.by_size[slot.tiles].clone();
        let key = (slot.board_letters.hash(), slot.length() as u8);
        let first_group = *self.first_groups.entry(key).or_insert_with(|| {
            let first = self.groups.len();
            self.groups.resize(first + subracks.len(), WordGroup::Unknown);
            first
        });
        for (group, index) in (first_group..).zip(subracks) {
            let subrack = words.subracks[index];
            let max_total = slot.bound.with(&subrack.values);
            if slot.key(max_total) < best.threshold() || !subrack.fits(&slot) {
                continue;
            }
            let range = match self.groups[group] {
                WordGroup::Known { begin, end } => begin as usize..end as usize,
                WordGroup::Unknown => {
                    let range = words.look_up(slot.length(), slot.board_letters, &subrack);
                    let (begin, end) = (range.start as u32, range.end as u32);
                    self.groups[group] = WordGroup::Known { begin, end };
                    range
                }
            };
            let candidates = &words.candidates[range];
            for candidate in candidates.iter().filter(|candidate| slot.matches(&candidate.word)) {
                let letters = slot.board_letters + subrack.letters;
                if best.wants(words.max_total(&slot, candidate))
                    && candidate.consists_of(letters, slot.length())
                {
                    words.place(&slot, candidate, best);
                }
            }
        }
    }
}

/// The words that a rack spells by itself, for slots without letters of the board.
pub(super) struct RackWords<'s> {
    words: SubrackWords<'s>,
    by_length: [PositionalIndex; RACK_TILES + 1],
}

impl<'s> RackWords<'s> {
    pub(super) fn new(mut words: SubrackWords<'s>) -> Self {
        let by_length = std::array::from_fn(|length| {
            let begin = words.candidates.len();
            for index in words.by_size[length].clone() {
                let subrack = words.subracks[index];
                let found = words.look_up(length, Multiset::default(), &subrack);
                let found = words.candidates.split_off(found.start).into_iter();
                let spelt = found.filter(|word| word.consists_of(subrack.letters, length));
                words.candidates.extend(spelt);
            }
            PositionalIndex::new(&words.candidates[begin..], begin, length)
        });
        Self { words, by_length }
    }

    /// Passes to the sink every move of some anchor ranges that goes through no tile of the board.
    pub(super) fn place_all(
        &self,
        lines: &BoardLines,
        ranges: &[AnchorRange],
        slots: &SlotEnumerator,
        sink: &mut impl MoveSink,
    ) {
        slots.for_each(lines, ranges, |range, start, end, _| {
            let (range, line) = (ranges[range], lines.line_of(ranges[range]));
            let length = end + 1 - start;
            let index = &self.by_length[length];
            let mut slot = None;
            let crossed = line.crossed >> start & ((1 << length) - 1);
            for chunk in 0..index.chunks {
                let mut matching = index.all_words(chunk);
                for place in SquareMask(crossed) {
                    let letters = line.allowed[start + place].bits() & index.letters;
                    matching &= index.words_with(place, letters, chunk);
                    if matching == 0 {
                        break;
                    }
                }
                // Every round clears a bit.
                while matching != 0 {
                    let number = chunk * 64 + matching.trailing_zeros() as usize;
                    matching &= matching - 1;
                    let slot = slot.get_or_insert_with(|| {
                        let Self { words, .. } = self;
                        SlotContext::new(words.lines, range.line, start, end, words.bonus_rules)
                    });
                    let candidate = &self.words.candidates[index.candidates.start + number];
                    self.words.place(slot, candidate, sink);
                }
            }
        });
    }
}

/// The words of one length as bit sets. For every place in a word and every letter, a set contains
/// the words that have the letter at the place.
#[derive(Default)]
struct PositionalIndex {
    candidates: Range<usize>,
    /// The number of chunks of 64 words.
    chunks: usize,
    /// A bit for each word of a chunk, by place, letter and chunk.
    bits: Vec<u64>,
    letters: u32,
}

impl PositionalIndex {
    fn new(candidates: &[CandidateWord], begin: usize, length: usize) -> Self {
        let chunks = candidates.len().div_ceil(64);
        let mut bits = vec![0; length * Letter::COUNT * chunks];
        let mut letters = 0;
        for (number, candidate) in candidates.iter().enumerate() {
            for (place, &letter) in candidate.word[..length].iter().enumerate() {
                let row = place * Letter::COUNT + usize::from(letter);
                bits[row * chunks + number / 64] |= 1 << (number % 64);
                letters |= 1 << letter;
            }
        }
        Self { candidates: begin..begin + candidates.len(), chunks, bits, letters }
    }

    #[inline(always)]
    fn all_words(&self, chunk: usize) -> u64 {
        let left = self.candidates.len() - chunk * 64;
        if left < 64 { (1 << left) - 1 } else { u64::MAX }
    }

    /// Returns the words of a chunk that have one of `letters` at a place.
    #[inline(always)]
    fn words_with(&self, place: usize, letters: u32, chunk: usize) -> u64 {
        let mut rest = letters;
        let mut words = 0;
        // Every round clears a bit.
        while rest != 0 {
            let row = place * Letter::COUNT + rest.trailing_zeros() as usize;
            words |= self.bits[row * self.chunks + chunk];
            rest &= rest - 1;
        }
        words
    }
}
