//! The comparison of tables that played the same cards, checked by the replay of each record.

use serde_json::{Value, json};

use super::best::{Record, classic, play, players};
use crate::{post, post_ok, post_rejected};

const GAMES: [(&str, usize, u32); 5] = [
    ("choose-your-words", 3, 3),
    ("word-for-word", 2, 3),
    ("play-on-words", 2, 2),
    ("my-word", 3, 2),
    ("wordgame", 2, 1),
];

/// Returns the start of a game with a number of rounds.
fn start(game: &str, count: usize, rounds: u32) -> Value {
    let rules = if game == "wordgame" { json!({}) } else { json!({"rounds": rounds}) };
    json!({"players": players(game, count), "rules": rules, "seed": "5e".repeat(32)})
}

/// Plays a game to the end by bots that know words up to a tier and bet as little as possible.
async fn table(game: &'static str, count: usize, rounds: u32, max_tier: u8) -> Record {
    let mut calls = 0;
    play(game, start(game, count, rounds), 1_000, |response| {
        let next = &response["next"];
        let player = &next["to_act"][0];
        let may =
            |kind: &str| next["actions"].as_array().unwrap().iter().any(|one| one["kind"] == kind);
        if game == "my-word" {
            // The players take turns to call after every third card.
            calls += 1;
            let caller = &response["state"]["players"][calls / 4 % count]["name"];
            let cards = response["state"]["table"].as_array().unwrap().len();
            if calls % 4 == 0 && cards >= 3 {
                return json!({"kind": "bot", "player": caller, "max_tier": max_tier});
            }
            return json!({"kind": "time_out", "player": player});
        }
        if may("bet") || may("call") {
            let kind = ["call", "check", "bet"].into_iter().find(|kind| may(kind)).unwrap();
            let mut action = json!({"kind": kind, "player": player});
            if kind == "bet" {
                action["amount"] = 1.into();
            }
            return action;
        }
        json!({"kind": "bot", "player": player, "max_tier": max_tier})
    })
    .await
}

/// Returns a request to compare records.
fn request(records: &[&Record], members: &Value) -> Value {
    let record = |(at, record): (usize, &&Record)| json!({"table": format!("table {at}"), "start": record.start, "actions": record.actions});
    let records: Value = records.iter().enumerate().map(record).collect();
    let mut request = json!({ "records": records });
    request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    request
}

async fn compare(game: &str, records: &[&Record], members: &Value) -> Value {
    post_ok(&format!("/v1/{game}/compare"), request(records, members)).await
}

/// Sums a member of the comparisons of a replay, for one player or for all.
fn sum(replay: &Value, name: &str, player: Option<&Value>) -> u64 {
    let steps = replay["steps"].as_array().unwrap().iter();
    // The player of a play of My Word! is the one that was heard.
    let of_player = steps.filter(|step| {
        let events = step["events"].as_array().unwrap();
        let ruling = events.iter().find(|event| event["kind"] == "ruling");
        let heard = ruling.filter(|event| event.get("challenged").is_none());
        let actor = heard.map_or(&step["action"]["player"], |event| &event["player"]);
        player.is_none_or(|player| actor == player)
    });
    of_player.filter_map(|step| step.get("best")?[name].as_u64()).sum()
}

fn number(line: &Value, name: &str) -> u64 {
    line[name].as_u64().unwrap_or_else(|| panic!("{name} of {line}"))
}

/// Adds the numbers of lines of one record, such as those of all seats or of all deals.
fn total<'v>(lines: impl IntoIterator<Item = &'v Value>, record: u64, name: &str) -> u64 {
    let of_record = lines.into_iter().flat_map(|lines| lines.as_array().unwrap());
    of_record.filter(|line| line["record"] == record).map(|line| number(line, name)).sum()
}

