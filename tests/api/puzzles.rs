//! Puzzles, compared with the best plays of their positions.

use std::sync::Arc;

use serde_json::{Value, json};
use wordcourt::api::{self, OperationId};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source::Source;
use wordcourt::rules::Variant;

use crate::{post_ok, post_rejected, state};

/// The seeds of each game and level.
const SEEDS: u32 = 25;
/// The levels with the highest tiers of their words.
const LEVELS: [(&str, u64); 3] = [("easy", 35), ("medium", 60), ("hard", 70)];

/// Returns the smallest margins of the levels.
const fn margins(game: Variant) -> [u64; 3] {
    match game {
        Variant::ChooseYourWords | Variant::WordForWord => [4, 2, 1],
        Variant::PlayOnWords => [2, 1, 1],
        Variant::Wordgame => [5, 3, 1],
        Variant::MyWord => [1, 1, 1],
    }
}

fn operation(game: Variant, verb: &str) -> OperationId {
    OperationId::of_game(game, verb).unwrap()
}

fn answer(game: Variant, verb: &str, request: &Value) -> Value {
    let answer =
        api::answer(operation(game, verb), request.to_string().as_bytes(), &**state()).unwrap();
    serde_json::from_slice(&answer.body).unwrap()
}

/// Returns the list of plays of a response of `best`.
fn plays(best: &Value) -> &[Value] {
    let names = ["plays", "turns", "moves", "calls"];
    names.into_iter().find_map(|name| best.get(name)?.as_array()).unwrap()
}

fn points(play: &Value) -> u64 {
    play.get("total").or_else(|| play.get("points")).unwrap().as_u64().unwrap()
}

/// Returns the words that a play makes.
fn words(play: &Value) -> Vec<String> {
    let parts = play.get("parts").or_else(|| play.get("words"));
    let words = parts.map_or(std::slice::from_ref(play), |parts| parts.as_array().unwrap());
    words.iter().map(|word| word["word"].as_str().unwrap().to_owned()).collect()
}

fn tier(word: &str) -> u64 {
    let lexicons = state();
    let request = json!({ "word": word }).to_string();
    let answer = api::answer(OperationId::GetWord, request.as_bytes(), &**lexicons).unwrap();
    let answer: Value = serde_json::from_slice(&answer.body).unwrap();
    answer["tier"].as_u64().unwrap()
}

#[test]
fn the_best_play_is_unique_and_of_the_level() {
    for game in Variant::ALL {
        for (level, (name, max_tier)) in LEVELS.into_iter().enumerate() {
            for seed in 0..SEEDS {
                let request = json!({"seed": format!("{seed:064x}"), "level": name});
                let puzzle = answer(game, "puzzle", &request);
                let context = format!("{game} {request} {puzzle}");
                let mut search = puzzle["position"].clone();
                search["top"] = 2.into();
                let best = answer(game, "best", &search);
                let [first, second] = plays(&best) else { panic!("{context}") };
                let margin = points(first).checked_sub(points(second)).unwrap();
                assert_eq!(puzzle["margin"], margin, "{context}");
                let tier = words(first).iter().map(|word| tier(word)).max().unwrap();
                assert_eq!(puzzle["tier"], tier, "{context}");
                let margins = margins(game);
                assert!(margin > 0 && margin >= margins[level] && tier <= max_tier, "{context}");
                let is_easier =
                    level > 0 && tier <= LEVELS[level - 1].1 && margin >= margins[level - 1];
                assert!(!is_easier, "{context}");
            }
        }
    }
}

#[test]
fn hints_reveal_what_was_asked_and_no_more() {
    for game in Variant::ALL {
        let ask = |members: Value| {
            let mut request = json!({"date": "2026-05-01", "level": "easy"});
            request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
            answer(game, "puzzle", &request)
        };
        let plain = ask(json!({}));
        assert!(plain.get("hints").is_none() && plain.get("solution").is_none(), "{plain}");
        let position = &plain["position"];
        for reveal in ["points", "shape", "first_letter"] {
            let mut search = position.clone();
            search["top"] = 1.into();
            search["reveal"] = reveal.into();
            let mut hinted = ask(json!({ "reveal": reveal }));
            assert_eq!(hinted["hints"], answer(game, "best", &search)["hints"], "{game} {reveal}");
            hinted.as_object_mut().unwrap().shift_remove("hints");
            assert_eq!(hinted, plain, "{game} {reveal}");
        }
        let solved = ask(json!({ "solution": true }));
        let best = answer(game, "best", position);
        assert_eq!(solved["solution"], plays(&best)[0], "{game}");
    }
}

#[test]
fn a_guess_is_scored_from_the_position() {
    for game in Variant::ALL {
        let request =
            json!({"date": "2026-05-02", "level": "medium", "solution": true, "reveal": "points"});
        let puzzle = answer(game, "puzzle", &request);
        let mut guess = puzzle["position"].clone();
        let (member, value) = match game {
            Variant::PlayOnWords => ("turn", &puzzle["solution"]["turn"]),
            Variant::Wordgame => ("move", &puzzle["solution"]["move"]),
            _ => ("word", &puzzle["solution"]["word"]),
        };
        guess[member] = value.clone();
        let score = answer(game, "score", &guess);
        assert_eq!(points(&score), points(&puzzle["hints"][0]), "{game}");
    }
}

