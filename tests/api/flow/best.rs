//! The comparison of each play of a record with the best one, checked by the operation `best`.

use serde_json::{Value, json};

use super::PLAYTHROUGHS;
use crate::dice::Dice;
use crate::{post, post_ok, post_rejected};

/// A game that was played action by action.
pub(super) struct Record {
    game: &'static str,
    pub(super) start: Value,
    pub(super) actions: Vec<Value>,
    /// The states before each action, and at the end.
    states: Vec<Value>,
}

impl Record {
    pub(super) async fn replay(&self, members: &Value) -> Value {
        let mut request = json!({"start": self.start, "actions": self.actions});
        request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        post_ok(&format!("/v1/{}/replay", self.game), request).await
    }
}

/// Returns the players whom a start seats.
pub(super) fn players(game: &str, count: usize) -> Value {
    let player = |name: &&str| match game {
        "choose-your-words" | "word-for-word" => json!({"name": name, "chips": 100}),
        _ => json!({"name": name}),
    };
    ["ann", "bob", "cid", "dee"][..count].iter().map(player).collect()
}

/// Plays a game by `choose`, which returns an action for a response.
pub(super) async fn play(
    game: &'static str,
    start: Value,
    plies: usize,
    mut choose: impl FnMut(&Value) -> Value,
) -> Record {
    let mut response = post_ok(&format!("/v1/{game}/start"), start.clone()).await;
    let mut record = Record { game, start, actions: Vec::new(), states: Vec::new() };
    while record.actions.len() < plies && response["next"]["phase"] != "over" {
        let request = json!({"state": response["state"], "actions": [choose(&response)]});
        let after = post_ok(&format!("/v1/{game}/apply"), request).await;
        if let Some(applied) = after["applied"].get(0) {
            record.actions.push(applied.clone());
            record.states.push(response["state"].clone());
        }
        response = after;
    }
    record.states.push(response["state"].clone());
    record
}

/// Plays a game by bots that know words up to different tiers and mostly don't play the best ones,
/// and by players who sometimes do nothing.
async fn play_at_random(game: &'static str, count: usize, rules: Value, plies: usize) -> Record {
    let start = json!({"players": players(game, count), "rules": rules, "seed": "5e".repeat(32)});
    let mut dice = Dice(plies as u64);
    play(game, start, plies, |response| {
        let next = &response["next"];
        let player = match game {
            "my-word" if dice.below(2) == 0 => json!(dice.one_of(&["ann", "bob"])),
            _ => next["to_act"][0].clone(),
        };
        if dice.below(6) == 0 && next["to_act"].as_array().unwrap().contains(&player) {
            return json!({"kind": "time_out", "player": player});
        }
        if game == "my-word" && (player == next["to_act"][0]) && dice.below(4) > 0 {
            return json!({"kind": "time_out", "player": player});
        }
        let (rank, max_tier) = (1 + dice.below(6), 35 + dice.below(66));
        json!({"kind": "bot", "player": player, "rank": rank, "max_tier": max_tier})
    })
    .await
}

/// Returns the name of the player in a state.
fn seat<'s>(state: &'s Value, player: &Value) -> &'s Value {
    state["players"].as_array().unwrap().iter().find(|seat| seat["name"] == *player).unwrap()
}

/// Asks `best` for the best play of a player, as an action, and its points.
async fn best_of(record: &Record, state: &Value, player: &Value, max_tier: u8) -> (Value, Value) {
    let path = format!("/v1/{}/best", record.game);
    let seat = seat(state, player);
    let (mut request, list, kind, member) = match record.game {
        "wordgame" => {
            let rack: String = seat["rack"]
                .as_array()
                .unwrap()
                .iter()
                .map(|tile| tile.as_str().unwrap())
                .collect();
            let request =
                json!({"board": state["board"], "rack": rack, "rules": record.start["rules"]});
            (request, "moves", "move", "move")
        }
        "my-word" => (json!({"table": state["table"]}), "calls", "call", "call"),
        "play-on-words" => {
            let rules =
                ["version", "plural", "irregular_plurals", "play_on_new_word", "table_cards"];
            let rules: Value =
                rules.iter().map(|name| (*name, state["rules"][name].clone())).collect();
            let last_play = state["phase"] == "last";
            let request = json!({
                "hand": seat["hand"], "table": state["table"], "rules": rules,
                "first_turn": seat["first_turn"], "last_play": last_play,
            });
            (request, "turns", "turn", "turn")
        }
        "choose-your-words" => (json!({"hand": seat["hand"]}), "plays", "declare", "play"),
        _ => {
            let request = json!({"board": state["board"], "thought": seat["hand"]});
            (request, "plays", "declare", "play")
        }
    };
    if let Some(category) = state.get("category").filter(|category| !category.is_null()) {
        // `best` decides nothing about a category without words.
        if category["own"] != true || category["words"].is_array() {
            request["category"] = category.clone();
        }
    }
    (request["top"], request["max_tier"]) = (json!(1), json!(max_tier));
    let found = post_ok(&path, request).await[list][0].clone();
    if found.is_null() {
        return (Value::Null, json!(0));
    }
    let points = found.get("total").or(found.get("points")).unwrap().clone();
    (json!({"kind": kind, "player": player, member: found[member]}), points)
}

