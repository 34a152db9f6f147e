//! The requests of Play On Words.

use super::rules::PlayOnWordsRules;
use super::turn::{AnnouncedCards, PlayOnWordsTurn};
use crate::api::bounds::{List, PlayerName, Top, WordText};
use crate::api::cards::{CardFault, CardList, Notation};
use crate::api::challenges::Challengers;
use crate::api::hints::Reveal;
use crate::api::request;
use crate::rules::play_on_words::{Card, CardError, HAND_CARDS, PlayedCard};
use crate::rules::{ViolationCode, limits};

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
        self.code()
    }
}

/// The cards of a hand.
pub type HandCards<const MIN: usize> = CardList<Printed, MIN, HAND_CARDS>;
/// The cards of a word.
pub type WordCards = CardList<Played, 1, { limits::WORD_LETTERS }>;
/// The words on a table.
pub type TableWords = List<WordCards, 0, { limits::TABLE_WORDS }>;
/// The challenged words of a turn.
pub type ChallengedWords = List<WordText, 1, HAND_CARDS>;
/// The cards of a hand, which may be empty.
pub type AnyHand = HandCards<0>;
/// The cards of a hand that is not empty.
pub type SomeHand = HandCards<1>;

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
        /// Set to `true` to get one verdict for all words instead of one for each. Defaults to
        /// `false`.
        pub(super) quiet: Option<bool>,
        /// House rules.
        pub(super) rules: Option<PlayOnWordsRules>,
    }
}

request! {
    @search
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
        /// How much the response reveals about the turns: with `points`, `shape` or `first_letter`, it has
        /// `hints` in place of them. Defaults to `play`.
        pub(super) reveal: Option<Reveal>,
        /// House rules.
        pub(super) rules: Option<PlayOnWordsRules>,
    }
}

request! {
    @judged
    /// A challenged turn.
    pub struct PlayOnWordsChallengeRequest {
        /// The player's cards before the turn. With a hand that cannot be, such as one of nine cards
        /// or with a text that is not a card, no word of the turn can be laid.
        pub(super) hand: AnnouncedCards,
        /// The words on the table before the turn.
        pub(super) table: Option<TableWords>,
        /// The challenged turn. A text that is not a card of the game, such as an apostrophe, makes
        /// a word that cannot be laid, and so does a wild or flip card without its letter.
        pub(super) turn: PlayOnWordsTurn,
        /// The challenged words. Defaults to all words of the turn.
        pub(super) words: Option<ChallengedWords>,
        /// The player who makes the challenge.
        pub(super) challenger: Option<PlayerName>,
        /// The players who make the challenge together, in place of `challenger`.
        pub(super) challengers: Option<Challengers>,
        /// The player who made the turn.
        pub(super) challenged: Option<PlayerName>,
        /// True if it was the player's first turn, from the initial hand. Defaults to `false`.
        pub(super) first_turn: Option<bool>,
        /// True if it was a last play: another player had gone out, or the pile was empty. Defaults
        /// to `false`.
        pub(super) last_play: Option<bool>,
        /// Set to `true` to get one verdict for all challenged words, and nothing that shows which
        /// of them is not allowed. Defaults to `false`.
        pub(super) quiet: Option<bool>,
        /// House rules.
        pub(super) rules: Option<PlayOnWordsRules>,
    }
}
