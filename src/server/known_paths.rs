//! The paths of the service, for the problem of a path that is unknown.

use crate::api::lexicons::{fst, image, text};
use crate::api::nearest;
use crate::api::{OperationId, batch, keys, mcp};

/// The documents. They show nothing of a lexicon.
pub(super) const DOCUMENTS: [&str; 11] = [
    "/",
    "/.well-known/api-catalog",
    "/.well-known/security.txt",
    "/favicon.ico",
    "/llms.txt",
    "/openapi-3.0.json",
    "/openapi-3.2.json",
    "/openapi.json",
    "/openapi.yaml",
    "/robots.txt",
    "/rulebook.md",
];
/// The pages for people.
const PAGES: [&str; 13] = [
    "/docs/",
    "/docs/guide/",
    "/docs/guide/{chapter}",
    "/judge",
    "/play/",
    "/play/{game}",
    "/play/{game}/position",
    "/problems",
    "/problems/{code}",
    "/puzzle",
    "/rulebook",
    "/words/",
    "/words/{word}",
];
/// The beginning of the paths of operations, which a client may have left out.
const VERSION: &str = "/v1";
/// The part of an unknown path that a problem repeats, in characters. A path with a whole digest is
/// shorter.
const SHOWN: usize = 128;
/// The parts of an unknown path and of each of its segments that are compared, in characters. The time
/// grows with the square of the first, and nobody needs a key to spend it.
const COMPARED: [usize; 2] = [56, 18];

/// Returns the known paths, with parameters in braces.
fn known_paths(has_pages: bool) -> impl Iterator<Item = &'static str> {
    let others = [batch::PATH, fst::PATH, image::PATH, keys::PATH, mcp::PATH, text::PATH];
    let pages = if has_pages { &PAGES[..] } else { &[] };
    let operations = OperationId::ALL.iter().map(|operation| operation.path());
    operations.chain(others).chain(DOCUMENTS).chain(pages.iter().copied())
}

/// Returns the known path that is nearest to an unknown one, with its parameters filled from there.
pub(super) fn nearest_path(unknown: &str, has_pages: bool) -> String {
    let cut = |text: &str, most: usize| -> String { text.chars().take(most).collect() };
    let unknown = cut(unknown, SHOWN);
    let segments: Vec<String> =
        unknown.split('/').map(|segment| cut(segment, COMPARED[1])).collect();
    let short = cut(&segments.join("/"), COMPARED[0]);
    let known: Vec<&str> = known_paths(has_pages).collect();
    let filled: Vec<String> = known.iter().map(|path| fill(path, &short)).collect();
    let nearest = nearest::first(&short, filled.iter().map(String::as_str)).unwrap_or_default();
    let place = filled.iter().position(|path| path == nearest).unwrap_or_default();
    fill(known[place], &unknown)
}

/// Fills the parameters of a path with what another path has in their places.
fn fill(path: &str, other: &str) -> String {
    let shift = usize::from(path.starts_with(VERSION) && !other.starts_with(VERSION));
    let given: Vec<&str> = other.split('/').collect();
    let segments = path.split('/').enumerate().map(|(place, segment)| {
        let given = place.checked_sub(shift).and_then(|place| given.get(place));
        let given = given.filter(|given| !given.is_empty());
        if segment.starts_with('{') { given.copied().unwrap_or(segment) } else { segment }
    });
    segments.collect::<Vec<_>>().join("/")
}
