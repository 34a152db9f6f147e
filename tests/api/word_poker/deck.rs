//! Cards beyond the deck: a remark, or with `strict_deck` a breach (RULEBOOK W7, O18).

use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{breaches_of, post, post_ok};

/// Requests that show two red Z of one, or five wilds of four, with the places of the breaches. The
/// cards of each request are spread over all members that can contain cards.
fn requests() -> Vec<(String, Value, &'static [&'static str])> {
    let wilds = ["*"; 5];
    let two_z = ["Zr", "Zr", "Ab"];
    let announced = ["*=Ab", "*=Bb", "*=Cb", "*=Db", "*=Eb"];
    let cyw = |operation: &str| format!("{CYW}/{operation}");
    let wfw = |operation: &str| format!("{WFW}/{operation}");
    let cut = |player: &str, card: &str| json!({"player": player, "card": card});
    let cuts = json!({"cuts": [cut("ann", "Zr"), cut("bob", "Ab"), cut("cid", "Zr")]});
    vec![
        (cyw("score"), json!({"play": two_z}), &["/play"]),
        (cyw("score"), json!({"play": announced}), &["/play"]),
        (cyw("score"), json!({"play": ["Zr", "Ab"], "hand": two_z}), &["/hand"]),
        (cyw("score"), json!({"word": "zzza", "hand": ["Zr", "Zr", "Zr", "Ab"]}), &["/hand"]),
        (wfw("score"), json!({"play": two_z}), &["/play"]),
        (
            wfw("score"),
            json!({"word": "zza", "thought": ["Zr", "Ab"], "board": ["Zr", "Bb", "Cb"]}),
            &["/board"],
        ),
        (
            wfw("score"),
            json!({"play": ["Ab", "Zr"], "thought": ["Zr", "Zr"], "board": ["Ab", "Bb", "Zr"]}),
            &["/thought", "/board"],
        ),
        (cyw("best"), json!({"hand": wilds}), &["/hand"]),
        (wfw("best"), json!({"thought": ["*", "*"], "board": ["*", "*", "*"]}), &["/board"]),
        (cyw("cut"), cuts.clone(), &["/cuts"]),
        (wfw("cut"), cuts, &["/cuts"]),
        // The cards of other players: those in hand, and those of their words.
        (
            cyw("settle"),
            json!({"pot": 9, "players": [
                {"name": "ann", "hand": ["Zr", "Ab"]}, {"name": "bob", "hand": ["Zr", "Bb"]},
            ]}),
            &["/players/1"],
        ),
        (
            cyw("settle"),
            json!({"pot": 9, "players": [
                {"name": "ann", "play": ["Zr", "Ab"]}, {"name": "bob", "folded": true, "hand": ["Zr"]},
                {"name": "cid", "play": ["*=Zr", "Zr"]},
            ]}),
            &["/players/1", "/players/2/play"],
        ),
        (
            wfw("settle"),
            json!({"pot": 9, "board": ["Zr", "Ab", "Cb", "Lb", "Mb"], "players": [
                {"name": "ann", "play": ["Zr", "Ab"], "thought": ["Bb", "Db"]},
                {"name": "bob", "play": ["Cb", "Ab", "Tb"], "thought": ["Tb", "Zr"]},
            ]}),
            &["/players/1"],
        ),
        (
            wfw("settle"),
            json!({"pot": 9, "board": ["Zr", "Ab", "Zr", "Lb", "Mb"], "players": [
                {"name": "ann", "play": ["Zr", "Ab"]}, {"name": "bob", "play": ["Ab", "Zr"]},
            ]}),
            &["/board"],
        ),
    ]
}

#[actix_web::test]
async fn cards_beyond_the_deck_are_noticed_wherever_a_request_shows_them() {
    for (path, mut request, places) in requests() {
        request["rules"] = json!({"strict_deck": true});
        let response = post(&path, &request).await;
        assert_eq!(response.status, 422, "{path} {request}");
        let problem = response.json();
        let expected: Vec<String> =
            places.iter().map(|place| format!("not_in_deck {place}")).collect();
        assert_eq!(breaches_of(&problem), expected, "{path} {request}");
        assert_eq!(problem["breaches"][0]["rule"], "O18");
        for rules in [Value::Null, json!({}), json!({"strict_deck": false})] {
            request["rules"] = rules;
            let response = post_ok(&path, request.clone()).await;
            let remark = &response["remarks"][0];
            assert_eq!(remark["code"], "more_than_deck", "{path} {request}");
            assert!(remark["count"].as_u64() > remark["deck"].as_u64(), "{path} {request}");
        }
    }
}

/// A challenge rules on what was said (RULEBOOK W6), so the breach is in the ruling.
#[actix_web::test]
async fn a_declared_word_beyond_the_deck_falls_only_if_the_deck_is_strict() {
    for path in [CYW, WFW] {
        let challenge = async |rules: Value| {
            let request = json!({"play": ["*=Cb", "*=Ab", "*=Tb", "*=Eb", "*=Rb"], "pot": 10, "rules": rules,
                "players": [{"name": "ann"}, {"name": "bob"}], "challenger": "ann", "challenged": "bob"});
            post_ok(&format!("{path}/challenge"), request).await
        };
        let ruling = challenge(json!({"strict_deck": true})).await;
        assert_eq!((&ruling["upheld"], &ruling["valid"]), (&json!(true), &json!(false)));
        let breach = &ruling["breaches"][0];
        assert_eq!(
            (&breach["code"], &breach["pointer"]),
            (&json!("not_in_deck"), &json!("/play/4"))
        );
        assert_eq!(ruling["consequences"][0]["kind"], "folds");
        for rules in [json!({}), json!({"strict_deck": false})] {
            let ruling = challenge(rules).await;
            assert_eq!((&ruling["upheld"], &ruling["breaches"]), (&json!(false), &json!([])));
            assert_eq!(
                ruling["remarks"],
                json!([{"code": "more_than_deck", "card": "*", "count": 5, "deck": 4}])
            );
            assert_eq!(ruling["consequences"][0]["kind"], "owes_next_pot");
        }
    }
}

/// A card that several players can use is shown once: the board, and a word from it.
#[actix_web::test]
async fn a_card_of_the_board_is_in_the_words_of_all_players() {
    let player = |name: &str, card: &str| json!({"name": name, "play": ["Zr", "Ab", card]});
    let round = json!({"pot": 9, "board": ["Zr", "Ab", "Xr", "Lb", "Mb"],
        "players": [player("ann", "Pb"), player("bob", "Pb"), player("cid", "Pr")]});
    let settled = post_ok(&format!("{WFW}/settle"), round).await;
    assert_eq!(settled["winners"], json!(["ann", "bob", "cid"]));
}

/// Rule 13(b) prints a BIGGER with two red G.
#[actix_web::test]
async fn the_red_bigger_of_the_rule_sheet_is_in_the_deck() {
    let score = post_ok(
        &format!("{CYW}/score"),
        json!({"play": ["Br", "Ir", "Gr", "Gr", "Er", "Rr"], "rules": {"strict_deck": true}}),
    )
    .await;
    assert_eq!((&score["total"], score.get("remarks")), (&json!(60), None));
}
