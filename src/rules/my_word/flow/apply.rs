//! Actions: what they need, and what they change.

use super::Event;
use super::action::{Action, ActionKind, read_call};
use super::event::EventKind;
use super::state::{Phase, State, read_order};
use crate::lexicon::Words;
use crate::rules::flow::{self, ByPlayer, MAX_USED_MS, take_cards};
use crate::rules::my_word::announced_call::AnnouncedCall;
use crate::rules::my_word::call::Call;
use crate::rules::my_word::card::Card;
use crate::rules::my_word::challenge::{CardSource, Challenge};
use crate::rules::my_word::deck::published_deck;
use crate::rules::my_word::table::Table;
use crate::rules::{Refused, Variant, ViolationCode, Violations};

/// A state while an action changes it, with the events so far.
struct Course<'c> {
    state: State,
    events: Vec<Event>,
    words: Words<'c>,
    action: &'c Action,
}

impl State {
    /// Carries out an action: returns the next state and what happened. Places of violations are
    /// relative to the action.
    ///
    /// A call is ruled on, whatever it says (RULEBOOK FM3). A `bot` has no action of its own:
    /// [`Bot`](super::Bot) chooses an ordinary one.
    ///
    /// # Errors
    /// [`Refused`] if the rules don't allow the action. The state is unchanged then.
    pub fn apply<'l>(
        &self,
        action: &Action,
        words: impl Into<Words<'l>>,
        violations: &mut Violations,
    ) -> Result<(Self, Vec<Event>), Refused> {
        flow::check_head(action.head(), self.ply, self.phase == Phase::Over, violations)?;
        let kind = flow::check_kind(&action.kind, violations)?;
        let seat = flow::seat_of(action.player.as_deref(), self.names(), violations)?;
        let mut course =
            Course { state: self.clone(), events: Vec::new(), words: words.into(), action };
        course.act(kind, seat, violations)?;
        let Course { mut state, events, .. } = course;
        if let Some(used_ms) = action.used_ms {
            let player = &mut state.players[seat];
            player.used_ms = (player.used_ms + used_ms).min(MAX_USED_MS);
        }
        state.ply += 1;
        Ok((state, events))
    }
}

