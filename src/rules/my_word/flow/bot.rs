//! Bots (RULEBOOK F14).

use super::action::{Action, ActionKind};
use super::state::{Phase, State};
use super::view::View;
use crate::lexicon::Vocabulary;
use crate::rules::flow::{self, Next};
use crate::rules::my_word::call::Call;
use crate::rules::my_word::card::Card;
use crate::rules::my_word::index::SearchIndex;
use crate::rules::my_word::pair_search::TooManyWays;
use crate::rules::my_word::table::Table;
use crate::rules::{Refused, ViolationCode, Violations};

/// A bot, which acts on what its player sees: equal views, equal actions.
#[derive(Debug, Clone, Copy)]
pub struct Bot<'b> {
    /// The search index of the lexicon.
    pub index: &'b SearchIndex,
    /// The words that the bot knows.
    pub vocabulary: Vocabulary<'b>,
    /// The place of its calls in the list of the best ones, from 1; if there are fewer, it makes
    /// the last.
    pub rank: usize,
}

impl Bot<'_> {
    /// Returns the action of a player; `next` are the actions that the player can take. The bot
    /// only calls; `None` means that it finds no call, or that nobody can call.
    ///
    /// # Errors
    /// [`TooManyWays`] if the table leaves too many ways to place a word.
    pub fn act(
        &self,
        player: &str,
        view: &View,
        next: &Next,
    ) -> Result<Option<Action>, TooManyWays> {
        let call: &str = ActionKind::Call.into();
        let is_call = |kind: &str, who: Option<&str>| kind == call && who == Some(player);
        if !next.actions.iter().any(|one| is_call(one.kind, one.player.as_deref())) {
            return Ok(None);
        }
        let best = self.best_calls(&view.table)?;
        Ok(best.last().map(|found| Action::call(player, found)))
    }

    /// Returns the best calls of a table, as many as its rank.
    ///
    /// # Errors
    /// [`TooManyWays`] if the table leaves too many ways to place a word.
    pub(super) fn best_calls(&self, table: &[Card]) -> Result<Vec<Call>, TooManyWays> {
        self.index.best(self.vocabulary, &Table::new(table), self.rank.max(1))
    }
}

impl State {
    /// Returns the action that a bot takes for the player of an action of the kind `bot`, if it
    /// takes one. Places are relative to the action.
    ///
    /// # Errors
    /// [`Refused`] if a member is out of bounds, or if the table leaves too many ways to place a
    /// word.
    pub fn bot_action(
        &self,
        action: &Action,
        index: &SearchIndex,
        vocabulary: Vocabulary<'_>,
        violations: &mut Violations,
    ) -> Result<Option<Action>, Refused> {
        flow::check_head(action.head(), self.ply, self.phase == Phase::Over, violations)?;
        let seat = flow::seat_of(action.player.as_deref(), self.names(), violations)?;
        let rank = flow::check_bot(action.rank, action.max_tier, violations)?;
        let player = &self.players[seat].name;
        let bot = Bot { index, vocabulary, rank };
        let chosen = bot.act(player, &self.view(), &self.next());
        let chosen = chosen.map_err(|error| {
            violations.at("kind").refuse(ViolationCode::TooManyWays, "M3", error)
        })?;
        Ok(chosen.map(|chosen| Action {
            order: action.order.clone(),
            ply: action.ply,
            used_ms: action.used_ms,
            note: action.note.clone(),
            ..chosen
        }))
    }
}
