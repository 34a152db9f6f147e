//! Definitions from `WordNet`: the senses of words in an installed copy, and lexicon texts with its
//! glosses added.
//!
//! A copy is a directory with the files `index.noun` and `data.noun`, and the same for `verb`,
//! `adj` and `adv` (see wndb(5WN)). The index lists the senses of each word, the most frequent
//! first, as byte offsets into the data.

mod base_forms;
mod sense;

use std::collections::HashMap;

use thiserror::Error;

pub use base_forms::base_forms;
pub use sense::Sense;

use sense::{gloss, plain};

use super::text::{self, MAX_DEFINITION_BYTES, TextError};

/// The parts of speech, as they appear in the file names.
pub const PARTS: [&str; 4] = ["noun", "verb", "adj", "adv"];
/// The maximum number of senses per part of speech in a definition.
const MAX_SENSES: usize = 3;

/// The glosses of words, by part of speech.
///
/// ```
/// use wordcourt::lexicon::wordnet::Glosses;
/// let data = "00000000 05 n 02 cat 0 true_cat 0 000 | feline mammal; \"she has two cats\"\n";
/// let mut glosses = Glosses::default();
/// glosses.add("noun", "cat n 1 0 1 0 00000000\n", data)?;
/// assert_eq!(glosses.definition("CAT").as_deref(), Some("noun: feline mammal"));
/// # Ok::<(), wordcourt::lexicon::wordnet::IndexError>(())
/// ```
#[derive(Debug, Default)]
pub struct Glosses<'t> {
    /// Maps a word in lower case to the part of speech and the gloss of each sense.
    senses: HashMap<&'t str, Vec<(&'static str, &'t str)>>,
}

/// The error for a line of an index that cannot be parsed or that refers to no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("index.{part}, line {line}: {fault}")]
pub struct IndexError {
    /// The part of speech.
    pub part: &'static str,
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub fault: &'static str,
}

impl<'t> Glosses<'t> {
    /// Adds the words of a part of speech from its index and its data.
    ///
    /// Omits the senses that `WordNet` writes with a capital letter, because they are names.
    ///
    /// # Errors
    /// Returns an [`IndexError`] for the first bad line. The copy is then damaged, or its line
    /// endings were changed.
    pub fn add(
        &mut self,
        part: &'static str,
        index: &'t str,
        data: &'t str,
    ) -> Result<(), IndexError> {
        for (number, line) in index.lines().enumerate().filter(|(_, line)| !line.starts_with(' ')) {
            let error = |fault: &'static str| IndexError { part, line: number + 1, fault };
            let mut columns = line.split_ascii_whitespace();
            let word = columns.next().ok_or_else(|| error("the line is empty"))?;
            let senses = columns.nth(1).and_then(|count| count.parse::<usize>().ok());
            let senses =
                senses.ok_or_else(|| error("the third column is not a number of senses"))?;
            if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                continue;
            }
            // The offsets are the last columns.
            let mut offsets: Vec<&str> = columns.rev().take(senses).collect();
            offsets.reverse();
            for offset in offsets {
                let sense = sense_at(data, offset)
                    .ok_or_else(|| error("there is no sense in the data at one of its offsets"))?;
                if let Some(gloss) = gloss_of(word, sense) {
                    self.senses.entry(word).or_default().push((part, gloss));
                }
            }
        }
        Ok(())
    }

    /// Composes the definition of a word: up to three senses per part of speech, as many as fit
    /// into [`MAX_DEFINITION_BYTES`].
    #[must_use]
    pub fn definition(&self, word: &str) -> Option<String> {
        let senses = self.senses.get(word.to_ascii_lowercase().as_str())?;
        let mut definition = String::new();
        for part in senses.chunk_by(|a, b| a.0 == b.0) {
            for (index, (name, gloss)) in part.iter().take(MAX_SENSES).enumerate() {
                let separator = match (index, definition.is_empty()) {
                    (0, true) => format!("{name}: "),
                    (0, false) => format!(" | {name}: "),
                    _ => "; ".to_owned(),
                };
                if definition.len() + separator.len() + gloss.len() > MAX_DEFINITION_BYTES {
                    break;
                }
                definition.push_str(&separator);
                definition.push_str(gloss);
            }
        }
        Some(definition).filter(|definition| !definition.is_empty())
    }
}

/// Returns the line of the data at an offset; `None` unless the line begins with that offset.
fn sense_at<'t>(data: &'t str, offset: &str) -> Option<&'t str> {
    let at: usize = offset.parse().ok()?;
    data.get(at..)?.lines().next().filter(|sense| sense.starts_with(offset))
}

/// Returns the gloss in a line of the data without its examples; `None` if the line has the word
/// only as a name.
fn gloss_of<'t>(word: &str, sense: &'t str) -> Option<&'t str> {
    let (facts, _) = sense.split_once(" | ")?;
    let mut columns = facts.split(' ').skip(3);
    let words = usize::from_str_radix(columns.next()?, 16).ok()?;
    if !columns.step_by(2).take(words).any(|column| plain(column) == word) {
        return None;
    }
    gloss(sense)
}

/// Adds definitions to the lines of a lexicon text that have none; returns the text and the number
/// of definitions added.
///
/// ```
/// use wordcourt::lexicon::wordnet::{Glosses, with_definitions};
/// let data = "00000000 05 n 02 cat 0 true_cat 0 000 | feline mammal; \"she has two cats\"\n";
/// let mut glosses = Glosses::default();
/// glosses.add("noun", "cat n 1 0 1 0 00000000\n", data)?;
/// let (text, added) = with_definitions("CAT\nDOG\n", &glosses)?;
/// assert_eq!((text.as_str(), added), ("CAT\t\t\tnoun: feline mammal\nDOG\n", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns a [`TextError`] if the text is not a lexicon text.
pub fn with_definitions(text: &str, glosses: &Glosses<'_>) -> Result<(String, usize), TextError> {
    const DEFINITION: usize = 3;
    text::parse(text)?;
    let mut added = 0;
    let mut whole = String::with_capacity(text.len() * 4);
    for line in text.lines() {
        let mut columns: Vec<&str> = line.split('\t').collect();
        let is_defined = columns.get(DEFINITION).is_some_and(|definition| !definition.is_empty());
        let definition = if is_defined { None } else { glosses.definition(columns[0]) };
        if let Some(definition) = &definition {
            columns.resize(columns.len().max(DEFINITION + 1), "");
            columns[DEFINITION] = definition;
            added += 1;
        }
        whole.push_str(&columns.join("\t"));
        whole.push('\n');
    }
    Ok((whole, added))
}
