//! Actions: what they need, and what they change.

use super::Event;
use super::action::{Action, ActionKind, WrittenTurn};
use super::event::{EventKind, MovedCards};
use super::state::{MAX_DISCARDS, Phase, State};
use crate::lexicon::Words;
use crate::rules::flow::{self, MAX_USED_MS, take_cards};
use crate::rules::play_on_words::announced::AnnouncedWord;
use crate::rules::play_on_words::card::Card;
use crate::rules::play_on_words::hand::letter_points;
use crate::rules::play_on_words::hand::{HAND_CARDS, Hand};
use crate::rules::play_on_words::mugging::MUGGED_LETTER_POINTS;
use crate::rules::play_on_words::placement::{HandSource, PlacedTurn, Placer};
use crate::rules::play_on_words::score::{Part, Score, Stage};
use crate::rules::play_on_words::table::Table;
use crate::rules::play_on_words::turn::Turn;
use crate::rules::{Refused, ViolationCode, Violations};

/// A state while an action changes it, with the events so far.
pub(super) struct Course<'c> {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
    words: Words<'c>,
    action: &'c Action,
}

impl State {
    /// Carries out an action: returns the next state and what happened. Places of violations are
    /// relative to the action.
    ///
    /// A `bot` has no action of its own: [`Bot`](super::Bot) chooses an ordinary one.
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
        let mut course =
            Course { state: self.clone(), events: Vec::new(), words: words.into(), action };
        let seat = course.act(kind, violations)?;
        let Course { mut state, events, .. } = course;
        if let (Some(seat), Some(used_ms)) = (seat, action.used_ms) {
            let player = &mut state.players[seat];
            player.used_ms = (player.used_ms + used_ms).min(MAX_USED_MS);
        }
        state.ply += 1;
        Ok((state, events))
    }
}

