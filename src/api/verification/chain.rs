//! Logs whose lines form a chain: each line has the digest of the line before it.

use std::borrow::Cow;

use serde::Deserialize;
use thiserror::Error;

use crate::lexicon::Digest;

/// The chain of a log, line by line.
///
/// A log has one JSON object per line (JSON lines). These members form the chain:
///
/// - `n`: the number of the line, counted from 1.
/// - `at`: the time of the line, as text (RFC 3339). It is not compared with anything.
/// - `prev`: `sha256:` and the SHA-256 of the line before, in lower-case hexadecimal digits. The
///   digest covers the bytes of the line as they are in the file, without the end of the line
///   (`\n` or `\r\n`). The first line has no `prev`.
///
/// A line without `operation` is an event of the log, such as the start of a round: the chain
/// covers it, and there is nothing to compute again.
///
/// A changed, moved, inserted or removed line breaks the chain at the line after it. Only the last
/// line has no line after it. To detect a log that was cut off at the end or rewritten as a whole,
/// keep [`Chain::last`] elsewhere, for example on paper.
///
/// ```
/// use wordcourt::api::verification::Chain;
/// use wordcourt::lexicon::Digest;
///
/// let first = r#"{"n": 1, "at": "2026-11-23T19:00:00Z", "event": "opened"}"#;
/// let digest = Digest::of(&[first.as_bytes()]);
/// let mut chain = Chain::default();
/// chain.add(first)?;
/// chain.add(&format!(r#"{{"n": 2, "at": "2026-11-23T19:01:00Z", "prev": "{digest}"}}"#))?;
/// assert!(chain.add(r#"{"n": 3, "prev": "sha256:00"}"#).is_err());
/// # Ok::<(), wordcourt::api::verification::Broken>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Chain {
    lines: u64,
    /// The number in the last line.
    number: u64,
    /// The digest of the last line.
    last: Option<Digest>,
}

/// The reason why a line does not continue the chain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Broken {
    /// The line does not have the members of the chain.
    #[error("the chain breaks here: {0}")]
    Malformed(String),
    /// The line has another number.
    #[error("the chain breaks here: n is {n}; {expected} follows")]
    Number {
        /// The number of the line.
        n: u64,
        /// The number that it should have.
        expected: u64,
    },
    /// The line has another digest of the line before.
    #[error("the chain breaks here: prev is {prev}, but the line before has the digest {expected}")]
    Previous {
        /// The digest in the line.
        prev: String,
        /// The digest of the line before.
        expected: Digest,
    },
    /// The first line refers to a line before it.
    #[error("the chain breaks here: this is the first line, but its prev is {0}")]
    LinesBefore(String),
    /// A line after the first one has no digest.
    #[error("the chain breaks here: prev is missing; the line before has the digest {0}")]
    NoPrevious(Digest),
}

#[derive(Deserialize)]
struct Link<'l> {
    n: u64,
    #[serde(borrow)]
    prev: Option<Cow<'l, str>>,
}

impl Chain {
    /// Returns true if a line is part of a chain: if it has a member `n` or `prev`.
    #[must_use]
    pub fn has_link(line: &str) -> bool {
        #[derive(Deserialize)]
        struct Any {
            n: Option<serde::de::IgnoredAny>,
            prev: Option<serde::de::IgnoredAny>,
        }
        serde_json::from_str(line).is_ok_and(|Any { n, prev }| n.is_some() || prev.is_some())
    }

    /// Adds the next line, without its end. The chain continues with this line even if it is
    /// broken there, so that each break is found once.
    ///
    /// # Errors
    /// The line does not continue the chain.
    pub fn add(&mut self, line: &str) -> Result<(), Broken> {
        let before = self.last.replace(Digest::of(&[line.as_bytes()]));
        self.lines += 1;
        let expected = self.number.saturating_add(1);
        self.number = expected;
        let link: Link<'_> =
            serde_json::from_str(line).map_err(|error| Broken::Malformed(error.to_string()))?;
        self.number = link.n;
        match (before, link.prev) {
            (None, Some(prev)) => return Err(Broken::LinesBefore(shortened(&prev))),
            (Some(before), None) => return Err(Broken::NoPrevious(before)),
            (Some(before), Some(prev)) if before.to_string() != prev => {
                return Err(Broken::Previous { prev: shortened(&prev), expected: before });
            }
            (None, None) | (Some(_), Some(_)) => {}
        }
        if link.n != expected {
            return Err(Broken::Number { n: link.n, expected });
        }
        Ok(())
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Returns the digest of the last line.
    #[must_use]
    pub const fn last(&self) -> Option<Digest> {
        self.last
    }
}

/// Returns the text, shortened to the length of a digest.
fn shortened(text: &str) -> String {
    text.chars().take("sha256:".len() + 64).collect()
}
