//! A game in progress: the board, the racks and the state after each event.

use super::known_racks::KnownRacks;
use super::report::Placement;
use crate::lexicon::Words;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::game_state::GameState;
use crate::rules::wordgame::movegen::{Move, Search, SearchIndex};
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::wordgame::scoring::Score;
use crate::rules::wordgame::square::Coordinate;
use crate::rules::wordgame::written_move::{WrittenMove, WrittenMoveError};
use crate::rules::{Refused, ViolationCode, Violations, counted, limits};

/// A game in progress.
///
/// A violation of the rules is recorded and does not stop the replay. An error stops the replay; it
/// says why an event contradicts the events before it.
pub(super) struct Game<'r> {
    lexicon: Words<'r>,
    rules: &'r Rules,
    index: Option<&'r SearchIndex>,
    pub board: Board,
    pub racks: KnownRacks,
    pub state: GameState,
    /// The last move, as long as it can be taken back.
    pub last_move: Option<LastMove>,
    /// The number of racks that may still be searched.
    searches_left: usize,
}

/// A move that a challenge may take back, and the state of the game before it.
pub(super) struct LastMove {
    player: usize,
    score: i64,
    is_legal: bool,
    /// The player's rack, if it was known.
    held: Option<Rack>,
    board: Board,
    state: GameState,
}

impl<'r> Game<'r> {
    pub(super) fn new(
        lexicon: Words<'r>,
        rules: &'r Rules,
        index: Option<&'r SearchIndex>,
        players: usize,
    ) -> Self {
        Self {
            lexicon,
            rules,
            index,
            board: Board::default(),
            racks: KnownRacks::new(players),
            state: GameState::new(rules, players),
            last_move: None,
            searches_left: limits::REPLAY_SEARCHES,
        }
    }

    /// Checks that a player may take a turn with a rack; returns the best move, if it is searched
    /// for.
    pub(super) fn begin_turn(
        &mut self,
        seat: usize,
        rack: Option<&Rack>,
        violations: &mut Violations,
    ) -> Result<Option<Move>, String> {
        let _ = self.state.check_turn(seat, violations);
        let is_over = self.state.end().is_some();
        if !is_over {
            // The game is not over, so no rack of the player is deducted yet.
            self.racks.deducted[seat] = None;
        }
        let Some(rack) = rack else { return Ok(None) };
        let _ = self.state.check_tile_count(seat, rack.len(), violations);
        self.check_bag(&self.board, self.racks.held_by_others(seat).chain([rack]))?;
        if is_over {
            return Ok(None);
        }
        let is_whole = self.is_whole(rack, seat);
        self.racks.record_given(seat, rack, is_whole, violations);
        Ok(if is_whole { self.best(rack) } else { None })
    }

    /// Places a word and writes it in the canonical notation.
    pub(super) fn place(
        &mut self,
        seat: usize,
        coordinate: Coordinate,
        word: &mut String,
        rack: Option<&Rack>,
        violations: &mut Violations,
    ) -> Result<Placement, String> {
        let play = self.read_play(seat, coordinate, word, rack)?;
        if rack.is_none() {
            let _ = self.state.check_tile_count(seat, play.tiles_used(), violations);
            self.racks.check_play(seat, &play, violations);
        }
        let score = Score::of(&play, &self.board, self.rules);
        let held = self.racks.held[seat];
        self.last_move = Some(LastMove {
            player: seat,
            score: i64::from(score.total),
            is_legal: violations.is_empty() && self.allows(&score),
            held,
            board: self.board,
            state: self.state.clone(),
        });
        // The tiles drawn from the bag are not known.
        let draws_nothing = self.state.bag() == Some(0);
        self.racks.held[seat] =
            held.filter(|_| draws_nothing).map(|rack| play.remaining_rack(&rack));
        self.state.record_play(seat, play.tiles_used(), score.total);
        self.board = play.apply_to(&self.board);
        if let Some((_, marks)) = play.to_string().split_once(' ') {
            marks.clone_into(word);
        }
        Ok(Placement { play, score, is_withdrawn: false })
    }

    /// Parses a word and places it on the board. Its tiles must be on the rack, if one is given,
    /// and in the bag.
    fn read_play(
        &self,
        seat: usize,
        coordinate: Coordinate,
        word: &str,
        rack: Option<&Rack>,
    ) -> Result<Play, String> {
        let written: WrittenMove = format!("{coordinate} {word}")
            .parse()
            .map_err(|error: WrittenMoveError| error.to_string())?;
        let play = or_details(|violations| {
            Play::place(&written, &self.board, rack, self.rules, violations)
        })?;
        let remaining = rack.map(|rack| play.remaining_rack(rack));
        let racks = self.racks.held_by_others(seat).chain(&remaining);
        self.check_bag(&play.apply_to(&self.board), racks)?;
        Ok(play)
    }

    /// Records a pass; returns true if all players then get new racks (RULEBOOK G9).
    pub(super) fn pass(&mut self, seat: usize) -> bool {
        let brings_new_racks = self.state.record_pass(seat);
        if brings_new_racks {
            self.racks.held.fill(None);
        }
        brings_new_racks
    }

    /// Exchanges tiles. The record gives their letters or their number.
    pub(super) fn exchange(
        &mut self,
        seat: usize,
        tiles: &str,
        rack: Option<Rack>,
        violations: &mut Violations,
    ) -> Result<(), String> {
        let rack = self.racks.held[seat].or(rack);
        self.check_exchange(tiles, rack, violations)?;
        self.racks.held[seat] = None;
        self.state.record_scoreless_turn(seat);
        Ok(())
    }

