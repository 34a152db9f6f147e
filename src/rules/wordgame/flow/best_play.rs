//! The best move of a turn, and the move that was made.

use super::Event;
use super::action::Action;
use super::bot::Bot;
use super::event::EventKind;
use super::state::{Phase, State};
use crate::lexicon::{Vocabulary, Words};
use crate::rules::flow::{BestPlay, Played};
use crate::rules::wordgame::movegen::{Move, SearchIndex};
use crate::rules::wordgame::search_cost::search_cost;

/// The cost of a usual search, in units of [`Searches`](crate::rules::flow::Searches): a request for a
/// whole game makes as many as one for its record.
const SEARCH_COST: u32 = 400;

impl State {
    /// Returns the turn that an action is: a move, or a pass or an exchange in its place. `self` is the
    /// state after the action.
    #[must_use]
    pub fn played(&self, events: &[Event]) -> Option<Played> {
        events.iter().find_map(|event| {
            let (player, points) = match &event.kind {
                EventKind::Moved { player, points, .. } => (player, *points),
                EventKind::Passed { player } => (player, 0),
                EventKind::Exchanged(exchanged) => (&exchanged.player, 0),
                _ => return None,
            };
            Some(Played { player: player.clone(), points })
        })
    }

    /// Returns the player whose last move does not count, because a challenge took it back.
    #[must_use]
    pub fn taken_back(events: &[Event]) -> Option<&str> {
        events.iter().find_map(|event| match &event.kind {
            EventKind::MoveTakenBack { player, .. } => Some(player.as_str()),
            _ => None,
        })
    }

    /// Returns the best move of a player: the first one of the list that bots choose from.
    #[must_use]
    pub fn best_play(
        &self,
        player: &str,
        index: &SearchIndex,
        vocabulary: Vocabulary<'_>,
    ) -> Option<BestPlay<Action>> {
        let seat = self.players.iter().find(|one| one.name == player)?;
        let bot = Bot { index, vocabulary, rank: 1 };
        let best = bot.best_moves(&seat.rack, &self.board, &self.rules.base);
        let found = best.moves.first();
        Some(BestPlay {
            play: found.map(|found| Action::place(player, found)),
            points: found.map_or(0, Move::total),
            exhaustive: best.exhaustive,
        })
    }

    /// Returns true if bots search in this state.
    #[must_use]
    pub fn bots_search(&self) -> bool {
        self.phase() == Phase::Play
    }

    /// Returns the cost of a search for the best moves of a player.
    #[must_use]
    pub fn search_cost(&self, player: Option<&str>, words: Words<'_>) -> u32 {
        let seat = self.names().position(|name| Some(name) == player);
        let cost = seat.map_or(0, |seat| search_cost(&self.rack(seat), &self.rules.base, words));
        SEARCH_COST * u32::try_from(cost).unwrap_or(u32::MAX / SEARCH_COST)
    }
}
