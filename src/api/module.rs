//! The modules of the npm package, which contain some of the operations.

use super::operation::Operation as _;
use super::wordgame::Replay;
use super::words::ValidateWords;
use super::{OperationId, Problem, ProblemCode};

/// The module being compiled: `judge`, `wordgame-replay`, `whole-games`, `words`, or the slug of a game
/// as in its paths. `None` if the crate has all operations. It is an environment variable, because a `cfg`
/// cannot be compared with a path.
const MODULE: Option<&str> = match option_env!("WORDCOURT_MODULE") {
    Some(module) if cfg!(feature = "wasm") && !module.is_empty() => Some(module),
    _ => None,
};
/// The module of the judge's desk, whose only operation is [`ValidateWords`].
const JUDGE: &str = "judge";
/// The module of game records. Few apps need the code that reads and judges them, which is a seventh of
/// that of the game.
const REPLAY: &str = "wordgame-replay";
/// The module of whole games, which apps that only judge plays don't need.
const WHOLE_GAMES: &str = "whole-games";
/// The ends of the paths of its operations.
const FLOW: [&str; 5] = ["/start", "/apply", "/view", "/replay", "/compare"];

/// Returns true if the module being compiled contains the operation with a path. Each module contains
/// the operations of its game except [`Replay`] and those of whole games, only these, or those of words,
/// and those of lexicons.
pub(super) const fn contains(path: &str) -> bool {
    let Some(module) = MODULE else { return true };
    if is_equal(module, JUDGE) {
        return is_equal(path, ValidateWords::PATH);
    }
    if is_equal(path, Replay::PATH) {
        return is_equal(module, REPLAY);
    }
    let mut at = 0;
    while at < FLOW.len() {
        if let Some(start) = path.len().checked_sub(FLOW[at].len())
            && after(path.split_at(start).1, FLOW[at]).is_some()
        {
            return is_equal(module, WHOLE_GAMES);
        }
        at += 1;
    }
    let Some(path) = after(path, "/v1/") else { return false };
    let in_module = match after(path, module) {
        Some(rest) => rest.is_empty() || after(rest, "/").is_some(),
        None => false,
    };
    in_module || after(path, "lexicons").is_some()
}

const fn is_equal(text: &str, other: &str) -> bool {
    matches!(after(text, other), Some(rest) if rest.is_empty())
}

/// Returns what follows `start` in a text; `None` if the text does not begin with it.
const fn after<'t>(text: &'t str, start: &str) -> Option<&'t str> {
    let Some((head, rest)) = text.split_at_checked(start.len()) else { return None };
    let (head, start) = (head.as_bytes(), start.as_bytes());
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
    let name = operation.name();
    let detail = format!(
        "this module does not have the operation {name}; load wordcourt_core.wasm, which has all"
    );
    Problem::new(ProblemCode::NotFound, detail)
}
