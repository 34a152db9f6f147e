//! Cards, tables and turns of Play On Words: formatting inverts parsing, the lines of a score add
//! up to its total, and no turn beats the best one.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::{
    Card, Hand, PlacedTurn, Play, PlayOn, PlayedCard, Position, Rules, Score, SearchIndex, Stage,
    Table, TableCards, Turn,
};

static WORDS: LazyLock<(Lexicon, SearchIndex)> = LazyLock::new(|| {
    let words =
        "ART\nCAT\nCATS\tplural_s\nCHART\nJET\nQUIT\nRATE\nRATS\tplural_s\nSTAR\nSTART\nTAR\nVEX\n";
    let lexicon = Lexicon::from_text(words, "").expect("the lexicon is valid");
    let index = SearchIndex::build(&lexicon);
    (lexicon, index)
});

/// Parses words separated by `+` and skips the invalid ones.
fn plays(text: &str) -> Vec<Play> {
    text.split('+').filter_map(|cards| cards.parse().ok()).collect()
}

fuzz_target!(|input: (&str, &str, &str, &[u8], bool, bool)| {
    let (hand, table, words, onto, may_change, play_on_new_word) = input;
    let (lexicon, index) = &*WORDS;
    let cards: Vec<Card> = hand.split(' ').filter_map(|card| card.parse().ok()).collect();
    assert!(cards.iter().all(|card| card.to_string().parse() == Ok(*card)));
    let (Ok(hand), Ok(table)) =
        (Hand::new(&cards), Table::new(plays(table), &mut Violations::default()))
    else {
        return;
    };
    let table_cards = if may_change { TableCards::Change } else { TableCards::Fixed };
    let rules = Rules { table_cards, play_on_new_word, ..Rules::default() };
    let mut words = plays(words).into_iter();
    for card in words.clone().flat_map(|word| word.to_vec()) {
        assert_eq!(card.to_string().parse::<PlayedCard>(), Ok(card));
    }
    let new_word =
        if onto.first().is_some_and(|first| first % 2 == 0) { words.next() } else { None };
    let play_ons =
        words.zip(onto).map(|(word, onto)| PlayOn { onto: vec![usize::from(*onto)], word });
    let turn = Turn { new_word, play_ons: play_ons.take(8).collect() };
    let mut violations = Violations::default();
    let placed = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations);
    assert_eq!(placed.is_ok(), violations.is_empty());
    let position = Position { hand: &hand, table: &table, stage: Stage::LATER };
    let best = index.best(lexicon, position, rules, 3);
    if let Ok(placed) = placed {
        let score = Score::of(&placed, Stage::LATER, rules);
        assert_eq!(score.lines().last().map(|line| line.running_total), Some(score.total));
        if score.is_valid(lexicon, rules) && best.exhaustive {
            assert!(best.turns.first().is_some_and(|found| found.score.total >= score.total));
        }
    }
    for found in best.turns {
        assert!(found.score.is_valid(lexicon, rules));
    }
});
