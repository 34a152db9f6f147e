//! The state of a game after a move, from which a client redraws it.

use serde_json::{Value, json};

use super::{WORDGAME, board, hello, with};
use crate::post_ok;

#[actix_web::test]
async fn every_best_move_has_the_state_that_its_score_has() {
    let position = json!({
        "cgp": "15/15/15/15/15/15/15/4HELlO6/15/15/15/15/15/15/15 AEINRS?/QZ 31/7 1", "rows": true,
    });
    let best =
        post_ok(&format!("{WORDGAME}/best"), with(position.clone(), json!({"top": 40}))).await;
    let moves = best["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 40);
    for found in moves {
        let request = with(position.clone(), json!({"move": found["move"]}));
        let score = post_ok(&format!("{WORDGAME}/score"), request).await;
        for member in ["cgp", "rows", "placed", "rack_left"] {
            assert!(!found[member].is_null());
            assert_eq!(found[member], score[member], "{member} after {}", found["move"]);
        }
        assert_eq!(found["placed"].as_array().unwrap().len(), found["tiles_used"]);
        assert_board(found);
    }
    let all = post_ok(&format!("{WORDGAME}/best"), with(position, json!({"all": true}))).await;
    for member in ["cgp", "rows", "placed", "rack_left", "words"] {
        assert!(all["moves"][0].get(member).is_none(), "{member} in a list of all moves");
    }
}

/// Checks that the rows are those of the CGP, with the placed tiles on their squares.
fn assert_board(found: &Value) {
    let rows: Vec<&str> =
        found["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let cgp = found["cgp"].as_str().unwrap();
    let mut expanded = String::new();
    let mut number = 0;
    for mark in cgp.split(' ').next().unwrap().chars().chain(['/']) {
        if let Some(digit) = mark.to_digit(10) {
            number = number * 10 + digit as usize;
        } else {
            expanded += &".".repeat(std::mem::take(&mut number));
            expanded.push(mark);
        }
    }
    assert_eq!(expanded, rows.join("/") + "/");
    for placed in found["placed"].as_array().unwrap() {
        let square = placed["square"].as_str().unwrap();
        let (row, column) = square.split_at(square.len() - 1);
        let row = rows[row.parse::<usize>().unwrap() - 1];
        let column = usize::from(column.as_bytes()[0] - b'A');
        let letter = placed["letter"].as_str().unwrap();
        let mark = if placed["blank"] == true { letter.to_lowercase() } else { letter.to_owned() };
        assert_eq!(&row[column..=column], mark);
    }
}

/// In Wordgame a move with a word that is not allowed is refused. Where moves can be challenged, it
/// stands until a challenge (RULEBOOK C5).
#[actix_web::test]
async fn a_move_that_is_not_legal_stands_where_moves_are_challenged() {
    let score = async |rules: Value| {
        let request = json!({"board": hello(), "move": "8E .....X", "rules": rules, "rows": true, "rack": "XY"});
        let score = post_ok(&format!("{WORDGAME}/score"), request).await;
        assert_eq!(score["legal"], false);
        score
    };
    let refused = score(json!({})).await;
    for member in ["cgp", "rows", "placed", "rack_left"] {
        assert!(refused.get(member).is_none(), "{member}");
    }
    for rules in [json!({"preset": "classic"}), json!({"challenge": "single"})] {
        let stands = score(rules).await;
        assert_eq!(
            (&stands["rows"][7], &stands["rack_left"]),
            (&json!("....HELlOX....."), &json!("Y"))
        );
        assert_eq!(stands["placed"], json!([{"square": "8J", "letter": "X", "blank": false}]));
    }
    let void = json!({"preset": "classic", "challenge": "void"});
    assert!(score(void).await.get("placed").is_none());
}

#[actix_web::test]
async fn a_move_without_points_is_a_scoreless_turn() {
    let cgp = "15/15/15/15/15/15/15/6aT7/15/15/15/15/15/15/15 ?/ 5/4 3";
    let rules = json!({"preset": "classic", "letter_values": {"T": 0}});
    let request = json!({"cgp": cgp, "move": "8F r..", "rules": rules});
    let score = post_ok(&format!("{WORDGAME}/score"), request).await;
    assert_eq!(score["total"], 0);
    assert_eq!(score["cgp"], "15/15/15/15/15/15/15/5raT7/15/15/15/15/15/15/15 / 4/5 4");
    let opening = json!({"board": board(&[]), "move": "8E RATE", "rack": "RATE"});
    let score = post_ok(&format!("{WORDGAME}/score"), opening).await;
    assert_eq!(score["rack_left"], "");
}
