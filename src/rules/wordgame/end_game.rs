//! The end of a game and the final scores (RULEBOOK G9, G10, C2, C3, C6).

use serde::{Deserialize, Serialize};

use super::rack::Rack;
use super::ruleset::{EndRule, OverRule, Rules};
use crate::rules::counted;
use crate::rules::score::{SettlementLine, SettlementLines};
use crate::word::Letter;

/// The number of passes in a row that end the game under [`OverRule::ThreePasses`].
pub const PASSES_TO_END: usize = 3;

/// The number of scoreless turns in a row that end the game under [`OverRule::SixScoreless`].
pub const SCORELESS_TURNS_TO_END: usize = 6;

/// The reason why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = WordgameEndReason))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Three passes in a row.
    ThreePasses,
    /// Six turns in a row without a point.
    SixScoreless,
    /// Every player passed twice in a row.
    AllPassTwice,
    /// A player has no tiles left, and the bag is empty.
    OutOfTiles,
    /// A player lost the game by a challenge.
    LostChallenge,
    /// A player of two resigned.
    Resigned,
}

/// The kind of a turn, which affects when the game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnKind {
    /// The player placed tiles and got points.
    Scored,
    /// The player got no points, but did not pass: a move worth nothing or taken back, an exchange,
    /// or a turn lost to a challenge.
    Scoreless,
    /// The player passed.
    Passed,
}

/// Counts the turns in a row that may end a game.
///
/// ```
/// use wordcourt::rules::wordgame::{EndReason, OverRule, Turns, TurnKind};
///
/// let mut turns = Turns::of_players(2);
/// for turn in [TurnKind::Scored, TurnKind::Passed, TurnKind::Passed, TurnKind::Passed] {
///     turns.record(turn);
/// }
/// assert_eq!(turns.end(OverRule::ThreePasses), Some(EndReason::ThreePasses));
/// assert_eq!(turns.end(OverRule::SixScoreless), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turns {
    pub(super) players: usize,
    /// The number of all turns.
    pub(super) all: usize,
    /// The number of passes in a row.
    pub(super) passes: usize,
    /// The number of turns in a row without a point.
    pub(super) scoreless: usize,
}

impl Turns {
    /// Starts a game of some players.
    #[must_use]
    pub const fn of_players(players: usize) -> Self {
        Self { players, all: 0, passes: 0, scoreless: 0 }
    }

    /// Records a turn.
    pub const fn record(&mut self, turn: TurnKind) {
        self.all += 1;
        self.passes = if matches!(turn, TurnKind::Passed) { self.passes + 1 } else { 0 };
        self.scoreless = if matches!(turn, TurnKind::Scored) { 0 } else { self.scoreless + 1 };
    }

    /// Returns true directly after two opening passes, after which Wordgame gives both players new
    /// racks; the passes still count (RULEBOOK G9).
    #[must_use]
    pub const fn are_opening_passes(self) -> bool {
        self.all == 2 && self.passes == 2
    }

    /// Returns the reason why the turns end the game, if they do (RULEBOOK G9, C3).
    #[must_use]
    pub fn end(self, over: OverRule) -> Option<EndReason> {
        let (is_over, reason) = match over {
            OverRule::ThreePasses => (self.passes >= PASSES_TO_END, EndReason::ThreePasses),
            OverRule::SixScoreless => {
                (self.scoreless >= SCORELESS_TURNS_TO_END, EndReason::SixScoreless)
            }
            OverRule::AllPassTwice => (self.passes >= 2 * self.players, EndReason::AllPassTwice),
        };
        is_over.then_some(reason)
    }
}

/// Returns true if a player has no tiles left and the bag is empty, given the number of tiles in
/// the bag and on each rack.
#[must_use]
pub fn is_out_of_tiles(bag: usize, racks: impl IntoIterator<Item = usize>) -> bool {
    bag == 0 && racks.into_iter().any(|tiles| tiles == 0)
}

/// A player at the end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// The points from moves.
    pub points: i64,
    /// The tiles left on the rack; `None` if nobody knows them.
    pub rack: Option<Rack>,
    /// The seconds by which the player exceeded the time limit.
    pub overtime_seconds: u64,
}

