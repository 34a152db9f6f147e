//! Whole games of Wordgame and of the classic game as GCG: `games` agrees with every line, every total
//! and the result.

use serde_json::{Value, json};

use super::PLAYTHROUGHS;
use crate::post_ok;

/// Replays a record, and its GCG. Compares them, and returns both.
async fn assert_agrees(start: &Value, actions: &[Value]) -> (Value, Value) {
    let request = json!({"start": start, "actions": actions});
    let replay = post_ok("/v1/wordgame/replay", request).await;
    assert!(replay.get("refused").is_none(), "{replay}");
    let gcg = replay["gcg"].as_str().unwrap();
    let games = post_ok("/v1/wordgame/games", json!({"gcg": gcg, "rules": start["rules"]})).await;
    assert_eq!(games["agrees"], true, "{gcg}\n{games}");
    assert_eq!(games["gcg"], gcg, "nothing is corrected");
    assert!(games.get("notes").is_none(), "{games}");
    let rows = |cgp: &Value| cgp.as_str().unwrap().split(' ').next().unwrap().to_owned();
    let tiles = rows(&games["cgp"]).bytes().filter(u8::is_ascii_alphabetic).count();
    let board = replay["state"]["board"].to_string();
    assert_eq!(tiles, board.bytes().filter(u8::is_ascii_alphabetic).count());
    for (seat, total) in games["results"].as_array().unwrap().iter().enumerate() {
        let player = &replay["state"]["players"][seat];
        assert_eq!(total["total"], player["points"], "{gcg}");
        let is_counted = replay["result"].is_object() && games["ended"].is_object();
        if let Some(rack) = total.get("rack").filter(|_| is_counted) {
            let mut expected: Vec<&str> = player["rack"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one.as_str().unwrap())
                .collect();
            // A rack is written with its blanks last.
            expected.sort_by_key(|tile| (*tile == "?", *tile));
            assert_eq!(rack.as_str().unwrap(), expected.concat(), "{gcg}");
        }
    }
    (replay, games)
}

#[actix_web::test]
async fn the_playthroughs_agree_with_their_records() {
    let mut boards = 0;
    for playthrough in PLAYTHROUGHS {
        let (start, actions) = playthrough.record();
        if playthrough.game != "wordgame" {
            let request = json!({"start": start, "actions": actions});
            let replay = post_ok(&playthrough.path("replay"), request).await;
            assert!(replay.get("gcg").is_none(), "the other games have no notation");
            continue;
        }
        boards += 1;
        for plies in 0..actions.len() {
            assert_agrees(&start, &actions[..plies]).await;
        }
        let (replay, games) = assert_agrees(&start, &actions).await;
        assert_eq!(games["ended"]["reason"], replay["result"]["reason"]);
        assert_eq!(games["winners"], replay["result"]["winners"]);
        let lost = |total: &Value, name: &str| total.get(name).cloned().unwrap_or(json!(0));
        let results = replay["result"]["results"].as_array().unwrap();
        for (total, expected) in games["results"].as_array().unwrap().iter().zip(results) {
            for name in ["deducted", "gained", "time_penalty", "total"] {
                assert_eq!(lost(total, name), expected[name], "{name}");
            }
        }
    }
    assert_eq!(boards, 2);
}

/// GCG has no line for it, so `games` sees a game that stops.
#[actix_web::test]
async fn a_resignation_is_a_note() {
    let names = ["Ann: of York", "Ann_ of York", "Bob"];
    let start = json!({
        "players": names[..2].iter().map(|name| json!({"name": name})).collect::<Value>(),
        "rules": {"preset": "classic"},
        "seed": "5e".repeat(32),
    });
    let actions = [
        json!({"kind": "bot", "player": names[0]}),
        json!({"kind": "bot", "player": names[1]}),
        json!({"kind": "resign", "player": names[1]}),
    ];
    let (replay, games) = assert_agrees(&start, &actions).await;
    let gcg = replay["gcg"].as_str().unwrap();
    assert!(
        gcg.starts_with("#character-encoding UTF-8\n#player1 Ann__of_York Ann: of York\n"),
        "{gcg}"
    );
    assert!(gcg.ends_with("\n#note Ann__of_York_ resigned\n"), "{gcg}");
    assert!(games.get("ended").is_none());
    assert_eq!(
        games["turns"].as_array().unwrap().last().unwrap()["notes"][0],
        "Ann__of_York_ resigned"
    );
}
