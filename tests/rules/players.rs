//! The players at a table.

use wordcourt::rules::players::check_table;
use wordcourt::rules::{ViolationCode, Violations, limits};

#[test]
fn each_violation_points_to_the_name_that_causes_it() {
    let long = "x".repeat(limits::NAME_CHARACTERS + 1);
    let names = ["ann", "", "ann", &long];
    let mut violations = Violations::default();
    let checked = check_table(names.into_iter(), 2, Some("name"), &mut violations.at("players"));
    assert!(checked.is_err());
    let found: Vec<(&str, ViolationCode)> = violations
        .as_slice()
        .iter()
        .map(|violation| (violation.pointer.as_str(), violation.code))
        .collect();
    assert_eq!(
        found,
        [
            ("/players/1/name", ViolationCode::OutOfBounds),
            ("/players/2/name", ViolationCode::DuplicatePlayer),
            ("/players/3/name", ViolationCode::OutOfBounds),
        ]
    );
}

#[test]
fn too_few_or_too_many_players_are_rejected() {
    let count = |players: usize| {
        let names: Vec<String> = (0..players).map(|seat| seat.to_string()).collect();
        let mut violations = Violations::default();
        let checked = check_table(names.iter().map(String::as_str), 2, None, &mut violations);
        assert_eq!(checked.is_ok(), violations.is_empty());
        violations.as_slice().iter().map(|violation| violation.code).collect::<Vec<_>>()
    };
    assert_eq!(count(1), [ViolationCode::TooFew]);
    assert_eq!(count(2), []);
    assert_eq!(count(limits::PLAYERS), []);
    assert_eq!(count(limits::PLAYERS + 1), [ViolationCode::TooMany]);
}
