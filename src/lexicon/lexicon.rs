//! An immutable lexicon: its words, with their marks, lemmas, definitions and tiers.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use thiserror::Error;

use super::category::{self, Category, CategoryError};
use super::content::{Content, Form, Loaded};
use super::digest::Digest;
use super::marks::{Mark, Marks};
use super::ordinal::Ordinal;
use super::rows::{self, Rows};
use super::text::TextError;
use crate::parallel;
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
    pub(super) content: Content,
    /// The ranks of the tiers that words have (see [`Vocabulary`](super::Vocabulary)), in ascending
    /// order.
    pub(super) ranks: Vec<u8>,
    /// The marks that at least one word has.
    pub(super) used_marks: Marks,
    /// A stored lexicon parses them when they are first needed.
    pub(super) categories: OnceLock<Vec<Category>>,
    pub(super) digest: Digest,
}

impl Lexicon {
    /// Builds a lexicon from a word text (see `text.rs`) and a category text (see [`Category`]). The
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
        let digest = || Digest::of(&[word_text.as_bytes(), category_text.as_bytes()]);
        let build = || Self::with_digest(word_text, category_text, Digest::of(&[]));
        let (digest, lexicon) = parallel::join(digest, build);
        Ok(Self { digest, ..lexicon? })
    }

    /// Builds a lexicon from texts whose digest is known.
    ///
    /// # Errors
    /// See [`Self::from_text`].
    pub(crate) fn with_digest(
        word_text: &str,
        category_text: &str,
        digest: Digest,
    ) -> Result<Self, LexiconError> {
        let loaded = Loaded::parse(word_text)?;
        let categories = category::parse(category_text)?;
        Ok(Self::of(loaded, categories, digest))
    }

    pub(super) fn of(loaded: Loaded, categories: Vec<Category>, digest: Digest) -> Self {
        Self {
            ranks: rows::ranks_of(&loaded.rows.tiers),
            used_marks: loaded.rows.used_marks(),
            content: Content::Built(loaded),
            categories: categories.into(),
            digest,
        }
    }

    /// Returns the number of words.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a lexicon is never empty")]
    pub fn len(&self) -> usize {
        match self.content.form() {
            Form::Loaded(loaded) => loaded.rows.words.len(),
            Form::Stored(stored) => stored.len(),
        }
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
        let row = match self.content.form() {
            Form::Loaded(Loaded { rows, table }) => table.find(&rows.words, word),
            Form::Stored(stored) => stored.find(word),
        };
        row.map(Ordinal)
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
        match self.content.form() {
            Form::Loaded(Loaded { rows, table }) => table.contains(&rows.words, word),
            Form::Stored(stored) => stored.find(word).is_some(),
        }
    }

    /// Counts the words that come before a text in the order of bytes.
    pub(super) fn count_before(&self, text: &[u8]) -> u32 {
        if let Form::Stored(stored) = self.content.form() {
            return stored.count_before(text);
        }
        let (mut from, mut to) = (0, self.end());
        // Each step halves the range.
        while from < to {
            let middle = from.midpoint(to);
            if self.word(Ordinal(middle)).as_bytes() < text {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }

    /// Returns the number after the last consecutive word that has the same first letters as a
    /// word, which must have that many letters.
    pub(super) fn end_of_prefix(&self, word: Ordinal, letters: usize) -> u32 {
        let prefix = &self.word(word).as_bytes()[..letters];
        let has_prefix = |row: u32| self.word(Ordinal(row)).as_bytes().starts_with(prefix);
        // Most prefixes are those of few words, so the search begins near the word.
        let (mut last, mut step) = (word.0, 1);
        // Doubles its steps, up to the last word.
        while last + step < self.end() && has_prefix(last + step) {
            last += step;
            step *= 2;
        }
        let mut end = self.end().min(last + step);
        // Each step halves what is left.
        while last + 1 < end {
            let middle = last.midpoint(end);
            if has_prefix(middle) {
                last = middle;
            } else {
                end = middle;
            }
        }
        end
    }

    /// Returns the word with the given ordinal.
    #[must_use]
    pub fn word(&self, ordinal: Ordinal) -> &str {
        match self.content.form() {
            Form::Loaded(loaded) => loaded.rows.words.row(ordinal.row()),
            Form::Stored(stored) => stored.word(ordinal.row()),
        }
    }

    /// Returns the number of letters of a word.
    #[must_use]
    #[inline]
    pub fn word_len(&self, ordinal: Ordinal) -> usize {
        match self.content.form() {
            Form::Loaded(loaded) => loaded.rows.words.row_len(ordinal.row()),
            Form::Stored(stored) => stored.key(ordinal.row()).len(),
        }
    }

    /// Returns the set of letters of a word.
    #[must_use]
    #[inline]
    pub fn letters(&self, ordinal: Ordinal) -> LetterSet {
        match self.content.form() {
            Form::Loaded(loaded) => loaded.rows.letters[ordinal.row()],
            Form::Stored(stored) => rows::letters_of(stored.key(ordinal.row())),
        }
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
        let mut successor = prefix.as_bytes().to_vec();
        let Some(last) = successor.last_mut() else { return 0..self.end() };
        // The byte after Z sorts after every letter.
        *last += 1;
        self.count_before(prefix.as_bytes())..self.count_before(&successor)
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
        match self.content.form() {
            Form::Loaded(loaded) => loaded.rows.marks[ordinal.row()],
            Form::Stored(stored) => stored.marks(ordinal.row()),
        }
    }

    /// Returns true if at least one word has the mark.
    #[must_use]
    pub const fn uses_mark(&self, mark: Mark) -> bool {
        self.used_marks.contains(mark)
    }

    /// Returns the headword of a word; `None` if the word is its own headword.
    #[must_use]
    pub fn lemma(&self, ordinal: Ordinal) -> Option<&str> {
        match self.content.form() {
            Form::Loaded(loaded) => {
                Some(loaded.rows.lemmas.row(ordinal.row())).filter(|lemma| !lemma.is_empty())
            }
            Form::Stored(stored) => stored.lemma(ordinal.row()),
        }
    }

    /// Returns the definition of a word, if the lexicon has one.
    #[must_use]
    pub fn definition(&self, ordinal: Ordinal) -> Option<&str> {
        let definition = match self.content.form() {
            Form::Loaded(loaded) => {
                loaded.rows.definitions.as_ref().map(|column| column.row(ordinal.row()))
            }
            Form::Stored(stored) => Some(stored.definition(ordinal.row())),
        };
        definition.filter(|text| !text.is_empty())
    }

    /// Returns the frequency tier of a word: 10 is the most common; 0 means unknown.
    #[must_use]
    pub fn tier(&self, ordinal: Ordinal) -> u8 {
        match self.content.form() {
            Form::Loaded(loaded) => loaded.rows.tiers[ordinal.row()],
            Form::Stored(stored) => stored.tiers()[ordinal.row()],
        }
    }

    /// Returns the categories, sorted by name.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        self.categories.get_or_init(|| self.content.stored_categories())
    }

    /// Finds a category by its name or its title; an exact name comes first. Letter case, blanks,
    /// `_` and `-` don't matter (RULEBOOK W8).
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("EEL\n", "sea_life\tIn the sea\t\tEEL\n")?;
    /// for text in ["sea_life", "Sea Life", "IN THE SEA", "in-the-sea"] {
    ///     assert_eq!(lexicon.category(text).unwrap().name, "sea_life");
    /// }
    /// assert!(lexicon.category("see life").is_none() && lexicon.category(" ").is_none());
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn category(&self, text: &str) -> Option<&Category> {
        Category::letters_of_name(text).next()?;
        let mut by_name = self.categories().iter();
        let (mut by_loose_name, mut by_title) = (by_name.clone(), by_name.clone());
        by_name
            .find(|category| category.name == text)
            .or_else(|| by_loose_name.find(|one| Category::is_same_name(&one.name, text)))
            .or_else(|| by_title.find(|one| Category::is_same_name(&one.title, text)))
    }

    /// Writes the word text in the canonical form of `text.rs`: in alphabetical order, without empty
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
        self.content.with_rows(Rows::to_text)
    }

    /// Returns the number of words with each mark, in the order of [`Mark::ALL`].
    pub fn mark_counts(&self) -> impl Iterator<Item = (Mark, usize)> + use<> {
        let counts: [usize; Mark::ALL.len()] = std::array::from_fn(|index| {
            let mark = Mark::ALL[index];
            match self.content.form() {
                Form::Loaded(loaded) => {
                    loaded.rows.marks.iter().filter(|marks| marks.contains(mark)).count()
                }
                Form::Stored(stored) => stored.count_marked(mark),
            }
        });
        Mark::ALL.iter().copied().zip(counts)
    }

    /// Returns the number of words with at least one mark.
    #[must_use]
    pub fn marked_words(&self) -> usize {
        self.ordinals().filter(|&ordinal| self.marks(ordinal) != Marks::NONE).count()
    }
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon")
            .field("words", &self.len())
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}
