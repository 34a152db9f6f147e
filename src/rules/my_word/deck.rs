//! The deck (RULEBOOK M1).

use super::card::Card;
use super::table::Table;
use crate::rules::{Refused, Remark, ViolationCode, Violations};
use crate::word::Letter;

/// The number of cards in the deck.
pub const DECK_CARDS: usize = 56;

/// The number of single cards for each letter.
#[rustfmt::skip]
pub(super) const SINGLE_CARDS: [u8; Letter::COUNT] =
//   A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
    [3, 1, 1, 1, 4, 1, 1, 1, 2, 1, 1, 2, 1, 2, 3, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1];

/// The double cards that the rule sheet shows.
pub(super) const STATED_DOUBLES: [&str; 2] = ["SH", "ND"];
/// The double cards that pictures of the game show.
pub(super) const FOUND_DOUBLES: [&str; 1] = ["IT"];
/// The other double cards, which are a guess.
pub(super) const HOUSE_DOUBLES: [&str; 11] =
    ["TH", "CH", "ST", "ER", "IN", "AN", "ED", "EA", "LE", "OR", "QU"];

/// The number of `?` in the deck.
pub(super) const WILDS: u8 = 2;
/// The number of `??` in the deck.
pub(super) const DOUBLE_WILDS: u8 = 1;

/// Returns all cards in the order of the published deck.
pub(super) fn published_deck() -> Vec<Card> {
    let singles = Letter::all().map(Card::Single);
    let doubles = STATED_DOUBLES.iter().chain(&FOUND_DOUBLES).chain(&HOUSE_DOUBLES);
    let doubles = doubles.filter_map(|double| double.parse().ok());
    let faces = singles.chain(doubles).chain([Card::Wild, Card::DoubleWild]);
    faces.flat_map(|card| std::iter::repeat_n(card, count_in_deck(card).into())).collect()
}

/// Returns the number of such cards in the deck.
fn count_in_deck(card: Card) -> u8 {
    match card {
        Card::Single(letter) => SINGLE_CARDS[letter.index()],
        Card::Double(first, second) => {
            let printed = [first.as_char(), second.as_char()];
            let mut doubles = STATED_DOUBLES.iter().chain(&FOUND_DOUBLES).chain(&HOUSE_DOUBLES);
            u8::from(doubles.any(|double| double.chars().eq(printed)))
        }
        Card::Wild => WILDS,
        Card::DoubleWild => DOUBLE_WILDS,
    }
}

/// Checks that the deck has all cards of the table.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::my_word::{Table, check_deck};
///
/// let mut violations = Violations::default();
/// let table = Table::new(&["?", "?", "?"].map(|card| card.parse().unwrap()));
/// assert!(check_deck(&table, &mut violations).is_err());
/// assert!(violations.as_slice()[0].detail.starts_with("too many ? cards: 3 on the table"));
/// ```
///
/// # Errors
/// Records a violation (M1) for each card of which there are too many.
pub fn check_deck(table: &Table, violations: &mut Violations) -> Result<(), Refused> {
    let mut cards: Vec<Card> = table.cards().collect();
    cards.dedup();
    let mut checked = Ok(());
    for card in cards {
        let (shown, all) = (table.count(card), count_in_deck(card));
        if shown > all {
            let detail = format_args!(
                "too many {card} cards: {shown} on the table, {all} in the deck; leave out \
                 rules.strict_deck to allow this"
            );
            checked = Err(violations.refuse(ViolationCode::NotInDeck, "M1", detail));
        }
    }
    checked
}

/// Returns a remark for each card of which the table has more than the deck (RULEBOOK W7).
#[must_use]
pub fn remarks(table: &Table) -> Vec<Remark> {
    Remark::on_cards(table.cards(), |card| usize::from(count_in_deck(card)))
}
