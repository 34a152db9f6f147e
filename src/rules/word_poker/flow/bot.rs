//! Bots (RULEBOOK F14).

use super::action::{Action, ActionKind};
use super::category::RoundCategory;
use super::state::{Phase, State};
use super::view::{View, ViewedPlayer};
use crate::lexicon::Vocabulary;
use crate::rules::flow::{self, Choice, Next, out_of_turn, take_cards, texts};
use crate::rules::word_poker::best::Found;
use crate::rules::word_poker::card::Card;
use crate::rules::word_poker::category::ActiveCategory;
use crate::rules::word_poker::hand::Hand;
use crate::rules::word_poker::index::SearchIndex;
use crate::rules::word_poker::values::LetterValues;
use crate::rules::word_poker::verdict::verdict;
use crate::rules::{Refused, Violations};

/// The points that a bot needs to call, for each stage up to the current one.
const POINTS_PER_STAGE: u32 = 8;

/// A bot, which acts on what its player sees: equal views, equal actions.
#[derive(Debug, Clone, Copy)]
pub struct Bot<'b> {
    /// The search index of the lexicon.
    pub index: &'b SearchIndex,
    /// The words that the bot knows.
    pub vocabulary: Vocabulary<'b>,
    /// The place of the declared word in the list of the best ones, from 1; if there are fewer, it
    /// declares the last.
    pub rank: usize,
}

/// What a bot sees.
struct Table<'t> {
    view: &'t View,
    player: &'t ViewedPlayer,
    category: Option<RoundCategory>,
    choices: Vec<&'t Choice>,
}

impl Table<'_> {
    fn choice(&self, kind: ActionKind) -> Option<&Choice> {
        let kind: &str = kind.into();
        self.choices.iter().find(|one| one.kind == kind).copied()
    }

    /// Returns an action of a kind, if the player can take one.
    fn action(&self, kind: ActionKind) -> Option<Action> {
        self.choice(kind).map(|_| Action::of(kind, &self.player.name))
    }
}

impl Bot<'_> {
    /// Returns the action of a player; `next` are the actions that the player can take, and `None`
    /// means that there is none.
    ///
    /// It never raises, exchanges cards that its best word does not use, challenges only words that
    /// are not allowed, and abstains from votes.
    #[must_use]
    pub fn act(&self, player: &str, view: &View, next: &Next) -> Option<Action> {
        let category = view.category.as_ref();
        let own = next.actions.iter().filter(|one| one.player.as_deref() == Some(player));
        let table = Table {
            view,
            player: view.players.iter().find(|one| one.name == player)?,
            category: category.and_then(|one| one.read(None, &mut Violations::default()).ok()),
            choices: own.collect(),
        };
        match view.phase {
            Phase::Deal => table.action(ActionKind::Deal),
            Phase::Bet => self.bet(&table),
            Phase::Exchange => self.exchange(&table),
            Phase::Declare => {
                let declare = table.action(ActionKind::Declare)?;
                Some(match self.best(&table, self.rank).pop() {
                    Some(found) => Action::declare(player, &found),
                    None => Action { none: Some(true), ..declare },
                })
            }
            Phase::Challenge => self.challenge(&table).or_else(|| table.action(ActionKind::Accept)),
            Phase::Vote => Some(Action { abstain: Some(true), ..table.action(ActionKind::Vote)? }),
            Phase::Over => None,
        }
    }

    /// Makes the smallest first bet, and calls with enough points.
    fn bet(&self, table: &Table<'_>) -> Option<Action> {
        if let Some(check) = table.action(ActionKind::Check) {
            return Some(check);
        }
        let Some(call) = table.action(ActionKind::Call) else {
            let amount = table.choice(ActionKind::Bet)?.min;
            return Some(Action { amount, ..table.action(ActionKind::Bet)? });
        };
        let total = self.best(table, 1).pop().map_or(0, |found| found.score.total);
        let is_enough = total >= POINTS_PER_STAGE * (table.view.stage + 1);
        if is_enough { Some(call) } else { table.action(ActionKind::Fold) }
    }

    /// Exchanges cards that the best word does not use, those with the lowest values first, wilds
    /// last.
    fn exchange(&self, table: &Table<'_>) -> Option<Action> {
        let values = &table.view.rules.letter_values;
        let most = table.choice(ActionKind::Exchange)?.max.unwrap_or_default();
        let mut cards = table.player.hand.clone()?;
        if let Some(found) = self.best(table, 1).pop() {
            let used: Vec<Card> = found.play.iter().map(|card| card.face()).collect();
            take_cards(&mut cards, &used);
        }
        cards.sort_by_key(|card| match card {
            Card::Letter(letter, _) => values.of(*letter),
            Card::Wild => u32::MAX,
        });
        cards.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let action = table.action(ActionKind::Exchange)?;
        Some(Action { cards: Some(texts(&cards)), ..action })
    }

    /// Challenges the first word that is not allowed, if there is one.
    fn challenge(&self, table: &Table<'_>) -> Option<Action> {
        let words = self.vocabulary.words();
        let list = table.category.as_ref().and_then(|category| category.list(words));
        let is_wrong = |name: &&String| {
            let seat = table.view.players.iter().find(|one| one.name == **name);
            let declared = seat.and_then(|seat| seat.declared.as_ref());
            let word = declared.and_then(|declared| declared.word.as_ref()?.parse().ok());
            let category = ActiveCategory { list, vote: declared.map(|one| one.category) };
            word.is_some_and(|word| !verdict(table.view.game, words, &word, category).is_allowed())
        };
        let whom = &table.choice(ActionKind::Challenge)?.whom;
        let challenged = whom.iter().find(is_wrong)?.clone();
        let action = table.action(ActionKind::Challenge)?;
        Some(Action { challenged: Some(challenged), ..action })
    }

    /// Returns the best words of the player's cards, at most this number.
    fn best(&self, table: &Table<'_>, top: usize) -> Vec<Found> {
        let View { board, rules, .. } = table.view;
        let hand = table.player.hand.iter().flatten();
        let cards: Vec<Card> = hand.chain(board).copied().collect();
        let Ok(hand) = Hand::new(&cards) else { return Vec::new() };
        self.best_words(&hand, &rules.letter_values, table.category.as_ref(), top)
    }

    /// Returns the best words of a hand, at most this number. A category without a list of words has
    /// no bonus here: the players vote on it.
    pub(super) fn best_words(
        &self,
        hand: &Hand,
        values: &LetterValues,
        category: Option<&RoundCategory>,
        top: usize,
    ) -> Vec<Found> {
        let list = category.and_then(|category| category.list(self.vocabulary.words()));
        let category = ActiveCategory { list, vote: None };
        self.index.best(self.vocabulary, hand, values, category, top).found
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
            return Err(out_of_turn("F4", violations));
        }
        let rank = flow::check_bot(action.rank, action.max_tier, violations)?;
        let player = &self.players[seat].name;
        let bot = Bot { index, vocabulary, rank };
        let chosen = bot.act(player, &self.view(Some(player)), &self.next());
        let deals = self.phase == Phase::Deal;
        let shuffles = deals || self.phase == Phase::Exchange;
        Ok(chosen.map(|chosen| Action {
            order: action.order.clone().filter(|_| shuffles),
            category: action.category.clone().filter(|_| deals),
            ply: action.ply,
            used_ms: action.used_ms,
            note: action.note.clone(),
            ..chosen
        }))
    }
}
