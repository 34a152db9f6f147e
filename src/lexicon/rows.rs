//! The columns of a lexicon, with one row for each word.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::column::Column;
use super::marks::Marks;
use super::text::{self, Columns, TextError};
use super::vocabulary::Vocabulary;
use super::word_table;
use crate::parallel;
use crate::word::{LetterSet, Word};

/// The number of bytes of a text for each row that memory is reserved for.
const BYTES_PER_ROW: usize = 16;

/// The size in bytes from which two threads parse a text. A thread takes as long to start as a
/// hundred lines to parse.
const SHARED_BYTES: usize = 1 << 18;

/// The words of a lexicon in alphabetical order, and the facts about them.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) words: Column,
    /// The keys of the words in the word table.
    pub(super) keys: Vec<u64>,
    pub(super) marks: Vec<Marks>,
    pub(super) letters: Vec<LetterSet>,
    /// Empty for a word that is its own headword.
    pub(super) lemmas: Column,
    /// Empty for a word without a definition; `None` if no word has one.
    pub(super) definitions: Option<Column>,
    pub(super) tiers: Vec<u8>,
}

impl Rows {
    /// Parses a word text.
    pub(super) fn parse(word_text: &str) -> Result<Self, TextError> {
        if let Some(rows) = Self::parse_sorted(word_text) {
            return Ok(rows);
        }
        let mut rows = Self::with_capacity(word_text.len());
        for entry in text::parse(word_text)? {
            let lemma = entry.lemma.as_ref().map_or("", Word::as_str);
            let definition = entry.definition.unwrap_or_default();
            rows.push(entry.word.as_str(), entry.marks, lemma, definition, entry.tier);
        }
        rows.shrink_to_fit();
        Ok(rows)
    }

    /// Parses a text whose words are in alphabetical order; `None` if they are not, or if the text
    /// has bad lines. This takes a fraction of the time of [`text::parse`], because no entries are
    /// made, texts in upper case are copied as they are, and two threads share a large text.
    fn parse_sorted(word_text: &str) -> Option<Self> {
        let mut rows = if word_text.len() < SHARED_BYTES {
            Self::parse_sorted_part(word_text, word_text.len())?
        } else {
            let (first, second) = halves(word_text);
            let (second, first) = parallel::join(
                || Self::parse_sorted_part(second, second.len()),
                || Self::parse_sorted_part(first, word_text.len()),
            );
            let (mut rows, second) = (first?, second?);
            rows.append(&second)?;
            rows
        };
        (1..=text::MAX_WORDS).contains(&rows.words.len()).then(|| {
            rows.shrink_to_fit();
            rows
        })
    }

    /// Parses some lines, and reserves memory for a text of `capacity` bytes.
    fn parse_sorted_part(lines: &str, capacity: usize) -> Option<Self> {
        let mut rows = Self::with_capacity(capacity);
        let mut columns = Columns::of(lines);
        let mut known_marks = ("", Marks::NONE);
        while let Some(word) = columns.first_of_line() {
            let [marks, lemma, definition, tier] = std::array::from_fn(|_| columns.next_of_line());
            if !columns.is_end_of_line() || word.len() < 2 {
                return None;
            }
            if definition.len() > text::MAX_DEFINITION_BYTES {
                return None;
            }
            // Many words have the marks of the word before.
            if marks != known_marks.0 {
                known_marks = (marks, marks.parse().ok()?);
            }
            let lemma = if lemma.is_empty() { "".into() } else { upper_case(lemma)? };
            let tier = text::parse_tier(tier).ok()?;
            rows.push(&upper_case(word)?, known_marks.1, &lemma, definition, tier);
            if !rows.is_last_in_order() {
                return None;
            }
        }
        Some(rows)
    }

