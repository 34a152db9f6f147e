//! Copies of `WordNet`, compared with a search of all their lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use wordcourt::lexicon::Meanings as _;
use wordcourt::lexicon::wordnet::{PARTS, Sense};
use wordcourt::registry::wordnet::WordNet;

use crate::texts::make_fifo;

const LICENCE: &str = "  1 This software and database is being provided\n";

/// A part of speech in construction.
#[derive(Default)]
struct Part {
    data: String,
    index: BTreeMap<String, Vec<String>>,
}

impl Part {
    /// Adds a sense of some words; returns its offset.
    fn add(&mut self, words: &[&str], pointers: &[String], gloss: &str) -> String {
        if self.data.is_empty() {
            self.data.push_str(LICENCE);
        }
        let offset = format!("{:08}", self.data.len());
        let forms: Vec<String> = words.iter().map(|word| format!("{word} 0")).collect();
        writeln!(
            self.data,
            "{offset} 05 n {:02x} {} {:03} {} | {gloss}  ",
            words.len(),
            forms.join(" "),
            pointers.len(),
            pointers.join(" "),
        )
        .unwrap();
        for word in words {
            let word = word.split('(').next().unwrap().to_lowercase();
            self.index.entry(word).or_default().push(offset.clone());
        }
        offset
    }

    fn write(&self, part: &str, directory: &Path) {
        let mut index = LICENCE.to_owned();
        for (word, offsets) in &self.index {
            let count = offsets.len();
            writeln!(index, "{word} n {count} 1 @ {count} 0 {}  ", offsets.join(" ")).unwrap();
        }
        fs::write(directory.join(format!("index.{part}")), index).unwrap();
        fs::write(directory.join(format!("data.{part}")), &self.data).unwrap();
    }
}

fn write(parts: [&Part; 4]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (part, name) in parts.into_iter().zip(PARTS) {
        part.write(name, directory.path());
    }
    directory
}

fn texts(senses: &[Sense]) -> Vec<String> {
    senses.iter().map(ToString::to_string).collect()
}

/// Words of different lengths around the ends of the pieces that are read.
#[test]
fn every_word_of_a_large_copy_is_found() {
    let mut nouns = Part::default();
    let words: Vec<String> = (0_usize..3_000)
        .map(|number| {
            let letter = char::from(b'a' + u8::try_from(number % 26).unwrap());
            let word: String = (0..=number % 7).map(|_| letter).collect();
            format!("{word}{}", "x".repeat(number / 26 % 40) + &"yz".repeat(number % 3))
        })
        .collect();
    for (number, word) in words.iter().enumerate() {
        // The longest lines are longer than the range in which a search stops to halve.
        let gloss = format!("sense {number}: {}", "g".repeat(number * number % 6_000));
        nouns.add(&[word], &[], &gloss);
    }
    let empty = Part::default();
    let directory = write([&nouns, &empty, &empty, &empty]);
    let wordnet = WordNet::open(directory.path()).unwrap();
    for (number, word) in words.iter().enumerate().step_by(7) {
        let senses = texts(&wordnet.senses(word, None));
        let same = words.iter().filter(|other| *other == word).count();
        assert!(senses.len() >= same.min(20), "{word}: {senses:?}");
        let own = format!("noun: sense {number}:");
        let position = words.iter().enumerate().filter(|(_, other)| *other == word);
        let position = position.take_while(|(place, _)| *place < number).count();
        assert!(position >= 20 || senses[position].starts_with(&own), "{word} {number}");
    }
    for absent in ["", "a_b", "aab", "zzzzzzzzzz", "m", "~"] {
        let is_known = words.iter().any(|word| word == absent);
        assert_eq!(wordnet.senses(absent, None).is_empty(), !is_known, "{absent}");
    }
}

