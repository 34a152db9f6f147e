//! What whole games refuse: states that nobody made, and actions that are not possible.

use serde_json::{Value, json};

use super::{PLAYTHROUGHS, sealed};
use crate::{breaches_of, post, post_ok, post_rejected};

/// A copy that was cut or edited is noticed; one with a checksum of its own is checked as a whole.
#[actix_web::test]
async fn states_are_checked() {
    for playthrough in PLAYTHROUGHS {
        let path = playthrough.path("apply");
        let state = playthrough.start().await["state"].clone();
        let refused =
            async |state: Value| post_rejected(&path, json!({"state": state, "actions": []})).await;

        let mut edited = state.clone();
        edited["players"][0]["name"] = "eve".into();
        assert_eq!(refused(edited).await, ["state_damaged /state/id"]);
        let mut cut = state.clone();
        cut.as_object_mut().unwrap().shift_remove("players");
        assert_eq!(refused(cut).await, ["state_damaged /state/id"]);

        let mut twins = state.clone();
        twins["players"][0]["name"] = twins["players"][1]["name"].clone();
        let breaches = refused(sealed(twins)).await;
        assert!(breaches[0].starts_with("state_inconsistent /state/players"), "{breaches:?}");
        let mut later = state.clone();
        later["version"] = 2.into();
        assert_eq!(refused(sealed(later)).await, ["state_too_new /state/version"]);
        let mut large = state.clone();
        large["players"][0]["name"] = "a".repeat(17 << 10).into();
        let breaches = refused(sealed(large)).await;
        assert_eq!(breaches, ["state_inconsistent /state"]);
    }
}

/// RULEBOOK F5: a refused action changes nothing, and the reason names its place.
#[actix_web::test]
async fn a_refused_action_ends_the_request_and_a_replay() {
    for playthrough in PLAYTHROUGHS {
        let (start, mut actions) = playthrough.record();
        let state = playthrough.start().await["state"].clone();
        // The same click, sent twice (F6).
        actions[1]["ply"] = 0.into();
        let request = json!({"state": state, "actions": &actions});
        assert_eq!(
            post_rejected(&playthrough.path("apply"), request).await,
            ["stale_ply /actions/1/ply"]
        );
        let request = json!({"start": start, "actions": &actions});
        let replay = post_ok(&playthrough.path("replay"), request).await;
        let refused = &replay["refused"];
        assert_eq!(refused["at"], 1);
        assert_eq!(breaches_of(refused), ["stale_ply /actions/1/ply"]);
        assert_eq!(refused["breaches"][0]["rule"], "F6");
        assert_eq!(replay["steps"].as_array().unwrap().len(), 1);
        let before = playthrough.apply(&state, &actions[..1]).await;
        assert_eq!(replay["state"], before["state"]);

        for (action, breach) in [
            (json!({"kind": "dance", "player": "ann"}), "unknown_action /actions/0/kind"),
            (json!({"kind": "time_out"}), "missing_field /actions/0/player"),
            (json!({"kind": "time_out", "player": "eve"}), "unknown_player /actions/0/player"),
            (
                json!({"kind": "time_out", "player": "ann", "note": "x".repeat(129)}),
                "out_of_bounds /actions/0/note",
            ),
        ] {
            let request = json!({"state": before["state"], "actions": [action]});
            assert_eq!(post_rejected(&playthrough.path("apply"), request).await, [breach]);
        }

        let whole = playthrough.apply(&state, &playthrough.record().1).await;
        let late =
            json!({"state": whole["state"], "actions": [{"kind": "time_out", "player": "ann"}]});
        assert_eq!(post_rejected(&playthrough.path("apply"), late).await, ["game_over /actions/0"]);
    }
}

/// The seed has one source, and it is long enough.
#[actix_web::test]
async fn a_game_starts_with_one_source_of_chance() {
    for playthrough in PLAYTHROUGHS {
        let path = playthrough.path("start");
        let (start, _) = playthrough.record();
        let with = |members: Value| {
            let mut start = start.clone();
            start["players"].as_array_mut().unwrap().truncate(2);
            start.as_object_mut().unwrap().shift_remove("seed");
            let members = members.as_object().unwrap().clone();
            start.as_object_mut().unwrap().extend(members);
            start
        };
        let secret = "0".repeat(64);
        for (members, breach) in [
            (json!({}), "missing_field /seed"),
            (json!({"seed": "00"}), "invalid_field /seed"),
            (json!({"seed": "x".repeat(64)}), "invalid_field /seed"),
            (json!({"secret": secret}), "missing_field /contributions"),
            (json!({"secret": secret, "contributions": ["a"]}), "out_of_bounds /contributions"),
            (
                json!({"secret": secret, "contributions": ["a", "é".repeat(33)]}),
                "out_of_bounds /contributions/1",
            ),
            (json!({"seed": secret, "deck": []}), "conflicting_fields "),
        ] {
            let request = with(members.clone());
            let response = post(&path, &request).await;
            assert!([400, 422].contains(&response.status.as_u16()), "{members}");
            assert_eq!(breaches_of(&response.json()), [breach], "{members}");
        }
    }
}

