//! Positions, moves and game records: formatting inverts parsing, and the lines of a score add up
//! to its total.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::wordgame::gcg::Record;
use wordcourt::rules::wordgame::replay::Referee;
use wordcourt::rules::wordgame::{Board, Cgp, Play, Rack, Rules, Score, WrittenMove};
use wordcourt::rules::{Refused, Violations};

fuzz_target!(|texts: (&str, &str)| {
    let (position, text) = texts;
    let rules = Rules { bag: None, ..Rules::WORDGAME };
    let position = read(|violations| Cgp::read(position, &rules, violations)).unwrap_or_default();
    let again = read(|violations| Cgp::read(&position.to_string(), &rules, violations));
    assert_eq!(again.as_ref(), Some(&position));
    if let Ok(written) = text.parse() {
        check_move(&written, &position.board, position.racks[0].as_ref(), &rules);
    }
    if let Some(record) = read(|violations| Record::read(text, violations)) {
        check_record(&record, &rules);
    }
});

/// Reads a value, which succeeds if and only if no violation is recorded.
fn read<T>(read: impl FnOnce(&mut Violations) -> Result<T, Refused>) -> Option<T> {
    let mut violations = Violations::default();
    let value = read(&mut violations);
    assert_eq!(value.is_ok(), violations.is_empty());
    value.ok()
}

fn check_move(written: &WrittenMove, board: &Board, rack: Option<&Rack>, rules: &Rules) {
    let place = |written: &WrittenMove, rack: Option<&Rack>| {
        read(|violations| Play::place(written, board, rack, rules, violations))
    };
    let Some(play) = place(written, rack) else { return };
    let score = Score::of(&play, board, rules);
    let last = score.lines(rules).last().map(|line| line.running_total);
    assert_eq!(last, Some(score.total));
    let again = play.to_string().parse().expect("a formatted move can be parsed");
    assert_eq!(place(&again, None), Some(play));
}

fn check_record(record: &Record, rules: &Rules) {
    let text = record.to_string();
    let again = read(|violations| Record::read(&text, violations));
    let again = again.expect("a formatted record can be parsed");
    assert_eq!(again.to_string(), text);
    let lexicon = Lexicon::from_text("AA\n", "").expect("a lexicon of one word is valid");
    let referee = Referee { vocabulary: (&lexicon).into(), rules, index: None };
    let first = referee.replay(record);
    let again = referee.replay(&first.record);
    assert_eq!(again.results, first.results);
}
