//! A brute-force oracle for Wordgame: it judges moves and finds all legal moves.
//!
//! Written from sections 0, 1 and 4 of `data/rulebook.md` only, without knowledge of the engine. It
//! is meant to be obviously right, not fast: it places every word of the lexicon from every square
//! in both directions with every choice of letter or blank, and scores every word by walking the
//! board. Ids such as G5 are points of the rulebook.
//!
//! Malformed input (a board that is not 15 × 15, a move that is not a coordinate and a word) is an
//! error in the test, and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]

mod moves;
mod position;
mod scoring;
#[cfg(test)]
mod tests;

pub(crate) use moves::{Formed, Move, all_moves, judge};
pub(crate) use position::{AllTiles, BlankLetter, CrossBonus, Rules, WordBonus, board};
