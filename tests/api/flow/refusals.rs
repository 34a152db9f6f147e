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
