//! Positions as word-game software passes them around (CGP, "crossword game position").
//!
//! `15/15/…/4HElLO6/… AEINRST/ 12/0 0 lex en;`: the board row by row with free squares counted, the racks (the player's on turn first), the
//! scores, how many turns in a row brought nothing, then operations, which are read over.

use std::borrow::Cow;
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
        // Rows are a few characters long: for a single character the library would begin a search that takes longer to begin than to end.
        let rows = parts.next().unwrap_or_default().split(['/']).enumerate().map(|(row, text)| {
            let written = written_out(text);
            if written.is_none() {
                let detail = format_args!("row {} counts more than {SIZE} free squares", row + 1);
                breaches.add_formal(BreachCode::InvalidSquare, pointer, detail);
            }
            written
        });
        let rows: Vec<Cow<'_, str>> = rows.collect::<Option<_>>()?;
        let board = Board::read_rows(&rows, pointer, |_| pointer.into(), breaches);
        let racks = pair(parts.next().unwrap_or("/"), "racks", "AEINRST/EFG?", pointer, breaches);
        let scores = pair(parts.next().unwrap_or("0/0"), "scores", "312/0", pointer, breaches);
        let mut rack =
            |text: &str| (!text.is_empty()).then(|| Rack::read(text, rules.rack_size, pointer, breaches)).flatten();
        let racks = racks.map(|racks| racks.map(&mut rack)).unwrap_or_default();
        let mut score = |text: &str| {
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

/// A row of a board with its free squares written out; `None` if it counts more than there are.
fn written_out(row: &str) -> Option<Cow<'_, str>> {
    if row == NUMBERS[SIZE] {
        return Some(FREE_ROW.into());
    }
    let mut written = String::with_capacity(SIZE);
    let mut free = 0;
    for mark in row.chars() {
        if let Some(digit) = mark.to_digit(10) {
            free = free * 10 + digit as usize;
            if free > SIZE {
                return None;
            }
        } else {
            written.push_str(&FREE_ROW[..std::mem::take(&mut free)]);
            written.push(mark);
        }
    }
    written.push_str(&FREE_ROW[..free]);
    Some(written.into())
}

/// The two sides of a slash.
fn pair<'t>(text: &'t str, what: &str, example: &str, pointer: &str, breaches: &mut Breaches) -> Option<[&'t str; 2]> {
    let halves = text.split_once('/');
    if halves.is_none() {
        let detail = format_args!("{text:?} are no {what}; they stand on both sides of a slash, as in {example:?}");
        breaches.add_formal(BreachCode::InvalidField, pointer, detail);
    }
    halves.map(<[&str; 2]>::from)
}

impl fmt::Display for Cgp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board.to_counted_rows())?;
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
