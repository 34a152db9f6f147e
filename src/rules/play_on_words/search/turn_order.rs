//! The order of turns: a score key, then a tie-break.

use super::hand_subset::{HandSubset, HandSubsets};
use super::table_group::TableSet;
use crate::lexicon::Ordinal;

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
