//! The search for the best turns of a position, over every way to use the hand for a new word,
//! play-ons and combinations.
//!
//! A search has these steps:
//! 1. [`candidates`] finds every word that cards of the hand can make, alone or with table words.
//!    [`combinations`] finds the sets of table words, and [`card_cover`] the cards of the hand that
//!    a word needs.
//! 2. [`turn_ranking`] combines the candidates into turns. [`turn_search`] builds turns best first,
//!    with the bounds of [`turn_bounds`] and in the order that [`candidate`] defines.
//! 3. If the rules allow play-ons to the new word of a turn, [`new_word_play_ons`] finds those that
//!    can beat the turns found so far, and step 2 is repeated.
//! 4. [`turn_writer`] chooses the cards of each turn and scores it.

mod beam_search;
mod candidate;
mod candidates;
mod card_arrangement;
mod card_cover;
mod choice;
mod combinations;
mod context;
mod hand_subset;
mod new_word_play_ons;
mod price_search;
mod relaxed_bounds;
mod table_group;
mod turn_bounds;
mod turn_ranking;
mod turn_search;
mod turn_writer;
mod word_pool;
mod work_budget;

pub use context::Position;
pub use turn_writer::FoundTurn;

use self::candidate::POINT;
use self::candidates::{Candidates, find_candidates};
use self::context::{SearchContext, word_of};
use self::hand_subset::HandSubsets;
use self::new_word_play_ons::{Goal, find_new_word_play_ons};
use self::turn_ranking::RankedTurns;
use self::turn_writer::write_turn;
use self::work_budget::{OutOfWork, WorkBudget};
use super::ruleset::Rules;
use crate::lexicon::image::{ImageError, Imaged, Reader, Writer};
use crate::lexicon::{
    Lexicon, Marks, MultisetIndex, Numbered, Ordinal, Vocabulary, sort_by_rarest_letters,
};
use crate::rules::Variant;
use crate::rules::index_origin::ImagedIndex;
use crate::word::Word;

/// The number of steps that finding candidates may take.
const CANDIDATE_STEPS: u64 = 240_000;
/// The number of steps that finding play-ons to new words may take. These steps are shorter.
const NEW_WORD_STEPS: u64 = 3_000_000;

/// The words of a lexicon that the game allows in some play, indexed for searches.
#[derive(Debug)]
pub struct SearchIndex {
    index: MultisetIndex,
}

/// The best turns of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestTurns {
    /// The turns, best first; [`SearchIndex::best`] defines the order.
    pub turns: Vec<FoundTurn>,
    /// True if the turns are proven to be the best. False if the search reached its step limit, so
    /// that better turns may exist.
    pub exhaustive: bool,
}

