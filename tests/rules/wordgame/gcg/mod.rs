//! Parsing and writing of records in GCG.

mod dialects;
mod properties;
mod refusals;

use proptest::prelude::*;
use wordcourt::rules::limits::{RECORD_LINE_CHARACTERS, RECORD_LINES, RECORD_NICK_CHARACTERS};
use wordcourt::rules::wordgame::SIZE;
use wordcourt::rules::wordgame::gcg::{Action, Event, MAX_BAD_LINES, Player, Record};
use wordcourt::rules::{Violation, ViolationCode, Violations};

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

/// Parses a record; returns the bad lines with their numbers.
fn try_read(text: &str) -> Result<Record, Vec<(usize, String)>> {
    let mut violations = Violations::default();
    let record = Record::read(text, &mut violations);
    violations.finish(record).map_err(|violations| {
        let bad_line = |violation: &Violation| {
            assert_eq!(violation.code, ViolationCode::InvalidRecord);
            let line = violation.line.unwrap();
            let detail = violation.detail.strip_prefix(&format!("line {line}: ")).unwrap();
            (line, detail.to_owned())
        };
        violations.as_slice().iter().map(bad_line).collect()
    })
}

fn read(text: &str) -> Record {
    try_read(text).unwrap_or_else(|bad_lines| panic!("{bad_lines:?}\n{text}"))
}

fn without_lines(mut record: Record) -> Record {
    let notes = record.events.iter_mut().flat_map(|event| {
        event.line = 0;
        event.remarks.clear();
        &mut event.notes
    });
    for pragma in record.pragmas.iter_mut().chain(notes) {
        pragma.line = 0;
    }
    record
}

fn check_round_trip(record: &Record) -> Result<(), TestCaseError> {
    let written = record.to_string();
    let again = try_read(&written);
    prop_assert!(again.is_ok(), "{:?}\n{}", again, written);
    let again = again.unwrap();
    prop_assert_eq!(again.to_string(), written);
    prop_assert_eq!(without_lines(again), without_lines(record.clone()));
    Ok(())
}

/// Parses `>anna: …`; returns the rack, the action, the score and the total.
fn event(text: &str) -> (String, Action, i32, Option<i32>) {
    let Event { rack, action, score, total, .. } =
        read(&format!("#player1 anna\n>anna: {text}")).events.remove(0);
    (rack, action, score, total)
}

#[test]
fn a_canonical_record_round_trips_byte_for_byte() {
    let record = read(GAME);
    assert_eq!(record.to_string(), GAME);
    assert_eq!(
        record.players[1],
        Player { nick: "ben".to_owned(), name: "Ben van der Berg".to_owned() }
    );
    assert_eq!(
        record.pragma("description").unwrap().text,
        "Anna and Ben play the first game\nof the new season."
    );
    assert_eq!(record.pragma("rack2").unwrap().line, 26);
    assert_eq!(record.pragma("rack1"), None);
    assert_eq!(
        (record.events[2].line, record.events[2].notes.len(), record.events[2].player),
        (13, 2, 0)
    );
}

#[test]
fn every_kind_of_event_is_recognised() {
    let tiles = || "AB?".to_owned();
    let place = |coordinate: &str, word: &str| Action::Place {
        coordinate: coordinate.parse().unwrap(),
        word: word.to_owned(),
    };
    let table = [
        ("AB? 8D c.B +12 20", "AB?", place("8D", "c.B"), 12, 20),
        ("8d CAB 12 +20", "", place("8D", "CAB"), 12, 20),
        ("d8 CAB 0 -20", "", place("D8", "CAB"), 0, -20),
        ("ab? - +0 20", "AB?", Action::Pass, 0, 20),
        ("- -0 20", "", Action::Pass, 0, 20),
        ("AB? -ab? +0 20", "AB?", Action::Exchange { tiles: tiles() }, 0, 20),
        ("-3 +0 20", "", Action::Exchange { tiles: "3".to_owned() }, 0, 20),
        ("AB? -- -24 20", "AB?", Action::Withdrawn, -24, 20),
        ("(challenge) +5 20", "", Action::FailedChallenge, 5, 20),
        ("AB? (Challenge) -5 20", "AB?", Action::FailedChallenge, -5, 20),
        ("AB? (time) -10 20", "AB?", Action::TimePenalty, -10, 20),
        ("(AB?) +8 20", "", Action::RackGained { tiles: tiles() }, 8, 20),
        ("AB? (AB?) -4 20", "AB?", Action::RackLost { tiles: tiles() }, -4, 20),
        ("(AB?) -4 20", "", Action::RackLost { tiles: tiles() }, -4, 20),
        ("?? (??) -0 20", "??", Action::RackLost { tiles: "??".to_owned() }, 0, 20),
        ("(??) +0 20", "", Action::RackGained { tiles: "??".to_owned() }, 0, 20),
        ("AB? (Time) -10 20", "AB?", Action::TimePenalty, -10, 20),
        ("() +0 20", "", Action::RackGained { tiles: String::new() }, 0, 20),
        ("(TIME) +12 20", "", Action::RackGained { tiles: "TIME".to_owned() }, 12, 20),
    ];
    for (text, rack, action, score, total) in table {
        assert_eq!(event(text), (rack.to_owned(), action, score, Some(total)), "{text}");
    }
}

