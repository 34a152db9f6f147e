//! A game in progress: the board, the racks and the state after each event.

use super::known_racks::KnownRacks;
use super::report::{Findings, Placement, or_details};
use crate::interrupt::end_if_interrupted;
use crate::lexicon::Vocabulary;
use crate::rules::wordgame::board::{Board, Tile};
use crate::rules::wordgame::game_state::GameState;
use crate::rules::wordgame::movegen::{Move, Search, SearchIndex};
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::wordgame::scoring::Score;
use crate::rules::wordgame::search_cost::search_cost;
use crate::rules::wordgame::square::Coordinate;
use crate::rules::wordgame::written_move::{PLAYED_THROUGH, WrittenMove};
use crate::rules::{ViolationCode, Violations, counted, limits};

/// A game in progress.
///
/// An event that breaks a rule does not stop the game (RULEBOOK C7).
pub(super) struct Game<'r> {
    vocabulary: Vocabulary<'r>,
    pub rules: &'r Rules,
    index: Option<&'r SearchIndex>,
    pub board: Board,
    pub racks: KnownRacks,
    pub state: GameState,
    /// The move of the event before, as long as it can be challenged.
    pub last_move: Option<LastMove>,
    /// The player of the last turn, if it was a move that stands.
    pub last_mover: Option<usize>,
    /// The number of racks that may still be searched.
    searches_left: usize,
}

/// A move that can be challenged, and the state of the game before it.
pub(super) struct LastMove {
    pub player: usize,
    /// True if the move can be placed and all its words are allowed.
    pub is_allowed: bool,
    /// The number of words that it forms; 0 if it cannot be placed.
    pub words: usize,
    /// True if a challenge of the move has failed. A move is challenged only once (RULEBOOK C5).
    pub was_challenged: bool,
    score: i64,
    /// The player's rack, if it was known, and the tiles of it that were.
    held: Option<Rack>,
    kept: Rack,
    board: Board,
    state: GameState,
}

impl<'r> Game<'r> {
    pub(super) fn new(
        vocabulary: Vocabulary<'r>,
        rules: &'r Rules,
        index: Option<&'r SearchIndex>,
        players: usize,
    ) -> Self {
        Self {
            vocabulary,
            rules,
            index,
            board: Board::default(),
            racks: KnownRacks::new(players),
            state: GameState::new(rules, players),
            last_move: None,
            last_mover: None,
            searches_left: limits::REPLAY_SEARCHES,
        }
    }

    /// Places a word and writes it in the canonical notation. A word that cannot be placed scores
    /// nothing.
    pub(super) fn place(
        &mut self,
        seat: usize,
        coordinate: Coordinate,
        word: &mut String,
        rack: &str,
        found: &mut Findings,
    ) -> (Option<Placement>, Option<Move>) {
        let written = self.read_word(coordinate, word);
        let play = Play::place(&written, &self.board, None, self.rules, &mut found.violations).ok();
        let rack = self.read_rack(seat, rack, play.as_ref(), found);
        let best = rack.and_then(|rack| self.best(seat, &rack));
        let score = play.as_ref().map(|play| Score::of(play, &self.board, self.rules));
        self.last_move = Some(LastMove {
            player: seat,
            is_allowed: score.as_ref().is_some_and(|score| self.allows(score)),
            words: score.as_ref().map_or(0, |score| score.words.len()),
            was_challenged: false,
            score: score.as_ref().map_or(0, |score| i64::from(score.total)),
            held: self.racks.held[seat],
            kept: self.racks.kept[seat],
            board: self.board,
            state: self.state.clone(),
        });
        let (Some(play), Some(score)) = (play, score) else {
            self.state.record_scoreless_turn(seat);
            return (None, best);
        };
        self.last_mover = Some(seat);
        self.check_tiles(seat, &play, found);
        self.racks.play(seat, &play, self.state.bag() == Some(0));
        self.state.record_play(seat, play.tiles_used(), score.total);
        self.board = play.apply_to(&self.board);
        if let Some((_, marks)) = play.to_string().split_once(' ') {
            marks.clone_into(word);
        }
        (Some(Placement { play, score, is_withdrawn: false }), best)
    }

    /// Reads the word of a move. Letters in parentheses are tiles that are on the board; on an
    /// empty square, they leave a gap.
    fn read_word(&self, coordinate: Coordinate, word: &str) -> WrittenMove {
        let mut is_on_board = false;
        let mut marks = Vec::new();
        for mark in word.bytes() {
            match mark {
                b'(' => is_on_board = true,
                b')' => is_on_board = false,
                PLAYED_THROUGH => marks.push(None),
                _ => {
                    let square = coordinate.square.step(coordinate.direction, marks.len());
                    let is_occupied =
                        square.is_some_and(|square| self.board.tile(square).is_some());
                    let tile = Tile::from_ascii(mark);
                    marks.push(tile.filter(|_| !is_on_board || is_occupied));
                }
            }
        }
        WrittenMove { coordinate, marks }
    }

