//! The players of rulings and settlements: several challengers, anonymous ones, players who fold,
//! and the next dealer.

use serde_json::{Value, json};

use super::{CYW, WFW};
use crate::{post_ok, post_rejected};

/// A request with the players ann, bob and cid; bob declared the word.
fn challenge(word: &str, more: Value) -> Value {
    let mut request = json!({"word": word, "pot": 90, "players": [{"name": "ann", "chips": 40}, {"name": "bob"}, {"name": "cid", "chips": 29}]});
    let Value::Object(more) = more else { panic!("not an object: {more}") };
    request.as_object_mut().unwrap().extend(more);
    request
}

/// Returns the consequences of a ruling, each as `player kind amount rule`.
async fn consequences(path: &str, request: Value) -> Vec<String> {
    let ruling = post_ok(path, request).await;
    let consequences = ruling["consequences"].as_array().unwrap().iter();
    let text = |consequence: &Value| {
        let [player, kind, rule] =
            ["player", "kind", "rule"].map(|member| consequence[member].as_str().unwrap());
        let amount = &consequence["amount"];
        let amount = amount.as_u64().map(|amount| format!(" {amount}")).unwrap_or_default();
        format!("{player} {kind}{amount} {rule}")
    };
    consequences.map(text).collect()
}

/// RULEBOOK O13: each challenger bears the consequences, as if alone.
#[actix_web::test]
async fn every_challenger_of_a_word_gets_their_own_consequence() {
    for game in [CYW, WFW] {
        let path = format!("{game}/challenge");
        let by = |names: Value| json!({"challengers": names, "challenged": "bob"});
        let both = challenge("cat", by(json!(["ann", "cid"])));
        assert_eq!(
            consequences(&path, both).await,
            ["ann owes_next_pot 30 O13", "cid eliminated 29 O13"]
        );
        let turned = challenge("cat", by(json!(["cid", "ann"])));
        assert_eq!(
            consequences(&path, turned).await,
            ["cid eliminated 29 O13", "ann owes_next_pot 30 O13"]
        );
        let right = challenge("zzyxq", by(json!(["ann", "cid"])));
        assert_eq!(consequences(&path, right).await, ["bob folds O13"]);
        let omyword = challenge("omyword", by(json!(["ann", "cid"])));
        assert_eq!(consequences(&path, omyword).await, [""; 0]);
        // One challenger in a list is the same as a challenger.
        let one = challenge("cat", by(json!(["ann"])));
        let alone = challenge("cat", json!({"challenger": "ann", "challenged": "bob"}));
        assert_eq!(post_ok(&path, one).await, post_ok(&path, alone).await);
    }
}

#[actix_web::test]
async fn challengers_are_at_the_table_and_named_once() {
    let path = format!("{CYW}/challenge");
    for (more, breach) in [
        (json!({"challenger": "ann", "challengers": ["cid"]}), "conflicting_fields /challengers"),
        (json!({"challengers": ["ann", "cid", "ann"]}), "duplicate_player /challengers/2"),
        (json!({"challengers": ["ann", "zoe"]}), "unknown_player /challengers/1"),
        (json!({"challengers": []}), "too_few /challengers"),
        (
            json!({"challengers": ["ann", "bob"], "challenged": "bob"}),
            "duplicate_player /challenged",
        ),
        (json!({"challenger": "bob", "challenged": "bob"}), "duplicate_player /challenged"),
        (json!({"challenged": "zoe"}), "unknown_player /challenged"),
    ] {
        let request = challenge("cat", more);
        assert_eq!(post_rejected(&path, request.clone()).await, [breach], "{request}");
    }
}

#[actix_web::test]
async fn the_consequences_of_an_anonymous_challenge_name_the_roles() {
    for game in [CYW, WFW] {
        let path = format!("{game}/challenge");
        let nobody = |word: &str| challenge(word, json!({}));
        assert_eq!(consequences(&path, nobody("cat")).await, ["challenger owes_next_pot 30 O13"]);
        assert_eq!(consequences(&path, nobody("zzyxq")).await, ["challenged folds O13"]);
        let challenger = challenge("zzyxq", json!({"challenger": "cid"}));
        assert_eq!(consequences(&path, challenger).await, ["challenged folds O13"]);
        let challenged = challenge("cat", json!({"challenged": "cid"}));
        assert_eq!(consequences(&path, challenged).await, ["challenger owes_next_pot 30 O13"]);

        let path = format!("{game}/category-challenge");
        let vote = json!({"word": "hoe", "category": {"name": "garden"}, "challengers": ["ann", "cid"],
            "votes_for_challenger": 2, "votes_against": 1});
        assert_eq!(consequences(&path, vote).await, ["challenged loses_category_bonus 10 O14"]);
    }
}