#[test]
fn a_puzzle_follows_from_the_request_and_the_words() {
    for game in Variant::ALL {
        let ask = |request: Value| {
            let request = request.to_string();
            api::answer(operation(game, "puzzle"), request.as_bytes(), &**state()).unwrap().body
        };
        let request = json!({"date": "2026-05-01", "level": "easy"});
        let body = ask(request.clone());
        assert_eq!(ask(request), body);
        let position =
            |body: &[u8]| serde_json::from_slice::<Value>(body).unwrap()["position"].clone();
        let others = [
            json!({"date": "2026-05-02", "level": "easy"}),
            json!({"date": "2026-05-01", "level": "hard"}),
            json!({"seed": "5e".repeat(32), "level": "easy"}),
            json!({"date": "2026-05-01", "level": "easy", "overlay": {"remove": ["ZZZ"]}}),
        ];
        for other in others {
            assert_ne!(position(&ask(other.clone())), position(&body), "{game} {other}");
        }
        let seed = |digits: String| ask(json!({"seed": digits, "level": "easy"}));
        assert_eq!(seed("AB".repeat(32)), seed("ab".repeat(32)));
    }
}

#[actix_web::test]
async fn an_overlay_is_part_of_the_position() {
    let overlay = json!({"add": ["ZZYXQ"], "remove": ["QI"]});
    let request = json!({"date": "2026-05-01", "level": "easy", "overlay": overlay});
    let puzzle = post_ok("/v1/wordgame/puzzle", request).await;
    assert_eq!(puzzle["position"]["overlay"], overlay);
    let pinned = puzzle["position"]["lexicon"].as_str().unwrap();
    assert!(pinned.starts_with("en@sha256:"), "{pinned}");
}

#[actix_web::test]
async fn a_puzzle_needs_a_day_of_the_calendar_or_a_seed() {
    let path = "/v1/my-word/puzzle";
    let date = |date: &str| json!({"date": date, "level": "easy"});
    for right in ["2024-02-29", "2000-02-29", "2026-12-31"] {
        post_ok(path, date(right)).await;
    }
    let wrong = ["2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10"];
    for wrong in wrong.into_iter().chain(["2026-5-1", "2026-05-00", "20260-5-01", "2026/05/01"]) {
        assert_eq!(post_rejected(path, date(wrong)).await, ["invalid_field /date"], "{wrong}");
    }
    let seed = "5e".repeat(32);
    let both = json!({"date": "2026-05-01", "seed": seed, "level": "easy"});
    assert_eq!(post_rejected(path, both).await, ["conflicting_fields "]);
    assert_eq!(post_rejected(path, json!({"level": "easy"})).await, ["missing_field /date"]);
    let short = json!({"seed": "5e", "level": "easy"});
    assert_eq!(post_rejected(path, short).await, ["invalid_field /seed"]);
}

/// Lexicons with few words have puzzles that keep the promise, or none.
#[test]
fn small_lexicons_have_puzzles_or_a_clear_problem() {
    let of_three = "ACE\t\t\t\t20\nAGE\t\t\t\t20\nATE\t\t\t\t10\nTEA\t\t\t\t10\nEAT\t\t\t\t10\n";
    let mut refused = 0;
    for text in ["CAT\n", "STONE\t\t\t\t10\nNOTES\t\t\t\t80\n", of_three] {
        let words: String = text.to_owned();
        let source = Source {
            name: "mini".into(),
            edition: "1".into(),
            words: words.into(),
            categories: "".into(),
        };
        let lexicons = Arc::new(Edition::build(&source).unwrap());
        for (game, (level, _)) in
            Variant::ALL.into_iter().flat_map(|game| LEVELS.map(|level| (game, level)))
        {
            let request = json!({"date": "2026-05-01", "level": level});
            let request = request.to_string();
            let puzzle = api::answer(operation(game, "puzzle"), request.as_bytes(), &lexicons);
            let puzzle: Value = match puzzle {
                Ok(answer) => serde_json::from_slice(&answer.body).unwrap(),
                Err(problem) => {
                    let problem = format!("{problem:?}");
                    assert!(problem.contains("NoPuzzle"), "{game} {level}: {problem}");
                    refused += 1;
                    continue;
                }
            };
            let mut search = puzzle["position"].clone();
            search["top"] = 2.into();
            let best =
                api::answer(operation(game, "best"), search.to_string().as_bytes(), &lexicons);
            let best: Value = serde_json::from_slice(&best.unwrap().body).unwrap();
            let [first, second] = plays(&best) else { panic!("{game} {level} {best}") };
            assert!(points(first) > points(second), "{game} {level} {best}");
        }
    }
    assert!(refused > 30, "{refused}");
}

/// Without tiers, the levels differ in their margins and in what is dealt.
#[test]
fn a_lexicon_without_tiers_has_puzzles_of_every_level() {
    let english = wordcourt::lexicon::source::embedded().words;
    let words: String = english.lines().filter_map(|line| line.split('\t').next()).fold(
        String::new(),
        |mut text, word| {
            text.push_str(word);
            text.push('\n');
            text
        },
    );
    let source = Source {
        name: "plain".into(),
        edition: "1".into(),
        words: words.into(),
        categories: "".into(),
    };
    let lexicons = Arc::new(Edition::build(&source).unwrap());
    for game in Variant::ALL {
        for (level, _) in LEVELS {
            let request = json!({"date": "2026-05-01", "level": level}).to_string();
            let puzzle = api::answer(operation(game, "puzzle"), request.as_bytes(), &lexicons);
            let puzzle: Value = serde_json::from_slice(&puzzle.unwrap().body).unwrap();
            assert!(puzzle.get("tier").is_none(), "{game} {puzzle}");
        }
    }
}
