//! The check of a state that comes in (RULEBOOK F1).

use super::flow_rules::FlowRules;
use super::saved::{SavedPlayer, SavedState};
use super::state::{Phase, Player, State, check_names};
use crate::rules::flow::{
    Chance, MAX_PLIES, MAX_USED_MS, check_form, check_seat, inconsistent, read_cards, require,
    take_cards,
};
use crate::rules::play_on_words::card::{Card, PlayedCard};
use crate::rules::play_on_words::deck::published_deck;
use crate::rules::play_on_words::hand::HAND_CARDS;
use crate::rules::play_on_words::play::Play;
use crate::rules::play_on_words::ruleset::Version;
use crate::rules::play_on_words::table::Table;
use crate::rules::{Refused, Variant, Violations, limits};

impl SavedState {
    /// Checks the state. Places of violations are relative to it.
    ///
    /// # Errors
    /// [`Refused`] if the state is of a later version, or if its parts contradict each other or the
    /// rules.
    pub fn check(&self, violations: &mut Violations) -> Result<State, Refused> {
        check_form(self.version, self.game, Variant::PlayOnWords, violations)?;
        self.rules.check(&mut violations.at("rules"))?;
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        check_names(&names, violations)?;
        let state = self.read(violations)?;
        state.check_cards(violations)?;
        state.check_phase(violations)?;
        let is_result = self.result == state.result();
        require(is_result, "result", "the points have another result", violations)?;
        Ok(state)
    }

    /// Reads the members.
    fn read(&self, violations: &mut Violations) -> Result<State, Refused> {
        let seed = self.seed.as_ref().map(|seed| seed.parse()).transpose();
        let seed = seed.map_err(|error| inconsistent(&mut violations.at("seed"), error));
        let dealer = self.seat(&self.dealer, &mut violations.at("dealer"));
        let turn = self.optional_seat(self.turn.as_ref(), &mut violations.at("turn"));
        let went_out = self.optional_seat(self.went_out.as_ref(), &mut violations.at("went_out"));
        let queue = {
            let mut place = violations.at("queue");
            let seats = self.queue.iter().enumerate();
            seats.map(|(at, name)| self.seat(name, &mut place.at(at))).collect::<Vec<_>>()
        };
        let deck = read_pile(&self.deck, &mut violations.at("deck"));
        let set_aside = read_pile(&self.set_aside, &mut violations.at("set_aside"));
        let table = read_table(&self.table, &mut violations.at("table"));
        let players = {
            let mut place = violations.at("players");
            let seats = self.players.iter().enumerate();
            seats
                .map(|(seat, player)| player.read(self.round, &mut place.at(seat)))
                .collect::<Vec<_>>()
        };
        let seats = self.players.len();
        // Each number with the largest that it can have.
        let counts = [
            ("ply", self.ply, MAX_PLIES),
            ("shuffles", self.shuffles.into(), self.round.into()),
            ("idle", self.idle.into(), (self.rules.idle_turns as usize * seats) as u64),
            ("passes", self.passes.into(), seats as u64),
        ];
        let mut checked = Ok(());
        for (member, count, max) in counts {
            let is_small = count <= max;
            checked = checked.and(require(is_small, member, "the number is too large", violations));
        }
        let is_rounds = self.rounds == self.rules.rounds;
        let rounds = require(is_rounds, "rounds", "the rules have another number", violations);
        checked.and(rounds)?;
        Ok(State {
            rules: self.rules,
            chance: Chance { seed: seed?, shuffles: self.shuffles },
            ply: self.ply,
            round: self.round,
            dealer: dealer?,
            phase: self.phase,
            turn: turn?,
            queue: queue.into_iter().collect::<Result<_, _>>()?,
            went_out: went_out?,
            idle: self.idle,
            passes: self.passes,
            deck: deck?,
            table: table?,
            set_aside: set_aside?,
            players: players.into_iter().collect::<Result<_, _>>()?,
        })
    }

    fn seat(&self, name: &str, violations: &mut Violations) -> Result<usize, Refused> {
        let names = self.players.iter().map(|player| player.name.as_str());
        check_seat(name, names, violations)
    }

    fn optional_seat(
        &self,
        name: Option<&String>,
        violations: &mut Violations,
    ) -> Result<Option<usize>, Refused> {
        name.map(|name| self.seat(name, violations)).transpose()
    }
}

impl SavedPlayer {
    fn read(&self, round: u32, violations: &mut Violations) -> Result<Player, Refused> {
        let hand = read_pile(&self.hand, &mut violations.at("hand"));
        let mugged = read_pile(&self.mugged, &mut violations.at("mugged"));
        let are_few = self.points.unsigned_abs() <= limits::CHIPS;
        let points = require(are_few, "points", "the number is too large", violations);
        let is_short = self.used_ms <= MAX_USED_MS;
        let used = require(is_short, "used_ms", "the number is too large", violations);
        let outs = require(self.outs <= round, "outs", "the number is too large", violations);
        points.and(used).and(outs)?;
        Ok(Player {
            name: self.name.clone(),
            points: self.points,
            outs: self.outs,
            hand: hand?,
            first_turn: self.first_turn,
            done: self.done,
            mugged: mugged?,
            used_ms: self.used_ms,
        })
    }
}

