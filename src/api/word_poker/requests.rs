//! The requests that both games share, and functions that read cards and house rules.

use std::str::FromStr;

use serde::Deserialize;

use super::category::CategoryChoice;
use crate::api::bounds::{Chips, Count, List, PlayerName, WordText, bound};
use crate::api::cards::{CardFault, CardList, CardText, Notation};
use crate::api::letter_values::LetterValueTable;
use crate::api::request;
use crate::rules::word_poker::values::{MAX_CARDS, MIN_CARDS};
use crate::rules::word_poker::{
    self, Card, CardError, Hand, Holding, LookUp, Play, PlayedCard, Remainder, Rules, Seat,
};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits, players};
use crate::word::{Letter, Word};

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
pub struct Held;

impl Notation for Held {
    const NAME: &'static str = "WordPokerHeldCard";
    const PATTERN: &'static str = r"^(\*|(\*=)?[A-Za-z][bBrR])$";
    const RULE: &'static str = "O3";
    type Card = HeldCard;
}

/// A card as printed and, for an announced wild, its letter.
#[derive(Debug, Clone, Copy)]
pub struct HeldCard {
    pub(super) card: Card,
    pub(super) announced: Option<Letter>,
}

impl FromStr for HeldCard {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Self, CardError> {
        Holding::parse_card(text).map(|(card, announced)| Self { card, announced })
    }
}

impl From<Card> for HeldCard {
    fn from(card: Card) -> Self {
        Self { card, announced: None }
    }
}

impl CardFault for CardError {
    fn code(&self) -> ViolationCode {
        match self {
            Self::NotACard => ViolationCode::InvalidCard,
            Self::Unannounced => ViolationCode::UnannouncedWild,
            Self::Announced => ViolationCode::AnnouncedWild,
        }
    }
}

/// The cards of a declared word.
pub type PlayCards = CardList<Played, MIN_CARDS, MAX_CARDS>;
/// A number of votes, at most one for each player.
pub type Votes = Count<0, { bound(limits::PLAYERS) }>;

/// House rules: options that the rule sheets leave open.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerRules {
    /// The values of letters that differ from the default values, from 0 to 1,000.
    letter_values: Option<LetterValueTable>,
    /// The receiver of chips that cannot be split evenly in a tie. Defaults to `stay`.
    remainder: Option<Remainder>,
}

impl WordPokerRules {
    /// Reads the rules of a request.
    pub(super) fn read(
        choice: Option<&Self>,
        violations: &mut Violations,
    ) -> Result<Rules, Refused> {
        let mut rules = Rules::default();
        let Some(choice) = choice else { return Ok(rules) };
        rules.remainder = choice.remainder.unwrap_or_default();
        if let Some(values) = &choice.letter_values {
            let mut place = violations.at("rules");
            for (letter, value) in values.read("O4", &mut place.at("letter_values"))? {
                // `read` has checked the bound.
                let _ = rules.letter_values.set(letter, value);
            }
        }
        Ok(rules)
    }
}

/// A player who paid the ante.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerSeat {
    /// The player's name.
    pub(super) name: PlayerName,
    /// The player's chips. If absent, the player has enough to pay the penalty.
    chips: Option<Chips>,
}

/// A word that a player looked up in the dictionary.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerLookUp {
    /// The player.
    player: PlayerName,
    /// The word.
    word: WordText,
}

/// The words that players looked up.
pub type LookUps = List<WordPokerLookUp, 0, { limits::LOOK_UPS }>;
/// The cuts of all players.
pub type Cuts = List<WordPokerCutCard, 2, { limits::PLAYERS }>;
/// A card as printed.
pub type PrintedCard = CardText<Printed>;
/// The players of a table.
pub type Seats = List<WordPokerSeat, 2, { limits::PLAYERS }>;

request! {
    /// A challenged word.
    pub struct WordPokerChallengeRequest {
        /// The challenged word. Give either this field or `play`.
        pub(super) word: Option<WordText>,
        /// The cards of the challenged word. Give either this field or `word`.
        pub(super) play: Option<PlayCards>,
        /// The player who makes the challenge.
        pub(super) challenger: PlayerName,
        /// The player who declared the word.
        pub(super) challenged: PlayerName,
        /// The pot at the end of the round, in whole chips.
        pub(super) pot: Chips,
        /// All players who paid the ante, in seat order, clockwise.
        pub(super) players: Seats,
        /// The active bonus category. A category that requires proper nouns makes its words valid.
        pub(super) category: Option<CategoryChoice>,
        /// The words that players looked up. A player who looked up anything but the challenged
        /// word folds (rule 9).
        pub(super) look_ups: Option<LookUps>,
        /// House rules. The ruling does not depend on them, so a client can send the same value
        /// with every request.
        pub(super) rules: Option<WordPokerRules>,
    }
}