#[test]
fn records_in_free_form_are_written_in_canonical_form() {
    let messy = "\u{feff}\r\n#title  T \r\n#player2 ben\r\n#player1   anna\tAnna  A. \r\n \r\n\
        > anna :ab 8d   CAB  7 007\r\n#note\r\n\
        \r\n  one\r\n\r\n two #2\r\n#\r\n# free  text\r\n  >ben:-03 -0 0\r\n>ben: (a) 0 0\r\n\
        ; a line\r\nof text";
    let neat = "#player1 anna Anna  A.\n#player2 ben\n#title T\n>anna: AB 8D CAB +7 7\n\
        #note\none\ntwo #2\n#\n# free  text\n\
        >ben: -3 +0 0\n>ben: (A) +0 0\n#note ; a line\nof text\n";
    assert_eq!(read(messy).to_string(), neat);
    assert_eq!(read(neat).to_string(), neat);
}

/// Checks that a text is refused for these lines, each with a part of its detail.
fn check_refused(text: &str, expected: &[(usize, &str)]) {
    let bad_lines = try_read(text).unwrap_err();
    assert_eq!(bad_lines.len(), expected.len(), "{text}: {bad_lines:?}");
    for ((line, detail), (expected_line, part)) in bad_lines.iter().zip(expected) {
        assert!(line == expected_line && detail.contains(part), "{text}: {line}: {detail}");
        let starts_small = !detail.starts_with(|first: char| first.is_ascii_uppercase());
        assert!(starts_small && !detail.ends_with('.'), "{detail}");
    }
}

#[test]
fn the_number_and_length_of_lines_are_limited() {
    let lines = |count: usize| "#player1 anna\n".to_owned() + &"#x\n".repeat(count - 1);
    assert_eq!(read(&lines(RECORD_LINES)).pragmas.len(), RECORD_LINES - 1);
    let bad_lines = try_read(&lines(RECORD_LINES + 200)).unwrap_err();
    assert_eq!(bad_lines.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [RECORD_LINES + 1]);
    let bad_lines = try_read(&">\n".repeat(RECORD_LINES)).unwrap_err();
    assert_eq!((bad_lines.len(), bad_lines[1].0), (MAX_BAD_LINES, 2));
    let long = "é".repeat(10 * RECORD_LINE_CHARACTERS);
    assert_eq!(
        read(&format!("#player1 anna\n#note {long}\n{long}")).pragmas[0].text.len(),
        40 * RECORD_LINE_CHARACTERS + 1
    );
    read(&format!("#player1 anna\n>{:<1$}", "anna: - +0 0", RECORD_LINE_CHARACTERS));
}

#[test]
fn the_longest_event_can_be_parsed_again() {
    let nick = "ä".repeat(RECORD_NICK_CHARACTERS);
    let tiles = "?".repeat(SIZE);
    let record = read(&format!("#player1 {nick}\n>{nick}:{tiles} ({tiles}) -1000000 -1000000"));
    assert_eq!(read(&record.to_string()).to_string(), record.to_string());
}

#[test]
fn writing_a_record_made_in_code_never_panics() {
    let action = Action::Pass;
    let event = Event {
        line: 0,
        player: 9,
        rack: String::new(),
        action,
        score: i32::MIN,
        total: Some(0),
        remarks: vec![],
        notes: vec![],
    };
    assert_eq!(
        Record { events: vec![event], ..Record::default() }.to_string(),
        ">?: - -2147483648 0\n"
    );
}
