//! Parsing and formatting of marks.

use wordcourt::lexicon::{Mark, Marks};

#[test]
fn formatting_marks_inverts_parsing() {
    for text in
        ["", "plural_s", "plural_s,verb_s", "foreign,profane,affix", "affix,from_abbreviation"]
    {
        assert_eq!(text.parse::<Marks>().unwrap().to_string(), text);
    }
    let error = "foreign,".parse::<Marks>().unwrap_err();
    assert!(
        error.to_string().starts_with("unknown mark \"\"; the marks are plural_s,plural,verb_s,")
    );
}

#[test]
fn every_mark_has_a_name() {
    for &mark in Mark::ALL {
        assert_eq!(mark.name().parse(), Ok(mark));
    }
    assert_eq!(Marks::all().iter().collect::<Vec<_>>(), Mark::ALL);
    assert_eq!(Mark::ALL.len(), 14);
}