impl Course<'_> {
    /// Carries out the action as one of a kind. Returns the seat of the player.
    fn act(
        &mut self,
        kind: ActionKind,
        violations: &mut Violations,
    ) -> Result<Option<usize>, Refused> {
        let phase = self.state.phase;
        let phases: &[Phase] = match kind {
            ActionKind::Deal => &[Phase::Deal],
            ActionKind::Turn => &[Phase::Turn, Phase::Last],
            ActionKind::Draw | ActionKind::Discard | ActionKind::Pass => &[Phase::Turn],
            ActionKind::Done => &[Phase::Last, Phase::Muggins],
            ActionKind::Mug | ActionKind::Close => &[Phase::Muggins],
            ActionKind::TimeOut | ActionKind::Bot => &[phase],
        };
        if !phases.contains(&phase) {
            let phase: &str = phase.into();
            let detail = format_args!("the action is not possible in the phase {phase}");
            return Err(violations.at("kind").refuse(ViolationCode::WrongPhase, "F4", detail));
        }
        if kind == ActionKind::Close {
            flow::check_host(self.action.player.as_deref(), violations)?;
            self.count();
            return Ok(None);
        }
        let seat = flow::seat_of(self.action.player.as_deref(), self.state.names(), violations)?;
        if !self.state.to_act().contains(&seat) {
            let rule = match phase {
                _ if kind == ActionKind::TimeOut => "F13",
                Phase::Deal => "FP2",
                Phase::Turn => "FP3",
                Phase::Last => "FP8",
                Phase::Muggins | Phase::Over => "FP10",
            };
            return Err(flow::out_of_turn(rule, violations));
        }
        self.act_in_turn(kind, seat, violations)?;
        Ok(Some(seat))
    }

    /// Carries out the action of a player whom the game waits for.
    fn act_in_turn(
        &mut self,
        kind: ActionKind,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        match kind {
            ActionKind::Deal => self.deal(self.action.order.as_deref(), violations),
            ActionKind::Turn => self.play(seat, violations),
            ActionKind::Draw if !self.state.can_draw(seat) => {
                let detail = "the player has eight cards, the pile is empty, or nobody draws";
                Err(flow::not_possible("FP4", detail, violations))
            }
            ActionKind::Draw => {
                self.draw(seat, 1);
                Ok(())
            }
            ActionKind::Discard => self.discard(seat, violations),
            ActionKind::Pass if !self.state.can_pass(seat) => {
                let detail = "the player can draw or discard";
                Err(flow::not_possible("FP7", detail, violations))
            }
            ActionKind::Pass => {
                self.tell("FP7", EventKind::Passed { player: self.state.name(seat) });
                self.state.passes += 1;
                self.end_turn(seat, false);
                Ok(())
            }
            ActionKind::Done => {
                self.say_done(seat);
                Ok(())
            }
            ActionKind::Mug => self.mug(seat, violations),
            ActionKind::TimeOut => self.time_out(seat, violations),
            ActionKind::Bot | ActionKind::Close => {
                let detail = "a bot chooses an ordinary action, which is applied in its place";
                Err(flow::not_possible("F14", detail, violations))
            }
        }
    }

    /// Does the least that the player can do (RULEBOOK F13).
    fn time_out(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        let state = &self.state;
        let kind = match state.phase {
            Phase::Deal => ActionKind::Deal,
            Phase::Turn if state.can_draw(seat) => ActionKind::Draw,
            Phase::Turn if state.can_pass(seat) => ActionKind::Pass,
            Phase::Turn => ActionKind::Discard,
            Phase::Last | Phase::Muggins | Phase::Over => ActionKind::Done,
        };
        let (player, carried_out) = (state.name(seat), kind.into());
        self.tell("F13", EventKind::TimedOut { player, carried_out });
        match (kind, self.state.players[seat].hand.last().copied()) {
            // The last card of a hand is the one that was drawn last.
            (ActionKind::Discard, Some(last)) => {
                self.put_under(seat, &[last]);
                Ok(())
            }
            _ => self.act_in_turn(kind, seat, violations),
        }
    }

    /// Returns the words that are allowed.
    pub(super) const fn words(&self) -> Words<'_> {
        self.words
    }

    /// Records an event that everybody may see.
    pub(super) fn tell(&mut self, rule: &'static str, kind: EventKind) {
        self.events.push(Event::open(rule, kind));
    }

    /// Records an event that only a player may see.
    pub(super) fn tell_only(&mut self, seat: usize, rule: &'static str, kind: EventKind) {
        self.events.push(Event::only(&self.state.players[seat].name, rule, kind));
    }

    /// Records that cards moved: their number for everybody, the cards for the player alone.
    pub(super) fn tell_moved(
        &mut self,
        seat: usize,
        rule: &'static str,
        kind: fn(MovedCards) -> EventKind,
        cards: Vec<Card>,
    ) {
        let player = self.state.name(seat);
        let count = Some(cards.len());
        self.tell(rule, kind(MovedCards { player: player.clone(), count, cards: None }));
        let moved = MovedCards { player, count: None, cards: Some(cards) };
        self.tell_only(seat, rule, kind(moved));
    }

    /// Discards cards in place of a play (RULEBOOK FP6, FP12).
    fn discard(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        let most = self.state.most_discards(seat);
        if most == 0 {
            let detail = "a player discards with eight cards; in Full Deck, while the pile lasts";
            return Err(flow::not_possible("FP6", detail, violations));
        }
        let Some(texts) = &self.action.cards else {
            return Err(flow::missing("cards", violations));
        };
        let mut place = violations.at("cards");
        if !(1..=most).contains(&texts.len()) {
            let detail = format_args!("a player discards 1 to {MAX_DISCARDS} cards");
            return Err(place.refuse(ViolationCode::OutOfBounds, "FP6", detail));
        }
        let cards: Vec<Option<Card>> = texts.iter().map(|text| text.parse().ok()).collect();
        let mut left = self.state.players[seat].hand.clone();
        let mut checked = Ok(());
        for (position, card) in cards.iter().enumerate() {
            if card.is_none_or(|card| !take_cards(&mut left, &[card]).is_empty()) {
                let detail = "the hand has no such card left";
                let code = ViolationCode::CardNotInHand;
                checked = Err(place.at(position).refuse(code, "FP6", detail));
            }
        }
        checked?;
        let cards: Vec<Card> = cards.into_iter().flatten().collect();
        self.put_under(seat, &cards);
        Ok(())
    }

    /// Puts cards of a hand under the pile, which ends the turn.
    fn put_under(&mut self, seat: usize, cards: &[Card]) {
        take_cards(&mut self.state.players[seat].hand, cards);
        self.state.deck.extend(cards);
        self.tell_moved(seat, "FP6", EventKind::Discarded, cards.to_vec());
        self.end_turn(seat, false);
    }

    /// Plays words (RULEBOOK FP5, FP8).
    fn play(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        let rules = self.state.rules.turn_rules();
        let turn = self.read_turn(violations)?;
        let player = &self.state.players[seat];
        let hand = Hand::new(&player.hand).expect("a hand of a state has at most eight cards");
        let last_play = self.state.phase == Phase::Last;
        let stage = Stage { first_turn: player.first_turn, last_play };
        let mut place = violations.at("turn");
        let table = &self.state.table;
        let placed = PlacedTurn::place(&turn, &hand, table, rules, &mut place)?;
        let score = Score::of(&placed, stage, rules);
        let mut parts = score.parts.iter();
        let allowed = turn.visit(&mut place, |_, _, place| match parts.next() {
            Some(part) => self.check_allowed(part, place),
            None => Ok(()),
        });
        allowed.into_iter().collect::<Result<(), Refused>>()?;
        let after = table.after(&turn).into_iter().cloned().collect();
        let after = Table::new(after, &mut place)?;
        let added: Vec<Card> =
            placed.parts().iter().flat_map(|part| part.added.iter().copied()).collect();

        let state = &mut self.state;
        state.table = after.clone();
        take_cards(&mut state.players[seat].hand, &added);
        state.players[seat].points += i64::from(score.total);
        (state.idle, state.passes) = (0, 0);
        let played = EventKind::Played {
            player: state.name(seat),
            points: score.total,
            going_out: score.bonuses.going_out,
            initial_hand: score.bonuses.initial_hand,
            table: after,
            lines: score.lines(),
        };
        self.tell("FP5", played);
        if last_play {
            self.next_last_play();
        } else if score.went_out {
            self.go_out(seat);
        } else {
            self.end_turn(seat, true);
        }
        Ok(())
    }

    /// Makes a word from unplayed cards of another player (RULEBOOK FP10, P12).
    fn mug(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        let state = &self.state;
        let Some(from) = &self.action.from else { return Err(flow::missing("from", violations)) };
        let Some(from) = state.names().position(|name| name == from) else {
            let detail = "no player has that name";
            let code = ViolationCode::UnknownPlayer;
            return Err(violations.at("from").refuse(code, "F2", detail));
        };
        let unmugged = state.unmugged(from);
        if from == seat || unmugged.is_empty() {
            let detail = "only unplayed cards of another player can be mugged, each once";
            let code = ViolationCode::NotPossible;
            return Err(violations.at("from").refuse(code, "P12", detail));
        }
        let turn = self.read_turn(violations)?;
        let mut place = violations.at("turn");
        match turn.words().count() {
            0 => {
                let detail = "the mugging plays nothing; give a new word or a play-on";
                return Err(place.refuse(ViolationCode::NothingPlayed, "P12", detail));
            }
            1 => {}
            _ => {
                let detail = "a mugging makes one word at a time";
                return Err(place.refuse(ViolationCode::TooMany, "FP10", detail));
            }
        }
        let rules = state.rules.turn_rules();
        let hand = Hand::new(&unmugged).expect("a part of a hand is a hand");
        let mut placer = Placer::new(hand, HandSource::Mugged, &state.table, rules);
        let placed = turn.visit(&mut place, |onto, word, place| {
            let placed = placer.place(onto, word, place)?;
            let part = Part::of(&placed, rules);
            self.check_allowed(&part, place)?;
            Ok((part.word, placed.added))
        });
        let mut placed = placed.into_iter().collect::<Result<Vec<_>, Refused>>()?;
        let Some((word, cards)) = placed.pop() else { return Ok(()) };
        let points = letter_points(&cards, MUGGED_LETTER_POINTS);
        self.state.players[from].mugged.extend(&cards);
        self.state.players[seat].points += points;
        let (player, from) = (self.state.name(seat), self.state.name(from));
        self.tell("P12", EventKind::Mugged { player, from, word: word.to_string(), cards, points });
        Ok(())
    }

    /// Reads the words of the action.
    fn read_turn(&self, violations: &mut Violations) -> Result<Turn, Refused> {
        let turn: Option<&WrittenTurn> = self.action.turn.as_ref();
        let Some(turn) = turn else { return Err(flow::missing("turn", violations)) };
        Turn::<AnnouncedWord>::from(turn).to_plays(&mut violations.at("turn"))
    }

    /// Refuses a word that is not allowed (RULEBOOK FP5).
    fn check_allowed(&self, part: &Part, violations: &mut Violations) -> Result<(), Refused> {
        let verdict = part.verdict(self.words, self.state.rules.turn_rules());
        match verdict.reason_in(self.words, &part.word) {
            None => Ok(()),
            Some(reason) => Err(violations.refuse(
                ViolationCode::NotAllowed,
                reason.rule.unwrap_or("W3"),
                reason,
            )),
        }
    }

    /// Draws cards from the pile, as far as it lasts and the hand has room.
    pub(super) fn draw(&mut self, seat: usize, count: usize) {
        let state = &mut self.state;
        let hand = &mut state.players[seat].hand;
        let room = HAND_CARDS.saturating_sub(hand.len());
        let cards: Vec<Card> = state.deck.drain(..count.min(room).min(state.deck.len())).collect();
        if cards.is_empty() {
            return;
        }
        hand.extend(&cards);
        self.tell_moved(seat, "FP4", EventKind::Drew, cards);
    }
}