/// A player's final score.
///
/// The total is the points, minus the deducted points, plus the gained points, minus the penalty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalScore {
    /// The player's name.
    pub player: String,
    /// The points from moves.
    pub points: i64,
    /// The points lost for the tiles left on the player's rack.
    pub deducted: i64,
    /// The points gained for the tiles left on the racks of others.
    pub gained: i64,
    /// The points lost for exceeding the time limit.
    pub time_penalty: i64,
    /// The final score.
    pub total: i64,
    /// The steps from the points to the total.
    pub lines: Vec<SettlementLine>,
}

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The final scores in the order of the players.
    pub results: Vec<FinalScore>,
    /// The players with the highest score, more than one in a draw; empty while a rack is unknown.
    pub winners: Vec<String>,
    /// The players whose racks are unknown. Nothing is deducted or gained for these racks.
    pub racks_unknown: Vec<String>,
}

/// Settles a game. `went_out` is the seat of the player who went out, if any.
#[must_use]
pub fn settle(players: &[Standing], went_out: Option<usize>, rules: &Rules) -> Settlement {
    let results: Vec<FinalScore> =
        (0..players.len()).map(|seat| final_score(players, seat, went_out, rules)).collect();
    let unknown = players.iter().filter(|standing| standing.rack.is_none());
    let racks_unknown: Vec<String> = unknown.map(|standing| standing.player.clone()).collect();
    // RULEBOOK G10: while a rack is unknown, nobody has won.
    let highest =
        results.iter().map(|score| score.total).max().filter(|_| racks_unknown.is_empty());
    let winners = results.iter().filter(|score| Some(score.total) == highest);
    let winners = winners.map(|score| score.player.clone()).collect();
    Settlement { results, winners, racks_unknown }
}

fn final_score(
    players: &[Standing],
    seat: usize,
    went_out: Option<usize>,
    rules: &Rules,
) -> FinalScore {
    let Standing { player, points, rack, overtime_seconds } = &players[seat];
    let mut lines = SettlementLines::starting_with(*points);
    // RULEBOOK C2: if nobody went out, all players lose the value of their racks.
    let end = if went_out.is_some() { rules.end } else { EndRule::Keep };
    let rule = if rules.end == EndRule::Keep { "G10" } else { "C2" };
    let mut deducted = 0;
    if let (Some(rack), EndRule::Keep | EndRule::GainOnce) = (known_tiles(rack.as_ref()), end) {
        deducted = rack_value(rack, rules);
        lines.add(rule, format!("tiles left: {rack}"), -deducted);
    }
    let mut gained = 0;
    let (factor, times) = if end == EndRule::GainTwice { (2, ", twice") } else { (1, "") };
    if went_out == Some(seat) && end != EndRule::Keep {
        for other in players {
            let Some(rack) = known_tiles(other.rack.as_ref()) else { continue };
            let value = factor * rack_value(rack, rules);
            gained += value;
            lines.add(rule, format!("tiles left of {}: {rack}{times}", other.player), value);
        }
    }
    let mut time_penalty = 0;
    if let (Some(penalty), 1..) = (rules.time_penalty, *overtime_seconds) {
        time_penalty = penalty.of(*overtime_seconds);
        let seconds = usize::try_from(*overtime_seconds).unwrap_or(usize::MAX);
        lines.add("C6", format!("overtime of {}", counted(seconds, "second")), -time_penalty);
    }
    FinalScore {
        player: player.clone(),
        points: *points,
        deducted,
        gained,
        time_penalty,
        total: lines.total(),
        lines: lines.finish(),
    }
}

/// Returns a rack that is known and not empty.
fn known_tiles(rack: Option<&Rack>) -> Option<&Rack> {
    rack.filter(|rack| !rack.is_empty())
}

/// Returns the value of the tiles on a rack.
pub(super) fn rack_value(rack: &Rack, rules: &Rules) -> i64 {
    Letter::all().map(|letter| i64::from(rack.count(letter)) * i64::from(rules.value(letter))).sum()
}
