//! Challenges, votes and look-ups (RULEBOOK FO13, FO14, FO19).

use super::apply::Course;
use super::event::EventKind;
use super::state::{ChallengeKind, Part, Phase, State, Vote};
use crate::lexicon::Words;
use crate::rules::flow::{missing, out_of_turn};
use crate::rules::ruling::ConsequenceKind;
use crate::rules::word_poker::card::ShownCard;
use crate::rules::word_poker::category::ActiveCategory;
use crate::rules::word_poker::challenge::{CategoryChallenge, Challenge, LookUp, Seat};
use crate::rules::word_poker::declaration::Declaration;
use crate::rules::word_poker::hand::Play;
use crate::rules::word_poker::values::EXCLAMATION_WORD;
use crate::rules::{Refused, ViolationCode, Violations, limits};

impl State {
    /// Returns the word of a player that stands so far.
    pub(super) fn standing_play(&self, seat: usize) -> Option<Play> {
        self.players[seat].declared.filter(|_| self.is_in(seat))?.play
    }

    /// Returns the reason why the word of a player can't be challenged by another player in a way,
    /// with its rule (RULEBOOK FO13, O10).
    pub(super) fn unchallengeable(
        &self,
        seat: usize,
        challenged: usize,
        kind: ChallengeKind,
    ) -> Option<(&'static str, &'static str)> {
        let player = &self.players[challenged];
        let Some(play) = self.standing_play(challenged) else {
            return Some(("FO13", "the player has no word that stands"));
        };
        let is_in_category = player.declared.is_some_and(|declared| declared.category);
        match kind {
            _ if seat == challenged => Some(("FO13", "a player doesn't challenge their own word")),
            _ if player.challenged.contains(&kind) => {
                Some(("FO13", "the word has been challenged in this way already"))
            }
            ChallengeKind::Dictionary if play.word().as_str() == EXCLAMATION_WORD => {
                Some(("O10", "OMYWORD can't be challenged"))
            }
            ChallengeKind::Category if !is_in_category => {
                Some(("FO13", "the word has no category bonus"))
            }
            ChallengeKind::Dictionary | ChallengeKind::Category => None,
        }
    }

    /// Returns the active category for the word of a player. What the players claim or vote
    /// overrules the list.
    pub(super) fn active_category<'c>(
        &'c self,
        seat: usize,
        words: Words<'c>,
    ) -> ActiveCategory<'c> {
        let vote = self.players[seat].declared.map(|declared| declared.category);
        ActiveCategory { list: self.category_list(words), vote }
    }
}

/// Returns the declaration of a word.
pub(super) fn declaration(play: &Play) -> Declaration {
    Declaration::Cards(play.iter().map(|&card| ShownCard::Announced(card)).collect())
}

