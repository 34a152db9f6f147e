//! What stands near a word: its hooks, and words at the distance of a slip or two.
//!
//! One slip is tried out, slip by slip. Two are found on a walk of the fst with an automaton that allows for slips.
//! The automaton is that of Levenshtein with neighbours swapped as a slip of its own, carried out on bits (S. Wu, U. Manber, "Fast text
//! searching: allowing errors", 1992): for each number of slips a bit for every number of the word's letters that may be behind us.

use fst::automaton::Automaton;
use fst::{IntoStreamer as _, Streamer as _};

use super::{Entry, Hooks, Ordinal, Words};
use crate::word::{Letter, Word};

const SLIPS: usize = 2;

/// Accepts what is at most two slips from a word.
struct Slips {
    /// For each letter, by the low bits of its code, a bit for each place of the word where it stands.
    stands: [u64; 32],
    /// A bit for each number of letters that the word has or has more than.
    within: u64,
    length: usize,
}

/// How a text can have been read so far.
#[derive(Clone, Copy)]
struct Reading {
    /// For each number of slips the numbers of letters that may be behind us; whoever has made fewer slips stands in all that follow as well.
    behind: [u64; SLIPS + 1],
    /// The same before two swapped letters, of which the first has been read.
    amid_swap: [u64; SLIPS + 1],
}

impl Slips {
    fn new(word: &Word) -> Self {
        let mut stands = [0; 32];
        for (place, &letter) in word.as_bytes().iter().enumerate() {
            stands[usize::from(letter & 31)] |= 1 << place;
        }
        Self { stands, within: (2 << word.len()) - 1, length: word.len() }
    }
}

impl Automaton for Slips {
    type State = Reading;

    fn start(&self) -> Reading {
        // Letters left out at the beginning.
        Reading { behind: std::array::from_fn(|slips| ((2 << slips) - 1) & self.within), amid_swap: [0; SLIPS + 1] }
    }

    fn is_match(&self, reading: &Reading) -> bool {
        reading.behind[SLIPS] >> self.length & 1 == 1
    }

    fn can_match(&self, reading: &Reading) -> bool {
        reading.behind[SLIPS] != 0
    }

    fn accept(&self, before: &Reading, letter: u8) -> Reading {
        let here = self.stands[usize::from(letter & 31)];
        let mut after = Reading { behind: [0; SLIPS + 1], amid_swap: [0; SLIPS + 1] };
        after.behind[0] = (before.behind[0] & here) << 1;
        for slips in 1..=SLIPS {
            let fewer = before.behind[slips - 1];
            let (added, changed, left_out) = (fewer, fewer << 1, after.behind[slips - 1] << 1);
            let swapped = (before.amid_swap[slips] & here) << 2;
            after.behind[slips] =
                ((before.behind[slips] & here) << 1 | added | changed | left_out | swapped) & self.within;
            after.amid_swap[slips] = fewer & (here >> 1);
        }
        after
    }
}

impl<'l> Words<'l> {
    /// The hooks of a word, whether or not the word itself counts.
    #[must_use]
    pub fn hooks(self, word: &Word) -> Hooks {
        let alone = |letter: Letter| std::iter::once(letter);
        let finds = |letters: &mut dyn Iterator<Item = Letter>| {
            Word::from_letters(letters).is_some_and(|longer| self.contains(&longer))
        };
        Hooks {
            front: Letter::all().filter(|&letter| finds(&mut alone(letter).chain(word.letters()))).collect(),
            back: Letter::all().filter(|&letter| finds(&mut word.letters().chain(alone(letter)))).collect(),
            inner_front: finds(&mut word.letters().skip(1)),
            inner_back: finds(&mut word.letters().take(word.len() - 1)),
        }
    }

