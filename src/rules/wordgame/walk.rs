//! Every move of a unit, by a walk through the word graph.

use super::lanes::{Lane, Unit};
use super::rack::Rack;
use super::ruleset::{AllTiles, Rules, WordBonus};
use super::square::SIZE;
use crate::lexicon::{CountOnes, Node, Reader, Stem};
use crate::word::Letter;

/// A move as a search finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    /// What it scores.
    pub total: u32,
    /// The lane, the first square in it, and how many squares the word covers.
    pub lane: u8,
    pub start: u8,
    pub length: u8,
    /// How many tiles it lays.
    pub tiles: u8,
    /// Which squares of the lane it lays tiles on, a bit each.
    pub laid: u16,
    /// The letters by square of the lane, in ASCII, small for blanks.
    pub letters: [u8; SIZE + 1],
}

impl Found {
    /// The whole word as written: small letters for blanks.
    pub fn word(&self) -> &[u8] {
        let start = usize::from(self.start);
        &self.letters[start..start + usize::from(self.length)]
    }
}

/// Takes the moves that a walk finds.
pub(super) trait Sink {
    /// Whether moves of so many points or less can be of interest.
    #[inline(always)]
    fn wants(&self, _total: u32) -> bool {
        true
    }

    /// Takes a move; `found` makes it up in full where it is wanted.
    fn take(&mut self, total: u32, found: impl FnOnce() -> Found);
}

/// A score under way.
#[derive(Debug, Clone, Copy)]
struct Sums {
    /// The main word's letters.
    main: u32,
    /// Its word bonus.
    word: u32,
    /// The words across.
    cross: u32,
}

/// How a score comes together, apart from the squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scoring {
    pub is_product: bool,
    pub all_tiles: AllTiles,
    pub rack_size: usize,
}

impl Scoring {
    pub const fn of(rules: &Rules) -> Self {
        Self {
            is_product: matches!(rules.word_bonus, WordBonus::Product),
            all_tiles: rules.all_tiles,
            rack_size: rules.rack_size,
        }
    }

    /// What two word bonuses in one word come to (RULEBOOK G5).
    #[inline(always)]
    pub const fn join(self, one: u32, other: u32) -> u32 {
        if self.is_product {
            one * other
        } else if one > other {
            one
        } else {
            other
        }
    }

    /// How often a letter's points count in the total: through the main word's bonus and through that of the word across.
    #[inline(always)]
    pub const fn weight(self, word: u32, cross: u32, tiles: usize) -> u32 {
        if tiles < self.rack_size {
            return word + cross;
        }
        match self.all_tiles {
            AllTiles::DoubleMainWord => 2 * word + cross,
            AllTiles::DoubleTurn => 2 * (word + cross),
            AllTiles::Add(_) => word + cross,
        }
    }

    /// The total of a turn (RULEBOOK G6).
    #[inline(always)]
    pub const fn total(self, main: u32, cross: u32, tiles: usize) -> u32 {
        if tiles < self.rack_size {
            return main + cross;
        }
        match self.all_tiles {
            AllTiles::DoubleMainWord => 2 * main + cross,
            AllTiles::DoubleTurn => 2 * (main + cross),
            AllTiles::Add(points) => main + cross + points,
        }
    }
}

/// A walk over one lane after another with one rack.
pub(super) struct Walk<'w, S, C, const BLANKS: bool> {
    graph: Reader<'w, C>,
    rules: &'w Rules,
    scoring: Scoring,
    pub sink: &'w mut S,
    /// How many tiles of each letter are left; below 0 where blanks stand for the letter.
    counts: [i8; Letter::COUNT],
    /// The letters that are left on the rack.
    has: u32,
    /// The letters that were on it at first.
    had: u32,
    /// The blanks that are left.
    blanks: u8,
    tiles_left: usize,
    rack_tiles: usize,
    min_length: usize,
}

impl<'w, S: Sink, C: CountOnes, const BLANKS: bool> Walk<'w, S, C, BLANKS> {
    /// Sets out with a rack; words shorter than `min_length` don't count.
    pub fn new(graph: Reader<'w, C>, rules: &'w Rules, rack: &Rack, min_length: usize, sink: &'w mut S) -> Self {
        let mut counts = [0; Letter::COUNT];
        let mut has = 0;
        for letter in Letter::all() {
            counts[letter.index()] = rack.count(letter).cast_signed();
            has |= u32::from(rack.count(letter) > 0) << letter.index();
        }
        Self {
            graph,
            rules,
            scoring: Scoring::of(rules),
            sink,
            counts,
            has,
            had: has,
            blanks: rack.blanks(),
            tiles_left: rack.len(),
            rack_tiles: rack.len(),
            min_length,
        }
    }

