//! Whole games: a record replayed move by move, every score checked, every move held against the best one.

use super::Dictionary;
use super::board::Board;
use super::ending::{Final, Passes, Standing, TurnKind, settle};
use super::gcg::{Action, BadLine, Event, Record};
use super::play::{Play, Written};
use super::rack::Rack;
use super::ruleset::Rules;
use super::scoring::Score;
use super::search::{Move, Search};
use crate::lexicon::Lexicon;
use crate::rules::{Breaches, Verdict, limits};

/// A replayed event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The line of the record.
    pub line: usize,
    /// Whose it is, as an index of the record's players.
    pub player: usize,
    /// The move, if one was laid.
    pub laid: Option<Laid>,
    /// Whether the rules allow it.
    pub is_legal: bool,
    /// What it changes in truth, in points.
    pub score: i64,
    /// The player's points after it in truth.
    pub total: i64,
    /// The best move of the rack, if the record tells the whole rack, the player was to move, and the best was asked for.
    pub best: Option<Move>,
}

/// A replayed move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// The move.
    pub play: Play,
    /// What it is worth.
    pub score: Score,
    /// Whether it was taken back after a challenge.
    pub is_taken_back: bool,
}

/// A replayed game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The events in order.
    pub turns: Vec<Turn>,
    /// The end scores in the order of the record's players (RULEBOOK G10).
    pub scores: Vec<Final>,
    /// Who has the most points: several in a draw.
    pub winners: Vec<String>,
    /// The line whose pass was the third in a row, which ended the game.
    pub ended_by_passes: Option<usize>,
    /// The board at the end.
    pub board: Board,
    /// The record with every score and total as it is in truth.
    pub record: Record,
}

/// What a replay rests on.
#[derive(Debug, Clone, Copy)]
pub struct Referee<'r> {
    /// The dictionary that judges words.
    pub lexicon: &'r Lexicon,
    /// The rules.
    pub rules: &'r Rules,
    /// Where to look for better moves, if that is wanted.
    pub dictionary: Option<&'r Dictionary>,
}

/// The state of a game under way.
struct Game<'r> {
    referee: Referee<'r>,
    board: Board,
    points: Vec<i64>,
    /// What each player is known to have at the end.
    left: Vec<Rack>,
    passes: Passes,
    ended_by_passes: Option<usize>,
    /// The last move, for as long as it can be taken back.
    last: Option<Revocable>,
    turns: Vec<Turn>,
    /// How many more racks may be searched.
    searches_left: usize,
}

/// A move that a challenge may take back.
struct Revocable {
    player: usize,
    score: i64,
    /// The board before it.
    board: Board,
    /// The passes before it: a refused move doesn't happen (RULEBOOK G8).
    passes: Passes,
}

impl Referee<'_> {
    /// Replays a record.
    ///
    /// # Errors
    /// The first line that doesn't fit what went before, with everything that is wrong with it.
    pub fn replay(self, record: &Record) -> Result<Replay, BadLine> {
        let players = record.players.len();
        let mut game = Game {
            referee: self,
            board: Board::default(),
            points: vec![0; players],
            left: vec![Rack::default(); players],
            passes: Passes::default(),
            ended_by_passes: None,
            last: None,
            turns: Vec::with_capacity(record.events.len()),
            searches_left: limits::REPLAY_SEARCHES,
        };
        let mut corrected = record.clone();
        for event in &mut corrected.events {
            game.take(event)?;
        }
        let name = |seat: usize| record.players[seat].nick.clone();
        let standings: Vec<Standing> = (0..players)
            .map(|seat| Standing { player: name(seat), points: game.points[seat], rack: game.left[seat] })
            .collect();
        let (scores, winners) = settle(&standings, self.rules);
        let Game { turns, ended_by_passes, board, .. } = game;
        Ok(Replay { turns, scores, winners, ended_by_passes, board, record: corrected })
    }
}

