//! The violations and the score of a play.

use std::collections::BTreeSet;

use super::moves::{Formed, Move};
use super::position::{
    AllTiles, BlankLetter, Board, CENTRE, CrossBonus, Direction, EMPTY, Play, Rules, Square,
    WordBonus, is_occupied_at, occupied,
};

/// Returns every rule that the play breaks (G7, G11), except that its words must be allowed.
/// Without a rack, any tiles may be placed.
pub(super) fn violations(
    board: &Board,
    play: &Play,
    rack: Option<&[u8]>,
    rules: &Rules,
) -> Vec<&'static str> {
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
pub(super) fn without(rack: &[u8], tile: u8) -> Option<Vec<u8>> {
    let wanted = if tile.is_ascii_lowercase() { b'?' } else { tile };
    let place = rack.iter().position(|&held| held == wanted)?;
    let mut rest = rack.to_vec();
    rest.remove(place);
    Some(rest)
}

pub(super) fn tiles_of(rack: &str) -> Vec<u8> {
    assert!(
        rack.bytes().all(|byte| byte == b'?' || byte.is_ascii_alphabetic()),
        "not a rack: {rack:?}"
    );
    rack.to_ascii_uppercase().into_bytes()
}

/// Scores a play that has no violations.
pub(super) fn assess(board: &Board, play: &Play, rules: &Rules) -> Move {
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
pub(super) fn formed(
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
pub(super) fn start_of_word(board: &Board, square: Square, direction: Direction) -> Square {
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
pub(super) fn all_allowed(
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
