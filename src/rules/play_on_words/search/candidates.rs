//! The words that the hand and the table words can make: new words, play-ons, combinations.
//!
//! Words made from the same table words with the same cards of the hand can replace each other in a
//! turn. Therefore only the best of them are kept, up to the number of turns wanted.

use super::candidate::{CandidateWord, keep_best, score_key};
use super::card_cover::{Cover, each_cover};
use super::combinations::find_combinations;
use super::context::SearchContext;
use super::hand_subset::HandSubset;
use super::table_group::{TableGroup, TableSet};
use super::word_pool::{LetterBounds, WordPool};
use super::work_budget::{OutOfWork, WorkBudget};
use crate::lexicon::{Marks, Ordinal};
use crate::rules::play_on_words::score::Bonuses;
use crate::rules::play_on_words::table_reading::formation_of;
use crate::rules::play_on_words::word_formation::WordFormation;
use crate::word::Word;

/// The steps for a look at a word.
const STEPS_PER_WORD: u64 = 4;
/// The steps for making a word in one way.
const STEPS_PER_COVER: u64 = 2;

/// The words that the hand and the table words can make.
pub(super) struct Candidates {
    pub(super) words: Vec<CandidateWord>,
    /// The parts of play-ons to the new word of a turn; empty if the rules do not allow them.
    pub(super) new_word_parts: NewWordParts,
    /// An error if the budget ran out before everything was found.
    pub(super) outcome: Result<(), OutOfWork>,
}

/// The words from which play-ons to the new word of a turn can be made.
#[derive(Default)]
pub(super) struct NewWordParts {
    /// The new words, by the subset of the hand that makes them.
    pub(super) new_words: Vec<Vec<(Ordinal, Cover)>>,
    /// The words that table words and cards of the hand make. Some of them are not allowed unless a
    /// new word is also used, because this changes the way in which they are formed.
    pub(super) results: Vec<PlayOnResults>,
}

/// Words that the same table words and the same cards of the hand make.
pub(super) struct PlayOnResults {
    pub(super) tables: TableSet,
    pub(super) subset: HandSubset,
    /// The words, in alphabetical order.
    pub(super) words: Vec<Ordinal>,
}

/// Finds the candidates; `top` is the number of turns wanted.
pub(super) fn find_candidates(
    context: &SearchContext<'_>,
    top: usize,
    budget: &mut WorkBudget,
) -> Candidates {
    let subset_count = context.subsets.len();
    let new_words =
        if context.rules.play_on_new_word { vec![Vec::new(); subset_count] } else { Vec::new() };
    let mut finder = Finder {
        context,
        top,
        words: Vec::new(),
        by_subset: vec![Vec::new(); subset_count],
        new_word_parts: NewWordParts { new_words, results: Vec::new() },
    };
    let table_words = context.position.table.len();
    let of_one_word = finder.find_without_combinations(table_words, budget);
    let of_combinations = if table_words > 1 { finder.find_combinations(budget) } else { Ok(()) };
    let Finder { words, new_word_parts, .. } = finder;
    Candidates { words, new_word_parts, outcome: of_one_word.and(of_combinations) }
}

struct Finder<'f> {
    context: &'f SearchContext<'f>,
    top: usize,
    words: Vec<CandidateWord>,
    /// The candidates of the group that words are made from, by the subset of the hand that they
    /// take; empty between groups.
    by_subset: Vec<Vec<CandidateWord>>,
    new_word_parts: NewWordParts,
}

