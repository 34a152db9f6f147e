//! The requests of My Word!, and functions that read them.

use serde::Deserialize;

use crate::api::bounds::{
    Count, List, PlayerName, Top, WordText, bound, each, inline_schema, string,
};
use crate::api::cards::{CardFault, CardList, Notation};
use crate::api::hints::Reveal;
use crate::api::request;
use crate::rules::my_word::{
    AnnouncedCall, Card, CardError, Collected, DECK_CARDS, Rules, ShownTable, Table, check_deck,
};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits, players};

/// The notation of cards on the table.
#[derive(Debug, Clone)]
pub struct PrintedCards;

impl Notation for PrintedCards {
    const NAME: &'static str = "MyWordCard";
    const PATTERN: &'static str = r"^([A-Za-z]{1,2}|\?{1,2})$";
    const RULE: &'static str = "M2";
    type Card = Card;
}

/// A card as a player calls it or sees it on the table. A text that is not a card of the game is
/// ruled on, not refused (RULEBOOK W6).
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct CalledCard(String);

inline_schema!(CalledCard, "MyWordCalledCard", string(0, limits::WORD_CHARACTERS, None));

impl CalledCard {
    fn read(&self, violations: &mut Violations) -> Result<&str, Refused> {
        if limits::is_longer(&self.0, limits::WORD_CHARACTERS) {
            let most = limits::WORD_CHARACTERS;
            let detail =
                format_args!("a text to be judged as a card has at most {most} characters");
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(&self.0)
    }
}

impl CardFault for CardError {
    fn code(&self) -> ViolationCode {
        self.code()
    }
}

/// The cards on the table, at most the whole deck.
pub type TableCards = CardList<PrintedCards, 0, DECK_CARDS>;
/// The most cards that a ruling or a settlement takes: two decks, because real decks differ
/// (RULEBOOK W7).
const MOST_CARDS: usize = 2 * DECK_CARDS;
/// The cards on the table as players describe them.
pub type ShownCards = List<CalledCard, 0, MOST_CARDS>;
/// The cards of a call.
pub type CalledCards = List<CalledCard, 0, { limits::WORD_LETTERS }>;
/// The players of a table.
pub type Players = List<PlayerName, 2, { limits::PLAYERS }>;
/// A number of cards.
pub type CardCount = Count<0, { bound(MOST_CARDS) }>;

/// House rules: options that the rule sheet leaves open.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MyWordRules {
    /// Set to `true` if more cards than the published deck has are a breach. Otherwise they are only
    /// a remark, because real decks differ. Defaults to `false`.
    strict_deck: Option<bool>,
}

impl MyWordRules {
    /// Returns the rules of a request.
    pub(super) fn of(choice: Option<Self>) -> Rules {
        let Self { strict_deck } = choice.unwrap_or_default();
        Rules { strict_deck: strict_deck.unwrap_or_default() }
    }
}

request! {
    /// A call to score: the cards as called, or a word to be placed from the table.
    pub struct MyWordScoreRequest {
        /// The cards on the table, with wilds written as `?` and `??`. A text that is not a card is
        /// `unread` in the response.
        pub(super) table: ShownCards,
        /// The cards in word order, with every wild announced. Give either this field or `word`.
        pub(super) call: Option<CalledCards>,
        /// The word, to be placed with the most cards. Give either this field or `call`.
        pub(super) word: Option<WordText>,
        /// House rules.
        pub(super) rules: Option<MyWordRules>,
        /// Set to `true` to get only one verdict, `legal`, without its reasons. Defaults to `false`.
        pub(super) quiet: Option<bool>,
    }
}

request! {
    @search
    /// A table to find the best calls for.
    pub struct MyWordBestRequest {
        /// The cards on the table, at most 56, with wilds written as `?` and `??`.
        pub(super) table: TableCards,
        /// The number of calls to list. Defaults to 10.
        pub(super) top: Option<Top>,
        /// How much the response reveals about the calls: with `points`, `shape` or `first_letter`, it has
        /// `hints` in place of them. Defaults to `play`.
        pub(super) reveal: Option<Reveal>,
        /// House rules.
        pub(super) rules: Option<MyWordRules>,
    }
}

