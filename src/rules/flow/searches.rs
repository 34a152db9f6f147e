//! The searches of a request, which are limited together.

use thiserror::Error;

use crate::lexicon::Words;
use crate::rules::limits;

/// The cost of the searches that a request may still make.
///
/// A cost is about the time of a search in units of 10 µs. It follows from the position alone, so
/// that a request ends at the same place on every machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searches {
    left: u32,
}

/// The error for a request that has used up its searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the searches of this request are used up; send the other actions in another request")]
pub struct OutOfSearches;

impl Default for Searches {
    fn default() -> Self {
        Self { left: limits::GAME_SEARCH_COST }
    }
}

impl Searches {
    /// Returns an equal share for each of several games of a request.
    #[must_use]
    pub fn shared_by(games: usize) -> Self {
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        Self { left: limits::GAME_SEARCH_COST / games.max(1) }
    }

    /// Uses up the cost of a search.
    ///
    /// # Errors
    /// [`OutOfSearches`] if less is left. Nothing is used up then.
    pub fn spend(&mut self, cost: u32) -> Result<(), OutOfSearches> {
        self.left = self.left.checked_sub(cost).ok_or(OutOfSearches)?;
        Ok(())
    }
}

/// Returns how many times as long a search takes because of the words of an overlay, each of which is
/// tried.
pub(crate) fn overlay_factor(words: Words<'_>) -> usize {
    let overlay = words.overlay();
    1 + (overlay.added().len() + overlay.removed().len()) / limits::REPLAY_OVERLAY_WORDS
}
