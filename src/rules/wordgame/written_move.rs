//! Moves as they are written, before they are checked against a board (RULEBOOK G11).

use super::bag_tile::BLANK;
use super::board::Tile;
use super::square::{Coordinate, CoordinateError, SIZE};
use crate::rules::limits::is_longer;

/// The mark for a tile that is already on the board.
pub const PLAYED_THROUGH: u8 = b'.';

/// A move as it is written, such as `8D HE..o`.
///
/// It has not been checked against a board; [`Play::place`](super::Play::place) does that.
///
/// ```
/// use wordcourt::rules::wordgame::WrittenMove;
///
/// let written: WrittenMove = "8d HE.lo".parse()?;
/// assert_eq!(written.coordinate.to_string(), "8D");
/// assert_eq!(written.marks[2], None);
/// assert!("8D".parse::<WrittenMove>().is_err());
/// # Ok::<(), wordcourt::rules::wordgame::WrittenMoveError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMove {
    /// The coordinate of the main word.
    pub coordinate: Coordinate,
    /// The main word, mark by mark: `None` for a tile that is already on the board.
    pub marks: Vec<Option<Tile>>,
}

/// The error for a text that is not a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrittenMoveError {
    /// The text does not have exactly two parts separated by white space.
    #[error("a move is a coordinate and a word: \"8D HELLO\" across, \"D8 HELLO\" down")]
    Form,
    /// The first part is not a coordinate.
    #[error(transparent)]
    Coordinate(#[from] CoordinateError),
    /// The word has a blank without a letter.
    #[error("the blank stands for no letter; write the letter that it stands for in lower case")]
    OpenBlank,
    /// The second part contains a character that is neither a letter nor a dot.
    #[error(
        "{0:?} is not a tile; write upper-case letters for letter tiles, lower-case letters for \
         blanks, and \".\" for tiles that are already on the board"
    )]
    Mark(char),
    /// The word is longer than the board is wide.
    #[error("the word has more than 15 letters, so it does not fit on the board")]
    TooLong,
}

impl std::str::FromStr for WrittenMove {
    type Err = WrittenMoveError;

    fn from_str(text: &str) -> Result<Self, WrittenMoveError> {
        let mut parts = text.split_ascii_whitespace();
        let (Some(coordinate), Some(word), None) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(WrittenMoveError::Form);
        };
        let coordinate = coordinate.parse()?;
        if is_longer(word, SIZE) {
            return Err(WrittenMoveError::TooLong);
        }
        let marks = word.chars().map(read_mark).collect::<Result<_, _>>()?;
        Ok(Self { coordinate, marks })
    }
}

fn read_mark(mark: char) -> Result<Option<Tile>, WrittenMoveError> {
    match u8::try_from(mark) {
        Ok(PLAYED_THROUGH) => Ok(None),
        Ok(byte) if char::from(byte) == BLANK => Err(WrittenMoveError::OpenBlank),
        Ok(byte) => Tile::from_ascii(byte).map(Some).ok_or(WrittenMoveError::Mark(mark)),
        Err(_) => Err(WrittenMoveError::Mark(mark)),
    }
}
