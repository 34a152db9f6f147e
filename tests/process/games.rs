//! `wordcourt verify` on records of whole games.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;
use wordcourt::signing::{RulingText, SigningKey, sign, to_header};

use crate::service::run;

const RECORD: &str = "1 of 1 games verified\n";

/// A directory for files.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file and returns its path.
    fn write(&self, name: &str, content: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Answers a request as a service does.
    fn call(&self, operation: &str, request: &Value) -> Value {
        let output = run(&["call", operation, &self.write("request", &request.to_string())]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Verifies a record. Returns the exit code and the output, without the path of the directory.
    fn verify(&self, lines: &[Value], arguments: &[&str]) -> (i32, String) {
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        self.verify_text(&(lines.join("\n") + "\n"), arguments)
    }

    fn verify_text(&self, text: &str, arguments: &[&str]) -> (i32, String) {
        let file = self.write("game", text);
        let output = run(&[&["verify", &file], arguments].concat());
        let printed = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), printed.replace(&file, "game"))
    }
}

/// A game that ends soon: the start, as a record has it, the actions, and the end.
fn game(files: &Files) -> Vec<Value> {
    let start = json!({
        "players": [{"name": "ann", "chips": 20}, {"name": "bob", "chips": 20}],
        "dealer": "ann",
        "rules": {"rounds": 1},
        "seed": "7".repeat(64),
    });
    let started = files.call("start_word_for_word", &start);
    let actions = json!([
        {"kind": "deal", "player": "ann"},
        {"kind": "bet", "player": "ann", "amount": 1},
        {"kind": "fold", "player": "bob"},
    ]);
    let request = json!({"state": started["state"], "actions": actions});
    let played = files.call("apply_word_for_word", &request);
    assert!(played["result"].is_object(), "{played}");
    let mut start = start;
    start["lexicon"] = started["state"]["lexicon"].clone();
    let first = json!({"game": "word-for-word", "rulebook": started["rulebook"], "start": start});
    let end = json!({"state_id": played["state"]["id"], "result": played["result"]});
    let actions = played["applied"].as_array().unwrap().clone();
    [vec![first], actions, vec![end]].concat()
}

/// Returns lines with a change.
fn with(lines: &[Value], change: impl FnOnce(&mut Vec<Value>)) -> Vec<Value> {
    let mut lines = lines.to_vec();
    change(&mut lines);
    lines
}

#[test]
fn verify_plays_a_game_again() {
    let files = Files::new();
    let lines = game(&files);
    let id = lines[4]["state_id"].as_str().unwrap();
    let verified = format!(
        "game:1: 3 actions, all possible; the game is over; last state {id}\ngame: {RECORD}"
    );
    assert_eq!(files.verify(&lines, &[]), (0, verified.clone()));
    // The end, and each member of it, may be absent.
    assert_eq!(files.verify(&lines[..4], &[]), (0, verified.clone()));
    for member in ["state_id", "result"] {
        let shorter = with(&lines, |lines| drop(lines[4].as_object_mut().unwrap().remove(member)));
        assert_eq!(files.verify(&shorter, &[]), (0, verified.clone()));
    }
    let (code, printed) = files.verify(&lines[..2], &[]);
    assert_eq!(code, 0);
    assert!(printed.starts_with("game:1: 1 action, all possible; the game goes on; "), "{printed}");
    let (code, printed) = files.verify(&[&lines[..], &lines[..1]].concat(), &[]);
    assert!(code == 0 && printed.ends_with("game: 2 of 2 games verified\n"), "{printed}");
    assert!(printed.contains("game:6: 0 actions, all possible; the game goes on; "), "{printed}");
}