impl SearchIndex {
    /// Indexes the words of a lexicon that the game allows, including plurals, which rearranged
    /// play-ons may make (RULEBOOK P9).
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let (lengths, _) = Variant::PlayOnWords.lengths();
        let is_allowed = |ordinal: &Ordinal| {
            let marks = lexicon.marks(*ordinal).difference(Marks::PLURALS);
            lengths.contains(&lexicon.word(*ordinal).len())
                && Variant::PlayOnWords.marks_verdict(marks).is_allowed()
        };
        let mut ordinals: Vec<Ordinal> = lexicon.ordinals().filter(is_allowed).collect();
        let words = Numbered::new(lexicon);
        sort_by_rarest_letters(&mut ordinals, |ordinal| word_of(&words, *ordinal));
        // A table word and a hand can make words of only a few lengths: words of one length stay
        // together.
        ordinals.sort_by_key(|ordinal| lexicon.word(*ordinal).len());
        let indexed = ordinals.iter().map(|&ordinal| (ordinal, word_of(&words, ordinal)));
        Self { index: MultisetIndex::build(indexed) }
    }

    /// Returns the size of the index in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.index.bytes()
    }

    /// Returns the `top` best turns of a position.
    ///
    /// Turns are ordered by more points (all have none in the casual version), then fewer letters
    /// left in the hand, then fewer wilds played, then fewer flips played, then alphabetically by
    /// their words. The new word is compared first, then the play-ons in the order of the first
    /// table word that each takes; a turn that makes such a word comes before one that does not.
    /// Turns that make the same words from the same table words are one turn, listed with the cards
    /// that rank it first.
    ///
    /// `vocabulary` must be of the lexicon that the index was built from.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// use wordcourt::rules::Violations;
    /// use wordcourt::rules::play_on_words::{Hand, Position, Rules, SearchIndex, Stage, Table};
    ///
    /// let lexicon = Lexicon::from_text("BOOM\nBOOMERANG\nRANG\nRANGE\n", "")?;
    /// let words = vec!["B O O M".parse()?, "R A N G".parse()?];
    /// let table = Table::new(words, &mut Violations::default()).unwrap();
    /// let hand: Hand = "E Q".parse()?;
    /// let position = Position { hand: &hand, table: &table, stage: Stage::LATER };
    ///
    /// let best = SearchIndex::build(&lexicon).best(&lexicon, position, Rules::default(), 5);
    /// let totals: Vec<u32> = best.turns.iter().map(|found| found.score.total).collect();
    /// assert_eq!(totals, [9, 5], "BOOMERANG, RANGE");
    /// assert!(best.exhaustive);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn best<'l>(
        &self,
        vocabulary: impl Into<Vocabulary<'l>>,
        position: Position<'_>,
        rules: Rules,
        top: usize,
    ) -> BestTurns {
        if top == 0 || position.hand.is_empty() {
            return BestTurns { turns: Vec::new(), exhaustive: true };
        }
        let vocabulary = vocabulary.into();
        let lexicon = &Numbered::new(vocabulary.words());
        let subsets = &HandSubsets::of(position.hand);
        let index = &self.index;
        let context = SearchContext { index, vocabulary, lexicon, position, rules, subsets };
        let mut budget = WorkBudget::new(CANDIDATE_STEPS);
        let mut candidates = find_candidates(&context, top, &mut budget);
        if rules.play_on_new_word && candidates.outcome.is_ok() {
            candidates.outcome = add_new_word_play_ons(&context, &mut candidates, top);
        }
        let ranked = RankedTurns::of(&mut candidates.words, &context, top);
        let turns = ranked.turns.iter().filter_map(|(indexes, score_key)| {
            let words = indexes.iter().map(|&index| &candidates.words[index]);
            let found = write_turn(&context, words)?;
            debug_assert_eq!(found.score.total, score_key / POINT);
            Some(found)
        });
        BestTurns {
            turns: turns.collect(),
            exhaustive: candidates.outcome.is_ok() && ranked.outcome.is_ok(),
        }
    }
}

/// Adds the play-ons to new words that can be part of one of the `top` best turns.
fn add_new_word_play_ons(
    context: &SearchContext<'_>,
    candidates: &mut Candidates,
    top: usize,
) -> Result<(), OutOfWork> {
    let budget = &mut WorkBudget::new(NEW_WORD_STEPS);
    let Candidates { words, new_word_parts, .. } = candidates;
    // Most play-ons cannot beat the turns found so far, and are not tried.
    let ranked = RankedTurns::of(words, context, top);
    let goal = |top| Goal {
        top,
        min_score_key: ranked.min_score_key(top),
        max_later: &ranked.max_play_ons,
    };
    // The best turn comes first, so that a long list cannot use up the work for it.
    let half = budget.left() / 2;
    let best_found = budget.limited(half, |budget| {
        find_new_word_play_ons(context, new_word_parts, goal(1), words, budget)
    });
    if top == 1 {
        return best_found;
    }
    find_new_word_play_ons(context, new_word_parts, goal(top), words, budget)
}

impl Imaged for SearchIndex {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        self.index.write(writer);
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        Ok(Self { index: Imaged::read(reader, ())? })
    }
}

impl ImagedIndex for SearchIndex {
    fn complete_with(&mut self, lexicon: &Lexicon) -> Result<(), ImageError> {
        self.index.check_against(lexicon, 1..=Word::MAX_LETTERS)
    }
}
