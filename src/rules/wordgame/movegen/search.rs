//! The search for all moves or for the best moves.

use std::cmp::Reverse;

use super::gaddag_walk::MoveGen;
use super::lines::{AnchorRange, BoardLines};
use super::moves::Move;
use super::open_blanks::OpenBlankSearch;
use super::search_index::SearchIndex;
use super::shadow::RackBound;
use super::sinks::{BestMoves, CountingSink, MoveSink, MoveSummary, VocabularyFilter};
use super::slots::{Slot, SlotEnumerator, push_bound};
use super::step_limit::has_many_blanks;
use super::subracks::{Subrack, SubrackWords};
use super::word_map_search::{BestFirstSearch, RackWords};
use super::word_source::WordSource;
use crate::interrupt::end_if_interrupted;
#[cfg(target_arch = "x86_64")]
use crate::lexicon::Popcnt;
use crate::lexicon::{CountOnes, Portable, Vocabulary};
use crate::rules::Variant;
use crate::rules::top_k::TopK;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::bonus_rules::BonusRules;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::{BlankLetter, Rules};

/// The number of words from which look-ups are faster than a walk without blanks.
const MAX_WALKED_WORDS: usize = 1_000_000;

/// A position prepared for searches.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::wordgame::{Board, Rack, Rules, Search, SearchIndex};
///
/// let lexicon = Lexicon::from_text("HALE\nHALO\nHELLO\n", "").unwrap();
/// let index = SearchIndex::build(&lexicon);
/// let rules = Rules::WORDGAME;
/// let rack = Rack::read("AEHLLOO", 8, &mut Violations::default()).unwrap();
///
/// let search = Search::new(&index, &Board::default(), &rules);
/// let best = search.best(&rack, 2);
/// assert_eq!((best[0].to_string().as_str(), best[0].total()), ("H4 HELLO", 32));
/// assert_eq!(search.all(&rack).len(), 2 * (4 + 4 + 5), "each word on both centre lines");
/// assert_eq!(search.summary(&rack, 1, 30).better, 2);
/// ```
#[derive(Debug)]
pub struct Search<'s> {
    index: &'s SearchIndex,
    /// The words that moves may form; `None` for all words of the index.
    vocabulary: Option<Vocabulary<'s>>,
    /// The index of the words that the overlay adds.
    overlay_index: Option<SearchIndex>,
    rules: &'s Rules,
    lines: BoardLines,
    is_empty: bool,
    /// How [`Search::best`] finds words; `None` chooses.
    method: Option<SearchMethod>,
}

/// A way to find the words of the best moves. All ways find the same moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchMethod {
    /// A walk through the word graph. Its time grows with the lexicon and with blanks.
    Walk,
    /// Look-ups in the map of words, if it is built. Their time hardly grows.
    LookUps,
}

impl<'s> Search<'s> {
    /// Prepares a position: computes the cross-sets of its board.
    #[must_use]
    pub fn new(index: &'s SearchIndex, board: &Board, rules: &'s Rules) -> Self {
        Self {
            index,
            vocabulary: None,
            overlay_index: None,
            rules,
            lines: board_lines(index, board, rules),
            is_empty: board.is_empty(),
            method: None,
        }
    }

    /// Returns the search with the method of [`Search::best`] fixed, for measurements and tests.
    ///
    /// By default, words are looked up for racks with blanks and in lexicons of more than a million
    /// words.
    #[must_use]
    pub const fn with_method(mut self, method: SearchMethod) -> Self {
        self.method = Some(method);
        self
    }

    /// Returns the search with all words of every move, also the cross-words, limited to a
    /// vocabulary, which must be of the lexicon that the index was built from.
    #[must_use]
    pub fn with_vocabulary(mut self, vocabulary: Vocabulary<'s>) -> Self {
        if vocabulary.excludes_some() {
            self.vocabulary = Some(vocabulary);
            self.lines.limit_cross_sets(vocabulary);
        }
        let added = vocabulary.words().overlay().added();
        if !added.is_empty() {
            let (lengths, _) = Variant::Wordgame.lengths();
            let words = added.iter().filter(|word| lengths.contains(&word.len()));
            self.overlay_index = Some(SearchIndex::of_overlay(&words.copied().collect::<Vec<_>>()));
        }
        self
    }

    /// Returns every legal move, each once, in no particular order.
    ///
    /// Moves whose blanks stand for different letters are different moves. A single tile that forms
    /// words in both directions is one move, listed across (RULEBOOK G11).
    #[must_use]
    pub fn all(&self, rack: &Rack) -> Vec<Move> {
        let mut moves = Vec::with_capacity(1 << 10);
        self.show_all(rack, &mut moves);
        moves
    }

    /// Returns the `top` best moves in the order of [`Move`], the best first.
    #[must_use]
    pub fn best(&self, rack: &Rack, top: usize) -> Vec<Move> {
        self.best_moves(rack, top).moves
    }

