//! The examples of the sheet and of the rulebook.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::moves::{Move, all_moves, judge};
use super::position::{AllTiles, Board, Rules, SIZE, WordBonus, board};

/// Returns a board that is empty except for some rows, numbered from 1.
fn position(rows: &[(usize, &str)]) -> Board {
    let mut all = ["..............."; SIZE];
    for &(number, row) in rows {
        all[number - 1] = row;
    }
    board(&all)
}

/// Returns the rules of the vectors: A to H are worth 1 each or as listed, X is worth 5, and
/// only row 8 has bonus squares.
fn vector_rules(values: &[u32], row_8: &[u8; SIZE]) -> Rules {
    let mut rules =
        Rules { letter_values: [1; 26], premiums: [[b'_'; SIZE]; SIZE], ..Rules::wordgame() };
    rules.letter_values[..values.len()].copy_from_slice(values);
    rules.letter_values[23] = 5;
    rules.premiums[7] = *row_8;
    rules
}

fn legal(board: &Board, text: &str, rules: &Rules) -> Move {
    judge(board, text, None, rules).expect("a legal move")
}

fn lexicon(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|&word| String::from(word)).collect()
}

fn texts(moves: &[Move]) -> Vec<&str> {
    moves.iter().map(|found| found.text.as_str()).collect()
}

#[test]
fn the_tables_have_the_right_sums_and_the_layout_is_symmetric() {
    for (rules, sum) in [(Rules::wordgame(), 95), (Rules::classic(), 87)] {
        let squares = String::from_utf8_lossy(rules.premiums.as_flattened());
        let count = |premium| squares.matches(premium).count();
        assert_eq!((count('T'), count('D'), count('t'), count('d')), (8, 17, 12, 24));
        assert_eq!(rules.letter_values.iter().sum::<u32>(), sum);
        for (row, column) in (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column))) {
            assert_eq!(
                rules.premiums[row][column], rules.premiums[column][row],
                "the layout is not symmetric"
            );
        }
    }
}

/// wordgame-002 to -014 of the rule-sheet examples, each placed on row 8 from column D on.
#[test]
fn scores_agree_with_the_sheet() {
    let empty = position(&[]);
    let (ones, rising): (&[u32], &[u32]) = (&[1; 8], &[1, 2, 3, 4]);
    let x_above_a = position(&[(7, "...X...........")]);
    let x_above_b = position(&[(7, "....X..........")]);
    let x_above_d = position(&[(7, "......X........")]);
    let ab_on_board = position(&[(8, "...AB..........")]);
    for (id, values, row_8, position, text, scores) in [
        (2, ones, b"___T___D_______", empty, "8D ABCDE", vec![15]),
        (3, ones, b"___D___D_______", empty, "8D ABCDE", vec![10]),
        (4, ones, b"___T___T_______", empty, "8D ABCDE", vec![15]),
        (7, rising, b"___Tt_D________", ab_on_board, "8D ..CD", vec![20]),
        (8, rising, b"____d__________", x_above_b, "8D ABCD", vec![12, 9]),
        (9, ones, b"___T__D________", x_above_d, "8D ABCD", vec![12, 12]),
        (10, ones, b"_______________", empty, "8D ABCDEFGH", vec![16]),
        (11, ones, b"___T___________", empty, "8D ABCDEFGH", vec![48]),
        (12, ones, b"_______________", x_above_a, "8D ABCDEFGH", vec![16, 6]),
    ] {
        let found = legal(&position, text, &vector_rules(values, row_8));
        let formed: Vec<u32> = found.words.iter().map(|formed| formed.score).collect();
        assert_eq!(formed, scores, "wordgame-{id:03}");
        assert_eq!(found.total, scores.iter().sum::<u32>(), "wordgame-{id:03}");
    }
    // Four letters from column E on, so that a first word reaches the centre.
    for (id, row_8, text, total) in [
        (5, b"____dt_d_______", "8E ABCD", 19),
        (6, b"_____t_D_______", "8E ABCD", 28),
        (13, b"_____t_________", "8E AbCD", 8),
        (14, b"_____D_________", "8E AbCD", 16),
    ] {
        assert_eq!(
            legal(&empty, text, &vector_rules(rising, row_8)).total,
            total,
            "wordgame-{id:03}"
        );
    }
}

