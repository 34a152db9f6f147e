//! The state as JSON.

use serde::{Deserialize, Serialize};

use super::category::WrittenCategory;
use super::flow_rules::FlowRules;
use super::state::{ChallengeKind, Declared, Part, Phase, Player, State, Vote};
use crate::rules::Variant;
use crate::rules::flow::{GameResult, STATE_VERSION, texts};
use crate::rules::word_poker::values::LetterValues;

/// The JSON form of a state. Anybody can write one; [`State`] is checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerState))]
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
    /// The dealer.
    pub dealer: String,
    /// The phase of the game.
    pub phase: Phase,
    /// The number of stages of the round that are over.
    pub stage: u32,
    /// The players who bet or exchange, the next first.
    pub queue: Vec<String>,
    /// The height of the bet.
    pub to_call: u64,
    /// The number of raises in the stage.
    pub raises: u32,
    /// True until the first bet of the round has been made.
    pub must_bet: bool,
    /// The cards of the pile, top first.
    pub deck: Vec<String>,
    /// The cards put away in the round.
    pub discards: Vec<String>,
    /// The cards on the board.
    pub board: Vec<String>,
    /// The chips in the pot that earlier rounds left there.
    pub carry: u64,
    /// The chips in the pot from debts and from eliminated players.
    pub dead: u64,
    /// The bonus category of the round.
    pub category: Option<WrittenCategory>,
    /// The vote on a word of the category.
    pub vote: Option<SavedVote>,
    /// The tied leaders who play on; empty if everybody plays.
    pub playoff: Vec<String>,
    /// True from the showdown until the next deal.
    pub showdown: bool,
    /// The players in seat order.
    pub players: Vec<SavedPlayer>,
    /// The result, if the game is over.
    pub result: Option<GameResult>,
}

/// A player in the JSON form of a state.
#[expect(clippy::struct_excessive_bools, reason = "each is a member of the JSON object")]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerStatePlayer))]
#[serde(deny_unknown_fields)]
pub struct SavedPlayer {
    /// The name.
    pub name: String,
    /// The chips.
    pub chips: u64,
    /// The chips due with the next ante for failed challenges.
    pub owes: u64,
    /// True if the player is out of the game.
    pub out: bool,
    /// True if the player has a part in the round.
    pub playing: bool,
    /// True if the player folded in the round.
    pub folded: bool,
    /// True if the player's word was challenged and is not allowed.
    pub fell: bool,
    /// The cards of the hand, in the order in which they were dealt and drawn.
    pub hand: Vec<String>,
    /// The chips put into the pot in the round.
    pub committed: u64,
    /// The chips put into the pot in the stage.
    pub bet: u64,
    /// What the player declared; `null` until then.
    pub declared: Option<SavedDeclared>,
    /// The ways in which the word has been challenged.
    pub challenged: Vec<ChallengeKind>,
    /// True if the player challenges nothing more.
    pub accepted: bool,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

/// What a player declared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerDeclared))]
#[serde(deny_unknown_fields)]
pub struct SavedDeclared {
    /// The word; absent if the player has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The cards of the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Vec<String>>,
    /// The score; 0 without a word.
    pub total: u32,
    /// True if the word gets the category bonus.
    pub category: bool,
}

/// A vote on a word of the category.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerVote))]
#[serde(deny_unknown_fields)]
pub struct SavedVote {
    /// The player who challenged the word.
    pub challenger: String,
    /// The player whose word it is.
    pub challenged: String,
    /// The votes in the order in which they were cast.
    pub votes: Vec<SavedBallot>,
}

/// The vote of a player.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerBallot))]
#[serde(deny_unknown_fields)]
pub struct SavedBallot {
    /// The player.
    pub player: String,
    /// True for the challenger; absent for neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_challenger: Option<bool>,
}

impl From<&State> for SavedState {
    fn from(state: &State) -> Self {
        let names = |seats: &[usize]| seats.iter().map(|&seat| state.name(seat)).collect();
        let values = &state.rules.letter_values;
        Self {
            version: STATE_VERSION,
            game: state.game,
            rules: state.rules,
            seed: state.chance.seed.map(|seed| seed.to_string()),
            shuffles: state.chance.shuffles,
            ply: state.ply,
            round: state.round,
            dealer: state.name(state.dealer),
            phase: state.phase,
            stage: state.stage,
            queue: names(&state.queue),
            to_call: state.to_call,
            raises: state.raises,
            must_bet: state.must_bet,
            deck: texts(&state.deck),
            discards: texts(&state.discards),
            board: texts(&state.board),
            carry: state.carry,
            dead: state.dead,
            category: state.category.as_ref().map(WrittenCategory::from),
            vote: state.vote.as_ref().map(|vote| SavedVote::new(vote, state)),
            playoff: names(&state.playoff),
            showdown: state.showdown,
            players: state.players.iter().map(|one| SavedPlayer::new(one, values)).collect(),
            result: state.result(),
        }
    }
}

impl SavedPlayer {
    fn new(player: &Player, values: &LetterValues) -> Self {
        Self {
            name: player.name.clone(),
            chips: player.chips,
            owes: player.owes,
            out: player.out,
            playing: player.part != Part::Watches,
            folded: player.part == Part::Folded,
            fell: player.part == Part::Fell,
            hand: texts(&player.hand),
            committed: player.committed,
            bet: player.bet,
            declared: player.declared.map(|declared| SavedDeclared::new(&declared, values)),
            challenged: player.challenged.clone(),
            accepted: player.accepted,
            used_ms: player.used_ms,
        }
    }
}

impl SavedDeclared {
    pub(super) fn new(declared: &Declared, values: &LetterValues) -> Self {
        Self {
            word: declared.play.map(|play| play.word().to_string()),
            play: declared.play.map(|play| texts(&play)),
            total: declared.score(values).map_or(0, |score| score.total),
            category: declared.category,
        }
    }
}

impl SavedVote {
    pub(super) fn new(vote: &Vote, state: &State) -> Self {
        let ballot = |&(seat, for_challenger): &(usize, Option<bool>)| SavedBallot {
            player: state.name(seat),
            for_challenger,
        };
        Self {
            challenger: state.name(vote.challenger),
            challenged: state.name(vote.challenged),
            votes: vote.ballots.iter().map(ballot).collect(),
        }
    }
}
