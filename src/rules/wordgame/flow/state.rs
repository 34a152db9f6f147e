//! The state of a game.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::event::GameResult;
use super::flow_rules::FlowRules;
use crate::rules::flow::{Chance, Deals};
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::end_game::Turns;
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Preset;
use crate::rules::{Refused, ViolationCode, Violations, counted, players};
use crate::word::Word;

/// The smallest number of players (RULEBOOK F2).
pub const MIN_PLAYERS: usize = 2;

/// A game between two actions.
///
/// Every state satisfies:
/// 1. the tiles of the bag, of all racks and of the board are together the bag of the rules;
/// 2. racks are full while the bag has tiles, except for that of a move that can be challenged;
/// 3. the members fit the phase.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::flow::Chance;
/// use wordcourt::rules::wordgame::Rules;
/// use wordcourt::rules::wordgame::flow::{FlowRules, Setup, State};
///
/// let setup = Setup {
///     players: vec!["ann".to_owned(), "bob".to_owned()],
///     rules: FlowRules::new(Rules::WORDGAME),
///     chance: Chance { seed: Some("00".repeat(32).parse()?), shuffles: 0 },
///     deck: None,
/// };
/// let (state, events) = State::start(setup, &mut Violations::default()).unwrap();
/// assert_eq!(state.next().to_act, ["ann"]);
/// assert_eq!(events.len(), 4, "two for each player who drew a rack");
/// # Ok::<(), wordcourt::rules::flow::SeedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub(super) rules: FlowRules,
    pub(super) chance: Chance,
    pub(super) ply: u64,
    /// The player whose turn it is; at the end, who had the last turn.
    pub(super) turn: usize,
    pub(super) board: Board,
    pub(super) turns: Turns,
    /// The move of the turn, as long as it can be challenged. Its tiles are on the board.
    pub(super) pending: Option<Pending>,
    /// The tiles in the bag, top first.
    pub(super) deck: Vec<BagTile>,
    pub(super) players: Vec<Player>,
    /// The result; `None` until the game is over.
    pub(super) result: Option<GameResult>,
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) name: String,
    /// The points from moves and challenges; at the end, the total.
    pub(super) points: i64,
    /// In the order in which they were drawn.
    pub(super) rack: Vec<BagTile>,
    /// The number of failed challenges.
    pub(super) failed: u32,
    /// The number of turns that the player still loses to failed challenges.
    pub(super) skip: u32,
    /// True if the player accepted the last move that could be challenged.
    pub(super) accepted: bool,
    pub(super) used_ms: u64,
}

/// A move that can be challenged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pending {
    pub(super) play: Play,
    pub(super) points: u32,
    /// The words that it forms, the main word first.
    pub(super) words: Vec<Word>,
}

/// The phases of a game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgamePhase))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// A player has the turn.
    Play,
    /// The move of a player can be challenged.
    Challenge,
    /// The game is over.
    Over,
}

impl State {
    /// Returns the rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &FlowRules {
        &self.rules
    }

    /// Returns the number of actions so far.
    #[must_use]
    pub const fn ply(&self) -> u64 {
        self.ply
    }

    /// Returns the phase of the game.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match (&self.result, &self.pending) {
            (Some(_), _) => Phase::Over,
            (None, Some(_)) => Phase::Challenge,
            (None, None) => Phase::Play,
        }
    }

    /// Returns the board, with the tiles of a move that can be challenged.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the result, if the game is over.
    #[must_use]
    pub const fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// Returns the number of deals so far.
    #[must_use]
    pub const fn deals(&self) -> Deals {
        Deals::new(1, self.result.is_some())
    }

    /// Returns the names of the players in seat order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().map(|player| player.name.as_str())
    }

    pub(super) fn name(&self, seat: usize) -> String {
        self.players[seat].name.clone()
    }

    /// Returns the rack of a player.
    pub(super) fn rack(&self, seat: usize) -> Rack {
        Rack::of_tiles(&self.players[seat].rack)
    }

    /// Returns the seats of the players whom the game waits for, in seat order.
    pub(super) fn to_act(&self) -> Vec<usize> {
        match self.phase() {
            Phase::Play => vec![self.turn],
            Phase::Challenge => self.undecided().collect(),
            Phase::Over => Vec::new(),
        }
    }

    /// Returns the seats of the opponents who have not accepted the move (RULEBOOK FG7).
    pub(super) fn undecided(&self) -> impl Iterator<Item = usize> {
        let is_undecided = |seat: &usize| *seat != self.turn && !self.players[*seat].accepted;
        (0..self.players.len()).filter(is_undecided)
    }

    /// Returns the largest number of tiles that a player can exchange; 0 if none (RULEBOOK C4).
    pub(super) fn most_exchanged(&self, seat: usize) -> usize {
        let bag = self.deck.len();
        match self.rules.base.exchange_min_bag {
            Some(min_bag) if bag >= min_bag => bag.min(self.players[seat].rack.len()),
            _ => 0,
        }
    }

    /// Returns true if players can resign (RULEBOOK FG12).
    pub(super) const fn can_resign(&self) -> bool {
        self.players.len() == 2 && self.result.is_none()
    }
}

impl Pending {
    /// Returns the board before the move.
    pub(super) fn board_before(&self, after: &Board) -> Board {
        let mut before = *after;
        self.play.new_tiles().for_each(|placed| before.remove(placed.square));
        before
    }

    /// Returns the tiles that the move placed.
    pub(super) fn tiles(&self) -> impl Iterator<Item = BagTile> {
        self.play.new_tiles().map(|placed| placed.tile.into())
    }
}

/// Checks the number and the names of the players (RULEBOOK F2).
pub(super) fn check_names(
    names: &[String],
    preset: Preset,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let seats = names.iter().map(String::as_str);
    let mut place = violations.at("players");
    players::check_table(seats, MIN_PLAYERS, Some("name"), &mut place)?;
    let most = preset.max_players();
    if names.len() > most {
        let given = counted(names.len(), "player");
        let detail = format_args!("{given}; the game has at most {most}");
        return Err(place.refuse(ViolationCode::TooMany, "F2", detail));
    }
    Ok(())
}

/// Takes tiles from a list, each at its first place. Returns those that it lacks.
pub(super) fn take_tiles(
    from: &mut Vec<BagTile>,
    tiles: impl IntoIterator<Item = BagTile>,
) -> Vec<BagTile> {
    let mut missing = Vec::new();
    for tile in tiles {
        match from.iter().position(|held| *held == tile) {
            Some(place) => drop(from.remove(place)),
            None => missing.push(tile),
        }
    }
    missing
}

/// Reads a tile; `None` if the text is not a single mark.
pub(super) fn read_tile(text: &str) -> Option<BagTile> {
    let mut marks = text.chars();
    let tile = marks.next().and_then(BagTile::from_mark);
    tile.filter(|_| marks.next().is_none())
}

/// Reads the order of real tiles.
///
/// # Errors
/// Records a violation at each text that is not a tile.
pub(super) fn read_tiles(
    texts: &[String],
    violations: &mut Violations,
) -> Result<Vec<BagTile>, Refused> {
    let mut tiles = Ok(Vec::with_capacity(texts.len()));
    for (position, text) in texts.iter().enumerate() {
        match (read_tile(text), &mut tiles) {
            (Some(tile), Ok(tiles)) => tiles.push(tile),
            (Some(_), Err(_)) => {}
            (None, _) => {
                let detail = "a tile is a letter, or \"?\" for a blank";
                let mut place = violations.at(position);
                tiles = Err(place.refuse(ViolationCode::InvalidTile, "G1", detail));
            }
        }
    }
    tiles
}
