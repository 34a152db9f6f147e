//! The pots of a round (RULEBOOK FO15).

use super::apply::Course;
use super::challenge::declaration;
use super::event::{EventKind, WonBy};
use super::state::State;
use crate::lexicon::Words;
use crate::rules::Violations;
use crate::rules::flow::ByPlayer;
use crate::rules::word_poker::declaration::Declaration;
use crate::rules::word_poker::ruleset::{Remainder, Rules};
use crate::rules::word_poker::settle::{DecidedBy, Outcome, PlayerScore};
use crate::rules::word_poker::showdown::{Entry, Showdown};

/// A pot, with the players who can win it.
#[derive(Debug)]
struct Pot {
    amount: u64,
    contenders: Vec<usize>,
}

impl State {
    /// Returns the pots: one for each different amount that a player who is still in has put in.
    fn pots(&self) -> Vec<Pot> {
        let mut heights: Vec<u64> =
            self.still_in().map(|seat| self.players[seat].committed).collect();
        heights.sort_unstable();
        heights.dedup();
        let mut below = 0;
        let mut pots = Vec::with_capacity(heights.len());
        for (index, &height) in heights.iter().enumerate() {
            // A part that nobody who is still in reached joins the highest pot.
            let top = if index + 1 == heights.len() { u64::MAX } else { height };
            let part = |committed: u64| committed.min(top).saturating_sub(below);
            let amount: u64 = self.players.iter().map(|player| part(player.committed)).sum();
            let first = if index == 0 { self.carry + self.dead } else { 0 };
            let contenders =
                self.still_in().filter(|&seat| self.players[seat].committed >= height).collect();
            pots.push(Pot { amount: amount + first, contenders });
            below = height;
        }
        pots
    }

    /// Settles a pot among the players who can win it (RULEBOOK O12).
    fn settle_pot(&self, pot: &Pot, remainder: Remainder, words: Words<'_>) -> Outcome {
        let entry = |seat: usize| {
            let play = self.standing_play(seat).map(|play| match declaration(&play) {
                Declaration::Cards(cards) => cards,
                Declaration::Word(_) => Vec::new(),
            });
            Entry {
                name: self.name(seat),
                play,
                challenged: false,
                category_match: self.players[seat].declared.map(|declared| declared.category),
                folded: !pot.contenders.contains(&seat),
                holding: self.holding(seat),
                chips: None,
            }
        };
        let showdown = Showdown {
            game: self.game,
            pot: pot.amount,
            players: (0..self.players.len()).map(entry).collect(),
            board: self.board_holding(),
            category: self.category_list(words),
            dealer: Some(self.dealer),
            last_round: false,
            target: None,
            rules: Rules { remainder, ..self.rules.round_rules() },
        };
        match showdown.settle(words, &mut Violations::default()) {
            Ok(outcome) => outcome,
            Err(_) => unreachable!("all cards and the dealer are known"),
        }
    }

    fn settle_pots(&self, pots: &[Pot], remainder: Remainder, words: Words<'_>) -> Vec<Outcome> {
        pots.iter().map(|pot| self.settle_pot(pot, remainder, words)).collect()
    }

    /// Returns the chips of all players once pots have been shared out.
    fn chips_with(&self, outcomes: &[Outcome]) -> Vec<u64> {
        let shares = |name: &str| -> u64 {
            let shares = outcomes.iter().flat_map(|outcome| &outcome.shares);
            shares.filter(|share| share.player == name).map(|share| share.amount).sum()
        };
        self.players.iter().map(|player| player.chips + shares(&player.name)).collect()
    }
}

impl Course<'_> {
    /// Gives the whole pot to a player without comparing words.
    pub(super) fn win(&mut self, seat: usize, rule: &'static str, decided_by: WonBy) {
        let state = &mut self.state;
        let amount = state.pot();
        state.players[seat].chips += amount;
        state.empty_pot(0);
        if amount > 0 {
            let player = state.name(seat);
            self.tell(rule, EventKind::Won { player, amount, decided_by });
        }
    }

    /// Gives the pot to the player who is left after all others folded (RULEBOOK FO12).
    pub(super) fn win_by_folds(&mut self) {
        // Words that were declared already are not named.
        for player in &mut self.state.players {
            player.declared = None;
        }
        let winner = self.state.still_in().next();
        if let Some(winner) = winner {
            self.win(winner, "FO12", WonBy::Folds);
        }
        self.end_round();
    }

    /// Shares out the pots (RULEBOOK FO15), and ends the round.
    pub(super) fn settle(&mut self) {
        let pots = self.state.pots();
        if pots.is_empty() {
            self.leave_pot();
            self.end_round();
            return;
        }
        let (state, words) = (&self.state, self.words);
        let mut outcomes = state.settle_pots(&pots, state.rules.remainder, words);
        // RULEBOOK O17: no odd chips stay in the pot of a finished game.
        if state.is_won_with(&state.chips_with(&outcomes)) {
            outcomes = state.settle_pots(&pots, Remainder::OddChipLeftOfDealer, words);
        }
        let chips = state.chips_with(&outcomes);
        for (player, chips) in self.state.players.iter_mut().zip(chips) {
            player.chips = chips;
        }
        self.state.empty_pot(outcomes.iter().map(|outcome| outcome.remainder).sum());
        for (pot, outcome) in pots.iter().zip(outcomes) {
            self.tell("FO15", pot_event(pot, outcome));
        }
        self.end_round();
    }

    /// Leaves the pot for the next round, because nobody is left who could win it. If nobody in the
    /// round has a chip, all take back what they put in.
    fn leave_pot(&mut self) {
        let state = &self.state;
        let seats: Vec<usize> = state.of_round().collect();
        let mut left = state.pot();
        if seats.iter().all(|&seat| state.players[seat].chips == 0) {
            for seat in seats {
                let player = &mut self.state.players[seat];
                let amount = std::mem::take(&mut player.committed);
                player.chips += amount;
                left -= amount;
                let player = player.name.clone();
                self.tell("FO15", EventKind::TakenBack { player, amount });
            }
        }
        self.state.empty_pot(left);
        if left > 0 {
            self.tell("FO15", EventKind::PotStays { amount: left });
        }
    }
}

impl State {
    /// Empties the pot but for the chips that stay for the next round.
    fn empty_pot(&mut self, carry: u64) {
        (self.carry, self.dead) = (carry, 0);
        for player in &mut self.players {
            (player.committed, player.bet) = (0, 0);
        }
    }
}

/// Returns the event of a pot that was shared out.
fn pot_event(pot: &Pot, outcome: Outcome) -> EventKind {
    let Outcome { decided_by, shares, remainder, scores, .. } = outcome;
    let share = shares.iter().map(|share| share.amount).min().unwrap_or_default();
    let odd = shares.iter().filter(|one| one.amount > share);
    let odd_chips = odd.map(|one| one.player.clone()).collect();
    let total = |score: &PlayerScore| match (&score.word, decided_by) {
        (_, DecidedBy::CardPoints) => score.card_points.unwrap_or_default(),
        (Some(word), _) => word.played.as_ref().map_or(0, |(_, score)| score.total),
        (None, _) => 0,
    };
    let totals = pot.contenders.iter().map(|&seat| {
        let score = &scores[seat];
        (score.player.clone(), total(score))
    });
    EventKind::Pot {
        amount: pot.amount,
        winners: shares.into_iter().map(|share| share.player).collect(),
        share,
        odd_chips,
        remainder,
        decided_by,
        totals: ByPlayer(totals.collect()),
    }
}
