//! A brute-force oracle for Play On Words Rummy (with its Full Deck and Casual versions).
//!
//! Written from sections 0, 1 and 3 of `data/rulebook.md` and from the sheet only, without
//! knowledge of the engine. It is meant to be obviously right, not fast: it tries every set of hand
//! cards with every set of table words, and every word of that length with every arrangement of
//! these cards. Ids such as P7 are points of the rulebook.
//!
//! Where the rulebook is silent, the oracle assumes:
//! - A turn has points even if its words are not allowed; `valid` is true if they are.
//! - A combination with one point per letter is scored by P5, like any other play-on.
//! - If table cards may change (P15) and could be any of several cards of the play, they are those
//!   that are best for the player: P6 before P7 before P5.
//! - In Full Deck nobody goes out (P16), nor on a last play (P11), so `went_out` is false even if no
//!   card is left.
//! - Casual has 0 points and 0 points per letter, but still names the rule by which a word was
//!   formed.
//! - Of equal cards in the hand, the first ones are played.
//!
//! Malformed input (a text that is not a card, a play with an unannounced wild, a hand of more than
//! eight cards) is an error in the test, and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "rules are passed like everything else")]

mod card;
mod judging;
mod scoring;
mod search;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use scoring::score;
pub(crate) use search::{best_total, legal_words};
pub(crate) use types::{
    Entry, Kind, Part, PlayOn, PluralRule, Rules, Scored, Stage, Turn, Version, Words,
};
