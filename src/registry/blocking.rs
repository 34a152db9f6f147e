//! Blocking work, kept off the threads that serve requests.

/// Runs `work` on a thread for blocking work. It starts immediately and runs to completion, even if
/// the future is dropped. The future returns the result, or panics if `work` panicked.
pub(crate) fn run<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = T> {
    let running = tokio::task::spawn_blocking(work);
    async { running.await.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic())) }
}
