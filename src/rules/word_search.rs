//! Words sought by what they look like: one scan of the lexicon, the cheapest tests first.
//!
//! Every test takes a bounded number of steps a letter, so a search takes at most the lexicon's letters times a small constant, whatever is asked.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Variant, limits};
use crate::lexicon::{Category, LetterCounts, Lexicon, Marks, Numbered, Ordinal, Pattern, Words};
use crate::word::{Letter, LetterSet, Word};

/// Letters in any order, and wilds that stand for any one letter each.
///
/// ```
/// use wordcourt::rules::word_search::Letters;
/// let letters: Letters = "tac?".parse()?;
/// assert!(letters.spell("CATS") && letters.spell("AT") && !letters.spell("CATTLE"));
/// assert_eq!(letters.to_string(), "ACT?");
/// # Ok::<(), wordcourt::rules::word_search::BadLetters>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    counts: LetterCounts,
    wilds: u8,
}

/// Why a text is no row of letters and wilds.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadLetters {
    /// Nothing stands in it.
    #[error("give at least one letter or ?")]
    Empty,
    /// It has too many characters.
    #[error("more than {most} letters and wilds", most = limits::SEARCH_LETTERS)]
    TooMany,
    /// A character that is neither a letter nor a wild; `position` counts characters from 1.
    #[error("character {position} is {found:?}; give the letters A to Z, and ? for a wild")]
    Character {
        /// Which character, counted from 1.
        position: usize,
        /// The character itself.
        found: char,
    },
}

impl FromStr for Letters {
    type Err = BadLetters;

    /// Reads letters in either case, and `?` for a wild: 1 to [`limits::SEARCH_LETTERS`] of them.
    fn from_str(text: &str) -> Result<Self, BadLetters> {
        let mut letters = Self { counts: LetterCounts::default(), wilds: 0 };
        if text.is_empty() {
            return Err(BadLetters::Empty);
        }
        if text.chars().nth(limits::SEARCH_LETTERS).is_some() {
            return Err(BadLetters::TooMany);
        }
        for (position, found) in (1..).zip(text.chars()) {
            match u8::try_from(found).ok().and_then(Letter::from_ascii) {
                Some(letter) => letters.counts.add(letter),
                None if found == '?' => letters.wilds += 1,
                None => return Err(BadLetters::Character { position, found }),
            }
        }
        Ok(letters)
    }
}

impl Letters {
    /// How many letters and wilds there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.total() as usize + usize::from(self.wilds)
    }

    /// Never: at least one letter or wild is read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether they can spell a word, each used once at most.
    #[must_use]
    pub fn spell(&self, word: &str) -> bool {
        let mut left = self.counts;
        let mut wilds = self.wilds;
        word.bytes().filter_map(Letter::from_ascii).all(|letter| {
            left.take(letter) || {
                let is_left = wilds > 0;
                wilds = wilds.saturating_sub(1);
                is_left
            }
        })
    }
}

impl fmt::Display for Letters {
    /// In alphabetical order, wilds last: equal letters are written alike.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in Letter::all() {
            (0..self.counts.count(letter)).try_for_each(|_| write!(f, "{letter}"))?;
        }
        (0..self.wilds).try_for_each(|_| f.write_str("?"))
    }
}

/// The order in which words are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "http", schema(as = WordOrder))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// By the alphabet.
    #[default]
    Alphabetical,
    /// By length, the shortest first, then by the alphabet.
    Shortest,
    /// By length, the longest first, then by the alphabet.
    Longest,
}

impl Order {
    /// Every order.
    pub const ALL: [Self; 3] = [Self::Alphabetical, Self::Shortest, Self::Longest];

    /// The order's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alphabetical => "alphabetical",
            Self::Shortest => "shortest",
            Self::Longest => "longest",
        }
    }

    /// How two words stand to each other.
    #[must_use]
    pub fn compare(self, words: &Numbered<'_>, one: Ordinal, other: Ordinal) -> Ordering {
        let by_length = || words.entry(one).word_len().cmp(&words.entry(other).word_len());
        let by_order = match self {
            Self::Alphabetical => Ordering::Equal,
            Self::Shortest => by_length(),
            Self::Longest => by_length().reverse(),
        };
        by_order.then(one.cmp(&other))
    }
}

