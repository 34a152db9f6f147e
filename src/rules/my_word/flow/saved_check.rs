//! The check of a state that comes in (RULEBOOK F1).

use super::saved::{SavedPlayer, SavedState};
use super::state::{Phase, Player, State, check_names};
use crate::rules::flow::{
    Chance, MAX_PLIES, MAX_USED_MS, check_form, check_seat, inconsistent, read_cards, require,
    take_cards,
};
use crate::rules::my_word::card::Card;
use crate::rules::my_word::deck::{DECK_CARDS, published_deck};
use crate::rules::{Refused, Variant, Violations};

impl SavedState {
    /// Checks the state. Places of violations are relative to it.
    ///
    /// # Errors
    /// [`Refused`] if the state is of a later version, or if its parts contradict each other or the
    /// rules.
    pub fn check(&self, violations: &mut Violations) -> Result<State, Refused> {
        check_form(self.version, self.game, Variant::MyWord, violations)?;
        self.rules.check(&mut violations.at("rules"))?;
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        check_names(&names, violations)?;
        let state = self.read(violations)?;
        let cards = state.check_cards(violations);
        let phase = state.check_phase(violations);
        let points = state.check_points(violations);
        cards.and(phase).and(points)?;
        let is_result = self.result == state.result();
        require(is_result, "result", "the points have another result", violations)?;
        Ok(state)
    }

    /// Reads the members.
    fn read(&self, violations: &mut Violations) -> Result<State, Refused> {
        let seed = self.seed.as_ref().map(|seed| seed.parse()).transpose();
        let seed = seed.map_err(|error| inconsistent(&mut violations.at("seed"), error));
        let names = self.players.iter().map(|player| player.name.as_str());
        let dealer = check_seat(&self.dealer, names, &mut violations.at("dealer"));
        let deck = read_pile(&self.deck, &mut violations.at("deck"));
        let table = read_pile(&self.table, &mut violations.at("table"));
        let players = {
            let mut place = violations.at("players");
            let seats = self.players.iter().enumerate();
            seats.map(|(seat, player)| player.read(&mut place.at(seat))).collect::<Vec<_>>()
        };
        let fits = [
            (self.ply < MAX_PLIES, "ply", "the number is too large"),
            (self.rounds == self.rules.rounds, "rounds", "the rules have another number"),
            (self.shuffles == self.round, "shuffles", "every round begins with a shuffle"),
        ];
        let mut checked = Ok(());
        for (does_fit, member, detail) in fits {
            checked = checked.and(require(does_fit, member, detail, violations));
        }
        checked?;
        Ok(State {
            rules: self.rules,
            chance: Chance { seed: seed?, shuffles: self.shuffles },
            ply: self.ply,
            round: self.round,
            dealer: dealer?,
            phase: self.phase,
            deck: deck?,
            table: table?,
            players: players.into_iter().collect::<Result<_, _>>()?,
        })
    }
}

impl SavedPlayer {
    fn read(&self, violations: &mut Violations) -> Result<Player, Refused> {
        let collected = read_pile(&self.collected, &mut violations.at("collected"));
        let is_short = self.used_ms <= MAX_USED_MS;
        require(is_short, "used_ms", "the number is too large", violations)?;
        Ok(Player {
            name: self.name.clone(),
            points: self.points,
            collected: collected?,
            used_ms: self.used_ms,
        })
    }
}

impl State {
    /// Checks that the cards of all places are together the published deck.
    fn check_cards(&self, violations: &mut Violations) -> Result<(), Refused> {
        let mut left = published_deck();
        let mut checked = Ok(());
        let mut take = |cards: &[Card], violations: &mut Violations| {
            if !take_cards(&mut left, cards).is_empty() {
                let detail = "there are more copies of a card than in the deck";
                checked = Err(inconsistent(violations, detail));
            }
        };
        take(&self.deck, &mut violations.at("deck"));
        take(&self.table, &mut violations.at("table"));
        for (seat, player) in self.players.iter().enumerate() {
            take(&player.collected, &mut violations.at("players").at(seat).at("collected"));
        }
        let are_all = left.is_empty();
        checked.and(require(are_all, "deck", "cards of the deck are missing", violations))
    }

    /// Checks that the members fit the phase.
    fn check_phase(&self, violations: &mut Violations) -> Result<(), Refused> {
        let Self { round, rules, .. } = *self;
        let is_over = self.phase == Phase::Over;
        let rounds = if is_over { rules.rounds..=rules.rounds } else { 1..=rules.rounds };
        // Each member with the reason why it does not fit.
        let fits = [
            (rounds.contains(&round), "round", "the round does not fit the phase"),
            (is_over || !self.is_played_out(), "phase", "nobody can call any more in the round"),
            (!is_over || self.deck.is_empty(), "phase", "a round ends when the deck is empty"),
        ];
        let mut checked = Ok(());
        for (does_fit, member, detail) in fits {
            checked = checked.and(require(does_fit, member, detail, violations));
        }
        checked
    }

    /// Checks that the points can be those of the rounds that are over.
    fn check_points(&self, violations: &mut Violations) -> Result<(), Refused> {
        let is_over = self.phase == Phase::Over;
        let rounds = if is_over { self.round } else { self.round.saturating_sub(1) };
        let mut left = DECK_CARDS as u64 * u64::from(rounds);
        let mut checked = Ok(());
        let mut place = violations.at("players");
        for (seat, player) in self.players.iter().enumerate() {
            let points = u64::from(player.points);
            let least = if is_over { player.collected.len() as u64 } else { 0 };
            let does_fit = (least..=left).contains(&points);
            let detail = "a player has a point for each card collected in the rounds so far";
            checked = checked.and(require(does_fit, "points", detail, &mut place.at(seat)));
            left = left.saturating_sub(points);
        }
        checked
    }
}

fn read_pile(texts: &[String], violations: &mut Violations) -> Result<Vec<Card>, Refused> {
    read_cards(texts, violations, |error, place| inconsistent(place, error))
}
