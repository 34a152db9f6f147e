//! The state of a game.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::action::ActionKind;
use super::flow_rules::FlowRules;
use crate::rules::flow::{Chance, Deals, GameResult, PlayerTotal, read_cards};
use crate::rules::my_word::call::MIN_CARDS;
use crate::rules::my_word::card::Card;
use crate::rules::my_word::deck::{DECK_CARDS, published_deck};
use crate::rules::my_word::settle::{Collected, Standings};
use crate::rules::{Refused, Variant, ViolationCode, Violations, players};

/// The smallest number of players (RULEBOOK F2).
pub const MIN_PLAYERS: usize = 2;

/// A game between two actions.
///
/// Every state satisfies:
/// 1. the cards of all places are together the published deck;
/// 2. a round with an empty deck goes on only while there are three cards on the table;
/// 3. the points are those of the rounds that are over.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::flow::Chance;
/// use wordcourt::rules::my_word::flow::{FlowRules, Setup, State};
///
/// let setup = Setup {
///     players: vec!["ann".to_owned(), "bob".to_owned()],
///     dealer: None,
///     rules: FlowRules::new(2),
///     chance: Chance { seed: Some("00".repeat(32).parse()?), shuffles: 0 },
///     deck: None,
/// };
/// let state = State::start(setup, &mut Violations::default()).unwrap();
/// assert_eq!(state.next().to_act, ["ann"], "the first player deals");
/// assert_eq!(state.next().actions.len(), 1, "nobody calls before the first card");
/// # Ok::<(), wordcourt::rules::flow::SeedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub(super) rules: FlowRules,
    pub(super) chance: Chance,
    pub(super) ply: u64,
    /// The number of the round, from 1.
    pub(super) round: u32,
    pub(super) dealer: usize,
    pub(super) phase: Phase,
    /// The cards that have not been turned up, top first.
    pub(super) deck: Vec<Card>,
    /// The cards face up, in the order in which they were turned up.
    pub(super) table: Vec<Card>,
    pub(super) players: Vec<Player>,
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) name: String,
    /// The points of the rounds that are over.
    pub(super) points: u32,
    /// The cards of the round, in the order in which they were collected.
    pub(super) collected: Vec<Card>,
    pub(super) used_ms: u64,
}

/// The phases of a game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = MyWordPhase))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// The dealer turns up cards, and players call.
    Deal,
    /// The game is over.
    Over,
}

/// The players, the rules and the source of the shuffles of a new game.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The names of the players in seat order, clockwise.
    pub players: Vec<String>,
    /// The first dealer; `None` if it is the first player.
    pub dealer: Option<String>,
    /// The rules.
    pub rules: FlowRules,
    /// The source of the shuffles.
    pub chance: Chance,
    /// The shuffled deck of a game with real cards, top first.
    pub deck: Option<Vec<String>>,
}

impl State {
    /// Starts a game, with the deck of the first round shuffled. Places of violations are relative
    /// to the request.
    ///
    /// # Errors
    /// [`Refused`] if the players, the dealer, the rules or the deck are not possible.
    pub fn start(setup: Setup, violations: &mut Violations) -> Result<Self, Refused> {
        let Setup { players: names, dealer, rules, mut chance, deck: order } = setup;
        let rules_checked = rules.check(&mut violations.at("rules"));
        let names_checked = check_names(&names, violations);
        let dealer = dealer.map_or(Ok(0), |dealer| {
            let seats = names.iter().map(String::as_str);
            players::check_seated(&dealer, seats, &mut violations.at("dealer"))
        });
        let mut place = violations.at("deck");
        let order = order.map(|texts| read_order(&texts, &mut place)).transpose()?;
        let mut deck = published_deck();
        chance.shuffle(Variant::MyWord, &mut deck, order.as_deref(), &mut place)?;
        drop(place);
        rules_checked.and(names_checked)?;
        let player = |name: String| Player { name, points: 0, collected: Vec::new(), used_ms: 0 };
        Ok(Self {
            rules,
            chance,
            ply: 0,
            round: 1,
            dealer: dealer?,
            phase: Phase::Deal,
            deck,
            table: Vec::new(),
            players: names.into_iter().map(player).collect(),
        })
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
        Deals::new(self.round, matches!(self.phase, Phase::Over))
    }

    /// Returns the names of the players in seat order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(|player| player.name.as_str())
    }

    pub(super) fn name(&self, seat: usize) -> String {
        self.players[seat].name.clone()
    }

    /// Returns the result, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        (self.phase == Phase::Over).then(|| self.standings())
    }

    /// Returns the result that the points have (RULEBOOK FM7).
    pub(super) fn standings(&self) -> GameResult {
        let points =
            |player: &Player| Collected { player: player.name.clone(), cards: player.points };
        let points = self.players.iter().map(points).collect();
        let Standings { totals, winners, .. } = Standings::of(&[points]);
        let results = totals
            .into_iter()
            .map(|total| PlayerTotal { player: total.player, total: total.points.into() });
        GameResult { reason: "rounds".to_owned(), winners, results: results.collect() }
    }

    /// Returns true if a card of the round has been turned up (RULEBOOK FM3).
    pub(super) const fn has_begun(&self) -> bool {
        self.deck.len() < DECK_CARDS
    }

    /// Returns true if the round ends by itself, since nobody can call any more (RULEBOOK FM6).
    pub(super) const fn is_played_out(&self) -> bool {
        self.deck.is_empty() && self.table.len() < MIN_CARDS
    }

    /// Returns what the dealer does if nobody calls (RULEBOOK FM2, FM6).
    pub(super) const fn dealing(&self) -> ActionKind {
        if self.deck.is_empty() { ActionKind::EndRound } else { ActionKind::Deal }
    }
}

/// Checks the number and the names of the players (RULEBOOK F2).
pub(super) fn check_names(names: &[String], violations: &mut Violations) -> Result<(), Refused> {
    let seats = names.iter().map(String::as_str);
    players::check_table(seats, MIN_PLAYERS, Some("name"), &mut violations.at("players"))
}

/// Reads the order of real cards.
pub(super) fn read_order(
    texts: &[String],
    violations: &mut Violations,
) -> Result<Vec<Card>, Refused> {
    read_cards(texts, violations, |error, place| {
        place.refuse(ViolationCode::InvalidCard, "M1", error)
    })
}
