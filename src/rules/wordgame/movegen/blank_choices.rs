//! The choices of which new tiles of a word are blanks.

use super::lines::SquareMask;
use super::sinks::MoveSink;
use super::walk_path::{CompleteWord, WalkPath};
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::ruleset::Rules;
use crate::word::Letter;

/// The choices of which new tiles of a word are blanks. Each choice is a move of its own.
pub(super) struct BlankChoices<'a, S> {
    pub rules: &'a Rules,
    pub bonus_rules: BonusRules,
    pub sink: &'a mut S,
    pub path: &'a WalkPath<'a>,
    pub word: &'a CompleteWord,
}

impl<S: MoveSink> BlankChoices<'_, S> {
    /// Passes a move for each choice to the sink.
    ///
    /// `rack_letters` are the letters on the rack before the move, `blanks_left` is the number of
    /// blanks that the word does not need, and `total` counts each letter as if it were not a
    /// blank.
    #[inline(always)]
    pub(super) fn show_all(mut self, rack_letters: u32, blanks_left: u8, total: u32) {
        let blanks = self.path.blanks;
        // A letter that is not on the rack is a blank on each of its squares.
        let is_on_rack = |at: usize| {
            self.path.letter(at).is_some_and(|letter| rack_letters >> letter.index() & 1 != 0)
        };
        let is_only_choice = blanks_left == 0 && !SquareMask(blanks).any(is_on_rack);
        if is_only_choice {
            let total = SquareMask(blanks).fold(total, |total, at| total - self.tile_score(at));
            self.sink.take(total, || self.word.to_move(self.path, blanks, total));
            return;
        }
        let mut needs = [0_i8; Letter::COUNT];
        let mut needed = 0;
        for letter in SquareMask(blanks).filter_map(|at| self.path.letter(at)) {
            needs[letter.index()] += 1;
            needed += 1;
        }
        let left = blanks_left + needed;
        self.decide(self.path.new_tiles, 0, &mut needs, needed, left, total);
    }

    /// Decides for each of the `rest` squares whether its tile is a blank. `needs` is the number of
    /// blanks that each letter still needs, `needed` is their sum, and `left` is the number of
    /// blanks left.
    fn decide(
        &mut self,
        rest: u16,
        blanks: u16,
        needs: &mut [i8; Letter::COUNT],
        needed: u8,
        left: u8,
        total: u32,
    ) {
        if left == 0 || rest == 0 {
            if needed == 0 {
                self.sink.take(total, || self.word.to_move(self.path, blanks, total));
            }
            return;
        }
        if needed > left || u32::from(needed) > rest.count_ones() {
            return;
        }
        let at = rest.trailing_zeros() as usize;
        let rest = rest & (rest - 1);
        let Some(letter) = self.path.letter(at) else { return };
        self.decide(rest, blanks, needs, needed, left, total);
        let was_needed = u8::from(needs[letter.index()] > 0);
        needs[letter.index()] -= 1;
        let total = total - self.tile_score(at);
        self.decide(rest, blanks | 1 << at, needs, needed - was_needed, left - 1, total);
        needs[letter.index()] += 1;
    }

    /// Returns the points that the letter on a square adds to the total.
    #[inline(always)]
    fn tile_score(&self, at: usize) -> u32 {
        let line = self.path.line;
        let Some(letter) = self.path.letter(at) else { return 0 };
        let CompleteWord { word_multiplier, tiles, .. } = *self.word;
        let word = word_multiplier * line.letter_multiplier(at);
        self.rules.value(letter) * self.bonus_rules.weight(word, line.cross_weight(at), tiles)
    }
}
