//! An immutable lexicon: its words, with their marks, lemmas, definitions and tiers.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use fst::{IntoStreamer as _, Streamer as _};
use thiserror::Error;

use super::category::{self, Category, CategoryError};
use super::column::Column;
use super::digest::Digest;
use super::marks::{Mark, Marks};
use super::ordinal::Ordinal;
use super::text::{self, Entry, TextError};
use super::vocabulary::Vocabulary;
use super::word_table::WordTable;
use crate::word::{LetterSet, Word};

/// The reason why a lexicon cannot be built.
#[derive(Debug, Error)]
pub enum LexiconError {
    /// The word text has bad lines.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The category text has a bad line.
    #[error(transparent)]
    Category(#[from] CategoryError),
    /// The FST could not be built or verified.
    #[error("the index could not be built: {0}")]
    Fst(#[from] fst::Error),
}

/// An immutable lexicon.
///
/// Methods that return data about a word take its [`Ordinal`], which must come from the same
/// lexicon.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Mark};
/// let lexicon = Lexicon::from_text("CAT\nCATS\tplural_s\tCAT\n", "")?;
/// let cats = lexicon.find(&"cats".parse().unwrap()).unwrap();
/// assert!(lexicon.marks(cats).contains(Mark::PluralS));
/// assert_eq!(lexicon.lemma(cats), Some("CAT"));
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
///
/// # Panics
/// Methods panic on an ordinal beyond the last word.
pub struct Lexicon {
    words: Column,
    table: WordTable,
    /// Maps words to ordinals.
    fst: fst::Map<Vec<u8>>,
    marks: Vec<Marks>,
    letters: Vec<LetterSet>,
    /// Empty for a word that is its own headword.
    lemmas: Column,
    /// Empty for a word without a definition; `None` if no word has one.
    definitions: Option<Column>,
    tiers: Vec<u8>,
    /// The ranks of the tiers that words have (see [`Vocabulary`]), in ascending order.
    pub(super) ranks: Vec<u8>,
    /// In the order of [`Mark::ALL`].
    mark_counts: [usize; Mark::ALL.len()],
    categories: Vec<Category>,
    digest: Digest,
}

impl Lexicon {
    /// Builds a lexicon from a word text (see [`text`]) and a category text (see [`Category`]). The
    /// texts may come from an untrusted source.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, LexiconError};
    /// let lexicon = Lexicon::from_text("zoo\naa\n", "flying\tAnimals that fly\t\tBAT OWL\n")?;
    /// assert_eq!(lexicon.len(), 2);
    ///
    /// let error = Lexicon::from_text("ZOO\nDON'T\n", "").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2: character 4 is '\\''"));
    /// # Ok::<(), LexiconError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`LexiconError`] if a text has bad lines.
    pub fn from_text(word_text: &str, category_text: &str) -> Result<Self, LexiconError> {
        let entries = text::parse(word_text)?;
        let categories = category::parse(category_text)?;
        let fst = fst::Map::from_iter(
            (0_u64..).zip(&entries).map(|(row, entry)| (entry.word.as_bytes(), row)),
        )?;
        fst.as_fst().verify()?;
        Ok(Self {
            words: Column::new(entries.iter().map(|entry| entry.word.as_str())),
            table: WordTable::build(entries.iter().map(|entry| &entry.word)),
            fst,
            marks: entries.iter().map(|entry| entry.marks).collect(),
            letters: entries.iter().map(|entry| entry.word.letters().collect()).collect(),
            lemmas: Column::new(entries.iter().map(lemma_or_empty)),
            definitions: definitions(&entries),
            tiers: entries.iter().map(|entry| entry.tier).collect(),
            ranks: entries
                .iter()
                .map(|entry| Vocabulary::rank(entry.tier))
                .collect::<BTreeSet<u8>>()
                .into_iter()
                .collect(),
            mark_counts: std::array::from_fn(|index| {
                entries.iter().filter(|entry| entry.marks.contains(Mark::ALL[index])).count()
            }),
            categories,
            digest: Digest::of(&[word_text.as_bytes(), category_text.as_bytes()]),
        })
    }

    /// Returns the number of words.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a lexicon is never empty")]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns the SHA-256 of the word text followed by the category text.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Returns the ordinals of all words, in alphabetical order.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("ZOO\nAA\n", "")?;
    /// let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    /// assert_eq!(words, ["AA", "ZOO"]);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    pub fn ordinals(&self) -> impl ExactSizeIterator<Item = Ordinal> + use<> {
        (0..self.end()).map(Ordinal)
    }

    /// Returns the number after the last ordinal.
    ///
    /// # Panics
    /// Never: texts have at most [`text::MAX_WORDS`] words.
    fn end(&self) -> u32 {
        u32::try_from(self.len()).expect("the parser bounds the number of words")
    }

    /// Finds a word.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Ordinal};
    /// let lexicon = Lexicon::from_text("CAT\nDOG\n", "")?;
    /// assert_eq!(lexicon.find(&"dog".parse().unwrap()), Some(Ordinal(1)));
    /// assert_eq!(lexicon.find(&"cow".parse().unwrap()), None);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn find(&self, word: &Word) -> Option<Ordinal> {
        self.table.find(&self.words, word).map(Ordinal)
    }