    fn check_exchange(
        &self,
        tiles: &str,
        rack: Option<Rack>,
        violations: &mut Violations,
    ) -> Result<(), String> {
        let Some(min_bag) = self.rules.exchange_min_bag else {
            violations.refuse(ViolationCode::NotAllowed, "G9", "the rules do not allow exchanges");
            return Ok(());
        };
        if self.state.bag().is_some_and(|bag| bag < min_bag) {
            let tiles = counted(min_bag, "tile");
            let detail = format_args!("tiles may be exchanged only while the bag has {tiles}");
            violations.refuse(ViolationCode::NotAllowed, "C4", detail);
        }
        let Some(rack) = rack else { return Ok(()) };
        let is_on_rack = match tiles.parse::<usize>() {
            Ok(count) => count <= rack.len(),
            Err(_) => self.read_rack(tiles)?.is_none_or(|tiles| rack.holds(&tiles)),
        };
        if !is_on_rack {
            let detail = format_args!("the record exchanges {tiles}; the rack is {rack}");
            violations.refuse(ViolationCode::TileNotOnRack, "G9", detail);
        }
        Ok(())
    }

    /// Takes back the last move, as if it had not been made (RULEBOOK G8); returns the change of
    /// the player's score.
    pub(super) fn withdraw(
        &mut self,
        seat: usize,
        last_move: Option<LastMove>,
        violations: &mut Violations,
    ) -> Result<i64, String> {
        let Some(last_move) = last_move.filter(|last_move| last_move.player == seat) else {
            let detail =
                "the event before it is not a move of this player, so no move can be taken back";
            return Err(detail.to_owned());
        };
        if last_move.is_legal {
            let detail = "all words of the move are allowed, so a challenge cannot take it back";
            violations.refuse(ViolationCode::NotAllowed, "G8", detail);
        }
        self.board = last_move.board;
        self.racks.held[seat] = last_move.held;
        self.state = last_move.state;
        self.state.record_withdrawal(seat);
        Ok(-last_move.score)
    }

    /// Deducts the rack that the record gives at the end from the score of a player.
    pub(super) fn deduct(
        &mut self,
        seat: usize,
        rack: Rack,
        violations: &mut Violations,
    ) -> Result<(), String> {
        let _ = self.state.check_tile_count(seat, rack.len(), violations);
        let known = self.racks.held[seat].or_else(|| self.racks_at_end()[seat]);
        if let Some(known) = known.filter(|known| *known != rack) {
            let detail = format_args!("the record deducts {rack}; the rack is {known}");
            violations.refuse(ViolationCode::TileNotOnRack, "G10", detail);
        } else if self.state.end().is_some()
            && let Some(tiles) = self.state.tiles_of(seat).filter(|&tiles| rack.len() < tiles)
        {
            let detail = format_args!(
                "the record deducts {rack}; the player has {} left",
                counted(tiles, "tile")
            );
            violations.refuse(ViolationCode::TooFew, "G10", detail);
        }
        self.racks.deducted[seat] = Some(rack);
        self.check_bag(&self.board, self.racks.deducted.iter().flatten())
    }

    /// Returns the racks that the final scores deduct.
    pub(super) fn racks_at_end(&self) -> Vec<Option<Rack>> {
        self.racks.at_end(&self.state, &self.board, self.rules)
    }

    /// Parses a rack, which may have only a part of the player's tiles; `None` for an empty text.
    pub(super) fn read_rack(&self, tiles: &str) -> Result<Option<Rack>, String> {
        if tiles.is_empty() {
            return Ok(None);
        }
        let size = self.rules.rack_size;
        or_details(|violations| Rack::read(tiles, size, violations)).map(Some)
    }

    /// Checks that the bag has enough tiles for a board and racks.
    fn check_bag<'k>(
        &self,
        board: &Board,
        racks: impl IntoIterator<Item = &'k Rack>,
    ) -> Result<(), String> {
        let Some(bag) = &self.rules.bag else { return Ok(()) };
        or_details(|violations| bag.check(board, racks, violations))
    }

    /// Returns true if a rack has all tiles of a player. A part of the rack allows other moves and
    /// has a lower value at the end.
    fn is_whole(&self, rack: &Rack, seat: usize) -> bool {
        rack.len() == self.state.tiles_of(seat).unwrap_or(self.rules.rack_size)
    }

    /// Returns true if all words of a move are allowed.
    pub(super) fn allows(&self, score: &Score) -> bool {
        score.verdicts(self.lexicon).all(|(_, verdict)| verdict.is_allowed())
    }

    /// Returns the best move of a whole rack, if best moves are requested and the limit of searches
    /// is not reached.
    fn best(&mut self, rack: &Rack) -> Option<Move> {
        let index = self.index?;
        self.searches_left = self.searches_left.checked_sub(1)?;
        let search = Search::new(index, &self.board, self.rules);
        search.with_overlay(self.lexicon.overlay()).best(rack, 1).first().copied()
    }
}

/// Runs a check. If the check fails, returns the details of its violations as one text.
fn or_details<T>(check: impl FnOnce(&mut Violations) -> Result<T, Refused>) -> Result<T, String> {
    let mut violations = Violations::default();
    check(&mut violations).map_err(|_refused| {
        let details: Vec<&str> =
            violations.as_slice().iter().map(|violation| violation.detail.as_str()).collect();
        details.join("; ")
    })
}
