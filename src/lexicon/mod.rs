//! What a dictionary is: words with marks, lemmas and definitions, built from text and immutable from then on.
//!
//! Beside the word table stands an [fst](https://docs.rs/fst) map from words to ordinals for everything that walks the
//! lexicon in order, and [`MultisetIndex`] for everything that starts from a hand of letters.

mod category;
mod column;
mod count_ones;
mod gaddag;
mod letter_counts;
mod lookup;
mod marks;
mod multiset;
mod near;
mod overlay;
mod pattern;
pub mod source;
pub mod text;
mod word_map;
pub mod wordnet;

use std::fmt;
use std::ops::Range;

use fst::{IntoStreamer as _, Streamer as _};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::word::{LetterSet, Word};
pub use category::{BadCategory, Category};
use column::Column;
#[cfg(target_arch = "x86_64")]
pub use count_ones::Popcnt;
pub use count_ones::{CountOnes, Portable};
pub use gaddag::{Gaddag, Node, Reader, Stem};
pub use letter_counts::LetterCounts;
use lookup::Lookup;
pub use marks::{Mark, Marks, UnknownMark};
pub use multiset::{BLOCK, MultisetIndex, Plane, Spellable, sort_by_rarest_letters};
pub use overlay::{Entry, Numbered, Overlay, Words};
pub use pattern::{BadPattern, Pattern};
pub use text::BadText;
pub use word_map::{MapWord, Multiset, WordMap};

/// A word's number in its lexicon: its place in alphabetical order, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal(pub u32);

/// The SHA-256 of a lexicon's text, which names an edition for good.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of some bytes, given piece by piece.
    #[must_use]
    pub fn of(pieces: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for piece in pieces {
            hasher.update(piece);
        }
        Self(hasher.finalize().into())
    }

    /// The digest itself.
    #[must_use]
    pub const fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// The digest in 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn to_hex(self) -> String {
        let digit = |half: u8| char::from(b"0123456789abcdef"[usize::from(half)]);
        self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", self.to_hex())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// Why a lexicon can't be built.
