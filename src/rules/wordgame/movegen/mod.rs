//! Move generation: finds all legal moves of a rack on a board, or the best ones.
//!
//! The board is represented as 30 [`lines`], its rows and columns. Each empty square of a line has
//! the set of letters that form a cross-word there. A line is divided into anchor ranges so that
//! every word is found exactly once. There are two ways to find the words of a range: a walk
//! through the GADDAG ([`gaddag_walk`]) and, for racks with blanks, look-ups in the word map
//! ([`word_map_search`]). If a blank may stand for different letters in its two words, all words
//! are tried ([`open_blanks`]). Racks with more blanks than the word map supports are walked within
//! a limit of steps ([`step_limit`]). Upper bounds on the scores of [`slots`] ([`shadow`])
//! determine where a search looks first and when it stops.

mod blank_choices;
mod cross_sets;
mod gaddag_walk;
mod lazy_word_map;
mod lines;
mod moves;
mod open_blanks;
mod position;
mod search;
mod search_index;
mod shadow;
mod sinks;
mod slot_context;
mod slots;
mod step_limit;
mod subracks;
mod walk_path;
mod word_map_search;

pub use moves::Move;
pub use search::{Search, SearchMethod};
pub use search_index::SearchIndex;
pub use sinks::{BestMoves, MoveSummary};