/// Returns the play that events tell of: its player, and its points if they tell them.
fn played(game: &str, events: &Value) -> Option<(Value, Option<Value>)> {
    let events = events.as_array().unwrap();
    let of_kind = |kinds: &[&str]| {
        events.iter().find(|event| kinds.contains(&event["kind"].as_str().unwrap())).cloned()
    };
    if let Some(event) = of_kind(&["moved", "played"]) {
        return Some((event["player"].clone(), Some(event["points"].clone())));
    }
    if let Some(event) = of_kind(&["ruling"])
        && event.get("challenged").is_none()
    {
        let cards =
            of_kind(&["collected"]).map_or(0, |event| event["cards"].as_array().unwrap().len());
        return Some((event["player"].clone(), Some(json!(cards))));
    }
    if let Some(event) = of_kind(&["declared"]) {
        return Some((event["player"].clone(), None));
    }
    // In the word pokers, an exchange does not take the place of a play.
    let instead: &[&str] = match game {
        "wordgame" => &["passed", "exchanged"],
        _ => &["passed", "discarded", "no_play"],
    };
    let event = of_kind(instead)?;
    Some((event["player"].clone(), Some(json!(0))))
}

/// Compares every step of a replay with the operation `best`. Returns the number of plays that gave
/// something away.
async fn assert_best(record: &Record, max_tier: u8) -> usize {
    let replay = record.replay(&json!({"best": true, "max_tier": max_tier})).await;
    assert!(replay.get("not_searched").is_none() && replay.get("refused").is_none());
    let mut losses = Vec::new();
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(steps.len(), record.actions.len());
    for (step, state) in steps.iter().zip(&record.states) {
        let Some((player, points)) = played(record.game, &step["events"]) else {
            assert!(step.get("best").is_none(), "{step}");
            continue;
        };
        let best = &step["best"];
        let (play, best_points) = best_of(record, state, &player, max_tier).await;
        assert_eq!(best.get("play").unwrap_or(&Value::Null), &play, "{step}");
        assert_eq!(best["points"], best_points, "{step}");
        let number = |name: &str| best[name].as_u64().unwrap();
        let lost = number("points").saturating_sub(number("played"));
        assert_eq!(number("lost"), lost, "{step}");
        if let Some(points) = points {
            let is_taken_back = best["played"] == 0 && lost == number("points");
            assert!(best["played"] == points || is_taken_back, "{step}");
        }
        if lost > 0 {
            losses.push((u64::MAX - lost, step["ply"].as_u64().unwrap(), player));
        }
    }
    losses.sort_by_key(|(lost, ply, _)| (*lost, *ply));
    let biggest = losses.iter().take(3);
    let biggest: Value = biggest
        .map(|(lost, ply, player)| json!({"ply": ply, "player": player, "lost": u64::MAX - lost}))
        .collect();
    assert_eq!(replay["biggest_losses"], biggest);
    // Nothing else changes.
    let plain = record.replay(&json!({})).await;
    let mut compared = replay;
    for step in compared["steps"].as_array_mut().unwrap() {
        step.as_object_mut().unwrap().shift_remove("best");
    }
    compared.as_object_mut().unwrap().shift_remove("biggest_losses");
    assert_eq!(compared, plain);
    losses.len()
}

