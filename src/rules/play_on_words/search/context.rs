//! The position of a search and the data that the search looks up.

use super::card_cover::{Cover, each_cover};
use super::hand_subset::{HandSubset, HandSubsets};
use super::table_group::{TableGroup, TableSet};
use crate::lexicon::{MultisetIndex, Numbered, Ordinal, Vocabulary};
use crate::rules::Variant;
use crate::rules::play_on_words::hand::Hand;
use crate::rules::play_on_words::ruleset::Rules;
use crate::rules::play_on_words::score::Stage;
use crate::rules::play_on_words::table::Table;
use crate::rules::play_on_words::table_reading::formation_of;
use crate::rules::play_on_words::word_formation::WordFormation;
use crate::word::Word;

/// The position of a player whose turn it is.
#[derive(Debug, Clone, Copy)]
pub struct Position<'p> {
    /// The player's cards.
    pub hand: &'p Hand,
    /// The words on the table.
    pub table: &'p Table,
    /// The stage of the round.
    pub stage: Stage,
}

/// The inputs that all parts of a search share.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchContext<'s> {
    pub(super) index: &'s MultisetIndex,
    pub(super) vocabulary: Vocabulary<'s>,
    pub(super) lexicon: &'s Numbered<'s>,
    pub(super) position: Position<'s>,
    pub(super) rules: Rules,
    pub(super) subsets: &'s HandSubsets,
}

impl<'s> SearchContext<'s> {
    pub(super) fn word(&self, ordinal: Ordinal) -> Word {
        word_of(self.lexicon, ordinal)
    }

    pub(super) fn group(&self, tables: TableSet) -> TableGroup<'s> {
        TableGroup::new(tables, self.position.table, self.rules.table_cards)
    }

    /// Iterates over the overlay words that are long enough.
    pub(super) fn overlay_words(&self) -> impl Iterator<Item = (Ordinal, &'s Word)> {
        let (lengths, _) = Variant::PlayOnWords.lengths();
        self.lexicon.added().filter(move |(_, word)| lengths.contains(&word.len()))
    }

    /// Returns the best allowed way to make a word from base words and exactly these cards of the
    /// hand, if there is one.
    pub(super) fn best_cover(
        &self,
        ordinal: Ordinal,
        group: &TableGroup<'_>,
        subset: HandSubset,
    ) -> Option<(WordFormation, Cover)> {
        let word = self.word(ordinal);
        let mut best: Option<(WordFormation, Cover)> = None;
        each_cover(word.as_bytes(), &group.required, self.subsets, &mut |cover| {
            if cover.subset != subset {
                return;
            }
            let formation = formation_of(&word, &group.plays, cover.shown, self.rules);
            let is_better = best.is_none_or(|(other, _)| other < formation);
            let is_allowed = || {
                let marks = self.lexicon.marks(ordinal);
                self.rules.marks_verdict(marks, formation).is_allowed()
            };
            if is_better && is_allowed() {
                best = Some((formation, *cover));
            }
        });
        best
    }
}

/// Returns the word with an ordinal.
pub(super) fn word_of(lexicon: &Numbered<'_>, ordinal: Ordinal) -> Word {
    lexicon.word(ordinal).parse().expect("a lexicon holds words")
}
