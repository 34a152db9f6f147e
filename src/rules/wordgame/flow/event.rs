//! The events of a game.

use serde::{Deserialize, Serialize};

use crate::rules::score::Line;
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::end_game::EndReason;
use crate::rules::wordgame::square::Square;
use crate::word::Word;

/// A kind of event with its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameEvent))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// A player drew tiles. One event has the number of tiles; another, which only the player may
    /// see, the tiles.
    Drew(MovedTiles),
    /// A player placed tiles.
    Moved {
        /// The player.
        player: String,
        /// The new tiles: each the square, row before column, and the letter, in lower case for a
        /// blank.
        #[cfg_attr(feature = "api", schema(value_type = Vec<Vec<String>>))]
        placed: Vec<(Square, char)>,
        /// The points of the move.
        points: u32,
        /// The words that the move forms, the main word first.
        #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
        words: Vec<Word>,
        /// The points step by step.
        #[cfg_attr(feature = "api", schema(required = false))]
        lines: Vec<Line>,
    },
    /// A player passed.
    Passed {
        /// The player.
        player: String,
    },
    /// All players get new racks, because the first two turns were passes.
    NewRacks,
    /// A player exchanged tiles. One event has the number of tiles; another, which only the player
    /// may see, the tiles.
    Exchanged(ExchangedTiles),
    /// A player accepted the move of another one.
    Accepted {
        /// The player.
        player: String,
    },
    /// A player challenged the move of another one.
    Ruling {
        /// The challenger.
        player: String,
        /// The player of the move.
        challenged: String,
        /// The challenged words.
        #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
        words: Vec<Word>,
        /// True if at least one of them is not allowed.
        upheld: bool,
    },
    /// A player took a move back, with its tiles and points.
    MoveTakenBack {
        /// The player.
        player: String,
        /// The points that are taken off.
        points: u32,
    },
    /// A failed challenge changed the points of a player.
    ChallengeCost {
        /// The player.
        player: String,
        /// The points that the player gains, or loses if it is negative.
        points: i64,
    },
    /// A player lost a turn to a failed challenge.
    TurnLost {
        /// The player.
        player: String,
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

/// Tiles that came to a player: their number, for everybody, or the tiles themselves, for the
/// player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameMovedTiles))]
pub struct MovedTiles {
    /// The player.
    pub(super) player: String,
    /// The number of tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<usize>,
    /// The tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
    pub(super) cards: Option<Vec<BagTile>>,
}

/// Tiles that a player put back into the bag: their number, for everybody, or the tiles themselves,
/// for the player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameExchangedTiles))]
pub struct ExchangedTiles {
    /// The player.
    pub(super) player: String,
    /// The number of tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<usize>,
    /// The tiles that went back into the bag.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
    pub(super) discarded: Option<Vec<BagTile>>,
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameGameResult))]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The reason why the game is over.
    pub reason: EndReason,
    /// The winners; more than one if they tie.
    pub winners: Vec<String>,
    /// The totals, in seat order.
    pub results: Vec<PlayerTotal>,
}

/// The total of a player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameTotal))]
#[serde(deny_unknown_fields)]
pub struct PlayerTotal {
    /// The player.
    pub player: String,
    /// The points gained for the tiles left on the racks of others.
    pub gained: i64,
    /// The points lost for the tiles left on the player's rack.
    pub deducted: i64,
    /// The points lost for exceeding the time limit.
    pub time_penalty: i64,
    /// The final score.
    pub total: i64,
}
