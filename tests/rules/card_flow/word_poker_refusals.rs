//! Actions and starts of both word pokers that are refused, with their places.

use wordcourt::rules::flow::Chance;
use wordcourt::rules::word_poker::flow::{
    Action, ActionKind, FlowRules, NewPlayer, SavedState, Setup, State, WrittenCategory,
};
use wordcourt::rules::{Variant, Violations};

use super::word_poker_players::{apply, refusal, setup};
use super::word_poker_table::{Game, of_kind, order, own_category};

#[test]
fn what_the_rules_forbid_is_refused_with_its_place() {
    let game = Game::deal(&[10, 10], FlowRules::default(), None);
    let refused = |game: &Game, action: Action| refusal(&game.state, &action);
    assert_eq!(refused(&game, of_kind("shout", "ann")), "unknown_action /kind");
    assert_eq!(refused(&game, of_kind("deal", "ann")), "wrong_phase /kind");
    assert_eq!(refused(&game, of_kind("bet", "bob")), "out_of_turn /player");
    assert_eq!(refused(&game, of_kind("bet", "eve")), "unknown_player /player");
    assert_eq!(refused(&game, of_kind("bet", "ann")), "missing_field /amount");
    assert_eq!(refused(&game, of_kind("check", "ann")), "not_possible /kind");
    assert_eq!(refused(&game, of_kind("fold", "ann")), "not_possible /kind");
    assert_eq!(refused(&game, of_kind("call", "ann")), "not_possible /kind");
    let raise = Action { amount: Some(2), ..of_kind("raise", "ann") };
    assert_eq!(refused(&game, raise), "not_possible /kind");
    assert_eq!(refused(&game, of_kind("look_up", "ann")), "missing_field /word");
    let mut game = game;
    game.check_down();
    assert_eq!(refused(&game, of_kind("declare", "ann")), "missing_field /play");
    let word = |word: &str| Action { word: Some(word.to_owned()), ..of_kind("declare", "ann") };
    assert_eq!(refused(&game, word("don't")), "invalid_word /word");
    assert_eq!(refused(&game, word("a")), "too_few /word");
    assert_eq!(refused(&game, word("coaxedst")), "too_many /word");
    assert_eq!(refused(&game, word("dog")), "word_not_in_hand /word");
    let none = Action { none: Some(true), ..word("cat") };
    assert_eq!(refused(&game, none), "conflicting_fields ");
    let claim = Action { category_match: Some(true), ..word("cat") };
    assert_eq!(refused(&game, claim), "not_possible /category_match");
    let play = |cards: &[&str]| Action {
        play: Some(cards.iter().map(|&card| card.to_owned()).collect()),
        ..of_kind("declare", "ann")
    };
    assert_eq!(refused(&game, play(&["Cb", "A7"])), "invalid_card /play/1");
    assert_eq!(refused(&game, play(&["Cb", "*"])), "unannounced_wild /play/1");
    assert_eq!(refused(&game, play(&["Cb", "Cb"])), "card_not_in_hand /play/1");
    assert_eq!(refused(&game, play(&["Cb"])), "too_few /play");
    game.declare(&["cat", "cat"]);
    let own = Action { challenged: Some("ann".to_owned()), ..of_kind("challenge", "ann") };
    assert_eq!(refused(&game, own), "not_challengeable /challenged");
    assert_eq!(refused(&game, of_kind("challenge", "ann")), "missing_field /challenged");
    let unlisted =
        Action { challenged: Some("bob".to_owned()), ..of_kind("challenge_category", "ann") };
    assert_eq!(refused(&game, unlisted), "not_challengeable /challenged");
    game.of(ActionKind::Accept, &["ann"]);
    assert_eq!(refused(&game, of_kind("accept", "ann")), "out_of_turn /player");
}

