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
        let request = json!({"word": "KIRGHIZ", "hand": wilds, "category": category, "rules": {"strict_deck": false}});
        post_ok(&format!("{CYW}/score"), request).await["valid"].clone()
    };
    assert_eq!(score(json!({"name": "oceanic"})).await, false);
    assert_eq!(score(json!({"name": "us_presidents"})).await, true);
    let found = async |category: Value| {
        let request =
            json!({"hand": wilds, "category": category, "top": 1, "rules": {"strict_deck": false}});
        post_ok(&format!("{CYW}/best"), request).await["words_found"].as_u64().unwrap()
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
    assert_eq!(
        (&fallen["shares"][0]["player"], &fallen["shares"][0]["amount"]),
        (&json!("bob"), &json!(100))
    );
    assert_eq!(fallen["scores"][0]["standing"], "fell");
    assert_eq!(fallen["scores"][0]["rule"], "O13");
    let folded = json!({"player": "cid", "standing": "folded", "rule": "rule 4", "lines": []});
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
async fn a_challenge_of_anything_that_is_said_is_ruled_on() {
    let path = format!("{WFW}/challenge");
    let rule = async |member: &str, said: Value, challengers: Value| {
        let request =
            json!({member: said, "challengers": challengers, "pot": 100, "players": players(40)});
        post_ok(&path, request).await
    };
    let ruling = rule("word", json!("don't"), json!(["ann", "cid"])).await;
    assert_eq!((&ruling["upheld"], &ruling["valid"]), (&json!(true), &json!(false)));
    assert_eq!(
        (&ruling["word"], &ruling["reason"]["code"]),
        (&json!("DON'T"), &json!("not_letters"))
    );
    assert_eq!(ruling["breaches"][0]["pointer"], "/word");
    let folds = json!([{"player": "challenged", "kind": "folds", "rule": "O13"}]);
    assert_eq!(ruling["consequences"], folds);
    for (cards, code, pointer) in [
        (json!(["Ab"]), "too_few", "/play"),
        (json!(["Cb", "*", "Tb"]), "unannounced_wild", "/play/1"),
        (json!(["Ab", "Eb", "Ib", "Ob", "Ub", "Ab", "Eb", "Ib"]), "too_many", "/play"),
        (json!(["Zr", "Ab", "Zr"]), "not_in_deck", "/play/2"),
    ] {
        let ruling = rule("play", cards.clone(), json!(["ann"])).await;
        assert_eq!((&ruling["upheld"], &ruling["consequences"]), (&json!(true), &folds), "{cards}");
        let breaches = ruling["breaches"].as_array().unwrap();
        assert_eq!(breaches.len(), 1, "{cards}");
        assert_eq!(
            (&breaches[0]["code"], &breaches[0]["pointer"]),
            (&json!(code), &json!(pointer))
        );
    }
    let failed = rule("word", json!("cat"), json!(["ann", "cid"])).await;
    let owes =
        |name: &str| json!({"player": name, "kind": "owes_next_pot", "amount": 25, "rule": "O13"});
    assert_eq!(failed["consequences"], json!([owes("ann"), owes("cid")]));
    assert_eq!(failed["breaches"], json!([]));
}

#[actix_web::test]
async fn a_possible_play_gets_the_ruling_of_its_word() {
    let path = format!("{CYW}/challenge");
    let mut by_play = challenge("cat", 40);
    by_play.as_object_mut().unwrap().remove("word");
    by_play["play"] = json!(["Cb", "*=Ar", "Tb"]);
    assert_eq!(post_ok(&path, by_play).await, post_ok(&path, challenge("CAT", 40)).await);
}

#[actix_web::test]
async fn look_ups_without_a_challenge_need_only_the_players() {
    let request = json!({
        "players": players(40),
        "look_ups": [{"player": "bob", "word": "don't"}, {"player": "bob", "word": "omyword"}],
    });
    let ruling = post_ok(&format!("{CYW}/challenge"), request).await;
    assert_eq!(ruling["consequences"], json!([{"player": "bob", "kind": "folds", "rule": "O15"}]));
    for absent in ["upheld", "word", "valid", "challengeable", "breaches"] {
        assert_eq!(ruling.get(absent), None);
    }
    assert!(ruling["id"].is_string());
}

#[actix_web::test]
async fn a_quiet_ruling_does_not_tell_why_the_word_failed() {
    let path = format!("{CYW}/challenge");
    let quiet = async |word: &str| {
        let mut request = challenge(word, 40);
        request["quiet"] = json!(true);
        request["grounds"] = json!(true);
        post_ok(&path, request).await
    };
    let mut first = quiet("zzyxq").await;
    for hidden in ["valid", "reason", "breaches"] {
        assert_eq!(first.get(hidden), None, "{hidden}");
    }
    assert_eq!(first["grounds"]["request"], json!({}));
    // Words that fail for different reasons get the same ruling.
    let mut second = quiet("don't").await;
    for ruling in [&mut first, &mut second] {
        ruling.as_object_mut().unwrap().remove("word");
        ruling.as_object_mut().unwrap().remove("id");
    }
    assert_eq!(first, second);
    let request = json!({"play": ["Zb", "Qb"], "quiet": true, "id": true});
    let score = post_ok(&format!("{CYW}/score"), request).await;
    assert_eq!((&score["valid"], score.get("reason")), (&json!(false), None));
}

#[actix_web::test]
async fn a_second_lexicon_gives_its_opinion_without_changing_the_ruling() {
    let path = format!("{CYW}/challenge");
    let mut request = challenge("cat", 40);
    request["overlay"] = json!({"remove": ["CAT"]});
    request["second_lexicon"] = json!("en");
    let ruling = post_ok(&path, request.clone()).await;
    assert_eq!(
        (&ruling["upheld"], &ruling["second_opinion"]["valid"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(ruling["second_opinion"]["lexicon"]["name"], "en");
    request["word"] = json!("don't");
    assert_eq!(post_ok(&path, request).await["second_opinion"]["valid"], false);
}

#[actix_web::test]
async fn the_dealer_can_choose_a_category_by_name() {
    let vote = async |category: Value, votes_against: u32| {
        let request = json!({"word": "hoe", "category": category, "challenged": "bob",
            "votes_for_challenger": 1, "votes_against": votes_against});
        post_ok(&format!("{WFW}/category-challenge"), request).await
    };
    let ruling = vote(json!({"name": "Garden"}), 1).await;
    assert_eq!((&ruling["category"], ruling.get("listed")), (&json!("Garden"), None));
    assert_eq!(
        (&ruling["upheld"], &ruling["consequences"][0]["player"]),
        (&json!(true), &json!("bob"))
    );
    let ruling = vote(json!({"name": "Garden", "words": ["HOE"]}), 2).await;
    assert_eq!((&ruling["category"], &ruling["listed"]), (&json!("Garden"), &json!(true)));
    assert_eq!(ruling["upheld"], false);

    let proper = async |category: Value| {
        let mut request = challenge("kirghiz", 40);
        request["category"] = category;
        post_ok(&format!("{CYW}/challenge"), request).await
    };
    let ruling = proper(json!({"name": "languages", "proper_nouns": true})).await;
    assert_eq!((&ruling["valid"], &ruling["category"]), (&json!(true), &json!("languages")));
    assert_eq!(proper(json!({"name": "languages"})).await["valid"], false);
}

#[actix_web::test]
async fn an_impossible_declaration_falls_and_the_rest_is_settled() {
    let round = json!({"pot": 10, "board": ["Ob", "Eb", "Xb"], "players": [
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

#[actix_web::test]
async fn a_miss_says_what_is_missing() {
    let request = json!({"word": "catsup", "hand": ["Cb", "Ab", "*"]});
    let response = post(&format!("{CYW}/score"), &request).await.json();
    assert_eq!(response["breaches"][0]["missing"], json!(["S", "U", "P"]));
    let request = json!({"play": ["Cb", "*=Ab"], "hand": ["Cb", "Ab"]});
    let response = post(&format!("{CYW}/score"), &request).await.json();
    assert_eq!(response["breaches"][0]["missing"], json!(["*"]));
}

#[actix_web::test]
async fn readings_and_switches_are_published() {
    let rules = crate::get(&format!("/v1/variants/{}", "word-for-word")).await.json();
    let readings: Vec<&str> = rules["readings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reading| reading["rule"].as_str().unwrap())
        .collect();
    assert_eq!(readings, ["O6", "O9", "O9", "O13", "O14"]);
    let switches = rules["switches"].as_array().unwrap().iter();
    let names: Vec<&str> = switches.map(|switch| switch["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["letter_values", "remainder", "strict_deck"]);
    let barred = rules["barred"].as_array().unwrap().iter();
    let marks: Vec<&str> = barred.map(|class| class["mark"].as_str().unwrap()).collect();
    assert!(marks.contains(&"contraction") && marks.contains(&"affix"), "{marks:?}");
}
