//! Positions and moves as challenges dispute them: what a table says is ruled on, never refused
//! (RULEBOOK W6).

use std::fmt;

use serde::{Serialize, Serializer};

use super::position::{CgpText, GivenPosition, MoveText, Position, refuse_move};
use crate::rules::wordgame::{Board, Coordinate, CoordinateError, Play, Rules, WrittenMove};
use crate::rules::{Refused, Violation, Violations, limits};

/// A position in which the racks may be ones that cannot be, and the board may have more tiles than
/// the bag.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct DisputedPosition {
    /// The position, without racks that cannot be.
    pub(super) position: Position,
    /// The breaches of the player who moved.
    pub(super) breaches: Vec<Violation>,
    /// The breaches of which the player who moved is not guilty: those of the other racks, and tiles
    /// on the board beyond the bag.
    pub(super) of_others: Vec<Violation>,
    /// The text of the position, if it has racks that cannot be.
    text: Option<String>,
    /// True if the board has more tiles than the bag. The bag then can't judge the move.
    is_beyond_bag: bool,
}

impl Serialize for DisputedPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.text {
            Some(text) => serializer.serialize_str(text),
            None => self.position.serialize(serializer),
        }
    }
}

impl From<Position> for DisputedPosition {
    fn from(position: Position) -> Self {
        let (breaches, of_others) = (Vec::new(), Vec::new());
        Self { position, breaches, of_others, text: None, is_beyond_bag: false }
    }
}

impl DisputedPosition {
    pub(super) const fn board(&self) -> &Board {
        &self.position.0.board
    }

    /// Returns the rules by which the move is judged.
    pub(super) fn rules(&self, rules: &Rules) -> Rules {
        if self.is_beyond_bag { without_bag(rules) } else { rules.clone() }
    }
}

fn without_bag(rules: &Rules) -> Rules {
    Rules { bag: None, ..rules.clone() }
}

impl GivenPosition<'_> {
    /// Reads the position of a challenged move. A rack that cannot be is a breach of its player, and a
    /// board with more tiles than the bag one of the table. Only the first convicts the player who
    /// moved, and only if no other rack explains it.
    ///
    /// # Errors
    /// The position cannot be understood, or something else in it is invalid.
    pub(super) fn read_disputed(
        self,
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<DisputedPosition, Refused> {
        if let Ok(position) = self.read(rules, &mut Violations::default()) {
            return Ok(DisputedPosition::from(position));
        }
        let no_bag = without_bag(rules);
        // Without racks and a bag, only what cannot be understood is left.
        let is_long = |text| limits::is_longer(text, limits::CGP_CHARACTERS);
        if self.cgp.is_some_and(|CgpText(text)| is_long(text))
            || self.read_with([false, false], &no_bag, &mut Violations::default()).is_err()
        {
            return self.read(rules, violations).map(DisputedPosition::from);
        }
        for (is_beyond_bag, judged_by) in [(false, rules), (true, &no_bag)] {
            let read = |racks, found: &mut Violations| self.read_with(racks, judged_by, found);
            for racks in [[true, true], [true, false], [false, true], [false, false]] {
                let Ok(position) = read(racks, &mut Violations::default()) else { continue };
                let [has_own, has_others] = racks;
                let (mut own, mut others) = (Violations::default(), Violations::default());
                if !has_own {
                    let _ = read([true, has_others], &mut own);
                }
                if is_beyond_bag {
                    let _ = self.read_with([false, false], rules, &mut others);
                }
                if !has_others {
                    let _ = read([has_own, true], &mut others);
                }
                let text = self.cgp.filter(|_| racks != [true, true]);
                return Ok(DisputedPosition {
                    breaches: own.into(),
                    of_others: others.into(),
                    text: text.map(|CgpText(text)| cgp_with([true, true], text)),
                    is_beyond_bag,
                    ..DisputedPosition::from(position)
                });
            }
        }
        self.read(rules, violations).map(DisputedPosition::from)
    }

    /// Reads the position with or without the rack of the player to move and those of the others.
    fn read_with(
        self,
        racks: [bool; 2],
        rules: &Rules,
        violations: &mut Violations,
    ) -> Result<Position, Refused> {
        let cgp = self.cgp.map(|CgpText(text)| CgpText(cgp_with(racks, text)));
        GivenPosition { cgp: cgp.as_ref(), ..self }.read(rules, violations)
    }
}

/// Returns a CGP in canonical form, with or without the rack of the player to move and those of the
/// others.
fn cgp_with([has_own, has_others]: [bool; 2], text: &str) -> String {
    let mut parts: Vec<&str> = text.split_ascii_whitespace().collect();
    let racks = parts.get(1).and_then(|racks| racks.split_once('/'));
    let racks = racks.map(|(own, others)| {
        let (own, others) = (if has_own { own } else { "" }, if has_others { others } else { "" });
        format!("{own}/{others}")
    });
    if let Some(racks) = &racks {
        parts[1] = racks;
    }
    parts.join(" ")
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
