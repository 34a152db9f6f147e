//! The cut for the deal (rule 2).

use super::card::Card;
use super::values::LetterValues;
use crate::word::Letter;

/// A player's cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Who cut.
    pub player: String,
    /// The card that came up.
    pub card: Card,
}

/// Who deals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// This player.
    Dealer(String),
    /// These players cut again among themselves, in seat order.
    Tied(Vec<String>),
}

/// A card's rank in the cut: a wild first, then the highest value, then nearest to Z (RULEBOOK O16); the colour doesn't matter.
fn rank(card: Card, values: &LetterValues) -> (bool, Option<(u32, Letter)>) {
    match card {
        Card::Wild => (true, None),
        Card::Letter(letter, _) => (false, Some((values.of(letter), letter))),
    }
}

impl Deal {
    /// Decides a cut.
    #[must_use]
    pub fn of(cuts: &[Cut], values: &LetterValues) -> Self {
        let highest = cuts.iter().map(|cut| rank(cut.card, values)).max();
        let first: Vec<&Cut> = cuts.iter().filter(|cut| Some(rank(cut.card, values)) == highest).collect();
        match first[..] {
            [only] => Self::Dealer(only.player.clone()),
            _ => Self::Tied(first.iter().map(|cut| cut.player.clone()).collect()),
        }
    }
}
