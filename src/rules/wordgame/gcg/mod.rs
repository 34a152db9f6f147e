//! Records of games in GCG, the text format that word-game software exchanges.
//!
//! Text to data and back, nothing more: no board, no scores. The format: <https://www.poslfit.com/scrabble/gcg/>.

mod reader;

use std::fmt;

use super::square::Place;

/// How many bad lines are told at once.
pub const MAX_BAD_LINES: usize = 100;

/// Stands before the players when a record is written, because it tells how to read their names.
const ENCODING: &str = "character-encoding";

/// A game as a GCG record tells it.
///
/// Reading forgives white space, blank lines, missing plus signs and small letters on racks. Writing is canonical: `#character-encoding`
/// if it comes first, the players, the other pragmas in their order, then every event with its notes. What was read is written so that
/// it reads the same but for line numbers. Who makes a record by hand keeps its texts to what reading could have given.
///
/// ```
/// use wordcourt::rules::wordgame::gcg::{Action, Record};
/// let text = "#player1 anna Anna Arden\n>anna: ADEHRT? 8D HEArD +22 22\n#note TRASHED was there\n";
/// let record = Record::read(text).unwrap();
/// let event = &record.events[0];
/// assert!(matches!(&event.action, Action::Lay { word, .. } if word == "HEArD"));
/// assert_eq!((event.total, event.notes[0].text.as_str()), (22, "TRASHED was there"));
/// assert_eq!(record.to_string(), text);
///
/// let bad = Record::read("#player1 anna\n>ben: - +0 0\n").unwrap_err();
/// assert_eq!(bad[0].to_string(), "line 2: there is no player \"ben\"; declared are \"anna\"");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The pragmas that stand before the first event.
    pub pragmas: Vec<Pragma>,
    /// Who plays: `#player1`, `#player2` and so on.
    pub players: Vec<Player>,
    /// What happened, in its order.
    pub events: Vec<Event>,
}

/// One who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// What events call the player: without white space and colons.
    pub nick: String,
    /// The full name; may be empty.
    pub name: String,
}

/// A line that begins with `#` and declares no player: a title, a note, a lexicon, or one that only its writer understands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pragma {
    /// The line on which it begins, from 1; writing takes no heed of it.
    pub line: usize,
    /// Its name without the `#`, as in `note`.
    pub name: String,
    /// What follows; a `note` or `description` may run over several lines.
    pub text: String,
}

/// A line that begins with `>`: something that happened to a player's score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The line on which it stands, from 1; writing takes no heed of it.
    pub line: usize,
    /// Whose it is, as an index of [`Record::players`].
    pub player: usize,
    /// The player's tiles before it as far as they are known, in capitals, `?` for a blank; may be empty.
    pub rack: String,
    /// What happened.
    pub action: Action,
    /// What it changes, in points.
    pub score: i32,
    /// The player's points after it.
    pub total: i32,
    /// The pragmas that stand between it and the next event.
    pub notes: Vec<Pragma>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A word is laid.
    Lay {
        /// Where it begins and how it runs.
        place: Place,
        /// The word as it was written: `.` for a tile that lies there already, a small letter for a blank.
        word: String,
    },
    /// The player does nothing.
    Pass,
    /// Tiles are exchanged.
    Exchange {
        /// Which ones, in capitals, `?` for a blank; or, if that is unknown, how many, in digits.
        tiles: String,
    },
    /// The word laid just before was challenged and is taken back.
    Withdrawn,
    /// A challenge failed, and the player is paid for it.
    ChallengeBonus,
    /// Points for the tiles that others have left at the end.
    RackGained {
        /// Those tiles.
        tiles: String,
    },
    /// Points lost for one's own tiles left at the end.
    RackLost {
        /// Those tiles.
        tiles: String,
    },
    /// Points lost for time overrun.
    TimePenalty,
}

/// What is wrong with a line of a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {detail}")]
pub struct BadLine {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and how to mend it.
    pub detail: String,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// All bad lines from the top, at most [`MAX_BAD_LINES`].
    pub fn read(text: &str) -> Result<Self, Vec<BadLine>> {
        reader::read(text)
    }

