//! The requests about moves.

use super::position::{BoardRows, CgpText, MoveText, RackText};
use super::rules::WordgameRules;
use crate::api::bounds::{Count, CursorText, List, PlayerName, Top, WordText, bound, each};
use crate::api::challenges::Challengers;
use crate::api::hints::Reveal;
use crate::api::request;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The maximum number of words that a move forms: the main word, and one cross-word for each tile.
pub(super) const MAX_WORDS: usize = limits::RACK_TILES + 1;

/// A number of moves on a page.
pub type MovesPage = Count<1, { bound(limits::MOVES_PAGE) }>;

/// A number of failed challenges.
pub type FailedBefore = Count<0, { limits::FAILED_CHALLENGES }>;

/// The numbers of failed challenges of several challengers.
pub type FailedBeforeEach = List<FailedBefore, 1, { limits::PLAYERS }>;

/// The challenged words of a move.
pub type ChallengedWords = List<WordText, 1, MAX_WORDS>;
request! {
    @search
    /// A move to score.
    pub struct WordgameScoreRequest {
        /// The board before the move: 15 rows of 15 characters. `.` is an empty square, an
        /// upper-case letter a letter tile, a lower-case letter a blank. Give either this field or
        /// `cgp`.
        pub(super) board: Option<BoardRows>,
        /// The position before the move in CGP. Give either this field or `board`.
        pub(super) cgp: Option<CgpText>,
        /// The move: `8D HE.Lo` across, `D8 HE.Lo` down. A lower-case letter is a blank. A tile
        /// that is already on the board is written as `.` or as its letter. A `?` is a blank whose
        /// letter is not chosen yet: it scores 0 points, its words are not judged, and the move is
        /// not valid.
        #[serde(rename = "move")]
        pub(super) written: MoveText,
        /// The player's rack, with `?` for a blank. If given, it must contain the tiles of the
        /// move. Otherwise, the move may place at most as many tiles as a full rack has.
        pub(super) rack: Option<RackText>,
        /// Set to `true` to rank the move among all legal moves of the rack. Requires a rack.
        /// Defaults to `false`.
        pub(super) rank: Option<bool>,
        /// Set to `true` to get the 15 rows of the board after the move. Defaults to `false`.
        pub(super) rows: Option<bool>,
        /// Set to `true` to get one verdict on the move, which does not say which of its words are
        /// allowed, as from a word judge at a tournament. Excludes `rank`. Defaults to `false`.
        pub(super) quiet: Option<bool>,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

request! {
    @search
    /// A position to find the best moves for.
    pub struct WordgameBestRequest {
        /// The board: 15 rows of 15 characters. `.` is an empty square, an upper-case letter a
        /// letter tile, a lower-case letter a blank. Give either this field or `cgp`.
        pub(super) board: Option<BoardRows>,
        /// The position in CGP. Give either this field or `board`.
        pub(super) cgp: Option<CgpText>,
        /// The rack, with `?` for a blank. Optional if the CGP contains the rack.
        pub(super) rack: Option<RackText>,
        /// The number of moves to list: 10 if absent.
        pub(super) top: Option<Top>,
        /// How much the response reveals about the moves: with `points`, `shape` or `first_letter`, it has
        /// `hints` in place of them. Defaults to `play`.
        pub(super) reveal: Option<Reveal>,
        /// Set to `true` to list all moves page by page, without the words that they form; `top`
        /// must then be absent. At most 100,000 moves are listed; `moves_found` counts all of them.
        /// Defaults to `false`.
        pub(super) all: Option<bool>,
        /// The number of moves on a page of all moves: 1,000 if absent. Requires `all`.
        pub(super) limit: Option<MovesPage>,
        /// The `next` of the previous page of all moves. All other members except `limit` must stay
        /// the same. Requires `all`.
        pub(super) cursor: Option<CursorText>,
        /// Set to `false` to find the best moves without counting all legal moves, which is much
        /// faster for racks with blanks. Defaults to `true`.
        pub(super) count: Option<bool>,
        /// Set to `true` to get the 15 rows of the board after each move. Defaults to `false`.
        pub(super) rows: Option<bool>,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

request! {
    @judged
    /// A challenged move.
    pub struct WordgameChallengeRequest {
        /// The board before the move: 15 rows of 15 characters. Give either this field or `cgp`.
        pub(super) board: Option<BoardRows>,
        /// The position before the move in CGP. Give either this field or `board`.
        pub(super) cgp: Option<CgpText>,
        /// The challenged move. A move that breaks a rule of the board is not allowed either; only
        /// a text without a coordinate or a word is refused.
        #[serde(rename = "move")]
        pub(super) written: MoveText,
        /// The challenged words. Defaults to all words that the move forms.
        pub(super) words: Option<ChallengedWords>,
        /// The player who makes the challenge.
        pub(super) challenger: Option<PlayerName>,
        /// The players who make the challenge together, in place of `challenger`.
        pub(super) challengers: Option<Challengers>,
        /// The player who made the move.
        pub(super) challenged: Option<PlayerName>,
        /// The number of failed challenges that the challenger, or each challenger, made before in
        /// the game. Defaults to 0.
        pub(super) failed_before: Option<FailedBefore>,
        /// The numbers of failed challenges in the order of `challengers`, in place of
        /// `failed_before`.
        pub(super) failed_before_each: Option<FailedBeforeEach>,
        /// Set to `true` to get the 15 rows of the board after the ruling. Defaults to `false`.
        pub(super) rows: Option<bool>,
        /// Set to `true` to get one verdict on all challenged words and nothing about single words,
        /// as from a word judge at a tournament. Defaults to `false`.
        pub(super) quiet: Option<bool>,
        /// House rules.
        pub(super) rules: Option<WordgameRules>,
    }
}

impl WordgameChallengeRequest {
    /// Reads the number of failed challenges of the challengers, and the numbers by challenger if they
    /// are not all the same.
    ///
    /// # Errors
    /// A number is out of bounds, or there is not one for each challenger.
    pub(super) fn failed_before(
        &self,
        violations: &mut Violations,
    ) -> Result<(Option<u32>, Vec<u32>), Refused> {
        let failed = self
            .failed_before
            .map(|failed| failed.read(Some("C5"), &mut violations.at("failed_before")));
        let failed = failed.transpose();
        let Some(each_failed) = &self.failed_before_each else {
            return Ok((Some(failed?.unwrap_or(0)), Vec::new()));
        };
        let mut place = violations.at("failed_before_each");
        let numbers = each_failed.read("number", &mut place)?;
        if failed?.is_some() {
            let detail = "failed_before is also given; give one of the two";
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        let challengers = self.challengers.as_ref().map_or(1, |names| names.raw().len());
        if numbers.len() != challengers {
            let detail = format_args!("give one number for each of the {challengers} challengers");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        let numbers = each(numbers, &mut place, |number, place| number.read(Some("C5"), place))?;
        let first = numbers[0];
        Ok(if numbers.iter().all(|&number| number == first) {
            (Some(first), Vec::new())
        } else {
            (None, numbers)
        })
    }
}
