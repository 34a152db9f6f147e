//! Parsing and formatting of patterns.

use wordcourt::lexicon::{Pattern, PatternError};
use wordcourt::word::Letter;

fn pattern(text: &str) -> Pattern {
    text.parse().unwrap()
}

#[test]
fn equal_patterns_have_the_same_canonical_form() {
    let not_a = "[^bcdefghijklmnopqrstuvwxyz]";
    let (half, more) = ("[ABCDEFGHIJKLM]", "[ABCDEFGHIJKLMN]");
    for (text, canonical) in [
        ("q**?", "Q*?"),
        ("[a]", "A"),
        ("[eaA]", "[AE]"),
        (not_a, "A"),
        ("*", "*"),
        ("[^sz]", "[^SZ]"),
        (half, half),
        (more, "[^OPQRSTUVWXYZ]"),
    ] {
        assert_eq!(pattern(text).to_string(), canonical);
        assert_eq!(pattern(canonical), pattern(text));
    }
}

#[test]
fn an_error_is_reported_with_its_position() {
    for (text, expected) in [
        ("", PatternError::Empty),
        ("A.", PatternError::Character { position: 2, found: '.' }),
        ("Éa", PatternError::Character { position: 1, found: 'É' }),
        ("A]", PatternError::Character { position: 2, found: ']' }),
        ("A[BC", PatternError::Unclosed { position: 2 }),
        ("A[", PatternError::Unclosed { position: 2 }),
        ("[]", PatternError::NoChoice { position: 1 }),
        ("A[^ABCDEFGHIJKLMNOPQRSTUVWXYZ]", PatternError::NoChoice { position: 2 }),
        ("[A^]", PatternError::Character { position: 3, found: '^' }),
        ("[EA][^B-Z]", PatternError::Character { position: 8, found: '-' }),
        (&"?".repeat(46), PatternError::TooManyPlaces),
        (&"*".repeat(257), PatternError::TooLong),
    ] {
        assert_eq!(text.parse::<Pattern>(), Err(expected), "{text}");
    }
    let _ = pattern(&"?".repeat(45));
    let _ = pattern(&"*".repeat(256));
}

#[test]
fn the_common_properties_of_all_matches_are_derived() {
    let properties = |text: &str| {
        let pattern = pattern(text);
        let prefix: String = pattern.prefix().map(Letter::as_char).collect();
        let required = pattern.required_letters().to_string();
        (prefix, required, pattern.min_len(), pattern.max_len())
    };
    assert_eq!(properties("RE*[ST]Z"), ("RE".into(), "ERZ".into(), 4, 45));
    assert_eq!(properties("Q[U]?Z"), ("QU".into(), "QUZ".into(), 4, 4));
    assert_eq!(properties("*A"), (String::new(), "A".into(), 1, 45));
    assert_eq!(properties("*"), (String::new(), String::new(), 0, 45));
}