#[derive(Debug, Error)]
pub enum LexiconError {
    /// The word text is bad.
    #[error(transparent)]
    Text(#[from] BadText),
    /// The category text is bad.
    #[error(transparent)]
    Category(#[from] BadCategory),
    /// The fst couldn't be built or verified.
    #[error("the index couldn't be built: {0}")]
    Fst(#[from] fst::Error),
}

/// What makes another word of a word at its ends: letters set before or behind it, and its own first or last letter taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hooks {
    /// Letters that can stand before it.
    pub front: LetterSet,
    /// Letters that can stand behind it.
    pub back: LetterSet,
    /// Whether its first letter hooks onto what is left without it: the inner hook in front (BRAVER: RAVER is a word).
    pub inner_front: bool,
    /// Whether its last letter hooks onto what is left without it: the inner hook behind (BRAVER: BRAVE is a word).
    pub inner_back: bool,
}

/// An immutable dictionary.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Mark};
/// let lexicon = Lexicon::from_text("CAT\nCATS\tplural_s\tCAT\n", "")?;
/// let cats = lexicon.find(&"cats".parse().unwrap()).unwrap();
/// assert!(lexicon.marks(cats).contains(Mark::PluralS));
/// assert_eq!(lexicon.lemma(cats), Some("CAT"));
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
pub struct Lexicon {
    words: Column,
    lookup: Lookup,
    fst: fst::Map<Vec<u8>>,
    marks: Vec<Marks>,
    letters: Vec<LetterSet>,
    lemmas: Column,
    definitions: Option<Column>,
    tiers: Vec<u8>,
    mark_counts: [(Mark, usize); Mark::ALL.len()],
    categories: Vec<Category>,
    digest: Digest,
}

impl Lexicon {
    /// Builds a lexicon from a word text (see [`text`]) and a category text (see [`Category`]), either of any origin.
    ///
    /// # Errors
    /// [`LexiconError`] says which lines are bad.
    pub fn from_text(word_text: &str, category_text: &str) -> Result<Self, LexiconError> {
        let entries = text::parse(word_text)?;
        let categories = category::parse(category_text)?;
        let words = Column::pack(entries.iter().map(|entry| entry.word.as_str()));
        let fst = fst::Map::from_iter((0_u64..).zip(&entries).map(|(row, entry)| (entry.word.as_bytes(), row)))?;
        fst.as_fst().verify()?;
        let lemmas = Column::pack(entries.iter().map(|entry| entry.lemma.as_ref().map_or("", Word::as_str)));
        let definitions = entries
            .iter()
            .any(|entry| entry.definition.is_some())
            .then(|| Column::pack(entries.iter().map(|entry| entry.definition.unwrap_or_default())));
        Ok(Self {
            lookup: Lookup::build(entries.iter().map(|entry| &entry.word)),
            words,
            fst,
            mark_counts: Mark::ALL
                .map(|mark| (mark, entries.iter().filter(|entry| entry.marks.contains(mark)).count())),
            marks: entries.iter().map(|entry| entry.marks).collect(),
            letters: entries.iter().map(|entry| entry.word.letters().collect()).collect(),
            lemmas,
            definitions,
            tiers: entries.iter().map(|entry| entry.tier).collect(),
            categories,
            digest: Digest::of(&[word_text.as_bytes(), category_text.as_bytes()]),
        })
    }

    /// How many words there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a lexicon is never empty")]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The SHA-256 of the word text followed by the category text.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Every word's number, in alphabetical order.
    pub fn ordinals(&self) -> impl ExactSizeIterator<Item = Ordinal> + use<> {
        (0..self.len() as u32).map(Ordinal)
    }

    /// Looks a word up.
    #[must_use]
    pub fn find(&self, word: &Word) -> Option<Ordinal> {
        self.lookup.find(&self.words, word).map(Ordinal)
    }

    /// Whether the lexicon holds the word.
    #[must_use]
    pub fn contains(&self, word: &Word) -> bool {
        self.lookup.contains(&self.words, word)
    }

    /// How many words stand before one in alphabetical order, whether or not it is there.
    #[must_use]
    pub fn count_before(&self, word: &Word) -> u32 {
        let (mut from, mut to) = (0, self.len() as u32);
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

    /// The words in order as an fst, for walks and automata; its values are ordinals.
    #[must_use]
    pub const fn fst(&self) -> &fst::Map<Vec<u8>> {
        &self.fst
    }

    /// A word by its number.
    #[must_use]
    pub fn word(&self, ordinal: Ordinal) -> &str {
        self.words.row(ordinal.0 as usize)
    }

    /// How many letters a word has.
    #[must_use]
    #[inline]
    pub fn word_len(&self, ordinal: Ordinal) -> usize {
        self.words.row_len(ordinal.0 as usize)
    }

    /// The letters that a word has.
    #[must_use]
    #[inline]
    pub fn letters(&self, ordinal: Ordinal) -> LetterSet {
        self.letters[ordinal.0 as usize]
    }

    /// The words that begin with some letters: they stand side by side.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// let lexicon = Lexicon::from_text("ZA\nCAT\nCATS\nCAR\n", "")?;
    /// assert_eq!(lexicon.beginning_with("CAT"), 1..3);
    /// assert_eq!(lexicon.beginning_with(""), 0..4);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn beginning_with(&self, letters: &str) -> Range<u32> {
        let first_from = |text: &[u8]| {
            let first = self.fst.range().ge(text).into_stream().next().map(|(_, row)| row as u32);
            first.unwrap_or(self.len() as u32)
        };
        let mut behind = letters.as_bytes().to_vec();
        let Some(last) = behind.last_mut() else { return 0..self.len() as u32 };
        // What follows Z in ASCII follows every word.
        *last += 1;
        first_from(letters.as_bytes())..first_from(&behind)
    }

    /// A word's marks.
    #[must_use]
    #[inline]
    pub fn marks(&self, ordinal: Ordinal) -> Marks {
        self.marks[ordinal.0 as usize]
    }

    /// The headword that a word is a form of, if that is another word.
    #[must_use]
    pub fn lemma(&self, ordinal: Ordinal) -> Option<&str> {
        Some(self.lemmas.row(ordinal.0 as usize)).filter(|lemma| !lemma.is_empty())
    }

    /// What a word means, if the lexicon says so.
    #[must_use]
    pub fn definition(&self, ordinal: Ordinal) -> Option<&str> {
        self.definitions.as_ref().map(|column| column.row(ordinal.0 as usize)).filter(|text| !text.is_empty())
    }

    /// How common a word is: 10 is the commonest, 0 unknown.
    #[must_use]
    pub fn tier(&self, ordinal: Ordinal) -> u8 {
        self.tiers[ordinal.0 as usize]
    }

    /// The categories, by name.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// A category by its name.
    #[must_use]
    pub fn category(&self, name: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.name == name)
    }

    /// The word text anew, in the canonical form of [`text`]: in alphabetical order, without empty columns at the end of a line.
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
            let filled = columns.iter().rposition(|column| !column.is_empty()).map_or(0, |last| last + 1);
            for column in &columns[..filled] {
                text.push('\t');
                text.push_str(column);
            }
            text.push('\n');
        }
        text
    }

    /// How many words bear each mark, in the order of [`Mark::ALL`].
    #[must_use]
    pub const fn mark_counts(&self) -> [(Mark, usize); Mark::ALL.len()] {
        self.mark_counts
    }
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon").field("words", &self.len()).field("digest", &self.digest).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        text.parse().unwrap()
    }

    fn lexicon() -> Lexicon {
        let words = "AT\t\t\t\t10\nBAT\t\t\t\t20\nBATH\t\t\t\t10\nBATS\tplural_s,verb_s\tBAT\t\t20\nCAT\tprofane\nTAB\nCATS\nTHAT\t\t\ta pronoun\n";
        Lexicon::from_text(words, "flying\tFlying\t\tBAT\n").unwrap()
    }

    #[test]
    fn every_word_is_found_where_it_stands() {
        let lexicon = lexicon();
        for ordinal in lexicon.ordinals() {
            let found = word(lexicon.word(ordinal));
            assert_eq!(lexicon.find(&found), Some(ordinal));
            assert_eq!(lexicon.fst().get(found.as_bytes()), Some(u64::from(ordinal.0)));
        }
        for absent in ["BA", "BATHS", "A", "ZZZ", "ATBAT"] {
            assert_eq!(lexicon.find(&word(absent)), None, "{absent}");
        }
    }

    #[test]
    fn facts_of_a_word_are_kept() {
        let lexicon = lexicon();
        let bats = lexicon.find(&word("BATS")).unwrap();
        assert_eq!((lexicon.lemma(bats), lexicon.tier(bats), lexicon.definition(bats)), (Some("BAT"), 20, None));
        let that = lexicon.find(&word("THAT")).unwrap();
        assert_eq!(lexicon.definition(that), Some("a pronoun"));
        assert_eq!(lexicon.mark_counts()[Mark::Profane as usize], (Mark::Profane, 1));
        assert!(lexicon.category("flying").unwrap().contains(&word("BAT")));
    }

    #[test]
    fn a_text_written_anew_is_the_canonical_one() {
        let embedded = source::embedded();
        let lexicon = Lexicon::from_text(&embedded.words, "").unwrap();
        assert!(lexicon.to_text() == *embedded.words, "the compiled-in text is in canonical form");
        let lexicon = Lexicon::from_text("zoo\nAA\t\t\tlava\r\nCATS\tverb_s,plural_s\tCAT\t\t07\n", "").unwrap();
        assert_eq!(lexicon.to_text(), "AA\t\t\tlava\nCATS\tplural_s,verb_s\tCAT\t\t7\nZOO\n");
    }

    #[test]
    fn hooks_and_near_misses() {
        let lexicon = lexicon();
        let words = Words::from(&lexicon);
        let hooks = words.hooks(&word("AT"));
        assert_eq!((hooks.front.to_string(), hooks.back.to_string()), ("BC".to_owned(), String::new()));
        assert_eq!(words.hooks(&word("BAT")).back.to_string(), "HS");
        let inner = |text: &str| (words.hooks(&word(text)).inner_front, words.hooks(&word(text)).inner_back);
        assert_eq!(
            [inner("BATS"), inner("CAT"), inner("AT"), inner("ATE"), inner("A")],
            [(false, true), (true, false), (false, false), (false, true), (false, false)]
        );
        assert_eq!(words.near(&word("BAT"), 10), ["AT", "BATH", "BATS", "CAT"]);
        assert_eq!(words.near(&word("ABT"), 10), ["AT", "BAT"]);
        assert_eq!(words.near(&word("BAT"), 1), ["AT"]);
    }

    #[test]
    fn the_digest_is_that_of_the_text() {
        let lexicon = Lexicon::from_text("AA\n", "").unwrap();
        // printf 'AA\n' | sha256sum
        assert_eq!(lexicon.digest(), Digest::of(&[b"AA\n"]));
        assert_eq!(
            Digest::of(&[]).to_string(),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }
}
