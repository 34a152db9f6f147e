//! The check of a state that comes in (RULEBOOK F1): its members are read one by one. The module
//! `saved_fit` checks that they fit together.

use super::deal::MAX_CUTS;
use super::ending::Ending;
use super::saved::{SavedDeclared, SavedPlayer, SavedState, SavedVote};
use super::state::{Declared, MIN_PLAYERS, Part, Player, State, Vote};
use crate::rules::flow::{
    Chance, MAX_PLIES, MAX_USED_MS, check_form, check_seat, inconsistent, read_cards, require,
};
use crate::rules::word_poker::card::{Card, PlayedCard};
use crate::rules::word_poker::hand::Play;
use crate::rules::word_poker::values::LetterValues;
use crate::rules::{Refused, Variant, Violations, limits, players};

/// The largest number of rounds dealt, and of raises in a stage: no game comes near it.
const MAX_COUNT: u32 = 1 << 24;
/// The largest number of shuffles in a round: the deal, and one in every exchange of twelve players.
const MAX_SHUFFLES: u64 = 1 + 2 * limits::PLAYERS as u64;
/// The largest number of chips in a game.
const MAX_CHIPS: u64 = limits::CHIPS * limits::PLAYERS as u64;

const TOO_LARGE: &str = "the number is too large";

impl SavedState {
    /// Checks the state of a game. Places of violations are relative to it.
    ///
    /// # Errors
    /// [`Refused`] if the state is of another game or of a later version, or if its parts
    /// contradict each other or the rules.
    pub fn check(&self, game: Variant, violations: &mut Violations) -> Result<State, Refused> {
        check_form(self.version, self.game, game, violations)?;
        self.rules.check(&mut violations.at("rules"))?;
        let names = self.names();
        players::check_table(names, MIN_PLAYERS, Some("name"), &mut violations.at("players"))?;
        let state = self.read(violations)?;
        state.check_fit(violations)?;
        let is_result = self.result == state.result();
        require(is_result, "result", "the chips have another result", violations)?;
        Ok(state)
    }

    fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.players.iter().map(|player| player.name.as_str())
    }

    /// Reads the members.
    fn read(&self, violations: &mut Violations) -> Result<State, Refused> {
        let seed = self.seed.as_ref().map(|seed| seed.parse()).transpose();
        let seed = seed.map_err(|error| inconsistent(&mut violations.at("seed"), error));
        let dealer = check_seat(&self.dealer, self.names(), &mut violations.at("dealer"));
        let queue = self.seats(&self.queue, &mut violations.at("queue"));
        let playoff = self.seats(&self.playoff, &mut violations.at("playoff"));
        let deck = read_pile(&self.deck, &mut violations.at("deck"));
        let discards = read_pile(&self.discards, &mut violations.at("discards"));
        let board = read_pile(&self.board, &mut violations.at("board"));
        let category = self.category.as_ref();
        let category = category.map(|one| one.read(None, &mut violations.at("category")));
        let vote = self.vote.as_ref().map(|vote| self.vote(vote, &mut violations.at("vote")));
        let ending = self.ending(violations);
        let players = self.read_players(&mut violations.at("players"));
        self.check_numbers(violations)?;
        Ok(State {
            game: self.game,
            rules: self.rules,
            chance: Chance { seed: seed?, shuffles: self.shuffles },
            ply: self.ply,
            round: self.round,
            dealer: dealer?,
            phase: self.phase,
            stage: self.stage,
            queue: queue?,
            to_call: self.to_call,
            raises: self.raises,
            must_bet: self.must_bet,
            deck: deck?,
            discards: discards?,
            board: board?,
            carry: self.carry,
            dead: self.dead,
            category: category.transpose()?,
            vote: vote.transpose()?,
            playoff: playoff?,
            showdown: self.showdown,
            ending: ending?,
            players: players?,
        })
    }

    fn read_players(&self, violations: &mut Violations) -> Result<Vec<Player>, Refused> {
        let values = &self.rules.letter_values;
        let seats = self.players.iter().enumerate();
        let players: Vec<_> =
            seats.map(|(seat, player)| player.read(values, &mut violations.at(seat))).collect();
        players.into_iter().collect()
    }

    /// Checks the sizes of the numbers, so that no sum overflows.
    fn check_numbers(&self, violations: &mut Violations) -> Result<(), Refused> {
        let shuffles = u64::from(MAX_CUTS) + u64::from(self.round) * MAX_SHUFFLES;
        // Each number with the largest that it can have.
        let counts = [
            ("ply", self.ply, MAX_PLIES),
            ("round", self.round.into(), MAX_COUNT.into()),
            ("shuffles", self.shuffles.into(), shuffles),
            ("raises", self.raises.into(), MAX_COUNT.into()),
            ("carry", self.carry, MAX_CHIPS),
            ("dead", self.dead, MAX_CHIPS),
        ];
        let mut checked = Ok(());
        for (member, count, max) in counts {
            checked = checked.and(require(count <= max, member, TOO_LARGE, violations));
        }
        checked
    }

    fn seats(&self, names: &[String], violations: &mut Violations) -> Result<Vec<usize>, Refused> {
        let seats = names.iter().enumerate();
        let seats: Vec<_> = seats
            .map(|(at, name)| check_seat(name, self.names(), &mut violations.at(at)))
            .collect();
        seats.into_iter().collect()
    }

    fn vote(&self, vote: &SavedVote, violations: &mut Violations) -> Result<Vote, Refused> {
        let names = || self.names();
        let challenger = check_seat(&vote.challenger, names(), &mut violations.at("challenger"));
        let challenged = check_seat(&vote.challenged, names(), &mut violations.at("challenged"));
        let voters: Vec<String> = vote.votes.iter().map(|ballot| ballot.player.clone()).collect();
        let voters = self.seats(&voters, &mut violations.at("votes"))?;
        let ballots = vote.votes.iter().map(|ballot| ballot.for_challenger);
        Ok(Vote {
            challenger: challenger?,
            challenged: challenged?,
            ballots: voters.into_iter().zip(ballots).collect(),
        })
    }

    fn ending(&self, violations: &mut Violations) -> Result<Option<Ending>, Refused> {
        let Some(result) = &self.result else { return Ok(None) };
        let is_named = |ending: &Ending| {
            let name: &str = ending.into();
            name == result.reason
        };
        let found = Ending::ALL.into_iter().find(is_named);
        require(found.is_some(), "result", "no game ends for this reason", violations)?;
        Ok(found)
    }
}

