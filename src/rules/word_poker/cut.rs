//! The cut for the deal (rule 2).

use serde::Serialize;

use super::card::{Card, PlayedCard};
use super::values::LetterValues;
use crate::rules::score::{Line, Lines};
use crate::word::Letter;

/// A player's cut.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Cut {
    /// The player's name.
    pub player: String,
    /// The card that the player cut.
    pub card: Card,
}

/// The result of a cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// This player deals.
    Dealer(String),
    /// These players cut again among themselves, in seat order.
    Tied(Vec<String>),
}

/// A card's rank in the cut: letters by value, then by nearness to Z; wilds above all letters
/// (RULEBOOK O16). The colour does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Letter(u32, Letter),
    Wild,
}

impl Rank {
    fn of(card: Card, values: &LetterValues) -> Self {
        match card {
            Card::Wild => Self::Wild,
            Card::Letter(letter, _) => Self::Letter(values.of(letter), letter),
        }
    }
}

impl Deal {
    /// Returns the result of a cut.
    ///
    /// ```
    /// use wordcourt::rules::word_poker::{Cut, Deal, LetterValues};
    /// let cut = |player: &str, card: &str| Cut { player: player.into(), card: card.parse().unwrap() };
    /// let cuts = [cut("ann", "Zb"), cut("bob", "*"), cut("cid", "Ar")];
    /// assert_eq!(Deal::of(&cuts, &LetterValues::default()), Deal::Dealer("bob".into()));
    /// ```
    #[must_use]
    pub fn of(cuts: &[Cut], values: &LetterValues) -> Self {
        let highest = cuts.iter().map(|cut| Rank::of(cut.card, values)).max();
        let first: Vec<&Cut> =
            cuts.iter().filter(|cut| Some(Rank::of(cut.card, values)) == highest).collect();
        match first[..] {
            [only] => Self::Dealer(only.player.clone()),
            _ => Self::Tied(first.iter().map(|cut| cut.player.clone()).collect()),
        }
    }

    /// Returns the steps that rank each cut, in the order of the cuts.
    #[must_use]
    pub fn lines(cuts: &[Cut], values: &LetterValues) -> Vec<Vec<Line>> {
        let highest = cuts.iter().map(|cut| Rank::of(cut.card, values)).max();
        cuts.iter().map(|cut| cut.lines(highest, values)).collect()
    }
}

impl Cut {
    /// Returns the steps that rank this cut; `highest` is the highest rank of all cuts.
    fn lines(&self, highest: Option<Rank>, values: &LetterValues) -> Vec<Line> {
        let mut lines = Lines::default();
        match self.card {
            Card::Wild => {
                lines.add("O16", "wild: deals before every letter".to_owned(), Vec::new(), 0);
            }
            Card::Letter(letter, colour) => {
                let value = values.of(letter);
                let card = PlayedCard { wild: false, colour, letter };
                lines.add("O4", card.label(), Vec::new(), value);
                if let Some(Rank::Letter(highest_value, nearest)) = highest
                    && value == highest_value
                    && letter != nearest
                {
                    let label = format!("equal value: {nearest} is nearer to Z");
                    lines.add("O16", label, Vec::new(), 0);
                }
            }
        }
        lines.finish()
    }
}
