//! House words: what a request adds to a lexicon, and what it takes away.

use super::{Digest, Lexicon, Marks, Ordinal};
use crate::word::Word;

/// Words that count beside a lexicon, without marks, and words of it that don't count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlay {
    /// In alphabetical order, each once.
    added: Vec<Word>,
    removed: Vec<Word>,
}

static NOTHING: Overlay = Overlay { added: Vec::new(), removed: Vec::new() };

impl Overlay {
    /// The one that leaves every lexicon as it is.
    #[must_use]
    pub fn none() -> &'static Self {
        &NOTHING
    }

    /// Lays words over a lexicon. Their order doesn't matter, nor how often each is named; a word that is both added and removed counts.
    #[must_use]
    pub fn new(mut added: Vec<Word>, mut removed: Vec<Word>) -> Self {
        for words in [&mut added, &mut removed] {
            words.sort_unstable();
            words.dedup();
        }
        removed.retain(|word| added.binary_search(word).is_err());
        Self { added, removed }
    }

    /// Whether it leaves every lexicon as it is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }

    /// The words that count, in alphabetical order.
    #[must_use]
    pub fn added(&self) -> &[Word] {
        &self.added
    }

    /// The words that don't count, in alphabetical order.
    #[must_use]
    pub fn removed(&self) -> &[Word] {
        &self.removed
    }

    /// Whether it decides about a word, whatever the lexicon says.
    #[must_use]
    pub fn decides(&self, word: &Word) -> bool {
        !self.is_empty() && (self.adds(word).is_some() || self.removed.binary_search(word).is_ok())
    }

    fn adds(&self, word: &Word) -> Option<&Word> {
        self.added.binary_search(word).ok().map(|place| &self.added[place])
    }

    /// The SHA-256 of its words, one a line, `+` before those that are added and `-` before those that are removed.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let signed = [("+", &self.added), ("-", &self.removed)];
        let lines =
            signed.iter().flat_map(|(sign, words)| words.iter().flat_map(move |word| [sign, word.as_str(), "\n"]));
        Digest::of(&[lines.collect::<String>().as_bytes()])
    }
}

/// A lexicon as a request sees it: with its house words.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Overlay};
/// let lexicon = Lexicon::from_text("AA\nGIRL\n", "")?;
/// let house = Overlay::new(vec!["GRRL".parse()?], vec!["AA".parse()?]);
/// let holds = |word: &str| lexicon.with(&house).marks(&word.parse().unwrap()).is_some();
/// assert_eq!([holds("AA"), holds("GIRL"), holds("GRRL")], [false, true, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Words<'l> {
    lexicon: &'l Lexicon,
    overlay: &'l Overlay,
}

impl<'l> From<&'l Lexicon> for Words<'l> {
    /// The lexicon as it is.
    fn from(lexicon: &'l Lexicon) -> Self {
        lexicon.with(Overlay::none())
    }
}

impl Lexicon {
    /// The lexicon with house words over it.
    #[must_use]
    pub const fn with<'l>(&'l self, overlay: &'l Overlay) -> Words<'l> {
        Words { lexicon: self, overlay }
    }
}

impl<'l> Words<'l> {
    /// The lexicon below.
    #[must_use]
    pub const fn lexicon(self) -> &'l Lexicon {
        self.lexicon
    }

    /// The house words.
    #[must_use]
    pub const fn overlay(self) -> &'l Overlay {
        self.overlay
    }

    /// Finds a word, if it counts.
    #[must_use]
    pub fn find(self, word: &Word) -> Option<Entry<'l>> {
        if self.overlay.decides(word) {
            return self.overlay.adds(word).map(Entry::Added);
        }
        self.lexicon.find(word).map(|ordinal| Entry::Held(self.lexicon, ordinal))
    }

    /// Whether a word counts.
    #[must_use]
    pub fn contains(self, word: &Word) -> bool {
        if self.overlay.decides(word) { self.overlay.adds(word).is_some() } else { self.lexicon.contains(word) }
    }

    /// A word's marks, if it counts.
    #[must_use]
    pub fn marks(self, word: &Word) -> Option<Marks> {
        self.find(word).map(Entry::marks)
    }
}

/// A word that counts: one of a lexicon, or one that was added and of which nothing is known.
#[derive(Debug, Clone, Copy)]
pub enum Entry<'l> {
    /// A word of the lexicon, and where it stands.
    Held(&'l Lexicon, Ordinal),
    /// A house word.
    Added(&'l Word),
}

impl<'l> Entry<'l> {
    /// The word in upper case.
    #[must_use]
    pub fn word(self) -> &'l str {
        match self {
            Self::Held(lexicon, ordinal) => lexicon.word(ordinal),
            Self::Added(word) => word.as_str(),
        }
    }

    /// How many letters it has.
    #[must_use]
    pub fn word_len(self) -> usize {
        match self {
            Self::Held(lexicon, ordinal) => lexicon.word_len(ordinal),
            Self::Added(word) => word.len(),
        }
    }

    /// Its marks (see [`Lexicon::marks`]).
    #[must_use]
    pub fn marks(self) -> Marks {
        self.held(Lexicon::marks).unwrap_or(Marks::NONE)
    }

    /// Its headword (see [`Lexicon::lemma`]).
    #[must_use]
    pub fn lemma(self) -> Option<&'l str> {
        self.held(Lexicon::lemma).flatten()
    }

    /// What it means (see [`Lexicon::definition`]).
    #[must_use]
    pub fn definition(self) -> Option<&'l str> {
        self.held(Lexicon::definition).flatten()
    }

    /// How common it is (see [`Lexicon::tier`]).
    #[must_use]
    pub fn tier(self) -> u8 {
        self.held(Lexicon::tier).unwrap_or(0)
    }

    fn held<T>(self, fact: impl Fn(&'l Lexicon, Ordinal) -> T) -> Option<T> {
        match self {
            Self::Held(lexicon, ordinal) => Some(fact(lexicon, ordinal)),
            Self::Added(_) => None,
        }
    }
}

