//! Puzzles: cards on the table that spell a word of the level, and others.

use std::ops::RangeInclusive;

use super::call::Call;
use super::card::Card;
use super::deck::published_deck;
use super::index::SearchIndex;
use super::placement::place;
use super::table::Table;
use crate::lexicon::Words;
use crate::rules::flow::take_cards;
use crate::rules::puzzle::{Best, Dice, Goal, NoPuzzle, Setter, Terms, Work};

/// The number of letters of a word that the table can spell, and of cards beside those of the word,
/// by level.
const DEALS: [(RangeInclusive<usize>, usize); 3] = [(6..=7, 2), (7..=8, 3), (7..=9, 4)];

/// Sets puzzles of My Word!
#[derive(Debug)]
pub struct PuzzleSetter<'s> {
    /// The search index of the lexicon.
    pub index: &'s SearchIndex,
}

impl Setter for PuzzleSetter<'_> {
    /// The cards in the order in which they were turned up.
    type Position = Vec<Card>;
    type Play = Call;

    const TERMS: &'static [Terms; 3] = &Terms::of_margins([1, 1, 1]);
    const SEARCH_COST: usize = 20;

    fn deal(
        &mut self,
        dice: &mut Dice,
        goal: &Goal<'_>,
        _work: &mut Work,
    ) -> Result<Option<Vec<Card>>, NoPuzzle> {
        let deck = published_deck();
        let (letters, others) = goal.level().terms(&DEALS);
        let mut placed = None;
        goal.pick_word(dice, letters.clone(), |word| {
            placed = place(word, &Table::new(&deck)).ok().flatten();
            placed.is_some()
        });
        let Some(call) = placed else { return Ok(None) };
        let mut table: Vec<Card> = call.iter().map(|card| card.face()).collect();
        let mut rest = deck;
        take_cards(&mut rest, &table);
        dice.shuffle(&mut rest);
        table.extend(rest.into_iter().take(*others));
        let mut table: Vec<Card> = Table::new(&table).cards().collect();
        dice.shuffle(&mut table);
        Ok(Some(table))
    }

    fn best(&self, position: &Vec<Card>, words: Words<'_>) -> Option<Best<Call>> {
        let calls = self.index.best(words, &Table::new(position), 2).ok()?;
        let points = |call: &Call| u32::try_from(call.points()).unwrap_or(u32::MAX);
        let [play, second] = calls.try_into().ok()?;
        let (words, total) = (vec![*play.word()], points(&play));
        Some(Best { play, words, total, second: points(&second) })
    }
}