    /// Finds every move of a unit.
    pub fn unit(&mut self, lane: &Lane, unit: Unit) {
        if self.tiles_left == 0 {
            return;
        }
        let behind = Next::rightwards(lane, unit, usize::from(unit.last) + 1);
        let mut path = Path { lane, unit, behind, letters: lane.tiles, laid: 0, blanks: 0 };
        let mut sums = Sums { main: 0, word: 1, cross: 0 };
        let first = usize::from(unit.first);
        if unit.on_run {
            let run = first..=usize::from(unit.last);
            sums.main = lane.values[run.clone()].iter().sum();
            let stem = self.graph.read(run.rev().filter_map(|at| lane.letter(at)));
            self.go_on(&mut path, first, stem, Next::leftwards(lane, unit, first), sums);
        } else {
            let root = self.graph.root().left();
            let candidates = self.candidates(root, Next::here(lane, first));
            self.lay_leftwards(&mut path, first, root, candidates, sums);
        }
    }

    /// The letters that a tile of the rack can be.
    #[inline(always)]
    const fn playable(&self) -> u32 {
        if BLANKS && self.blanks > 0 { u32::MAX } else { self.has }
    }

    /// The letters of the rack that go on from a node on the next square.
    #[inline(always)]
    fn candidates(&self, node: Node, next: Next) -> u32 {
        // The last tile ends the word, unless tiles that lie there follow.
        let leading = if self.tiles_left == 1 { next.runs_on } else { u32::MAX };
        let ending = !next.runs_on;
        (node.arcs().bits() & leading | node.ends().bits() & ending) & next.allowed & self.playable()
    }

    /// Goes on from letters that begin at `start`: to their right, then further left.
    #[inline(always)]
    fn go_on(&mut self, path: &mut Path<'_>, start: usize, stem: Stem, before: Next, sums: Sums) {
        let turned = self.graph.turn(stem);
        let right = self.candidates(turned, path.behind);
        let left = self.candidates(stem.left(), before);
        // Most stems are dead ends: one branch for both ways.
        if right | left == 0 {
            return;
        }
        if right != 0 {
            self.lay_rightwards(path, start, usize::from(path.unit.last) + 1, turned, right, sums);
        }
        if left != 0 {
            self.lay_leftwards(path, start - 1, stem.left(), left, sums);
        }
    }

    /// Lays tiles on a square and further left.
    fn lay_leftwards(&mut self, path: &mut Path<'_>, at: usize, node: Node, candidates: u32, sums: Sums) {
        let before = Next::leftwards(path.lane, path.unit, at);
        // Where the squares on both sides take nothing, only letters that end a word are of use, and what they lead to needn't be looked at.
        let goes_on = (before.allowed | path.behind.allowed) & self.playable() != 0;
        let candidates = if goes_on { candidates } else { candidates & node.ends().bits() };
        self.each_tile(path, at, candidates, sums, |walk, path, letter, sums| {
            if node.ends().contains(letter) {
                // Words of a unit never touch a run on their right.
                walk.found(path, at, usize::from(path.unit.last), sums);
            }
            if goes_on && walk.tiles_left > 0 && node.arcs().contains(letter) {
                walk.go_on(path, at, walk.graph.leftwards(node, letter), before, sums);
            }
        });
    }

    /// Lays tiles on a square and further right.
    fn lay_rightwards(
        &mut self,
        path: &mut Path<'_>,
        start: usize,
        at: usize,
        node: Node,
        candidates: u32,
        sums: Sums,
    ) {
        if path.lane.is_occupied(at + 1) {
            self.each_tile(path, at, candidates, sums, |walk, path, letter, sums| {
                walk.read_rightwards(path, start, at + 1, walk.graph.rightwards(node, letter), sums);
            });
            return;
        }
        let behind = Next::rightwards(path.lane, path.unit, at + 1);
        let goes_on = behind.allowed & self.playable() != 0;
        let candidates = if goes_on { candidates } else { candidates & node.ends().bits() };
        self.each_tile(path, at, candidates, sums, |walk, path, letter, sums| {
            if node.ends().contains(letter) {
                walk.found(path, start, at, sums);
            }
            if goes_on && walk.tiles_left > 0 && node.arcs().contains(letter) {
                let child = walk.graph.rightwards(node, letter);
                let candidates = walk.candidates(child, behind);
                if candidates != 0 {
                    walk.lay_rightwards(path, start, at + 1, child, candidates, sums);
                }
            }
        });
    }

