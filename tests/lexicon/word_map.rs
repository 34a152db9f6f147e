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

/// Asserts that a map has every word, also with one or two letters removed, and that its size is
/// linear in the number of words.
fn assert_complete(words: &[Word]) {
    let map = WordMap::build(words);
    assert_eq!(map.len(), words.len());
    // A word of 15 letters is in 136 entries of up to 24 bytes; each of 46 tables has 4 more buckets.
    assert!(map.bytes() <= words.len() * 4_096 + 46 * 4 * 64 + 4_096, "{} bytes", map.bytes());
    for word in words {
        assert!(contains(&map, word), "{word}");
        let letters = word.as_bytes();
        for at in 0..letters.len() {
            let mut one = letters.to_vec();
            let first = Letter::from_ascii(one.remove(at)).unwrap();
            assert!(map.one_open(word.len(), multiset(&one)).contains(first), "{word}");
            for other in 0..one.len() {
                let mut two = one.clone();
                two.remove(other);
                let open = map.two_open(word.len(), multiset(&two));
                assert!(open.contains(first), "{word}");
            }
        }
    }
}

/// The table of each of these lists once grew by no buckets, again and again.
#[test]
fn small_lists_are_indexed() {
    let lists = ["", "AB", "GIMP INVITOR SWISSES", "GWU LAW LZP PIH SBY VCW", "AAA AAB AAC ABC"];
    for list in lists {
        assert_complete(
            &list.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<_>>(),
        );
    }
}

/// The hash of a word is public, so a lexicon can consist of words with the same home bucket.
#[test]
fn words_of_one_bucket_are_found() {
    let letters = |number: usize| -> [u8; 7] {
        let digit = |place| u8::try_from(number / 26_usize.pow(place) % 26).unwrap();
        std::array::from_fn(|place| b'A' + digit(u32::try_from(place).unwrap()))
    };
    let colliding = |text: &[u8; 7]| text.is_sorted() && multiset(text).hash() >> 54 == 0x155;
    let all: Vec<Word> = (0..26_usize.pow(5))
        .flat_map(|number| [number, number + 25 * 26_usize.pow(5) + 25 * 26_usize.pow(6)])
        .map(letters)
        .filter(colliding)
        .map(|text| std::str::from_utf8(&text).unwrap().parse().unwrap())
        .collect();
    assert!(all.len() > 100, "{}", all.len());
    // A bucket and the three after it have 32 slots.
    for count in [32, 33, 34, 40, all.len()] {
        assert_complete(&all[..count]);
    }
}
