//! The requests for odds and for advice on an exchange, and functions that read the cards which a
//! player has not seen.

use serde::Serialize;

use super::cards::Printed;
use super::deals::{PrintedBoard, PrintedHand, PrintedThought};
use super::requests::WordPokerRules;
use crate::api::bounds::{Count, bound};
use crate::api::cards::CardList;
use crate::api::flow::SeedText;
use crate::api::request;
use crate::lexicon::Digest;
use crate::rules::flow::Seed;
use crate::rules::word_poker::{Card, Deck};
use crate::rules::{Refused, Remark, ViolationCode, Violations, counted, limits};

/// The cards of a deck.
type DeckCards = CardList<Printed, 1, { limits::DECK_CARDS }>;
/// Cards that are out of play.
type SeenCards = CardList<Printed, 0, { limits::DECK_CARDS }>;
/// A number of opponents.
type Opponents = Count<1, { bound(limits::PLAYERS - 1) }>;
/// A number of deals.
type Deals = Count<1, { limits::ODDS_DEALS }>;
/// A number of draws.
type ExchangeDraws = Count<1, { limits::EXCHANGE_DRAWS }>;
/// The largest number of cards to exchange (RULEBOOK O20).
type ExchangedCards = Count<1, 4>;

request! {
    @search
    /// A player's knowledge in a round of Word For Word.
    pub struct WordForWordOddsRequest {
        /// The player's two thought cards, with wilds written as `*`.
        pub(super) thought: PrintedThought,
        /// The cards on the board: 0, 3 (shout), 4 (mumble) or 5 (whisper).
        pub(super) board: Option<PrintedBoard>,
        /// The number of opponents who have not folded.
        pub(super) opponents: Opponents,
        /// Other cards that are known to be out of play, such as the shown cards of a player who
        /// folded.
        pub(super) seen: Option<SeenCards>,
        /// All cards of the deck, in any order. Defaults to the published deck.
        pub(super) deck: Option<DeckCards>,
        /// The number of deals in a sample. Defaults to 100,000 with five cards on the board, and to
        /// 10,000 with fewer. Exact odds need no sample.
        pub(super) deals: Option<Deals>,
        /// The seed of the sample: 64 hexadecimal digits. Defaults to the SHA-256 of the canonical
        /// request, so that the same request always has the same sample.
        pub(super) seed: Option<SeedText>,
        /// House rules.
        pub(super) rules: Option<WordPokerRules>,
    }
}

request! {
    @search
    /// A hand of Choose Your Words before an exchange.
    pub struct ChooseYourWordsExchangeRequest {
        /// The hand: 1 to 7 cards, with wilds written as `*`.
        pub(super) hand: PrintedHand,
        /// The largest number of cards that may be exchanged.
        pub(super) max: ExchangedCards,
        /// Other cards that are known to be out of play, such as those that the player discarded
        /// before.
        pub(super) discarded: Option<SeenCards>,
        /// All cards of the deck, in any order. Defaults to the published deck.
        pub(super) deck: Option<DeckCards>,
        /// The number of draws in the first round of a sample. The second round has 4 times, and the
        /// third 16 times as many. Defaults to 200. Exact advice needs no sample.
        pub(super) deals: Option<ExchangeDraws>,
        /// The seed of the sample: 64 hexadecimal digits. Defaults to the SHA-256 of the canonical
        /// request, so that the same request always has the same sample.
        pub(super) seed: Option<SeedText>,
        /// House rules.
        pub(super) rules: Option<WordPokerRules>,
    }
}

/// The deck, and the cards of it that a player has not seen.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct UnseenQuery {
    deck: Deck,
    /// The cards that the player has seen, in the published order.
    seen: Vec<Card>,
    unseen: Deck,
}

