//! The state as JSON.

use serde::{Deserialize, Serialize};

use super::event::GameResult;
use super::saved_rules::SavedRules;
use super::state::{Phase, Player, State};
use crate::rules::Variant;
use crate::rules::flow::STATE_VERSION;
use crate::rules::wordgame::bag_tile::BagTile;

/// The JSON form of a state. Anybody can write one; [`State`] is checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameState))]
#[serde(deny_unknown_fields)]
pub struct SavedState {
    /// The version of the form.
    pub version: u32,
    /// The game.
    pub game: Variant,
    /// The rules.
    pub rules: SavedRules,
    /// The seed in 64 hexadecimal digits; `null` if the tiles are real.
    pub seed: Option<String>,
    /// The number of shuffles so far.
    pub shuffles: u32,
    /// The number of actions so far.
    pub ply: u64,
    /// The phase of the game.
    pub phase: Phase,
    /// The players in seat order.
    pub players: Vec<SavedPlayer>,
    /// The player whose turn it is; at the end, who had the last turn.
    pub turn: String,
    /// The rows of the board, with the tiles of a move that can be challenged.
    pub board: Vec<String>,
    /// The tiles in the bag, top first.
    pub deck: Vec<String>,
    /// The number of turns so far.
    pub turns: u64,
    /// The number of passes in a row.
    pub passes: u64,
    /// The number of turns in a row without a point.
    pub scoreless: u64,
    /// The move that can be challenged.
    pub pending: Option<SavedPending>,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
}

/// A player in the JSON form of a state.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameStatePlayer))]
#[serde(deny_unknown_fields)]
pub struct SavedPlayer {
    /// The name.
    pub name: String,
    /// The points from moves and challenges; at the end, the total.
    pub points: i64,
    /// The tiles of the rack, in the order in which they were drawn.
    pub rack: Vec<String>,
    /// The number of failed challenges.
    pub failed: u32,
    /// The number of turns that the player still loses to failed challenges.
    pub skip: u32,
    /// True if the player accepted the last move that could be challenged.
    pub accepted: bool,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

/// A move that can be challenged. Its tiles are on the board.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgamePendingMove))]
#[serde(deny_unknown_fields)]
pub struct SavedPending {
    /// The player of the move.
    pub player: String,
    /// The move, with dots for tiles that were on the board before.
    #[serde(rename = "move")]
    pub written: String,
    /// The points of the move, which the player has already.
    pub points: u32,
    /// The words that it forms, the main word first.
    pub words: Vec<String>,
}

impl From<&State> for SavedState {
    fn from(state: &State) -> Self {
        Self {
            version: STATE_VERSION,
            game: Variant::Wordgame,
            rules: SavedRules::from(&state.rules),
            seed: state.chance.seed.map(|seed| seed.to_string()),
            shuffles: state.chance.shuffles,
            ply: state.ply,
            phase: state.phase(),
            players: state.players.iter().map(SavedPlayer::from).collect(),
            turn: state.name(state.turn),
            board: state.board.to_rows(),
            deck: texts(&state.deck),
            turns: state.turns.all as u64,
            passes: state.turns.passes as u64,
            scoreless: state.turns.scoreless as u64,
            pending: state.saved_pending(),
            result: state.result.clone(),
        }
    }
}

impl State {
    /// Returns the move that can be challenged as JSON.
    pub(super) fn saved_pending(&self) -> Option<SavedPending> {
        let pending = self.pending.as_ref()?;
        Some(SavedPending {
            player: self.name(self.turn),
            written: pending.play.to_string(),
            points: pending.points,
            words: pending.words.iter().map(ToString::to_string).collect(),
        })
    }
}

impl From<&Player> for SavedPlayer {
    fn from(player: &Player) -> Self {
        Self {
            name: player.name.clone(),
            points: player.points,
            rack: texts(&player.rack),
            failed: player.failed,
            skip: player.skip,
            accepted: player.accepted,
            used_ms: player.used_ms,
        }
    }
}

fn texts(tiles: &[BagTile]) -> Vec<String> {
    tiles.iter().map(ToString::to_string).collect()
}
