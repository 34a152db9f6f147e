//! Word searches and their execution.

use std::fmt;
use std::ops::RangeInclusive;

use super::anagrams;
use super::filter::Filter;
use super::letters::Letters;
use super::order::{Order, Ranking};
use crate::lexicon::{
    Category, Digest, LetterCounts, Lexicon, Marks, Numbered, Ordinal, Pattern, Vocabulary, Words,
};
use crate::rules::{Variant, play_on_words};
use crate::word::{Letter, LetterSet, Word};

/// A search for the words that pass every given filter.
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WordSearch {
    /// The pattern that the words match.
    pub pattern: Option<Pattern>,
    /// The letters and wilds that the words are anagrams of.
    pub anagram_of: Option<Letters>,
    /// The letters and wilds that spell the words, each used at most once.
    pub within: Option<Letters>,
    /// Letters that the words contain next to each other.
    pub contains: Option<Word>,
    /// Letters that the words contain anywhere, each as often or more often.
    pub contains_all: Option<Word>,
    /// Letters that the words do not contain.
    pub excludes: LetterSet,
    /// Letters with which one letter more spells the words.
    pub stem: Option<Letters>,
    /// The number of vowels of the words.
    pub vowels: Option<RangeInclusive<usize>>,
    /// The number of anagrams of the words, themselves included.
    pub anagrams: Option<RangeInclusive<usize>>,
    /// The first letters of the words.
    pub starts: Option<Word>,
    /// The last letters of the words.
    pub ends: Option<Word>,
    /// The number of letters of the words.
    pub lengths: RangeInclusive<usize>,
    /// The marks that every word must have.
    pub marks: Marks,
    /// The marks that no word may have.
    pub without_marks: Marks,
    /// The bound on the tiers of the words of the lexicon; `None` for words of all tiers.
    pub max_tier: Option<u8>,
    /// The game that allows the words.
    pub variant: Option<Variant>,
    /// The house rules of Play On Words, which matter if `variant` is that game (RULEBOOK P9).
    pub play_on_words: play_on_words::Rules,
    /// The names of the categories that must contain every word. If the lexicon lacks one of these
    /// categories, the search finds nothing.
    pub categories: Vec<String>,
    /// The order in which the words are listed.
    pub order: Order,
    /// The seed of the order, if it is shuffled.
    pub seed: Option<String>,
}

impl Default for WordSearch {
    /// Returns a search for every word, in alphabetical order.
    fn default() -> Self {
        Self {
            pattern: None,
            anagram_of: None,
            within: None,
            contains: None,
            contains_all: None,
            excludes: LetterSet::default(),
            stem: None,
            vowels: None,
            anagrams: None,
            starts: None,
            ends: None,
            lengths: 1..=Word::MAX_LETTERS,
            marks: Marks::NONE,
            without_marks: Marks::NONE,
            max_tier: None,
            variant: None,
            play_on_words: play_on_words::Rules::default(),
            categories: Vec::new(),
            order: Order::default(),
            seed: None,
        }
    }
}

impl fmt::Display for WordSearch {
    /// Writes the search as the query of a URL, with every filter in a fixed position and form.
    /// Equal searches have equal texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filters: [(&str, Option<&dyn fmt::Display>); 10] = [
            ("pattern", self.pattern.as_ref().map(|pattern| pattern as _)),
            ("anagram_of", self.anagram_of.as_ref().map(|letters| letters as _)),
            ("within", self.within.as_ref().map(|letters| letters as _)),
            ("contains", self.contains.as_ref().map(|letters| letters as _)),
            ("contains_all", self.contains_all.as_ref().map(|letters| letters as _)),
            ("stem", self.stem.as_ref().map(|letters| letters as _)),
            ("starts", self.starts.as_ref().map(|letters| letters as _)),
            ("ends", self.ends.as_ref().map(|letters| letters as _)),
            ("max_tier", self.max_tier.as_ref().map(|tier| tier as _)),
            ("variant", self.variant.as_ref().map(|variant| variant as _)),
        ];
        for (name, value) in filters {
            if let Some(value) = value {
                write!(f, "{name}={value}&")?;
            }
        }
        for (name, counts) in [("vowels", &self.vowels), ("anagrams", &self.anagrams)] {
            if let Some(counts) = counts {
                write!(f, "{name}={}-{}&", counts.start(), counts.end())?;
            }
        }
        if !self.excludes.is_empty() {
            let letters: String = self.excludes.iter().map(Letter::as_char).collect();
            write!(f, "excludes={letters}&")?;
        }
        if let Some(rules) = self.plural_rules() {
            let (plural, irregular): (&str, &str) =
                (rules.plural.into(), rules.irregular_plurals.into());
            write!(f, "plural={plural}&irregular_plurals={irregular}&")?;
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
        )?;
        // Any text can be a seed, so only its digest has a fixed form.
        match &self.seed {
            Some(seed) => write!(f, "&seed={}", Digest::of(&[seed.as_bytes()])),
            None => Ok(()),
        }
    }
}

impl WordSearch {
    /// Returns the house rules, if they change which words are allowed.
    fn plural_rules(&self) -> Option<play_on_words::Rules> {
        let rules = self.play_on_words;
        let default = play_on_words::Rules::default();
        let plurals = |rules: play_on_words::Rules| (rules.plural, rules.irregular_plurals);
        let is_other =
            self.variant == Some(Variant::PlayOnWords) && plurals(rules) != plurals(default);
        is_other.then_some(rules)
    }

