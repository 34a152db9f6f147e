//! The words that an import has found.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;

use super::fold::fold;
use super::report::{EXAMPLES, Kind, Report};
use super::{ImportError, Imported};
use crate::lexicon::text::{MAX_DEFINITION_BYTES, MAX_WORDS, UNKNOWN_TIER_RANK};
use crate::lexicon::{Lexicon, Mark, Marks};
use crate::word::Word;

/// The marks, headword, definition and tier of a word.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) marks: Marks,
    pub(super) lemma: Option<Word>,
    pub(super) definition: Option<String>,
    pub(super) tier: u8,
}

/// The way in which a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Lower,
    /// As names are: the first letter is a capital.
    Capital,
    Upper,
}

/// Collects words, and counts the entries that are left out.
#[derive(Debug)]
pub(super) struct Collector {
    fold: bool,
    words: BTreeMap<Word, (Facts, Case)>,
    folded: usize,
    pub(super) report: Report,
}

impl Collector {
    pub(super) fn new(fold: bool) -> Self {
        Self { fold, words: BTreeMap::new(), folded: 0, report: Report::default() }
    }

    /// Adds an entry of a list, without blanks around it.
    pub(super) fn add(&mut self, entry: &str, facts: Facts) -> Result<(), ImportError> {
        self.report.read += 1;
        match self.word_of(entry) {
            Err(kind) => self.report.leave_out(kind, entry),
            Ok(word) => self.insert(word, entry, facts)?,
        }
        Ok(())
    }

    /// Adds a form that a rule derives from an entry; one that cannot be a word is not reported.
    pub(super) fn add_derived(&mut self, form: &str) -> Result<(), ImportError> {
        match self.word_of(form) {
            Ok(word) if !self.words.contains_key(&word) => {
                self.insert(word, form, Facts::default())
            }
            _ => Ok(()),
        }
    }

    fn insert(&mut self, word: Word, entry: &str, facts: Facts) -> Result<(), ImportError> {
        let is_full = self.words.len() == MAX_WORDS;
        let case = case_of(entry);
        match self.words.entry(word) {
            Entry::Occupied(mut known) => {
                let (kept, kept_case) = known.get_mut();
                kept.definition = kept.definition.take().or(facts.definition);
                kept.marks = kept.marks.union(facts.marks);
                if *kept_case == case {
                    self.report.leave_out(Kind::Repeated, entry);
                } else if case == Case::Lower {
                    *kept_case = case;
                }
            }
            Entry::Vacant(_) if is_full => return Err(ImportError::TooManyWords),
            Entry::Vacant(vacant) => _ = vacant.insert((facts, case)),
        }
        Ok(())
    }

    /// Returns the word of an entry, or why it cannot be one.
    fn word_of(&mut self, entry: &str) -> Result<Word, Kind> {
        if entry.is_ascii() {
            return parse(entry);
        }
        let folded = fold(entry);
        match parse(&folded) {
            Ok(word) if self.fold => {
                self.folded += 1;
                Ok(word)
            }
            Ok(_) => Err(Kind::Accents),
            Err(kind) => Err(kind),
        }
    }

    /// Writes the text. The words take the marks of the other lexicon unless they have some.
    pub(super) fn finish(
        mut self,
        marks_from: Option<(&str, &Lexicon)>,
    ) -> Result<Imported, ImportError> {
        self.report.words = self.words.len();
        self.report.left_out.sort_by_key(|left| std::cmp::Reverse(left.count));
        if self.words.is_empty() {
            return Err(ImportError::NoWords(Box::new(self.report)));
        }
        if self.folded > 0 {
            let note = format!("{} entries are written without their accents", self.folded);
            self.report.note(&note);
        }
        let marked = |(facts, _): &&(Facts, Case)| facts.marks != Marks::NONE;
        let own = self.words.values().filter(marked).count();
        if own > 0 {
            self.report.note(&format!("{own} words have marks of their own"));
        } else {
            if let Some((name, lexicon)) = marks_from {
                self.take_marks(name, lexicon);
            }
            self.mark_names(marks_from.map(|(_, lexicon)| lexicon));
        }
        let mut text = String::with_capacity(self.words.len() * 12);
        for (word, (facts, _)) in &self.words {
            write_line(&mut text, word, facts);
        }
        Ok(Imported { text, has_own_marks: own > 0, report: self.report })
    }

