//! Move generation for rules under which a blank stands for a letter of its own in each word
//! (RULEBOOK G7).
//!
//! A blank on the board is then an open square of every word through it, and a new blank fits into
//! every cross-word that some letter completes. The search indexes know whole words only, so this
//! search tries all words of the right length on every slot.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::lines::{BoardLines, Line, SquareMask, crossing_line};
use super::position::Position;
use super::sinks::MoveSink;
use super::slot_context::SlotContext;
use super::slots::Slot;
use super::step_limit::StepLimit;
use crate::interrupt::end_if_interrupted;
use crate::lexicon::MapWord;
use crate::rules::wordgame::board::Tile;
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::wordgame::square::SIZE;
use crate::word::{Letter, LetterSet};

/// A search that tries all words.
pub(super) struct OpenBlankSearch<'s> {
    rules: &'s Rules,
    rack: Rack,
    /// The words by their number of letters.
    words: [Vec<MapWord>; SIZE + 1],
    lines: BoardLines,
    slots: Vec<Slot>,
}

impl<'s> OpenBlankSearch<'s> {
    pub(super) fn new(position: &'s Position<'_>, rack: &Rack) -> Self {
        let words = std::array::from_fn(|length| {
            position.sources().flat_map(|source| source.words(length)).copied().collect()
        });
        let mut lines = position.lines.clone();
        set_open_cross_sets(&mut lines, &words);
        let mut slots = position.slots_with_bounds(&lines, rack);
        slots.sort_unstable_by_key(|slot| Reverse(slot.bound));
        Self { rules: position.rules, rack: *rack, words, lines, slots }
    }

    /// Passes every move that the sink wants to it, each once, until no step is left.
    pub(super) fn run(&self, limit: &StepLimit, sink: &mut impl MoveSink) {
        for slot in &self.slots {
            if limit.stops() || !sink.wants(slot.bound.total()) {
                return;
            }
            self.fill(slot, sink);
        }
    }

    fn fill(&self, slot: &Slot, sink: &mut impl MoveSink) {
        let (start, end) = (usize::from(slot.start), usize::from(slot.end));
        let bonus_rules = BonusRules::of(self.rules);
        let line = &self.lines.lines[usize::from(slot.line)];
        let squares: [u32; SIZE] = std::array::from_fn(|at| self.letters_on(line, at));
        let mut filler = SlotFiller {
            rules: self.rules,
            line,
            slot: SlotContext::new(&self.lines, slot.line, start, end, bonus_rules),
            // Words that differ only in blanks on the board are one move.
            seen: (start..=end).any(|at| is_open(line, at)).then(FxHashSet::default),
            rack: self.rack,
            sink,
        };
        let squares = &squares[start..=end];
        for word in &self.words[squares.len()] {
            if squares.iter().zip(word).all(|(letters, letter)| letters >> letter & 1 != 0) {
                // Most words fit on an open board, and each costs time, also if the rack lacks it.
                if !filler.sink.wants(slot.bound.total()) {
                    return;
                }
                let (rest, total) = (filler.slot.empty, filler.slot.base);
                filler.place(word, rest, 0, total);
            }
        }
    }

    /// Returns the letters that a word can have on a square.
    fn letters_on(&self, line: &Line, at: usize) -> u32 {
        if line.is_occupied(at) {
            return open_letters(line, at).bits();
        }
        let allowed = line.allowed[at];
        if self.rack.blanks() > 0 && !allowed.is_empty() {
            return LetterSet::ALL.bits();
        }
        let on_rack: LetterSet =
            Letter::all().filter(|letter| self.rack.count(*letter) > 0).collect();
        allowed.intersection(on_rack).bits()
    }
}

/// Places words on a slot.
struct SlotFiller<'f, S> {
    rules: &'f Rules,
    line: &'f Line,
    slot: SlotContext<'f>,
    /// The letters of the moves found so far, if a move can be found more than once.
    seen: Option<FxHashSet<[u8; SIZE + 1]>>,
    /// The tiles that are left.
    rack: Rack,
    sink: &'f mut S,
}

impl<S: MoveSink> SlotFiller<'_, S> {
    /// Places tiles on the squares of `rest`, in every possible way; `total` is the score so far.
    fn place(&mut self, word: &MapWord, rest: u16, blanks: u16, total: u32) {
        let Some(at) = SquareMask(rest).next() else {
            let found = self.slot.to_move(word, blanks, total);
            if self.seen.as_mut().is_none_or(|seen| seen.insert(found.letters)) {
                self.sink.take(total, || found);
            }
            return;
        };
        let rest = rest & (rest - 1);
        let Some(letter) = Letter::from_index(usize::from(word[at - self.slot.start])) else {
            return;
        };
        let before = self.rack;
        for (is_blank, fits) in [
            (false, self.line.allowed[at].contains(letter)),
            // In the cross-word, the blank stands for any letter.
            (true, !self.line.allowed[at].is_empty()),
        ] {
            if fits && self.rack.take(Tile { letter, is_blank }) {
                let value = if is_blank { 0 } else { self.rules.value(letter) };
                let total = total + value * self.slot.weights[at];
                self.place(word, rest, blanks | u16::from(is_blank) << at, total);
            }
            self.rack = before;
        }
    }
}

/// Returns true if there is a blank on a square.
fn is_open(line: &Line, at: usize) -> bool {
    line.tiles[at].is_ascii_lowercase()
}

/// Returns the letters that the tile on a square can stand for.
fn open_letters(line: &Line, at: usize) -> LetterSet {
    if is_open(line, at) { LetterSet::ALL } else { line.letter(at).into_iter().collect() }
}

/// Computes the cross-sets of the squares whose cross-words go through a blank on the board.
fn set_open_cross_sets(lines: &mut BoardLines, words: &[Vec<MapWord>; SIZE + 1]) {
    for number in 0..lines.lines.len() {
        end_if_interrupted();
        for at in SquareMask(lines.lines[number].crossed) {
            let (along, square) = (&lines.lines[crossing_line(number, at)], number % SIZE);
            let before = (0..square).rev().take_while(|&at| along.is_occupied(at)).count();
            let after = (square + 1..SIZE).take_while(|&at| along.is_occupied(at)).count();
            let (first, last) = (square - before, square + after);
            if (first..=last).any(|at| is_open(along, at)) {
                let fits = |word: &&MapWord| {
                    (first..=last).zip(word.iter()).all(|(at, letter)| {
                        at == square || open_letters(along, at).bits() >> letter & 1 != 0
                    })
                };
                let completing = words[last + 1 - first]
                    .iter()
                    .filter(fits)
                    .filter_map(|word| Letter::from_index(usize::from(word[before])));
                lines.lines[number].allowed[at] = completing.collect();
            }
        }
    }
}
