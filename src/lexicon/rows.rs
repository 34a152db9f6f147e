//! The columns of a lexicon, with one row for each word.

use std::collections::BTreeSet;

use super::column::Column;
use super::marks::Marks;
use super::text::{self, Columns, TextError};
use super::word_table::{self, WordTable};
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
    pub(super) marks: Vec<Marks>,
    pub(super) letters: Vec<LetterSet>,
    /// Empty for a word that is its own headword.
    pub(super) lemmas: Column,
    /// Empty for a word without a definition; `None` if no word has one.
    pub(super) definitions: Option<Column>,
    pub(super) tiers: Vec<u8>,
}

/// Rows with the keys of their words in the word table.
pub(super) struct KeyedRows {
    pub(super) rows: Rows,
    pub(super) keys: Vec<u64>,
}

impl Rows {
    /// Parses a word text. Also returns the table of its words.
    pub(super) fn parse(word_text: &str) -> Result<(Self, WordTable), TextError> {
        if let Some((mut rows, table)) = KeyedRows::parse_sorted(word_text) {
            rows.shrink_to_fit();
            return Ok((rows, table));
        }
        let mut parsed = KeyedRows::with_capacity(word_text.len());
        for entry in text::parse(word_text)? {
            let lemma = entry.lemma.as_ref().map_or("", Word::as_str);
            let definition = entry.definition.unwrap_or_default();
            parsed.push(entry.word.as_str(), entry.marks, lemma, definition, entry.tier);
        }
        let KeyedRows { mut rows, keys } = parsed;
        rows.shrink_to_fit();
        Ok((rows, WordTable::build(&[&keys])))
    }

    /// Returns true if the last word comes after the one before in alphabetical order.
    fn is_last_in_order(&self) -> bool {
        let last = self.words.len() - 1;
        last == 0 || self.words.row(last - 1) < self.words.row(last)
    }

    /// Returns true if the words of other rows come after those of these rows.
    fn are_before(&self, rows: &Self) -> bool {
        let [before, after] = [self.words.len(), rows.words.len()];
        before == 0 || after == 0 || self.words.row(before - 1) < rows.words.row(0)
    }

    /// Appends other rows.
    fn append(&mut self, rows: &Self) {
        let [before, after] = [self.words.len(), rows.words.len()];
        if self.definitions.is_some() || rows.definitions.is_some() {
            let none = Column::of_empty_rows(after);
            let definitions = self.definitions.get_or_insert_with(|| Column::of_empty_rows(before));
            definitions.append(rows.definitions.as_ref().unwrap_or(&none));
        }
        self.words.append(&rows.words);
        self.marks.extend_from_slice(&rows.marks);
        self.letters.extend_from_slice(&rows.letters);
        self.lemmas.append(&rows.lemmas);
        self.tiers.extend_from_slice(&rows.tiers);
    }

    /// Frees the memory that was reserved for more rows.
    pub(super) fn shrink_to_fit(&mut self) {
        self.words.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.letters.shrink_to_fit();
        self.lemmas.shrink_to_fit();
        if let Some(definitions) = &mut self.definitions {
            definitions.shrink_to_fit();
        }
        self.tiers.shrink_to_fit();
    }

    /// Writes the word text in its canonical form (see [`Lexicon::to_text`](super::Lexicon::to_text)).
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        for (row, tier) in self.tiers.iter().enumerate() {
            let marks = self.marks[row].to_string();
            let definition = self.definitions.as_ref().map_or("", |column| column.row(row));
            let tier = if *tier == 0 { String::new() } else { tier.to_string() };
            let columns = [&marks, self.lemmas.row(row), definition, &tier];
            text.push_str(self.words.row(row));
            let filled =
                columns.iter().rposition(|column| !column.is_empty()).map_or(0, |last| last + 1);
            for column in &columns[..filled] {
                text.push('\t');
                text.push_str(column);
            }
            text.push('\n');
        }
        text
    }

    /// Returns the marks that at least one word has.
    pub(super) fn used_marks(&self) -> Marks {
        self.marks.iter().fold(Marks::NONE, |used, &marks| used.union(marks))
    }
}

/// Returns the ranks of the tiers that words have, in ascending order.
pub(super) fn ranks_of(tiers: &[u8]) -> Vec<u8> {
    let mut has_tier = [false; 1 << u8::BITS];
    for &tier in tiers {
        has_tier[usize::from(tier)] = true;
    }
    let tiers = (0..=u8::MAX).filter(|&tier| has_tier[usize::from(tier)]);
    tiers.map(text::rank_of_tier).collect::<BTreeSet<u8>>().into_iter().collect()
}

