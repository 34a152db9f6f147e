//! The access log: one line a request, gathered in memory and written by the block.
//!
//! A `tracing` event a request would cost as much as a whole cheap request; a line formatted by hand costs a tenth of that.

use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use serde::Serialize;

/// How often gathered lines are written at the latest.
const FLUSH_EVERY: Duration = Duration::from_millis(100);
/// How many bytes are gathered before they are written at once: what a pipe holds, and few enough to stay in a processor's cache.
const BLOCK_BYTES: usize = 64 << 10;
/// How many bytes are gathered before lines are dropped: only if the log's reader hangs.
const MOST_BYTES: usize = 8 << 20;

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum LogFormat {
    /// One JSON object a line.
    #[default]
    Json,
    /// For people.
    Pretty,
}

/// What is logged of a request.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'e> {
    /// The id that the answer bears too.
    pub request_id: &'e str,
    /// Whose API key it bears.
    pub client: Option<&'e str>,
    /// The trace that the caller is in.
    pub trace_id: Option<&'e str>,
    /// The method.
    pub method: &'e str,
    /// The path as it was asked for.
    pub path: &'e str,
    /// The matched route.
    pub route: &'e str,
    /// The answer's status.
    pub status: u16,
    /// How long it took.
    pub took: Duration,
}

/// Gathers lines; [`AccessLog::run`] writes them.
#[derive(Debug)]
pub struct AccessLog {
    format: LogFormat,
    gathered: Mutex<Gathered>,
    /// Told when a block is full.
    is_full: Condvar,
    /// The block that is being written. It and the one that is gathered take turns: memory that is in use needn't be asked for again.
    block: Mutex<Vec<u8>>,
}

/// Lines that wait to be written.
#[derive(Debug)]
struct Gathered {
    lines: Vec<u8>,
    clock: Clock,
}

/// A clock that works a second's date out once.
#[derive(Debug)]
struct Clock {
    second: u64,
    /// `2026-11-21T23:59:59.`
    date: String,
}

impl Clock {
    const fn new() -> Self {
        Self { second: u64::MAX, date: String::new() }
    }

    /// The date up to the second, and the thousandths.
    fn read(&mut self, now: Duration) -> (&str, [u8; 3]) {
        if self.second != now.as_secs() {
            self.second = now.as_secs();
            let second = SystemTime::UNIX_EPOCH + Duration::from_secs(self.second);
            self.date = humantime::format_rfc3339_seconds(second).to_string().replace('Z', ".");
        }
        let thousandths = now.subsec_millis();
        (&self.date, [100, 10, 1].map(|place| b'0' + (thousandths / place % 10) as u8))
    }
}

impl AccessLog {
    /// An empty log.
    #[must_use]
    pub const fn new(format: LogFormat) -> Self {
        let gathered = Gathered { lines: Vec::new(), clock: Clock::new() };
        Self { format, gathered: Mutex::new(gathered), is_full: Condvar::new(), block: Mutex::new(Vec::new()) }
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line.
    pub fn add(&self, entry: &Entry<'_>) {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let micros = u64::try_from(entry.took.as_micros()).unwrap_or(u64::MAX);
        let mut gathered = self.gathered();
        let Gathered { lines, clock } = &mut *gathered;
        let before = lines.len();
        if before > MOST_BYTES {
            return;
        }
        let (date, thousandths) = clock.read(now);
        // Writing to memory can't fail. Ids, methods and routes need no escaping; paths may hold anything.
        let _ = match self.format {
            LogFormat::Json => {
                let mut line = Line(lines);
                line.copy(&[
                    b"{\"timestamp\":\"",
                    date.as_bytes(),
                    &thousandths,
                    b"Z\",\"level\":\"INFO\",\"target\":\"access\"",
                ]);
                line.copy(&[b",\"request_id\":\"", entry.request_id.as_bytes(), b"\""]);
                if let Some(trace_id) = entry.trace_id {
                    line.copy(&[b",\"trace_id\":\"", trace_id.as_bytes(), b"\""]);
                }
                if let Some(client) = entry.client {
                    line.value(b",\"client\":", client);
                }
                line.copy(&[b",\"method\":\"", entry.method.as_bytes(), b"\""]);
                // Most are their routes.
                if entry.path == entry.route {
                    line.copy(&[b",\"path\":\"", entry.path.as_bytes(), b"\""]);
                } else {
                    line.value(b",\"path\":", entry.path);
                }
                line.copy(&[b",\"route\":\"", entry.route.as_bytes(), b"\""]);
                line.value(b",\"status\":", entry.status);
                line.value(b",\"duration_us\":", micros);
                line.copy(&[b"}\n"]);
                Ok(())
            }
            LogFormat::Pretty => writeln!(
                lines,
                "{date}{:03}Z  INFO access: {} {} {} {micros}µs request_id={} client={}",
                now.subsec_millis(),
                entry.status,
                entry.method,
                entry.path.escape_default(),
                entry.request_id,
                entry.client.unwrap_or("-").escape_default()
            ),
        };
        if before < BLOCK_BYTES && lines.len() >= BLOCK_BYTES {
            self.is_full.notify_one();
        }
    }

    /// Writes what has been gathered; two that do it at once do it one after the other.
    ///
    /// # Errors
    /// The output can't be written to.
    pub fn flush(&self, output: &mut impl Write) -> io::Result<()> {
        let mut block = self.block.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut self.gathered().lines, &mut *block);
        let written = output.write_all(&block);
        block.clear();
        block.shrink_to(2 * BLOCK_BYTES);
        written
    }

