//! The known racks of a recorded game: the racks that the record gives, and those that follow from
//! it.

use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::game_state::GameState;
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;

pub(super) struct KnownRacks {
    /// The whole rack, if the record gives it and the player has not drawn tiles since.
    pub held: Vec<Option<Rack>>,
    /// Tiles that the player has in any case: those of the last rack that were not played.
    pub kept: Vec<Rack>,
    /// The whole rack that the record gives at the end.
    pub closing: Vec<Option<Rack>>,
    /// The rack of `#rack1`, `#rack2` and so on, which counts if nothing else tells the rack.
    pub of_pragmas: Vec<Option<Rack>>,
}

impl KnownRacks {
    pub(super) fn new(players: usize) -> Self {
        let none = vec![None; players];
        Self {
            held: none.clone(),
            kept: vec![Rack::default(); players],
            closing: none.clone(),
            of_pragmas: none,
        }
    }

    /// Removes the tiles of a move from the player's rack. The tiles drawn from the bag are not
    /// known.
    pub(super) fn play(&mut self, seat: usize, play: &Play, draws_nothing: bool) {
        let held = self.held[seat].filter(|_| draws_nothing);
        self.held[seat] = held.map(|rack| play.remaining_rack(&rack));
        self.kept[seat] = play.remaining_rack(&self.kept[seat]);
    }

    /// Forgets all racks.
    pub(super) fn forget(&mut self) {
        self.held.fill(None);
        self.kept.fill(Rack::default());
    }

    /// Returns the racks at the end of a game, as far as they are known.
    ///
    /// They follow from the tiles: a player without tiles has an empty rack, and if only one player
    /// has tiles left, these are the unseen ones. Otherwise, the record gives them. A rack that the
    /// record does not give can still follow from the other racks.
    pub(super) fn at_end(
        &self,
        state: &GameState,
        board: &Board,
        rules: &Rules,
    ) -> Vec<Option<Rack>> {
        let seats = 0..self.held.len();
        let mut racks: Vec<Option<Rack>> = seats
            .clone()
            // RULEBOOK C7: the rack of a player who went out is empty, with or without a bag.
            .map(|seat| {
                let is_out = state.went_out() == Some(seat) || state.tiles_of(seat) == Some(0);
                is_out.then(Rack::default)
            })
            .collect();
        let unseen = |racks: &[Option<Rack>]| {
            let mut unknown = seats.clone().filter(|&seat| racks[seat].is_none());
            let (Some(seat), None, Some(0), Some(bag)) =
                (unknown.next(), unknown.next(), state.bag(), &rules.bag)
            else {
                return None;
            };
            let rack = bag.unseen(board, racks.iter().flatten())?;
            (Some(rack.len()) == state.tiles_of(seat)).then_some((seat, rack))
        };
        if let Some((seat, rack)) = unseen(&racks) {
            racks[seat] = Some(rack);
        }
        for (seat, rack) in racks.iter_mut().enumerate() {
            *rack = rack.or(self.closing[seat]).or(self.held[seat]);
        }
        if let Some((seat, rack)) = unseen(&racks) {
            racks[seat] = Some(rack);
        }
        for seat in seats {
            let is_possible = |rack: &Rack| {
                let all = racks.iter().flatten().chain([rack]);
                state.tiles_of(seat) == Some(rack.len())
                    && rules.bag.is_none_or(|bag| bag.holds(board, all))
            };
            racks[seat] = racks[seat].or_else(|| self.of_pragmas[seat].filter(is_possible));
        }
        racks
    }
}
