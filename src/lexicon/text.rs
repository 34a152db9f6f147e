//! The lexicon text format: one word per line, optionally with further columns. The columns are
//! `word`, `marks`, `lemma`, `definition` and `tier`, separated by tabs.
//!
//! Trailing columns may be omitted. Lines may be in any order, words in upper or lower case. Lines
//! end in LF or CRLF. A text with bad lines is refused as a whole; the error lists every bad line,
//! up to [`MAX_REPORTED`].
//!
//! The `csv` crate is not suitable: it skips empty lines, which are errors here, and it copies
//! every record, whereas entries borrow from the text.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::marks::{Marks, UnknownMark};
use crate::word::{Word, WordError};

/// The maximum number of bad lines that an error lists.
pub const MAX_REPORTED: usize = 100;
/// The maximum length of a definition, in bytes.
pub const MAX_DEFINITION_BYTES: usize = 2_000;
/// The maximum number of words in a lexicon.
pub const MAX_WORDS: usize = 2_000_000;
/// The maximum tier.
pub(super) const MAX_TIER: u8 = 99;

/// The rank of an unknown tier: such words count as the rarest.
pub(super) const UNKNOWN_TIER_RANK: u8 = MAX_TIER + 1;

/// The consequence of a list without marks.
pub const NO_MARKS: &str = "no word has marks, so no game can tell plurals, names, abbreviations, \
    slang or foreign words; `wordcourt lexicon import` takes marks from another lexicon";

/// One line of a lexicon text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'t> {
    /// The word, which has two letters or more.
    pub word: Word,
    /// The marks of the word.
    pub marks: Marks,
    /// The headword; `None` if the word is its own headword.
    pub lemma: Option<Word>,
    /// The definition of the word.
    pub definition: Option<&'t str>,
    /// The frequency tier: the size of the smallest word list that contains the word. 10 is the
    /// most common; 0 means unknown.
    pub tier: u8,
}

/// A bad line of a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct BadLine {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault and how to fix it.
    pub fault: Fault,
}

/// The fault of a bad line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The line is empty.
    #[error("the line is empty; remove it")]
    Empty,
    /// The first column is not a word.
    #[error("{0}")]
    Word(#[from] WordError),
    /// The word has one letter.
    #[error("the word has one letter; a word has at least two")]
    OneLetter,
    /// The second column names an unknown mark.
    #[error("{0}")]
    Mark(#[from] UnknownMark),
    /// The lemma is not a word.
    #[error("lemma: {0}")]
    Lemma(WordError),
    /// The definition is longer than [`MAX_DEFINITION_BYTES`].
    #[error("the definition has more than {MAX_DEFINITION_BYTES} bytes; shorten it")]
    LongDefinition,
    /// The tier is not a number from 0 to 99.
    #[error("tier {0:?} is not a number from 0 to {MAX_TIER}")]
    Tier(String),
    /// The line has more columns than the format.
    #[error(
        "the line has more than five columns; the columns are word, marks, lemma, definition, tier"
    )]
    Columns,
    /// The word is already on an earlier line.
    #[error("the word is already on line {first}; remove one of the lines")]
    Duplicate {
        /// The earlier line.
        first: usize,
    },
    /// The text has more than [`MAX_WORDS`] words.
    #[error("the text has more than {MAX_WORDS} words, the maximum of a lexicon")]
    TooMany,
}

/// The reason why a lexicon text was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct TextError {
    /// The bad lines in order, at most [`MAX_REPORTED`]; none if the text is empty.
    pub lines: Vec<BadLine>,
    /// The total number of bad lines.
    pub total: usize,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lines.first() {
            None => write!(f, "the text has no words"),
            Some(first) if self.total == 1 => write!(f, "{first}"),
            Some(first) => write!(f, "{} bad lines, the first is {first}", self.total),
        }
    }
}