impl Course<'_> {
    /// Returns the player whose word the action challenges, with the word.
    fn read_challenged(
        &self,
        seat: usize,
        kind: ChallengeKind,
        violations: &mut Violations,
    ) -> Result<(usize, Play), Refused> {
        let state = &self.state;
        let Some(name) = &self.action.challenged else {
            return Err(missing("challenged", violations));
        };
        let mut place = violations.at("challenged");
        let Some(challenged) = state.names().position(|other| other == name) else {
            let detail = "no player has that name";
            return Err(place.refuse(ViolationCode::UnknownPlayer, "F2", detail));
        };
        let reason = state.unchallengeable(seat, challenged, kind);
        match (reason, state.standing_play(challenged)) {
            (None, Some(play)) => Ok((challenged, play)),
            (reason, _) => {
                let (rule, detail) = reason.unwrap_or(("FO13", "the player has no word"));
                Err(place.refuse(ViolationCode::NotChallengeable, rule, detail))
            }
        }
    }

    /// Challenges a word by the dictionary, which decides at once (RULEBOOK FO13, O13).
    pub(super) fn challenge(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let kind = ChallengeKind::Dictionary;
        let (challenged, play) = self.read_challenged(seat, kind, violations)?;
        let state = &self.state;
        let (player, of) = (state.name(seat), state.name(challenged));
        let seats: Vec<Seat> =
            state.of_round().map(|seat| Seat { name: state.name(seat), chips: None }).collect();
        let declaration = declaration(&play);
        let challenge = Challenge {
            game: state.game,
            declaration: &declaration,
            challengers: vec![&player],
            challenged: &of,
            pot: state.pot(),
            ante: state.rules.ante,
            players: &seats,
            category: state.active_category(challenged, self.words),
            look_ups: &[],
        };
        let ruling = challenge.decide(self.words, &mut Violations::default());
        let mut owes = None;
        for consequence in &ruling.consequences {
            match consequence.kind {
                ConsequenceKind::OwesNextPot => owes = consequence.amount,
                ConsequenceKind::Folds => self.state.players[challenged].part = Part::Fell,
                _ => {}
            }
        }
        self.state.players[seat].owes += owes.unwrap_or_default();
        self.state.players[challenged].challenged.push(kind);
        let (upheld, reason) = (ruling.upheld, ruling.judgement.reason);
        let word = ruling.judgement.word;
        let event =
            EventKind::Ruling { player, challenged: of, word, by: kind, upheld, reason, owes };
        self.tell("O13", event);
        self.settle_if_closed();
        Ok(())
    }

    /// Challenges a word by the category, on which everybody votes (RULEBOOK FO14).
    pub(super) fn challenge_category(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let kind = ChallengeKind::Category;
        let (challenged, play) = self.read_challenged(seat, kind, violations)?;
        let state = &mut self.state;
        state.players[challenged].challenged.push(kind);
        state.phase = Phase::Vote;
        state.vote = Some(Vote { challenger: seat, challenged, ballots: Vec::new() });
        let (player, challenged) = (state.name(seat), state.name(challenged));
        let word = play.word().to_string();
        self.tell("FO14", EventKind::VoteOpened { player, challenged, word });
        Ok(())
    }

    /// Votes on a word of the category.
    pub(super) fn vote(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        let ballot = match (self.action.for_challenger, self.action.abstain.unwrap_or_default()) {
            (None, false) => return Err(missing("for_challenger", violations)),
            (Some(_), true) => {
                let detail = "give either for_challenger or abstain";
                return Err(violations.refuse(ViolationCode::ConflictingFields, "FO14", detail));
            }
            (ballot, _) => ballot,
        };
        self.cast(seat, ballot);
        Ok(())
    }

    /// Casts a vote; `None` is for neither.
    pub(super) fn cast(&mut self, seat: usize, ballot: Option<bool>) {
        let player = self.state.name(seat);
        if let Some(vote) = &mut self.state.vote {
            vote.ballots.push((seat, ballot));
        }
        self.tell("FO14", EventKind::Voted { player, for_challenger: ballot });
        if self.state.to_act().is_empty() {
            self.decide_vote();
        }
    }

    /// Counts the votes (RULEBOOK FO14, O14).
    fn decide_vote(&mut self) {
        let state = &mut self.state;
        state.phase = Phase::Challenge;
        let Some(vote) = state.vote.take() else { return };
        let votes = |side: bool| {
            let votes = vote.ballots.iter().filter(|(_, ballot)| *ballot == Some(side)).count();
            u32::try_from(votes).unwrap_or(u32::MAX)
        };
        let (player, challenged) = (state.name(vote.challenger), state.name(vote.challenged));
        let challenge = CategoryChallenge {
            challenged: challenged.clone(),
            votes_for_challenger: votes(true),
            votes_against: votes(false),
        };
        let upheld = challenge.decide().upheld;
        let mut word = String::new();
        if let Some(declared) = &mut state.players[vote.challenged].declared {
            declared.category &= !upheld;
            word = declared.play.map_or(word, |play| play.word().to_string());
        }
        let by = ChallengeKind::Category;
        let (reason, owes) = (None, None);
        let event = EventKind::Ruling { player, challenged, word, by, upheld, reason, owes };
        self.tell("O14", event);
        self.settle_if_closed();
    }

    /// Accepts all words that stand.
    pub(super) fn accept(&mut self, seat: usize) {
        self.state.players[seat].accepted = true;
        self.tell("FO13", EventKind::Accepted { player: self.state.name(seat) });
        self.settle_if_closed();
    }

    /// Ends the vote or the challenges, because time is up.
    pub(super) fn close(&mut self) {
        if self.state.phase == Phase::Vote {
            self.decide_vote();
        } else {
            self.settle();
        }
    }

    /// Shares out the pot once everybody has accepted, or nobody who is still in has a word.
    pub(super) fn settle_if_closed(&mut self) {
        let state = &self.state;
        let has_words = state.still_in().any(|seat| state.standing_play(seat).is_some());
        if !has_words || state.to_act().is_empty() {
            self.settle();
        }
    }

    /// Reports that a player looked up a word; an offender folds (RULEBOOK FO19, O15).
    pub(super) fn look_up(
        &mut self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let state = &self.state;
        if state.players[seat].part == Part::Watches {
            return Err(out_of_turn("FO19", violations));
        }
        let Some(word) = &self.action.word else { return Err(missing("word", violations)) };
        let most = limits::WORD_CHARACTERS;
        if word.is_empty() || limits::is_longer(word, most) {
            let detail = format_args!("a text to look up has 1 to {most} characters");
            return Err(violations.at("word").refuse(ViolationCode::OutOfBounds, "O15", detail));
        }
        let look_up = LookUp { player: state.name(seat), word: word.to_ascii_uppercase() };
        let is_challenged = state.players.iter().any(|player| {
            let play = player.declared.and_then(|declared| declared.play);
            player.challenged.contains(&ChallengeKind::Dictionary)
                && play.is_some_and(|play| play.word().as_str() == look_up.word)
        });
        let challenged = is_challenged.then_some(look_up.word.as_str());
        let is_offence = !LookUp::offences(std::slice::from_ref(&look_up), challenged).is_empty();
        let LookUp { player, word } = look_up;
        self.tell("FO19", EventKind::LookedUp { player, word });
        // A player folds once.
        if is_offence && self.state.is_in(seat) {
            self.fold(seat, "O15");
        }
        Ok(())
    }
}
