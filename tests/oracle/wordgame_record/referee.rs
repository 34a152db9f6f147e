//! The rulings on a record, line by line, and the result of the game.

use super::board::{Board, CLASSIC, Laid, Set, WORDGAME, lay};
use super::text::{Line, What, read};

/// C2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Keep,
    GainOnce,
    GainTwice,
}

/// C3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    ThreePasses,
    SixScoreless,
    AllPassTwice,
}

/// C5.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Challenge {
    /// What the record shows (C7).
    Shown,
    Void,
    Single,
    Double,
    Forfeit,
    Points {
        steps: Vec<i64>,
        free: usize,
        per_word: bool,
        is_penalty: bool,
    },
}

/// The switches.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub is_classic: bool,
    pub end: End,
    pub over: Over,
    pub exchange_min_bag: Option<usize>,
    pub challenge: Challenge,
    /// The points for a period of overtime.
    pub time_penalty: Option<i64>,
}

impl Rules {
    pub(crate) const WORDGAME: Self = Self {
        is_classic: false,
        end: End::Keep,
        over: Over::ThreePasses,
        exchange_min_bag: None,
        challenge: Challenge::Void,
        time_penalty: None,
    };
    pub(crate) const CLASSIC: Self = Self {
        is_classic: true,
        end: End::GainTwice,
        over: Over::SixScoreless,
        exchange_min_bag: Some(7),
        challenge: Challenge::Shown,
        time_penalty: Some(10),
    };
}

/// What a record comes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The final scores.
    pub totals: Vec<i64>,
    pub winners: Vec<String>,
    /// The line that ended the game.
    pub ended: Option<usize>,
    pub racks_unknown: Vec<String>,
    /// The lines with a breach.
    pub breaches: Vec<usize>,
    /// The lines whose numbers or breaches disagree with the rules.
    pub disagreeing: Vec<usize>,
    /// The true score of every line.
    pub scores: Vec<i64>,
}

/// Judges a record.
///
/// # Panics
/// If it is not a record of two players.
pub(crate) fn judge(text: &str, rules: &Rules, is_allowed: &dyn Fn(&str) -> bool) -> Outcome {
    let (nicks, lines) = read(text);
    assert_eq!(nicks.len(), 2);
    let set = if rules.is_classic { &CLASSIC } else { &WORDGAME };
    let mut table = Table {
        rules,
        set,
        is_allowed,
        now: Now {
            board: Board::new(),
            bag: set.bag.iter().sum::<usize>() - 2 * set.rack,
            tiles: [set.rack; 2],
            held: [None, None],
            scoreless: 0,
            passes: 0,
            turns: 0,
            next: None,
            out: None,
            is_over: false,
        },
        points: [0; 2],
        closing: [0; 2],
        has_closed: [false; 2],
        shown: [None, None],
        failed: [0; 2],
        last: None,
        ended: None,
    };
    let mut outcome = Outcome {
        totals: Vec::new(),
        winners: Vec::new(),
        ended: None,
        racks_unknown: Vec::new(),
        breaches: Vec::new(),
        disagreeing: Vec::new(),
        scores: Vec::new(),
    };
    for line in &lines {
        let (score, is_breach) = table.judge(line);
        let total = table.points[line.who] + table.closing[line.who];
        let is_nothing = line.what == What::TakeBack && line.score == 0;
        let agrees = !is_breach
            && (line.score == score || is_nothing)
            && line.total.is_none_or(|written| written == total);
        outcome.scores.push(score);
        if is_breach {
            outcome.breaches.push(line.number);
        }
        if !agrees {
            outcome.disagreeing.push(line.number);
        }
        table.ended = table.now.is_over.then(|| table.ended.unwrap_or(line.number));
    }
    table.settle(&nicks, &mut outcome);
    outcome
}

/// The game before a line.
#[derive(Clone)]
struct Now {
    board: Board,
    bag: usize,
    /// The number of tiles of each player.
    tiles: [usize; 2],
    /// The racks that are known for certain.
    held: [Option<String>; 2],
    scoreless: usize,
    passes: usize,
    turns: usize,
    next: Option<usize>,
    /// The player who has gone out.
    out: Option<usize>,
    is_over: bool,
}

