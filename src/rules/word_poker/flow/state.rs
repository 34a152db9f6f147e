//! The state of a game.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::category::RoundCategory;
use super::ending::Ending;
use super::flow_rules::FlowRules;
use crate::lexicon::{Category, Words};
use crate::rules::Variant;
use crate::rules::flow::{Chance, Deals};
use crate::rules::word_poker::card::Card;
use crate::rules::word_poker::hand::{Hand, Play};
use crate::rules::word_poker::scoring::Score;
use crate::rules::word_poker::values::{LetterValues, MAX_CARDS, THOUGHT_CARDS};

/// The smallest number of players (RULEBOOK F2).
pub const MIN_PLAYERS: usize = 2;

/// A game between two actions.
///
/// Every state satisfies:
/// 1. the cards of all places are together the published deck, once a round has been dealt, and before
///    it if the game began with a deck of real cards;
/// 2. the members fit the phase, and every seat is that of a player;
/// 3. no action makes or loses a chip.
///
/// ```
/// use wordcourt::rules::flow::Chance;
/// use wordcourt::rules::word_poker::flow::{FlowRules, NewPlayer, Setup, State};
/// use wordcourt::rules::{Variant, Violations};
///
/// let player = |name: &str| NewPlayer { name: name.to_owned(), chips: 30 };
/// let setup = Setup {
///     game: Variant::WordForWord,
///     players: vec![player("ann"), player("bob")],
///     dealer: Some("bob".to_owned()),
///     rules: FlowRules::default(),
///     chance: Chance { seed: Some("00".repeat(32).parse()?), shuffles: 0 },
///     deck: Vec::new(),
/// };
/// let (state, events) = State::start(setup, &mut Violations::default()).unwrap();
/// assert_eq!(state.next().to_act, ["bob"]);
/// assert!(events.is_empty(), "a dealer who is named needs no cut");
/// # Ok::<(), wordcourt::rules::flow::SeedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub(super) game: Variant,
    pub(super) rules: FlowRules,
    pub(super) chance: Chance,
    pub(super) ply: u64,
    /// The number of rounds dealt so far.
    pub(super) round: u32,
    pub(super) dealer: usize,
    pub(super) phase: Phase,
    /// The number of stages of the round that are over.
    pub(super) stage: u32,
    /// The players who bet or exchange, the next first.
    pub(super) queue: Vec<usize>,
    /// The height of the bet.
    pub(super) to_call: u64,
    /// The number of raises in the stage.
    pub(super) raises: u32,
    /// True until the first bet of the round has been made.
    pub(super) must_bet: bool,
    /// The pile, top first.
    pub(super) deck: Vec<Card>,
    /// The cards put away in the round.
    pub(super) discards: Vec<Card>,
    pub(super) board: Vec<Card>,
    /// The chips in the pot that earlier rounds left there.
    pub(super) carry: u64,
    /// The chips in the pot from debts and from eliminated players.
    pub(super) dead: u64,
    pub(super) category: Option<RoundCategory>,
    pub(super) vote: Option<Vote>,
    /// The tied leaders who play on, in seat order; empty if everybody plays.
    pub(super) playoff: Vec<usize>,
    /// True from the showdown until the next deal.
    pub(super) showdown: bool,
    /// The reason why the game is over.
    pub(super) ending: Option<Ending>,
    pub(super) players: Vec<Player>,
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) chips: u64,
    /// The chips due with the next ante for failed challenges.
    pub(super) owes: u64,
    /// True if the player is out of the game.
    pub(super) out: bool,
    pub(super) part: Part,
    /// In the order in which they were dealt and drawn.
    pub(super) hand: Vec<Card>,
    /// The chips put into the pot in the round.
    pub(super) committed: u64,
    /// The chips put into the pot in the stage.
    pub(super) bet: u64,
    pub(super) declared: Option<Declared>,
    /// The ways in which the word has been challenged.
    pub(super) challenged: Vec<ChallengeKind>,
    /// True if the player challenges nothing more.
    pub(super) accepted: bool,
    pub(super) used_ms: u64,
}

/// The part that a player takes in the round, until the next deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The player has no part in it.
    Watches,
    /// The player is in.
    In,
    /// The player folded.
    Folded,
    /// The player's word was challenged and is not allowed.
    Fell,
}

/// What a player declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Declared {
    /// The cards of the word; `None` if the player has no word.
    pub(super) play: Option<Play>,
    /// True if the word is in the category.
    pub(super) category: bool,
}

