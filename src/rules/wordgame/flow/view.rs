//! What a player may see (RULEBOOK F9).

use serde::Serialize;

use super::event::GameResult;
use super::flow_rules::FlowRules;
use super::saved::SavedPending;
use super::state::{Phase, State};
use crate::rules::Variant;
use crate::rules::flow::STATE_VERSION;
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::board::Board;

/// The part of a state that a player or a spectator may see. Each member is listed here, so that a
/// new member of the state stays hidden until it is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameView))]
pub struct View {
    /// The version of the form of states.
    pub version: u32,
    /// The game.
    pub game: Variant,
    /// The rules.
    #[cfg_attr(feature = "api", schema(value_type = super::saved_rules::SavedRules))]
    pub rules: FlowRules,
    /// The number of shuffles so far.
    pub shuffles: u32,
    /// The number of actions so far.
    pub ply: u64,
    /// The phase of the game.
    pub phase: Phase,
    /// The player whose turn it is; at the end, who had the last turn.
    pub turn: String,
    /// The rows of the board, with the tiles of a move that can be challenged.
    #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
    pub board: Board,
    /// The number of turns so far.
    pub turns: u64,
    /// The number of passes in a row.
    pub passes: u64,
    /// The number of turns in a row without a point.
    pub scoreless: u64,
    /// The move that can be challenged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<SavedPending>,
    /// The number of tiles in the bag.
    pub deck_left: usize,
    /// The players in seat order.
    pub players: Vec<ViewedPlayer>,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A player as the viewer sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameViewedPlayer))]
pub struct ViewedPlayer {
    /// The name.
    pub name: String,
    /// The points from moves and challenges; at the end, the total.
    pub points: i64,
    /// The number of tiles on the rack.
    pub rack_count: usize,
    /// The tiles of the rack, if they may be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
    pub rack: Option<Vec<BagTile>>,
    /// The number of failed challenges.
    pub failed: u32,
    /// The number of turns that the player still loses to failed challenges.
    pub skip: u32,
    /// True if the player accepted the last move that could be challenged.
    pub accepted: bool,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

impl State {
    /// Returns what a player may see; `None` is a spectator.
    #[must_use]
    pub fn view(&self, player: Option<&str>) -> View {
        let seen = self.players.iter().map(|one| {
            // The racks are shown at the end, because their tiles count.
            let is_seen = self.phase() == Phase::Over || player == Some(one.name.as_str());
            ViewedPlayer {
                name: one.name.clone(),
                points: one.points,
                rack_count: one.rack.len(),
                rack: is_seen.then(|| one.rack.clone()),
                failed: one.failed,
                skip: one.skip,
                accepted: one.accepted,
                used_ms: one.used_ms,
            }
        });
        View {
            version: STATE_VERSION,
            game: Variant::Wordgame,
            rules: self.rules.clone(),
            shuffles: self.chance.shuffles,
            ply: self.ply,
            phase: self.phase(),
            turn: self.name(self.turn),
            board: self.board,
            turns: self.turns.all as u64,
            passes: self.turns.passes as u64,
            scoreless: self.turns.scoreless as u64,
            pending: self.saved_pending(),
            deck_left: self.deck.len(),
            players: seen.collect(),
            result: self.result.clone(),
        }
    }
}