    /// Reads a run of tiles that the word goes through.
    fn read_rightwards(&mut self, path: &mut Path<'_>, start: usize, first: usize, node: Node, mut sums: Sums) {
        let mut node = node;
        let mut at = first;
        while let Some(letter) = path.lane.letter(at) {
            sums.main += path.lane.values[at];
            if !path.lane.is_occupied(at + 1) && node.ends().contains(letter) {
                self.found(path, start, at, sums);
            }
            node = self.graph.rightwards(node, letter);
            at += 1;
        }
        if self.tiles_left > 0 {
            let candidates = self.candidates(node, Next::rightwards(path.lane, path.unit, at));
            if candidates != 0 {
                self.lay_rightwards(path, start, at, node, candidates, sums);
            }
        }
    }

    /// Lays every tile of the rack that can be one of the candidates, and goes on from there.
    ///
    /// A letter that is on the rack is laid as itself and a blank stands in only for one that isn't, so that every word is walked to once; where the
    /// blanks can lie instead is worked out when the word is found.
    #[inline(always)]
    fn each_tile(
        &mut self,
        path: &mut Path<'_>,
        at: usize,
        candidates: u32,
        sums: Sums,
        go_on: impl Fn(&mut Self, &mut Path<'_>, Letter, Sums),
    ) {
        self.tiles_left -= 1;
        path.laid |= 1 << at;
        let blanks = path.blanks;
        let mut rest = candidates;
        while let Some(letter) = Letter::from_index(rest.trailing_zeros() as usize) {
            rest &= rest - 1;
            let bit = 1 << letter.index();
            let is_blank = BLANKS && self.has & bit == 0;
            let count = &mut self.counts[letter.index()];
            *count -= 1;
            self.has &= !(u32::from(*count == 0) << letter.index());
            self.blanks -= u8::from(is_blank);
            path.blanks = blanks | u16::from(is_blank) << at;
            path.letters[at] = letter.as_ascii();
            let sums = self.add(path.lane, at, self.rules.value(letter), sums);
            go_on(self, path, letter, sums);
            self.counts[letter.index()] += 1;
            self.has |= if is_blank { 0 } else { bit };
            self.blanks += u8::from(is_blank);
        }
        path.blanks = blanks;
        path.letters[at] = 0;
        path.laid &= !(1 << at);
        self.tiles_left += 1;
    }

    #[inline(always)]
    fn add(&self, lane: &Lane, at: usize, value: u32, sums: Sums) -> Sums {
        let value = value * lane.letter_multipliers[at];
        let cross = lane.cross_multipliers[at] * (lane.cross_values[at] + value);
        let word = self.scoring.join(sums.word, lane.word_multipliers[at]);
        Sums { main: sums.main + value, word, cross: sums.cross + cross }
    }

    #[inline(always)]
    fn found(&mut self, path: &Path<'_>, start: usize, end: usize, sums: Sums) {
        let tiles = self.rack_tiles - self.tiles_left;
        let length = end + 1 - start;
        // A single tile that makes words both ways is one move: the one across (RULEBOOK G11).
        let told_across = tiles == 1 && usize::from(path.unit.lane) >= SIZE && path.laid & path.lane.crossed != 0;
        if length < self.min_length || told_across {
            return;
        }
        let whole = Whole { start, length, tiles, word_multiplier: sums.word };
        let total = self.scoring.total(sums.main * sums.word, sums.cross, tiles);
        if BLANKS {
            self.blank_ways(path, &whole, total);
        } else {
            self.sink.take(total, || whole.found(path, 0, total));
        }
    }

    /// Every way to lay a word's blanks; `total` counts every letter as if it were no blank.
    #[inline(never)]
    fn blank_ways(&mut self, path: &Path<'_>, whole: &Whole, total: u32) {
        if !self.sink.wants(total) {
            return;
        }
        // A letter that was never on the rack is a blank wherever it stands.
        let stands_for = |at: usize| path.lane_letter(at).map_or(0, |letter| 1 << letter.index());
        let is_fixed = self.blanks == 0 && Squares(path.blanks).all(|at| stands_for(at) & self.had == 0);
        if is_fixed {
            let total = Squares(path.blanks).fold(total, |total, at| total - self.worth(path, whole, at));
            self.sink.take(total, || whole.found(path, path.blanks, total));
            return;
        }
        let mut needs = [0_i8; Letter::COUNT];
        for at in Squares(path.blanks) {
            if let Some(letter) = path.lane_letter(at) {
                needs[letter.index()] += 1;
            }
        }
        let left = self.blanks + path.blanks.count_ones() as u8;
        let needed = path.blanks.count_ones() as u8;
        self.next_blank(path, whole, path.laid, 0, &mut needs, needed, left, total);
    }

    /// Decides for the squares `rest` whether blanks lie there. `needs` says how many blanks each letter must still have.
    #[expect(
        clippy::too_many_arguments,
        reason = "the state of a recursion that is gone through millions of times a second"
    )]
    fn next_blank(
        &mut self,
        path: &Path<'_>,
        whole: &Whole,
        rest: u16,
        blanks: u16,
        needs: &mut [i8; Letter::COUNT],
        needed: u8,
        left: u8,
        total: u32,
    ) {
        if left == 0 || rest == 0 {
            if needed == 0 {
                self.sink.take(total, || whole.found(path, blanks, total));
            }
            return;
        }
        if needed > left {
            return;
        }
        let at = rest.trailing_zeros() as usize;
        let rest = rest & (rest - 1);
        let Some(letter) = path.lane_letter(at) else { return };
        self.next_blank(path, whole, rest, blanks, needs, needed, left, total);
        let was_needed = u8::from(needs[letter.index()] > 0);
        needs[letter.index()] -= 1;
        let total = total - self.worth(path, whole, at);
        self.next_blank(path, whole, rest, blanks | 1 << at, needs, needed - was_needed, left - 1, total);
        needs[letter.index()] += 1;
    }

    /// What the letter laid on a square adds to the total.
    #[inline(always)]
    fn worth(&self, path: &Path<'_>, whole: &Whole, at: usize) -> u32 {
        let lane = path.lane;
        let Some(letter) = path.lane_letter(at) else { return 0 };
        let value = self.rules.value(letter) * lane.letter_multipliers[at];
        value * self.scoring.weight(whole.word_multiplier, lane.cross_multipliers[at], whole.tiles)
    }
}

