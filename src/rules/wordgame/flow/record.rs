//! Whole games as records in GCG.

use super::Event;
use super::action::Action;
use super::event::{EventKind, GameResult};
use super::state::State;
use crate::rules::Violations;
use crate::rules::wordgame::end_game::EndReason;
use crate::rules::wordgame::gcg::{self, MAX_TILES, Pragma, Record, written_points};
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::EndRule;

/// The record of a game, written action by action.
///
/// The referee of records agrees with it: it finds the same points and, if the tiles left decide the
/// game, the same racks, end and result. A record has no line for an acceptance, for a failed
/// challenge that costs no points, or for the words that are challenged. A lost turn is written as a
/// pass, and a resignation, like a game that is lost by a challenge, as a note.
#[derive(Debug, Clone)]
pub struct GameRecord {
    record: Record,
    totals: Vec<i64>,
}

impl GameRecord {
    /// Begins the record of a game.
    #[must_use]
    pub fn begin(state: &State) -> Self {
        let encoding = pragma("character-encoding", "UTF-8".to_owned());
        let players = players(state.names());
        let totals = vec![0; players.len()];
        Self { record: Record { pragmas: vec![encoding], players, events: Vec::new() }, totals }
    }

    /// Adds an action, with the states before and after it.
    pub fn add(&mut self, before: &State, action: &Action, events: &[Event], after: &State) {
        let seat_of = |player: &str| after.names().position(|name| name == player);
        for event in events {
            let kind = &event.kind;
            let (player, written, points) = match kind {
                EventKind::Moved { player, points, .. } => {
                    let Some(placed) = placed(before, action) else { continue };
                    (player, placed, i64::from(*points))
                }
                EventKind::Passed { player } | EventKind::TurnLost { player } => {
                    (player, gcg::Action::Pass, 0)
                }
                EventKind::Exchanged(exchanged) => {
                    let Some(tiles) = &exchanged.discarded else { continue };
                    let tiles = tiles.iter().map(|tile| tile.mark()).collect();
                    (&exchanged.player, gcg::Action::Exchange { tiles }, 0)
                }
                EventKind::MoveTakenBack { player, points } => {
                    (player, gcg::Action::Withdrawn, -i64::from(*points))
                }
                EventKind::ChallengeCost { player, points } => {
                    (player, gcg::Action::FailedChallenge, *points)
                }
                EventKind::Over { result } => {
                    match loser(action, events, result.reason) {
                        Some((player, why)) => self.note_loser(seat_of(player), why),
                        None => self.count_tiles(after, result),
                    }
                    continue;
                }
                _ => continue,
            };
            let Some(seat) = seat_of(player) else { continue };
            let rack = match kind {
                EventKind::MoveTakenBack { .. } | EventKind::ChallengeCost { .. } => String::new(),
                _ => before.rack(seat).to_string(),
            };
            self.write(seat, rack, written, points);
        }
    }

    /// Returns the record.
    #[must_use]
    pub fn finish(self) -> Record {
        self.record
    }

    fn write(&mut self, player: usize, rack: String, action: gcg::Action, points: i64) {
        self.totals[player] += points;
        self.record.events.push(gcg::Event {
            line: 0,
            player,
            rack,
            action,
            score: written_points(points),
            total: Some(written_points(self.totals[player])),
            remarks: Vec::new(),
            notes: Vec::new(),
        });
    }

    /// Adds a pragma after the last event.
    fn note(&mut self, pragma: Pragma) {
        let Record { pragmas, events, .. } = &mut self.record;
        events.last_mut().map_or(pragmas, |event| &mut event.notes).push(pragma);
    }

    /// Writes that a player lost the game, for which records have no line.
    fn note_loser(&mut self, seat: Option<usize>, why: &str) {
        let nick = seat.map_or("", |seat| self.record.players[seat].nick.as_str());
        self.note(pragma("note", format!("{nick} {why}")));
    }

    /// Writes the lines for the tiles left and for overtime (RULEBOOK C2, C6). The racks come first,
    /// because what a player gains is counted with them.
    fn count_tiles(&mut self, state: &State, result: &GameResult) {
        let racks: Vec<Rack> = (0..self.totals.len()).map(|seat| state.rack(seat)).collect();
        let went_out = (result.reason == EndReason::OutOfTiles).then_some(state.turn);
        let loses_tiles = went_out.is_none() || state.rules.base.end != EndRule::GainTwice;
        for (seat, rack) in racks.iter().enumerate().filter(|(_, rack)| !rack.is_empty()) {
            let tiles = rack.to_string();
            if loses_tiles {
                let lost = -result.results[seat].deducted;
                self.write(seat, tiles.clone(), gcg::Action::RackLost { tiles }, lost);
            } else if racks.len() > 2 {
                self.note(pragma(&format!("rack{}", seat + 1), tiles));
            }
        }
        if let Some(seat) = went_out.filter(|&seat| result.results[seat].gained > 0) {
            let tiles: String = racks.iter().map(ToString::to_string).collect();
            let tiles = Some(tiles).filter(|tiles| tiles.len() <= MAX_TILES).unwrap_or_default();
            let gained = result.results[seat].gained;
            self.write(seat, String::new(), gcg::Action::RackGained { tiles }, gained);
        }
        for (seat, total) in result.results.iter().enumerate() {
            if total.time_penalty > 0 {
                self.write(seat, String::new(), gcg::Action::TimePenalty, -total.time_penalty);
            }
        }
    }
}

/// Returns the player who lost the game, if the tiles left don't decide it, and why.
fn loser<'e>(
    action: &'e Action,
    events: &'e [Event],
    reason: EndReason,
) -> Option<(&'e str, &'static str)> {
    match reason {
        EndReason::Resigned => Some((action.player.as_deref()?, "resigned")),
        EndReason::LostChallenge => events.iter().find_map(|event| match &event.kind {
            EventKind::Ruling { player, challenged, upheld, .. } => {
                let loser = if *upheld { challenged } else { player };
                Some((loser.as_str(), "lost the game by a challenge"))
            }
            _ => None,
        }),
        _ => None,
    }
}

/// Returns the move of an action in canonical form.
fn placed(before: &State, action: &Action) -> Option<gcg::Action> {
    let written = action.written.as_ref()?.parse().ok()?;
    let (board, rules) = (&before.board, &before.rules.base);
    let play = Play::place(&written, board, None, rules, &mut Violations::default()).ok()?;
    let (_, word) = play.to_string().split_once(' ').map(|(at, word)| (at, word.to_owned()))?;
    Some(gcg::Action::Place { coordinate: play.coordinate(), word })
}

/// Returns the players of a record. A nick has no white space and no colon, and differs from all
/// others.
fn players<'n>(names: impl Iterator<Item = &'n str>) -> Vec<gcg::Player> {
    let mut players: Vec<gcg::Player> = Vec::new();
    for name in names {
        let mut nick = name.replace(|mark: char| mark == ':' || mark.is_whitespace(), "_");
        // Ends, because the nick gets longer and so meets each of the others at most once.
        while players.iter().any(|player| player.nick == nick) {
            nick.push('_');
        }
        let name = if nick == name { String::new() } else { name.to_owned() };
        players.push(gcg::Player { nick, name });
    }
    players
}

fn pragma(name: &str, text: String) -> Pragma {
    Pragma { line: 0, name: name.to_owned(), text }
}
