//! The word search, which finds words of a lexicon by pattern, letters, length, marks, category and
//! game.
//!
//! A search scans the lexicon once and applies the cheapest tests first. Every test takes a bounded
//! number of steps per letter. Whatever the filters, a search takes at most a small constant number
//! of steps per letter of the lexicon.

mod anagrams;
mod filter;
mod letters;
mod order;
mod query;
mod span;

pub use letters::{BadLetters, Letters};
pub use order::{Order, Ranking};
pub use query::WordSearch;
pub use span::{BadSpan, Span};