/// What is sought: words of which all of this holds.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, Numbered};
/// use wordcourt::rules::word_search::WordSearch;
/// let lexicon = Lexicon::from_text("ACT\nCAT\nCATS\tplural_s\nTACT\n", "")?;
/// let words = Numbered::new(&lexicon);
/// let search = WordSearch { within: Some("tacs".parse().unwrap()), lengths: 4..=45, ..WordSearch::default() };
/// let found: Vec<&str> = search.find(&words, None).into_iter().map(|ordinal| words.word(ordinal)).collect();
/// assert_eq!(found, ["CATS"]);
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug, Clone)]
pub struct WordSearch {
    /// What they look like.
    pub pattern: Option<Pattern>,
    /// Letters and wilds that each of them takes all of.
    pub anagram_of: Option<Letters>,
    /// Letters and wilds that can spell each of them.
    pub within: Option<Letters>,
    /// Letters that stand in them side by side.
    pub contains: Option<Word>,
    /// Their first letters.
    pub starts: Option<Word>,
    /// Their last letters.
    pub ends: Option<Word>,
    /// How many letters they have.
    pub lengths: RangeInclusive<usize>,
    /// Marks that they bear, all of them.
    pub marks: Marks,
    /// Marks that they don't bear, none of them.
    pub without_marks: Marks,
    /// The game that allows them.
    pub variant: Option<Variant>,
    /// Names of categories that they are in, all of them; of a name that the lexicon doesn't know nothing is found.
    pub categories: Vec<String>,
    /// The order in which they are listed.
    pub order: Order,
}

impl Default for WordSearch {
    /// Every word, by the alphabet.
    fn default() -> Self {
        Self {
            pattern: None,
            anagram_of: None,
            within: None,
            contains: None,
            starts: None,
            ends: None,
            lengths: 1..=Word::MAX_LETTERS,
            marks: Marks::NONE,
            without_marks: Marks::NONE,
            variant: None,
            categories: Vec::new(),
            order: Order::default(),
        }
    }
}

impl fmt::Display for WordSearch {
    /// As the query of a URL, every filter in a fixed place and form: equal searches are written alike.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filters: [(&str, Option<&dyn fmt::Display>); 7] = [
            ("pattern", self.pattern.as_ref().map(|pattern| pattern as _)),
            ("anagram_of", self.anagram_of.as_ref().map(|letters| letters as _)),
            ("within", self.within.as_ref().map(|letters| letters as _)),
            ("contains", self.contains.as_ref().map(|letters| letters as _)),
            ("starts", self.starts.as_ref().map(|letters| letters as _)),
            ("ends", self.ends.as_ref().map(|letters| letters as _)),
            ("variant", self.variant.as_ref().map(|variant| variant as _)),
        ];
        for (name, value) in filters {
            if let Some(value) = value {
                write!(f, "{name}={value}&")?;
            }
        }
        write!(
            f,
            "lengths={}-{}&marks={}&without_marks={}&category={}&order={}",
            self.lengths.start(),
            self.lengths.end(),
            self.marks,
            self.without_marks,
            self.categories.join(","),
            self.order.name()
        )
    }
}

impl WordSearch {
    /// How many words of the lexicon have to be looked at, at most.
    #[must_use]
    pub fn candidates(&self, lexicon: &Lexicon) -> usize {
        let range = self.sieve(lexicon.into(), None).range;
        let in_category = |name: &String| lexicon.category(name).map_or(0, |category| category.words().len());
        let fewest = self.categories.iter().map(in_category).min();
        range.len().min(fewest.unwrap_or(usize::MAX))
    }

