//! Odds and exchanges, compared with a slow program that shares no code with the crate, and with
//! every deal of small decks.
//!
//! `tests/data/chances.ndjson` has a line for each position: the operation, the request, and the
//! result of a program that was written from the rulebook only, for the words of
//! `small-words.txt`.

use std::collections::HashMap;

use serde_json::{Value, json};
use wordcourt::rules::word_poker::chances::{
    Exchange, ExchangeOption, Nuts, Odds, Sample, Situation, Totals,
};
use wordcourt::rules::word_poker::{Card, Deck, Hand, LetterValues};
use wordcourt::word::Letter;

use super::{SMALL_WORDS, small};
use crate::Dice;
use crate::word_poker_oracle as oracle;

const RESULTS: &str = include_str!("../../data/chances.ndjson");

fn cards(value: &Value) -> Vec<Card> {
    let texts = value.as_array().into_iter().flatten();
    texts.map(|card| card.as_str().unwrap().parse().unwrap()).collect()
}

/// Returns the cards of the deck that are in none of the members.
fn unseen(request: &Value, members: &[&str]) -> Deck {
    let mut deck = match &request["deck"] {
        Value::Null => Deck::new(),
        deck => Deck::of(cards(deck)),
    };
    for card in members.iter().flat_map(|member| cards(&request[*member])) {
        assert!(deck.take_one(card), "{card}");
    }
    deck
}

fn sample(request: &Value) -> Option<Sample> {
    let seed = request["seed"].as_str()?.parse().unwrap();
    Some(Sample { deals: u32::try_from(request["deals"].as_u64()?).unwrap(), seed })
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn odds(request: &Value, totals: &Totals<'_>) -> Value {
    let unseen = unseen(request, &["thought", "board", "seen"]);
    let situation = Situation {
        thought: Hand::new(&cards(&request["thought"])).unwrap(),
        board: Hand::new(&cards(&request["board"])).unwrap(),
        unseen: &unseen,
        opponents: number(&request["opponents"]),
    };
    let Odds { tally, mine, nuts, nuts_without_wilds } = situation.odds(totals, sample(request));
    assert!(tally.wins() + tally.ties() <= tally.deals());
    let nuts_json = |nuts: Nuts| json!({"cards": nuts.cards, "total": nuts.strength.points()});
    let mut result = json!({
        "method": if situation.is_exact() { "exact" } else { "sampled" },
        "deals": tally.deals(),
        "wins": tally.wins(),
        "ties": tally.ties(),
        "share_ppm": tally.share_ppm(),
        "mine": mine.points(),
        "by_word": mine.is_word(),
    });
    if !situation.is_exact() {
        result["standard_error_ppm"] = tally.standard_error_ppm().into();
    }
    for (name, nuts) in [("nuts", nuts), ("nuts_without_wilds", nuts_without_wilds)] {
        if let Some(nuts) = nuts {
            result[name] = nuts_json(nuts);
        }
    }
    result
}

fn exchange(request: &Value, totals: &Totals<'_>) -> Value {
    let unseen = unseen(request, &["hand", "discarded"]);
    let hand = Hand::new(&cards(&request["hand"])).unwrap();
    let exchange = Exchange { hand, max: number(&request["max"]), unseen: &unseen };
    let advice = exchange.advice(totals, sample(request));
    let describe = |option: ExchangeOption| {
        let mut described = json!({
            "discard": option.discard,
            "sum": option.sum,
            "cases": option.cases,
            "method": "exact",
            "expected_milli": option.expected_milli(),
        });
        if let Some(error) = option.standard_error_milli() {
            described["method"] = "sampled".into();
            described["standard_error_milli"] = error.into();
        }
        described
    };
    let options: Vec<Value> = advice.options.into_iter().map(describe).collect();
    json!({"stand": {"sum": advice.stand, "cases": 1}, "options": options})
}

#[test]
fn results_are_those_of_the_slow_program_to_the_digit() {
    let (lexicon, index) = small();
    let values = LetterValues::default();
    let totals = Totals::new(index, lexicon, &values);
    assert_eq!(RESULTS.lines().count(), 22);
    for line in RESULTS.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let (request, expected) = (&line[1], &line[2]);
        let result =
            if line[0] == "odds" { odds(request, &totals) } else { exchange(request, &totals) };
        assert_eq!(result, *expected, "{request}");
    }
}

/// Returns the strengths of hands by the oracle: whether they spell a word, and the points.
struct Oracle {
    words: Vec<&'static str>,
    values: [u32; 26],
    known: HashMap<Vec<Card>, (bool, u32)>,
}

