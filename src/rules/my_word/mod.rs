//! My Word!: words called from letter cards as they are dealt, for one point a card.
//!
//! ```
//! use wordcourt::rules::my_word::{Table, place};
//!
//! let table = Table::new(&["M", "K", "??", "SH"].map(|card| card.parse().unwrap()));
//! let call = place(&"MASK".parse().unwrap(), &table)?.unwrap();
//! assert_eq!((call[1].to_string().as_str(), call.points()), ("??=AS", 3));
//! # Ok::<(), wordcourt::rules::my_word::TooManyWays>(())
//! ```

mod announced_call;
mod best;
mod call;
mod card;
mod challenge;
mod deck;
pub mod flow;
mod game;
mod index;
mod pair_search;
mod placement;
pub mod puzzle;
mod ruleset;
mod settle;
mod table;

pub use announced_call::AnnouncedCall;
pub use call::{Call, MIN_CARDS};
pub use card::{Card, CardError, PlayedCard};
pub use challenge::{CallConsequence, CallConsequenceKind, CardSource, Challenge};
pub use deck::{DECK_CARDS, check_deck, remarks};
pub use game::MyWord;
pub use index::SearchIndex;
pub use pair_search::TooManyWays;
pub use placement::{place, place_within};
pub use ruleset::Rules;
pub use settle::{Collected, PlayerResult, PlayerTotal, Standings};
pub use table::{ShownTable, Table};