request! {
    @lexicon_only
    /// A word that is challenged as not belonging to the category.
    pub struct WordPokerCategoryChallengeRequest {
        /// The challenged word.
        pub(super) word: WordText,
        /// The category that the word is said to belong to.
        pub(super) category: CategoryChoice,
        /// The player who makes the challenge.
        pub(super) challenger: PlayerName,
        /// The player who declared the word.
        pub(super) challenged: PlayerName,
        /// The number of votes that the word does not belong to the category.
        pub(super) votes_for_challenger: Votes,
        /// The number of votes that the word belongs to the category.
        pub(super) votes_against: Votes,
        /// House rules. The ruling does not depend on them, so a client can send the same value
        /// with every request.
        pub(super) rules: Option<WordPokerRules>,
    }
}

/// The card that a player cut.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordPokerCutCard {
    /// The player.
    pub(super) player: PlayerName,
    /// The card.
    pub(super) card: PrintedCard,
}

request! {
    @lexicon_only
    /// A cut for the deal.
    pub struct WordPokerCutRequest {
        /// The cuts of all players, in seat order.
        pub(super) cuts: Cuts,
        /// House rules.
        pub(super) rules: Option<WordPokerRules>,
    }
}

/// Reads a play of 2 to 7 announced cards.
pub(super) fn play(cards: &PlayCards, violations: &mut Violations) -> Result<Play, Refused> {
    let read = cards.read("O1", violations);
    let too_few = |violations: &mut Violations| {
        let given = counted(cards.len(), "card");
        let detail = format_args!("{given}; a word has {MIN_CARDS} to {MAX_CARDS}");
        violations.refuse(ViolationCode::TooFew, "O2", detail)
    };
    if cards.len() < MIN_CARDS {
        return Err(too_few(violations));
    }
    Play::new(&read?).map_err(|_| too_few(violations))
}

/// Reads a word of 2 to 7 letters.
pub(super) fn word(text: &WordText, violations: &mut Violations) -> Result<Word, Refused> {
    let word = text.read(violations)?;
    if (MIN_CARDS..=MAX_CARDS).contains(&word.len()) {
        return Ok(word);
    }
    let is_long = word.len() > MAX_CARDS;
    let code = if is_long { ViolationCode::TooMany } else { ViolationCode::TooFew };
    let letters = counted(word.len(), "letter");
    let detail = format_args!("{letters}; a word has {MIN_CARDS} to {MAX_CARDS}");
    Err(violations.refuse(code, "O2", detail))
}

/// Records a violation for each card of a play that is not in the hand.
pub(super) fn check_held(
    play: &Play,
    hand: &Hand,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let mut checked = Ok(());
    for position in play.missing_from(hand) {
        let card = play[position];
        let face = card.face();
        let detail = format_args!(
            "{card} is played, but {face} is not in the hand or has been used already"
        );
        let mut place = violations.at(position);
        checked = Err(place.refuse(ViolationCode::CardNotInHand, "O1", detail));
    }
    checked
}

/// Creates a holding from the player's cards.
pub(super) fn holding(cards: &[HeldCard], violations: &mut Violations) -> Result<Holding, Refused> {
    let faces: Vec<Card> = cards.iter().map(|held| held.card).collect();
    let hand = Hand::new(&faces)
        .map_err(|error| violations.refuse(ViolationCode::TooMany, "O1", error))?;
    Ok(Holding::new(hand, cards.iter().filter_map(|held| held.announced).collect()))
}

