//! The requests of Play On Words, and functions that read hands, tables and turns.

use serde::{Deserialize, Serialize};

use crate::api::bounds::{Count, List, PlayerName, Top, WordText, bound, each};
use crate::api::cards::{CardFault, CardList, Notation};
use crate::api::request;
use crate::rules::play_on_words::{
    Card, CardError, HAND_CARDS, Hand, Play, PlayOn, PlayedCard, PluralRule, Rules, Stage, Table,
    TableCards, Turn, Version,
};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The notation of cards in a hand.
#[derive(Debug, Clone)]
pub struct Printed;

impl Notation for Printed {
    const NAME: &'static str = "PlayOnWordsCard";
    const PATTERN: &'static str = r"^([A-Za-z]|[Ss][Tt]|[Ss][Hh]|[Tt][Hh]|[Cc][Hh]|[Cc][Kk]|[Qq][Uu]|[Jj]/[Xx]|[Vv]/[Zz]|\*)$";
    const RULE: &'static str = "P1";
    type Card = Card;
}

/// The notation of cards in a word.
#[derive(Debug, Clone)]
pub struct Played;

impl Notation for Played {
    const NAME: &'static str = "PlayOnWordsPlayedCard";
    const PATTERN: &'static str = r"^([A-Za-z]|[Ss][Tt]|[Ss][Hh]|[Tt][Hh]|[Cc][Hh]|[Cc][Kk]|[Qq][Uu]|[Jj]/[Xx]=[JjXx]|[Vv]/[Zz]=[VvZz]|\*=[A-Za-z])$";
    const RULE: &'static str = "P1";
    type Card = PlayedCard;
}

impl CardFault for CardError {
    fn code(&self) -> ViolationCode {
        match self {
            Self::NotACard | Self::WrongChoice(_) => ViolationCode::InvalidCard,
            Self::Unannounced(_) => ViolationCode::UnannouncedWild,
            Self::Announced(_) => ViolationCode::AnnouncedWild,
        }
    }
}

/// The cards of a hand.
pub type HandCards<const MIN: usize> = CardList<Printed, MIN, HAND_CARDS>;
/// The cards of a word.
pub type WordCards = CardList<Played, 1, { limits::WORD_LETTERS }>;
/// The words on a table.
pub type TableWords = List<WordCards, 0, { limits::TABLE_WORDS }>;
/// The index of a table word; the number of table words is the index of the new word of the same
/// turn.
pub type TableIndex = Count<0, { bound(limits::TABLE_WORDS) }>;
/// The play-ons of a turn; each uses at least one card of the hand.
pub type PlayOns = List<PlayOnWordsPlayOn, 0, HAND_CARDS>;
/// The table words that a play-on uses.
pub type BaseWords = List<TableIndex, 1, { limits::TABLE_WORDS }>;
/// The challenged words of a turn.
pub type ChallengedWords = List<WordText, 1, HAND_CARDS>;
/// The cards of a hand, which may be empty.
pub type AnyHand = HandCards<0>;
/// The cards of a hand that is not empty.
pub type SomeHand = HandCards<1>;

/// House rules: options that the rule sheet leaves open.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsRules {
    /// The version of the game. Defaults to `rummy`.
    version: Option<Version>,
    /// The treatment of plurals made with S that also have another sense. Defaults to `strict`.
    plural: Option<PluralRule>,
    /// Set to `true` to allow a play-on to the new word of the same turn. Defaults to `false`.
    play_on_new_word: Option<bool>,
    /// The letters that wild and flip cards on the table stand for. Defaults to `fixed`.
    table_cards: Option<TableCards>,
}

impl PlayOnWordsRules {
    /// Returns the rules of a request.
    pub(super) fn of(choice: Option<Self>) -> Rules {
        let Self { version, plural, play_on_new_word, table_cards } = choice.unwrap_or_default();
        Rules {
            version: version.unwrap_or_default(),
            plural: plural.unwrap_or_default(),
            play_on_new_word: play_on_new_word.unwrap_or_default(),
            table_cards: table_cards.unwrap_or_default(),
        }
    }
}

/// A turn: a new word, play-ons, or both.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsTurn {
    /// The word made from the hand alone, card by card: `["B", "A", "TH"]`, `["*=C", "A", "T"]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) new_word: Option<WordCards>,
    /// The words made from table words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play_ons: Option<PlayOns>,
}

/// A word made from one table word, or from a combination of several.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsPlayOn {
    /// The table words, as indexes into `table`. The number of table words is the index of the new
    /// word of the same turn.
    pub(super) onto: BaseWords,
    /// The resulting word, with all its cards in order.
    pub(super) word: WordCards,
}

request! {
    /// A turn to score.
    pub struct PlayOnWordsScoreRequest {
        /// The player's cards before the turn: `A` to `Z`, `ST SH TH CH CK QU`, `J/X`, `V/Z`, `*`.
        pub(super) hand: AnyHand,
        /// The words on the table, each card by card, with wilds and flips announced: `*=E`,
        /// `J/X=X`.
        pub(super) table: Option<TableWords>,
        /// The turn.
        pub(super) turn: PlayOnWordsTurn,
        /// True if this is the player's first turn, from the initial hand. Defaults to `false`.
        pub(super) first_turn: Option<bool>,
        /// True if this is a last play: another player has gone out, or the pile is empty. Defaults
        /// to `false`.
        pub(super) last_play: Option<bool>,
        /// House rules.
        pub(super) rules: Option<PlayOnWordsRules>,
    }
}

