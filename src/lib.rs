//! Wordcourt is the referee that word games plug in: it says whether a word counts, what a play is worth and why, what the
//! best play was, and who pays when a word is challenged.
//!
//! The house, each room using only what stands to its left:
//!
//! `word` ← `lexicon` ← `rules` ← `court` ← `http`
//!
//! - [`word`]: letters and words, parsed and bounded.
//! - [`lexicon`]: what a dictionary is: marks, look-up, search indexes, the text format.
//! - [`rules`]: the games; pure functions of their input and a lexicon.
//! - `court`: the lexicons in force, their answer caches, permits for searches.
//! - `http`: routes, wire types, problems, the `OpenAPI` document, metrics.
//!
//! The last two (with `config`, `listen` and `telemetry`) come with the default feature `http`; without it the crate is the pure core.

pub mod lexicon;
pub mod rules;
pub mod word;

#[cfg(feature = "http")]
pub mod commands;
#[cfg(feature = "http")]
pub mod config;
#[cfg(feature = "http")]
pub mod court;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "http")]
pub mod listen;
#[cfg(feature = "http")]
pub mod memory;
#[cfg(feature = "http")]
pub mod serve;
#[cfg(feature = "http")]
pub mod telemetry;
