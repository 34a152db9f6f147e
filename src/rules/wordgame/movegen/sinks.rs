//! The sinks, which receive the moves that a search finds.

use super::moves::{Move, MoveKey};
use crate::lexicon::Vocabulary;
use crate::rules::top_k::TopK;
use crate::word::{Letter, Word};

/// Receives the moves that a search finds.
pub(super) trait MoveSink {
    /// Returns false if the sink needs no move with at most this total.
    #[inline(always)]
    fn wants(&self, _total: u32) -> bool {
        true
    }

    /// Receives a move of `total` points; `found` makes the move itself, if the sink needs it.
    fn take(&mut self, total: u32, found: impl FnOnce() -> Move);
}

impl MoveSink for Vec<Move> {
    #[inline(always)]
    fn take(&mut self, _: u32, found: impl FnOnce() -> Move) {
        self.push(found());
    }
}

impl TopK<Move> {
    /// Returns the key below which a move can no longer be among the best.
    #[inline(always)]
    pub(super) fn threshold(&self) -> MoveKey {
        self.to_beat().map_or(MoveKey::MIN, Move::key)
    }

    /// Returns the total below which a move can no longer be among the best.
    #[inline(always)]
    pub(super) fn threshold_total(&self) -> u32 {
        self.threshold().total()
    }
}

impl MoveSink for TopK<Move> {
    #[inline(always)]
    fn wants(&self, total: u32) -> bool {
        total >= self.threshold_total()
    }

    #[inline(always)]
    fn take(&mut self, total: u32, found: impl FnOnce() -> Move) {
        if total >= self.threshold_total() {
            self.offer(found());
        }
    }
}

/// The best moves of a rack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestMoves {
    /// The moves, the best first.
    pub moves: Vec<Move>,
    /// False if the search stopped at [`limits::BLANK_SEARCH_STEPS`](crate::rules::limits). There may
    /// then be better moves.
    pub exhaustive: bool,
}

/// The number of moves of a rack, and the best moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveSummary {
    /// The best moves.
    pub best: Vec<Move>,
    /// The number of legal moves. Moves whose blanks stand for different letters are different
    /// moves; a one-tile move counts once.
    pub moves_found: usize,
    /// The number of moves with more points than a given total.
    pub better: usize,
    /// False if the search stopped early, as in [`BestMoves`]. There may then be more moves.
    pub exhaustive: bool,
}

/// Counts the moves and keeps the best.
pub(super) struct CountingSink {
    best: TopK<Move>,
    moves_found: usize,
    better: usize,
    total_to_beat: u32,
}

impl CountingSink {
    pub(super) fn new(top: usize, total_to_beat: u32) -> Self {
        Self { best: TopK::new(top), moves_found: 0, better: 0, total_to_beat }
    }

    pub(super) fn finish(self, exhaustive: bool) -> MoveSummary {
        let Self { best, moves_found, better, .. } = self;
        MoveSummary { best: best.finish().collect(), moves_found, better, exhaustive }
    }
}

impl MoveSink for CountingSink {
    #[inline(always)]
    fn take(&mut self, total: u32, found: impl FnOnce() -> Move) {
        self.moves_found += 1;
        self.better += usize::from(total > self.total_to_beat);
        self.best.take(total, found);
    }
}

/// Drops the moves whose main word a vocabulary excludes.
pub(super) struct VocabularyFilter<'s, S> {
    pub vocabulary: Vocabulary<'s>,
    pub sink: &'s mut S,
}

impl<S: MoveSink> MoveSink for VocabularyFilter<'_, S> {
    #[inline(always)]
    fn wants(&self, total: u32) -> bool {
        self.sink.wants(total)
    }

    #[inline(always)]
    fn take(&mut self, total: u32, found: impl FnOnce() -> Move) {
        if !self.sink.wants(total) {
            return;
        }
        let found = found();
        let letters = found.letters().iter().filter_map(|&letter| Letter::from_ascii(letter));
        if Word::from_letters(letters).is_some_and(|word| !self.vocabulary.excludes(&word)) {
            self.sink.take(total, || found);
        }
    }
}
