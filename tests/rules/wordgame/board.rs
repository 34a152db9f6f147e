//! Boards, squares and bonus squares.

use wordcourt::rules::wordgame::{
    Board, Coordinate, CoordinateError, Premium, Premiums, SIZE, Square,
};
use wordcourt::rules::{Violation, ViolationCode, Violations};

use crate::Dice;

const EMPTY_ROW: &str = "...............";

fn read(rows: &[&str]) -> Result<Board, Vec<(ViolationCode, String)>> {
    let mut violations = Violations::default();
    let board = Board::read(rows, &mut violations);
    violations.finish(board).map_err(|violations| {
        let place = |violation: Violation| (violation.code, violation.pointer);
        Vec::from(violations).into_iter().map(place).collect()
    })
}

/// Returns true if every tile can be reached from the centre, square by square.
fn is_connected(tiles: &[[bool; SIZE]; SIZE]) -> bool {
    let mut unreached = *tiles;
    let mut next = vec![Square::CENTRE];
    while let Some(square) = next.pop() {
        if std::mem::take(&mut unreached[square.row][square.column]) {
            next.extend(square.neighbours());
        }
    }
    unreached == [[false; SIZE]; SIZE]
}

#[test]
fn boards_of_winding_paths_are_connected_as_a_search_finds() {
    let (mut connected, mut floating) = (0, 0);
    for seed in 0..2_000 {
        let mut dice = Dice(seed);
        let mut tiles = [[false; SIZE]; SIZE];
        // Walks make long and winding paths.
        let mut square = Square::CENTRE;
        for _ in 0..dice.below(200) {
            tiles[square.row][square.column] = true;
            let neighbours: Vec<Square> = square.neighbours().collect();
            square = neighbours[dice.below(neighbours.len())];
        }
        if seed % 2 == 1 {
            tiles[dice.below(SIZE)][dice.below(SIZE)] ^= true;
        }
        let mark = |tile| if tile { 'E' } else { '.' };
        let rows = tiles.map(|row| row.map(mark).iter().collect::<String>());
        let read = read(&rows.each_ref().map(String::as_str));
        assert_eq!(read.is_ok(), is_connected(&tiles), "{rows:?}");
        if is_connected(&tiles) { connected += 1 } else { floating += 1 }
    }
    assert!(connected > 1_000 && floating > 400, "{connected} {floating}");
}

#[test]
fn boards_round_trip_through_rows() {
    let mut rows = [EMPTY_ROW; SIZE];
    rows[7] = "....HElLO......";
    let board = read(&rows).unwrap();
    assert_eq!(board.to_rows(), rows);
    assert_eq!(board.tiles().count(), 5);
    let blank = board.tile(Square { row: 7, column: 6 }).unwrap();
    assert!(blank.is_blank && blank.letter.as_char() == 'L');
}

#[test]
fn every_violation_is_recorded_at_its_row() {
    let mut rows = [EMPTY_ROW; 14];
    rows[2] = "..";
    rows[3] = "....9.........é";
    assert_eq!(
        read(&rows),
        Err(vec![
            (ViolationCode::TooFew, String::new()),
            (ViolationCode::TooFew, "/2".to_owned()),
            (ViolationCode::InvalidSquare, "/3".to_owned()),
            (ViolationCode::InvalidSquare, "/3".to_owned()),
        ])
    );
}

#[test]
fn tiles_must_be_connected_to_the_centre() {
    let floating = Err(vec![(ViolationCode::FloatingTiles, String::new())]);
    let mut rows = [EMPTY_ROW; SIZE];
    rows[7] = "....HELLO...X..";
    assert_eq!(read(&rows), floating);
    rows[7] = "HELLO..........";
    assert_eq!(read(&rows), floating);
}

#[test]
fn coordinates_round_trip_through_text() {
    for text in ["8D", "D8", "15O", "O15", "1A", "A1", "10J"] {
        assert_eq!(text.parse::<Coordinate>().unwrap().to_string(), text);
    }
}

#[test]
fn invalid_texts_are_not_coordinates() {
    for text in ["", "8", "D", "08D", "8DD", "D-1", "ÄA", "+8D", "88", "?8"] {
        assert_eq!(text.parse::<Coordinate>(), Err(CoordinateError::Form), "{text}");
    }
    for text in ["0A", "16A", "A16", "P1", "1P", "20A", "100A", "Z999999999999999999999"] {
        assert_eq!(text.parse::<Coordinate>(), Err(CoordinateError::OffTheBoard), "{text}");
    }
}

#[test]
fn the_layout_has_the_squares_of_the_rulebook_and_is_symmetric() {
    let squares = || (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| Square { row, column }));
    let count =
        |premium| squares().filter(|square| Premiums::STANDARD.at(*square) == premium).count();
    assert_eq!(
        [Premium::TripleWord, Premium::DoubleWord, Premium::TripleLetter, Premium::DoubleLetter,]
            .map(count),
        [8, 17, 12, 24]
    );
    for Square { row, column } in squares() {
        let premium = Premiums::STANDARD.at(Square { row, column });
        assert_eq!(premium, Premiums::STANDARD.at(Square { row: column, column: row }));
        assert_eq!(premium, Premiums::STANDARD.at(Square { row: SIZE - 1 - row, column }));
    }
}
