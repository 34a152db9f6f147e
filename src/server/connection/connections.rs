//! The open connections, limited in number for the service and for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

use futures_util::task::AtomicWaker;
use prometheus::{IntCounterVec, IntGauge};

/// The minimum time between two log entries about closed connections.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// The reason why the service ends a connection whose client would keep it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::server) enum Ending {
    /// All connections are taken.
    Full,
    /// The address has its share of the connections.
    Share,
    /// The client took too long for a head, or was idle for too long.
    SlowHead,
    /// The client reads its response too slowly.
    SlowReader,
}

impl Ending {
    /// The reasons.
    pub(in crate::server) const ALL: [Self; 4] =
        [Self::Full, Self::Share, Self::SlowHead, Self::SlowReader];

    /// Returns the label in metrics and logs.
    pub(in crate::server) const fn label(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Share => "share",
            Self::SlowHead => "slow_head",
            Self::SlowReader => "slow_reader",
        }
    }
}

/// The open connections of a listener.
#[derive(Debug)]
pub(in crate::server) struct Connections {
    open: Mutex<Open>,
    capacity: usize,
    /// The connections of one address.
    share: usize,
    metrics: Option<(IntGauge, IntCounterVec)>,
}

#[derive(Debug, Default)]
struct Open {
    connections: HashMap<u64, Connection>,
    of_address: HashMap<IpAddr, usize>,
    next_id: u64,
    last_log: Option<Instant>,
    /// The connections ended since the last log entry.
    unlogged: u64,
}

#[derive(Debug)]
struct Connection {
    address: Option<IpAddr>,
    status: Arc<Status>,
}

/// The status of a connection, which its task and the set share without a lock.
#[derive(Debug)]
struct Status {
    /// The time since when no request is being answered, in milliseconds; `BUSY` if one is.
    idle_since: AtomicU64,
    ended: AtomicBool,
    /// Wakes the task of the connection.
    waker: AtomicWaker,
}

/// The time in [`Status`] while a request is being answered.
const BUSY: u64 = u64::MAX;

/// Returns the time since the first call, in milliseconds.
fn now_millis() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(START.elapsed().as_millis()).unwrap_or(BUSY - 1)
}

impl Connections {
    /// Creates the set for at most `capacity` connections, of which one address gets at most
    /// `share`.
    pub(in crate::server) fn new(
        capacity: usize,
        share: usize,
        metrics: Option<(IntGauge, IntCounterVec)>,
    ) -> Self {
        Self { open: Mutex::default(), capacity, share, metrics }
    }

    /// Adds a connection. If there are too many, the one that has been idle for the longest time is
    /// ended to make room; `None` if none is idle.
    pub(in crate::server) fn admit(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Place> {
        let address = address.map(network_of);
        let mut open = self.open();
        let of_address =
            address.and_then(|address| open.of_address.get(&address).copied()).unwrap_or_default();
        let excess = if address.is_some() && of_address >= self.share {
            Some((Ending::Share, address))
        } else if open.connections.len() >= self.capacity {
            Some((Ending::Full, None))
        } else {
            None
        };
        if let Some((ending, of_address)) = excess {
            self.record(&mut open, ending);
            if !open.end_oldest_idle(of_address) {
                return None;
            }
        }
        let id = open.next_id;
        open.next_id += 1;
        let status = Arc::new(Status {
            idle_since: AtomicU64::new(now_millis()),
            ended: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        open.connections.insert(id, Connection { address, status: Arc::clone(&status) });
        if let Some(address) = address {
            *open.of_address.entry(address).or_default() += 1;
        }
        if let Some((gauge, _)) = &self.metrics {
            gauge.inc();
        }
        Some(Place { connections: Arc::clone(self), id, status })
    }

    // No code that can panic runs under the lock.
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the end of a connection, and logs it unless another one was logged recently.
    fn record(&self, open: &mut Open, ending: Ending) {
        if let Some((_, endings)) = &self.metrics {
            endings.with_label_values(&[ending.label()]).inc();
        }
        open.unlogged += 1;
        let now = Instant::now();
        if open.last_log.is_some_and(|last| now - last < LOG_INTERVAL) {
            return;
        }
        open.last_log = Some(now);
        let (ended, connections) = (std::mem::take(&mut open.unlogged), open.connections.len());
        tracing::warn!(reason = ending.label(), ended, connections, "connections ended");
    }
}

impl Open {
    /// Ends the connection that has been idle for the longest time, of one address or of all.
    /// Returns false if none is idle. The connection no longer counts.
    fn end_oldest_idle(&mut self, address: Option<IpAddr>) -> bool {
        let candidates = self
            .connections
            .iter()
            .filter(|(_, connection)| address.is_none() || connection.address == address);
        let idle = candidates
            .map(|(id, connection)| (connection.status.idle_since.load(Ordering::Relaxed), *id))
            .min();
        let Some((since, id)) = idle else { return false };
        if since == BUSY {
            return false;
        }
        if let Some(Connection { status, .. }) = self.remove(id) {
            status.ended.store(true, Ordering::Release);
            status.waker.wake();
        }
        true
    }

    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.connections.remove(&id)?;
        if let Some(address) = connection.address
            && let Some(count) = self.of_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                self.of_address.remove(&address);
            }
        }
        Some(connection)
    }
}

/// The place of an open connection, released when dropped.
#[derive(Debug)]
pub(in crate::server) struct Place {
    connections: Arc<Connections>,
    id: u64,
    status: Arc<Status>,
}

impl Place {
    /// Returns true if the connection must end to make room for another one. Otherwise, the task
    /// wakes when it must.
    pub(super) fn poll_ended(&self, waker: &Waker) -> bool {
        self.status.waker.register(waker);
        self.status.ended.load(Ordering::Acquire)
    }

    /// Notes that the connection waits for a request.
    pub(super) fn set_idle(&self) {
        self.status.idle_since.store(now_millis(), Ordering::Relaxed);
    }

    /// Notes that a request is being answered.
    pub(super) fn set_busy(&self) {
        self.status.idle_since.store(BUSY, Ordering::Relaxed);
    }

    /// Counts and logs that the service ends the connection.
    pub(super) fn record(&self, ending: Ending) {
        let mut open = self.connections.open();
        self.connections.record(&mut open, ending);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open().remove(self.id);
        if let Some((gauge, _)) = &self.connections.metrics {
            gauge.dec();
        }
    }
}

/// Returns the network of an address, whose addresses count as one caller. A subscriber has a whole
/// /64 network of IPv6.
pub(in crate::server) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}
