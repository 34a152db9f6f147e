//! The queue of the search pool: which search runs next.

use std::collections::{HashMap, VecDeque};

use tokio::sync::oneshot;

use super::Caller;

/// Tells a waiting search to start.
type Start = oneshot::Sender<()>;

/// The searches that run and wait. Callers take turns; within a caller, the oldest search is first.
#[derive(Debug)]
pub(super) struct Queue {
    concurrency: usize,
    capacity: usize,
    running: usize,
    waiting: usize,
    /// The callers that have a running or waiting search.
    callers: HashMap<Caller, Searches>,
    /// The callers that have a waiting search, in the order of their turns.
    turns: VecDeque<Caller>,
    next_ticket: u64,
}

/// The searches of one caller.
#[derive(Debug, Default)]
struct Searches {
    running: usize,
    waiting: VecDeque<(u64, Start)>,
}

/// The result of asking for a place.
#[derive(Debug)]
pub(super) enum Place {
    /// The search can run now.
    Running,
    /// The search waits. The number identifies it.
    Waiting(u64, oneshot::Receiver<()>),
    /// The queue, or the caller's half of it, is full.
    Full,
}

/// Returns the share of one caller: half, rounded up.
const fn share(whole: usize) -> usize {
    whole.div_ceil(2)
}

impl Queue {
    pub(super) fn new(concurrency: usize, capacity: usize) -> Self {
        Self {
            concurrency,
            capacity,
            running: 0,
            waiting: 0,
            callers: HashMap::new(),
            turns: VecDeque::new(),
            next_ticket: 0,
        }
    }

    /// Returns the number of waiting searches.
    pub(super) const fn length(&self) -> usize {
        self.waiting
    }

    /// Takes a place for a search of `caller`.
    ///
    /// Whenever a search waits, the pool is full or the search's caller has its share, so a new
    /// search that fits can start without overtaking another caller.
    pub(super) fn enter(&mut self, caller: &Caller) -> Place {
        let (running, waiting) = self
            .callers
            .get(caller)
            .map_or((0, 0), |searches| (searches.running, searches.waiting.len()));
        if self.running < self.concurrency && running < share(self.concurrency) {
            self.running += 1;
            self.callers.entry(caller.clone()).or_default().running += 1;
            return Place::Running;
        }
        if self.waiting >= self.capacity || waiting >= share(self.capacity) {
            return Place::Full;
        }
        let (start, started) = oneshot::channel();
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.waiting += 1;
        self.callers.entry(caller.clone()).or_default().waiting.push_back((ticket, start));
        if waiting == 0 {
            self.turns.push_back(caller.clone());
        }
        Place::Waiting(ticket, started)
    }

    /// Removes a waiting search. Returns false if it has been started.
    pub(super) fn leave(&mut self, caller: &Caller, ticket: u64) -> bool {
        let Some(searches) = self.callers.get_mut(caller) else { return false };
        let position = searches.waiting.iter().position(|(waiting, _)| *waiting == ticket);
        let Some(position) = position else { return false };
        searches.waiting.remove(position);
        self.waiting -= 1;
        if searches.waiting.is_empty() {
            self.turns.retain(|turn| turn != caller);
        }
        self.forget_if_idle(caller);
        true
    }

    /// Ends a running search and starts those that can run now.
    pub(super) fn end(&mut self, caller: &Caller) {
        self.running -= 1;
        if let Some(searches) = self.callers.get_mut(caller) {
            searches.running -= 1;
        }
        // Each step starts one of the waiting searches.
        while self.running < self.concurrency && self.start_next() {}
        self.forget_if_idle(caller);
    }

    /// Starts the first search of the first caller who has less than its share. The caller's next
    /// turn is after those of all others.
    fn start_next(&mut self) -> bool {
        let share = share(self.concurrency);
        let turn = self.turns.iter().position(|caller| {
            self.callers.get(caller).is_some_and(|searches| searches.running < share)
        });
        let Some(caller) = turn.and_then(|turn| self.turns.remove(turn)) else { return false };
        let Some(searches) = self.callers.get_mut(&caller) else { return false };
        if let Some((_, start)) = searches.waiting.pop_front() {
            self.waiting -= 1;
            searches.running += 1;
            self.running += 1;
            // A search that is being given up no longer receives this. Its place then ends like
            // that of a search that has run.
            let _ = start.send(());
        }
        if searches.waiting.is_empty() {
            self.forget_if_idle(&caller);
        } else {
            self.turns.push_back(caller);
        }
        true
    }

    fn forget_if_idle(&mut self, caller: &Caller) {
        let is_idle = |searches: &Searches| searches.running == 0 && searches.waiting.is_empty();
        if self.callers.get(caller).is_some_and(is_idle) {
            self.callers.remove(caller);
        }
    }
}
