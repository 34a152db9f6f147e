//! The search for all moves or for the best moves.

use std::cmp::Reverse;

use super::lines::AnchorRange;
use super::moves::Move;
use super::open_blanks::OpenBlankSearch;
use super::position::Position;
use super::search_index::{SearchIndex, WordSource};
use super::sinks::{BestMoves, CountingSink, MoveSink, MoveSummary};
use super::slots::{Slot, push_bound};
use super::step_limit::{LimitedSink, StepLimit, has_many_blanks};
use super::subracks::{Subrack, SubrackWords};
use super::word_map_search::{BestFirstSearch, RackWords};
use crate::lexicon::Vocabulary;
use crate::rules::top_k::TopK;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;

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
    position: Position<'s>,
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
        Self { position: Position::new(index, board, rules), method: None }
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
        self.position.limit_to(vocabulary);
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
        let position = &self.position;
        let mut best = TopK::new(top);
        if position.has_open_blanks(rack) || has_many_blanks(rack) {
            let exhaustive = self.show_all(rack, &mut best);
            return BestMoves { moves: best.finish().collect(), exhaustive };
        }
        for source in position.sources() {
            let words = self.looks_up(source, rack).then(|| position.subrack_words(source, rack));
            if let Some(words) = words.flatten() {
                let slots = position.slots_with_bounds(&position.lines, rack);
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

    /// Passes every legal move that the sink wants to it, each once, in no particular order.
    /// Returns false if the limit on steps stopped the search.
    fn show_all(&self, rack: &Rack, sink: &mut impl MoveSink) -> bool {
        let position = &self.position;
        if has_many_blanks(rack) || position.has_open_blanks(rack) {
            return self.show_within_limit(rack, sink);
        }
        // Away from the runs of tiles, a rack spells the same words again and again. With a blank
        // there are many such words, and looking them up once is faster.
        let (walked, looked_up): (Vec<AnchorRange>, Vec<AnchorRange>) = position
            .anchor_ranges()
            .into_iter()
            .partition(|range| range.through_tiles || rack.blanks() == 0);
        for source in position.sources() {
            position.walk(source, &walked, rack, rack.len(), sink);
            if looked_up.is_empty() {
                continue;
            }
            let Some(words) = position.subrack_words(source, rack) else {
                position.walk(source, &looked_up, rack, rack.len(), sink);
                continue;
            };
            let words = RackWords::new(words);
            words.place_all(&position.lines, &looked_up, &position.slot_enumerator(rack), sink);
        }
        true
    }

    /// Passes the legal moves of a rack with many or open blanks to the sink, those of the best
    /// anchor ranges first, until no step is left. Returns false in that case.
    fn show_within_limit(&self, rack: &Rack, sink: &mut impl MoveSink) -> bool {
        let position = &self.position;
        let limit = StepLimit::new();
        let mut sink = LimitedSink { limit: &limit, sink };
        if position.has_open_blanks(rack) {
            OpenBlankSearch::new(position, rack).run(&limit, &mut sink);
            return limit.is_exhaustive();
        }
        let ranges = position.anchor_ranges();
        let mut bounded: Vec<(u32, usize)> = Vec::with_capacity(ranges.len());
        let slots = position.slot_enumerator(rack);
        slots.for_each(&position.lines, &ranges, |range, _, _, shadow| {
            let max_total = shadow.max_total(slots.bonus_rules, &slots.rack);
            push_bound(&mut bounded, range, max_total);
        });
        bounded.sort_by_key(|(max_total, _)| Reverse(*max_total));
        for source in position.sources() {
            for &(max_total, range) in &bounded {
                if limit.stops() || !sink.wants(max_total) {
                    break;
                }
                position.walk(source, &[ranges[range]], rack, rack.len(), &mut sink);
            }
        }
        limit.is_exhaustive()
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
        let position = &self.position;
        let slots = position.slot_enumerator(rack);
        let whole = source.index.word_map_if_loaded().filter(|_| slots.rack.is_bounded);
        let max_tiles = if whole.is_some() { rack.len().saturating_sub(1) } else { rack.len() };
        let ranges = position.anchor_ranges();
        let mut bounded: Vec<(u32, usize)> = Vec::with_capacity(ranges.len());
        let mut slots_of_whole = Vec::new();
        slots.for_each(&position.lines, &ranges, |range, start, end, shadow| {
            let max_total = shadow.max_total(slots.bonus_rules, &slots.rack);
            let tiles = shadow.score.tiles;
            if tiles > max_tiles {
                slots_of_whole.push(Slot::new(ranges[range].line, (start, end), max_total, tiles));
                return;
            }
            push_bound(&mut bounded, range, max_total);
        });
        if let Some(map) = whole {
            let subracks = vec![Subrack::whole(rack, position.rules)];
            let words = SubrackWords::new(
                map,
                source.vocabulary,
                position.rules,
                &position.lines,
                subracks,
            );
            BestFirstSearch::new(words).run(slots_of_whole, best);
        }
        bounded.sort_unstable_by_key(|(max_total, _)| Reverse(*max_total));
        for (max_total, range) in bounded {
            // A move with as many points as the worst of the best moves may still be better.
            if max_total < best.threshold_total() {
                return;
            }
            position.walk(source, &[ranges[range]], rack, max_tiles, best);
        }
    }
}