#[test]
fn exchanged_cards_must_be_in_the_hand() {
    let mut game = Game {
        state: State::start(
            Setup {
                dealer: Some("ann".to_owned()),
                ..setup(Variant::ChooseYourWords, &[9, 9], FlowRules::default(), 3)
            },
            &mut Violations::default(),
        )
        .unwrap()
        .0,
        events: Vec::new(),
    };
    game.of(ActionKind::Deal, &["ann"]).bet(ActionKind::Bet, "ann", 1);
    game.of(ActionKind::Call, &["bob"]);
    let cards = |cards: &[&str]| Action {
        cards: Some(cards.iter().map(|&card| card.to_owned()).collect()),
        ..of_kind("exchange", "ann")
    };
    assert_eq!(refusal(&game.state, &of_kind("exchange", "ann")), "missing_field /cards");
    assert_eq!(refusal(&game.state, &cards(&["Gb"; 5])), "out_of_bounds /cards");
    assert_eq!(refusal(&game.state, &cards(&["nothing"])), "card_not_in_hand /cards/0");
    let hand = game.saved().players[0].hand.clone();
    game.act(&cards(&[&hand[6], &hand[0]]));
    let saved = game.saved();
    assert_eq!(saved.discards, [hand[6].clone(), hand[0].clone()]);
    assert_eq!(saved.players[0].hand[..5], hand[1..6]);
}

#[test]
fn a_category_is_known_or_the_dealer_s_own() {
    let rules = FlowRules::default();
    let setup = setup(Variant::ChooseYourWords, &[9, 9], rules, 3);
    let state = State::start(setup, &mut Violations::default()).unwrap().0;
    let dealer = state.next().to_act[0].clone();
    let deal = |category: Option<WrittenCategory>| Action {
        category,
        ..Action::of(ActionKind::Deal, &dealer)
    };
    let named = |name: &str| {
        deal(Some(WrittenCategory { name: Some(name.to_owned()), ..WrittenCategory::default() }))
    };
    assert_eq!(refusal(&state, &named("nonsense")), "unknown_category /category/name");
    assert_eq!(refusal(&state, &named("")), "out_of_bounds /category/name");
    let nothing = deal(Some(WrittenCategory::default()));
    assert_eq!(refusal(&state, &nothing), "missing_field /category");
    let words = |count: usize| deal(Some(own_category(Some(vec!["CAT".to_owned(); count]))));
    assert_eq!(refusal(&state, &words(683)), "out_of_bounds /category/words");
    let saved = SavedState::from(&apply(&state, &words(682)).unwrap().0);
    assert_eq!(saved.category.unwrap().words.unwrap(), ["CAT"]);
    let found = SavedState::from(&apply(&state, &named("ANIMALS")).unwrap().0);
    assert_eq!(found.category.unwrap().name.unwrap(), "animals");
}

#[test]
fn a_game_starts_with_players_chips_and_possible_rules() {
    let start = |chips: &[u64], rules: FlowRules, is_real: bool| {
        let mut setup = setup(Variant::ChooseYourWords, chips, rules, 3);
        if is_real {
            setup.chance.seed = None;
        }
        let mut violations = Violations::default();
        let started = State::start(setup, &mut violations);
        assert!(started.is_err());
        violations.as_slice()[0].pointer.clone()
    };
    let rules = FlowRules::default();
    assert_eq!(start(&[9], rules, false), "/players");
    assert_eq!(start(&[9, 0], rules, false), "/players/1/chips");
    assert_eq!(start(&[9, 9], rules, true), "/dealer");
    assert_eq!(start(&[9, 9], FlowRules { ante: 0, ..rules }, false), "/rules/ante");
    let bet_max = FlowRules { bet_min: 5, bet_max: 4, ..rules };
    assert_eq!(start(&[9, 9], bet_max, false), "/rules/bet_max");
    let player = NewPlayer { name: "ann".to_owned(), chips: 9 };
    let mut setup = setup(Variant::ChooseYourWords, &[9, 9], rules, 3);
    setup.players = vec![player.clone(), player];
    let mut violations = Violations::default();
    assert!(State::start(setup, &mut violations).is_err());
    assert_eq!(violations.as_slice()[0].pointer, "/players/1/name");
}

#[test]
fn real_cards_need_their_order() {
    let setup = Setup {
        dealer: Some("ann".to_owned()),
        chance: Chance { seed: None, shuffles: 0 },
        ..setup(Variant::ChooseYourWords, &[9, 9], FlowRules::default(), 0)
    };
    let state = State::start(setup, &mut Violations::default()).unwrap().0;
    let deal = Action::of(ActionKind::Deal, "ann");
    assert_eq!(refusal(&state, &deal), "missing_field /order");
    let short = Action { order: Some(order(&[])[1..].to_vec()), ..deal.clone() };
    assert_eq!(refusal(&state, &short), "not_in_deck /order");
    let wrong = Action { order: Some(vec!["7".to_owned()]), ..deal };
    assert_eq!(refusal(&state, &wrong), "invalid_card /order/0");
}
