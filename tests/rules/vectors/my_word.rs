//! The examples of My Word!.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::my_word::{
    AnnouncedCall, CallConsequenceKind, Card, Challenge, Collected, MyWord, Standings, Table,
    check_deck,
};
use wordcourt::rules::{Game, Violations};
use wordcourt::word::Word;

use super::{Outcome, outcome};

pub(super) fn run(verb: &str, arguments: &[&str]) -> Outcome {
    match verb {
        "call" => call(arguments[0], &cards(&arguments[2..])),
        "collected" => outcome([("points", points(arguments.len()).to_string())]),
        // Nobody has collected these cards.
        "leftover" => outcome([("points", points(0).to_string())]),
        "penalty" => penalty(arguments[0], arguments[1].strip_prefix("caller=").unwrap()),
        "missing" => {
            let mut violations = Violations::default();
            let call = AnnouncedCall::word(arguments[0]);
            let table = Table::new(&cards(&arguments[2..]));
            assert!(call.place(&table, &mut violations).unwrap().is_err());
            outcome([("missing", violations.as_slice()[0].missing.join(","))])
        }
        "dealt" => {
            let table = Table::new(&cards(arguments));
            let checked = check_deck(&table, &mut Violations::default());
            outcome([("in_deck", checked.is_ok().to_string())])
        }
        "total" => {
            let round = |cards: &&str| vec![collected("a", cards.parse().unwrap())];
            let rounds: Vec<Vec<Collected>> = arguments.iter().map(round).collect();
            let result = &Standings::of(&rounds).results[0];
            outcome([
                ("total", result.total.to_string()),
                ("lines", result.lines.len().to_string()),
            ])
        }
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

/// Calls a word, which is in the lexicon if it consists of letters: the caller collects its cards or
/// nothing.
fn call(word: &str, cards: &[Card]) -> Outcome {
    let listed = if word.parse::<Word>().is_ok() { word } else { "OTHER" };
    let lexicon = Lexicon::from_text(&format!("{listed}\n"), "").unwrap();
    let call = AnnouncedCall::word(word);
    let placed = call.place(&Table::new(cards), &mut Violations::default()).unwrap();
    let legal = placed.ok().filter(|_| call.reason(&lexicon).is_none());
    let challenge = challenge(legal.map(|call| call.points()), &["a", "b"], 0, cards.len());
    let consequences = challenge.consequences();
    let collects = |kind| kind == CallConsequenceKind::Collects;
    let collected = consequences.iter().filter(|consequence| collects(consequence.kind));
    let points: usize = collected.filter_map(|consequence| consequence.cards).sum();
    outcome([
        ("allowed", challenge.collected.is_some().to_string()),
        ("points", points.to_string()),
    ])
}

fn challenge(collected: Option<usize>, players: &[&str], caller: usize, table: usize) -> Challenge {
    let players = players.iter().map(|&player| player.to_owned()).collect();
    Challenge { collected, caller, players, table, deck: 0 }
}

fn penalty(players: &str, caller: &str) -> Outcome {
    let players: Vec<&str> = players.split(',').collect();
    let seat = players.iter().position(|player| *player == caller).unwrap();
    let consequences = challenge(None, &players, seat, 10).consequences();
    let takes = |player: &str| -> usize {
        let taken = consequences.iter().filter(|consequence| consequence.player == player);
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
