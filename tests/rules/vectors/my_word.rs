//! The examples of My Word!.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Game;
use wordcourt::rules::my_word::{
    CallConsequenceKind, Card, Challenge, Collected, MIN_CARDS, MyWord, Standings, Table, place,
};
use wordcourt::word::Word;

use super::{Outcome, outcome};

pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
    match verb {
        "call" => call(arguments[0].parse().unwrap(), &cards(&arguments[2..])),
        "collected" => outcome([("points", points(arguments.len()).to_string())]),
        // Nobody has collected these cards.
        "leftover" => outcome([("points", points(0).to_string())]),
        "penalty" => penalty(arguments[0], arguments[1].strip_prefix("caller=").unwrap()),
        "rounds" => {
            let players = arguments[0].parse().unwrap();
            let round =
                || (0..players).map(|player: u32| collected(&player.to_string(), 1)).collect();
            let played = (1..100).find(|&rounds| {
                let rounds: Vec<Vec<Collected>> = (0..rounds).map(|_| round()).collect();
                Standings::of(&rounds).rounds_left == 0
            });
            outcome([("rounds", played.map_or(String::new(), |rounds: u32| rounds.to_string()))])
        }
        "deck" => {
            let deck = MyWord::rule_data().deck;
            let count = |is_one: fn(Card) -> bool| {
                let cards = deck.iter().filter(|card| is_one(card.card.parse().unwrap()));
                cards.map(|card| card.count).sum::<u32>().to_string()
            };
            outcome([
                ("total", count(|_| true)),
                ("single", count(|card| matches!(card, Card::Single(_)))),
                ("double", count(|card| matches!(card, Card::Double(..)))),
                ("wild", count(|card| card == Card::Wild)),
                ("double_wild", count(|card| card == Card::DoubleWild)),
            ])
        }
        _ => panic!("unknown verb {verb}"),
    }
}

fn cards(texts: &[&str]) -> Vec<Card> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// Challenges a word of the lexicon: the caller collects its cards or nothing.
fn call(word: Word, cards: &[Card]) -> Outcome {
    let lexicon = Lexicon::from_text(&format!("{word}\n"), "").unwrap();
    let placed =
        place(&word, &Table::new(cards)).unwrap().filter(|call| call.points() >= MIN_CARDS);
    let ruling = challenge(word, placed.map(|call| call.points()), &["a", "b"], 0, cards.len())
        .decide(&lexicon);
    let collects = |kind| kind == CallConsequenceKind::Collects;
    let collected = ruling.consequences.iter().filter(|consequence| collects(consequence.kind));
    let points: usize = collected.filter_map(|consequence| consequence.cards).sum();
    outcome([("allowed", (!ruling.upheld).to_string()), ("points", points.to_string())])
}

fn challenge(
    word: Word,
    cards: Option<usize>,
    players: &[&str],
    caller: usize,
    table: usize,
) -> Challenge {
    let players = players.iter().map(|&player| player.to_owned()).collect();
    Challenge { word, cards, caller, players, table, deck: 0 }
}

fn penalty(players: &str, caller: &str) -> Outcome {
    let players: Vec<&str> = players.split(',').collect();
    let seat = players.iter().position(|player| *player == caller).unwrap();
    let lexicon = Lexicon::from_text("CAT\n", "").unwrap();
    let ruling = challenge("QQQ".parse().unwrap(), Some(3), &players, seat, 10).decide(&lexicon);
    assert!(ruling.upheld);
    let takes = |player: &str| -> usize {
        let taken = ruling.consequences.iter().filter(|consequence| consequence.player == player);
        taken.filter_map(|consequence| consequence.cards).sum()
    };
    players.iter().map(|&player| (player.to_owned(), takes(player).to_string())).collect()
}

fn collected(player: &str, cards: u32) -> Collected {
    Collected { player: player.to_owned(), cards }
}

fn points(cards: usize) -> u32 {
    let round = vec![collected("a", u32::try_from(cards).unwrap()), collected("b", 0)];
    Standings::of(&[round]).totals[0].points
}
