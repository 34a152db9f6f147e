//! The cut for the deal (rule 2).

use super::card::Card;
use super::values::LetterValues;
use crate::word::Letter;

/// A player's cut.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

/// Returns a card's rank in the cut: wilds first, then the highest value, then the letter nearest
/// to Z (RULEBOOK O16). The colour does not matter.
fn rank(card: Card, values: &LetterValues) -> (bool, Option<(u32, Letter)>) {
    match card {
        Card::Wild => (true, None),
        Card::Letter(letter, _) => (false, Some((values.of(letter), letter))),
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
        let highest = cuts.iter().map(|cut| rank(cut.card, values)).max();
        let first: Vec<&Cut> =
            cuts.iter().filter(|cut| Some(rank(cut.card, values)) == highest).collect();
        match first[..] {
            [only] => Self::Dealer(only.player.clone()),
            _ => Self::Tied(first.iter().map(|cut| cut.player.clone()).collect()),
        }
    }
}