/// Parses a whole text and returns its entries in alphabetical order.
///
/// ```
/// use wordcourt::lexicon::text;
/// let entries = text::parse("zoo\nCATS\tplural_s\tCAT\n")?;
/// assert_eq!(entries[0].lemma, Some("CAT".parse()?));
/// assert_eq!(entries[1].word.as_str(), "ZOO");
///
/// let error = text::parse("CAT\nDON'T\n").unwrap_err();
/// assert_eq!((error.total, error.lines[0].line), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`TextError`] if the text has bad lines or is empty.
pub fn parse(text: &str) -> Result<Vec<Entry<'_>>, TextError> {
    let mut entries = Vec::with_capacity(text.len() / 12);
    let mut bad = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match parse_line(line) {
            Ok(_) if entries.len() == MAX_WORDS => {
                bad.push(BadLine { line: index + 1, fault: Fault::TooMany });
                break;
            }
            Ok(entry) => entries.push((entry, index + 1)),
            Err(fault) => bad.push(BadLine { line: index + 1, fault }),
        }
    }
    if !entries.is_sorted_by(|(a, _), (b, _)| a.word < b.word) {
        // The sort is stable: of equal words, the earlier line comes first.
        entries.sort_by_key(|(entry, _)| entry.word);
        bad.extend(duplicates(&entries));
        bad.sort_by_key(|bad_line| bad_line.line);
    }
    if !bad.is_empty() || entries.is_empty() {
        let total = bad.len();
        bad.truncate(MAX_REPORTED);
        return Err(TextError { lines: bad, total });
    }
    Ok(entries.into_iter().map(|(entry, _)| entry).collect())
}

/// Returns the lines that repeat the word of an earlier line. The entries, each with its line, are
/// sorted.
fn duplicates(entries: &[(Entry<'_>, usize)]) -> impl Iterator<Item = BadLine> {
    entries.chunk_by(|(a, _), (b, _)| a.word == b.word).flat_map(|chunk| {
        let first = chunk[0].1;
        let later = &chunk[1..];
        later.iter().map(move |&(_, line)| BadLine { line, fault: Fault::Duplicate { first } })
    })
}

/// Parses a line without its line break.
fn parse_line(line: &str) -> Result<Entry<'_>, Fault> {
    let mut columns = Columns::of(line);
    let word = Word::from_str(columns.first_of_line().ok_or(Fault::Empty)?)?;
    let marks = Marks::from_str(columns.next_of_line())?;
    let [lemma, definition, tier] = std::array::from_fn(|_| columns.next_of_line());
    if !columns.is_end_of_line() {
        return Err(Fault::Columns);
    }
    if word.len() < 2 {
        return Err(Fault::OneLetter);
    }
    if definition.len() > MAX_DEFINITION_BYTES {
        return Err(Fault::LongDefinition);
    }
    Ok(Entry {
        word,
        marks,
        lemma: parse_lemma(lemma)?,
        definition: Some(definition).filter(|text| !text.is_empty()),
        tier: parse_tier(tier)?,
    })
}

/// Splits a text into the columns of its lines, as [`str::lines`] does into lines.
pub(super) struct Columns<'t> {
    rest: &'t str,
    /// True if the current line has another column.
    has_next: bool,
}

impl<'t> Columns<'t> {
    pub(super) const fn of(text: &'t str) -> Self {
        Self { rest: text, has_next: false }
    }

    /// Returns the first column of the next line; `None` after the last line.
    pub(super) fn first_of_line(&mut self) -> Option<&'t str> {
        self.begin_line().then(|| self.next_of_line())
    }

    /// Begins the next line, after all columns of the current one have been read. Returns false after
    /// the last line.
    #[inline]
    pub(super) const fn begin_line(&mut self) -> bool {
        self.has_next = !self.rest.is_empty();
        self.has_next
    }

    /// Returns the next column of the line, which is empty if the line has no other.
    #[inline]
    pub(super) fn next_of_line(&mut self) -> &'t str {
        if !self.has_next {
            return "";
        }
        // Most columns are empty.
        if let Some(rest) = self.rest.strip_prefix('\t') {
            self.rest = rest;
            return "";
        }
        self.next_text()
    }

    fn next_text(&mut self) -> &'t str {
        let Some(end) = end_of_column(self.rest.as_bytes()) else {
            self.has_next = false;
            return std::mem::take(&mut self.rest);
        };
        let bytes = self.rest.as_bytes();
        let is_crlf = bytes[end] == b'\n' && bytes[..end].last() == Some(&b'\r');
        let column = self.take(end);
        &column[..end - usize::from(is_crlf)]
    }

    /// Returns the next column, a word, in upper case, or `""` if it is empty; `None` if it is not a
    /// word.
    #[inline]
    pub(super) fn next_upper_case(&mut self) -> Option<Cow<'t, str>> {
        if !self.has_next {
            return Some("".into());
        }
        let bytes = self.rest.as_bytes();
        let end = count_upper_case(bytes);
        if end <= Word::MAX_LETTERS && matches!(bytes.get(end), Some(b'\t' | b'\n')) {
            return Some(self.take(end).into());
        }
        let column = self.next_text();
        if column.is_empty() {
            return Some("".into());
        }
        let word: Word = column.parse().ok()?;
        Some(word.as_str().to_owned().into())
    }

    /// Removes and returns the text before the tab or line feed at `end`, and skips that separator.
    #[inline]
    fn take(&mut self, end: usize) -> &'t str {
        let (column, rest) = self.rest.split_at(end);
        self.has_next = rest.as_bytes()[0] == b'\t';
        self.rest = &rest[1..];
        column
    }

    /// Returns true if the line has no other column.
    pub(super) const fn is_end_of_line(&self) -> bool {
        !self.has_next
    }
}