    /// The words that are sought and that `not_in` doesn't hold, in order.
    #[must_use]
    pub fn find(&self, numbered: &Numbered<'_>, not_in: Option<&Lexicon>) -> Vec<Ordinal> {
        let words = numbered.words();
        let lexicon = words.lexicon();
        let sieve = self.sieve(words, not_in);
        let known: Vec<&Category> = self.categories.iter().filter_map(|name| lexicon.category(name)).collect();
        if known.len() < self.categories.len() {
            return Vec::new();
        }
        let is_in_all = |word: &Word| known.iter().all(|category| category.contains(word));
        let held = |ordinal: Ordinal| sieve.rest_passes(ordinal).then(|| numbered.of_lexicon(ordinal)).flatten();
        let mut found: Vec<Ordinal> = Vec::new();
        if let Some(fewest) = known.iter().min_by_key(|category| category.words().len()) {
            let of_category = fewest.words().iter().filter(|word| is_in_all(word));
            let in_range = of_category
                .filter_map(|word| lexicon.find(word))
                .filter(|ordinal| sieve.range.contains(&ordinal.0) && sieve.size_passes(*ordinal));
            found.extend(in_range.filter_map(held));
        } else {
            // Block by block from within, which is faster than word by word from without.
            sieve.sifted().for_each(|ordinal| found.extend(held(ordinal)));
        }
        let of_lexicon = found.len();
        found.extend(
            numbered
                .added()
                .filter(|(_, word)| is_in_all(word) && sieve.passes_added(word))
                .map(|(ordinal, _)| ordinal),
        );
        if found.len() > of_lexicon {
            found.sort_unstable();
        }
        let word_len = |ordinal: &Ordinal| numbered.entry(*ordinal).word_len();
        match self.order {
            Order::Alphabetical => {}
            // Stable, over few different keys: close to linear.
            Order::Shortest => found.sort_by_key(word_len),
            Order::Longest => found.sort_by_key(|ordinal| std::cmp::Reverse(word_len(ordinal))),
        }
        found
    }

    fn sieve<'s>(&'s self, words: Words<'s>, not_in: Option<&'s Lexicon>) -> Sieve<'s> {
        let mut lengths = self.lengths.clone();
        let mut narrow = |least: usize, most: usize| lengths = *lengths.start().max(&least)..=*lengths.end().min(&most);
        let patterns: Vec<Pattern> =
            self.pattern.iter().cloned().chain(self.contains.as_ref().map(Pattern::containing)).collect();
        let mut needs = LetterSet::default();
        for pattern in &patterns {
            narrow(pattern.min_len(), pattern.max_len());
            needs = needs.union(pattern.needs());
        }
        if let Some(letters) = &self.anagram_of {
            narrow(letters.len(), letters.len());
            needs = needs.union(letters.counts.letters());
        }
        if let Some(letters) = &self.within {
            narrow(1, letters.len());
        }
        if let Some(variant) = self.variant {
            let (least, most) = variant.lengths().0.into_inner();
            narrow(least, most);
        }
        if let Some(ends) = &self.ends {
            needs = needs.union(ends.letters().collect());
        }
        let prefix: String = self.pattern.iter().flat_map(Pattern::prefix).map(Letter::as_char).collect();
        let starts = self.starts.as_ref().map_or("", Word::as_str);
        let (by_pattern, by_start) = (words.lexicon().beginning_with(&prefix), words.lexicon().beginning_with(starts));
        let begin = by_pattern.start.max(by_start.start);
        Sieve {
            words,
            range: begin..by_pattern.end.min(by_start.end).max(begin),
            lengths,
            needs,
            letters: self
                .anagram_of
                .iter()
                .chain(&self.within)
                .map(|letters| (letters.counts.letters(), letters))
                .collect(),
            marks: self.marks,
            without_marks: self.without_marks,
            starts,
            ends: self.ends.as_ref().map_or("", Word::as_str),
            patterns,
            variant: self.variant,
            not_in,
        }
    }
}

/// Letter by letter: for a few letters, or none, a call of memcmp takes longer than everything else.
fn ends_with(word: &[u8], end: &[u8]) -> bool {
    word.len().checked_sub(end.len()).is_some_and(|from| word[from..].iter().zip(end).all(|(one, other)| one == other))
}

