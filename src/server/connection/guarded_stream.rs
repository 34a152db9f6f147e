//! A stream that ends the connections of clients that are too slow.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::connections::{Ending, Place};
use super::heads::Phase;

/// The pace at which a client must read a pending response, in bytes per second.
const MIN_READ_RATE: u64 = 1 << 10;
/// The time by which the clock of the HTTP layer may be late. Its deadlines are early by as much.
pub(in crate::server) const HTTP_CLOCK_LAG: Duration = Duration::from_millis(500);

/// The time limits of a stream.
#[derive(Debug, Clone, Copy)]
pub(in crate::server) struct StreamTimeouts {
    /// The time for the head of a request, from its first byte.
    pub(in crate::server) head: Duration,
    /// The time without a request.
    pub(in crate::server) idle: Duration,
    /// The time in which a client must read some of a pending response; zero if there is none.
    pub(in crate::server) write: Duration,
}

/// A stream with time limits.
pub(in crate::server) struct GuardedStream<T> {
    stream: T,
    timeouts: StreamTimeouts,
    /// The time for the next head. The first one has more, so that the HTTP layer can refuse it
    /// with a response.
    head_timeout: Duration,
    place: Place,
    phase: Phase,
    /// The end of the time for the current phase; none while a request is answered.
    read_timer: Timer,
    write_timer: Timer,
    /// The bytes that the client has accepted since `write_timer` was set.
    accepted: u64,
}

/// A deadline. The timer of the runtime is created only when something waits for the deadline.
#[derive(Default)]
struct Timer {
    deadline: Option<Instant>,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Timer {
    fn set(&mut self, timeout: Duration) {
        self.deadline = Instant::now().checked_add(timeout);
    }

    const fn clear(&mut self) {
        self.deadline = None;
    }

    /// Returns true if the deadline has passed. Otherwise, the task wakes at the deadline.
    fn poll_passed(&mut self, context: &mut Context<'_>) -> bool {
        let Some(deadline) = self.deadline else { return false };
        let sleep = self.sleep.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        if sleep.deadline() > deadline {
            sleep.as_mut().reset(deadline);
        }
        // Ends, because the timer is reset to the deadline at most once.
        while sleep.as_mut().poll(context).is_ready() {
            if sleep.deadline() >= deadline {
                return true;
            }
            // Every request moves the deadline. One timer that is too early costs less than setting
            // the timer for every request.
            sleep.as_mut().reset(deadline);
        }
        false
    }

    /// Returns true if the deadline has passed.
    fn has_passed(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= Instant::now())
    }
}

impl<T> GuardedStream<T> {
    /// Guards a stream.
    pub(in crate::server) fn new(stream: T, timeouts: StreamTimeouts, place: Place) -> Self {
        let (read_timer, write_timer) = (Timer::default(), Timer::default());
        let mut guarded = Self {
            stream,
            timeouts,
            head_timeout: timeouts.head.saturating_add(2 * HTTP_CLOCK_LAG),
            place,
            phase: Phase::Idle,
            read_timer,
            write_timer,
            accepted: 0,
        };
        guarded.read_timer.set(timeouts.idle);
        guarded
    }

    /// Notes bytes that the client has sent.
    fn note_read(&mut self, bytes: &[u8]) {
        let phase = self.phase.after_read(bytes);
        match (self.phase, phase) {
            (Phase::Idle, Phase::Head(_)) => {
                self.read_timer.set(self.head_timeout);
                self.write_timer.clear();
            }
            (Phase::Idle | Phase::Head(_), Phase::Request) => {
                self.head_timeout = self.timeouts.head;
                self.read_timer.clear();
                self.write_timer.clear();
                self.place.set_busy();
            }
            _ => {}
        }
        self.phase = phase;
    }

    /// Notes bytes that the system has accepted.
    fn note_written(&mut self, bytes: &[u8]) {
        let phase = self.phase.after_write(bytes);
        if phase == Phase::Idle {
            self.read_timer.set(self.timeouts.idle);
        }
        if phase != self.phase {
            self.place.set_idle();
        }
        self.phase = phase;
        if self.write_timer.deadline.is_some() {
            self.accepted += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            if self.accepted >= (self.timeouts.write.as_secs() * MIN_READ_RATE).max(MIN_READ_RATE) {
                self.write_timer.clear();
            }
        }
    }

    fn end(&self, ending: Ending) -> io::Error {
        self.place.record(ending);
        io::ErrorKind::TimedOut.into()
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for GuardedStream<T> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let guarded = self.get_mut();
        if guarded.place.poll_ended(context.waker()) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        let start = buffer.filled().len();
        if Pin::new(&mut guarded.stream).poll_read(context, buffer)?.is_ready() {
            guarded.note_read(&buffer.filled()[start..]);
            if matches!(guarded.phase, Phase::Head(_)) && guarded.read_timer.has_passed() {
                return Poll::Ready(Err(guarded.end(Ending::SlowHead)));
            }
            return Poll::Ready(Ok(()));
        }
        if guarded.read_timer.poll_passed(context) {
            return Poll::Ready(Err(guarded.end(Ending::SlowHead)));
        }
        Poll::Pending
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for GuardedStream<T> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let guarded = self.get_mut();
        if let Poll::Ready(written) = Pin::new(&mut guarded.stream).poll_write(context, bytes)? {
            guarded.note_written(&bytes[..written]);
            return Poll::Ready(Ok(written));
        }
        if guarded.timeouts.write.is_zero() {
            return Poll::Pending;
        }
        if guarded.write_timer.deadline.is_none() {
            guarded.accepted = 0;
            guarded.write_timer.set(guarded.timeouts.write);
        }
        if guarded.write_timer.poll_passed(context) {
            return Poll::Ready(Err(guarded.end(Ending::SlowReader)));
        }
        Poll::Pending
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
