//! The words of a lexicon with an overlay applied.

use super::lexicon::Lexicon;
use super::marks::Marks;
use super::ordinal::Ordinal;
use super::overlay::Overlay;
use crate::word::Word;

/// The words that are valid for a request: the words of a lexicon, changed by an overlay.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Overlay};
/// let lexicon = Lexicon::from_text("AA\nGIRL\n", "")?;
/// let overlay = Overlay::new(vec!["GRRL".parse()?], vec!["AA".parse()?]);
/// let words = lexicon.with(&overlay);
/// assert!(words.contains(&"GIRL".parse()?) && words.contains(&"GRRL".parse()?));
/// assert!(!words.contains(&"AA".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Words<'l> {
    lexicon: &'l Lexicon,
    overlay: &'l Overlay,
}

impl<'l> From<&'l Lexicon> for Words<'l> {
    /// Returns the words of the lexicon without an overlay.
    fn from(lexicon: &'l Lexicon) -> Self {
        lexicon.with(Overlay::none())
    }
}

impl Lexicon {
    /// Returns the words of the lexicon, changed by an overlay.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Marks, Overlay};
    /// let lexicon = Lexicon::from_text("AA\n", "")?;
    /// let overlay = Overlay::new(vec!["GRRL".parse()?], vec![]);
    /// assert_eq!(lexicon.with(&overlay).marks(&"GRRL".parse()?), Some(Marks::NONE));
    /// assert_eq!(lexicon.with(Overlay::none()).marks(&"GRRL".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with<'l>(&'l self, overlay: &'l Overlay) -> Words<'l> {
        Words { lexicon: self, overlay }
    }
}

impl<'l> Words<'l> {
    /// Returns the lexicon without the overlay.
    #[must_use]
    pub const fn lexicon(self) -> &'l Lexicon {
        self.lexicon
    }

    /// Returns the overlay.
    #[must_use]
    pub const fn overlay(self) -> &'l Overlay {
        self.overlay
    }

    /// Finds a word, if it is valid. An overlay word that the lexicon has keeps what the lexicon says
    /// about it (RULEBOOK P9), except if its class bars it: then the overlay allows it.
    #[must_use]
    pub fn find(self, word: &Word) -> Option<Entry<'l>> {
        let listed = || Some(Entry::Listed(self.lexicon, self.lexicon.find(word)?));
        if self.overlay.decides(word) {
            let added = self.overlay.find_added(word)?;
            let known = listed().filter(|entry| entry.marks().are_of_ordinary_class());
            return known.or(Some(Entry::Added(added)));
        }
        listed()
    }

    /// Returns true if the word is valid.
    #[must_use]
    pub fn contains(self, word: &Word) -> bool {
        if self.overlay.decides(word) {
            self.overlay.find_added(word).is_some()
        } else {
            self.lexicon.contains(word)
        }
    }

    /// Returns a word's marks, if it is valid.
    #[must_use]
    pub fn marks(self, word: &Word) -> Option<Marks> {
        self.find(word).map(Entry::marks)
    }
}

/// A valid word: a word of a lexicon, or an overlay word that the lexicon lacks or bars, about which
/// nothing else is known.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Words};
/// let lexicon = Lexicon::from_text("CATS\tplural_s\tCAT\n", "")?;
/// let entry = Words::from(&lexicon).find(&"cats".parse().unwrap()).unwrap();
/// assert_eq!((entry.word(), entry.lemma(), entry.tier()), ("CATS", Some("CAT"), 0));
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Entry<'l> {
    /// A word of a lexicon, by its number.
    Listed(&'l Lexicon, Ordinal),
    /// An overlay word that the lexicon lacks, or whose class it bars.
    Added(&'l Word),
}

impl<'l> Entry<'l> {
    /// Returns the word in upper case.
    #[must_use]
    pub fn word(self) -> &'l str {
        match self {
            Self::Listed(lexicon, ordinal) => lexicon.word(ordinal),
            Self::Added(word) => word.as_str(),
        }
    }

    /// Returns the number of letters.
    #[must_use]
    pub fn word_len(self) -> usize {
        match self {
            Self::Listed(lexicon, ordinal) => lexicon.word_len(ordinal),
            Self::Added(word) => word.len(),
        }
    }

    /// Returns the marks (see [`Lexicon::marks`]).
    #[must_use]
    pub fn marks(self) -> Marks {
        self.listed(Lexicon::marks).unwrap_or(Marks::NONE)
    }

    /// Returns the headword (see [`Lexicon::lemma`]).
    #[must_use]
    pub fn lemma(self) -> Option<&'l str> {
        self.listed(Lexicon::lemma).flatten()
    }

    /// Returns the definition (see [`Lexicon::definition`]).
    #[must_use]
    pub fn definition(self) -> Option<&'l str> {
        self.listed(Lexicon::definition).flatten()
    }

    /// Returns the frequency tier (see [`Lexicon::tier`]).
    #[must_use]
    pub fn tier(self) -> u8 {
        self.listed(Lexicon::tier).unwrap_or(0)
    }

    /// Looks up a fact about a word of the lexicon; `None` for an overlay word.
    fn listed<T>(self, fact: impl Fn(&'l Lexicon, Ordinal) -> T) -> Option<T> {
        match self {
            Self::Listed(lexicon, ordinal) => Some(fact(lexicon, ordinal)),
            Self::Added(_) => None,
        }
    }
}
