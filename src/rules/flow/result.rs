//! The result of a game in which the highest total wins.

use serde::{Deserialize, Serialize};

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The reason why the game is over: `rounds`.
    pub reason: String,
    /// The winners; more than one if they tie.
    pub winners: Vec<String>,
    /// The totals, in seat order.
    pub results: Vec<PlayerTotal>,
}

/// The total of a player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = GameTotal))]
#[serde(deny_unknown_fields)]
pub struct PlayerTotal {
    /// The player.
    pub player: String,
    /// The points; in the casual version of Play On Words, the number of rounds in which the player
    /// went out.
    pub total: i64,
}
