//! The word map, compared with all ways to remove letters from words.

use std::collections::{BTreeMap, BTreeSet};

use wordcourt::lexicon::{Multiset, WordMap};
use wordcourt::word::{Letter, LetterSet, Word};

fn sorted(mut letters: Vec<u8>) -> Vec<u8> {
    letters.sort_unstable();
    letters
}

fn multiset(letters: &[u8]) -> Multiset {
    letters.iter().filter_map(|&byte| Letter::from_ascii(byte)).collect()
}

fn contains(map: &WordMap, word: &Word) -> bool {
    let indices: Vec<u8> = word.as_bytes().iter().map(|letter| letter - b'A').collect();
    let words = map.words(word.len(), word.letters().collect());
    words.iter().any(|found| found[..word.len()] == indices)
}

fn small_words() -> Vec<Word> {
    include_str!("../data/small-words.txt")
        .lines()
        .filter_map(|line| line.split('\t').next()?.parse().ok())
        .filter(|word: &Word| (2..=15).contains(&word.len()))
        .collect()
}

#[test]
fn two_threads_build_the_same_map() {
    let words = small_words();
    let (one, two) = (WordMap::build(&words), WordMap::build_on_two_threads(&words));
    assert_eq!(one.bytes(), two.bytes());
    for length in 0..=15 {
        assert_eq!(one.all_words(length), two.all_words(length));
    }
    for word in &words {
        let mut fewer = word.letters();
        let (first, second) = (fewer.next().unwrap(), fewer.next().unwrap());
        let rest: Multiset = fewer.collect();
        let with = |letter| rest + std::iter::once(letter).collect();
        assert!(contains(&two, word), "{word}");
        assert!(two.one_open(word.len(), with(first)).contains(second), "{word}");
        assert!(two.two_open(word.len(), rest).contains(first), "{word}");
    }
}

#[test]
fn words_are_found_with_up_to_two_letters_removed() {
    let words = small_words();
    assert!(words.len() > 100);
    let map = WordMap::build(&words);
    let mut completing: BTreeMap<(usize, Vec<u8>), BTreeSet<u8>> = BTreeMap::new();
    for word in &words {
        assert!(contains(&map, word), "{word}");
        let whole = sorted(word.as_bytes().to_vec());
        for at in 0..whole.len() {
            let mut rest = whole.clone();
            let removed = rest.remove(at);
            completing.entry((whole.len(), rest.clone())).or_default().insert(removed);
            for other in 0..rest.len() {
                let mut two = rest.clone();
                let second = two.remove(other);
                let letters = map.two_open(whole.len(), multiset(&two));
                for letter in [removed, second] {
                    assert!(letters.contains(Letter::from_ascii(letter).unwrap()), "{word}");
                }
            }
        }
    }
    for ((length, rest), letters) in completing {
        let found = map.one_open(length, multiset(&rest));
        let expected: LetterSet =
            letters.iter().filter_map(|&byte| Letter::from_ascii(byte)).collect();
        assert_eq!(found, expected, "{rest:?} of {length}");
    }
    assert!(map.words(4, multiset(b"QQQQ")).is_empty());
    assert!(map.one_open(15, multiset(b"A")).is_empty());
}

#[test]
fn many_anagrams_form_one_group() {
    let letters = *b"ABCDEFG";
    let mut words: Vec<Word> = Vec::new();
    for shift in 0..7 {
        for swap in 0..7 {
            let mut text = letters;
            text.rotate_left(shift);
            text.swap(0, swap);
            let letters = text.iter().filter_map(|&byte| Letter::from_ascii(byte));
            words.push(Word::from_letters(letters).unwrap());
        }
    }
    words.sort_unstable();
    words.dedup();
    assert_eq!(WordMap::build(&words).words(7, multiset(&letters)).len(), words.len());
}
