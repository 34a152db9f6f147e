//! The board as thirty lanes, and for every free square of a lane which letters make words across it.

use super::board::Board;
use super::ruleset::Rules;
use super::square::{Direction, Place, SIZE, Square};
use super::walk::Squares;
use crate::lexicon::{CountOnes, Overlay, Reader, Stem};
use crate::word::{Letter, LetterSet, Word};

/// How many lanes a board has: rows, then columns.
pub(super) const LANES: usize = 2 * SIZE;

/// A row or a column, as a search reads it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    /// What lies on each square in ASCII, small letters for blanks; 0 where nothing lies.
    pub tiles: [u8; SIZE + 1],
    /// What each tile that lies there is worth.
    pub values: [u32; SIZE],
    /// The letters that a free square can take: all, or those that make a word across the lane.
    pub allowed: [LetterSet; SIZE],
    /// What the tiles across a free square are worth together.
    pub cross_values: [u32; SIZE],
    /// Which squares have a tile, a bit each.
    pub occupied: u16,
    /// Which free squares have tiles across.
    pub crossed: u16,
    /// The letter bonus of each square.
    pub letter_multipliers: [u32; SIZE],
    /// The word bonus of each square.
    pub word_multipliers: [u32; SIZE],
    /// The same for the word across the lane, 0 where there is none.
    pub cross_multipliers: [u32; SIZE],
}

impl Lane {
    const EMPTY: Self = Self {
        tiles: [0; SIZE + 1],
        values: [0; SIZE],
        allowed: [LetterSet::ALL; SIZE],
        cross_values: [0; SIZE],
        occupied: 0,
        crossed: 0,
        letter_multipliers: [1; SIZE],
        word_multipliers: [1; SIZE],
        cross_multipliers: [0; SIZE],
    };

    /// Whether a tile lies on a square; none lies beyond the lane's end.
    #[inline(always)]
    pub fn is_occupied(&self, at: usize) -> bool {
        u32::from(self.occupied) >> at & 1 != 0
    }

    /// Whether a tile on a square makes a word across the lane.
    #[inline(always)]
    pub fn is_crossed(&self, at: usize) -> bool {
        self.crossed >> at & 1 != 0
    }

    /// The letter that lies on a square.
    #[inline(always)]
    pub fn letter(&self, at: usize) -> Option<Letter> {
        Letter::from_ascii(self.tiles[at])
    }

    /// The stretches of tiles: first and last square of each.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut rest = u32::from(self.occupied);
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let first = rest.trailing_zeros();
            let length = (rest >> first).trailing_ones();
            rest &= !(((1 << length) - 1) << first);
            Some((first as usize, (first + length) as usize - 1))
        })
    }
}

/// A stretch of tiles with the place in the graph to which its letters lead.
struct Run {
    first: usize,
    last: usize,
    value: u32,
    stem: Stem,
}

/// All lanes of a board.
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    pub lanes: [Lane; LANES],
}

impl Lanes {
    /// Lays the board out in lanes and works out every cross-set.
    pub fn of(board: &Board, rules: &Rules, graph: Reader<'_, impl CountOnes>) -> Self {
        let mut lanes = [Lane::EMPTY; LANES];
        for row in 0..SIZE {
            for column in 0..SIZE {
                let square = Square { row, column };
                let premium = rules.premiums.at(square);
                let tile = board.tile(square);
                for (lane, at) in [(row, column), (SIZE + column, row)] {
                    let lane = &mut lanes[lane];
                    if let Some(tile) = tile {
                        lane.tiles[at] = tile.as_ascii();
                        lane.values[at] = if tile.is_blank { 0 } else { rules.value(tile.letter) };
                        lane.occupied |= 1 << at;
                    } else {
                        lane.letter_multipliers[at] = premium.letter_multiplier();
                        lane.word_multipliers[at] = premium.word_multiplier();
                    }
                }
            }
        }
        let mut all = Self { lanes };
        for lane in 0..LANES {
            all.cross(lane, graph);
        }
        all
    }

    /// Tells the lanes across one lane what its tiles allow.
    fn cross(&mut self, lane: usize, graph: Reader<'_, impl CountOnes>) {
        let along = self.lanes[lane];
        let mut before: Option<Run> = None;
        for (first, last) in along.runs() {
            let stem = graph.read((first..=last).rev().filter_map(|at| along.letter(at)));
            let value = along.values[first..=last].iter().sum();
            let run = Run { first, last, value, stem };
            let joined = before.filter(|before| before.last + 2 == run.first);
            if let Some(before) = joined {
                let letters = between(graph, &along, &before, &run);
                self.allow(lane, before.last + 1, letters, before.value + run.value);
            } else if first > 0 {
                self.allow(lane, first - 1, run.stem.left().ends(), run.value);
            }
            if last + 1 < SIZE {
                // A run that begins two squares further on narrows this down.
                self.allow(lane, last + 1, graph.turn(run.stem).ends(), run.value);
            }
            before = Some(run);
        }
    }

    fn allow(&mut self, lane: usize, at: usize, letters: LetterSet, value: u32) {
        let across = &mut self.lanes[crossing(lane, at)];
        let square = lane % SIZE;
        across.allowed[square] = letters;
        across.cross_values[square] = value;
        across.cross_multipliers[square] = across.word_multipliers[square];
        across.crossed |= 1 << square;
    }
}

