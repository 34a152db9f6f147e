//! Random and damaged records.

use proptest::prelude::*;

use super::{GAME, check_round_trip, try_read};

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
