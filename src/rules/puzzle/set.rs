//! The search for a position that is a puzzle.

use thiserror::Error;

use super::dice::Dice;
use super::goal::Goal;
use super::level::{Level, Terms};
use crate::interrupt::end_if_interrupted;
use crate::lexicon::Words;
use crate::rules::flow::{Searches, overlay_factor};
use crate::word::Word;

/// A game for which puzzles are set.
pub trait Setter {
    /// The position as a player sees it.
    type Position;
    /// A play.
    type Play;

    /// The terms of the levels, the easiest first.
    const TERMS: &'static [Terms; 3];
    /// The cost of a search, in units of [`Searches`].
    const SEARCH_COST: usize;

    /// Deals the next position; `None` if none comes of the next shuffles.
    ///
    /// # Errors
    /// [`NoPuzzle`] if the work for the words on the table is used up.
    fn deal(
        &mut self,
        dice: &mut Dice,
        goal: &Goal<'_>,
        work: &mut Work,
    ) -> Result<Option<Self::Position>, NoPuzzle>;

    /// Returns the best play of a position and the points of the second best one; `None` if fewer
    /// than two plays are possible, or if they are not proven to be the best.
    fn best(&self, position: &Self::Position, words: Words<'_>) -> Option<Best<Self::Play>>;
}

/// The best play of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best<P> {
    /// The play.
    pub play: P,
    /// The words that it makes.
    pub words: Vec<Word>,
    /// Its points.
    pub total: u32,
    /// The points of the second best play, which may be the same.
    pub second: u32,
}

impl<P> Best<P> {
    /// Returns the points that the play has more than the second best one.
    #[must_use]
    pub const fn margin(&self) -> u32 {
        self.total.saturating_sub(self.second)
    }
}

/// A position with exactly one best play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle<S: Setter> {
    /// The position.
    pub position: S::Position,
    /// The best play.
    pub best: Best<S::Play>,
    /// The highest tier of its words; `None` if the words have no tiers.
    pub tier: Option<u8>,
    /// The number of positions that were looked at, this one included.
    pub attempts: u32,
}

/// The error for words that no puzzle was found for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "no position with one best play of this level was found; choose another level, or a lexicon with more words"
)]
pub struct NoPuzzle;

/// The searches that may still be made for a puzzle.
#[derive(Debug)]
pub struct Work {
    searches: Searches,
    /// The cost of one search.
    cost: u32,
}

impl Work {
    /// Uses up a search; ends if nobody waits for the puzzle.
    ///
    /// # Errors
    /// [`NoPuzzle`] if none is left.
    pub fn search(&mut self) -> Result<(), NoPuzzle> {
        end_if_interrupted();
        self.searches.spend(self.cost).map_err(|_| NoPuzzle)
    }
}

/// Sets a puzzle: the first position of the dice whose best play is the only one with its points,
/// and which has the level.
///
/// # Errors
/// [`NoPuzzle`] if there is none among the positions that a request may search.
pub fn set<S: Setter>(
    setter: &mut S,
    dice: &mut Dice,
    words: Words<'_>,
    level: Level,
) -> Result<Puzzle<S>, NoPuzzle> {
    let goal = Goal::new(level, S::TERMS, words);
    let cost = u32::try_from(S::SEARCH_COST * overlay_factor(words)).unwrap_or(u32::MAX);
    let mut work = Work { searches: Searches::default(), cost };
    let mut attempts = 0;
    // Ends, because every attempt uses up a search.
    loop {
        attempts += 1;
        work.search()?;
        let Some(position) = setter.deal(dice, &goal, &mut work)? else { continue };
        let Some(best) = setter.best(&position, words) else { continue };
        if let Some(tier) = goal.tier_of(&best.words, best.margin()) {
            return Ok(Puzzle { position, best, tier: (tier > 0).then_some(tier), attempts });
        }
    }
}
