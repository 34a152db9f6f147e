//! Near misses: the words that are one or two edits away from a word.
//!
//! An edit changes, adds or removes a letter, or swaps two adjacent letters (optimal string
//! alignment). Words that are one edit away are found by trying all edits. Words that are up to two
//! edits away are found by reading the words in alphabetical order with an automaton: what it has read
//! of a word counts for all words with the same beginning, and a beginning that leads nowhere
//! excludes them all. The automaton simulates its states in the bits of a few numbers (S. Wu, U. Manber, "Fast text searching: allowing errors", 1992):
//! for each number of edits, it has one bit for each number of letters of the word that may have
//! been read.

use super::content::Form;
use super::lexicon::Lexicon;
use super::ordinal::Ordinal;
use super::words::{Entry, Words};
use crate::word::{Letter, Word};

const MAX_EDITS: usize = 2;

/// Accepts the texts that are at most [`MAX_EDITS`] edits away from a word.
struct EditAutomaton {
    /// For each letter, indexed by the low bits of its code: a bit for each position of the letter
    /// in the word.
    positions: [u64; 32],
    /// A bit for each number of letters from 0 to the length of the word.
    within: u64,
    length: usize,
}

/// The possible readings of the text so far.
#[derive(Clone, Copy)]
struct State {
    /// For each number of edits: a bit for each number of letters of the word that may have been
    /// read with at most that many edits.
    read: [u64; MAX_EDITS + 1],
    /// The same for readings inside a pair of swapped letters, of which the first has been read.
    amid_swap: [u64; MAX_EDITS + 1],
}

impl State {
    /// Returns false if no text that begins like this is accepted.
    const fn can_match(&self) -> bool {
        self.read[MAX_EDITS] != 0
    }
}

impl EditAutomaton {
    fn new(word: &Word) -> Self {
        let mut positions = [0; 32];
        for (position, &letter) in word.as_bytes().iter().enumerate() {
            positions[usize::from(letter & 31)] |= 1 << position;
        }
        Self { positions, within: (2 << word.len()) - 1, length: word.len() }
    }

    fn accepts(&self, word: &Word) -> bool {
        let letters = word.as_bytes().iter();
        self.is_match(&letters.fold(self.start(), |state, &letter| self.accept(&state, letter)))
    }

    /// Returns the words of a lexicon that it accepts, in alphabetical order.
    fn search(&self, lexicon: &Lexicon) -> Vec<Ordinal> {
        let mut found = Vec::new();
        if let Form::Stored(stored) = lexicon.content.form() {
            stored.visit(self, 0..stored.len(), |row, _| found.push(Ordinal(row)));
            return found;
        }
        // The states after each number of letters that were read.
        let mut states = [self.start(); Word::MAX_LETTERS + 1];
        let mut read: &[u8] = &[];
        let (mut next, mut ordinals) = (0, lexicon.ordinals());
        // Each step takes at least one word.
        while let Some(ordinal) = ordinals.nth(next) {
            let word = lexicon.word(ordinal).as_bytes();
            let mut length = read.iter().zip(word).take_while(|(one, other)| one == other).count();
            // Each step takes a letter.
            while length < word.len() && states[length].can_match() {
                states[length + 1] = self.accept(&states[length], word[length]);
                length += 1;
            }
            next = if states[length].can_match() {
                found.extend(self.is_match(&states[length]).then_some(ordinal));
                0
            } else {
                (lexicon.end_of_prefix(ordinal, length) - ordinal.0 - 1) as usize
            };
            read = &word[..length];
        }
        found
    }

    fn start(&self) -> State {
        // Each edit may remove a letter from the front of the word.
        State {
            read: std::array::from_fn(|edits| ((2 << edits) - 1) & self.within),
            amid_swap: [0; MAX_EDITS + 1],
        }
    }

    fn is_match(&self, state: &State) -> bool {
        state.read[MAX_EDITS] >> self.length & 1 == 1
    }

    fn accept(&self, before: &State, letter: u8) -> State {
        let here = self.positions[usize::from(letter & 31)];
        let mut after = State { read: [0; MAX_EDITS + 1], amid_swap: [0; MAX_EDITS + 1] };
        after.read[0] = (before.read[0] & here) << 1;
        for edits in 1..=MAX_EDITS {
            let fewer = before.read[edits - 1];
            let (added, changed, removed) = (fewer, fewer << 1, after.read[edits - 1] << 1);
            let swapped = (before.amid_swap[edits] & here) << 2;
            after.read[edits] =
                ((before.read[edits] & here) << 1 | added | changed | removed | swapped)
                    & self.within;
            after.amid_swap[edits] = fewer & (here >> 1);
        }
        after
    }
}

impl fst::Automaton for EditAutomaton {
    type State = State;

    fn start(&self) -> State {
        self.start()
    }

    fn is_match(&self, state: &State) -> bool {
        self.is_match(state)
    }

    fn can_match(&self, state: &State) -> bool {
        state.can_match()
    }

    fn accept(&self, state: &State, letter: u8) -> State {
        self.accept(state, letter)
    }
}

impl<'l> Words<'l> {
    /// Returns the other words that are one edit away: a letter is changed, added or removed, or
    /// two adjacent letters are swapped.
    ///
    /// Returns at most `limit` words, the most common first; equally common words are in
    /// alphabetical order.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Words};
    /// let lexicon = Lexicon::from_text("ACT\nCART\nCAT\nCUT\nDOG\n", "")?;
    /// let near = Words::from(&lexicon).near(&"cat".parse().unwrap(), 10);
    /// assert_eq!(near, ["ACT", "CART", "CUT"]);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn near(self, word: &Word, limit: usize) -> Vec<&'l str> {
        let letters: Vec<Letter> = word.letters().collect();
        let mut found = Vec::new();
        let mut consider = |edited: &[Letter]| {
            let word = Word::from_letters(edited.iter().copied());
            found.extend(word.and_then(|word| self.find(&word)));
        };
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
        most_common(found, limit)
    }

    /// Returns the other words that are one or two edits away (see [`Words::near`]).
    ///
    /// Returns at most `limit` words in the same order. This takes about a hundred times as long as
    /// [`Words::near`].
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Words};
    /// let lexicon = Lexicon::from_text("DIFFICULTY\nDEFICIT\n", "")?;
    /// let near = Words::from(&lexicon).near_within_two(&"dificulti".parse().unwrap(), 10);
    /// assert_eq!(near, ["DIFFICULTY"]);
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn near_within_two(self, word: &Word, limit: usize) -> Vec<&'l str> {
        let (automaton, overlay) = (EditAutomaton::new(word), self.overlay());
        let added = overlay.added().iter().filter(|other| automaton.accepts(other));
        let mut found: Vec<Entry<'l>> = added.filter_map(|word| self.find(word)).collect();
        for ordinal in automaton.search(self.lexicon()) {
            let listed = Entry::Listed(self.lexicon(), ordinal);
            let is_decided = || listed.word().parse().is_ok_and(|word| overlay.decides(&word));
            if overlay.is_empty() || !is_decided() {
                found.push(listed);
            }
        }
        found.retain(|entry| entry.word() != word.as_str());
        most_common(found, limit)
    }
}

/// Returns the `limit` most common words without duplicates; equally common words are in
/// alphabetical order.
fn most_common(words: Vec<Entry<'_>>, limit: usize) -> Vec<&str> {
    // Tier 0 means unknown and counts as the rarest.
    let mut ranked: Vec<(u8, &str)> =
        words.into_iter().map(|entry| (entry.tier().wrapping_sub(1), entry.word())).collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(limit).map(|(_, word)| word).collect()
}