    /// The first pragma of a name, wherever it stands: some software writes `rack1` at the end.
    #[must_use]
    pub fn pragma(&self, name: &str) -> Option<&Pragma> {
        let notes = self.events.iter().flat_map(|event| &event.notes);
        self.pragmas.iter().chain(notes).find(|pragma| pragma.name == name)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first_after = self.pragmas.iter().position(|pragma| pragma.name != ENCODING).unwrap_or(self.pragmas.len());
        let (encoding, others) = self.pragmas.split_at(first_after);
        encoding.iter().try_for_each(|pragma| writeln!(f, "{pragma}"))?;
        for (number, Player { nick, name }) in (1..).zip(&self.players) {
            let space = if name.is_empty() { "" } else { " " };
            writeln!(f, "#player{number} {nick}{space}{name}")?;
        }
        others.iter().try_for_each(|pragma| writeln!(f, "{pragma}"))?;
        for event in &self.events {
            // An index that no reading gives is no reason to panic.
            let nick = self.players.get(event.player).map_or("?", |player| player.nick.as_str());
            let Event { rack, action, score, total, notes, .. } = event;
            let space = if rack.is_empty() { "" } else { " " };
            // Other software wants a minus before points lost, even if they are 0.
            let costs = matches!(action, Action::Withdrawn | Action::RackLost { .. } | Action::TimePenalty);
            let sign = if *score < 0 || (*score == 0 && costs) { '-' } else { '+' };
            writeln!(f, ">{nick}: {rack}{space}{action} {sign}{} {total}", score.unsigned_abs())?;
            notes.iter().try_for_each(|pragma| writeln!(f, "{pragma}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Pragma {
    /// As it stands in a record, without the end of its last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, text, .. } = self;
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        write!(f, "#{name}{space}{text}")
    }
}

impl fmt::Display for Action {
    /// As it stands in a record between rack and score.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lay { place, word } => write!(f, "{place} {word}"),
            Self::Pass => f.write_str("-"),
            Self::Exchange { tiles } => write!(f, "-{tiles}"),
            Self::Withdrawn => f.write_str("--"),
            Self::ChallengeBonus => f.write_str("(challenge)"),
            Self::RackGained { tiles } | Self::RackLost { tiles } => write!(f, "({tiles})"),
            Self::TimePenalty => f.write_str("(time)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::limits::{RECORD_LINE_CHARACTERS, RECORD_LINES, RECORD_NICK_CHARACTERS};
    use crate::rules::wordgame::SIZE;

    const GAME: &str = "\
#character-encoding UTF-8
#player1 anna Anna Arden
#player2 ben Ben van der Berg
#title Club night, table 3
#description Anna and Ben play the first game
of the new season.
#lexicon evening 2
#x-clock 25:00
>anna: ADEHNRT 8D HEARD +26 26
#note HEADER was no word here,
and THREAD had no place.
>ben: CIOOQVW -QVW +0 0
>anna: BGLNOTU H8 .OUBT +9 35
#note The stem of the game
#x-clock 21:40
>ben: CEIIOOZ 10F ZO. +32 32
>ben: CEIIOOZ -- -32 0
>anna: AEGILN? - +0 35
>ben: CEIIOOZ 12H .OCO +6 6
>ben: EIIZ (challenge) +5 11
>anna: AEGILN? K8 LINg. +8 43
>ben: -2 +0 11
>anna: AE 10H .EA +3 46
>anna: (EIIZ) +26 72
>ben: EIIZ (time) -10 1
#rack2 EIIZ
";

    fn read(text: &str) -> Record {
        Record::read(text).unwrap_or_else(|bad| panic!("{bad:?}\n{text}"))
    }

    fn without_lines(mut record: Record) -> Record {
        let notes = record.events.iter_mut().flat_map(|event| {
            event.line = 0;
            &mut event.notes
        });
        for pragma in record.pragmas.iter_mut().chain(notes) {
            pragma.line = 0;
        }
        record
    }

    fn check_round_trip(record: &Record) -> Result<(), TestCaseError> {
        let written = record.to_string();
        let again = Record::read(&written);
        prop_assert!(again.is_ok(), "{:?}\n{}", again, written);
        let again = again.unwrap();
        prop_assert_eq!(again.to_string(), written);
        prop_assert_eq!(without_lines(again), without_lines(record.clone()));
        Ok(())
    }

    /// What reading `>anna: …` tells: rack, action and points.
    fn event(told: &str) -> (String, Action, i32, i32) {
        let Event { rack, action, score, total, .. } = read(&format!("#player1 anna\n>anna: {told}")).events.remove(0);
        (rack, action, score, total)
    }

    #[test]
    fn a_canonical_record_is_written_again_byte_for_byte() {
        let record = read(GAME);
        assert_eq!(record.to_string(), GAME);
        assert_eq!(record.players[1], Player { nick: "ben".to_owned(), name: "Ben van der Berg".to_owned() });
        assert_eq!(record.pragma("description").unwrap().text, "Anna and Ben play the first game\nof the new season.");
        assert_eq!(record.pragma("rack2").unwrap().line, 26);
        assert_eq!(record.pragma("rack1"), None);
        assert_eq!((record.events[2].line, record.events[2].notes.len(), record.events[2].player), (13, 2, 0));
    }

    #[test]
    fn every_kind_of_event_is_told_apart() {
        let place = |text: &str| text.parse().unwrap();
        let tiles = || "AB?".to_owned();
        let lay = |at, word: &str| Action::Lay { place: place(at), word: word.to_owned() };
        let table = [
            ("AB? 8D c.B +12 20", "AB?", lay("8D", "c.B"), 12, 20),
            ("8d CAB 12 +20", "", lay("8D", "CAB"), 12, 20),
            ("d8 CAB 0 -20", "", lay("D8", "CAB"), 0, -20),
            ("ab? - +0 20", "AB?", Action::Pass, 0, 20),
            ("- -0 20", "", Action::Pass, 0, 20),
            ("AB? -ab? +0 20", "AB?", Action::Exchange { tiles: tiles() }, 0, 20),
            ("-3 +0 20", "", Action::Exchange { tiles: "3".to_owned() }, 0, 20),
            ("AB? -- -24 20", "AB?", Action::Withdrawn, -24, 20),
            ("(challenge) +5 20", "", Action::ChallengeBonus, 5, 20),
            ("AB? (time) -10 20", "AB?", Action::TimePenalty, -10, 20),
            ("(AB?) +8 20", "", Action::RackGained { tiles: tiles() }, 8, 20),
            ("AB? (AB?) -4 20", "AB?", Action::RackLost { tiles: tiles() }, -4, 20),
            ("(AB?) -4 20", "", Action::RackLost { tiles: tiles() }, -4, 20),
            ("?? (??) -0 20", "??", Action::RackLost { tiles: "??".to_owned() }, 0, 20),
            ("(??) +0 20", "", Action::RackGained { tiles: "??".to_owned() }, 0, 20),
            ("(TIME) +12 20", "", Action::RackGained { tiles: "TIME".to_owned() }, 12, 20),
        ];
        for (told, rack, action, score, total) in table {
            assert_eq!(event(told), (rack.to_owned(), action, score, total), "{told}");
        }
    }

    #[test]
    fn what_is_forgiven_is_written_in_the_canonical_form() {
        let messy = "\u{feff}\r\n#title  T \r\n#player2 ben\r\n#player1   anna\tAnna  A. \r\n \r\n> anna :ab 8d   CAB  7 007\r\n#note\r\n\
            \r\n  one\r\n\r\n two #2\r\n#\r\n# free  text\r\n  >ben:-03 -0 0\r\n>ben: (a) 0 0";
        let neat = "#player1 anna Anna  A.\n#player2 ben\n#title T\n>anna: AB 8D CAB +7 7\n#note\none\ntwo #2\n#\n# free  text\n\
            >ben: -3 +0 0\n>ben: (A) +0 0\n";
        assert_eq!(read(messy).to_string(), neat);
        assert_eq!(read(neat).to_string(), neat);
    }

    #[test]
    fn bad_lines_are_told_with_their_number() {
        let p = "#player1 anna\n#player2 ben\n";
        let long = "x".repeat(RECORD_LINE_CHARACTERS);
        let table: &[(String, &[(usize, &str)])] = &[
            (String::new(), &[(1, "no player is declared")]),
            ("\n\n>anna: - +0 0\n>ben: - +0 0".to_owned(), &[(3, "no player is declared")]),
            ("#player1\n".to_owned(), &[(1, "has a nick")]),
            ("#player1 an:na\n".to_owned(), &[(1, "colon")]),
            (format!("#player1 {}", &long[..=RECORD_NICK_CHARACTERS]), &[(1, "at most 100 characters")]),
            (format!("{p}#player3 ben B."), &[(3, "two players have the nick \"ben\"")]),
            (format!("{p}#player1 ada"), &[(3, "#player1 is declared on line 1 already")]),
            (format!("{p}#player4 ada"), &[(3, "#player3 is missing")]),
            (
                "#player1 a\n#player4 d\n#player3 c".to_owned(),
                &[(2, "#player2 is missing"), (3, "#player2 is missing")],
            ),
            (format!("{p}#player5 ada\n#player0 ada"), &[(3, "#player1 to #player4"), (4, "#player1 to #player4")]),
            (format!("{p}>anna: - +0 0\n#player3 ada"), &[(4, "before the first event")]),
            (format!("{p}>ada: - +0 0"), &[(3, "no player \"ada\"; declared are \"anna\", \"ben\"")]),
            (format!("{p}>anna - +0 0"), &[(3, "colon")]),
            (format!("{p}>anna: 24"), &[(3, "score and the new total")]),
            (format!("{p}>anna: +24 24"), &[(3, "the move is missing")]),
            (format!("{p}>anna: CAB +24 24"), &[(3, "\"CAB\" has no place")]),
            (format!("{p}>anna: CAB 8P CAB +24 24"), &[(3, "\"8P\" is no place")]),
            (format!("{p}>anna: C-B 8D CAB +24 24"), &[(3, "\"C-B\" is not 1 to 15 letters, with \"?\" for a blank")]),
            (format!("{p}>anna: {} - +24 24", &long[..16]), &[(3, "is not 1 to 15 letters")]),
            (format!("{p}>anna: CAB 8D CÄB +24 24"), &[(3, "\"CÄB\" is not 1 to 15 letters, with \".\"")]),
            (format!("{p}>anna: CAB XYZ 8D CAB +24 24"), &[(3, "\"XYZ\" is out of place")]),
            (format!("{p}>anna: CAB 8D CAB +24 24 AB, ET"), &[(3, "\"AB,\" is no number")]),
            (format!("{p}>anna: CAB 8D CAB +24 1000000001"), &[(3, "within ±1000000")]),
            (format!("{p}>anna: CAB 8D CAB +-24 24"), &[(3, "\"+-24\" is no number")]),
            (format!("{p}>anna: CAB -16 +0 24\n>ben: -0 +0 0"), &[(3, "1 to 15 tiles"), (4, "1 to 15 tiles")]),
            (format!("{p}>anna: () +0 24"), &[(3, "is not 1 to 15 letters")]),
            (format!("{p}#title one\ntwo"), &[(4, "only a #note")]),
            (format!("{p}#note {long}\nmore\n#title\nmore"), &[(3, "at most 500"), (6, "only a #note")]),
            (format!("{p}>ada: CAB\n#note\nfine\n>ben: CAB"), &[(3, "\"ada\""), (6, "new total")]),
        ];
        for (text, expected) in table {
            let bad = Record::read(text).unwrap_err();
            assert_eq!(bad.len(), expected.len(), "{text}: {bad:?}");
            for (bad, (line, part)) in bad.iter().zip(*expected) {
                assert!(bad.line == *line && bad.detail.contains(part), "{text}: {bad}");
                let starts_small = !bad.detail.starts_with(|first: char| first.is_ascii_uppercase());
                assert!(starts_small && !bad.detail.ends_with('.'), "{bad}");
            }
        }
    }

    #[test]
    fn records_are_bounded() {
        let lines = |count: usize| "#player1 anna\n".to_owned() + &"#x\n".repeat(count - 1);
        assert_eq!(read(&lines(RECORD_LINES)).pragmas.len(), RECORD_LINES - 1);
        let bad = Record::read(&lines(RECORD_LINES + 200)).unwrap_err();
        assert_eq!(bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), [RECORD_LINES + 1]);
        let bad = Record::read(&"?\n".repeat(RECORD_LINES)).unwrap_err();
        assert_eq!((bad.len(), bad[1].line), (MAX_BAD_LINES, 1));
        read(&format!("#player1 anna\n#note {}", "é".repeat(RECORD_LINE_CHARACTERS - 6)));
    }

    #[test]
    fn the_longest_event_can_be_read_again() {
        let nick = "ä".repeat(RECORD_NICK_CHARACTERS);
        let tiles = "?".repeat(SIZE);
        let record = read(&format!("#player1 {nick}\n>{nick}:{tiles} ({tiles}) -1000000 -1000000"));
        assert_eq!(read(&record.to_string()).to_string(), record.to_string());
    }

    #[test]
    fn records_made_by_hand_never_panic() {
        let action = Action::Pass;
        let event = Event { line: 0, player: 9, rack: String::new(), action, score: i32::MIN, total: 0, notes: vec![] };
        assert_eq!(Record { events: vec![event], ..Record::default() }.to_string(), ">?: - -2147483648 0\n");
    }

    /// A line that can be read after the players, with white space where it is forgiven.
    fn line() -> impl Strategy<Value = String> {
        let action = prop_oneof![
            "(1[0-5]|[1-9])[A-Oa-o] [A-Za-z.]{1,15}",
            "[A-Oa-o](1[0-5]|[1-9]) [A-Za-z.]{1,15}",
            "-",
            "--",
            "-[A-Za-z?]{1,15}",
            "-0?[1-9]",
            r"\(challenge\)",
            r"\(time\)",
            r"\([A-Z?]{1,15}\)",
        ];
        let points = || "[+-]?[0-9]{1,6}";
        let event = ("anna|ben", "[ \t]{0,2}", "[A-Za-z?]{0,15}", action, points(), points()).prop_map(
            |(nick, space, rack, action, score, total)| {
                format!(">{nick}:{space}{rack} {action} {space}{score} {total}")
            },
        );
        prop_oneof![
            4 => event,
            2 => "#(note|description)[ \t]{1,2}\\PC{0,20}(\r?\n[ a-z?]{0,9}){0,3}",
            1 => "#(title|x-y|rack1|character-encoding|player|) [ -~]{0,20}",
            1 => "[ \t]{0,3}",
        ]
    }

    proptest! {
        #[test]
        fn what_is_read_is_written_so_that_it_reads_the_same(
            before in prop::collection::vec("#(title|character-encoding|lexicon|) [ -~]{0,9}", 0..3),
            name in "[ -~]{0,20}",
            lines in prop::collection::vec(line(), 0..30),
            end in "\r?\n",
        ) {
            let mut text = before;
            text.extend([format!("#player2 ben {name}"), "#player1 anna".to_owned()]);
            text.extend(lines);
            let record = Record::read(&text.join(&end));
            prop_assert!(record.is_ok(), "{:?}", record);
            check_round_trip(&record.unwrap())?;
        }

        #[test]
        fn a_damaged_record_is_refused_or_reads_the_same_again(
            damage in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4, "[\n\r#>:(). +?a-c8-]{0,3}|\\PC{0,2}"), 1..4),
        ) {
            let mut marks: Vec<char> = GAME.chars().collect();
            for (at, taken, put) in damage {
                let start = at.index(marks.len());
                let end = marks.len().min(start + taken);
                marks.splice(start..end, put.chars());
            }
            if let Ok(record) = Record::read(&marks.into_iter().collect::<String>()) {
                check_round_trip(&record)?;
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>(), soup in "(#player1 a|>a:|#note|[#>:a(). +?8\n\r\u{85}\u{feff}-]){0,60}") {
            for text in [text, soup] {
                if let Ok(record) = Record::read(&text) {
                    check_round_trip(&record)?;
                }
            }
        }
    }
}
