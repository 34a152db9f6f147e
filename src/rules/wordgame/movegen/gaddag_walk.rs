//! Move generation by a walk through the GADDAG.

use super::blank_choices::BlankChoices;
use super::lines::{AnchorRange, Line};
use super::sinks::MoveSink;
use super::walk_path::{CompleteWord, NextSquare, WalkPath};
use crate::lexicon::{CountOnes, Node, Reader, Stem};
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::wordgame::square::SIZE;
use crate::word::Letter;

/// The score of the tiles placed so far.
#[derive(Debug, Clone, Copy)]
struct PartialScore {
    points: Points,
    /// The word bonus of the main word.
    word_multiplier: u32,
}

/// Points of the main word in the lower half, and of the cross-words in the upper half, so that one
/// addition adds both.
type Points = u64;

/// Returns points of the main word and of the cross-words.
#[inline(always)]
fn points(main: u32, cross: u32) -> Points {
    u64::from(main) | u64::from(cross) << 32
}

/// The move generator, which walks one anchor range after another with one rack.
///
/// `BLANKS` is true if the rack has blanks; a walk without blanks is faster.
pub(super) struct MoveGen<'w, S, C, const BLANKS: bool> {
    graph: Reader<'w, C>,
    rules: &'w Rules,
    bonus_rules: BonusRules,
    sink: &'w mut S,
    /// The number of tiles left of each letter; negative if blanks stand for the letter.
    counts: [i8; Letter::COUNT],
    letters_left: u32,
    /// The letters on the rack before the walk.
    rack_letters: u32,
    blanks_left: u8,
    /// The number of tiles that can still be placed.
    tiles_left: usize,
    max_tiles: usize,
    min_length: usize,
}

impl<'w, S: MoveSink, C: CountOnes, const BLANKS: bool> MoveGen<'w, S, C, BLANKS> {
    /// Prepares a walk with up to `max_tiles` tiles of a rack. Words shorter than `min_length` are
    /// not passed to the sink.
    pub(super) fn new(
        graph: Reader<'w, C>,
        rules: &'w Rules,
        rack: &Rack,
        max_tiles: usize,
        min_length: usize,
        sink: &'w mut S,
    ) -> Self {
        let mut counts = [0; Letter::COUNT];
        let mut rack_letters = 0;
        for letter in Letter::all() {
            counts[letter.index()] = rack.count(letter).cast_signed();
            rack_letters |= u32::from(rack.count(letter) > 0) << letter.index();
        }
        Self {
            graph,
            rules,
            bonus_rules: BonusRules::of(rules),
            sink,
            counts,
            letters_left: rack_letters,
            rack_letters,
            blanks_left: rack.blanks(),
            tiles_left: max_tiles,
            max_tiles,
            min_length,
        }
    }

    /// Passes every move of an anchor range to the sink.
    pub(super) fn walk(&mut self, line: &Line, range: AnchorRange) {
        if self.tiles_left == 0 {
            return;
        }
        let mut path = WalkPath::new(line, range);
        let mut score = PartialScore { points: 0, word_multiplier: 1 };
        let first = usize::from(range.first);
        if range.through_tiles {
            let anchor = first..=usize::from(range.last);
            score.points = anchor.clone().map(|at| points(line.value(at), 0)).sum();
            let stem = self.graph.read(anchor.rev().filter_map(|at| line.letter(at)));
            self.extend(&mut path, first, stem, NextSquare::leftwards(line, range, first), score);
        } else {
            let root = self.graph.root().left();
            let candidates = self.candidates(root, NextSquare::at(line, first));
            self.place_leftwards(&mut path, first, root, candidates, score);
        }
    }

    /// Returns the letters that the tiles left on the rack can stand for.
    #[inline(always)]
    const fn playable(&self) -> u32 {
        if BLANKS && self.blanks_left > 0 { u32::MAX } else { self.letters_left }
    }

