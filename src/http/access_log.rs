//! The access log: one line a request, gathered in memory and written by the block.
//!
//! A `tracing` event a request would cost as much as a whole cheap request; a line formatted by hand costs a tenth of that.

use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

/// How often gathered lines are written at the latest.
const FLUSH_EVERY: Duration = Duration::from_millis(100);
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
    gathered: Mutex<Vec<u8>>,
}

impl AccessLog {
    /// An empty log.
    #[must_use]
    pub const fn new(format: LogFormat) -> Self {
        Self { format, gathered: Mutex::new(Vec::new()) }
    }

    /// Adds a line.
    pub fn add(&self, entry: &Entry<'_>) {
        let now = humantime::format_rfc3339_millis(SystemTime::now());
        let micros = u64::try_from(entry.took.as_micros()).unwrap_or(u64::MAX);
        let mut gathered = self.gathered.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if gathered.len() > MOST_BYTES {
            return;
        }
        // Writing to memory can't fail. Ids and methods are plain ASCII; paths may hold anything and are escaped.
        let _ = match self.format {
            LogFormat::Json => {
                let mut fields = Fields(&mut gathered);
                let _ = write!(fields.0, r#"{{"timestamp":"{now}","level":"INFO","target":"access""#);
                fields.plain("request_id", entry.request_id);
                entry.trace_id.into_iter().for_each(|trace_id| fields.plain("trace_id", trace_id));
                entry.client.into_iter().for_each(|client| fields.escaped("client", client));
                fields.plain("method", entry.method);
                fields.escaped("path", entry.path);
                fields.plain("route", entry.route);
                fields.number("status", u64::from(entry.status));
                fields.number("duration_us", micros);
                fields.0.extend_from_slice(b"}\n");
                Ok(())
            }
            LogFormat::Pretty => writeln!(
                gathered,
                "{now}  INFO access: {} {} {} {micros}µs request_id={} client={}",
                entry.status,
                entry.method,
                entry.path.escape_default(),
                entry.request_id,
                entry.client.unwrap_or("-").escape_default()
            ),
        };
    }

    /// Writes what has been gathered.
    ///
    /// # Errors
    /// The output can't be written to.
    pub fn flush(&self, output: &mut impl Write) -> io::Result<()> {
        let block = std::mem::take(&mut *self.gathered.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        if block.is_empty() { Ok(()) } else { output.write_all(&block) }
    }

    /// Writes gathered lines to standard error for as long as the process lives.
    pub fn run(&self) -> ! {
        loop {
            std::thread::sleep(FLUSH_EVERY);
            // A log that can't be written must not stop the service.
            let _ = self.flush(&mut io::stderr());
        }
    }
}

/// The fields of a JSON line behind the first: copied, not formatted, which takes a third of the time.
struct Fields<'l>(&'l mut Vec<u8>);

impl Fields<'_> {
    fn name(&mut self, name: &str) {
        self.0.extend_from_slice(b",\"");
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
    }

    /// A text with nothing in it to be escaped.
    fn plain(&mut self, name: &str, text: &str) {
        self.name(name);
        self.0.push(b'"');
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(b'"');
    }

    fn escaped(&mut self, name: &str, text: &str) {
        self.name(name);
        let _ = serde_json::to_writer(&mut *self.0, text);
    }

    fn number(&mut self, name: &str, number: u64) {
        self.name(name);
        let _ = serde_json::to_writer(&mut *self.0, &number);
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
        assert_eq!((&value["request_id"], &value["duration_us"]), (&"abc-1".into(), &42.into()));
        assert_eq!(value["client"], "ann");
        assert_eq!(value["path"], "/v1/words/\"\n\u{1b}");
    }

    #[test]
    fn a_pretty_line_escapes_control_characters() {
        let line = logged(LogFormat::Pretty, "/\n\u{1b}[31m");
        assert_eq!(line.lines().count(), 1);
        assert!(line.contains("200 GET /\\n\\u{1b}[31m 42µs request_id=abc-1 client=ann"), "{line}");
    }
}
