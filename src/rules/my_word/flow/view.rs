//! What a player may see (RULEBOOK F9).

use serde::Serialize;

use super::flow_rules::FlowRules;
use super::state::{Phase, State};
use crate::rules::Variant;
use crate::rules::flow::{GameResult, STATE_VERSION};
use crate::rules::my_word::card::Card;

/// The part of a state that a player or a spectator may see: all but the seed and the order of the
/// deck. Each member is listed here, so that a new member of the state stays hidden until it is
/// added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordView))]
pub struct View {
    /// The version of the form of states.
    pub version: u32,
    /// The game.
    pub game: Variant,
    /// The rules.
    pub rules: FlowRules,
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
    /// The number of cards that have not been turned up.
    pub deck_left: usize,
    /// The cards face up, in the order in which they were turned up.
    #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
    pub table: Vec<Card>,
    /// The players in seat order.
    pub players: Vec<ViewedPlayer>,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A player as everybody sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordViewedPlayer))]
pub struct ViewedPlayer {
    /// The name.
    pub name: String,
    /// The points of the rounds that are over.
    pub points: u32,
    /// The cards of the round, in the order in which they were collected.
    #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
    pub collected: Vec<Card>,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

impl State {
    /// Returns what every player and every spectator may see: all see the same.
    #[must_use]
    pub fn view(&self) -> View {
        let seen = self.players.iter().map(|one| ViewedPlayer {
            name: one.name.clone(),
            points: one.points,
            collected: one.collected.clone(),
            used_ms: one.used_ms,
        });
        View {
            version: STATE_VERSION,
            game: Variant::MyWord,
            rules: self.rules,
            shuffles: self.chance.shuffles,
            ply: self.ply,
            round: self.round,
            rounds: self.rules.rounds,
            dealer: self.name(self.dealer),
            phase: self.phase,
            deck_left: self.deck.len(),
            table: self.table.clone(),
            players: seen.collect(),
            result: self.result(),
        }
    }
}
