//! The deck (RULEBOOK O18).

use super::card::{Card, Colour};
use crate::rules::{Refused, Remark, ViolationCode, Violations};
use crate::word::Letter;

/// The letters with more than one red card.
const RED: [(u8, u32); 9] = [
    (b'A', 2),
    (b'E', 3),
    (b'G', 2),
    (b'I', 2),
    (b'N', 2),
    (b'O', 2),
    (b'R', 2),
    (b'S', 2),
    (b'T', 2),
];
/// The number of wilds.
pub(super) const WILDS: u32 = 4;

/// The cards that have not been seen yet: at first the whole deck.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::word_poker::Deck;
///
/// let mut deck = Deck::new();
/// let mut violations = Violations::default();
/// let cards = ["Zr", "*", "*", "*", "*"].map(|card| card.parse().unwrap());
/// assert!(deck.take(cards, &mut violations).is_ok());
/// assert!(deck.take(cards, &mut violations).is_err()); // one red Z and four wilds
/// assert_eq!(violations.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    blue: [u32; Letter::COUNT],
    red: [u32; Letter::COUNT],
    wilds: u32,
}

impl Default for Deck {
    fn default() -> Self {
        Self::new()
    }
}

impl Deck {
    /// Returns the whole deck: twice as many blue cards of each letter as red ones, and the wilds.
    #[must_use]
    pub fn new() -> Self {
        let mut red = [1; Letter::COUNT];
        for (letter, count) in RED {
            red[usize::from(letter - b'A')] = count;
        }
        Self { blue: red.map(|count| 2 * count), red, wilds: WILDS }
    }

    /// Returns the different cards in the order of the published deck: blue letters, red letters,
    /// wilds.
    pub fn faces() -> impl Iterator<Item = Card> {
        let letters = Colour::ALL
            .into_iter()
            .flat_map(|colour| Letter::all().map(move |letter| Card::Letter(letter, colour)));
        letters.chain([Card::Wild])
    }

    /// Returns the number of copies of a card that are left.
    #[must_use]
    pub const fn count(&self, card: Card) -> u32 {
        match card {
            Card::Letter(letter, Colour::Blue) => self.blue[letter.index()],
            Card::Letter(letter, Colour::Red) => self.red[letter.index()],
            Card::Wild => self.wilds,
        }
    }

    /// Returns a remark for each card of which more are shown than the deck has (RULEBOOK W7).
    pub fn remarks(cards: impl IntoIterator<Item = Card>) -> Vec<Remark> {
        let deck = Self::new();
        Remark::on_cards(cards, |card| deck.count(card) as usize)
    }

    /// Takes one card from the deck; returns false if no copy is left.
    pub const fn take_one(&mut self, card: Card) -> bool {
        let count = match card {
            Card::Letter(letter, Colour::Blue) => &mut self.blue[letter.index()],
            Card::Letter(letter, Colour::Red) => &mut self.red[letter.index()],
            Card::Wild => &mut self.wilds,
        };
        let is_left = *count > 0;
        *count -= is_left as u32;
        is_left
    }

    /// Takes cards from the deck.
    ///
    /// # Errors
    /// [`Refused`] after a violation has been recorded for each card of which too few are left.
    pub fn take(
        &mut self,
        cards: impl IntoIterator<Item = Card>,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let mut taken = Ok(());
        let mut reported = Vec::new();
        for card in cards {
            if !self.take_one(card) && !reported.contains(&card) {
                reported.push(card);
                taken = Err(refuse(card, violations));
            }
        }
        taken
    }
}

/// Records that more copies of a card are shown than the deck has.
pub(super) fn refuse(card: Card, violations: &mut Violations) -> Refused {
    let in_deck = Deck::new().count(card);
    let detail = format_args!(
        "too many {card} cards: the deck has {in_deck}; correct the cards, or leave out \
         rules.strict_deck"
    );
    violations.refuse(ViolationCode::NotInDeck, "O18", detail)
}
