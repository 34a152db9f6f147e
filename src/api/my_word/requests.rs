//! The requests of My Word!, and functions that read them.

use serde::Deserialize;

use crate::api::bounds::{Count, List, PlayerName, Top, WordText, bound};
use crate::api::cards::{CardFault, CardList, Notation};
use crate::api::request;
use crate::rules::my_word::{
    Call, Card, CardError, Collected, DECK_CARDS, MIN_CARDS, PlayedCard, Table,
};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits, players};
use crate::word::Word;

/// The notation of cards on the table.
#[derive(Debug, Clone)]
pub struct PrintedCards;

impl Notation for PrintedCards {
    const NAME: &'static str = "MyWordCard";
    const PATTERN: &'static str = r"^([A-Za-z]{1,2}|\?{1,2})$";
    const RULE: &'static str = "M2";
    type Card = Card;
}

/// The notation of cards in a call.
#[derive(Debug, Clone)]
pub struct CalledCards;

impl Notation for CalledCards {
    const NAME: &'static str = "MyWordCalledCard";
    const PATTERN: &'static str = r"^([A-Za-z]{1,2}|\?=[A-Za-z]|\?\?=[A-Za-z]{2})$";
    const RULE: &'static str = "M2";
    type Card = PlayedCard;
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

/// The cards on the table, at most the whole deck.
pub type TableCards = CardList<PrintedCards, 0, DECK_CARDS>;
/// The cards of a called word, at least `MIN`.
type CallCards<const MIN: usize> = CardList<CalledCards, MIN, { limits::WORD_LETTERS }>;
/// The cards of a call that is scored.
pub type ScoredCall = CallCards<MIN_CARDS>;
/// The cards of a call that is disputed.
pub type DisputedCall = CallCards<1>;
/// The players of a table.
pub type Players = List<PlayerName, 2, { limits::PLAYERS }>;
/// A number of cards, at most the whole deck.
pub type CardCount = Count<0, { bound(DECK_CARDS) }>;

request! {
    /// A call to score: the cards as called, or a word to be placed from the table.
    pub struct MyWordScoreRequest {
        /// The cards on the table, at most 56, with wilds written as `?` and `??`.
        pub(super) table: TableCards,
        /// The cards in word order, three or more, with every wild announced. Give either this
        /// field or `word`.
        pub(super) call: Option<ScoredCall>,
        /// The word, to be placed with the most cards. Give either this field or `call`.
        pub(super) word: Option<WordText>,
    }
}

request! {
    /// A table to find the best calls for.
    pub struct MyWordBestRequest {
        /// The cards on the table, at most 56, with wilds written as `?` and `??`.
        pub(super) table: TableCards,
        /// The number of calls to list. Defaults to 10.
        pub(super) top: Option<Top>,
    }
}

request! {
    /// A call to decide on.
    pub struct MyWordChallengeRequest {
        /// The cards on the table, at most 56, with wilds written as `?` and `??`.
        pub(super) table: TableCards,
        /// The cards in word order, with every wild announced. Give either this field or `word`.
        pub(super) call: Option<DisputedCall>,
        /// The word, to be placed with the most cards. Give either this field or `call`.
        pub(super) word: Option<WordText>,
        /// The player who called. If several players called at the same time, the one whom the
        /// dealer heard first.
        pub(super) caller: PlayerName,
        /// All players, the dealer included, in seat order, clockwise.
        pub(super) players: Players,
        /// The dealer, who checks the word and plays like every other player.
        pub(super) dealer: PlayerName,
        /// The number of cards that have not been dealt.
        pub(super) deck: CardCount,
    }
}

/// The cards that a player collected in a round.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordCollected {
    /// The player.
    player: PlayerName,
    /// The number of cards that the player collected.
    cards: CardCount,
}

/// The cards that each player collected in a round.
pub type Round = List<MyWordCollected, 2, { limits::PLAYERS }>;
/// The rounds of a game.
pub type Rounds = List<Round, 1, { limits::PLAYERS }>;

request! {
    @lexicon_only
    /// The rounds of a game.
    pub struct MyWordSettleRequest {
        /// The rounds played so far. Each lists all players; the first lists them in seat order. A
        /// game has as many rounds as players.
        pub(super) rounds: Rounds,
    }
}

/// A call: its cards, or its word.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Called {
    /// Cards in word order.
    Cards(Call),
    /// Only a word, which is placed with the most cards that can spell it (RULEBOOK M3).
    Word(Word),
}

/// Reads the cards on the table.
pub(super) fn table(cards: &TableCards, violations: &mut Violations) -> Result<Table, Refused> {
    cards.read("M1", &mut violations.at("table")).map(|cards| Table::new(&cards))
}

