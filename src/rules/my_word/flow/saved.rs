//! The state as JSON.

use serde::{Deserialize, Serialize};

use super::flow_rules::FlowRules;
use super::state::{Phase, Player, State};
use crate::rules::Variant;
use crate::rules::flow::{GameResult, STATE_VERSION, texts};

/// The JSON form of a state. Anybody can write one; [`State`] is checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordState))]
#[serde(deny_unknown_fields)]
pub struct SavedState {
    /// The version of the form.
    pub version: u32,
    /// The game.
    pub game: Variant,
    /// The rules.
    pub rules: FlowRules,
    /// The seed in 64 hexadecimal digits; `null` if the cards are real.
    pub seed: Option<String>,
    /// The number of shuffles so far.
    pub shuffles: u32,
    /// The number of actions so far.
    pub ply: u64,
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of rounds of the game.
    pub rounds: u32,
    /// The dealer.
    pub dealer: String,
    /// The phase of the game.
    pub phase: Phase,
    /// The cards that have not been turned up, top first.
    pub deck: Vec<String>,
    /// The cards face up, in the order in which they were turned up.
    pub table: Vec<String>,
    /// The players in seat order.
    pub players: Vec<SavedPlayer>,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
}

/// A player in the JSON form of a state.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordStatePlayer))]
#[serde(deny_unknown_fields)]
pub struct SavedPlayer {
    /// The name.
    pub name: String,
    /// The points of the rounds that are over.
    pub points: u32,
    /// The cards of the round, in the order in which they were collected. After the last round they
    /// stay, and the points include them.
    pub collected: Vec<String>,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

impl From<&State> for SavedState {
    fn from(state: &State) -> Self {
        Self {
            version: STATE_VERSION,
            game: Variant::MyWord,
            rules: state.rules,
            seed: state.chance.seed.map(|seed| seed.to_string()),
            shuffles: state.chance.shuffles,
            ply: state.ply,
            round: state.round,
            rounds: state.rules.rounds,
            dealer: state.name(state.dealer),
            phase: state.phase,
            deck: texts(&state.deck),
            table: texts(&state.table),
            players: state.players.iter().map(SavedPlayer::from).collect(),
            result: state.result(),
        }
    }
}

impl From<&Player> for SavedPlayer {
    fn from(player: &Player) -> Self {
        Self {
            name: player.name.clone(),
            points: player.points,
            collected: texts(&player.collected),
            used_ms: player.used_ms,
        }
    }
}
