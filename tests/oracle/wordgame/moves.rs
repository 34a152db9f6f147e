//! Judged moves, and all legal moves.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::position::{BlankLetter, Board, Direction, EMPTY, Play, Rules, SIZE, Square, occupied};
use super::scoring::{all_allowed, assess, tiles_of, violations, without};

/// A word that a move forms.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) struct Formed {
    /// Upper case.
    pub word: String,
    /// Coordinate as in a move: "8D" across, "D8" down.
    pub at: String,
    /// Includes the doubling if `all_tiles` doubles the main word.
    pub score: u32,
}

/// A move and its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// For example "8D HE..o": '.' for tiles that are already on the board, lower case for blanks.
    pub text: String,
    pub total: u32,
    pub tiles_used: usize,
    /// Main word first, then the cross words in order along it.
    pub words: Vec<Formed>,
}

/// Scores a written move, if it follows every rule except that its words must be allowed.
///
/// # Errors
/// The broken rules, as short names in a fixed order. A move off the board has no other violations.
///
/// # Panics
/// If the text is not a coordinate and a word.
pub(crate) fn judge(
    board: &Board,
    text: &str,
    rack: Option<&str>,
    rules: &Rules,
) -> Result<Move, Vec<&'static str>> {
    let Some(play) = Play::parse(text) else {
        return Err(vec!["off_the_board"]);
    };
    let rack = rack.map(tiles_of);
    let broken = violations(board, &play, rack.as_deref(), rules);
    if broken.is_empty() { Ok(assess(board, &play, rules)) } else { Err(broken) }
}

/// Returns every legal move once, sorted: more points, fewer tiles, then row, column, across before
/// down, then the word as written (upper case before lower case).
///
/// # Panics
/// If a word of the lexicon is not A–Z in upper case, or the rack not letters and '?'.
#[must_use]
pub(crate) fn all_moves(
    board: &Board,
    rack: &str,
    lexicon: &BTreeSet<String>,
    rules: &Rules,
) -> Vec<Move> {
    assert!(
        lexicon.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_uppercase())),
        "words are A-Z"
    );
    let rack = tiles_of(rack);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (direction, squares) in spans() {
        // All words on these squares place tiles on the same squares, so one word tells if any is
        // legal here.
        let stand_in = |&square| if occupied(board, square) { EMPTY } else { b'A' };
        let written = squares.iter().map(stand_in).collect();
        if !violations(board, &Play { direction, squares: squares.clone(), written }, None, rules)
            .is_empty()
        {
            continue;
        }
        for word in lexicon.iter().filter(|word| word.len() == squares.len()) {
            for written in placements(board, &squares, word, &rack, rules) {
                // Words that differ only in the letters of blanks on the board are one move.
                if !seen.insert((direction, squares[0], written.clone())) {
                    continue;
                }
                let play = Play { direction, squares: squares.clone(), written };
                let made = assess(board, &play, rules);
                // G11: a single tile that forms words both ways is listed across.
                let listed_across =
                    direction == Direction::Down && made.tiles_used == 1 && made.words.len() == 2;
                let allowed = all_allowed(board, &play, &made, lexicon, rules);
                if allowed && !listed_across {
                    found.push((play, made));
                }
            }
        }
    }
    found.sort_by_key(|(play, made)| {
        (
            Reverse(made.total),
            made.tiles_used,
            play.squares[0],
            play.direction,
            play.written.clone(),
        )
    });
    found.into_iter().map(|(_, made)| made).collect()
}

/// Returns every run of two or more squares (G7), across and down.
pub(super) fn spans() -> Vec<(Direction, Vec<Square>)> {
    let mut spans = Vec::new();
    for direction in [Direction::Across, Direction::Down] {
        for start in (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column))) {
            for length in 2..=SIZE {
                spans.extend(direction.squares(start, length).map(|squares| (direction, squares)));
            }
        }
    }
    spans
}

/// Returns every way to write a word on these squares: tiles on the board stay, and every other
/// letter is a tile of the rack or a blank. Each way occurs once, because the ways differ in their
/// blanks.
pub(super) fn placements(
    board: &Board,
    squares: &[Square],
    word: &str,
    rack: &[u8],
    rules: &Rules,
) -> Vec<Vec<u8>> {
    let fits = |(&(row, column), letter): (&Square, u8)| {
        let tile = board[row][column];
        // G7: by a switch, a blank on the board stands for any letter.
        let is_open = rules.blank_letter == BlankLetter::PerWord && tile.is_ascii_lowercase();
        !occupied(board, (row, column)) || is_open || tile.eq_ignore_ascii_case(&letter)
    };
    if !squares.iter().zip(word.bytes()).all(fits) {
        return Vec::new();
    }
    let mut ways = vec![(Vec::new(), rack.to_vec())];
    for (&(row, column), letter) in squares.iter().zip(word.bytes()) {
        let mut longer = Vec::new();
        for (mut written, rack) in ways {
            if occupied(board, (row, column)) {
                written.push(board[row][column]);
                longer.push((written, rack));
                continue;
            }
            for tile in [letter, letter.to_ascii_lowercase()] {
                if let Some(rest) = without(&rack, tile) {
                    let mut written = written.clone();
                    written.push(tile);
                    longer.push((written, rest));
                }
            }
        }
        ways = longer;
    }
    ways.into_iter().map(|(written, _)| written).collect()
}
