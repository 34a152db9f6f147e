//! Ranges of numbers in searches, such as the lengths of words.

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::rules::limits;

/// A number or a range of numbers: `7`, `7..8`, `4..` or `..3`, with both ends included.
///
/// ```
/// use wordcourt::rules::word_search::Span;
/// assert_eq!("7..8".parse::<Span>()?.within(1..=45), 7..=8);
/// assert_eq!("4..".parse::<Span>()?.within(1..=45), 4..=45);
/// # Ok::<(), wordcourt::rules::word_search::BadSpan>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    from: Option<usize>,
    to: Option<usize>,
}

/// The error for a text that is not a range of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("write a number or a range, such as 7, 7..8, 4.. or ..3")]
pub struct BadSpan;

impl FromStr for Span {
    type Err = BadSpan;

    fn from_str(text: &str) -> Result<Self, BadSpan> {
        if text.len() > limits::SPAN_CHARACTERS {
            return Err(BadSpan);
        }
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| text.parse().ok().filter(|_| is_number(text)).ok_or(BadSpan);
        let end = |text: &str| (!text.is_empty()).then(|| number(text)).transpose();
        let span = match text.split_once("..") {
            None => {
                let exact = number(text)?;
                Self { from: Some(exact), to: Some(exact) }
            }
            Some((from, to)) => Self { from: end(from)?, to: end(to)? },
        };
        let is_forward = span.from.zip(span.to).is_none_or(|(from, to)| from <= to);
        let is_bounded = span.from.or(span.to).is_some();
        if is_forward && is_bounded { Ok(span) } else { Err(BadSpan) }
    }
}

impl Span {
    /// Returns the numbers of the range that another one also has; none may be left.
    #[must_use]
    pub fn within(self, other: RangeInclusive<usize>) -> RangeInclusive<usize> {
        let from = self.from.unwrap_or(0).max(*other.start());
        from..=self.to.unwrap_or(usize::MAX).min(*other.end())
    }
}
