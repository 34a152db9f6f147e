//! Made-up lexicons of any size.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;
use wordcourt::lexicon::Lexicon;

use crate::harness::Dice;

const LETTERS: usize = 26;
/// The number of the place before the first letter and after the last one.
const EDGE: usize = LETTERS;
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=15;

/// Makes up words like those of a lexicon: each letter follows the two before it as often as in the
/// lexicon, and so does the end of the word. Such words are more alike than real ones, so more of
/// them fit on a board or in a hand.
pub(crate) struct Grown {
    words: Vec<String>,
}

impl Grown {
    /// Makes up this many distinct words of 2 to 15 letters, always the same ones.
    pub(crate) fn new(lexicon: &Lexicon, size: usize) -> Self {
        let chain = Chain::of(lexicon);
        let mut dice = Dice(29);
        let mut known: HashSet<String, FxBuildHasher> = HashSet::default();
        let mut words = Vec::new();
        while words.len() < size {
            let word = chain.word(&mut dice);
            if LENGTHS.contains(&word.len()) && known.insert(word.clone()) {
                words.push(word);
            }
        }
        Self { words }
    }

    /// Returns the text of a lexicon with the first `size` words. A larger lexicon has all words of
    /// a smaller one.
    pub(crate) fn text(&self, size: usize) -> String {
        let mut words: Vec<&str> = self.words[..size].iter().map(String::as_str).collect();
        words.sort_unstable();
        words.join("\n")
    }
}

/// How often each letter, or the end, follows two others.
struct Chain(Vec<[u32; LETTERS + 1]>);

impl Chain {
    fn of(lexicon: &Lexicon) -> Self {
        let mut counts = vec![[0; LETTERS + 1]; (LETTERS + 1) * (LETTERS + 1)];
        for ordinal in lexicon.ordinals() {
            let letters = lexicon.word(ordinal).bytes().map(|byte| usize::from(byte - b'A'));
            let (mut first, mut second) = (EDGE, EDGE);
            for next in letters.chain([EDGE]) {
                counts[first * (LETTERS + 1) + second][next] += 1;
                (first, second) = (second, next);
            }
        }
        Self(counts)
    }

    fn word(&self, dice: &mut Dice) -> String {
        let mut word = String::new();
        let (mut first, mut second) = (EDGE, EDGE);
        loop {
            let counts = &self.0[first * (LETTERS + 1) + second];
            let mut left = dice.below(counts.iter().map(|count| *count as usize).sum());
            let mut next = 0;
            while left >= counts[next] as usize {
                left -= counts[next] as usize;
                next += 1;
            }
            if next == EDGE {
                return word;
            }
            word.push(char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[next]));
            (first, second) = (second, next);
        }
    }
}
