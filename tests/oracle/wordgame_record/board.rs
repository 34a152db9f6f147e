//! The board, the values and the score of a move.

use super::text::Cell;
use std::collections::BTreeMap;

/// The tiles on the board by row and column; lower case is a blank.
pub(super) type Board = BTreeMap<(usize, usize), char>;

/// The bonus squares: G3 as the rulebook prints it, rows 1 to 8.
const BONUSES: [&str; 8] = [
    "T__d___T___d__T",
    "_D___t___t___D_",
    "__D___d_d___D__",
    "d__D___d___D__d",
    "____D_____D____",
    "_t___t___t___t_",
    "__d___d_d___d__",
    "T__d___D___d__T",
];

/// What a game is played with.
pub(super) struct Set {
    pub values: [i64; 26],
    /// The number of tiles of each letter, then of blanks.
    pub bag: [usize; 27],
    pub rack: usize,
    pub first_word: usize,
    /// G5: true if word bonuses multiply, false if the highest counts.
    pub multiplies: bool,
}

/// C1, the well-known game.
pub(super) const CLASSIC: Set = Set {
    values: [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10],
    bag: [9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2],
    rack: 7,
    first_word: 2,
    multiplies: true,
};

/// G1, G2.
pub(super) const WORDGAME: Set = Set {
    values: [1, 5, 4, 2, 1, 4, 5, 4, 1, 6, 5, 3, 4, 2, 1, 5, 7, 2, 2, 1, 3, 5, 5, 7, 5, 5],
    bag: [8, 2, 3, 5, 13, 3, 2, 3, 8, 1, 1, 4, 3, 6, 7, 1, 1, 6, 6, 8, 3, 1, 2, 1, 2, 2, 2],
    rack: 8,
    first_word: 4,
    multiplies: false,
};

impl Set {
    pub(super) fn value(&self, tile: char) -> i64 {
        if tile.is_ascii_uppercase() { self.values[index(tile)] } else { 0 }
    }

    pub(super) fn value_of_rack(&self, rack: &str) -> i64 {
        rack.chars().map(|tile| self.value(tile)).sum()
    }

    /// Returns the tiles that are not on the board, sorted, or `None` if the board has more of a
    /// tile than the bag.
    pub(super) fn unseen(&self, board: &Board) -> Option<String> {
        let mut left = self.bag;
        for &tile in board.values() {
            let kind = if tile.is_ascii_uppercase() { index(tile) } else { 26 };
            left[kind] = left[kind].checked_sub(1)?;
        }
        let mut unseen = "?".repeat(left[26]);
        for letter in 'A'..='Z' {
            unseen.push_str(&letter.to_string().repeat(left[index(letter)]));
        }
        Some(unseen)
    }
}

fn index(letter: char) -> usize {
    ('A'..='Z').position(|known| known == letter).unwrap()
}

/// A move on the board.
pub(super) struct Laid {
    /// The new tiles.
    pub tiles: Board,
    pub words: Vec<String>,
    pub score: i64,
}

/// Lays a word. `None` if it cannot be laid (G7, G11).
pub(super) fn lay(
    board: &Board,
    start: (usize, usize),
    down: bool,
    word: &[Cell],
    set: &Set,
) -> Option<Laid> {
    let mut tiles = Board::new();
    let mut is_connected = false;
    for (steps, cell) in word.iter().enumerate() {
        let square = if down { (start.0 + steps, start.1) } else { (start.0, start.1 + steps) };
        if square.0 > 14 || square.1 > 14 {
            return None;
        }
        match (board.get(&square), cell) {
            (None, Cell::OnBoard) => return None,
            (Some(there), Cell::Letter(letter)) if !there.eq_ignore_ascii_case(letter) => {
                return None;
            }
            (Some(_), _) => is_connected = true,
            (None, Cell::Letter(letter)) => {
                tiles.insert(square, *letter);
                is_connected |= [
                    (square.0 + 1, square.1),
                    (square.0.wrapping_sub(1), square.1),
                    (square.0, square.1 + 1),
                    (square.0, square.1.wrapping_sub(1)),
                ]
                .iter()
                .any(|neighbour| board.contains_key(neighbour));
            }
        }
    }
    let covers_centre = tiles.contains_key(&(7, 7));
    let is_possible = if board.is_empty() {
        covers_centre && word.len() >= set.first_word
    } else {
        is_connected && word.len() >= 2
    };
    if tiles.is_empty() || tiles.len() > set.rack || !is_possible {
        return None;
    }
    let mut after = board.clone();
    after.extend(&tiles);
    let main = run(&after, start, down);
    // The notation gives the whole main word.
    if main.len() != word.len() || main[0] != start {
        return None;
    }
    let mut runs = vec![main];
    runs.extend(tiles.keys().map(|&square| run(&after, square, !down)).filter(|run| run.len() > 1));
    let (words, mut score) = count(&after, &tiles, &runs, set);
    if tiles.len() == set.rack {
        // C1: 50 points; G6: the main word counts twice.
        score += if set.multiplies { 50 } else { count(&after, &tiles, &runs[..1], set).1 };
    }
    Some(Laid { tiles, words, score })
}

fn count(
    after: &Board,
    tiles: &Board,
    runs: &[Vec<(usize, usize)>],
    set: &Set,
) -> (Vec<String>, i64) {
    let mut words = Vec::new();
    let mut score = 0;
    for run in runs {
        let (mut letters, mut product, mut highest) = (0, 1, 1);
        for square in run {
            let value = set.value(after[square]);
            let bonus = if tiles.contains_key(square) { bonus(*square) } else { '_' };
            letters += match bonus {
                't' => 3 * value,
                'd' => 2 * value,
                _ => value,
            };
            let factor = match bonus {
                'T' => 3,
                'D' => 2,
                _ => 1,
            };
            product *= factor;
            highest = factor.max(highest);
        }
        score += letters * if set.multiplies { product } else { highest };
        words.push(run.iter().map(|square| after[square].to_ascii_uppercase()).collect());
    }
    (words, score)
}

/// Returns the squares of the word through a square.
fn run(board: &Board, (row, column): (usize, usize), down: bool) -> Vec<(usize, usize)> {
    let along = |place: usize| if down { (place, column) } else { (row, place) };
    let mut place = if down { row } else { column };
    while place > 0 && board.contains_key(&along(place - 1)) {
        place -= 1;
    }
    (place..15).map(along).take_while(|square| board.contains_key(square)).collect()
}

fn bonus((row, column): (usize, usize)) -> char {
    BONUSES[row.min(14 - row)].chars().nth(column).unwrap()
}
