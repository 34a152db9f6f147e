//! The words that a turn may make, and the order of turns: a score key, then a tie-break.

use std::cmp::Reverse;

use super::hand_subset::{HandSubset, HandSubsets};
use super::table_group::TableSet;
use crate::lexicon::Ordinal;
use crate::rules::play_on_words::play::Play;

/// A word that a turn may make.
#[derive(Debug, Clone)]
pub(super) struct CandidateWord {
    /// The table words that the turn takes for it.
    pub(super) tables: TableSet,
    /// The cards that it takes from the hand, including those of `new_word`.
    pub(super) subset: HandSubset,
    /// Its part of a turn's score key, including that of `new_word`.
    pub(super) score_key: u32,
    pub(super) word: Ordinal,
    /// The new word of the same turn that it is made from, if there is one (RULEBOOK P10).
    pub(super) new_word: Option<NewWord>,
}

/// A new word with a play-on in the same turn.
#[derive(Debug, Clone)]
pub(super) struct NewWord {
    pub(super) word: Ordinal,
    pub(super) play: Play,
    /// The cards of the hand that the play-on adds.
    pub(super) added: HandSubset,
}

impl CandidateWord {
    /// Returns the level on which a turn decides about it: 0 with a new word, else the first table
    /// word, counted from 1.
    pub(super) fn level(&self) -> usize {
        match self.tables.lowest() {
            Some(first_table) if self.new_word.is_none() => first_table + 1,
            _ => 0,
        }
    }

    pub(super) fn tie_break(&self) -> TieBreak {
        let (first, play_on) = match &self.new_word {
            Some(new_word) => (new_word.word, Some(self.word)),
            None => (self.word, None),
        };
        TieBreak { level: self.level(), first, play_on, tables: self.tables }
    }

    /// Returns the key by which candidates with the same table words and cards are ordered, the
    /// best first.
    pub(super) fn rank_key(&self) -> (Reverse<u32>, TieBreak) {
        (Reverse(self.score_key), self.tie_break())
    }
}

/// Keeps the `top` best of the candidates with the same table words and cards.
pub(super) fn keep_best(candidates: &mut Vec<CandidateWord>, top: usize) {
    candidates.sort_unstable_by_key(CandidateWord::rank_key);
    candidates.truncate(top);
}

/// The value of a point in a score key.
pub(super) const POINT: u32 = 1 << 12;
const LETTER: u32 = 1 << 6;
const WILD: u32 = 1 << 4;

/// Returns the key by which turns are compared first: more points, then more letters played, then
/// fewer wilds, then fewer flips.
///
/// The key of a turn is the sum of the keys of its words and of its bonus for going out.
pub(super) fn score_key(points: u32, subset: HandSubset, subsets: &HandSubsets) -> u32 {
    let facts = subsets.facts(subset);
    points * POINT + u32::from(facts.letters) * LETTER
        - u32::from(facts.wilds) * WILD
        - u32::from(facts.flips)
}

/// The key that compares words of one level in turns with equal score keys. Words with equal
/// tie-breaks are the same word made from the same table words.
///
/// A new word comes before the same word with a play-on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TieBreak {
    /// 0 for a new word, else the first table word taken, counted from 1.
    pub(super) level: usize,
    /// The word, or the new word that it is a play-on to.
    pub(super) first: Ordinal,
    /// The play-on to the new word, if there is one.
    pub(super) play_on: Option<Ordinal>,
    pub(super) tables: TableSet,
}
