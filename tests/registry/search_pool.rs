//! The search pool: its limits on searches that run or wait, and the turns of callers.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use wordcourt::api::{Problem, ProblemCode};
use wordcourt::interrupt::is_interrupted;
use wordcourt::registry::{Caller, CpuQuota, PoolLimits, Refused, SearchPool};

fn caller(number: u8) -> Caller {
    Caller::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, number)))
}

fn limits(concurrency: usize, queue_capacity: usize) -> PoolLimits {
    let queue_timeout = Duration::from_mins(1);
    PoolLimits {
        concurrency,
        queue_capacity,
        queue_timeout,
        quota: None,
        search_budget: PoolLimits::SEARCH_BUDGET,
    }
}

/// A search that runs until it is released.
struct Busy {
    release: mpsc::Sender<()>,
    search: JoinHandle<Result<(), Refused>>,
}

impl Busy {
    /// Starts a search, and returns once it runs.
    async fn start(pool: &Arc<SearchPool>, number: u8) -> Self {
        let (started, start) = oneshot::channel();
        let (release, wait) = mpsc::channel::<()>();
        let search = move || {
            started.send(()).unwrap();
            let _ = wait.recv();
        };
        let pool = Arc::clone(pool);
        let search = tokio::spawn(async move { pool.run(caller(number), "test", search).await });
        start.await.unwrap();
        Self { release, search }
    }

    async fn end(self) {
        self.release.send(()).unwrap();
        assert_eq!(self.search.await.unwrap(), Ok(()));
    }
}

/// Puts a search into the queue that notes `number` when it runs.
async fn wait(
    pool: &Arc<SearchPool>,
    number: u8,
    ran: &Arc<Mutex<Vec<u8>>>,
) -> JoinHandle<Result<(), Refused>> {
    let length = pool.queue_length();
    let (shared, ran) = (Arc::clone(pool), Arc::clone(ran));
    let note = move || ran.lock().unwrap().push(number);
    let waiting = tokio::spawn(async move { shared.run(caller(number), "test", note).await });
    while pool.queue_length() == length {
        tokio::task::yield_now().await;
    }
    waiting
}

#[tokio::test]
async fn a_full_queue_refuses_searches_and_recovers() {
    let pool = Arc::new(SearchPool::bounded(1, 0));
    let busy = Busy::start(&pool, 1).await;
    assert_eq!(pool.run(caller(2), "test", || ()).await, Err(Refused::Full));
    busy.end().await;
    assert_eq!(pool.run(caller(2), "test", || 2).await, Ok(2));
    assert_eq!(pool.queue_length(), 0);
}

#[tokio::test]
async fn one_caller_gets_at_most_half_of_the_pool_and_of_the_queue() {
    let pool = Arc::new(SearchPool::new(limits(4, 4)));
    let ran = Arc::default();
    let first = Busy::start(&pool, 1).await;
    let second = Busy::start(&pool, 1).await;
    let third = wait(&pool, 1, &ran).await;
    let fourth = wait(&pool, 1, &ran).await;
    assert_eq!(pool.run(caller(1), "test", || ()).await, Err(Refused::Full));
    // Another caller finds places at once.
    assert_eq!(pool.run(caller(2), "test", || 2).await, Ok(2));
    assert_eq!(pool.queue_length(), 2, "a search that ends starts none beyond a caller's half");
    first.end().await;
    second.end().await;
    assert_eq!((third.await.unwrap(), fourth.await.unwrap()), (Ok(()), Ok(())));
    assert_eq!(*ran.lock().unwrap(), [1, 1]);
}

#[tokio::test]
async fn callers_take_turns() {
    let pool = Arc::new(SearchPool::new(limits(1, 10)));
    let ran: Arc<Mutex<Vec<u8>>> = Arc::default();
    let busy = Busy::start(&pool, 1).await;
    let mut waiting = Vec::new();
    for number in [1, 1, 1, 2, 2, 3] {
        waiting.push(wait(&pool, number, &ran).await);
    }
    busy.end().await;
    for search in waiting {
        assert_eq!(search.await.unwrap(), Ok(()));
    }
    assert_eq!(*ran.lock().unwrap(), [1, 2, 3, 1, 2, 1]);
}

#[tokio::test]
async fn a_search_that_waits_too_long_is_refused() {
    let queue_timeout = Duration::from_millis(20);
    let pool = Arc::new(SearchPool::new(PoolLimits { queue_timeout, ..limits(1, 4) }));
    let busy = Busy::start(&pool, 1).await;
    assert_eq!(pool.run(caller(2), "test", || ()).await, Err(Refused::TooLate(queue_timeout)));
    assert_eq!(pool.queue_length(), 0);
    busy.end().await;
    assert_eq!(pool.run(caller(2), "test", || 2).await, Ok(2));
}

