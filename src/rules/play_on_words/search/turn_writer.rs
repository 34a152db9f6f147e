//! The turns found, card by card.

use super::candidate::CandidateWord;
use super::card_arrangement::arrangements;
use super::context::{Position, SearchContext};
use super::hand_subset::HandSubset;
use super::table_group::TableGroup;
use crate::lexicon::Ordinal;
use crate::rules::Violations;
use crate::rules::play_on_words::placement::PlacedTurn;
use crate::rules::play_on_words::play::Play;
use crate::rules::play_on_words::score::Score;
use crate::rules::play_on_words::turn::{PlayOn, Turn};

/// A turn that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTurn {
    /// The turn.
    pub turn: Turn,
    /// The score of the turn.
    pub score: Score,
}

/// Chooses the cards of a turn that makes these words, and scores it.
pub(super) fn write_turn<'c>(
    context: &SearchContext<'_>,
    candidates: impl Iterator<Item = &'c CandidateWord>,
) -> Option<FoundTurn> {
    let Position { hand, table, stage } = context.position;
    let mut turn = Turn::default();
    for candidate in candidates {
        let group = context.group(candidate.tables);
        let mut onto: Vec<usize> = candidate.tables.iter().collect();
        let word = if let Some(new_word) = &candidate.new_word {
            onto.push(table.len());
            turn.new_word = Some(new_word.play.clone());
            let group = group.with_new_word(&new_word.play, context.rules.table_cards);
            write_word(context, candidate.word, &group, new_word.added)?
        } else {
            write_word(context, candidate.word, &group, candidate.subset)?
        };
        if onto.is_empty() {
            turn.new_word = Some(word);
        } else {
            turn.play_ons.push(PlayOn { onto, word });
        }
    }
    let mut violations = Violations::default();
    let placed = PlacedTurn::place(&turn, hand, table, context.rules, &mut violations).ok()?;
    let score = Score::of(&placed, stage, context.rules);
    Some(FoundTurn { turn, score })
}

/// Chooses the cards of a word.
fn write_word(
    context: &SearchContext<'_>,
    word: Ordinal,
    group: &TableGroup<'_>,
    subset: HandSubset,
) -> Option<Play> {
    let (_, cover) = context.best_cover(word, group, subset)?;
    let (word, table_cards) = (context.word(word), context.rules.table_cards);
    let plays = arrangements(&word, &cover, &group.plays, table_cards, context.subsets, 1);
    plays.into_iter().next()
}
