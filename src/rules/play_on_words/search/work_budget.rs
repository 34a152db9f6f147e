//! The limit on the work of a search.

/// The number of steps that a search has left.
///
/// The budget counts steps instead of time, so that a search ends at the same place on every
/// machine.
#[derive(Debug)]
pub(super) struct WorkBudget(u64);

/// The error for a search that has used up its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfWork;

impl WorkBudget {
    pub(super) const fn new(steps: u64) -> Self {
        Self(steps)
    }

    /// Returns the number of steps left.
    pub(super) const fn left(&self) -> u64 {
        self.0
    }

    /// Uses steps, or all that are left.
    pub(super) const fn charge(&mut self, steps: u64) {
        self.0 = self.0.saturating_sub(steps);
    }

    /// Uses steps.
    ///
    /// # Errors
    /// [`OutOfWork`] if fewer are left; then none remains.
    #[inline]
    pub(super) const fn spend(&mut self, steps: u64) -> Result<(), OutOfWork> {
        let suffices = self.0 >= steps;
        self.charge(steps);
        if suffices { Ok(()) } else { Err(OutOfWork) }
    }

    /// Does a piece of work with at most `steps` of the budget. Unused steps stay in the budget.
    pub(super) fn limited<T>(&mut self, steps: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut part = Self(steps.min(self.0));
        self.0 -= part.0;
        let result = work(&mut part);
        self.0 += part.0;
        result
    }
}
