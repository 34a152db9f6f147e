//! Whole games: a record replayed move by move, every score checked, every move held against the best one.

use super::Dictionary;
use super::board::Board;
use super::course::{Course, End};
use super::ending::{Final, Standing, settle};
use super::gcg::{Action, BadLine, Event, Record};
use super::play::{Play, Written};
use super::rack::Rack;
use super::ruleset::Rules;
use super::scoring::Score;
use super::search::{Move, Search};
use crate::lexicon::Words;
use crate::rules::{Breach, BreachCode, Breaches, Verdict, counted, limits};

/// A replayed event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The line of the record.
    pub line: usize,
    /// Whose it is, as an index of the record's players.
    pub player: usize,
    /// The move, if one was laid.
    pub laid: Option<Laid>,
    /// How it breaks the rules, apart from words that aren't allowed, which `laid` tells.
    pub breaches: Vec<Breach>,
    /// Whether the rules allow it.
    pub is_legal: bool,
    /// Whether everybody gets new racks after it, both opening moves having been passes (RULEBOOK G9).
    pub brings_new_racks: bool,
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
    /// The racks that are taken off in them, where the record tells or leaves no doubt what they are.
    pub racks: Vec<Option<Rack>>,
    /// Who has the most points: several in a draw.
    pub winners: Vec<String>,
    /// What ended the game, and on which line, if it came to an end.
    pub end: Option<(End, usize)>,
    /// The board at the end.
    pub board: Board,
    /// The record with every score and total as it is in truth.
    pub record: Record,
}

/// What a replay rests on.
#[derive(Debug, Clone, Copy)]
pub struct Referee<'r> {
    /// The dictionary that judges words.
    pub lexicon: Words<'r>,
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
    /// The whole rack of each player, where the record leaves no doubt what it is.
    held: Vec<Option<Rack>>,
    /// What the record takes off at the end.
    left: Vec<Option<Rack>>,
    course: Course,
    end: Option<(End, usize)>,
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
    is_legal: bool,
    /// What its player was known to hold before it.
    held: Option<Rack>,
    /// The board before it.
    board: Board,
    /// The game before it: a refused move doesn't happen (RULEBOOK G8).
    course: Course,
}

/// Where everything that a replay finds stands in a request.
const POINTER: &str = "/gcg";

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
            held: vec![None; players],
            left: vec![None; players],
            course: Course::new(self.rules, players),
            end: None,
            last: None,
            turns: Vec::with_capacity(record.events.len()),
            searches_left: limits::REPLAY_SEARCHES,
        };
        let mut corrected = record.clone();
        for event in &mut corrected.events {
            game.take(event)?;
        }
        let racks = game.racks_at_the_end();
        let name = |seat: usize| record.players[seat].nick.clone();
        let standings: Vec<Standing> = (0..players)
            .map(|seat| Standing {
                player: name(seat),
                points: game.points[seat],
                rack: racks[seat].unwrap_or_default(),
            })
            .collect();
        let (scores, winners) = settle(&standings, self.rules);
        let Game { turns, end, board, .. } = game;
        Ok(Replay { turns, scores, racks, winners, end, board, record: corrected })
    }
}