    /// Checks that the player and the bag have the tiles of a move. A move with tiles that cannot
    /// be is placed nevertheless, so that the moves after it can be judged.
    fn check_tiles(&self, seat: usize, play: &Play, found: &mut Findings) {
        let _ = self.state.check_tile_count(seat, play.tiles_used(), &mut found.violations);
        let Some(bag) = &self.rules.bag else { return };
        let excess = |board: &Board| {
            let mut violations = Violations::default();
            let _ = bag.check(board, None, &mut violations);
            Vec::from(violations)
        };
        let after = play.apply_to(&self.board);
        if !bag.holds(&after, None) {
            let before = excess(&self.board);
            let new = excess(&after).into_iter().filter(|violation| !before.contains(violation));
            found.violations.extend(new);
        }
    }

    /// Passes; returns true if all players then get new racks (RULEBOOK G9).
    pub(super) fn pass(&mut self, seat: usize) -> bool {
        self.last_mover = None;
        let brings_new_racks = self.state.record_pass(seat);
        if brings_new_racks {
            self.racks.forget();
        }
        brings_new_racks
    }

    /// Exchanges tiles. The record gives their letters, their number, or nothing.
    pub(super) fn exchange(
        &mut self,
        seat: usize,
        tiles: &str,
        rack: Option<Rack>,
        found: &mut Findings,
    ) {
        self.check_exchange(seat, tiles, rack, found);
        self.last_mover = None;
        self.racks.held[seat] = None;
        // If only the number of tiles is given, any may have been exchanged.
        let exchanged = Rack::read_any(tiles);
        let kept = exchanged.map(|exchanged| self.racks.kept[seat].without(&exchanged));
        self.racks.kept[seat] = kept.unwrap_or_default();
        self.state.record_scoreless_turn(seat);
    }

    /// Checks an exchange (RULEBOOK C4).
    fn check_exchange(&self, seat: usize, tiles: &str, rack: Option<Rack>, found: &mut Findings) {
        let Some(min_bag) = self.rules.exchange_min_bag else {
            return found.not_allowed("G9", "the rules do not allow exchanges");
        };
        let count = tiles.parse().unwrap_or(tiles.len());
        if let Some(bag) = self.state.bag().filter(|&bag| bag < min_bag || bag < count) {
            found.not_allowed(
                "C4",
                format_args!(
                    "the bag has {}; an exchange needs a bag of at least {min_bag} and no fewer \
                     tiles than it exchanges",
                    counted(bag, "tile")
                ),
            );
        }
        if let Some(held) = self.state.tiles_of(seat).filter(|&held| held < count) {
            let detail = format_args!("the player has {}", counted(held, "tile"));
            found.violations.refuse(ViolationCode::TooMany, "C4", detail);
        }
        let exchanged =
            or_details(|violations| Rack::read(tiles, self.rules.rack_size, violations));
        if let (Some(rack), Ok(exchanged)) = (rack, exchanged)
            && !rack.holds(&exchanged)
        {
            found.note(format_args!("the record exchanges {tiles} from the rack {rack}"));
        }
    }

    /// Goes on after a line that cannot be understood. Whose turn it was and how many tiles were
    /// placed or drawn is then unknown.
    pub(super) fn skip_unread(&mut self) {
        self.last_mover = None;
        self.racks.forget();
        self.state.record_unread();
    }

    /// Takes back the last move, as if it had not been made; returns its score, or `None` if there
    /// is no move to take back.
    pub(super) fn withdraw(
        &mut self,
        seat: usize,
        last_move: Option<LastMove>,
        found: &mut Findings,
    ) -> Option<i64> {
        let last_move = last_move.filter(|last| last.player == seat && !last.was_challenged);
        let Some(last_move) = last_move else {
            found.not_allowed(
                "G8",
                "the event before it is not a move of this player that can be challenged, so no \
                 move can be taken back",
            );
            return None;
        };
        if last_move.is_allowed {
            let detail = "all words of the move are allowed, so a challenge cannot take it back";
            found.not_allowed("G8", detail);
        }
        self.last_mover = None;
        self.board = last_move.board;
        self.racks.held[seat] = last_move.held;
        self.racks.kept[seat] = last_move.kept;
        self.state = last_move.state;
        self.state.record_withdrawal(seat);
        Some(last_move.score)
    }

