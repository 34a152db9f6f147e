//! What a player may see (RULEBOOK F9).

use serde::Serialize;

use super::flow_rules::FlowRules;
use super::state::{Phase, State};
use crate::rules::Variant;
use crate::rules::flow::{GameResult, STATE_VERSION};
use crate::rules::play_on_words::card::Card;
use crate::rules::play_on_words::table::Table;

/// The part of a state that a player or a spectator may see. Each member is listed here, so that a new
/// member of the state stays hidden until it is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsView))]
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
    /// The number of rounds dealt so far.
    pub round: u32,
    /// The number of rounds of the game.
    pub rounds: u32,
    /// The dealer.
    pub dealer: String,
    /// The phase of the game.
    pub phase: Phase,
    /// The player whose turn or last play it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The players whose last plays follow.
    pub queue: Vec<String>,
    /// The player who went out in this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub went_out: Option<String>,
    /// The number of turns in a row without a play.
    pub idle: u32,
    /// The number of passes in a row.
    pub passes: u32,
    /// The number of cards in the pile.
    pub deck_left: usize,
    /// The words on the table.
    #[cfg_attr(feature = "api", schema(value_type = Vec<Vec<String>>))]
    pub table: Table,
    /// The unplayed cards of the round that has been counted; empty in the casual version, which
    /// shows none.
    #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
    pub set_aside: Vec<Card>,
    /// The players in seat order.
    pub players: Vec<ViewedPlayer>,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A player as the viewer sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsViewedPlayer))]
pub struct ViewedPlayer {
    /// The name.
    pub name: String,
    /// The points.
    pub points: i64,
    /// The number of rounds in which the player went out.
    pub outs: u32,
    /// The number of cards in the hand.
    pub hand_count: usize,
    /// The cards of the hand, if they may be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
    pub hand: Option<Vec<Card>>,
    /// True until the player's first turn of the round has ended.
    pub first_turn: bool,
    /// True if the player mugs no more.
    pub done: bool,
    /// The cards of the hand that others have mugged.
    #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
    pub mugged: Vec<Card>,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

impl State {
    /// Returns what a player may see; `None` is a spectator.
    #[must_use]
    pub fn view(&self, player: Option<&str>) -> View {
        let name = |seat: Option<usize>| seat.map(|seat| self.name(seat));
        let seen = self.players.iter().map(|one| {
            // RULEBOOK FP10: unplayed cards lie open.
            let is_seen = self.phase == Phase::Muggins || player == Some(one.name.as_str());
            ViewedPlayer {
                name: one.name.clone(),
                points: one.points,
                outs: one.outs,
                hand_count: one.hand.len(),
                hand: is_seen.then(|| one.hand.clone()),
                first_turn: one.first_turn,
                done: one.done,
                mugged: one.mugged.clone(),
                used_ms: one.used_ms,
            }
        });
        View {
            version: STATE_VERSION,
            game: Variant::PlayOnWords,
            rules: self.rules,
            shuffles: self.chance.shuffles,
            ply: self.ply,
            round: self.round,
            rounds: self.rules.rounds,
            dealer: self.name(self.dealer),
            phase: self.phase,
            turn: name(self.turn),
            queue: self.queue.iter().map(|&seat| self.name(seat)).collect(),
            went_out: name(self.went_out),
            idle: self.idle,
            passes: self.passes,
            deck_left: self.deck.len(),
            table: self.table.clone(),
            set_aside: if self.shows_unplayed() { self.set_aside.clone() } else { Vec::new() },
            players: seen.collect(),
            result: self.result(),
        }
    }
}
