//! Settlements of rounds.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::{
    Hand, Mugging, PlayOn, Round, Rules, Seat, Settled, Table, Turn, Version,
};

use super::deal::table;

fn seat(name: &str, points: i64, unplayed: &str) -> Seat {
    Seat { name: name.to_owned(), points, unplayed: unplayed.parse().unwrap() }
}

fn mugging(player: usize, from: usize, cards: &str, word: &str) -> Mugging {
    let hand: Hand = cards.parse().unwrap();
    let play_on = PlayOn { onto: vec![0], word: word.parse().unwrap() };
    let turn = Turn { new_word: None, play_ons: vec![play_on] };
    Mugging { player, from, hand_cards: hand.to_vec(), turn }
}

/// Returns a round of three players with TAR on the table, in which the first player went out.
fn round(table: &Table, muggings: Vec<Mugging>, version: Version) -> Round<'_> {
    Round {
        players: vec![seat("ann", 20, ""), seat("bob", 24, "TH S"), seat("cem", 20, "E")],
        went_out: Some(0),
        table,
        muggings,
        number: Some(3),
        rules: Rules { version, ..Rules::default() },
    }
}

fn settle(round: &Round<'_>, violations: &mut Violations) -> Option<Settled> {
    let lexicon = Lexicon::from_text("RATE\nSTAR\nTAR\nTARS\tplural_s\n", "").unwrap();
    round.settle(&lexicon, violations).ok()
}

fn places(violations: &Violations) -> Vec<String> {
    let violations = violations.as_slice().iter();
    violations.map(|violation| format!("{:?} {}", violation.code, violation.pointer)).collect()
}

#[test]
fn unplayed_letters_are_deducted_and_mugged_letters_score_double() {
    let table = table(vec!["T A R".parse().unwrap()]);
    let round = round(&table, vec![mugging(0, 1, "S", "S T A R")], Version::Rummy);
    let settled = settle(&round, &mut Violations::default()).unwrap();
    let totals: Vec<i64> = settled.finals.iter().map(|player| player.total).collect();
    assert_eq!(totals, [20 + 2, 24 - 3, 20 - 1]);
    let labels: Vec<&str> =
        settled.finals.iter().flat_map(|player| &player.steps).map(|step| &*step.label).collect();
    assert_eq!(labels, ["mugs S of bob", "unplayed: S TH", "unplayed: E"]);
    assert_eq!(settled.leaders, ["ann"]);
    assert_eq!((settled.rounds, settled.is_over), (3, Some(true)));
}

#[test]
fn muggings_with_words_that_are_not_allowed_score_nothing() {
    let table = table(vec!["T A R".parse().unwrap()]);
    let muggings = vec![mugging(0, 1, "S", "T A R S"), mugging(2, 1, "S", "S T A R")];
    let settled =
        settle(&round(&table, muggings, Version::Rummy), &mut Violations::default()).unwrap();
    let points: Vec<i64> = settled.muggings.iter().map(|mugged| mugged.points).collect();
    assert_eq!(points, [0, 2], "the card is left for the second mugging");
}

#[test]
fn all_violations_of_a_round_are_recorded() {
    let table = table(vec!["T A R".parse().unwrap()]);
    let muggings = vec![
        mugging(0, 1, "S", "S T A R"),
        mugging(2, 1, "S", "S T A R"),
        mugging(2, 2, "E", "R A T E"),
        mugging(0, 2, "E", "T A R"),
    ];
    let mut round = round(&table, muggings, Version::FullDeck);
    round.players[0].unplayed = "Q".parse().unwrap();
    let mut violations = Violations::default();
    assert_eq!(settle(&round, &mut violations), None);
    assert_eq!(
        places(&violations),
        [
            "ConflictingFields /went_out",
            "ConflictingFields /players/0/unplayed",
            "CardNotInHand /muggings/1/hand_cards/0",
            "ConflictingFields /muggings/2/from",
            "CardNotInHand /muggings/3/hand_cards/0",
            "NothingAdded /muggings/3/play_ons/0/word",
        ]
    );
}

#[test]
fn the_casual_version_has_no_muggings() {
    let table = table(vec!["T A R".parse().unwrap()]);
    let mut violations = Violations::default();
    let round = round(&table, vec![mugging(0, 1, "S", "S T A R")], Version::Casual);
    assert_eq!(settle(&round, &mut violations), None);
    assert_eq!(places(&violations), ["ConflictingFields /muggings"]);
}
