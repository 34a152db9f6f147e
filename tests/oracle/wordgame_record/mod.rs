//! An independent referee for game records in GCG.
//!
//! Written from sections 4 and 6 of the rulebook, without knowledge of the service's reader, replay
//! or scoring. It has its own parser, board and bookkeeping, and is meant to be obviously right: it
//! rebuilds the whole game from the surviving moves for every line. It knows the preset `classic`
//! with its switches, the preset `wordgame`, and games of two players.
//!
//! The lexicon is a function that says whether a word is allowed.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]

mod board;
mod referee;
mod text;

pub(crate) use referee::{Challenge, End, Outcome, Over, Rules, judge};
