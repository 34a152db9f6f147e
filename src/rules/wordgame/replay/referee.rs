//! The referee that replays a record event by event.

use super::game::Game;
use super::report::{Placement, Replay, Turn};
use crate::lexicon::Words;
use crate::rules::wordgame::challenge_rule::ChallengeRule;
use crate::rules::wordgame::end_game::{EndReason, Settlement, Standing, rack_value, settle};
use crate::rules::wordgame::gcg::{Action, Event, Player, Record, refuse_line};
use crate::rules::wordgame::movegen::SearchIndex;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::{Refused, ViolationCode, Violations};

/// Replays records with a dictionary and rules.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::Rules;
/// use wordcourt::rules::wordgame::gcg::Record;
/// use wordcourt::rules::wordgame::replay::Referee;
///
/// let lexicon = Lexicon::from_text("HELLO\n", "").unwrap();
/// let rules = Rules::WORDGAME;
/// let referee = Referee { lexicon: (&lexicon).into(), rules: &rules, index: None };
/// let text = "#player1 anna\n#player2 ben\n>anna: EHLLO 8D HELLO +20 20\n>ben: 9D JELLY +0 0\n";
/// let mut violations = Violations::default();
/// let record = Record::read(text, &mut violations).unwrap();
/// let replay = referee.replay(&record, &mut violations).unwrap();
/// assert_eq!((replay.turns[0].score, replay.turns[0].is_legal), (16, true));
/// assert!(!replay.turns[1].is_legal, "JELLY is not in the lexicon");
/// assert_eq!(replay.record.events[0].total, 16);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Referee<'r> {
    /// The dictionary that decides which words are allowed.
    pub lexicon: Words<'r>,
    /// The rules.
    pub rules: &'r Rules,
    /// The index to search for best moves; `None` if they are not requested.
    pub index: Option<&'r SearchIndex>,
}

impl Referee<'_> {
    /// Replays a record.
    ///
    /// # Errors
    /// Records a violation at the first line that contradicts the lines before it.
    pub fn replay(self, record: &Record, violations: &mut Violations) -> Result<Replay, Refused> {
        let Self { lexicon, rules, index } = self;
        let players = record.players.len();
        let mut replayer = Replayer {
            rules,
            game: Game::new(lexicon, rules, index, players),
            points: vec![0; players],
            end: None,
            turns: Vec::with_capacity(record.events.len()),
        };
        let mut corrected = record.clone();
        for event in &mut corrected.events {
            replayer
                .replay_event(event)
                .map_err(|detail| refuse_line(event.line, &detail, violations))?;
        }
        Ok(replayer.finish(corrected))
    }
}

/// A replay in progress.
struct Replayer<'r> {
    rules: &'r Rules,
    game: Game<'r>,
    /// The points from moves, by player.
    points: Vec<i64>,
    end: Option<(EndReason, usize)>,
    turns: Vec<Turn>,
}

/// The effect of an event.
struct Effect {
    score: i64,
    placement: Option<Placement>,
    brings_new_racks: bool,
}

impl Effect {
    const fn of_score(score: i64) -> Self {
        Self { score, placement: None, brings_new_racks: false }
    }
}

