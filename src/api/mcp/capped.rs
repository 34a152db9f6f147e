//! Long answers, which would fill the context of a model: shorter pages, and lists without their
//! last items.

use std::fmt::Write as _;

use bytes::Bytes;
use serde_json::{Map, Value};

use crate::api::{Answer, OperationId, Problem};

/// The maximum size of the answer of a tool, in bytes. JSON of this size has less than 25,000 tokens,
/// which common clients accept.
pub const MAX_BYTES: usize = 75_000;
/// The part of [`MAX_BYTES`] for the note about what is left out, in bytes.
const NOTE_BYTES: usize = 1_000;
/// The maximum size of the breaches of a problem, in bytes. The texts of their rules may follow.
const MAX_BREACH_BYTES: usize = 15_000;

/// The member with the note.
const NOTE: &str = "capped";
/// The member of requests with the length of a page.
const LIMIT: &str = "limit";
/// The member of answers that goes on with the next actions of a game.
const STATE: &str = "state";

/// Returns true if an answer is too long for a model.
#[must_use]
pub fn is_long(answer: &Answer) -> bool {
    answer.body.len() > MAX_BYTES
}

/// Returns the request for a page that is short enough, if the answer is a page that is too long.
/// Its `next` leads to the rest.
#[must_use]
pub fn shorter_page(operation: OperationId, request: &[u8], answer: &Answer) -> Option<Bytes> {
    let mut request: Map<String, Value> = serde_json::from_slice(request).ok()?;
    let list = match operation {
        OperationId::SearchWords => "words",
        OperationId::BestWordgame if request.get("all")? == true => "moves",
        _ => return None,
    };
    let page: Value = serde_json::from_slice(&answer.body).ok()?;
    let items = page[list].as_array()?.len();
    // The items of the shorter page may be a little longer than the average.
    let limit = items * (MAX_BYTES - NOTE_BYTES) * 9 / 10 / answer.body.len();
    request.insert(LIMIT.to_owned(), limit.max(1).into());
    serde_json::to_vec(&request).ok().map(Bytes::from)
}

/// Returns a page that is shorter than the request asked for, with a note that says so.
#[must_use]
pub fn noted_page(answer: &Answer) -> Answer {
    let note = "the page would be too long for a model, so it is shorter than the request asks \
        for; pass next as cursor to go on";
    match serde_json::from_slice(&answer.body) {
        Ok(members) => noted(note.to_owned(), members),
        Err(_) => answer.clone(),
    }
}

/// Returns an answer that is short enough, with a note that says what is left out: the last items of
/// the longest lists, and what else is long. The state of a game stays whole.
#[must_use]
pub fn capped(answer: &Answer) -> Answer {
    let Ok(mut members) = serde_json::from_slice::<Map<String, Value>>(&answer.body) else {
        return answer.clone();
    };
    let mut too_many = (answer.body.len() + NOTE_BYTES).saturating_sub(MAX_BYTES);
    let mut sizes: Vec<(usize, String)> = members
        .iter()
        .filter(|(name, _)| *name != STATE)
        .map(|(name, member)| (size(member), name.clone()))
        .collect();
    sizes.sort_by(|(one, _), (other, _)| other.cmp(one));
    let mut left_out = Vec::new();
    for (bytes, name) in sizes {
        if too_many == 0 {
            break;
        }
        let mut freed = bytes;
        if let Some(Value::Array(items)) = members.get_mut(&name) {
            let all = items.len();
            freed -= shorten(items, bytes.saturating_sub(too_many));
            left_out.push(format!("{name} has the first {} of {all} items", items.len()));
        } else {
            members.shift_remove(&name);
            left_out.push(format!("{name} is left out"));
        }
        too_many = too_many.saturating_sub(freed);
    }
    let left_out = left_out.join("; ");
    noted(format!("the answer would be too long for a model: {left_out}; ask for less"), members)
}

/// Returns a problem that is short enough, without the last of its breaches if they quote much.
#[must_use]
pub fn capped_problem(mut problem: Problem) -> Problem {
    let mut bytes = 0;
    let kept = problem.breaches.iter().take_while(|breach| {
        bytes += breach.pointer.len() + breach.detail.len();
        bytes <= MAX_BREACH_BYTES
    });
    let (kept, all) = (kept.count(), problem.breaches.len());
    if kept < all {
        problem.breaches.truncate(kept);
        let _ = write!(problem.detail, "; only the first {kept} are listed for a model");
    }
    problem
}

/// Keeps the first items of a list, which take at most as many bytes, and returns their size.
fn shorten(items: &mut Vec<Value>, most: usize) -> usize {
    // The brackets, and a comma after each item.
    let mut bytes = 2;
    let mut kept = 0;
    for item in &*items {
        let longer = bytes + size(item) + 1;
        if longer > most {
            break;
        }
        (bytes, kept) = (longer, kept + 1);
    }
    items.truncate(kept);
    bytes
}

/// Returns the size of a value as JSON, in bytes.
fn size(value: &Value) -> usize {
    value.to_string().len()
}

/// Returns an answer that begins with a note.
fn noted(note: String, members: Map<String, Value>) -> Answer {
    let noted: Map<String, Value> =
        [(NOTE.to_owned(), note.into())].into_iter().chain(members).collect();
    Answer::from(Bytes::from(Value::from(noted).to_string()))
}
