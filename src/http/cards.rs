//! Lists of cards, whatever the game.

use std::fmt::Display;

use crate::rules::{BreachCode, Breaches, counted, limits};

/// Why a text is no card of a game, as a breach.
pub(super) trait NotACard: Display {
    /// The rule that says how a card is written.
    const RULE: &'static str;

    /// What kind of breach it is.
    fn code(&self) -> BreachCode;
}

/// Reads a list of cards, all or none; more than a rule allows are refused before they are read.
pub(super) fn cards<C, E: NotACard>(
    texts: &[String],
    (most, rule): (usize, &'static str),
    pointer: impl Display,
    breaches: &mut Breaches,
    read: impl Fn(&str) -> Result<C, E>,
) -> Option<Vec<C>> {
    if texts.len() > most {
        let detail = format_args!("{}; at most {most} are allowed", counted(texts.len(), "card"));
        breaches.add(BreachCode::TooMany, rule, pointer, detail);
        return None;
    }
    let mut cards = Vec::with_capacity(texts.len());
    for (position, text) in texts.iter().enumerate() {
        match read(text) {
            Ok(card) => cards.push(card),
            Err(error) => refuse(text, &error, format_args!("{pointer}/{position}"), breaches),
        }
    }
    (cards.len() == texts.len()).then_some(cards)
}

/// Tells why a text is no card.
pub(super) fn refuse<E: NotACard>(text: &str, error: &E, pointer: impl Display, breaches: &mut Breaches) {
    let shown: String = text.chars().take(limits::CARD_CHARACTERS).collect();
    breaches.add(error.code(), E::RULE, pointer, format_args!("{shown:?}: {error}"));
}
