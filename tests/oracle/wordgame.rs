//! A brute-force oracle for Wordgame: it judges moves and finds all legal moves.
//!
//! Written from sections 0, 1 and 4 of `data/rulebook.md` only, without knowledge of the engine. It
//! is meant to be obviously right, not fast: it places every word of the lexicon from every square
//! in both directions with every choice of letter or blank, and scores every word by walking the
//! board. Ids such as G5 are points of the rulebook.
//!
//! Malformed input (a board that is not 15 × 15, a move that is not a coordinate and a word) is an
//! error in the test, and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// G1.
const SIZE: usize = 15;

/// G7: 8H.
const CENTRE: Square = (7, 7);

const EMPTY: u8 = b'.';

/// Rows 1–8 of G3; rows 9–15 mirror rows 7–1.
const UPPER_PREMIUMS: [&[u8; SIZE]; 8] = [
    b"T__d___T___d__T",
    b"_D___t___t___D_",
    b"__D___d_d___D__",
    b"d__D___d___D__d",
    b"____D_____D____",
    b"_t___t___t___t_",
    b"__d___d_d___d__",
    b"T__d___D___d__T",
];

/// 15 rows of 15 characters: '.' for an empty square, upper case for a letter tile, lower case for
/// a blank that plays that letter.
pub(crate) type Board = [[u8; SIZE]; SIZE];

/// Reads a position.
///
/// # Panics
/// If it is not 15 rows of 15 letters and dots.
#[must_use]
pub(crate) fn board(rows: &[&str]) -> Board {
    assert_eq!(rows.len(), SIZE, "rows of a board");
    let mut board = [[EMPTY; SIZE]; SIZE];
    for (row, text) in board.iter_mut().zip(rows) {
        assert!(
            text.bytes().all(|byte| byte == EMPTY || byte.is_ascii_alphabetic()),
            "not a row: {text:?}"
        );
        *row = text.as_bytes().try_into().expect("15 squares in a row");
    }
    board
}

/// G5: the way in which several word bonuses of one word combine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WordBonus {
    Highest,
    Product,
}

/// G4: the words in which a bonus square counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CrossBonus {
    EveryWord,
    MainWord,
}

/// G7: the letters of a blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlankLetter {
    One,
    PerWord,
}

/// G6: the bonus for placing a full rack in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AllTiles {
    DoubleMainWord,
    DoubleTurn,
    Add(u32),
}

/// The rules that a request can change.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// A to Z.
    pub letter_values: [u32; 26],
    /// Bytes of `TDtd_`, as in G3.
    pub premiums: [[u8; SIZE]; SIZE],
    pub cross_bonus: CrossBonus,
    pub word_bonus: WordBonus,
    pub all_tiles: AllTiles,
    pub rack_size: usize,
    pub first_word_min: usize,
    pub blank_letter: BlankLetter,
}

impl Rules {
    /// The defaults of G1–G7.
    #[must_use]
    pub(crate) fn wordgame() -> Self {
        let mut premiums = [[b'_'; SIZE]; SIZE];
        for (row, &squares) in UPPER_PREMIUMS.iter().enumerate() {
            premiums[row] = *squares;
            premiums[SIZE - 1 - row] = *squares;
        }
        Rules {
            letter_values: [
                1, 5, 4, 2, 1, 4, 5, 4, 1, // A B C D E F G H I
                6, 5, 3, 4, 2, 1, 5, 7, 2, // J K L M N O P Q R
                2, 1, 3, 5, 5, 7, 5, 5, // S T U V W X Y Z
            ],
            premiums,
            cross_bonus: CrossBonus::EveryWord,
            word_bonus: WordBonus::Highest,
            all_tiles: AllTiles::DoubleMainWord,
            rack_size: 8,
            first_word_min: 4,
            blank_letter: BlankLetter::One,
        }
    }

