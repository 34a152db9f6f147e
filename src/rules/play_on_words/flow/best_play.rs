//! The best turn of a hand, and the turn that was played.

use super::Event;
use super::action::{Action, WrittenTurn};
use super::bot::Bot;
use super::event::EventKind;
use super::state::{Phase, State};
use crate::lexicon::{Vocabulary, Words};
use crate::rules::flow::{BestPlay, Played, overlay_factor};
use crate::rules::play_on_words::score::Stage;
use crate::rules::play_on_words::search::SearchIndex;

/// The cost of a search, in units of [`Searches`](crate::rules::flow::Searches), and of each word on
/// the table.
const SEARCH_COST: usize = 20;
const TABLE_WORD_COST: usize = 10;

impl State {
    /// Returns the turn that an action is: a play, or a discard, a pass or `done` in its place. A draw
    /// is none, because the player can still play after it. `self` is the state after the action.
    #[must_use]
    pub fn played(&self, events: &[Event]) -> Option<Played> {
        events.iter().find_map(|event| {
            let (player, points) = match &event.kind {
                EventKind::Played { player, points, .. } => (player, *points),
                EventKind::Discarded(discarded) => (&discarded.player, 0),
                EventKind::Passed { player } | EventKind::NoPlay { player } => (player, 0),
                _ => return None,
            };
            Some(Played { player: player.clone(), points })
        })
    }

    /// Returns the player whose last turn does not count; there is none, because words are not
    /// challenged.
    #[must_use]
    pub const fn taken_back(_events: &[Event]) -> Option<&str> {
        None
    }

    /// Returns the best turn of a player: the first one of the list that bots choose from.
    #[must_use]
    pub fn best_play(
        &self,
        player: &str,
        index: &SearchIndex,
        vocabulary: Vocabulary<'_>,
    ) -> Option<BestPlay<Action>> {
        let seat = self.players.iter().find(|one| one.name == player)?;
        let stage = Stage { first_turn: seat.first_turn, last_play: self.phase == Phase::Last };
        let bot = Bot { index, vocabulary, rank: 1 };
        let best = bot.best_turns(&seat.hand, &self.table, stage, &self.rules)?;
        let found = best.turns.first();
        Some(BestPlay {
            play: found.map(|found| Action::play(player, WrittenTurn::from(&found.turn))),
            points: found.map_or(0, |found| found.score.total),
            exhaustive: best.exhaustive,
        })
    }

    /// Returns true if bots search in this state.
    #[must_use]
    pub fn bots_search(&self) -> bool {
        self.phase == Phase::Turn
    }

    /// Returns the cost of a search for the best turns of a player.
    #[must_use]
    pub fn search_cost(&self, _player: Option<&str>, words: Words<'_>) -> u32 {
        let cost = (SEARCH_COST + TABLE_WORD_COST * self.table.len()) * overlay_factor(words);
        u32::try_from(cost).unwrap_or(u32::MAX)
    }
}