impl Declared {
    pub(super) fn score(&self, values: &LetterValues) -> Option<Score> {
        Some(Score::of(self.play.as_ref()?, values, self.category))
    }
}

/// A way to challenge a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, VariantArray)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordPokerChallengeKind))]
#[serde(rename_all = "snake_case")]
pub enum ChallengeKind {
    /// The dictionary decides whether the word is allowed.
    Dictionary,
    /// The players decide whether the word is in the category.
    Category,
}

/// A vote on a word of the category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Vote {
    pub(super) challenger: usize,
    pub(super) challenged: usize,
    /// The votes in the order in which they were cast: true for the challenger, `None` for neither.
    pub(super) ballots: Vec<(usize, Option<bool>)>,
}

/// The phases of a game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordPokerPhase))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// The dealer deals.
    Deal,
    /// The players bet.
    Bet,
    /// The players exchange cards.
    Exchange,
    /// The players declare their words.
    Declare,
    /// The words can be challenged.
    Challenge,
    /// The players vote on a word of the category.
    Vote,
    /// The game is over.
    Over,
}

impl State {
    /// Returns true before the first deal if its real cards came with the start.
    pub(super) fn has_real_deck(&self) -> bool {
        self.round == 0 && self.chance.seed.is_none() && !self.deck.is_empty()
    }

    /// Returns the number of actions so far.
    #[must_use]
    pub const fn ply(&self) -> u64 {
        self.ply
    }

    /// Returns the phase of the game.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the number of deals so far.
    #[must_use]
    pub const fn deals(&self) -> Deals {
        Deals::new(self.round, matches!(self.phase, Phase::Deal | Phase::Over))
    }

    /// Returns the names of the players in seat order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(|player| player.name.as_str())
    }

    pub(super) fn name(&self, seat: usize) -> String {
        self.players[seat].name.clone()
    }

    /// Returns all seats, clockwise from a player's left.
    pub(super) fn clockwise(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.players.len();
        (1..=seats).map(move |step| (seat + step) % seats)
    }

    /// Returns the seats of the players who are still in, in seat order.
    pub(super) fn still_in(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.players.len()).filter(|&seat| self.is_in(seat))
    }

    pub(super) fn is_in(&self, seat: usize) -> bool {
        self.players[seat].part == Part::In
    }

    /// Returns the seats of everybody of the round, the folded too, in seat order.
    pub(super) fn of_round(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.players.len()).filter(|&seat| self.players[seat].part != Part::Watches)
    }

    /// Returns true if a player can play the next round: the player isn't out, and in a play-off is
    /// one of the tied leaders.
    pub(super) fn plays_on(&self, seat: usize) -> bool {
        !self.players[seat].out && (self.playoff.is_empty() || self.playoff.contains(&seat))
    }

    /// Returns the chips in the pot.
    pub(super) fn pot(&self) -> u64 {
        let committed: u64 = self.players.iter().map(|player| player.committed).sum();
        self.carry + self.dead + committed
    }

    /// Returns the number of cards that each player is dealt.
    pub(super) const fn dealt_cards(&self) -> usize {
        match self.game {
            Variant::WordForWord => THOUGHT_CARDS,
            _ => MAX_CARDS,
        }
    }

    /// Returns the cards that a player can make a word from.
    pub(super) fn usable(&self, seat: usize) -> Hand {
        let cards: Vec<Card> = self.players[seat].hand.iter().chain(&self.board).copied().collect();
        Hand::new(&cards).expect("a hand and the board of a state have at most seven cards")
    }

    /// Returns the list of the category of the round.
    pub(super) fn category_list<'c>(&'c self, words: Words<'c>) -> Option<&'c Category> {
        self.category.as_ref().and_then(|category| category.list(words))
    }

    /// Returns the seats of the players whom the game waits for, in seat order.
    pub(super) fn to_act(&self) -> Vec<usize> {
        match self.phase {
            Phase::Deal => vec![self.dealer],
            Phase::Bet | Phase::Exchange => self.queue.first().copied().into_iter().collect(),
            Phase::Declare => {
                self.still_in().filter(|&seat| self.players[seat].declared.is_none()).collect()
            }
            Phase::Challenge => {
                self.of_round().filter(|&seat| !self.players[seat].accepted).collect()
            }
            Phase::Vote => {
                let has_voted = |seat: usize| {
                    self.vote.iter().flat_map(|vote| &vote.ballots).any(|(voter, _)| *voter == seat)
                };
                self.of_round().filter(|&seat| !has_voted(seat)).collect()
            }
            Phase::Over => Vec::new(),
        }
    }
}
