//! Positions as word-game software passes them around (CGP, "crossword game position").
//!
//! `15/15/…/4HElLO6/… AEINRST/ 12/0 0 lex en;`: the board row by row with free squares counted, the racks (the player's on turn first), the
//! scores, how many turns in a row brought nothing, then operations, which are read over.

use std::fmt::{self, Write as _};

use super::board::{Board, FREE_ROW};
use super::rack::Rack;
use super::ruleset::Rules;
use super::square::{NUMBERS, SIZE};
use crate::rules::{BreachCode, Breaches, limits};

/// A position with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cgp {
    /// The board.
    pub board: Board,
    /// The racks, as far as they are known; the player's on turn first.
    pub racks: [Option<Rack>; 2],
    /// The points, in the same order.
    pub scores: [i64; 2],
    /// How many turns in a row brought nothing.
    pub idle_turns: u32,
}

impl Cgp {
    /// Reads a position. The parts behind the board may be left out.
    ///
    /// All that is wrong goes to `breaches`; `pointer` is where the text stands in the request.
    pub fn read(text: &str, rules: &Rules, pointer: &str, breaches: &mut Breaches) -> Option<Self> {
        let before = breaches.len();
        if text.chars().count() > limits::CGP_CHARACTERS {
            let detail = format_args!("the position has more than {} characters", limits::CGP_CHARACTERS);
            breaches.add_formal(BreachCode::OutOfBounds, pointer, detail);
            return None;
        }
        let mut parts = text.split_ascii_whitespace();
        let rows = WrittenOut::read(parts.next().unwrap_or_default(), pointer, breaches)?;
        let board = Board::read_rows(&rows.rows(), pointer, |_| pointer.into(), breaches);
        let mut pair = |text: &'_ str, what: &str, example: &str| {
            let halves = text.split_once('/').map(|(first, second)| [first.to_owned(), second.to_owned()]);
            if halves.is_none() {
                let detail =
                    format_args!("{text:?} are no {what}; they stand on both sides of a slash, as in {example:?}");
                breaches.add_formal(BreachCode::InvalidField, pointer, detail);
            }
            halves
        };
        let racks = pair(parts.next().unwrap_or("/"), "racks", "AEINRST/EFG?");
        let scores = pair(parts.next().unwrap_or("0/0"), "scores", "312/0");
        let mut rack =
            |text: String| (!text.is_empty()).then(|| Rack::read(&text, rules.rack_size, pointer, breaches)).flatten();
        let racks = racks.map(|racks| racks.map(&mut rack)).unwrap_or_default();
        let mut score = |text: String| {
            let number = text.parse::<i64>().ok().filter(|number| number.unsigned_abs() <= limits::CHIPS);
            if number.is_none() {
                let detail = format_args!("{text:?} is no score; scores are whole numbers, as in \"312/0\"");
                breaches.add_formal(BreachCode::InvalidField, pointer, detail);
            }
            number.unwrap_or_default()
        };
        let scores = scores.map(|scores| scores.map(&mut score)).unwrap_or_default();
        let idle_turns = parts.next().unwrap_or("0").parse().unwrap_or_else(|_| {
            let detail = "the fourth part counts the turns in a row that brought nothing, such as 0";
            breaches.add_formal(BreachCode::InvalidField, pointer, detail);
            0
        });
        if breaches.len() > before {
            return None;
        }
        Some(Self { board: board?, racks, scores, idle_turns })
    }

    /// The position after the player on turn has laid a move: the other player is on turn.
    #[must_use]
    pub fn after(&self, board: Board, left: Option<Rack>, total: u32) -> Self {
        let most = limits::CHIPS.cast_signed();
        Self {
            board,
            racks: [self.racks[1], left],
            // What is written can be read again, whatever was told.
            scores: [self.scores[1], (self.scores[0] + i64::from(total)).min(most)],
            idle_turns: 0,
        }
    }
}

