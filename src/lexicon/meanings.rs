//! Meanings of words from a source outside the lexicon.

use std::fmt;

use super::marks::Mark;
use super::wordnet::Sense;
use super::words::{Entry, Words};
use crate::word::Word;

/// A source of meanings, such as an installed `WordNet`. No verdict depends on it.
pub trait Meanings: fmt::Debug + Send + Sync {
    /// Returns the senses of a word and then those of `lemma`, its headword in the lexicon; if both
    /// have none but names, also the senses of other base forms. Of each word, the most frequent
    /// senses come first.
    fn senses(&self, word: &str, lemma: Option<&str>) -> Vec<Sense>;
}

/// The marks of words that are written with a capital letter.
const NAMES: [Mark; 3] = [Mark::Proper, Mark::Geographical, Mark::Abbreviation];
/// The usages that make a sense profane.
const PROFANE: [&str; 3] = ["obscenity", "ethnic_slur", "disparagement"];
/// Words in glosses of profane senses. Not every such sense has a usage.
const PROFANE_GLOSSES: [&str; 3] = ["obscene", "offensive", "vulgar"];
/// The usages that make a sense slang.
const SLANG: [&str; 2] = ["slang", "colloquialism"];

/// The meanings of a valid word.
#[derive(Debug)]
pub struct WordMeanings<'l> {
    entry: Entry<'l>,
    /// The definition of the word or of its headword in the lexicon.
    definition: Option<&'l str>,
    senses: Vec<Sense>,
}

impl<'l> Words<'l> {
    /// Looks up the meanings of a word in the lexicon and in a source; `None` if the word is not
    /// valid.
    #[must_use]
    pub fn meanings(self, word: &Word, source: Option<&dyn Meanings>) -> Option<WordMeanings<'l>> {
        let entry = self.find(word)?;
        let of_headword = || self.find(&entry.lemma()?.parse().ok()?)?.definition();
        let senses = source.map(|source| source.senses(entry.word(), entry.lemma()));
        Some(WordMeanings {
            entry,
            definition: entry.definition().or_else(of_headword),
            senses: senses.unwrap_or_default(),
        })
    }
}

impl WordMeanings<'_> {
    /// Returns the meaning in one line: the definition in the lexicon, or else the most frequent
    /// sense.
    #[must_use]
    pub fn definition(&self) -> Option<String> {
        if let Some(definition) = self.definition {
            return Some(definition.to_owned());
        }
        let ordinary = || self.senses.iter().filter(|sense| !sense.is_name());
        let decent = ordinary().find(|sense| !is_profane(sense));
        // Other words are not used as names, even if `WordNet` has them only as names.
        let is_name = NAMES.into_iter().any(|mark| self.entry.marks().contains(mark));
        let name = || self.senses.first().filter(|_| is_name);
        decent.or_else(|| ordinary().next()).or_else(name).map(ToString::to_string)
    }

    /// Returns the sense to which a mark of the word applies, in one line; `None` if the source
    /// does not know it.
    #[must_use]
    pub fn marked_sense(&self, mark: Mark) -> Option<String> {
        let applies = |sense: &&Sense| match mark {
            Mark::PluralS | Mark::Plural => sense.part == "noun" && !sense.is_name(),
            mark if NAMES.contains(&mark) => sense.is_name(),
            Mark::Profane => is_profane(sense),
            Mark::Slang => sense.has_usage(&SLANG),
            _ => false,
        };
        self.senses.iter().find(applies).map(ToString::to_string)
    }
}

fn is_profane(sense: &Sense) -> bool {
    sense.has_usage(&PROFANE) || PROFANE_GLOSSES.iter().any(|word| sense.gloss.contains(word))
}
