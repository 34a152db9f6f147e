//! The rules for placing a move on a board (RULEBOOK G7, G11).

use super::bag_tile::BLANK;
use super::board::{Board, Tile};
use super::play::{PlacedTile, Play};
use super::rack::Rack;
use super::ruleset::Rules;
use super::square::Square;
use super::written_move::WrittenMove;
use crate::rules::{Refused, ViolationCode, Violations, counted};

impl Play {
    /// Places a written move on a board.
    ///
    /// If a rack is given, the new tiles must be on it. Otherwise they may be any tiles, but no
    /// more than a rack holds.
    ///
    /// # Errors
    /// Records all violations. A word that runs off the board is not checked any further.
    pub fn place(
        written: &WrittenMove,
        board: &Board,
        rack: Option<&Rack>,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let squares = squares_of(written, violations)?;
        let (tiles, on_squares) = place_tiles(written, &squares, board, violations);
        let play = Self::of_tiles(written.coordinate, tiles);
        on_squares
            .and(play.check_whole_word(board, &squares, violations))
            .and(play.check_connection(board, &squares, rules, violations))
            .and(play.check_rack(rack, rules, violations))?;
        Ok(play)
    }

    /// Checks that the notation gives the whole main word, which has two letters or more.
    fn check_whole_word(
        &self,
        board: &Board,
        squares: &[Square],
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let (Some(first), Some(last)) = (squares.first(), squares.last()) else { return Ok(()) };
        let direction = self.coordinate().direction;
        let outside =
            [board.tiles_before(*first, direction), board.tiles_after(*last, direction)].concat();
        if !outside.is_empty() {
            let squares: Vec<String> =
                outside.iter().map(|(square, _)| square.to_string()).collect();
            let detail = format_args!(
                "the tiles on {} belong to the word; include them in it",
                squares.join(", ")
            );
            return Err(violations.refuse(ViolationCode::NotWholeWord, "G11", detail));
        }
        if squares.len() < 2 && !board.is_empty() {
            let detail = "a word has at least two letters; if the tile forms a word only in the \
                          other direction, write the move in that direction";
            return Err(violations.refuse(ViolationCode::TooShort, "G7", detail));
        }
        Ok(())
    }

    /// Checks that a first word covers the centre and is long enough, and that a later word touches
    /// a tile.
    fn check_connection(
        &self,
        board: &Board,
        squares: &[Square],
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        if board.is_empty() {
            return check_opening(squares, rules, violations);
        }
        let touches =
            |square: Square| square.neighbours().any(|square| board.tile(square).is_some());
        if self.tiles().iter().any(|placed| !placed.is_new || touches(placed.square)) {
            return Ok(());
        }
        let detail = "the move touches no tile on the board";
        Err(violations.refuse(ViolationCode::NotConnected, "G7", detail))
    }

    /// Checks that the new tiles are on the rack, or, without a rack, that a rack can hold them.
    fn check_rack(
        &self,
        rack: Option<&Rack>,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let Some(mut rack) = rack.copied() else {
            if self.tiles_used() <= rules.rack_size {
                return Ok(());
            }
            let detail = format_args!(
                "the move places {} tiles; a rack holds at most {}",
                self.tiles_used(),
                rules.rack_size
            );
            return Err(violations.refuse(ViolationCode::TooMany, "G1", detail));
        };
        let missing: Vec<Tile> =
            self.new_tiles().map(|placed| placed.tile).filter(|tile| !rack.take(*tile)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let named = |Tile { letter, is_blank }: &Tile| {
            if *is_blank { format!("a blank for {letter}") } else { letter.to_string() }
        };
        let marks = missing
            .iter()
            .map(|tile| if tile.is_blank { BLANK.to_string() } else { tile.letter.to_string() });
        let named: Vec<String> = missing.iter().map(named).collect();
        let detail = format_args!("the rack lacks {}", named.join(", "));
        let code = ViolationCode::TileNotOnRack;
        Err(violations.refuse_missing(code, "G7", marks.collect(), detail))
    }
}

/// Returns the squares of the main word.
fn squares_of(written: &WrittenMove, violations: &mut Violations) -> Result<Vec<Square>, Refused> {
    let WrittenMove { coordinate, marks } = written;
    let square = |steps| coordinate.square.step(coordinate.direction, steps);
    (0..marks.len()).map(square).collect::<Option<_>>().ok_or_else(|| {
        let detail =
            format_args!("a word of {} letters at {coordinate} runs off the board", marks.len());
        violations.refuse(ViolationCode::OffTheBoard, "G7", detail)
    })
}

/// Places the tiles of the main word, and checks that new ones are on empty squares, that there is
/// at least one, and that there is no gap.
fn place_tiles(
    written: &WrittenMove,
    squares: &[Square],
    board: &Board,
    violations: &mut Violations,
) -> (Vec<PlacedTile>, Result<(), Refused>) {
    let mut tiles = Vec::with_capacity(squares.len());
    let mut gaps = Vec::new();
    let mut occupied = Vec::new();
    for (&square, &mark) in squares.iter().zip(&written.marks) {
        match (board.tile(square), mark) {
            (None, None) => gaps.push(square.to_string()),
            (None, Some(tile)) => tiles.push(PlacedTile { square, tile, is_new: true }),
            (Some(existing), mark) => {
                if mark.is_some_and(|tile| tile.letter != existing.letter) {
                    occupied.push(format!("{} is on {square}", existing.letter));
                }
                tiles.push(PlacedTile { square, tile: existing, is_new: false });
            }
        }
    }
    let mut outcome = Ok(());
    if !occupied.is_empty() {
        let detail = format_args!("{}; place tiles on empty squares", occupied.join(", "));
        outcome = Err(violations.refuse(ViolationCode::SquareOccupied, "G7", detail));
    }
    if !tiles.iter().any(|placed| placed.is_new) {
        let detail = "the move places no tile";
        outcome = Err(violations.refuse(ViolationCode::NoTileLaid, "G7", detail));
    }
    if !gaps.is_empty() {
        let detail = format_args!("there is no tile on {}, so \".\" leaves a gap", gaps.join(", "));
        outcome = Err(violations.refuse(ViolationCode::Gap, "G7", detail));
    }
    (tiles, outcome)
}

/// Checks that the first word covers the centre and has enough letters.
fn check_opening(
    squares: &[Square],
    rules: &Rules,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let mut outcome = Ok(());
    if !squares.contains(&Square::CENTRE) {
        let detail = format_args!("the first word must cover the centre, {}", Square::CENTRE);
        outcome = Err(violations.refuse(ViolationCode::MissesCentre, "G7", detail));
    }
    if squares.len() < rules.first_word_min {
        let detail = format_args!(
            "the first word must have at least {}, not {}",
            counted(rules.first_word_min, "letter"),
            squares.len()
        );
        outcome = Err(violations.refuse(ViolationCode::TooShort, "G7", detail));
    }
    outcome
}