/// A bad source of chance hides no breach of the players, the dealer or the rules.
#[actix_web::test]
async fn a_start_reports_all_breaches() {
    for playthrough in PLAYTHROUGHS {
        let (mut start, _) = playthrough.record();
        start["seed"] = "00".into();
        start["players"][1]["name"] = start["players"][0]["name"].clone();
        let mut breaches = vec!["invalid_field /seed", "duplicate_player /players/1/name"];
        if start["players"][0].get("chips").is_some() {
            start["players"].as_array_mut().unwrap()[0]["chips"] = 0.into();
            start["players"].as_array_mut().unwrap()[1]["chips"] = 0.into();
            breaches.extend(["out_of_bounds /players/0/chips", "out_of_bounds /players/1/chips"]);
        }
        if playthrough.game != "wordgame" {
            start["dealer"] = "zoe".into();
            breaches.push("unknown_player /dealer");
        }
        let response = post(&playthrough.path("start"), &start).await;
        let mut found = breaches_of(&response.json());
        found.sort_unstable();
        breaches.sort_unstable();
        assert_eq!(found, breaches, "{}", playthrough.game);
    }
}

/// A game that begins with a deal takes its real cards with the start or with the deal.
#[actix_web::test]
async fn real_cards_of_the_first_deal_come_with_the_start_or_with_the_deal() {
    for playthrough in PLAYTHROUGHS {
        let (start_path, apply_path) = (playthrough.path("start"), playthrough.path("apply"));
        let (mut start, _) = playthrough.record();
        start["dealer"] = start["players"][0]["name"].clone();
        if ["wordgame", "my-word"].contains(&playthrough.game) {
            continue;
        }
        let deal = json!({"kind": "deal", "player": start["dealer"]});
        let seeded = post_ok(&start_path, start.clone()).await["state"].clone();
        let dealt = post_ok(&apply_path, json!({"state": seeded, "actions": [deal]})).await;
        let hands = |answer: &Value| -> Vec<Value> {
            let players = answer["state"]["players"].as_array().unwrap();
            players.iter().map(|player| player["hand"].clone()).collect()
        };
        let deck = deck_of(&start_path, &start).await;
        start.as_object_mut().unwrap().shift_remove("seed");
        start["deck"] = json!(deck);
        let state = post_ok(&start_path, start.clone()).await["state"].clone();
        assert_eq!(state["deck"], json!(deck));
        let at_once = post_ok(&apply_path, json!({"state": state, "actions": [deal]})).await;
        assert_eq!(hands(&at_once), hands(&dealt), "{start_path}");
        // The order of the deal is the later one.
        let mut ordered = deal.clone();
        ordered["order"] = json!(deck.iter().rev().collect::<Vec<_>>());
        let reversed = post_ok(&apply_path, json!({"state": state, "actions": [ordered]})).await;
        start["deck"] = json!([]);
        let empty = post_ok(&start_path, start.clone()).await["state"].clone();
        let request = json!({"state": empty, "actions": [deal]});
        assert_eq!(post_rejected(&apply_path, request).await, ["missing_field /actions/0/order"]);
        let later = post_ok(&apply_path, json!({"state": empty, "actions": [ordered]})).await;
        assert_eq!(hands(&later), hands(&reversed), "{start_path}");
        start["deck"] = json!(deck[1..]);
        assert_eq!(post_rejected(&start_path, start.clone()).await, ["not_in_deck /deck"]);
        start["deck"] = json!(["nothing"]);
        assert_eq!(post_rejected(&start_path, start.clone()).await, ["invalid_card /deck/0"]);
    }
}

/// Returns the deck of the first deal of a start, as its seed shuffles it: the cards of the hands as
/// they were dealt, and the pile.
async fn deck_of(start_path: &str, start: &Value) -> Vec<Value> {
    let deal = json!({"kind": "deal", "player": start["dealer"]});
    let state = post_ok(start_path, start.clone()).await["state"].clone();
    let apply_path = start_path.replace("/start", "/apply");
    let dealt = post_ok(&apply_path, json!({"state": state, "actions": [deal]})).await;
    let events = dealt["events"][0].as_array().unwrap();
    let hands: Vec<&Vec<Value>> = events
        .iter()
        .filter(|event| event["kind"] == "dealt" || event["kind"] == "drew")
        .filter_map(|event| event["cards"].as_array())
        .collect();
    // The first deal is from the dealer's left; the player there also draws a card.
    let seats = start["players"].as_array().unwrap().len();
    let mut of_seats: Vec<&Vec<Value>> = hands[..seats].to_vec();
    of_seats.rotate_left(1);
    let cards = of_seats[0].len();
    let mut deck: Vec<Value> =
        (0..cards).flat_map(|card| of_seats.iter().map(move |hand| hand[card].clone())).collect();
    deck.extend(hands[seats..].iter().flat_map(|drawn| drawn.iter().cloned()));
    deck.extend(dealt["state"]["deck"].as_array().unwrap().iter().cloned());
    deck
}

/// A player with the name that the views give to spectators asks for single views.
#[actix_web::test]
async fn a_player_named_spectator_has_a_view() {
    for playthrough in PLAYTHROUGHS {
        let (mut start, _) = playthrough.record();
        start["players"][1]["name"] = "spectator".into();
        let state = post_ok(&playthrough.path("start"), start.clone()).await["state"].clone();
        let request = json!({"state": state, "for": "spectator"});
        post_ok(&playthrough.path("view"), request).await;
        start["views"] = true.into();
        assert_eq!(
            post_rejected(&playthrough.path("start"), start).await,
            ["conflicting_fields /views"]
        );
    }
}
