//! The events of a game. All players see all of them: nothing but the order of the deck is hidden.

use serde::Serialize;

use crate::rules::flow::{ByPlayer, GameResult};
use crate::rules::my_word::card::Card;
use crate::rules::my_word::challenge::CardSource;
use crate::rules::score::Line;
use crate::rules::{Reason, Violation};

/// A kind of event with its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordEvent))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The dealer turned up a card.
    TurnedUp {
        /// The card.
        #[cfg_attr(feature = "api", schema(value_type = String))]
        card: Card,
    },
    /// Calls that were made together with one that was heard first. They have no effect.
    NotHeard {
        /// The players who called, in the order of the action.
        players: Vec<String>,
    },
    /// A call was ruled on.
    Ruling {
        /// The player who called.
        player: String,
        /// The word in upper case, or the called text if it is not a word.
        word: String,
        /// True if the call counts.
        allowed: bool,
        /// The reason why the word is not allowed.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
        /// The rules that the call breaks, with their places relative to the call.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        breaches: Vec<Violation>,
    },
    /// A player collected the cards of a word.
    Collected {
        /// The player.
        player: String,
        /// The cards as printed, in the order of the word.
        #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
        cards: Vec<Card>,
        /// The points card by card.
        #[cfg_attr(feature = "api", schema(required = false))]
        lines: Vec<Line>,
    },
    /// A player took a card because another player's call is not allowed.
    FreeCard {
        /// The player.
        player: String,
        /// The card.
        #[cfg_attr(feature = "api", schema(value_type = String))]
        card: Card,
        /// The source of the card.
        from: CardSource,
    },
    /// The round is over.
    RoundOver {
        /// The number of cards that each player has collected in it: the points of the round.
        #[cfg_attr(feature = "api", schema(value_type = std::collections::BTreeMap<String, usize>))]
        cards: ByPlayer<usize>,
    },
    /// A player did not act in time.
    TimedOut {
        /// The player.
        player: String,
        /// The kind of action that was carried out.
        #[serde(rename = "as")]
        carried_out: &'static str,
    },
    /// The game is over.
    Over {
        /// The result.
        #[serde(flatten)]
        result: GameResult,
    },
}
