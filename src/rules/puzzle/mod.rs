//! Puzzles: positions with exactly one best play, for all games.
//!
//! A game implements [`Setter`] in its module `puzzle`: how positions are dealt, and what the best
//! play of a position is. [`set`] deals positions until one is a puzzle of the wanted [`Level`].
//! Chance is the shuffles of a seed (RULEBOOK F7), so the same seed and the same words give the
//! same puzzle everywhere.

mod dice;
mod goal;
mod level;
mod set;

pub use dice::Dice;
pub use goal::Goal;
pub use level::{Level, Terms};
pub use set::{Best, NoPuzzle, Puzzle, Setter, Work, set};
