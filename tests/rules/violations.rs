//! Recorded violations and their places.

use wordcourt::rules::{Violation, ViolationCode, Violations};

/// Returns the pointers and lines of the violations.
fn places(violations: &Violations) -> Vec<(&str, Option<usize>)> {
    let violations = violations.as_slice().iter();
    violations.map(|violation| (violation.pointer.as_str(), violation.line)).collect()
}

#[test]
fn a_place_has_a_json_pointer_and_a_line() {
    let mut violations = Violations::default();
    {
        let mut records = violations.at("records");
        let mut record = records.at(2);
        record
            .at("a/b~c".to_owned())
            .at_line(7)
            .refuse_form(ViolationCode::InvalidLine, "not a line");
        record.refuse_form(ViolationCode::MissingField, "nothing given");
    }
    assert_eq!(places(&violations), [("/records/2/a~1b~0c", Some(7)), ("/records/2", None)]);
}

#[test]
fn a_place_is_left_when_its_guard_is_dropped() {
    let mut violations = Violations::default();
    let deep = violations.at("players").at(1).refuse(ViolationCode::TooFew, "O1", "no card");
    let line = violations.at_line(4).refuse_form(ViolationCode::InvalidLine, "not a line");
    let whole = violations.refuse_form(ViolationCode::MissingField, "nothing given");
    assert_eq!((deep, line), (whole, whole));
    assert_eq!(places(&violations), [("/players/1", None), ("", Some(4)), ("", None)]);
}

#[test]
fn a_value_is_returned_only_without_violations() {
    assert_eq!(Violations::default().finish(Ok(7)), Ok(7));
    let mut violations = Violations::default();
    let refused = violations.refuse_form(ViolationCode::TooMany, "8 cards");
    assert!(violations.clone().finish(Ok(7)).is_err());
    assert_eq!(violations.finish::<u8>(Err(refused)).unwrap_err().len(), 1);
}

#[test]
fn long_quotations_are_cut_at_a_character_boundary() {
    let mut violations = Violations::default();
    violations.at("é".repeat(2_000)).refuse_form(ViolationCode::TooMany, "é".repeat(2_000));
    let Violation { pointer, detail, .. } = &violations.as_slice()[0];
    assert!(pointer.ends_with("é…") && detail.ends_with("é…"));
    assert!(pointer.len() <= 2_000 + '…'.len_utf8());
}
