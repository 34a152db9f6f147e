//! The actions of players, of the host and of clocks.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::category::WrittenCategory;
use crate::rules::flow::{Head, texts, whole_number};
use crate::rules::word_poker::best::Found;

/// An action. Which members it needs depends on its kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerAction))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The kind of action.
    pub kind: String,
    /// The player who acts; absent if the host does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// For `bet` and `raise`: the new height of the bet.
    #[serde(default, deserialize_with = "whole_number", skip_serializing_if = "Option::is_none")]
    pub amount: Option<u64>,
    /// For `exchange`: the cards that the player puts away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<String>>,
    /// For `declare`: the word card by card, with every wild announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Vec<String>>,
    /// For `declare`: the word, which is laid in the best way. For `look_up`: the word that the
    /// player looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// For `declare`: `true` if the player has no word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub none: Option<bool>,
    /// For `declare`: `true` if the player claims that the word is in a category that has no list
    /// of words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category_match: Option<bool>,
    /// For `challenge` and `challenge_category`: the player whose word is challenged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenged: Option<String>,
    /// For `vote`: `true` if the word is not in the category, `false` if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_challenger: Option<bool>,
    /// For `vote`: `true` if the player votes for neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub abstain: Option<bool>,
    /// For `deal`: the bonus category of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<WrittenCategory>,
    /// In a game with real cards: for `deal`, the shuffled deck, and for an `exchange` for which
    /// the pile is too short, the shuffled discards; the first card is on top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// For `bot`: the rarest tier of words that the bot knows, from 1 to 100; 100 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(maximum = 255))]
    pub max_tier: Option<u8>,
    /// For `bot`: the place of the declared word in the list of the best ones, from 1; 1 if
    /// absent.
    #[serde(default, deserialize_with = "whole_number", skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// The ply that the action answers to.
    #[serde(default, deserialize_with = "whole_number", skip_serializing_if = "Option::is_none")]
    pub ply: Option<u64>,
    /// The milliseconds that the player used.
    #[serde(default, deserialize_with = "whole_number", skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
    /// A note of at most 128 characters, which changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The kinds of action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ActionKind {
    /// Antes, shuffles and deals (RULEBOOK FO3).
    Deal,
    /// Bets nothing (RULEBOOK FO7).
    Check,
    /// Makes the first bet of a stage (RULEBOOK FO8).
    Bet,
    /// Raises the bet (RULEBOOK FO8).
    Raise,
    /// Matches the bet, or puts in all that is left (RULEBOOK FO9).
    Call,
    /// Gives up the round (RULEBOOK FO6).
    Fold,
    /// Exchanges cards (RULEBOOK FO10).
    Exchange,
    /// Declares a word (RULEBOOK FO12).
    Declare,
    /// Challenges a word by the dictionary (RULEBOOK FO13).
    Challenge,
    /// Challenges a word by the category (RULEBOOK FO13).
    ChallengeCategory,
    /// Votes on a word of the category (RULEBOOK FO14).
    Vote,
    /// Challenges nothing more (RULEBOOK FO13).
    Accept,
    /// Reports that the player looked up a word (RULEBOOK FO19).
    LookUp,
    /// Ends the game between two rounds; the host's (RULEBOOK FO17).
    End,
    /// Ends the challenges, or a vote; the host's (RULEBOOK FO13, FO14).
    Close,
    /// Does the least that a player can do, because the player is absent (RULEBOOK F13).
    TimeOut,
    /// Lets a bot act for the player (RULEBOOK F14).
    Bot,
}

impl Action {
    /// Makes an action of a player.
    #[must_use]
    pub fn of(kind: ActionKind, player: &str) -> Self {
        let kind: &str = kind.into();
        Self { kind: kind.to_owned(), player: Some(player.to_owned()), ..Self::default() }
    }

    /// Makes the action of a player who declares a word.
    pub(super) fn declare(player: &str, found: &Found) -> Self {
        Self { play: Some(texts(&found.play)), ..Self::of(ActionKind::Declare, player) }
    }

    pub(super) fn head(&self) -> Head<'_> {
        Head { ply: self.ply, used_ms: self.used_ms, note: self.note.as_deref() }
    }
}
