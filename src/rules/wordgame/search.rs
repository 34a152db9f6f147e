//! The best moves of a position, and all of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Dictionary;
use super::board::{Board, Tile};
use super::lanes::{Lanes, Unit, place};
use super::play::{Placed, Play, THERE};
use super::rack::Rack;
use super::ruleset::Rules;
use super::slots::{Slot, Slots, Values};
use super::spelling::{BestFirst, RackWords, Speller};
use super::square::{Place, SIZE};
use super::walk::{Found, Scoring, Sink, Walk};
#[cfg(target_arch = "x86_64")]
use crate::lexicon::Popcnt;
use crate::lexicon::{CountOnes, Overlay, Portable};
use crate::rules::Variant;
use crate::word::{Letter, Word};

/// A move of a list: where, which letters, what it scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    found: Found,
}

/// The order of moves: more points, fewer tiles, then row, column, across before down. The greatest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u64);

impl Key {
    pub const fn new(total: u32, tiles: usize, lane: usize, start: usize) -> Self {
        let (row, column, down) = if lane < SIZE { (lane, start, 0) } else { (start, lane - SIZE, 1) };
        let place = (((row * SIZE + column) as u64) << 1) | down;
        Self(((total as u64) << 32) | ((0xff - tiles as u64) << 16) | (0xffff - place))
    }
}

impl Move {
    /// Where it begins and how it runs.
    #[must_use]
    pub fn place(&self) -> Place {
        place(usize::from(self.found.lane), usize::from(self.found.start))
    }

    /// The whole main word as written: small letters for blanks.
    #[must_use]
    pub fn letters(&self) -> &[u8] {
        self.found.word()
    }

    /// Whether the letter at a place of the word is laid in this move.
    #[must_use]
    pub const fn is_laid(&self, index: usize) -> bool {
        self.found.laid >> (self.found.start as usize + index) & 1 != 0
    }

    /// How many points it scores.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.found.total
    }

    /// How many tiles it lays.
    #[must_use]
    pub const fn tiles_used(&self) -> usize {
        self.found.tiles as usize
    }

    /// The move tile by tile.
    #[must_use]
    pub fn play(&self) -> Play {
        let place = self.place();
        let tile = |(index, letter): (usize, &u8)| {
            let tile = Tile::from_ascii(*letter)?;
            Some(Placed { square: place.square.step(place.direction, index)?, tile, is_laid: self.is_laid(index) })
        };
        Play::found(place, self.letters().iter().enumerate().filter_map(tile).collect())
    }

    const fn key(&self) -> Key {
        let Found { total, tiles, lane, start, .. } = self.found;
        Key::new(total, tiles as usize, lane as usize, start as usize)
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Move {
    /// Better moves are greater; among equals the word that is written first in ASCII order.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key()).then_with(|| other.letters().cmp(self.letters()))
    }
}

impl std::fmt::Display for Move {
    /// `8D HE..o`: tiles that lie there as dots.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ", self.place())?;
        self.letters().iter().enumerate().try_for_each(|(index, &letter)| {
            write!(f, "{}", char::from(if self.is_laid(index) { letter } else { THERE }))
        })
    }
}

/// The k best moves so far.
#[derive(Debug)]
pub(super) struct Ranking {
    top: usize,
    /// The worst on top, so that it can be dropped.
    kept: BinaryHeap<Reverse<Move>>,
}

impl Ranking {
    pub fn new(top: usize) -> Self {
        Self { top, kept: BinaryHeap::new() }
    }

    /// A key below this one can't enter any more.
    #[inline(always)]
    pub fn threshold(&self) -> Key {
        match self.kept.peek() {
            Some(worst) if self.kept.len() >= self.top => worst.0.key(),
            _ => Key(if self.top == 0 { u64::MAX } else { 0 }),
        }
    }

    #[inline(always)]
    pub fn threshold_total(&self) -> u32 {
        (self.threshold().0 >> 32) as u32
    }

    pub fn offer(&mut self, found: Found) {
        let candidate = Move { found };
        if self.kept.len() < self.top {
            self.kept.push(Reverse(candidate));
        } else if let Some(mut worst) = self.kept.peek_mut()
            && candidate > worst.0
        {
            *worst = Reverse(candidate);
        }
    }

    /// The moves, best first.
    pub fn finish(self) -> Vec<Move> {
        self.kept.into_sorted_vec().into_iter().map(|Reverse(found)| found).collect()
    }
}

impl Sink for Ranking {
    #[inline(always)]
    fn wants(&self, total: u32) -> bool {
        total >= self.threshold_total()
    }

    #[inline(always)]
    fn take(&mut self, total: u32, found: impl FnOnce() -> Found) {
        if total >= self.threshold_total() {
            self.offer(found());
        }
    }
}

impl Sink for Vec<Move> {
    #[inline(always)]
    fn take(&mut self, _: u32, found: impl FnOnce() -> Found) {
        self.push(Move { found: found() });
    }
}

