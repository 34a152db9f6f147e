//! Shadow bounds: upper bounds on word scores, computed without a lexicon.
//!
//! A shadow is a word of unknown letters on a slot. Its score is at most the score with the most
//! valuable tiles of the rack on the squares that count most. It is also at most the score with, on
//! each square that has a cross-set, the most valuable tile that the cross-set allows.

use std::cmp::Reverse;

use super::lines::Line;
use crate::rules::limits::{LETTER_VALUE, RACK_TILES};
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::word::{Letter, LetterSet};

/// The greatest word bonus for which bounds are computed, so that factors fit in 16 bits. Greater
/// ones need nine triple word squares in a row.
const MAX_BOUNDED_MULTIPLIER: u32 = 5_000;

/// A number that no score exceeds.
const NO_BOUND: u32 = 1 << 30;

/// The values of some tiles in descending order; blanks are worth 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TileValues {
    sorted: Descending,
    len: usize,
}

impl TileValues {
    /// Adds a tile, which must not be worth more than the others.
    #[inline(always)]
    pub(super) fn push(&mut self, value: u32) {
        self.sorted.push(self.len, saturated(value));
        self.len += 1;
    }

    /// Returns the values with blanks added.
    pub(super) const fn with_blanks(self, blanks: u8) -> Self {
        Self { len: self.len + blanks as usize, ..self }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }
}

/// A rack, as far as bounds depend on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct RackBound {
    values: TileValues,
    /// The letters on the rack with their values, the most valuable first.
    letters: [(LetterSet, i16); RACK_TILES],
    pub blanks: u8,
    /// True if no letter is worth more than the limit; otherwise, sums might overflow.
    pub is_bounded: bool,
}

impl RackBound {
    pub(super) fn of(rack: &Rack, rules: &Rules) -> Self {
        let mut letters = [(LetterSet::default(), 0); RACK_TILES];
        let mut values = TileValues::default();
        let mut on_rack: Vec<Letter> =
            Letter::all().filter(|letter| rack.count(*letter) > 0).collect();
        on_rack.sort_unstable_by_key(|letter| Reverse(rules.value(*letter)));
        for (entry, letter) in letters.iter_mut().zip(&on_rack) {
            let value = rules.value(*letter);
            *entry = (std::iter::once(*letter).collect(), saturated(value));
            (0..rack.count(*letter)).for_each(|_| values.push(value));
        }
        let is_bounded = on_rack.iter().all(|letter| rules.value(*letter) <= LETTER_VALUE);
        Self {
            values: values.with_blanks(rack.blanks()),
            letters,
            blanks: rack.blanks(),
            is_bounded,
        }
    }

    pub(super) const fn tiles(&self) -> usize {
        self.values.len
    }

    /// Returns the value of the most valuable letter on the rack that a square allows, if there is
    /// one.
    #[inline(always)]
    pub(super) fn cap(&self, allowed: LetterSet) -> Option<i16> {
        let fits = |(letter, _): &&(LetterSet, i16)| !letter.intersection(allowed).is_empty();
        self.letters.iter().find(fits).map(|(_, value)| *value)
    }
}

/// A square of a slot with a new tile.
#[derive(Debug, Clone, Copy, Default)]
struct NewSquare {
    letter_multiplier: u8,
    /// The factor with which the tile counts in its cross-word; 0 if there is no cross-word.
    cross_weight: u8,
}

/// The running sums over the squares of a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct SlotScore {
    /// The sum of the values of the tiles on the board.
    main: u32,
    /// The word bonus of the main word.
    word_multiplier: u32,
    /// The score of the cross-words, excluding the new tiles.
    cross: u32,
    /// The number of new tiles.
    pub tiles: usize,
    squares: [NewSquare; RACK_TILES],
}

impl SlotScore {
    pub(super) const EMPTY: Self = Self {
        main: 0,
        word_multiplier: 1,
        cross: 0,
        tiles: 0,
        squares: [NewSquare { letter_multiplier: 0, cross_weight: 0 }; RACK_TILES],
    };

    #[inline(always)]
    pub(super) fn place_tile(&mut self, line: &Line, at: usize, bonus_rules: BonusRules) {
        self.squares[self.tiles] = NewSquare {
            letter_multiplier: line.letter_multipliers[at],
            cross_weight: line.cross_weights[at],
        };
        self.tiles += 1;
        self.cross += line.cross_points(at);
        self.word_multiplier = bonus_rules.combine(self.word_multiplier, line.word_multiplier(at));
    }

    /// Adds a square with a tile that is on the board.
    #[inline(always)]
    pub(super) fn read_tile(&mut self, line: &Line, at: usize) {
        self.main += line.value(at);
    }

    /// Returns true if there is one new tile, and it forms a cross-word.
    #[inline(always)]
    pub(super) const fn is_single_crossed_tile(&self) -> bool {
        self.tiles == 1 && self.squares[0].cross_weight > 0
    }

    /// Returns the score, excluding the new tiles.
    #[inline(always)]
    pub(super) fn base(&self, bonus_rules: BonusRules) -> u32 {
        bonus_rules.total(self.main * self.word_multiplier, self.cross, self.tiles)
    }

    /// Returns the factors with which the new tiles count, in the order in which the tiles were
    /// added.
    #[inline(always)]
    pub(super) fn weights(&self, bonus_rules: BonusRules) -> impl Iterator<Item = u32> {
        self.squares[..self.tiles].iter().map(move |square| self.weight(*square, bonus_rules))
    }

    #[inline(always)]
    fn weight(&self, square: NewSquare, bonus_rules: BonusRules) -> u32 {
        let word = u32::from(square.letter_multiplier) * self.word_multiplier;
        bonus_rules.weight(word, u32::from(square.cross_weight), self.tiles)
    }

