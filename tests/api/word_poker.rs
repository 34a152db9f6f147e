//! Choose Your Words and Word For Word over HTTP.

use serde_json::{Value, json};

use crate::{post, post_ok, post_rejected};

const CYW: &str = "/v1/choose-your-words";
const WFW: &str = "/v1/word-for-word";

#[actix_web::test]
async fn the_example_of_the_rule_sheet_scores_sixty_as_a_play_and_as_a_word() {
    let by_play =
        post_ok(&format!("{CYW}/score"), json!({"play": ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"]}))
            .await;
    let by_word = post_ok(
        &format!("{CYW}/score"),
        json!({"word": "bigger", "hand": ["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"]}),
    )
    .await;
    let on_the_board = post_ok(
        &format!("{WFW}/score"),
        json!({"word": "BIGGER", "thought": ["*", "Zr"], "board": ["Bb", "Ib", "Gb", "Eb", "Rb"]}),
    )
    .await;
    assert_eq!(by_play["total"], 60);
    assert_eq!(by_play, by_word);
    assert_eq!(by_play, on_the_board);
    let lines = by_play["lines"].as_array().unwrap();
    assert_eq!(lines.last().unwrap()["running_total"], 60);
    let pair = lines.iter().find(|line| line["rule"] == "O5").unwrap();
    assert_eq!(
        (&pair["cards"], &pair["multiplier"], &pair["running_total"]),
        (&json!([2, 3]), &json!(3), &json!(26))
    );
}

#[actix_web::test]
async fn a_word_outside_the_lexicon_is_still_scored() {
    let score = post_ok(&format!("{CYW}/score"), json!({"play": ["Zb", "Zr", "Qb"]})).await;
    assert_eq!((&score["valid"], &score["total"]), (&json!(false), &json!(75)));
    assert_eq!(score["reason"]["code"], "not_in_lexicon");
    let score = post_ok(
        &format!("{CYW}/score"),
        json!({"play": ["Ob", "Mb", "Yb", "Wb", "Ob", "Rb", "Db"]}),
    )
    .await;
    assert_eq!((&score["valid"], &score["total"]), (&json!(true), &json!(204)));
}

#[actix_web::test]
async fn a_category_is_given_by_name_by_list_or_by_vote() {
    let total = async |category: Value| {
        let play = ["Eb", "Eb", "Lb"];
        post_ok(&format!("{CYW}/score"), json!({"play": play, "category": category})).await["total"]
            .clone()
    };
    assert_eq!(total(json!({"name": "oceanic"})).await, 16);
    assert_eq!(total(json!({"name": "dimensions"})).await, 6);
    assert_eq!(total(json!({"words": ["eel"]})).await, 16);
    assert_eq!(total(json!({"words": ["cod"]})).await, 6);
    assert_eq!(total(json!({"match": true})).await, 16);
    assert_eq!(total(json!({"name": "oceanic", "match": false})).await, 6);
}

#[actix_web::test]
async fn a_category_of_proper_nouns_makes_its_words_valid() {
    let nixon = ["Nb", "Ib", "Xb", "Ob", "Nr"];
    let score = async |category: Value| {
        let score =
            post_ok(&format!("{CYW}/score"), json!({"play": nixon, "category": category})).await;
        (score["valid"].clone(), score["bonuses"]["category"].clone())
    };
    assert_eq!(score(json!({"name": "us_presidents"})).await, (json!(true), json!(10)));
    assert_eq!(score(json!({"name": "oceanic"})).await, (json!(false), json!(0)));
    assert_eq!(score(json!({"words": ["NIXON"]})).await, (json!(false), json!(10)));
    assert_eq!(
        score(json!({"words": ["NIXON"], "proper_nouns": true})).await,
        (json!(true), json!(10))
    );
    let best = post_ok(
        &format!("{CYW}/best"),
        json!({"hand": nixon, "category": {"name": "us_presidents"}, "top": 1}),
    )
    .await;
    assert_eq!(best["plays"][0]["word"], "NIXON");
}

#[actix_web::test]
async fn a_category_of_proper_nouns_allows_the_proper_nouns_of_the_lexicon() {
    let wilds = ["*"; 7];
    let score = async |category: Value| {
        let request = json!({"word": "KIRGHIZ", "hand": wilds, "category": category});
        post_ok(&format!("{CYW}/score"), request).await["valid"].clone()
    };
    assert_eq!(score(json!({"name": "oceanic"})).await, false);
    assert_eq!(score(json!({"name": "us_presidents"})).await, true);
    let found = async |category: Value| {
        post_ok(&format!("{CYW}/best"), json!({"hand": wilds, "category": category, "top": 1}))
            .await["words_found"]
            .as_u64()
            .unwrap()
    };
    assert!(
        found(json!({"name": "us_presidents"})).await > found(json!({"name": "oceanic"})).await
    );
}

#[actix_web::test]
async fn letter_values_change_the_score_and_the_best_play() {
    let rules = json!({"letter_values": {"b": 100, "Z": 0}});
    let score =
        post_ok(&format!("{CYW}/score"), json!({"play": ["Bb", "Er"], "rules": rules})).await;
    assert_eq!(score["total"], 101);
    let hand = json!(["Bb", "Er", "Zb", "Ab", "Pb"]);
    let best =
        post_ok(&format!("{CYW}/best"), json!({"hand": hand, "rules": rules, "top": 1})).await;
    assert!(best["plays"][0]["word"].as_str().unwrap().contains('B'));
}

#[actix_web::test]
async fn equal_hands_get_identical_responses_in_any_order() {
    let best = async |hand: Value| {
        post(&format!("{CYW}/best"), &json!({"hand": hand, "top": 100})).await.body
    };
    let first = best(json!(["*", "*", "*", "Ar", "Tb", "Er", "Sb"])).await;
    let again = best(json!(["Sb", "*", "Er", "*", "Tb", "Ar", "*"])).await;
    assert_eq!(first, again);
    let on_board = post(
        &format!("{WFW}/best"),
        &json!({"thought": ["Tb", "*"], "board": ["*", "Sb", "*", "Er", "Ar"], "top": 100}),
    )
    .await;
    assert_eq!(first, on_board.body);
}

#[actix_web::test]
async fn card_points_are_returned_if_no_word_is_possible() {
    let best = post_ok(&format!("{CYW}/best"), json!({"hand": ["Zb", "Qr", "Vb"]})).await;
    assert_eq!(
        (&best["plays"], &best["words_found"], &best["card_points"]),
        (&json!([]), &json!(0), &json!(35))
    );
    let best = post_ok(&format!("{WFW}/best"), json!({"thought": ["Ab", "Tb"]})).await;
    assert_eq!((&best["plays"][0]["word"], best.get("card_points")), (&json!("AT"), None));
}

fn players(chips: u64) -> Value {
    json!([{"name": "ann", "chips": chips}, {"name": "bob"}, {"name": "cid"}, {"name": "dot"}])
}

fn challenge(word: &str, chips: u64) -> Value {
    json!({"word": word, "challenger": "ann", "challenged": "bob", "pot": 100, "players": players(chips)})
}

#[actix_web::test]
async fn the_loser_of_a_challenge_owes_chips_or_folds() {
    let path = format!("{CYW}/challenge");
    let lost = post_ok(&path, challenge("bigger", 40)).await;
    assert_eq!((&lost["upheld"], &lost["valid"]), (&json!(false), &json!(true)));
    assert_eq!(
        lost["consequences"],
        json!([{"player": "ann", "kind": "owes_next_pot", "amount": 25, "rule": "O13"}])
    );
    let broke = post_ok(&path, challenge("bigger", 20)).await;
    assert_eq!(
        broke["consequences"],
        json!([{"player": "ann", "kind": "eliminated", "amount": 20, "rule": "O13"}])
    );
    let won = post_ok(&path, challenge("zzyxq", 40)).await;
    assert_eq!((&won["upheld"], &won["reason"]["code"]), (&json!(true), &json!("not_in_lexicon")));
    assert_eq!(won["consequences"], json!([{"player": "bob", "kind": "folds", "rule": "O13"}]));
    let omyword = post_ok(&path, challenge("omyword", 40)).await;
    assert_eq!((&omyword["upheld"], &omyword["challengeable"]), (&json!(false), &json!(false)));
    assert_eq!(omyword["consequences"], json!([]));
}

#[actix_web::test]
async fn the_id_of_a_ruling_depends_on_the_request() {
    let path = format!("{WFW}/challenge");
    let first = post_ok(&path, challenge("bigger", 40)).await;
    assert!(first["id"].as_str().unwrap().starts_with("sha256:"));
    assert_eq!(first["id"], post_ok(&path, challenge("BIGGER", 40)).await["id"]);
    assert_ne!(first["id"], post_ok(&path, challenge("bigger", 41)).await["id"]);
    assert_ne!(first["id"], post_ok(&path, challenge("big", 40)).await["id"]);
}

#[actix_web::test]
async fn looking_up_another_word_makes_the_offender_fold() {
    let mut request = challenge("bigger", 40);
    request["look_ups"] =
        json!([{"player": "cid", "word": "biggest"}, {"player": "ann", "word": "bigger"}]);
    let ruling = post_ok(&format!("{CYW}/challenge"), request).await;
    assert_eq!(ruling["consequences"][1], json!({"player": "cid", "kind": "folds", "rule": "O15"}));
    assert_eq!(ruling["consequences"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn the_challenger_wins_a_tied_vote_and_a_lost_vote_has_no_penalty() {
    let vote = async |votes_for: u32, against: u32| {
        let request = json!({"word": "eel", "category": {"name": "oceanic"}, "challenger": "ann", "challenged": "bob",
            "votes_for_challenger": votes_for, "votes_against": against});
        post_ok(&format!("{CYW}/category-challenge"), request).await
    };
    let tied = vote(2, 2).await;
    assert_eq!((&tied["upheld"], &tied["listed"]), (&json!(true), &json!(true)));
    let expected =
        json!([{"player": "bob", "kind": "loses_category_bonus", "amount": 10, "rule": "O14"}]);
    assert_eq!(tied["consequences"], expected);
    let lost = vote(1, 2).await;
    assert_eq!((&lost["upheld"], &lost["consequences"]), (&json!(false), &json!([])));
}

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
    assert_eq!(fallen["shares"], json!([{"player": "bob", "amount": 100}]));
    assert_eq!(fallen["scores"][0]["standing"], "fell");
    assert_eq!(fallen["scores"][2], json!({"player": "cid", "standing": "folded"}));
}

fn three_way_tie(rules: &Value) -> Value {
    let player = |name: &str| json!({"name": name, "play": ["Cb", "Ab", "Tb"]});
    json!({"pot": 100, "dealer": "bob", "rules": rules,
        "players": [player("ann"), player("bob"), player("cid"), {"name": "dot", "folded": true}]})
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
    let expected = json!([{"player": "ann", "amount": 33}, {"player": "bob", "amount": 33}, {"player": "cid", "amount": 34}]);
    assert_eq!(odd["shares"], expected);
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
    let board = json!({"pot": 10, "board": ["Qb", "Qr", "Jb"], "players": [
        {"name": "ann", "thought": ["Zb", "Gb"]}, {"name": "bob", "thought": ["Zr", "Zb"]},
    ]});
    let settled = post_ok(&format!("{WFW}/settle"), board).await;
    assert_eq!(settled["scores"][1]["card_points"], 70);
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
    assert_eq!(cut(&[("ann", "Zb"), ("bob", "*")]).await, json!({"dealer": "bob"}));
    assert_eq!(cut(&[("ann", "Gb"), ("bob", "Zr")]).await, json!({"dealer": "bob"}));
    assert_eq!(cut(&[("ann", "Eb"), ("bob", "Ib")]).await, json!({"dealer": "bob"}));
    assert_eq!(
        cut(&[("ann", "Zb"), ("bob", "Zr"), ("cid", "Ab")]).await,
        json!({"tied": ["ann", "bob"]})
    );
}
