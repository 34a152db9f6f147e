//! Play-ons to the new word of the same turn, if the rules allow them (RULEBOOK P10).

use std::cmp::Reverse;

use super::candidate::{CandidateWord, NewWord, TieBreak, score_key};
use super::candidates::{NewWordParts, PlayOnResults};
use super::card_arrangement::arrangements;
use super::card_cover::Cover;
use super::context::SearchContext;
use super::hand_subset::HandSubset;
use super::table_group::TableGroup;
use super::work_budget::{OutOfWork, WorkBudget};
use crate::lexicon::Ordinal;
use crate::rules::play_on_words::play::Play;
use crate::rules::play_on_words::ruleset::TableCards;
use crate::rules::play_on_words::word_formation::WordFormation;

/// The steps for a look at a word.
const STEPS_PER_WORD: u64 = 4;
/// The steps for trying a word as a play-on to one play of a new word.
const STEPS_PER_PLAY: u64 = 8;

/// The goal that a turn must reach to be listed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal<'g> {
    /// The number of turns wanted.
    pub(super) top: usize,
    /// The lowest score key that a listed turn can have.
    pub(super) min_score_key: u32,
    /// An upper bound on the score key that further play-ons add, by the subset of the hand that is
    /// left.
    pub(super) max_later: &'g [u32],
}

/// Finds the play-ons to new words that can be part of a turn that reaches the goal, and appends
/// them to `words`.
pub(super) fn find_new_word_play_ons(
    context: &SearchContext<'_>,
    parts: &NewWordParts,
    goal: Goal<'_>,
    words: &mut Vec<CandidateWord>,
    budget: &mut WorkBudget,
) -> Result<(), OutOfWork> {
    for results in &parts.results {
        let Some(&word) = results.words.first() else { continue };
        let hand_left = context.subsets.whole_hand().without(results.subset);
        let max_later = goal.max_later[hand_left.index()];
        let mut finder = Finder {
            context,
            new_words: &parts.new_words,
            group: context.group(results.tables),
            results,
            // All results have the letters of the same cards.
            letters: context.lexicon.word(word).len(),
            top: goal.top,
            best: Vec::new(),
        };
        finder.find(goal.min_score_key.saturating_sub(max_later), budget)?;
        words.append(&mut finder.best);
    }
    Ok(())
}

/// Finds the best play-ons among words made from the same table words and the same cards of the
/// hand.
struct Finder<'f> {
    context: &'f SearchContext<'f>,
    /// The new words, by the subset of the hand that makes them.
    new_words: &'f [Vec<(Ordinal, Cover)>],
    group: TableGroup<'f>,
    results: &'f PlayOnResults,
    /// The number of letters of each result.
    letters: usize,
    top: usize,
    /// The best play-ons so far, best first.
    best: Vec<CandidateWord>,
}

impl Finder<'_> {
    fn find(&mut self, min_score_key: u32, budget: &mut WorkBudget) -> Result<(), OutOfWork> {
        let new_words = self.new_words;
        for subset in self.new_word_subsets() {
            let max_score_key = self.score_key(subset, WordFormation::Rearranged);
            let beats_all = |worst: &CandidateWord| worst.score_key > max_score_key;
            if max_score_key < min_score_key || self.worst_kept().is_some_and(beats_all) {
                break;
            }
            for (new_word, cover) in &new_words[subset.index()] {
                self.play_on_to(*new_word, cover, budget)?;
            }
        }
        Ok(())
    }

    /// Returns the subsets of the cards that make new words, those with the most letters first.
    fn new_word_subsets(&self) -> Vec<HandSubset> {
        let subsets = self.context.subsets;
        let mut parts: Vec<HandSubset> = subsets
            .proper_parts(self.results.subset)
            .filter(|part| !self.new_words[part.index()].is_empty())
            .collect();
        parts.sort_by_key(|&part| Reverse(subsets.facts(part).letters));
        parts
    }

    /// Returns the score key of a new word of these cards together with its play-on.
    fn score_key(&self, new_word: HandSubset, play_on: WordFormation) -> u32 {
        let SearchContext { rules, subsets, .. } = *self.context;
        let new_letters = usize::from(subsets.facts(new_word).letters);
        let points = WordFormation::New.points(new_letters, rules.version)
            + play_on.points(self.letters, rules.version);
        score_key(points, self.results.subset, subsets)
    }

    /// Returns the worst of the best play-ons if there are as many as wanted.
    fn worst_kept(&self) -> Option<&CandidateWord> {
        self.best.get(self.top - 1)
    }

    /// Tries every result as a play-on to a new word.
    fn play_on_to(
        &mut self,
        new_word: Ordinal,
        cover: &Cover,
        budget: &mut WorkBudget,
    ) -> Result<(), OutOfWork> {
        let max_score_key = self.score_key(cover.subset, WordFormation::Rearranged);
        let results = self.results;
        let mut plays: Option<Vec<Play>> = None;
        for &word in &results.words {
            budget.spend(STEPS_PER_WORD)?;
            let plays = plays.get_or_insert_with(|| self.new_word_plays(new_word, cover));
            let max_key = (Reverse(max_score_key), self.tie_break(new_word, word));
            let cannot_enter = self.worst_kept().is_some_and(|worst| worst.rank_key() <= max_key);
            if plays.is_empty() || cannot_enter {
                continue;
            }
            for play in plays.iter() {
                // The list of the best is searched from its start.
                budget.spend(STEPS_PER_PLAY + self.best.len() as u64)?;
                self.play_on(new_word, play, cover.subset, word);
            }
        }
        Ok(())
    }

    fn tie_break(&self, new_word: Ordinal, word: Ordinal) -> TieBreak {
        TieBreak { level: 0, first: new_word, play_on: Some(word), tables: self.results.tables }
    }

    /// Returns the plays of a new word that make a difference to a play-on. One is enough unless
    /// wild and flip cards on the table may change, because then their places matter.
    fn new_word_plays(&self, new_word: Ordinal, cover: &Cover) -> Vec<Play> {
        let SearchContext { rules, subsets, .. } = *self.context;
        let limit = match rules.table_cards {
            TableCards::Fixed => 1,
            TableCards::Change => usize::MAX,
        };
        let word = self.context.word(new_word);
        arrangements(&word, cover, &[], rules.table_cards, subsets, limit)
    }

    /// Tries a word as a play-on to a new word, and keeps it if it is among the best.
    fn play_on(&mut self, new_word: Ordinal, play: &Play, subset: HandSubset, word: Ordinal) {
        let added = self.results.subset.without(subset);
        let group = self.group.with_new_word(play, self.context.rules.table_cards);
        let Some((formation, _)) = self.context.best_cover(word, &group, added) else { return };
        let candidate = CandidateWord {
            tables: self.results.tables,
            subset: self.results.subset,
            score_key: self.score_key(subset, formation),
            word,
            new_word: Some(NewWord { word: new_word, play: play.clone(), added }),
        };
        let rank_key = candidate.rank_key();
        let tie_break = candidate.tie_break();
        if let Some(known) = self.best.iter().position(|other| other.tie_break() == tie_break) {
            if self.best[known].rank_key() <= rank_key {
                return;
            }
            self.best.remove(known);
        }
        let place = self.best.partition_point(|other| other.rank_key() < rank_key);
        self.best.insert(place, candidate);
        self.best.truncate(self.top);
    }
}
