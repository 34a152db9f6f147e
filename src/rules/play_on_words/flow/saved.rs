//! The state as JSON.

use serde::{Deserialize, Serialize};

use super::flow_rules::FlowRules;
use super::state::{Phase, Player, State};
use crate::rules::Variant;
use crate::rules::flow::{GameResult, STATE_VERSION, texts};

/// The JSON form of a state. Anybody can write one; [`State`] is checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsState))]
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
    /// The number of rounds dealt so far.
    pub round: u32,
    /// The number of rounds of the game.
    pub rounds: u32,
    /// The dealer.
    pub dealer: String,
    /// The phase of the game.
    pub phase: Phase,
    /// The player whose turn or last play it is.
    pub turn: Option<String>,
    /// The players whose last plays follow.
    pub queue: Vec<String>,
    /// The player who went out in this round.
    pub went_out: Option<String>,
    /// The number of turns in a row without a play.
    pub idle: u32,
    /// The number of passes in a row.
    pub passes: u32,
    /// The cards of the pile, top first.
    pub deck: Vec<String>,
    /// The words on the table, card by card.
    pub table: Vec<Vec<String>>,
    /// The unplayed cards of a round that has been counted.
    pub set_aside: Vec<String>,
    /// The players in seat order.
    pub players: Vec<SavedPlayer>,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
}

/// A player in the JSON form of a state.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsStatePlayer))]
#[serde(deny_unknown_fields)]
pub struct SavedPlayer {
    /// The name.
    pub name: String,
    /// The points.
    pub points: i64,
    /// The number of rounds in which the player went out.
    pub outs: u32,
    /// The cards of the hand, in the order in which they were dealt and drawn.
    pub hand: Vec<String>,
    /// True until the player's first turn of the round has ended.
    pub first_turn: bool,
    /// True if the player mugs no more.
    pub done: bool,
    /// The cards of the hand that others have mugged.
    pub mugged: Vec<String>,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

impl From<&State> for SavedState {
    fn from(state: &State) -> Self {
        let name = |seat: Option<usize>| seat.map(|seat| state.name(seat));
        Self {
            version: STATE_VERSION,
            game: Variant::PlayOnWords,
            rules: state.rules,
            seed: state.chance.seed.map(|seed| seed.to_string()),
            shuffles: state.chance.shuffles,
            ply: state.ply,
            round: state.round,
            rounds: state.rules.rounds,
            dealer: state.name(state.dealer),
            phase: state.phase,
            turn: name(state.turn),
            queue: state.queue.iter().map(|&seat| state.name(seat)).collect(),
            went_out: name(state.went_out),
            idle: state.idle,
            passes: state.passes,
            deck: texts(&state.deck),
            table: state.table.iter().map(|word| texts(word)).collect(),
            set_aside: texts(&state.set_aside),
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
            outs: player.outs,
            hand: texts(&player.hand),
            first_turn: player.first_turn,
            done: player.done,
            mugged: texts(&player.mugged),
            used_ms: player.used_ms,
        }
    }
}