impl Finder<'_> {
    /// Finds the new words, and the play-ons to each table word.
    fn find_without_combinations(
        &mut self,
        table_words: usize,
        budget: &mut WorkBudget,
    ) -> Result<(), OutOfWork> {
        let single_words = (0..table_words).map(|index| TableSet::EMPTY.with(index));
        let groups = std::iter::once(TableSet::EMPTY).chain(single_words);
        let group_count = table_words as u64 + 1;
        // A quarter of the work is reserved for combinations, and another for the later of these
        // groups.
        let for_combinations = budget.left() / 4;
        let per_group = for_combinations / group_count;
        let mut outcome = Ok(());
        for (tables, later) in groups.zip((0..group_count).rev()) {
            let group = self.context.group(tables);
            let bounds = LetterBounds::of_required(&group.required).and_hand(self.context.subsets);
            let words = WordPool::of(self.context, &bounds).ordinals(self.context);
            let reserved = for_combinations + later * per_group;
            outcome = outcome.and(self.make_with_reserve(&group, &words, reserved, budget));
        }
        outcome
    }

    /// Finds the words made from two or more table words.
    fn find_combinations(&mut self, budget: &mut WorkBudget) -> Result<(), OutOfWork> {
        // Half of the remaining work is for finding combinations, the rest for making words from
        // them.
        let half = budget.left() / 2;
        let (mut combinations, mut outcome) =
            budget.limited(half, |budget| find_combinations(self.context, budget));
        combinations.sort_unstable_by_key(|&(tables, word)| (tables.len(), tables, word));
        let groups = || combinations.chunk_by(|(a, _), (b, _)| a == b);
        let group_count = groups().count() as u64;
        let per_group = budget.left() / 2 / group_count.max(1);
        for (combinations, later) in groups().zip((0..group_count).rev()) {
            let group = self.context.group(combinations[0].0);
            let words: Vec<Ordinal> = combinations.iter().map(|(_, word)| *word).collect();
            let reserved = later * per_group;
            outcome = outcome.and(self.make_with_reserve(&group, &words, reserved, budget));
        }
        outcome
    }

    /// Makes words from a group without the steps that are reserved for later groups.
    fn make_with_reserve(
        &mut self,
        group: &TableGroup<'_>,
        words: &[Ordinal],
        reserved: u64,
        budget: &mut WorkBudget,
    ) -> Result<(), OutOfWork> {
        let steps = budget.left().saturating_sub(reserved);
        budget.limited(steps, |budget| self.make(group, words, budget))
    }

    /// Makes words from a group, each in every possible way.
    fn make(
        &mut self,
        group: &TableGroup<'_>,
        words: &[Ordinal],
        budget: &mut WorkBudget,
    ) -> Result<(), OutOfWork> {
        let Self { context, top, by_subset, new_word_parts, .. } = self;
        let new_words = &mut new_word_parts.new_words;
        let mut maker = GroupMaker::new(context, group, *top, by_subset, new_words);
        let outcome = words.iter().try_for_each(|&word| maker.make(word, budget));
        let GroupMaker { used_subsets, results, .. } = maker;
        for subset in used_subsets {
            let candidates = &mut self.by_subset[subset.index()];
            keep_best(candidates, self.top);
            self.words.append(candidates);
        }
        let results = self.context.subsets.all().zip(results);
        self.new_word_parts.results.extend(
            results.filter(|(_, words)| !words.is_empty()).map(|(subset, words)| PlayOnResults {
                tables: group.tables,
                subset,
                words,
            }),
        );
        outcome
    }
}

/// Makes words from one group of table words.
struct GroupMaker<'m> {
    context: &'m SearchContext<'m>,
    group: &'m TableGroup<'m>,
    top: usize,
    base_texts: Vec<&'m [u8]>,
    /// The number of letters of the table words.
    base_letters: usize,
    /// The candidates, by the subset of the hand that they take.
    by_subset: &'m mut [Vec<CandidateWord>],
    /// The subsets that candidates take.
    used_subsets: Vec<HandSubset>,
    /// The words made, allowed or not, by the subset of the hand that makes them. Empty, like
    /// `new_words`, if the rules do not allow play-ons to a new word.
    results: Vec<Vec<Ordinal>>,
    new_words: &'m mut [Vec<(Ordinal, Cover)>],
}

/// The facts about a word that all its covers share.
struct WordFacts {
    ordinal: Ordinal,
    word: Word,
    marks: Marks,
    /// The way in which it is formed, if that is the same for all covers.
    formation: Option<WordFormation>,
}