/// The options of G5 and G6, with wordgame-002 and -012.
#[test]
fn options_change_the_score() {
    let rules = Rules { word_bonus: WordBonus::Product, ..vector_rules(&[], b"___T___D_______") };
    assert_eq!(legal(&position(&[]), "8D ABCDE", &rules).total, 30);
    let board = position(&[(7, "...X...........")]);
    for (all_tiles, total) in [(AllTiles::DoubleTurn, 28), (AllTiles::Add(50), 64)] {
        let rules = Rules { all_tiles, ..vector_rules(&[], b"_______________") };
        assert_eq!(legal(&board, "8D ABCDEFGH", &rules).total, total);
        assert_eq!(legal(&board, "8D ABCDEFG", &rules).total, 13, "seven tiles of eight");
    }
    // Classic: the centre doubles the word, 8D its H and 8L its second Z; 50 for seven tiles.
    assert_eq!(
        legal(&position(&[]), "8D HELLO", &Rules::classic()).total,
        (4 * 2 + 1 + 1 + 1 + 1) * 2
    );
    assert_eq!(
        legal(&position(&[]), "8H QUIZZES", &Rules::classic()).total,
        (10 + 1 + 1 + 10 + 2 * 10 + 1 + 1) * 2 + 50
    );
}

/// wordgame-015 to -017, and every other violation.
#[test]
fn every_broken_rule_is_named() {
    let empty = position(&[]);
    let at = position(&[(8, ".......At......")]);
    for (board, text, rack, expected) in [
        (&empty, "8G CAT", None, vec!["first_word_too_short"]),
        (&empty, "8A CATS", None, vec!["misses_centre"]),
        (&empty, "8H A", None, vec!["first_word_too_short", "too_short"]),
        (&empty, "8G C.TS", None, vec!["gap"]),
        (&at, "8M LAST", None, vec!["off_the_board"]),
        (&at, "16A LAST", None, vec!["off_the_board"]),
        (&at, "P1 LAST", None, vec!["off_the_board"]),
        (&at, "8H ATE", None, vec![]),
        (&at, "8H ..S", Some("ES"), vec![]),
        (&at, "8H ..s", Some("ES"), vec!["not_on_rack"]),
        (&at, "8H OTE", None, vec!["square_occupied"]),
        (&at, "8H ..", None, vec!["no_tile_laid"]),
        (&at, "8H ...S", None, vec!["gap"]),
        (&at, "8J E", None, vec!["not_whole_word"]),
        (&at, "8G R.", None, vec!["not_whole_word"]),
        (&at, "1A RAT", Some("RAT"), vec!["not_connected"]),
        (&at, "9H A", Some("T"), vec!["too_short", "not_on_rack"]),
        (&at, "H8 .A", Some("?A"), vec![]),
        (&at, "2A RAAT", Some("R?AT"), vec!["not_connected", "not_on_rack"]),
        (&at, "H7 LO", None, vec!["square_occupied"]),
    ] {
        let broken = judge(board, text, rack, &Rules::wordgame()).err().unwrap_or_default();
        assert_eq!(broken, expected, "{text}");
    }
    for text in ["8E CATS", "8H CATS", "H5 CATS", "H8 CATS"] {
        assert!(judge(&empty, text, None, &Rules::wordgame()).is_ok(), "{text}");
    }
}

