//! Rounds: declared words, the deck, challenges, the pot and the end of the game.

use proptest::prelude::*;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::ruling::ConsequenceKind;
use wordcourt::rules::word_poker::{
    ActiveCategory, Card, Challenge, Deck, Declaration, Entry, GameResult, Holding, LookUp,
    Outcome, Remainder, Rules, Seat, Share, Showdown, ShownCard, Standing,
};
use wordcourt::rules::{ReasonCode, Variant, Violation, ViolationCode, Violations};

use crate::word_poker_oracle::{self as oracle, pot};

fn lexicon() -> Lexicon {
    Lexicon::from_text("CAT\nMAP\nZAP\n", "").unwrap()
}

fn cards(text: &str) -> Vec<ShownCard> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

fn entry(name: &str, play: Option<&str>) -> Entry {
    Entry {
        name: name.to_owned(),
        play: play.map(cards),
        challenged: false,
        category_match: None,
        folded: false,
        holding: Holding::unknown(7),
        chips: None,
    }
}

fn showdown(pot: u64, players: Vec<Entry>) -> Showdown<'static> {
    Showdown {
        game: Variant::ChooseYourWords,
        pot,
        players,
        board: Holding::default(),
        category: None,
        dealer: None,
        last_round: false,
        target: None,
        rules: Rules { strict_deck: false, ..Rules::default() },
    }
}

fn settle(showdown: &Showdown<'_>) -> Outcome {
    showdown.settle(&lexicon(), &mut Violations::default()).unwrap()
}

fn breaches(showdown: &Showdown<'_>) -> Vec<(ViolationCode, String)> {
    let mut violations = Violations::default();
    showdown.settle(&lexicon(), &mut violations).unwrap_err();
    let breach = |violation: &Violation| (violation.code, violation.pointer.clone());
    violations.as_slice().iter().map(breach).collect()
}

fn amounts(shares: &[Share]) -> Vec<u64> {
    shares.iter().map(|share| share.amount).collect()
}

#[test]
fn a_settlement_reports_all_missing_fields() {
    let showdown = Showdown {
        last_round: true,
        rules: Rules { remainder: Remainder::OddChipLeftOfDealer, ..Rules::default() },
        ..showdown(10, vec![entry("ann", None), entry("bob", None)])
    };
    let missing = |pointer: &str| (ViolationCode::MissingField, pointer.to_owned());
    let places = ["/players/0", "/players/1", "/dealer", "/players/0/chips", "/players/1/chips"];
    assert_eq!(breaches(&showdown), places.map(missing));
    let with_target = Showdown { target: Some(60), last_round: false, ..showdown };
    assert_eq!(breaches(&with_target), places.map(missing));
}

#[test]
fn odd_chips_are_given_in_seat_order_from_the_left_of_the_dealer() {
    let player = |name: &str| Entry {
        folded: name == "bob",
        chips: Some(5),
        ..entry(name, Some("Cb Ab Tb"))
    };
    let showdown = Showdown {
        dealer: Some(2),
        last_round: true,
        rules: Rules {
            remainder: Remainder::OddChipLeftOfDealer,
            strict_deck: false,
            ..Rules::default()
        },
        ..showdown(11, ["ann", "bob", "cid", "dee"].map(player).to_vec())
    };
    let outcome = settle(&showdown);
    // Dee sits to the left of the dealer, then comes Ann.
    assert_eq!((amounts(&outcome.shares), outcome.remainder), (vec![4, 3, 4], 0));
    assert_eq!(amounts(&outcome.chips.unwrap()), [9, 5, 8, 9]);
    assert_eq!(outcome.game, Some(GameResult::PlayOn(["ann", "dee"].map(str::to_owned).to_vec())));
    assert_eq!(outcome.next_dealer.as_deref(), Some("dee"));
}

