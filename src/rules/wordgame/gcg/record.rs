//! Records as data, and their text form.

use std::fmt;

use super::text::ENCODING;
use crate::rules::wordgame::square::Coordinate;

/// A game record in GCG.
///
/// [`Record::read`] accepts the dialects of many programs: extra white space, any line ends, nicks
/// in another case, players who are not declared, missing plus signs and totals, `exch ABC`,
/// `(H)EN`, and text outside of notes.
/// Writing produces a canonical form: `#character-encoding` if it comes first, the players, the
/// other pragmas in order, then each event with its notes. If a parsed record is written and parsed
/// again, only the line numbers and the remarks may differ. A record made in code must use only
/// texts that parsing can produce.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::gcg::{Action, Record};
///
/// let text = "\
/// #player1 anna Anna Arden
/// >anna: ADEHRT? 8D HEArD +22 22
/// #note TRASHED was possible
/// ";
/// let mut violations = Violations::default();
/// let record = Record::read(text, &mut violations);
/// let record = violations.finish(record)?;
/// let event = &record.events[0];
/// assert!(matches!(&event.action, Action::Place { word, .. } if word == "HEArD"));
/// assert_eq!((event.total, &*event.notes[0].text), (Some(22), "TRASHED was possible"));
/// assert_eq!(record.to_string(), text);
///
/// let mut violations = Violations::default();
/// assert!(Record::read("#player1 anna\n>ben: - +0 0\n", &mut violations).is_err());
/// let violation = &violations.as_slice()[0];
/// assert_eq!(violation.line, Some(2));
/// let detail = "line 2: there is no player \"ben\"; the declared players are \"anna\"";
/// assert_eq!(violation.detail, detail);
/// # Ok::<(), Violations>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Record {
    /// The pragmas before the first event.
    pub pragmas: Vec<Pragma>,
    /// The players: `#player1`, `#player2` and so on.
    pub players: Vec<Player>,
    /// The events in order.
    pub events: Vec<Event>,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Player {
    /// The name that events use, without white space or colons.
    pub nick: String,
    /// The full name; may be empty.
    pub name: String,
}

/// A line that begins with `#` and does not declare a player, such as a title, a note, a lexicon,
/// or a line that only one program understands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pragma {
    /// The line on which it begins, counted from 1. It is not used for writing.
    pub line: usize,
    /// The name without the `#`, as in `note`.
    pub name: String,
    /// The text after the name. The text of a `note` or `description` may have several lines.
    pub text: String,
}

/// A line that begins with `>`: a turn, or another change of a player's score.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Event {
    /// The line, counted from 1. It is not used for writing.
    pub line: usize,
    /// The player, as an index of [`Record::players`]; [`UNKNOWN_PLAYER`] if an [`Action::Unread`]
    /// names no player of the record.
    pub player: usize,
    /// The known tiles of the player before the event, in upper case, with `?` for a blank; may be
    /// empty.
    pub rack: String,
    /// The kind of event.
    pub action: Action,
    /// The change of the player's score.
    pub score: i32,
    /// The player's score after the event, unless the record leaves it out.
    pub total: Option<i32>,
    /// The parts of the event that were read in another way than they are written, such as a rack
    /// that is not a rack, or the fault of an [`Action::Unread`]. They are not used for writing.
    pub remarks: Vec<String>,
    /// The pragmas between the event and the next one.
    pub notes: Vec<Pragma>,
}

/// The kind of an event.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Action {
    /// The player places a word.
    Place {
        /// The coordinate of the word.
        coordinate: Coordinate,
        /// The word as written: `.` or letters in parentheses for tiles that are already on the
        /// board, lower case for a blank.
        word: String,
    },
    /// The player passes.
    Pass,
    /// The player exchanges tiles.
    Exchange {
        /// The tiles in upper case, with `?` for a blank; or their number in digits, if only that
        /// is known; or nothing.
        tiles: String,
    },
    /// The player takes back the word that they just placed, because it was challenged.
    Withdrawn,
    /// A challenge of the move before it failed: the player gains points for the challenged move,
    /// or loses points for the challenge.
    FailedChallenge,
    /// The player gains points for the tiles that other players have left at the end.
    RackGained {
        /// The tiles.
        tiles: String,
    },
    /// The player loses points for the tiles left on their rack at the end.
    RackLost {
        /// The tiles.
        tiles: String,
    },
    /// The player loses points for exceeding the time limit.
    TimePenalty,
    /// The line cannot be understood, but the lines around it can (RULEBOOK C7).
    Unread {
        /// The whole line.
        text: String,
    },
}

