//! Parsing and writing of records in GCG.

use proptest::prelude::*;
use wordcourt::rules::limits::{RECORD_LINE_CHARACTERS, RECORD_LINES, RECORD_NICK_CHARACTERS};
use wordcourt::rules::wordgame::SIZE;
use wordcourt::rules::wordgame::gcg::{Action, Event, MAX_BAD_LINES, Player, Record, decode};
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
fn dialects_of_many_programs_are_recognised() {
    let place = |coordinate: &str, word: &str| Action::Place {
        coordinate: coordinate.parse().unwrap(),
        word: word.to_owned(),
    };
    let exchange = |tiles: &str| Action::Exchange { tiles: tiles.to_owned() };
    let gained = |tiles: &str| Action::RackGained { tiles: tiles.to_owned() };
    let table = [
        // Totals and scores that are left out.
        ("AB? 8D c.B +12", "AB?", place("8D", "c.B"), 12, None),
        ("AB? -", "AB?", Action::Pass, 0, None),
        ("-AB", "", exchange("AB"), 0, None),
        // Words for actions, which racks can spell too.
        ("AB? pass +0 20", "AB?", Action::Pass, 0, Some(20)),
        ("PASS", "", Action::Pass, 0, None),
        ("PASS 8D PASS +20 20", "PASS", place("8D", "PASS"), 20, Some(20)),
        ("PASS pass +0 20", "PASS", Action::Pass, 0, Some(20)),
        ("AB? -0 +0 20", "AB?", Action::Pass, 0, Some(20)),
        ("AB? exch AB +0 20", "AB?", exchange("AB"), 0, Some(20)),
        ("exchange 3 +0 20", "", exchange("3"), 0, Some(20)),
        ("AB? exch +0 20", "AB?", exchange(""), 0, Some(20)),
        ("Exch 3", "", exchange("3"), 0, None),
        ("EXCH exch EX +0 20", "EXCH", exchange("EX"), 0, Some(20)),
        // Blanks and unknown tiles on racks.
        ("AB_ - +0 20", "AB?", Action::Pass, 0, Some(20)),
        ("ABe - +0 20", "AB?", Action::Pass, 0, Some(20)),
        ("abe - +0 20", "ABE", Action::Pass, 0, Some(20)),
        ("Abcde - +0 20", "ABCDE", Action::Pass, 0, Some(20)),
        ("EN_____ - +0 20", "EN", Action::Pass, 0, Some(20)),
        ("(AB_) +8 20", "", gained("AB?"), 8, Some(20)),
        // Tiles on the board in parentheses.
        ("EN 8D (H)EN +6 20", "EN", place("8D", "(H)EN"), 6, Some(20)),
        ("S 8D (HOTEL)S +8 20", "S", place("8D", "(HOTEL)S"), 8, Some(20)),
        ("BD 8D B(A)D +8 20", "BD", place("8D", "B(A)D"), 8, Some(20)),
    ];
    for (text, rack, action, score, total) in table {
        assert_eq!(event(text), (rack.to_owned(), action, score, total), "{text}");
        let read_event = read(&format!("#player1 anna\n>anna: {text}"));
        check_round_trip(&read_event).unwrap();
    }
}

#[test]
fn odd_parts_of_an_event_are_remarks() {
    let event = |text: &str| {
        read(&format!("#player1 anna\n>anna: {text}\nmore\n#note own")).events.remove(0)
    };
    for (text, rack, remarks) in [
        (
            "C-B 8D CAB +24 24",
            "",
            &["the rack is ignored: \"C-B\" is not 1 to 15 letters A to Z, with \"?\" for a blank"]
                [..],
        ),
        ("EN_____ 8D EN +4 4", "EN", &["5 tiles marked \"_\" are not known"]),
        ("AB 8D AB +8 8", "AB", &[]),
    ] {
        let event = event(text);
        assert_eq!(
            (&*event.rack, &*event.remarks),
            (rack, &*remarks.iter().map(|&remark| remark.to_owned()).collect::<Vec<_>>()),
            "{text}"
        );
    }
    let texts = |event: &Event| -> Vec<String> {
        event.notes.iter().map(|note| format!("{} {}", note.name, note.text)).collect()
    };
    let behind = event("AB 8D AB +8 8  AB, BA");
    assert_eq!(texts(&behind), ["note AB, BA", "note more", "note own"]);
    assert_eq!((behind.score, behind.total), (8, Some(8)));
    let without_total = event("AB 8D AB +8 AB, BA");
    assert_eq!((without_total.total, texts(&without_total)[0].as_str()), (None, "note AB, BA"));
}

#[test]
fn players_are_found_in_any_case() {
    let text = "#Player1 anna Anna\n#PLAYER2 Anna Other\n#player3 Úna\n>anna: - +0 0\n\
        >Anna: - +0 0\n>ANNA: - +0 0\n>úNA: - +0 0\n";
    let players: Vec<usize> = read(text).events.iter().map(|event| event.player).collect();
    assert_eq!(players, [0, 1, 0, 2]);
}

