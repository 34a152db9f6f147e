//! The check of a state that comes in (RULEBOOK F1).

use super::flow_rules::FlowRules;
use super::saved::{SavedPending, SavedPlayer, SavedState};
use super::state::{Pending, Phase, Player, State, check_names, read_tile, take_tiles};
use crate::rules::flow::{Chance, MAX_USED_MS, STATE_VERSION, inconsistent};
use crate::rules::wordgame::bag::Bag;
use crate::rules::wordgame::bag_tile::BagTile;
use crate::rules::wordgame::board::Board;
use crate::rules::wordgame::challenge_rule::ChallengeRule;
use crate::rules::wordgame::end_game::{Turns, is_out_of_tiles};
use crate::rules::wordgame::play::Play;
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;
use crate::rules::wordgame::scoring::Score;
use crate::rules::wordgame::square::{Coordinate, SIZE};
use crate::rules::wordgame::written_move::{WrittenMove, WrittenMoveError};
use crate::rules::{Refused, Variant, ViolationCode, Violations};
use crate::word::Word;

/// The largest number of plies of a game.
const MAX_PLIES: u64 = 1 << 32;
/// The largest number of failed challenges of a game: each leaves a tile on the board.
#[expect(clippy::cast_possible_truncation, reason = "a board has 225 squares")]
const MAX_FAILED: u32 = (SIZE * SIZE) as u32;
/// The largest number of points that a player can have, or lack. Overtime can cost up to 2⁵³.
const MAX_POINTS: u64 = 1 << 54;

impl SavedState {
    /// Checks the state. Places of violations are relative to it.
    ///
    /// # Errors
    /// [`Refused`] if the state is of a later version, or if its parts contradict each other or the
    /// rules.
    pub fn check(&self, violations: &mut Violations) -> Result<State, Refused> {
        if self.version > STATE_VERSION {
            let detail = format_args!("versions up to {STATE_VERSION} are known");
            let code = ViolationCode::StateTooNew;
            return Err(violations.at("version").refuse(code, "F1", detail));
        }
        require(self.version == STATE_VERSION, "version", "no state has this version", violations)?;
        let is_game = self.game == Variant::Wordgame;
        require(is_game, "game", "the state is of another game", violations)?;
        let mut place = violations.at("rules");
        let rules = self.rules.read(&mut place)?;
        let bag = rules.check(self.players.len(), &mut place)?;
        drop(place);
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        check_names(&names, rules.base.preset, violations)?;
        let state = self.read(rules, violations)?;
        state.check_tiles(&bag, violations)?;
        state.check_racks(violations)?;
        state.check_phase(self.phase, violations)?;
        state.check_result(violations)?;
        Ok(state)
    }

    /// Reads the members.
    fn read(&self, rules: FlowRules, violations: &mut Violations) -> Result<State, Refused> {
        let seed = self.seed.as_ref().map(|seed| seed.parse()).transpose();
        let seed = seed.map_err(|error| inconsistent(&mut violations.at("seed"), error));
        let turn = self.players.iter().position(|player| player.name == self.turn);
        let turn =
            turn.ok_or_else(|| inconsistent(&mut violations.at("turn"), "no player has that name"));
        let board = read_board(&self.board, &mut violations.at("board"));
        let deck = read_all(&self.deck, &mut violations.at("deck"));
        let turns = self.read_turns(violations);
        let players: Vec<_> = {
            let mut place = violations.at("players");
            let seats = self.players.iter().enumerate();
            seats.map(|(seat, player)| player.read(&mut place.at(seat))).collect()
        };
        let players = players.into_iter().collect::<Result<Vec<_>, _>>();
        let mut state = State {
            rules,
            chance: Chance { seed: seed?, shuffles: self.shuffles },
            ply: self.ply,
            turn: turn?,
            board: board?,
            turns: turns?,
            pending: None,
            deck: deck?,
            players: players?,
            result: self.result.clone(),
        };
        if let Some(pending) = &self.pending {
            let pending = pending.read(&state, &mut violations.at("pending"))?;
            state.pending = Some(pending);
        }
        Ok(state)
    }

