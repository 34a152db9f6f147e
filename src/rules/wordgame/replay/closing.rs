//! The lines at the end of a record: points lost and gained for the tiles left on racks, and
//! penalties for time (RULEBOOK G10, C2, C6).

use super::game::Game;
use super::report::{Findings, or_details};
use crate::rules::counted;
use crate::rules::wordgame::end_game::{FinalScore, Settlement, Standing, settle};
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::{EndRule, Rules};

/// The changes of scores after the last turn, by player.
pub(super) struct Closing {
    /// The points for racks, so far as the record writes them.
    racks: Vec<i64>,
    has_rack_line: Vec<bool>,
    time: Vec<i64>,
}

/// The kind of a line with a rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RackLine {
    /// The player gains points for the racks of others.
    Gained,
    /// The player loses points for their own rack.
    Lost,
}

impl Closing {
    pub(super) fn new(players: usize) -> Self {
        Self {
            racks: vec![0; players],
            has_rack_line: vec![false; players],
            time: vec![0; players],
        }
    }

    /// Returns the change of a player's score by all lines so far.
    pub(super) fn of(&self, seat: usize) -> i64 {
        self.racks[seat] - self.time[seat]
    }

    /// Judges a line with a rack; returns the correct change of the player's score.
    pub(super) fn judge_rack(
        &mut self,
        game: &mut Game<'_>,
        seat: usize,
        (kind, tiles, recorded): (RackLine, &str, i64),
        found: &mut Findings,
    ) -> i64 {
        let rule = if game.rules.end == EndRule::Keep { "G10" } else { "C2" };
        if game.state.tiles_of(seat).is_none()
            && game.state.end().is_none()
            && let Some(out) = went_out_by(game, seat, kind)
        {
            game.state.record_going_out(out);
        }
        if game.state.end().is_none() {
            found.not_allowed(rule, "the game is not over, so no tiles are counted yet");
            return 0;
        }
        if game.state.lost().is_some() {
            found.not_allowed("C5", "a challenge decided the game, so no tiles are counted");
            return 0;
        }
        record_rack(game, seat, kind, tiles, found);
        let change = change_of(game, seat);
        if self.has_rack_line[seat] {
            found.not_allowed(rule, "the tiles left are counted only once for each player");
            return 0;
        }
        let detail = match (kind, game.rules.end, game.state.went_out()) {
            (RackLine::Gained, EndRule::Keep, _) => {
                "under these rules, nobody gains points for the tiles left on a rack"
            }
            (RackLine::Gained, _, None) => {
                "nobody has gone out, so all players lose the value of their own tiles"
            }
            (RackLine::Gained, _, Some(out)) if out != seat => {
                "only the player who went out gains points for the tiles left"
            }
            (RackLine::Lost, EndRule::GainTwice, Some(_)) => {
                "the player who went out gains twice the value of the tiles left, and nobody loses \
                 points for them"
            }
            (RackLine::Lost, _, out)
                if out == Some(seat) || game.state.tiles_of(seat) == Some(0) =>
            {
                "the player has no tiles left"
            }
            _ => {
                self.has_rack_line[seat] = true;
                self.racks[seat] = change;
                if change != recorded {
                    let detail = format_args!("the change for the tiles left is {change:+} points");
                    found.not_allowed(rule, detail);
                }
                return change;
            }
        };
        found.not_allowed(rule, detail);
        0
    }

    /// Judges a penalty for time; returns the correct change of the player's score.
    pub(super) fn judge_time(
        &mut self,
        rules: &Rules,
        seat: usize,
        recorded: i64,
        found: &mut Findings,
    ) -> i64 {
        let Some(penalty) = rules.time_penalty else {
            found.not_allowed("C6", "the rules have no penalty for time");
            return 0;
        };
        let points = i64::from(penalty.points);
        // RULEBOOK C6: each period that has begun counts.
        if recorded > 0 || recorded.checked_rem(points) != Some(0) {
            let detail = format_args!("the penalty is {points} points for each period that begins");
            found.not_allowed("C6", detail);
            return 0;
        }
        self.time[seat] = self.time[seat].saturating_sub(recorded);
        recorded
    }

