//! Bets (RULEBOOK FO6–FO9).

use super::apply::Course;
use super::event::EventKind;
use super::stage::Stage;
use super::state::{Part, Phase, State};
use crate::rules::flow::{missing, not_possible};
use crate::rules::{Refused, ViolationCode, Violations};

impl State {
    /// Returns the number of players who are still in and have chips.
    fn can_bet(&self) -> usize {
        self.still_in().filter(|&seat| self.players[seat].chips > 0).count()
    }

    /// Returns the smallest and the largest height to which a player can bet, or raise; `None` if
    /// the player can do neither (RULEBOOK FO8).
    pub(super) fn bet_bounds(&self, seat: usize) -> Option<(u64, u64)> {
        let most = |seat: usize| self.players[seat].bet + self.players[seat].chips;
        let (all, to_call, rules) = (most(seat), self.to_call, &self.rules);
        let can_answer = |other: usize| other != seat && most(other) > to_call;
        let is_last_raise = to_call > 0 && rules.raises_max > 0 && self.raises >= rules.raises_max;
        if all <= to_call || is_last_raise || !self.still_in().any(can_answer) {
            return None;
        }
        let max = if rules.bet_max == 0 { all } else { all.min(to_call + rules.bet_max) };
        Some((all.min(to_call + rules.bet_min), max))
    }

    /// Returns the chips that a player puts in to call (RULEBOOK FO9).
    pub(super) fn call_amount(&self, seat: usize) -> u64 {
        let player = &self.players[seat];
        player.chips.min(self.to_call.saturating_sub(player.bet))
    }

    /// Moves chips of a player into the pot.
    pub(super) fn pay(&mut self, seat: usize, amount: u64) {
        let player = &mut self.players[seat];
        player.chips -= amount;
        player.bet += amount;
        player.committed += amount;
    }
}

