//! Actions: what they need, and what they change.

use super::Event;
use super::action::{Action, ActionKind};
use super::event::{EventKind, ExchangedTiles};
use super::state::{Pending, Phase, State, read_tiles, take_tiles};
use super::turns::Course;
use crate::lexicon::Words;
use crate::rules::flow::{self, MAX_USED_MS};
use crate::rules::wordgame::bag_tile::BLANK;
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::end_game::{EndReason, TurnKind};
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::scoring::Score;
use crate::rules::wordgame::square::Square;
use crate::rules::wordgame::written_move::{WrittenMove, WrittenMoveError};
use crate::rules::{Refused, ViolationCode, Violations};

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
        flow::check_head(action.head(), self.ply, self.phase() == Phase::Over, violations)?;
        let kind = flow::check_kind(&action.kind, violations)?;
        self.check_window(kind, violations)?;
        let mut course = if kind == ActionKind::Close {
            flow::check_host(action.player.as_deref(), violations)?;
            let mut course = Course::of(self.clone());
            course.close_window();
            course
        } else {
            let seat = flow::seat_of(action.player.as_deref(), self.names(), violations)?;
            self.act(kind, seat, action, words.into(), violations)?
        };
        course.state.ply += 1;
        Ok((course.state, course.events))
    }

    fn check_window(&self, kind: ActionKind, violations: &mut Violations) -> Result<(), Refused> {
        let is_in_window = self.phase() == Phase::Challenge;
        match kind {
            ActionKind::Accept | ActionKind::Challenge | ActionKind::Close if !is_in_window => {
                let detail = "there is no move that can be challenged";
                Err(violations.at("kind").refuse(ViolationCode::WrongPhase, "F4", detail))
            }
            _ => Ok(()),
        }
    }

    /// Carries out the action of a player.
    fn act(
        &self,
        kind: ActionKind,
        seat: usize,
        action: &Action,
        words: Words<'_>,
        violations: &mut Violations,
    ) -> Result<Course, Refused> {
        let mut state = self.clone();
        // The time counts first, because the action may end the game (RULEBOOK FG11).
        let used_ms = &mut state.players[seat].used_ms;
        *used_ms = used_ms.saturating_add(action.used_ms.unwrap_or(0)).min(MAX_USED_MS);
        match kind {
            ActionKind::Move | ActionKind::Pass | ActionKind::Exchange => {
                let mut course = state.begin_turn(seat, violations)?;
                match kind {
                    ActionKind::Move => course.place(seat, action, words, violations)?,
                    ActionKind::Exchange => course.exchange(seat, action, violations)?,
                    _ => course.pass(seat, action, violations)?,
                }
                Ok(course)
            }
            ActionKind::Resign if state.can_resign() => {
                let mut course = Course::of(state);
                course.lose_game("FG12", EndReason::Resigned, seat);
                Ok(course)
            }
            ActionKind::Resign => {
                let detail = "only a player of two can resign";
                Err(refuse_kind("FG12", detail, violations))
            }
            ActionKind::Accept | ActionKind::Challenge => {
                state.check_awaited(seat, "FG7", violations)?;
                let mut course = Course::of(state);
                if kind == ActionKind::Accept {
                    course.accept(seat);
                } else {
                    course.challenge(seat, action, words, violations)?;
                }
                Ok(course)
            }
            ActionKind::TimeOut => {
                state.check_awaited(seat, "F13", violations)?;
                state.time_out(seat, action, violations)
            }
            ActionKind::Bot | ActionKind::Close => {
                let detail = "a bot chooses an ordinary action, which is applied in its place";
                Err(refuse_kind("F14", detail, violations))
            }
        }
    }

    /// Checks that the game waits for a player.
    pub(super) fn check_awaited(
        &self,
        seat: usize,
        rule: &'static str,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        if self.to_act().contains(&seat) {
            return Ok(());
        }
        let detail = "the game does not wait for this player";
        Err(violations.at("player").refuse(ViolationCode::OutOfTurn, rule, detail))
    }

    /// Begins the turn of a player, whose own action counts as acceptance of the move before
    /// (RULEBOOK FG7).
    fn begin_turn(&self, seat: usize, violations: &mut Violations) -> Result<Course, Refused> {
        if let Some(course) = self.turn_of(seat) {
            return Ok(course);
        }
        if self.phase() == Phase::Challenge && self.undecided().eq([seat]) {
            let detail = "accept the move or challenge it first: after it, the player has no turn";
            return Err(refuse_kind("FG8", detail, violations));
        }
        let rule = if self.phase() == Phase::Challenge { "FG7" } else { "FG2" };
        let detail = "it is another player's turn";
        Err(violations.at("player").refuse(ViolationCode::OutOfTurn, rule, detail))
    }

    /// Does the least that the player can do (RULEBOOK F13).
    fn time_out(
        self,
        seat: usize,
        action: &Action,
        violations: &mut Violations,
    ) -> Result<Course, Refused> {
        let kind = match self.phase() {
            Phase::Challenge => ActionKind::Accept,
            Phase::Play | Phase::Over => ActionKind::Pass,
        };
        let mut course = Course::of(self);
        let (player, carried_out) = (course.state.name(seat), kind.into());
        course.tell("F13", EventKind::TimedOut { player, carried_out });
        if kind == ActionKind::Accept {
            course.accept(seat);
        } else {
            course.pass(seat, action, violations)?;
        }
        Ok(course)
    }
}

