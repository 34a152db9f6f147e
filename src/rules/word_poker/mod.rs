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
pub mod chances;
mod cut;
mod deck;
mod declaration;
pub mod flow;
mod game;
mod hand;
mod holding;
mod index;
mod placement;
mod pot;
pub mod puzzle;
mod ruleset;
mod score_key;
mod scoring;
mod settle;
mod showdown;
pub mod values;
mod verdict;

pub use best::{Best, Found};
pub use card::{Card, CardError, Colour, PlayedCard, ShownCard};
pub use category::ActiveCategory;
pub use challenge::{CategoryChallenge, CategoryRuling, Challenge, DictionaryRuling, LookUp, Seat};
pub use cut::{Cut, CutLine, Deal};
pub use deck::Deck;
pub use declaration::{Declaration, Judgement};
pub use game::{ChooseYourWords, WordForWord};
pub use hand::{Hand, HandTooLarge, Play, PlayLength};
pub use holding::Holding;
pub use index::SearchIndex;
pub use placement::place;
pub use pot::{GameResult, Share};
pub use ruleset::{Remainder, Rules};
pub use scoring::{Flush, Score, letter_multipliers, pair_multiplier};
pub use settle::{DecidedBy, DeclaredWord, Outcome, PlayerScore, Standing};
pub use showdown::{Entry, Showdown};
pub use values::{EXCLAMATION_WORD, LetterValues, WordBonuses};
pub use verdict::verdict;
