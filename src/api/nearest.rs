//! The known names that are nearest to an unknown one.

/// The part of a name that is compared, in characters. The work is bounded for any input.
const COMPARED: usize = 64;

/// Returns the known names by their edit distance to a text, the nearest first. Equally near names
/// stay in their order.
pub(crate) fn by_distance<'k>(
    text: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Vec<(usize, &'k str)> {
    let text: String = text.chars().take(COMPARED).collect();
    let distance = |name: &'k str| (strsim::osa_distance(&text, name), name);
    let mut found: Vec<(usize, &str)> = known.into_iter().map(distance).collect();
    found.sort_by_key(|(distance, _)| *distance);
    found
}
