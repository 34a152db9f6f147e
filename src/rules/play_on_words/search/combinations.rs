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
    let mut singles: Vec<Single<'_>> = (table.into_iter().enumerate())
        .map(|(index, bounds)| Single {
            index,
            bounds,
            words: spellable.narrowed(context, &bounds.and_anything()),
        })
        .collect();
    // Sets are extended from the table words that the fewest words contain, so that the pools to
    // narrow are small.
    singles.sort_by_key(|single| single.words.len());
    let mut finder = Finder { context, singles: &singles, budget, found: Vec::new() };
    let outcome = finder.extend_each();
    (finder.found, outcome)
}

/// A table word.
struct Single<'l> {
    index: usize,
    /// The bounds on words made from it alone.
    bounds: LetterBounds,
    /// The words with all its letters.
    words: WordPool<'l>,
}

/// Tries sets of table words.
struct Finder<'f> {
    context: &'f SearchContext<'f>,
    singles: &'f [Single<'f>],
    budget: &'f mut WorkBudget,
    found: Vec<(TableSet, Ordinal)>,
}

impl Finder<'_> {
    /// Tries every set.
    fn extend_each(&mut self) -> Result<(), OutOfWork> {
        for (place, Single { index, bounds, words }) in self.singles.iter().enumerate() {
            self.budget.spend(STEPS_PER_SET + words.blocks())?;
            if !words.is_empty() {
                let tables = TableSet::EMPTY.with(*index);
                self.extend(tables, bounds, words, place + 1)?;
            }
        }
        Ok(())
    }

    /// Extends a set by any table words from a place on. `bounds` are those on words made from the
    /// set alone, and `words` have all its letters.
    fn extend(
        &mut self,
        tables: TableSet,
        bounds: &LetterBounds,
        words: &WordPool<'_>,
        from: usize,
    ) -> Result<(), OutOfWork> {
        for (place, single) in self.singles.iter().enumerate().skip(from) {
            let tables = tables.with(single.index);
            let more = bounds.plus(&single.bounds);
            let words = words.narrowed(self.context, &more.and_anything().given(bounds));
            self.budget.spend(STEPS_PER_SET + words.blocks())?;
            if words.is_empty() {
                continue;
            }
            let made =
                words.narrowed(self.context, &more.and_hand(self.context.subsets).without_min());
            let made = made.ordinals(self.context);
            self.budget.spend(made.len() as u64)?;
            self.found.extend(made.into_iter().map(|word| (tables, word)));
            self.extend(tables, &more, &words, place + 1)?;
        }
        Ok(())
    }
}
