//! Points of the rulebook about whole games of both word pokers, on hands that are chosen.

use serde_json::{Value, json};
use wordcourt::rules::word_poker::flow::{Action, ActionKind, FlowRules, Phase};

use super::word_poker_players::refusal;
use super::word_poker_table::{Game, of_kind, own_category};

#[test]
fn who_is_all_in_wins_from_each_what_was_put_in() {
    let mut game = Game::deal(&[5, 10, 20], FlowRules::default(), None);
    game.bet(ActionKind::Bet, "ann", 4).bet(ActionKind::Raise, "bob", 9);
    game.of(ActionKind::Call, &["cid"]);
    assert_eq!(game.events_of("board").len(), 3, "only one player can bet");
    assert_eq!(game.state.phase(), Phase::Declare);
    game.declare(&["coaxes", "carted", "cat"]).of(ActionKind::Accept, &["ann", "bob", "cid"]);
    let pots: Vec<Value> =
        game.events_of("pot").iter().map(|pot| json!([pot["amount"], pot["winners"]])).collect();
    assert_eq!(pots, [json!([15, ["ann"]]), json!([10, ["bob"]])]);
    assert_eq!(game.chips(), [15, 10, 10]);
    assert_eq!(game.state.next().to_act, ["bob"]);
}

#[test]
fn what_nobody_matched_is_returned() {
    let mut game = Game::deal(&[9, 3, 9], FlowRules::default(), None);
    game.bet(ActionKind::Bet, "ann", 8).of(ActionKind::Call, &["bob"]);
    game.of(ActionKind::Fold, &["cid"]);
    let returned = game.events_of("returned");
    assert_eq!(returned[0]["player"], "ann");
    assert_eq!(returned[0]["amount"], 6);
    assert_eq!(game.chips(), [6, 0, 8]);
}

#[test]
fn a_failed_challenge_is_paid_with_the_next_ante() {
    let mut game = Game::deal(&[10, 10, 10], FlowRules::default(), None);
    game.check_down().declare(&["coaxes", "carted", "cat"]).challenge("bob", "ann");
    let ruling = &game.events[0];
    assert_eq!((&ruling["upheld"], &ruling["owes"]), (&json!(false), &json!(2)));
    let again = Action { challenged: Some("ann".to_owned()), ..of_kind("challenge", "cid") };
    assert_eq!(refusal(&game.state, &again), "not_challengeable /challenged");
    game.close();
    assert_eq!(game.chips(), [14, 8, 8]);
    game.deal_again();
    let antes: Vec<Value> = game.events_of("ante").into_iter().cloned().collect();
    let bob = antes.iter().find(|ante| ante["player"] == "bob").unwrap();
    assert_eq!((&bob["amount"], &bob["owed"]), (&json!(1), &json!(2)));
    assert_eq!((game.saved().dead, game.chips()), (2, vec![13, 5, 7]));
}

#[test]
fn who_cannot_pay_a_debt_is_out() {
    let mut game = Game::deal(&[10, 3, 10], FlowRules::default(), None);
    game.check_down().declare(&["coaxes", "carted", "cat"]).challenge("bob", "ann").close();
    game.deal_again();
    let eliminated = game.events_of("eliminated");
    assert_eq!((&eliminated[0]["player"], &eliminated[0]["chips"]), (&json!("bob"), &json!(1)));
    assert_eq!(eliminated[0]["rule"], "FO5");
    let saved = game.saved();
    assert_eq!((saved.dead, saved.dealer.as_str()), (1, "cid"), "the deal moves on");
    assert!(saved.players[1].out && !saved.players[1].playing);
}

#[test]
fn debts_lapse_if_nobody_could_pay() {
    let mut game = Game::deal(&[2, 2], FlowRules::default(), None);
    game.bet(ActionKind::Bet, "ann", 1).of(ActionKind::Call, &["bob"]);
    game.declare(&["cat", "cat"]).challenge("ann", "bob").challenge("bob", "ann").close();
    assert_eq!(game.chips(), [2, 2]);
    game.deal_again();
    assert!(game.events_of("eliminated").is_empty());
    assert_eq!(game.chips(), [1, 1]);
}

#[test]
fn a_pot_that_nobody_can_win_stays_or_is_taken_back() {
    let play = |cards: &[&str]| Some(cards.iter().map(|&card| card.to_owned()).collect());
    for (chips, kind) in [([5, 5], "pot_stays"), ([2, 2], "taken_back")] {
        let mut game = Game::deal(&chips, FlowRules::default(), None);
        game.check_down();
        for player in ["ann", "bob"] {
            let play = play(&["Tb", "Cb", "Ab"]);
            game.act(&Action { play, ..Action::of(ActionKind::Declare, player) });
        }
        game.challenge("ann", "bob");
        assert_eq!(game.events[0]["upheld"], true);
        assert_eq!(game.state.phase(), Phase::Challenge, "the other word can be challenged");
        game.challenge("bob", "ann");
        assert!(!game.events_of(kind).is_empty(), "{kind}");
        let stays = if kind == "pot_stays" { 4 } else { 0 };
        assert_eq!(game.saved().carry, stays);
        assert_eq!(game.state.phase(), Phase::Deal);
    }
}

