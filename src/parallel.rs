//! Parallel computation on platforms that have threads.

/// Runs both closures in parallel and returns both results.
///
/// # Panics
/// Panics if one of the closures panics.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn join<A: Send, B>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B,
) -> (A, B) {
    std::thread::scope(|scope| {
        let first = scope.spawn(first);
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
