//! The referee that replays a record event by event.

use super::challenges::Challenges;
use super::closing::{Closing, RackLine};
use super::game::{Game, LastMove};
use super::pragmas;
use super::report::{Findings, Placement, Replay, Turn};
use crate::lexicon::Vocabulary;
use crate::rules::ViolationCode;
use crate::rules::wordgame::end_game::EndReason;
use crate::rules::wordgame::gcg::{Action, Event, Pragma, Record, written_points};
use crate::rules::wordgame::movegen::{Move, SearchIndex};
use crate::rules::wordgame::ruleset::Rules;

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
/// let rules = Rules::CLASSIC;
/// let referee = Referee { vocabulary: (&lexicon).into(), rules: &rules, index: None };
/// let text = "#player1 anna\n#player2 ben\n>anna: EHLLO 8D HELLO +20 20\n>ben: 9D JELLY +0 0\n";
/// let record = Record::read(text, &mut Violations::default()).unwrap();
/// let replay = referee.replay(&record);
/// assert_eq!((replay.turns[0].score, replay.turns[0].is_legal), (24, true));
/// assert!(!replay.turns[1].is_legal, "JELLY is not in the lexicon");
/// assert_eq!(replay.record.events[0].total, Some(24));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Referee<'r> {
    /// The valid words, which decide what is allowed, and the tiers of the best moves.
    pub vocabulary: Vocabulary<'r>,
    /// The rules.
    pub rules: &'r Rules,
    /// The index to search for best moves; `None` if they are not requested.
    pub index: Option<&'r SearchIndex>,
}

impl Referee<'_> {
    /// Replays a record. An event that breaks a rule counts what the rules give, and does not stop
    /// the replay (RULEBOOK C7).
    #[must_use]
    pub fn replay(self, record: &Record) -> Replay {
        let Self { vocabulary, rules, index } = self;
        let players = record.players.len();
        let mut replayer = Replayer {
            game: Game::new(vocabulary, rules, index, players),
            challenges: Challenges::new(rules, players),
            closing: Closing::new(players),
            points: vec![0; players],
            end: None,
            turns: Vec::with_capacity(record.events.len()),
        };
        replayer.game.racks.of_pragmas = pragmas::racks(record, rules);
        let mut corrected = record.clone();
        for event in &mut corrected.events {
            replayer.replay_event(event);
        }
        replayer.finish(corrected)
    }
}

/// A replay in progress.
struct Replayer<'r> {
    game: Game<'r>,
    challenges: Challenges,
    closing: Closing,
    /// The points from moves and challenges, by player.
    points: Vec<i64>,
    end: Option<(EndReason, usize)>,
    turns: Vec<Turn>,
}

#[derive(Default)]
struct Effect {
    /// The change of the player's points from moves and challenges.
    points: i64,
    /// The change of the player's score after the last turn.
    closing: i64,
    placement: Option<Placement>,
    brings_new_racks: bool,
    best: Option<Move>,
}

impl Effect {
    fn of_points(points: i64) -> Self {
        Self { points, ..Self::default() }
    }

    fn of_closing(closing: i64) -> Self {
        Self { closing, ..Self::default() }
    }
}