impl SavedPlayer {
    fn read(&self, values: &LetterValues, violations: &mut Violations) -> Result<Player, Refused> {
        let hand = read_pile(&self.hand, &mut violations.at("hand"));
        let declared = self.declared.as_ref();
        let declared =
            declared.map(|declared| declared.read(values, &mut violations.at("declared")));
        let part = match (self.playing, self.folded, self.fell) {
            (false, false, false) => Some(Part::Watches),
            (true, false, false) => Some(Part::In),
            (true, true, false) => Some(Part::Folded),
            (true, false, true) => Some(Part::Fell),
            _ => None,
        };
        let detail = "the player folded, fell, or is not in the round";
        let mut checked = require(part.is_some(), "playing", detail, violations);
        let numbers = [
            ("chips", self.chips, MAX_CHIPS),
            // A player owes at most a part of the pot for each word.
            ("owes", self.owes, MAX_CHIPS * limits::PLAYERS as u64),
            ("committed", self.committed, MAX_CHIPS),
            ("bet", self.bet, self.committed),
            ("used_ms", self.used_ms, MAX_USED_MS),
        ];
        for (member, number, max) in numbers {
            checked = checked.and(require(number <= max, member, TOO_LARGE, violations));
        }
        checked?;
        Ok(Player {
            name: self.name.clone(),
            chips: self.chips,
            owes: self.owes,
            out: self.out,
            part: part.unwrap_or(Part::Watches),
            hand: hand?,
            committed: self.committed,
            bet: self.bet,
            declared: declared.transpose()?,
            challenged: self.challenged.clone(),
            accepted: self.accepted,
            used_ms: self.used_ms,
        })
    }
}

impl SavedDeclared {
    fn read(
        &self,
        values: &LetterValues,
        violations: &mut Violations,
    ) -> Result<Declared, Refused> {
        let play = match &self.play {
            None => None,
            Some(texts) => {
                let mut place = violations.at("play");
                let cards: Vec<PlayedCard> =
                    read_cards(texts, &mut place, |error, place| inconsistent(place, error))?;
                Some(Play::new(&cards).map_err(|error| inconsistent(&mut place, error))?)
            }
        };
        let declared = Declared { play, category: self.category };
        if Self::new(&declared, values) != *self {
            return Err(inconsistent(violations, "the cards have another word or total"));
        }
        Ok(declared)
    }
}

fn read_pile(texts: &[String], violations: &mut Violations) -> Result<Vec<Card>, Refused> {
    read_cards(texts, violations, |error, place| inconsistent(place, error))
}
