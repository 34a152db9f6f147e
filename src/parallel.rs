//! Parallel computation on platforms that have threads.

#[cfg(not(target_family = "wasm"))]
use crate::interrupt;

/// Runs both closures in parallel and returns both results. If the work on this thread is
/// interrupted, both can end early.
///
/// # Panics
/// Panics if one of the closures panics.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn join<A: Send, B>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B,
) -> (A, B) {
    let interrupt = interrupt::current();
    std::thread::scope(|scope| {
        let first = scope.spawn(|| {
            interrupt::join(interrupt);
            first()
        });
        let second = second();
        (first.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), second)
    })
}

/// Runs both closures one after the other, because the platform has no threads, and returns both
/// results.
#[cfg(target_family = "wasm")]
pub(crate) fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

/// Runs the closure on a thread of its own. Returns false if the system has no thread to spare; the
/// closure has then not run.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().name(name.to_owned()).spawn(run).is_ok()
}

/// Runs the closure at once, because the platform has no threads, and returns true.
#[cfg(target_family = "wasm")]
pub(crate) fn spawn(_: &str, run: impl FnOnce()) -> bool {
    run();
    true
}
