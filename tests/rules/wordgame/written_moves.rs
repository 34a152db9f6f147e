//! Written moves, compared with the oracle.

use std::collections::BTreeSet;

use wordcourt::rules::wordgame::{Direction, Play, Rules, Score, Square, WrittenMove};
use wordcourt::rules::{ViolationCode, Violations};
use wordcourt::word::Letter;

use super::positions::{Position, position, rack, small_dictionary};
use super::search::oracle_rules;
use crate::{Dice, wordgame_oracle as oracle};

/// Returns a written move, usually with marks that fit the board and the rack.
fn any_move(position: &Position, dice: &mut Dice) -> String {
    let direction = if dice.below(2) == 0 { Direction::Across } else { Direction::Down };
    let start = Square { row: 4 + dice.below(8), column: 3 + dice.below(10) };
    let any_letter = |dice: &mut Dice| {
        let letter = Letter::from_index(dice.below(Letter::COUNT));
        letter.unwrap().as_char()
    };
    let mut held: Vec<char> = position.rack.replace('?', "e").chars().collect();
    let is_occupied = |steps| {
        let square = start.step(direction, steps);
        square.is_some_and(|square| position.board.tile(square).is_some())
    };
    let marks: String = (0..=dice.below(6))
        .map(|steps| match dice.below(24) {
            0 => '.',
            1 => any_letter(dice).to_ascii_lowercase(),
            2 => any_letter(dice),
            _ if is_occupied(steps) => '.',
            _ => held.swap_remove(dice.below(held.len())),
        })
        .collect();
    format!("{} {marks}", start.coordinate(direction))
}

/// Returns the oracle's name of a violation.
fn oracle_name(code: ViolationCode) -> &'static str {
    match code {
        ViolationCode::OffTheBoard => "off_the_board",
        ViolationCode::SquareOccupied => "square_occupied",
        ViolationCode::NoTileLaid => "no_tile_laid",
        ViolationCode::Gap => "gap",
        ViolationCode::NotWholeWord => "not_whole_word",
        ViolationCode::NotConnected => "not_connected",
        ViolationCode::MissesCentre => "misses_centre",
        ViolationCode::TooShort => "too_short",
        ViolationCode::TileNotOnRack => "not_on_rack",
        _ => panic!("{code:?} is not a violation of a move"),
    }
}

#[test]
fn judgements_of_written_moves_agree_with_the_oracle() {
    let dictionary = small_dictionary();
    let mut dice = Dice(5);
    let mut legal_moves = 0;
    for round in 0..3_000 {
        let rules = if round % 3 == 0 { Rules::CLASSIC } else { Rules::WORDGAME };
        let position = position(dictionary, &rules, round % 5, 7, round % 2, &mut dice);
        let written = any_move(&position, &mut dice);
        let Position { board, rack: text } = position;
        let rows = board.to_rows();
        let theirs = oracle::judge(
            &oracle::board(&rows.iter().map(String::as_str).collect::<Vec<_>>()),
            &written,
            Some(&text),
            &oracle_rules(&rules),
        );
        let mut violations = Violations::default();
        let parsed: WrittenMove = written.parse().unwrap();
        let play = Play::place(&parsed, &board, Some(&rack(&text)), &rules, &mut violations);
        match (play, theirs) {
            (Ok(play), Ok(expected)) => {
                let score = Score::of(&play, &board, &rules);
                assert_eq!((play.to_string(), score.total), (expected.text, expected.total));
                let lines = score.lines(&rules);
                let last_total = lines.last().map(|line| line.running_total);
                assert_eq!(last_total, Some(score.total), "the lines add up");
                legal_moves += 1;
            }
            (Err(_), Err(expected)) => {
                // The oracle has another name for a first word that is too short.
                let expected: BTreeSet<String> =
                    expected.into_iter().map(|name| name.replace("first_word_", "")).collect();
                let found = violations.as_slice().iter();
                let found: BTreeSet<String> =
                    found.map(|violation| oracle_name(violation.code).to_owned()).collect();
                assert_eq!(found, expected, "{written} with {text} on {rows:#?}");
            }
            (play, theirs) => panic!("{written} with {text} on {rows:#?}: {play:?}, {theirs:?}"),
        }
    }
    assert!(legal_moves > 50, "only {legal_moves} of the moves are legal");
}