    /// Reads the counts of actions and turns.
    fn read_turns(&self, violations: &mut Violations) -> Result<Turns, Refused> {
        // A lost turn has no action of its own.
        let most = self.ply.saturating_add(MAX_FAILED.into());
        // Each number with the smallest and the largest that it can have.
        let counts = [
            ("ply", self.ply, 0, MAX_PLIES),
            ("shuffles", self.shuffles.into(), 1, self.ply.saturating_add(1)),
            ("turns", self.turns, 0, most),
            ("scoreless", self.scoreless, 0, self.turns),
            ("passes", self.passes, 0, self.scoreless),
        ];
        let mut checked = Ok(());
        for (member, count, min, max) in counts {
            let does_fit = (min..=max).contains(&count);
            let detail = "the number does not fit the others";
            checked = checked.and(require(does_fit, member, detail, violations));
        }
        checked?;
        let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        Ok(Turns {
            players: self.players.len(),
            all: number(self.turns),
            passes: number(self.passes),
            scoreless: number(self.scoreless),
        })
    }
}

impl SavedPlayer {
    fn read(&self, violations: &mut Violations) -> Result<Player, Refused> {
        let rack = read_all(&self.rack, &mut violations.at("rack"));
        let fits = [
            (self.points.unsigned_abs() <= MAX_POINTS, "points", "the number is too large"),
            (self.failed <= MAX_FAILED, "failed", "the number is too large"),
            (self.skip <= self.failed, "skip", "each failed challenge loses one turn"),
            (self.used_ms <= MAX_USED_MS, "used_ms", "the number is too large"),
        ];
        check_all(fits, violations)?;
        Ok(Player {
            name: self.name.clone(),
            points: self.points,
            rack: rack?,
            failed: self.failed,
            skip: self.skip,
            accepted: self.accepted,
            used_ms: self.used_ms,
        })
    }
}

impl SavedPending {
    /// Reads a move whose tiles are on the board of a state.
    fn read(&self, state: &State, violations: &mut Violations) -> Result<Pending, Refused> {
        let mover = &state.players[state.turn];
        require(self.player == mover.name, "player", "it is not this player's turn", violations)?;
        let (play, score) = self
            .laid(&state.board, Some(&mover.rack), &state.rules.base)
            .map_err(|detail| inconsistent(&mut violations.at("move"), detail))?;
        let pending = Pending {
            points: score.total,
            words: score.words.iter().map(|formed| formed.word).collect(),
            play,
        };
        let words: Vec<&str> = pending.words.iter().map(Word::as_str).collect();
        let fits = [
            (pending.play.to_string() == self.written, "move", "write it in canonical form"),
            (pending.points == self.points, "points", "the move has other points"),
            (words == self.words, "words", "the move forms other words"),
        ];
        check_all(fits, violations)?;
        Ok(pending)
    }

    /// Returns the move and its score; `board` has its tiles, and `rack` is the rack after it, if
    /// it is known.
    ///
    /// # Errors
    /// Returns the reason why the tiles of the board can't have been placed by the move.
    pub(super) fn laid(
        &self,
        board: &Board,
        rack: Option<&Vec<BagTile>>,
        rules: &Rules,
    ) -> Result<(Play, Score), String> {
        let written: WrittenMove =
            self.written.parse().map_err(|error: WrittenMoveError| error.to_string())?;
        let mut before = *board;
        let Coordinate { square: first, direction } = written.coordinate;
        for (steps, mark) in written.marks.iter().enumerate().filter(|(_, mark)| mark.is_some()) {
            let square = first.step(direction, steps);
            let Some(square) = square.filter(|&square| board.tile(square) == *mark) else {
                return Err("the board has other tiles there".to_owned());
            };
            before.remove(square);
        }
        let rack = rack.map(|left| {
            let placed = written.marks.iter().flatten().map(|tile| BagTile::from(*tile));
            Rack::of_tiles(&left.iter().copied().chain(placed).collect::<Vec<_>>())
        });
        let mut breaches = Violations::default();
        let play = Play::place(&written, &before, rack.as_ref(), rules, &mut breaches)
            .map_err(|_| first_detail(&breaches).to_owned())?;
        let score = Score::of(&play, &before, rules);
        Ok((play, score))
    }
}

impl State {
    /// Checks that the tiles of all places are together those of the bag.
    fn check_tiles(&self, bag: &Bag, violations: &mut Violations) -> Result<(), Refused> {
        let mut left: Vec<BagTile> = bag.tiles().collect();
        let mut checked = Ok(());
        let mut take = |tiles: &[BagTile], violations: &mut Violations| {
            if !take_tiles(&mut left, tiles.iter().copied()).is_empty() {
                let detail = "there are more of a tile than in the bag of the rules";
                checked = Err(inconsistent(violations, detail));
            }
        };
        let board: Vec<BagTile> = self.board.tiles().map(|(_, tile)| tile.into()).collect();
        take(&board, &mut violations.at("board"));
        for (seat, player) in self.players.iter().enumerate() {
            let mut place = violations.at("players");
            let mut place = place.at(seat);
            take(&player.rack, &mut place.at("rack"));
        }
        take(&self.deck, &mut violations.at("deck"));
        let are_all = left.is_empty();
        checked.and(require(are_all, "deck", "tiles of the bag are missing", violations))
    }