#[test]
fn verify_finds_what_is_wrong_with_a_game() {
    let files = Files::new();
    let lines = game(&files);
    let cases = [
        (
            1,
            "game:3: the action is not possible: ",
            with(&lines, |lines| lines[2]["amount"] = 21.into()),
        ),
        (1, "game:2: the action is not possible: ", with(&lines, |lines| drop(lines.remove(1)))),
        (
            1,
            "game:5: the action is not possible: ",
            with(&lines, |lines| lines.insert(4, lines[3].clone())),
        ),
        (
            1,
            "game:5: the answer differs at /state_id: recorded \"sha256:00\", computed \"sha256:",
            with(&lines, |lines| lines[4]["state_id"] = "sha256:00".into()),
        ),
        (
            1,
            "game:5: the answer differs at /result/winners/0: recorded \"bob\", computed \"ann\"",
            with(&lines, |lines| lines[4]["result"]["winners"][0] = "bob".into()),
        ),
        (
            1,
            "game:5: the answer differs at /state_id: ",
            with(&lines, |lines| lines[0]["start"]["seed"] = "8".repeat(64).into()),
        ),
        (
            2,
            "game:1: the answer follows rulebook \"1\"",
            with(&lines, |lines| lines[0]["rulebook"] = "1".into()),
        ),
        (
            2,
            "game:1: the edition en@sha256:00 is not available",
            with(&lines, |lines| lines[0]["start"]["lexicon"] = "en@sha256:00".into()),
        ),
        (
            2,
            "game:1: start.lexicon is not pinned",
            with(&lines, |lines| lines[0]["start"]["lexicon"] = "en".into()),
        ),
        (
            2,
            "game:1: the game can't be played again: /start/players",
            with(&lines, |lines| lines[0]["start"]["players"] = json!([])),
        ),
        (
            2,
            "game:3: the game can't be played again: ",
            with(&lines, |lines| lines[2]["chips"] = 1.into()),
        ),
        (
            2,
            "game:1: not a line of a game: unknown field `at`",
            with(&lines, |lines| lines[0]["at"] = 1.into()),
        ),
        (
            2,
            "game:5: not a line of a game: unknown field `at`",
            with(&lines, |lines| lines[4]["at"] = 1.into()),
        ),
        (
            2,
            "game:1: not a line of a game: unknown variant",
            with(&lines, |lines| lines[0]["game"] = "go".into()),
        ),
    ];
    for (code, message, lines) in cases {
        let (found, printed) = files.verify(&lines, &[]);
        assert_eq!(found, code, "{message}: {printed}");
        assert!(printed.starts_with(message), "{message}: {printed}");
        assert!(printed.contains("game: 0 of 1 games verified, 1 "), "{printed}");
    }
    // A line is one action.
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let text = format!("{}\n{},{}\n{}\n", text[0], text[1], text[2], text[3]);
    let (code, printed) = files.verify_text(&text, &[]);
    assert_eq!(code, 2, "{printed}");
    assert!(printed.starts_with("game:2: not a line of a game: trailing characters"), "{printed}");
}

#[test]
fn verify_checks_the_signature_of_a_game() {
    let files = Files::new();
    let lines = game(&files);
    let request = json!({"start": lines[0]["start"], "actions": &lines[1..4], "id": true});
    let replayed = files.call("replay_word_for_word_actions", &request).to_string();
    let signed_by = |key: &SigningKey| {
        let grounds = serde_json::from_str(&replayed).unwrap();
        let text = RulingText::new("replay_word_for_word_actions", &grounds).unwrap().to_string();
        let note = sign(&text, key).unwrap();
        with(&lines, |lines| lines[4]["signature"] = to_header(&note).into())
    };
    let key = SigningKey::new("club.example", &[7; 32]).unwrap();
    let keys = files.write("keys", &key.verifier().to_string());
    let keys = ["--keys", keys.as_str()];
    let signed = signed_by(&key);
    let (code, printed) = files.verify(&signed, &keys);
    assert!(code == 0 && printed.ends_with(RECORD), "{printed}");

    let (code, printed) = files.verify(&signed, &[]);
    assert_eq!(code, 2, "{printed}");
    assert!(printed.contains("give the keys with --keys"), "{printed}");
    let other = SigningKey::new("club.example", &[8; 32]).unwrap();
    let forged = with(&signed, |lines| {
        lines[2]["amount"] = 2.into();
        lines[4].as_object_mut().unwrap().retain(|name, _| name == "signature");
    });
    for (lines, message) in [
        (lines.clone(), "game:1: invalid signature: the record has no signature"),
        (signed_by(&other), "game:1: invalid signature: none of the given keys"),
        (forged, "game:1: invalid signature: the signature is for another answer"),
    ] {
        let (code, printed) = files.verify(&lines, &keys);
        assert_eq!(code, 3, "{printed}");
        assert!(printed.starts_with(message), "{printed}");
    }
}
