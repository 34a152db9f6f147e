//! The known names that are nearest to an unknown one, by their edit distance. The work grows with the
//! length of the unknown name, so callers cut it first.

use strsim::osa_distance;

/// Returns the known names, the nearest to a text first. Equally near names stay in their order.
pub(crate) fn by_distance<'k>(
    text: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Vec<&'k str> {
    let mut found: Vec<&str> = known.into_iter().collect();
    found.sort_by_cached_key(|name| osa_distance(text, name));
    found
}

/// Returns the known name that is nearest to a text; of several, the first.
pub(crate) fn first<'k>(text: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let characters = text.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        // No distance is smaller than the difference of the lengths, which costs much less.
        let least = characters.abs_diff(name.chars().count());
        let is_nearer = |distance| best.is_none_or(|(known, _)| distance < known);
        if is_nearer(least) {
            let distance = osa_distance(text, name);
            if is_nearer(distance) {
                best = Some((distance, name));
            }
        }
    }
    best.map(|(_, name)| name)
}