request! {
    /// A hand and a table to find the best turns for.
    pub struct PlayOnWordsBestRequest {
        /// The player's cards: `A` to `Z`, `ST SH TH CH CK QU`, `J/X`, `V/Z`, `*`.
        pub(super) hand: SomeHand,
        /// The words on the table, each card by card, with wilds and flips announced: `*=E`,
        /// `J/X=X`.
        pub(super) table: Option<TableWords>,
        /// True if this is the player's first turn, from the initial hand. Defaults to `false`.
        pub(super) first_turn: Option<bool>,
        /// True if this is a last play: another player has gone out, or the pile is empty. Defaults
        /// to `false`.
        pub(super) last_play: Option<bool>,
        /// The number of turns to list. Defaults to 5.
        pub(super) top: Option<Top>,
        /// House rules.
        pub(super) rules: Option<PlayOnWordsRules>,
    }
}

request! {
    /// A challenged turn.
    pub struct PlayOnWordsChallengeRequest {
        /// The player's cards before the turn.
        pub(super) hand: AnyHand,
        /// The words on the table before the turn.
        pub(super) table: Option<TableWords>,
        /// The challenged turn.
        pub(super) turn: PlayOnWordsTurn,
        /// The challenged words. Defaults to all words of the turn.
        pub(super) words: Option<ChallengedWords>,
        /// The player who makes the challenge.
        pub(super) challenger: Option<PlayerName>,
        /// The player who made the turn.
        pub(super) challenged: Option<PlayerName>,
        /// True if it was the player's first turn, from the initial hand. Defaults to `false`.
        pub(super) first_turn: Option<bool>,
        /// True if it was a last play: another player had gone out, or the pile was empty. Defaults
        /// to `false`.
        pub(super) last_play: Option<bool>,
        /// House rules.
        pub(super) rules: Option<PlayOnWordsRules>,
    }
}

/// Reads a hand of up to eight cards.
pub(super) fn hand<const MIN: usize>(
    cards: &HandCards<MIN>,
    violations: &mut Violations,
) -> Result<Hand, Refused> {
    let cards = cards.read("P3", violations)?;
    Hand::new(&cards)
        .map_err(|error| violations.refuse(ViolationCode::TooMany, error.rule(), error))
}

/// Reads the cards of a word.
fn play(cards: &WordCards, violations: &mut Violations) -> Result<Play, Refused> {
    if cards.is_empty() {
        let detail = "a word has at least one card";
        return Err(violations.refuse(ViolationCode::TooFew, "P4", detail));
    }
    let cards = cards.read("W3", violations)?;
    Play::new(cards).map_err(|error| violations.refuse(ViolationCode::TooMany, "W3", error))
}

/// Reads the words on the table.
pub(super) fn table(
    words: Option<&TableWords>,
    violations: &mut Violations,
) -> Result<Table, Refused> {
    let Some(words) = words else { return Ok(Table::default()) };
    let mut place = violations.at("table");
    let words = words.read("word", &mut place)?;
    let words = each(words, &mut place, play)?;
    Table::new(words, &mut place)
}

/// Reads play-ons: at most as many as a hand has cards, because each uses one.
fn play_ons(
    play_ons: Option<&PlayOns>,
    violations: &mut Violations,
) -> Result<Vec<PlayOn>, Refused> {
    let Some(play_ons) = play_ons else { return Ok(Vec::new()) };
    let mut place = violations.at("play_ons");
    let play_ons = play_ons.raw();
    if play_ons.len() > HAND_CARDS {
        let detail =
            format_args!("{} play-ons; a hand has at most {HAND_CARDS} cards", play_ons.len());
        return Err(place.refuse(ViolationCode::TooMany, "P5", detail));
    }
    each(play_ons, &mut place, |play_on, violations| {
        let onto = play_on.onto.read("table word", &mut violations.at("onto"));
        let word = play(&play_on.word, &mut violations.at("word"));
        let onto = onto?.iter().map(|index| index.raw() as usize).collect();
        Ok(PlayOn { onto, word: word? })
    })
}

/// Reads a turn.
pub(super) fn read_turn(
    new_word: Option<&WordCards>,
    ons: Option<&PlayOns>,
    violations: &mut Violations,
) -> Result<Turn, Refused> {
    let new_word = new_word.map(|word| play(word, &mut violations.at("new_word"))).transpose();
    let play_ons = play_ons(ons, violations);
    Ok(Turn { new_word: new_word?, play_ons: play_ons? })
}

/// Reads the turn of a request.
pub(super) fn turn(turn: &PlayOnWordsTurn, violations: &mut Violations) -> Result<Turn, Refused> {
    read_turn(turn.new_word.as_ref(), turn.play_ons.as_ref(), &mut violations.at("turn"))
}

/// Reads the stage of the round in which a turn is made.
pub(super) fn stage(
    first_turn: Option<bool>,
    last_play: Option<bool>,
    violations: &mut Violations,
) -> Result<Stage, Refused> {
    match (first_turn.unwrap_or_default(), last_play.unwrap_or_default()) {
        (true, true) => {
            let detail = "a last play earns no bonus for going out, even on the first turn; omit first_turn or last_play";
            let mut place = violations.at("last_play");
            Err(place.refuse(ViolationCode::ConflictingFields, "P11", detail))
        }
        (true, false) => Ok(Stage::First),
        (false, true) => Ok(Stage::Last),
        (false, false) => Ok(Stage::Later),
    }
}
