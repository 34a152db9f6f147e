//! My Word!: words called from letter cards as they are dealt, a point a card.

mod best;
mod card;
mod challenge;
mod laying;
mod settle;
mod table;

pub use best::Dictionary;
pub use card::{Card, CardError, PlayedCard};
pub use challenge::{CallConsequence, CallConsequenceKind, CallRuling, CardSource, Challenge};
pub use laying::{TooManyWays, lay};
pub use settle::{Collected, PlayerTotal, Standings};
pub use table::{Call, Table};

/// The fewest cards of a word: cards, not letters (RULEBOOK M2).
pub const MIN_CARDS: usize = 3;
/// The cards of the deck (RULEBOOK M1).
pub const DECK_CARDS: usize = 56;
