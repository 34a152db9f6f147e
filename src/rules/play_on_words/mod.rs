//! Play On Words Rummy: new words, play-ons and combinations from letter cards (RULEBOOK P1–P17).
//!
//! A player announces a [`Turn`] with the cards of a [`Hand`] and the words of a [`Table`].
//! [`PlacedTurn`] checks the turn, [`Score`] counts its points, and [`SearchIndex`] finds the best
//! turns. [`challenge`] decides challenges of words, and [`Round`] settles the end of a round.

mod card;
pub mod challenge;
mod game;
mod hand;
mod placement;
mod play;
pub(in crate::rules) mod rule_data;
mod ruleset;
mod score;
mod search;
mod settle;
mod table;
mod table_reading;
mod turn;
mod word_formation;

pub use card::{Card, CardError, Combo, Flip, PlayedCard};
pub use game::PlayOnWords;
pub use hand::{HAND_CARDS, Hand, HandError, ParseHandError};
pub use placement::{PlacedPart, PlacedTurn};
pub use play::{ParsePlayError, Play, PlayLength};
pub use ruleset::{PluralRule, Rules, TableCards, Version};
pub use score::{Bonuses, GOING_OUT_POINTS, INITIAL_HAND_POINTS, Part, PlayKind, Score, Stage};
pub use search::{BestTurns, FoundTurn, Position, SearchIndex};
pub use settle::{
    Final, MAX_PLAYERS, MUGGED_LETTER_POINTS, Mugged, Mugging, Round, Seat, Settled, Step,
    UNPLAYED_LETTER_POINTS, rounds,
};
pub use table::Table;
pub use turn::{PlayOn, Turn};
pub use word_formation::WordFormation;