impl Course {
    /// Places the tiles of a move (RULEBOOK FG2–FG4, FG7).
    fn place(
        &mut self,
        seat: usize,
        action: &Action,
        words: Words<'_>,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let state = &mut self.state;
        let Some(text) = &action.written else { return Err(flow::missing("move", violations)) };
        let mut place = violations.at("move");
        let written: WrittenMove = text.parse().map_err(|error: WrittenMoveError| {
            place.refuse(ViolationCode::InvalidMove, "G11", error)
        })?;
        let (rules, rack) = (&state.rules.base, state.rack(seat));
        let play = Play::place(&written, &state.board, Some(&rack), rules, &mut place)?;
        let score = Score::of(&play, &state.board, rules);
        if state.rules.refuse_words() {
            check_words(&score, words, &mut place)?;
        }
        let placed = play.new_tiles().map(|new| (new.square, char::from(new.tile.as_ascii())));
        let placed: Vec<(Square, char)> = placed.collect();
        let lines = score.lines(rules);
        let (points, formed) = (score.total, score.words.iter().map(|formed| formed.word));
        let pending = Pending { points, words: formed.collect(), play };
        state.board = pending.play.apply_to(&state.board);
        take_tiles(&mut state.players[seat].rack, pending.tiles());
        state.players[seat].points += i64::from(points);
        let (player, words) = (state.name(seat), pending.words.clone());
        self.tell("FG2", EventKind::Moved { player, placed, points, words, lines });
        if self.state.rules.refuse_words() {
            self.end_move(points);
        } else {
            self.state.players.iter_mut().for_each(|player| player.accepted = false);
            self.state.pending = Some(pending);
        }
        Ok(())
    }

    /// Passes. After two opening passes, all players get new racks (RULEBOOK FG5).
    fn pass(
        &mut self,
        seat: usize,
        action: &Action,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let player = self.state.name(seat);
        self.tell("FG2", EventKind::Passed { player });
        self.state.turns.record(TurnKind::Passed);
        if self.ends_here() {
            return Ok(());
        }
        if self.state.rules.base.give_new_racks() && self.state.turns.are_opening_passes() {
            let order = read_order(action, violations)?;
            let racks =
                self.state.players.iter_mut().map(|player| std::mem::take(&mut player.rack));
            let tiles: Vec<BagTile> = racks.flatten().collect();
            self.put_back(tiles, order.as_deref(), violations)?;
            self.tell("FG5", EventKind::NewRacks);
            self.fill_all("FG5");
        }
        self.next_turn();
        Ok(())
    }

    /// Exchanges tiles (RULEBOOK FG6, C4).
    fn exchange(
        &mut self,
        seat: usize,
        action: &Action,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let most = self.state.most_exchanged(seat);
        if most == 0 {
            let (rule, detail) = match self.state.rules.base.exchange_min_bag {
                None => ("G9", "the rules do not allow exchanges"),
                Some(_) => ("C4", "the bag has too few tiles for an exchange"),
            };
            return Err(refuse_kind(rule, detail, violations));
        }
        let Some(text) = &action.tiles else { return Err(flow::missing("tiles", violations)) };
        let mut place = violations.at("tiles");
        if !(1..=most).contains(&text.chars().count()) {
            let detail = format_args!("a player exchanges 1 to {most} tiles now");
            return Err(place.refuse(ViolationCode::OutOfBounds, "C4", detail));
        }
        let tiles = read_exchanged(text, &mut place)?;
        let missing = take_tiles(&mut self.state.players[seat].rack, tiles.iter().copied());
        if !missing.is_empty() {
            let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
            let detail = format_args!("the rack lacks {}", missing.join(", "));
            let code = ViolationCode::TileNotOnRack;
            return Err(place.refuse_missing(code, "FG6", missing, detail));
        }
        drop(place);
        let order = read_order(action, violations)?;
        self.draw(seat, "FG6", tiles.len());
        self.put_back(tiles.iter().copied(), order.as_deref(), violations)?;
        let player = self.state.name(seat);
        let count =
            ExchangedTiles { player: player.clone(), count: Some(tiles.len()), discarded: None };
        self.tell("FG6", EventKind::Exchanged(count));
        let discarded = ExchangedTiles { player, count: None, discarded: Some(tiles) };
        self.tell_only(seat, "FG6", EventKind::Exchanged(discarded));
        self.end_turn(TurnKind::Scoreless);
        Ok(())
    }
}

/// Refuses a move with words that are not allowed (RULEBOOK FG4, G8).
fn check_words(
    score: &Score,
    words: Words<'_>,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let mut checked = Ok(());
    for (word, verdict) in score.verdicts(words) {
        if let Some(reason) = verdict.reason_in(words, &word) {
            checked = Err(violations.refuse(ViolationCode::NotAllowed, "G8", reason));
        }
    }
    checked
}

/// Reads the tiles of an exchange.
fn read_exchanged(text: &str, violations: &mut Violations) -> Result<Vec<BagTile>, Refused> {
    let read = |mark| {
        BagTile::from_mark(mark).ok_or_else(|| {
            let detail =
                format_args!("{mark:?} is not a tile; write letters, and {BLANK:?} for a blank");
            violations.refuse(ViolationCode::InvalidTile, "G11", detail)
        })
    };
    text.chars().map(read).collect()
}

/// Reads the order of real tiles.
fn read_order(
    action: &Action,
    violations: &mut Violations,
) -> Result<Option<Vec<BagTile>>, Refused> {
    let mut place = violations.at("order");
    action.order.as_ref().map(|order| read_tiles(order, &mut place)).transpose()
}

/// Refuses a kind of action that the player can't take now.
pub(super) fn refuse_kind(
    rule: &'static str,
    detail: &str,
    violations: &mut Violations,
) -> Refused {
    violations.at("kind").refuse(ViolationCode::NotPossible, rule, detail)
}