/// What a position offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// The best moves.
    pub best: Vec<Move>,
    /// How many legal moves there are: distinct blank letters are distinct moves, a one-tile play counts once.
    pub moves_found: usize,
    /// How many of them score more than a given total.
    pub better: usize,
}

/// Counts the moves and keeps the best.
struct Census {
    ranking: Ranking,
    moves_found: usize,
    better: usize,
    than: u32,
}

impl Sink for Census {
    #[inline(always)]
    fn take(&mut self, total: u32, found: impl FnOnce() -> Found) {
        self.moves_found += 1;
        self.better += usize::from(total > self.than);
        self.ranking.take(total, found);
    }
}

/// Leaves out moves whose main word is for the overlay to decide about.
struct Without<'s, S> {
    overlay: &'s Overlay,
    sink: &'s mut S,
}

impl<S: Sink> Sink for Without<'_, S> {
    #[inline(always)]
    fn wants(&self, total: u32) -> bool {
        self.sink.wants(total)
    }

    #[inline(always)]
    fn take(&mut self, total: u32, found: impl FnOnce() -> Found) {
        if self.sink.wants(total) {
            let found = found();
            let word = Word::from_letters(found.word().iter().filter_map(|&letter| Letter::from_ascii(letter)));
            if !word.is_some_and(|word| self.overlay.decides(&word)) {
                self.sink.take(total, || found);
            }
        }
    }
}

/// A position made ready for searches.
#[derive(Debug)]
pub struct Search<'s> {
    dictionary: &'s Dictionary,
    /// House words, and those among them that count.
    overlay: &'s Overlay,
    house: Option<Dictionary>,
    rules: &'s Rules,
    lanes: Lanes,
    is_empty: bool,
}

/// Words to make moves of: those of the lexicon about which the overlay says nothing, or house words.
#[derive(Clone, Copy)]
struct Source<'s> {
    dictionary: &'s Dictionary,
    without: &'s Overlay,
}

fn lanes(dictionary: &Dictionary, board: &Board, rules: &Rules) -> Lanes {
    #[cfg(target_arch = "x86_64")]
    if let Some(popcnt) = Popcnt::detect() {
        return Lanes::of(board, rules, dictionary.graph.reader(popcnt));
    }
    Lanes::of(board, rules, dictionary.graph.reader(Portable))
}

impl<'s> Search<'s> {
    /// Works out the cross-sets of a board.
    #[must_use]
    pub fn new(dictionary: &'s Dictionary, board: &Board, rules: &'s Rules) -> Self {
        let lanes = lanes(dictionary, board, rules);
        Self { dictionary, overlay: Overlay::none(), house: None, rules, lanes, is_empty: board.is_empty() }
    }

    /// The same position with house words.
    #[must_use]
    pub fn with(mut self, overlay: &'s Overlay) -> Self {
        if !overlay.is_empty() {
            let (lengths, _) = Variant::Wordgame.lengths();
            let words = overlay.added().iter().filter(|word| lengths.contains(&word.len()));
            self.house = Some(Dictionary::of(&words.copied().collect::<Vec<_>>()));
            self.overlay = overlay;
            self.lanes.heed(overlay);
        }
        self
    }

