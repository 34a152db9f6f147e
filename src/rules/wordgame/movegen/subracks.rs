//! The subracks of a rack, and the words that they spell with letters of the board.

use std::cmp::Reverse;
use std::ops::Range;

use super::lines::BoardLines;
use super::shadow::{MAX_TILES, RackValues};
use super::sinks::MoveSink;
use super::slot_context::SlotContext;
use super::square_mask::SquareMask;
use crate::lexicon::{MapWord, Multiset, Overlay, WordMap};
use crate::rules::limits;
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::word::{Letter, Word};

/// A combination of a rack's tiles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subrack {
    letters: Multiset,
    pub values: RackValues,
    blanks: u8,
}

/// A word with the letters that its blanks stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct CandidateWord {
    pub word: MapWord,
    blanks: [Option<Letter>; limits::RACK_BLANKS],
}

/// The subracks of a rack, and the words looked up so far.
pub(super) struct SubrackWords<'s> {
    map: &'s WordMap,
    /// The overlay whose words are not looked up, whether it adds or removes them.
    excluded: &'s Overlay,
    rules: &'s Rules,
    pub bonus_rules: BonusRules,
    pub lines: &'s BoardLines,
    /// The subracks, sorted by number of tiles.
    pub subracks: Vec<Subrack>,
    /// The range of the subracks with each number of tiles.
    pub by_size: [Range<usize>; MAX_TILES + 1],
    pub candidates: Vec<CandidateWord>,
}

impl<'s> SubrackWords<'s> {
    pub(super) fn new(
        map: &'s WordMap,
        excluded: &'s Overlay,
        rules: &'s Rules,
        lines: &'s BoardLines,
        rack: &Rack,
    ) -> Self {
        let subracks = subracks(rack, rules);
        let by_size = std::array::from_fn(|size| {
            let begin = subracks.partition_point(|subrack| subrack.values.len() < size);
            begin..subracks.partition_point(|subrack| subrack.values.len() <= size)
        });
        Self {
            map,
            excluded,
            rules,
            bonus_rules: BonusRules::of(rules),
            lines,
            subracks,
            by_size,
            candidates: Vec::new(),
        }
    }

    /// Looks up the words of a length that a subrack spells with letters of the board; returns
    /// their range in the candidates.
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
        // The map may return the words of another multiset.
        let words = self.map.words(length, letters).iter();
        let words = words.filter(|word| Multiset::from_indices(&word[..length]) == letters);
        let candidate = |word: &MapWord| CandidateWord { word: *word, blanks };
        if self.excluded.is_empty() {
            self.candidates.extend(words.map(candidate));
            return;
        }
        let is_included = |word: &&MapWord| {
            let letters =
                word[..length].iter().filter_map(|&index| Letter::from_index(usize::from(index)));
            !Word::from_letters(letters).is_some_and(|word| self.excluded.decides(&word))
        };
        self.candidates.extend(words.filter(is_included).map(candidate));
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
        let tile_score =
            |at: usize| self.rules.letter_values[usize::from(letter(at))] * slot.weights[at];
        let total = slot.base + SquareMask(slot.empty).map(tile_score).sum::<u32>();
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

/// Returns every combination of the tiles of a rack, smaller ones first.
fn subracks(rack: &Rack, rules: &Rules) -> Vec<Subrack> {
    let mut letters: Vec<(Letter, u8)> = Letter::all()
        .map(|letter| (letter, rack.count(letter)))
        .filter(|(_, count)| *count > 0)
        .collect();
    // The most valuable letters come first, so that the values of every subrack are in order.
    letters.sort_by_key(|(letter, _)| Reverse(rules.value(*letter)));
    let empty = Subrack { letters: Multiset::default(), values: RackValues::default(), blanks: 0 };
    let mut subracks = vec![empty];
    for (letter, count) in letters {
        for at in 0..subracks.len() {
            let mut subrack = subracks[at];
            for _ in 0..count {
                subrack.letters += Multiset::of(letter);
                subrack.values.push(rules.value(letter));
                subracks.push(subrack);
            }
        }
    }
    let without_blanks = subracks.len();
    for blanks in 1..=rack.blanks() {
        for at in 0..without_blanks {
            let subrack = subracks[at];
            let values = subrack.values.with_blanks(blanks);
            subracks.push(Subrack { values, blanks, ..subrack });
        }
    }
    subracks.sort_by_key(|subrack| subrack.values.len());
    subracks
}
