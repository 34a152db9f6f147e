//! Boards, rules and plays.

/// G1.
pub(super) const SIZE: usize = 15;

/// G7: 8H.
pub(super) const CENTRE: Square = (7, 7);

pub(super) const EMPTY: u8 = b'.';

/// Rows 1–8 of G3; rows 9–15 mirror rows 7–1.
pub(super) const UPPER_PREMIUMS: [&[u8; SIZE]; 8] = [
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

/// Row and column, from 0.
pub(super) type Square = (usize, usize);

/// Across sorts before down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Direction {
    Across,
    Down,
}

impl Direction {
    pub(super) fn crosswise(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }

    pub(super) fn next(self, (row, column): Square) -> Option<Square> {
        let (row, column) = match self {
            Direction::Across => (row, column + 1),
            Direction::Down => (row + 1, column),
        };
        (row < SIZE && column < SIZE).then_some((row, column))
    }

    pub(super) fn previous(self, (row, column): Square) -> Option<Square> {
        match self {
            Direction::Across => Some((row, column.checked_sub(1)?)),
            Direction::Down => Some((row.checked_sub(1)?, column)),
        }
    }

    /// Returns the squares of a word of this length, or `None` if it runs off the board.
    pub(super) fn squares(self, start: Square, length: usize) -> Option<Vec<Square>> {
        let mut squares = vec![start];
        while squares.len() < length {
            squares.push(self.next(squares[squares.len() - 1])?);
        }
        Some(squares)
    }

    /// G11: "8H" across, "H8" down.
    pub(super) fn coordinate(self, (row, column): Square) -> String {
        let column = char::from(b"ABCDEFGHIJKLMNO"[column]);
        match self {
            Direction::Across => format!("{}{column}", row + 1),
            Direction::Down => format!("{column}{}", row + 1),
        }
    }
}

/// A word as written on squares of the board. Each square has one byte: a letter, a blank in lower
/// case, or '.'.
pub(super) struct Play {
    pub(super) direction: Direction,
    pub(super) squares: Vec<Square>,
    pub(super) written: Vec<u8>,
}

impl Play {
    /// G11. Returns `None` if the move starts or runs off the board.
    pub(super) fn parse(text: &str) -> Option<Play> {
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
    pub(super) fn new_tiles(&self, board: &Board) -> Vec<(Square, u8)> {
        let mut placed = Vec::new();
        for (&square, &tile) in self.squares.iter().zip(&self.written) {
            if !occupied(board, square) && tile != EMPTY {
                placed.push((square, tile));
            }
        }
        placed
    }
}

pub(super) fn occupied(board: &Board, (row, column): Square) -> bool {
    board[row][column] != EMPTY
}

pub(super) fn is_occupied_at(board: &Board, square: Option<Square>) -> bool {
    square.is_some_and(|square| occupied(board, square))
}