/// G7: every first word covers the centre. Words that differ in their blanks or in their
/// direction are different moves.
#[test]
fn first_moves_cover_the_centre() {
    let (empty, words) = (position(&[]), lexicon(&["ABCD", "ABC", "AB"]));
    for (rack, count) in [("ABCD", 8), ("abc?", 8), ("ABCD?", 8 * 5), ("AB??", 8), ("ABC", 0)] {
        assert_eq!(all_moves(&empty, rack, &words, &Rules::wordgame()).len(), count, "{rack}");
    }
    // Of the bonuses on row 8 and column H, only the centre is within reach, and it doubles every
    // first word. So points, then row and column, then the word decide.
    let moves = all_moves(&empty, "ABCD?", &words, &Rules::wordgame());
    assert_eq!(texts(&moves[..3]), ["H5 ABCD", "H6 ABCD", "H7 ABCD"]);
    assert_eq!(texts(&moves[3..8]), ["8E ABCD", "8F ABCD", "8G ABCD", "8H ABCD", "H8 ABCD"]);
    assert_eq!(texts(&moves[8..10]), ["H5 aBCD", "H6 aBCD"]);
    assert_eq!((moves[0].total, moves[8].total, moves[39].total), (24, 22, 14));
}

/// G11: T on 8I forms AT in both directions and is listed across. It may still be written down.
#[test]
fn a_single_tile_that_forms_two_words_is_listed_across() {
    let board = position(&[(7, "........A......"), (8, ".......A.......")]);
    let moves = all_moves(&board, "T", &lexicon(&["AT"]), &Rules::wordgame());
    assert_eq!(texts(&moves), ["8H .T", "7I .T", "H8 .T"]);
    let down = legal(&board, "I7 AT", &Rules::wordgame());
    assert_eq!((down.text.as_str(), down.total), ("I7 .T", 4));
    assert_eq!(down.words[1], moves[0].words[0]);
    assert_eq!((down.words[1].at.as_str(), down.words[1].word.as_str()), ("8H", "AT"));
}

/// Finds the moves in another way: every text of two to four marks that `judge` accepts.
#[test]
fn all_moves_agrees_with_judge() {
    let board =
        position(&[(7, "........T......"), (8, ".......At.A...."), (10, "..........A....")]);
    let words = lexicon(&["AT", "TA", "TAT", "ATA", "AAT", "ATAT", "TATA", "ATTA", "TT"]);
    let (rack, rules) = ("TA?", Rules::wordgame());
    let mut expected = BTreeSet::new();
    let mut written = vec![String::new()];
    for _ in 0..4 {
        written = written
            .iter()
            .flat_map(|text| "ATat.".chars().map(move |mark| format!("{text}{mark}")))
            .collect();
        for word in written.iter().filter(|word| word.len() >= 2) {
            for (row, column) in
                (1..=SIZE).flat_map(|row| ('A'..='O').map(move |column| (row, column)))
            {
                let across = format!("{row}{column} {word}");
                let down = format!("{column}{row} {word}");
                for text in [across, down] {
                    let Ok(found) = judge(&board, &text, Some(rack), &rules) else {
                        continue;
                    };
                    let is_down = text.starts_with(column);
                    let twin_across = is_down && found.tiles_used == 1 && found.words.len() > 1;
                    if found.text == text
                        && !twin_across
                        && found.words.iter().all(|w| words.contains(&w.word))
                    {
                        expected.insert(text);
                    }
                }
            }
        }
    }
    let moves = all_moves(&board, rack, &words, &rules);
    assert!(moves.len() > 20, "the position has too few moves");
    assert_eq!(texts(&moves).len(), expected.len(), "a move is listed twice");
    assert_eq!(moves.iter().map(|found| found.text.clone()).collect::<BTreeSet<_>>(), expected);
    for found in &moves {
        assert_eq!(judge(&board, &found.text, Some(rack), &rules).as_ref(), Ok(found));
    }
    assert!(moves.is_sorted_by_key(|found| (Reverse(found.total), found.tiles_used)));
}