/// The words of a lexicon and those laid over it, numbered together in alphabetical order.
///
/// The numbers of words that don't count stay unused.
#[derive(Debug, Clone)]
pub struct Numbered<'l> {
    words: Words<'l>,
    added: Vec<Added<'l>>,
    /// The words of the lexicon about which the overlay decides.
    decided: Vec<Ordinal>,
}

#[derive(Debug, Clone)]
struct Added<'l> {
    ordinal: Ordinal,
    /// How many words of the lexicon stand before it.
    before: u32,
    word: &'l Word,
}

impl<'l> Numbered<'l> {
    /// Works the overlay in.
    #[must_use]
    pub fn new(words: impl Into<Words<'l>>) -> Self {
        let words @ Words { lexicon, overlay } = words.into();
        let added = (0..).zip(&overlay.added).map(|(place, word)| {
            let before = lexicon.count_before(word);
            Added { ordinal: Ordinal(before + place), before, word }
        });
        let mut decided: Vec<Ordinal> =
            overlay.added.iter().chain(&overlay.removed).filter_map(|word| lexicon.find(word)).collect();
        decided.sort_unstable();
        Self { words, added: added.collect(), decided }
    }

    /// What is numbered.
    #[must_use]
    pub const fn words(&self) -> Words<'l> {
        self.words
    }

    /// The number of a word of the lexicon; none if the overlay decides about it.
    #[must_use]
    pub fn of_lexicon(&self, ordinal: Ordinal) -> Option<Ordinal> {
        if self.decided.binary_search(&ordinal).is_ok() {
            return None;
        }
        let added = self.added.partition_point(|added| added.before <= ordinal.0);
        Some(Ordinal(ordinal.0 + added as u32))
    }

    /// The words that were added, with their numbers.
    pub fn added(&self) -> impl Iterator<Item = (Ordinal, &'l Word)> {
        self.added.iter().map(|added| (added.ordinal, added.word))
    }

    /// The number of a word, if it counts.
    #[must_use]
    pub fn find(&self, word: &Word) -> Option<Ordinal> {
        match self.words.find(word)? {
            Entry::Held(_, ordinal) => self.of_lexicon(ordinal),
            Entry::Added(word) => self.added().find(|(_, added)| *added == word).map(|(ordinal, _)| ordinal),
        }
    }

    /// A word by its number.
    #[must_use]
    pub fn entry(&self, ordinal: Ordinal) -> Entry<'l> {
        let added = self.added.partition_point(|added| added.ordinal <= ordinal);
        match self.added[..added].last() {
            Some(last) if last.ordinal == ordinal => Entry::Added(last.word),
            _ => Entry::Held(self.words.lexicon, Ordinal(ordinal.0 - added as u32)),
        }
    }

    /// A word's letters by its number.
    #[must_use]
    pub fn word(&self, ordinal: Ordinal) -> &'l str {
        self.entry(ordinal).word()
    }

    /// A word's marks by its number.
    #[must_use]
    pub fn marks(&self, ordinal: Ordinal) -> Marks {
        self.entry(ordinal).marks()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(texts: &std::collections::BTreeSet<String>) -> Vec<Word> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    proptest! {
        #[test]
        fn an_overlaid_lexicon_numbers_its_words_in_alphabetical_order(
            base in prop::collection::btree_set("[ABC]{2,4}", 1..60),
            added in prop::collection::btree_set("[ABC]{1,4}", 0..12),
            removed in prop::collection::btree_set("[ABC]{1,4}", 0..12),
        ) {
            let text = base.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
            let lexicon = Lexicon::from_text(&text, "").unwrap();
            let overlay = Overlay::new(words(&added), words(&removed));
            let numbered = Numbered::new(lexicon.with(&overlay));
            let mut all: Vec<Ordinal> = lexicon.ordinals().filter_map(|ordinal| numbered.of_lexicon(ordinal)).collect();
            all.extend(numbered.added().map(|(ordinal, _)| ordinal));
            all.sort_unstable();
            let held: Vec<&str> = all.iter().map(|&ordinal| numbered.word(ordinal)).collect();
            let expected: std::collections::BTreeSet<&str> =
                base.difference(&removed).chain(&added).map(String::as_str).collect();
            prop_assert_eq!(held, expected.into_iter().collect::<Vec<_>>());
            prop_assert!(all.iter().all(|&ordinal| numbered.find(&numbered.word(ordinal).parse().unwrap()) == Some(ordinal)));
            for text in base.iter().chain(&added).chain(&removed) {
                let marks = lexicon.with(&overlay).marks(&text.parse().unwrap());
                prop_assert_eq!(marks.is_some(), added.contains(text) || !removed.contains(text));
            }
        }
    }

    #[test]
    fn a_digest_tells_what_is_added_from_what_is_removed() {
        let word = |text: &str| text.parse::<Word>().unwrap();
        let one = Overlay::new(vec![word("AA"), word("AB"), word("AA")], vec![]);
        assert_eq!(one, Overlay::new(vec![word("AB"), word("AA")], vec![word("AA")]));
        assert_ne!(one.digest(), Overlay::new(vec![], vec![word("AA"), word("AB")]).digest());
    }
}
