//! Bots (RULEBOOK F14).

use super::action::{Action, ActionKind};
use super::state::{Phase, State};
use super::view::View;
use crate::lexicon::Vocabulary;
use crate::rules::flow::{self, Choice, Next};
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::movegen::{BestMoves, Search, SearchIndex};
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::{Refused, Violations};

/// A bot, which acts on what its player sees: equal views, equal actions.
#[derive(Debug, Clone, Copy)]
pub struct Bot<'b> {
    /// The search index of the lexicon.
    pub index: &'b SearchIndex,
    /// The words that the bot plays. It challenges only words that the lexicon does not allow.
    pub vocabulary: Vocabulary<'b>,
    /// The place of its moves in the list of the best ones, from 1; if there are fewer, it takes
    /// the last.
    pub rank: usize,
}

impl Bot<'_> {
    /// Returns the action of a player; `next` are the actions that the player can take, and `None`
    /// means that there is none.
    ///
    /// In a turn of its own, it makes a move, else exchanges all its tiles, else passes. It
    /// challenges the words of a move that are not allowed, else accepts the move.
    #[must_use]
    pub fn act(&self, player: &str, view: &View, next: &Next) -> Option<Action> {
        let choice = |kind: ActionKind| {
            let kind: &str = kind.into();
            let is_own = |one: &&Choice| one.player.as_deref() == Some(player) && one.kind == kind;
            next.actions.iter().find(is_own)
        };
        if view.phase == Phase::Challenge {
            choice(ActionKind::Accept)?;
            return Some(match self.wrong_words(view) {
                words if words.is_empty() => Action::of(ActionKind::Accept, player),
                words => Action { words: Some(words), ..Action::of(ActionKind::Challenge, player) },
            });
        }
        choice(ActionKind::Move)?;
        let seat = view.players.iter().find(|one| one.name == player)?;
        let rack = seat.rack.as_ref()?;
        let best = self.best_moves(rack, &view.board, &view.rules.base);
        if let Some(found) = best.moves.last() {
            return Some(Action::place(player, found));
        }
        let most = choice(ActionKind::Exchange).and_then(|choice| choice.max);
        if most == Some(rack.len() as u64) {
            let tiles = rack.iter().map(|tile| tile.mark()).collect();
            return Some(Action { tiles: Some(tiles), ..Action::of(ActionKind::Exchange, player) });
        }
        Some(Action::of(ActionKind::Pass, player))
    }

    /// Returns the best moves of a rack, as many as its rank.
    pub(super) fn best_moves(&self, rack: &[BagTile], board: &Board, rules: &Rules) -> BestMoves {
        let search = Search::new(self.index, board, rules).with_vocabulary(self.vocabulary);
        search.best_moves(&Rack::of_tiles(rack), self.rank.max(1))
    }

    /// Returns the words of the move before that are not allowed.
    fn wrong_words(&self, view: &View) -> Vec<String> {
        let Some(pending) = &view.pending else { return Vec::new() };
        let laid = pending.laid(&view.board, None, &view.rules.base);
        let Ok((_, score)) = laid else { return Vec::new() };
        let verdicts = score.words.iter().zip(score.verdicts(self.vocabulary.words()));
        let wrong = verdicts.filter(|(_, (_, verdict))| !verdict.is_allowed());
        wrong.map(|(formed, _)| formed.word.to_string()).collect()
    }
}

impl State {
    /// Returns the action that a bot takes for the player of an action of the kind `bot`, if it
    /// takes one. Places are relative to the action.
    ///
    /// # Errors
    /// [`Refused`] if the game doesn't wait for the player, or if a member is out of bounds.
    pub fn bot_action(
        &self,
        action: &Action,
        index: &SearchIndex,
        vocabulary: Vocabulary<'_>,
        violations: &mut Violations,
    ) -> Result<Option<Action>, Refused> {
        flow::check_head(action.head(), self.ply, self.phase() == Phase::Over, violations)?;
        let seat = flow::seat_of(action.player.as_deref(), self.names(), violations)?;
        self.check_awaited(seat, "F4", violations)?;
        let rank = flow::check_bot(action.rank, action.max_tier, violations)?;
        let player = &self.players[seat].name;
        let bot = Bot { index, vocabulary, rank };
        let chosen = bot.act(player, &self.view(Some(player)), &self.next());
        Ok(chosen.map(|chosen| Action {
            order: action.order.clone(),
            ply: action.ply,
            used_ms: action.used_ms,
            note: action.note.clone(),
            ..chosen
        }))
    }
}
