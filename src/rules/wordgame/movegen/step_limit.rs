//! The limit on the steps of a search. A rack of many blanks spells most words of a lexicon, on
//! most squares, and has millions of moves; so has one with blanks that are read for each word.

use std::cell::Cell;

use super::moves::Move;
use super::sinks::MoveSink;
use super::subracks::LOOKED_UP_BLANKS;
use crate::interrupt::is_interrupted;
use crate::rules::limits;
use crate::rules::wordgame::rack::Rack;

/// The steps that a search has left.
#[derive(Debug)]
pub(super) struct StepLimit {
    steps_left: Cell<usize>,
    is_stopped: Cell<bool>,
}

impl StepLimit {
    pub(super) const fn new() -> Self {
        Self { steps_left: Cell::new(limits::BLANK_SEARCH_STEPS), is_stopped: Cell::new(false) }
    }

    /// Returns true if the search should stop. It has then not looked at all moves.
    pub(super) fn stops(&self) -> bool {
        if self.steps_left.get() == 0 || is_interrupted() {
            self.is_stopped.set(true);
        }
        self.is_stopped.get()
    }

    /// Returns true if the search was not stopped.
    pub(super) fn is_exhaustive(&self) -> bool {
        !self.is_stopped.get()
    }

    /// Counts a step; returns false if none is left.
    #[inline(always)]
    fn step(&self) -> bool {
        let left = self.steps_left.get();
        self.steps_left.set(left.saturating_sub(1));
        left > 0
    }
}

/// A sink that receives nothing once no step is left.
pub(super) struct LimitedSink<'s, S> {
    pub limit: &'s StepLimit,
    pub sink: &'s mut S,
}

impl<S: MoveSink> MoveSink for LimitedSink<'_, S> {
    #[inline(always)]
    fn wants(&self, total: u32) -> bool {
        self.limit.step() && self.sink.wants(total)
    }

    #[inline(always)]
    fn take(&mut self, total: u32, found: impl FnOnce() -> Move) {
        if self.limit.step() {
            self.sink.take(total, found);
        }
    }
}

/// Returns true if a rack has more blanks than the word map supports.
pub(super) fn has_many_blanks(rack: &Rack) -> bool {
    usize::from(rack.blanks()) > LOOKED_UP_BLANKS
}
