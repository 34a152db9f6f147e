//! The signals of the process.

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that stop the service: SIGTERM and SIGINT.
#[cfg(unix)]
pub(super) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

#[cfg(unix)]
impl StopSignals {
    /// Starts to listen for the signals. From then on, they no longer end the process by
    /// themselves.
    pub(super) fn listen() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for one of the signals.
    pub(super) async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// The signal that stops the service: Ctrl-C.
#[cfg(not(unix))]
pub(super) struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    pub(super) fn listen() -> std::io::Result<Self> {
        Ok(Self)
    }

    pub(super) async fn wait(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// The signal that starts a poll of the lexicon source and reads keys again: SIGHUP.
pub(super) struct Hangups {
    #[cfg(unix)]
    signal: Option<Signal>,
}

impl Hangups {
    /// Starts to listen for the signal. From then on, it no longer ends the process, even if the
    /// value is dropped.
    #[cfg(unix)]
    pub(super) fn listen() -> Self {
        Self { signal: signal(SignalKind::hangup()).ok() }
    }

    #[cfg(not(unix))]
    pub(super) const fn listen() -> Self {
        Self {}
    }

    /// Waits for the next signal; forever on systems without it.
    pub(super) async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        // No signal can arrive any more: a caller that loops must not spin.
        std::future::pending::<()>().await;
    }
}