    fn with_capacity(text_bytes: usize) -> Self {
        let rows = text_bytes / BYTES_PER_ROW;
        Self {
            words: Column::with_capacity(rows, text_bytes / 2),
            keys: Vec::with_capacity(rows),
            marks: Vec::with_capacity(rows),
            letters: Vec::with_capacity(rows),
            lemmas: Column::with_capacity(rows, text_bytes / 4),
            definitions: None,
            tiers: Vec::with_capacity(rows),
        }
    }

    /// Adds a row. The word and the lemma are in upper case.
    fn push(&mut self, word: &str, marks: Marks, lemma: &str, definition: &str, tier: u8) {
        if self.definitions.is_none() && !definition.is_empty() {
            self.definitions = Some(Column::of_empty_rows(self.words.len()));
        }
        if let Some(definitions) = &mut self.definitions {
            definitions.push(definition);
        }
        self.words.push(word);
        self.keys.push(word_table::key_of_letters(word.as_bytes()));
        self.marks.push(marks);
        let letters = word.bytes().fold(0, |letters, byte| letters | 1 << (byte - b'A'));
        self.letters.push(LetterSet::from_bits(letters));
        self.lemmas.push(lemma);
        self.tiers.push(tier);
    }

    /// Returns true if the last word comes after the one before in alphabetical order.
    fn is_last_in_order(&self) -> bool {
        let last = self.words.len() - 1;
        last == 0 || self.words.row(last - 1) < self.words.row(last)
    }

    /// Appends other rows; `None` if their words do not come after those of these rows.
    fn append(&mut self, rows: &Self) -> Option<()> {
        let [before, after] = [self.words.len(), rows.words.len()];
        if after > 0 && before > 0 && self.words.row(before - 1) >= rows.words.row(0) {
            return None;
        }
        if self.definitions.is_some() || rows.definitions.is_some() {
            let none = Column::of_empty_rows(after);
            let definitions = self.definitions.get_or_insert_with(|| Column::of_empty_rows(before));
            definitions.append(rows.definitions.as_ref().unwrap_or(&none));
        }
        self.words.append(&rows.words);
        self.keys.extend_from_slice(&rows.keys);
        self.marks.extend_from_slice(&rows.marks);
        self.letters.extend_from_slice(&rows.letters);
        self.lemmas.append(&rows.lemmas);
        self.tiers.extend_from_slice(&rows.tiers);
        Some(())
    }

    /// Frees the memory that was reserved for more rows.
    fn shrink_to_fit(&mut self) {
        self.words.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.letters.shrink_to_fit();
        self.lemmas.shrink_to_fit();
        if let Some(definitions) = &mut self.definitions {
            definitions.shrink_to_fit();
        }
        self.tiers.shrink_to_fit();
    }

    /// Returns the ranks of the tiers that words have, in ascending order.
    pub(super) fn ranks(&self) -> Vec<u8> {
        let mut has_tier = [false; 1 << u8::BITS];
        self.tiers.iter().for_each(|&tier| has_tier[usize::from(tier)] = true);
        let tiers = (0..=u8::MAX).filter(|&tier| has_tier[usize::from(tier)]);
        tiers.map(Vocabulary::rank).collect::<BTreeSet<u8>>().into_iter().collect()
    }
}

/// Splits a text after the line in its middle.
fn halves(text: &str) -> (&str, &str) {
    let middle = text.len() / 2;
    let line_feed = text.as_bytes()[middle..].iter().position(|&byte| byte == b'\n');
    text.split_at(line_feed.map_or(text.len(), |offset| middle + offset + 1))
}

/// Returns the letters of a word in upper case; `None` if the text is not a word.
fn upper_case(text: &str) -> Option<Cow<'_, str>> {
    let is_upper_case = text.bytes().fold(true, |all, byte| all & byte.is_ascii_uppercase());
    if is_upper_case && (1..=Word::MAX_LETTERS).contains(&text.len()) {
        return Some(text.into());
    }
    let word: Word = text.parse().ok()?;
    Some(word.as_str().to_owned().into())
}