    /// Checks the sizes of racks: they are full while the bag has tiles, and nobody has gone out.
    fn check_racks(&self, violations: &mut Violations) -> Result<(), Refused> {
        let size = self.rules.base.rack_size;
        let is_over = self.result.is_some();
        let mut checked = Ok(());
        for (seat, player) in self.players.iter().enumerate() {
            let placed = self.pending.as_ref().filter(|_| seat == self.turn);
            let tiles = player.rack.len() + placed.map_or(0, |pending| pending.play.tiles_used());
            let is_full = tiles == size || self.deck.is_empty();
            let fits = [
                (tiles <= size, "rack", "a rack has fewer tiles"),
                (is_full || is_over, "rack", "a rack is full while the bag has tiles"),
                (
                    is_over || !is_out_of_tiles(self.deck.len(), [tiles]),
                    "rack",
                    "a player has gone out, so the game is over",
                ),
            ];
            let mut place = violations.at("players");
            checked = checked.and(check_all(fits, &mut place.at(seat)));
        }
        checked
    }

    /// Checks that the members fit the phase and the rule for challenges.
    fn check_phase(&self, phase: Phase, violations: &mut Violations) -> Result<(), Refused> {
        let rule = self.rules.base.challenge_rule();
        let is_over = phase == Phase::Over;
        let loses_game = matches!(rule, ChallengeRule::Forfeit | ChallengeRule::Triple);
        let may_fail = !(self.rules.refuse_words() || loses_game && !is_over);
        let failed: u32 = self.players.iter().map(|player| player.failed).sum();
        let scoreless = self.turns.scoreless == self.turns.all;
        let fits = [
            (phase == self.phase(), "phase", "the phase does not fit the other members"),
            (
                self.pending.is_none() || !self.rules.refuse_words(),
                "pending",
                "the rules have no challenges",
            ),
            (
                self.pending.is_none() || !is_over,
                "pending",
                "no move can be challenged after the end",
            ),
            (
                phase != Phase::Challenge || self.undecided().next().is_some(),
                "players",
                "everybody has accepted the move",
            ),
            (
                phase != Phase::Challenge || !self.players[self.turn].accepted,
                "players",
                "players do not accept their own moves",
            ),
            (
                is_over || self.turns.end(self.rules.base.over).is_none(),
                "turns",
                "the turns so far end the game",
            ),
            (!self.board.is_empty() || scoreless, "scoreless", "the board has no tiles"),
            (may_fail || failed == 0, "players", "no challenge can have failed"),
            (
                !self.rules.refuse_words() || !self.players.iter().any(|one| one.accepted),
                "players",
                "nobody accepts moves without challenges",
            ),
            (
                rule == ChallengeRule::Double || self.players.iter().all(|one| one.skip == 0),
                "players",
                "a failed challenge does not lose a turn",
            ),
        ];
        check_all(fits, violations)
    }
}

/// Records each member that contradicts the rest of the state, with the reason.
pub(super) fn check_all<const FITS: usize>(
    fits: [(bool, &'static str, &str); FITS],
    violations: &mut Violations,
) -> Result<(), Refused> {
    let mut checked = Ok(());
    for (does_fit, member, detail) in fits {
        checked = checked.and(require(does_fit, member, detail, violations));
    }
    checked
}

/// Records that a member contradicts the rest of the state, unless it fits.
pub(super) fn require(
    does_fit: bool,
    member: &'static str,
    detail: &str,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if does_fit { Ok(()) } else { Err(inconsistent(&mut violations.at(member), detail)) }
}

fn read_all(texts: &[String], violations: &mut Violations) -> Result<Vec<BagTile>, Refused> {
    let tiles: Option<Vec<BagTile>> = texts.iter().map(|text| read_canonical(text)).collect();
    tiles.ok_or_else(|| inconsistent(violations, "a tile is an upper-case letter or \"?\""))
}

/// Reads a tile as states write it.
fn read_canonical(text: &str) -> Option<BagTile> {
    read_tile(text).filter(|tile| tile.to_string() == text)
}

fn read_board(rows: &[String], violations: &mut Violations) -> Result<Board, Refused> {
    let mut breaches = Violations::default();
    Board::read(rows, &mut breaches).map_err(|_| inconsistent(violations, first_detail(&breaches)))
}

fn first_detail(breaches: &Violations) -> &str {
    breaches.as_slice().first().map_or("", |breach| breach.detail.as_str())
}
