//! `best` against the brute-force oracle, and the laws of scoring.

use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::sample::Index;
use wordcourt::lexicon::{Category, Lexicon, Mark};
use wordcourt::rules::Variant;
use wordcourt::rules::oh_my_word::{
    Best, Card, CategoryInForce, Dictionary, Hand, LetterValues, Play, Score, lay, verdict,
};
use wordcourt::word::{Letter, Word};

use crate::{default_lexicon, oh_my_word_oracle as oracle};

const SMALL_WORDS: &str = include_str!("../data/small-words.txt");

fn small() -> &'static (Lexicon, Dictionary) {
    static SMALL: OnceLock<(Lexicon, Dictionary)> = OnceLock::new();
    SMALL.get_or_init(|| {
        let lexicon = Lexicon::from_text(SMALL_WORDS, "").unwrap();
        let dictionary = Dictionary::build(&lexicon);
        (lexicon, dictionary)
    })
}

fn default() -> &'static (Dictionary, Vec<String>) {
    static DEFAULT: OnceLock<(Dictionary, Vec<String>)> = OnceLock::new();
    DEFAULT.get_or_init(|| {
        let lexicon = default_lexicon();
        let allowed = lexicon
            .ordinals()
            .filter(|&ordinal| {
                let marks = lexicon.marks(ordinal);
                let barred = [Mark::Proper, Mark::Abbreviation, Mark::Affix].iter().any(|&mark| marks.contains(mark));
                lexicon.word(ordinal).len() <= 7 && (!barred || marks.excuses())
            })
            .map(|ordinal| lexicon.word(ordinal).to_owned())
            .collect();
        (Dictionary::build(lexicon), allowed)
    })
}