#[test]
fn the_counts_of_a_word_belong_to_its_parts_of_speech() {
    let (mut adjectives, mut adverbs) = (Part::default(), Part::default());
    adjectives.add(&["fast"], &[], "quick");
    adjectives.add(&["fast"], &[], "fixed");
    adverbs.add(&["fast"], &[], "quickly");
    let empty = Part::default();
    let directory = write([&empty, &empty, &adjectives, &adverbs]);
    let counts = "fast%3:00:00:: 1 2\nfast%4:02:00:: 1 5\nfast%5:00:01:: 2 9\n";
    fs::write(directory.path().join("cntlist.rev"), counts).unwrap();
    let wordnet = WordNet::open(directory.path()).unwrap();
    let senses = texts(&wordnet.senses("fast", None));
    assert_eq!(senses, ["adj: fixed", "adv: quickly", "adj: quick"]);
}

#[test]
fn senses_come_from_the_word_its_lemma_and_its_base_forms_most_frequent_first() {
    let (mut nouns, mut verbs) = (Part::default(), Part::default());
    let slur = nouns.add(&["ethnic_slur"], &[], "a word that insults a people");
    let pointer = |to: &str, from: u8| format!(";u {to} n {from:02x}00");
    nouns.add(&["bark"], &[], "the cover of a tree; \"bark was used\"");
    nouns.add(&["bark", "barque"], &[], "a ship");
    nouns.add(&["Bark"], &[], "a name");
    nouns.add(&["barque", "boat"], &[pointer(&slur, 2)], "another ship");
    verbs.add(&["bark"], &[], "make the sound of a dog");
    nouns.add(&["mouse"], &[], "a small animal");
    let empty = Part::default();
    let directory = write([&nouns, &verbs, &empty, &empty]);
    fs::write(directory.path().join("noun.exc"), "mice mouse \nmyths myth\n").unwrap();
    let counts = "bark%1:03:00:: 2 4\nbark%2:04:01:: 1 9\nbarks%1:03:00:: 2 4\n";
    fs::write(directory.path().join("cntlist.rev"), counts).unwrap();
    let wordnet = WordNet::open(directory.path()).unwrap();

    let bark = [
        "verb: make the sound of a dog",
        "noun: a ship",
        "noun: the cover of a tree",
        "noun: a name",
    ];
    assert_eq!(texts(&wordnet.senses("BARK", None)), bark);
    assert_eq!(wordnet.senses("BARK", None)[3].form, "Bark");
    // By the lemma of the lexicon, by a regular ending, and by an exception.
    assert_eq!(texts(&wordnet.senses("BARKIES", Some("BARK"))), bark);
    assert_eq!(texts(&wordnet.senses("BARKING", None)), bark[..1]);
    assert_eq!(texts(&wordnet.senses("MICE", None)), ["noun: a small animal"]);
    // A usage may apply to one word of a sense.
    let usages = |word: &str| wordnet.senses(word, None).into_iter().next_back().unwrap().usages;
    assert_eq!(usages("BOAT"), ["ethnic_slur"]);
    assert_eq!(usages("BARQUE"), [""; 0]);
}

#[test]
fn incomplete_and_damaged_copies_are_refused_or_give_nothing() {
    let mut nouns = Part::default();
    nouns.add(&["cat"], &[], "an animal");
    let empty = Part::default();
    let directory = write([&nouns, &empty, &empty, &empty]);
    let path = directory.path().join("index.noun");
    let damaged = fs::read_to_string(&path).unwrap().replace("000000", "000001");
    fs::write(&path, damaged).unwrap();
    let wordnet = WordNet::open(directory.path()).unwrap();
    assert_eq!(wordnet.senses("CAT", None), []);

    fs::remove_file(directory.path().join("data.verb")).unwrap();
    let error = WordNet::open(directory.path()).unwrap_err().to_string();
    assert!(error.contains("data.verb: "), "{error}");
    fs::create_dir(directory.path().join("data.verb")).unwrap();
    let error = WordNet::open(directory.path()).unwrap_err().to_string();
    assert!(error.contains("data.verb: not a regular file"), "{error}");

    // Opening a FIFO would wait for a writer for ever.
    fs::remove_dir(directory.path().join("data.verb")).unwrap();
    make_fifo(&directory.path().join("data.verb"));
    let error = WordNet::open(directory.path()).unwrap_err().to_string();
    assert!(error.contains("data.verb: not a regular file"), "{error}");
}
