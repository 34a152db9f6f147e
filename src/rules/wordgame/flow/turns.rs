//! The course of turns: drawing, the end of a turn, lost turns, and the end of the game.

use super::Event;
use super::event::{EventKind, GameResult, MovedTiles, PlayerTotal};
use super::state::{Phase, Player, State};
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::end_game::{
    EndReason, FinalScore, Settlement, Standing, TurnKind, is_out_of_tiles, settle,
};
use crate::rules::wordgame::rack::Rack;
use crate::rules::{Refused, Variant, Violations};

/// A state while an action changes it, with the events so far.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) state: State,
    pub(super) events: Vec<Event>,
}

impl State {
    /// Returns the state in which a player takes the next turn: this one, or the one after the move
    /// before, if the player's own action counts as its acceptance. `None` if it is not the
    /// player's turn (RULEBOOK FG7).
    pub(super) fn turn_of(&self, seat: usize) -> Option<Course> {
        let mut course = Course::of(self.clone());
        if self.phase() == Phase::Challenge && self.undecided().eq([seat]) {
            course.state.players[seat].accepted = true;
            course.close_window();
        }
        let is_next = course.state.phase() == Phase::Play && course.state.turn == seat;
        is_next.then_some(course)
    }
}

impl Course {
    pub(super) const fn of(state: State) -> Self {
        Self { state, events: Vec::new() }
    }

    /// Records an event that everybody may see.
    pub(super) fn tell(&mut self, rule: &'static str, kind: EventKind) {
        self.events.push(Event::open(rule, kind));
    }

    /// Records an event that only a player may see.
    pub(super) fn tell_only(&mut self, seat: usize, rule: &'static str, kind: EventKind) {
        self.events.push(Event::only(&self.state.players[seat].name, rule, kind));
    }

    /// Fills a rack from the top of the bag, as far as it lasts (RULEBOOK FG3).
    fn fill(&mut self, seat: usize, rule: &'static str) {
        let held = self.state.players[seat].rack.len();
        self.draw(seat, rule, self.state.rules.base.rack_size.saturating_sub(held));
    }

    /// Fills all racks, that of the first player first (RULEBOOK FG1, FG5).
    pub(super) fn fill_all(&mut self, rule: &'static str) {
        (0..self.state.players.len()).for_each(|seat| self.fill(seat, rule));
    }

    /// Draws tiles from the top of the bag, as far as it lasts.
    pub(super) fn draw(&mut self, seat: usize, rule: &'static str, count: usize) {
        let state = &mut self.state;
        let tiles: Vec<BagTile> = state.deck.drain(..count.min(state.deck.len())).collect();
        if tiles.is_empty() {
            return;
        }
        state.players[seat].rack.extend(&tiles);
        let player = state.name(seat);
        let drawn = MovedTiles { player: player.clone(), count: Some(tiles.len()), cards: None };
        self.tell(rule, EventKind::Drew(drawn));
        let drawn = MovedTiles { player, count: None, cards: Some(tiles) };
        self.tell_only(seat, rule, EventKind::Drew(drawn));
    }

    /// Puts tiles into the bag and shuffles it; `order` is the order of real tiles.
    pub(super) fn put_back(
        &mut self,
        tiles: impl IntoIterator<Item = BagTile>,
        order: Option<&[BagTile]>,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let state = &mut self.state;
        state.deck.extend(tiles);
        state.deck.sort_unstable();
        let mut place = violations.at("order");
        state.chance.shuffle(Variant::Wordgame, &mut state.deck, order, &mut place)
    }

    /// Closes the time for challenges: the move stands (RULEBOOK FG7).
    pub(super) fn close_window(&mut self) {
        if let Some(pending) = self.state.pending.take() {
            self.end_move(pending.points);
        }
    }

    /// Ends the turn of a player whose move stands (RULEBOOK FG3, FG10).
    pub(super) fn end_move(&mut self, points: u32) {
        self.fill(self.state.turn, "FG3");
        let turn = if points > 0 { TurnKind::Scored } else { TurnKind::Scoreless };
        self.state.turns.record(turn);
        let tiles = self.state.players[self.state.turn].rack.len();
        if is_out_of_tiles(self.state.deck.len(), [tiles]) {
            self.settle(EndReason::OutOfTiles);
        } else if !self.ends_here() {
            self.next_turn();
        }
    }