impl UnseenQuery {
    /// Reads the deck and takes the cards from it that the player has seen, which are given with the
    /// members that contain them. A card that the deck lacks is only a remark (RULEBOOK W7), unless
    /// the deck is strict.
    pub(super) fn read<const N: usize>(
        deck: Option<&DeckCards>,
        rules: Option<&WordPokerRules>,
        seen: [(&'static str, &[Card]); N],
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let deck = match deck {
            None => Deck::new(),
            Some(cards) if cards.is_empty() => {
                let detail = "a deck has at least one card";
                let mut place = violations.at("deck");
                return Err(place.refuse(ViolationCode::TooFew, "O18", detail));
            }
            Some(cards) => Deck::of(cards.read("O18", &mut violations.at("deck"))?),
        };
        let is_strict = rules.is_some_and(WordPokerRules::has_strict_deck);
        let mut unseen = deck.clone();
        let mut checked = Ok(());
        for (member, cards) in seen {
            let lacking: Vec<Card> =
                cards.iter().copied().filter(|card| !unseen.take_one(*card)).collect();
            if let Some(card) = lacking.first().filter(|_| is_strict) {
                let detail = format_args!(
                    "too many {card} cards: the deck has {}; correct the cards, or leave out \
                     rules.strict_deck",
                    deck.count(*card)
                );
                let mut place = violations.at(member);
                checked = Err(place.refuse(ViolationCode::NotInDeck, "O18", detail));
            }
        }
        checked?;
        Ok(Self { deck, seen: in_order(seen.map(|(_, cards)| cards).concat()), unseen })
    }

    /// Returns the cards that the player has not seen.
    pub(super) const fn unseen(&self) -> &Deck {
        &self.unseen
    }

    /// Checks that the player has not seen at least this number of cards; `purpose` says what they
    /// are needed for.
    pub(super) fn check(
        &self,
        needed: usize,
        purpose: &str,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let left = self.unseen.len();
        if left >= needed {
            return Ok(());
        }
        let left = counted(left, "card");
        let detail = format_args!("{left} of the deck not seen; {purpose} needs {needed}");
        Err(violations.refuse(ViolationCode::TooFew, "O18", detail))
    }

    /// Returns the cards of the deck for the canonical request; `None` for the published deck.
    pub(super) fn house_deck(&self) -> Option<Vec<Card>> {
        (self.deck != Deck::new()).then(|| self.deck.cards().collect())
    }

    /// Returns the memory that this owns, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.seen[..])
    }

    /// Returns a remark for each card of which more are shown than the deck has.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        self.deck.remarks_on(self.seen.iter().copied())
    }
}

/// Reads cards that are out of play, in the published order.
pub(super) fn seen(
    cards: Option<&SeenCards>,
    violations: &mut Violations,
) -> Result<Vec<Card>, Refused> {
    cards.map_or(Ok(Vec::new()), |cards| cards.read("O18", violations).map(in_order))
}

fn in_order(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_by_key(|card| Deck::place(*card));
    cards
}

/// Reads the number of deals in a sample.
pub(super) fn deals<const MAX: u32>(
    deals: Option<Count<1, MAX>>,
    default: u32,
    violations: &mut Violations,
) -> Result<u32, Refused> {
    deals.map_or(Ok(default), |deals| deals.read(None, &mut violations.at("deals")))
}

/// Reads the seed of a sample; `None` if it is not given.
pub(super) fn seed(
    seed: Option<&SeedText>,
    violations: &mut Violations,
) -> Result<Option<Seed>, Refused> {
    seed.map(|seed| seed.read(&mut violations.at("seed"))).transpose()
}

/// Returns the default seed of a request: the digest of its canonical form without a seed
/// (RULEBOOK O23).
pub(super) fn default_seed(canonical: impl Serialize) -> Seed {
    // The members of a query can always be written as JSON.
    let mut canonical = serde_json::to_value(canonical).unwrap_or_default();
    canonical.sort_all_objects();
    Seed::from(Digest::of(&[canonical.to_string().as_bytes()]))
}