#[actix_web::test]
async fn every_play_is_compared_with_the_best_one() {
    for (game, players, rules, plies) in [
        ("wordgame", 2, json!({}), 30),
        ("wordgame", 3, json!({"preset": "classic", "challenge": "five_per_word"}), 40),
        ("my-word", 3, json!({"rounds": 1}), 40),
        ("play-on-words", 3, json!({"rounds": 1, "muggins": true}), 40),
        ("play-on-words", 2, json!({"rounds": 1, "version": "full_deck"}), 20),
        ("play-on-words", 2, json!({"rounds": 1, "version": "casual"}), 12),
        ("choose-your-words", 3, json!({"rounds": 3}), 60),
        ("word-for-word", 3, json!({"rounds": 12}), 150),
    ] {
        let record = play_at_random(game, players, rules.clone(), plies).await;
        let mut lossy = 0;
        for max_tier in [100, 35] {
            lossy += assert_best(&record, max_tier).await;
        }
        assert!(lossy > 1 || rules["version"] == "casual", "{game}: {lossy}");
    }
}

/// The playthroughs have challenges, categories and calls that are not allowed.
#[actix_web::test]
async fn playthroughs_are_compared_with_the_best_plays() {
    for playthrough in PLAYTHROUGHS {
        let (start, actions) = playthrough.record();
        let mut left = actions.into_iter();
        let record = play(playthrough.game, start, usize::MAX, |_| left.next().unwrap()).await;
        assert_best(&record, 100).await;
    }
}

/// The best play of a step is an action that was possible, with these points.
#[actix_web::test]
async fn the_best_play_can_be_carried_out() {
    let record = play_at_random("wordgame", 2, json!({}), 14).await;
    let replay = record.replay(&json!({"best": true})).await;
    for (step, state) in replay["steps"].as_array().unwrap().iter().zip(&record.states) {
        let best = &step["best"];
        let request = json!({"state": state, "actions": [best["play"]]});
        let after = post_ok("/v1/wordgame/apply", request).await;
        assert_eq!(after["events"][0][0]["points"], best["points"]);
    }
}

/// Starts a game of the classic preset with real tiles, in which ann draws CATEEII.
pub(super) fn classic(challenge: &str) -> Value {
    let mut bag: Vec<String> =
        "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ??"
            .chars()
            .map(String::from)
            .collect();
    let mut deck: Vec<String> = Vec::new();
    for tile in "CATEEIIDOGEEII".chars().map(String::from) {
        bag.remove(bag.iter().position(|left| *left == tile).unwrap());
        deck.push(tile);
    }
    deck.extend(bag);
    let rules = json!({"preset": "classic", "challenge": challenge});
    json!({"players": players("wordgame", 2), "deck": deck, "rules": rules})
}

/// A word that nobody challenges counts, also if it is not in the lexicon. After a challenge it has
/// no points, and the player gave all away.
#[actix_web::test]
async fn a_word_that_is_not_allowed_counts_unless_it_is_challenged() {
    let start = classic("single");
    let phony = json!({"kind": "move", "player": "ann", "move": "8H TECAIIE"});
    let replay = async |answer: Value| {
        let request = json!({"start": start, "actions": [phony, answer], "best": true});
        post_ok("/v1/wordgame/replay", request).await
    };
    let accepted = replay(json!({"kind": "accept", "player": "bob"})).await;
    let best = &accepted["steps"][0]["best"];
    assert!(best["played"].as_u64() > best["points"].as_u64(), "{best}");
    assert_eq!((&best["lost"], &accepted["biggest_losses"]), (&json!(0), &json!([])));
    assert!(accepted["steps"][1].get("best").is_none(), "an acceptance is no play");

    let challenged = replay(json!({"kind": "challenge", "player": "bob"})).await;
    let best = &challenged["steps"][0]["best"];
    assert_eq!((&best["played"], &best["lost"]), (&json!(0), &best["points"]));
    let loss = json!([{"ply": 1, "player": "ann", "lost": best["points"]}]);
    assert_eq!(challenged["biggest_losses"], loss);

    // A move in answer accepts the one before.
    let resigned = replay(json!({"kind": "resign", "player": "bob"})).await;
    assert_eq!(resigned["steps"][0]["best"], accepted["steps"][0]["best"]);
}