    /// The classic crossword game, on the same squares.
    #[must_use]
    pub(crate) fn classic() -> Self {
        Rules {
            letter_values: [
                1, 3, 3, 2, 1, 4, 2, 4, 1, // A B C D E F G H I
                8, 5, 1, 3, 1, 1, 3, 10, 1, // J K L M N O P Q R
                1, 1, 1, 4, 4, 8, 4, 10, // S T U V W X Y Z
            ],
            word_bonus: WordBonus::Product,
            all_tiles: AllTiles::Add(50),
            rack_size: 7,
            first_word_min: 2,
            ..Rules::wordgame()
        }
    }
}

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

// ---------------------------------------------------------------------------- squares and notation

/// Row and column, from 0.
type Square = (usize, usize);

/// Across sorts before down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Direction {
    Across,
    Down,
}

impl Direction {
    fn crosswise(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }

    fn next(self, (row, column): Square) -> Option<Square> {
        let (row, column) = match self {
            Direction::Across => (row, column + 1),
            Direction::Down => (row + 1, column),
        };
        (row < SIZE && column < SIZE).then_some((row, column))
    }

    fn previous(self, (row, column): Square) -> Option<Square> {
        match self {
            Direction::Across => Some((row, column.checked_sub(1)?)),
            Direction::Down => Some((row.checked_sub(1)?, column)),
        }
    }

    /// Returns the squares of a word of this length, or `None` if it runs off the board.
    fn squares(self, start: Square, length: usize) -> Option<Vec<Square>> {
        let mut squares = vec![start];
        while squares.len() < length {
            squares.push(self.next(squares[squares.len() - 1])?);
        }
        Some(squares)
    }

    /// G11: "8H" across, "H8" down.
    fn coordinate(self, (row, column): Square) -> String {
        let column = char::from(b"ABCDEFGHIJKLMNO"[column]);
        match self {
            Direction::Across => format!("{}{column}", row + 1),
            Direction::Down => format!("{column}{}", row + 1),
        }
    }
}

/// A word as written on squares of the board. Each square has one byte: a letter, a blank in lower
/// case, or '.'.
struct Play {
    direction: Direction,
    squares: Vec<Square>,
    written: Vec<u8>,
}

impl Play {
    /// G11. Returns `None` if the move starts or runs off the board.
    fn parse(text: &str) -> Option<Play> {
        let [coordinate, word] = text.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("not a coordinate and a word: {text:?}");
        };
        assert!(
            word.bytes().all(|byte| byte == EMPTY || byte.is_ascii_alphabetic()),
            "not a word: {text:?}"
        );
        let digits = coordinate.trim_matches(|character: char| character.is_ascii_alphabetic());
        let direction =
            if coordinate.starts_with(digits) { Direction::Across } else { Direction::Down };
        let [letter] = coordinate.replacen(digits, "", 1).to_ascii_uppercase().into_bytes()[..]
        else {
            panic!("not one column: {text:?}");
        };
        let row = digits.parse::<usize>().expect("a row number").checked_sub(1)?;
        let column = usize::from(letter - b'A');
        if row >= SIZE || column >= SIZE {
            return None;
        }
        let squares = direction.squares((row, column), word.len())?;
        Some(Play { direction, squares, written: word.as_bytes().to_vec() })
    }

    /// Returns the empty squares of the word with the tiles that the move places on them.
    fn new_tiles(&self, board: &Board) -> Vec<(Square, u8)> {
        let mut placed = Vec::new();
        for (&square, &tile) in self.squares.iter().zip(&self.written) {
            if !occupied(board, square) && tile != EMPTY {
                placed.push((square, tile));
            }
        }
        placed
    }
}

fn occupied(board: &Board, (row, column): Square) -> bool {
    board[row][column] != EMPTY
}

fn is_occupied_at(board: &Board, square: Option<Square>) -> bool {
    square.is_some_and(|square| occupied(board, square))
}

// -------------------------------------------------------------------------------------- violations