    /// Returns true if the lexicon contains the word.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("CAT\nDOG\n", "")?;
    /// assert!(lexicon.contains(&"cat".parse().unwrap()));
    /// assert!(!lexicon.contains(&"cow".parse().unwrap()));
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, word: &Word) -> bool {
        self.table.contains(&self.words, word)
    }

    /// Counts the words that come before a word in alphabetical order. The word itself need not be
    /// in the lexicon.
    pub(super) fn count_before(&self, word: &Word) -> u32 {
        let (mut from, mut to) = (0, self.end());
        while from < to {
            let middle = from.midpoint(to);
            if self.word(Ordinal(middle)) < word.as_str() {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }

    /// Returns the words that an automaton accepts, in alphabetical order.
    pub(super) fn search<A: fst::Automaton>(&self, automaton: A) -> Vec<Ordinal> {
        let mut matches = self.fst.search(automaton).into_stream();
        let mut found = Vec::new();
        while let Some((_, row)) = matches.next() {
            found.push(ordinal(row));
        }
        found
    }

    /// Returns the word with the given ordinal.
    #[must_use]
    pub fn word(&self, ordinal: Ordinal) -> &str {
        self.words.row(ordinal.row())
    }

    /// Returns the number of letters of a word.
    #[must_use]
    #[inline]
    pub fn word_len(&self, ordinal: Ordinal) -> usize {
        self.words.row_len(ordinal.row())
    }

    /// Returns the set of letters of a word.
    #[must_use]
    #[inline]
    pub fn letters(&self, ordinal: Ordinal) -> LetterSet {
        self.letters[ordinal.row()]
    }

    /// Returns the ordinals of the words that begin with a prefix in upper case. These ordinals are
    /// consecutive.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("ZA\nCAT\nCATS\nCAR\n", "")?;
    /// assert_eq!(lexicon.prefix_range("CAT"), 1..3);
    /// assert_eq!(lexicon.prefix_range(""), 0..4);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn prefix_range(&self, prefix: &str) -> Range<u32> {
        let first_from = |text: &[u8]| {
            let mut words = self.fst.range().ge(text).into_stream();
            words.next().map_or(self.end(), |(_, row)| ordinal(row).0)
        };
        let mut successor = prefix.as_bytes().to_vec();
        let Some(last) = successor.last_mut() else { return 0..self.end() };
        // The byte after Z sorts after every letter.
        *last += 1;
        first_from(prefix.as_bytes())..first_from(&successor)
    }

    /// Returns the marks of a word.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Mark, Ordinal};
    /// let lexicon = Lexicon::from_text("CATS\tplural_s,verb_s\n", "")?;
    /// let marks: Vec<Mark> = lexicon.marks(Ordinal(0)).iter().collect();
    /// assert_eq!(marks, [Mark::PluralS, Mark::VerbS]);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn marks(&self, ordinal: Ordinal) -> Marks {
        self.marks[ordinal.row()]
    }

    /// Returns the headword of a word; `None` if the word is its own headword.
    #[must_use]
    pub fn lemma(&self, ordinal: Ordinal) -> Option<&str> {
        Some(self.lemmas.row(ordinal.row())).filter(|lemma| !lemma.is_empty())
    }

    /// Returns the definition of a word, if the lexicon has one.
    #[must_use]
    pub fn definition(&self, ordinal: Ordinal) -> Option<&str> {
        self.definitions
            .as_ref()
            .map(|column| column.row(ordinal.row()))
            .filter(|text| !text.is_empty())
    }

    /// Returns the frequency tier of a word: 10 is the most common; 0 means unknown.
    #[must_use]
    pub fn tier(&self, ordinal: Ordinal) -> u8 {
        self.tiers[ordinal.row()]
    }

    /// Returns the categories, sorted by name.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// Finds a category by its name.
    #[must_use]
    pub fn category(&self, name: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.name == name)
    }

    /// Writes the word text in the canonical form of [`text`]: in alphabetical order, without empty
    /// columns at the ends of lines.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("zoo\nCATS\tverb_s,plural_s\tCAT\t\t\r\n", "")?;
    /// assert_eq!(lexicon.to_text(), "CATS\tplural_s,verb_s\tCAT\nZOO\n");
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for ordinal in self.ordinals() {
            let tier = self.tier(ordinal);
            let columns = [
                self.marks(ordinal).to_string(),
                self.lemma(ordinal).unwrap_or_default().to_owned(),
                self.definition(ordinal).unwrap_or_default().to_owned(),
                if tier == 0 { String::new() } else { tier.to_string() },
            ];
            text.push_str(self.word(ordinal));
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

    /// Returns the number of words with each mark, in the order of [`Mark::ALL`].
    pub fn mark_counts(&self) -> impl Iterator<Item = (Mark, usize)> + use<> {
        Mark::ALL.iter().copied().zip(self.mark_counts)
    }
}

fn lemma_or_empty<'e>(entry: &'e Entry<'_>) -> &'e str {
    entry.lemma.as_ref().map_or("", Word::as_str)
}

fn definitions(entries: &[Entry<'_>]) -> Option<Column> {
    let has_any = entries.iter().any(|entry| entry.definition.is_some());
    let column = || Column::new(entries.iter().map(|entry| entry.definition.unwrap_or_default()));
    has_any.then(column)
}

/// Converts a value of the FST to an ordinal.
///
/// # Panics
/// Never: the values are row numbers, and a text has at most [`text::MAX_WORDS`] words.
fn ordinal(row: u64) -> Ordinal {
    Ordinal(u32::try_from(row).expect("the values of the FST are ordinals"))
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon")
            .field("words", &self.len())
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}