/// A number whose bytes are all 1.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// A number with the high bit of each byte set.
const HIGH_BITS: u64 = ONES << 7;

/// Returns the number of upper-case letters at the start of a text.
#[inline]
fn count_upper_case(text: &[u8]) -> usize {
    // Added to seven bits, they set the high bit if the byte is at least `A`, or greater than `Z`.
    const FROM_A: u64 = ONES * (0x80 - b'A' as u64);
    const AFTER_Z: u64 = ONES * (0x7f - b'Z' as u64);
    let mut rest = text;
    // Each step takes eight bytes.
    while let Some((eight, after)) = rest.split_first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        // Each sum fits in eight bits, so nothing is carried into the next byte.
        let low_bits = eight & !HIGH_BITS;
        let letters = (low_bits + FROM_A) & !(low_bits + AFTER_Z) & !eight & HIGH_BITS;
        if letters != HIGH_BITS {
            return text.len() - rest.len() + (letters ^ HIGH_BITS).trailing_zeros() as usize / 8;
        }
        rest = after;
    }
    let end = rest.iter().position(|byte| !byte.is_ascii_uppercase());
    text.len() - rest.len() + end.unwrap_or(rest.len())
}

/// Returns the position of the first tab or line feed. Columns are short: this takes half the time of
/// a loop over the bytes, and a quarter of that of `str::split`.
#[inline]
fn end_of_column(text: &[u8]) -> Option<usize> {
    // Sets the high bit of the first byte that is zero, and possibly those of later bytes.
    let first_zero = |bytes: u64| bytes.wrapping_sub(ONES) & !bytes & HIGH_BITS;
    let mut rest = text;
    // Each step takes eight bytes.
    while let Some((eight, after)) = rest.split_first_chunk() {
        let eight = u64::from_le_bytes(*eight);
        let found = first_zero(eight ^ (ONES * u64::from(b'\t')))
            | first_zero(eight ^ (ONES * u64::from(b'\n')));
        if found != 0 {
            return Some(text.len() - rest.len() + found.trailing_zeros() as usize / 8);
        }
        rest = after;
    }
    let end = rest.iter().position(|byte| matches!(byte, b'\t' | b'\n'));
    end.map(|end| text.len() - rest.len() + end)
}

fn parse_lemma(text: &str) -> Result<Option<Word>, Fault> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(Fault::Lemma)
}

#[inline]
pub(super) fn parse_tier(text: &str) -> Result<u8, Fault> {
    if let [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text.as_bytes() {
        return Ok((tens - b'0') * 10 + (ones - b'0'));
    }
    if text.is_empty() {
        return Ok(0);
    }
    let tier = text.parse().ok().filter(|&tier| tier <= MAX_TIER);
    tier.ok_or_else(|| Fault::Tier(text.to_owned()))
}

/// Returns the rank of a tier: the tier itself, unless it is unknown.
pub(super) const fn rank_of_tier(tier: u8) -> u8 {
    if tier == 0 { UNKNOWN_TIER_RANK } else { tier }
}
