//! Parsing and order of words.

use wordcourt::word::{Word, WordError};

use crate::word;

#[test]
fn words_are_upper_case_and_bounded_in_length() {
    assert_eq!(word("Zax").as_str(), "ZAX");
    assert_eq!("".parse::<Word>(), Err(WordError::Empty));
    assert!("A".repeat(45).parse::<Word>().is_ok());
    assert_eq!("A".repeat(46).parse::<Word>(), Err(WordError::TooLong));
}

#[test]
fn the_first_invalid_character_is_reported_with_its_position() {
    let error = "CAFÉS".parse::<Word>().unwrap_err();
    assert_eq!(error, WordError::NotALetter { position: 4, found: 'É' });
    let error = "A\0".parse::<Word>().unwrap_err();
    assert_eq!(error, WordError::NotALetter { position: 2, found: '\0' });
}

#[test]
fn words_sort_alphabetically() {
    let mut words = ["B", "AB", "A", "ABC"].map(word);
    words.sort();
    assert_eq!(words.map(|word| word.to_string()), ["A", "AB", "ABC", "B"]);
}
