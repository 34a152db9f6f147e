//! The dialects of many programs.

use std::borrow::Cow;

use wordcourt::rules::Violations;
use wordcourt::rules::wordgame::gcg::{Action, Event, UNKNOWN_PLAYER, decode};

use super::{check_refused, check_round_trip, event, read};

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
    // Without a rack, 0 points are gained.
    let gained = event("A-B (?) -0 8");
    assert_eq!(gained.action, Action::RackGained { tiles: "?".to_owned() });
    check_round_trip(&read("#player1 anna\n>anna: A-B (?) -0 8\n")).unwrap();
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
    let five = read(">b: -\n>c: -\n>d: -\n>e: -\n>f: -");
    assert_eq!((five.players.len(), five.events[4].player), (4, UNKNOWN_PLAYER));
    assert!(five.events[4].remarks[0].starts_with("there is no player \"f\""));
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
        let text = decode(bytes, &mut violations).map(Cow::into_owned);
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
