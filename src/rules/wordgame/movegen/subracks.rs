//! The subracks of a rack, and the words that they spell with letters of the board.

use std::cmp::Reverse;
use std::ops::Range;

use super::lines::{BoardLines, SquareMask};
use super::search_index::includes;
use super::shadow::TileValues;
use super::sinks::MoveSink;
use super::slot_context::SlotContext;
use crate::lexicon::{MapWord, Multiset, Vocabulary, WordMap};
use crate::rules::limits::RACK_TILES;
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::word::{Letter, LetterSet};

/// The number of blanks with which words are looked up: the largest that the word map supports.
pub(super) const LOOKED_UP_BLANKS: usize = 2;

/// A combination of a rack's tiles.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Subrack {
    pub letters: Multiset,
    /// The letters, each once.
    mask: LetterSet,
    pub values: TileValues,
    blanks: u8,
}

/// A word with the letters that its blanks stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct CandidateWord {
    pub word: MapWord,
    blanks: [Option<Letter>; LOOKED_UP_BLANKS],
}

impl CandidateWord {
    /// Returns true if the word consists of the given letters and those that its blanks stand for.
    ///
    /// The map may return other words, but does so very rarely, so this is checked last.
    pub(super) fn consists_of(&self, letters: Multiset, length: usize) -> bool {
        let blanks = self.blanks.iter().flatten().map(|&letter| Multiset::of(letter));
        let letters = blanks.fold(letters, |letters, blank| letters + blank);
        Multiset::from_indices(&self.word[..length]) == letters
    }
}

/// The subracks of a rack, and the words looked up so far.
pub(super) struct SubrackWords<'s> {
    map: &'s WordMap,
    /// The words that are taken; `None` for all words of the map.
    vocabulary: Option<Vocabulary<'s>>,
    rules: &'s Rules,
    pub bonus_rules: BonusRules,
    pub lines: &'s BoardLines,
    /// The subracks, sorted by number of tiles.
    pub subracks: Vec<Subrack>,
    /// The range of the subracks with each number of tiles.
    pub by_size: [Range<usize>; RACK_TILES + 1],
    pub candidates: Vec<CandidateWord>,
}

impl<'s> SubrackWords<'s> {
    /// Prepares look-ups with some subracks, which must be sorted by number of tiles.
    pub(super) fn new(
        map: &'s WordMap,
        vocabulary: Option<Vocabulary<'s>>,
        rules: &'s Rules,
        lines: &'s BoardLines,
        subracks: Vec<Subrack>,
    ) -> Self {
        let by_size = std::array::from_fn(|size| {
            let begin = subracks.partition_point(|subrack| subrack.values.len() < size);
            begin..subracks.partition_point(|subrack| subrack.values.len() <= size)
        });
        Self {
            map,
            vocabulary,
            rules,
            bonus_rules: BonusRules::of(rules),
            lines,
            subracks,
            by_size,
            candidates: Vec::new(),
        }
    }

    /// Looks up the words of a length that a subrack spells with letters of the board, and possibly
    /// others; returns their range in the candidates.
    pub(super) fn look_up(
        &mut self,
        length: usize,
        board_letters: Multiset,
        subrack: &Subrack,
    ) -> Range<usize> {
        let begin = self.candidates.len();
        let letters = board_letters + subrack.letters;
        match subrack.blanks {
            0 => self.add_words(length, letters, [None; 2]),
            1 => {
                for letter in self.map.one_open(length, letters).iter() {
                    let letters = letters + Multiset::of(letter);
                    self.add_words(length, letters, [Some(letter), None]);
                }
            }
            _ => {
                for first in self.map.two_open(length, letters).iter() {
                    let letters = letters + Multiset::of(first);
                    let one_open = self.map.one_open(length, letters);
                    for second in one_open.iter().filter(|second| *second >= first) {
                        let letters = letters + Multiset::of(second);
                        self.add_words(length, letters, [Some(first), Some(second)]);
                    }
                }
            }
        }
        begin..self.candidates.len()
    }

    fn add_words(&mut self, length: usize, letters: Multiset, blanks: [Option<Letter>; 2]) {
        let words = self.map.words(length, letters).iter();
        let candidate = |word: &MapWord| CandidateWord { word: *word, blanks };
        let Some(vocabulary) = self.vocabulary else {
            self.candidates.extend(words.map(candidate));
            return;
        };
        let words = words.filter(|word| includes(vocabulary, word, length));
        self.candidates.extend(words.map(candidate));
    }

    /// Returns the score of a word on a slot, with each letter counted as if it were not a blank.
    #[inline(always)]
    pub(super) fn max_total(&self, slot: &SlotContext<'_>, candidate: &CandidateWord) -> u32 {
        let tiles = SquareMask(slot.empty).map(|at| self.tile_score(slot, candidate, at));
        slot.base + tiles.sum::<u32>()
    }

