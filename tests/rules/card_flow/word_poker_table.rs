//! Games of Word For Word with hands that are chosen.

use serde_json::Value;
use wordcourt::rules::flow::Chance;
use wordcourt::rules::word_poker::flow::{
    Action, ActionKind, FlowRules, Phase, SavedState, Setup, State, WrittenCategory,
};
use wordcourt::rules::{Variant, Violations};

use super::json_of;
use super::word_poker_players::{NAMES, apply, setup};

/// Cards on the board and in hands that spell COAXES, CARTED, and CAT.
pub(super) const BOARD: [&str; 5] = ["Cb", "Ab", "Tb", "Eb", "Sb"];
pub(super) const HANDS: [[&str; 2]; 3] = [["Xb", "Ob"], ["Rb", "Db"], ["Nb", "Ib"]];

/// A game whose actions are carried out one after the other.
pub(super) struct Game {
    pub(super) state: State,
    /// The events of the last action.
    pub(super) events: Vec<Value>,
}

impl Game {
    /// Deals chosen hands in a game of Word For Word with real cards, whose first player deals.
    pub(super) fn deal(chips: &[u64], rules: FlowRules, category: Option<WrittenCategory>) -> Self {
        Self::deal_hands(chips, rules, category, &HANDS[..chips.len()], BOARD)
    }

    pub(super) fn deal_hands(
        chips: &[u64],
        rules: FlowRules,
        category: Option<WrittenCategory>,
        hands: &[[&str; 2]],
        board: [&str; 5],
    ) -> Self {
        let setup = Setup {
            dealer: Some("ann".to_owned()),
            chance: Chance { seed: None, shuffles: 0 },
            ..setup(Variant::WordForWord, chips, rules, 0)
        };
        let (state, events) = State::start(setup, &mut Violations::default()).unwrap();
        assert!(events.is_empty());
        let mut game = Self { state, events: Vec::new() };
        let mut first: Vec<&str> = Vec::new();
        for card in 0..2 {
            // The dealer, who is first in seat order, is dealt last.
            first.extend(hands[1..].iter().chain(&hands[..1]).map(|hand| hand[card]));
        }
        first.extend(board);
        let order = Some(order(&first));
        game.act(&Action { order, category, ..Action::of(ActionKind::Deal, "ann") });
        game
    }

    pub(super) fn act(&mut self, action: &Action) -> &mut Self {
        let applied = apply(&self.state, action);
        let (state, events) =
            applied.unwrap_or_else(|violations| panic!("{action:?}: {violations:?}"));
        self.state = state;
        self.events = events.iter().map(json_of).collect();
        self
    }

    pub(super) fn of(&mut self, kind: ActionKind, players: &[&str]) -> &mut Self {
        for player in players {
            self.act(&Action::of(kind, player));
        }
        self
    }

    pub(super) fn bet(&mut self, kind: ActionKind, player: &str, amount: u64) -> &mut Self {
        self.act(&Action { amount: Some(amount), ..Action::of(kind, player) })
    }

    /// The dealer bets 1, all others call, and everybody checks until the showdown.
    pub(super) fn check_down(&mut self) -> &mut Self {
        self.bet(ActionKind::Bet, "ann", 1);
        for _ in 0..40 {
            let kind = match self.state.next().actions.first().map(|one| one.kind) {
                Some("call") => ActionKind::Call,
                Some("check") => ActionKind::Check,
                _ => break,
            };
            let player = self.state.next().to_act[0].clone();
            self.of(kind, &[&player]);
        }
        assert_eq!(self.state.phase(), Phase::Declare);
        self
    }

    pub(super) fn declare(&mut self, words: &[&str]) -> &mut Self {
        for (player, word) in NAMES.iter().zip(words) {
            let word = Some((*word).to_owned());
            self.act(&Action { word, ..Action::of(ActionKind::Declare, player) });
        }
        self
    }

    pub(super) fn declare_rest(&mut self, words: &[(&str, &str)]) -> &mut Self {
        for (player, word) in words {
            let word = Some((*word).to_owned());
            self.act(&Action { word, ..Action::of(ActionKind::Declare, player) });
        }
        self
    }

    pub(super) fn challenge(&mut self, player: &str, challenged: &str) -> &mut Self {
        let challenged = Some(challenged.to_owned());
        self.act(&Action { challenged, ..Action::of(ActionKind::Challenge, player) })
    }

    pub(super) fn close(&mut self) -> &mut Self {
        self.act(&Action { kind: "close".to_owned(), ..Action::default() })
    }

    /// Returns the events of the last action of a kind.
    pub(super) fn events_of(&self, kind: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["kind"] == kind).collect()
    }

    pub(super) fn saved(&self) -> SavedState {
        let saved = SavedState::from(&self.state);
        let read = saved.check(saved.game, &mut Violations::default());
        assert_eq!(read.unwrap(), self.state);
        saved
    }

    pub(super) fn chips(&self) -> Vec<u64> {
        self.saved().players.iter().map(|player| player.chips).collect()
    }

    /// Deals again, with any cards.
    pub(super) fn deal_again(&mut self) -> &mut Self {
        let dealer = self.state.next().to_act[0].clone();
        let order = Some(order(&[]));
        self.act(&Action { order, ..Action::of(ActionKind::Deal, &dealer) })
    }
}

/// Returns the deck with chosen cards on top.
pub(super) fn order(first: &[&str]) -> Vec<String> {
    let deck = Variant::WordForWord.rule_data().deck.into_iter();
    let mut rest: Vec<String> =
        deck.flat_map(|card| vec![card.card.clone(); card.count as usize]).collect();
    let mut cards = Vec::new();
    for card in first {
        let at = rest.iter().position(|other| other == card).unwrap();
        cards.push(rest.remove(at));
    }
    cards.extend(rest);
    cards
}

pub(super) fn own_category(words: Option<Vec<String>>) -> WrittenCategory {
    let name = Some("pets".to_owned());
    WrittenCategory { name, own: Some(true), words, proper_nouns: None }
}

pub(super) fn of_kind(kind: &str, player: &str) -> Action {
    Action { kind: kind.to_owned(), player: Some(player.to_owned()), ..Action::default() }
}
