//! Positions in CGP ("crossword game position"), a text format that word-game programs exchange.

use std::fmt::{self, Write as _};

use super::board::{Board, EMPTY_ROW, Tile};
use super::rack::Rack;
use super::ruleset::Rules;
use super::square::{SIZE, Square};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// A position: the board, the racks and the scores.
///
/// The text has four parts: the rows from top to bottom, with a number for each run of empty
/// squares; the racks; the scores; and the number of consecutive scoreless turns. The rack and the
/// score of the player to move come first. All parts except the board may be omitted. Operations at
/// the end, such as `lex en;`, are ignored.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::{Cgp, Rules};
///
/// let text = "15/15/15/15/15/15/15/4HElLO6/15/15/15/15/15/15/15 AEINRST?/ 16/0 0";
/// let mut violations = Violations::default();
/// let position = Cgp::read(&format!("{text} lex en;"), &Rules::WORDGAME, &mut violations);
/// let position = violations.finish(position)?;
/// assert_eq!((position.board.tiles().count(), position.scores), (5, [16, 0]));
/// assert_eq!(position.racks[1], None);
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), Violations>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Cgp {
    /// The board.
    pub board: Board,
    /// The racks, starting with the player to move; `None` for an unknown rack.
    pub racks: [Option<Rack>; 2],
    /// The scores in the same order.
    pub scores: [i64; 2],
    /// The number of consecutive scoreless turns.
    pub scoreless_turns: u32,
}

impl Cgp {
    /// Reads a position.
    ///
    /// # Errors
    /// Records the violations at the text as a whole. If a row counts too many empty squares, only
    /// the first such row is recorded.
    pub fn read(text: &str, rules: &Rules, violations: &mut Violations) -> Result<Self, Refused> {
        if limits::is_longer(text, limits::CGP_CHARACTERS) {
            let detail =
                format_args!("the position has more than {} characters", limits::CGP_CHARACTERS);
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        let mut parts = text.split_ascii_whitespace();
        let rows = parts.next().unwrap_or_default();
        let board = read_board(rows).filter(|board| !rules.connected || board.is_connected());
        let board = if let Some(board) = board {
            Ok(board)
        } else {
            let rows = expand_rows(rows, violations)?;
            Board::read_text_rows(rules.connected, &rows, violations)
        };
        let racks = split_pair(parts.next().unwrap_or("/"), "racks", "AEINRST/EFG?", violations);
        let scores = split_pair(parts.next().unwrap_or("0/0"), "scores", "312/0", violations);
        let racks = read_pair(racks, |text| read_rack(text, rules, violations));
        let scores = read_pair(scores, |text| read_score(text, violations));
        let scoreless_turns = parts.next().unwrap_or("0").parse().map_err(|_| {
            let detail =
                "the fourth part must be the number of consecutive scoreless turns, such as 0";
            violations.refuse_form(ViolationCode::InvalidField, detail)
        });
        Ok(Self {
            board: board?,
            racks: racks?,
            scores: scores?,
            scoreless_turns: scoreless_turns?,
        })
    }

    /// Returns the position after a move of the player to move. The other player is then to move.
    ///
    /// `remaining` is the rack after the move, if known.
    #[must_use]
    pub fn after(&self, board: Board, remaining: Option<Rack>, total: u32) -> Self {
        let scoreless_turns = if total > 0 { 0 } else { self.scoreless_turns.saturating_add(1) };
        let moved = Self { board, racks: [remaining, self.racks[1]], ..*self };
        Self { scoreless_turns, ..moved.with_points(0, i64::from(total)).turned() }
    }

    /// Returns the position after a turn without a point, such as a lost turn. The other player is
    /// then to move.
    #[must_use]
    pub fn after_scoreless_turn(&self) -> Self {
        Self { scoreless_turns: self.scoreless_turns.saturating_add(1), ..self.turned() }
    }

    /// Returns the position with points added to a player's score: 0 for the player to move, 1 for
    /// the other one. Scores are capped at ±[`limits::CHIPS`], so that the position can be parsed
    /// again.
    #[must_use]
    pub fn with_points(mut self, player: usize, points: i64) -> Self {
        let max = limits::CHIPS.cast_signed();
        let score = &mut self.scores[player];
        *score = score.saturating_add(points).clamp(-max, max);
        self
    }

    /// Returns the position with the other player to move.
    const fn turned(&self) -> Self {
        let Self { board, racks: [own, others], scores: [own_score, others_score], .. } = *self;
        Self {
            board,
            racks: [others, own],
            scores: [others_score, own_score],
            scoreless_turns: self.scoreless_turns,
        }
    }
}

/// Reads the rows of a board in their usual form; `None` if a row contains `.` or anything is
/// wrong. [`Board::read_text_rows`] then decides. This takes a fifth of its time, because no
/// violation has to be described.
fn read_board(text: &str) -> Option<Board> {
    let mut board = Board::default();
    let (mut row, mut rest) = (0, text.as_bytes());
    // Each round reads a row; the board has 15.
    loop {
        // Most rows of most positions are empty.
        while let [b'1', b'5', b'/', next @ ..] = rest {
            (row, rest) = (row + 1, next);
        }
        if row >= SIZE {
            return None;
        }
        rest = match read_row(&mut board, row, rest)? {
            [] => break,
            [_, next @ ..] => next,
        };
        row += 1;
    }
    (row + 1 == SIZE).then_some(board)
}

/// Reads a row, and returns the rest of the text, which is empty or begins with a slash. Returns
/// `None` if the row is wrong, or contains dots.
fn read_row<'t>(board: &mut Board, row: usize, text: &'t [u8]) -> Option<&'t [u8]> {
    let (mut column, mut empty, mut rest) = (0, 0, text);
    // Each step takes a byte.
    while let [byte, next @ ..] = rest {
        if byte.is_ascii_digit() {
            empty = empty * 10 + usize::from(byte - b'0');
            if empty > SIZE {
                return None;
            }
        } else if *byte == b'/' {
            break;
        } else {
            column += std::mem::take(&mut empty);
            let tile = Tile::from_ascii(*byte).filter(|_| column < SIZE)?;
            board.place(Square { row, column }, tile);
            column += 1;
        }
        rest = next;
    }
    (column + empty == SIZE).then_some(rest)
}

