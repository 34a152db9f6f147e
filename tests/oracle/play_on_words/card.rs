//! The cards and their notation (RULEBOOK section 1).

/// P3: the most cards in a hand. P11: the cards of an initial hand.
pub(super) const MAX_CARDS: usize = 8;

/// P1.
pub(super) const COMBOS: [&str; 6] = ["ST", "SH", "TH", "CH", "CK", "QU"];

/// A card as printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Face {
    Letter(u8),
    Combo([u8; 2]),
    Flip([u8; 2]),
    Wild,
}

/// A card; `shows` is the letter announced for a flip or a wild, and `None` for other cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Card {
    pub(super) face: Face,
    pub(super) shows: Option<u8>,
}

impl Card {
    /// RULEBOOK section 1: `FACE` or `FACE=PLAYED`.
    pub(super) fn parse(text: &str) -> Card {
        let text = text.to_ascii_uppercase();
        let (printed, announced) = match text.split_once('=') {
            Some((printed, announced)) => (printed, Some(announced)),
            None => (text.as_str(), None),
        };
        let face = match printed.as_bytes() {
            b"*" => Face::Wild,
            b"J/X" => Face::Flip(*b"JX"),
            b"V/Z" => Face::Flip(*b"VZ"),
            [letter @ b'A'..=b'Z'] => Face::Letter(*letter),
            [first, second] if COMBOS.contains(&printed) => Face::Combo([*first, *second]),
            _ => panic!("not a card: {text:?}"),
        };
        let shows = announced.map(|announced| match (face, announced.as_bytes()) {
            (Face::Wild, [letter @ b'A'..=b'Z']) => *letter,
            (Face::Flip(either), [letter]) if either.contains(letter) => *letter,
            _ => panic!("not a played card: {text:?}"),
        });
        Card { face, shows }
    }

    /// Reads a card in a hand: nothing is announced.
    pub(super) fn in_hand(text: &str) -> Card {
        let card = Card::parse(text);
        assert!(card.shows.is_none(), "announced in the hand: {text:?}");
        card
    }

    /// Reads a card in a play or on the table: every choice is announced.
    pub(super) fn played(text: &str) -> Card {
        let card = Card::parse(text);
        assert!(card.shows.is_some() == card.may_choose(), "not announced: {text:?}");
        card
    }

    pub(super) fn may_choose(self) -> bool {
        matches!(self.face, Face::Flip(_) | Face::Wild)
    }

    /// Returns the card without its choice.
    pub(super) fn open(self) -> Card {
        Card { face: self.face, shows: None }
    }

    /// P2: a combo card has two letters, every other card one.
    pub(super) fn len(self) -> usize {
        if matches!(self.face, Face::Combo(_)) { 2 } else { 1 }
    }

    /// Returns the letters of the card; none if its choice is open.
    pub(super) fn letters(self) -> Vec<u8> {
        match self.face {
            Face::Letter(letter) => vec![letter],
            Face::Combo(both) => both.to_vec(),
            Face::Flip(_) | Face::Wild => self.shows.into_iter().collect(),
        }
    }

    /// Returns the card as played for the first letters of `rest`, if it fits.
    pub(super) fn played_at(self, rest: &[u8]) -> Option<Card> {
        let first = *rest.first()?;
        match (self.face, self.shows) {
            (Face::Wild, None) => Some(Card { shows: Some(first), ..self }),
            (Face::Flip(either), None) => {
                either.contains(&first).then_some(Card { shows: Some(first), ..self })
            }
            _ => rest.starts_with(&self.letters()).then_some(self),
        }
    }
}

pub(super) fn letters_of(cards: &[Card]) -> Vec<u8> {
    cards.iter().flat_map(|card| card.letters()).collect()
}

pub(super) fn hand_cards(hand: &[&str]) -> Vec<Card> {
    assert!(hand.len() <= MAX_CARDS, "P3: more than eight cards in hand");
    hand.iter().map(|text| Card::in_hand(text)).collect()
}

pub(super) fn played_cards(word: &[String]) -> Vec<Card> {
    word.iter().map(|text| Card::played(text)).collect()
}
