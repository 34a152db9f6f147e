//! Choose Your Words and Word For Word: `best`, compared with a brute-force oracle, and properties
//! of scores and rounds.

mod chances;
mod rounds;

use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::sample::Index;
use wordcourt::lexicon::{Category, Lexicon, Mark};
use wordcourt::rules::Variant;
use wordcourt::rules::word_poker::{
    ActiveCategory, Best, Card, CardError, Hand, LetterValues, Play, PlayedCard, Score,
    SearchIndex, ShownCard, place, verdict,
};
use wordcourt::word::{Letter, Word};

use crate::{default_lexicon, word_poker_oracle as oracle};

const SMALL_WORDS: &str = include_str!("../data/small-words.txt");

fn small() -> &'static (Lexicon, SearchIndex) {
    static SMALL: OnceLock<(Lexicon, SearchIndex)> = OnceLock::new();
    SMALL.get_or_init(|| {
        let lexicon = Lexicon::from_text(SMALL_WORDS, "").unwrap();
        let index = SearchIndex::build(&lexicon);
        (lexicon, index)
    })
}

fn default() -> &'static (SearchIndex, Vec<String>) {
    static DEFAULT: OnceLock<(SearchIndex, Vec<String>)> = OnceLock::new();
    DEFAULT.get_or_init(|| {
        let lexicon = default_lexicon();
        let allowed = lexicon
            .ordinals()
            .filter(|&ordinal| {
                let marks = lexicon.marks(ordinal);
                let barred = [Mark::Proper, Mark::Abbreviation, Mark::Contraction, Mark::Affix]
                    .iter()
                    .any(|&mark| marks.contains(mark));
                lexicon.word(ordinal).len() <= 7 && (!barred || marks.has_allowed_sense())
            })
            .map(|ordinal| lexicon.word(ordinal).to_owned())
            .collect();
        (SearchIndex::build(lexicon), allowed)
    })
}

