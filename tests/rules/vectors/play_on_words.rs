//! The examples of Play On Words.

use wordcourt::rules::play_on_words::{
    Card, Hand, Mugging, PlacedTurn, Play, PlayOn, PlayedCard, Position, Round, Rules, Score, Seat,
    Settled, ShownCard, Stage, Table, Turn, Version,
};
use wordcourt::rules::{Variant, Violations};
use wordcourt::word::Letter;

use super::{Outcome, outcome};
use crate::default_lexicon;
use crate::play_on_words::default_index;

pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
    let rummy = Rules::default();
    match verb {
        "new" => part(&[], &letters(arguments[0]), arguments[0]),
        "play_on" => {
            let (made, word) = arguments.split_at(arguments.len() - 2);
            let olds: Vec<&str> = made[0].split('+').collect();
            part(
                &olds,
                &made[1..].iter().map(|card| card.parse().unwrap()).collect::<Vec<_>>(),
                word[1],
            )
        }
        "initial" => {
            let score = whole_hand(arguments[0], Stage::FIRST, rummy);
            outcome([
                ("points", score.total.to_string()),
                ("initial_hand", score.bonuses.initial_hand.to_string()),
                ("going_out", score.bonuses.going_out.to_string()),
                ("word", score.parts[0].points.to_string()),
            ])
        }
        "last" => {
            let stage = Stage { last_play: true, ..Stage::FIRST };
            let score = whole_hand(arguments[0], stage, rummy);
            outcome([
                ("points", score.total.to_string()),
                ("initial_hand", score.bonuses.initial_hand.to_string()),
                ("going_out", score.bonuses.going_out.to_string()),
                ("went_out", score.went_out.to_string()),
            ])
        }
        "full_deck" => {
            let full_deck = Rules { version: Version::FullDeck, ..rummy };
            let score = whole_hand("CONTINUE", Stage::FIRST, full_deck);
            assert!(!score.went_out);
            outcome([
                ("going_out", score.bonuses.going_out.to_string()),
                ("initial_hand", score.bonuses.initial_hand.to_string()),
            ])
        }
        "unplayed" => {
            let results = settled(arguments, Vec::new(), &Table::default()).results;
            outcome([("deduction", (results[1].points - results[1].total).to_string())])
        }
        "mugged" => mugged(arguments),
        "sheet" => sheet(arguments[0]),
        _ => panic!("unknown verb {verb}"),
    }
}

fn mugged(arguments: &[&str]) -> Outcome {
    let cards: Vec<Card> = arguments.iter().map(|card| card.parse().unwrap()).collect();
    let words = ["TAR", "ROT"].map(|word| play(word, &[]));
    let table = Table::new(words.to_vec(), &mut Violations::default()).unwrap();
    let hand = Hand::new(&cards).unwrap();
    let position = Position { hand: &hand, table: &table, stage: Stage::LAST };
    let best = default_index().best(default_lexicon(), position, Rules::default(), 1);
    let turn = Turn::from(&best.turns[0].turn);
    let hand_cards = cards.into_iter().map(ShownCard::Card).collect();
    let mugging = Mugging { player: 0, from: 1, hand_cards, turn };
    let settled = settled(arguments, vec![mugging], &table);
    assert_eq!(settled.muggings[0].points, settled.results[0].total);
    outcome([("points", settled.results[0].total.to_string())])
}

fn sheet(name: &str) -> Outcome {
    let numbers = Variant::PlayOnWords.rule_data().numbers;
    let number =
        |name: &str| numbers.iter().find(|number| number.name == name).unwrap().value.to_string();
    let names: &[&str] = match name {
        "setup" => &["dealt", "hand", "discard", "new_word_letters"],
        "rounds" => &["rounds_of_two", "rounds_of_three"],
        _ => return outcome([("value", number(name))]),
    };
    names.iter().map(|name| ((*name).to_owned(), number(name))).collect()
}

fn letters(word: &str) -> Vec<Card> {
    word.bytes().map(|byte| Card::Letter(Letter::from_ascii(byte).unwrap())).collect()
}

/// Spells a word with these cards where they fit, and with letter cards elsewhere.
fn play(word: &str, cards: &[Card]) -> Play {
    let mut played: Vec<PlayedCard> = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.bytes().next() {
        let letter = Letter::from_ascii(first).unwrap();
        let combo = cards
            .iter()
            .find(|card| card.letter_count() == 2 && rest.starts_with(&card.to_string()));
        let card = *combo.unwrap_or(&Card::Letter(letter));
        played.push(card.playing(letter).unwrap());
        rest = &rest[card.letter_count()..];
    }
    Play::new(played).unwrap()
}

/// Plays one word onto the whole table, with one more card in the hand.
fn part(olds: &[&str], cards: &[Card], word: &str) -> Outcome {
    let rules = Rules::default();
    let spare: Vec<Card> = cards.iter().copied().chain(["QU".parse().unwrap()]).collect();
    let hand = Hand::new(&spare).unwrap();
    let table = olds.iter().map(|old| play(old, &[])).collect();
    let mut violations = Violations::default();
    let table = Table::new(table, &mut violations).unwrap();
    let word = play(word, cards);
    let turn = if olds.is_empty() {
        Turn { new_word: Some(word), play_ons: Vec::new() }
    } else {
        Turn { new_word: None, play_ons: vec![PlayOn { onto: (0..olds.len()).collect(), word }] }
    };
    let Ok(placed) = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations) else {
        return outcome([("allowed", "false".to_owned())]);
    };
    let score = Score::of(&placed, Stage::LATER, rules);
    let part = score.parts[0];
    outcome([
        ("allowed", part.verdict(default_lexicon(), rules).is_allowed().to_string()),
        ("rearranged", (part.formation.rule() == "P6").to_string()),
        ("points_per_letter", part.points_per_letter.to_string()),
        ("points", score.total.to_string()),
    ])
}

fn whole_hand(word: &str, stage: Stage, rules: Rules) -> Score {
    let hand = Hand::new(&letters(word)).unwrap();
    let turn = Turn { new_word: Some(play(word, &[])), play_ons: Vec::new() };
    let table = Table::default();
    let mut violations = Violations::default();
    let placed = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations).unwrap();
    Score::of(&placed, stage, rules)
}

/// Settles a round in which the first player went out and the second one has cards left.
fn settled(unplayed: &[&str], muggings: Vec<Mugging>, table: &Table) -> Settled {
    let seat = |name: &str, cards: &[&str]| Seat {
        name: name.to_owned(),
        points: 0,
        unplayed: cards.join(" ").parse().unwrap(),
    };
    let players = vec![seat("ann", &[]), seat("bob", unplayed)];
    let round = Round {
        players,
        went_out: Some(0),
        table,
        muggings,
        number: Some(1),
        rules: Rules::default(),
    };
    round.settle(default_lexicon(), &mut Violations::default()).unwrap()
}
