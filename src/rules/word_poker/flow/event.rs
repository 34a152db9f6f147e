//! The events of a game.

use serde::Serialize;
use strum::VariantArray;

use super::state::ChallengeKind;
use crate::rules::flow::{ByPlayer, GameResult};
use crate::rules::score::Line;
use crate::rules::verdict::Reason;
use crate::rules::word_poker::card::Card;
use crate::rules::word_poker::hand::Play;
use crate::rules::word_poker::settle::DecidedBy;

/// A kind of event with its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerEvent))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventKind {
    /// The players cut for the deal.
    Cut {
        /// The cards by player.
        #[cfg_attr(feature = "api", schema(value_type = std::collections::BTreeMap<String, String>))]
        cards: ByPlayer<Card>,
        /// The dealer; absent if players are tied, who cut again.
        #[serde(skip_serializing_if = "Option::is_none")]
        dealer: Option<String>,
    },
    /// A player put chips into the pot before the deal.
    Ante {
        /// The player.
        player: String,
        /// The ante, or all that the player had.
        amount: u64,
        /// The debts that the player paid on top of it.
        owed: u64,
    },
    /// A player was dealt a hand. One event has the number of cards; another, which only the player
    /// may see, the cards.
    Dealt {
        /// The player.
        player: String,
        /// The number of cards.
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<usize>,
        /// The cards.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
        cards: Option<Vec<Card>>,
    },
    /// A player bet nothing.
    Checked {
        /// The player.
        player: String,
    },
    /// A player made the first bet of the stage.
    Bet {
        /// The player.
        player: String,
        /// The height of the bet.
        to: u64,
        /// True if the player has no chips left.
        all_in: bool,
    },
    /// A player raised the bet.
    Raised {
        /// The player.
        player: String,
        /// The new height of the bet.
        to: u64,
        /// True if the player has no chips left.
        all_in: bool,
    },
    /// A player called.
    Called {
        /// The player.
        player: String,
        /// The chips that the player put in.
        amount: u64,
        /// True if the player has no chips left.
        all_in: bool,
    },
    /// A player folded.
    Folded {
        /// The player.
        player: String,
    },
    /// A player got back what nobody matched.
    Returned {
        /// The player.
        player: String,
        /// The chips.
        amount: u64,
    },
    /// A player exchanged cards. One event has the number of cards; another, which only the player
    /// may see, the cards.
    Exchanged {
        /// The player.
        player: String,
        /// The number of cards.
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<usize>,
        /// The cards that the player put away.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
        discarded: Option<Vec<Card>>,
        /// The cards that the player got.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
        cards: Option<Vec<Card>>,
    },
    /// The cards put away in the round were shuffled and put under the pile.
    Reshuffled {
        /// The number of cards.
        count: usize,
    },
    /// Cards were put on the board.
    Board {
        /// The cards.
        #[cfg_attr(feature = "api", schema(value_type = Vec<String>))]
        cards: Vec<Card>,
        /// Their name: `shout`, `mumble` or `whisper`.
        street: &'static str,
    },
    /// The players who are still in showed their cards.
    Shown {
        /// The cards by player.
        #[cfg_attr(feature = "api", schema(value_type = std::collections::BTreeMap<String, Vec<String>>))]
        hands: ByPlayer<Vec<Card>>,
    },
    /// A player declared a word, or none.
    Declared {
        /// The player.
        player: String,
    },
    /// All words were turned up.
    Revealed {
        /// The words by player.
        #[cfg_attr(feature = "api", schema(value_type = std::collections::BTreeMap<String, RevealedWord>))]
        words: ByPlayer<RevealedWord>,
    },
    /// A challenge was ruled on.
    Ruling {
        /// The player who challenged the word.
        player: String,
        /// The player whose word it is.
        challenged: String,
        /// The word.
        word: String,
        /// What decided.
        by: ChallengeKind,
        /// True if the challenger was right: the word falls, or loses the category bonus.
        upheld: bool,
        /// The reason why the word is not allowed.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
        /// The chips that the challenger owes the next pot.
        #[serde(skip_serializing_if = "Option::is_none")]
        owes: Option<u64>,
    },
    /// The players vote on a word of the category.
    VoteOpened {
        /// The player who challenged the word.
        player: String,
        /// The player whose word it is.
        challenged: String,
        /// The word.
        word: String,
    },
    /// A player voted.
    Voted {
        /// The player.
        player: String,
        /// True for the challenger; absent for neither.
        #[serde(skip_serializing_if = "Option::is_none")]
        for_challenger: Option<bool>,
    },
    /// A player challenges nothing more.
    Accepted {
        /// The player.
        player: String,
    },
    /// A pot was shared out.
    Pot {
        /// The chips.
        amount: u64,
        /// The winners, in seat order.
        winners: Vec<String>,
        /// The chips that each of them got.
        share: u64,
        /// The winners who got one odd chip each.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        odd_chips: Vec<String>,
        /// The chips that stay for the next round.
        remainder: u64,
        /// The way in which the pot was decided.
        decided_by: DecidedBy,
        /// The totals by player of those who could win it.
        #[cfg_attr(feature = "api", schema(value_type = std::collections::BTreeMap<String, u32>))]
        totals: ByPlayer<u32>,
    },
    /// A player won the whole pot without a word.
    Won {
        /// The player.
        player: String,
        /// The chips.
        amount: u64,
        /// The way in which the pot was won.
        decided_by: WonBy,
    },
    /// Nobody won the pot, which stays for the next round.
    PotStays {
        /// The chips.
        amount: u64,
    },
    /// A player took back the chips put into a pot that nobody won.
    TakenBack {
        /// The player.
        player: String,
        /// The chips.
        amount: u64,
    },
    /// A player is out of the game.
    Eliminated {
        /// The player.
        player: String,
        /// The chips that go to the pot.
        chips: u64,
    },
    /// Tied leaders play on among themselves.
    PlayOff {
        /// The players.
        players: Vec<String>,
    },
    /// A player looked up a word.
    LookedUp {
        /// The player.
        player: String,
        /// The word.
        word: String,
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

/// A declared word that was turned up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerRevealedWord))]
pub struct RevealedWord {
    /// The word; absent if the player has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The cards of the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "api", schema(value_type = Option<Vec<String>>))]
    pub play: Option<Play>,
    /// The score; 0 without a word.
    pub total: u32,
    /// True if the word gets the category bonus.
    pub category: bool,
    /// The score step by step.
    #[cfg_attr(feature = "api", schema(required = false))]
    pub lines: Vec<Line>,
}

/// The way in which a pot was won without a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, VariantArray)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordPokerWonBy))]
#[serde(rename_all = "snake_case")]
pub enum WonBy {
    /// All others folded.
    Folds,
    /// All others are out of the game.
    LastPlayer,
}