#[test]
fn an_odd_chip_can_tie_the_leaders_of_a_finished_game() {
    let player = |name: &str, play, chips| Entry { chips: Some(chips), ..entry(name, Some(play)) };
    let players = vec![
        player("ann", "Cb Ab", 10),
        player("bob", "Mb Ab Pb", 7),
        player("cid", "Mb Ab Pb", 0),
    ];
    let outcome = settle(&Showdown { last_round: true, ..showdown(5, players) });
    // Without the odd chip, Ann leads with 10 to 9 and 2.
    assert_eq!((amounts(&outcome.shares), outcome.remainder), (vec![3, 2], 0));
    assert_eq!(outcome.game, Some(GameResult::PlayOn(["ann", "bob"].map(str::to_owned).to_vec())));
    let steps: Vec<_> =
        outcome.shares[0].lines.iter().map(|line| (line.rule, line.amount)).collect();
    assert_eq!(steps, [("O12", 2), ("O17", 1)]);
}

/// The declared cards, the hand, and the breach.
const IMPOSSIBLE: [(&str, &str, ViolationCode, &str); 9] = [
    ("", "", ViolationCode::TooFew, ""),
    ("Zb", "", ViolationCode::TooFew, ""),
    ("Cb Ab Tb Cr Ar Tr Cb Ab", "", ViolationCode::TooMany, ""),
    ("Cb * Tb", "", ViolationCode::UnannouncedWild, "/1"),
    ("Cb Ab Tb", "Cb Ab Tr", ViolationCode::CardNotInHand, "/2"),
    ("Cb Cb Ab Tb", "Cb Ab Tb", ViolationCode::CardNotInHand, "/1"),
    ("*=Cb Ab Tb", "Cb Ab Tb", ViolationCode::CardNotInHand, "/0"),
    ("Zr Ab Zr", "", ViolationCode::NotInDeck, "/2"),
    ("*=Cb *=Ab *=Tb *=Tb *=Tb", "", ViolationCode::NotInDeck, "/4"),
];

fn strict() -> Rules {
    Rules { strict_deck: true, ..Rules::default() }
}

#[test]
fn impossible_declarations_fall_and_the_rest_is_settled() {
    for (play, hand, code, place) in IMPOSSIBLE {
        let holding = match hand {
            "" => Holding::unknown(7),
            hand => Holding::new(cards(hand)),
        };
        for challenged in [false, true] {
            let impossible =
                Entry { challenged, holding: holding.clone(), ..entry("ann", Some(play)) };
            let players = vec![impossible, entry("bob", Some("Mb Ab Pb"))];
            let showdown = Showdown { rules: strict(), ..showdown(10, players) };
            let outcome = settle(&showdown);
            let fallen = &outcome.scores[0];
            assert_eq!((fallen.standing, fallen.rule), (Standing::Fell, "W6"), "{play}");
            let word = fallen.word.as_ref().unwrap();
            assert!(word.played.is_none() && !word.judgement.is_allowed);
            let found: Vec<_> =
                fallen.breaches.iter().map(|breach| (breach.code, &*breach.pointer)).collect();
            assert_eq!(found, [(code, &*format!("/players/0/play{place}"))], "{play}");
            assert_eq!((outcome.shares[0].player.as_str(), outcome.shares[0].amount), ("bob", 10));
        }
    }
}

#[test]
fn cards_beyond_the_deck_are_refused_across_all_players() {
    let board = || Holding::new(cards("Zr Ab Tb"));
    let with_thought =
        |name, thought: &str| Entry { holding: Holding::new(cards(thought)), ..entry(name, None) };
    let refused = |players| {
        let showdown = Showdown { rules: strict(), board: board(), ..showdown(10, players) };
        breaches(&showdown)
    };
    let twice = vec![with_thought("ann", "Pb Qb"), with_thought("bob", "Zr Pb")];
    assert_eq!(refused(twice), [(ViolationCode::NotInDeck, "/players/1".to_owned())]);
    // The Z of Ann's word is on the board; the one of Bob's word would be a second copy.
    let beyond = |name, play| Entry { holding: Holding::unknown(2), ..entry(name, Some(play)) };
    let words = vec![beyond("ann", "Zr Ab Pb"), beyond("bob", "Mb Ab Zr Zr")];
    let outcome = settle(&Showdown { rules: strict(), board: board(), ..showdown(10, words) });
    assert_eq!(outcome.scores[1].standing, Standing::Fell, "two red Z in one word");
    let wilds = |name| beyond(name, "*=Mb Ab *=Pb");
    let words = ["ann", "bob", "cid"].map(wilds).to_vec();
    assert_eq!(refused(words), [(ViolationCode::NotInDeck, "/players/2/play".to_owned())]);
}

