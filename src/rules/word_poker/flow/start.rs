//! The start of a game.

use super::Event;
use super::flow_rules::FlowRules;
use super::state::{MIN_PLAYERS, Part, Phase, Player, State};
use crate::rules::flow::{Chance, check_order, read_cards};
use crate::rules::word_poker::card::Card;
use crate::rules::word_poker::deck::Deck;
use crate::rules::{Refused, Variant, ViolationCode, Violations, limits, players};

/// The players, the rules and the source of the shuffles of a new game.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The game: Choose Your Words or Word For Word.
    pub game: Variant,
    /// The players in seat order, clockwise.
    pub players: Vec<NewPlayer>,
    /// The first dealer; `None` if the players cut for the deal.
    pub dealer: Option<String>,
    /// The rules.
    pub rules: FlowRules,
    /// The source of the shuffles.
    pub chance: Chance,
    /// With real cards, the shuffled deck of the first deal, top first; empty if the action of the deal
    /// has the order.
    pub deck: Vec<String>,
}

/// A player of a new game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlayer {
    /// The name.
    pub name: String,
    /// The chips that the player begins with.
    pub chips: u64,
}

impl State {
    /// Starts a game. Returns it with the cut for the deal. Places of violations are relative to
    /// the request.
    ///
    /// # Errors
    /// [`Refused`] if the players, the dealer or the rules are not possible.
    pub fn start(setup: Setup, violations: &mut Violations) -> Result<(Self, Vec<Event>), Refused> {
        let Setup { game, players, dealer, rules, chance, deck } = setup;
        let rules_checked = rules.check(&mut violations.at("rules"));
        let names = || players.iter().map(|player| player.name.as_str());
        let mut place = violations.at("players");
        let names_checked = players::check_table(names(), MIN_PLAYERS, Some("name"), &mut place);
        let chips_checked = check_chips(&players, &mut place);
        drop(place);
        let dealer = dealer
            .map(|dealer| players::check_seated(&dealer, names(), &mut violations.at("dealer")));
        let mut place = violations.at("deck");
        let deck = read_order(&deck, &mut place)?;
        if !deck.is_empty() {
            check_order(&deck, &Deck::published(), &mut place)?;
        }
        drop(place);
        rules_checked.and(names_checked).and(chips_checked)?;
        let dealer = dealer.transpose()?;
        let mut state = Self {
            game,
            rules,
            chance,
            ply: 0,
            round: 0,
            dealer: dealer.unwrap_or_default(),
            phase: Phase::Deal,
            stage: 0,
            queue: Vec::new(),
            to_call: 0,
            raises: 0,
            must_bet: false,
            deck,
            discards: Vec::new(),
            board: Vec::new(),
            carry: 0,
            dead: 0,
            category: None,
            vote: None,
            playoff: Vec::new(),
            showdown: false,
            ending: None,
            players: players.into_iter().map(Player::from).collect(),
        };
        let events = if dealer.is_some() { Vec::new() } else { state.cut(violations)? };
        Ok((state, events))
    }
}

impl From<NewPlayer> for Player {
    fn from(player: NewPlayer) -> Self {
        Self {
            name: player.name,
            chips: player.chips,
            owes: 0,
            out: false,
            part: Part::Watches,
            hand: Vec::new(),
            committed: 0,
            bet: 0,
            declared: None,
            challenged: Vec::new(),
            accepted: false,
            used_ms: 0,
        }
    }
}

/// Checks that everybody begins with chips (RULEBOOK FO1).
fn check_chips(players: &[NewPlayer], violations: &mut Violations) -> Result<(), Refused> {
    let mut checked = Ok(());
    for (seat, player) in players.iter().enumerate() {
        if !(1..=limits::CHIPS).contains(&player.chips) {
            let detail = format_args!("a player begins with 1 to {} chips", limits::CHIPS);
            let mut place = violations.at(seat);
            let code = ViolationCode::OutOfBounds;
            checked = Err(place.at("chips").refuse(code, "FO1", detail));
        }
    }
    checked
}

/// Reads the order of real cards.
pub(super) fn read_order(
    texts: &[String],
    violations: &mut Violations,
) -> Result<Vec<Card>, Refused> {
    read_cards(texts, violations, |error, place| {
        place.refuse(ViolationCode::InvalidCard, "O3", error)
    })
}
