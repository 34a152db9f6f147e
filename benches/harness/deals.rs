//! Cards drawn from the deck of a game.

use std::fmt::Debug;
use std::str::FromStr;

use wordcourt::rules::Variant;

use crate::harness::Dice;

/// Draws cards from the deck of a game; the last `wilds` of them are wild.
pub(crate) fn draw<C>(variant: Variant, cards: usize, wilds: usize, dice: &mut Dice) -> Vec<C>
where
    C: FromStr<Err: Debug> + Clone,
{
    let mut deck: Vec<C> = Vec::new();
    for card in variant.rule_data().deck.iter().filter(|card| card.card != "*") {
        deck.extend(std::iter::repeat_n(card.card.parse().unwrap(), card.count as usize));
    }
    let mut drawn: Vec<C> =
        (wilds..cards).map(|_| deck.swap_remove(dice.below(deck.len()))).collect();
    drawn.extend(std::iter::repeat_n("*".parse().unwrap(), wilds));
    drawn
}