    /// Other words at one slip's distance: a letter changed, added, left out, or two neighbours swapped.
    ///
    /// The commonest come first, among equally common ones in alphabetical order, `limit` at most.
    #[must_use]
    pub fn near(self, word: &Word, limit: usize) -> Vec<&'l str> {
        let letters: Vec<Letter> = word.letters().collect();
        let mut found = Vec::new();
        let mut consider =
            |slip: &[Letter]| found.extend(Word::from_letters(slip.iter().copied()).and_then(|word| self.find(&word)));
        for at in 0..=letters.len() {
            let (before, after) = letters.split_at(at);
            for letter in Letter::all() {
                consider(&[before, &[letter], after].concat());
                if let [_, rest @ ..] = after {
                    consider(&[before, &[letter], rest].concat());
                }
            }
            if let [first, rest @ ..] = after {
                consider(&[before, rest].concat());
                if let [second, rest @ ..] = rest {
                    consider(&[before, &[*second, *first], rest].concat());
                }
            }
        }
        found.retain(|entry| entry.word() != word.as_str());
        commonest(found, limit)
    }

    /// Other words at one or two slips' distance (see [`Words::near`]).
    ///
    /// The commonest come first, among equally common ones in alphabetical order, `limit` at most. It takes some hundred times as long as one slip.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Words};
    /// let lexicon = Lexicon::from_text("DIFFICULTY\nDEFICIT\n", "")?;
    /// assert_eq!(Words::from(&lexicon).near_by_two(&"dificulti".parse().unwrap(), 10), ["DIFFICULTY"]);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn near_by_two(self, word: &Word, limit: usize) -> Vec<&'l str> {
        let (slips, overlay) = (Slips::new(word), self.overlay());
        let accepts = |other: &&Word| {
            slips.is_match(
                &other.as_bytes().iter().fold(slips.start(), |reading, &letter| slips.accept(&reading, letter)),
            )
        };
        let mut found: Vec<Entry<'l>> = overlay.added().iter().filter(accepts).map(Entry::Added).collect();
        let mut matching = self.lexicon().fst.search(&slips).into_stream();
        while let Some((_, row)) = matching.next() {
            let held = Entry::Held(self.lexicon(), Ordinal(row as u32));
            if overlay.is_empty() || !held.word().parse().is_ok_and(|word| overlay.decides(&word)) {
                found.push(held);
            }
        }
        found.retain(|entry| entry.word() != word.as_str());
        commonest(found, limit)
    }
}

/// The commonest of some words, among equally common ones in alphabetical order, each once.
fn commonest(words: Vec<Entry<'_>>, limit: usize) -> Vec<&str> {
    // Tier 0 means unknown, which counts as rarest.
    let mut ranked: Vec<(u8, &str)> =
        words.into_iter().map(|entry| (entry.tier().wrapping_sub(1), entry.word())).collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(limit).map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lexicon::Lexicon;

    /// Optimal string alignment, by the textbook's table.
    fn distance(a: &[u8], b: &[u8]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let mut least = changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        least = least.min(table[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        table[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn exactly_the_words_at_that_distance_are_found(
            words in prop::collection::btree_set("[AB]{2,6}|[A-E]{2,8}|A{40,45}", 1..200),
            word in "[AB]{1,6}|[A-E]{1,8}|A{40,45}",
        ) {
            let lexicon = Lexicon::from_text(&words.iter().map(|word| word.clone() + "\n").collect::<String>(), "").unwrap();
            let parsed: Word = word.parse().unwrap();
            let expect = |slips: usize| -> Vec<&str> {
                let is_near = |other: &&&String| (1..=slips).contains(&distance(other.as_bytes(), word.as_bytes()));
                words.iter().filter(|other| is_near(&other)).map(String::as_str).collect()
            };
            let by_two = Words::from(&lexicon).near_by_two(&parsed, usize::MAX);
            prop_assert_eq!(&by_two, &expect(2));
            // The fst crate's own automaton, which knows no swaps, finds none beyond these.
            let plain = fst::automaton::Levenshtein::new(&word, 2).unwrap();
            let found = fst::Set::from_iter(&words).unwrap().search(&plain).into_stream().into_strs().unwrap();
            prop_assert!(found.iter().filter(|other| **other != word).all(|other| by_two.contains(&other.as_str())));
            prop_assert_eq!(Words::from(&lexicon).near(&parsed, usize::MAX), expect(1));
        }
    }
}
