//! The known racks of a recorded game: the racks that the record gives, and those that follow from
//! it.

use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::game_state::GameState;
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::{ViolationCode, Violations};

/// The known racks, by player.
pub(super) struct KnownRacks {
    /// The whole rack, if it is known for certain.
    pub held: Vec<Option<Rack>>,
    /// The rack that the record deducts at the end.
    pub deducted: Vec<Option<Rack>>,
}

impl KnownRacks {
    pub(super) fn new(players: usize) -> Self {
        Self { held: vec![None; players], deducted: vec![None; players] }
    }

    /// Returns the known racks of the other players.
    pub(super) fn held_by_others(&self, seat: usize) -> impl Iterator<Item = &Rack> {
        let others = self.held.iter().enumerate().filter(move |(holder, _)| *holder != seat);
        others.filter_map(|(_, held)| held.as_ref())
    }

    /// Records the rack that the record gives for a turn, and a violation if it contradicts the
    /// known rack. `is_whole` is true if the given rack has all tiles of the player.
    pub(super) fn record_given(
        &mut self,
        seat: usize,
        given: &Rack,
        is_whole: bool,
        violations: &mut Violations,
    ) {
        let known = self.held[seat];
        let agrees = |held: Rack| if is_whole { held == *given } else { held.holds(given) };
        if known.is_some_and(agrees) {
            return;
        }
        if let Some(held) = known {
            let detail = format_args!("the record gives {given}; the rack is {held}");
            violations.refuse(ViolationCode::TileNotOnRack, "G7", detail);
        }
        self.held[seat] = is_whole.then_some(*given);
    }

    /// Checks a move without a given rack against the known rack. If they contradict each other,
    /// the rack is no longer known.
    pub(super) fn check_play(&mut self, seat: usize, play: &Play, violations: &mut Violations) {
        if let Some(held) = self.held[seat]
            && play.remaining_rack(&held).len() + play.tiles_used() > held.len()
        {
            let detail = format_args!("the move is {play}; the rack is {held}");
            violations.refuse(ViolationCode::TileNotOnRack, "G7", detail);
            self.held[seat] = None;
        }
    }

    /// Returns the racks that the final scores deduct.
    ///
    /// Before the game is over, these are the racks that the record deducts. Once it is over, the
    /// racks that are known for certain are added. If the bag is empty and only one rack is then
    /// unknown, it consists of the unseen tiles. If any rack is still unknown, nothing is added:
    /// the final scores would deduct the racks of some players only.
    pub(super) fn at_end(
        &self,
        state: &GameState,
        board: &Board,
        rules: &Rules,
    ) -> Vec<Option<Rack>> {
        if state.end().is_none() {
            return self.deducted.clone();
        }
        let known = |seat: usize| {
            let empty = (state.tiles_of(seat) == Some(0)).then(Rack::default);
            self.deducted[seat].or(empty).or(self.held[seat])
        };
        let mut racks: Vec<Option<Rack>> = (0..self.held.len()).map(known).collect();
        let mut unknown = (0..racks.len()).filter(|&seat| racks[seat].is_none());
        if let (Some(seat), None, Some(0), Some(bag)) =
            (unknown.next(), unknown.next(), state.bag(), &rules.bag)
        {
            let unseen = bag.unseen(board, racks.iter().flatten());
            racks[seat] = unseen.filter(|rack| Some(rack.len()) == state.tiles_of(seat));
        }
        if racks.iter().all(Option::is_some) { racks } else { self.deducted.clone() }
    }
}
