//! The modules of the npm package, which contain some of the operations.

use super::operation::Operation as _;
use super::words::ValidateWords;
use super::{OperationId, Problem, ProblemCode};

/// The module that is compiled: `judge`, or a game by its part of the paths. `None` if the crate has
/// all operations. An environment variable can select a module by its name; a `cfg` cannot be
/// compared with a path.
const MODULE: Option<&str> = match option_env!("WORDCOURT_MODULE") {
    Some(module) if cfg!(feature = "wasm") && !module.is_empty() => Some(module),
    _ => None,
};
/// The module of the judge's desk, whose only operation is that which judges words.
const JUDGE: &[u8] = b"judge";

/// Returns true if the module that is compiled contains the operation with a path. That of a game
/// contains the operations of the game, of words and of lexicons.
pub(super) const fn contains(path: &str) -> bool {
    let path = path.as_bytes();
    let Some(module) = MODULE else { return true };
    if after(module.as_bytes(), JUDGE).is_some() {
        return after(path, ValidateWords::PATH.as_bytes()).is_some();
    }
    let Some(path) = after(path, b"/v1/") else { return false };
    let in_game = match after(path, module.as_bytes()) {
        Some(rest) => after(rest, b"/").is_some(),
        None => false,
    };
    in_game || after(path, b"words").is_some() || after(path, b"lexicons").is_some()
}

/// Returns the rest of a text that begins with another one.
const fn after<'t>(text: &'t [u8], start: &[u8]) -> Option<&'t [u8]> {
    let Some((head, rest)) = text.split_at_checked(start.len()) else { return None };
    let mut at = 0;
    while at < start.len() {
        if head[at] != start[at] {
            return None;
        }
        at += 1;
    }
    Some(rest)
}

/// Returns the problem of a request for an operation that the module lacks.
pub(super) fn lacks(operation: OperationId) -> Problem {
    let detail = format!("this module does not have the operation {}", operation.name());
    Problem::new(ProblemCode::NotFound, detail)
}
