//! Slots with the data needed to check and score words in them.

use super::lines::{BoardLines, Line, SquareMask};
use super::moves::{Move, MoveKey};
use super::shadow::{ScoreBound, SlotScore};
use crate::lexicon::{MapWord, Multiset};
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::square::SIZE;
use crate::word::LetterSet;

/// A slot: the squares of a line from `start` to `end`.
pub(super) struct SlotContext<'s> {
    line: &'s Line,
    number: u8,
    pub start: usize,
    end: usize,
    /// The number of new tiles.
    pub tiles: usize,
    /// The letters on the board.
    pub board_letters: Multiset,
    /// The mask of the empty squares.
    pub empty: u16,
    /// The score, excluding the new tiles.
    pub base: u32,
    /// The factor with which a new letter on each square counts.
    pub weights: [u32; SIZE],
    pub bound: ScoreBound,
    /// The letters on the board, encoded like a word of the word map, and a mask of their places.
    pattern: u128,
    mask: u128,
}

impl<'s> SlotContext<'s> {
    pub(super) fn new(
        lines: &'s BoardLines,
        number: u8,
        start: usize,
        end: usize,
        bonus_rules: BonusRules,
    ) -> Self {
        let line = &lines.lines[usize::from(number)];
        let mut score = SlotScore::EMPTY;
        let (mut board_letters, mut empty, mut pattern, mut mask) = (Multiset::default(), 0, 0, 0);
        for at in start..=end {
            if let Some(letter) = line.letter(at) {
                board_letters += Multiset::of(letter);
                pattern |= (letter.index() as u128) << (8 * (at - start));
                mask |= 0xff << (8 * (at - start));
                score.read_tile(line, at);
            } else {
                empty |= 1 << at;
                score.place_tile(line, at, bonus_rules);
            }
        }
        let mut weights = [0; SIZE];
        let by_square = SquareMask(empty).zip(score.weights(bonus_rules));
        by_square.for_each(|(at, weight)| weights[at] = weight);
        Self {
            line,
            number,
            start,
            end,
            tiles: score.tiles,
            board_letters,
            empty,
            base: score.base(bonus_rules),
            weights,
            bound: score.bound(bonus_rules),
            pattern,
            mask,
        }
    }

    pub(super) const fn length(&self) -> usize {
        self.end + 1 - self.start
    }

    /// Returns the key of a move in this slot with the given total.
    pub(super) fn key(&self, total: u32) -> MoveKey {
        MoveKey::new(total, self.tiles, usize::from(self.number), self.start)
    }

    /// Returns the cross-sets of the empty squares that have one.
    #[inline(always)]
    pub(super) fn cross_sets(&self) -> impl Iterator<Item = LetterSet> {
        SquareMask(self.empty & self.line.crossed).map(|at| self.line.allowed[at])
    }

    /// Returns true if a word matches the letters on the board and the cross-sets.
    #[inline(always)]
    pub(super) fn matches(&self, word: &MapWord) -> bool {
        (u128::from_le_bytes(*word) ^ self.pattern) & self.mask == 0
            && SquareMask(self.empty & self.line.crossed)
                .all(|at| self.line.allowed[at].bits() >> word[at - self.start] & 1 != 0)
    }

    /// Returns the move that places a word in this slot, with blanks on some squares.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a word starts on square 0 to 14 and has at most 15 letters"
    )]
    pub(super) fn to_move(&self, word: &MapWord, blanks: u16, total: u32) -> Move {
        let mut letters = self.line.tiles;
        for at in SquareMask(self.empty) {
            let case = if blanks >> at & 1 != 0 { b'a' } else { b'A' };
            letters[at] = case + word[at - self.start];
        }
        Move {
            total,
            line: self.number,
            start: self.start as u8,
            length: self.length() as u8,
            tiles: self.tiles as u8,
            new_tiles: self.empty,
            letters,
        }
    }
}