/// The rows of a board with its free squares written out.
struct WrittenOut {
    text: String,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl WrittenOut {
    fn read(text: &str, pointer: &str, breaches: &mut Breaches) -> Option<Self> {
        let mut rows = Self { text: String::with_capacity(SIZE * SIZE), ends: Vec::with_capacity(SIZE) };
        let mut free = 0;
        for mark in text.chars() {
            if let Some(digit) = mark.to_digit(10) {
                free = free * 10 + digit as usize;
                if free > SIZE {
                    let detail = format_args!("row {} counts more than {SIZE} free squares", rows.ends.len() + 1);
                    breaches.add_formal(BreachCode::InvalidSquare, pointer, detail);
                    return None;
                }
                continue;
            }
            rows.text.push_str(&FREE_ROW[..std::mem::take(&mut free)]);
            if mark == '/' {
                rows.ends.push(rows.text.len());
            } else {
                rows.text.push(mark);
            }
        }
        rows.text.push_str(&FREE_ROW[..free]);
        rows.ends.push(rows.text.len());
        Some(rows)
    }

    fn rows(&self) -> Vec<&str> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.text[start..end]).collect()
    }
}

impl fmt::Display for Cgp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = String::with_capacity(SIZE * (SIZE + 1));
        for row in self.board.rows() {
            let mut free = 0;
            for tile in row {
                let Some(tile) = tile else {
                    free += 1;
                    continue;
                };
                if free > 0 {
                    rows.push_str(NUMBERS[std::mem::take(&mut free)]);
                }
                rows.push(char::from(tile.as_ascii()));
            }
            if free > 0 {
                rows.push_str(NUMBERS[free]);
            }
            rows.push('/');
        }
        f.write_str(rows.trim_end_matches('/'))?;
        for (rack, mark) in self.racks.iter().zip([' ', '/']) {
            f.write_char(mark)?;
            rack.map_or(Ok(()), |rack| rack.fmt(f))?;
        }
        let [mine, theirs] = self.scores;
        write!(f, " {mine}/{theirs} {}", self.idle_turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::wordgame::{Square, Tile};
    use crate::word::Letter;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Cgp, Vec<BreachCode>> {
        let mut breaches = Breaches::default();
        let cgp = Cgp::read(text, &Rules::WORDGAME, "/cgp", &mut breaches);
        cgp.ok_or_else(|| breaches.as_slice().iter().map(|breach| breach.code).collect())
    }

    const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

    #[test]
    fn positions_are_written_as_they_are_read() {
        let text = "15/15/15/15/15/15/15/4HElLO6/8X6/15/15/15/15/15/15 AEINRST?/QZ 312/-7 2";
        assert_eq!(read(text).unwrap().to_string(), text);
        assert_eq!(read(&format!("{text} lex en; tmr 100;")).unwrap().to_string(), text);
        assert_eq!(read(EMPTY).unwrap().to_string(), format!("{EMPTY} / 0/0 0"));
    }

    #[test]
    fn what_is_wrong_is_told() {
        use BreachCode::{FloatingTiles, InvalidField, InvalidSquare, InvalidTile, OutOfBounds, TooFew};
        for (text, codes) in [
            ("", vec![TooFew, TooFew]),
            ("15/15", vec![TooFew]),
            (&EMPTY.replacen("15", "99999999999", 1), vec![InvalidSquare]),
            (&EMPTY.replacen("15", "A14", 1), vec![FloatingTiles]),
            (&EMPTY.replacen("15", "é14", 1), vec![InvalidSquare]),
            (&format!("{EMPTY} ABC"), vec![InvalidField]),
            (&format!("{EMPTY} A1/"), vec![InvalidTile]),
            (&format!("{EMPTY} / x/0"), vec![InvalidField]),
            (&format!("{EMPTY} / 5"), vec![InvalidField]),
            (&format!("{EMPTY} / 0/0 -1"), vec![InvalidField]),
            (&"/".repeat(2_000), vec![OutOfBounds]),
        ] {
            assert_eq!(read(text), Err(codes), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_board_comes_back(tiles in proptest::collection::vec((0_usize..15, 0_usize..26, any::<bool>()), 0..40)) {
            // A comb: a full middle row, teeth below it.
            let mut board = Board::default();
            for (column, letter, is_blank) in tiles {
                let tile = Tile { letter: Letter::from_index(letter).unwrap(), is_blank };
                let mut row = 7;
                while row < SIZE - 1 && board.tile(Square { row, column }).is_some() {
                    row += 1;
                }
                for at in 0..SIZE {
                    let square = Square { row: 7, column: at };
                    if board.tile(square).is_none() {
                        board.lay(square, tile);
                    }
                }
                board.lay(Square { row, column }, tile);
            }
            let cgp = Cgp { board, ..Cgp::default() };
            prop_assert_eq!(read(&cgp.to_string()), Ok(cgp));
        }
    }
}
