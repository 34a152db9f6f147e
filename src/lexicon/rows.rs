//! The columns of a lexicon, with one row for each word.

use std::collections::BTreeSet;

use super::column::Column;
use super::marks::Marks;
use super::text::{self, Entry, TextError};
use super::vocabulary::Vocabulary;
use super::word_table;
use crate::word::{LetterSet, Word};

/// The number of bytes of a text for each row that memory is reserved for.
const BYTES_PER_ROW: usize = 16;

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
        let entries = text::parse(word_text)?;
        let mut rows = Self::with_capacity(word_text.len());
        for entry in &entries {
            rows.push(entry);
        }
        Ok(rows.finish())
    }

    /// Parses a text whose words are in alphabetical order; `None` if they are not, or if the text
    /// has bad lines. This takes half the time, because no list of entries is made.
    fn parse_sorted(word_text: &str) -> Option<Self> {
        let mut rows = Self::with_capacity(word_text.len());
        let mut previous: Option<Word> = None;
        for line in word_text.lines() {
            let entry = text::parse_line(line).ok()?;
            if previous.is_some_and(|previous| previous >= entry.word) {
                return None;
            }
            rows.push(&entry);
            previous = Some(entry.word);
        }
        (1..=text::MAX_WORDS).contains(&rows.words.len()).then(|| rows.finish())
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

    fn push(&mut self, entry: &Entry<'_>) {
        if let (None, Some(_)) = (&self.definitions, entry.definition) {
            self.definitions = Some(Column::of_empty_rows(self.words.len()));
        }
        if let Some(definitions) = &mut self.definitions {
            definitions.push(entry.definition.unwrap_or_default());
        }
        self.words.push(entry.word.as_str());
        self.keys.push(word_table::key(&entry.word));
        self.marks.push(entry.marks);
        self.letters.push(entry.word.letters().collect());
        self.lemmas.push(entry.lemma.as_ref().map_or("", Word::as_str));
        self.tiers.push(entry.tier);
    }

    /// Frees the memory that was reserved for more rows.
    fn finish(mut self) -> Self {
        self.words.shrink_to_fit();
        self.marks.shrink_to_fit();
        self.letters.shrink_to_fit();
        self.lemmas.shrink_to_fit();
        if let Some(definitions) = &mut self.definitions {
            definitions.shrink_to_fit();
        }
        self.tiers.shrink_to_fit();
        self
    }

    /// Returns the ranks of the tiers that words have, in ascending order.
    pub(super) fn ranks(&self) -> Vec<u8> {
        let mut has_tier = [false; 1 << u8::BITS];
        self.tiers.iter().for_each(|&tier| has_tier[usize::from(tier)] = true);
        let tiers = (0..=u8::MAX).filter(|&tier| has_tier[usize::from(tier)]);
        tiers.map(Vocabulary::rank).collect::<BTreeSet<u8>>().into_iter().collect()
    }
}
