//! Wordcourt is a referee for word games. It judges words, scores plays, finds the best plays,
//! decides challenges, and settles rounds and games.
//!
//! Each module may use only the modules to its left:
//!
//! `word` ← `lexicon` ← `rules` ← `edition` ← `api` ← `registry` ← `config` ← `signing` ← `server` ←
//! `commands`
//!
//! `wasm` also uses `api` and the modules to its left.

pub mod edition;
pub mod interrupt;
pub mod lexicon;
mod parallel;
pub mod rules;
pub mod word;

#[cfg(feature = "api")]
pub mod api;

#[cfg(feature = "server")]
pub mod commands;
#[cfg(feature = "server")]
pub mod config;
#[cfg(feature = "server")]
pub mod registry;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "server")]
pub mod signing;
#[cfg(feature = "wasm")]
pub mod wasm;