impl Game<'_> {
    /// Takes note of an event and corrects its numbers.
    fn take(&mut self, event: &mut Event) -> Result<(), BadLine> {
        let seat = event.player;
        let rack = self.rack(&event.rack, event.line)?;
        let last = self.last.take();
        let best = match event.action {
            Action::Lay { .. } | Action::Pass | Action::Exchange { .. } => rack.and_then(|rack| self.best(&rack)),
            _ => None,
        };
        let mut laid = None;
        let mut is_legal = true;
        let mut score = i64::from(event.score);
        match &mut event.action {
            Action::Lay { place, word } => {
                let play = self.lay(&format!("{place} {word}"), rack.as_ref(), event.line)?;
                let worth = Score::of(&play, &self.board, self.referee.rules);
                is_legal = worth.verdicts(self.referee.lexicon).all(|(_, verdict)| verdict == Verdict::Allowed);
                score = i64::from(worth.total);
                self.last = Some(Revocable { player: seat, score, board: self.board, passes: self.passes });
                self.board = play.on(&self.board);
                if let Some((_, marks)) = play.to_string().split_once(' ') {
                    marks.clone_into(word);
                }
                laid = Some(Laid { play, score: worth, is_taken_back: false });
                self.passes.note(TurnKind::Played);
            }
            Action::Pass => self.pass(event.line),
            Action::Exchange { .. } => {
                is_legal = self.referee.rules.may_exchange;
                self.passes.note(TurnKind::Played);
            }
            Action::Withdrawn => score = self.take_back(last, seat, event.line)?,
            Action::RackLost { tiles } => {
                self.left[seat] = self.rack(tiles, event.line)?.unwrap_or_default();
                score = -self.value(&self.left[seat]);
                // Without it a line that takes nothing off would read as one that gives nothing.
                tiles.clone_into(&mut event.rack);
            }
            Action::RackGained { tiles } => {
                let tiles = self.rack(tiles, event.line)?.unwrap_or_default();
                if let [one, other] = &mut self.left[..] {
                    *if seat == 0 { other } else { one } = tiles;
                }
                // RULEBOOK G10: nothing goes to an opponent.
                score = 0;
                is_legal = false;
                event.rack.clear();
            }
            Action::ChallengeBonus | Action::TimePenalty => {}
        }
        // What is left on the rack is taken off in the end scores, not from the points made.
        let is_deduction = matches!(event.action, Action::RackLost { .. });
        self.points[seat] += if is_deduction { 0 } else { score };
        let total = self.points[seat] - self.value(&self.left[seat]);
        let number = |number: i64| i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX });
        event.score = number(score);
        event.total = number(total);
        self.turns.push(Turn { line: event.line, player: seat, laid, is_legal, score, total, best });
        Ok(())
    }

    /// Takes the last move back; answers what that changes, in points.
    fn take_back(&mut self, last: Option<Revocable>, player: usize, line: usize) -> Result<i64, BadLine> {
        let Some(last) = last.filter(|last| last.player == player) else {
            let detail = "there is no move of this player right before it that could be taken back";
            return Err(BadLine { line, detail: detail.to_owned() });
        };
        self.board = last.board;
        self.passes = last.passes;
        if let Some(laid) = self.turns.last_mut().and_then(|turn| turn.laid.as_mut()) {
            laid.is_taken_back = true;
        }
        Ok(-last.score)
    }

    fn pass(&mut self, line: usize) {
        self.passes.note(TurnKind::Passed);
        if self.passes.end_the_game() && self.ended_by_passes.is_none() {
            self.ended_by_passes = Some(line);
        }
    }

    /// A rack as far as the record tells it.
    fn rack(&self, tiles: &str, line: usize) -> Result<Option<Rack>, BadLine> {
        if tiles.is_empty() {
            return Ok(None);
        }
        let mut breaches = Breaches::default();
        let rack = Rack::read(tiles, self.referee.rules.rack_size, "", &mut breaches);
        rack.map(Some).ok_or_else(|| bad_line(line, &breaches))
    }

    fn lay(&self, written: &str, rack: Option<&Rack>, line: usize) -> Result<Play, BadLine> {
        let rules = self.referee.rules;
        let written: Written =
            written.parse().map_err(|error: super::play::NotAMove| BadLine { line, detail: error.to_string() })?;
        let mut breaches = Breaches::default();
        let play = Play::lay(&written, &self.board, rack, rules, "", &mut breaches);
        if let (Some(bag), Some(play)) = (&rules.bag, &play) {
            let left = rack.map(|rack| play.from_rack(rack));
            bag.check(&play.on(&self.board), &left, "", &mut breaches);
        }
        play.filter(|_| breaches.is_empty()).ok_or_else(|| bad_line(line, &breaches))
    }

    fn best(&mut self, rack: &Rack) -> Option<Move> {
        let Referee { dictionary, rules, .. } = self.referee;
        if !self.is_whole(rack) {
            return None;
        }
        self.searches_left = self.searches_left.checked_sub(1)?;
        Search::new(dictionary?, &self.board, rules).best(rack, 1).first().copied()
    }

    /// Whether a rack has all tiles that it can have: as many as it holds, or the bag may be empty.
    fn is_whole(&self, rack: &Rack) -> bool {
        let rules = self.referee.rules;
        let on_racks = self.points.len() * rules.rack_size;
        let may_be_empty = rules.bag.is_none_or(|bag| bag.len() <= self.board.tiles().count() + on_racks);
        rack.len() == rules.rack_size || may_be_empty
    }

    fn value(&self, rack: &Rack) -> i64 {
        let standing = Standing { player: String::new(), points: 0, rack: *rack };
        settle(&[standing], self.referee.rules).0.iter().map(|score| score.deducted).sum()
    }
}

fn bad_line(line: usize, breaches: &Breaches) -> BadLine {
    let details: Vec<&str> = breaches.as_slice().iter().map(|breach| breach.detail.as_str()).collect();
    BadLine { line, detail: details.join("; ") }
}
