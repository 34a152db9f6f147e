//! Files of keys and tokens. Each line is an entry, a comment or blank.

/// Returns the entries of a file with their line numbers, counted from 1.
pub(super) fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}
