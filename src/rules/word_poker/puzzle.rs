//! Puzzles: seven cards of the deck.

use super::best::Found;
use super::card::Card;
use super::category::ActiveCategory;
use super::deck::Deck;
use super::hand::Hand;
use super::index::SearchIndex;
use super::values::{LetterValues, MAX_CARDS};
use crate::lexicon::Words;
use crate::rules::puzzle::{Best, Dice, Goal, NoPuzzle, Setter, Terms, Work};

/// Seven cards in the order in which they were dealt.
pub type DealtCards = [Card; MAX_CARDS];

/// Sets puzzles of Choose Your Words and Word For Word, by the default rules and without a category.
#[derive(Debug)]
pub struct PuzzleSetter<'s> {
    /// The search index of the lexicon.
    pub index: &'s SearchIndex,
}

impl Setter for PuzzleSetter<'_> {
    type Position = DealtCards;
    type Play = Found;

    const TERMS: &'static [Terms; 3] = &Terms::of_margins([4, 2, 1]);
    const SEARCH_COST: usize = 4;

    fn deal(
        &mut self,
        dice: &mut Dice,
        _goal: &Goal<'_>,
        _work: &mut Work,
    ) -> Result<Option<Self::Position>, NoPuzzle> {
        let mut deck = Deck::published();
        dice.shuffle(&mut deck);
        Ok(deck.first_chunk().copied())
    }

    fn best(&self, position: &Self::Position, words: Words<'_>) -> Option<Best<Found>> {
        let hand = Hand::new(position).ok()?;
        let (values, category) = (LetterValues::default(), ActiveCategory::default());
        let found = self.index.best(words, &hand, &values, category, 2).found;
        let [play, second] = found.try_into().ok()?;
        let (words, total) = (vec![play.word], play.score.total);
        Some(Best { play, words, total, second: second.score.total })
    }
}
