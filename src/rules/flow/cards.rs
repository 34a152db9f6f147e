//! Lists of cards: hands, piles and their texts.

use std::str::FromStr;

use crate::rules::{Refused, Violations};

/// Takes cards from a list, each at its first place. Returns the positions of those that it lacks.
pub fn take_cards<C: PartialEq>(from: &mut Vec<C>, cards: &[C]) -> Vec<usize> {
    let mut missing = Vec::new();
    for (position, card) in cards.iter().enumerate() {
        match from.iter().position(|held| held == card) {
            Some(place) => drop(from.remove(place)),
            None => missing.push(position),
        }
    }
    missing
}

/// Reads cards; `refuse` records the error at the place of a text that is not a card.
///
/// # Errors
/// At least one text is not a card.
pub fn read_cards<C: FromStr>(
    texts: &[String],
    violations: &mut Violations,
    refuse: impl Fn(C::Err, &mut Violations) -> Refused,
) -> Result<Vec<C>, Refused> {
    let mut cards = Ok(Vec::with_capacity(texts.len()));
    for (position, text) in texts.iter().enumerate() {
        match (text.parse(), &mut cards) {
            (Ok(card), Ok(cards)) => cards.push(card),
            (Ok(_), Err(_)) => {}
            (Err(error), _) => cards = Err(refuse(error, &mut violations.at(position))),
        }
    }
    cards
}

/// Returns the texts of cards.
pub fn texts(cards: &[impl ToString]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}
