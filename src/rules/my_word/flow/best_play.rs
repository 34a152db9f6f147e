//! The best call of a table, and the call that was made.

use super::Event;
use super::action::Action;
use super::bot::Bot;
use super::event::EventKind;
use super::state::State;
use crate::lexicon::{Vocabulary, Words};
use crate::rules::flow::{BestPlay, Played, overlay_factor};
use crate::rules::my_word::call::MIN_CARDS;
use crate::rules::my_word::index::SearchIndex;

/// The cost of a search, in units of [`Searches`](crate::rules::flow::Searches).
const SEARCH_COST: usize = 10;

impl State {
    /// Returns the call that an action is; of several calls, the one that was heard. A call that is
    /// not allowed has no points. `self` is the state after the action.
    #[must_use]
    pub fn played(&self, events: &[Event]) -> Option<Played> {
        let player = events.iter().find_map(|event| match &event.kind {
            EventKind::Ruling { player, .. } => Some(player.clone()),
            _ => None,
        })?;
        let cards = events.iter().find_map(|event| match &event.kind {
            EventKind::Collected { cards, .. } => Some(cards.len()),
            _ => None,
        });
        // RULEBOOK M3
        let points = cards.map_or(0, |cards| u32::try_from(cards).unwrap_or(u32::MAX));
        Some(Played { player, points })
    }

    /// Returns the player whose last call does not count; there is none, because calls are ruled on at
    /// once.
    #[must_use]
    pub const fn taken_back(_events: &[Event]) -> Option<&str> {
        None
    }

    /// Returns the best call of a player: the first one of the list that bots choose from. `None` if
    /// the table leaves too many ways to place a word.
    #[must_use]
    pub fn best_play(
        &self,
        player: &str,
        index: &SearchIndex,
        vocabulary: Vocabulary<'_>,
    ) -> Option<BestPlay<Action>> {
        let best = Bot { index, vocabulary, rank: 1 }.best_calls(&self.table).ok()?;
        let found = best.first();
        let points = found.map_or(0, |found| u32::try_from(found.points()).unwrap_or(u32::MAX));
        let play = found.map(|found| Action::call(player, found));
        Some(BestPlay { play, points, exhaustive: true })
    }

    /// Returns true if bots search in this state.
    #[must_use]
    pub const fn bots_search(&self) -> bool {
        self.table.len() >= MIN_CARDS
    }

    /// Returns the cost of a search for the best calls.
    #[must_use]
    pub fn search_cost(&self, _player: Option<&str>, words: Words<'_>) -> u32 {
        u32::try_from(SEARCH_COST * overlay_factor(words)).unwrap_or(u32::MAX)
    }
}
