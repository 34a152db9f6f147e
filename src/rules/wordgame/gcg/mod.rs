//! Game records in GCG, a text format that word-game programs exchange.
//!
//! This module parses and writes records. It does not check moves or scores. The format is
//! described at <https://www.poslfit.com/scrabble/gcg/>; the dialects of many programs are read
//! too.

mod event;
mod reader;
mod record;
mod text;

pub(super) use event::MAX_TILES;
pub use reader::MAX_BAD_LINES;
pub(super) use record::written_points;
pub use record::{Action, Event, Player, Pragma, Record, UNKNOWN_PLAYER};
pub use text::decode;
