//! Previews of moves with blanks whose letters are not chosen yet.

use std::fmt;

use serde::{Serialize, Serializer};

use super::position::{MoveText, Position};
use crate::rules::wordgame::{BLANK, FormedWord, Play, Rules, Square};
use crate::rules::{Refused, ViolationCode, Violations};

/// The letter that stands for an open blank in the play. Blanks are worth nothing, so it does not
/// change the score.
const STAND_IN: &str = "a";

/// A move to score. Some of its blanks may be open: their letters are not chosen yet.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Preview {
    pub(super) play: Play,
    /// The squares of the open blanks.
    open: Vec<Square>,
}

impl Preview {
    /// Returns true if a blank is open. The move can then not be made as it is.
    pub(super) const fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns a formed word with a `?` for each open blank; `None` if it has none.
    pub(super) fn open_word(&self, formed: &FormedWord) -> Option<String> {
        let start = formed.coordinate;
        let is_open = |at: usize| {
            let square = start.square.step(start.direction, at);
            square.is_some_and(|square| self.open.contains(&square))
        };
        let letters = formed.word.as_str().chars().enumerate();
        let word: String =
            letters.map(|(at, letter)| if is_open(at) { BLANK } else { letter }).collect();
        (word != formed.word.as_str()).then_some(word)
    }
}

impl MoveText {
    /// Parses the move and places it, if the position could be read. A `?` is an open blank.
    ///
    /// # Errors
    /// The text is not a move, or the move breaks a rule of the board.
    pub(super) fn preview(
        &self,
        position: Result<&Position, Refused>,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Preview, Refused> {
        let text = self.read(violations)?;
        let play = Self(text.replace(BLANK, STAND_IN)).place(position, rules, violations)?;
        let word = text.split_ascii_whitespace().nth(1).unwrap_or_default();
        let marks = word.chars().zip(play.tiles()).filter(|(mark, _)| *mark == BLANK);
        let occupied = marks.clone().find(|(_, placed)| !placed.is_new);
        if let Some((_, placed)) = occupied {
            let detail = format_args!("there is a tile on {}; write its letter", placed.square);
            return Err(violations.refuse(ViolationCode::SquareOccupied, "G7", detail));
        }
        let open = marks.map(|(_, placed)| placed.square).collect();
        Ok(Preview { play, open })
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.play.to_string();
        let (place, word) = text.split_once(' ').unwrap_or((&text, ""));
        let marks = word.chars().zip(self.play.tiles());
        let marks = marks.map(
            |(mark, placed)| {
                if self.open.contains(&placed.square) { BLANK } else { mark }
            },
        );
        write!(f, "{place} {}", marks.collect::<String>())
    }
}

impl Serialize for Preview {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
