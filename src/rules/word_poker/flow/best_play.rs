//! The best word of a hand, and the one that was declared.

use super::Event;
use super::action::Action;
use super::bot::Bot;
use super::category::RoundCategory;
use super::event::EventKind;
use super::state::{ChallengeKind, Declared, Phase, State};
use crate::lexicon::{Vocabulary, Words};
use crate::rules::flow::{BestPlay, Played, overlay_factor};
use crate::rules::word_poker::index::SearchIndex;

/// The cost of a search, in units of [`Searches`](crate::rules::flow::Searches).
const SEARCH_COST: usize = 4;

impl State {
    /// Returns the declaration that an action is. The bonus of a category that has no list of words
    /// is left out, because the players decide on it. `self` is the state after the action.
    #[must_use]
    pub fn played(&self, events: &[Event]) -> Option<Played> {
        let player = events.iter().find_map(|event| match &event.kind {
            EventKind::Declared { player } => Some(player),
            _ => None,
        })?;
        let seat = self.players.iter().find(|one| one.name == *player)?;
        let is_voted = self.category.as_ref().is_some_and(RoundCategory::is_voted);
        let score = seat.declared.and_then(|declared| {
            let category = declared.category && !is_voted;
            Declared { category, ..declared }.score(&self.rules.letter_values)
        });
        Some(Played { player: player.clone(), points: score.map_or(0, |score| score.total) })
    }

    /// Returns the player whose declared word does not count, because a challenge felled it.
    #[must_use]
    pub fn taken_back(events: &[Event]) -> Option<&str> {
        events.iter().find_map(|event| match &event.kind {
            EventKind::Ruling {
                challenged, by: ChallengeKind::Dictionary, upheld: true, ..
            } => Some(challenged.as_str()),
            _ => None,
        })
    }

    /// Returns the best declaration of a player: the first one of the list that bots choose from.
    #[must_use]
    pub fn best_play(
        &self,
        player: &str,
        index: &SearchIndex,
        vocabulary: Vocabulary<'_>,
    ) -> Option<BestPlay<Action>> {
        let seat = self.names().position(|name| name == player)?;
        let (values, category) = (&self.rules.letter_values, self.category.as_ref());
        let bot = Bot { index, vocabulary, rank: 1 };
        let found = bot.best_words(&self.usable(seat), values, category, 1).pop();
        Some(BestPlay {
            play: found.map(|found| Action::declare(player, &found)),
            points: found.map_or(0, |found| found.score.total),
            exhaustive: true,
        })
    }

    /// Returns true if bots search in this state.
    #[must_use]
    pub const fn bots_search(&self) -> bool {
        matches!(self.phase, Phase::Bet | Phase::Exchange | Phase::Declare)
    }

    /// Returns the cost of a search for the best words of a player.
    #[must_use]
    pub fn search_cost(&self, _player: Option<&str>, words: Words<'_>) -> u32 {
        u32::try_from(SEARCH_COST * overlay_factor(words)).unwrap_or(u32::MAX)
    }
}