impl<'m> GroupMaker<'m> {
    fn new(
        context: &'m SearchContext<'m>,
        group: &'m TableGroup<'m>,
        top: usize,
        by_subset: &'m mut [Vec<CandidateWord>],
        new_words: &'m mut [Vec<(Ordinal, Cover)>],
    ) -> Self {
        let base_texts: Vec<&[u8]> = group.plays.iter().map(|play| play.text()).collect();
        Self {
            context,
            group,
            top,
            base_letters: base_texts.iter().map(|text| text.len()).sum(),
            base_texts,
            by_subset,
            used_subsets: Vec::new(),
            results: vec![Vec::new(); new_words.len()],
            new_words,
        }
    }

    fn keeps_results(&self) -> bool {
        self.context.rules.play_on_new_word
    }

    /// Makes a word in every possible way.
    fn make(&mut self, ordinal: Ordinal, budget: &mut WorkBudget) -> Result<(), OutOfWork> {
        budget.spend(STEPS_PER_WORD)?;
        let SearchContext { lexicon, rules, subsets, .. } = *self.context;
        let text = lexicon.word(ordinal);
        if text.len() <= self.base_letters {
            return Ok(());
        }
        let marks = lexicon.marks(ordinal);
        let has_open_cards = self.group.required.open_count() > 0;
        let formation =
            (!has_open_cards).then(|| WordFormation::of(text.as_bytes(), &self.base_texts));
        let is_barred =
            formation.is_some_and(|formation| !rules.marks_verdict(marks, formation).is_allowed());
        if is_barred && !self.keeps_results() {
            return Ok(());
        }
        let word = text.parse().expect("a lexicon holds words");
        let facts = WordFacts { ordinal, word, marks, formation };
        let mut covers = 0;
        each_cover(text.as_bytes(), &self.group.required, subsets, &mut |cover| {
            covers += 1;
            self.add(&facts, cover);
        });
        budget.spend(STEPS_PER_COVER * covers)
    }

    /// Adds a word made in one way.
    fn add(&mut self, facts: &WordFacts, cover: &Cover) {
        let &WordFacts { ordinal, ref word, marks, formation } = facts;
        let SearchContext { rules, subsets, .. } = *self.context;
        let index = cover.subset.index();
        if self.keeps_results() && self.results[index].last() != Some(&ordinal) {
            self.results[index].push(ordinal);
        }
        let formation =
            formation.unwrap_or_else(|| formation_of(word, &self.group.plays, cover.shown, rules));
        if !rules.marks_verdict(marks, formation).is_allowed() {
            return;
        }
        let mut points = formation.points(word.len(), rules.version);
        if formation == WordFormation::New {
            if self.keeps_results() {
                self.new_words[index].push((ordinal, *cover));
            }
            points += self.initial_hand_bonus(cover.subset);
        }
        let score_key = score_key(points, cover.subset, subsets);
        self.keep(CandidateWord {
            tables: self.group.tables,
            subset: cover.subset,
            score_key,
            word: ordinal,
            new_word: None,
        });
    }

    fn initial_hand_bonus(&self, new_word: HandSubset) -> u32 {
        let SearchContext { position, rules, subsets, .. } = self.context;
        if new_word == subsets.whole_hand() {
            Bonuses::of_going_out(position.hand.len(), position.stage, rules.version).initial_hand
        } else {
            0
        }
    }

    /// Keeps a candidate if it may be among the best with its cards. Words must be added in
    /// alphabetical order.
    fn keep(&mut self, candidate: CandidateWord) {
        let candidates = &mut self.by_subset[candidate.subset.index()];
        if let Some(last) = candidates.last_mut().filter(|last| last.word == candidate.word) {
            // The same word with the same cards, formed in another way.
            if last.score_key < candidate.score_key {
                *last = candidate;
            }
            return;
        }
        if candidates.is_empty() {
            self.used_subsets.push(candidate.subset);
        }
        candidates.push(candidate);
        if candidates.len() >= 2 * self.top + 8 {
            keep_best(candidates, self.top);
            // The word that is being made stays last if it is kept.
            candidates.sort_unstable_by_key(|candidate| candidate.word);
        }
    }
}