#[actix_web::test]
async fn a_declared_word_that_falls_counts_nothing() {
    let game = "choose-your-words";
    let start = json!({
        "players": players(game, 2), "dealer": "ann", "rules": {"rounds": 1}, "seed": "5e".repeat(32),
    });
    let mut is_challenged = false;
    let record = play(game, start, 40, |response| {
        let next = &response["next"];
        let (phase, player) = (next["phase"].as_str().unwrap(), &next["to_act"][0]);
        let hand = seat(&response["state"], player)["hand"].as_array().unwrap();
        // Letters in a row that do not form a word.
        let letters: Vec<&Value> = hand.iter().filter(|card| **card != "*").take(5).collect();
        match phase {
            "declare" => json!({"kind": "declare", "player": player, "play": letters}),
            "challenge" if !std::mem::replace(&mut is_challenged, true) => {
                json!({"kind": "challenge", "player": "ann", "challenged": "bob"})
            }
            "challenge" => json!({"kind": "accept", "player": player}),
            _ => json!({"kind": "bot", "player": player}),
        }
    })
    .await;
    let replay = record.replay(&json!({"best": true})).await;
    let steps = replay["steps"].as_array().unwrap();
    let of = |player: &str| {
        let is_own = |step: &&Value| {
            step["action"]["kind"] == "declare" && step["action"]["player"] == player
        };
        steps.iter().find(is_own).unwrap()["best"].clone()
    };
    assert!(of("ann")["played"].as_u64() > Some(0));
    assert_eq!((&of("bob")["played"], &of("bob")["lost"]), (&json!(0), &of("bob")["points"]));
}

/// RULEBOOK FO14: whether a word is in a category without a list is not known, so no bonus counts.
#[actix_web::test]
async fn a_claimed_category_has_no_bonus() {
    let game = "choose-your-words";
    let start = json!({
        "players": players(game, 2), "dealer": "ann", "rules": {"rounds": 1}, "seed": "5e".repeat(32),
    });
    let record = play(game, start, 40, |response| {
        let next = &response["next"];
        let (phase, player) = (next["phase"].as_str().unwrap(), &next["to_act"][0]);
        match phase {
            "deal" => {
                let category = json!({"name": "towns", "own": true});
                json!({"kind": "deal", "player": player, "category": category})
            }
            _ => json!({"kind": "bot", "player": player}),
        }
    })
    .await;
    let claims = |action: &Value| match action["kind"].as_str() {
        Some("declare") => {
            let mut action = action.clone();
            action["category_match"] = true.into();
            action
        }
        _ => action.clone(),
    };
    let claimed = record.actions.iter().map(claims).collect();
    let claimed =
        Record { actions: claimed, start: record.start.clone(), states: Vec::new(), game };
    let (plain, claimed) =
        (record.replay(&json!({"best": true})).await, claimed.replay(&json!({"best": true})).await);
    let mut declared = 0;
    for (step, claim) in
        plain["steps"].as_array().unwrap().iter().zip(claimed["steps"].as_array().unwrap())
    {
        assert_eq!(step.get("best"), claim.get("best"));
        declared += usize::from(step.get("best").is_some());
        assert!(step.get("best").is_none_or(|best| best["lost"] == 0), "{step}");
    }
    assert_eq!(declared, 2);
}

#[actix_web::test]
async fn the_members_of_a_comparison_are_checked() {
    for playthrough in PLAYTHROUGHS {
        let path = playthrough.path("replay");
        let (start, _) = playthrough.record();
        let rejected = async |members: Value| {
            let mut request = json!({"start": start, "actions": []});
            request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            post_rejected(&path, request).await
        };
        let tier = json!({"max_tier": 35});
        assert_eq!(rejected(tier).await, ["conflicting_fields /max_tier"]);
        let tier = json!({"best": true, "max_tier": 101});
        assert_eq!(rejected(tier).await, ["out_of_bounds /max_tier"]);
        let mut request = json!({"start": start, "actions": []});
        request["start"]["overlay"] = json!({"add": ["it's"]});
        let breaches = post_rejected(&path, request).await;
        assert_eq!(breaches, ["invalid_word /start/overlay/add/0"]);
        let id = async |members: Value| {
            let mut request = json!({"start": start, "actions": [], "id": true, "grounds": true});
            request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            post_ok(&path, request).await["id"].clone()
        };
        let best = async |max_tier: Value| id(json!({"best": true, "max_tier": max_tier})).await;
        assert_eq!(best(json!(100)).await, best(Value::Null).await);
        assert_ne!(best(json!(35)).await, best(json!(70)).await);
        assert_ne!(id(json!({})).await, best(Value::Null).await);
    }
}