#[actix_web::test]
async fn tables_are_ranked_by_what_the_replays_say() {
    for (game, count, rounds) in GAMES {
        let strong = table(game, count, rounds, 100).await;
        let weak = table(game, count, rounds, 10).await;
        let records = [&weak, &strong];
        let replays = [
            weak.replay(&json!({"best": true})).await,
            strong.replay(&json!({"best": true})).await,
        ];
        for rule in ["total", "share_of_best", "matchpoints"] {
            let answer = compare(game, &records, &json!({"rule": rule, "best": true})).await;
            let ranking = answer["ranking"].as_array().unwrap();
            // In Play On Words, a strong player ends the round early, so that there are fewer plays.
            if game != "play-on-words" || rule == "share_of_best" {
                let order = ranking.iter().map(|line| (&line["rank"], &line["table"]));
                let expected = [(&json!(1), &json!("table 1")), (&json!(2), &json!("table 0"))];
                assert_eq!(order.collect::<Vec<_>>(), expected, "{game} {rule}: {answer}");
            }
            let deals = answer["deals"].as_array().unwrap();
            assert_eq!(deals.len(), rounds as usize, "{game}");
            assert!(deals.iter().all(|deal| deal.get("left_out").is_none()), "{game} {answer}");
            for line in ranking {
                let record = number(line, "record");
                let replay = &replays[usize::try_from(record).unwrap()];
                for (name, of_replay) in
                    [("points", "played"), ("best", "points"), ("lost", "lost")]
                {
                    assert_eq!(number(line, name), sum(replay, of_replay, None), "{game} {name}");
                    let seats = answer["seat_rankings"].as_array().unwrap();
                    assert_eq!(number(line, name), total(seats, record, name));
                    for player in seats.iter().flat_map(|seat| seat.as_array().unwrap()) {
                        if player["record"] == record {
                            let of_player = sum(replay, of_replay, Some(&player["player"]));
                            assert_eq!(number(player, name), of_player, "{game} {player}");
                        }
                    }
                    let lines = deals.iter().map(|deal| &deal["ranking"]);
                    assert_eq!(number(line, name), total(lines, record, name));
                }
                let (best, lost) = (number(line, "best"), number(line, "lost"));
                let score = match rule {
                    "total" => number(line, "points"),
                    "share_of_best" => (best - lost) * 1_000 / best,
                    _ => {
                        let seats =
                            |deal: &'_ Value| deal["seat_rankings"].as_array().unwrap().clone();
                        let seats: Vec<Value> = deals.iter().flat_map(seats).collect();
                        total(&seats, record, "score")
                    }
                };
                assert_eq!(number(line, "score"), score, "{game} {rule}");
            }
            if rule == "matchpoints" {
                // Two tables share two points for each seat and deal.
                let scores: u64 = ranking.iter().map(|line| number(line, "score")).sum();
                assert_eq!(scores, 2 * u64::from(rounds) * count as u64, "{game}");
            }
        }
    }
}

#[actix_web::test]
async fn equal_tables_share_a_rank_and_half_the_matchpoints() {
    let game = "word-for-word";
    let (one, other) = (table(game, 2, 1, 100).await, table(game, 2, 1, 10).await);
    let mut renamed = json!({"start": one.start, "actions": one.actions}).to_string();
    renamed = renamed.replace("\"ann\"", "\"eve\"").replace("\"bob\"", "\"ann\"");
    let renamed: Value = serde_json::from_str(&renamed).unwrap();
    let mut request = request(&[&other, &one], &json!({"rule": "matchpoints"}));
    request["records"].as_array_mut().unwrap().push(renamed);
    let answer = post_ok("/v1/word-for-word/compare", request).await;
    let lines = |ranking: &Value| -> Vec<(u64, u64, u64)> {
        let line = |line: &Value| {
            assert!(line.get("best").is_none() && line.get("lost").is_none());
            (number(line, "rank"), number(line, "record"), number(line, "score"))
        };
        ranking.as_array().unwrap().iter().map(line).collect()
    };
    // Each of the equal tables ties with the other one at two seats.
    let ranking = lines(&answer["ranking"]);
    assert_eq!((ranking[0].0, ranking[0].1), (1, 1));
    assert_eq!((ranking[1].0, ranking[1].1, ranking[1].2), (1, 2, ranking[0].2));
    assert_eq!((ranking[2].0, ranking[2].1), (3, 0));
    assert_eq!(ranking.iter().map(|line| line.2).sum::<u64>(), 2 * 3 * 2);
    assert_eq!(lines(&answer["deals"][0]["ranking"]), ranking);
    let players: Vec<&Value> =
        answer["seat_rankings"][0].as_array().unwrap().iter().map(|one| &one["player"]).collect();
    assert!(players.contains(&&json!("ann")) && players.contains(&&json!("eve")));
    assert!(answer["ranking"][1].get("table").is_none());
}

#[actix_web::test]
async fn one_table_is_compared_with_the_best_plays_only() {
    let game = "word-for-word";
    let record = table(game, 2, 2, 35).await;
    let answer = compare(game, &[&record], &json!({"rule": "share_of_best", "max_tier": 35})).await;
    assert_eq!(answer["ranking"][0]["score"], 1_000, "{answer}");
    assert_eq!(answer["ranking"][0]["lost"], 0);
    let answer = compare(game, &[&record], &json!({"rule": "matchpoints"})).await;
    assert_eq!(
        (&answer["ranking"][0]["score"], &answer["ranking"][0]["rank"]),
        (&json!(0), &json!(1))
    );
}