    /// Takes marks, headwords and tiers from another lexicon.
    fn take_marks(&mut self, name: &str, lexicon: &Lexicon) {
        let (mut known, mut marked) = (0, 0);
        for (word, (facts, _)) in &mut self.words {
            let Some(ordinal) = lexicon.find(word) else { continue };
            known += 1;
            facts.marks = lexicon.marks(ordinal);
            marked += usize::from(facts.marks != Marks::NONE);
            facts.lemma = lexicon.lemma(ordinal).and_then(|lemma| lemma.parse().ok());
            if facts.tier == 0 {
                facts.tier = lexicon.tier(ordinal);
            }
        }
        let total = self.words.len();
        self.report.note(&format!(
            "{name} knows {known} of the {total} words; {marked} have marks from it, which some games need"
        ));
    }

    /// Marks words that are always written like names or abbreviations, in a list that also has
    /// words in lower case, unless the other lexicon knows them.
    fn mark_names(&mut self, known: Option<&Lexicon>) {
        let count = |case| self.words.values().filter(|(_, written)| *written == case).count();
        let (lower, capital, upper) =
            (count(Case::Lower), count(Case::Capital), count(Case::Upper));
        // German writes every noun with a capital.
        if lower < 2 * (capital + upper) {
            return;
        }
        for (case, mark, what) in [
            (Case::Capital, Mark::Proper, "written like names, with a capital"),
            (Case::Upper, Mark::Abbreviation, "written in capitals"),
        ] {
            let mut examples = Vec::new();
            let mut marked = 0;
            for (word, (facts, written)) in &mut self.words {
                let is_known = known.is_some_and(|lexicon| lexicon.contains(word));
                if *written == case && !is_known {
                    facts.marks = facts.marks.union(Marks::of(&[mark]));
                    marked += 1;
                    if examples.len() < EXAMPLES {
                        examples.push(word.as_str());
                    }
                }
            }
            if marked > 0 {
                let examples = examples.join(", ");
                self.report.note(&format!(
                    "{marked} words are {what}, and get the mark {mark}: {examples}"
                ));
            }
        }
    }
}

/// Parses an entry that is ASCII, or that folding has made so.
fn parse(entry: &str) -> Result<Word, Kind> {
    match entry.parse::<Word>() {
        Ok(word) if word.len() > 1 => return Ok(word),
        Ok(_) => return Err(Kind::OneLetter),
        Err(_) => {}
    }
    let has = |characters: &[char]| entry.contains(characters);
    Err(if has(&[' ', '\u{a0}', '_']) {
        Kind::Phrase
    } else if has(&['\'', '’', '‘', 'ʼ', '`', '´']) {
        Kind::Apostrophe
    } else if has(&['-', '‐', '‑', '–']) {
        Kind::Hyphen
    } else if entry.contains(|character: char| character.is_ascii_digit()) {
        Kind::Digits
    } else if has(&['.']) {
        Kind::FullStop
    } else if !entry.is_empty() && entry.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        Kind::TooLong
    } else {
        Kind::Characters
    })
}

fn case_of(entry: &str) -> Case {
    let mut characters = entry.chars();
    if !characters.next().is_some_and(char::is_uppercase) {
        Case::Lower
    } else if characters.any(char::is_lowercase) {
        Case::Capital
    } else {
        Case::Upper
    }
}

fn write_line(text: &mut String, word: &Word, facts: &Facts) {
    let start = text.len();
    let lemma = facts.lemma.as_ref().map_or("", Word::as_str);
    let definition = facts.definition.as_deref().unwrap_or_default();
    // Writing to memory cannot fail.
    let _ = write!(text, "{}\t{}\t{lemma}\t{definition}\t", word.as_str(), facts.marks);
    if (1..UNKNOWN_TIER_RANK).contains(&facts.tier) {
        let _ = write!(text, "{}", facts.tier);
    }
    text.truncate(start + text[start..].trim_end_matches('\t').len());
    text.push('\n');
}

/// Returns a definition in one line of the allowed length; `None` if it is empty.
pub(super) fn definition(text: &str) -> Option<String> {
    let mut one_line = String::new();
    for part in text.split_whitespace() {
        if one_line.len() + part.len() >= MAX_DEFINITION_BYTES {
            break;
        }
        if !one_line.is_empty() {
            one_line.push(' ');
        }
        one_line.push_str(part);
    }
    (!one_line.is_empty()).then_some(one_line)
}
