//! The limit on the work of a search.

use crate::interrupt::is_interrupted;

/// The number of steps after which a search looks again whether it is interrupted: about 50 µs.
const INTERRUPT_STEPS: u64 = 8_192;

/// The number of steps that a search has left.
///
/// The budget counts steps instead of time, so that a search ends at the same place on every
/// machine. The exception is a search that is interrupted: its budget ends, and its result is
/// discarded.
#[derive(Debug)]
pub(super) struct WorkBudget {
    left: u64,
    /// The steps left at the next look for an interrupt.
    next_look: u64,
}

/// The error for a search that has used up its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfWork;

impl WorkBudget {
    pub(super) const fn new(steps: u64) -> Self {
        Self { left: steps, next_look: steps.saturating_sub(INTERRUPT_STEPS) }
    }

    /// Returns the number of steps left.
    pub(super) const fn left(&self) -> u64 {
        self.left
    }

    /// Uses steps, or all that are left.
    #[inline]
    pub(super) fn charge(&mut self, steps: u64) {
        self.left = self.left.saturating_sub(steps);
        if self.left < self.next_look {
            self.look_for_interrupt();
        }
    }

    #[cold]
    fn look_for_interrupt(&mut self) {
        if is_interrupted() {
            self.left = 0;
        }
        self.next_look = self.left.saturating_sub(INTERRUPT_STEPS);
    }

    /// Uses steps.
    ///
    /// # Errors
    /// [`OutOfWork`] if fewer are left; then none remains.
    #[inline]
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), OutOfWork> {
        let suffices = self.left >= steps;
        self.charge(steps);
        if suffices { Ok(()) } else { Err(OutOfWork) }
    }

    /// Does a piece of work with at most `steps` of the budget. Unused steps stay in the budget.
    pub(super) fn limited<T>(&mut self, steps: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut part = Self::new(steps.min(self.left));
        self.left -= part.left;
        let result = work(&mut part);
        self.left += part.left;
        // The part may have been too short to look for an interrupt.
        self.charge(0);
        result
    }
}
