//! Interrupts of searches and index builds whose result nobody needs any more.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

thread_local! {
    /// The interrupt of the work on this thread, if it can be interrupted.
    static CURRENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// The number of items after which [`interruptible`] looks for an interrupt.
const ITEMS_PER_LOOK: usize = 1_024;

/// A request to end work early. Clones share one state.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_raised: AtomicBool,
    /// The time from which the work should end even if nobody asks for it.
    deadline: Option<Instant>,
}

/// The error for work that was interrupted and has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the work was interrupted")]
pub struct Interrupted;

impl Interrupt {
    /// Creates an interrupt that also ends the work after some time, on platforms with a clock.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        let deadline = || Instant::now().checked_add(time);
        let deadline = cfg!(not(target_family = "wasm")).then(deadline).flatten();
        Self(Arc::new(State { deadline, ..State::default() }))
    }

    /// Asks the work to end.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Relaxed)
            || self.0.deadline.is_some_and(|deadline| deadline <= Instant::now())
    }

    /// Does work on this thread, for which [`is_interrupted`] is true once this is raised.
    ///
    /// # Errors
    /// [`Interrupted`] if this is raised before the work ends. Its result may be incomplete then,
    /// and is dropped.
    ///
    /// # Panics
    /// Panics if the work does.
    pub fn scope<T>(&self, work: impl FnOnce() -> T) -> Result<T, Interrupted> {
        let outer = CURRENT.replace(Some(self.clone()));
        // Nothing that the work leaves behind is inconsistent: locks are poisoned, and an index that
        // is being built is dropped.
        let ended = panic::catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(outer);
        match ended {
            Ok(result) if !self.is_raised() => Ok(result),
            Err(panic) if !panic.is::<Interrupted>() => panic::resume_unwind(panic),
            _ => Err(Interrupted),
        }
    }
}

/// Returns true if the work on this thread should end.
///
/// ```
/// use wordcourt::interrupt::{Interrupt, Interrupted, is_interrupted};
/// let interrupt = Interrupt::default();
/// let ended_early = interrupt.scope(|| {
///     interrupt.raise();
///     assert!(is_interrupted());
/// });
/// assert_eq!(ended_early, Err(Interrupted));
/// assert!(!is_interrupted());
/// ```
#[must_use]
pub fn is_interrupted() -> bool {
    CURRENT.with_borrow(|current| current.as_ref().is_some_and(Interrupt::is_raised))
}

/// Ends the work on this thread if it is interrupted: unwinds to its [`Interrupt::scope`].
///
/// Work that ends in this way leaves no result, so that an incomplete index is never used.
pub(crate) fn end_if_interrupted() {
    if is_interrupted() {
        // Not `panic!`, which would report a fault.
        panic::resume_unwind(Box::new(Interrupted));
    }
}

/// Returns the same items. Between them, the work ends if it is interrupted.
pub(crate) fn interruptible<I: IntoIterator>(items: I) -> impl Iterator<Item = I::Item> {
    items.into_iter().enumerate().map(|(number, item)| {
        if number.is_multiple_of(ITEMS_PER_LOOK) {
            end_if_interrupted();
        }
        item
    })
}

/// Returns the interrupt of the work on this thread.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn current() -> Option<Interrupt> {
    CURRENT.with_borrow(Clone::clone)
}

/// Makes this thread a part of work that began on another one, until the thread ends.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn join(interrupt: Option<Interrupt>) {
    CURRENT.set(interrupt);
}
