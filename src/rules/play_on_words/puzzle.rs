//! Puzzles: words on the table that hands before have made, and a hand.

use super::card::Card;
use super::deck::published_deck;
use super::hand::{HAND_CARDS, Hand};
use super::play::Play;
use super::ruleset::Rules;
use super::score::Stage;
use super::search::{FoundTurn, Position, SearchIndex};
use super::table::Table;
use crate::lexicon::{Vocabulary, Words};
use crate::rules::Violations;
use crate::rules::puzzle::{Best, Dice, Goal, NoPuzzle, Setter, Terms, Work};

/// The number of turns before that of the puzzle.
const TURNS: usize = 2;
/// The number of hands that are tried on one table.
const HANDS: usize = 16;
/// The number of cards of a hand. With more cards, few best turns are of common words only.
const CARDS: usize = 4;

/// Sets puzzles of Play On Words, by the default rules.
#[derive(Debug)]
pub struct PuzzleSetter<'s> {
    index: &'s SearchIndex,
    table: Table,
    /// The cards that are not on the table, in the order of the published deck.
    rest: Vec<Card>,
    /// The number of hands to try on this table.
    hands: usize,
}

/// A hand and the words on the table, for a turn that is neither the first nor the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandAndTable {
    /// The hand.
    pub hand: Hand,
    /// The words on the table.
    pub table: Table,
}

impl HandAndTable {
    fn position(&self) -> Position<'_> {
        Position { hand: &self.hand, table: &self.table, stage: Stage::LATER }
    }
}

impl<'s> PuzzleSetter<'s> {
    /// Sets puzzles from the words of an index.
    #[must_use]
    pub fn new(index: &'s SearchIndex) -> Self {
        Self { index, table: Table::default(), rest: Vec::new(), hands: 0 }
    }

    /// Makes a table by the best turns of a few hands; `None` if a hand has none.
    fn set_table(
        &mut self,
        dice: &mut Dice,
        common: Vocabulary<'_>,
        work: &mut Work,
    ) -> Result<Option<()>, NoPuzzle> {
        let mut deck = published_deck();
        dice.shuffle(&mut deck);
        let mut pile = deck.into_iter();
        let mut held: Vec<Card> = Vec::new();
        self.table = Table::default();
        for _ in 0..TURNS {
            held.extend(pile.by_ref().take(HAND_CARDS - held.len()));
            let Ok(hand) = Hand::new(&held) else { return Ok(None) };
            work.search()?;
            let position = Position { hand: &hand, table: &self.table, stage: Stage::LATER };
            let best = self.index.best(common, position, Rules::default(), 1);
            let Some(FoundTurn { turn, score }) = best.turns.into_iter().next() else {
                return Ok(None);
            };
            let words = self.table.after(&turn).into_iter().cloned().collect();
            let Ok(table) = Table::new(words, &mut Violations::default()) else { return Ok(None) };
            (self.table, held) = (table, score.hand_left.to_vec());
        }
        self.rest = pile.chain(held).collect();
        self.rest.sort_unstable();
        self.hands = HANDS;
        Ok(Some(()))
    }
}

impl Setter for PuzzleSetter<'_> {
    type Position = HandAndTable;
    type Play = FoundTurn;

    const TERMS: &'static [Terms; 3] = &Terms::of_margins([2, 1, 1]);
    const SEARCH_COST: usize = 30;

    fn deal(
        &mut self,
        dice: &mut Dice,
        goal: &Goal<'_>,
        work: &mut Work,
    ) -> Result<Option<HandAndTable>, NoPuzzle> {
        if self.hands == 0 && self.set_table(dice, goal.common(), work)?.is_none() {
            return Ok(None);
        }
        self.hands -= 1;
        let mut cards = self.rest.clone();
        dice.shuffle(&mut cards);
        cards.truncate(CARDS);
        let hand = Hand::new(&cards).ok();
        Ok(hand.map(|hand| HandAndTable { hand, table: self.table.clone() }))
    }

    fn best(&self, puzzle: &HandAndTable, words: Words<'_>) -> Option<Best<FoundTurn>> {
        let best = self.index.best(words, puzzle.position(), Rules::default(), 2);
        let [play, second] = best.turns.try_into().ok().filter(|_| best.exhaustive)?;
        let words = play.turn.words().map(Play::word).collect();
        let total = play.score.total;
        Some(Best { play, words, total, second: second.score.total })
    }
}
