//! One word looked up: against `fst::Set::contains` and a hash set of strings, over the same words.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

mod harness;

use std::collections::HashSet;

use harness::{Contender, Dice, print_row, race};
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::word::Word;

const BATCH: usize = 1_000;
const BATCHES: usize = 4;
/// How often a batch is gone through: words that games ask for come again and again.
const PASSES: usize = 8;
const ROUNDS: usize = 50;

/// Goes through a batch several times.
fn passes(once: impl Fn() -> usize) -> usize {
    (0..PASSES).map(|_| once()).sum()
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, "").unwrap();
    let words: Vec<&str> = lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).collect();
    let set = fst::Set::from_iter(&words).unwrap();
    let hashed: HashSet<&str> = words.iter().copied().collect();
    println!(
        "{} words, {BATCHES} batches of {BATCH} random ones, each gone through {PASSES} times; fastest of {ROUNDS} interleaved rounds, medians",
        words.len()
    );

    for (what, misspelt) in [("a word that is there", false), ("a misspelt word", true)] {
        let mut dice = Dice(11);
        let inputs: Vec<Vec<Word>> = (0..BATCHES)
            .map(|_| {
                let mut word = || {
                    let mut bytes = words[dice.below(words.len())].as_bytes().to_vec();
                    if misspelt {
                        let at = dice.below(bytes.len());
                        bytes[at] = b'A' + dice.below(26) as u8;
                    }
                    String::from_utf8(bytes).unwrap().parse().unwrap()
                };
                (0..BATCH).map(|_| word()).collect()
            })
            .collect();
        let contenders = [
            Contender::new(|batch: &Vec<Word>| {
                passes(|| batch.iter().filter(|word| set.contains(word.as_bytes())).count())
            }),
            Contender::new(|batch: &Vec<Word>| passes(|| batch.iter().filter(|word| lexicon.contains(word)).count())),
            Contender::new(|batch: &Vec<Word>| {
                passes(|| batch.iter().filter(|word| hashed.contains(word.as_str())).count())
            }),
        ];
        let counts: Vec<usize> = contenders.iter().map(|contender| (contender.run)(&inputs[0])).collect();
        assert!(counts.iter().all(|&count| count == counts[0]), "the contenders find the same words: {counts:?}");
        let medians: Vec<_> =
            race(&contenders, &inputs, ROUNDS).iter().map(|&median| median / (BATCH * PASSES) as u32).collect();
        print_row(what, &["fst::Set", "wordcourt"], &medians[..2]);
        print_row(what, &["HashSet<&str>", "wordcourt"], &[medians[2], medians[1]]);
    }
}