/// RULEBOOK O15: a player folds once, whatever for.
#[actix_web::test]
async fn a_player_folds_once() {
    let path = format!("{CYW}/challenge");
    let look_up = |player: &str, word: &str| json!({"player": player, "word": word});
    let looked_up = |word: &str, look_ups: Value| {
        challenge(word, json!({"challenger": "ann", "challenged": "bob", "look_ups": look_ups}))
    };
    let twice = json!([look_up("cid", "dog"), look_up("cid", "cow"), look_up("cid", "dog")]);
    assert_eq!(
        consequences(&path, looked_up("cat", twice.clone())).await,
        ["ann owes_next_pot 30 O13", "cid folds O15"]
    );
    // Bob folds for his word, not again for his look-up.
    let own = json!([look_up("bob", "cow"), look_up("ann", "zzyxq"), look_up("cid", "cow")]);
    assert_eq!(
        consequences(&path, looked_up("zzyxq", own)).await,
        ["bob folds O13", "cid folds O15"]
    );
    let mut without_challenge = challenge("cat", json!({"look_ups": twice}));
    without_challenge.as_object_mut().unwrap().remove("word");
    assert_eq!(consequences(&path, without_challenge).await, ["cid folds O15"]);

    // At the showdown, a player who has folded does not fall as well.
    let round = json!({"pot": 9, "players": [
        {"name": "ann", "play": ["Zb", "Qb"], "challenged": true, "folded": true},
        {"name": "bob", "play": ["Zb"], "folded": true},
        {"name": "cid", "play": ["Cb", "Ab", "Tb"]},
    ]});
    let settled = post_ok(&format!("{CYW}/settle"), round).await;
    let standings: Vec<&Value> =
        settled["scores"].as_array().unwrap().iter().map(|score| &score["standing"]).collect();
    assert_eq!(standings, ["folded", "folded", "stands"]);
    assert_eq!(settled["winners"], json!(["cid"]));
}

/// Returns the next dealer after a round that the first player wins; each player is given with the
/// chips before the pot is paid out.
async fn next_dealer(dealer: &str, chips: [Option<u64>; 4], more: Value) -> Option<String> {
    let players = ["ann", "bob", "cid", "dee"].into_iter().zip(chips).map(|(name, chips)| {
        json!({"name": name, "chips": chips, "folded": name != "ann", "play": ["Cb", "Ab", "Tb"]})
    });
    let mut round = json!({"pot": 12, "dealer": dealer, "players": players.collect::<Vec<_>>(), "rules": {"strict_deck": false}});
    round.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let settled = post_ok(&format!("{CYW}/settle"), round).await;
    settled.get("next_dealer").map(|name| name.as_str().unwrap().to_owned())
}

/// RULEBOOK O19.
#[actix_web::test]
async fn the_deal_moves_to_the_next_player_with_chips() {
    let unknown = [None; 4];
    for (dealer, next) in [("ann", "bob"), ("bob", "cid"), ("cid", "dee"), ("dee", "ann")] {
        assert_eq!(next_dealer(dealer, unknown, json!({})).await.as_deref(), Some(next));
    }
    // Ann has no chips before she gets the pot.
    let chips = [Some(0), Some(0), None, Some(7)];
    for (dealer, next) in [("ann", "cid"), ("bob", "cid"), ("cid", "dee"), ("dee", "ann")] {
        assert_eq!(next_dealer(dealer, chips, json!({})).await.as_deref(), Some(next));
    }
    let chips = [Some(9), Some(0), Some(0), Some(21)];
    assert_eq!(next_dealer("ann", chips, json!({})).await.as_deref(), Some("dee"));
    // The leaders are tied, so the game goes on; otherwise nobody deals.
    let last = json!({"last_round": true});
    assert_eq!(next_dealer("ann", chips, last.clone()).await.as_deref(), Some("dee"));
    let chips = [Some(9), Some(0), Some(0), Some(20)];
    assert_eq!(next_dealer("ann", chips, last).await, None);
    assert_eq!(next_dealer("ann", chips, json!({"target": 21})).await, None);
    let chips = [Some(9), Some(0), Some(0), Some(0)];
    assert_eq!(next_dealer("ann", chips, json!({})).await, None, "ann has all chips");
    assert_eq!(next_dealer("ann", unknown, json!({"dealer": null})).await, None);
}
