//! The state of a game that follows from its turns: the player to move, the number of tiles on each
//! rack and in the bag, and whether the game is over (RULEBOOK G1, G9, C3).

use super::challenge_rule::ChallengeRule;
use super::end_game::{EndReason, TurnKind, Turns, is_out_of_tiles};
use super::ruleset::{OverRule, Rules};
use crate::rules::{Refused, ViolationCode, Violations, counted};

/// The state of a game. It counts the tiles, but does not record their letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameState {
    players: usize,
    over: OverRule,
    /// True if both players get new racks after two opening passes (RULEBOOK G9).
    has_new_racks: bool,
    /// True if a move that is taken back ends the player's turn (RULEBOOK C5).
    loses_turn: bool,
    /// True if a move that is taken back loses the game (RULEBOOK C5). With more than two players,
    /// the others play on.
    loses_game: bool,
    /// The number of tiles; `None` without a bag, and after a line that cannot be understood.
    tiles: Option<TileCounts>,
    turns: Turns,
    /// The player to move, if known. Any player may open, and G8 does not say who moves after a
    /// refused move.
    to_move: Option<usize>,
    end: Option<EndReason>,
    went_out: Option<usize>,
    /// The player who lost the game by a challenge.
    lost: Option<usize>,
}

/// The number of tiles in the bag and on each rack, if the game has a bag.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TileCounts {
    bag: usize,
    racks: Vec<usize>,
}

impl TileCounts {
    /// Places tiles from a rack on the board and refills the rack.
    fn place(&mut self, seat: usize, tiles: usize) {
        let drawn = tiles.min(self.bag);
        self.racks[seat] = (self.racks[seat] + drawn).saturating_sub(tiles);
        self.bag -= drawn;
    }
}

impl GameState {
    pub(super) fn new(rules: &Rules, players: usize) -> Self {
        let tiles = rules.bag.as_ref().map(|bag| TileCounts {
            bag: bag.len().saturating_sub(players * rules.rack_size),
            racks: vec![rules.rack_size; players],
        });
        Self {
            players,
            over: rules.over,
            has_new_racks: rules.give_new_racks(),
            loses_game: players == 2 && rules.challenge_rule() == ChallengeRule::Triple,
            loses_turn: rules.challenge_rule() != ChallengeRule::Void,
            tiles,
            turns: Turns::of_players(players),
            to_move: None,
            end: None,
            went_out: None,
            lost: None,
        }
    }

    /// Returns the reason why the game is over, if it is.
    pub(super) const fn end(&self) -> Option<EndReason> {
        self.end
    }

    /// Returns the player who has gone out, if one has.
    pub(super) const fn went_out(&self) -> Option<usize> {
        self.went_out
    }

    /// Returns the player who lost the game by a challenge, if one did.
    pub(super) const fn lost(&self) -> Option<usize> {
        self.lost
    }

    /// Returns the number of tiles that a player has, if it is known.
    pub(super) fn tiles_of(&self, seat: usize) -> Option<usize> {
        self.tiles.as_ref().map(|tiles| tiles.racks[seat])
    }

    /// Returns the number of tiles in the bag, if it is known.
    pub(super) fn bag(&self) -> Option<usize> {
        self.tiles.as_ref().map(|tiles| tiles.bag)
    }

    /// Checks that a player may take a turn.
    pub(super) fn check_turn(
        &self,
        seat: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        if let Some(end) = self.end {
            let (why, rule) = match end {
                EndReason::ThreePasses => ("three passes in a row ended it", "G9"),
                EndReason::SixScoreless => ("six turns in a row without a point ended it", "C3"),
                EndReason::AllPassTwice => ("all players passed twice in a row", "C3"),
                EndReason::OutOfTiles => ("a player has no tiles left, and the bag is empty", "G9"),
                EndReason::LostChallenge => ("a player lost it by a challenge", "C5"),
                EndReason::Resigned => ("a player resigned", "FG12"),
            };
            let detail = format_args!("the game is over: {why}");
            return Err(violations.refuse(ViolationCode::GameOver, rule, detail));
        }
        if self.to_move.is_some_and(|to_move| to_move != seat) {
            let detail = "it is another player's turn";
            return Err(violations.refuse(ViolationCode::OutOfTurn, "G1", detail));
        }
        Ok(())
    }

    /// Checks that a player can have this number of tiles.
    pub(super) fn check_tile_count(
        &self,
        seat: usize,
        tiles: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let Some(max) = self.tiles_of(seat).filter(|&max| tiles > max) else { return Ok(()) };
        let detail = format_args!(
            "the rack has {}, but the player has only {max} left",
            counted(tiles, "tile")
        );
        Err(violations.refuse(ViolationCode::TooMany, "G1", detail))
    }

    /// Records that a player placed tiles.
    pub(super) fn record_play(&mut self, seat: usize, tiles: usize, points: u32) {
        let is_scored = points > 0;
        self.record_turn(seat, if is_scored { TurnKind::Scored } else { TurnKind::Scoreless });
        if let Some(counts) = &mut self.tiles {
            counts.place(seat, tiles);
            if is_out_of_tiles(counts.bag, counts.racks.iter().copied()) {
                self.record_going_out(seat);
            }
        }
    }

    /// Records that a player has no tiles left while the bag is empty.
    pub(super) const fn record_going_out(&mut self, seat: usize) {
        self.end = Some(EndReason::OutOfTiles);
        self.went_out = Some(seat);
    }

    /// Records that a player exchanged tiles, or lost a turn after a challenge.
    pub(super) fn record_scoreless_turn(&mut self, seat: usize) {
        self.record_turn(seat, TurnKind::Scoreless);
    }

    /// Records that a player passed; returns true if all players then get new racks.
    pub(super) fn record_pass(&mut self, seat: usize) -> bool {
        self.record_turn(seat, TurnKind::Passed);
        self.has_new_racks && self.turns.are_opening_passes()
    }

    /// Records that a move was taken back, on the state before the move. Where a refused move costs
    /// no turn, the rules do not say who moves next (RULEBOOK G8).
    pub(super) fn record_withdrawal(&mut self, seat: usize) {
        if self.loses_game {
            (self.end, self.lost) = (Some(EndReason::LostChallenge), Some(seat));
        } else if self.loses_turn {
            self.record_turn(seat, TurnKind::Scoreless);
        } else {
            self.to_move = None;
        }
    }

    /// Records a line that cannot be understood (RULEBOOK C7). Runs of scoreless turns start anew, and
    /// from then on nobody knows the number of tiles.
    pub(super) fn record_unread(&mut self) {
        self.turns.record(TurnKind::Scored);
        self.to_move = None;
        self.tiles = None;
    }

    fn record_turn(&mut self, seat: usize, turn: TurnKind) {
        self.turns.record(turn);
        self.to_move = Some((seat + 1) % self.players);
        self.end = self.end.or(self.turns.end(self.over));
    }
}
