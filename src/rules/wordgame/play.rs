//! A move as it is written, and as it lies on the board once every rule but the dictionary's is kept.

use std::fmt::{self, Write as _};

use serde::{Serialize, Serializer};

use super::board::{Board, Tile};
use super::rack::Rack;
use super::ruleset::Rules;
use super::square::{Place, SIZE, Square};
use crate::rules::{BreachCode, Breaches, counted};
use crate::word::Word;

/// How a tile that lies on the board already is written.
pub const THERE: u8 = b'.';

/// A move as written: `8D HE..o`, nothing of it checked against a board.
///
/// ```
/// use wordcourt::rules::wordgame::Written;
/// let written: Written = "8d HE.lo".parse().unwrap();
/// assert_eq!(written.place.to_string(), "8D");
/// assert!("8D".parse::<Written>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Where it begins and how it runs.
    pub place: Place,
    /// The main word, mark by mark; `None` for a tile that lies there already.
    pub marks: Vec<Option<Tile>>,
}

/// Why a text is no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAMove {
    /// There aren't a place and a word.
    #[error("a move is a place and a word: \"8D HELLO\" across, \"D8 HELLO\" down")]
    Form,
    /// The first part is no place.
    #[error(transparent)]
    Place(#[from] super::square::NotAPlace),
    /// The second part holds something other than letters and dots.
    #[error(
        "{0:?} is no tile; a word is capitals for letter tiles, small letters for blanks, \".\" for tiles that lie there"
    )]
    Mark(char),
    /// The word is longer than the board is wide.
    #[error("the word has more than 15 letters, so no place on the board holds it")]
    TooLong,
}

impl std::str::FromStr for Written {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Self, NotAMove> {
        let mut parts = text.split_ascii_whitespace();
        let (Some(place), Some(word), None) = (parts.next(), parts.next(), parts.next()) else {
            return Err(NotAMove::Form);
        };
        let place = place.parse()?;
        let mark = |mark: char| match u8::try_from(mark) {
            Ok(THERE) => Ok(None),
            Ok(byte) => Tile::from_ascii(byte).map(Some).ok_or(NotAMove::Mark(mark)),
            Err(_) => Err(NotAMove::Mark(mark)),
        };
        if word.chars().count() > SIZE {
            return Err(NotAMove::TooLong);
        }
        Ok(Self { place, marks: word.chars().map(mark).collect::<Result<_, _>>()? })
    }
}

/// A tile of a word on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Where it lies.
    pub square: Square,
    /// What it is.
    pub tile: Tile,
    /// Whether it is laid in this move.
    pub is_laid: bool,
}

/// A move on a board.
///
/// Holding one proves that it keeps every rule apart from the words' being allowed: in one line, on free squares, without gaps, connected, the whole
/// main word, and from the rack if that was given (RULEBOOK G7, G11).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    place: Place,
    tiles: Vec<Placed>,
}

impl Play {
    /// Lays a written move on a board; `rack` holds it to the tiles of a rack; without one it lays no more than a rack holds. All breaches go to `breaches`.
    pub fn lay(
        written: &Written,
        board: &Board,
        rack: Option<&Rack>,
        rules: &Rules,
        pointer: &str,
        breaches: &mut Breaches,
    ) -> Option<Self> {
        let before = breaches.len();
        let Place { square: start, direction } = written.place;
        let squares: Option<Vec<Square>> = (0..written.marks.len()).map(|steps| start.step(direction, steps)).collect();
        let Some(squares) = squares else {
            let detail = format_args!("{} letters from {} on run off the board", written.marks.len(), written.place);
            breaches.add(BreachCode::OffTheBoard, "G7", pointer, detail);
            return None;
        };
        let mut gaps = Vec::new();
        let mut occupied = Vec::new();
        let mut tiles = Vec::with_capacity(squares.len());
        for (square, mark) in squares.iter().zip(&written.marks) {
            match (board.tile(*square), mark) {
                (None, None) => gaps.push(square.to_string()),
                (None, Some(tile)) => tiles.push(Placed { square: *square, tile: *tile, is_laid: true }),
                (Some(there), mark) => {
                    if mark.is_some_and(|tile| tile.letter != there.letter) {
                        occupied.push(format!("{} lies on {square}", there.letter));
                    }
                    tiles.push(Placed { square: *square, tile: there, is_laid: false });
                }
            }
        }
        let play = Self { place: written.place, tiles };
        if !occupied.is_empty() {
            let detail = format_args!("{}; lay tiles on free squares", occupied.join(", "));
            breaches.add(BreachCode::SquareOccupied, "G7", pointer, detail);
        }
        if play.tiles_used() == 0 {
            breaches.add(BreachCode::NoTileLaid, "G7", pointer, "the move lays no tile");
        }
        if !gaps.is_empty() {
            let detail = format_args!("no tile lies on {}, so \".\" leaves a gap there", gaps.join(", "));
            breaches.add(BreachCode::Gap, "G7", pointer, detail);
        }
        play.check_whole(board, &squares, pointer, breaches);
        if board.is_empty() {
            check_opening(&squares, rules, pointer, breaches);
        } else if !play.is_connected(board) {
            let detail = "the move touches no tile that lies on the board";
            breaches.add(BreachCode::NotConnected, "G7", pointer, detail);
        }
        if let Some(rack) = rack {
            play.check_rack(*rack, pointer, breaches);
        } else if play.tiles_used() > rules.rack_size {
            let detail = format_args!("{} tiles are laid; a rack holds at most {}", play.tiles_used(), rules.rack_size);
            breaches.add(BreachCode::TooMany, "G1", pointer, detail);
        }
        (breaches.len() == before).then_some(play)
    }

