//! The check that the members of a state that comes in fit together (RULEBOOK F1).

use super::stage::Stage;
use super::state::{ChallengeKind, Part, Phase, Player, State};
use crate::rules::flow::{inconsistent, require, take_cards};
use crate::rules::word_poker::card::Card;
use crate::rules::word_poker::deck::Deck;
use crate::rules::{Refused, Violations, limits};

/// A member that must fit, with the reason why it doesn't.
type Fit = (bool, &'static str, &'static str);

impl State {
    /// Checks that the members fit together.
    pub(super) fn check_fit(&self, violations: &mut Violations) -> Result<(), Refused> {
        self.check_cards(violations)?;
        let mut checked = Ok(());
        let fits = [self.fit_phase(), self.fit_bets(), self.fit_words(), self.fit_end()].concat();
        for (does_fit, member, detail) in fits {
            checked = checked.and(require(does_fit, member, detail, violations));
        }
        for seat in 0..self.players.len() {
            let mut place = violations.at("players");
            let mut place = place.at(seat);
            for (does_fit, member, detail) in self.fit_player(seat) {
                checked = checked.and(require(does_fit, member, detail, &mut place));
            }
        }
        checked
    }

    /// Returns true if a round is going on.
    const fn is_in_round(&self) -> bool {
        !matches!(self.phase, Phase::Deal | Phase::Over)
    }

    /// Returns true if all stages of the round are over.
    fn is_at_showdown(&self) -> bool {
        self.current_stage().is_none()
    }

    /// Checks that the cards of all places are together the published deck.
    fn check_cards(&self, violations: &mut Violations) -> Result<(), Refused> {
        let is_dealt = self.round > 0 || self.has_real_deck();
        let mut left = if is_dealt { Deck::published() } else { Vec::new() };
        let mut checked = Ok(());
        let mut take = |cards: &[Card], violations: &mut Violations| {
            if !take_cards(&mut left, cards).is_empty() {
                let detail = "there are more copies of a card than in the deck";
                checked = Err(inconsistent(violations, detail));
            }
        };
        take(&self.deck, &mut violations.at("deck"));
        take(&self.discards, &mut violations.at("discards"));
        take(&self.board, &mut violations.at("board"));
        for (seat, player) in self.players.iter().enumerate() {
            let mut place = violations.at("players");
            let mut place = place.at(seat);
            take(&player.hand, &mut place.at("hand"));
        }
        let are_all = left.is_empty();
        checked?;
        require(are_all, "deck", "cards of the deck are missing", violations)?;
        let cards = if self.round == 0 { 0 } else { self.board_cards(self.stage) };
        let detail = "the stage has another number of cards on the board";
        require(self.board.len() == cards, "board", detail, violations)?;
        // Without exchanges, only the hands of the folded are put away.
        let is_folded = |one: &&Player| one.part == Part::Folded && one.hand.is_empty();
        let folded = self.players.iter().filter(is_folded).count();
        let has_exchanges = self.stages().iter().any(|one| matches!(one, Stage::Exchange(_)));
        let are_folded = has_exchanges || self.discards.len() == folded * self.dealt_cards();
        require(are_folded, "discards", "only hands of the folded are put away", violations)
    }

