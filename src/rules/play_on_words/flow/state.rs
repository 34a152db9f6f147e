//! The state of a game.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::flow_rules::FlowRules;
use crate::rules::flow::{
    Chance, Deals, GameResult, PlayerTotal, check_order, read_cards, take_cards,
};
use crate::rules::play_on_words::card::Card;
use crate::rules::play_on_words::deck::published_deck;
use crate::rules::play_on_words::hand::HAND_CARDS;
use crate::rules::play_on_words::round::MAX_PLAYERS;
use crate::rules::play_on_words::ruleset::Version;
use crate::rules::play_on_words::table::Table;
use crate::rules::{Refused, ViolationCode, Violations, counted, players};

/// The smallest number of players (RULEBOOK P14).
pub const MIN_PLAYERS: usize = 2;

/// A game between two actions.
///
/// Every state satisfies:
/// 1. the cards of all places are together the published deck, once a round has been dealt, and before
///    it if the game began with a deck of real cards;
/// 2. the members fit the phase, and every seat is that of a player;
/// 3. a hand has at most eight cards.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::flow::Chance;
/// use wordcourt::rules::play_on_words::Rules;
/// use wordcourt::rules::play_on_words::flow::{FlowRules, Setup, State};
///
/// let setup = Setup {
///     players: vec!["ann".to_owned(), "bob".to_owned()],
///     dealer: None,
///     rules: FlowRules::new(Rules::default(), 2),
///     chance: Chance { seed: Some("00".repeat(32).parse()?), shuffles: 0 },
///     deck: Vec::new(),
/// };
/// let state = State::start(setup, &mut Violations::default()).unwrap();
/// assert_eq!(state.next().to_act, ["bob"], "the last seat deals, so that the first begins");
/// # Ok::<(), wordcourt::rules::flow::SeedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub(super) rules: FlowRules,
    pub(super) chance: Chance,
    pub(super) ply: u64,
    /// The number of rounds dealt so far.
    pub(super) round: u32,
    pub(super) dealer: usize,
    pub(super) phase: Phase,
    /// The player whose turn or last play it is.
    pub(super) turn: Option<usize>,
    /// The players whose last plays follow.
    pub(super) queue: Vec<usize>,
    pub(super) went_out: Option<usize>,
    /// The number of turns in a row without a play.
    pub(super) idle: u32,
    /// The number of passes in a row.
    pub(super) passes: u32,
    /// The pile, top first.
    pub(super) deck: Vec<Card>,
    pub(super) table: Table,
    /// The unplayed cards of a round that has been counted.
    pub(super) set_aside: Vec<Card>,
    pub(super) players: Vec<Player>,
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) points: i64,
    /// The number of rounds in which the player went out.
    pub(super) outs: u32,
    /// In the order in which they were dealt and drawn.
    pub(super) hand: Vec<Card>,
    pub(super) first_turn: bool,
    /// True if the player mugs no more.
    pub(super) done: bool,
    /// The cards of the hand that others have mugged.
    pub(super) mugged: Vec<Card>,
    pub(super) used_ms: u64,
}

/// The phases of a game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsPhase))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// The dealer deals.
    Deal,
    /// A player has the turn.
    Turn,
    /// A player has a last play.
    Last,
    /// The unplayed cards are shown and can be mugged.
    Muggins,
    /// The game is over.
    Over,
}

/// The players, the rules and the source of the shuffles of a new game.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The names of the players in seat order, clockwise.
    pub players: Vec<String>,
    /// The first dealer; `None` if it is the last player.
    pub dealer: Option<String>,
    /// The rules.
    pub rules: FlowRules,
    /// The source of the shuffles.
    pub chance: Chance,
    /// With real cards, the shuffled deck of the first deal, top first; empty if the action of the deal
    /// has the order.
    pub deck: Vec<String>,
}

impl State {
    /// Starts a game. Places of violations are relative to the request.
    ///
    /// # Errors
    /// [`Refused`] if the players, the dealer or the rules are not possible.
    pub fn start(setup: Setup, violations: &mut Violations) -> Result<Self, Refused> {
        let Setup { players: names, dealer, rules, chance, deck } = setup;
        let rules_checked = rules.check(&mut violations.at("rules"));
        let names_checked = check_names(&names, violations);
        let dealer = dealer.map_or(Ok(names.len().saturating_sub(1)), |dealer| {
            let seats = names.iter().map(String::as_str);
            players::check_seated(&dealer, seats, &mut violations.at("dealer"))
        });
        let mut place = violations.at("deck");
        let deck = read_order(&deck, &mut place)?;
        if !deck.is_empty() {
            check_order(&deck, &published_deck(), &mut place)?;
        }
        drop(place);
        rules_checked.and(names_checked)?;
        let dealer = dealer?;
        let player = |name: String| Player {
            name,
            points: 0,
            outs: 0,
            hand: Vec::new(),
            first_turn: true,
            done: false,
            mugged: Vec::new(),
            used_ms: 0,
        };
        Ok(Self {
            rules,
            chance,
            ply: 0,
            round: 0,
            dealer,
            phase: Phase::Deal,
            turn: None,
            queue: Vec::new(),
            went_out: None,
            idle: 0,
            passes: 0,
            deck,
            table: Table::default(),
            set_aside: Vec::new(),
            players: names.into_iter().map(player).collect(),
        })
    }

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