impl Called {
    /// Reads a call: its cards or its word. [`Self::check`] checks it against the rules.
    pub(super) fn read<const MIN: usize>(
        call: Option<&CallCards<MIN>>,
        word: Option<&WordText>,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        match (call, word) {
            (Some(cards), None) => called_cards(cards, &mut violations.at("call")).map(Self::Cards),
            (None, Some(word)) => word.read(&mut violations.at("word")).map(Self::Word),
            (Some(_), Some(_)) => {
                let detail = "give either a call or a word, not both";
                Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            (None, None) => {
                let detail = "give a call, or a word to be placed from the table";
                Err(violations.refuse_form(ViolationCode::MissingField, detail))
            }
        }
    }

    /// Returns the word called.
    pub(super) const fn word(&self) -> Word {
        match self {
            Self::Cards(call) => *call.word(),
            Self::Word(word) => *word,
        }
    }

    /// Checks the placement of the call.
    ///
    /// # Errors
    /// The table lacks the cards, or there are too few of them.
    pub(super) fn check(
        &self,
        placed: Option<Call>,
        table: &Table,
        violations: &mut Violations,
    ) -> Result<Call, Refused> {
        let mut place = violations.at(match self {
            Self::Cards(_) => "call",
            Self::Word(_) => "word",
        });
        let mut checked = Ok(());
        if let Self::Cards(call) = self {
            for position in call.missing_from(table) {
                let detail = format_args!(
                    "{} is not on the table or has been used already",
                    call[position].face()
                );
                let mut card = place.at(position);
                checked = Err(card.refuse(ViolationCode::CardNotOnTable, "M3", detail));
            }
        }
        let Some(call) = placed else {
            let detail = format_args!("the cards on the table cannot spell {}", self.word());
            return Err(place.refuse(ViolationCode::WordNotOnTable, "M3", detail));
        };
        if call.points() < MIN_CARDS {
            let cards = counted(call.points(), "card");
            let detail = format_args!("{cards}; a word has at least {MIN_CARDS}");
            return Err(place.refuse(ViolationCode::TooFew, "M2", detail));
        }
        checked.map(|()| call)
    }
}

fn called_cards<const MIN: usize>(
    cards: &CallCards<MIN>,
    violations: &mut Violations,
) -> Result<Call, Refused> {
    let cards = cards.read("M1", violations)?;
    if cards.is_empty() {
        let detail = format_args!("a word has at least {MIN_CARDS} cards");
        return Err(violations.refuse(ViolationCode::TooFew, "M2", detail));
    }
    Call::new(cards).ok_or_else(|| {
        let detail = format_args!("the cards spell more than {} letters", limits::WORD_LETTERS);
        violations.refuse(ViolationCode::InvalidWord, "W1", detail)
    })
}

/// Checks the number of cards that have not been dealt.
pub(super) fn deck(
    deck: CardCount,
    table: Option<&Table>,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    let most = DECK_CARDS - table.map_or(0, Table::len);
    let deck = deck.raw() as usize;
    if deck > most {
        let detail =
            format_args!("{deck}; a deck has {DECK_CARDS} cards, which leaves at most {most}");
        return Err(violations.refuse(ViolationCode::OutOfBounds, "M1", detail));
    }
    Ok(deck)
}

/// Reads the players of a table.
pub(super) fn names(
    players: &Players,
    violations: &mut Violations,
) -> Result<Vec<String>, Refused> {
    let names = players.raw().iter().map(PlayerName::as_str);
    players::check_table(names.clone(), 2, None, violations)?;
    Ok(names.map(str::to_owned).collect())
}

/// Reads rounds: at most as many as players, each with every player once and no more cards than the
/// deck has.
pub(super) fn rounds(
    rounds: &Rounds,
    violations: &mut Violations,
) -> Result<Vec<Vec<Collected>>, Refused> {
    let rounds = rounds.raw();
    let Some(first) = rounds.first() else {
        return Err(violations.refuse_form(ViolationCode::TooFew, "give at least one round"));
    };
    let seats: Vec<&str> = first.raw().iter().map(|collected| collected.player.as_str()).collect();
    if rounds.len() > seats.len().clamp(2, limits::PLAYERS) {
        let rounds = counted(rounds.len(), "round");
        let detail = format_args!("{rounds}; a game has as many rounds as players");
        return Err(violations.refuse(ViolationCode::TooMany, "M5", detail));
    }
    let mut read = Ok(Vec::with_capacity(rounds.len()));
    for (number, round) in rounds.iter().enumerate() {
        match (self::round(round.raw(), &seats, &mut violations.at(number)), &mut read) {
            (Ok(round), Ok(rounds)) => rounds.push(round),
            (Err(refused), _) => read = Err(refused),
            (Ok(_), Err(_)) => {}
        }
    }
    read
}

fn round(
    round: &[MyWordCollected],
    seats: &[&str],
    violations: &mut Violations,
) -> Result<Vec<Collected>, Refused> {
    let names = || round.iter().map(|collected| collected.player.as_str());
    players::check_table(names(), 2, Some("player"), violations)?;
    let mut checked = Ok(());
    for (place, name) in names().enumerate() {
        if !seats.contains(&name) {
            let detail = "the first round does not list this player";
            let mut place = violations.at(place);
            checked = Err(place.at("player").refuse_form(ViolationCode::UnknownPlayer, detail));
        }
    }
    for player in seats {
        if names().all(|name| name != *player) {
            let detail = format_args!(
                "{player:?} is in the first round, but not here; give 0 cards for a player who collected none"
            );
            checked = Err(violations.refuse_form(ViolationCode::MissingField, detail));
        }
    }
    let collected = round.iter().map(|collected| collected.cards.raw());
    let total = collected.fold(0, u32::saturating_add);
    if total as usize > DECK_CARDS {
        let detail = format_args!("{total} cards collected; a deck has {DECK_CARDS}");
        checked = Err(violations.refuse(ViolationCode::OutOfBounds, "M1", detail));
    }
    let collected = |collected: &MyWordCollected| Collected {
        player: collected.player.as_str().to_owned(),
        cards: collected.cards.raw(),
    };
    checked.map(|()| round.iter().map(collected).collect())
}