#[test]
fn the_deck_has_the_published_cards() {
    let mut deck = Deck::new();
    for published in Variant::ChooseYourWords.rule_data().deck {
        let card: Card = published.card.parse().unwrap();
        assert_eq!(deck.count(card), published.count, "{card}");
        for _ in 0..published.count {
            assert!(deck.take_one(card));
        }
        assert!(!deck.take_one(card), "{card}");
    }
}

#[test]
fn a_ruling_is_made_on_anything_that_is_said() {
    let judge = |said: &str| {
        let mut breaches = Violations::default();
        let judgement = Declaration::word(said).judge(
            Variant::ChooseYourWords,
            &lexicon(),
            ActiveCategory::default(),
            &mut breaches,
        );
        assert_eq!(judgement.is_allowed, said == "cat");
        let breach = breaches.as_slice().first().map(|breach| breach.code);
        (judgement.reason.map(|reason| reason.code), breach)
    };
    assert_eq!(judge("cat"), (None, None));
    assert_eq!(judge("dog"), (Some(ReasonCode::NotInLexicon), None));
    let not_letters = (Some(ReasonCode::NotLetters), Some(ViolationCode::InvalidWord));
    assert_eq!(judge("don't"), not_letters);
    assert_eq!(judge("crème"), not_letters);
    assert_eq!(judge(""), (Some(ReasonCode::TooShort), Some(ViolationCode::InvalidWord)));
    assert_eq!(judge("a"), (Some(ReasonCode::TooShort), Some(ViolationCode::TooFew)));
    assert_eq!(judge("elephant"), (Some(ReasonCode::TooLong), Some(ViolationCode::TooMany)));
    let too_long = "a".repeat(64);
    assert_eq!(judge(&too_long), (Some(ReasonCode::TooLong), Some(ViolationCode::InvalidWord)));
}

#[test]
fn a_player_folds_once_and_each_challenger_pays() {
    let look_up = |player: &str, word: &str| LookUp { player: player.into(), word: word.into() };
    let seat = |name: &str, chips| Seat { name: name.to_owned(), chips };
    let players = [seat("ann", Some(30)), seat("bob", None), seat("cid", Some(29))];
    let rule = |said: &str, look_ups: &[LookUp]| {
        let challenge = Challenge {
            game: Variant::ChooseYourWords,
            declaration: &Declaration::word(said),
            challengers: vec!["ann", "cid"],
            challenged: "bob",
            pot: 75,
            ante: 5,
            players: &players,
            category: ActiveCategory::default(),
            look_ups,
        };
        let ruling = challenge.decide(&lexicon(), &mut Violations::default());
        let facts = ruling.consequences.into_iter();
        facts.map(|fact| (fact.player, fact.kind, fact.rule)).collect::<Vec<_>>()
    };
    let fact = |player: &str, kind, rule| (player.to_owned(), kind, rule);
    let paid = fact("ann", ConsequenceKind::OwesNextPot, "O13");
    let eliminated = fact("cid", ConsequenceKind::Eliminated, "O13");
    assert_eq!(rule("cat", &[look_up("cid", "CAT")]), [paid.clone(), eliminated.clone()]);
    let fold = fact("cid", ConsequenceKind::Folds, "O15");
    let two = [look_up("cid", "DOG"), look_up("cid", "COW")];
    assert_eq!(rule("cat", &two), [paid, eliminated, fold]);
    let fold = fact("bob", ConsequenceKind::Folds, "O13");
    assert_eq!(rule("dog", &[look_up("bob", "COW")]), [fold]);
    assert_eq!(rule("omyword", &[look_up("ann", "OMYWORD")]), []);
}