impl KeyedRows {
    /// Parses a text whose words are in alphabetical order, and builds the table of its words. Returns
    /// `None` if they are not in order, or if [`text::parse`] refuses the text. This takes a fraction of the time of [`text::parse`], because no entries are
    /// made, texts in upper case are copied as they are, and two threads share a large text.
    fn parse_sorted(word_text: &str) -> Option<(Rows, WordTable)> {
        let has_size = |words| (1..=text::MAX_WORDS).contains(&words);
        if word_text.len() < SHARED_BYTES {
            let Self { rows, keys } = Self::parse_sorted_part(word_text, word_text.len())?;
            return has_size(keys.len()).then(|| (rows, WordTable::build(&[&keys])));
        }
        let (first, second) = halves(word_text);
        let (second, first) = parallel::join(
            || Self::parse_sorted_part(second, second.len()),
            || Self::parse_sorted_part(first, word_text.len()),
        );
        let (Self { mut rows, keys }, second) = (first?, second?);
        if !has_size(keys.len() + second.keys.len()) || !rows.are_before(&second.rows) {
            return None;
        }
        let build = || WordTable::build(&[&keys, &second.keys]);
        let (table, ()) = parallel::join(build, || rows.append(&second.rows));
        Some((rows, table))
    }

    /// Parses some lines, and reserves memory for a text of `capacity` bytes.
    fn parse_sorted_part(lines: &str, capacity: usize) -> Option<Self> {
        let mut parsed = Self::with_capacity(capacity);
        let mut columns = Columns::of(lines);
        let mut known_marks = ("", Marks::NONE);
        // Each step takes a line.
        while columns.begin_line() {
            let word = columns.next_upper_case()?;
            let marks = columns.next_of_line();
            let lemma = columns.next_upper_case()?;
            let [definition, tier] = std::array::from_fn(|_| columns.next_of_line());
            if !columns.is_end_of_line() || word.len() < 2 {
                return None;
            }
            if definition.len() > text::MAX_DEFINITION_BYTES {
                return None;
            }
            // Many words have no marks, or the same as the last word that had some.
            if !marks.is_empty() && marks != known_marks.0 {
                known_marks = (marks, marks.parse().ok()?);
            }
            let marks = if marks.is_empty() { Marks::NONE } else { known_marks.1 };
            let tier = text::parse_tier(tier).ok()?;
            parsed.push(&word, marks, &lemma, definition, tier);
            if !parsed.rows.is_last_in_order() {
                return None;
            }
        }
        Some(parsed)
    }

    /// Reserves memory for some rows.
    pub(super) fn with_rows(rows: usize) -> Self {
        Self::with_capacity(rows * BYTES_PER_ROW)
    }

    fn with_capacity(text_bytes: usize) -> Self {
        let rows = text_bytes / BYTES_PER_ROW;
        let keys = Vec::with_capacity(rows);
        let rows = Rows {
            words: Column::with_capacity(rows, text_bytes / 2),
            marks: Vec::with_capacity(rows),
            letters: Vec::with_capacity(rows),
            lemmas: Column::with_capacity(rows, text_bytes / 4),
            definitions: None,
            tiers: Vec::with_capacity(rows),
        };
        Self { rows, keys }
    }

    /// Adds a row. The word and the lemma are in upper case.
    pub(super) fn push(
        &mut self,
        word: &str,
        marks: Marks,
        lemma: &str,
        definition: &str,
        tier: u8,
    ) {
        self.keys.push(word_table::key_of_letters(word.as_bytes()));
        let rows = &mut self.rows;
        if rows.definitions.is_none() && !definition.is_empty() {
            rows.definitions = Some(Column::of_empty_rows(rows.words.len()));
        }
        if let Some(definitions) = &mut rows.definitions {
            definitions.push(definition);
        }
        rows.words.push(word);
        rows.marks.push(marks);
        rows.letters.push(letters_of(word));
        rows.lemmas.push(lemma);
        rows.tiers.push(tier);
    }
}

/// Returns the set of the letters of a word in upper case.
pub(super) fn letters_of(word: impl AsRef<[u8]>) -> LetterSet {
    let letters = word.as_ref().iter();
    // The low five bits of a letter are its number, from 1 for A.
    let letters = letters.fold(0_u32, |letters, byte| letters | 1 << (byte & 0x1f));
    LetterSet::from_bits(letters >> 1)
}

/// Splits a text after the line in its middle.
fn halves(text: &str) -> (&str, &str) {
    let middle = text.len() / 2;
    let line_feed = text.as_bytes()[middle..].iter().position(|&byte| byte == b'\n');
    text.split_at(line_feed.map_or(text.len(), |offset| middle + offset + 1))
}
