//! The sets of two or more table words that words can be made from.

use super::card_cover::RequiredCards;
use super::context::SearchContext;
use super::table_group::TableSet;
use super::word_pool::{LetterBounds, WordPool};
use super::work_budget::{OutOfWork, WorkBudget};
use crate::lexicon::Ordinal;

/// The steps for a set of table words, beside those for the blocks of its words.
const STEPS_PER_SET: u64 = 4;

/// Finds every set of two or more table words with every word that has all their letters and no
/// other letters than the hand can add. Some other words may be included.
pub(super) fn find_combinations(
    context: &SearchContext<'_>,
    budget: &mut WorkBudget,
) -> (Vec<(TableSet, Ordinal)>, Result<(), OutOfWork>) {
    let bounds_of =
        |play| LetterBounds::of_required(&RequiredCards::of([play], context.rules.table_cards));
    let table: Vec<LetterBounds> = context.position.table.iter().map(bounds_of).collect();
    let all = table.iter().fold(LetterBounds::default(), |all, word| all.plus(word));
    let spellable = WordPool::of(context, &all.without_min().and_hand(context.subsets));
    let mut finder = Finder { context, table: &table, budget, found: Vec::new() };
    let outcome = finder.extend(TableSet::EMPTY, &LetterBounds::default(), &spellable);
    (finder.found, outcome)
}

/// Tries sets of table words.
struct Finder<'f> {
    context: &'f SearchContext<'f>,
    /// The bounds on words made from each table word alone.
    table: &'f [LetterBounds],
    budget: &'f mut WorkBudget,
    found: Vec<(TableSet, Ordinal)>,
}

impl Finder<'_> {
    /// Extends a set by any later table words. `bounds` are those on words made from the set alone,
    /// and `words` have all its letters.
    fn extend(
        &mut self,
        tables: TableSet,
        bounds: &LetterBounds,
        words: &WordPool<'_>,
    ) -> Result<(), OutOfWork> {
        for index in tables.end()..self.table.len() {
            let tables = tables.with(index);
            let bounds = bounds.plus(&self.table[index]);
            let words = words.narrowed(self.context, &bounds.and_anything());
            self.budget.spend(STEPS_PER_SET + words.blocks())?;
            if words.is_empty() {
                continue;
            }
            if tables.len() > 1 {
                let made = words.narrowed(self.context, &bounds.and_hand(self.context.subsets));
                let made = made.ordinals(self.context);
                self.budget.spend(made.len() as u64)?;
                self.found.extend(made.into_iter().map(|word| (tables, word)));
            }
            self.extend(tables, &bounds, &words)?;
        }
        Ok(())
    }
}
