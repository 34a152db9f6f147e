//! Lists with one entry a line: plain, with definitions, with frequencies, or in the strict form.

use super::ImportError;
use super::collector::{Collector, Facts, definition};
use crate::lexicon::Marks;
use crate::lexicon::text::parse_tier;

/// The meaning of the text after the first blank of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterBlank {
    /// A definition, as in the lists of tournaments.
    Definition,
    /// The rest of an entry of several words.
    Phrase,
    /// Further entries.
    Entries,
}

/// Returns the lines of a text that are neither blank nor comments, without blanks around them.
/// Lines end in LF, CR or both.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let is_comment = |line: &str| line.starts_with(['#', ';']) || line.starts_with("//");
    let trimmed = text.split(['\n', '\r']).map(|line| {
        // Not tabs: a column may be empty.
        line.trim_matches(|character: char| {
            (character.is_whitespace() && character != '\t')
                || matches!(character, '\u{feff}' | '\u{1a}')
        })
    });
    trimmed.filter(move |line| !line.trim().is_empty() && !is_comment(line))
}

/// Reads a list.
pub(super) fn read(text: &str, collector: &mut Collector) -> Result<(), ImportError> {
    let total = lines(text).count();
    let with_blank = lines(text).filter(|line| !line.contains('\t') && line.contains(' ')).count();
    let after_blank = if total == 1 && !has_definition(text) {
        AfterBlank::Entries
    } else if with_blank * 2 >= total {
        AfterBlank::Definition
    } else {
        AfterBlank::Phrase
    };
    for line in lines(text) {
        if line.contains('\t') {
            let (entry, facts, form) = columns(line);
            collector.report.form(form);
            collector.add(entry, facts)?;
            continue;
        }
        match line.split_once(' ') {
            Some((first, rest)) if after_blank == AfterBlank::Definition && !is_upper(rest) => {
                collector.report.form(form_of_rest(rest));
                collector.add(first, facts_of_rest(rest))?;
            }
            Some(_) if after_blank != AfterBlank::Phrase => {
                collector.report.form("several words a line");
                for entry in line.split_whitespace() {
                    collector.add(entry.trim_end_matches(','), Facts::default())?;
                }
            }
            _ => {
                collector.report.form("one word a line");
                collector.add(line, Facts::default())?;
            }
        }
    }
    Ok(())
}

/// Returns true if a single line looks like a word in capitals with its definition.
fn has_definition(text: &str) -> bool {
    let words = lines(text).next().and_then(|line| line.split_once(' '));
    words.is_some_and(|(first, rest)| is_upper(first) != is_upper(rest))
}

/// Returns true if a text has letters, all of them capitals, and nothing else but blanks.
fn is_upper(text: &str) -> bool {
    text.chars().all(|character| character.is_uppercase() || character.is_whitespace())
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
}

fn form_of_rest(rest: &str) -> &'static str {
    if is_number(rest) { "words with frequencies (ignored)" } else { "words with definitions" }
}

fn facts_of_rest(rest: &str) -> Facts {
    let definition = if is_number(rest) { None } else { definition(rest) };
    Facts { definition, ..Facts::default() }
}

/// Reads a line with columns: those of the strict form, or a word with a definition or frequency.
fn columns(line: &str) -> (&str, Facts, &'static str) {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let entry = columns[0];
    if let Some(facts) = strict(&columns) {
        return (entry, facts, "five columns");
    }
    let rest = columns[1..].join(" ");
    (entry, facts_of_rest(&rest), form_of_rest(&rest))
}

fn strict(columns: &[&str]) -> Option<Facts> {
    if columns.len() > 5 {
        return None;
    }
    let column = |index: usize| columns.get(index).copied().unwrap_or_default();
    let marks: Marks = column(1).parse().ok()?;
    let lemma = match column(2) {
        "" => None,
        lemma => Some(lemma.parse().ok()?),
    };
    let tier = parse_tier(column(4)).ok()?;
    Some(Facts { marks, lemma, definition: definition(column(3)), tier })
}
