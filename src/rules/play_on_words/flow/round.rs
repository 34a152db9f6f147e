//! The course of a round: the deal, the order of turns, the last plays and the counting.

use super::apply::Course;
use super::event::EventKind;
use super::state::{Phase, Player, State, read_order};
use crate::rules::flow::ByPlayer;
use crate::rules::play_on_words::announced::{ShownCard, ShownHand};
use crate::rules::play_on_words::deck::published_deck;
use crate::rules::play_on_words::hand::HAND_CARDS;
use crate::rules::play_on_words::round::{Round, Seat};
use crate::rules::play_on_words::ruleset::Version;
use crate::rules::play_on_words::table::Table;
use crate::rules::{Refused, Variant, Violations};

/// The number of cards that each player is dealt (RULEBOOK FP2).
const DEALT_CARDS: usize = 7;

impl Course<'_> {
    /// Shuffles and deals (RULEBOOK FP2, FP12). `order` is the order of real cards.
    pub(super) fn deal(
        &mut self,
        order: Option<&[String]>,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let mut place = violations.at("order");
        let order = order.map(|texts| read_order(texts, &mut place)).transpose()?;
        let state = &mut self.state;
        let came_with_start = state.has_real_deck().then(|| std::mem::take(&mut state.deck));
        let order = order.or(came_with_start);
        let mut deck = published_deck();
        state.chance.shuffle(Variant::PlayOnWords, &mut deck, order.as_deref(), &mut place)?;
        state.round += 1;
        (state.went_out, state.idle, state.passes) = (None, 0, 0);
        state.set_aside.clear();
        state.table = Table::default();
        for player in &mut state.players {
            (player.first_turn, player.done) = (true, false);
            player.hand.clear();
        }
        let cards = if state.rules.version == Version::FullDeck { HAND_CARDS } else { DEALT_CARDS };
        let first = (state.dealer + 1) % state.players.len();
        let mut pile = deck.into_iter();
        for step in 0..cards * state.players.len() {
            let seat = (first + step) % state.players.len();
            state.players[seat].hand.extend(pile.next());
        }
        state.deck = pile.collect();
        for seat in 0..self.state.players.len() {
            let hand = self.state.players[seat].hand.clone();
            self.tell_moved(seat, "FP2", EventKind::Dealt, hand);
        }
        self.begin_turn(first);
        Ok(())
    }

    /// Begins the turn of a player (RULEBOOK FP4).
    fn begin_turn(&mut self, seat: usize) {
        (self.state.phase, self.state.turn) = (Phase::Turn, Some(seat));
        if self.state.rules.version != Version::FullDeck {
            self.draw(seat, 1);
        }
    }

    /// Ends the turn of a player who has not gone out.
    pub(super) fn end_turn(&mut self, seat: usize, has_played: bool) {
        let state = &mut self.state;
        state.players[seat].first_turn = false;
        state.idle = if has_played { 0 } else { state.idle + 1 };
        if state.rules.version == Version::FullDeck {
            self.draw(seat, HAND_CARDS);
        }
        let state = &self.state;
        let is_idle = state.idle as usize >= state.rules.idle_turns as usize * state.players.len();
        match state.rules.version {
            Version::Rummy if is_idle || state.deck.is_empty() => {
                // RULEBOOK FP9.
                let order = state.others(seat).chain([seat]).collect();
                self.begin_last_plays("FP9", order);
            }
            Version::Casual if is_idle || state.deck.is_empty() => self.end_plays(),
            Version::FullDeck if is_idle || state.is_played_through() => self.end_plays(),
            Version::Rummy | Version::Casual => self.begin_turn((seat + 1) % state.players.len()),
            Version::FullDeck => {
                let holds_cards = |seat: &usize| !state.players[*seat].hand.is_empty();
                match state.others(seat).chain([seat]).find(holds_cards) {
                    Some(next) => self.begin_turn(next),
                    None => self.end_plays(),
                }
            }
        }
    }

    /// Ends the round by a player without cards (RULEBOOK FP8, FP13).
    pub(super) fn go_out(&mut self, seat: usize) {
        let state = &mut self.state;
        state.went_out = Some(seat);
        state.players[seat].outs += 1;
        state.players[seat].first_turn = false;
        let player = state.name(seat);
        self.tell("FP8", EventKind::WentOut { player });
        if self.state.rules.version == Version::Casual {
            self.end_plays();
        } else {
            let order = self.state.others(seat).collect();
            self.begin_last_plays("FP8", order);
        }
    }

    fn begin_last_plays(&mut self, rule: &'static str, order: Vec<usize>) {
        let players = order.iter().map(|&seat| self.state.name(seat)).collect();
        self.tell(rule, EventKind::LastPlays { players });
        (self.state.phase, self.state.queue) = (Phase::Last, order);
        self.next_last_play();
    }

    /// Begins the next last play, or ends them.
    pub(super) fn next_last_play(&mut self) {
        if let Some(seat) = self.state.turn {
            self.state.players[seat].first_turn = false;
        }
        if self.state.queue.is_empty() {
            self.end_plays();
            return;
        }
        let seat = self.state.queue.remove(0);
        self.state.turn = Some(seat);
        // RULEBOOK FP9: nothing is drawn if nobody went out.
        if self.state.went_out.is_some() {
            self.draw(seat, 1);
        }
    }

    /// Says `done`: no last play, or no more muggings.
    pub(super) fn say_done(&mut self, seat: usize) {
        let player = self.state.name(seat);
        if self.state.phase == Phase::Last {
            self.tell("FP8", EventKind::NoPlay { player });
            self.next_last_play();
            return;
        }
        self.tell("FP10", EventKind::Done { player });
        self.state.players[seat].done = true;
        if self.state.players.iter().all(|player| player.done) {
            self.count();
        }
    }

    /// Ends the plays of the round: shows the unplayed cards, and lets them be mugged or counts them
    /// (RULEBOOK FP10, FP11). The casual version has no points, so nothing is shown (FP13).
    fn end_plays(&mut self) {
        self.state.turn = None;
        self.state.queue.clear();
        if !self.state.shows_unplayed() {
            self.finish_round();
            return;
        }
        let hands =
            self.state.players.iter().map(|player| (player.name.clone(), player.hand.clone()));
        let hands = ByPlayer(hands.collect());
        self.tell("FP10", EventKind::Unplayed { hands });
        if self.state.rules.muggins {
            self.state.phase = Phase::Muggins;
        } else {
            self.count();
        }
    }

    /// Takes off a point for each unplayed letter (RULEBOOK FP11).
    pub(super) fn count(&mut self) {
        let state = &self.state;
        let seat = |player: &Player| Seat {
            name: player.name.clone(),
            points: player.points,
            unplayed: ShownHand::new(player.hand.iter().copied().map(ShownCard::Card).collect()),
        };
        let round = Round {
            players: state.players.iter().map(seat).collect(),
            went_out: state.went_out,
            table: &state.table,
            muggings: Vec::new(),
            number: None,
            rules: state.rules.turn_rules(),
        };
        // The words matter only to muggings, which have been ruled on already.
        let results = match round.settle(self.words(), &mut Violations::default()) {
            Ok(settled) => settled.results,
            Err(_) => unreachable!("a player who went out has no cards"),
        };
        for (seat, result) in results.into_iter().enumerate() {
            let points = result.points - result.total;
            self.state.players[seat].points = result.total;
            self.tell("FP11", EventKind::Deducted { player: result.player, points });
        }
        self.finish_round();
    }

    /// Puts the hands aside and goes on to the next deal or the result.
    fn finish_round(&mut self) {
        let state = &mut self.state;
        for player in &mut state.players {
            state.set_aside.append(&mut player.hand);
            player.mugged.clear();
            player.done = false;
        }
        if state.round < state.rules.rounds {
            state.phase = Phase::Deal;
            state.dealer = (state.dealer + 1) % state.players.len();
            return;
        }
        state.phase = Phase::Over;
        let result = state.standings();
        self.tell("FP11", EventKind::Over { result });
    }
}

impl State {
    /// Returns true if Full Deck ends: the pile is empty, and everybody who holds cards has passed
    /// in a row (RULEBOOK FP12).
    pub(super) fn is_played_through(&self) -> bool {
        let holders = self.players.iter().filter(|player| !player.hand.is_empty()).count();
        holders == 0 || (self.deck.is_empty() && self.passes as usize >= holders)
    }
}
