//! Cards, tables and turns of Play On Words: what is read is written alike, every turn scores what its lines add up to, and none beats the best.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Breaches;
use wordcourt::rules::play_on_words::{
    Card, Dictionary, Hand, Laid, Play, PlayOn, PlayedCard, Position, Rules, Score, Stage, Table, TableCards, Turn,
};

static WORDS: LazyLock<(Lexicon, Dictionary)> = LazyLock::new(|| {
    let words = "ART\nCAT\nCATS\tplural_s\nCHART\nJET\nQUIT\nRATE\nRATS\tplural_s\nSTAR\nSTART\nTAR\nVEX\n";
    let lexicon = Lexicon::from_text(words, "").expect("a small lexicon");
    let dictionary = Dictionary::build(&lexicon);
    (lexicon, dictionary)
});

/// Words apart by `+`, cards by blanks.
fn plays(text: &str) -> Vec<Play> {
    let play = |cards: &str| Play::new(cards.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?).ok();
    text.split('+').filter_map(play).collect()
}

fuzz_target!(|input: (&str, &str, &str, &[u8], bool, bool)| {
    let (hand, table, words, onto, may_change, play_on_new_word) = input;
    let (lexicon, dictionary) = &*WORDS;
    let cards: Vec<Card> = hand.split(' ').filter_map(|card| card.parse().ok()).collect();
    assert!(cards.iter().all(|card| card.to_string().parse() == Ok(*card)));
    let (Ok(hand), Some(table)) = (Hand::new(&cards), Table::new(plays(table), "", &mut Breaches::default())) else {
        return;
    };
    let table_cards = if may_change { TableCards::Change } else { TableCards::Fixed };
    let rules = Rules { table_cards, play_on_new_word, ..Rules::default() };
    let mut words = plays(words).into_iter();
    for card in words.clone().flat_map(|word| word.to_vec()) {
        assert_eq!(card.to_string().parse::<PlayedCard>(), Ok(card));
    }
    let new_word = if onto.first().is_some_and(|first| first % 2 == 0) { words.next() } else { None };
    let play_ons = words.zip(onto).map(|(word, onto)| PlayOn { onto: vec![usize::from(*onto)], word });
    let turn = Turn { new_word, play_ons: play_ons.take(8).collect() };
    let mut breaches = Breaches::default();
    let laid = Laid::lay(&turn, &hand, &table, rules, "", &mut breaches);
    assert_eq!(laid.is_some(), breaches.is_empty());
    let position = Position { hand: &hand, table: &table, stage: Stage::Later };
    let best = dictionary.best(lexicon, position, rules, 3);
    if let Some(laid) = laid {
        let score = Score::of(&laid, Stage::Later, rules);
        assert_eq!(score.lines().last().map(|line| line.running_total), Some(score.total));
        if score.is_valid(lexicon, rules) && best.exhaustive {
            assert!(best.turns.first().is_some_and(|found| found.score.total >= score.total));
        }
    }
    for found in best.turns {
        assert!(found.score.is_valid(lexicon, rules));
    }
});