/// Cards of a hand: letters of a word from the small list (so that hands are rich in words) and random ones, coloured, some wild.
fn hand_of(wilds: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<String>> {
    let words: Vec<&'static str> = SMALL_WORDS.lines().collect();
    let letters = prop_oneof![prop::sample::select(words).prop_map(str::to_owned), "[A-Z]{1,7}", "[AEIOURSTLN]{4,7}",];
    (letters, prop::collection::vec(any::<bool>(), 7), any::<Index>(), wilds).prop_map(
        |(letters, red, shift, wilds)| {
            let mut cards: Vec<String> = letters
                .chars()
                .zip(red)
                .map(|(letter, red)| format!("{letter}{}", if red { 'r' } else { 'b' }))
                .collect();
            let shift = shift.index(cards.len());
            cards.rotate_left(shift);
            cards.truncate(7 - wilds);
            cards.extend(std::iter::repeat_n("*".to_owned(), wilds));
            cards
        },
    )
}

fn parse_hand(cards: &[String]) -> Hand {
    let cards: Vec<Card> = cards.iter().map(|card| card.parse().unwrap()).collect();
    Hand::new(&cards).unwrap()
}

fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

fn values_of(table: &[u32; 26]) -> LetterValues {
    let mut values = LetterValues::default();
    for (letter, &value) in Letter::all().zip(table) {
        values.set(letter, value).unwrap();
    }
    values
}

/// The claims of a search in the oracle's terms.
fn claims(best: &Best) -> Vec<oracle::BestPlay> {
    best.found
        .iter()
        .map(|found| oracle::BestPlay {
            word: found.word.to_string(),
            total: found.score.total,
            wilds: found.play.iter().filter(|card| card.wild).count(),
            play: found.play.iter().map(ToString::to_string).collect(),
        })
        .collect()
}

fn letter_values() -> impl Strategy<Value = [u32; 26]> {
    prop_oneof![
        3 => Just(oracle::DEFAULT_VALUES),
        1 => prop::array::uniform26(0_u32..=20),
        1 => prop::array::uniform26(prop_oneof![Just(0_u32), Just(1), Just(1_000)]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_agrees_with_the_oracle_over_a_small_lexicon(
        hand in hand_of(0..=4),
        table in letter_values(),
        listed in prop::collection::vec(any::<Index>(), 0..6),
        own in prop::collection::vec("[A-Z]{2,4}", 0..3),
        proper_nouns in any::<bool>(),
        top in prop_oneof![Just(1_000_usize), 1_usize..20],
    ) {
        let (lexicon, dictionary) = small();
        let words: Vec<&str> = SMALL_WORDS.lines().collect();
        let category: Vec<&str> = listed
            .iter()
            .map(|index| words[index.index(words.len())])
            .chain(own.iter().map(String::as_str))
            .collect();
        let list = Category::new(
            String::new(),
            String::new(),
            proper_nouns,
            category.iter().map(|word| word.parse().unwrap()).collect(),
        );
        let in_force = CategoryInForce { list: Some(&list), vote: None };

        let found = dictionary.best(lexicon, &parse_hand(&hand), &values_of(&table), in_force, top);
        let mut expected = oracle::best(&strs(&hand), &words, &table, &category, proper_nouns);

        prop_assert_eq!(found.words_found, expected.len());
        expected.truncate(top);
        prop_assert_eq!(claims(&found), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_agrees_with_the_oracle_over_the_default_lexicon(hand in hand_of(0..=2)) {
        let (dictionary, words) = default();
        let found = dictionary.best(
            default_lexicon(),
            &parse_hand(&hand),
            &LetterValues::default(),
            CategoryInForce::default(),
            1_000,
        );
        let mut expected = oracle::best(&strs(&hand), &strs(words), &oracle::DEFAULT_VALUES, &[], false);
        prop_assert_eq!(found.words_found, expected.len());
        expected.truncate(1_000);
        prop_assert_eq!(claims(&found), expected);
    }

    #[test]
    fn a_score_agrees_with_the_oracle_and_its_lines_replay_it(
        cards in prop::collection::vec(("[A-C]|Z", any::<bool>(), any::<bool>()), 2..=7),
        table in letter_values(),
        in_category in any::<bool>(),
    ) {
        let cards: Vec<String> = cards
            .iter()
            .map(|(letter, red, wild)| {
                format!("{}{letter}{}", if *wild { "*=" } else { "" }, if *red { 'r' } else { 'b' })
            })
            .collect();
        let play = Play::new(&cards.iter().map(|card| card.parse().unwrap()).collect::<Vec<_>>()).unwrap();
        let values = values_of(&table);
        let score = Score::of(&play, &values, in_category);
        let expected = oracle::score(&strs(&cards), &table, in_category);

        prop_assert_eq!(score.total, expected.total);
        prop_assert_eq!(score.word_value, expected.word_value);
        prop_assert_eq!(score.letter_multipliers(&play), &expected.letter_multipliers[..]);
        prop_assert_eq!(score.flush.name(), expected.flush);
        prop_assert_eq!(score.flush_multiplier, expected.flush_multiplier);
        prop_assert_eq!(score.bonuses.palindrome, expected.palindrome);
        prop_assert_eq!(score.bonuses.outburst, expected.outburst);
        let lines = score.lines(&play, &values);
        prop_assert_eq!(lines.last().unwrap().running_total, score.total);
    }

    #[test]
    fn every_play_found_uses_only_cards_that_are_there_and_scores_what_it_claims(hand in hand_of(0..=7)) {
        let (dictionary, _) = default();
        let held = parse_hand(&hand);
        let values = LetterValues::default();
        let best = dictionary.best(default_lexicon(), &held, &values, CategoryInForce::default(), 25);
        for found in &best.found {
            prop_assert!(found.play.missing_from(&held).is_empty());
            prop_assert_eq!(found.play.word(), found.word);
            prop_assert_eq!(Score::of(&found.play, &values, false), found.score);
            prop_assert!(verdict(default_lexicon(), &found.word, CategoryInForce::default()).is_allowed());
        }
        prop_assert!(best.found.is_sorted_by(|a, b| a.score.total >= b.score.total));
    }

    #[test]
    fn the_order_of_the_hand_does_not_matter(hand in hand_of(0..=3), seed in any::<u64>()) {
        let mut shuffled = hand.clone();
        let mut state = seed;
        for at in (1..shuffled.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            shuffled.swap(at, (state >> 33) as usize % (at + 1));
        }
        prop_assert_eq!(parse_hand(&hand), parse_hand(&shuffled));
    }

    #[test]
    fn no_laying_of_a_word_beats_the_best_one(hand in hand_of(0..=3)) {
        let (lexicon, dictionary) = small();
        let held = parse_hand(&hand);
        for word in dictionary.words(&held).into_iter().take(20).map(|ordinal| lexicon.word(ordinal)) {
            let (_, score) = lay(&word.parse::<Word>().unwrap(), &held, &LetterValues::default(), false).unwrap();
            let most = oracle::layings(word, &strs(&hand))
                .iter()
                .map(|laying| oracle::score(&strs(laying), &oracle::DEFAULT_VALUES, false).total)
                .max();
            prop_assert_eq!(Some(score.total), most);
        }
    }
}

#[test]
fn seven_wilds_find_every_word_and_the_best_one_first() {
    let (dictionary, words) = default();
    let hand = Hand::new(&[Card::Wild; 7]).unwrap();
    let best = dictionary.best(default_lexicon(), &hand, &LetterValues::default(), CategoryInForce::default(), 1);
    assert_eq!(best.words_found, words.len() + 1, "every word and OMYWORD");
    let most = words
        .iter()
        .map(String::as_str)
        .chain(["OMYWORD"])
        .map(|word| {
            // Seven wilds lay every word all red.
            let red: Vec<String> = word.chars().map(|letter| format!("*={letter}r")).collect();
            oracle::score(&strs(&red), &oracle::DEFAULT_VALUES, false).total
        })
        .max();
    assert_eq!(Some(best.found[0].score.total), most);
}

#[test]
fn both_games_bar_the_same_classes() {
    // One dictionary serves both.
    assert_eq!(Variant::ChooseYourWords.barred(), Variant::WordForWord.barred());
    assert_eq!(Variant::ChooseYourWords.lengths(), Variant::WordForWord.lengths());
}