/// Returns the rows of a board, with a `.` for each empty square.
fn expand_rows(board: &str, violations: &mut Violations) -> Result<Vec<String>, Refused> {
    let rows = board.split('/').enumerate();
    rows.map(|(row, text)| {
        expand_row(text).ok_or_else(|| {
            let detail = format_args!("row {} counts more than {SIZE} empty squares", row + 1);
            violations.refuse_form(ViolationCode::InvalidSquare, detail)
        })
    })
    .collect()
}

/// Returns a row with a `.` for each empty square; `None` if a number is larger than a row.
fn expand_row(row: &str) -> Option<String> {
    let mut expanded = String::with_capacity(SIZE);
    let mut empty = 0;
    for mark in row.chars() {
        if let Some(digit) = mark.to_digit(10) {
            empty = empty * 10 + digit as usize;
            if empty > SIZE {
                return None;
            }
        } else {
            expanded.push_str(&EMPTY_ROW[..empty]);
            expanded.push(mark);
            empty = 0;
        }
    }
    expanded.push_str(&EMPTY_ROW[..empty]);
    Some(expanded)
}

/// Splits a part at its slash.
fn split_pair<'t>(
    text: &'t str,
    what: &str,
    example: &str,
    violations: &mut Violations,
) -> Result<[&'t str; 2], Refused> {
    text.split_once('/').map(<[&str; 2]>::from).ok_or_else(|| {
        let detail = format_args!(
            "{text:?} is not a pair of {what}; separate them with a slash, as in {example:?}"
        );
        violations.refuse_form(ViolationCode::InvalidField, detail)
    })
}

/// Reads both halves, even if the first one has violations.
fn read_pair<'t, T>(
    halves: Result<[&'t str; 2], Refused>,
    read: impl FnMut(&'t str) -> Result<T, Refused>,
) -> Result<[T; 2], Refused> {
    let [first, second] = halves?.map(read);
    Ok([first?, second?])
}

fn read_rack(
    text: &str,
    rules: &Rules,
    violations: &mut Violations,
) -> Result<Option<Rack>, Refused> {
    if text.is_empty() {
        return Ok(None);
    }
    Rack::read(text, rules.rack_size, violations).map(Some)
}

fn read_score(text: &str, violations: &mut Violations) -> Result<i64, Refused> {
    let score = text.parse::<i64>().ok();
    score.filter(|score| score.unsigned_abs() <= limits::CHIPS).ok_or_else(|| {
        let detail = format_args!(
            "{text:?} is not a score; write a whole number within ±{}, as in \"312/0\"",
            limits::CHIPS
        );
        violations.refuse_form(ViolationCode::InvalidField, detail)
    })
}

impl Cgp {
    /// Returns the position as text, without operations.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = self.board.to_cgp_rows();
        for (rack, separator) in self.racks.iter().zip([' ', '/']) {
            text.push(separator);
            if let Some(rack) = rack {
                // Writing to memory cannot fail.
                let _ = write!(text, "{rack}");
            }
        }
        // Formatting these numbers would take longer than writing the board.
        let mut push = |separator, number: i64| {
            text.push(separator);
            text.push_str(itoa::Buffer::new().format(number));
        };
        let [own, others] = self.scores;
        push(' ', own);
        push('/', others);
        push(' ', self.scoreless_turns.into());
        text
    }
}

impl fmt::Display for Cgp {
    /// Writes [`Cgp::to_text`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
