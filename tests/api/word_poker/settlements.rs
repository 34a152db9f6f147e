//! Settlements of rounds, and cuts for the deal.

use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{post_ok, post_rejected};

#[actix_web::test]
async fn the_highest_word_wins_the_pot_even_if_it_is_an_unchallenged_phoney() {
    let round = |challenged: bool| {
        json!({"pot": 100, "players": [
            {"name": "ann", "play": ["Zb", "Qb", "Xb"], "challenged": challenged},
            {"name": "bob", "play": ["Cb", "Ab", "Tb"]},
            {"name": "cid", "folded": true},
        ]})
    };
    let phoney = post_ok(&format!("{CYW}/settle"), round(false)).await;
    assert_eq!((&phoney["winners"], &phoney["decided_by"]), (&json!(["ann"]), &json!("word")));
    assert_eq!(phoney["scores"][0]["valid"], false);
    let fallen = post_ok(&format!("{CYW}/settle"), round(true)).await;
    assert_eq!(
        (&fallen["shares"][0]["player"], &fallen["shares"][0]["amount"]),
        (&json!("bob"), &json!(100))
    );
    assert_eq!(fallen["scores"][0]["standing"], "fell");
    assert_eq!(fallen["scores"][0]["rule"], "O13");
    let folded = json!({"player": "cid", "standing": "folded", "rule": "O20", "lines": []});
    assert_eq!(fallen["scores"][2], folded);
}

fn three_way_tie(rules: &Value) -> Value {
    let player = |name: &str, card: &str| json!({"name": name, "play": [card, "Ab", "Tb"]});
    json!({"pot": 100, "dealer": "bob", "rules": rules,
        "players": [player("ann", "Cb"), player("bob", "Cb"), player("cid", "Bb"), {"name": "dot", "folded": true}]})
}

#[actix_web::test]
async fn ties_split_the_pot_and_a_rule_assigns_the_odd_chip() {
    let stay = post_ok(&format!("{CYW}/settle"), three_way_tie(&json!({}))).await;
    assert_eq!(stay["remainder"], 1);
    assert!(stay["shares"].as_array().unwrap().iter().all(|share| share["amount"] == 33));
    let odd = post_ok(
        &format!("{CYW}/settle"),
        three_way_tie(&json!({"remainder": "odd_chip_left_of_dealer"})),
    )
    .await;
    assert_eq!(odd["remainder"], 0);
    // cid sits to the left of the dealer, bob.
    let shares: Vec<(&Value, &Value)> = odd["shares"]
        .as_array()
        .unwrap()
        .iter()
        .map(|share| (&share["player"], &share["amount"]))
        .collect();
    let expected =
        [("ann", 33), ("bob", 33), ("cid", 34)].map(|(name, amount)| (json!(name), json!(amount)));
    assert!(
        shares.iter().zip(&expected).all(|(share, expected)| *share == (&expected.0, &expected.1))
    );
    assert_eq!(
        odd["shares"][2]["lines"],
        json!([
            {"rule": "O12", "label": "share of the pot: 100 among 3 winners", "amount": 33, "running_total": 33},
            {"rule": "O12", "label": "odd chip", "amount": 1, "running_total": 34},
        ])
    );
    assert_eq!(odd["next_dealer"], "cid");
}

#[actix_web::test]
async fn without_a_word_card_points_decide_and_wilds_count_as_announced() {
    let round = json!({"pot": 10, "players": [
        {"name": "ann", "hand": ["Zb", "Gb"]}, {"name": "bob", "hand": ["Zr", "*"]}, {"name": "cid", "hand": ["Bb", "*=Zr"]},
    ]});
    let settled = post_ok(&format!("{CYW}/settle"), round).await;
    assert_eq!(
        (&settled["winners"], &settled["decided_by"]),
        (&json!(["cid"]), &json!("card_points"))
    );
    let points: Vec<&Value> =
        settled["scores"].as_array().unwrap().iter().map(|score| &score["card_points"]).collect();
    assert_eq!(points, [18, 15, 19]);
    let board = json!({"pot": 10, "board": ["Qb", "Qr", "Jb", "Ab", "Eb"], "players": [
        {"name": "ann", "thought": ["Zb", "Gb"]}, {"name": "bob", "thought": ["Zr", "Zb"]},
    ]});
    let settled = post_ok(&format!("{WFW}/settle"), board).await;
    assert_eq!(settled["scores"][1]["card_points"], 72);
    let unknown = json!({"pot": 10, "players": [{"name": "ann"}, {"name": "bob", "hand": ["Zb"]}]});
    assert_eq!(
        post_rejected(&format!("{CYW}/settle"), unknown).await,
        ["missing_field /players/0"]
    );
}

