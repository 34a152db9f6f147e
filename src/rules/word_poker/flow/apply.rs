//! Actions: what they need, and what they change.

use super::Event;
use super::action::{Action, ActionKind};
use super::event::EventKind;
use super::state::{Phase, State};
use crate::lexicon::Words;
use crate::rules::flow::{self, MAX_USED_MS, not_possible, out_of_turn};
use crate::rules::{Refused, ViolationCode, Violations};

/// A state while an action changes it, with the events so far.
pub(super) struct Course<'c> {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
    pub(super) words: Words<'c>,
    pub(super) action: &'c Action,
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

impl ActionKind {
    /// Returns the phases in which the kind is possible; `None` if it is possible in all.
    const fn phases(self) -> Option<&'static [Phase]> {
        use Phase::{Bet, Challenge, Deal, Declare, Exchange, Vote};
        Some(match self {
            Self::Deal | Self::End => &[Deal],
            Self::Check | Self::Bet | Self::Raise | Self::Call | Self::Fold => &[Bet],
            Self::Exchange => &[Exchange],
            Self::Declare => &[Declare],
            Self::Challenge | Self::ChallengeCategory | Self::Accept => &[Challenge],
            Self::Vote => &[Vote],
            Self::Close => &[Challenge, Vote],
            Self::LookUp => &[Bet, Exchange, Declare, Challenge, Vote],
            Self::TimeOut | Self::Bot => return None,
        })
    }
}

impl Phase {
    /// Returns the rule that says whose turn it is.
    const fn rule_of_turns(self) -> &'static str {
        match self {
            Self::Deal => "FO3",
            Self::Bet => "FO6",
            Self::Exchange => "FO10",
            Self::Declare => "FO12",
            Self::Challenge => "FO13",
            Self::Vote => "FO14",
            Self::Over => "F3",
        }
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
        if kind.phases().is_some_and(|phases| !phases.contains(&phase)) {
            let phase: &str = phase.into();
            let detail = format_args!("the action is not possible in the phase {phase}");
            return Err(violations.at("kind").refuse(ViolationCode::WrongPhase, "F4", detail));
        }
        if matches!(kind, ActionKind::End | ActionKind::Close) {
            flow::check_host(self.action.player.as_deref(), violations)?;
        }
        match kind {
            ActionKind::End => return self.end(violations).map(|()| None),
            ActionKind::Close => {
                self.close();
                return Ok(None);
            }
            _ => {}
        }
        let seat = flow::seat_of(self.action.player.as_deref(), self.state.names(), violations)?;
        if kind == ActionKind::LookUp {
            self.look_up(seat, violations)?;
            return Ok(Some(seat));
        }
        if !self.state.to_act().contains(&seat) {
            let is_time_out = kind == ActionKind::TimeOut;
            let rule = if is_time_out { "F13" } else { phase.rule_of_turns() };
            return Err(out_of_turn(rule, violations));
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
            ActionKind::Deal => self.deal(violations),
            ActionKind::Check => self.check(seat, violations),
            ActionKind::Bet => self.bet(seat, violations),
            ActionKind::Raise => self.raise(seat, violations),
            ActionKind::Call => self.call(seat, violations),
            ActionKind::Fold => self.give_up(seat, violations),
            ActionKind::Exchange => self.exchange(seat, violations),
            ActionKind::Declare => self.declare(seat, violations),
            ActionKind::Challenge => self.challenge(seat, violations),
            ActionKind::ChallengeCategory => self.challenge_category(seat, violations),
            ActionKind::Vote => self.vote(seat, violations),
            ActionKind::Accept => {
                self.accept(seat);
                Ok(())
            }
            ActionKind::TimeOut => self.time_out(seat, violations),
            ActionKind::Bot | ActionKind::LookUp | ActionKind::End | ActionKind::Close => {
                let detail = "a bot chooses an ordinary action, which is applied in its place";
                Err(not_possible("F14", detail, violations))
            }
        }
    }

    /// Does the least that the player can do (RULEBOOK F13).
    fn time_out(&mut self, seat: usize, violations: &mut Violations) -> Result<(), Refused> {
        let state = &self.state;
        let kind = match state.phase {
            Phase::Deal | Phase::Over => ActionKind::Deal,
            Phase::Bet if state.must_bet => ActionKind::Bet,
            Phase::Bet if state.to_call == 0 => ActionKind::Check,
            Phase::Bet => ActionKind::Fold,
            Phase::Exchange => ActionKind::Exchange,
            Phase::Declare => ActionKind::Declare,
            Phase::Challenge => ActionKind::Accept,
            Phase::Vote => ActionKind::Vote,
        };
        let (player, carried_out) = (state.name(seat), kind.into());
        self.tell("F13", EventKind::TimedOut { player, carried_out });
        match kind {
            ActionKind::Bet => {
                if let Some((smallest, _)) = self.state.bet_bounds(seat) {
                    self.bet_to(seat, smallest);
                }
                Ok(())
            }
            ActionKind::Exchange => self.put_away(seat, &[], violations),
            ActionKind::Declare => {
                self.declare_as(seat, None, false);
                Ok(())
            }
            ActionKind::Vote => {
                self.cast(seat, None);
                Ok(())
            }
            _ => self.act_in_turn(kind, seat, violations),
        }
    }

    /// Records an event that everybody may see.
    pub(super) fn tell(&mut self, rule: &'static str, kind: EventKind) {
        self.events.push(Event::open(rule, kind));
    }

    /// Records an event that only a player may see.
    pub(super) fn tell_only(&mut self, seat: usize, rule: &'static str, kind: EventKind) {
        self.events.push(Event::only(&self.state.players[seat].name, rule, kind));
    }
}