    /// A move that a search has found.
    pub(super) const fn found(place: Place, tiles: Vec<Placed>) -> Self {
        Self { place, tiles }
    }

    /// The notation gives the whole main word, which has two letters or more (RULEBOOK G11, G7).
    fn check_whole(&self, board: &Board, squares: &[Square], pointer: &str, breaches: &mut Breaches) {
        let (Some(first), Some(last)) = (squares.first(), squares.last()) else { return };
        let direction = self.place.direction;
        let outside = [board.run_before(*first, direction), board.run_behind(*last, direction)].concat();
        if !outside.is_empty() {
            let squares: Vec<String> = outside.iter().map(|(square, _)| square.to_string()).collect();
            let detail =
                format_args!("the tiles on {} belong to the word; begin and end it with them", squares.join(", "));
            breaches.add(BreachCode::NotWholeWord, "G11", pointer, detail);
        } else if squares.len() < 2 && !board.is_empty() {
            let detail = "one letter is no word; a tile that makes a word only across the line is written in the other direction";
            breaches.add(BreachCode::TooShort, "G7", pointer, detail);
        }
    }

    fn is_connected(&self, board: &Board) -> bool {
        let touches = |placed: &Placed| placed.square.neighbours().any(|square| board.tile(square).is_some());
        self.tiles.iter().any(|placed| !placed.is_laid || touches(placed))
    }

    fn check_rack(&self, mut rack: Rack, pointer: &str, breaches: &mut Breaches) {
        let missing: Vec<String> = self
            .laid()
            .filter(|placed| !rack.take(placed.tile))
            .map(|placed| {
                if placed.tile.is_blank {
                    format!("a blank for {}", placed.tile.letter)
                } else {
                    placed.tile.letter.to_string()
                }
            })
            .collect();
        if !missing.is_empty() {
            let detail = format_args!("the rack lacks {}", missing.join(", "));
            breaches.add(BreachCode::TileNotOnRack, "G7", pointer, detail);
        }
    }

    /// Where it begins and how it runs.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The main word, tile by tile.
    #[must_use]
    pub fn tiles(&self) -> &[Placed] {
        &self.tiles
    }

    /// The tiles that are laid.
    pub fn laid(&self) -> impl Iterator<Item = &Placed> {
        self.tiles.iter().filter(|placed| placed.is_laid)
    }

    /// How many tiles are laid.
    #[must_use]
    pub fn tiles_used(&self) -> usize {
        self.laid().count()
    }

    /// The words across the main word, each from its first tile to its last.
    pub fn words_across<'p>(&'p self, board: &'p Board) -> impl Iterator<Item = Vec<Placed>> + 'p {
        let direction = self.place.direction.other();
        let there = |run: Vec<(Square, Tile)>| {
            run.into_iter().map(|(square, tile)| Placed { square, tile, is_laid: false }).collect::<Vec<_>>()
        };
        self.laid().filter_map(move |placed| {
            let mut word = there(board.run_before(placed.square, direction));
            word.push(*placed);
            word.extend(there(board.run_behind(placed.square, direction)));
            (word.len() > 1).then_some(word)
        })
    }

    /// The board after the move.
    #[must_use]
    pub fn on(&self, board: &Board) -> Board {
        let mut after = *board;
        self.laid().for_each(|placed| after.lay(placed.square, placed.tile));
        after
    }

    /// The rack after the move; tiles that it lacks are passed over.
    #[must_use]
    pub fn from_rack(&self, rack: &Rack) -> Rack {
        let mut left = *rack;
        self.laid().for_each(|placed| {
            let _ = left.take(placed.tile);
        });
        left
    }
}

impl fmt::Display for Play {
    /// `8D HE..o`: tiles that lie there as dots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place.fmt(f)?;
        f.write_char(' ')?;
        self.tiles.iter().try_for_each(|placed| {
            f.write_char(char::from(if placed.is_laid { placed.tile.as_ascii() } else { THERE }))
        })
    }
}

impl Serialize for Play {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The first word covers the centre and has letters enough (RULEBOOK G7).
fn check_opening(squares: &[Square], rules: &Rules, pointer: &str, breaches: &mut Breaches) {
    if !squares.contains(&Square::CENTRE) {
        let detail = format_args!("the first word must cover the centre, {}", Square::CENTRE);
        breaches.add(BreachCode::MissesCentre, "G7", pointer, detail);
    }
    if squares.len() < rules.first_word_min {
        let detail = format_args!(
            "the first word has {} or more, not {}",
            counted(rules.first_word_min, "letter"),
            squares.len()
        );
        breaches.add(BreachCode::TooShort, "G7", pointer, detail);
    }
}

/// The word that some tiles spell.
///
/// # Panics
/// If there are none, or more than a lane holds.
pub(super) fn spelled(tiles: &[Placed]) -> Word {
    Word::from_letters(tiles.iter().map(|placed| placed.tile.letter)).expect("a word on the board has 1 to 15 letters")
}
