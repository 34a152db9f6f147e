//! The sets of two or more table words that words can be made from.

use super::card_cover::RequiredCards;
use super::context::SearchContext;
use super::table_group::TableSet;
use super::work_budget::{OutOfWork, WorkBudget};
use crate::lexicon::{BLOCK_WORDS, LetterCounts, Ordinal};
use crate::word::Letter;

/// Finds every set of two or more table words with every word that has all their letters and no
/// other letters than the hand can add. Some other words may be included.
pub(super) fn find_combinations(
    context: &SearchContext<'_>,
    budget: &mut WorkBudget,
) -> (Vec<(TableSet, Ordinal)>, Result<(), OutOfWork>) {
    let table: Vec<TableWord> =
        (0..context.position.table.len()).map(|index| TableWord::of(context, index)).collect();
    let words = words_with_table_words(context, &table);
    let all_tables = TableSet::first(table.len());
    let overlay_words = context.overlay_words().map(|(ordinal, _)| (ordinal, all_tables));
    let (hand_letters, hand_wilds) = context.subsets.max_letters();
    let mut finder = Finder {
        table,
        hand_letters,
        hand_wilds: u32::from(hand_wilds),
        hand_letter_count: context.position.hand.letter_count(),
        budget,
        found: Vec::new(),
    };
    let mut outcome = Ok(());
    for (word, tables) in words.into_iter().chain(overlay_words) {
        let text = context.lexicon.word(word);
        let letters = text.bytes().filter_map(Letter::from_ascii).collect();
        let rest = Rest { letters, letter_count: text.len(), open_cards: 0 };
        outcome = finder.extend(word, TableSet::EMPTY, tables, rest);
        if outcome.is_err() {
            break;
        }
    }
    (finder.found, outcome)
}

/// The facts about a table word that matter for combinations.
struct TableWord {
    required: RequiredCards,
    /// The letters that every word made from it has.
    min_letters: LetterCounts,
    letter_count: usize,
    /// The number of its cards that may change.
    open_cards: u32,
}

impl TableWord {
    fn of(context: &SearchContext<'_>, index: usize) -> Self {
        let play = &context.position.table[index];
        let required = RequiredCards::of([play], context.rules.table_cards);
        Self {
            min_letters: required.min_letters(),
            letter_count: play.word().len(),
            open_cards: required.open_count(),
            required,
        }
    }
}

/// Returns the indexed words that have all letters of each of two or more table words, and no other
/// letters than the hand and the table have. Each word comes with the table words whose letters it
/// has.
fn words_with_table_words(
    context: &SearchContext<'_>,
    table: &[TableWord],
) -> Vec<(Ordinal, TableSet)> {
    let (mut letters, mut wilds) = context.subsets.max_letters();
    for word in table {
        let (word_letters, word_wilds) = word.required.max_letters();
        letters = letters.plus(&word_letters);
        wilds += word_wilds;
    }
    // The table words by place in the index.
    let mut table_words = vec![TableSet::EMPTY; context.index.len()];
    let mut places = Vec::new();
    for (number, word) in table.iter().enumerate() {
        let spellable = context.index.spanning_blocks(&word.min_letters, &letters, wilds);
        for (block, words) in spellable.blocks {
            words.for_each_one(|bit| {
                let place = block as usize * BLOCK_WORDS + bit;
                if table_words[place].is_empty() {
                    places.push(place);
                }
                table_words[place] = table_words[place].with(number);
            });
        }
    }
    let combinable = places.into_iter().filter(|&place| table_words[place].len() > 1);
    let numbered = combinable.filter_map(|place| {
        let ordinal = context.lexicon.of_lexicon(context.index.ordinal(place))?;
        Some((ordinal, table_words[place]))
    });
    numbered.collect()
}

/// Tries sets of table words for a word.
struct Finder<'f> {
    table: Vec<TableWord>,
    hand_letters: LetterCounts,
    hand_wilds: u32,
    hand_letter_count: usize,
    budget: &'f mut WorkBudget,
    found: Vec<(TableSet, Ordinal)>,
}

/// The letters of a word that its table words lack, and the number of cards of these table words
/// that may change.
#[derive(Clone, Copy)]
struct Rest {
    letters: LetterCounts,
    letter_count: usize,
    open_cards: u32,
}

impl Rest {
    /// Removes the letters of one more table word. `None` if the word lacks one of them or has no
    /// other letters: at least one card must come from the hand.
    fn without(&self, table_word: &TableWord) -> Option<Self> {
        if self.letter_count <= table_word.letter_count {
            return None;
        }
        Some(Self {
            letters: self.letters.minus(&table_word.min_letters)?,
            letter_count: self.letter_count - table_word.letter_count,
            open_cards: self.open_cards + table_word.open_cards,
        })
    }
}

impl Finder<'_> {
    /// Extends the table words in `taken`, which leave `rest` of the word, by any of those in
    /// `choices`.
    fn extend(
        &mut self,
        word: Ordinal,
        taken: TableSet,
        choices: TableSet,
        rest: Rest,
    ) -> Result<(), OutOfWork> {
        self.budget.spend(1)?;
        if taken.len() > 1 && self.hand_can_add(&rest) {
            self.found.push((taken, word));
        }
        for index in choices.iter() {
            let choices_left = choices.from(index);
            let max_letters: usize =
                choices_left.iter().map(|choice| self.table[choice].letter_count).sum();
            if rest.letter_count > max_letters + self.hand_letter_count {
                return Ok(());
            }
            if let Some(rest) = rest.without(&self.table[index]) {
                self.extend(word, taken.with(index), choices.from(index + 1), rest)?;
            }
        }
        Ok(())
    }

    fn hand_can_add(&self, rest: &Rest) -> bool {
        rest.letter_count <= self.hand_letter_count
            && rest.letters.excess_over(&self.hand_letters) <= self.hand_wilds + rest.open_cards
    }
}