    /// Returns the order of the results.
    #[must_use]
    pub fn ranking(&self) -> Ranking<'_> {
        Ranking::new(self.order, self.variant, self.seed.as_deref().unwrap_or_default())
    }

    /// Returns an upper bound on the number of lexicon words that the search examines.
    #[must_use]
    pub fn candidates(&self, lexicon: &Lexicon) -> usize {
        if self.anagrams.is_some() {
            return lexicon.len();
        }
        let range = self.filter(lexicon.into(), None).range;
        let in_category =
            |name: &String| lexicon.category(name).map_or(0, |category| category.words().len());
        let fewest = self.categories.iter().map(in_category).min();
        range.len().min(fewest.unwrap_or(usize::MAX))
    }

    /// Returns the matching words that `not_in` does not contain, in the order of the search.
    #[must_use]
    pub fn find(&self, numbered: &Numbered<'_>, not_in: Option<&Lexicon>) -> Vec<Ordinal> {
        let words = numbered.words();
        let lexicon = words.lexicon();
        let filter = self.filter(words, not_in);
        let known: Vec<&Category> =
            self.categories.iter().filter_map(|name| lexicon.category(name)).collect();
        if known.len() < self.categories.len() {
            return Vec::new();
        }
        let is_in_all = |word: &Word| known.iter().all(|category| category.contains(word));
        let matching = |ordinal: Ordinal| {
            filter.rest_passes(ordinal).then(|| numbered.of_lexicon(ordinal)).flatten()
        };
        let mut found: Vec<Ordinal> = Vec::new();
        if let Some(fewest) = known.iter().min_by_key(|category| category.words().len()) {
            let of_category = fewest.words().iter().filter(|word| is_in_all(word));
            let in_range = of_category.filter_map(|word| lexicon.find(word)).filter(|ordinal| {
                filter.range.contains(&ordinal.0) && filter.size_passes(*ordinal)
            });
            found.extend(in_range.filter_map(matching));
        } else if lexicon.is_loaded() {
            // Internal iteration, block by block, is faster than pulling word by word.
            filter.sized().for_each(|ordinal| found.extend(matching(ordinal)));
        } else {
            lexicon.visit(
                filter.range.clone(),
                filter.patterns.first(),
                |ordinal, word, letters| {
                    if filter.passes(ordinal, word, letters) {
                        found.extend(numbered.of_lexicon(ordinal));
                    }
                },
            );
        }
        let of_lexicon = found.len();
        found.extend(
            numbered
                .added()
                .filter(|(_, word)| is_in_all(word) && filter.passes_added(word))
                .map(|(ordinal, _)| ordinal),
        );
        if found.len() > of_lexicon {
            found.sort_unstable();
        }
        if let Some(counts) = &self.anagrams {
            anagrams::keep(&mut found, numbered, counts);
        }
        self.ranking().sort(numbered, &mut found);
        found
    }

    fn filter<'s>(&'s self, words: Words<'s>, not_in: Option<&'s Lexicon>) -> Filter<'s> {
        let mut lengths = self.lengths.clone();
        let mut narrow = |min: usize, max: usize| {
            lengths = *lengths.start().max(&min)..=*lengths.end().min(&max);
        };
        let patterns: Vec<Pattern> = self
            .pattern
            .iter()
            .cloned()
            .chain(self.contains.as_ref().map(Pattern::containing))
            .collect();
        let mut needs = LetterSet::default();
        for pattern in &patterns {
            narrow(pattern.min_len(), pattern.max_len());
            needs = needs.union(pattern.required_letters());
        }
        for letters in self.anagram_of.iter().chain(&self.stem) {
            narrow(letters.len(), letters.len());
            needs = needs.union(letters.counts().letters());
        }
        let contains_all: LetterCounts = self.contains_all.iter().flat_map(Word::letters).collect();
        needs = needs.union(contains_all.letters());
        if let Some(letters) = &self.within {
            narrow(1, letters.len());
        }
        if let Some(variant) = self.variant {
            let allowed = &variant.word_rules().lengths;
            narrow(*allowed.start(), *allowed.end());
        }
        if let Some(ends) = &self.ends {
            needs = needs.union(ends.letters().collect());
        }
        let prefix: String =
            self.pattern.iter().flat_map(Pattern::prefix).map(Letter::as_char).collect();
        let starts = self.starts.as_ref().map_or("", Word::as_str);
        let (by_pattern, by_start) =
            (words.lexicon().prefix_range(&prefix), words.lexicon().prefix_range(starts));
        let begin = by_pattern.start.max(by_start.start);
        Filter {
            words,
            range: begin..by_pattern.end.min(by_start.end).max(begin),
            lengths,
            needs,
            excludes: self.excludes,
            contains_all,
            vowels: self.vowels.as_ref(),
            letters: self
                .anagram_of
                .iter()
                .chain(&self.within)
                .chain(&self.stem)
                .map(|letters| (letters.all(), letters))
                .collect(),
            marks: self.marks,
            without_marks: self.without_marks,
            vocabulary: words.up_to_tier(self.max_tier.unwrap_or(Vocabulary::ALL_TIERS)),
            starts,
            ends: self.ends.as_ref().map_or("", Word::as_str),
            patterns,
            game: self.variant.map(Variant::word_rules),
            plural_rules: self.plural_rules(),
            not_in,
        }
    }
}