    fn fit_phase(&self) -> Vec<Fit> {
        let Self { phase, ref queue, .. } = *self;
        let is_queue = matches!(phase, Phase::Bet | Phase::Exchange);
        let last = self.stages().len();
        let has_stage = match phase {
            Phase::Bet => self.current_stage() == Some(Stage::Bet),
            Phase::Exchange => matches!(self.current_stage(), Some(Stage::Exchange(_))),
            Phase::Declare | Phase::Challenge | Phase::Vote => self.is_at_showdown(),
            Phase::Deal | Phase::Over => self.stage as usize <= last,
        };
        let seats = self.players.len();
        let steps = queue.first().map(|&first| {
            let steps = queue.iter().map(|&seat| (seat + seats - first) % seats);
            steps.collect::<Vec<_>>()
        });
        let is_clockwise = steps.unwrap_or_default().is_sorted_by(|one, other| one < other);
        let is_over = phase == Phase::Over;
        let is_waiting = is_over || !self.to_act().is_empty();
        let has_begun = self.round > 0;
        vec![
            (is_queue != queue.is_empty(), "queue", "the queue does not fit the phase"),
            (is_clockwise, "queue", "turns go clockwise"),
            (has_stage && (has_begun || self.stage == 0), "stage", "it does not fit the phase"),
            (has_begun || phase == Phase::Deal, "round", "no round has been dealt"),
            (is_waiting, "phase", "the game waits for nobody"),
            (is_over == self.ending.is_some(), "result", "it does not fit the phase"),
            (
                self.showdown == self.is_at_showdown() || !(self.showdown || self.is_in_round()),
                "showdown",
                "it does not fit the stage",
            ),
            (has_begun || self.category.is_none(), "category", "no round has been dealt"),
            (is_over || self.plays_on(self.dealer), "dealer", "the player doesn't play on"),
        ]
    }

    fn fit_bets(&self) -> Vec<Fit> {
        let is_betting = self.phase == Phase::Bet;
        let highest = self.players.iter().map(|player| player.bet).max().unwrap_or_default();
        let must_bet = is_betting && self.stage == 0 && self.to_call == 0;
        let raises_max = self.rules.raises_max;
        let is_raised = self.raises == 0 || (self.to_call > 0 && is_betting);
        let has_room = raises_max == 0 || self.raises <= raises_max;
        let chips: u64 = self.players.iter().map(|player| player.chips).sum();
        let all = chips + self.pot();
        let most = limits::CHIPS * self.players.len() as u64;
        let can_bet = self.still_in().filter(|&seat| self.players[seat].chips > 0).count();
        let waits = |seat: usize| self.queue.contains(&seat);
        let is_queued = |seat: usize| {
            let player = &self.players[seat];
            let has_matched = player.bet == self.to_call;
            match self.phase {
                Phase::Bet if player.chips == 0 => !waits(seat),
                Phase::Bet => waits(seat) != has_matched || self.to_call == 0,
                _ => true,
            }
        };
        vec![
            (self.to_call == highest, "to_call", "nobody bet so much"),
            (is_betting || self.to_call == 0, "to_call", "nobody bets in this phase"),
            (self.must_bet == must_bet, "must_bet", "it does not fit the stage"),
            (is_raised && has_room, "raises", "there were fewer raises"),
            (!is_betting || self.to_call > 0 || can_bet >= 2, "phase", "nobody can answer a bet"),
            ((1..=most).contains(&all), "players", "the game has another number of chips"),
            (self.queue.iter().all(|&seat| self.is_in(seat)), "queue", "the player is not in"),
            (self.still_in().all(is_queued), "queue", "only players who can act wait for a turn"),
            (self.is_in_round() || self.dead == 0, "dead", "the pot has been shared out"),
        ]
    }

    fn fit_words(&self) -> Vec<Fit> {
        let Self { phase, ref vote, .. } = *self;
        let have_declared = self.still_in().all(|seat| self.players[seat].declared.is_some());
        let has_words = self.still_in().any(|seat| self.standing_play(seat).is_some());
        let is_open = matches!(phase, Phase::Challenge | Phase::Vote);
        let is_early = matches!(phase, Phase::Bet | Phase::Exchange | Phase::Declare);
        let does_vote_fit = vote.as_ref().is_none_or(|vote| {
            let of_round = |seat: usize| self.players[seat].part != Part::Watches;
            let mut voters: Vec<usize> = vote.ballots.iter().map(|(seat, _)| *seat).collect();
            voters.sort_unstable();
            let challenged = &self.players[vote.challenged];
            vote.challenger != vote.challenged
                && of_round(vote.challenger)
                && challenged.challenged.contains(&ChallengeKind::Category)
                && voters.iter().all(|&seat| of_round(seat))
                && voters.is_sorted_by(|one, other| one < other)
        });
        vec![
            (!is_open || have_declared, "phase", "not all have declared"),
            (phase != Phase::Challenge || has_words, "phase", "there are no words to challenge"),
            (!is_early || self.still_in().count() >= 2, "phase", "the others have folded"),
            ((phase == Phase::Vote) == vote.is_some(), "vote", "it does not fit the phase"),
            (does_vote_fit, "vote", "the vote is not one of the round"),
        ]
    }

