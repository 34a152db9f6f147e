//! Stored lexicons: the form in which lexicons are kept on disk and published.
//!
//! `docs/stored-lexicon.md` describes the container: a header, an FST from the words to their rows,
//! columns with a value for each row, and a SHA-256 of all that. The container follows from the
//! texts of the lexicon.
//!
//! A reader computes the SHA-256 before it uses anything else, so no damaged file is believed. This
//! doesn't detect forgery: whoever makes a file can compute its SHA-256. Open only files from a
//! source that could also give you wrong texts: your own state directory, or a service that you
//! trust.

mod decoded;
mod error;
mod numbers;
mod section;
mod write;

use std::ops::Range;
use std::sync::Arc;

use fst::automaton::AlwaysMatch;
use fst::raw::Fst;
use fst::{Automaton, IntoStreamer as _, Streamer as _};

pub use self::error::{StoredError, VERSION};
pub(super) use self::write::write;

use self::decoded::{Block, DecodedWords};
use self::error::check;
use self::numbers::Numbers;
use self::section::{Sections, text_of};
use super::digest::Digest;
use super::marks::{Mark, Marks};
use super::rows::KeyedRows;
use super::text;
use crate::word::Word;

/// A lexicon that answers from its stored form.
pub(super) struct StoredLexicon {
    pub(super) digest: Digest,
    sections: Sections,
    words: Fst<section::Section>,
    /// The sets of marks that words have.
    mark_sets: Vec<Marks>,
    /// The set of each word.
    marks: Numbers,
    lemma_rules: Vec<LemmaRule>,
    /// 0 for a word that is its own headword; otherwise the number of a rule, counted from 1.
    lemmas: Numbers,
    /// The ends of the definitions in their text; `None` if no word has one.
    definition_ends: Option<Numbers>,
    decoded: DecodedWords,
}

/// A way to make the headword of a word.
struct LemmaRule {
    /// The number of letters that are removed at the end of the word.
    removed: usize,
    /// The letters that are added then.
    added: String,
}

impl StoredLexicon {
    /// Opens a file.
    pub(super) fn open(file: Vec<u8>) -> Result<Self, StoredError> {
        let sections = Sections::of(file)?;
        let rows = sections.rows;
        check((1..=text::MAX_WORDS).contains(&rows))?;
        // The SHA-256 was verified, so that another checksum would detect nothing.
        let words = Fst::new(sections.words.clone()).map_err(|_| StoredError::Damaged)?;
        check(words.len() == rows && sections.tiers.len() == rows)?;
        check(sections.tiers.iter().max().is_none_or(|&highest| highest <= text::MAX_TIER))?;
        let mark_sets = read_mark_sets(&sections.mark_sets)?;
        let marks = Numbers::of(&sections.marks, rows)?;
        check(marks.max() < mark_sets.len())?;
        let lemma_rules = read_lemma_rules(&sections.lemma_rules)?;
        let lemmas = Numbers::of(&sections.lemmas, rows)?;
        check(lemmas.max() <= lemma_rules.len())?;
        let definition_ends = (!sections.definition_ends.is_empty())
            .then(|| Numbers::of(&sections.definition_ends, rows))
            .transpose()?;
        let definitions = text_of(&sections.definitions)?;
        let end = definition_ends.as_ref().map_or(0, |ends| ends.get(rows - 1));
        check(end == definitions.len())?;
        text_of(&sections.categories)?;
        Ok(Self {
            digest: sections.digest,
            words,
            mark_sets,
            marks,
            lemma_rules,
            lemmas,
            definition_ends,
            decoded: DecodedWords::of_rows(rows),
            sections,
        })
    }

    /// Returns the file.
    pub(super) const fn file(&self) -> &Arc<Vec<u8>> {
        &self.sections.file
    }

    /// Returns the number of words.
    pub(super) const fn len(&self) -> usize {
        self.sections.rows
    }

    /// Returns the category text.
    pub(super) fn categories(&self) -> &str {
        text_of(&self.sections.categories).unwrap_or_default()
    }

    /// Returns the tiers of all words.
    pub(super) fn tiers(&self) -> &[u8] {
        &self.sections.tiers
    }

    /// Returns the row of a word.
    pub(super) fn find(&self, word: &Word) -> Option<u32> {
        let row = self.words.get(word.as_bytes())?;
        u32::try_from(row.value()).ok().filter(|&row| (row as usize) < self.len())
    }

    /// Returns the letters of the word in a row, without keeping them.
    pub(super) fn key(&self, row: usize) -> Vec<u8> {
        let mut key = Vec::with_capacity(Word::MAX_LETTERS);
        // Every row is the row of a word.
        self.words.get_key_into(row as u64, &mut key);
        key
    }

