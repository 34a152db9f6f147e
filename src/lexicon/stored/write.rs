//! Writing of stored lexicons.

use std::collections::BTreeSet;

use fst::MapBuilder;

use super::numbers::Numbers;
use super::section::Sections;
use crate::interrupt::interruptible;
use crate::lexicon::column::Column;
use crate::lexicon::digest::Digest;
use crate::lexicon::rows::Rows;

/// A rule that makes a headword: the number of letters removed at the end of the word, and the
/// letters added then.
type LemmaRule<'r> = (u8, &'r str);

/// Writes a lexicon.
///
/// # Panics
/// Never: words are in alphabetical order.
pub(in crate::lexicon) fn write(rows: &Rows, categories: &str, digest: Digest) -> Vec<u8> {
    let Rows { words, marks, letters: _, lemmas, definitions, tiers } = rows;
    let mut map = MapBuilder::memory();
    for row in interruptible(0..words.len()) {
        map.insert(words.row(row), row as u64).expect("words are in alphabetical order");
    }
    let map = map.into_inner().expect("memory can be written");
    let mark_sets: BTreeSet<u16> = marks.iter().map(|marks| marks.bits()).collect();
    let mark_sets: Vec<u16> = mark_sets.into_iter().collect();
    let marks: Vec<usize> =
        marks.iter().map(|marks| mark_sets.partition_point(|&set| set < marks.bits())).collect();
    let mark_sets: Vec<u8> = mark_sets.into_iter().flat_map(u16::to_le_bytes).collect();
    let (lemma_rules, lemmas) = lemma_columns(words, lemmas);
    let ends = |definitions: &Column| {
        let ends = (0..definitions.len()).scan(0, |end, row| {
            *end += definitions.row_len(row);
            Some(*end)
        });
        Numbers::write(&ends.collect::<Vec<usize>>())
    };
    let definition_ends = definitions.as_ref().map(ends).unwrap_or_default();
    let definitions = definitions.as_ref().map_or("", Column::text);
    let sections = [
        &map,
        tiers,
        &mark_sets,
        &Numbers::write(&marks),
        &lemma_rules,
        &Numbers::write(&lemmas),
        &definition_ends,
        definitions.as_bytes(),
        categories.as_bytes(),
    ];
    Sections::write(words.len(), digest, sections)
}

/// Returns the section of lemma rules, and the number of the rule of each word, counted from 1; 0
/// for a word that is its own headword.
fn lemma_columns(words: &Column, lemmas: &Column) -> (Vec<u8>, Vec<usize>) {
    let rule = |row: usize| {
        let (word, lemma) = (words.row(row), lemmas.row(row));
        (!lemma.is_empty()).then(|| lemma_rule(word, lemma))
    };
    let rules: BTreeSet<LemmaRule<'_>> = (0..words.len()).filter_map(rule).collect();
    let rules: Vec<LemmaRule<'_>> = rules.into_iter().collect();
    let number = |row| rule(row).map_or(0, |rule| 1 + rules.partition_point(|other| *other < rule));
    let numbers = (0..words.len()).map(number).collect();
    let mut section = Vec::new();
    for (removed, added) in rules {
        // Headwords are words, which have few letters.
        section.extend([removed, u8::try_from(added.len()).unwrap_or(u8::MAX)]);
        section.extend_from_slice(added.as_bytes());
    }
    (section, numbers)
}

/// Returns the rule that removes the fewest letters.
fn lemma_rule<'r>(word: &str, lemma: &'r str) -> LemmaRule<'r> {
    let common = word.bytes().zip(lemma.bytes()).take_while(|(one, other)| one == other).count();
    // Words have few letters.
    (u8::try_from(word.len() - common).unwrap_or(u8::MAX), &lemma[common..])
}
