//! The course of a game: whose turn it is, how many tiles are where, and whether the game is over (RULEBOOK G1, G9).

use serde::Serialize;

use super::ending::{Passes, TurnKind, is_out_of_tiles};
use super::ruleset::Rules;
use crate::rules::{BreachCode, Breaches, counted};

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Three passes in a row.
    ThreePasses,
    /// Somebody has no tiles left to lay and none to draw.
    OutOfTiles,
}

/// How far a game has come; what the tiles are, it doesn't know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Course {
    tiles: Option<Tiles>,
    passes: Passes,
    /// Who is to move, once that is settled: anybody may open, and G8 leaves open who goes on after a refused move.
    to_move: Option<usize>,
    end: Option<End>,
}

/// Where the tiles are, if the game has a bag to count them from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Tiles {
    bag: usize,
    racks: Vec<usize>,
}

impl Tiles {
    /// A rack gives tiles away and is filled up again.
    fn lay(&mut self, seat: usize, tiles: usize) {
        let drawn = tiles.min(self.bag);
        self.racks[seat] = (self.racks[seat] + drawn).saturating_sub(tiles);
        self.bag -= drawn;
    }
}

impl Course {
    pub(super) fn new(rules: &Rules, players: usize) -> Self {
        let tiles = rules.bag.as_ref().map(|bag| Tiles {
            bag: bag.len().saturating_sub(players * rules.rack_size),
            racks: vec![rules.rack_size; players],
        });
        Self { tiles, passes: Passes::default(), to_move: None, end: None }
    }

    /// What ended the game, if something has.
    pub(super) const fn end(&self) -> Option<End> {
        self.end
    }

    /// How many tiles a player has, if that is known.
    pub(super) fn tiles_of(&self, seat: usize) -> Option<usize> {
        self.tiles.as_ref().map(|tiles| tiles.racks[seat])
    }

    /// How many tiles can be drawn, if that is known.
    pub(super) fn bag(&self) -> Option<usize> {
        self.tiles.as_ref().map(|tiles| tiles.bag)
    }

    /// Whether a player may take a turn.
    pub(super) fn check_turn(&self, seat: usize, pointer: &str, breaches: &mut Breaches) {
        if let Some(end) = self.end {
            let why = match end {
                End::ThreePasses => "three passes in a row have ended it",
                End::OutOfTiles => "a player has no tiles left, and the bag is empty",
            };
            breaches.add(BreachCode::GameOver, "G9", pointer, format_args!("the game is over: {why}"));
        } else if self.to_move.is_some_and(|to_move| to_move != seat) {
            breaches.add(BreachCode::OutOfTurn, "G1", pointer, "another player is to move; players take turns");
        }
    }

    /// Whether a player can have so many tiles.
    pub(super) fn check_rack(&self, seat: usize, tiles: usize, pointer: &str, breaches: &mut Breaches) {
        if let Some(most) = self.tiles_of(seat).filter(|&most| tiles > most) {
            let detail = format_args!("a rack of {}; the player has {most} left", counted(tiles, "tile"));
            breaches.add(BreachCode::TooMany, "G1", pointer, detail);
        }
    }

    /// A player lays tiles, or exchanges some, which is as good as laying none.
    pub(super) fn played(&mut self, seat: usize, tiles: usize, players: usize) {
        self.passes.note(TurnKind::Played);
        self.to_move = Some((seat + 1) % players);
        if let Some(there) = &mut self.tiles {
            there.lay(seat, tiles);
            if is_out_of_tiles(there.bag, there.racks.iter().copied()) {
                self.end.get_or_insert(End::OutOfTiles);
            }
        }
    }

    /// A player passes; answers whether everybody gets new racks for it.
    pub(super) fn passed(&mut self, seat: usize, players: usize) -> bool {
        self.passes.note(TurnKind::Passed);
        self.to_move = Some((seat + 1) % players);
        if self.passes.end_the_game() {
            self.end.get_or_insert(End::ThreePasses);
        }
        self.passes.give_new_racks()
    }

    /// A move didn't happen after all.
    pub(super) fn refused(&mut self) {
        self.to_move = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_run_out_as_they_are_laid() {
        let mut course = Course::new(&Rules::WORDGAME, 2);
        assert_eq!((course.bag(), course.tiles_of(0)), (Some(88), Some(8)));
        for turn in 0..11 {
            course.played(turn % 2, 8, 2);
        }
        assert_eq!((course.bag(), course.tiles_of(1), course.end()), (Some(0), Some(8), None));
        course.played(1, 7, 2);
        assert_eq!((course.tiles_of(1), course.end()), (Some(1), None));
        course.played(0, 8, 2);
        assert_eq!(course.end(), Some(End::OutOfTiles));
    }

    #[test]
    fn without_a_bag_nothing_is_counted() {
        let mut course = Course::new(&Rules { bag: None, ..Rules::WORDGAME }, 2);
        (0..100).for_each(|turn| course.played(turn % 2, 8, 2));
        assert_eq!((course.tiles_of(0), course.end()), (None, None));
    }
}