impl State {
    /// Checks that the cards of all places are together the published deck.
    fn check_cards(&self, violations: &mut Violations) -> Result<(), Refused> {
        let is_dealt = self.round > 0 || self.has_real_deck();
        let mut left = if is_dealt { published_deck() } else { Vec::new() };
        let mut checked = Ok(());
        let mut take = |cards: &[Card], violations: &mut Violations| {
            if !take_cards(&mut left, cards).is_empty() {
                let detail = "there are more copies of a card than in the deck";
                checked = Err(inconsistent(violations, detail));
            }
        };
        take(&self.deck, &mut violations.at("deck"));
        take(&self.set_aside, &mut violations.at("set_aside"));
        let table: Vec<Card> =
            self.table.iter().flat_map(|word| word.iter()).map(|card| card.face()).collect();
        take(&table, &mut violations.at("table"));
        for (seat, player) in self.players.iter().enumerate() {
            let mut place = violations.at("players");
            let mut place = place.at(seat);
            take(&player.hand, &mut place.at("hand"));
        }
        for (seat, player) in self.players.iter().enumerate() {
            let mut place = violations.at("players");
            let mut place = place.at(seat);
            let are_few = player.hand.len() <= HAND_CARDS;
            checked =
                checked.and(require(are_few, "hand", "a hand has 8 cards at most", &mut place));
            let are_held = take_cards(&mut player.hand.clone(), &player.mugged).is_empty();
            let detail = "mugged cards stay in the hand";
            checked = checked.and(require(are_held, "mugged", detail, &mut place));
        }
        let are_all = left.is_empty();
        checked.and(require(are_all, "deck", "cards of the deck are missing", violations))
    }

    /// Checks that the members fit the phase.
    fn check_phase(&self, violations: &mut Violations) -> Result<(), Refused> {
        use Phase::{Deal, Last, Muggins, Over, Turn};
        let Self { phase, ref rules, .. } = *self;
        let FlowRules { version, rounds, muggins, .. } = *rules;
        let seats = self.players.len();
        let is_between = matches!(phase, Deal | Over);
        let is_playing = matches!(phase, Turn | Last);
        let rounds = match phase {
            Deal => 0..rounds,
            Over => rounds..rounds + 1,
            Turn | Last | Muggins => 1..rounds + 1,
        };
        let mut order = self.queue.clone();
        order.extend(self.turn);
        order.sort_unstable();
        order.dedup();
        let is_idle = self.idle as usize >= rules.idle_turns as usize * seats;
        let hands = || self.players.iter().map(|player| &player.hand);
        let has_gone_out = |seat: usize| self.players[seat].hand.is_empty();
        // Each member with the reason why it does not fit.
        let fits = [
            (rounds.contains(&self.round), "round", "the round does not fit the phase"),
            (self.turn.is_some() == is_playing, "turn", "the turn does not fit the phase"),
            (phase == Last || self.queue.is_empty(), "queue", "no last plays follow"),
            (
                order.len() == self.queue.len() + usize::from(self.turn.is_some()),
                "queue",
                "every player has one last play",
            ),
            (phase != Last || version == Version::Rummy, "phase", "the game has no last plays"),
            (
                phase != Muggins || (muggins && version != Version::Casual),
                "phase",
                "the game is played without muggins",
            ),
            (
                phase != Turn || (self.went_out.is_none() && !is_idle),
                "phase",
                "the turns of the round are over",
            ),
            (
                phase != Turn || !self.is_played_through(),
                "phase",
                "the turns of the round are over",
            ),
            (
                self.went_out.is_none_or(|seat| version != Version::FullDeck && has_gone_out(seat)),
                "went_out",
                "the player has not gone out",
            ),
            (
                self.went_out.is_none_or(|seat| !order.contains(&seat)),
                "went_out",
                "a player who went out has no last play",
            ),
            (
                !(is_between && hands().any(|hand| !hand.is_empty())),
                "players",
                "hands are put aside after a round",
            ),
            (is_between || self.set_aside.is_empty(), "set_aside", "no cards are aside in a round"),
            (
                phase == Muggins || !self.players.iter().any(|one| one.done),
                "players",
                "nobody is done outside of muggins",
            ),
            (
                phase == Muggins || self.players.iter().all(|one| one.mugged.is_empty()),
                "players",
                "nothing is mugged outside of muggins",
            ),
            (
                phase != Muggins || !self.players.iter().all(|one| one.done),
                "players",
                "the muggings are over",
            ),
        ];
        let mut checked = Ok(());
        for (does_fit, member, detail) in fits {
            checked = checked.and(require(does_fit, member, detail, violations));
        }
        checked
    }
}

fn read_pile(texts: &[String], violations: &mut Violations) -> Result<Vec<Card>, Refused> {
    read_cards(texts, violations, |error, place| inconsistent(place, error))
}

fn read_table(words: &[Vec<String>], violations: &mut Violations) -> Result<Table, Refused> {
    let mut plays = Ok(Vec::new());
    for (index, word) in words.iter().enumerate() {
        let cards = word.iter().map(|card| card.parse::<PlayedCard>()).collect::<Result<_, _>>();
        let play = cards
            .map_err(|error| error.to_string())
            .and_then(|cards| Play::new(cards).map_err(|error| error.to_string()));
        match (play, &mut plays) {
            (Ok(play), Ok(plays)) => plays.push(play),
            (Ok(_), Err(_)) => {}
            (Err(error), _) => plays = Err(inconsistent(&mut violations.at(index), error)),
        }
    }
    let mut breaches = Violations::default();
    Table::new(plays?, &mut breaches).map_err(|_| {
        let detail = breaches.as_slice().first().map_or("", |breach| breach.detail.as_str());
        inconsistent(violations, detail)
    })
}
