//! The deck, free cards and the standings of a game.

use wordcourt::rules::my_word::{
    CallConsequenceKind, CardSource, Challenge, Collected, Standings, Table, check_deck,
};
use wordcourt::rules::{ViolationCode, Violations};

use super::{dealt, table_of, texts, wild_mix};
use crate::{Dice, my_word_oracle as oracle};

#[test]
fn the_deck_agrees_with_the_oracle() {
    let mut dice = Dice(17);
    let mut dealable = 0;
    for round in 0..1_000 {
        let mut cards = dealt(dice.below(56), &mut dice);
        for _ in 0..round % 3 {
            cards.extend(wild_mix(1, &mut dice));
        }
        let mut violations = Violations::default();
        let checked = check_deck(&Table::new(&cards), &mut violations);
        let table = texts(&cards);
        let expected = oracle::too_many(&table_of(&table));
        assert_eq!(violations.len(), expected.len(), "{}", table.join(" "));
        assert!(violations.as_slice().iter().zip(&expected).all(|(violation, card)| {
            violation.code == ViolationCode::NotInDeck
                && violation.detail.starts_with(&format!("too many {card} cards: "))
        }));
        assert_eq!(checked.is_ok(), expected.is_empty());
        dealable += usize::from(expected.is_empty());
    }
    assert!((300..700).contains(&dealable), "{dealable}");
}

#[test]
fn free_cards_agree_with_the_oracle() {
    let mut dice = Dice(15);
    for _ in 0..500 {
        let names: Vec<String> = (0..2 + dice.below(11)).map(|seat| format!("p{seat}")).collect();
        let (caller, table, deck) = (dice.below(names.len()), dice.below(12), dice.below(12));
        let challenge = Challenge { collected: None, caller, players: names.clone(), table, deck };
        let served: Vec<(String, u32, u32)> = challenge
            .consequences()
            .into_iter()
            .map(|consequence| {
                let takes = consequence.kind == CallConsequenceKind::TakesFreeCard;
                assert_eq!(
                    (takes, takes.then_some(1)),
                    (consequence.from.is_some(), consequence.cards)
                );
                let from = |source| u32::from(consequence.from == Some(source));
                (consequence.player.clone(), from(CardSource::Table), from(CardSource::Deck))
            })
            .collect();
        let players: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(served, oracle::penalty(&players, players[caller], table, deck));
    }
}

#[test]
fn tied_players_all_win_and_every_card_counts() {
    let round = |cards: [u32; 3]| -> Vec<Collected> {
        ["ann", "bob", "cid"]
            .into_iter()
            .zip(cards)
            .map(|(player, cards)| Collected { player: player.to_owned(), cards })
            .collect()
    };
    let standings = Standings::of(&[round([9, 4, 0]), round([0, 5, 3])]);
    let points: Vec<u32> = standings.totals.iter().map(|total| total.points).collect();
    assert_eq!((points, standings.rounds_left), (vec![9, 9, 3], 1));
    let bob = &standings.results[1];
    assert_eq!((bob.player.as_str(), bob.total), ("bob", 9));
    let labels = bob.lines.iter().map(|line| (line.label.as_str(), line.rule, line.running_total));
    assert!(labels.eq([("round 1: 4 cards", "M3", 4), ("round 2: 5 cards", "M3", 9)]));
    assert_eq!(standings.winners, ["ann", "bob"]);
    assert_eq!(
        Standings::of(&[round([9, 4, 0]), round([0, 5, 3]), round([0, 1, 0])]).winners,
        ["bob"]
    );
}
