//! The actions of players, of the host and of clocks.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::rules::flow::{Head, whole_number};
use crate::rules::play_on_words::announced::AnnouncedWord;
use crate::rules::play_on_words::play::Play;
use crate::rules::play_on_words::turn::{PlayOn, Turn};

/// An action. Which members it needs depends on its kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsAction))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The kind of action.
    pub kind: String,
    /// The player who acts; absent if the host does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// For `turn` and `mug`: the words that are laid. A `mug` lays one word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<WrittenTurn>,
    /// For `discard`: the cards that go under the pile, in this order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<String>>,
    /// For `mug`: the player whose unplayed cards are used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// For `deal` in a game with real cards: the shuffled deck, the first card on top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// For `bot`: the rarest tier of words that the bot knows, from 1 to 100; 100 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(maximum = 255))]
    pub max_tier: Option<u8>,
    /// For `bot`: the place of the turn in the list of the best ones, from 1; 1 if absent.
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

/// The words of a turn, card by card.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsWrittenTurn))]
#[serde(deny_unknown_fields)]
pub struct WrittenTurn {
    /// The word made from the hand alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_word: Option<Vec<String>>,
    /// The words made from table words.
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    pub play_ons: Vec<WrittenPlayOn>,
}

/// A word made from table words, card by card.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsWrittenPlayOn))]
#[serde(deny_unknown_fields)]
pub struct WrittenPlayOn {
    /// The indexes of the table words, from 0.
    #[serde(deserialize_with = "table_words")]
    pub onto: Vec<usize>,
    /// The resulting word with all its cards.
    pub word: Vec<String>,
}

/// The kinds of action, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ActionKind {
    /// Shuffles and deals (RULEBOOK FP2).
    Deal,
    /// Plays words (RULEBOOK FP5).
    Turn,
    /// Draws a card (RULEBOOK FP4).
    Draw,
    /// Discards cards (RULEBOOK FP6).
    Discard,
    /// Passes (RULEBOOK FP7).
    Pass,
    /// Plays nothing in the last plays, or mugs no more (RULEBOOK FP8, FP10).
    Done,
    /// Makes a word from unplayed cards of another player (RULEBOOK FP10).
    Mug,
    /// Ends the muggings; the host's (RULEBOOK FP10).
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

    /// Makes the action of a player who plays words.
    pub(super) fn play(player: &str, turn: WrittenTurn) -> Self {
        Self { turn: Some(turn), ..Self::of(ActionKind::Turn, player) }
    }

    pub(super) fn head(&self) -> Head<'_> {
        Head { ply: self.ply, used_ms: self.used_ms, note: self.note.as_deref() }
    }
}

impl From<&WrittenTurn> for Turn<AnnouncedWord> {
    fn from(turn: &WrittenTurn) -> Self {
        let play_on = |play_on: &WrittenPlayOn| PlayOn {
            onto: play_on.onto.clone(),
            word: AnnouncedWord::new(&play_on.word),
        };
        Self {
            new_word: turn.new_word.as_ref().map(|word| AnnouncedWord::new(word)),
            play_ons: turn.play_ons.iter().map(play_on).collect(),
        }
    }
}

impl From<&Turn> for WrittenTurn {
    fn from(turn: &Turn) -> Self {
        let texts = |word: &Play| word.iter().map(ToString::to_string).collect();
        let play_on = |play_on: &PlayOn| WrittenPlayOn {
            onto: play_on.onto.clone(),
            word: texts(&play_on.word),
        };
        Self {
            new_word: turn.new_word.as_ref().map(texts),
            play_ons: turn.play_ons.iter().map(play_on).collect(),
        }
    }
}

/// Reads play-ons; a turn without the member has none.
fn or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<WrittenPlayOn>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads indexes of words on the table, which are not larger than those of the schema.
fn table_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<usize>, D::Error> {
    let words = Vec::<u32>::deserialize(deserializer)?;
    let largest = i32::MAX.cast_unsigned();
    if words.iter().any(|&word| word > largest) {
        return Err(D::Error::custom(format_args!("an index is at most {largest}")));
    }
    Ok(words.into_iter().map(|word| word as usize).collect())
}