    /// Returns an upper bound on the score, as a function of the values of the tiles.
    pub(super) fn bound(&self, bonus_rules: BonusRules) -> ScoreBound {
        let mut weights = Descending::default();
        self.weights(bonus_rules).for_each(|weight| weights.insert(saturated(weight)));
        let is_bounded = self.word_multiplier <= MAX_BOUNDED_MULTIPLIER;
        ScoreBound { base: if is_bounded { self.base(bonus_rules) } else { NO_BOUND }, weights }
    }
}

/// An upper bound on the scores in a slot, as a function of the values of the tiles.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoreBound {
    /// The score, excluding the new tiles.
    base: u32,
    /// The factors with which the new tiles count.
    weights: Descending,
}

impl ScoreBound {
    /// Returns the score with the most valuable tile on the square that counts most, and so on.
    #[inline(always)]
    pub(super) fn with(&self, values: &TileValues) -> u32 {
        self.base + self.weights.dot(&values.sorted)
    }
}

/// The shadow of a slot that grows by one square after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shadow {
    pub score: SlotScore,
    /// The number of new tiles that can only be blanks.
    pub blanks: u8,
    /// The factors with which the new tiles count.
    weights: Descending,
    /// The factors of the new tiles that form no cross-word.
    free_weights: Descending,
    /// The sum of the caps of the tiles that form cross-words, each times its letter bonus.
    capped_main: u32,
    /// The sum of the same caps, each times the factor with which the tile counts in its
    /// cross-word.
    capped_cross: u32,
}

impl Shadow {
    pub(super) const EMPTY: Self = Self {
        score: SlotScore::EMPTY,
        blanks: 0,
        weights: Descending::EMPTY,
        free_weights: Descending::EMPTY,
        capped_main: 0,
        capped_cross: 0,
    };

    /// Adds a square with a new tile. If the tile forms a cross-word, it is worth at most `cap`.
    #[inline(always)]
    pub(super) fn place_tile(&mut self, line: &Line, at: usize, cap: i16, bonus_rules: BonusRules) {
        let word_multiplier = self.score.word_multiplier;
        self.score.place_tile(line, at, bonus_rules);
        let square = self.score.squares[self.score.tiles - 1];
        let cap = u32::from(cap.cast_unsigned());
        self.capped_main += cap * u32::from(square.letter_multiplier);
        self.capped_cross += cap * u32::from(square.cross_weight);
        let is_same = self.score.word_multiplier == word_multiplier;
        if is_same && !bonus_rules.multiplies(self.score.tiles) {
            self.add_weight(square, bonus_rules);
        } else {
            (self.weights, self.free_weights) = <(Descending, Descending)>::default();
            for index in 0..self.score.tiles {
                self.add_weight(self.score.squares[index], bonus_rules);
            }
        }
    }

    #[inline(always)]
    fn add_weight(&mut self, square: NewSquare, bonus_rules: BonusRules) {
        let weight = saturated(self.score.weight(square, bonus_rules));
        self.weights.insert(weight);
        if square.cross_weight == 0 {
            self.free_weights.insert(weight);
        }
    }

    /// Returns the upper bound on the score.
    #[inline(always)]
    pub(super) fn max_total(&self, bonus_rules: BonusRules, rack: &RackBound) -> u32 {
        let Self { score, .. } = self;
        if score.word_multiplier > MAX_BOUNDED_MULTIPLIER || !rack.is_bounded {
            return NO_BOUND;
        }
        let sorted = &rack.values.sorted;
        let capped_main = self.capped_main * score.word_multiplier;
        let capped = bonus_rules.weight(capped_main, self.capped_cross, score.tiles);
        let points = self.weights.dot(sorted).min(capped + self.free_weights.dot(sorted));
        score.base(bonus_rules) + points
    }
}

/// Converts a value or a factor to 16 bits.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the number is at most `i16::MAX`")]
fn saturated(number: u32) -> i16 {
    number.min(i16::MAX.cast_unsigned().into()) as i16
}

/// The number of lanes: vectors of 128 bits have eight lanes of 16 bits.
const LANES: usize = RACK_TILES.next_multiple_of(8);

/// Numbers in descending order, followed by zeros.
///
/// Every lane takes part in every step, so that the compiler uses vectors. It would not after
/// inlining, when it keeps the lanes in separate registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(16))]
struct Descending {
    /// The numbers, after one that is greater than all.
    lanes: [i16; 1 + LANES],
}

impl Descending {
    const EMPTY: Self = {
        let mut lanes = [0; 1 + LANES];
        lanes[0] = i16::MAX;
        Self { lanes }
    };

    /// Adds a number; the list must have fewer than [`RACK_TILES`] numbers.
    #[inline(never)]
    fn insert(&mut self, number: i16) {
        let mut before = [0; LANES];
        before.copy_from_slice(&self.lanes[..LANES]);
        // The greater numbers stay, the others move to the next lane.
        for (lane, before) in self.lanes[1..].iter_mut().zip(before) {
            *lane = before.min(number).max(*lane);
        }
    }

    /// Adds a number, which must not be greater than the others, after `count` numbers.
    #[inline(always)]
    const fn push(&mut self, count: usize, number: i16) {
        self.lanes[1 + count] = number;
    }

    /// Returns the sum of the products of the numbers at the same places, which must be below 2³¹:
    /// the greatest sum that any assignment of the numbers of one list to those of the other gives.
    #[inline(never)]
    fn dot(&self, other: &Self) -> u32 {
        let products = self.lanes[1..].iter().zip(&other.lanes[1..]);
        products.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>().cast_unsigned()
    }
}

impl Default for Descending {
    fn default() -> Self {
        Self::EMPTY
    }
}
