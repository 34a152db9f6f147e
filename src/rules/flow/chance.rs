//! The shuffles of a game (RULEBOOK F7).

use super::seed::Seed;
use crate::rules::variant::Variant;
use crate::rules::{Refused, ViolationCode, Violations};

/// The source of the shuffles of a game: a seed, or real cards whose order the actions give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    /// The seed; `None` if the game is played with real cards.
    pub seed: Option<Seed>,
    /// The number of shuffles so far.
    pub shuffles: u32,
}

impl Chance {
    /// Carries out the next shuffle. The cards must be in the order of the published deck; `order`
    /// is that of real cards, top first. Afterwards the first card is the top. The place of
    /// violations is that of the order.
    ///
    /// # Errors
    /// Records a violation if real cards have no order, or one of other cards, and if a game with a
    /// seed has an order.
    pub fn shuffle<C: Clone + PartialEq>(
        &mut self,
        game: Variant,
        cards: &mut [C],
        order: Option<&[C]>,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        match (self.seed, order) {
            (Some(seed), None) => seed.shuffle(game, self.shuffles, cards),
            (Some(_), Some(_)) => {
                let detail = "the seed decides the order of the cards; leave it out";
                return Err(violations.refuse(ViolationCode::ConflictingFields, "F7", detail));
            }
            (None, None) => {
                let detail = "the cards must be shuffled; give their order, top first";
                return Err(violations.refuse(ViolationCode::MissingField, "F7", detail));
            }
            (None, Some(order)) => {
                check_order(order, cards, violations)?;
                cards.clone_from_slice(order);
            }
        }
        self.shuffles += 1;
        Ok(())
    }
}

/// Checks that an order has the cards that are shuffled.
///
/// # Errors
/// Records a violation if it has others.
pub fn check_order<C: PartialEq>(
    order: &[C],
    cards: &[C],
    violations: &mut Violations,
) -> Result<(), Refused> {
    if are_same_cards(order, cards) {
        return Ok(());
    }
    let detail = "the order must have exactly the cards that are shuffled";
    Err(violations.refuse(ViolationCode::NotInDeck, "F7", detail))
}

/// Returns true if two lists have the same cards, in any order.
fn are_same_cards<C: PartialEq>(one: &[C], other: &[C]) -> bool {
    let count = |cards: &[C], card: &C| cards.iter().filter(|other| *other == card).count();
    one.len() == other.len() && one.iter().all(|card| count(one, card) == count(other, card))
}
