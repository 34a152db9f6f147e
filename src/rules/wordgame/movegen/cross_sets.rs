//! The cross-sets of a board.
//!
//! The cross-set of an empty square in a line is the set of letters that form a word across the
//! line when placed on the square.

use super::lines::{BoardLines, LINES, Line, SquareMask, crossing_line};
use crate::lexicon::{CountOnes, Reader, Stem, Vocabulary};
use crate::rules::Variant;
use crate::rules::wordgame::ruleset::CrossBonus;
use crate::rules::wordgame::square::SIZE;
use crate::word::{Letter, LetterSet, Word};

/// A run of tiles, and the stem in the GADDAG to which its letters lead.
struct Run {
    first: usize,
    last: usize,
    value: u32,
    stem: Stem,
}

impl BoardLines {
    /// Computes the cross-sets of the empty squares next to the tiles of a line, for the lines
    /// across it.
    pub(super) fn set_cross_sets_along(
        &mut self,
        number: usize,
        bonus: CrossBonus,
        graph: Reader<'_, impl CountOnes>,
    ) {
        let along = self.lines[number];
        let mut before: Option<Run> = None;
        for (first, last) in along.runs() {
            let stem = graph.read((first..=last).rev().filter_map(|at| along.letter(at)));
            let value = along.values[first..=last].iter().sum();
            let run = Run { first, last, value, stem };
            let joined = before.filter(|before| before.last + 2 == run.first);
            if let Some(before) = joined {
                let letters = joining_letters(graph, &along, &before, &run);
                let value = before.value + run.value;
                self.set_cross_set(number, before.last + 1, letters, value, bonus);
            } else if first > 0 {
                self.set_cross_set(number, first - 1, run.stem.left().ends(), run.value, bonus);
            }
            if last + 1 < SIZE {
                // Overwritten if another run begins two squares further on.
                let letters = graph.turn(run.stem).ends();
                self.set_cross_set(number, last + 1, letters, run.value, bonus);
            }
            before = Some(run);
        }
    }

    /// Sets the cross-set of a square in the line that crosses the given line there.
    fn set_cross_set(
        &mut self,
        number: usize,
        at: usize,
        letters: LetterSet,
        value: u32,
        bonus: CrossBonus,
    ) {
        let across = &mut self.lines[crossing_line(number, at)];
        let square = number % SIZE;
        across.allowed[square] = letters;
        // RULEBOOK G4.
        let (letter, word) = match bonus {
            CrossBonus::EveryWord => {
                (across.letter_multipliers[square], across.word_multipliers[square])
            }
            CrossBonus::MainWord => (1, 1),
        };
        across.cross_points[square] = u32::from(word) * value;
        across.cross_weights[square] = word * letter;
        across.crossed |= 1 << square;
    }

    pub(super) fn limit_cross_sets(&mut self, vocabulary: Vocabulary<'_>) {
        let added: Vec<Word> = Variant::Wordgame.added_words(vocabulary.words()).copied().collect();
        for number in 0..LINES {
            for at in SquareMask(self.lines[number].crossed) {
                let (along, square) = (&self.lines[crossing_line(number, at)], number % SIZE);
                let is_kept = |letter: &Letter| {
                    cross_word(along, square, *letter)
                        .is_some_and(|word| !vocabulary.excludes(&word))
                };
                let kept: LetterSet =
                    self.lines[number].allowed[at].iter().filter(is_kept).collect();
                let added = completing_letters(along, square, &added);
                self.lines[number].allowed[at] = kept.union(added);
            }
        }
    }
}

/// Returns the word that a letter on an empty square forms with the tiles before and after the
/// square.
fn cross_word(along: &Line, square: usize, letter: Letter) -> Option<Word> {
    let (first, last) = word_through(along, square);
    let letters = (first..=last).filter_map(|at| match at {
        at if at == square => Some(letter),
        at => along.letter(at),
    });
    Word::from_letters(letters)
}

/// Returns the first and the last square of the word through an empty square.
fn word_through(along: &Line, square: usize) -> (usize, usize) {
    let before = (0..square).rev().take_while(|&at| along.is_occupied(at)).count();
    let after = (square + 1..SIZE).take_while(|&at| along.is_occupied(at)).count();
    (square - before, square + after)
}

/// Returns the letters that, placed on an empty square, complete one of `words` together with the
/// tiles before and after the square.
fn completing_letters(along: &Line, square: usize, words: &[Word]) -> LetterSet {
    let (first, last) = word_through(along, square);
    let before = square - first;
    let fits = |word: &&Word| {
        word.len() == last + 1 - first
            && word
                .letters()
                .enumerate()
                .all(|(at, letter)| at == before || along.letter(first + at) == Some(letter))
    };
    words.iter().filter(fits).filter_map(|word| word.letters().nth(before)).collect()
}

/// Returns the letters that join two runs into a word.
fn joining_letters(
    graph: Reader<'_, impl CountOnes>,
    along: &Line,
    before: &Run,
    after: &Run,
) -> LetterSet {
    let candidates = graph.turn(before.stem).arcs().intersection(after.stem.left().arcs());
    // For each candidate, the letters of the shorter run are read.
    if before.last - before.first <= after.last - after.first {
        let is_word = |letter: &Letter| {
            let stem = graph.leftwards(after.stem.left(), *letter);
            let letters = (before.first + 1..=before.last).rev().filter_map(|at| along.letter(at));
            let node =
                letters.fold(stem.left(), |node, letter| graph.leftwards(node, letter).left());
            along.letter(before.first).is_some_and(|first| node.ends().contains(first))
        };
        candidates.iter().filter(is_word).collect()
    } else {
        let is_word = |letter: &Letter| {
            let node = graph.rightwards(graph.turn(before.stem), *letter);
            let letters = (after.first..after.last).filter_map(|at| along.letter(at));
            let node = letters.fold(node, |node, letter| graph.rightwards(node, letter));
            along.letter(after.last).is_some_and(|last| node.ends().contains(last))
        };
        candidates.iter().filter(is_word).collect()
    }
}