/// Generates hands with the letters of a word, so that they spell many words, or with random
/// letters; some cards are wild.
fn hand_of(wilds: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<String>> {
    let words: Vec<&'static str> = SMALL_WORDS.lines().collect();
    let letters = prop_oneof![
        prop::sample::select(words).prop_map(str::to_owned),
        "[A-Z]{1,7}",
        "[AEIOURSTLN]{4,7}",
    ];
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

/// Returns the results of a search in the form of the oracle.
fn results(best: &Best) -> Vec<oracle::BestPlay> {
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
    fn best_agrees_with_the_oracle_on_a_small_lexicon(
        hand in hand_of(0..=4),
        table in letter_values(),
        listed in prop::collection::vec(any::<Index>(), 0..6),
        own in prop::collection::vec("[A-Z]{2,4}", 0..3),
        proper_nouns in any::<bool>(),
        top in prop_oneof![Just(1_000_usize), 0_usize..20],
    ) {
        let (lexicon, index) = small();
        let words: Vec<&str> = SMALL_WORDS.lines().collect();
        let category: Vec<&str> = listed
            .iter()
            .map(|at| words[at.index(words.len())])
            .chain(own.iter().map(String::as_str))
            .collect();
        let list = Category::new(
            String::new(),
            String::new(),
            proper_nouns,
            category.iter().map(|word| word.parse().unwrap()).collect(),
        );
        let active = ActiveCategory { list: Some(&list), vote: None };

        let found = index.best(lexicon, &parse_hand(&hand), &values_of(&table), active, top);
        let mut expected = oracle::best(&strs(&hand), &words, &table, &category, proper_nouns);

        prop_assert_eq!(found.words_found, expected.len());
        expected.truncate(top);
        prop_assert_eq!(results(&found), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn best_agrees_with_the_oracle_on_the_default_lexicon(hand in hand_of(0..=2)) {
        let (index, words) = default();
        let found = index.best(
            default_lexicon(),
            &parse_hand(&hand),
            &LetterValues::default(),
            ActiveCategory::default(),
            1_000,
        );
        let mut expected = oracle::best(&strs(&hand), &strs(words), &oracle::DEFAULT_VALUES, &[], false);
        prop_assert_eq!(found.words_found, expected.len());
        expected.truncate(1_000);
        prop_assert_eq!(results(&found), expected);
    }

    #[test]
    fn a_score_agrees_with_the_oracle_and_its_lines_add_up(
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
    fn the_best_plays_use_cards_of_the_hand_and_are_scored_as_reported(hand in hand_of(0..=7)) {
        let (index, _) = default();
        let cards = parse_hand(&hand);
        let values = LetterValues::default();
        let best = index.best(default_lexicon(), &cards, &values, ActiveCategory::default(), 25);
        for found in &best.found {
            prop_assert!(found.play.missing_from(&cards).is_empty());
            prop_assert_eq!(found.play.word(), found.word);
            prop_assert_eq!(Score::of(&found.play, &values, false), found.score);
            prop_assert!(verdict(Variant::ChooseYourWords, default_lexicon(), &found.word, ActiveCategory::default()).is_allowed());
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
    fn no_placement_of_a_word_beats_the_best_placement(hand in hand_of(0..=3)) {
        let (lexicon, index) = small();
        let cards = parse_hand(&hand);
        for word in index.words(&cards).into_iter().take(20).map(|ordinal| lexicon.word(ordinal)) {
            let (_, score) = place(&word.parse::<Word>().unwrap(), &cards, &LetterValues::default(), false).unwrap();
            let most = oracle::placements(word, &strs(&hand))
                .iter()
                .map(|placement| oracle::score(&strs(placement), &oracle::DEFAULT_VALUES, false).total)
                .max();
            prop_assert_eq!(Some(score.total), most);
        }
    }
}

#[test]
fn seven_wilds_spell_every_word_and_the_best_comes_first() {
    let (index, words) = default();
    let hand = Hand::new(&[Card::Wild; 7]).unwrap();
    let best = index.best(
        default_lexicon(),
        &hand,
        &LetterValues::default(),
        ActiveCategory::default(),
        1,
    );
    assert_eq!(best.words_found, words.len() + 1, "every word and OMYWORD");
    let most = words
        .iter()
        .map(String::as_str)
        .chain(["OMYWORD"])
        .map(|word| {
            // With seven wilds every word can be all red.
            let red: Vec<String> = word.chars().map(|letter| format!("*={letter}r")).collect();
            oracle::score(&strs(&red), &oracle::DEFAULT_VALUES, false).total
        })
        .max();
    assert_eq!(Some(best.found[0].score.total), most);
}

#[test]
fn both_games_allow_the_same_words() {
    // Both games use one search index.
    assert_eq!(Variant::ChooseYourWords.barred(), Variant::WordForWord.barred());
    assert_eq!(Variant::ChooseYourWords.lengths(), Variant::WordForWord.lengths());
}

#[test]
fn contractions_and_affixes_are_barred() {
    let text = "DIS\taffix\nGONNA\tcontraction\nHELL\tcontraction,ordinary\nNATO\tabbreviation\n";
    let lexicon = Lexicon::from_text(text, "").unwrap();
    let index = SearchIndex::build(&lexicon);
    let hand = Hand::new(&[Card::Wild; 7]).unwrap();
    let values = LetterValues::default();
    let best = index.best(&lexicon, &hand, &values, ActiveCategory::default(), 10);
    let words: Vec<String> = best.found.iter().map(|found| found.word.to_string()).collect();
    assert_eq!(words, ["OMYWORD", "HELL"]);
}

#[test]
fn cards_round_trip_through_text() {
    for text in ["Gb", "Zr", "*"] {
        assert_eq!(text.parse::<Card>().unwrap().to_string(), text);
    }
    for text in ["Gb", "Zr", "*=Gb", "*=Ar"] {
        assert_eq!(text.parse::<PlayedCard>().unwrap().to_string(), text);
    }
    for text in ["Gb", "Zr", "*=Gb", "*=G", "*"] {
        let card: ShownCard = text.parse().unwrap();
        assert_eq!(card.to_string(), text);
        assert_eq!(ShownCard::from(card.face().unwrap()).face(), card.face());
    }
    assert_eq!("gB".parse::<Card>().unwrap().to_string(), "Gb");
}

#[test]
fn invalid_cards_are_rejected_with_a_reason() {
    assert_eq!("*".parse::<PlayedCard>(), Err(CardError::Unannounced));
    assert_eq!("*=Gb".parse::<Card>(), Err(CardError::Announced));
    for text in ["", "G", "Gx", "Gbb", "*=", "*=*", "**", "=Gb", "Éb", "1b", "QU"] {
        assert_eq!(text.parse::<Card>(), Err(CardError::NotACard), "{text}");
        assert_eq!(text.parse::<ShownCard>(), Err(CardError::NotACard), "{text}");
    }
}
