//! The events of a game.

use serde::Serialize;

use crate::rules::flow::{ByPlayer, GameResult};
use crate::rules::play_on_words::card::Card;
use crate::rules::play_on_words::table::Table;
use crate::rules::score::Line;

/// A kind of event with its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsEvent))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// A player was dealt a hand. One event has the number of cards; another, which only the player
    /// may see, the cards.
    Dealt(MovedCards),
    /// A player drew cards. One event has the number of cards; another, which only the player may
    /// see, the cards.
    Drew(MovedCards),
    /// A player played words.
    Played {
        /// The player.
        player: String,
        /// The points of the turn, with its bonuses.
        points: u32,
        /// The bonus for ending the round.
        going_out: u32,
        /// The bonus for playing the whole initial hand as one new word.
        initial_hand: u32,
        /// The words on the table afterwards.
        #[cfg_attr(feature = "api", schema(value_type = Vec<Vec<String>>))]
        table: Table,
        /// The points step by step.
        #[cfg_attr(feature = "api", schema(required = false))]
        lines: Vec<Line>,
    },
    /// A player has no cards left and ends the round.
    WentOut {
        /// The player.
        player: String,
    },
    /// A player put cards under the pile. One event has the number of cards; another, which only
    /// the player may see, the cards.
    Discarded(MovedCards),
    /// A player passed.
    Passed {
        /// The player.
        player: String,
    },
    /// The last plays begin.
    LastPlays {
        /// The players in the order of their last plays.
        players: Vec<String>,
    },
    /// A player played nothing in the last plays.
    NoPlay {
        /// The player.
        player: String,
    },
    /// The unplayed cards of all players are shown.
    Unplayed {
        /// The cards by player.
        #[cfg_attr(feature = "api", schema(value_type = std::collections::BTreeMap<String, Vec<String>>))]
        hands: ByPlayer<Vec<Card>>,
    },
    /// A player made a word from unplayed cards of another player.
    Mugged {
        /// The player who mugs.
        player: String,
        /// The player whose cards are used.
        from: String,
        /// The word.
        word: String,
        /// The cards.
        #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
        cards: Vec<Card>,
        /// The points for these cards.
        points: i64,
    },
    /// A player mugs no more.
    Done {
        /// The player.
        player: String,
    },
    /// A player lost points for unplayed cards.
    Deducted {
        /// The player.
        player: String,
        /// The points that are taken off.
        points: i64,
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

/// Cards that came to a player or left one: their number, for everybody, or the cards themselves, for
/// the player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsMovedCards))]
pub struct MovedCards {
    /// The player.
    pub(super) player: String,
    /// The number of cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<usize>,
    /// The cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
    pub(super) cards: Option<Vec<Card>>,
}
