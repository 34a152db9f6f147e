//! Wordgame: tiles on a board of 15×15 squares (RULEBOOK G1–G11).

mod board;
mod cgp;
pub mod challenge;
mod course;
mod ending;
pub mod gcg;
mod lanes;
mod play;
mod rack;
pub mod replay;
mod ruleset;
mod scoring;
mod search;
mod slots;
mod spelling;
mod square;
mod walk;

pub use board::{Board, Tile};
pub use cgp::Cgp;
pub use course::End;
pub use ending::{Final, PASSES_TO_END, Passes, Standing, TurnKind, is_out_of_tiles, settle};
pub use play::{NotAMove, Placed, Play, Written};
pub use rack::{BLANK, Bag, Rack};
pub use ruleset::{AllTiles, Premium, Premiums, Rules, WORDGAME_ROWS, WordBonus};
pub use scoring::{CountedBonus, Formed, Score};
pub use search::{Move, Search, Survey};
pub use square::{Direction, NotAPlace, Place, SIZE, Square};

use crate::lexicon::{Gaddag, Lexicon, WordMap};
use crate::rules::Variant;
use crate::word::Word;

/// The words of a lexicon that the board game allows, made ready for searches.
#[derive(Debug)]
pub struct Dictionary {
    pub(self) graph: Gaddag,
    pub(self) map: WordMap,
}

impl Dictionary {
    /// Builds the word graph and the word map of the allowed words.
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let words: Vec<Word> = lexicon
            .ordinals()
            .filter_map(|ordinal| lexicon.word(ordinal).parse().ok())
            .filter(|word| Variant::Wordgame.verdict(lexicon, word).is_allowed())
            .collect();
        Self::of(&words)
    }

    /// Builds both of words that are all allowed.
    fn of(words: &[Word]) -> Self {
        const MANY: usize = 10_000;
        if words.len() < MANY {
            return Self { graph: Gaddag::build(words), map: WordMap::build(words) };
        }
        std::thread::scope(|scope| {
            let map = scope.spawn(|| WordMap::build(words));
            let graph = Gaddag::build(words);
            let map = map.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Self { graph, map }
        })
    }
}