/// The squares of a mask.
pub(super) struct Squares(pub u16);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let at = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (at < 16).then_some(at)
    }
}

/// A word that a walk came to.
struct Whole {
    start: usize,
    length: usize,
    tiles: usize,
    word_multiplier: u32,
}

impl Whole {
    #[inline(always)]
    fn found(&self, path: &Path<'_>, blanks: u16, total: u32) -> Found {
        let mut letters = path.letters;
        for at in Squares(blanks) {
            letters[at] = letters[at].to_ascii_lowercase();
        }
        Found {
            total,
            lane: path.unit.lane,
            start: self.start as u8,
            length: self.length as u8,
            tiles: self.tiles as u8,
            laid: path.laid,
            letters,
        }
    }
}

/// Where a walk stands.
struct Path<'p> {
    lane: &'p Lane,
    unit: Unit,
    /// The square right of those that every word of the unit covers.
    behind: Next,
    /// What lies on each square of the lane and is laid there, in ASCII.
    letters: [u8; SIZE + 1],
    laid: u16,
    /// Where blanks stand for letters that the rack lacks.
    blanks: u16,
}

impl Path<'_> {
    #[inline(always)]
    fn lane_letter(&self, at: usize) -> Option<Letter> {
        Letter::from_ascii(self.letters[at])
    }
}

/// A square that may be laid on next.
#[derive(Debug, Clone, Copy)]
struct Next {
    /// The letters that it takes; none beyond the unit's limits.
    allowed: u32,
    /// All bits if tiles lie behind it, else none.
    runs_on: u32,
}

impl Next {
    #[inline(always)]
    fn here(lane: &Lane, at: usize) -> Self {
        Self { allowed: lane.allowed[at].bits(), runs_on: 0 }
    }

    /// The square left of another one.
    #[inline(always)]
    fn leftwards(lane: &Lane, unit: Unit, at: usize) -> Self {
        if at > usize::from(unit.leftmost) { Self::here(lane, at - 1) } else { Self { allowed: 0, runs_on: 0 } }
    }

    /// A square to the right.
    #[inline(always)]
    fn rightwards(lane: &Lane, unit: Unit, at: usize) -> Self {
        let allowed = if at > usize::from(unit.rightmost) { 0 } else { lane.allowed[at].bits() };
        Self { allowed, runs_on: if lane.is_occupied(at + 1) { u32::MAX } else { 0 } }
    }
}
