//! Definitions from `WordNet`: the glosses of an operator's own copy, laid into a lexicon text.
//!
//! A copy is a directory with `index.noun` and `data.noun`, and the same for `verb`, `adj` and `adv` (wndb(5WN)). The index names for each word the
//! places of its senses in the data, the most frequent first; a place is a number of bytes.

use std::collections::HashMap;

use thiserror::Error;

use super::text::{self, BadText, MAX_DEFINITION_BYTES};

/// The parts of speech, as the names of the files end.
pub const PARTS: [&str; 4] = ["noun", "verb", "adj", "adv"];
/// How many senses of a part of speech a definition tells.
const MOST_SENSES: usize = 3;

/// The senses of words: by word in lower case, the glosses with their part of speech.
#[derive(Debug, Default)]
pub struct Glosses<'t> {
    senses: HashMap<&'t str, Vec<(&'static str, &'t str)>>,
}

/// A line of an index that can't be read, or doesn't lead to a sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("index.{part}, line {line}: {fault}")]
pub struct BadIndex {
    /// The part of speech.
    pub part: &'static str,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: &'static str,
}

impl<'t> Glosses<'t> {
    /// Adds the words of a part of speech from its index and its data.
    ///
    /// Senses that `WordNet` writes in upper case only, names, are left out.
    ///
    /// # Errors
    /// [`BadIndex`] for the first line that can't be read: a damaged copy, or line ends that were changed.
    pub fn add(&mut self, part: &'static str, index: &'t str, data: &'t str) -> Result<(), BadIndex> {
        for (number, line) in index.lines().enumerate().filter(|(_, line)| !line.starts_with(' ')) {
            let bad = |fault: &'static str| BadIndex { part, line: number + 1, fault };
            let mut columns = line.split_ascii_whitespace();
            let word = columns.next().ok_or_else(|| bad("the line is empty"))?;
            let senses = columns.nth(1).and_then(|count| count.parse::<usize>().ok());
            let senses = senses.ok_or_else(|| bad("the third column is no number of senses"))?;
            if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                continue;
            }
            // The places are the last columns.
            let mut places: Vec<&str> = columns.rev().take(senses).collect();
            places.reverse();
            for place in places {
                let at = place.parse().ok().and_then(|at: usize| data.get(at..));
                let sense = at.and_then(|rest| rest.lines().next()).filter(|sense| sense.starts_with(place));
                let sense = sense.ok_or_else(|| bad("at a place that it names the data have no sense"))?;
                if let Some(gloss) = gloss(word, sense) {
                    self.senses.entry(word).or_default().push((part, gloss));
                }
            }
        }
        Ok(())
    }

    /// A word's definition: up to three senses of each part of speech, as far as they fit into [`MAX_DEFINITION_BYTES`].
    #[must_use]
    pub fn definition(&self, word: &str) -> Option<String> {
        let senses = self.senses.get(word.to_ascii_lowercase().as_str())?;
        let mut definition = String::new();
        for part in senses.chunk_by(|one, other| one.0 == other.0) {
            for (place, (name, gloss)) in part.iter().take(MOST_SENSES).enumerate() {
                let before = match (place, definition.is_empty()) {
                    (0, true) => format!("{name}: "),
                    (0, false) => format!(" | {name}: "),
                    _ => "; ".to_owned(),
                };
                if definition.len() + before.len() + gloss.len() > MAX_DEFINITION_BYTES {
                    break;
                }
                definition.push_str(&before);
                definition.push_str(gloss);
            }
        }
        Some(definition).filter(|definition| !definition.is_empty())
    }
}

/// What a line of data says that a word means, without examples; `None` if it has the word as a name only.
fn gloss<'t>(word: &str, sense: &'t str) -> Option<&'t str> {
    let (facts, gloss) = sense.split_once(" | ")?;
    let mut columns = facts.split(' ').skip(3);
    let words = usize::from_str_radix(columns.next()?, 16).ok()?;
    // Adjectives may have a marker: `galore(ip)`.
    let spelt = |column: &str| column.split('(').next() == Some(word);
    columns.step_by(2).take(words).any(spelt).then_some(())?;
    let meaning = gloss.split("; \"").next().unwrap_or(gloss).trim();
    Some(meaning).filter(|meaning| !meaning.is_empty() && !meaning.contains('\t'))
}