/// The index of a player who is not one of [`Record::players`].
pub const UNKNOWN_PLAYER: usize = usize::MAX;

impl Record {
    /// Returns the first pragma with a name, anywhere in the record: some programs write `rack1` at
    /// the end.
    #[must_use]
    pub fn pragma(&self, name: &str) -> Option<&Pragma> {
        let notes = self.events.iter().flat_map(|event| &event.notes);
        self.pragmas.iter().chain(notes).find(|pragma| pragma.name.eq_ignore_ascii_case(name))
    }

    /// Returns the nick of the player of an event; as it is written, if it is not one of
    /// [`Record::players`].
    #[must_use]
    pub fn nick<'r>(&'r self, event: &'r Event) -> &'r str {
        match (self.players.get(event.player), &event.action) {
            (Some(player), _) => &player.nick,
            (None, Action::Unread { text }) => written_nick(text),
            (None, _) => "?",
        }
    }

    fn write_event(&self, event: &Event, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Action::Unread { text } = &event.action {
            return writeln!(f, "{text}");
        }
        let nick = self.nick(event);
        let Event { rack, action, score, total, .. } = event;
        let space = if rack.is_empty() { "" } else { " " };
        // Other programs expect a minus before lost points, even if they are 0.
        let loses_points =
            matches!(action, Action::Withdrawn | Action::RackLost { .. } | Action::TimePenalty);
        let sign = if *score < 0 || (*score == 0 && loses_points) { '-' } else { '+' };
        write!(f, ">{nick}: {rack}{space}{action} {sign}{}", score.unsigned_abs())?;
        match total {
            Some(total) => writeln!(f, " {total}"),
            None => writeln!(f),
        }
    }
}

/// Returns points as a record has them.
pub(in crate::rules::wordgame) fn written_points(points: i64) -> i32 {
    i32::try_from(points).unwrap_or(if points < 0 { i32::MIN } else { i32::MAX })
}

/// Returns the nick with which the line of an event begins: the text up to a colon or white space.
pub(super) fn written_nick(line: &str) -> &str {
    let line = line.strip_prefix('>').unwrap_or(line).trim_start();
    line.split(|c: char| c == ':' || c.is_whitespace()).next().unwrap_or_default()
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first_other =
            self.pragmas.iter().position(|pragma| !pragma.name.eq_ignore_ascii_case(ENCODING));
        let (encoding, others) = self.pragmas.split_at(first_other.unwrap_or(self.pragmas.len()));
        encoding.iter().try_for_each(|pragma| writeln!(f, "{pragma}"))?;
        for (number, Player { nick, name }) in (1..).zip(&self.players) {
            let space = if name.is_empty() { "" } else { " " };
            writeln!(f, "#player{number} {nick}{space}{name}")?;
        }
        others.iter().try_for_each(|pragma| writeln!(f, "{pragma}"))?;
        for event in &self.events {
            self.write_event(event, f)?;
            event.notes.iter().try_for_each(|pragma| writeln!(f, "{pragma}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Pragma {
    /// Writes the pragma as in a record, without the final line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, text, .. } = self;
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        write!(f, "#{name}{space}{text}")
    }
}

impl fmt::Display for Action {
    /// Writes the action as in a record, between the rack and the score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { coordinate, word } => write!(f, "{coordinate} {word}"),
            Self::Pass => f.write_str("-"),
            Self::Exchange { tiles } if tiles.is_empty() => f.write_str("exch"),
            Self::Exchange { tiles } => write!(f, "-{tiles}"),
            Self::Withdrawn => f.write_str("--"),
            Self::FailedChallenge => f.write_str("(challenge)"),
            Self::RackGained { tiles } | Self::RackLost { tiles } => write!(f, "({tiles})"),
            Self::TimePenalty => f.write_str("(time)"),
            Self::Unread { text } => f.write_str(text),
        }
    }
}
