//! The end of a round, and that of the game (RULEBOOK FO16–FO18).

use super::apply::Course;
use super::ending::Ending;
use super::event::{EventKind, WonBy};
use super::state::{Part, Phase, Player, State};
use crate::rules::flow::{GameResult, PlayerTotal, not_possible};
use crate::rules::{Refused, Violations};

impl State {
    /// Returns the result, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let reason: &str = self.ending?.into();
        let chips: Vec<u64> = self.players.iter().map(|player| player.chips).collect();
        let winners = self.leaders(&chips).into_iter().map(|seat| self.name(seat)).collect();
        let total = |player: &Player| PlayerTotal {
            player: player.name.clone(),
            total: i64::try_from(player.chips).unwrap_or(i64::MAX),
        };
        let results = self.players.iter().map(total).collect();
        Some(GameResult { reason: reason.to_owned(), winners, results })
    }

    /// Returns the seats of those who have the most chips among the players who play on.
    pub(super) fn leaders(&self, chips: &[u64]) -> Vec<usize> {
        let seats = || (0..chips.len()).filter(|&seat| self.plays_on(seat));
        let most = seats().map(|seat| chips[seat]).max();
        seats().filter(|&seat| Some(chips[seat]) == most).collect()
    }

    /// Returns the reason why a game is over if one player can play on.
    pub(super) const fn ending_of_last_player(&self) -> Ending {
        if self.playoff.is_empty() { Ending::AllChips } else { Ending::PlayOff }
    }

    /// Returns the reason why a game in which several players have chips ends after this round,
    /// unless its leaders are tied.
    fn last_round(&self, chips: &[u64]) -> Option<Ending> {
        let target = self.rules.target;
        let is_reached = target > 0 && chips.iter().any(|&chips| chips >= target);
        let are_played = self.rules.rounds > 0 && self.round >= self.rules.rounds;
        match () {
            () if !self.playoff.is_empty() => Some(Ending::PlayOff),
            () if is_reached => Some(Ending::Target),
            () if are_played => Some(Ending::Rounds),
            () => None,
        }
    }

    /// Returns true if the game is over after this round, with these chips.
    pub(super) fn is_won_with(&self, chips: &[u64]) -> bool {
        self.last_round(chips).is_some() && self.leaders(chips).len() == 1
    }
}

impl Course<'_> {
    /// Ends the round: eliminates players, and goes on to the next deal or the result.
    pub(super) fn end_round(&mut self) {
        let state = &mut self.state;
        (state.to_call, state.raises, state.must_bet) = (0, 0, false);
        state.queue.clear();
        state.vote = None;
        for seat in 0..self.state.players.len() {
            let player = &mut self.state.players[seat];
            if player.part != Part::Watches && player.chips == 0 {
                (player.out, player.owes) = (true, 0);
                let player = player.name.clone();
                self.tell("FO16", EventKind::Eliminated { player, chips: 0 });
            }
        }
        let state = &self.state;
        let chips: Vec<u64> = state.players.iter().map(|player| player.chips).collect();
        let seats: Vec<usize> = (0..chips.len()).filter(|&seat| state.plays_on(seat)).collect();
        if let [winner] = seats[..] {
            // RULEBOOK FO5: what is left in the pot belongs to the last player.
            self.win(winner, "FO5", WonBy::LastPlayer);
            self.finish(self.state.ending_of_last_player());
            return;
        }
        let ending = state.last_round(&chips);
        if ending.is_none_or(|ending| !self.finish_if_led(ending)) {
            self.state.phase = Phase::Deal;
            self.move_deal();
        }
    }

    /// Ends the game between two rounds, for the host (RULEBOOK FO17).
    pub(super) fn end(&mut self, violations: &mut Violations) -> Result<(), Refused> {
        if !self.state.can_end() {
            let detail = "the game ends between two rounds, and not in a play-off";
            return Err(not_possible("FO17", detail, violations));
        }
        if !self.finish_if_led(Ending::End) && !self.state.plays_on(self.state.dealer) {
            self.move_deal();
        }
        Ok(())
    }

    /// Ends the game if one player leads; returns true if so. Tied leaders play on among themselves.
    fn finish_if_led(&mut self, ending: Ending) -> bool {
        let state = &mut self.state;
        let chips: Vec<u64> = state.players.iter().map(|player| player.chips).collect();
        let leaders = state.leaders(&chips);
        if leaders.len() == 1 {
            self.finish(ending);
            return true;
        }
        if state.playoff != leaders {
            let players = leaders.iter().map(|&seat| state.name(seat)).collect();
            state.playoff = leaders;
            self.tell("FO17", EventKind::PlayOff { players });
        }
        false
    }

    pub(super) fn finish(&mut self, ending: Ending) {
        (self.state.phase, self.state.ending) = (Phase::Over, Some(ending));
        if let Some(result) = self.state.result() {
            self.tell("FO17", EventKind::Over { result });
        }
    }

    /// Moves the deal to the left, past those who don't play on (RULEBOOK FO18).
    pub(super) fn move_deal(&mut self) {
        let state = &mut self.state;
        let mut left = state.clockwise(state.dealer);
        if let Some(next) = left.find(|&seat| state.plays_on(seat)) {
            state.dealer = next;
        }
    }
}

impl State {
    /// Returns true if the host can end the game (RULEBOOK FO17).
    pub(super) fn can_end(&self) -> bool {
        self.phase == Phase::Deal && self.round > 0 && self.playoff.is_empty()
    }
}
