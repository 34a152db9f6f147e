//! The deck (RULEBOOK P1).

use super::card::{Card, Combo, Flip};
use crate::rules::{Refused, Remark, ViolationCode, Violations, limits};
use crate::word::Letter;

/// The number of cards for each letter.
#[rustfmt::skip]
const LETTER_CARDS: [usize; Letter::COUNT] =
//   A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
    [6, 2, 2, 2, 8, 1, 2, 2, 5, 1, 1, 3, 2, 4, 5, 2, 1, 4, 4, 4, 3, 1, 1, 1, 2, 1];

/// Returns the number of such cards in the deck.
pub(super) const fn count_in_deck(card: Card) -> usize {
    match card {
        Card::Letter(letter) => LETTER_CARDS[letter.index()],
        Card::Combo(_) | Card::Flip(_) => 1,
        Card::Wild => limits::HAND_WILDS,
    }
}

/// Returns every different card of the deck.
pub(super) fn faces() -> impl Iterator<Item = Card> {
    let letters = Letter::all().map(Card::Letter);
    let combos = Combo::all().map(Card::Combo);
    letters.chain(combos).chain(Flip::ALL.map(Card::Flip)).chain([Card::Wild])
}

/// Returns all cards in the order of the published deck.
pub(super) fn published_deck() -> Vec<Card> {
    faces().flat_map(|card| std::iter::repeat_n(card, count_in_deck(card))).collect()
}

/// Returns a remark for each card of which hands and table have more than the deck (RULEBOOK W7).
pub fn remarks(cards: impl Iterator<Item = Card>) -> Vec<Remark> {
    Remark::on_cards(cards, count_in_deck)
}

/// Checks that the deck has all these cards: those in all hands and on the table. Only the number of
/// wilds is printed, so only a strict deck limits the other cards (RULEBOOK W7).
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::play_on_words::{Hand, check_deck};
///
/// let mut violations = Violations::default();
/// let hand: Hand = "QU QU A A".parse()?;
/// assert!(check_deck(hand.iter().copied(), false, &mut violations).is_ok());
/// assert!(check_deck(hand.iter().copied(), true, &mut violations).is_err());
/// assert!(violations.as_slice()[0].detail.starts_with("too many QU cards: 2"));
/// # Ok::<(), wordcourt::rules::play_on_words::ParseHandError>(())
/// ```
///
/// # Errors
/// Records a violation (P1) for each card of which there are too many.
pub fn check_deck(
    cards: impl Iterator<Item = Card>,
    strict: bool,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let mut cards: Vec<Card> = cards.collect();
    cards.sort_unstable();
    let mut result = Ok(());
    for equal_cards in cards.chunk_by(|a, b| a == b) {
        let (card, shown) = (equal_cards[0], equal_cards.len());
        let all = count_in_deck(card);
        if shown > all && (strict || card == Card::Wild) {
            let detail = format_args!(
                "too many {card} cards: {shown} in the hands and on the table, {all} in the deck"
            );
            result = Err(violations.refuse(ViolationCode::NotInDeck, "P1", detail));
        }
    }
    result
}