impl Course<'_> {
    /// Begins the stage that the round is at, or the showdown.
    pub(super) fn begin_stage(&mut self) {
        // Ends: every stage that is over or passed over is counted.
        while let Some(stage) = self.state.current_stage() {
            let state = &mut self.state;
            let mut order: Vec<usize> = state.clockwise(state.dealer).collect();
            if state.begins_with_dealer() {
                order.rotate_right(1);
            }
            order.retain(|&seat| state.is_in(seat));
            match stage {
                Stage::Bet if state.can_bet() >= 2 => {
                    order.retain(|&seat| state.players[seat].chips > 0);
                    (state.phase, state.queue, state.must_bet) =
                        (Phase::Bet, order, state.stage == 0);
                    return;
                }
                Stage::Bet => {}
                Stage::Exchange(_) => {
                    (state.phase, state.queue) = (Phase::Exchange, order);
                    return;
                }
                Stage::Board(count, street) => {
                    let cards: Vec<_> = state.deck.drain(..count).collect();
                    state.board.extend(&cards);
                    self.tell("O1", EventKind::Board { cards, street });
                }
            }
            self.state.stage += 1;
        }
        self.begin_showdown();
    }

    /// Ends the turn of the player at the head of the queue.
    fn end_turn(&mut self) {
        self.state.queue.remove(0);
        if self.state.queue.is_empty() {
            self.end_betting();
        }
    }

    /// Ends the bets of a stage.
    fn end_betting(&mut self) {
        self.return_unmatched();
        let state = &mut self.state;
        for player in &mut state.players {
            player.bet = 0;
        }
        (state.to_call, state.raises, state.must_bet) = (0, 0, false);
        state.queue.clear();
        state.stage += 1;
        if self.state.still_in().count() == 1 {
            self.win_by_folds();
        } else {
            self.begin_stage();
        }
    }

    /// Gives back what nobody matched (RULEBOOK FO9).
    fn return_unmatched(&mut self) {
        let state = &mut self.state;
        let mut seats: Vec<usize> = (0..state.players.len()).collect();
        seats.sort_by_key(|&seat| std::cmp::Reverse(state.players[seat].bet));
        let amount = state.players[seats[0]].bet - state.players[seats[1]].bet;
        if amount > 0 {
            let player = &mut state.players[seats[0]];
            player.chips += amount;
            player.committed -= amount;
            let player = player.name.clone();
            self.tell("FO9", EventKind::Returned { player, amount });
        }
    }

    /// Checks (RULEBOOK FO7).
    pub(super) fn check(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let detail = match &self.state {
            state if state.must_bet => "the first bet of the round must be made",
            state if state.to_call > 0 => "there is a bet; call it, raise it, or fold",
            _ => {
                self.tell("FO7", EventKind::Checked { player: self.state.name(seat) });
                self.end_turn();
                return Ok(());
            }
        };
        Err(not_possible("FO7", detail, violations))
    }

    /// Makes the first bet of a stage (RULEBOOK FO8).
    pub(super) fn bet(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        if self.state.to_call > 0 {
            let detail = "there is a bet; raise it, call it, or fold";
            return Err(not_possible("FO8", detail, violations));
        }
        let height = self.read_height(seat, violations)?;
        self.bet_to(seat, height);
        Ok(())
    }

    /// Raises the bet (RULEBOOK FO8).
    pub(super) fn raise(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        if self.state.to_call == 0 {
            let detail = "there is no bet to raise";
            return Err(not_possible("FO8", detail, violations));
        }
        let height = self.read_height(seat, violations)?;
        self.bet_to(seat, height);
        Ok(())
    }

    /// Reads the new height of the bet.
    fn read_height(&self, seat: usize, violations: &mut Violations) -> Result<u64, Refused> {
        let Some((min, max)) = self.state.bet_bounds(seat) else {
            let detail = "the player can't lift the bet, nobody could answer, or the raises of the \
                          stage are used up";
            return Err(not_possible("FO8", detail, violations));
        };
        let Some(amount) = self.action.amount else { return Err(missing("amount", violations)) };
        if (min..=max).contains(&amount) {
            return Ok(amount);
        }
        let detail = format_args!("the new height of the bet is from {min} to {max}");
        Err(violations.at("amount").refuse(ViolationCode::OutOfBounds, "FO8", detail))
    }

    /// Bets or raises to a height, which gives everybody else another turn (RULEBOOK FO8).
    pub(super) fn bet_to(&mut self, seat: usize, height: u64) {
        let state = &mut self.state;
        let is_raise = state.to_call > 0;
        state.pay(seat, height - state.players[seat].bet);
        (state.to_call, state.must_bet) = (height, false);
        state.raises += u32::from(is_raise);
        let answers =
            |&other: &usize| other != seat && state.is_in(other) && state.players[other].chips > 0;
        state.queue = state.clockwise(seat).filter(answers).collect();
        let (player, to, all_in) = (state.name(seat), height, state.players[seat].chips == 0);
        let event = if is_raise {
            EventKind::Raised { player, to, all_in }
        } else {
            EventKind::Bet { player, to, all_in }
        };
        self.tell("FO8", event);
    }

    /// Calls (RULEBOOK FO9).
    pub(super) fn call(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        if self.state.to_call == 0 {
            let detail = "there is no bet to call";
            return Err(not_possible("FO8", detail, violations));
        }
        let amount = self.state.call_amount(seat);
        self.state.pay(seat, amount);
        let (player, all_in) = (self.state.name(seat), self.state.players[seat].chips == 0);
        self.tell("FO9", EventKind::Called { player, amount, all_in });
        self.end_turn();
        Ok(())
    }

    /// Folds at a turn (RULEBOOK FO6).
    pub(super) fn give_up(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        if self.state.must_bet {
            let detail = "the first bet of the round must be made";
            return Err(not_possible("FO7", detail, violations));
        }
        self.fold(seat, "FO6");
        Ok(())
    }

    /// Lets a player fold, and goes on where the game waited for the player.
    pub(super) fn fold(&mut self, seat: usize, rule: &'static str) {
        let state = &mut self.state;
        let player = &mut state.players[seat];
        player.part = Part::Folded;
        // RULEBOOK F15: what lies open stays open.
        if !state.showdown {
            state.discards.append(&mut player.hand);
        }
        if state.phase == Phase::Declare {
            player.declared = None;
        }
        let player = player.name.clone();
        state.queue.retain(|&other| other != seat);
        self.tell(rule, EventKind::Folded { player });
        let state = &self.state;
        let is_last = state.still_in().count() == 1;
        // Without a bet, a stage in which fewer than two players can bet is over (RULEBOOK FO6).
        let is_idle = state.to_call == 0 && state.can_bet() < 2;
        match state.phase {
            Phase::Bet if is_last || is_idle || state.queue.is_empty() => self.end_betting(),
            Phase::Exchange | Phase::Declare if is_last => self.win_by_folds(),
            Phase::Exchange if state.queue.is_empty() => self.end_exchange(),
            Phase::Declare => self.reveal_if_declared(),
            Phase::Challenge => self.settle_if_closed(),
            Phase::Bet | Phase::Exchange | Phase::Vote | Phase::Deal | Phase::Over => {}
        }
    }
}