    fn fit_end(&self) -> Vec<Fit> {
        let playing = (0..self.players.len()).filter(|&seat| self.plays_on(seat)).count();
        let is_over = self.phase == Phase::Over;
        let chips: Vec<u64> = self.players.iter().map(|player| player.chips).collect();
        let are_leaders = self.playoff.len() != 1
            && self.playoff.is_sorted_by(|one, other| one < other)
            && (self.playoff.is_empty() || self.round > 0);
        let are_rounds_left = self.rules.rounds == 0
            || !self.playoff.is_empty()
            || self.round < self.rules.rounds + u32::from(self.phase != Phase::Deal);
        vec![
            (are_leaders, "playoff", "no players can be tied so"),
            (is_over || playing >= 2, "players", "one player is left"),
            (!is_over || self.leaders(&chips).len() == 1, "result", "the leaders are tied"),
            (are_rounds_left, "round", "all rounds have been played"),
        ]
    }

    fn fit_player(&self, seat: usize) -> Vec<Fit> {
        let player = &self.players[seat];
        let Player { part, out, chips, committed, bet, ref hand, ref challenged, .. } = *player;
        let is_in_round = self.is_in_round();
        let plays = part != Part::Watches;
        let has_full_hand = hand.len() == self.dealt_cards();
        let is_hand = match part {
            Part::Watches => hand.is_empty(),
            Part::In => has_full_hand,
            Part::Folded => hand.is_empty() || (self.showdown && has_full_hand),
            Part::Fell => self.showdown && has_full_hand,
        };
        let is_paid = if plays && is_in_round { committed > bet } else { committed == 0 };
        let play = player.declared.and_then(|declared| declared.play);
        let is_held = play
            .is_none_or(|play| has_full_hand && play.missing_from(&self.usable(seat)).is_empty());
        let can_declare = match self.phase {
            Phase::Bet | Phase::Exchange => false,
            Phase::Declare => part == Part::In,
            _ => self.showdown && plays,
        };
        let has_category = player.declared.is_some_and(|declared| declared.category);
        let is_challenge = |at: usize, kind: &ChallengeKind| !challenged[..at].contains(kind);
        let are_challenges = challenged.iter().enumerate().all(|(at, kind)| is_challenge(at, kind));
        let was_challenged = challenged.contains(&ChallengeKind::Dictionary);
        let is_late = self.showdown && self.phase != Phase::Declare;
        vec![
            (is_hand, "hand", "the player has another number of cards"),
            (!is_in_round || plays == self.plays_on(seat), "playing", "it does not fit the table"),
            (self.round > 0 || !plays, "playing", "no round has been dealt"),
            (is_paid, "committed", "everybody antes in a round"),
            (!out || chips == 0, "chips", "a player who is out has no chips"),
            (out || is_in_round || chips > 0, "out", "a player without chips is out"),
            (out || plays || chips > 0, "out", "a player without chips is out"),
            (
                player.declared.is_none() || can_declare,
                "declared",
                "the player can't have declared",
            ),
            (is_held, "declared", "the player does not hold the cards"),
            (
                !has_category || (self.category.is_some() && play.is_some()),
                "declared",
                "the word is in no category",
            ),
            (
                challenged.is_empty() || (are_challenges && is_late && play.is_some()),
                "challenged",
                "the player has no such word",
            ),
            (part != Part::Fell || was_challenged, "fell", "the word has not been challenged"),
            (!player.accepted || (is_late && plays), "accepted", "there is nothing to accept"),
        ]
    }
}
