//! Bots (RULEBOOK F14).

use super::action::{Action, ActionKind, WrittenTurn};
use super::flow_rules::FlowRules;
use super::state::{Phase, State};
use super::view::{View, ViewedPlayer};
use crate::lexicon::Vocabulary;
use crate::rules::flow::{self, Next};
use crate::rules::play_on_words::card::Card;
use crate::rules::play_on_words::hand::Hand;
use crate::rules::play_on_words::score::Stage;
use crate::rules::play_on_words::search::{BestTurns, Position, SearchIndex};
use crate::rules::play_on_words::table::Table;
use crate::rules::{Refused, Violations};

/// A bot, which acts on what its player sees: equal views, equal actions.
#[derive(Debug, Clone, Copy)]
pub struct Bot<'b> {
    /// The search index of the lexicon.
    pub index: &'b SearchIndex,
    /// The words that the bot knows.
    pub vocabulary: Vocabulary<'b>,
    /// The place of its turns in the list of the best ones, from 1; if there are fewer, it takes
    /// the last.
    pub rank: usize,
}

impl Bot<'_> {
    /// Returns the action of a player; `next` are the actions that the player can take, and `None`
    /// means that there is none.
    ///
    /// It plays a turn, else draws, else discards its last card, else passes. It neither makes last
    /// plays nor mugs.
    #[must_use]
    pub fn act(&self, player: &str, view: &View, next: &Next) -> Option<Action> {
        let can = |kind: ActionKind| {
            let kind: &str = kind.into();
            let mut own = next.actions.iter().filter(|one| one.player.as_deref() == Some(player));
            own.any(|one| one.kind == kind)
        };
        let seat = view.players.iter().find(|one| one.name == player)?;
        if view.phase == Phase::Turn
            && can(ActionKind::Turn)
            && let Some(turn) = self.turn(seat, view)
        {
            return Some(Action::play(player, turn));
        }
        let kinds = [ActionKind::Deal, ActionKind::Done, ActionKind::Draw, ActionKind::Pass];
        if let Some(kind) = kinds.into_iter().find(|&kind| can(kind)) {
            return Some(Action::of(kind, player));
        }
        let last = seat.hand.as_ref()?.last().filter(|_| can(ActionKind::Discard))?;
        let cards = Some(vec![last.to_string()]);
        Some(Action { cards, ..Action::of(ActionKind::Discard, player) })
    }

    /// Returns the turn that it plays, if it finds one.
    fn turn(&self, player: &ViewedPlayer, view: &View) -> Option<WrittenTurn> {
        let stage = Stage { first_turn: player.first_turn, last_play: false };
        let best = self.best_turns(player.hand.as_ref()?, &view.table, stage, &view.rules)?;
        best.turns.last().map(|found| WrittenTurn::from(&found.turn))
    }

    /// Returns the best turns of a hand, as many as its rank.
    pub(super) fn best_turns(
        &self,
        hand: &[Card],
        table: &Table,
        stage: Stage,
        rules: &FlowRules,
    ) -> Option<BestTurns> {
        let hand = &Hand::new(hand).ok()?;
        let position = Position { hand, table, stage };
        Some(self.index.best(self.vocabulary, position, rules.turn_rules(), self.rank.max(1)))
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
        flow::check_head(action.head(), self.ply, self.phase == Phase::Over, violations)?;
        let seat = flow::seat_of(action.player.as_deref(), self.names(), violations)?;
        if !self.to_act().contains(&seat) {
            return Err(flow::out_of_turn("F4", violations));
        }
        let rank = flow::check_bot(action.rank, action.max_tier, violations)?;
        let player = &self.players[seat].name;
        let bot = Bot { index, vocabulary, rank };
        let chosen = bot.act(player, &self.view(Some(player)), &self.next());
        Ok(chosen.map(|chosen| Action {
            ply: action.ply,
            used_ms: action.used_ms,
            note: action.note.clone(),
            ..chosen
        }))
    }
}