    /// Returns the words on the table.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the result, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        (self.phase == Phase::Over).then(|| self.standings())
    }

    /// Returns the result that the game has if it ends now.
    pub(super) fn standings(&self) -> GameResult {
        let total = |player: &Player| PlayerTotal {
            player: player.name.clone(),
            // RULEBOOK FP13: the most rounds gone out in win the casual version.
            total: match self.rules.version {
                Version::Casual => player.outs.into(),
                Version::Rummy | Version::FullDeck => player.points,
            },
        };
        let results: Vec<PlayerTotal> = self.players.iter().map(total).collect();
        let most = results.iter().map(|result| result.total).max();
        let winners = results.iter().filter(|result| Some(result.total) == most);
        GameResult {
            reason: "rounds".to_owned(),
            winners: winners.map(|result| result.player.clone()).collect(),
            results,
        }
    }

    /// Returns true if the unplayed cards of a round are shown at its end. The casual version has no
    /// points for them (RULEBOOK FP10, FP13).
    pub(super) const fn shows_unplayed(&self) -> bool {
        !matches!(self.rules.version, Version::Casual)
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

    /// Returns the seats of the others, clockwise from a player's left.
    pub(super) fn others(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.players.len();
        (1..seats).map(move |step| (seat + step) % seats)
    }

    /// Returns the seats of the players whom the game waits for, in seat order.
    pub(super) fn to_act(&self) -> Vec<usize> {
        match self.phase {
            Phase::Deal => vec![self.dealer],
            Phase::Turn | Phase::Last => self.turn.into_iter().collect(),
            Phase::Muggins => {
                (0..self.players.len()).filter(|&seat| !self.players[seat].done).collect()
            }
            Phase::Over => Vec::new(),
        }
    }

    /// Returns the cards of a player that can be mugged.
    pub(super) fn unmugged(&self, seat: usize) -> Vec<Card> {
        let mut left = self.players[seat].hand.clone();
        take_cards(&mut left, &self.players[seat].mugged);
        left
    }

    /// Returns true if a player can draw another card (RULEBOOK FP4).
    pub(super) fn can_draw(&self, seat: usize) -> bool {
        self.rules.version != Version::FullDeck
            && !self.deck.is_empty()
            && self.players[seat].hand.len() < HAND_CARDS
    }

    /// Returns the largest number of cards that a player can discard in place of a play; 0 if none
    /// (RULEBOOK FP6, FP12).
    pub(super) fn most_discards(&self, seat: usize) -> usize {
        let hand = self.players[seat].hand.len();
        let may_discard = match self.rules.version {
            Version::FullDeck => !self.deck.is_empty(),
            Version::Rummy | Version::Casual => hand == HAND_CARDS,
        };
        if may_discard { hand.min(MAX_DISCARDS) } else { 0 }
    }

    /// Returns true if a player can pass (RULEBOOK FP7, FP12).
    pub(super) fn can_pass(&self, seat: usize) -> bool {
        !self.can_draw(seat) && self.most_discards(seat) == 0
    }
}

/// The most cards that are discarded in place of a play (RULEBOOK P3).
pub(super) const MAX_DISCARDS: usize = 3;

/// Checks the number and the names of the players (RULEBOOK F2).
pub(super) fn check_names(names: &[String], violations: &mut Violations) -> Result<(), Refused> {
    let seats = names.iter().map(String::as_str);
    let mut place = violations.at("players");
    players::check_table(seats, MIN_PLAYERS, Some("name"), &mut place)?;
    if names.len() > MAX_PLAYERS {
        let given = counted(names.len(), "player");
        let detail = format_args!("{given}; the game has at most {MAX_PLAYERS}");
        return Err(place.refuse(ViolationCode::TooMany, "P14", detail));
    }
    Ok(())
}

/// Reads the order of real cards.
pub(super) fn read_order(
    texts: &[String],
    violations: &mut Violations,
) -> Result<Vec<Card>, Refused> {
    read_cards(texts, violations, |error, place| {
        place.refuse(ViolationCode::InvalidCard, "P1", error)
    })
}
