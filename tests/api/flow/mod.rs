//! Whole games over HTTP: what all games have in common, shown with the playthroughs of an
//! independent program.

mod best;
mod compare;
mod mutations;
mod places;
mod records;
mod refusals;

use serde_json::{Value, json};
use wordcourt::rules::flow::state_id;

use crate::{post, post_ok};

/// A playthrough, with rules that it leaves out.
struct Playthrough {
    game: &'static str,
    vector: &'static str,
    rules: fn() -> Value,
}

const PLAYTHROUGHS: [Playthrough; 6] = [
    Playthrough {
        game: "choose-your-words",
        vector: include_str!("../../vectors/games/choose-your-words.json"),
        rules: || json!({}),
    },
    Playthrough {
        game: "word-for-word",
        vector: include_str!("../../vectors/games/word-for-word.json"),
        rules: || json!({}),
    },
    Playthrough {
        game: "play-on-words",
        vector: include_str!("../../vectors/games/play-on-words.json"),
        rules: || json!({"plural": "lenient"}),
    },
    Playthrough {
        game: "wordgame",
        vector: include_str!("../../vectors/games/wordgame.json"),
        rules: || json!({}),
    },
    Playthrough {
        game: "wordgame",
        vector: include_str!("../../vectors/games/wordgame-classic.json"),
        rules: || json!({"clock_ms": 1_500_000}),
    },
    Playthrough {
        game: "my-word",
        vector: include_str!("../../vectors/games/my-word.json"),
        rules: || json!({}),
    },
];

impl Playthrough {
    /// Returns the path of an operation.
    fn path(&self, operation: &str) -> String {
        format!("/v1/{}/{operation}", self.game)
    }

    /// Returns the request that starts the game, and the actions.
    fn record(&self) -> (Value, Vec<Value>) {
        let vector: Value = serde_json::from_str(self.vector).unwrap();
        let mut start = vector["start"].clone();
        start.as_object_mut().unwrap().shift_remove("game");
        let rules = (self.rules)();
        for (name, value) in rules.as_object().unwrap() {
            start["rules"][name] = value.clone();
        }
        let steps = vector["steps"].as_array().unwrap();
        (start, steps.iter().map(|step| step["action"].clone()).collect())
    }

    async fn start(&self) -> Value {
        post_ok(&self.path("start"), self.record().0).await
    }

    /// Carries out actions.
    async fn apply(&self, state: &Value, actions: &[Value]) -> Value {
        post_ok(&self.path("apply"), json!({"state": state, "actions": actions})).await
    }
}

/// Returns a state with the checksum that fits it.
fn sealed(mut state: Value) -> Value {
    state["id"] = state_id(&state).into();
    state
}

/// RULEBOOK F1: `apply` of n actions, n times `apply` of one, and `replay` lead to the same state.
#[actix_web::test]
async fn a_game_is_the_same_at_once_in_steps_and_from_its_record() {
    for playthrough in PLAYTHROUGHS {
        let (start, actions) = playthrough.record();
        let started = playthrough.start().await;
        let at_once = playthrough.apply(&started["state"], &actions).await;
        assert_eq!(at_once["applied"], json!(actions));
        assert_eq!(at_once["next"], json!({"phase": "over", "to_act": [], "actions": []}));
        assert!(at_once["result"].is_object(), "{at_once}");

        let mut state = started["state"].clone();
        let mut half = Value::Null;
        for (number, action) in (1..).zip(&actions) {
            let step = playthrough.apply(&state, std::slice::from_ref(action)).await;
            assert_eq!(step["events"][0], at_once["events"][number - 1], "{action}");
            state = step["state"].clone();
            assert_eq!(state["ply"], number, "every action counts one ply");
            if number == actions.len() / 2 {
                half = state.clone();
            }
        }
        assert_eq!(state, at_once["state"]);

        let record = json!({"start": start, "actions": actions, "checkpoints": [half["ply"], 0]});
        let replay = post_ok(&playthrough.path("replay"), record).await;
        assert_eq!(replay["state"], state);
        assert_eq!(replay["result"], at_once["result"]);
        assert_eq!(replay["states"], json!([started["state"], half]));
        let steps = replay["steps"].as_array().unwrap();
        assert_eq!(steps.len(), actions.len());
        for (step, (number, action)) in steps.iter().zip((1..).zip(&actions)) {
            let events = &at_once["events"][number - 1];
            assert_eq!(step, &json!({"ply": number, "action": action, "events": events}));
        }
        assert!(replay.get("refused").is_none());
    }
}