/// The move on the line before.
struct Last {
    who: usize,
    score: i64,
    is_allowed: bool,
    words: usize,
    before: Now,
    is_challenged: bool,
}

struct Table<'r> {
    rules: &'r Rules,
    set: &'static Set,
    is_allowed: &'r dyn Fn(&str) -> bool,
    now: Now,
    points: [i64; 2],
    /// What closing lines have changed.
    closing: [i64; 2],
    has_closed: [bool; 2],
    /// The racks on closing lines.
    shown: [Option<String>; 2],
    /// Failed challenges of each player.
    failed: [usize; 2],
    last: Option<Last>,
    ended: Option<usize>,
}

impl Table<'_> {
    /// Returns the true score of a line, and whether it has a breach.
    fn judge(&mut self, line: &Line) -> (i64, bool) {
        let last = self.last.take();
        let (score, is_breach) = match &line.what {
            What::Lay { .. } | What::Exchange(_) | What::Pass => self.turn(line, last),
            What::TakeBack => self.take_back(line, last),
            What::Challenge => self.challenge(line, last),
            What::Time => match self.rules.time_penalty {
                Some(points) if line.score <= 0 && line.score % points == 0 => (line.score, false),
                _ => (0, true),
            },
            What::Rack(tiles) => {
                let (score, is_breach) = self.close(line, tiles);
                self.closing[line.who] += score;
                return (score, is_breach);
            }
        };
        self.points[line.who] += score;
        (score, is_breach)
    }

    fn turn(&mut self, line: &Line, last: Option<Last>) -> (i64, bool) {
        let who = line.who;
        if self.now.is_over {
            // C7: a pass after an allowed move may be a turn lost to a challenge.
            let is_lost_turn = line.what == What::Pass
                && matches!(self.rules.challenge, Challenge::Shown | Challenge::Double)
                && self.now.out.is_some()
                && last
                    .is_some_and(|last| last.who != who && last.is_allowed && !last.is_challenged);
            return (0, !is_lost_turn);
        }
        let is_out_of_turn = self.now.next.is_some_and(|next| next != who);
        self.note_rack(line);
        let before = self.now.clone();
        self.now.next = Some(1 - who);
        self.now.turns += 1;
        let (score, is_breach) = match &line.what {
            What::Lay { row, column, down, word } => {
                let laid = lay(&self.now.board, (*row, *column), *down, word, self.set);
                let words = laid.as_ref().map_or(&[][..], |laid| &laid.words);
                let is_allowed = laid.is_some() && words.iter().all(|word| (self.is_allowed)(word));
                let words = words.len();
                let (score, is_breach) = laid.map_or((0, true), |laid| self.place(who, &laid));
                let is_challenged = false;
                self.last = Some(Last { who, score, is_allowed, words, before, is_challenged });
                (score, is_breach)
            }
            What::Exchange(count) => {
                self.now.held[who] = None;
                let min = self.rules.exchange_min_bag;
                let is_possible = min.is_some_and(|min| self.now.bag >= min)
                    && *count <= self.now.bag
                    && *count <= self.now.tiles[who];
                (0, !is_possible)
            }
            _ => {
                self.now.passes += 1;
                if self.rules.exchange_min_bag.is_none()
                    && self.now.turns == 2
                    && self.now.passes == 2
                {
                    // G9.
                    self.now.held = [None, None];
                }
                (0, false)
            }
        };
        if line.what != What::Pass {
            self.now.passes = 0;
        }
        self.now.scoreless = if score > 0 { 0 } else { self.now.scoreless + 1 };
        self.look_for_end();
        (score, is_breach || is_out_of_turn)
    }

    fn look_for_end(&mut self) {
        let now = &mut self.now;
        now.is_over |= now.out.is_some()
            || match self.rules.over {
                Over::ThreePasses => now.passes >= 3,
                Over::SixScoreless => now.scoreless >= 6,
                Over::AllPassTwice => now.passes >= 4,
            };
    }

    fn place(&mut self, who: usize, laid: &Laid) -> (i64, bool) {
        let now = &mut self.now;
        let count = laid.tiles.len();
        let has_too_few = count > now.tiles[who];
        let was_possible = self.set.unseen(&now.board).is_some();
        let had_no_bag = now.bag == 0;
        now.board.extend(&laid.tiles);
        let is_impossible = was_possible && self.set.unseen(&now.board).is_none();
        let drawn = count.min(now.bag);
        now.bag -= drawn;
        now.tiles[who] = (now.tiles[who] + drawn).saturating_sub(count);
        if now.bag == 0 && now.tiles[who] == 0 {
            now.out = Some(who);
        }
        let held = now.held[who].take().filter(|_| had_no_bag);
        now.held[who] = held.map(|rack| without(rack, laid.tiles.values()));
        (laid.score, has_too_few || is_impossible)
    }

    /// Remembers a rack that has all tiles of the player and is possible.
    fn note_rack(&mut self, line: &Line) {
        let needed: String = match &line.what {
            What::Lay { row, column, down, word } => {
                let laid = lay(&self.now.board, (*row, *column), *down, word, self.set);
                laid.into_iter().flat_map(|laid| laid.tiles.into_values()).collect()
            }
            _ => String::new(),
        };
        let left = without(line.rack.clone(), needed.chars().collect::<Vec<_>>().iter());
        let has_all = left.len() + needed.len() == line.rack.len();
        let has_tiles = |unseen: String| {
            let left = without(unseen.clone(), line.rack.chars().collect::<Vec<_>>().iter());
            left.len() + line.rack.len() == unseen.len()
        };
        // A board with too many tiles says nothing about racks.
        let fits = self.set.unseen(&self.now.board).is_none_or(has_tiles);
        if !line.rack.is_empty() {
            let is_whole = line.rack.len() == self.now.tiles[line.who];
            self.now.held[line.who] = (has_all && fits && is_whole).then(|| line.rack.clone());
        } else if needed.len() > 0
            && let Some(held) = &self.now.held[line.who]
            && without(held.clone(), needed.chars().collect::<Vec<_>>().iter()).len() + needed.len()
                != held.len()
        {
            self.now.held[line.who] = None;
        }
    }

    fn take_back(&mut self, line: &Line, last: Option<Last>) -> (i64, bool) {
        let Some(last) = last.filter(|last| last.who == line.who && !last.is_challenged) else {
            return (0, true);
        };
        let held = self.now.held.clone();
        self.now = last.before;
        self.now.held[1 - line.who] = held[1 - line.who].clone();
        if self.rules.challenge == Challenge::Void {
            self.now.next = None;
        } else {
            self.now.next = Some(1 - line.who);
            self.now.turns += 1;
            self.now.passes = 0;
            self.now.scoreless += 1;
            self.look_for_end();
        }
        (-last.score, last.is_allowed)
    }

    fn challenge(&mut self, line: &Line, last: Option<Last>) -> (i64, bool) {
        let Some(mut last) = last.filter(|last| last.is_allowed && !last.is_challenged) else {
            return (0, true);
        };
        let (who, mover, words) = (line.who, last.who, last.words as i64);
        // C5: one challenge a move. A line that no rule gives is no challenge.
        let (change, is_breach) = self.change_by_challenge(line, who == mover, words);
        last.is_challenged = change.is_some();
        self.last = Some(last);
        (change.unwrap_or(0), is_breach)
    }

    /// Returns the change of a score that a challenge costs, if the rules give one, and whether the
    /// line has a breach.
    fn change_by_challenge(
        &mut self,
        line: &Line,
        is_mover: bool,
        words: i64,
    ) -> (Option<i64>, bool) {
        match &self.rules.challenge {
            Challenge::Shown => {
                let points = line.score.abs();
                let fits = |unit| points % unit == 0 && points / unit <= words;
                let is_right_player = (line.score >= 0) == is_mover;
                let is_possible = is_right_player && (fits(5) || fits(10));
                (is_possible.then_some(line.score), !is_possible)
            }
            Challenge::Points { steps, free, per_word, is_penalty } => {
                if *is_penalty == is_mover {
                    return (None, true);
                }
                let challenger = if is_mover { 1 - line.who } else { line.who };
                let counted = self.failed[challenger].checked_sub(*free);
                self.failed[challenger] += 1;
                let points = counted.map_or(0, |step| steps[step.min(steps.len() - 1)])
                    * if *per_word { words } else { 1 };
                let change = if *is_penalty { -points } else { points };
                (Some(change), change != line.score)
            }
            _ => (None, true),
        }
    }

    /// Judges a line that gains or loses points for tiles left.
    fn close(&mut self, line: &Line, tiles: &str) -> (i64, bool) {
        let who = line.who;
        let is_gain = line.score > 0 || (line.score == 0 && line.rack.is_empty());
        let owner = if is_gain { 1 - who } else { who };
        if !self.now.is_over {
            return (0, true);
        }
        if tiles.len() == self.now.tiles[owner] {
            self.shown[owner] = Some(tiles.to_owned());
        }
        let (gain, loss) = self.closing_of(who);
        let value = if is_gain { gain } else { loss };
        let is_due = !self.has_closed[who] && value.is_some();
        self.has_closed[who] |= is_due;
        let sign = if is_gain { 1 } else { -1 };
        let change = if is_due { sign * value.unwrap_or(0) } else { 0 };
        (change, !is_due || change != line.score)
    }

    /// Returns what a player gains and loses for tiles left (C2). An unknown rack is worth nothing.
    fn closing_of(&self, who: usize) -> (Option<i64>, Option<i64>) {
        let racks = self.racks();
        let value = |who: usize| self.set.value_of_rack(racks[who].as_deref().unwrap_or_default());
        let loss = (self.now.tiles[who] > 0).then(|| value(who));
        match (self.rules.end, self.now.out) {
            (End::Keep, _) | (_, None) => (None, loss),
            (End::GainOnce, Some(out)) if out == who => (Some(value(1 - who)), None),
            (End::GainTwice, Some(out)) if out == who => (Some(2 * value(1 - who)), None),
            (End::GainOnce, Some(_)) => (None, loss),
            (End::GainTwice, Some(_)) => (None, None),
        }
    }

    /// Returns the racks at the end, as far as they are known.
    fn racks(&self) -> [Option<String>; 2] {
        let now = &self.now;
        let unseen = self.set.unseen(&now.board).filter(|_| now.bag == 0);
        let of = |who: usize| {
            if now.tiles[who] == 0 {
                return Some(String::new());
            }
            let other_is_out = now.tiles[1 - who] == 0;
            let rest = unseen.clone().filter(|rest| other_is_out && rest.len() == now.tiles[who]);
            let held = now.held[who].clone().filter(|held| held.len() == now.tiles[who]);
            rest.or_else(|| self.shown[who].clone()).or(held)
        };
        let mut racks = [of(0), of(1)];
        for who in 0..2 {
            if let (None, Some(other), Some(unseen)) = (&racks[who], &racks[1 - who], &unseen) {
                let rest = without(unseen.clone(), other.chars().collect::<Vec<_>>().iter());
                racks[who] = Some(rest).filter(|rest| rest.len() == now.tiles[who]);
            }
        }
        racks
    }

    fn settle(&self, nicks: &[String], outcome: &mut Outcome) {
        outcome.ended = self.ended;
        outcome.totals = self.points.to_vec();
        if !self.now.is_over {
            return;
        }
        let racks = self.racks();
        for who in 0..2 {
            let (gain, loss) = self.closing_of(who);
            outcome.totals[who] += gain.unwrap_or(0) - loss.unwrap_or(0);
            if racks[who].is_none() {
                outcome.racks_unknown.push(nicks[who].clone());
            }
        }
        if outcome.racks_unknown.is_empty() {
            let highest = outcome.totals.iter().max();
            let winners = (0..2).filter(|&who| Some(&outcome.totals[who]) == highest);
            outcome.winners = winners.map(|who| nicks[who].clone()).collect();
        }
    }
}

/// Takes tiles off a rack, as far as it has them. Lower case is a blank.
fn without<'t>(mut rack: String, tiles: impl Iterator<Item = &'t char>) -> String {
    for tile in tiles {
        let tile = if tile.is_ascii_lowercase() { '?' } else { *tile };
        if let Some(place) = rack.find(tile) {
            rack.remove(place);
        }
    }
    rack
}
