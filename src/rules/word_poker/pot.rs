//! The pot after a round: the shares of the winners, the end of the game (RULEBOOK O17) and the
//! next dealer (O19).

use serde::Serialize;

use super::ruleset::Remainder;
use super::showdown::Showdown;
use crate::rules::score::{SettlementLine, SettlementLines};
use crate::rules::{Refused, ViolationCode, Violations, counted};

/// A player's chips.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PotShare))]
pub struct Share {
    /// The player's name.
    pub player: String,
    /// The number of chips.
    pub amount: u64,
    /// The chips that the player gets from the pot, step by step.
    pub lines: Vec<SettlementLine>,
}

/// The result of the game after its last round (rule 24).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameResult {
    /// One player has the most chips and wins.
    Won(String),
    /// These players are tied and play another round.
    PlayOn(Vec<String>),
}

/// The pot, divided among the winners of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Division {
    pot: u64,
    /// The seats of the winners, in seat order.
    winners: Vec<usize>,
    /// The chips that every winner gets.
    even: u64,
    /// The seats of the winners who get one odd chip, and the rule that gives it to them.
    odd: Vec<usize>,
    odd_rule: &'static str,
}

impl Division {
    /// Divides the pot evenly. The chips that can't be divided stay in it.
    pub(super) fn of(pot: u64, winners: Vec<usize>) -> Self {
        let even = pot.checked_div(winners.len() as u64).unwrap_or_default();
        Self { pot, winners, even, odd: Vec::new(), odd_rule: "O12" }
    }

    /// Returns the seats of the winners, in seat order.
    pub(super) fn winners(&self) -> &[usize] {
        &self.winners
    }

    /// Returns the chips that stay in the pot.
    pub(super) fn remainder(&self) -> u64 {
        self.pot - self.even * self.winners.len() as u64 - self.odd.len() as u64
    }

    /// Gives the odd chips to the winners, one each, from the dealer's left; without a dealer, in
    /// seat order.
    fn give_odd_chips(&mut self, rule: &'static str, dealer: Option<usize>, seats: usize) {
        let mut clockwise = self.winners.clone();
        if let Some(dealer) = dealer {
            // The seat to the dealer's left comes first, the dealer last.
            clockwise.sort_by_key(|&seat| (seat + seats - dealer - 1) % seats);
        }
        let odd = usize::try_from(self.remainder()).unwrap_or(usize::MAX);
        clockwise.truncate(odd);
        (self.odd, self.odd_rule) = (clockwise, rule);
    }

    /// Returns the chips that a player gets from the pot.
    fn amount(&self, seat: usize) -> u64 {
        let even = if self.winners.contains(&seat) { self.even } else { 0 };
        even + u64::from(self.odd.contains(&seat))
    }

    /// Returns the steps by which a player who had this number of chips gets chips from the pot.
    fn lines(&self, seat: usize, before: u64) -> Vec<SettlementLine> {
        let signed = |chips: u64| i64::try_from(chips).unwrap_or(i64::MAX);
        let mut lines = SettlementLines::starting_with(signed(before));
        if self.winners.contains(&seat) {
            let winners = counted(self.winners.len(), "winner");
            let label = format!("share of the pot: {} among {winners}", self.pot);
            lines.add("O12", label, signed(self.even));
        }
        if self.odd.contains(&seat) {
            lines.add(self.odd_rule, "odd chip".to_owned(), 1);
        }
        lines.finish()
    }
}