#[tokio::test]
async fn waiting_searches_of_clients_that_have_gone_do_not_run() {
    let pool = Arc::new(SearchPool::new(limits(1, 10)));
    let ran: Arc<Mutex<Vec<u8>>> = Arc::default();
    let busy = Busy::start(&pool, 1).await;
    for _ in 0..5 {
        let gone = wait(&pool, 2, &ran).await;
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        assert_eq!(pool.queue_length(), 0);
    }
    let stays = wait(&pool, 3, &ran).await;
    busy.end().await;
    assert_eq!(stays.await.unwrap(), Ok(()));
    assert_eq!(*ran.lock().unwrap(), [3]);
}

#[tokio::test]
async fn waiting_searches_of_clients_that_have_gone_do_not_affect_others() {
    let pool = Arc::new(SearchPool::new(limits(1, 10)));
    let ran: Arc<Mutex<Vec<u8>>> = Arc::default();
    let busy = Busy::start(&pool, 1).await;
    let first = wait(&pool, 2, &ran).await;
    let second = wait(&pool, 2, &ran).await;
    let only = wait(&pool, 4, &ran).await;
    let other = wait(&pool, 3, &ran).await;
    for gone in [second, only] {
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
    }
    assert_eq!(pool.queue_length(), 2);
    busy.end().await;
    assert_eq!((first.await.unwrap(), other.await.unwrap()), (Ok(()), Ok(())));
    assert_eq!(*ran.lock().unwrap(), [2, 3]);
}

#[tokio::test]
async fn a_search_that_ends_makes_room_for_one() {
    let pool = Arc::new(SearchPool::new(limits(1, 10)));
    let ran: Arc<Mutex<Vec<u8>>> = Arc::default();
    let busy = Busy::start(&pool, 1).await;
    let shared = Arc::clone(&pool);
    let second = tokio::spawn(async move { Busy::start(&shared, 2).await });
    while pool.queue_length() == 0 {
        tokio::task::yield_now().await;
    }
    let third = wait(&pool, 3, &ran).await;
    busy.end().await;
    let second = second.await.unwrap();
    assert_eq!((pool.queue_length(), ran.lock().unwrap().len()), (1, 0));
    second.end().await;
    assert_eq!(third.await.unwrap(), Ok(()));
}

#[tokio::test]
async fn a_running_search_of_a_client_that_has_gone_is_interrupted() {
    let pool = Arc::new(SearchPool::new(limits(1, 10)));
    let (started, start) = oneshot::channel();
    let shared = Arc::clone(&pool);
    let gone = tokio::spawn(async move {
        let search = move || {
            started.send(()).unwrap();
            while !is_interrupted() {
                std::thread::yield_now();
            }
        };
        shared.run(caller(1), "test", search).await
    });
    start.await.unwrap();
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    // Its place becomes free, and the next search is not interrupted.
    assert_eq!(pool.run(caller(1), "test", is_interrupted).await, Ok(false));
}