impl Replayer<'_> {
    /// Replays an event and corrects its numbers. The error says why the event contradicts the
    /// events before it.
    fn replay_event(&mut self, event: &mut Event) -> Result<(), String> {
        let Event { line, player: seat, .. } = *event;
        let mut violations = Violations::default();
        let rack = self.game.read_rack(&event.rack)?;
        let mut best = None;
        if matches!(event.action, Action::Place { .. } | Action::Pass | Action::Exchange { .. }) {
            best = self.game.begin_turn(seat, rack.as_ref(), &mut violations)?;
        }
        let effect = self.apply(event, rack, &mut violations)?;
        let Effect { score, placement, brings_new_racks } = effect;
        self.end = self.game.state.end().map(|reason| self.end.unwrap_or((reason, line)));

        // The value of the tiles left on a rack is deducted from the final score, not from the
        // points from moves.
        if !matches!(event.action, Action::RackLost { .. }) {
            self.points[seat] += score;
        }
        let deducted = self.game.racks.deducted[seat].map_or(0, |rack| self.value(&rack));
        let total = self.points[seat] - deducted;
        event.score = saturating_i32(score);
        event.total = saturating_i32(total);
        let is_legal = violations.is_empty()
            && placement.as_ref().is_none_or(|placement| self.game.allows(&placement.score));
        self.turns.push(Turn {
            line,
            player: seat,
            placement,
            violations: violations.into(),
            is_legal,
            brings_new_racks,
            score,
            total,
            best,
        });
        Ok(())
    }

    fn apply(
        &mut self,
        event: &mut Event,
        rack: Option<Rack>,
        violations: &mut Violations,
    ) -> Result<Effect, String> {
        let seat = event.player;
        let recorded = i64::from(event.score);
        let last_move = self.game.last_move.take();
        let score = match &mut event.action {
            Action::Place { coordinate, word } => {
                let placement =
                    self.game.place(seat, *coordinate, word, rack.as_ref(), violations)?;
                let effect = Effect::of_score(i64::from(placement.score.total));
                return Ok(Effect { placement: Some(placement), ..effect });
            }
            Action::Pass => {
                let brings_new_racks = self.game.pass(seat);
                return Ok(Effect { brings_new_racks, ..Effect::of_score(recorded) });
            }
            Action::Exchange { tiles } => {
                self.game.exchange(seat, tiles, rack, violations)?;
                recorded
            }
            Action::Withdrawn => {
                let score = self.game.withdraw(seat, last_move, violations)?;
                self.mark_last_move_withdrawn();
                score
            }
            Action::RackLost { tiles } => {
                let rack = self.game.read_rack(tiles)?.unwrap_or_default();
                self.game.deduct(seat, rack, violations)?;
                // Without the rack, a line that loses 0 points would be parsed as one that gains 0
                // points.
                tiles.clone_into(&mut event.rack);
                -self.value(&rack)
            }
            Action::RackGained { tiles } => {
                let tiles = self.game.read_rack(tiles)?.unwrap_or_default();
                if self.points.len() == 2 {
                    self.game.deduct(1 - seat, tiles, violations)?;
                }
                let detail = "nobody gains points for the tiles left on a rack";
                violations.refuse(ViolationCode::NotAllowed, "G10", detail);
                event.rack.clear();
                0
            }
            Action::ChallengeBonus if self.rules.challenge_rule() == ChallengeRule::Void => {
                let detail = "a failed challenge does not change the scores";
                violations.refuse(ViolationCode::NotAllowed, "G8", detail);
                0
            }
            Action::ChallengeBonus | Action::TimePenalty => recorded,
        };
        Ok(Effect::of_score(score))
    }

    fn mark_last_move_withdrawn(&mut self) {
        if let Some(placement) = self.turns.last_mut().and_then(|turn| turn.placement.as_mut()) {
            placement.is_withdrawn = true;
        }
    }

    /// Computes the final scores.
    fn finish(self, corrected: Record) -> Replay {
        let racks = self.game.racks_at_end();
        let standing = |(seat, player): (usize, &Player)| Standing {
            player: player.nick.clone(),
            points: self.points[seat],
            rack: Some(racks[seat].unwrap_or_default()),
            overtime_seconds: 0,
        };
        let standings: Vec<Standing> = corrected.players.iter().enumerate().map(standing).collect();
        let Settlement { results: scores, winners, .. } = settle(&standings, None, self.rules);
        let Self { turns, end, game, .. } = self;
        Replay { turns, scores, racks, winners, end, board: game.board, record: corrected }
    }

    fn value(&self, rack: &Rack) -> i64 {
        rack_value(rack, self.rules)
    }
}

fn saturating_i32(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}