    /// Returns the word in a row. The words around it are decoded and kept when the first of them
    /// is asked for.
    pub(super) fn word(&self, row: usize) -> &str {
        self.block(row).word(row)
    }

    /// Returns the headword of the word in a row, unless it is its own headword. It is kept like
    /// the word itself.
    pub(super) fn lemma(&self, row: usize) -> Option<&str> {
        (self.lemmas.get(row) > 0).then(|| self.block(row).lemma(row))
    }

    fn block(&self, row: usize) -> &Block {
        self.decoded.block(row, |rows, block| {
            let rows = rows.start..rows.end.min(self.len());
            self.visit(AlwaysMatch, rows, |ordinal, word| {
                block.push(word, |text| self.push_lemma(ordinal as usize, word, text));
            });
        })
    }

    pub(super) fn marks(&self, row: usize) -> Marks {
        self.mark_sets[self.marks.get(row)]
    }

    /// Returns the marks that at least one word has.
    pub(super) fn used_marks(&self) -> Marks {
        self.mark_sets.iter().fold(Marks::NONE, |used, &marks| used.union(marks))
    }

    /// Returns the number of words with a mark.
    pub(super) fn count_marked(&self, mark: Mark) -> usize {
        (0..self.len()).filter(|&row| self.marks(row).contains(mark)).count()
    }

    /// Returns the definition in a row; empty if there is none.
    pub(super) fn definition(&self, row: usize) -> &str {
        let Some(ends) = &self.definition_ends else { return "" };
        let start = row.checked_sub(1).map_or(0, |before| ends.get(before));
        let definition = self.sections.definitions.get(start..ends.get(row)).unwrap_or_default();
        str::from_utf8(definition).unwrap_or_default()
    }

    /// Counts the words that come before a text in the order of bytes.
    pub(super) fn count_before(&self, text: &[u8]) -> u32 {
        let mut from = self.words.range().ge(text).into_stream();
        let first = from.next().map_or(self.len() as u64, |(_, row)| row.value());
        u32::try_from(first).unwrap_or(u32::MAX)
    }

    /// Visits the words within a range of rows that an automaton accepts, in alphabetical order.
    pub(super) fn visit(
        &self,
        automaton: impl Automaton,
        rows: Range<usize>,
        mut visit: impl FnMut(u32, &str),
    ) {
        if rows.is_empty() {
            return;
        }
        let search = self.words.search(automaton).ge(self.key(rows.start));
        let mut words = search.into_stream();
        // Each step takes a word, of which there are at most as many as rows.
        for _ in rows.clone() {
            let Some((word, row)) = words.next() else { return };
            let Some(row) =
                u32::try_from(row.value()).ok().filter(|&row| (row as usize) < rows.end)
            else {
                return;
            };
            visit(row, str::from_utf8(word).unwrap_or_default());
        }
    }

    /// Makes the headword of a word in a row; empty if the word is its own headword.
    fn push_lemma(&self, row: usize, word: &str, lemma: &mut String) {
        let Some(rule) = self.lemmas.get(row).checked_sub(1) else { return };
        let LemmaRule { removed, added } = &self.lemma_rules[rule];
        lemma.push_str(&word[..word.len().saturating_sub(*removed)]);
        lemma.push_str(added);
    }

    /// Decodes all rows.
    pub(super) fn rows(&self) -> KeyedRows {
        let mut rows = KeyedRows::with_rows(self.len());
        let mut lemma = String::new();
        self.visit(AlwaysMatch, 0..self.len(), |ordinal, word| {
            let row = ordinal as usize;
            lemma.clear();
            self.push_lemma(row, word, &mut lemma);
            let tier = self.sections.tiers[row];
            rows.push(word, self.marks(row), &lemma, self.definition(row), tier);
        });
        rows
    }
}

fn read_mark_sets(section: &[u8]) -> Result<Vec<Marks>, StoredError> {
    let (sets, rest) = section.as_chunks::<2>();
    check(rest.is_empty())?;
    let sets: Option<Vec<Marks>> =
        sets.iter().map(|bits| Marks::from_bits(u16::from_le_bytes(*bits))).collect();
    sets.ok_or(StoredError::Damaged)
}

fn read_lemma_rules(mut section: &[u8]) -> Result<Vec<LemmaRule>, StoredError> {
    let mut rules = Vec::new();
    // Each step takes two bytes or more.
    while let Some((&[removed, length], rest)) = section.split_first_chunk() {
        let (added, rest) = rest.split_at_checked(length.into()).ok_or(StoredError::Damaged)?;
        check(added.iter().all(u8::is_ascii_uppercase))?;
        let added = text_of(added)?.to_owned();
        rules.push(LemmaRule { removed: removed.into(), added });
        section = rest;
    }
    check(section.is_empty())?;
    Ok(rules)
}
