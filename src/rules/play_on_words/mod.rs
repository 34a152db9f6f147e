//! Play On Words Rummy: new words, play-ons and combinations from letter cards (RULEBOOK P1–P17).
//!
//! A player announces a [`Turn`] with the cards of a [`Hand`] and the words of a [`Table`].
//! [`PlacedTurn`] checks the turn, [`Score`] counts its points, and [`SearchIndex`] finds the best
//! turns. [`challenge`] decides challenges of words, and [`Round`] settles the end of a round. Both
//! rule on [`AnnouncedWord`]s and [`ShownHand`]s, which may not be possible.

mod announced;
mod card;
pub mod challenge;
mod deck;
pub mod flow;
mod game;
mod hand;
mod kept_cards;
mod mugging;
mod placement;
mod play;
pub mod puzzle;
mod round;
mod ruleset;
mod score;
mod search;
mod settle;
mod table;
mod table_reading;
mod turn;
mod word_formation;

pub use announced::{AnnouncedWord, RuledWord, ShownCard, ShownHand};
pub use card::{Card, CardError, Combo, Flip, PlayedCard};
pub use deck::{check_deck, remarks};
pub use game::PlayOnWords;
pub use hand::{HAND_CARDS, Hand, HandError, ParseHandError};
pub use mugging::{MUGGED_LETTER_POINTS, Mugged};
pub use placement::{PlacedPart, PlacedTurn};
pub use play::{ParsePlayError, Play, PlayLength};
pub use round::{MAX_PLAYERS, Mugging, Round, Seat, rounds};
pub use ruleset::{IrregularPlurals, PluralRule, Rules, TableCards, Version};
pub use score::{Bonuses, GOING_OUT_POINTS, INITIAL_HAND_POINTS, Part, PlayKind, Score, Stage};
pub use search::{BestTurns, FoundTurn, Position, SearchIndex};
pub use settle::{PlayerResult, Settled, UNPLAYED_LETTER_POINTS};
pub use table::Table;
pub use turn::{PlayOn, Turn};
pub use word_formation::WordFormation;