#[test]
fn players_without_declarations_are_numbered_in_the_order_of_events() {
    let record = read("#note friends\n>ben: - +0 0\n>anna: - +0 0\n>Ben: - +0 0\n");
    assert_eq!(
        record.to_string(),
        "#player1 ben\n#player2 anna\n#note friends\n>ben: - +0 0\n>anna: - +0 0\n>ben: - +0 0\n"
    );
    check_refused(">ben b: - +0 0", &[(1, "a colon or a space")]);
    check_refused(">b: -\n>c: -\n>d: -\n>e: -\n>f: -", &[(5, "there is no player \"f\"")]);
}

#[test]
fn every_kind_of_line_end_ends_one_line() {
    let lines = ["#player1 anna Anna", "", "#note one", "two", ">anna: - +0 0", ">anna: - +0 0"];
    for end in ["\n", "\r\n", "\r"] {
        let record = read(&(lines.join(end) + end));
        assert_eq!(record.players[0].name, "Anna", "{end:?}");
        assert_eq!(record.pragmas[0].text, "one\ntwo", "{end:?}");
        let numbers: Vec<usize> = record.events.iter().map(|event| event.line).collect();
        assert_eq!(numbers, [5, 6], "{end:?}");
    }
    let mixed = read("#player1 anna\r>anna: - +0 0\r\n\r>anna: - +0 0\n\n\r\n>anna: - +0 0");
    assert_eq!(mixed.events.iter().map(|event| event.line).collect::<Vec<_>>(), [2, 4, 7]);
}