impl Replayer<'_> {
    /// Replays an event and corrects its numbers.
    fn replay_event(&mut self, event: &mut Event) {
        if matches!(event.action, Action::Unread { .. }) {
            return self.skip_unread(event);
        }
        let seat = event.player;
        let (recorded, recorded_total) = (i64::from(event.score), event.total.map(i64::from));
        let mut found = Findings { notes: notes_of(event), ..Findings::default() };
        let last_move = self.game.last_move.take();
        let effect = match event.action {
            Action::Place { .. } | Action::Pass | Action::Exchange { .. } => {
                self.turn(event, last_move.as_ref(), &mut found)
            }
            _ => self.after_turn(event, last_move, recorded, &mut found),
        };
        let Effect { points, closing, placement, brings_new_racks, best } = effect;
        self.end = self.game.state.end().map(|reason| self.end.unwrap_or((reason, event.line)));
        self.points[seat] += points;
        let score = points + closing;
        let total = self.points[seat] + self.closing.of(seat);
        event.score = written_points(score);
        event.total = Some(written_points(total));

        let Findings { violations, notes } = found;
        let is_lawful = violations.is_empty();
        let has_score = recorded == score
            // RULEBOOK C7: some programs write 0 for a move that is taken back.
            || (recorded == 0 && matches!(event.action, Action::Withdrawn));
        let has_total = recorded_total.is_none_or(|recorded| recorded == total);
        let are_words_allowed =
            placement.as_ref().is_none_or(|placement| self.game.allows(&placement.score));
        self.turns.push(Turn {
            line: event.line,
            player: seat,
            placement,
            violations: violations.into(),
            notes,
            is_legal: is_lawful && are_words_allowed,
            agrees: is_lawful && has_score && has_total,
            brings_new_racks,
            score,
            total,
            best,
        });
    }

    /// Records a line that cannot be understood as a breach of that line (RULEBOOK C7).
    fn skip_unread(&mut self, event: &mut Event) {
        let mut found = Findings::default();
        for fault in std::mem::take(&mut event.remarks) {
            found.violations.refuse(ViolationCode::InvalidRecord, "G11", fault);
        }
        self.game.last_move = None;
        if self.game.state.end().is_none() {
            self.game.skip_unread();
        }
        let points = self.points.get(event.player).copied().unwrap_or_default();
        let closing = self.points.get(event.player).map_or(0, |_| self.closing.of(event.player));
        self.turns.push(Turn {
            line: event.line,
            player: event.player,
            placement: None,
            violations: found.violations.into(),
            notes: notes_of(event),
            is_legal: false,
            agrees: false,
            brings_new_racks: false,
            score: 0,
            total: points + closing,
            best: None,
        });
    }

    /// Replays a move, a pass or an exchange.
    fn turn(
        &mut self,
        event: &mut Event,
        last_move: Option<&LastMove>,
        found: &mut Findings,
    ) -> Effect {
        let seat = event.player;
        let is_over = self.game.state.end().is_some();
        if is_over && event.action == Action::Pass && self.is_lost_turn(seat, last_move) {
            return Effect::default();
        }
        let _ = self.game.state.check_turn(seat, &mut found.violations);
        if is_over {
            return Effect::default();
        }
        if let Action::Place { coordinate, word } = &mut event.action {
            let (placement, best) = self.game.place(seat, *coordinate, word, &event.rack, found);
            let points = placement.as_ref().map_or(0, |placement| i64::from(placement.score.total));
            return Effect { placement, best, ..Effect::of_points(points) };
        }
        let rack = self.game.read_rack(seat, &event.rack, None, found);
        let best = rack.and_then(|rack| self.game.best(seat, &rack));
        let mut brings_new_racks = false;
        match &event.action {
            Action::Exchange { tiles } => self.game.exchange(seat, tiles, rack, found),
            _ => brings_new_racks = self.game.pass(seat),
        }
        Effect { brings_new_racks, best, ..Effect::default() }
    }

    /// Returns true if a pass after the end of the game is the turn that a player loses because
    /// their challenge of the last move failed.
    fn is_lost_turn(&self, seat: usize, last_move: Option<&LastMove>) -> bool {
        self.game.state.went_out().is_some()
            && self.challenges.may_lose_turn()
            && last_move
                .is_some_and(|last| last.player != seat && last.is_allowed && !last.was_challenged)
    }

    /// Replays an event that is not a turn.
    fn after_turn(
        &mut self,
        event: &mut Event,
        mut last_move: Option<LastMove>,
        recorded: i64,
        found: &mut Findings,
    ) -> Effect {
        let seat = event.player;
        if matches!(event.action, Action::FailedChallenge | Action::TimePenalty) {
            self.game.check_rack(seat, &event.rack, found);
        }
        match &event.action {
            Action::Withdrawn => {
                let was_placed = last_move.as_ref().is_some_and(|last_move| last_move.words > 0);
                let taken_back = self.game.withdraw(seat, last_move, found);
                if taken_back.is_some() && was_placed {
                    self.mark_last_placement_withdrawn();
                }
                self.game.check_rack(seat, &event.rack, found);
                let points = taken_back.unwrap_or_default();
                if recorded == 0 && points > 0 {
                    found.note(format_args!("the record takes back 0 points; they are {points}"));
                }
                Effect::of_points(-points)
            }
            Action::FailedChallenge => {
                let points = self.challenges.judge(seat, recorded, last_move.as_mut(), found);
                self.game.last_move = last_move;
                Effect::of_points(points)
            }
            Action::TimePenalty => {
                let rules = self.game.rules;
                Effect::of_closing(self.closing.judge_time(rules, seat, recorded, found))
            }
            Action::RackGained { tiles } => {
                let game = &mut self.game;
                let points =
                    self.closing.judge_rack(game, seat, (RackLine::Gained, tiles, recorded), found);
                check_own_rack(game, seat, &event.rack, found);
                event.rack.clear();
                Effect::of_closing(points)
            }
            Action::RackLost { tiles } => {
                let game = &mut self.game;
                let points =
                    self.closing.judge_rack(game, seat, (RackLine::Lost, tiles, recorded), found);
                if event.rack != *tiles {
                    check_own_rack(game, seat, &event.rack, found);
                }
                // Without the rack, a line that loses 0 points would be parsed as one that gains 0
                // points.
                tiles.clone_into(&mut event.rack);
                Effect::of_closing(points)
            }
            // `turn` replays the others.
            Action::Place { .. }
            | Action::Pass
            | Action::Exchange { .. }
            | Action::Unread { .. } => Effect::default(),
        }
    }

    fn mark_last_placement_withdrawn(&mut self) {
        let mut placements = self.turns.iter_mut().rev().filter_map(|turn| turn.placement.as_mut());
        if let Some(placement) = placements.next() {
            placement.is_withdrawn = true;
        }
    }

    /// Computes the result of the game.
    fn finish(self, corrected: Record) -> Replay {
        let players = corrected.players.iter().zip(&self.points);
        let players = players.map(|(player, &points)| (player.nick.clone(), points));
        let (settlement, racks) = self.closing.settle(&self.game, players);
        let notes = pragmas::remarks(&corrected, &self.game);
        let Self { turns, end, game, .. } = self;
        Replay {
            turns,
            results: settlement.results,
            racks,
            racks_unknown: settlement.racks_unknown,
            winners: settlement.winners,
            end,
            board: game.board,
            notes,
            lexicon: pragmas::lexicon(&corrected),
            record: corrected,
        }
    }
}

/// Notes the rack before the parentheses of a closing line, if it contradicts the game.
fn check_own_rack(game: &Game<'_>, seat: usize, rack: &str, found: &mut Findings) {
    found.notes.extend(game.contradiction_at_end(seat, rack));
}

/// Returns the remarks of a record on an event.
fn notes_of(event: &Event) -> Vec<String> {
    let notes = event.notes.iter().filter(|Pragma { name, .. }| name.eq_ignore_ascii_case("note"));
    notes.map(|note| note.text.clone()).chain(event.remarks.iter().cloned()).collect()
}
