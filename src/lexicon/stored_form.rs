//! Conversion of lexicons to and from their stored form.

use std::ops::Range;
use std::sync::OnceLock;

use fst::Automaton;
use fst::automaton::AlwaysMatch;

use super::content::{Content, Form};
use super::lexicon::Lexicon;
use super::ordinal::Ordinal;
use super::pattern::Pattern;
use super::rows;
use super::stored::{self, StoredError, StoredLexicon};
use crate::word::LetterSet;

impl Lexicon {
    /// Returns the stored form of the lexicon (see `docs/stored-lexicon.md`). It follows from the
    /// texts: every lexicon with the same digest has the same stored form. `category_text` is the
    /// category text that the lexicon was built from.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("CAT\nCATS\tplural_s\tCAT\n", "")?;
    /// let stored = Lexicon::from_stored(lexicon.to_stored(""))?;
    /// assert_eq!(stored.digest(), lexicon.digest());
    /// assert_eq!(stored.to_text(), lexicon.to_text());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_stored(&self, category_text: &str) -> Vec<u8> {
        match self.content.stored() {
            Some(stored) => stored.file().to_vec(),
            None => self.content.with_rows(|rows| stored::write(rows, category_text, self.digest)),
        }
    }

    /// Opens a lexicon in its stored form. It answers from this form, without building the full
    /// index, until [`Self::load`] is called.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, StoredError};
    /// let mut file = Lexicon::from_text("CAT\n", "").unwrap().to_stored("");
    /// let lexicon = Lexicon::from_stored(file.clone())?;
    /// assert!(lexicon.contains(&"cat".parse().unwrap()) && !lexicon.is_loaded());
    ///
    /// *file.last_mut().unwrap() ^= 1;
    /// assert_eq!(Lexicon::from_stored(file).unwrap_err(), StoredError::Damaged);
    /// # Ok::<(), StoredError>(())
    /// ```
    ///
    /// # Errors
    /// [`StoredError`]. Every change to a file is detected, unless its SHA-256 was changed as well; so
    /// the file must come from a trusted source.
    pub fn from_stored(file: Vec<u8>) -> Result<Self, StoredError> {
        let stored = StoredLexicon::open(file)?;
        Ok(Self {
            ranks: rows::ranks_of(stored.tiers()),
            used_marks: stored.used_marks(),
            categories: OnceLock::new(),
            digest: stored.digest,
            content: Content::Stored(Box::new((stored, OnceLock::new()))),
        })
    }

    /// Returns true if the full index is built, which takes about eight times as much memory as the
    /// stored form.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        matches!(self.content.form(), Form::Loaded(_))
    }

    /// Builds the full index, unless that has been done. This takes about 30 ms for 270,000 words.
    pub fn load(&self) {
        self.content.load();
    }

    /// Returns the category text, if the lexicon was opened in its stored form.
    pub(crate) fn stored_category_text(&self) -> Option<&str> {
        self.content.stored().map(StoredLexicon::categories)
    }

    /// Visits the words within a range that match a pattern, if one is given, in alphabetical
    /// order, each with its letters. In the stored form, this is faster than asking for word after
    /// word, and no word is kept.
    pub(crate) fn visit(
        &self,
        range: Range<u32>,
        pattern: Option<&Pattern>,
        mut visit: impl FnMut(Ordinal, &str, LetterSet),
    ) {
        match self.content.form() {
            Form::Loaded(_) => {
                for ordinal in range.map(Ordinal) {
                    let word = self.word(ordinal);
                    if pattern.is_none_or(|pattern| pattern.matches_str(word)) {
                        visit(ordinal, word, self.letters(ordinal));
                    }
                }
            }
            Form::Stored(stored) => {
                let rows = range.start as usize..range.end as usize;
                let visit = |row, word: &str| visit(Ordinal(row), word, rows::letters_of(word));
                match pattern {
                    Some(pattern) => stored.visit(pattern, rows, visit),
                    None => stored.visit(AlwaysMatch, rows, visit),
                }
            }
        }
    }
}

impl Automaton for Pattern {
    type State = u64;

    fn start(&self) -> u64 {
        Self::START
    }

    fn is_match(&self, read: &u64) -> bool {
        self.is_whole(*read)
    }

    fn can_match(&self, read: &u64) -> bool {
        *read != 0
    }

    fn accept(&self, read: &u64, letter: u8) -> u64 {
        self.read(*read, letter)
    }
}
