//! The start of a game.

use super::Event;
use super::flow_rules::FlowRules;
use super::state::{Player, State, check_names, read_tiles};
use super::turns::Course;
use crate::rules::flow::Chance;
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::end_game::Turns;
use crate::rules::{Refused, Variant, Violations};

/// The players, the rules and the source of the shuffles of a new game.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The names of the players in the order of their turns.
    pub players: Vec<String>,
    /// The rules.
    pub rules: FlowRules,
    /// The source of the shuffles.
    pub chance: Chance,
    /// The shuffled bag of a game with real tiles, the first one on top.
    pub deck: Option<Vec<String>>,
}

impl State {
    /// Starts a game: shuffles the bag and draws the racks (RULEBOOK FG1). Returns the state and
    /// what happened. Places of violations are relative to the request.
    ///
    /// # Errors
    /// [`Refused`] if the players, the rules or the real tiles are not possible.
    pub fn start(setup: Setup, violations: &mut Violations) -> Result<(Self, Vec<Event>), Refused> {
        let Setup { players: names, rules, mut chance, deck } = setup;
        let bag = rules.check(names.len(), &mut violations.at("rules"));
        let names_checked = check_names(&names, rules.base.preset, violations);
        let order = deck.map(|deck| read_tiles(&deck, &mut violations.at("deck"))).transpose();
        let mut tiles: Vec<BagTile> = bag?.tiles().collect();
        names_checked?;
        let order = order?;
        let mut place = violations.at("deck");
        chance.shuffle(Variant::Wordgame, &mut tiles, order.as_deref(), &mut place)?;
        drop(place);
        let player = |name: String| Player {
            name,
            points: 0,
            rack: Vec::new(),
            failed: 0,
            skip: 0,
            accepted: false,
            used_ms: 0,
        };
        let turns = Turns::of_players(names.len());
        let mut course = Course::of(Self {
            rules,
            chance,
            ply: 0,
            turn: 0,
            board: Board::default(),
            turns,
            pending: None,
            deck: tiles,
            players: names.into_iter().map(player).collect(),
            result: None,
        });
        course.fill_all("FG1");
        Ok((course.state, course.events))
    }
}