request! {
    @judged
    /// A call to decide on.
    pub struct MyWordChallengeRequest {
        /// The cards on the table, with wilds written as `?` and `??`. A text that is not a card is
        /// `unread` in the response; it is a card that players can take, but not call.
        pub(super) table: ShownCards,
        /// The cards in word order, with every wild announced. Give either this field or `word`.
        pub(super) call: Option<CalledCards>,
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
        /// House rules.
        pub(super) rules: Option<MyWordRules>,
        /// Set to `true` to get only one verdict, `upheld`, and its consequences, without the
        /// reasons. Defaults to `false`.
        pub(super) quiet: Option<bool>,
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
        /// House rules.
        pub(super) rules: Option<MyWordRules>,
    }
}

/// Reads the cards on the table.
pub(super) fn table(
    cards: &TableCards,
    rules: Rules,
    violations: &mut Violations,
) -> Result<Table, Refused> {
    let mut violations = violations.at("table");
    let table = cards.read("M1", &mut violations).map(|cards| Table::new(&cards))?;
    if rules.strict_deck {
        check_deck(&table, &mut violations)?;
    }
    Ok(table)
}

/// Reads the cards on the table as players describe them.
pub(super) fn shown_table(
    cards: &ShownCards,
    rules: Rules,
    violations: &mut Violations,
) -> Result<ShownTable, Refused> {
    let mut violations = violations.at("table");
    let table = ShownTable::new(&read_cards(cards, &mut violations)?);
    if rules.strict_deck {
        check_deck(table.readable(), &mut violations)?;
    }
    Ok(table)
}

/// Reads cards, which may be any short texts.
fn read_cards<const MAX: usize>(
    cards: &List<CalledCard, 0, MAX>,
    violations: &mut Violations,
) -> Result<Vec<String>, Refused> {
    let cards = cards.read("card", violations)?;
    each(cards, violations, |card, violations| card.read(violations).map(str::to_owned))
}

/// Reads a call: its cards or its word.
pub(super) fn call(
    cards: Option<&CalledCards>,
    word: Option<&WordText>,
    violations: &mut Violations,
) -> Result<AnnouncedCall, Refused> {
    match (cards, word) {
        (Some(cards), None) => {
            let texts = read_cards(cards, &mut violations.at("call"));
            texts.map(|texts| AnnouncedCall::cards(&texts))
        }
        (None, Some(word)) => word.read_text(&mut violations.at("word")).map(AnnouncedCall::word),
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

/// Checks the number of cards that have not been dealt. Only the rule `strict_deck` limits it to
/// what the table leaves of the published deck (RULEBOOK W7).
pub(super) fn deck(
    deck: CardCount,
    table: Option<&ShownTable>,
    rules: Rules,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    let deck = deck.read(Some("M1"), violations)? as usize;
    let most = DECK_CARDS.saturating_sub(table.map_or(0, ShownTable::len));
    if rules.strict_deck && deck > most {
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

/// Reads rounds: at most as many as players, each with every player once and, with the rule
/// `strict_deck`, no more cards than the deck has.
pub(super) fn rounds(
    rounds: &Rounds,
    rules: Rules,
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
        let round = self::round(round.raw(), &seats, rules, &mut violations.at(number));
        match (round, &mut read) {
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
    rules: Rules,
    violations: &mut Violations,
) -> Result<Vec<Collected>, Refused> {
    let names = || round.iter().map(|collected| collected.player.as_str());
    players::check_table(names(), 2, Some("player"), violations)?;
    let mut seated = Ok(());
    for (place, name) in names().enumerate() {
        if !seats.contains(&name) {
            let detail = "the first round does not list this player";
            let mut place = violations.at(place);
            seated = Err(place.at("player").refuse_form(ViolationCode::UnknownPlayer, detail));
        }
    }
    for player in seats {
        if names().all(|name| name != *player) {
            let detail = format_args!(
                "{player:?} is in the first round, but not here; give 0 cards for a player who collected none"
            );
            seated = Err(violations.refuse_form(ViolationCode::MissingField, detail));
        }
    }
    let collected = each(round, violations, |collected, violations| {
        let cards = collected.cards.read(Some("M1"), &mut violations.at("cards"))?;
        Ok(Collected { player: collected.player.as_str().to_owned(), cards })
    })?;
    let total: u32 = collected.iter().map(|collected| collected.cards).sum();
    if rules.strict_deck && total as usize > DECK_CARDS {
        let detail = format_args!("{total} cards collected; a deck has {DECK_CARDS}");
        return Err(violations.refuse(ViolationCode::OutOfBounds, "M1", detail));
    }
    seated.map(|()| collected)
}