#[test]
fn records_are_decoded() {
    let text = |bytes: &[u8]| {
        let mut violations = Violations::default();
        let text = decode(bytes, &mut violations).map(|text| text.into_owned());
        violations.finish(text).map_err(|violations| violations.as_slice()[0].detail.clone())
    };
    let with = |pragma: &str, name: &[u8]| [pragma.as_bytes(), b"\r#player1 ", name].concat();
    for pragma in [
        "#character-encoding ISO-8859-1",
        "#title x\n#Character-Encoding\tiso8859-1  ",
        "#character-encoding Latin1",
        "",
    ] {
        let text = text(&with(pragma, b"\xDArsula")).unwrap();
        assert!(text.ends_with("Úrsula"), "{pragma}: {text}");
    }
    for pragma in ["#character-encoding UTF-8", "", "\u{feff}", "#character-encoding KOI8-R"] {
        let text = text(&with(pragma, "Úrsula".as_bytes())).unwrap();
        assert!(text.ends_with("Úrsula"), "{pragma}: {text}");
    }
    for pragma in ["#character-encoding UTF-8", "#character-encoding KOI8-R"] {
        let detail = text(&with(pragma, b"\xDArsula")).unwrap_err();
        assert!(detail.starts_with("line 2: the line is not UTF-8"), "{detail}");
    }
    let latin = with("#character-encoding ISO-8859-1", b"\xDArsula");
    let text = decode(&latin, &mut Violations::default()).unwrap();
    let record = read(&text).to_string();
    assert_eq!(record, "#character-encoding UTF-8\n#player1 Úrsula\n");
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
fn bad_player_lines_are_refused() {
    check_refused("", &[(1, "no player is declared")]);
    check_refused("#player1\n", &[(1, "has no nick")]);
    check_refused("#player1 an:na\n", &[(1, "colon")]);
    let long_nick = "x".repeat(RECORD_NICK_CHARACTERS + 1);
    check_refused(&format!("#player1 {long_nick}"), &[(1, "at most 100 characters")]);
    let missing = "#player2 is missing";
    check_refused("#player1 a\n#player4 d\n#player3 c", &[(2, missing), (3, missing)]);

    let after_two = |text: &str, expected: &[(usize, &str)]| {
        check_refused(&format!("#player1 anna\n#player2 ben\n{text}"), expected);
    };
    after_two("#player3 ben B.", &[(3, "two players have the nick \"ben\"")]);
    after_two("#player1 ada", &[(3, "#player1 is already declared on line 1")]);
    after_two("#player4 ada", &[(3, "#player3 is missing")]);
    let numbers = "#player1 to #player4";
    after_two("#player5 ada\n#player0 ada", &[(3, numbers), (4, numbers)]);
    after_two(">anna: - +0 0\n#player3 ada", &[(4, "before the first event")]);
    after_two(
        ">ada: - +0 0",
        &[(3, "no player \"ada\"; the declared players are \"anna\", \"ben\"")],
    );
}

#[test]
fn bad_event_lines_are_refused() {
    let tiles = "is not 1 to 15 letters A to Z";
    let foreign = "has the letter Ä; the lexicons here have only the letters A to Z";
    for (event, detail) in [
        (">anna - +0 0", "colon"),
        (">anna:", "the move is missing"),
        (">anna: 24", "the move is missing"),
        (">anna: +24 24", "\"24\" is not a move"),
        (">anna: CAB +24 24", "\"+24\" is not a move; a move is a coordinate and a word"),
        (">anna: CAB 8P CAB +24 24", "\"8P\" is not a move"),
        (">anna: CAB 8D", "there is no word after \"8D\""),
        (">anna: CAB 8D CAB", "the score is missing"),
        (">anna: CAB 8D CAB more", "\"more\" is not a number"),
        (">anna: - more", "\"more\" is not a number"),
        (">anna: CAB XYZ 8D CAB +24 24", "\"XYZ\" is not a move"),
        (">anna: CAB 8D CÄB +24 24", foreign),
        (">anna: CAB -Ä +0 24", foreign),
        (">anna: (Ä) +2 24", foreign),
        (">anna: CAB 8D C-B +24 24", tiles),
        (">anna: CAB 8D xxxxxxxxxxxxxxxx +24 24", tiles),
        (">anna: CAB 8D () +24 24", tiles),
        (">anna: CAB 8D ((C)AB +24 24", "\"((C)AB\" has an odd parenthesis"),
        (">anna: CAB 8D C)A(B +24 24", "\"C)A(B\" has an odd parenthesis"),
        (">anna: CAB 8D (CAB +24 24", "\"(CAB\" has no closing parenthesis"),
        (">anna: CAB 8D CAB +24 1000000001", "within ±1000000"),
        (">anna: CAB 8D CAB +-24 24", "\"+-24\" is not a number"),
        (">anna: CAB -16 +0 24", "1 to 15 tiles"),
    ] {
        check_refused(&format!("#player1 anna\n{event}"), &[(2, detail)]);
    }
}

#[test]
fn every_bad_line_is_refused() {
    let player = "#player1 anna";
    let long = "x".repeat(RECORD_LINE_CHARACTERS);
    check_refused(
        &format!("{player}\n>anna: - +0 0 {long}\n>anna:"),
        &[(2, "at most 2000 characters"), (3, "the move is missing")],
    );
    check_refused(
        &format!("{player}\n>ada: CAB\n#note\nfine\n>anna: CAB"),
        &[(2, "\"ada\""), (5, "the move is missing")],
    );
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

/// A valid line after the players, with white space where it is accepted.
fn line() -> impl Strategy<Value = String> {
    let action = prop_oneof![
        "(1[0-5]|[1-9])[A-Oa-o] [A-Za-z.]{1,15}",
        "[A-Oa-o](1[0-5]|[1-9]) [A-Za-z.]{1,15}",
        "-",
        "--",
        "-[A-Za-z?]{1,15}",
        "-0?[1-9]",
        "(pass|Exch [A-Za-z?_]{1,9}|exch [1-9])",
        "[A-O](1[0-5]|[1-9]) [A-Z]{0,4}[(][A-Z.]{1,5}[)][a-z]{1,5}",
        r"\(challenge\)",
        r"\(time\)",
        r"\([A-Z?]{1,15}\)",
    ];
    let points = || "[+-]?[0-9]{1,6}";
    let rack = prop_oneof![9 => "[A-Za-z?_]{0,15}", 1 => "\\PC{0,9}"];
    let total = prop_oneof![points(), Just(String::new())];
    let event = ("anna|BEN", "[ \t]{0,2}", rack, action, points(), total, "[ -~]{0,9}").prop_map(
        |(nick, space, rack, action, score, total, text)| {
            let rack = rack.split_whitespace().next().unwrap_or_default();
            let rack = if rack.contains(|c| matches!(c, '-' | '(') || char::is_numeric(c)) {
                ""
            } else {
                rack
            };
            format!(">{nick}:{space}{rack} {action} {space}{score} {total} {text}")
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
    fn records_round_trip_through_text(
        before in prop::collection::vec("#(title|character-encoding|lexicon|) [ -~]{0,9}", 0..3),
        name in "[ -~]{0,20}",
        lines in prop::collection::vec(line(), 0..30),
        end in "\r?\n",
    ) {
        let mut text = before;
        text.extend([format!("#player2 ben {name}"), "#player1 anna".to_owned()]);
        text.extend(lines);
        let record = try_read(&text.join(&end));
        prop_assert!(record.is_ok(), "{:?}", record);
        check_round_trip(&record.unwrap())?;
    }

    #[test]
    fn damaged_records_are_refused_or_round_trip(
        damage in prop::collection::vec(
            (any::<prop::sample::Index>(), 0_usize..4, "[\n\r#>:(). +?a-c8-]{0,3}|\\PC{0,2}"),
            1..4,
        ),
    ) {
        let mut marks: Vec<char> = GAME.chars().collect();
        for (at, taken, put) in damage {
            let start = at.index(marks.len());
            let end = marks.len().min(start + taken);
            marks.splice(start..end, put.chars());
        }
        if let Ok(record) = try_read(&marks.into_iter().collect::<String>()) {
            check_round_trip(&record)?;
        }
    }

    #[test]
    fn parsing_any_text_never_panics(
        any_text in any::<String>(),
        marks in "(#player1 a|>a:|#note|[#>:a(). +?8\n\r\u{85}\u{feff}-]){0,60}",
    ) {
        for text in [any_text, marks] {
            if let Ok(record) = try_read(&text) {
                check_round_trip(&record)?;
            }
        }
    }
}
