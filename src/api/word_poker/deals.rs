//! The two games: their requests, and the sources of their cards (RULEBOOK O1).

mod entries;
pub(super) mod holdings;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

pub use self::entries::EntryQuery;
use self::entries::HeldCards;
use super::cards::{PlayCards, Printed, SaidCards, Shown, THOUGHT_CARDS, UsableCards, said_cards};
use super::category::CategoryChoice;
use super::requests::WordPokerRules;
use crate::api::bounds::{Chips, List, PlayerName, Top, WordText};
use crate::api::cards::CardList;
use crate::api::hints::Reveal;
use crate::api::operation::Request;
use crate::api::request;
use crate::rules::word_poker::values::{BOARD_CARDS, MAX_CARDS};
use crate::rules::word_poker::{self, Holding};
use crate::rules::{Game, Refused, ViolationCode, Violations, limits};

/// A hand of Choose Your Words.
type HandCards<N> = CardList<N, 1, MAX_CARDS>;
pub(super) type PrintedHand = HandCards<Printed>;
/// The two cards in the hand of a player of Word For Word.
type ThoughtCards<N> = CardList<N, THOUGHT_CARDS, THOUGHT_CARDS>;
pub(super) type PrintedThought = ThoughtCards<Printed>;
/// The cards of Word For Word that all players share.
type BoardCards<N> = CardList<N, 0, BOARD_CARDS>;
pub(super) type PrintedBoard = BoardCards<Printed>;
type HeldBoard = BoardCards<Shown>;

/// One of the two games: its requests, and functions that read their cards.
pub trait Deal: Game + 'static {
    /// The names of the operations.
    const NAMES: Names;
    /// The number of cards that a player holds.
    const OWN_CARDS: usize;
    /// The number of cards on the board at a showdown.
    const BOARD_CARDS: usize;

    /// The request to score a play.
    type Score: Request + DeserializeOwned + ToSchema;
    /// The request for the best words.
    type Best: Request + DeserializeOwned + ToSchema;
    /// The request to settle a round.
    type Settle: Request + DeserializeOwned + ToSchema;

    /// Reads the members of a request to score a play.
    fn score(request: Self::Score, violations: &mut Violations) -> ScoreMembers;
    /// Reads the members of a request for the best words.
    fn best(request: Self::Best, violations: &mut Violations) -> BestMembers;
    /// Reads the members of a request to settle a round.
    fn settle(request: Self::Settle, violations: &mut Violations) -> SettleMembers;
}

/// The names of a game's operations.
pub struct Names {
    pub(super) score: Name,
    pub(super) best: Name,
    pub(super) challenge: Name,
    pub(super) category_challenge: Name,
    pub(super) settle: Name,
    pub(super) cut: Name,
}

/// The name of an operation.
pub(super) struct Name {
    pub(super) id: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
}

/// The members of a request to score a play that both games have, and the player's cards, if given.
pub struct ScoreMembers {
    pub(super) play: Option<PlayCards>,
    pub(super) word: Option<WordText>,
    pub(super) cards: Option<Result<UsableCards, Refused>>,
    pub(super) category: Option<CategoryChoice>,
    pub(super) quiet: bool,
    pub(super) rules: Option<WordPokerRules>,
}

/// The members of a request for the best words that both games have, and the player's cards.
pub struct BestMembers {
    pub(super) cards: Result<UsableCards, Refused>,
    pub(super) category: Option<CategoryChoice>,
    pub(super) top: Option<Top>,
    pub(super) reveal: Reveal,
    pub(super) rules: Option<WordPokerRules>,
}

/// The members of a request to settle a round that both games have, and the players with their
/// cards.
pub struct SettleMembers {
    pub(super) pot: Chips,
    pub(super) players: Result<Vec<EntryQuery>, Refused>,
    pub(super) board: Result<Option<Holding>, Refused>,
    pub(super) names: Vec<PlayerName>,
    pub(super) category: Option<CategoryChoice>,
    pub(super) dealer: Option<PlayerName>,
    pub(super) last_round: bool,
    pub(super) target: Option<Chips>,
    pub(super) rules: Option<WordPokerRules>,
}

