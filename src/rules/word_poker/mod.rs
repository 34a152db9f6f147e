//! Choose Your Words and Word For Word: poker with coloured letter cards.
//!
//! The two games differ only in where the cards come from (RULEBOOK O1), so this module implements
//! both.
//!
//! ```
//! use wordcourt::rules::word_poker::{Hand, LetterValues, place};
//!
//! let cards = ["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"].map(|card| card.parse().unwrap());
//! let hand = Hand::new(&cards)?;
//! let (play, score) = place(&"BIGGER".parse().unwrap(), &hand, &LetterValues::default(), false).unwrap();
//! assert_eq!((play[3].to_string().as_str(), score.total), ("*=Gb", 60));
//! # Ok::<(), wordcourt::rules::word_poker::HandTooLarge>(())
//! ```

mod best;
mod card;
mod category;
mod challenge;
mod cut;
mod game;
mod hand;
mod index;
mod placement;
mod rule_data;
mod ruleset;
mod score_key;
mod scoring;
mod settle;
pub mod values;
mod verdict;

pub use best::{Best, Found};
pub use card::{Card, CardError, Colour, PlayedCard};
pub use category::ActiveCategory;
pub use challenge::{CategoryChallenge, CategoryRuling, Challenge, DictionaryRuling, LookUp, Seat};
pub use cut::{Cut, Deal};
pub use game::{ChooseYourWords, WordForWord};
pub use hand::{Hand, HandTooLarge, Play, PlayLength};
pub use index::SearchIndex;
pub use placement::place;
pub use ruleset::{Remainder, Rules};
pub use scoring::{Flush, Score, letter_multipliers, pair_multiplier};
pub use settle::{
    DecidedBy, Entry, GameResult, Holding, Outcome, PlayerScore, Share, Showdown, Standing,
};
pub use values::{EXCLAMATION_WORD, LetterValues, WordBonuses};
pub use verdict::verdict;