    /// Returns the result of the game. Nothing is lost or gained for racks before its end, nor if a
    /// challenge decided it.
    pub(super) fn settle(
        &self,
        game: &Game<'_>,
        players: impl Iterator<Item = (String, i64)>,
    ) -> (Settlement, Vec<Option<Rack>>) {
        let lost = game.state.lost();
        let is_over = game.state.end().is_some() && lost.is_none();
        let racks = if is_over { game.racks_at_end() } else { vec![None; self.time.len()] };
        let standings: Vec<Standing> = players
            .zip(racks.iter().zip(&self.time))
            .map(|((player, points), (&rack, &time))| Standing {
                player,
                points,
                rack: if is_over { rack } else { Some(Rack::default()) },
                overtime_seconds: overtime_seconds(time, game.rules),
            })
            .collect();
        let mut settlement = settle(&standings, game.state.went_out(), game.rules);
        if !is_over {
            let names = settlement.results.iter().map(|result| result.player.clone());
            let others =
                names.enumerate().filter(|(seat, _)| lost.is_some_and(|lost| lost != *seat));
            settlement.winners = others.map(|(_, name)| name).collect();
        }
        (settlement, racks)
    }
}

/// Returns the player who went out by a line with a rack. If the number of tiles is unknown, only
/// the record says so (RULEBOOK C7): the player who gains points, or who made the last move before
/// another player loses points.
fn went_out_by(game: &Game<'_>, seat: usize, kind: RackLine) -> Option<usize> {
    match kind {
        RackLine::Gained => Some(seat),
        RackLine::Lost if game.rules.end == EndRule::GainTwice => None,
        RackLine::Lost => game.last_mover.filter(|&mover| mover != seat),
    }
}

/// Remembers a rack of the record if it has as many tiles as the player, and compares it with the
/// rack that follows from the moves.
fn record_rack(
    game: &mut Game<'_>,
    seat: usize,
    kind: RackLine,
    tiles: &str,
    found: &mut Findings,
) {
    let players = game.racks.closing.len();
    let owner = match kind {
        RackLine::Lost => seat,
        RackLine::Gained if players == 2 => 1 - seat,
        // The tiles of several players, which the line does not tell apart.
        RackLine::Gained => return,
    };
    if tiles.is_empty() || game.state.tiles_of(owner) == Some(0) {
        return;
    }
    let size = game.rules.rack_size;
    match or_details(|violations| Rack::read(tiles, size, violations)) {
        Ok(rack) if game.state.tiles_of(owner).is_none_or(|held| held == rack.len()) => {
            let before = game.racks_at_end()[owner];
            game.racks.closing[owner] = Some(rack);
            if let Some(known) = game.racks_at_end()[owner].filter(|known| *known != rack) {
                found.note(format_args!("the record gives the rack {rack}; the rack is {known}"));
            } else if let Some(before) = before.filter(|before| *before != rack) {
                found.note(format_args!(
                    "the record gives the rack {rack}, but the rack was {before}"
                ));
            }
        }
        Ok(rack) => {
            let left = counted(game.state.tiles_of(owner).unwrap_or_default(), "tile");
            found.note(format_args!("the rack {rack} is ignored: the player has {left} left"));
        }
        Err(fault) => found.note(format_args!("the rack {tiles} is ignored: {fault}")),
    }
}

/// Returns the points that a player gains or loses for the tiles left on racks.
fn change_of(game: &Game<'_>, seat: usize) -> i64 {
    let standing = |rack| Standing { player: String::new(), points: 0, rack, overtime_seconds: 0 };
    let standings: Vec<Standing> = game.racks_at_end().into_iter().map(standing).collect();
    let settlement = settle(&standings, game.state.went_out(), game.rules);
    settlement.results.get(seat).map_or(0, |FinalScore { total, .. }| *total)
}

/// Returns an overtime with this penalty.
fn overtime_seconds(penalty: i64, rules: &Rules) -> u64 {
    let Some(rule) = rules.time_penalty else { return 0 };
    let periods = penalty.checked_div(i64::from(rule.points)).unwrap_or_default();
    u64::try_from(periods).unwrap_or_default().saturating_mul(rule.per_seconds.into())
}
