//! The notations of cards, and the cards of queries.

use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::api::bounds::{List, each, inline_schema, string};
use crate::api::cards::{CardFault, CardList, CardText, Notation};
pub(super) use crate::rules::word_poker::values::THOUGHT_CARDS;
use crate::rules::word_poker::values::{MAX_CARDS, MIN_CARDS};
use crate::rules::word_poker::{Card, CardError, Hand, PlayedCard, ShownCard};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The notation of cards as printed.
#[derive(Debug, Clone)]
pub struct Printed;

impl Notation for Printed {
    const NAME: &'static str = "WordPokerCard";
    const PATTERN: &'static str = r"^(\*|[A-Za-z][bBrR])$";
    const RULE: &'static str = "O3";
    type Card = Card;
}

/// The notation of cards in a play.
#[derive(Debug, Clone)]
pub struct Played;

impl Notation for Played {
    const NAME: &'static str = "WordPokerPlayedCard";
    const PATTERN: &'static str = r"^(\*=)?[A-Za-z][bBrR]$";
    const RULE: &'static str = "O3";
    type Card = PlayedCard;
}

/// The notation of cards at the end of a round, when a wild may be announced.
#[derive(Debug, Clone)]
pub struct Shown;

impl Notation for Shown {
    const NAME: &'static str = "WordPokerHeldCard";
    const PATTERN: &'static str = r"^(\*|\*=[A-Za-z]|(\*=)?[A-Za-z][bBrR])$";
    const RULE: &'static str = "O3";
    type Card = ShownCard;
}

impl CardFault for CardError {
    fn code(&self) -> ViolationCode {
        match self {
            Self::NotACard => ViolationCode::InvalidCard,
            Self::Unannounced | Self::Uncoloured => ViolationCode::UnannouncedWild,
            Self::Announced => ViolationCode::AnnouncedWild,
        }
    }
}

/// The cards of a play.
pub type PlayCards = CardList<Played, MIN_CARDS, MAX_CARDS>;
/// A card as a player declares or shows it. A text that is not a card is a breach of the player,
/// not of the request (W6).
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct SaidCard(String);

inline_schema!(SaidCard, "WordPokerSaidCard", string(0, limits::WORD_CHARACTERS, None));

impl SaidCard {
    fn read(&self, violations: &mut Violations) -> Result<ShownCard, Refused> {
        if limits::is_longer(&self.0, limits::WORD_CHARACTERS) {
            let most = limits::WORD_CHARACTERS;
            let detail =
                format_args!("a text to be judged as a card has at most {most} characters");
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(ShownCard::said(&self.0))
    }
}

/// The cards of a declared word, or of a player's hand at the end of a round.
pub type SaidCards = List<SaidCard, 0, { limits::WORD_LETTERS }>;

/// Reads cards as a player declares or shows them.
pub(super) fn said_cards(
    cards: &SaidCards,
    violations: &mut Violations,
) -> Result<Vec<ShownCard>, Refused> {
    each(cards.read("card", violations)?, violations, SaidCard::read)
}
/// A card as printed.
pub type PrintedCard = CardText<Printed>;

/// The cards that a player can use, with the members that contain them in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UsableCards {
    /// A hand of Choose Your Words.
    Hand(Hand),
    /// The thought cards and the board of Word For Word. It makes no difference which card is
    /// where.
    ThoughtAndBoard(Hand),
}

impl UsableCards {
    /// Returns the cards.
    pub(super) const fn hand(&self) -> &Hand {
        match self {
            Self::Hand(hand) | Self::ThoughtAndBoard(hand) => hand,
        }
    }
}

impl Serialize for UsableCards {
    /// Writes the members of a request with these cards.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cards: Vec<Card> = self.hand().cards().collect();
        let mut members = serializer.serialize_map(None)?;
        match self {
            Self::Hand(_) => members.serialize_entry("hand", &cards)?,
            Self::ThoughtAndBoard(_) => {
                let (thought, board) = cards.split_at(THOUGHT_CARDS.min(cards.len()));
                members.serialize_entry("thought", thought)?;
                members.serialize_entry("board", board)?;
            }
        }
        members.end()
    }
}