    /// Writes gathered lines to standard error for as long as the process lives.
    pub fn run(&self) -> ! {
        loop {
            let is_short = |gathered: &mut Gathered| gathered.lines.len() < BLOCK_BYTES;
            drop(self.is_full.wait_timeout_while(self.gathered(), FLUSH_EVERY, is_short));
            // A log that can't be written must not stop the service.
            let _ = self.flush(&mut io::stderr());
        }
    }
}

/// A JSON line in the making: copied, not formatted, which takes a third of the time.
struct Line<'l>(&'l mut Vec<u8>);

impl Line<'_> {
    fn copy(&mut self, pieces: &[&[u8]]) {
        for piece in pieces {
            self.0.extend_from_slice(piece);
        }
    }

    /// A member whose value may have to be escaped.
    fn value(&mut self, name: &[u8], value: impl Serialize) {
        self.copy(&[name]);
        let _ = serde_json::to_writer(&mut *self.0, &value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logged(format: LogFormat, path: &str) -> String {
        let log = AccessLog::new(format);
        log.add(&Entry {
            request_id: "abc-1",
            client: Some("ann"),
            trace_id: None,
            method: "GET",
            path,
            route: "/v1/words/{word}",
            status: 200,
            took: Duration::from_micros(42),
        });
        let mut output = Vec::new();
        log.flush(&mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_line_is_one_json_object_whatever_the_path_holds() {
        let line = logged(LogFormat::Json, "/v1/words/\"\n\u{1b}");
        assert_eq!(line.lines().count(), 1);
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        let timestamp = value["timestamp"].as_str().unwrap();
        let read = humantime::parse_rfc3339(timestamp).unwrap();
        assert!(timestamp.len() == 24 && read <= SystemTime::now(), "{timestamp}");
        assert_eq!((&value["request_id"], &value["duration_us"]), (&"abc-1".into(), &42.into()));
        assert_eq!(value["client"], "ann");
        assert_eq!(value["path"], "/v1/words/\"\n\u{1b}");
        let value: serde_json::Value = serde_json::from_str(&logged(LogFormat::Json, "/v1/words/{word}")).unwrap();
        assert_eq!((&value["path"], &value["route"]), (&"/v1/words/{word}".into(), &"/v1/words/{word}".into()));
    }

    #[test]
    fn the_clock_goes_on() {
        let mut clock = Clock::new();
        for (millis, written) in [
            (0, "1970-01-01T00:00:00.000"),
            (999, "1970-01-01T00:00:00.999"),
            (61_020, "1970-01-01T00:01:01.020"),
            (1_000, "1970-01-01T00:00:01.000"),
        ] {
            let (date, thousandths) = clock.read(Duration::from_millis(millis));
            assert_eq!(format!("{date}{}", String::from_utf8_lossy(&thousandths)), written);
        }
    }

    #[test]
    fn a_pretty_line_escapes_control_characters() {
        let line = logged(LogFormat::Pretty, "/\n\u{1b}[31m");
        assert_eq!(line.lines().count(), 1);
        assert!(line.contains("200 GET /\\n\\u{1b}[31m 42µs request_id=abc-1 client=ann"), "{line}");
    }
}
