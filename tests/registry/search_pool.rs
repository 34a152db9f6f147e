//! The search pool: its limits on searches that run or wait.

use std::sync::Arc;

use tokio::sync::oneshot;
use wordcourt::api::operation::Cost;
use wordcourt::registry::{Overloaded, SearchPool};

#[tokio::test]
async fn a_full_queue_refuses_searches_and_recovers() {
    let pool = Arc::new(SearchPool::bounded(1, 0));
    let (started, start) = oneshot::channel();
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let search = move || {
        started.send(()).unwrap();
        wait.recv().is_ok()
    };
    let busy = {
        let pool = Arc::clone(&pool);
        tokio::spawn(async move { pool.run(Cost::Pooled, search).await })
    };
    start.await.unwrap();
    assert_eq!(pool.run(Cost::Pooled, || ()).await, Err(Overloaded));
    assert_eq!(pool.run(Cost::Inline, || 1).await, Ok(1), "cheap work needs no permit");
    release.send(()).unwrap();
    assert_eq!(busy.await.unwrap(), Ok(true));
    assert_eq!(pool.run(Cost::Pooled, || 2).await, Ok(2));
    assert_eq!(pool.queue_length(), 0);
}
