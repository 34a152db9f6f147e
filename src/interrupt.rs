//! Interrupts of searches whose result nobody needs any more.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The interrupt of the search that runs on this thread, if it can be interrupted.
    static CURRENT: RefCell<Option<Interrupt>> = const { RefCell::new(None) };
}

/// A request to end a search early. Clones share one state.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks the search to end. Its result is then incomplete and must be discarded.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Runs a search on this thread, for which [`is_interrupted`] is true once this is raised.
    pub fn scope<T>(&self, search: impl FnOnce() -> T) -> T {
        // Restores the previous state also if the search panics.
        struct Restore(Option<Interrupt>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0.take());
            }
        }
        let _restore = Restore(CURRENT.replace(Some(self.clone())));
        search()
    }
}

/// Returns true if the search that runs on this thread should end.
///
/// ```
/// use wordcourt::interrupt::{Interrupt, is_interrupted};
/// let interrupt = Interrupt::default();
/// let ended_early = interrupt.scope(|| {
///     interrupt.raise();
///     is_interrupted()
/// });
/// assert!(ended_early && !is_interrupted());
/// ```
#[must_use]
pub fn is_interrupted() -> bool {
    CURRENT.with_borrow(|current| {
        current.as_ref().is_some_and(|interrupt| interrupt.0.load(Ordering::Relaxed))
    })
}