impl Course<'_> {
    /// Carries out the action as one of a kind, and ends the round if nobody can call any more.
    fn act(
        &mut self,
        kind: ActionKind,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        // The rule by which the action is the dealer's.
        let dealers = match kind {
            ActionKind::Deal => Some("FM2"),
            ActionKind::Calls => Some("FM4"),
            ActionKind::EndRound => Some("FM6"),
            ActionKind::TimeOut => Some("F13"),
            ActionKind::Call | ActionKind::Bot => None,
        };
        if let Some(rule) = dealers.filter(|_| seat != self.state.dealer) {
            return Err(flow::out_of_turn(rule, violations));
        }
        self.act_in_turn(kind, seat, violations)?;
        if self.state.phase == Phase::Deal && self.state.is_played_out() {
            self.end_round(violations)?;
        }
        Ok(())
    }

    fn act_in_turn(
        &mut self,
        kind: ActionKind,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        match kind {
            ActionKind::Deal if self.state.deck.is_empty() => {
                let detail = "the deck is empty; the dealer ends the round after the last calls";
                Err(flow::not_possible("FM2", detail, violations))
            }
            ActionKind::Deal => {
                let card = self.state.deck.remove(0);
                self.state.table.push(card);
                self.tell("FM2", EventKind::TurnedUp { card });
                Ok(())
            }
            ActionKind::EndRound if !self.state.deck.is_empty() => {
                let detail = "the round goes on until the deck is empty";
                Err(flow::not_possible("FM6", detail, violations))
            }
            ActionKind::EndRound => self.end_round(violations),
            ActionKind::Call | ActionKind::Calls if !self.state.has_begun() => {
                let detail = "players call from the first card on";
                Err(flow::not_possible("FM3", detail, violations))
            }
            ActionKind::Call => {
                let Action { word, call, .. } = self.action;
                let call = read_call(word.as_deref(), call.as_deref(), violations)?;
                self.rule_on(seat, &call, violations)
            }
            ActionKind::Calls => self.rule_on_first(violations),
            ActionKind::TimeOut => {
                let kind = self.state.dealing();
                let (player, carried_out) = (self.state.name(seat), kind.into());
                self.tell("F13", EventKind::TimedOut { player, carried_out });
                self.act_in_turn(kind, seat, violations)
            }
            ActionKind::Bot => {
                let detail = "a bot chooses an ordinary action, which is applied in its place";
                Err(flow::not_possible("F14", detail, violations))
            }
        }
    }

    /// Records an event.
    fn tell(&mut self, rule: &'static str, kind: EventKind) {
        self.events.push(Event::open(rule, kind));
    }

    /// Rules on the call that was heard first of those that were made together (RULEBOOK FM4).
    fn rule_on_first(&mut self, violations: &mut Violations) -> Result<(), Refused> {
        let Some(calls) = &self.action.calls else {
            return Err(flow::missing("calls", violations));
        };
        let Some(first) = &self.action.first else {
            return Err(flow::missing("first", violations));
        };
        let mut heard = None;
        let mut not_heard = Vec::new();
        for (index, call) in calls.iter().enumerate() {
            let mut place = violations.at("calls");
            let mut place = place.at(index);
            let seat = flow::seat_of(Some(&call.player), self.state.names(), &mut place)?;
            if calls[..index].iter().any(|earlier| earlier.player == call.player) {
                let detail = "the player calls already; each player makes one of the calls";
                let code = ViolationCode::DuplicatePlayer;
                return Err(place.at("player").refuse(code, "FM4", detail));
            }
            let read = read_call(call.word.as_deref(), call.call.as_deref(), &mut place)?;
            if call.player == *first {
                heard = Some((index, seat, read));
            } else {
                not_heard.push(call.player.clone());
            }
        }
        let Some((index, seat, call)) = heard else {
            let detail = "nobody of that name is among those who call";
            let code = ViolationCode::UnknownPlayer;
            return Err(violations.at("first").refuse(code, "FM4", detail));
        };
        if !not_heard.is_empty() {
            self.tell("FM4", EventKind::NotHeard { players: not_heard });
        }
        self.rule_on(seat, &call, &mut violations.at("calls").at(index))
    }

    /// Rules on a call: the caller collects its cards, or all others take a free one (RULEBOOK
    /// M2–M4).
    fn rule_on(
        &mut self,
        seat: usize,
        call: &AnnouncedCall,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let member = match call {
            AnnouncedCall::Cards(_) => "call",
            AnnouncedCall::Word(_) => "word",
        };
        let table = Table::new(&self.state.table);
        // The breaches are a part of the ruling, so their places are relative to the call.
        let mut breaches = Violations::default();
        let placed = call.place(&table, &mut breaches.at(member)).map_err(|error| {
            violations.at(member).refuse(ViolationCode::TooManyWays, "M3", error)
        })?;
        let reason = call.reason(self.words);
        let placed = placed.ok().filter(|_| reason.is_none());
        let player = self.state.name(seat);
        let allowed = placed.is_some();
        let (word, breaches) = (call.text(), breaches.into());
        self.tell("FM3", EventKind::Ruling { player, word, allowed, reason, breaches });
        match placed {
            Some(call) => self.collect(seat, &call),
            None => self.take_free_cards(seat),
        }
        Ok(())
    }

    /// Gives the cards of an allowed call to the caller (RULEBOOK M3).
    fn collect(&mut self, seat: usize, call: &Call) {
        let cards: Vec<Card> = call.iter().map(|card| card.face()).collect();
        take_cards(&mut self.state.table, &cards);
        self.state.players[seat].collected.extend(&cards);
        let (player, lines) = (self.state.name(seat), call.lines());
        self.tell("M3", EventKind::Collected { player, cards, lines });
    }

    /// Gives a card to every player but the caller of a call that is not allowed: the one that has
    /// been on the table for the longest time, then the top of the deck (RULEBOOK M4, FM5).
    fn take_free_cards(&mut self, caller: usize) {
        let state = &self.state;
        let challenge = Challenge {
            collected: None,
            caller,
            players: state.names().map(str::to_owned).collect(),
            table: state.table.len(),
            deck: state.deck.len(),
        };
        // The consequences are in the order in which the players are served: clockwise.
        let seats = state.players.len();
        let takers = (1..seats).map(|step| (caller + step) % seats);
        for (taker, consequence) in takers.zip(challenge.consequences()) {
            let state = &mut self.state;
            let (from, cards) = match consequence.from {
                Some(from @ CardSource::Table) => (from, &mut state.table),
                Some(from @ CardSource::Deck) => (from, &mut state.deck),
                None => continue,
            };
            let card = cards.remove(0);
            state.players[taker].collected.push(card);
            self.tell("M4", EventKind::FreeCard { player: consequence.player, card, from });
        }
    }

    /// Counts the collected cards, and goes on to the next round or the result (RULEBOOK FM1, FM7).
    fn end_round(&mut self, violations: &mut Violations) -> Result<(), Refused> {
        let players = &self.state.players;
        let cards = players.iter().map(|one| (one.name.clone(), one.collected.len())).collect();
        self.tell("FM7", EventKind::RoundOver { cards: ByPlayer(cards) });
        let state = &mut self.state;
        for player in &mut state.players {
            player.points += u32::try_from(player.collected.len()).unwrap_or(u32::MAX);
        }
        if state.round == state.rules.rounds {
            state.phase = Phase::Over;
            let result = state.standings();
            self.tell("FM7", EventKind::Over { result });
            return Ok(());
        }
        let mut place = violations.at("order");
        let order = self.action.order.as_ref();
        let order = order.map(|texts| read_order(texts, &mut place)).transpose()?;
        let mut deck = published_deck();
        state.chance.shuffle(Variant::MyWord, &mut deck, order.as_deref(), &mut place)?;
        state.deck = deck;
        state.table.clear();
        for player in &mut state.players {
            player.collected.clear();
        }
        state.round += 1;
        state.dealer = (state.dealer + 1) % state.players.len();
        Ok(())
    }
}
