//! Positions in CGP.

use proptest::prelude::*;
use wordcourt::rules::wordgame::{Board, Cgp, Rules, SIZE};
use wordcourt::rules::{ViolationCode, Violations};

fn read(text: &str) -> Result<Cgp, Vec<ViolationCode>> {
    let mut violations = Violations::default();
    let position = Cgp::read(text, &Rules::WORDGAME, &mut violations);
    violations.finish(position).map_err(|violations| {
        violations.as_slice().iter().map(|violation| violation.code).collect()
    })
}

const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

#[test]
fn positions_round_trip_through_text() {
    let text = "15/15/15/15/15/15/15/4HElLO6/8X6/15/15/15/15/15/15 AEINRST?/QZ 312/-7 2";
    assert_eq!(read(text).unwrap().to_string(), text);
    assert_eq!(read(&format!("{text} lex en; tmr 100;")).unwrap().to_string(), text);
    assert_eq!(read(EMPTY).unwrap().to_string(), format!("{EMPTY} / 0/0 0"));
}

#[test]
fn every_violation_of_a_bad_position_is_recorded() {
    use ViolationCode::{
        FloatingTiles, InvalidField, InvalidSquare, InvalidTile, OutOfBounds, TooFew,
    };
    for (text, codes) in [
        ("", vec![TooFew, TooFew]),
        ("15/15", vec![TooFew]),
        (&EMPTY.replacen("15", "99999999999", 1), vec![InvalidSquare]),
        (&EMPTY.replacen("15", "A14", 1), vec![FloatingTiles]),
        (&EMPTY.replacen("15", "é14", 1), vec![InvalidSquare]),
        (&format!("{EMPTY} ABC"), vec![InvalidField]),
        (&format!("{EMPTY} A1/"), vec![InvalidTile]),
        (&format!("{EMPTY} A1/+ 5 x"), vec![InvalidField, InvalidTile, InvalidTile, InvalidField]),
        (&format!("{EMPTY} / x/0"), vec![InvalidField]),
        (&format!("{EMPTY} / 5"), vec![InvalidField]),
        (&format!("{EMPTY} / 0/0 -1"), vec![InvalidField]),
        (&"/".repeat(2_000), vec![OutOfBounds]),
    ] {
        assert_eq!(read(text), Err(codes), "{text}");
    }
}

proptest! {
    #[test]
    fn every_board_round_trips(
        tiles in prop::collection::vec((0_usize..15, "[A-Za-z]"), 0..40),
    ) {
        // A full middle row, with columns of tiles below it.
        let mut rows = vec![".".repeat(SIZE); SIZE];
        for (column, tile) in tiles {
            if rows[7].starts_with('.') {
                rows[7] = tile.repeat(SIZE);
            }
            let is_empty = |row: &usize| &rows[*row][column..=column] == ".";
            let row = (7..SIZE).find(is_empty).unwrap_or(SIZE - 1);
            rows[row].replace_range(column..=column, &tile);
        }
        let board = Board::read(&rows, &mut Violations::default()).unwrap();
        let position = Cgp { board, ..Cgp::default() };
        prop_assert_eq!(read(&position.to_string()), Ok(position));
    }
}

/// Writes each number of a board as that many dots; `None` if a row counts too many empty squares.
fn dotted(rows: &str) -> Option<String> {
    let mut text = String::new();
    for part in rows.split_inclusive(|mark: char| !mark.is_ascii_digit()) {
        let digits = part.trim_end_matches(|mark: char| !mark.is_ascii_digit());
        let count = if digits.is_empty() { 0 } else { digits.parse().ok()? };
        if count > SIZE {
            return None;
        }
        text.push_str(&".".repeat(count));
        text.push_str(&part[digits.len()..]);
    }
    Some(text)
}

proptest! {
    /// Numbers and dots are read by different code.
    #[test]
    fn numbers_and_dots_describe_the_same_board(
        before in "([1-9]|1[0-5])?[A-Za-z]{0,3}([1-9]|1[0-5])?",
        word in "[A-Za-z]{0,8}",
        rows in 12_usize..16,
        faulty in prop::option::of("[0-9A-Za-z./é]"),
    ) {
        let mut lines = vec!["15".to_owned(); rows];
        lines[3] = before;
        let left = 7 - word.len() / 2;
        lines[7] = format!("{left}{word}{}", SIZE - word.len() - left);
        lines[11].push_str(&faulty.unwrap_or_default());
        let text = lines.join("/");
        if let Some(dotted) = dotted(&text) {
            prop_assert_eq!(read(&text), read(&dotted), "{}", text);
        }
    }
}