    /// Returns the moves of [`Search::best`], and whether the search looked at all moves.
    #[must_use]
    pub fn best_moves(&self, rack: &Rack, top: usize) -> BestMoves {
        if top == 0 {
            return BestMoves { moves: Vec::new(), exhaustive: true };
        }
        let mut best = TopK::new(top);
        if self.has_open_blanks(rack) || has_many_blanks(rack) {
            let exhaustive = self.show_all(rack, &mut best);
            return BestMoves { moves: best.finish().collect(), exhaustive };
        }
        for source in self.sources() {
            let words = self.looks_up(source, rack).then(|| self.subrack_words(source, rack));
            if let Some(words) = words.flatten() {
                let slots = self.slots_with_bounds(&self.lines, rack);
                BestFirstSearch::new(words).run(slots, &mut best);
            } else {
                self.walk_best_first(source, rack, &mut best);
            }
        }
        BestMoves { moves: best.finish().collect(), exhaustive: true }
    }

    /// Counts the legal moves and those with more points than `total_to_beat`, and returns the
    /// `top` best moves in the order of [`Search::best`].
    #[must_use]
    pub fn summary(&self, rack: &Rack, top: usize, total_to_beat: u32) -> MoveSummary {
        let mut sink = CountingSink::new(top, total_to_beat);
        let exhaustive = self.show_all(rack, &mut sink);
        sink.finish(exhaustive)
    }

    /// Returns true if blanks stand for a letter of their own in each word, and there are blanks.
    pub(super) fn has_open_blanks(&self, rack: &Rack) -> bool {
        self.rules.blank_letter == BlankLetter::PerWord
            && (rack.blanks() > 0 || self.lines.have_blanks())
    }

    pub(super) const fn rules(&self) -> &'s Rules {
        self.rules
    }

    pub(super) const fn lines(&self) -> &BoardLines {
        &self.lines
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

    /// Passes every legal move that the sink wants to it, each once, in no particular order. Returns
    /// false if the limit on steps stopped the search.
    fn show_all(&self, rack: &Rack, sink: &mut impl MoveSink) -> bool {
        if has_many_blanks(rack) {
            return self.show_within_limit(rack, sink);
        }
        if self.has_open_blanks(rack) {
            OpenBlankSearch::new(self, rack).run(sink);
            return true;
        }
        // Away from the runs of tiles, a rack spells the same words again and again. With a blank
        // there are many such words, and looking them up once is faster.
        let (walked, looked_up): (Vec<AnchorRange>, Vec<AnchorRange>) = self
            .anchor_ranges()
            .into_iter()
            .partition(|range| range.through_tiles || rack.blanks() == 0);
        for source in self.sources() {
            self.walk(source, &walked, rack, rack.len(), sink);
            if looked_up.is_empty() {
                continue;
            }
            let Some(words) = self.subrack_words(source, rack) else {
                self.walk(source, &looked_up, rack, rack.len(), sink);
                continue;
            };
            let words = RackWords::new(words);
            words.place_all(&self.lines, &looked_up, &self.slot_enumerator(rack), sink);
        }
        true
    }

    /// Returns true if the words of the best moves should be looked up.
    fn looks_up(&self, source: WordSource<'_>, rack: &Rack) -> bool {
        let is_large =
            || source.index.word_map_if_loaded().is_some_and(|map| map.len() > MAX_WALKED_WORDS);
        let method = |method| method == SearchMethod::LookUps;
        self.method.map_or_else(|| rack.blanks() > 0 || is_large(), method)
    }

    /// Finds the best moves by walks.
    ///
    /// Placing all tiles earns a bonus, so the bounds of such moves are above the scores of most
    /// moves, but few racks have such moves. These are looked up first. The anchor ranges are then
    /// walked with fewer tiles, in descending order of their bounds, until no better move can
    /// follow.
    fn walk_best_first(&self, source: WordSource<'_>, rack: &Rack, best: &mut TopK<Move>) {
        let slots = self.slot_enumerator(rack);
        let whole = source.index.word_map_if_loaded().filter(|_| slots.rack.is_bounded);
        let max_tiles = if whole.is_some() { rack.len().saturating_sub(1) } else { rack.len() };
        let ranges = self.anchor_ranges();
        let mut bounded: Vec<(u32, usize)> = Vec::with_capacity(ranges.len());
        let mut slots_of_whole = Vec::new();
        slots.for_each(&self.lines, &ranges, |range, start, end, shadow| {
            let max_total = shadow.max_total(slots.bonus_rules, &slots.rack);
            let tiles = shadow.score.tiles;
            if tiles > max_tiles {
                slots_of_whole.push(Slot::new(ranges[range].line, (start, end), max_total, tiles));
                return;
            }
            push_bound(&mut bounded, range, max_total);
        });
        if let Some(map) = whole {
            let subracks = vec![Subrack::whole(rack, self.rules)];
            let words =
                SubrackWords::new(map, source.vocabulary, self.rules, &self.lines, subracks);
            BestFirstSearch::new(words).run(slots_of_whole, best);
        }
        bounded.sort_unstable_by_key(|(max_total, _)| Reverse(*max_total));
        for (max_total, range) in bounded {
            // A move with as many points as the worst of the best moves may still be better.
            if max_total < best.threshold_total() {
                return;
            }
            self.walk(source, &[ranges[range]], rack, max_tiles, best);
        }
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
    fn subrack_words<'a>(
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