/// A deal counts only if every table has played it to the end, from the same cards.
#[actix_web::test]
async fn a_deal_that_was_not_the_same_is_left_out() {
    let game = "play-on-words";
    let (one, two) = (table(game, 2, 2, 100).await, table(game, 2, 2, 10).await);
    let mut request = request(&[&one, &two], &json!({"rule": "total"}));
    let actions = request["records"][1]["actions"].as_array_mut().unwrap();
    actions.pop();
    let answer = post_ok("/v1/play-on-words/compare", request.clone()).await;
    let [first, second] = &answer["deals"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!((first.get("left_out"), &second["left_out"]), (None, &json!("unfinished")));
    for line in second["ranking"].as_array().unwrap() {
        assert!(line.get("rank").is_none() && line.get("score").is_none(), "{line}");
        assert!(number(line, "points") > 0);
    }
    for line in answer["ranking"].as_array().unwrap() {
        let of_first = first["ranking"].as_array().unwrap().iter();
        let of_first = of_first.filter(|other| other["record"] == line["record"]);
        assert_eq!(of_first.collect::<Vec<_>>(), [line], "only the first deal counts");
    }
    // Between two rounds the first one is over, and the second one has not begun.
    let actions = request["records"][1]["actions"].as_array_mut().unwrap();
    let deal = actions.iter().rposition(|action| action["kind"] == "deal").unwrap();
    actions.truncate(deal);
    let answer = post_ok("/v1/play-on-words/compare", request).await;
    assert_eq!(answer["deals"][0].get("left_out"), None);
    assert_eq!(answer["deals"][1]["ranking"].as_array().unwrap().len(), 1);

    // Real tiles are compared as they lay.
    let resign = json!([{"kind": "pass", "player": "ann"}, {"kind": "resign", "player": "bob"}]);
    let mut other = classic("single");
    other["deck"].as_array_mut().unwrap().swap(0, 30);
    let of = |start: Value| json!({"start": start, "actions": resign});
    let request = json!({"records": [of(classic("single")), of(other)], "rule": "total"});
    let answer = post_ok("/v1/wordgame/compare", request).await;
    assert_eq!(answer["deals"][0]["left_out"], "other_cards", "{answer}");
}

/// What a challenge takes back was made of nothing.
#[actix_web::test]
async fn a_play_that_is_taken_back_has_no_points() {
    let start = classic("single");
    let phony = json!({"kind": "move", "player": "ann", "move": "8H TECAIIE"});
    let of = |answer: &str| {
        let actions = json!([
            phony,
            {"kind": answer, "player": "bob"},
            {"kind": "resign", "player": if answer == "accept" { "bob" } else { "ann" }},
        ]);
        json!({"start": start, "actions": actions})
    };
    let records = json!([of("challenge"), of("accept")]);
    let request = json!({"records": records, "rule": "total", "best": true});
    let answer = post_ok("/v1/wordgame/compare", request).await;
    let [accepted, taken_back] = &answer["ranking"].as_array().unwrap()[..] else { panic!() };
    assert_eq!((&accepted["record"], &taken_back["record"]), (&json!(1), &json!(0)));
    assert!(number(accepted, "points") > number(accepted, "best"));
    assert_eq!(number(accepted, "lost"), 0);
    assert_eq!((number(taken_back, "plays"), number(taken_back, "points")), (1, 0));
    assert_eq!(taken_back["lost"], taken_back["best"]);
}

#[actix_web::test]
async fn records_that_start_otherwise_are_refused() {
    for (game, count, rounds) in GAMES {
        let path = format!("/v1/{game}/compare");
        let start = start(game, count, rounds);
        let rejected = async |name: &str, value: Value| {
            let mut other = start.clone();
            other[name] = value;
            let record = |start: &Value| json!({"start": start, "actions": []});
            let records = [record(&start), record(&start), record(&other)];
            post_rejected(&path, json!({"records": records, "rule": "total"})).await
        };
        let conflict = |place: &str| [format!("conflicting_fields /records/2/start{place}")];
        assert_eq!(rejected("seed", "5f".repeat(32).into()).await, conflict("/seed"));
        let rules = match game {
            "wordgame" => json!({"cross_bonus": "main_word"}),
            _ => json!({"rounds": rounds + 1}),
        };
        assert_eq!(rejected("rules", rules).await, conflict("/rules"), "{game}");
        assert_eq!(rejected("overlay", json!({"add": ["qat"]})).await, conflict("/overlay"));
        if game != "wordgame" {
            assert_eq!(rejected("players", players(game, count + 1)).await, conflict("/players"));
            let dealt_by = |dealer: &str| {
                let mut start = start.clone();
                start["dealer"] = dealer.into();
                json!({"start": start, "actions": []})
            };
            let records = [dealt_by("bob"), dealt_by("ann")];
            let breaches = post_rejected(&path, json!({"records": records, "rule": "total"})).await;
            assert_eq!(breaches, ["conflicting_fields /records/1/start/dealer"]);
        }
        if start["players"][0].get("chips").is_some() {
            let mut richer = start["players"].clone();
            richer[1]["chips"] = 101.into();
            assert_eq!(rejected("players", richer).await, conflict("/players/1"));
        }
    }
    // The source of the same cards is named as the record has it.
    let mut secret = start("my-word", 2, 1);
    let seeded = json!({"start": secret, "actions": []});
    secret.as_object_mut().unwrap().shift_remove("seed");
    (secret["secret"], secret["contributions"]) = ("0".repeat(64).into(), json!(["a", "b"]));
    let records = json!([seeded, {"start": secret, "actions": []}]);
    let breaches =
        post_rejected("/v1/my-word/compare", json!({"records": records, "rule": "total"}));
    assert_eq!(breaches.await, ["conflicting_fields /records/1/start/secret"]);
}

#[actix_web::test]
async fn every_record_is_checked_whole() {
    let game = "play-on-words";
    let record = table(game, 2, 1, 10).await;
    let mut request = request(&[&record, &record, &record], &json!({"rule": "total"}));
    request["records"][0]["actions"][2]["player"] = "zoe".into();
    request["records"][2]["actions"]
        .as_array_mut()
        .unwrap()
        .push(json!({"kind": "deal", "player": "bob"}));
    let end = record.actions.len();
    let alone = json!({"start": record.start, "actions": request["records"][2]["actions"]});
    let alone = post_ok("/v1/play-on-words/replay", alone).await["refused"]["breaches"].clone();
    let response = post("/v1/play-on-words/compare", &request).await;
    assert_eq!(response.status.as_u16(), 422);
    let breaches = response.json()["breaches"].clone();
    assert_eq!(breaches.as_array().unwrap().len(), 2, "{breaches}");
    assert_eq!(breaches[0]["pointer"], "/records/0/actions/2/player");
    let mut expected = alone[0].clone();
    let place = alone[0]["pointer"].as_str().unwrap();
    assert!(place.starts_with(&format!("/actions/{end}")));
    expected["pointer"] = format!("/records/2{place}").into();
    assert_eq!(breaches[1], expected);
}

#[actix_web::test]
async fn the_members_of_a_request_are_bounded() {
    let start = start("my-word", 2, 1);
    let record = json!({"start": start, "actions": []});
    let rejected = async |members: Value| {
        let mut request = json!({"records": [record], "rule": "total"});
        request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        post_rejected("/v1/my-word/compare", request).await
    };
    assert_eq!(rejected(json!({"records": []})).await, ["too_few /records"]);
    assert_eq!(rejected(json!({"records": vec![&record; 33]})).await, ["too_many /records"]);
    let long =
        json!({"start": start, "actions": vec![json!({"kind": "deal", "player": "ann"}); 2_501]});
    assert_eq!(rejected(json!({"records": [long, long]})).await, ["too_many /records"]);
    assert_eq!(rejected(json!({"max_tier": 35})).await, ["conflicting_fields /max_tier"]);
    let share = json!({"rule": "share_of_best", "best": false});
    assert_eq!(rejected(share).await, ["conflicting_fields /best"]);
    let named = json!({"table": "x".repeat(129), "start": start, "actions": []});
    assert_eq!(rejected(json!({"records": [named]})).await, ["out_of_bounds /records/0/table"]);
    let id = async |members: Value| {
        let mut request = json!({"records": [record], "rule": "share_of_best", "id": true});
        request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        post_ok("/v1/my-word/compare", request).await["id"].clone()
    };
    assert_eq!(id(json!({})).await, id(json!({"best": true, "max_tier": 100})).await);
    assert_ne!(id(json!({})).await, id(json!({"max_tier": 35})).await);
    assert_ne!(id(json!({})).await, id(json!({"rule": "total"})).await);
}

/// The searches of a request are divided evenly, so that the order of the records changes nothing.
#[actix_web::test]
async fn each_record_has_an_equal_share_of_the_searches() {
    let game = "wordgame";
    let record = table(game, 2, 1, 100).await;
    let replay = record.replay(&json!({"best": true})).await;
    let plays =
        replay["steps"].as_array().unwrap().iter().filter(|step| step.get("best").is_some());
    let plays = plays.count() as u64;
    let answer = compare(game, &[&record; 8], &json!({"rule": "share_of_best"})).await;
    for line in answer["ranking"].as_array().unwrap() {
        assert_eq!(number(line, "plays"), plays);
        // An eighth of 48,000, by searches of 400.
        assert_eq!(number(line, "not_searched"), plays - 15);
        assert_eq!(
            (number(line, "rank"), number(line, "score")),
            (1, 1_000),
            "the bots played the best"
        );
    }
}