impl Game<'_> {
    /// Takes note of an event and corrects its numbers.
    fn take(&mut self, event: &mut Event) -> Result<(), BadLine> {
        let Event { line, player: seat, .. } = *event;
        let mut breaches = Breaches::default();
        let rack = self.rack(&event.rack, line)?;
        let is_turn = matches!(event.action, Action::Lay { .. } | Action::Pass | Action::Exchange { .. });
        let last = self.last.take();
        let mut best = None;
        if is_turn {
            self.course.check_turn(seat, POINTER, &mut breaches);
            // Whoever goes on hasn't been left with anything yet.
            if self.course.end().is_none() {
                self.left[seat] = None;
            }
            if let Some(rack) = &rack {
                self.course.check_rack(seat, rack.len(), POINTER, &mut breaches);
                self.check_bag(&self.board, self.held_by_others(seat).chain([rack]), line)?;
                self.hold(seat, rack, &mut breaches);
                best = self.best(rack, seat);
            }
        }
        let mut laid = None;
        let mut brings_new_racks = false;
        let mut score = i64::from(event.score);
        match &mut event.action {
            Action::Lay { place, word } => {
                let play = self.lay(&format!("{place} {word}"), rack.as_ref(), seat, line)?;
                if rack.is_none() {
                    self.check_untold(&play, seat, &mut breaches);
                }
                let worth = Score::of(&play, &self.board, self.referee.rules);
                score = i64::from(worth.total);
                let is_legal = breaches.is_empty() && self.allows(&worth);
                let course = self.course.clone();
                let held = self.held[seat];
                self.last = Some(Revocable { player: seat, score, is_legal, held, board: self.board, course });
                // What is drawn nobody knows.
                self.held[seat] = held.filter(|_| self.course.bag() == Some(0)).map(|rack| play.from_rack(&rack));
                self.course.played(seat, play.tiles_used(), self.points.len());
                self.board = play.on(&self.board);
                if let Some((_, marks)) = play.to_string().split_once(' ') {
                    marks.clone_into(word);
                }
                laid = Some(Laid { play, score: worth, is_taken_back: false });
            }
            Action::Pass => {
                // They stand in for exchanging tiles (RULEBOOK G9).
                brings_new_racks = self.course.passed(seat, self.points.len()) && !self.referee.rules.may_exchange;
                if brings_new_racks {
                    self.held.fill(None);
                }
            }
            Action::Exchange { tiles } => {
                self.check_exchange(tiles, self.held[seat].or(rack), line, &mut breaches)?;
                self.held[seat] = None;
                self.course.played(seat, 0, self.points.len());
            }
            Action::Withdrawn => score = self.take_back(last, seat, line, &mut breaches)?,
            Action::RackLost { tiles } => {
                let rack = self.rack(tiles, line)?.unwrap_or_default();
                self.leave(seat, rack, line, &mut breaches)?;
                score = -self.value(&rack);
                // Without it a line that takes nothing off would read as one that gives nothing.
                tiles.clone_into(&mut event.rack);
            }
            Action::RackGained { tiles } => {
                let tiles = self.rack(tiles, line)?.unwrap_or_default();
                if self.left.len() == 2 {
                    self.leave(1 - seat, tiles, line, &mut breaches)?;
                }
                score = 0;
                let detail = "what is left on a rack goes to nobody";
                breaches.add(BreachCode::NotAllowed, "G10", POINTER, detail);
                event.rack.clear();
            }
            Action::ChallengeBonus if !self.referee.rules.may_exchange => {
                score = 0;
                let detail = "a challenge that fails costs and pays nothing";
                breaches.add(BreachCode::NotAllowed, "G8", POINTER, detail);
            }
            Action::ChallengeBonus | Action::TimePenalty => {}
        }
        if let Some(end) = self.course.end() {
            self.end.get_or_insert((end, line));
        } else {
            self.end = None;
        }
        // What is left on the rack is taken off in the end scores, not from the points made.
        let is_deduction = matches!(event.action, Action::RackLost { .. });
        self.points[seat] += if is_deduction { 0 } else { score };
        let total = self.points[seat] - self.left[seat].map_or(0, |rack| self.value(&rack));
        let number = |number: i64| i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX });
        event.score = number(score);
        event.total = number(total);
        let is_legal = breaches.is_empty() && laid.as_ref().is_none_or(|laid| self.allows(&laid.score));
        let breaches = breaches.into();
        self.turns.push(Turn { line, player: seat, laid, breaches, is_legal, brings_new_racks, score, total, best });
        Ok(())
    }

    /// Whether every word of a move is allowed.
    fn allows(&self, score: &Score) -> bool {
        score.verdicts(self.referee.lexicon).all(|(_, verdict)| verdict == Verdict::Allowed)
    }

    /// Takes the last move back; answers what that changes, in points.
    fn take_back(
        &mut self,
        last: Option<Revocable>,
        player: usize,
        line: usize,
        breaches: &mut Breaches,
    ) -> Result<i64, BadLine> {
        let Some(last) = last.filter(|last| last.player == player) else {
            let detail = "there is no move of this player right before it that could be taken back";
            return Err(BadLine { line, detail: detail.to_owned() });
        };
        if last.is_legal {
            let detail = "all words of the move are allowed, so that no challenge takes it back";
            breaches.add(BreachCode::NotAllowed, "G8", POINTER, detail);
        }
        self.board = last.board;
        self.held[player] = last.held;
        self.course = last.course;
        self.course.refused();
        if let Some(laid) = self.turns.last_mut().and_then(|turn| turn.laid.as_mut()) {
            laid.is_taken_back = true;
        }
        Ok(-last.score)
    }

    /// Exchanged tiles, told by letters or only by their number.
    fn check_exchange(
        &self,
        tiles: &str,
        rack: Option<Rack>,
        line: usize,
        breaches: &mut Breaches,
    ) -> Result<(), BadLine> {
        let rules = self.referee.rules;
        if !rules.may_exchange {
            breaches.add(BreachCode::NotAllowed, "G9", POINTER, "tiles are not exchanged");
            return Ok(());
        }
        if self.course.bag().is_some_and(|bag| bag < rules.rack_size) {
            let detail = "tiles are exchanged only while the bag holds a rack of them";
            breaches.add(BreachCode::NotAllowed, "G9", POINTER, detail);
        }
        let Some(rack) = rack else { return Ok(()) };
        let is_held = match tiles.parse::<usize>() {
            Ok(count) => count <= rack.len(),
            Err(_) => self.rack(tiles, line)?.is_none_or(|tiles| rack.holds(&tiles)),
        };
        if !is_held {
            let detail = format_args!("{tiles} is exchanged; the rack is {rack}");
            breaches.add(BreachCode::TileNotOnRack, "G9", POINTER, detail);
        }
        Ok(())
    }

    /// No more tiles are out than there are.
    fn check_bag<'r>(
        &self,
        board: &Board,
        racks: impl IntoIterator<Item = &'r Rack>,
        line: usize,
    ) -> Result<(), BadLine> {
        let mut breaches = Breaches::default();
        if let Some(bag) = &self.referee.rules.bag {
            bag.check(board, racks, POINTER, &mut breaches);
        }
        if breaches.is_empty() { Ok(()) } else { Err(bad_line(line, &breaches)) }
    }

    /// A rack as far as the record tells it.
    fn rack(&self, tiles: &str, line: usize) -> Result<Option<Rack>, BadLine> {
        if tiles.is_empty() {
            return Ok(None);
        }
        let mut breaches = Breaches::default();
        let rack = Rack::read(tiles, self.referee.rules.rack_size, POINTER, &mut breaches);
        rack.map(Some).ok_or_else(|| bad_line(line, &breaches))
    }

    fn lay(&self, written: &str, rack: Option<&Rack>, seat: usize, line: usize) -> Result<Play, BadLine> {
        let rules = self.referee.rules;
        let written: Written =
            written.parse().map_err(|error: super::play::NotAMove| BadLine { line, detail: error.to_string() })?;
        let mut breaches = Breaches::default();
        let play = Play::lay(&written, &self.board, rack, rules, POINTER, &mut breaches);
        let play = play.ok_or_else(|| bad_line(line, &breaches))?;
        let rest = rack.map(|rack| play.from_rack(rack));
        self.check_bag(&play.on(&self.board), self.held_by_others(seat).chain(&rest), line)?;
        Ok(play)
    }

    /// What the others are known to hold.
    fn held_by_others(&self, seat: usize) -> impl Iterator<Item = &Rack> {
        let others = self.held.iter().enumerate().filter(move |(holder, _)| *holder != seat);
        others.filter_map(|(_, held)| held.as_ref())
    }

    /// Whether a rack is all that a player has: one that is told in part has other moves, and is worth less at the end.
    fn is_whole(&self, rack: &Rack, seat: usize) -> bool {
        rack.len() == self.course.tiles_of(seat).unwrap_or(self.referee.rules.rack_size)
    }

    /// Takes note of a rack that the record tells, and of what it contradicts.
    fn hold(&mut self, seat: usize, told: &Rack, breaches: &mut Breaches) {
        if self.course.end().is_some() {
            return;
        }
        let is_whole = self.is_whole(told, seat);
        match self.held[seat] {
            Some(held) if if is_whole { held != *told } else { !held.holds(told) } => {
                let detail = format_args!("the record tells {told}; the rack is {held}");
                breaches.add(BreachCode::TileNotOnRack, "G7", POINTER, detail);
                self.held[seat] = is_whole.then_some(*told);
            }
            Some(_) => {}
            None => self.held[seat] = is_whole.then_some(*told),
        }
    }

    /// A move whose rack the record doesn't tell is laid with what the player has, as far as that is known.
    fn check_untold(&mut self, play: &Play, seat: usize, breaches: &mut Breaches) {
        self.course.check_rack(seat, play.tiles_used(), POINTER, breaches);
        if let Some(held) = self.held[seat]
            && play.from_rack(&held).len() + play.tiles_used() > held.len()
        {
            let detail = format_args!("{play} is laid; the rack is {held}");
            breaches.add(BreachCode::TileNotOnRack, "G7", POINTER, detail);
            self.held[seat] = None;
        }
    }

    /// The best move of a whole rack, while the game is on.
    fn best(&mut self, rack: &Rack, seat: usize) -> Option<Move> {
        let Referee { dictionary, rules, .. } = self.referee;
        let dictionary = dictionary.filter(|_| self.course.end().is_none() && self.is_whole(rack, seat))?;
        self.searches_left = self.searches_left.checked_sub(1)?;
        Search::new(dictionary, &self.board, rules).with(self.referee.lexicon.overlay()).best(rack, 1).first().copied()
    }

    /// Takes note of what the record says that a player is left with, and of what it contradicts.
    fn leave(&mut self, seat: usize, rack: Rack, line: usize, breaches: &mut Breaches) -> Result<(), BadLine> {
        self.course.check_rack(seat, rack.len(), POINTER, breaches);
        let known = self.held[seat].or_else(|| self.racks_at_the_end()[seat]);
        if let Some(known) = known.filter(|known| *known != rack) {
            let detail = format_args!("{rack} is taken off; the rack is {known}");
            breaches.add(BreachCode::TileNotOnRack, "G10", POINTER, detail);
        } else if self.course.end().is_some()
            && let Some(tiles) = self.course.tiles_of(seat).filter(|&tiles| rack.len() < tiles)
        {
            let detail = format_args!("{rack} is taken off; the player has {} left", counted(tiles, "tile"));
            breaches.add(BreachCode::TooFew, "G10", POINTER, detail);
        }
        self.left[seat] = Some(rack);
        self.check_bag(&self.board, self.left.iter().flatten(), line)
    }

    /// What is taken off in the end scores: what the record says; once the game is over also what is held for certain, and what nobody else can have,
    /// but only if no rack is unknown then: otherwise whoever's rack is recorded would pay for it.
    fn racks_at_the_end(&self) -> Vec<Option<Rack>> {
        if self.course.end().is_none() {
            return self.left.clone();
        }
        let tiles_of = |seat: usize| self.course.tiles_of(seat);
        let known = |seat: usize| {
            let nothing = (tiles_of(seat) == Some(0)).then(Rack::default);
            self.left[seat].or(nothing).or(self.held[seat])
        };
        let mut racks: Vec<Option<Rack>> = (0..self.points.len()).map(known).collect();
        let mut unknown = (0..racks.len()).filter(|&seat| racks[seat].is_none());
        if let (Some(seat), None, Some(0), Some(bag)) =
            (unknown.next(), unknown.next(), self.course.bag(), &self.referee.rules.bag)
        {
            let rest = bag.without(&self.board, racks.iter().flatten());
            racks[seat] = rest.filter(|rest| Some(rest.len()) == tiles_of(seat));
        }
        if racks.iter().all(Option::is_some) { racks } else { self.left.clone() }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::Lexicon;
    use crate::rules::wordgame::Bag;
    use crate::word::Letter;

    #[test]
    fn what_nobody_else_can_have_is_left_on_the_last_rack() {
        let mut bag = Bag { letters: [0; Letter::COUNT], blanks: 1 };
        for letter in "CABSQUI".bytes().filter_map(Letter::from_ascii) {
            bag.letters[letter.index()] += 1;
        }
        let rules = Rules { rack_size: 4, bag: Some(bag), ..Rules::WORDGAME };
        let lexicon = Lexicon::from_text("CABS\n", "").unwrap();
        let referee = Referee { lexicon: (&lexicon).into(), rules: &rules, dictionary: None };
        let record = Record::read("#player1 ann\n#player2 bob\n>ann: ABCS 8E CABS +22 22\n").unwrap();
        let replay = referee.replay(&record).unwrap();
        assert_eq!(replay.end, Some((End::OutOfTiles, 3)));
        let racks: Vec<String> = replay.racks.iter().flatten().map(Rack::to_string).collect();
        assert_eq!(racks, ["", "IQU?"]);
        // Q7 U3 I1.
        assert_eq!(replay.scores[1].deducted, 11);
    }
}
