//! Cards as text, for all games (RULEBOOK §1).

use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use utoipa::openapi::{Array, ArrayBuilder};

use super::bounds::{FieldSchema, each, inline_schema, string};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits};

/// A way to write the cards of a game: as printed, or as played.
pub trait Notation: 'static {
    /// The name of the notation, unique in the document.
    const NAME: &'static str;
    /// A regular expression that every card matches.
    const PATTERN: &'static str;
    /// The rule that defines how the card is written.
    const RULE: &'static str;
    /// The card.
    type Card: FromStr<Err: CardFault>;
}

/// The reason why a text is not a card, as a violation.
pub trait CardFault: Display {
    /// The code of the violation.
    fn code(&self) -> ViolationCode;
}

/// One card.
#[derive(Debug, Clone)]
pub struct CardText<N>(String, PhantomData<N>);

inline_schema!(
    CardText<N> where [N: Notation],
    N::NAME,
    string(0, limits::CARD_CHARACTERS, Some(N::PATTERN))
);

impl<'de, N> Deserialize<'de> for CardText<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(text, PhantomData))
    }
}

impl<N: Notation> CardText<N> {
    /// Reads the card.
    ///
    /// # Errors
    /// The text is not a card of this notation.
    pub(crate) fn read(&self, violations: &mut Violations) -> Result<N::Card, Refused> {
        card::<N>(&self.0, violations)
    }
}

/// A list of `MIN` to `MAX` cards.
#[derive(Debug, Clone)]
pub struct CardList<N, const MIN: usize, const MAX: usize>(Vec<String>, PhantomData<N>);

inline_schema!(
    CardList<N, MIN, MAX> where [N: Notation, const MIN: usize, const MAX: usize],
    format!("{}List{MIN}To{MAX}", N::NAME),
    list_schema::<N>(MIN, MAX)
);

fn list_schema<N: Notation>(min: usize, max: usize) -> Array {
    let card: FieldSchema = string(0, limits::CARD_CHARACTERS, Some(N::PATTERN)).into();
    ArrayBuilder::new().items(card).min_items((min > 0).then_some(min)).max_items(Some(max)).build()
}

impl<'de, N, const MIN: usize, const MAX: usize> Deserialize<'de> for CardList<N, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|texts| Self(texts, PhantomData))
    }
}

impl<N: Notation, const MIN: usize, const MAX: usize> CardList<N, MIN, MAX> {
    /// Reads the cards, all or none. A list that is too long is rejected before its cards are read;
    /// `rule` is the rule that limits their number. The caller checks that there are enough cards,
    /// because the rule for that depends on the game.
    ///
    /// # Errors
    /// There are too many cards, or a text is not a card.
    pub(crate) fn read(
        &self,
        rule: &'static str,
        violations: &mut Violations,
    ) -> Result<Vec<N::Card>, Refused> {
        if self.0.len() > MAX {
            let detail =
                format_args!("{}; at most {MAX} are allowed", counted(self.0.len(), "card"));
            return Err(violations.refuse(ViolationCode::TooMany, rule, detail));
        }
        each(&self.0, violations, |text, violations| card::<N>(text, violations))
    }

    /// Returns the number of texts in the list.
    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the list is empty.
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn card<N: Notation>(text: &str, violations: &mut Violations) -> Result<N::Card, Refused> {
    text.parse::<N::Card>().map_err(|fault| {
        let shown: String = text.chars().take(limits::CARD_CHARACTERS).collect();
        violations.refuse(fault.code(), N::RULE, format_args!("{shown:?}: {fault}"))
    })
}

/// Returns cards as text.
pub(crate) fn texts(cards: &[impl ToString]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}