impl Showdown<'_> {
    /// Checks that the dealer is known if odd chips are given from the dealer's left.
    pub(super) fn check_dealer(&self, violations: &mut Violations) -> Result<(), Refused> {
        if self.rules.remainder == Remainder::OddChipLeftOfDealer && self.dealer.is_none() {
            let detail = "odd chips are shared out from the dealer's left; give the dealer";
            let code = ViolationCode::MissingField;
            return Err(violations.at("dealer").refuse(code, "O12", detail));
        }
        Ok(())
    }

    /// Checks that all chips are known if they decide whether the game is over.
    pub(super) fn check_chips(&self, violations: &mut Violations) -> Result<(), Refused> {
        let mut given = Ok(());
        if !self.last_round && self.target.is_none() {
            return given;
        }
        for (seat, player) in self.players.iter().enumerate() {
            if player.chips.is_none() {
                let detail = "the players' chips decide the game; give every player's chips";
                let code = ViolationCode::MissingField;
                let mut players = violations.at("players");
                given = Err(players.at(seat).at("chips").refuse(code, "O17", detail));
            }
        }
        given
    }

    /// Gives the odd chips to winners if the rules say so, and returns the result of the game if it
    /// is over.
    pub(super) fn share_out(&self, division: &mut Division) -> Option<GameResult> {
        let seats = self.players.len();
        if self.rules.remainder == Remainder::OddChipLeftOfDealer {
            division.give_odd_chips("O12", self.dealer, seats);
        }
        let chips = self.amounts_after(division)?;
        if !self.is_over(&chips, division.remainder()) {
            return None;
        }
        // RULEBOOK O17: no odd chips stay in the pot of a finished game. If the leaders are tied
        // without them, the game is not finished.
        if leaders(&chips).len() == 1 && division.remainder() > 0 {
            division.give_odd_chips("O17", self.dealer, seats);
        }
        let leaders = leaders(&self.amounts_after(division)?);
        let mut names = leaders.into_iter().map(|seat| self.players[seat].name.clone());
        match (names.next(), names.collect::<Vec<_>>()) {
            (Some(winner), others) if others.is_empty() => Some(GameResult::Won(winner)),
            (first, others) => Some(GameResult::PlayOn(first.into_iter().chain(others).collect())),
        }
    }

    /// Returns whether the game ends with this round (rule 23), unless its leaders are tied.
    fn is_over(&self, chips: &[u64], remainder: u64) -> bool {
        let holders = chips.iter().filter(|&&chips| chips > 0).count();
        let is_target_reached =
            self.target.is_some_and(|target| chips.iter().any(|&chips| chips >= target));
        self.last_round || is_target_reached || (holders == 1 && remainder == 0)
    }

    /// Returns the number of chips of a player after the round, if it is known.
    fn amount_after(&self, seat: usize, division: &Division) -> Option<u64> {
        self.players[seat].chips.map(|chips| chips.saturating_add(division.amount(seat)))
    }

    fn amounts_after(&self, division: &Division) -> Option<Vec<u64>> {
        (0..self.players.len()).map(|seat| self.amount_after(seat, division)).collect()
    }

    /// Returns every player's chips after the round, if all are known.
    pub(super) fn chips_after(&self, division: &Division) -> Option<Vec<Share>> {
        let seats = self.players.iter().enumerate();
        seats.map(|(seat, player)| Some(self.share(seat, player.chips?, division))).collect()
    }

    /// Returns the chips of a player who had this number of chips before.
    pub(super) fn share(&self, seat: usize, before: u64, division: &Division) -> Share {
        Share {
            player: self.players[seat].name.clone(),
            amount: before.saturating_add(division.amount(seat)),
            lines: division.lines(seat, before),
        }
    }

    /// Returns the next player to the dealer's left who still has chips, unless the game is over
    /// (RULEBOOK O19).
    pub(super) fn next_dealer(
        &self,
        division: &Division,
        game: Option<&GameResult>,
    ) -> Option<String> {
        if matches!(game, Some(GameResult::Won(_))) {
            return None;
        }
        let (dealer, seats) = (self.dealer?, self.players.len());
        let mut clockwise = (1..=seats).map(|step| (dealer + step) % seats);
        let next = clockwise.find(|&seat| self.amount_after(seat, division) != Some(0))?;
        Some(self.players[next].name.clone())
    }
}

fn leaders(chips: &[u64]) -> Vec<usize> {
    let most = chips.iter().max();
    (0..chips.len()).filter(|&seat| Some(&chips[seat]) == most).collect()
}
