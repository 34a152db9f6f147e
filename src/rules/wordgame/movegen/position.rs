//! A position with the words that moves may form, and the steps that all its searches share.

use super::gaddag_walk::MoveGen;
use super::lines::{AnchorRange, BoardLines};
use super::search_index::{SearchIndex, WordSource};
use super::shadow::RackBound;
use super::sinks::{MoveSink, VocabularyFilter};
use super::slots::{Slot, SlotEnumerator};
use super::subracks::{Subrack, SubrackWords};
use crate::interrupt::end_if_interrupted;
#[cfg(target_arch = "x86_64")]
use crate::lexicon::Popcnt;
use crate::lexicon::{CountOnes, Portable, Vocabulary};
use crate::rules::Variant;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::{BlankLetter, Rules};
use crate::word::Word;

/// A board with its cross-sets, the rules, and the words that moves may form.
#[derive(Debug)]
pub(super) struct Position<'s> {
    index: &'s SearchIndex,
    /// The words that moves may form; `None` for all words of the index.
    vocabulary: Option<Vocabulary<'s>>,
    /// The index of the words that the overlay adds and the game allows.
    overlay_index: Option<SearchIndex>,
    pub rules: &'s Rules,
    pub lines: BoardLines,
    is_empty: bool,
}

impl<'s> Position<'s> {
    /// Computes the cross-sets of a board.
    pub(super) fn new(index: &'s SearchIndex, board: &Board, rules: &'s Rules) -> Self {
        Self {
            index,
            vocabulary: None,
            overlay_index: None,
            rules,
            lines: board_lines(index, board, rules),
            is_empty: board.is_empty(),
        }
    }

    /// Limits all words of every move, also the cross-words, to a vocabulary.
    pub(super) fn limit_to(&mut self, vocabulary: Vocabulary<'s>) {
        if vocabulary.excludes_some() {
            self.vocabulary = Some(vocabulary);
            self.lines.limit_cross_sets(vocabulary);
        }
        let added: Vec<Word> = Variant::Wordgame.added_words(vocabulary.words()).copied().collect();
        if !added.is_empty() {
            self.overlay_index = Some(SearchIndex::of_overlay(&added));
        }
    }

    /// Returns true if blanks stand for a letter of their own in each word, and there are blanks.
    pub(super) fn has_open_blanks(&self, rack: &Rack) -> bool {
        self.rules.blank_letter == BlankLetter::PerWord
            && (rack.blanks() > 0 || self.lines.have_blanks())
    }

    pub(super) fn sources(&self) -> impl Iterator<Item = WordSource<'_>> {
        let of_lexicon = WordSource { index: self.index, vocabulary: self.vocabulary };
        let of_overlay = self.overlay_index.iter();
        let of_overlay = of_overlay.map(|index| WordSource { index, vocabulary: None });
        std::iter::once(of_lexicon).chain(of_overlay)
    }

    pub(super) fn anchor_ranges(&self) -> Vec<AnchorRange> {
        self.lines.anchor_ranges(self.is_empty)
    }

    fn min_length(&self) -> usize {
        if self.is_empty { self.rules.first_word_min } else { 2 }
    }

    /// Passes every move of some anchor ranges with words of a source and at most `max_tiles` tiles
    /// to the sink.
    pub(super) fn walk(
        &self,
        source: WordSource<'_>,
        ranges: &[AnchorRange],
        rack: &Rack,
        max_tiles: usize,
        sink: &mut impl MoveSink,
    ) {
        let WordSource { index, vocabulary } = source;
        if let Some(vocabulary) = vocabulary {
            let sink = &mut VocabularyFilter { vocabulary, sink };
            self.walk_index(index, ranges, rack, max_tiles, sink);
        } else {
            self.walk_index(index, ranges, rack, max_tiles, sink);
        }
    }

    fn walk_index(
        &self,
        index: &SearchIndex,
        ranges: &[AnchorRange],
        rack: &Rack,
        max_tiles: usize,
        sink: &mut impl MoveSink,
    ) {
        #[cfg(target_arch = "x86_64")]
        if let Some(popcnt) = Popcnt::detect() {
            return self.walk_counting(popcnt, index, ranges, rack, max_tiles, sink);
        }
        self.walk_counting(Portable, index, ranges, rack, max_tiles, sink);
    }

    fn walk_counting(
        &self,
        count: impl CountOnes,
        index: &SearchIndex,
        ranges: &[AnchorRange],
        rack: &Rack,
        max_tiles: usize,
        sink: &mut impl MoveSink,
    ) {
        if rack.blanks() == 0 {
            self.walk_ranges::<false>(count, index, ranges, rack, max_tiles, sink);
        } else {
            self.walk_ranges::<true>(count, index, ranges, rack, max_tiles, sink);
        }
    }

    fn walk_ranges<const BLANKS: bool>(
        &self,
        count: impl CountOnes,
        index: &SearchIndex,
        ranges: &[AnchorRange],
        rack: &Rack,
        max_tiles: usize,
        sink: &mut impl MoveSink,
    ) {
        let graph = index.gaddag.reader(count);
        let mut walk = MoveGen::<_, _, BLANKS>::new(
            graph,
            self.rules,
            rack,
            max_tiles,
            self.min_length(),
            sink,
        );
        for range in ranges {
            end_if_interrupted();
            walk.walk(self.lines.line_of(*range), *range);
        }
    }

    pub(super) fn slot_enumerator(&self, rack: &Rack) -> SlotEnumerator {
        SlotEnumerator {
            bonus_rules: BonusRules::of(self.rules),
            rack: RackBound::of(rack, self.rules),
            min_length: self.min_length(),
        }
    }

    /// Returns the words of a source that a rack spells; `None` if its bounds are not known, or if
    /// the word map is not built yet.
    pub(super) fn subrack_words<'a>(
        &'a self,
        source: WordSource<'a>,
        rack: &Rack,
    ) -> Option<SubrackWords<'a>> {
        let WordSource { index, vocabulary } = source;
        let is_bounded = RackBound::of(rack, self.rules).is_bounded;
        let map = is_bounded.then(|| index.loaded_word_map()).flatten()?;
        let subracks = Subrack::all(rack, self.rules);
        Some(SubrackWords::new(map, vocabulary, self.rules, &self.lines, subracks))
    }

    /// Returns every slot of some lines with its upper bound.
    pub(super) fn slots_with_bounds(&self, lines: &BoardLines, rack: &Rack) -> Vec<Slot> {
        let enumerator = self.slot_enumerator(rack);
        let ranges = self.anchor_ranges();
        let mut slots = Vec::with_capacity(1 << 10);
        enumerator.for_each(lines, &ranges, |range, start, end, shadow| {
            let max_total = shadow.max_total(enumerator.bonus_rules, &enumerator.rack);
            let line = ranges[range].line;
            slots.push(Slot::new(line, (start, end), max_total, shadow.score.tiles));
        });
        slots
    }
}

fn board_lines(index: &SearchIndex, board: &Board, rules: &Rules) -> BoardLines {
    #[cfg(target_arch = "x86_64")]
    if let Some(popcnt) = Popcnt::detect() {
        return BoardLines::of(board, rules, index.gaddag.reader(popcnt));
    }
    BoardLines::of(board, rules, index.gaddag.reader(Portable))
}