/// Reads the players of a table.
pub(super) fn seats(seats: &Seats, violations: &mut Violations) -> Result<Vec<Seat>, Refused> {
    let names = seats.raw().iter().map(|seat| seat.name.as_str());
    let checked = players::check_table(names, 2, Some("name"), violations);
    let mut read = Ok(Vec::new());
    for (index, seat) in seats.raw().iter().take(limits::PLAYERS).enumerate() {
        let mut place = violations.at(index);
        let chips = seat.chips.map(|chips| chips.read("chips", &mut place.at("chips"))).transpose();
        match (chips, &mut read) {
            (Ok(chips), Ok(read)) => read.push(Seat { name: seat.name.as_str().to_owned(), chips }),
            (Err(refused), _) => read = Err(refused),
            (Ok(_), Err(_)) => {}
        }
    }
    checked.and(read)
}

/// Checks that the challenger and the challenged player are different.
pub(super) fn check_parties(
    challenger: &PlayerName,
    challenged: &PlayerName,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if challenger == challenged {
        let detail = "players cannot challenge their own word";
        let mut place = violations.at("challenged");
        return Err(place.refuse_form(ViolationCode::DuplicatePlayer, detail));
    }
    Ok(())
}

impl WordPokerChallengeRequest {
    /// Reads the challenged word.
    pub(super) fn word(&self, violations: &mut Violations) -> Result<Word, Refused> {
        match (&self.word, &self.play) {
            (Some(text), None) => word(text, &mut violations.at("word")),
            (None, Some(cards)) => play(cards, &mut violations.at("play")).map(|play| play.word()),
            (Some(_), Some(_)) => {
                let detail = "give either a word or a play, not both";
                Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            (None, None) => {
                let detail = "give the challenged word or its play";
                Err(violations.refuse_form(ViolationCode::MissingField, detail))
            }
        }
    }

    /// Checks that the challenger and the challenged player are at the table.
    pub(super) fn check_parties(&self, violations: &mut Violations) -> Result<(), Refused> {
        let checked = check_parties(&self.challenger, &self.challenged, violations);
        let names = || self.players.raw().iter().map(|seat| seat.name.as_str());
        let mut seated = |player: &PlayerName, member: &'static str| {
            players::check_seated(player.as_str(), names(), &mut violations.at(member))
        };
        let challenger = seated(&self.challenger, "challenger");
        let challenged = seated(&self.challenged, "challenged");
        checked.and(challenger).and(challenged).map(|_| ())
    }

    /// Reads the words that players looked up.
    pub(super) fn look_ups(&self, violations: &mut Violations) -> Result<Vec<LookUp>, Refused> {
        let Some(look_ups) = &self.look_ups else { return Ok(Vec::new()) };
        let look_ups = look_ups.read("look-up", violations)?;
        crate::api::bounds::each(look_ups, violations, |look_up, violations| {
            let names = self.players.raw().iter().map(|seat| seat.name.as_str());
            let name = look_up.player.as_str();
            let seated = players::check_seated(name, names, &mut violations.at("player"));
            let word = look_up.word.read(&mut violations.at("word"));
            seated.and(word).map(|word| LookUp { player: name.to_owned(), word })
        })
    }
}

impl WordPokerCategoryChallengeRequest {
    /// Reads the votes: all players vote (RULEBOOK O14).
    pub(super) fn votes(&self, violations: &mut Violations) -> Result<(u32, u32), Refused> {
        let (won, lost) = (self.votes_for_challenger.raw(), self.votes_against.raw());
        let mut place = violations.at("votes_for_challenger");
        let most = bound(limits::PLAYERS);
        match won.saturating_add(lost) {
            0 => {
                let detail = "no votes; give the votes of all players";
                Err(place.refuse(ViolationCode::TooFew, "O14", detail))
            }
            votes if votes > most => {
                let detail = format_args!("{votes} votes; a table has at most {most} players");
                Err(place.refuse_form(ViolationCode::TooMany, detail))
            }
            _ => Ok((won, lost)),
        }
    }
}

impl WordPokerCutRequest {
    /// Reads the cuts.
    pub(super) fn cuts(
        &self,
        violations: &mut Violations,
    ) -> Result<Vec<word_poker::Cut>, Refused> {
        let names = self.cuts.raw().iter().map(|cut| cut.player.as_str());
        let checked = players::check_table(names, 2, Some("player"), violations);
        let cuts = crate::api::bounds::each(self.cuts.raw(), violations, |cut, violations| {
            let card = cut.card.read(&mut violations.at("card"))?;
            Ok(word_poker::Cut { player: cut.player.as_str().to_owned(), card })
        });
        checked.and(cuts)
    }
}