    /// Ends a turn without a move that stands.
    pub(super) fn end_turn(&mut self, turn: TurnKind) {
        self.state.turns.record(turn);
        if !self.ends_here() {
            self.next_turn();
        }
    }

    /// Ends the game if the turns so far do (RULEBOOK C3). Returns true if they do.
    pub(super) fn ends_here(&mut self) -> bool {
        let reason = self.state.turns.end(self.state.rules.base.over);
        if let Some(reason) = reason {
            self.settle(reason);
        }
        reason.is_some()
    }

    /// Begins the turn of the next player who loses none (RULEBOOK FG2, FG9).
    pub(super) fn next_turn(&mut self) {
        // Ends: each round but the last lowers the number of turns to lose.
        loop {
            let state = &mut self.state;
            state.turn = (state.turn + 1) % state.players.len();
            let Some(left) = state.players[state.turn].skip.checked_sub(1) else { return };
            state.players[state.turn].skip = left;
            let player = state.name(state.turn);
            self.tell("FG9", EventKind::TurnLost { player });
            self.state.turns.record(TurnKind::Scoreless);
            if self.ends_here() {
                return;
            }
        }
    }

    /// Ends the game and settles it (RULEBOOK FG10, C2, C6).
    fn settle(&mut self, reason: EndReason) {
        let points = self.state.players.iter().map(|player| player.points).collect();
        let result = self.state.settled(reason, points);
        self.end_with("FG10", result);
    }

    /// Ends the game because a player lost it: the best of the others has won, and nothing is taken
    /// off (RULEBOOK C5, FG12).
    pub(super) fn lose_game(&mut self, rule: &'static str, reason: EndReason, loser: usize) {
        self.state.pending = None;
        let result = self.state.lost_by(reason, loser);
        self.end_with(rule, result);
    }

    fn end_with(&mut self, rule: &'static str, result: GameResult) {
        for (player, total) in self.state.players.iter_mut().zip(&result.results) {
            player.points = total.total;
        }
        self.tell(rule, EventKind::Over { result: result.clone() });
        self.state.result = Some(result);
    }
}

impl State {
    /// Returns the result of a game that ends with these points before the settlement.
    pub(super) fn settled(&self, reason: EndReason, points: Vec<i64>) -> GameResult {
        let standing = |(player, points): (&Player, i64)| Standing {
            player: player.name.clone(),
            points,
            rack: Some(Rack::of_tiles(&player.rack)),
            overtime_seconds: self.rules.overtime_seconds(player.used_ms),
        };
        let standings: Vec<Standing> = self.players.iter().zip(points).map(standing).collect();
        // The turn stays with the player who has no tiles left.
        let went_out = (reason == EndReason::OutOfTiles).then_some(self.turn);
        let Settlement { results, winners, .. } = settle(&standings, went_out, &self.rules.base);
        let total = |score: FinalScore| PlayerTotal {
            player: score.player,
            gained: score.gained,
            deducted: score.deducted,
            time_penalty: score.time_penalty,
            total: score.total,
        };
        GameResult { reason, winners, results: results.into_iter().map(total).collect() }
    }

    /// Returns the result of a game that a player lost before its end.
    pub(super) fn lost_by(&self, reason: EndReason, loser: usize) -> GameResult {
        let others = || self.players.iter().enumerate().filter(|(seat, _)| *seat != loser);
        let most = others().map(|(_, player)| player.points).max();
        let winners = others().filter(|(_, player)| Some(player.points) == most);
        let total = |player: &Player| PlayerTotal {
            player: player.name.clone(),
            gained: 0,
            deducted: 0,
            time_penalty: 0,
            total: player.points,
        };
        GameResult {
            reason,
            winners: winners.map(|(_, player)| player.name.clone()).collect(),
            results: self.players.iter().map(total).collect(),
        }
    }
}
