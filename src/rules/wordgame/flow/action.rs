//! The actions of players, of the host and of clocks.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::rules::flow::{Head, whole_number};
use crate::rules::wordgame::movegen::Move;

/// An action. Which members it needs depends on its kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameAction))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The kind of action.
    pub kind: String,
    /// The player who acts; absent if the host does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// For `move`: the move, such as `8D HE..o`.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// For `exchange`: the tiles, such as `QU?`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// For `challenge`: the challenged words of the move; all if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<String>>,
    /// For an action that shuffles real tiles: the tiles of the shuffled bag, the first one on top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// For `bot`: the rarest tier of words that the bot knows, from 1 to 100; 100 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(maximum = 255))]
    pub max_tier: Option<u8>,
    /// For `bot`: the place of the move in the list of the best ones, from 1; 1 if absent.
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

/// The kinds of action, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ActionKind {
    /// Accepts the move of another player (RULEBOOK FG7).
    Accept,
    /// Challenges the move of another player (RULEBOOK FG9).
    Challenge,
    /// Ends the time for challenges; the host's (RULEBOOK FG7).
    Close,
    /// Places tiles (RULEBOOK FG2).
    Move,
    /// Passes (RULEBOOK FG2).
    Pass,
    /// Exchanges tiles (RULEBOOK FG6).
    Exchange,
    /// Resigns (RULEBOOK FG12).
    Resign,
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

    /// Makes the action of a player who makes a move.
    pub(super) fn place(player: &str, found: &Move) -> Self {
        Self { written: Some(found.to_string()), ..Self::of(ActionKind::Move, player) }
    }

    pub(super) fn head(&self) -> Head<'_> {
        Head { ply: self.ply, used_ms: self.used_ms, note: self.note.as_deref() }
    }
}