    /// Returns the letters that can be placed on the next square and lead on from a node.
    #[inline(always)]
    fn candidates(&self, node: Node, next: NextSquare) -> u32 {
        // The last tile must end the word, unless tiles on the board follow.
        let leading = if self.tiles_left == 1 { next.continues } else { u32::MAX };
        let ending = !next.continues;
        (node.arcs().bits() & leading | node.ends().bits() & ending)
            & next.allowed
            & self.playable()
    }

    /// Extends a part of a word that begins at `start`: first to the right of the anchor, then
    /// further to the left.
    #[inline(always)]
    fn extend(
        &mut self,
        path: &mut WalkPath<'_>,
        start: usize,
        stem: Stem,
        before: NextSquare,
        score: PartialScore,
    ) {
        let turned = self.graph.turn(stem);
        let right = self.candidates(turned, path.after_anchor);
        let left = self.candidates(stem.left(), before);
        // Most stems are dead ends, so one branch tests both directions.
        if right | left == 0 {
            return;
        }
        if right != 0 {
            let at = usize::from(path.range.last) + 1;
            self.place_rightwards(path, start, at, turned, right, score);
        }
        if left != 0 {
            self.place_leftwards(path, start - 1, stem.left(), left, score);
        }
    }

    /// Places tiles on a square and further to the left.
    fn place_leftwards(
        &mut self,
        path: &mut WalkPath<'_>,
        at: usize,
        node: Node,
        candidates: u32,
        score: PartialScore,
    ) {
        let before = NextSquare::leftwards(path.line, path.range, at);
        // If the squares on both sides accept no letter, only letters that end a word are useful,
        // and their child nodes need not be read.
        let goes_on = (before.allowed | path.after_anchor.allowed) & self.playable() != 0;
        let candidates = if goes_on { candidates } else { candidates & node.ends().bits() };
        self.for_each_tile(path, at, candidates, score, |walk, path, letter, score| {
            if node.ends().contains(letter) {
                // The words of a range never touch a run to the right of its anchor.
                walk.complete(path, at, usize::from(path.range.last), score);
            }
            if goes_on && walk.tiles_left > 0 && node.arcs().contains(letter) {
                walk.extend(path, at, walk.graph.leftwards(node, letter), before, score);
            }
        });
    }

    /// Places tiles on a square and further to the right.
    fn place_rightwards(
        &mut self,
        path: &mut WalkPath<'_>,
        start: usize,
        at: usize,
        node: Node,
        candidates: u32,
        score: PartialScore,
    ) {
        if path.line.is_occupied(at + 1) {
            self.for_each_tile(path, at, candidates, score, |walk, path, letter, score| {
                let child = walk.graph.rightwards(node, letter);
                walk.read_rightwards(path, start, at + 1, child, score);
            });
            return;
        }
        let after = NextSquare::rightwards(path.line, path.range, at + 1);
        let goes_on = after.allowed & self.playable() != 0;
        let candidates = if goes_on { candidates } else { candidates & node.ends().bits() };
        self.for_each_tile(path, at, candidates, score, |walk, path, letter, score| {
            if node.ends().contains(letter) {
                walk.complete(path, start, at, score);
            }
            if goes_on && walk.tiles_left > 0 && node.arcs().contains(letter) {
                let child = walk.graph.rightwards(node, letter);
                let candidates = walk.candidates(child, after);
                if candidates != 0 {
                    walk.place_rightwards(path, start, at + 1, child, candidates, score);
                }
            }
        });
    }

    /// Reads a run of tiles that the word goes through.
    fn read_rightwards(
        &mut self,
        path: &mut WalkPath<'_>,
        start: usize,
        first: usize,
        node: Node,
        mut score: PartialScore,
    ) {
        let mut node = node;
        let mut at = first;
        // Ends at the square after the last tile of the run, which is empty or beyond the edge.
        while let Some(letter) = path.line.letter(at) {
            score.points += points(path.line.value(at), 0);
            if !path.line.is_occupied(at + 1) && node.ends().contains(letter) {
                self.complete(path, start, at, score);
            }
            node = self.graph.rightwards(node, letter);
            at += 1;
        }
        if self.tiles_left > 0 {
            let next = NextSquare::rightwards(path.line, path.range, at);
            let candidates = self.candidates(node, next);
            if candidates != 0 {
                self.place_rightwards(path, start, at, node, candidates, score);
            }
        }
    }