/// Returns every rule that the play breaks (G7, G11), except that its words must be allowed.
/// Without a rack, any tiles may be placed.
fn violations(board: &Board, play: &Play, rack: Option<&[u8]>, rules: &Rules) -> Vec<&'static str> {
    let Play { direction, squares, written } = play;
    let new_tiles = play.new_tiles(board);
    let before = direction.previous(squares[0]);
    let after = direction.next(squares[squares.len() - 1]);
    let first_move = board.as_flattened().iter().all(|&tile| tile == EMPTY);
    let mut broken = Vec::new();

    // G11: a tile on the board may be written as its letter, in upper or lower case (W1).
    let differs = |(&(row, column), tile): (&Square, &u8)| {
        occupied(board, (row, column))
            && *tile != EMPTY
            && !tile.eq_ignore_ascii_case(&board[row][column])
    };
    if squares.iter().zip(written).any(differs) {
        broken.push("square_occupied");
    }
    if new_tiles.is_empty() {
        broken.push("no_tile_laid");
    }
    if squares.iter().zip(written).any(|(&square, &tile)| tile == EMPTY && !occupied(board, square))
    {
        broken.push("gap");
    }
    let extends = is_occupied_at(board, before) || is_occupied_at(board, after);
    if extends {
        broken.push("not_whole_word");
    }
    let touches = |&(square, _): &(Square, u8)| {
        [Direction::Across, Direction::Down].iter().any(|line| {
            is_occupied_at(board, line.previous(square)) || is_occupied_at(board, line.next(square))
        })
    };
    let connected =
        squares.iter().any(|&square| occupied(board, square)) || new_tiles.iter().any(touches);
    if !first_move && !connected {
        broken.push("not_connected");
    }
    if first_move && !squares.contains(&CENTRE) {
        broken.push("misses_centre");
    }
    if first_move && squares.len() < rules.first_word_min {
        broken.push("first_word_too_short");
    }
    // A single letter next to a tile in its line is part of a longer word, which is a different
    // violation.
    if squares.len() < 2 && !extends {
        broken.push("too_short");
    }
    let mut rest = rack.map(<[u8]>::to_vec);
    for (_, tile) in new_tiles {
        if let Some(held) = rest {
            rest = without(&held, tile);
            if rest.is_none() {
                broken.push("not_on_rack");
            }
        }
    }
    broken
}

/// Returns the rack without one tile (lower case: a blank), or `None` if the rack lacks it.
fn without(rack: &[u8], tile: u8) -> Option<Vec<u8>> {
    let wanted = if tile.is_ascii_lowercase() { b'?' } else { tile };
    let place = rack.iter().position(|&held| held == wanted)?;
    let mut rest = rack.to_vec();
    rest.remove(place);
    Some(rest)
}

fn tiles_of(rack: &str) -> Vec<u8> {
    assert!(
        rack.bytes().all(|byte| byte == b'?' || byte.is_ascii_alphabetic()),
        "not a rack: {rack:?}"
    );
    rack.to_ascii_uppercase().into_bytes()
}

// ----------------------------------------------------------------------------------------- scoring

/// Scores a play that has no violations.
fn assess(board: &Board, play: &Play, rules: &Rules) -> Move {
    let direction = play.direction;
    let new_tiles = play.new_tiles(board);
    let mut after = *board;
    for &((row, column), tile) in &new_tiles {
        after[row][column] = tile;
    }

    let mut words = vec![formed(board, &after, play.squares[0], direction, true, rules)];
    for &(square, _) in &new_tiles {
        let cross_word = formed(board, &after, square, direction.crosswise(), false, rules);
        if cross_word.word.len() >= 2 {
            words.push(cross_word);
        }
    }

    // G6: a full rack, not all tiles of a rack that isn't full.
    let all_tiles = (new_tiles.len() == rules.rack_size).then_some(rules.all_tiles);
    if all_tiles == Some(AllTiles::DoubleMainWord) {
        words[0].score *= 2;
    }
    let sum: u32 = words.iter().map(|formed| formed.score).sum();
    let total = match all_tiles {
        None | Some(AllTiles::DoubleMainWord) => sum,
        Some(AllTiles::DoubleTurn) => sum * 2,
        Some(AllTiles::Add(points)) => sum + points,
    };

    let mut text = format!("{} ", direction.coordinate(play.squares[0]));
    for (&square, &tile) in play.squares.iter().zip(&play.written) {
        text.push(char::from(if occupied(board, square) { EMPTY } else { tile }));
    }
    Move { text, total, tiles_used: new_tiles.len(), words }
}

