//! Cursors, which mark the end of a page of results.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::lexicons::{Lexicons, SelectorError};
use super::problem::{Problem, ProblemCode};
use crate::edition::Edition;
use crate::lexicon::Digest;

/// The number of hexadecimal digits of a digest in a cursor: enough to be unique.
const DIGITS: usize = 16;

/// Returns the first digits of a digest.
pub(super) fn digits(digest: Digest) -> String {
    digest.to_hex()[..DIGITS].to_owned()
}

/// The end of a page: its last result, the search, and the editions that were searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cursor<T> {
    /// The last result of the page: a word, or the number of results so far.
    pub(super) last: T,
    /// The digest of the search, including the names of its lexicons.
    pub(super) search: String,
    /// The digest of the edition that was searched.
    pub(super) edition: String,
    /// The digest of the `not_in` edition.
    pub(super) not_in: Option<String>,
}

impl<T> Cursor<T> {
    /// Creates the cursor of a page that ends with a result.
    pub(super) fn after(
        last: T,
        search: &str,
        edition: &Edition,
        not_in: Option<&Edition>,
    ) -> Self {
        let digits_of = |edition: &Edition| digits(edition.lexicon.digest());
        Self {
            last,
            search: search.to_owned(),
            edition: digits_of(edition),
            not_in: not_in.map(digits_of),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Cursor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.last, self.search, self.edition)?;
        self.not_in.iter().try_for_each(|not_in| write!(f, ".{not_in}"))
    }
}

/// The error of a text that is not a cursor.
#[derive(Debug, thiserror::Error)]
#[error("not a cursor; pass the `next` of the previous page unchanged")]
pub(super) struct CursorError;

impl<T: FromStr + fmt::Display> FromStr for Cursor<T> {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let parts: Vec<&str> = text.split('.').collect();
        let (word, search, edition, not_in) = match parts[..] {
            [word, search, edition] => (word, search, edition, None),
            [word, search, edition, not_in] => (word, search, edition, Some(not_in)),
            _ => return Err(CursorError),
        };
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let are_digits = |part: &str| part.len() == DIGITS && part.bytes().all(is_digit);
        let last: T = word.parse().map_err(|_| CursorError)?;
        let is_well_formed =
            last.to_string() == word && [search, edition].into_iter().chain(not_in).all(are_digits);
        let cursor = Self {
            last,
            search: search.into(),
            edition: edition.into(),
            not_in: not_in.map(str::to_owned),
        };
        if is_well_formed { Ok(cursor) } else { Err(CursorError) }
    }
}

/// Returns the edition to search: that of the cursor or, if there is no cursor or the selector is
/// pinned, the one that the selector names.
pub(super) fn edition(
    lexicons: &dyn Lexicons,
    selector: Option<&str>,
    started_with: Option<&str>,
) -> Result<Arc<Edition>, Problem> {
    let named = lexicons.edition(selector);
    let Some(digits) = started_with.filter(|_| selector.is_none_or(|name| !name.contains('@')))
    else {
        return Ok(named?);
    };
    let name = match (selector, named) {
        (Some(name), _) => name.to_owned(),
        (None, named) => named?.id.name.clone(),
    };
    lexicons.edition(Some(&format!("{name}@sha256:{digits}"))).map_err(|error| match error {
        SelectorError::NotRetained { retained, .. } => Problem::new(
            ProblemCode::CursorExpired,
            format!(
                "the search started with edition {digits}… of lexicon {name}, which is no longer retained; retained editions: {}",
                retained.join(", ")
            ),
        ),
        other @ (SelectorError::Unknown { .. } | SelectorError::NoOther { .. }) => other.into(),
    })
}