    fn sources(&self) -> impl Iterator<Item = Source<'_>> {
        let house = self.house.iter().map(|dictionary| Source { dictionary, without: Overlay::none() });
        std::iter::once(Source { dictionary: self.dictionary, without: self.overlay }).chain(house)
    }

    fn units(&self) -> Vec<Unit> {
        self.lanes.units(self.is_empty)
    }

    /// How many letters a word has at least.
    fn min_length(&self) -> usize {
        if self.is_empty { self.rules.first_word_min } else { 2 }
    }

    /// Shows a sink every move of some units with words of a source.
    fn walk(&self, source: Source<'_>, units: &[Unit], rack: &Rack, sink: &mut impl Sink) {
        if source.without.is_empty() {
            self.walk_through(source.dictionary, units, rack, sink);
        } else {
            let sink = &mut Without { overlay: source.without, sink };
            self.walk_through(source.dictionary, units, rack, sink);
        }
    }

    fn walk_through(&self, dictionary: &Dictionary, units: &[Unit], rack: &Rack, sink: &mut impl Sink) {
        #[cfg(target_arch = "x86_64")]
        if let Some(popcnt) = Popcnt::detect() {
            return self.walk_with(popcnt, dictionary, units, rack, sink);
        }
        self.walk_with(Portable, dictionary, units, rack, sink);
    }

    fn walk_with(
        &self,
        count: impl CountOnes,
        dictionary: &Dictionary,
        units: &[Unit],
        rack: &Rack,
        sink: &mut impl Sink,
    ) {
        if rack.blanks() == 0 {
            self.walk_over::<false>(count, dictionary, units, rack, sink);
        } else {
            self.walk_over::<true>(count, dictionary, units, rack, sink);
        }
    }

    /// `BLANKS` says whether there are any: a walk that needn't think of them is faster.
    fn walk_over<const BLANKS: bool>(
        &self,
        count: impl CountOnes,
        dictionary: &Dictionary,
        units: &[Unit],
        rack: &Rack,
        sink: &mut impl Sink,
    ) {
        let graph = dictionary.graph.reader(count);
        let mut walk = Walk::<_, _, BLANKS>::new(graph, self.rules, rack, self.min_length(), sink);
        for unit in units {
            walk.unit(&self.lanes.lanes[usize::from(unit.lane)], *unit);
        }
    }

    fn slots(&self, rack: &Rack) -> Slots {
        let letters =
            Letter::all().filter(|letter| rack.count(*letter) > 0).fold(0, |set, letter| set | 1 << letter.index());
        Slots {
            scoring: Scoring::of(self.rules),
            tiles: rack.len(),
            playable: if rack.blanks() > 0 { u32::MAX } else { letters },
            min_length: self.min_length(),
        }
    }

    fn speller<'a>(&'a self, source: Source<'a>, rack: &Rack) -> Speller<'a> {
        Speller::new(&source.dictionary.map, source.without, self.rules, &self.lanes, rack)
    }

    /// Shows a sink every legal move, each once, in no particular order.
    fn all_into(&self, rack: &Rack, sink: &mut impl Sink) {
        let (on_runs, on_squares): (Vec<Unit>, Vec<Unit>) =
            self.units().into_iter().partition(|unit| unit.on_run || rack.blanks() == 0);
        for source in self.sources() {
            if !on_squares.is_empty() {
                // Where nothing lies in the way, a rack spells the same words again and again: with a blank there are many, and it pays to know them.
                let words = RackWords::new(self.speller(source, rack));
                for &unit in &on_squares {
                    words.unit(&self.lanes.lanes[usize::from(unit.lane)], unit, self.slots(rack), sink);
                }
            }
            self.walk(source, &on_runs, rack, sink);
        }
    }

    /// Every legal move, each once, in no particular order.
    #[must_use]
    pub fn all(&self, rack: &Rack) -> Vec<Move> {
        let mut moves = Vec::with_capacity(1 << 10);
        self.all_into(rack, &mut moves);
        moves
    }

    /// The `top` best moves: more points first, then fewer tiles, then by row, column, across before down, and the word as written.
    #[must_use]
    pub fn best(&self, rack: &Rack, top: usize) -> Vec<Move> {
        let mut ranking = Ranking::new(top);
        for source in self.sources() {
            if rack.blanks() == 0 {
                self.walk_best_first(source, rack, &mut ranking);
            } else {
                BestFirst::new(self.speller(source, rack)).run(&self.bounded_slots(rack), &mut ranking);
            }
        }
        ranking.finish()
    }

    /// Counts every legal move, and those that score more than `than`; keeps the `top` best in the order of [`Search::best`].
    #[must_use]
    pub fn survey(&self, rack: &Rack, top: usize, than: u32) -> Survey {
        let mut census = Census { ranking: Ranking::new(top), moves_found: 0, better: 0, than };
        self.all_into(rack, &mut census);
        let Census { ranking, moves_found, better, .. } = census;
        Survey { best: ranking.finish(), moves_found, better }
    }

    /// Walks the units in the order of their bounds.
    fn walk_best_first(&self, source: Source<'_>, rack: &Rack, ranking: &mut Ranking) {
        let slots = self.slots(rack);
        let values = Values::of(rack, self.rules);
        let bounded = self.units().into_iter().map(|unit| {
            let most = slots.bound(&self.lanes.lanes[usize::from(unit.lane)], unit, &values);
            (most, unit)
        });
        let mut bounded: Vec<(u32, Unit)> = bounded.collect();
        bounded.sort_unstable_by_key(|(most, _)| Reverse(*most));
        for (most, unit) in bounded {
            // Among equals a move with fewer tiles may still be better than the last one kept.
            if most < ranking.threshold_total() {
                return;
            }
            self.walk(source, &[unit], rack, ranking);
        }
    }

    /// Every slot with its bound.
    fn bounded_slots(&self, rack: &Rack) -> Vec<Slot> {
        let slots = self.slots(rack);
        let values = Values::of(rack, self.rules);
        let mut found = Vec::with_capacity(1 << 11);
        for unit in self.units() {
            slots.each(&self.lanes.lanes[usize::from(unit.lane)], unit, |start, end, shadow| {
                let bound = shadow.bound(slots.scoring, &values);
                found.push(Slot {
                    bound: Key::new(bound, shadow.tiles, usize::from(unit.lane), start),
                    lane: unit.lane,
                    start: start as u8,
                    end: end as u8,
                });
            });
        }
        found
    }
}
