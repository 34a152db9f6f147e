//! Play On Words Rummy: new words, play-ons and combinations from letter cards (RULEBOOK P1–P17).

mod best;
mod card;
pub mod challenge;
mod cover;
mod finding;
mod hand;
mod made;
mod packing;
mod ruleset;
mod scoring;
mod settle;
mod turn;

pub use best::{Best, Dictionary, Found};
pub use card::{Card, CardError, Combo, Flip, PlayedCard};
pub use hand::{HAND_CARDS, Hand, HandError, Play, PlayLength, Table};
pub use made::Position;
pub use ruleset::{Plural, Rules, TableCards, Version};
pub use scoring::{Bonuses, GOING_OUT, INITIAL_HAND, Kind, Manner, Part, Score, Stage};
pub use settle::{Final, MOST_PLAYERS, MUGGED, Mugged, Mugging, Round, Seat, Settled, Step, UNPLAYED, rounds};
pub use turn::{Laid, LaidPart, PlayOn, Turn};