/// A lexicon text with the definitions that it hasn't yet, and how many words got one; everything else stays as it is.
///
/// ```
/// use wordcourt::lexicon::wordnet::{Glosses, with_definitions};
/// let data = "00000000 05 n 02 cat 0 true_cat 0 000 | feline mammal; \"she has two cats\"\n";
/// let mut glosses = Glosses::default();
/// glosses.add("noun", "cat n 1 0 1 0 00000000\n", data)?;
/// assert_eq!(with_definitions("CAT\nDOG\n", &glosses)?, ("CAT\t\t\tnoun: feline mammal\nDOG\n".to_owned(), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BadText`] if the text is none of a lexicon.
pub fn with_definitions(text: &str, glosses: &Glosses<'_>) -> Result<(String, usize), BadText> {
    const DEFINITION: usize = 3;
    text::parse(text)?;
    let mut defined = 0;
    let mut whole = String::with_capacity(text.len() * 4);
    for line in text.lines() {
        let mut columns: Vec<&str> = line.split('\t').collect();
        let is_defined = columns.get(DEFINITION).is_some_and(|definition| !definition.is_empty());
        let definition = if is_defined { None } else { glosses.definition(columns[0]) };
        if let Some(definition) = &definition {
            columns.resize(columns.len().max(DEFINITION + 1), "");
            columns[DEFINITION] = definition;
            defined += 1;
        }
        whole.push_str(&columns.join("\t"));
        whole.push('\n');
    }
    Ok((whole, defined))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LICENCE: &str = "  1 This software and database is being provided\n";

    /// Some senses in the format of the data, and their places.
    fn data(senses: &[&str]) -> (String, Vec<String>) {
        let mut data = LICENCE.to_owned();
        let mut places = Vec::new();
        for sense in senses {
            places.push(format!("{:08}", data.len()));
            data = format!("{data}{:08} {sense}  \n", data.len());
        }
        (data, places)
    }

    #[test]
    fn senses_are_told_by_part_of_speech_without_examples_and_names() {
        let (nouns, at) = data(&[
            "05 n 02 Turkey 0 Republic_of_Turkey 0 001 @ 00000000 n 0000 | a Eurasian republic",
            "05 n 01 turkey 0 000 | large gallinaceous bird; domesticated; \"roast turkey\"; \"a wild one\"",
        ]);
        let (adjectives, galore) = data(&["00 s 01 galore(ip) 0 000 | in great numbers"]);
        let noun_index =
            format!("{LICENCE}turkey n 2 1 @ 2 0 {} {}  \nturkey_cock n 1 0 1 0 {}\n", at[0], at[1], at[1]);
        let adjective_index = format!("galore a 1 0 1 0 {0}\nturkey a 1 0 1 0 {0}\n", galore[0]);
        let mut glosses = Glosses::default();
        glosses.add("noun", &noun_index, &nouns).unwrap();
        glosses.add("adj", &adjective_index, &adjectives).unwrap();
        assert_eq!(glosses.definition("TURKEY").unwrap(), "noun: large gallinaceous bird; domesticated");
        assert_eq!(glosses.definition("GALORE").unwrap(), "adj: in great numbers");
        assert_eq!(glosses.definition("TURKEYS"), None);
    }

    #[test]
    fn a_definition_has_three_senses_of_a_part_and_fits() {
        let long = format!("05 n 01 ox 0 000 | {}", "x".repeat(1_990));
        let (nouns, at) = data(&["05 n 01 ox 0 000 | a", "05 n 01 ox 0 000 | b", &long, "05 n 01 ox 0 000 | d"]);
        let index = format!("ox n 4 0 4 0 {}\n", at.join(" "));
        let (verbs, verb_at) = data(&["05 v 01 ox 0 00 | to e"]);
        let verb_index = format!("ox v 1 0 1 0 {}\n", verb_at[0]);
        let mut glosses = Glosses::default();
        glosses.add("noun", &index, &nouns).unwrap();
        glosses.add("verb", &verb_index, &verbs).unwrap();
        assert_eq!(glosses.definition("OX").unwrap(), "noun: a; b | verb: to e");
    }

    #[test]
    fn damaged_copies_are_refused_with_the_line() {
        let add = |index: &str, data: &str| Glosses::default().add("noun", index, data).unwrap_err().to_string();
        assert_eq!(add("\n", ""), "index.noun, line 1: the line is empty");
        assert_eq!(add(" \ncat n\n", ""), "index.noun, line 2: the third column is no number of senses");
        let lost = "index.noun, line 1: at a place that it names the data have no sense";
        assert_eq!(add("cat n 1 0 1 0 00000001\n", "00000000 05"), lost);
        assert_eq!(add("cat n 1 0 1 0 99999999999999999999\n", "00000000 05"), lost);
        assert_eq!(add("cat n 1 0 1 0 00000001\n", "é"), lost);
    }

    #[test]
    fn only_what_has_no_definition_gets_one() {
        let (nouns, at) = data(&["05 n 02 cat 0 eel 0 000 | an animal"]);
        let index = format!("cat n 1 0 1 0 {0}\neel n 1 0 1 0 {0}\n", at[0]);
        let mut glosses = Glosses::default();
        glosses.add("noun", &index, &nouns).unwrap();
        let text = "eel\nCAT\tordinary\t\tmine\t10\nCATS\tplural_s\tCAT\n";
        let (defined, count) = with_definitions(text, &glosses).unwrap();
        assert_eq!(defined, "eel\t\t\tnoun: an animal\nCAT\tordinary\t\tmine\t10\nCATS\tplural_s\tCAT\n");
        assert_eq!(count, 1);
        assert!(text::parse(&defined).is_ok());
        assert!(with_definitions("A1\n", &glosses).is_err());
    }
}
