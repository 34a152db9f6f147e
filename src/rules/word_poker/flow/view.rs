//! What a player may see (RULEBOOK F9).

use serde::Serialize;

use super::category::WrittenCategory;
use super::flow_rules::FlowRules;
use super::saved::{SavedDeclared, SavedVote};
use super::state::{ChallengeKind, Part, Phase, Player, State};
use crate::rules::Variant;
use crate::rules::flow::{GameResult, STATE_VERSION};
use crate::rules::word_poker::card::Card;

/// The part of a state that a player or a spectator may see. Each member is listed here, so that a new
/// member of the state stays hidden until it is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerView))]
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
    /// The number of cards in the pile.
    pub deck_left: usize,
    /// The number of cards put away in the round.
    pub discards: usize,
    /// The cards on the board.
    #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
    pub board: Vec<Card>,
    /// The chips in the pot that earlier rounds left there.
    pub carry: u64,
    /// The chips in the pot from debts and from eliminated players.
    pub dead: u64,
    /// The bonus category of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<WrittenCategory>,
    /// The vote on a word of the category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<SavedVote>,
    /// The tied leaders who play on; empty if everybody plays.
    pub playoff: Vec<String>,
    /// True from the showdown until the next deal.
    pub showdown: bool,
    /// The players in seat order.
    pub players: Vec<ViewedPlayer>,
    /// The result, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A player as the viewer sees them.
#[expect(clippy::struct_excessive_bools, reason = "each is a member of the JSON object")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerViewedPlayer))]
pub struct ViewedPlayer {
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
    /// The number of cards in the hand.
    pub hand_count: usize,
    /// The cards of the hand, if they may be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
    pub hand: Option<Vec<Card>>,
    /// The chips put into the pot in the round.
    pub committed: u64,
    /// The chips put into the pot in the stage.
    pub bet: u64,
    /// True if the player has declared a word, or none.
    pub is_declared: bool,
    /// What the player declared, once all words have been turned up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<SavedDeclared>,
    /// The ways in which the word has been challenged.
    pub challenged: Vec<ChallengeKind>,
    /// True if the player challenges nothing more.
    pub accepted: bool,
    /// The milliseconds that the player has used.
    pub used_ms: u64,
}

impl State {
    /// Returns what a player may see; `None` is a spectator.
    #[must_use]
    pub fn view(&self, player: Option<&str>) -> View {
        let names = |seats: &[usize]| seats.iter().map(|&seat| self.name(seat)).collect();
        View {
            version: STATE_VERSION,
            game: self.game,
            rules: self.rules,
            shuffles: self.chance.shuffles,
            ply: self.ply,
            round: self.round,
            dealer: self.name(self.dealer),
            phase: self.phase,
            stage: self.stage,
            queue: names(&self.queue),
            to_call: self.to_call,
            raises: self.raises,
            must_bet: self.must_bet,
            deck_left: self.deck.len(),
            discards: self.discards.len(),
            board: self.board.clone(),
            carry: self.carry,
            dead: self.dead,
            category: self.category.as_ref().map(WrittenCategory::from),
            vote: self.vote.as_ref().map(|vote| SavedVote::new(vote, self)),
            playoff: names(&self.playoff),
            showdown: self.showdown,
            players: self.players.iter().map(|one| self.viewed(one, player)).collect(),
            result: self.result(),
        }
    }

    /// Returns a player as another one, or a spectator, sees them.
    fn viewed(&self, one: &Player, viewer: Option<&str>) -> ViewedPlayer {
        let is_own = viewer == Some(one.name.as_str());
        // RULEBOOK FO12: hands lie open from the showdown on, words once all have declared.
        let is_word_seen = is_own || self.phase != Phase::Declare;
        let declared = one.declared.filter(|_| is_word_seen);
        let declared =
            declared.map(|declared| SavedDeclared::new(&declared, &self.rules.letter_values));
        ViewedPlayer {
            name: one.name.clone(),
            chips: one.chips,
            owes: one.owes,
            out: one.out,
            playing: one.part != Part::Watches,
            folded: one.part == Part::Folded,
            fell: one.part == Part::Fell,
            hand_count: one.hand.len(),
            hand: (is_own || self.showdown).then(|| one.hand.clone()),
            committed: one.committed,
            bet: one.bet,
            is_declared: one.declared.is_some(),
            declared,
            challenged: one.challenged.clone(),
            accepted: one.accepted,
            used_ms: one.used_ms,
        }
    }
}
