//! A word that can be made in a turn: of what, how, and what it is worth there.

use std::cmp::Reverse;

use super::cover::{Cover, Must, Share, Shares, each_cover, each_laying};
use super::hand::{Hand, Play, Table};
use super::ruleset::{Rules, TableCards};
use super::scoring::{Manner, Stage, manner};
use crate::lexicon::{Numbered, Ordinal};
use crate::word::Word;

/// Where a player stands.
#[derive(Debug, Clone, Copy)]
pub struct Position<'p> {
    /// The player's cards.
    pub hand: &'p Hand,
    /// The words on the table.
    pub table: &'p Table,
    /// When in the round it is.
    pub stage: Stage,
}

/// A point in the worth of a turn, which tells the order of turns as one number: points, then letters played, wilds and flips kept.
pub(super) const POINT: u32 = 1 << 12;
const LETTER: u32 = 1 << 6;
const WILD: u32 = 1 << 4;

pub(super) fn worth(points: u32, share: Share, shares: &Shares) -> u32 {
    let facts = shares.facts(share);
    points * POINT + u32::from(facts.letters) * LETTER - u32::from(facts.wilds) * WILD - u32::from(facts.flips)
}

/// A word that can be made.
#[derive(Debug, Clone)]
pub(super) struct Made {
    /// The table words that it takes, a bit each; a new word takes none, unless it is played on at once.
    pub tables: u32,
    /// What it takes of the hand.
    pub share: Share,
    /// What it adds to the worth of a turn.
    pub worth: u32,
    pub word: Ordinal,
    /// The new word that it was made from in the same turn, if it was (RULEBOOK P10).
    pub from_new: Option<FromNew>,
}

/// A new word that is played on in the same turn.
#[derive(Debug, Clone)]
pub(super) struct FromNew {
    pub word: Ordinal,
    pub play: Play,
    /// What of the hand went into the play-on.
    pub added: Share,
}

/// By what turns are told apart and ordered where they tie: the level, the new word, what it was played on to, the table words. A new word
/// stands before those that are played on.
pub(super) type Order = (usize, Ordinal, Option<Ordinal>, u32);

impl Made {
    /// 0 for the new word, then the table words one after another.
    pub const fn level(&self) -> usize {
        if self.tables == 0 || self.from_new.is_some() { 0 } else { self.tables.trailing_zeros() as usize + 1 }
    }

    pub fn order(&self) -> Order {
        let (first, then) = match &self.from_new {
            Some(new) => (new.word, Some(self.word)),
            None => (self.word, None),
        };
        (self.level(), first, then, self.tables)
    }
}

/// The most words that are kept of those that are made of the same cards.
pub(super) fn keep_best(words: &mut Vec<Made>, top: usize) {
    words.sort_unstable_by_key(|made| (Reverse(made.worth), made.order()));
    words.truncate(top);
}

/// A word by its number.
pub(super) fn spelled(lexicon: &Numbered<'_>, ordinal: Ordinal) -> Word {
    lexicon.word(ordinal).parse().expect("a lexicon holds words")
}

/// The places of the bits that are set.
pub(super) fn ones(bits: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |place| bits >> place & 1 != 0)
}

/// The ways to lay a new word that differ to a play-on: one, unless wilds and flips on the table may change, when it matters where they lie.
pub(super) fn layings(
    lexicon: &Numbered<'_>,
    word: Ordinal,
    cover: &Cover,
    rules: Rules,
    shares: &Shares,
) -> Vec<Play> {
    let mut plays = Vec::new();
    each_laying(&spelled(lexicon, word), cover, &[], rules.table_cards, shares, &mut |cards| {
        if plays.is_empty() || rules.table_cards == TableCards::Change {
            plays.extend(Play::new(cards));
        }
    });
    plays
}

/// The best allowed way to cover a word with old words and a share of the hand, if there is any.
pub(super) fn best_cover(
    lexicon: &Numbered<'_>,
    ordinal: Ordinal,
    olds: &[&Play],
    share: Share,
    rules: Rules,
    shares: &Shares,
) -> Option<(Manner, Cover)> {
    let word = spelled(lexicon, ordinal);
    let must = Must::of(olds.iter().copied(), rules.table_cards);
    let mut best: Option<(Manner, Cover)> = None;
    each_cover(word.as_bytes(), &must, shares, &mut |cover| {
        if cover.share == share {
            let manner = manner(&word, olds, cover.shown, rules);
            let is_better = best.is_none_or(|(other, _)| other < manner);
            if is_better && rules.marks_verdict(lexicon.marks(ordinal), manner).is_allowed() {
                best = Some((manner, *cover));
            }
        }
    });
    best
}
