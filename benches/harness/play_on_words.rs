//! Positions of Play On Words Rummy.

use wordcourt::lexicon::Lexicon;
use wordcourt::rules::play_on_words::{
    BestTurns, Hand, Play, Position, Rules, SearchIndex, Stage, Table,
};
use wordcourt::rules::{Variant, Violations};

use crate::deals::draw;
use crate::harness::Dice;

pub(crate) struct Input {
    pub(crate) hand: Hand,
    pub(crate) table: Table,
}

/// The lexicon with its search index.
pub(crate) struct Bench {
    pub(crate) lexicon: Lexicon,
    pub(crate) index: SearchIndex,
}

impl Bench {
    pub(crate) fn best(&self, input: &Input, rules: Rules, top: usize) -> BestTurns {
        let position = Position { hand: &input.hand, table: &input.table, stage: Stage::LATER };
        self.index.best(&self.lexicon, position, rules, top)
    }

    /// Returns a position with a hand of eight cards.
    pub(crate) fn input(&self, wilds: usize, words: usize, dice: &mut Dice) -> Input {
        Input {
            hand: Hand::new(&draw(Variant::PlayOnWords, 8, wilds, dice)).unwrap(),
            table: Table::new(self.table(words, dice), &mut Violations::default()).unwrap(),
        }
    }

    /// Returns words made from hands of eight cards, without wild and flip cards.
    pub(crate) fn table(&self, words: usize, dice: &mut Dice) -> Vec<Play> {
        let mut table = Vec::new();
        while table.len() < words {
            let hand = Hand::new(&draw(Variant::PlayOnWords, 8, 0, dice)).unwrap();
            let turns =
                self.best(&Input { hand, table: Table::default() }, Rules::default(), 20).turns;
            if !turns.is_empty() {
                let word = turns[dice.below(turns.len())].turn.new_word.clone();
                table.extend(word.filter(|word| !word.iter().any(|card| card.face().is_choice())));
            }
        }
        table
    }
}