impl Oracle {
    fn strength(&mut self, cards: &[Card]) -> (bool, u32) {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        *self.known.entry(cards).or_insert_with_key(|cards| {
            let texts: Vec<String> = cards.iter().map(Card::to_string).collect();
            let texts: Vec<&str> = texts.iter().map(|text| &text[..]).collect();
            let best = oracle::best(&texts, &self.words, &self.values, &[], false);
            if let Some(best) = best.first() {
                return (true, best.total);
            }
            let value = |card: &Card| match card {
                Card::Letter(letter, _) => self.values[letter.index()],
                Card::Wild => 0,
            };
            (false, cards.iter().map(value).sum())
        })
    }
}

/// Returns every choice of some cards, with the cards that are left.
fn choices(cards: &[Card], number: usize) -> Vec<(Vec<Card>, Vec<Card>)> {
    let masks = (0..1_u32 << cards.len()).filter(|mask| mask.count_ones() as usize == number);
    let split = |mask: u32| {
        let (mut chosen, mut left) = (Vec::new(), Vec::new());
        for (place, card) in cards.iter().enumerate() {
            (if mask >> place & 1 == 1 { &mut chosen } else { &mut left }).push(*card);
        }
        (chosen, left)
    };
    masks.map(split).collect()
}

/// Plays all deals of the rest of the deck, card by card, and returns the deals, wins, ties, and the
/// sum of the shares in sixths.
fn play_all(
    [thought, board, unseen]: [&[Card]; 3],
    opponents: usize,
    oracle: &mut Oracle,
) -> [u64; 4] {
    let mut counts = [0; 4];
    for (last, left) in choices(unseen, 5 - board.len()) {
        let board = [board, &last].concat();
        let mine = oracle.strength(&[&board, thought].concat());
        for (first, left) in choices(&left, 2) {
            let first = oracle.strength(&[&board[..], &first].concat());
            let seconds =
                if opponents == 1 { vec![(Vec::new(), Vec::new())] } else { choices(&left, 2) };
            for (second, _) in seconds {
                let second =
                    (opponents == 2).then(|| oracle.strength(&[&board[..], &second].concat()));
                let rivals = [Some(first), second];
                let equal = rivals.iter().flatten().filter(|rival| **rival == mine).count() as u64;
                counts[0] += 1;
                if rivals.iter().flatten().all(|rival| *rival <= mine) {
                    counts[if equal == 0 { 1 } else { 2 }] += 1;
                    counts[3] += 6 / (1 + equal);
                }
            }
        }
    }
    counts
}

#[test]
fn exact_odds_are_those_of_all_deals_of_small_decks() {
    let (lexicon, index) = small();
    let mut values = LetterValues::default();
    let mut dice = Dice(39);
    let deck: Vec<Card> = Deck::new().cards().collect();
    let mut ties = 0;
    for round in 0..60 {
        // Every other round plays with other values.
        if round % 2 == 1 {
            values.set(Letter::from_ascii(b'E').unwrap(), 9).unwrap();
        }
        let totals = Totals::new(index, lexicon, &values);
        let numbers = std::array::from_fn(|index| values.of(Letter::from_index(index).unwrap()));
        let words = SMALL_WORDS.lines().collect();
        let mut oracle = Oracle { words, values: numbers, known: HashMap::new() };
        let (board, opponents) = [(5, 1), (4, 1), (5, 2)][round % 3];
        // Few different cards make many ties.
        let kinds = 6 + dice.below(8);
        let kinds: Vec<Card> = (0..kinds).map(|_| deck[dice.below(deck.len())]).collect();
        let mut dealt: Vec<Card> =
            (0..2 + board + 8).map(|_| kinds[dice.below(kinds.len())]).collect();
        dealt.rotate_left(dice.below(4));
        let (thought, rest) = dealt.split_at(2);
        let (board, unseen) = rest.split_at(board);
        let situation = Situation {
            thought: Hand::new(thought).unwrap(),
            board: Hand::new(board).unwrap(),
            unseen: &Deck::of(unseen.iter().copied()),
            opponents,
        };
        let tally = situation.odds(&totals, None).tally;
        let [deals, wins, shared, sixths] =
            play_all([thought, board, unseen], opponents, &mut oracle);
        assert_eq!([tally.deals(), tally.wins(), tally.ties()], [deals, wins, shared], "{dealt:?}");
        assert_eq!(tally.share_ppm(), sixths * 1_000_000 / (6 * deals), "{dealt:?}");
        ties += shared;
    }
    assert!(ties > 1_000, "{ties}");
}
