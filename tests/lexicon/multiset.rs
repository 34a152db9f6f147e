//! The multiset index, compared with a scan of all words.

use proptest::prelude::*;
use wordcourt::lexicon::{BLOCK_WORDS, LetterCounts, MultisetIndex, Ordinal};
use wordcourt::word::{Letter, Word};

/// Returns lists of words of up to 7, 15 or 45 letters, whose lengths need 3, 4 or 6 binary digits.
fn words() -> impl Strategy<Value = Vec<Word>> {
    prop::sample::select(vec!["[A-E]{1,7}", "[A-E]{1,15}", "[A-E]{1,45}"])
        .prop_flat_map(|word| prop::collection::vec(word, 1..1_200))
        .prop_map(|words| words.iter().map(|word| word.parse().unwrap()).collect())
}

fn hand() -> impl Strategy<Value = LetterCounts> {
    "[A-F]{0,20}".prop_map(|letters| letters.bytes().filter_map(Letter::from_ascii).collect())
}

/// Returns numbers of wilds for every way to compute a shortfall.
fn wilds() -> impl Strategy<Value = u8> {
    prop_oneof![0_u8..=1, 2_u8..=9, 10_u8..=45, 46_u8..=u8::MAX]
}

fn within() -> impl Strategy<Value = LetterCounts> {
    "[A-F]{0,3}".prop_map(|letters| letters.bytes().filter_map(Letter::from_ascii).collect())
}

fn has_all(word: &Word, within: &LetterCounts) -> bool {
    let has: LetterCounts = word.letters().collect();
    Letter::all().all(|letter| has.count(letter) >= within.count(letter))
}

fn index(words: &[Word]) -> MultisetIndex {
    MultisetIndex::build((0..).map(Ordinal).zip(words))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn words_with_enough_wilds_for_the_missing_letters_are_found(
        words in words(),
        hand in hand(),
        wilds in wilds(),
    ) {
        let can_be_spelled = |word: &Word| hand.shortfall(word) <= usize::from(wilds);
        let expected: Vec<usize> =
            (0..words.len()).filter(|&place| can_be_spelled(&words[place])).collect();
        let found = index(&words).spellable(&hand, wilds);
        let found: Vec<usize> = found.iter().map(|ordinal| ordinal.0 as usize).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn words_that_contain_the_given_letters_are_found(
        words in words(),
        within in within(),
        hand in hand(),
        wilds in wilds(),
    ) {
        let is_expected = |word: &Word| {
            hand.shortfall(word) <= usize::from(wilds) && has_all(word, &within)
        };
        let expected: Vec<usize> =
            (0..words.len()).filter(|&place| is_expected(&words[place])).collect();
        let mut found = Vec::new();
        let spanning = index(&words).spanning_blocks(&within, &hand, wilds);
        for (block, words) in &spanning.blocks {
            words.for_each_one(|bit| found.push(*block as usize * BLOCK_WORDS + bit));
        }
        prop_assert_eq!(spanning.count, found.len());
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn an_empty_index_finds_nothing() {
    assert_eq!(index(&[]).spellable(&LetterCounts::default(), 9), []);
}

/// Miri runs this test: it needs no generated words, which take minutes there.
#[test]
fn two_blocks_of_words_are_scanned() {
    let letter = |number: usize| ['A', 'B', 'C'][number % 3];
    let word =
        |number: usize| [number, number / 3, number / 9].map(letter).iter().collect::<String>();
    let words: Vec<Word> =
        (0..BLOCK_WORDS + 20).map(|number| word(number).parse().unwrap()).collect();
    let index = index(&words);
    // With one wild, small hands are subtracted from the lengths, and large ones are not.
    for (letters, wilds) in [("AAB", 0), ("AB", 1), ("AABBBBBBBBBBBB", 1), ("A", 2), ("", 3)] {
        let hand: LetterCounts = letters.bytes().filter_map(Letter::from_ascii).collect();
        let expected = words.iter().filter(|word| hand.shortfall(word) <= wilds).count();
        assert_eq!(index.spellable(&hand, u8::try_from(wilds).unwrap()).len(), expected);
    }
}