/// A search made ready: what a word has to pass, the cheapest tests first.
struct Sieve<'s> {
    words: Words<'s>,
    /// Where the words of the lexicon stand that begin as they have to.
    range: std::ops::Range<u32>,
    lengths: RangeInclusive<usize>,
    /// Letters without which nothing passes.
    needs: LetterSet,
    /// What has to spell the word, with the letters that are in it.
    letters: Vec<(LetterSet, &'s Letters)>,
    marks: Marks,
    without_marks: Marks,
    starts: &'s str,
    ends: &'s str,
    patterns: Vec<Pattern>,
    variant: Option<Variant>,
    not_in: Option<&'s Lexicon>,
}

impl Sieve<'_> {
    /// The words within the range that have as many letters as they have to, and those that they need.
    ///
    /// A block of them is tried before the first is looked at further: which of them pass can't be foreseen, and going the wrong way takes a processor
    /// longer than the tests do.
    fn sifted(&self) -> impl Iterator<Item = Ordinal> {
        const BLOCK: u32 = u64::BITS;
        self.range.clone().step_by(BLOCK as usize).flat_map(|begin| {
            let count = BLOCK.min(self.range.end - begin);
            let passes = |at: u32| self.size_passes(Ordinal(begin + at));
            let mut passing = (0..count).fold(0, |passing, at| passing | u64::from(passes(at)) << at);
            std::iter::from_fn(move || {
                let first = (passing != 0).then(|| passing.trailing_zeros())?;
                passing &= passing - 1;
                Some(Ordinal(begin + first))
            })
        })
    }

    /// Whether a word of the lexicon has as many letters as it has to, and those that it needs.
    #[inline]
    fn size_passes(&self, ordinal: Ordinal) -> bool {
        let lexicon = self.words.lexicon();
        self.needs_pass(lexicon.word_len(ordinal), lexicon.letters(ordinal))
    }

    /// Whether such a word passes in everything else.
    #[inline]
    fn rest_passes(&self, ordinal: Ordinal) -> bool {
        let lexicon = self.words.lexicon();
        self.letters_pass(lexicon.letters(ordinal))
            && self.marks_pass(lexicon.marks(ordinal))
            && self.spelling_passes(lexicon.word(ordinal), |variant, word| {
                // The class decides; only of a word that it bars an exception has to be looked for.
                variant.class_verdict(lexicon, ordinal).is_allowed()
                    || word.parse().is_ok_and(|word| variant.verdict(lexicon, &word).is_allowed())
            })
    }

    /// Whether a house word passes.
    fn passes_added(&self, word: &Word) -> bool {
        let has = word.letters().collect();
        self.needs_pass(word.len(), has)
            && self.letters_pass(has)
            && self.marks_pass(Marks::NONE)
            && word.as_str().starts_with(self.starts)
            && self.spelling_passes(word.as_str(), |variant, _| variant.verdict(self.words, word).is_allowed())
    }

    #[inline]
    fn needs_pass(&self, len: usize, has: LetterSet) -> bool {
        self.lengths.contains(&len) & (has.intersection(self.needs) == self.needs)
    }

    #[inline]
    fn letters_pass(&self, has: LetterSet) -> bool {
        self.letters.iter().all(|(there, letters)| has.count_outside(*there) <= u32::from(letters.wilds))
    }

    #[inline]
    fn marks_pass(&self, marks: Marks) -> bool {
        marks.intersection(self.marks) == self.marks && marks.intersection(self.without_marks) == Marks::NONE
    }

    /// The tests that have to look at the letters one by one, or elsewhere.
    fn spelling_passes(&self, word: &str, is_allowed: impl Fn(Variant, &str) -> bool) -> bool {
        ends_with(word.as_bytes(), self.ends.as_bytes())
            && self.patterns.iter().all(|pattern| pattern.matches_row(word))
            && self.letters.iter().all(|(_, letters)| letters.spell(word))
            && self.variant.is_none_or(|variant| is_allowed(variant, word))
            && self.not_in.is_none_or(|other| !word.parse().is_ok_and(|word| other.contains(&word)))
    }
}