/// RULEBOOK F9: what the views of a response show is what `view` shows, and no view has the seed,
/// the order of the deck or an id.
#[actix_web::test]
async fn one_call_serves_every_screen() {
    for playthrough in PLAYTHROUGHS {
        let (mut start, actions) = playthrough.record();
        start["views"] = true.into();
        let started = post_ok(&playthrough.path("start"), start).await;
        let request = json!({"state": started["state"], "actions": &actions[..2], "views": true});
        for response in [started, post_ok(&playthrough.path("apply"), request).await] {
            let players = response["state"]["players"].as_array().unwrap();
            let names = players.iter().map(|player| player["name"].as_str().unwrap());
            let views = response["views"].as_object().unwrap();
            let seen: Vec<&str> = views.keys().map(String::as_str).collect();
            assert_eq!(seen, names.chain(["spectator"]).collect::<Vec<_>>());
            for (player, screen) in views {
                let mut request = json!({"state": response["state"]});
                if player != "spectator" {
                    request["for"] = json!(player);
                }
                let alone = post_ok(&playthrough.path("view"), request).await;
                assert_eq!((&screen["view"], &screen["next"]), (&alone["view"], &alone["next"]));
                for hidden in ["seed", "deck", "id"] {
                    assert!(screen["view"].get(hidden).is_none(), "{hidden} of {player}");
                }
                for event in screen["events"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter_map(Value::as_array)
                    .flatten()
                {
                    let only = event.get("only").and_then(Value::as_str);
                    assert!(only.is_none_or(|only| only == player), "{event}");
                }
            }
        }
    }
}

/// WIRE-GAMES 1: `until` leaves the actions after the end of the turn to another request.
#[actix_web::test]
async fn until_the_turn_passes() {
    for playthrough in PLAYTHROUGHS {
        let (_, actions) = playthrough.record();
        let mut state = playthrough.start().await["state"].clone();
        let (mut rest, mut events) = (&actions[..], Vec::new());
        while !rest.is_empty() {
            let request = json!({"state": state, "actions": rest, "until": "turn"});
            let turn = post_ok(&playthrough.path("apply"), request).await;
            let applied = turn["applied"].as_array().unwrap();
            assert!(!applied.is_empty());
            events.extend(turn["events"].as_array().unwrap().clone());
            rest = &rest[applied.len()..];
            state = turn["state"].clone();
        }
        let whole = playthrough.apply(&playthrough.start().await["state"], &actions).await;
        assert_eq!((&state, &json!(events)), (&whole["state"], &whole["events"]));
    }
}

/// RULEBOOK F8 and WIRE-GAMES 3.
#[actix_web::test]
async fn a_seed_in_common_is_shown_with_the_commitment() {
    for playthrough in PLAYTHROUGHS {
        let (mut start, _) = playthrough.record();
        start.as_object_mut().unwrap().shift_remove("seed");
        start["players"].as_array_mut().unwrap().truncate(2);
        start["players"].as_array_mut().unwrap().truncate(2);
        start["secret"] = "0".repeat(64).into();
        start["contributions"] = json!(["ann's lucky text", "bob"]);
        let started = post_ok(&playthrough.path("start"), start).await;
        assert_eq!(
            started["seed_commitment"],
            "sha256:c5cb6345ab21af006aacde4474ddfbf68df5abb516b581d5eeb3cea3656f9cc5"
        );
        assert_eq!(
            started["state"]["seed"],
            "a307cdc7f1c8fef2e44010868256f47f49685383b390fdb54d56acb66fd4f20b"
        );
    }
}

/// The edition and the house words are part of the game.
#[actix_web::test]
async fn a_game_keeps_its_dictionary() {
    for playthrough in PLAYTHROUGHS {
        let (mut start, _) = playthrough.record();
        start["overlay"] = json!({"add": ["zzyzx", "qat"], "remove": ["egg"]});
        let state = post_ok(&playthrough.path("start"), start).await["state"].clone();
        assert_eq!(state["overlay"], json!({"add": ["QAT", "ZZYZX"], "remove": ["EGG"]}));
        let (name, digest) = state["lexicon"].as_str().unwrap().split_once("@sha256:").unwrap();
        assert_eq!((name, digest.len()), ("en", 64));
        let after = playthrough.apply(&state, &[]).await;
        assert_eq!(after["state"], state, "no action changes nothing");

        let mut elsewhere = state.clone();
        elsewhere["lexicon"] = format!("en@sha256:{}", "0".repeat(64)).into();
        let request = json!({"state": sealed(elsewhere), "actions": []});
        let response = post(&playthrough.path("apply"), &request).await;
        assert_eq!(
            (response.status.as_u16(), &response.json()["code"]),
            (409, &json!("lexicon_not_held"))
        );

        for unpinned in ["en".to_owned(), format!("en@sha256:{}", &digest[..8])] {
            let mut loose = state.clone();
            loose["lexicon"] = unpinned.into();
            let request = json!({"state": sealed(loose), "actions": []});
            let response = post(&playthrough.path("apply"), &request).await.json();
            let breach = &response["breaches"][0];
            assert_eq!(
                (&breach["code"], &breach["pointer"]),
                (&json!("state_inconsistent"), &json!("/state/lexicon")),
                "the next edition would judge the game"
            );
        }

        let mut older = state;
        older["rulebook"] = "1".into();
        let request = json!({"state": sealed(older), "actions": []});
        let response = post(&playthrough.path("apply"), &request).await;
        assert_eq!(
            (response.status.as_u16(), &response.json()["code"]),
            (409, &json!("rulebook_not_held"))
        );
    }
}