/// Defines the request types of a game, which differ in the members for cards, and implements its
/// [`Deal`].
macro_rules! deal {
    (
        $game:ident, $snake:literal, $slug:literal, $title:literal, $own_cards:expr, $board_cards:expr,
        $(#[$score_meta:meta])*
        $score:ident { $($(#[$score_doc:meta])* $score_cards:ident: $score_type:ty,)* }
        $(#[$best_meta:meta])*
        $best:ident { $($(#[$best_doc:meta])* $best_cards:ident: $best_type:ty,)* }
        $(#[$entry_meta:meta])*
        $entry:ident, $entries:ident { $($(#[$entry_doc:meta])* $entry_cards:ident: $entry_type:ty,)* }
        $(#[$settle_meta:meta])*
        $settle:ident { $($(#[$settle_doc:meta])* $settle_cards:ident: $settle_type:ty,)* }
    ) => {
        request! {
            $(#[$score_meta])*
            pub struct $score {
                /// The cards in word order, with every wild announced. Give either this field or
                /// `word`.
                play: Option<PlayCards>,
                /// The word, to be placed for the highest score. Give either this field or `play`.
                word: Option<WordText>,
                $($(#[$score_doc])* $score_cards: $score_type,)*
                /// The active bonus category. A category without words requires the players' vote
                /// as its `match`.
                category: Option<CategoryChoice>,
                /// Set to `true` to leave out the reason why a word is not allowed. Defaults to
                /// `false`.
                quiet: Option<bool>,
                /// House rules.
                rules: Option<WordPokerRules>,
            }
        }

        request! {
            @search
            $(#[$best_meta])*
            pub struct $best {
                $($(#[$best_doc])* $best_cards: $best_type,)*
                /// The active bonus category, by name or as a list of words.
                category: Option<CategoryChoice>,
                /// The number of words to list. Defaults to 10.
                top: Option<Top>,
                /// How much the response reveals about the plays: with `points`, `shape` or `first_letter`, it has
                /// `hints` in place of them. Defaults to `play`.
                reveal: Option<Reveal>,
                /// House rules.
                rules: Option<WordPokerRules>,
            }
        }

        $(#[$entry_meta])*
        #[derive(Debug, Clone, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $entry {
            /// The player's name.
            name: PlayerName,
            /// The declared word, card by card, as the player declared it; absent if the player
            /// declared none. A word that can't be played loses, challenged or not.
            play: Option<SaidCards>,
            $($(#[$entry_doc])* $entry_cards: $entry_type,)*
            /// Set to `true` if the word was challenged. A challenged word that is not allowed
            /// loses. Defaults to `false`.
            challenged: Option<bool>,
            /// The players' vote on whether the word belongs to the category; it overrides the
            /// list. Requires a category.
            category_match: Option<bool>,
            /// Set to `true` if the player folded. Defaults to `false`.
            folded: Option<bool>,
            /// The player's chips before the pot is paid out.
            chips: Option<Chips>,
        }

        #[doc = concat!("The players of a round of ", $title, ".")]
        pub type $entries = List<$entry, 2, { limits::PLAYERS }>;

        request! {
            $(#[$settle_meta])*
            pub struct $settle {
                /// The pot, in whole chips.
                pot: Chips,
                /// The players in seat order, clockwise.
                players: $entries,
                $($(#[$settle_doc])* $settle_cards: $settle_type,)*
                /// The active bonus category, by name or as a list of words.
                category: Option<CategoryChoice>,
                /// The dealer, required if the house rule `remainder` is `odd_chip_left_of_dealer`.
                /// With a dealer, the response names the next one.
                dealer: Option<PlayerName>,
                /// Set to `true` if this is the last round of the game. The player with the most
                /// chips then wins; tied players play another round (O17). Requires the `chips`
                /// of every player. Defaults to `false`.
                last_round: Option<bool>,
                /// The number of chips that ends the game if a player reaches it (O17). Requires
                /// the `chips` of every player.
                target: Option<Chips>,
                /// House rules.
                rules: Option<WordPokerRules>,
            }
        }

        impl Deal for word_poker::$game {
            const NAMES: Names = Names {
                score: Name {
                    id: concat!("score_", $snake),
                    path: concat!("/v1/", $slug, "/score"),
                    summary: concat!("Scores a play in ", $title),
                },
                best: Name {
                    id: concat!("best_", $snake),
                    path: concat!("/v1/", $slug, "/best"),
                    summary: concat!("Finds the best words in ", $title),
                },
                challenge: Name {
                    id: concat!("challenge_", $snake),
                    path: concat!("/v1/", $slug, "/challenge"),
                    summary: concat!("Decides a challenge to a word in ", $title),
                },
                category_challenge: Name {
                    id: concat!("category_challenge_", $snake),
                    path: concat!("/v1/", $slug, "/category-challenge"),
                    summary: concat!("Decides a challenge to the category of a word in ", $title),
                },
                settle: Name {
                    id: concat!("settle_", $snake),
                    path: concat!("/v1/", $slug, "/settle"),
                    summary: concat!("Settles a round of ", $title),
                },
                cut: Name {
                    id: concat!("cut_", $snake),
                    path: concat!("/v1/", $slug, "/cut"),
                    summary: concat!("Decides the cut for the deal in ", $title),
                },
            };

            const OWN_CARDS: usize = $own_cards;
            const BOARD_CARDS: usize = $board_cards;

            type Score = $score;
            type Best = $best;
            type Settle = $settle;

            fn score(request: $score, violations: &mut Violations) -> ScoreMembers {
                let cards = request.cards(violations);
                let $score { play, word, category, quiet, rules, .. } = request;
                let quiet = quiet.unwrap_or_default();
                ScoreMembers { play, word, cards, category, quiet, rules }
            }

            fn best(request: $best, violations: &mut Violations) -> BestMembers {
                let cards = request.cards(violations);
                let $best { category, top, reveal, rules, .. } = request;
                let reveal = reveal.unwrap_or_default();
                BestMembers { cards, category, top, reveal, rules }
            }

            fn settle(request: $settle, violations: &mut Violations) -> SettleMembers {
                let board = request.shared_cards(violations);
                let players = request.entries(violations);
                let names = request.players.raw().iter().map(|player| player.name.clone());
                let names = names.collect();
                let $settle { pot, category, dealer, last_round, target, rules, .. } = request;
                SettleMembers {
                    pot,
                    players,
                    board,
                    names,
                    category,
                    dealer,
                    last_round: last_round.unwrap_or_default(),
                    target,
                    rules,
                }
            }
        }

        impl $entry {
            /// Reads a player; `cards` are the player's own, and `has_category` is true if a
            /// category is active.
            fn read(
                &self,
                cards: Result<Option<HeldCards>, Refused>,
                has_category: bool,
                violations: &mut Violations,
            ) -> Result<EntryQuery, Refused> {
                let play = match &self.play {
                    Some(cards) => said_cards(cards, &mut violations.at("play")).map(Some),
                    None if self.challenged == Some(true) => {
                        let detail = "there is no word to challenge; give the play";
                        let mut place = violations.at("play");
                        Err(place.refuse_form(ViolationCode::MissingField, detail))
                    }
                    None => Ok(None),
                };
                let chips =
                    self.chips.map(|chips| chips.read("chips", &mut violations.at("chips")));
                if self.category_match.is_some() && !has_category {
                    let detail = "no category is active; give the category, or leave out the vote";
                    let (code, mut place) =
                        (ViolationCode::ConflictingFields, violations.at("category_match"));
                    return Err(place.refuse(code, "O14", detail));
                }
                Ok(EntryQuery {
                    name: self.name.as_str().to_owned(),
                    play: play?,
                    cards: cards?,
                    challenged: self.challenged.unwrap_or_default(),
                    category_match: self.category_match,
                    folded: self.folded.unwrap_or_default(),
                    chips: chips.transpose()?,
                })
            }
        }
    };
}

deal! {
    ChooseYourWords, "choose_your_words", "choose-your-words", "Choose Your Words", MAX_CARDS, 0,
    /// A play to score in Choose Your Words: either the cards of the play, or a word and the cards
    /// to place it from.
    ChooseYourWordsScoreRequest {
        /// The hand: 1 to 7 cards. Required with `word`. With `play`, the hand must contain the
        /// cards of the play.
        hand: Option<PrintedHand>,
    }
    /// Cards to find the best words for in Choose Your Words.
    ChooseYourWordsBestRequest {
        /// The hand: 1 to 7 cards, with wilds written as `*`.
        hand: PrintedHand,
    }
    /// A player at the end of a round of Choose Your Words.
    ChooseYourWordsEntry, ChooseYourWordsEntries {
        /// The player's hand, required if nobody declares a word. An announced wild (`*=Zb`) counts
        /// as its letter; any other wild is worth 0. A hand that the player can't hold, such as one of
        /// eight cards, makes the player lose the round.
        hand: Option<SaidCards>,
    }
    /// A round of Choose Your Words to settle.
    ChooseYourWordsSettleRequest {}
}

deal! {
    WordForWord, "word_for_word", "word-for-word", "Word For Word", THOUGHT_CARDS, BOARD_CARDS,
    /// A play to score in Word For Word: either the cards of the play, or a word and the cards to
    /// place it from.
    WordForWordScoreRequest {
        /// The two thought cards. Required with `word`. With `play`, the thought cards and the
        /// board must contain the cards of the play.
        thought: Option<PrintedThought>,
        /// The cards on the board: 0, 3 (shout), 4 (mumble) or 5 (whisper). Requires `thought`.
        board: Option<PrintedBoard>,
    }
    /// Cards to find the best words for in Word For Word.
    WordForWordBestRequest {
        /// The two thought cards, with wilds written as `*`.
        thought: PrintedThought,
        /// The cards on the board: 0, 3 (shout), 4 (mumble) or 5 (whisper).
        board: Option<PrintedBoard>,
    }
    /// A player at the end of a round of Word For Word.
    WordForWordEntry, WordForWordEntries {
        /// The player's thought cards, required if nobody declares a word. An announced wild
        /// (`*=Zb`) counts as its letter; any other wild is worth 0. Any other number of cards than two
        /// makes the player lose the round.
        thought: Option<SaidCards>,
    }
    /// A round of Word For Word to settle.
    WordForWordSettleRequest {
        /// The cards on the board: all five at a showdown. If all players but one have folded, there
        /// is no showdown, and the board can have 0, 3 (shout) or 4 (mumble) cards.
        board: Option<HeldBoard>,
    }
}
