//! The search pool and the response cache when tasks run in many different orders and are given up
//! at any moment. Shuttle chooses the orders; after a failure it prints the one to run again.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use shuttle::future::{JoinHandle, block_on, spawn, yield_now};
use shuttle::rand::{Rng as _, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner};
use wordcourt::api::prepared::CacheKey;
use wordcourt::registry::{Caller, Computed, PoolLimits, Refused, ResponseCache, SearchPool};

use super::response_cache::{Cached, response};

/// Runs a test in many orders of its tasks.
fn check(test: fn()) {
    let mut config = Config::new();
    config.stack_size = 1 << 20;
    Runner::new(RandomScheduler::new(2_000), config.clone()).run(test);
    // Few changes between tasks, which random orders rarely have.
    Runner::new(PctScheduler::new(3, 1_000), config).run(test);
}

fn caller(number: usize) -> Caller {
    Caller::Address(IpAddr::V4(Ipv4Addr::new(192, 0, 2, u8::try_from(number).unwrap())))
}

/// Counts tasks that are at work, also until they are given up.
struct AtWork<'c>(&'c AtomicUsize);

impl<'c> AtWork<'c> {
    /// Counts a task. At most `most` are at work.
    fn begin(counter: &'c AtomicUsize, most: usize) -> Self {
        assert!(counter.fetch_add(1, Ordering::Relaxed) < most);
        Self(counter)
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Gives up some of the tasks at some moment and waits for the others.
async fn finish<T>(tasks: Vec<JoinHandle<T>>) -> Vec<T> {
    for task in &tasks {
        if thread_rng().gen_ratio(1, 3) {
            task.abort();
        }
        yield_now().await;
    }
    let mut results = Vec::new();
    for task in tasks {
        results.extend(task.await);
    }
    results
}

const CONCURRENCY: usize = 2;
const QUEUE_CAPACITY: usize = 4;

/// The number of searches that run, in all and by caller.
#[derive(Default)]
struct Running {
    all: AtomicUsize,
    by_caller: [AtomicUsize; 3],
}

/// A search that takes a few turns of the scheduler.
async fn search(pool: Arc<SearchPool>, running: Arc<Running>, number: usize) -> bool {
    let _place = match pool.enter(caller(number)).await {
        Ok(place) => place,
        Err(refused) => {
            assert_eq!(refused, Refused::Full);
            return false;
        }
    };
    let _all = AtWork::begin(&running.all, CONCURRENCY);
    let _own = AtWork::begin(&running.by_caller[number], CONCURRENCY.div_ceil(2));
    for _ in 0..thread_rng().gen_range(0..3) {
        yield_now().await;
    }
    true
}

#[test]
fn the_search_pool_keeps_its_limits_and_loses_no_place() {
    check(|| {
        // The timeouts need a clock, which stands still because nothing drives it.
        let clock = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let _clock = clock.enter();
        let pool = Arc::new(SearchPool::new(PoolLimits {
            concurrency: CONCURRENCY,
            queue_capacity: QUEUE_CAPACITY,
            queue_timeout: Duration::from_mins(1),
            quota: None,
            search_budget: PoolLimits::SEARCH_BUDGET,
        }));
        let running = Arc::new(Running::default());
        let start =
            |number: usize| spawn(search(Arc::clone(&pool), Arc::clone(&running), number % 3));
        block_on(async {
            finish((0..7).map(start).collect()).await;
            assert_eq!((pool.queue_length(), running.all.load(Ordering::Relaxed)), (0, 0));
            // All places are free again.
            for number in 0..CONCURRENCY {
                std::mem::forget(pool.enter(caller(number)).await.unwrap());
            }
            let queue = (0..QUEUE_CAPACITY).map(start).collect::<Vec<_>>();
            while pool.queue_length() < QUEUE_CAPACITY {
                yield_now().await;
            }
            assert_eq!(pool.enter(caller(2)).await.unwrap_err(), Refused::Full);
            queue.iter().for_each(JoinHandle::abort);
        });
    });
}

#[test]
fn equal_queries_are_computed_one_at_a_time_until_one_completes() {
    static KEY: LazyLock<CacheKey> = LazyLock::new(|| Cached::of(0).key("A"));
    LazyLock::force(&KEY);
    check(|| {
        let cache = Arc::new(ResponseCache::bounded(10_000));
        let (computing, completed) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let ask = |_| {
            let (cache, computing, completed) =
                (Arc::clone(&cache), Arc::clone(&computing), Arc::clone(&completed));
            spawn(async move {
                let compute = async {
                    let _at_work = AtWork::begin(&computing, 1);
                    yield_now().await;
                    completed.fetch_add(1, Ordering::Relaxed);
                    Ok::<_, u8>(Computed { answer: response("1"), worth_caching: true })
                };
                cache.get_or_compute(KEY.clone(), compute).await
            })
        };
        let answers = block_on(finish((0..4).map(ask).collect()));
        assert!(answers.iter().all(|answer| *answer == Ok(response("1"))));
        assert!(completed.load(Ordering::Relaxed) <= 1 + 4 - answers.len());
        assert!(answers.is_empty() || completed.load(Ordering::Relaxed) >= 1);
    });
}