    /// Places each of the candidates on a square and calls `go_on`.
    ///
    /// A letter on the rack is placed as itself; a blank stands only for a letter that is not on
    /// the rack. Each word is therefore reached once. When the word is complete, the other choices
    /// of blanks follow.
    #[inline(always)]
    fn for_each_tile(
        &mut self,
        path: &mut WalkPath<'_>,
        at: usize,
        candidates: u32,
        score: PartialScore,
        go_on: impl Fn(&mut Self, &mut WalkPath<'_>, Letter, PartialScore),
    ) {
        self.tiles_left -= 1;
        path.new_tiles |= 1 << at;
        let blanks = path.blanks;
        let line = path.line;
        let word_multiplier =
            self.bonus_rules.combine(score.word_multiplier, line.word_multiplier(at));
        let without_tile = score.points + points(0, line.cross_points(at));
        let factors = points(line.letter_multiplier(at), line.cross_weight(at));
        let mut rest = candidates;
        // Each step clears the bit of a letter.
        while let Some(letter) = Letter::from_index(rest.trailing_zeros() as usize) {
            rest &= rest - 1;
            let bit = 1 << letter.index();
            let is_blank = BLANKS && self.letters_left & bit == 0;
            let count = &mut self.counts[letter.index()];
            *count -= 1;
            self.letters_left &= !(u32::from(*count == 0) << letter.index());
            self.blanks_left -= u8::from(is_blank);
            path.blanks = blanks | u16::from(is_blank) << at;
            path.letters[at] = letter.as_ascii();
            let value = u64::from(self.rules.value(letter));
            let score = PartialScore { points: without_tile + factors * value, word_multiplier };
            go_on(self, path, letter, score);
            self.counts[letter.index()] += 1;
            self.letters_left |= if is_blank { 0 } else { bit };
            self.blanks_left += u8::from(is_blank);
        }
        path.blanks = blanks;
        path.letters[at] = 0;
        path.new_tiles &= !(1 << at);
        self.tiles_left += 1;
    }

    /// Passes the word from `start` to `end` to the sink.
    #[inline(always)]
    fn complete(&mut self, path: &WalkPath<'_>, start: usize, end: usize, score: PartialScore) {
        let tiles = self.max_tiles - self.tiles_left;
        let length = end + 1 - start;
        // RULEBOOK G11: a single tile that forms words in both directions is listed across.
        let is_listed_across = tiles == 1
            && usize::from(path.range.line) >= SIZE
            && path.new_tiles & path.line.crossed != 0;
        if length < self.min_length || is_listed_across {
            return;
        }
        let PartialScore { points, word_multiplier } = score;
        #[expect(clippy::cast_possible_truncation, reason = "the halves of the points")]
        let (main, cross) = (points as u32, (points >> 32) as u32);
        let word = CompleteWord { start, length, tiles, word_multiplier };
        let total = self.bonus_rules.total(main * word_multiplier, cross, tiles);
        if BLANKS {
            self.choose_blanks(path, &word, total);
        } else {
            self.sink.take(total, || word.to_move(path, 0, total));
        }
    }

    /// Passes the word to the sink for each choice of blanks; `total` counts each letter as if it
    /// were not a blank.
    #[inline(never)]
    fn choose_blanks(&mut self, path: &WalkPath<'_>, word: &CompleteWord, total: u32) {
        if !self.sink.wants(total) {
            return;
        }
        let choices = BlankChoices {
            rules: self.rules,
            bonus_rules: self.bonus_rules,
            sink: self.sink,
            path,
            word,
        };
        choices.show_all(self.rack_letters, self.blanks_left, total);
    }
}
