//! Properties of the best calls of every table.

use std::cmp::Reverse;

use proptest::prelude::*;
use wordcourt::rules::Game;
use wordcourt::rules::my_word::{Call, Card, MIN_CARDS, MyWord, PlayedCard, Table, place};
use wordcourt::word::{Letter, Word};

use super::{dealt, default, wild_mix};
use crate::Dice;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Searching, scoring the cards and placing the word agree; no two calls have the same word.
    #[test]
    fn the_best_calls_are_scored_as_reported(seed in any::<u64>(), cards in 0_usize..=56, mixed in any::<bool>()) {
        let test_words = default();
        let mut dice = Dice(seed);
        let cards = if mixed { wild_mix(cards.min(20), &mut dice) } else { dealt(cards, &mut dice) };
        let table = Table::new(&cards);
        let best = test_words.index.best(&test_words.lexicon, &table, 50).unwrap();
        for call in &best {
            prop_assert!(call.points() >= MIN_CARDS && call.missing_from(&table).is_empty());
            prop_assert!(MyWord::WORDS.verdict(&test_words.lexicon, call.word()).is_allowed());
            let by_word = place(call.word(), &table).unwrap();
            prop_assert_eq!(by_word.as_ref(), Some(call));
            let read: Vec<PlayedCard> = call.iter().map(|card| card.to_string().parse().unwrap()).collect();
            prop_assert!(Call::new(read).as_ref() == Some(call), "parsing inverts formatting");
            let lines = call.lines();
            prop_assert_eq!(lines.last().map(|line| line.running_total as usize), Some(call.points()));
        }
        let key = |call: &Call| (Reverse(call.points()), call.wilds(), call.word().to_string());
        prop_assert!(best.iter().map(key).is_sorted_by(|a, b| a < b));
    }

    /// No legal call found by random play beats the best one.
    #[test]
    fn nothing_beats_the_best_call(seed in any::<u64>(), cards in 3_usize..30, mixed in any::<bool>()) {
        let test_words = default();
        let mut dice = Dice(seed);
        let cards = if mixed { wild_mix(cards.min(12), &mut dice) } else { dealt(cards, &mut dice) };
        let table = Table::new(&cards);
        let best = test_words.index.best(&test_words.lexicon, &table, 1).unwrap();
        let best = best.first().map(|call| (call.points(), Reverse(call.wilds())));
        for word in test_words.words.iter().skip(dice.below(1_000)).step_by(997) {
            // Random cards that spell the word, not the best ones.
            let Some(call) = place_at_random(&word.parse().unwrap(), &cards, &mut dice) else { continue };
            prop_assert!(Some((call.points(), Reverse(call.wilds()))) <= best || call.points() < MIN_CARDS, "{}", word);
        }
    }

    #[test]
    fn another_card_on_the_table_never_lowers_the_best_score(seed in any::<u64>(), cards in 0_usize..25) {
        let test_words = default();
        let mut dice = Dice(seed);
        let mut cards = dealt(cards, &mut dice);
        let best_score = |cards: &[Card]| {
            let best = test_words.index.best(&test_words.lexicon, &Table::new(cards), 1).unwrap();
            best.first().map(|call| (call.points(), Reverse(call.wilds())))
        };
        let before = best_score(&cards);
        cards.extend(wild_mix(1, &mut dice));
        prop_assert!(best_score(&cards) >= before);
    }
}

/// Places a word from the left with any card that fits; gives up where none does.
fn place_at_random(word: &Word, cards: &[Card], dice: &mut Dice) -> Option<Call> {
    let mut left = cards.to_vec();
    let mut letters: Vec<Letter> = word.letters().rev().collect();
    let mut played = Vec::new();
    while let Some(first) = letters.pop() {
        let second = letters.last().copied();
        let fits = |card: &Card| match *card {
            Card::Single(letter) => letter == first,
            Card::Double(a, b) => a == first && Some(b) == second,
            Card::Wild => true,
            Card::DoubleWild => second.is_some(),
        };
        let places: Vec<usize> = (0..left.len()).filter(|&place| fits(&left[place])).collect();
        let card = left.swap_remove(*places.get(dice.below(places.len().max(1)))?);
        played.push(match card {
            Card::Single(letter) => PlayedCard::Single(letter),
            Card::Wild => PlayedCard::Wild(first),
            Card::Double(a, b) => PlayedCard::Double(a, b),
            Card::DoubleWild => PlayedCard::DoubleWild(first, second?),
        });
        if matches!(card, Card::Double(..) | Card::DoubleWild) {
            letters.pop();
        }
    }
    Call::new(played)
}
