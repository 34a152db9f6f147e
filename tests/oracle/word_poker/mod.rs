//! A brute-force oracle for Choose Your Words and Word For Word.
//!
//! Written from sections 0–2 of `data/rulebook.md` only, without knowledge of the engine. It is
//! meant to be obviously right, not fast: it tries every placement of a word and every pairing of
//! equal letters. Ids such as O5 are points of the rulebook; "rule 13" is a rule of the sheet.
//!
//! Malformed input (a text that is not a card, a play that is not a word of 2–7 letters, a hand of
//! more than seven cards) is an error in the test, and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]

mod best;
pub(crate) mod pot;
mod scoring;
#[cfg(test)]
mod tests;

pub(crate) use best::{BestPlay, best, placements};
pub(crate) use scoring::{DEFAULT_VALUES, score};
