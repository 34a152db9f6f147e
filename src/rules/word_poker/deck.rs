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
/// The number of different cards.
pub(super) const FACES: usize = 2 * Letter::COUNT + 1;

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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

    /// Returns the deck that consists of some cards.
    ///
    /// ```
    /// use wordcourt::rules::word_poker::{Card, Deck};
    /// let cards = ["*", "Zr", "Ab", "Zr"].map(|card| card.parse().unwrap());
    /// let deck = Deck::of(cards);
    /// let ordered: Vec<String> = deck.cards().map(|card| card.to_string()).collect();
    /// assert_eq!((ordered.join(" "), deck.len()), ("Ab Zr Zr *".to_owned(), 4));
    /// assert_eq!((Deck::new().len(), Deck::new().count(Card::Wild)), (112, 4));
    /// ```
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        let mut deck = Self { blue: [0; Letter::COUNT], red: [0; Letter::COUNT], wilds: 0 };
        for card in cards {
            *deck.count_mut(card) += 1;
        }
        deck
    }

    /// Returns the number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        Self::faces().map(|card| self.count(card) as usize).sum()
    }

    /// Returns true if there are no cards.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cards in the published order, equal cards together.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        Self::faces().flat_map(|card| std::iter::repeat_n(card, self.count(card) as usize))
    }

    /// Returns the place of a card among the [`faces`](Self::faces).
    #[must_use]
    pub const fn place(card: Card) -> usize {
        match card {
            Card::Letter(letter, Colour::Blue) => letter.index(),
            Card::Letter(letter, Colour::Red) => Letter::COUNT + letter.index(),
            Card::Wild => FACES - 1,
        }
    }

    /// Returns the different cards in the order of the published deck: blue letters, red letters,
    /// wilds.
    pub fn faces() -> impl Iterator<Item = Card> {
        let letters = Colour::ALL
            .into_iter()
            .flat_map(|colour| Letter::all().map(move |letter| Card::Letter(letter, colour)));
        letters.chain([Card::Wild])
    }

    /// Returns all cards in the order of the published deck.
    pub(super) fn published() -> Vec<Card> {
        Self::new().cards().collect()
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

    const fn count_mut(&mut self, card: Card) -> &mut u32 {
        match card {
            Card::Letter(letter, Colour::Blue) => &mut self.blue[letter.index()],
            Card::Letter(letter, Colour::Red) => &mut self.red[letter.index()],
            Card::Wild => &mut self.wilds,
        }
    }

    /// Returns a remark for each card of which more are shown than the published deck has
    /// (RULEBOOK W7).
    pub fn remarks(cards: impl IntoIterator<Item = Card>) -> Vec<Remark> {
        Self::new().remarks_on(cards)
    }

    /// Returns a remark for each card of which more are shown than this deck has.
    pub fn remarks_on(&self, cards: impl IntoIterator<Item = Card>) -> Vec<Remark> {
        Remark::on_cards(cards, |card| self.count(card) as usize)
    }

    /// Takes one card from the deck; returns false if no copy is left.
    pub const fn take_one(&mut self, card: Card) -> bool {
        let count = self.count_mut(card);
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
