//! Counts with their nouns.

/// Returns a count with its noun, such as `1 letter` or `3 letters`.
///
/// ```
/// use wordcourt::rules::counted;
/// assert_eq!((counted(1, "card"), counted(0, "card")), ("1 card".to_owned(), "0 cards".to_owned()));
/// ```
#[must_use]
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