    /// Reads the rack of a turn and compares it with everything that is known. A rack that cannot
    /// be is ignored, with a remark (RULEBOOK C7).
    pub(super) fn read_rack(
        &mut self,
        seat: usize,
        text: &str,
        play: Option<&Play>,
        found: &mut Findings,
    ) -> Option<Rack> {
        let held = self.racks.held[seat];
        if text.is_empty() {
            if let (Some(held), Some(play)) = (held, play)
                && !has_tiles_of(&held, play)
            {
                found.note(format_args!("the move is {play}, but the rack was {held}"));
                self.racks.held[seat] = None;
                self.racks.kept[seat] = Rack::default();
            }
            return None;
        }
        self.racks.held[seat] = None;
        let rack = match self.possible_rack(seat, text, play) {
            Ok(rack) => rack,
            Err(fault) => {
                found.note(format_args!("the rack {text} is ignored: {fault}"));
                return None;
            }
        };
        let is_whole = self.is_whole(&rack, seat);
        let remark = match held {
            Some(held) if !held.holds(&rack) || (is_whole && held != rack) => {
                Some(format!("the record gives the rack {rack}, but the rack was {held}"))
            }
            _ => self.lacks_kept_tiles(seat, &rack),
        };
        if let Some(remark) = remark {
            found.note(remark);
            self.racks.kept[seat] = rack;
        } else {
            self.racks.held[seat] = held;
            self.racks.kept[seat] = self.racks.kept[seat].joined(&rack);
        }
        if is_whole {
            self.racks.held[seat] = Some(rack);
        }
        Some(rack)
    }

    /// Notes a rack on a line that is not a turn, if it contradicts the game (RULEBOOK C7).
    pub(super) fn check_rack(&self, seat: usize, text: &str, found: &mut Findings) {
        if let Some(remark) = self.contradiction(seat, text, self.racks.held[seat]) {
            found.note(remark);
        }
    }

    /// Returns a remark on a rack at the end of the record, if it contradicts the game.
    pub(super) fn contradiction_at_end(&self, seat: usize, text: &str) -> Option<String> {
        let known = if self.state.end().is_some() {
            self.racks_at_end()[seat]
        } else {
            self.racks.held[seat]
        };
        self.contradiction(seat, text, known)
    }

    /// Returns a remark on a rack that cannot be, or is not the known one or a part of it.
    fn contradiction(&self, seat: usize, text: &str, known: Option<Rack>) -> Option<String> {
        if text.is_empty() {
            return None;
        }
        match (self.possible_rack(seat, text, None), known) {
            (Err(fault), _) => Some(format!("the rack {text} is ignored: {fault}")),
            (Ok(rack), Some(known)) if !known.holds(&rack) => {
                Some(format!("the record gives the rack {rack}; the rack is {}", named(&known)))
            }
            (Ok(rack), None) => self.lacks_kept_tiles(seat, &rack),
            (Ok(_), Some(_)) => None,
        }
    }

    /// Returns a remark on a rack that has no room for the tiles that the player has kept.
    fn lacks_kept_tiles(&self, seat: usize, rack: &Rack) -> Option<String> {
        let kept = &self.racks.kept[seat];
        let most = self.state.tiles_of(seat).unwrap_or(self.rules.rack_size);
        (kept.joined(rack).len() > most)
            .then(|| format!("the record gives the rack {rack}, but the player has kept {kept}"))
    }

    fn possible_rack(&self, seat: usize, text: &str, play: Option<&Play>) -> Result<Rack, String> {
        or_details(|violations| {
            let rack = Rack::read(text, self.rules.rack_size, violations)?;
            self.state.check_tile_count(seat, rack.len(), violations)?;
            if let Some(bag) = &self.rules.bag
                && bag.holds(&self.board, None)
            {
                bag.check(&self.board, [&rack], violations)?;
            }
            match play.filter(|play| !has_tiles_of(&rack, play)) {
                Some(play) => {
                    let detail = format_args!("the move {play} needs other tiles");
                    Err(violations.refuse(ViolationCode::TileNotOnRack, "G7", detail))
                }
                None => Ok(rack),
            }
        })
    }

    /// Returns the racks at the end of the game, as far as they are known.
    pub(super) fn racks_at_end(&self) -> Vec<Option<Rack>> {
        self.racks.at_end(&self.state, &self.board, self.rules)
    }

    /// Returns true if a rack has all tiles of a player. A part of the rack allows other moves and
    /// has a lower value at the end.
    pub(super) fn is_whole(&self, rack: &Rack, seat: usize) -> bool {
        rack.len() == self.state.tiles_of(seat).unwrap_or(self.rules.rack_size)
    }

    pub(super) fn allows(&self, score: &Score) -> bool {
        score.verdicts(self.vocabulary.words()).all(|(_, verdict)| verdict.is_allowed())
    }

    /// Returns the best move of a whole rack, if best moves are requested and the limit of searches
    /// is not reached.
    pub(super) fn best(&mut self, seat: usize, rack: &Rack) -> Option<Move> {
        end_if_interrupted();
        let index = self.index.filter(|_| self.is_whole(rack, seat))?;
        let cost = search_cost(rack, self.rules, self.vocabulary.words());
        self.searches_left = self.searches_left.checked_sub(cost)?;
        let search = Search::new(index, &self.board, self.rules).with_vocabulary(self.vocabulary);
        search.best(rack, 1).first().copied()
    }
}

/// Returns the tiles of a rack for a remark.
pub(super) fn named(rack: &Rack) -> String {
    if rack.is_empty() { "empty".to_owned() } else { rack.to_string() }
}

/// Returns true if a rack has the tiles that a move places.
fn has_tiles_of(rack: &Rack, play: &Play) -> bool {
    play.remaining_rack(rack).len() + play.tiles_used() == rack.len()
}