#[actix_web::test]
async fn the_last_player_wins_and_the_pot_stays_if_all_have_folded() {
    let alone = json!({"pot": 10, "players": [{"name": "ann"}, {"name": "bob", "folded": true}]});
    let settled = post_ok(&format!("{CYW}/settle"), alone).await;
    assert_eq!(
        (&settled["winners"], &settled["decided_by"]),
        (&json!(["ann"]), &json!("last_player"))
    );
    let nobody = json!({"pot": 10, "players": [{"name": "ann", "folded": true}, {"name": "bob", "folded": true}]});
    let settled = post_ok(&format!("{CYW}/settle"), nobody).await;
    assert_eq!(
        (&settled["winners"], &settled["remainder"], &settled["decided_by"]),
        (&json!([]), &json!(10), &json!("nobody"))
    );
}

#[actix_web::test]
async fn the_last_round_ends_the_game_unless_leaders_are_tied() {
    let game = |chips: u64| {
        json!({"pot": 10, "last_round": true, "players": [
            {"name": "ann", "play": ["Cb", "Ab", "Tb"], "chips": 5}, {"name": "bob", "folded": true, "chips": chips},
        ]})
    };
    let won = post_ok(&format!("{CYW}/settle"), game(14)).await;
    assert_eq!((&won["game_winner"], &won["chips"][0]["amount"]), (&json!("ann"), &json!(15)));
    let tied = post_ok(&format!("{CYW}/settle"), game(15)).await;
    assert_eq!(tied["play_on"], json!(["ann", "bob"]));
    let unknown = json!({"pot": 1, "last_round": true, "players": [{"name": "a", "chips": 1}, {"name": "b", "folded": true}]});
    assert_eq!(
        post_rejected(&format!("{CYW}/settle"), unknown).await,
        ["missing_field /players/1/chips"]
    );
}

#[actix_web::test]
async fn the_cut_is_decided_by_wilds_then_values_then_letters() {
    let cut = async |cards: &[(&str, &str)]| {
        let cuts: Vec<Value> =
            cards.iter().map(|(player, card)| json!({"player": player, "card": card})).collect();
        post_ok(&format!("{WFW}/cut"), json!({ "cuts": cuts })).await
    };
    assert_eq!(cut(&[("ann", "Zb"), ("bob", "*")]).await["dealer"], "bob");
    assert_eq!(cut(&[("ann", "Gb"), ("bob", "Zr")]).await["dealer"], "bob");
    let by_letter = cut(&[("ann", "Eb"), ("bob", "Ib")]).await;
    assert_eq!(by_letter["dealer"], "bob");
    assert_eq!(
        by_letter["lines"],
        json!([
            {"player": "ann", "rule": "O4", "label": "blue E", "points": 1},
            {"player": "ann", "rule": "O16", "label": "equal value, but I is nearer to Z"},
            {"player": "bob", "rule": "O4", "label": "blue I", "points": 1},
            {"player": "bob", "rule": "O16", "label": "deals"},
        ])
    );
    let tied = cut(&[("ann", "Zb"), ("bob", "Zr"), ("cid", "Ab")]).await;
    assert_eq!((&tied["tied"], tied.get("dealer")), (&json!(["ann", "bob"]), None));
}

#[actix_web::test]
async fn an_impossible_declaration_falls_and_the_rest_is_settled() {
    let round = json!({"pot": 10, "board": ["Ob", "Eb", "Xb", "Lb", "Mb"], "players": [
        {"name": "ann", "play": ["Cr", "Ar", "Tr"]}, {"name": "bob", "play": ["Ob", "*"]},
        {"name": "cid", "play": ["Ob", "Xb"]},
    ]});
    let settled = post_ok(&format!("{WFW}/settle"), round).await;
    assert_eq!(settled["winners"], json!(["cid"]));
    let (ann, bob) = (&settled["scores"][0], &settled["scores"][1]);
    assert_eq!((&ann["standing"], &ann["rule"]), (&json!("fell"), &json!("W6")));
    // Two of the three cards can be thought cards.
    assert_eq!(ann["breaches"][0]["pointer"], "/players/0/play/2");
    assert_eq!(ann["breaches"][0]["missing"], json!(["Tr"]));
    assert_eq!((&bob["word"], bob.get("total")), (&json!("O*"), None));
    assert_eq!(bob["breaches"][0]["code"], "unannounced_wild");
    assert_eq!(settled["scores"][2]["lines"][0]["label"], "blue O");
}

#[actix_web::test]
async fn a_target_or_all_chips_end_the_game() {
    let round = |chips: [u64; 2], more: Value| {
        let mut round = json!({"pot": 10, "dealer": "ann", "players": [
            {"name": "ann", "play": ["Cb", "Ab", "Tb"], "chips": chips[0]},
            {"name": "bob", "folded": true, "chips": chips[1]},
        ]});
        round.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        round
    };
    let settle = async |round| post_ok(&format!("{CYW}/settle"), round).await;
    let goes_on = settle(round([40, 50], json!({"target": 51}))).await;
    assert_eq!((goes_on.get("game_winner"), &goes_on["next_dealer"]), (None, &json!("bob")));
    let reached = settle(round([41, 50], json!({"target": 51}))).await;
    assert_eq!((&reached["game_winner"], reached.get("next_dealer")), (&json!("ann"), None));
    let all_chips = settle(round([90, 0], json!({}))).await;
    assert_eq!(all_chips["game_winner"], "ann");
}
