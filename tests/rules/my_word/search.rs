//! The search for the best calls, and the placement of words, compared with the oracle.

use std::cmp::Reverse;

use wordcourt::rules::my_word::{Call, Card, Table, TooManyWays, place, place_within};
use wordcourt::word::{Letter, Word};

use super::{dealt, small, table_of, texts, wild_mix};
use crate::{Dice, my_word_oracle as oracle};

/// Returns a call in the form of the oracle.
fn result(call: &Call) -> (String, u32, usize) {
    (call.word().to_string(), u32::try_from(call.points()).unwrap(), call.wilds())
}

#[test]
fn the_search_agrees_with_the_oracle() {
    let test_words = small();
    let mut dice = Dice(11);
    let mut called = 0;
    for round in 0..2_400 {
        let cards = match round % 4 {
            0 => dealt(dice.below(12), &mut dice),
            1 => [dealt(3 + dice.below(9), &mut dice), vec![Card::Wild, Card::DoubleWild]].concat(),
            2 => wild_mix(3 + dice.below(6), &mut dice),
            _ => [dealt(dice.below(6), &mut dice), vec![Card::Wild, Card::Wild, Card::DoubleWild]]
                .concat(),
        };
        let table = texts(&cards);
        let expected = oracle::all_calls(&table_of(&table), &test_words.words);
        called += expected.len();
        for top in [0, 1, 3, 10, 100_000] {
            let best =
                test_words.index.best(&test_words.lexicon, &Table::new(&cards), top).unwrap();
            let best: Vec<_> = best.iter().map(result).collect();
            assert_eq!(
                best,
                expected[..top.min(expected.len())],
                "the {top} best of {}",
                table.join(" ")
            );
        }
    }
    assert!(called > 10_000, "{called} calls");
}

/// Places words of few letters with cards of the same letters, so that double cards overlap and
/// cards run out.
#[test]
fn placements_agree_with_the_oracle() {
    let mut dice = Dice(12);
    let mut placed = 0;
    for round in 0..6_000 {
        let letters = &b"ABCD"[..2 + round % 3];
        let letter =
            |dice: &mut Dice| Letter::from_ascii(letters[dice.below(letters.len())]).unwrap();
        let length = 1 + dice.below(9);
        let word =
            Word::from_letters((0..length).map(|_| letter(&mut dice)).collect::<Vec<_>>()).unwrap();
        let cards: Vec<Card> = (0..dice.below(9))
            .map(|_| match dice.below(9) {
                0..3 => Card::Single(letter(&mut dice)),
                3..7 => Card::Double(letter(&mut dice), letter(&mut dice)),
                7 => Card::Wild,
                _ => Card::DoubleWild,
            })
            .collect();
        let table = texts(&cards);
        let expected = oracle::place(word.as_str(), &table_of(&table));
        let call = place(&word, &Table::new(&cards)).unwrap();
        let found = call
            .as_ref()
            .map(|call| oracle::Placement { cards: call.points(), wilds: call.wilds() });
        assert_eq!(found, expected, "{word} from {}", table.join(" "));
        if let Some(call) = call {
            assert_eq!((call.word(), call.missing_from(&Table::new(&cards))), (&word, vec![]));
            placed += 1;
        }
    }
    assert!(placed > 1_000, "{placed} words placed");
}

/// Places the longest words of the lexicon on tables with far more double cards and wilds than the
/// deck has. The search reuses partial results and must still find the best placement.
#[test]
fn long_words_get_the_best_placement() {
    let words = ["ANTIDISESTABLISHMENTARIANISM", "FLOCCINAUCINIHILIPILIFICATION"];
    let mut dice = Dice(13);
    for round in 0..200 {
        let word: Word = words[round % 2].parse().unwrap();
        let letters: Vec<Letter> = word.letters().collect();
        // Hides a placement among other cards; the best one is at least as good.
        let mut hidden = Vec::new();
        let mut at = 0;
        while at < letters.len() {
            let two = at + 1 < letters.len() && dice.below(3) > 0;
            hidden.push(match (two, dice.below(8)) {
                (true, 0) => Card::DoubleWild,
                (true, _) => Card::Double(letters[at], letters[at + 1]),
                (false, 0) => Card::Wild,
                (false, _) => Card::Single(letters[at]),
            });
            at += 1 + usize::from(two);
        }
        let least = (
            hidden.len(),
            Reverse(
                hidden
                    .iter()
                    .filter(|card| !matches!(card, Card::Single(_) | Card::Double(..)))
                    .count(),
            ),
        );
        let others =
            wild_mix(8, &mut dice).into_iter().filter(|card| matches!(card, Card::Double(..)));
        let cards: Vec<Card> = others.chain(hidden).collect();
        let call = place(&word, &Table::new(&cards))
            .unwrap()
            .expect("the cards of a placement are on the table");
        assert!(call.missing_from(&Table::new(&cards)).is_empty());
        assert!(
            (call.points(), Reverse(call.wilds())) >= least,
            "{word} from {}",
            texts(&cards).join(" ")
        );
    }
}

#[test]
fn a_search_that_runs_out_of_steps_is_an_error() {
    let cards = "AB BC CA AC CB BA AB BC AC AA BB CC ? ?? ?? A B C A"
        .split(' ')
        .map(|card| card.parse().unwrap());
    let table = Table::new(&cards.collect::<Vec<Card>>());
    let word: Word = "ABCACBABCCABACBBACCAABC".parse().unwrap();
    let best = place(&word, &table).unwrap();
    assert!(best.is_some());
    let mut steps = 0;
    while let Err(TooManyWays { word: cut_short }) = place_within(&word, &table, steps) {
        assert_eq!(cut_short, word);
        steps += 1;
    }
    assert!(steps > 1, "the search takes some steps");
    for more in 0..100 {
        assert_eq!(place_within(&word, &table, steps + more).unwrap(), best);
    }
}
