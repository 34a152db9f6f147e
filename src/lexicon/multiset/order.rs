//! The order of words in which an index is fast to scan.

use crate::word::{Letter, LetterSet, Word};

const RANK_BITS: usize = 5;
const RANKS_IN_KEY: usize = 64 / RANK_BITS;

/// Sorts words for a [`MultisetIndex`](super::MultisetIndex): words without repeated letters come
/// first, and each group is sorted by its rarest letters.
///
/// Most planes of rare letters and of second copies are then empty, and scans skip them.
///
/// ```
/// use wordcourt::lexicon::sort_by_rarest_letters;
/// use wordcourt::word::Word;
/// let mut words = ["TEE", "EAT", "ADZE", "TEA"].map(|word| word.parse::<Word>().unwrap());
/// sort_by_rarest_letters(&mut words, |word| *word);
/// assert_eq!(words[0].as_str(), "ADZE", "D and Z are the rarest");
/// assert_eq!(words[3].as_str(), "TEE", "E is repeated");
/// ```
pub fn sort_by_rarest_letters<W>(words: &mut [W], word: impl Fn(&W) -> Word) {
    let rank = ranks_by_rarity(words.iter().map(&word));
    words.sort_by_cached_key(|item| {
        let word = word(item);
        let mut ranks = [u8::MAX; Word::MAX_LETTERS];
        for (slot, letter) in ranks.iter_mut().zip(word.letters()) {
            *slot = rank[letter.index()];
        }
        let ranks = &mut ranks[..word.len()];
        ranks.sort_unstable();
        let repeats = !ranks.is_sorted_by(|a, b| a < b);
        // The ranks of the rarest letters, counted from 1, as many as fit into a number.
        let rarest = (0..RANKS_IN_KEY).fold(0, |key, index| {
            key << RANK_BITS | ranks.get(index).map_or(0, |&rank| u64::from(rank) + 1)
        });
        (repeats, rarest)
    });
}

/// Ranks the letters by the number of words that have them: 0 is the rarest.
fn ranks_by_rarity(words: impl Iterator<Item = Word>) -> [u8; Letter::COUNT] {
    let mut words_with = [0_usize; Letter::COUNT];
    for letter in words.flat_map(|word| word.letters().collect::<LetterSet>().iter()) {
        words_with[letter.index()] += 1;
    }
    let mut by_rarity: Vec<Letter> = Letter::all().collect();
    by_rarity.sort_by_key(|letter| words_with[letter.index()]);
    let mut ranks = [0; Letter::COUNT];
    for (rank, letter) in (0..).zip(by_rarity) {
        ranks[letter.index()] = rank;
    }
    ranks
}
