//! Positions and moves as challenges dispute them: what a table says is ruled on, never refused
//! (RULEBOOK W6).

use std::fmt;

use serde::{Serialize, Serializer};

use super::position::{CgpText, GivenPosition, MoveText, Position, refuse_move};
use crate::rules::wordgame::{Board, Coordinate, CoordinateError, Play, Rules, WrittenMove};
use crate::rules::{Refused, Violation, Violations};

/// A position in which the rack of the player who moved may be one that cannot be.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct DisputedPosition {
    /// The position, without a rack that cannot be.
    pub(super) position: Position,
    /// The breaches of the player who moved.
    pub(super) breaches: Vec<Violation>,
    /// The text of the position, if there are breaches.
    text: Option<String>,
}

impl Serialize for DisputedPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.text {
            Some(text) => serializer.serialize_str(text),
            None => self.position.serialize(serializer),
        }
    }
}

impl DisputedPosition {
    pub(super) const fn board(&self) -> &Board {
        &self.position.0.board
    }
}

impl GivenPosition<'_> {
    /// Reads the position of a challenged move. If the rack of its player cannot be, that is a breach
    /// of that player.
    ///
    /// # Errors
    /// The position cannot be understood, or something else in it is invalid.
    pub(super) fn read_disputed(
        self,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<DisputedPosition, Refused> {
        let mut found = Violations::default();
        if let Ok(position) = self.read(rules, &mut found) {
            return Ok(DisputedPosition { position, breaches: Vec::new(), text: None });
        }
        let text = self.cgp.map(|CgpText(text)| text.split_ascii_whitespace().collect::<Vec<_>>());
        if let Some((without_rack, text)) = text.and_then(without_own_rack) {
            let without_rack = CgpText(without_rack);
            let Self { board, rack, .. } = self;
            let other = GivenPosition { board, cgp: Some(&without_rack), rack };
            if let Ok(position) = other.read(rules, &mut Violations::default()) {
                return Ok(DisputedPosition { position, breaches: found.into(), text: Some(text) });
            }
        }
        self.read(rules, violations).map(|position| DisputedPosition {
            position,
            breaches: Vec::new(),
            text: None,
        })
    }
}

/// Returns a CGP without the rack of the player to move, and the whole text in canonical form.
fn without_own_rack(parts: Vec<&str>) -> Option<(String, String)> {
    let text = parts.join(" ");
    let (_, others) = parts.get(1)?.split_once('/')?;
    let racks = format!("/{others}");
    let mut parts = parts;
    parts[1] = &racks;
    Some((parts.join(" "), text))
}

impl MoveText {
    /// Reads the move as a challenge disputes it, which may be a move that cannot be made.
    ///
    /// # Errors
    /// The text is too long, or has no coordinate or no word.
    pub(super) fn disputed(
        &self,
        position: Result<&Position, Refused>,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<DisputedMove, Refused> {
        let text = self.read(violations)?.trim_ascii();
        let (place, word) =
            text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""));
        let word = word.trim_ascii();
        let impossible =
            || DisputedMove::Impossible(format!("{} {word}", place.to_ascii_uppercase()));
        let is_move =
            !word.is_empty() && !matches!(place.parse::<Coordinate>(), Err(CoordinateError::Form));
        match text.parse::<WrittenMove>() {
            Ok(written) => {
                let play = position?.place(&written, rules, &mut Violations::default());
                Ok(play.map_or_else(|_refused| impossible(), DisputedMove::Laid))
            }
            Err(_) if is_move => Ok(impossible()),
            Err(error) => Err(refuse_move(&error, violations)),
        }
    }
}

/// A move that a challenge disputes (RULEBOOK W6).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum DisputedMove {
    /// The move obeys the rules of the board.
    Laid(Play),
    /// The text of a move that cannot be made.
    Impossible(String),
}

impl DisputedMove {
    /// Returns the move, if it can be made.
    pub(super) const fn play(&self) -> Option<&Play> {
        match self {
            Self::Laid(play) => Some(play),
            Self::Impossible(_) => None,
        }
    }

    /// Returns the rules that the move breaks.
    pub(super) fn breaches(&self, position: &Position, rules: &Rules) -> Vec<Violation> {
        let Self::Impossible(text) = self else { return Vec::new() };
        let mut violations = Violations::default();
        let _ = MoveText(text.clone()).place(Ok(position), rules, &mut violations.at("move"));
        violations.into()
    }
}

impl fmt::Display for DisputedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Laid(play) => play.fmt(f),
            Self::Impossible(text) => f.write_str(text),
        }
    }
}

impl Serialize for DisputedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
