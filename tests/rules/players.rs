//! The players at a table.

use wordcourt::rules::labels;
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

/// An `é` is one character or two, and nobody sees which.
#[test]
fn names_that_differ_only_in_their_normal_form_are_the_same() {
    let refused = |names: [&str; 3]| {
        let mut violations = Violations::default();
        let _checked = check_table(names.into_iter(), 2, Some("name"), &mut violations);
        let found = violations.as_slice().iter();
        found.map(|one| (one.pointer.clone(), one.code, one.detail.clone())).collect::<Vec<_>>()
    };
    let twins =
        [("Zo\u{eb}", "Zoe\u{308}"), ("\u{ac00}", "\u{1100}\u{1161}"), ("\u{212b}sa", "\u{c5}sa")];
    for (one, other) in twins {
        let detail = "seat 0 already has that name in other characters, which look the same; give another one";
        for names in [[one, "ann", other], [other, "ann", one]] {
            let expected =
                ("/2/name".to_owned(), ViolationCode::DuplicatePlayer, detail.to_owned());
            assert_eq!(refused(names), [expected]);
        }
    }
    assert_eq!(refused(["Zo\u{eb}", "Zoe", "zo\u{eb}"]), [], "case and accents are seen");
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

/// Control characters, white space, and characters that are not seen or change the order of others.
const HIDDEN: &str = "\0\t\n\r\u{1b}\u{7f}\u{85}\u{9b}\u{a0}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{1680}\
    \u{17b4}\u{180b}\u{180e}\u{2000}\u{2009}\u{200a}\u{200b}\u{200c}\u{200d}\u{200e}\
    \u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{202f}\u{205f}\
    \u{2060}\u{2061}\u{2064}\u{2066}\u{2067}\u{2068}\u{2069}\u{206a}\u{206f}\u{2800}\
    \u{3000}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff9}\u{fffc}\u{ffff}\u{1bca0}\
    \u{1d173}\u{e0001}\u{e0041}\u{e007f}\u{e0100}\u{e01ef}";

#[test]
fn names_that_look_like_others_or_like_marks_are_refused() {
    let is_name = |name: &str| {
        let mut violations = Violations::default();
        let checked = check_table([name, "bob"].into_iter(), 2, None, &mut violations);
        assert_eq!(checked.is_ok(), violations.is_empty());
        assert!(violations.as_slice().iter().all(|violation| {
            violation.pointer == "/0" && violation.code == ViolationCode::InvalidLabel
        }));
        checked.is_ok()
    };
    for name in [
        "ann",
        "Zoë",
        "O'Neil-Ñandú",
        "Ann Lee 3",
        "李雷",
        "أحمد",
        "José",
        "Łukasz",
        "ann@club",
        "🦊",
        "👍🏽",
        "----",
        "-----",
        "BEGIN",
        "<b>&\"-----END",
        "Αλέξης",
    ] {
        assert!(is_name(name), "{name}");
    }
    for hidden in HIDDEN.chars() {
        for name in [format!("ann{hidden}"), format!("{hidden}ann"), format!("a{hidden}nn")] {
            assert!(!is_name(&name), "{}", name.escape_unicode());
        }
        let visible = labels::visible(&format!("a{hidden}nn")).into_owned();
        assert!(!visible.contains(labels::is_hidden), "{visible}");
    }
    for name in [
        " ",
        " ann",
        "ann ",
        "ann  lee",
        "-----BEGIN WORDCOURT RECORD-----",
        "-----END WORDCOURT RECORD-----",
        "x-----End Wordcourt Record-----",
        "------END X",
    ] {
        assert!(!is_name(name), "{name}");
    }
}
