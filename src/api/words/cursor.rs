//! Cursors, which mark the end of a page of a word search.

use std::fmt;
use std::str::FromStr;

use crate::edition::Edition;
use crate::lexicon::Digest;
use crate::word::Word;

/// The number of hexadecimal digits of a digest in a cursor: enough to be unique.
const DIGITS: usize = 16;

/// Returns the first digits of a digest.
pub(super) fn digits(digest: Digest) -> String {
    digest.to_hex()[..DIGITS].to_owned()
}

/// The end of a page: its last word, the search, and the editions that were searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The last word of the page.
    pub(super) last: Word,
    /// The digest of the search, including the names of its lexicons.
    pub(super) search: String,
    /// The digest of the edition that was searched.
    pub(super) edition: String,
    /// The digest of the `not_in` edition.
    pub(super) not_in: Option<String>,
}

impl Cursor {
    /// Creates the cursor of a page that ends with a word.
    pub(super) fn after(
        last: Word,
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

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.last, self.search, self.edition)?;
        self.not_in.iter().try_for_each(|not_in| write!(f, ".{not_in}"))
    }
}

/// The error of a text that is not a cursor.
#[derive(Debug, thiserror::Error)]
#[error("not a cursor; pass the `next` of the previous page unchanged")]
pub(super) struct CursorError;

impl FromStr for Cursor {
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
        let last: Word = word.parse().map_err(|_| CursorError)?;
        let is_well_formed =
            last.as_str() == word && [search, edition].into_iter().chain(not_in).all(are_digits);
        let cursor = Self {
            last,
            search: search.into(),
            edition: edition.into(),
            not_in: not_in.map(str::to_owned),
        };
        if is_well_formed { Ok(cursor) } else { Err(CursorError) }
    }
}