/// The lane that crosses another one at a square.
const fn crossing(lane: usize, at: usize) -> usize {
    if lane < SIZE { SIZE + at } else { at }
}

impl Lanes {
    /// Lets house words decide as well which letters make words across the lanes.
    pub fn heed(&mut self, overlay: &Overlay) {
        for number in 0..LANES {
            for at in Squares(self.lanes[number].crossed) {
                let (along, square) = (&self.lanes[crossing(number, at)], number % SIZE);
                let removed = completing(along, square, overlay.removed());
                let added = completing(along, square, overlay.added());
                let allowed = &mut self.lanes[number].allowed[at];
                *allowed = LetterSet::from_bits(allowed.bits() & !removed.bits() | added.bits());
            }
        }
    }
}

/// The letters that, laid on a free square, complete one of some words with the tiles before and behind.
fn completing(along: &Lane, square: usize, words: &[Word]) -> LetterSet {
    let before = (0..square).rev().take_while(|&at| along.is_occupied(at)).count();
    let behind = (square + 1..SIZE).take_while(|&at| along.is_occupied(at)).count();
    let first = square - before;
    let fits = |word: &&Word| {
        word.len() == before + 1 + behind
            && word.letters().enumerate().all(|(at, letter)| at == before || along.letter(first + at) == Some(letter))
    };
    words.iter().filter(fits).filter_map(|word| word.letters().nth(before)).collect()
}

/// The letters that join two runs to a word.
fn between(graph: Reader<'_, impl CountOnes>, along: &Lane, before: &Run, behind: &Run) -> LetterSet {
    let candidates = graph.turn(before.stem).arcs().intersection(behind.stem.left().arcs());
    // Reading on along the shorter run decides.
    if before.last - before.first <= behind.last - behind.first {
        let is_word = |letter: &Letter| {
            let stem = graph.leftwards(behind.stem.left(), *letter);
            let letters = (before.first + 1..=before.last).rev().filter_map(|at| along.letter(at));
            let node = letters.fold(stem.left(), |node, letter| graph.leftwards(node, letter).left());
            along.letter(before.first).is_some_and(|first| node.ends().contains(first))
        };
        candidates.iter().filter(is_word).collect()
    } else {
        let is_word = |letter: &Letter| {
            let node = graph.rightwards(graph.turn(before.stem), *letter);
            let letters = (behind.first..behind.last).filter_map(|at| along.letter(at));
            let node = letters.fold(node, |node, letter| graph.rightwards(node, letter));
            along.letter(behind.last).is_some_and(|last| node.ends().contains(last))
        };
        candidates.iter().filter(is_word).collect()
    }
}

/// Where a word in a lane begins on the board.
pub(super) fn place(lane: usize, start: usize) -> Place {
    if lane < SIZE {
        Square { row: lane, column: start }.with(Direction::Across)
    } else {
        Square { row: start, column: lane - SIZE }.with(Direction::Down)
    }
}

/// Words of a lane that are found together: those that cover some squares, and reach no further than some others.
///
/// The units of a lane are disjoint and together hold every word that is connected: a unit's words cover a run of tiles and no run left of it, or
/// they cover no run at all, but a crossed square and no crossed square left of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    pub lane: u8,
    /// The squares that every word covers: a run of tiles, or one free square.
    pub first: u8,
    pub last: u8,
    /// The leftmost square that a word may cover.
    pub leftmost: u8,
    /// The rightmost one.
    pub rightmost: u8,
    pub on_run: bool,
}

impl Lanes {
    /// The units of all lanes; on an empty board those of the two lanes through the centre.
    pub fn units(&self, is_empty: bool) -> Vec<Unit> {
        let mut units = Vec::with_capacity(96);
        if is_empty {
            let centre = (SIZE / 2) as u8;
            units.extend([centre, SIZE as u8 + centre].map(|lane| Unit {
                lane,
                first: centre,
                last: centre,
                leftmost: 0,
                rightmost: SIZE as u8 - 1,
                on_run: false,
            }));
            return units;
        }
        for (number, lane) in self.lanes.iter().enumerate() {
            if lane.occupied | lane.crossed == 0 {
                continue;
            }
            let mut leftmost = 0;
            for (first, last) in lane.runs().chain([(SIZE + 1, SIZE + 1)]) {
                // Words that touch no run leave a square free before it.
                if first > 0 {
                    squares(lane, number, leftmost, first - 1, &mut units);
                }
                if first < SIZE {
                    units.push(Unit {
                        lane: number as u8,
                        first: first as u8,
                        last: last as u8,
                        leftmost: leftmost.min(first) as u8,
                        rightmost: SIZE as u8 - 1,
                        on_run: true,
                    });
                }
                leftmost = last + 2;
            }
        }
        units
    }
}

/// The units of a stretch of free squares, from one up to but not including another.
fn squares(lane: &Lane, number: usize, from: usize, to: usize, units: &mut Vec<Unit>) {
    let mut leftmost = from;
    for at in from..to {
        if lane.is_crossed(at) {
            units.push(Unit {
                lane: number as u8,
                first: at as u8,
                last: at as u8,
                leftmost: leftmost as u8,
                rightmost: to as u8 - 1,
                on_run: false,
            });
            leftmost = at + 1;
        }
    }
}