/// Returns the word through a square of the board after the move, scored by G4 and G5.
fn formed(
    before: &Board,
    after: &Board,
    square: Square,
    direction: Direction,
    is_main: bool,
    rules: &Rules,
) -> Formed {
    let start = start_of_word(after, square, direction);
    let mut word = String::new();
    let mut letters = 0;
    let mut word_bonuses = Vec::new();
    let mut here = Some(start);
    while let Some((row, column)) = here.filter(|&here| occupied(after, here)) {
        let tile = after[row][column];
        let letter = tile.to_ascii_uppercase();
        word.push(char::from(letter));
        // G2: a blank is worth 0 on every square.
        let value =
            if tile == letter { rules.letter_values[usize::from(letter - b'A')] } else { 0 };
        // G4: a square counts only in the turn in which its tile is placed, and by a switch only in
        // the main word.
        let counts = is_main || rules.cross_bonus == CrossBonus::EveryWord;
        let premium = if occupied(before, (row, column)) || !counts {
            b'_'
        } else {
            rules.premiums[row][column]
        };
        letters += match premium {
            b't' => value * 3,
            b'd' => value * 2,
            _ => value,
        };
        match premium {
            b'T' => word_bonuses.push(3),
            b'D' => word_bonuses.push(2),
            b't' | b'd' | b'_' => {}
            _ => panic!("not a bonus square: {:?}", char::from(premium)),
        }
        here = direction.next((row, column));
    }
    // G5: each word has its own highest bonus.
    let multiplier: u32 = match rules.word_bonus {
        WordBonus::Highest => word_bonuses.into_iter().max().unwrap_or(1),
        WordBonus::Product => word_bonuses.into_iter().product(),
    };
    Formed { word, at: direction.coordinate(start), score: letters * multiplier }
}

/// Returns the first square of the word through a square.
fn start_of_word(board: &Board, square: Square, direction: Direction) -> Square {
    let mut start = square;
    while let Some(previous) =
        direction.previous(start).filter(|&previous| occupied(board, previous))
    {
        start = previous;
    }
    start
}

/// Returns true if every word of the play is allowed (W3). By a switch of G7, a blank stands for a
/// letter of its own in each word: a word is allowed if some letters of its blanks make it so. Only
/// the blanks that the play places have a given letter, in the main word.
fn all_allowed(
    board: &Board,
    play: &Play,
    made: &Move,
    lexicon: &BTreeSet<String>,
    rules: &Rules,
) -> bool {
    if rules.blank_letter == BlankLetter::One {
        return made.words.iter().all(|formed| lexicon.contains(&formed.word));
    }
    let mut after = *board;
    for ((row, column), tile) in play.new_tiles(board) {
        after[row][column] = tile;
    }
    let is_allowed = |square: Square, direction: Direction, is_main: bool| {
        let mut pattern = Vec::new();
        let mut here = Some(start_of_word(&after, square, direction));
        while let Some((row, column)) = here.filter(|&here| occupied(&after, here)) {
            let tile = after[row][column];
            let is_given = is_main && !occupied(board, (row, column));
            let is_open = tile.is_ascii_lowercase() && !is_given;
            pattern.push(if is_open { None } else { Some(tile.to_ascii_uppercase()) });
            here = direction.next((row, column));
        }
        let fits = |word: &String| {
            word.len() == pattern.len()
                && word
                    .bytes()
                    .zip(&pattern)
                    .all(|(letter, open)| open.is_none_or(|at| at == letter))
        };
        pattern.len() < 2 || lexicon.iter().any(fits)
    };
    is_allowed(play.squares[0], play.direction, true)
        && play
            .new_tiles(board)
            .iter()
            .all(|&(square, _)| is_allowed(square, play.direction.crosswise(), false))
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

// --------------------------------------------------------------------------------------- all moves

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
fn spans() -> Vec<(Direction, Vec<Square>)> {
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
fn placements(
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

#[cfg(test)]
mod tests {
    use super::*;

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
            for (row, column) in
                (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)))
            {
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
        let rules =
            Rules { word_bonus: WordBonus::Product, ..vector_rules(&[], b"___T___D_______") };
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
}