    /// Returns the points of a new tile that is not a blank.
    #[inline(always)]
    fn tile_score(&self, slot: &SlotContext<'_>, candidate: &CandidateWord, at: usize) -> u32 {
        let letter = candidate.word[at - slot.start];
        self.rules.letter_values[usize::from(letter)] * slot.weights[at]
    }

    /// Passes every move that places a word on a slot to the sink, one for each choice of blanks.
    #[inline(always)]
    pub(super) fn place(
        &self,
        slot: &SlotContext<'_>,
        candidate: &CandidateWord,
        sink: &mut impl MoveSink,
    ) {
        let letter = |at: usize| candidate.word[at - slot.start];
        let tile_score = |at: usize| self.tile_score(slot, candidate, at);
        let total = self.max_total(slot, candidate);
        let squares_of = |blank: Letter| {
            SquareMask(slot.empty).filter(move |at| usize::from(letter(*at)) == blank.index())
        };
        let mut show = |blanks: u16, total: u32| {
            sink.take(total, || slot.to_move(&candidate.word, blanks, total));
        };
        match candidate.blanks {
            [Some(first), Some(second)] => {
                for a in squares_of(first) {
                    for b in squares_of(second).filter(|b| first != second || *b > a) {
                        show(1 << a | 1 << b, total - tile_score(a) - tile_score(b));
                    }
                }
            }
            [Some(blank), None] => {
                squares_of(blank).for_each(|at| show(1 << at, total - tile_score(at)));
            }
            _ => show(0, total),
        }
    }
}

impl Subrack {
    /// Returns every combination of the tiles of a rack, smaller ones first.
    pub(super) fn all(rack: &Rack, rules: &Rules) -> Vec<Self> {
        let mut subracks = Vec::with_capacity(1 << rack.len());
        subracks.push(Self::default());
        for (letter, count) in by_value(rack, rules) {
            for at in 0..subracks.len() {
                let mut subrack = subracks[at];
                for _ in 0..count {
                    subrack.push(letter, rules);
                    subracks.push(subrack);
                }
            }
        }
        let without_blanks = subracks.len();
        for blanks in 1..=rack.blanks() {
            for at in 0..without_blanks {
                subracks.push(subracks[at].with_blanks(blanks));
            }
        }
        sort_by_size(&subracks)
    }

    /// Returns the combination of all tiles of a rack.
    pub(super) fn whole(rack: &Rack, rules: &Rules) -> Self {
        let mut subrack = Self::default();
        for (letter, count) in by_value(rack, rules) {
            (0..count).for_each(|_| subrack.push(letter, rules));
        }
        subrack.with_blanks(rack.blanks())
    }

    /// Adds a letter, which must not be worth more than the others.
    #[inline(always)]
    fn push(&mut self, letter: Letter, rules: &Rules) {
        self.letters += Multiset::of(letter);
        self.mask.insert(letter);
        self.values.push(rules.value(letter));
    }

    /// Returns true if the blanks suffice for the squares that allow none of the letters.
    #[inline(always)]
    pub(super) fn fits(&self, slot: &SlotContext<'_>) -> bool {
        let unfit = slot.cross_sets().filter(|allowed| allowed.intersection(self.mask).is_empty());
        unfit.count() <= usize::from(self.blanks)
    }

    const fn with_blanks(self, blanks: u8) -> Self {
        Self { values: self.values.with_blanks(blanks), blanks, ..self }
    }
}

/// Returns the letters of a rack with their numbers, the most valuable letters first, so that the
/// values of every subrack are in order.
fn by_value(rack: &Rack, rules: &Rules) -> Vec<(Letter, u8)> {
    let mut letters: Vec<(Letter, u8)> = Letter::all()
        .map(|letter| (letter, rack.count(letter)))
        .filter(|(_, count)| *count > 0)
        .collect();
    letters.sort_by_key(|(letter, _)| Reverse(rules.value(*letter)));
    letters
}

/// Sorts subracks by number of tiles; those of the same size stay in order.
fn sort_by_size(subracks: &[Subrack]) -> Vec<Subrack> {
    let mut ends = [0; RACK_TILES + 2];
    for subrack in subracks {
        ends[subrack.values.len() + 1] += 1;
    }
    for size in 1..ends.len() {
        ends[size] += ends[size - 1];
    }
    let mut sorted = vec![Subrack::default(); subracks.len()];
    for subrack in subracks {
        let place = &mut ends[subrack.values.len()];
        sorted[*place] = *subrack;
        *place += 1;
    }
    sorted
}
