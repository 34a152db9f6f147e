//! The rules of the games. They are independent of HTTP. RULEBOOK ids mark the code that applies
//! them.
//!
//! A game implements [`Game`] and is listed in `variant.rs`; see `docs/adding-a-game.md`.

pub mod flow;
mod game;
mod games;
mod index_origin;
pub mod labels;
pub mod limits;
pub mod my_word;
pub mod play_on_words;
pub mod players;
pub mod puzzle;
mod remark;
pub mod rule_data;
pub mod rulebook;
pub mod ruling;
pub mod score;
mod sense;
mod top_k;
mod variant;
mod verdict;
pub mod violation;
pub mod word_poker;
pub mod word_search;
pub mod wordgame;

pub use game::Game;
pub use games::{ReadImages, SearchIndexes};
pub use index_origin::{BUILD_DEADLINE, IndexOrigin};
pub use remark::{Remark, RemarkCode};
pub use sense::DecidingSense;
pub use variant::Variant;
pub use verdict::{Reason, ReasonCode, Verdict, WordRules};
pub use violation::{At, Refused, Segment, Violation, ViolationCode, Violations, counted};

/// The edition of the rulebook that the games follow. A reading that changes gets a new edition, so
/// that rulings under different readings can be told apart.
pub const RULEBOOK: &str = "3";