/// Clients of several workers go away at the very moment when their searches start.
#[tokio::test]
async fn no_place_is_lost_when_clients_go_at_any_moment() {
    let pool = Arc::new(SearchPool::new(limits(2, 16)));
    let workers: Vec<_> = (0..4)
        .map(|worker| {
            let pool = Arc::clone(&pool);
            std::thread::spawn(move || {
                let runtime =
                    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
                runtime.block_on(come_and_go(&pool, worker));
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    let both = (Busy::start(&pool, 1).await, Busy::start(&pool, 2).await);
    assert_eq!(pool.queue_length(), 0);
    both.0.end().await;
    both.1.end().await;
}

/// Starts searches and gives half of them up after a varying time.
async fn come_and_go(pool: &Arc<SearchPool>, worker: u8) {
    for round in 0..200_u64 {
        let searches: Vec<_> = (0..4)
            .map(|number| {
                let pool = Arc::clone(pool);
                let search = move || std::thread::sleep(Duration::from_micros(round % 50));
                let caller = caller(worker * 2 + number % 2);
                tokio::spawn(async move { pool.run(caller, "test", search).await })
            })
            .collect();
        tokio::task::yield_now().await;
        tokio::time::sleep(Duration::from_micros(round % 97)).await;
        for search in &searches[..2] {
            search.abort();
        }
        for search in searches {
            let _ = search.await;
        }
    }
}

/// Uses the processor for 200 ms.
#[cfg(target_os = "linux")]
fn burn() {
    use rustix::time::{ClockId, clock_gettime};
    let used = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap();
    let end = used() + Duration::from_millis(200);
    while used() < end {
        std::hint::spin_loop();
    }
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_caller_that_has_used_up_its_processor_time_waits_until_it_regains_some() {
    let quota = CpuQuota { time: Duration::from_millis(10), period: Duration::from_secs(1) };
    let pool = SearchPool::new(PoolLimits { quota: Some(quota), ..limits(1, 4) });
    let start = std::time::Instant::now();
    assert_eq!(pool.run(caller(1), "test", burn).await, Ok(()));
    let Err(Refused::QuotaExceeded(wait)) = pool.run(caller(1), "test", || ()).await else {
        panic!("the caller has used many times its quota")
    };
    // It has used 200 ms, of which 190 ms are too much, and regains 10 ms each second.
    let elapsed = start.elapsed();
    assert!(wait + elapsed >= Duration::from_secs(19), "{wait:?} after {elapsed:?}");
    assert!(wait <= elapsed * 100, "{wait:?} after {elapsed:?}");
    assert_eq!(
        pool.run(caller(2), "test", || 2).await,
        Ok(2),
        "other callers have their own quota"
    );
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn used_processor_time_becomes_available_again() {
    let quota = CpuQuota { time: Duration::from_millis(100), period: Duration::from_millis(100) };
    let pool = SearchPool::new(PoolLimits { quota: Some(quota), ..limits(1, 4) });
    assert_eq!(pool.run(caller(1), "test", burn).await, Ok(()));
    let Err(Refused::QuotaExceeded(wait)) = pool.run(caller(1), "test", || ()).await else {
        panic!("the caller has used twice its quota")
    };
    tokio::time::sleep(wait + Duration::from_millis(1)).await;
    assert_eq!(pool.run(caller(1), "test", || 1).await, Ok(1));
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn many_callers_do_not_make_the_used_time_of_one_available_again() {
    let quota = CpuQuota { time: Duration::from_millis(1), period: Duration::from_hours(1) };
    let pool = SearchPool::new(PoolLimits { quota: Some(quota), ..limits(1, 4) });
    assert_eq!(pool.run(caller(1), "test", burn).await, Ok(()));
    // The accounts of idle callers are dropped when there are 1,024.
    for number in 0..1_100 {
        let other = Caller::Address(IpAddr::V4(Ipv4Addr::from(number)));
        assert_eq!(pool.run(other, "test", || ()).await, Ok(()));
    }
    assert!(matches!(pool.run(caller(1), "test", || ()).await, Err(Refused::QuotaExceeded(_))));
}

#[tokio::test]
async fn searches_that_only_wait_cost_no_quota() {
    let quota = CpuQuota { time: Duration::from_millis(50), period: Duration::from_hours(1) };
    let pool = SearchPool::new(PoolLimits { quota: Some(quota), ..limits(1, 4) });
    for _ in 0..3 {
        let idle = || std::thread::sleep(Duration::from_millis(30));
        assert_eq!(pool.run(caller(1), "test", idle).await, Ok(()));
    }
}

#[tokio::test]
async fn the_time_of_a_running_search_counts_before_it_ends() {
    let quota = CpuQuota { time: Duration::from_millis(1), period: Duration::from_hours(1) };
    let pool = Arc::new(SearchPool::new(PoolLimits { quota: Some(quota), ..limits(4, 4) }));
    let busy = Busy::start(&pool, 1).await;
    tokio::time::sleep(Duration::from_millis(2)).await;
    let refused = pool.run(caller(1), "test", || ()).await;
    assert!(matches!(refused, Err(Refused::QuotaExceeded(_))), "{refused:?}");
    assert_eq!(pool.run(caller(2), "test", || 2).await, Ok(2));
    busy.end().await;
    assert_eq!(pool.run(caller(1), "test", || 1).await, Ok(1), "it has only waited");
}

/// Limits under which a search is overdue after 10 ms.
fn short() -> PoolLimits {
    PoolLimits { search_budget: Duration::from_millis(1), ..limits(2, 4) }
}

#[tokio::test]
async fn an_overdue_search_is_interrupted() {
    let pool = SearchPool::new(short());
    let search = || {
        while !is_interrupted() {
            std::thread::yield_now();
        }
    };
    let overdue = Refused::Overdue(Duration::from_millis(10));
    assert_eq!(pool.run(caller(1), "test", search).await, Err(overdue));
    assert_eq!((pool.overdue(), pool.overdue_total()), (0, 1));
    assert_eq!(Problem::from(overdue).code, ProblemCode::Internal);
}

#[tokio::test]
async fn a_search_stays_overdue_until_it_ends_also_without_its_client() {
    let pool = Arc::new(SearchPool::new(short()));
    for (number, has_client) in [(1, true), (2, false)] {
        let Busy { release, search } = Busy::start(&pool, 1).await;
        if !has_client {
            search.abort();
        }
        while pool.overdue() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.overdue_total(), number);
        release.send(()).unwrap();
        if has_client {
            assert!(matches!(search.await.unwrap(), Err(Refused::Overdue(_))));
        }
        while pool.overdue() > 0 {
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(pool.overdue_total(), 2);
}

#[test]
fn a_refused_caller_waits_for_whole_seconds_rounded_up() {
    let seconds = |refused: Refused| Problem::from(refused).retry_after;
    for (milliseconds, expected) in [(0, 1), (1, 1), (1_000, 1), (1_001, 2), (2_500, 3)] {
        let wait = Duration::from_millis(milliseconds);
        assert_eq!(seconds(Refused::QuotaExceeded(wait)), Some(expected), "{wait:?}");
        let text = Refused::QuotaExceeded(wait).to_string();
        assert!(text.ends_with(&format!("in {expected} s")), "{text}");
    }
    assert_eq!(seconds(Refused::Full), Some(1));
}

#[test]
fn a_pool_states_its_limits() {
    let pool = SearchPool::bounded(3, 5);
    assert_eq!((pool.concurrency(), pool.queue_capacity()), (3, 5));
}