/// The words that players of random rounds declare; the last one is impossible.
const PLAYS: [Option<&str>; 5] =
    [Some("Cb Ab Tb"), Some("Mb Ab Pb"), Some("Cr Ar Tr"), Some("Qb Zb"), Some("Zb")];

prop_compose! {
    fn player(name: String)(
        play in prop::sample::select(PLAYS.to_vec()),
        challenged in any::<bool>(),
        folded in prop::bool::weighted(0.2),
        chips in 0_u64..12,
    ) -> Entry {
        Entry { challenged, folded, chips: Some(chips), ..entry(&name, play) }
    }
}

fn players() -> impl Strategy<Value = Vec<Entry>> {
    (2..7_usize).prop_flat_map(|seats| {
        (0..seats).map(|seat| player(format!("p{seat}"))).collect::<Vec<_>>()
    })
}

/// The score that counts for the pot.
fn total(player: &Entry) -> Option<u32> {
    let cards: Vec<String> = player.play.as_ref()?.iter().map(ToString::to_string).collect();
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    let falls = cards.len() < 2 || (cards.len() == 2 && player.challenged);
    (!player.folded && !falls).then(|| oracle::score(&cards, &oracle::DEFAULT_VALUES, false).total)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_pot_agrees_with_the_oracle_and_no_chip_is_lost(
        pot in 0_u64..20,
        players in players(),
        dealer in prop::option::of(0..7_usize),
        last_round in any::<bool>(),
        target in prop::option::of(1..20_u64),
        odd_chips_are_given in any::<bool>(),
    ) {
        let dealer = dealer.filter(|&dealer| dealer < players.len());
        let odd_chips_are_given = odd_chips_are_given && dealer.is_some();
        let remainder =
            if odd_chips_are_given { Remainder::OddChipLeftOfDealer } else { Remainder::Stay };
        let showdown = Showdown {
            dealer,
            last_round,
            target,
            rules: Rules { remainder, strict_deck: false, ..Rules::default() },
            ..showdown(pot, players)
        };
        let outcome = settle(&showdown);

        let before: Vec<pot::Seat> = showdown
            .players
            .iter()
            .map(|player| pot::Seat { chips: player.chips.unwrap(), total: total(player) })
            .collect();
        let end = pot::End { last_round, target, odd_chips_are_given, dealer };
        let expected = pot::settle(pot, &before, end);
        let name = |seat: usize| showdown.players[seat].name.clone();

        let chips = outcome.chips.unwrap();
        prop_assert_eq!(amounts(&chips), expected.chips);
        prop_assert_eq!(outcome.remainder, expected.remainder);
        prop_assert_eq!(outcome.next_dealer, expected.next_dealer.map(name));
        let leaders = match outcome.game {
            None => None,
            Some(GameResult::Won(winner)) => Some(vec![winner]),
            Some(GameResult::PlayOn(tied)) => Some(tied),
        };
        prop_assert_eq!(leaders, expected.leaders.map(|seats| seats.into_iter().map(name).collect()));
        let won: u64 = outcome.shares.iter().map(|share| share.amount).sum();
        prop_assert_eq!(won + outcome.remainder, pot);
        let all_before: u64 = before.iter().map(|seat| seat.chips).sum();
        prop_assert_eq!(amounts(&chips).iter().sum::<u64>() + outcome.remainder, all_before + pot);
        for share in outcome.shares.iter().chain(&chips) {
            if let Some(last) = share.lines.last() {
                prop_assert_eq!(last.running_total, i64::try_from(share.amount).unwrap());
            }
        }
        for score in &outcome.scores {
            let total = score.word.as_ref().and_then(|word| word.played.as_ref()).map(|(_, score)| score.total);
            prop_assert_eq!(score.lines.last().map(|line| line.running_total), total);
        }
    }
}
