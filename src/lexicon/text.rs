//! The lexicon text format: one word a line, or tab-separated `word, marks, lemma, definition, tier`.
//!
//! Trailing columns may be left out, lines may stand in any order and case, and end in LF or CRLF. A bad text is refused
//! whole, with the number of every bad line (up to [`MAX_REPORTED`]).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::marks::{Marks, UnknownMark};
use crate::word::{Word, WordError};

/// How many bad lines a refusal lists.
pub const MAX_REPORTED: usize = 100;
/// The longest definition, in bytes.
pub const MAX_DEFINITION_BYTES: usize = 2_000;
/// The most words that a lexicon may hold.
pub const MAX_WORDS: usize = 2_000_000;

/// One word of a lexicon text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'t> {
    /// The word itself, of two letters or more.
    pub word: Word,
    /// Its marks.
    pub marks: Marks,
    /// The headword that it is a form of, if that is another word.
    pub lemma: Option<Word>,
    /// What it means.
    pub definition: Option<&'t str>,
    /// How common it is: the size of the smallest list in which it stands (10 is the commonest), 0 if unknown.
    pub tier: u8,
}

/// A bad line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct BadLine {
    /// Its number, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// Nothing stands on it.
    #[error("the line is empty; take it out")]
    Empty,
    /// The first column is no word.
    #[error("{0}")]
    Word(#[from] WordError),
    /// The word has one letter.
    #[error("a word of one letter; words have two or more")]
    OneLetter,
    /// A mark that there isn't.
    #[error("{0}")]
    Mark(#[from] UnknownMark),
    /// The lemma is no word.
    #[error("lemma: {0}")]
    Lemma(WordError),
    /// The definition is too long.
    #[error("the definition has more than {MAX_DEFINITION_BYTES} bytes")]
    LongDefinition,
    /// The tier is no number from 0 to 99.
    #[error("tier {0:?} is no number from 0 to 99")]
    Tier(String),
    /// More columns than there are.
    #[error("more than five columns; they are word, marks, lemma, definition, tier")]
    Columns,
    /// The word stands on an earlier line as well.
    #[error("the word stands on line {first} already")]
    Duplicate {
        /// The earlier line.
        first: usize,
    },
    /// More words than a lexicon may hold.
    #[error("more than {MAX_WORDS} words")]
    TooMany,
}

/// Why a lexicon text was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct BadText {
    /// The bad lines in order, at most [`MAX_REPORTED`] of them; none if the text has no line at all.
    pub lines: Vec<BadLine>,
    /// How many bad lines there are in all.
    pub total: usize,
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lines.first() {
            None => write!(f, "the text holds no word"),
            Some(first) if self.total == 1 => write!(f, "{first}"),
            Some(first) => write!(f, "{} bad lines; {first}", self.total),
        }
    }
}

/// Reads a whole text; the entries come in alphabetical order.
///
/// # Errors
/// [`BadText`] with every bad line, or with none if the text is empty.
pub fn parse(text: &str) -> Result<Vec<Entry<'_>>, BadText> {
    let mut entries = Vec::with_capacity(text.len() / 12);
    let mut bad = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match parse_line(line) {
            Ok(_) if entries.len() == MAX_WORDS => {
                bad.push(BadLine { line: index + 1, fault: Fault::TooMany });
                break;
            }
            Ok(entry) => entries.push((entry, index + 1)),
            Err(fault) => bad.push(BadLine { line: index + 1, fault }),
        }
    }
    // Stable: of equal words the earlier line comes first.
    if !entries.is_sorted_by(|(a, _), (b, _)| a.word < b.word) {
        entries.sort_by_key(|(entry, _)| entry.word);
        let duplicates = entries.chunk_by(|(a, _), (b, _)| a.word == b.word).flat_map(|chunk| {
            let first = chunk[0].1;
            chunk[1..].iter().map(move |&(_, line)| BadLine { line, fault: Fault::Duplicate { first } })
        });
        bad.extend(duplicates);
        bad.sort_by_key(|bad_line| bad_line.line);
    }
    if !bad.is_empty() || entries.is_empty() {
        let total = bad.len();
        bad.truncate(MAX_REPORTED);
        return Err(BadText { lines: bad, total });
    }
    Ok(entries.into_iter().map(|(entry, _)| entry).collect())
}

fn parse_line(line: &str) -> Result<Entry<'_>, Fault> {
    if line.is_empty() {
        return Err(Fault::Empty);
    }
    let mut columns = line.split('\t');
    let mut next = || columns.next().unwrap_or_default();
    let word = Word::from_str(next())?;
    let marks = Marks::from_str(next())?;
    let lemma = next();
    let definition = next();
    let tier = next();
    if columns.next().is_some() {
        return Err(Fault::Columns);
    }
    if word.len() < 2 {
        return Err(Fault::OneLetter);
    }
    if definition.len() > MAX_DEFINITION_BYTES {
        return Err(Fault::LongDefinition);
    }
    Ok(Entry {
        word,
        marks,
        lemma: if lemma.is_empty() { None } else { Some(Word::from_str(lemma).map_err(Fault::Lemma)?) },
        definition: Some(definition).filter(|text| !text.is_empty()),
        tier: parse_tier(tier)?,
    })
}

fn parse_tier(text: &str) -> Result<u8, Fault> {
    match text {
        "" => Ok(0),
        _ => text.parse().ok().filter(|&tier| tier <= 99).ok_or_else(|| Fault::Tier(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Mark;

    #[test]
    fn a_plain_list_and_a_table_are_both_texts() {
        let entries = parse("zoo\nAA\r\n").unwrap();
        assert_eq!(entries.iter().map(|entry| entry.word.to_string()).collect::<Vec<_>>(), ["AA", "ZOO"]);

        let entries = parse("CATS\tplural_s\tCAT\tfelines\t10\nQI\n").unwrap();
        assert!(entries[0].marks.contains(Mark::PluralS));
        assert_eq!(entries[0].lemma.unwrap().as_str(), "CAT");
        assert_eq!((entries[0].definition, entries[0].tier), (Some("felines"), 10));
    }

    #[test]
    fn every_bad_line_is_named() {
        let text = "AA\n\nDON'T\nX\nCAT\tnoun\nDOG\t\t1\nAA\nFOX\t\t\t\tx\nOX\t\t\t\t10\textra\n";
        let error = parse(text).unwrap_err();
        let lines: Vec<_> = error.lines.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(error.lines[5].fault, Fault::Duplicate { first: 1 });
    }

    #[test]
    fn an_empty_text_is_refused_and_long_lists_of_faults_are_cut() {
        assert_eq!(parse("").unwrap_err().to_string(), "the text holds no word");
        let error = parse(&"1\n".repeat(1_000)).unwrap_err();
        assert_eq!((error.lines.len(), error.total), (MAX_REPORTED, 1_000));
    }
}