/// The searches of a request have an end that is the same on every machine: further plays are not
/// compared, and further bots are refused.
#[actix_web::test]
async fn the_searches_of_a_replay_are_bounded() {
    let game = "play-on-words";
    let players = players(game, 2);
    // Many words make each search longer. With these letters, few can be laid.
    let letter = |number: u8| char::from(b'A' + number);
    let word = |(first, second)| format!("QZ{}{}QZ", letter(first), letter(second));
    let pairs = (0..20).flat_map(|first| (0..26).map(move |second| (first, second)));
    let words: Vec<String> = pairs.map(word).collect();
    let start = json!({
        "players": players, "rules": {"rounds": 1_000}, "seed": "5e".repeat(32),
        "overlay": {"add": words},
    });
    let Record { actions, states, .. } = play(
        game,
        start.clone(),
        300,
        |response| json!({"kind": "bot", "player": response["next"]["to_act"][0]}),
    )
    .await;
    let bot = |action: &Value| json!({"kind": "bot", "player": action["player"]});
    let bots: Vec<Value> = actions.iter().map(bot).collect();
    let request = json!({"start": start, "actions": bots});
    let replay = post_ok("/v1/play-on-words/replay", request.clone()).await;
    let refused = &replay["refused"];
    let at = usize::try_from(refused["at"].as_u64().unwrap()).unwrap();
    assert!((50..bots.len()).contains(&at), "{at}");
    assert_eq!(refused["breaches"][0]["code"], "too_many");
    assert_eq!(refused["breaches"][0]["pointer"], format!("/actions/{at}/kind"));
    assert_eq!(replay["state"], states[at]);
    assert_eq!(post_ok("/v1/play-on-words/replay", request).await, replay);

    // The same in `apply`, which carries out nothing then.
    let request = json!({"state": states[0], "actions": bots});
    let response = post("/v1/play-on-words/apply", &request).await;
    assert_eq!(response.status.as_u16(), 422);
    assert_eq!(response.json()["breaches"][0]["pointer"], format!("/actions/{at}/kind"));

    let request = json!({"start": start, "actions": actions, "best": true});
    let replay = post_ok("/v1/play-on-words/replay", request).await;
    assert_eq!(&replay["state"], states.last().unwrap(), "the actions are carried out");
    let steps = replay["steps"].as_array().unwrap();
    let compared = steps.iter().filter(|step| step.get("best").is_some()).count();
    let plays = steps.iter().filter(|step| played(game, &step["events"]).is_some()).count();
    assert_eq!(replay["not_searched"], plays - compared);
    assert!((30..plays).contains(&compared), "{compared} of {plays}");
}

/// The sizes that the documentation states, for the largest tables.
#[actix_web::test]
async fn states_and_views_of_large_tables_are_small() {
    let names: Vec<String> = (1..=12).map(|number| format!("player {number}")).collect();
    for (game, players) in [
        ("choose-your-words", 12),
        ("word-for-word", 12),
        ("my-word", 12),
        ("play-on-words", 4),
        ("wordgame", 4),
    ] {
        let player = |name: &String| match game {
            "choose-your-words" | "word-for-word" => json!({"name": name, "chips": 1_000}),
            _ => json!({"name": name}),
        };
        let seats: Vec<Value> = names[..players].iter().map(player).collect();
        let mut start = json!({"players": seats, "seed": "5e".repeat(32)});
        if game == "wordgame" {
            start["rules"] = json!({"preset": "classic"});
        }
        let mut dice = Dice(7);
        let record = play(game, start, 120, |response| {
            let to_act = &response["next"]["to_act"][0];
            if game == "my-word" && dice.below(3) == 0 {
                return json!({"kind": "bot", "player": names[dice.below(players)]});
            }
            let kind = if game == "my-word" { "time_out" } else { "bot" };
            json!({"kind": kind, "player": to_act})
        })
        .await;
        let state = record.states.iter().map(|state| state.to_string().len()).max().unwrap();
        assert!((1_000..=4_608).contains(&state), "{game}: {state}");
        let mut sizes = Vec::new();
        for (state, action) in record.states.iter().zip(&record.actions).step_by(5) {
            let request =
                json!({"state": state, "actions": [action], "views": true, "lines": false});
            let response = post_ok(&format!("/v1/{game}/apply"), request).await;
            sizes.push(response["views"].to_string().len());
        }
        sizes.sort_unstable();
        // A deal and a showdown of twelve players have the most events, and each player sees them.
        let (usual, largest) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        assert!((1_000..=40 << 10).contains(&usual), "{game}: {usual}");
        assert!((5_000..=64 << 10).contains(&largest), "{game}: {largest}");
    }
}
