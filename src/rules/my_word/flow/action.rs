//! The actions of players and of clocks.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::rules::flow::{Head, missing, texts, whole_number};
use crate::rules::my_word::announced_call::AnnouncedCall;
use crate::rules::my_word::call::Call;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// An action. Which members it needs depends on its kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordAction))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The kind of action.
    pub kind: String,
    /// The player who acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// For `call`: the word, which takes the most cards. Give either this field or `call`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// For `call`: the cards in word order, with every wild announced. Give either this field or
    /// `word`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Vec<String>>,
    /// For `calls`: the calls that were made together, each by another player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<Vec<WrittenCall>>,
    /// For `calls`: the player whom the dealer heard first. The other calls have no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// For an action that ends a round in a game with real cards, unless it is the last round: the
    /// deck of the next round, the first card on top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// For `bot`: the rarest tier of words that the bot knows, from 1 to 100; 100 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(maximum = 255))]
    pub max_tier: Option<u8>,
    /// For `bot`: the place of the call in the list of the best ones, from 1; 1 if absent.
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

/// A call among those that were made together.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordWrittenCall))]
#[serde(deny_unknown_fields)]
pub struct WrittenCall {
    /// The player who calls.
    pub player: String,
    /// The word, which takes the most cards. Give either this field or `call`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The cards in word order, with every wild announced. Give either this field or `word`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<Vec<String>>,
}

/// The kinds of action, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ActionKind {
    /// Turns up a card; the dealer's (RULEBOOK FM2).
    Deal,
    /// Ends the round when the deck is empty; the dealer's (RULEBOOK FM6).
    EndRound,
    /// Calls a word (RULEBOOK FM3).
    Call,
    /// Says which of several calls was heard first; the dealer's (RULEBOOK FM4).
    Calls,
    /// Does the least that the dealer can do, because the dealer is absent (RULEBOOK F13).
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

    /// Makes the action of a player who calls.
    pub(super) fn call(player: &str, found: &Call) -> Self {
        Self { call: Some(texts(found)), ..Self::of(ActionKind::Call, player) }
    }

    pub(super) fn head(&self) -> Head<'_> {
        Head { ply: self.ply, used_ms: self.used_ms, note: self.note.as_deref() }
    }
}

/// Reads a call: its cards or its word. The call may break any rule, which is ruled on (RULEBOOK
/// FM3). Places are relative to the object with both members.
///
/// # Errors
/// Records `missing_field` or `conflicting_fields`, unless exactly one of both is given, and
/// `out_of_bounds` or `too_many`, if it is longer than a word can be.
pub(super) fn read_call(
    word: Option<&str>,
    cards: Option<&[String]>,
    violations: &mut Violations,
) -> Result<AnnouncedCall, Refused> {
    match (word, cards) {
        (Some(word), None) => {
            check_text(word, &mut violations.at("word"))?;
            Ok(AnnouncedCall::word(word))
        }
        (None, Some(cards)) => {
            let mut place = violations.at("call");
            if cards.len() > limits::WORD_LETTERS {
                let detail = format_args!("a call has at most {} cards", limits::WORD_LETTERS);
                return Err(place.refuse_form(ViolationCode::TooMany, detail));
            }
            for (index, card) in cards.iter().enumerate() {
                check_text(card, &mut place.at(index))?;
            }
            Ok(AnnouncedCall::cards(cards))
        }
        (Some(_), Some(_)) => {
            let detail = "give either a call or a word, not both";
            Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
        }
        (None, None) => Err(missing("word", violations)),
    }
}

fn check_text(text: &str, violations: &mut Violations) -> Result<(), Refused> {
    if !limits::is_longer(text, limits::WORD_CHARACTERS) {
        return Ok(());
    }
    let detail = format_args!("at most {} characters are ruled on", limits::WORD_CHARACTERS);
    Err(violations.refuse_form(ViolationCode::OutOfBounds, detail))
}