#[test]
fn a_tied_vote_takes_the_category_bonus() {
    let mut game = Game::deal(&[10, 10, 10], FlowRules::default(), Some(own_category(None)));
    game.check_down();
    let claim = |player: &str, word: &str| Action {
        word: Some(word.to_owned()),
        category_match: Some(true),
        ..Action::of(ActionKind::Declare, player)
    };
    game.act(&claim("ann", "cat")).declare_rest(&[("bob", "at"), ("cid", "cat")]);
    assert_eq!(game.events[1]["words"]["ann"]["category"], true);
    let total = game.events[1]["words"]["ann"]["total"].as_u64().unwrap();
    let challenged = Some("ann".to_owned());
    game.act(&Action { challenged, ..of_kind("challenge_category", "bob") });
    assert_eq!(game.state.next().to_act, ["ann", "bob", "cid"]);
    for (player, vote) in [("ann", Some(false)), ("bob", Some(true)), ("cid", None)] {
        let abstain = vote.is_none().then_some(true);
        game.act(&Action { for_challenger: vote, abstain, ..of_kind("vote", player) });
    }
    let ruling = game.events_of("ruling")[0];
    assert_eq!((&ruling["upheld"], &ruling["by"]), (&json!(true), &json!("category")));
    let declared = game.saved().players[0].declared.clone().unwrap();
    assert_eq!((declared.category, u64::from(declared.total)), (false, total - 10));
    game.close();
    assert_eq!(game.events_of("pot")[0]["winners"], json!(["ann", "cid"]));
}

#[test]
fn omyword_can_not_be_challenged() {
    let hands = [["Ob", "Mb"], ["Rb", "Db"]];
    let board = ["Yb", "Wb", "Or", "Rr", "Dr"];
    let mut game = Game::deal_hands(&[9, 9], FlowRules::default(), None, &hands, board);
    game.check_down().declare(&["omyword", "word"]);
    let challenge = Action { challenged: Some("ann".to_owned()), ..of_kind("challenge", "bob") };
    assert_eq!(refusal(&game.state, &challenge), "not_challengeable /challenged");
    assert!(game.state.next().actions.iter().all(|one| !one.whom.contains(&"ann".to_owned())));
}

/// Ann and bob tie for a pot of five chips, because cid folds after the ante.
fn tie(chips: &[u64]) -> Game {
    let rules = FlowRules { rounds: 1, ..FlowRules::default() };
    let mut game = Game::deal(chips, rules, None);
    game.bet(ActionKind::Bet, "ann", 1).of(ActionKind::Call, &["bob"]);
    game.of(ActionKind::Fold, &["cid"]);
    for _ in 0..3 {
        game.of(ActionKind::Check, &["bob", "ann"]);
    }
    game.declare(&["cat", "cat"]).close();
    game
}

#[test]
fn the_odd_chips_of_a_finished_game_go_to_the_winners() {
    let game = tie(&[12, 10, 10]);
    let pot = game.events_of("pot")[0];
    assert_eq!((&pot["share"], &pot["odd_chips"]), (&json!(2), &json!(["bob"])));
    assert_eq!(pot["remainder"], 0);
    let result = game.state.result().unwrap();
    assert_eq!((result.reason.as_str(), &result.winners[..]), ("rounds", &["ann".to_owned()][..]));
}

#[test]
fn tied_leaders_play_on_among_themselves() {
    let mut game = tie(&[10, 10, 10]);
    assert_eq!(game.events_of("play_off")[0]["players"], json!(["ann", "bob"]));
    let saved = game.saved();
    assert_eq!((saved.carry, saved.dealer.as_str()), (1, "bob"));
    let end = Action { kind: "end".to_owned(), ..Action::default() };
    assert_eq!(refusal(&game.state, &end), "not_possible /kind");
    game.deal_again();
    assert_eq!(game.events_of("ante").len(), 2);
    assert!(!game.saved().players[2].playing);
    game.bet(ActionKind::Bet, "bob", 1).of(ActionKind::Fold, &["ann"]);
    let result = game.state.result().unwrap();
    assert_eq!((result.reason.as_str(), &result.winners[0][..]), ("play_off", "bob"));
    assert_eq!(game.chips(), [9, 12, 9]);
}

#[test]
fn the_host_ends_the_game_between_two_rounds() {
    let mut game = Game::deal(&[10, 10], FlowRules::default(), None);
    let end = Action { kind: "end".to_owned(), ..Action::default() };
    assert_eq!(refusal(&game.state, &end), "wrong_phase /kind");
    game.bet(ActionKind::Bet, "ann", 1).of(ActionKind::Fold, &["bob"]);
    assert_eq!(game.events_of("won")[0]["decided_by"], "folds");
    game.act(&end);
    assert_eq!(game.state.result().unwrap().reason, "end");
}

#[test]
fn who_looks_up_another_word_folds() {
    let mut game = Game::deal(&[10, 10, 10], FlowRules::default(), None);
    let look_up = |player: &str, word: &str| Action {
        word: Some(word.to_owned()),
        ..Action::of(ActionKind::LookUp, player)
    };
    game.act(&look_up("cid", "cat"));
    assert_eq!(
        (&game.events[1]["kind"], &game.events[1]["rule"]),
        (&json!("folded"), &json!("O15"))
    );
    game.check_down().declare(&["coaxes", "carted"]).challenge("bob", "ann");
    game.act(&look_up("bob", "Coaxes"));
    assert_eq!(game.events.len(), 1, "the challenged word may be looked up");
    game.act(&look_up("cid", "dog"));
    assert_eq!(game.events.len(), 1, "a player folds once");
    game.act(&look_up("bob", "carted"));
    assert_eq!(game.events_of("folded").len(), 1);
    assert!(!game.saved().players[1].hand.is_empty(), "what lies open stays open");
}

#[test]
fn the_last_player_wins_without_showing_a_word() {
    let mut game = Game::deal(&[10, 10], FlowRules::default(), None);
    game.check_down().declare(&["coaxes"]);
    let word = Some("dog".to_owned());
    game.act(&Action { word, ..Action::of(ActionKind::LookUp, "bob") });
    assert_eq!(game.events_of("won")[0]["player"], "ann");
    assert!(game.saved().players[0].declared.is_none());
}
