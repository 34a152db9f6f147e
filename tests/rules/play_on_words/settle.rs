//! Settlements of rounds.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::Violations;
use wordcourt::rules::play_on_words::{
    AnnouncedWord, Mugging, PlayOn, Round, Rules, Seat, Settled, ShownCard, Table, Turn, Version,
};

use super::deal::table;

fn seat(name: &str, points: i64, unplayed: &str) -> Seat {
    Seat { name: name.to_owned(), points, unplayed: unplayed.parse().unwrap() }
}

/// Returns a mugging that makes words from the first table word.
fn mugging(player: usize, from: usize, cards: &str, words: &[&str]) -> Mugging {
    let play_on = |word: &&str| PlayOn {
        onto: vec![0],
        word: AnnouncedWord::new(&word.split(' ').collect::<Vec<_>>()),
    };
    let turn = Turn { new_word: None, play_ons: words.iter().map(play_on).collect() };
    let hand_cards = cards.split(' ').map(ShownCard::new).collect();
    Mugging { player, from, hand_cards, turn }
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

fn settle(round: &Round<'_>) -> Settled {
    let lexicon = "RATE\nSTAR\nTAR\nTARS\tplural_s\nTSAR\n";
    let lexicon = Lexicon::from_text(lexicon, "").unwrap();
    round.settle(&lexicon, &mut Violations::default()).unwrap()
}

fn points(settled: &Settled) -> Vec<i64> {
    settled.muggings.iter().map(|mugged| mugged.points).collect()
}

/// Returns the breaches of all muggings, each with its code, rule and place.
fn breaches(settled: &Settled) -> Vec<String> {
    let breaches = settled.muggings.iter().flat_map(|mugged| &mugged.breaches);
    breaches.map(|it| format!("{:?} {} {}", it.code, it.rule.unwrap(), it.pointer)).collect()
}

fn tar() -> Table {
    table(vec!["T A R".parse().unwrap()])
}

#[test]
fn unplayed_letters_are_deducted_and_mugged_letters_score_double() {
    let table = tar();
    let settled = settle(&round(&table, vec![mugging(0, 1, "S", &["S T A R"])], Version::Rummy));
    let totals: Vec<i64> = settled.results.iter().map(|result| result.total).collect();
    assert_eq!(totals, [20 + 2, 24 - 3, 20 - 1]);
    let labels: Vec<&str> = settled
        .results
        .iter()
        .flat_map(|result| &result.lines)
        .map(|line| line.label.as_str())
        .collect();
    assert_eq!(labels, ["mugs S of bob", "unplayed: S TH", "unplayed: E"]);
    assert_eq!(settled.leaders, ["ann"]);
    assert_eq!((settled.rounds, settled.is_over), (3, Some(true)));
}

#[test]
fn words_of_muggings_that_are_not_allowed_score_nothing() {
    let table = tar();
    let muggings = vec![mugging(0, 1, "S", &["T A R S"]), mugging(2, 1, "S", &["S T A R"])];
    let settled = settle(&round(&table, muggings, Version::Rummy));
    assert_eq!(points(&settled), [0, 2], "the card is left for the second mugging");
    assert_eq!(breaches(&settled), [""; 0]);
}

#[test]
fn a_mugging_that_is_not_possible_falls_and_the_rest_is_settled() {
    let table = tar();
    let muggings = vec![
        mugging(0, 1, "S", &["S T A R"]),
        mugging(2, 1, "S", &["S T A R"]),
        mugging(2, 2, "E", &["R A T E"]),
        mugging(0, 2, "E", &["T A R"]),
        mugging(0, 2, "E", &["T A ' R"]),
        mugging(0, 2, "E", &[]),
        mugging(1, 2, "E", &["R A T E"]),
    ];
    let settled = settle(&round(&table, muggings, Version::Rummy));
    assert_eq!(points(&settled), [2, 0, 0, 0, 0, 0, 2]);
    assert_eq!(
        breaches(&settled),
        [
            "CardNotInHand P12 /muggings/1/hand_cards/0",
            "CardNotInHand P12 /muggings/1/play_ons/0/word/0",
            "NotAllowed P12 /muggings/2/from",
            "NothingAdded P5 /muggings/3/play_ons/0/word",
            "InvalidCard P1 /muggings/4/play_ons/0/word/2",
            "NothingPlayed P12 /muggings/5",
        ]
    );
    let totals: Vec<i64> = settled.results.iter().map(|result| result.total).collect();
    assert_eq!(totals, [20 + 2, 24 - 3 + 2, 20 - 1]);
}

#[test]
fn each_word_of_a_mugging_is_judged_by_itself_against_the_table_as_given() {
    let table = tar();
    // TARS is not allowed, so its S is left for STAR. RATE is made from the same table word.
    let mut both = mugging(0, 1, "S E", &["T A R S", "S T A R", "R A T E", "T S A R"]);
    // There is no new word on the table as given.
    both.turn
        .play_ons
        .push(PlayOn { onto: vec![1], word: AnnouncedWord::new(&["R", "A", "T", "E"]) });
    let mut round = round(&table, vec![both], Version::Rummy);
    round.players[1].unplayed = "S E".parse().unwrap();
    round.rules.play_on_new_word = true;
    let settled = settle(&round);
    let allowed: Vec<bool> = settled.muggings[0].words.iter().map(|word| word.is_allowed).collect();
    assert_eq!(allowed, [false, true, true, false, false]);
    assert_eq!(points(&settled), [2 + 2]);
    assert_eq!(
        breaches(&settled),
        [
            "CardNotInHand P12 /muggings/0/play_ons/3/word/1",
            "UnknownTableWord P5 /muggings/0/play_ons/4/onto/0",
        ]
    );
}

#[test]
fn the_casual_version_has_no_muggings() {
    let table = tar();
    let settled = settle(&round(&table, vec![mugging(0, 1, "S", &["S T A R"])], Version::Casual));
    assert_eq!(breaches(&settled), ["NotAllowed P16 /muggings/0"]);
    let totals: Vec<i64> = settled.results.iter().map(|result| result.total).collect();
    assert_eq!(totals, [21, 24, 20], "rounds won");
}

#[test]
fn full_deck_has_one_round_and_nobody_goes_out() {
    let table = tar();
    let mut round = round(&table, Vec::new(), Version::FullDeck);
    round.players[0].unplayed = "Q".parse().unwrap();
    let mut violations = Violations::default();
    let lexicon = Lexicon::from_text("TAR\n", "").unwrap();
    assert!(round.settle(&lexicon, &mut violations).is_err());
    let places: Vec<&str> =
        violations.as_slice().iter().map(|violation| &violation.pointer[..]).collect();
    assert_eq!(places, ["/went_out", "/players/0/unplayed"]);
    (round.went_out, round.number) = (None, Some(1));
    let settled = settle(&round);
    assert_eq!((settled.rounds, settled.is_over), (1, Some(true)));
    assert_eq!(settled.results[0].lines[0].rule, "P13");
}

#[test]
fn a_hand_that_cannot_be_counts_as_far_as_it_can_be_read() {
    let table = tar();
    // RULEBOOK P3: eight cards of a mugging can be used, and the ninth is the S.
    let nine = "A A A A A A A A S";
    let mut round = round(&table, vec![mugging(0, 1, nine, &["S T A R"])], Version::Rummy);
    round.players[1].unplayed = nine.parse().unwrap();
    round.players[2].unplayed = "E 9 * * *".parse().unwrap();
    let settled = settle(&round);
    let totals: Vec<i64> = settled.results.iter().map(|result| result.total).collect();
    assert_eq!(totals, [20, 24 - 9, 20 - 4]);
    assert_eq!(settled.results[2].unread, ["9"]);
    let of_hands: Vec<String> =
        settled.breaches.iter().map(|it| format!("{:?} {}", it.code, it.pointer)).collect();
    assert_eq!(
        of_hands,
        [
            "TooMany /players/1/unplayed",
            "InvalidCard /players/2/unplayed",
            "NotInDeck /players/2/unplayed",
        ]
    );
    assert_eq!(
        breaches(&settled),
        ["TooMany P3 /muggings/0/hand_cards/8", "CardNotInHand P12 /muggings/0/play_ons/0/word/0"]
    );
    round.muggings = vec![mugging(0, 1, "S 9", &["S T A R"])];
    let settled = settle(&round);
    assert_eq!(
        (points(&settled), breaches(&settled)),
        (vec![2], vec!["InvalidCard P1 /muggings/0/hand_cards/1".to_owned()])
    );
}
