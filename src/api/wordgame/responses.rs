//! The responses of Wordgame.

use serde::Serialize;

use super::disputed::DisputedMove;
use super::position::{Position, StateAfter, WordgamePlacedTile};
use super::preview::Preview;
use crate::api::dictionary::SecondOpinion;
use crate::api::hints::Hint;
use crate::api::words::JudgedWord;
use crate::edition::{Dictionary, EditionId};
use crate::rules::ruling::Consequence;
use crate::rules::score::{Line, SettlementLine};
use crate::rules::wordgame::{Coordinate, CountedBonus, FinalScore, Move, Rules, Score, Square};
use crate::rules::{Reason, ReasonCode, Violation};

/// A bonus square that counts for a word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameBonusSquare {
    /// The square, row before column: `8D`.
    #[schema(value_type = String)]
    square: Square,
    /// The part of the word that the square multiplies.
    of: WordgameBonusKind,
    /// The factor.
    multiplier: u32,
}

/// The part of a word that a bonus square multiplies.
#[derive(
    Debug, Clone, Copy, Serialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum WordgameBonusKind {
    /// The letter on the square.
    Letter,
    /// The word through the square.
    Word,
}

impl From<&CountedBonus> for WordgameBonusSquare {
    fn from(bonus: &CountedBonus) -> Self {
        let of = if bonus.of_word { WordgameBonusKind::Word } else { WordgameBonusKind::Letter };
        Self { square: bonus.square, of, multiplier: bonus.multiplier }
    }
}

/// A word that a move forms.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameFormedWord {
    /// The word, with `?` for a blank whose letter is not chosen yet.
    word: String,
    /// The coordinate of the word: `8D` across, `D8` down.
    #[schema(value_type = String)]
    at: Coordinate,
    /// The score of the word. For the main word, it includes the doubling for placing a whole rack.
    score: u32,
    /// True if the word is allowed.
    pub(super) valid: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The sum of the letter values with the letter bonuses.
    letters: u32,
    /// The product of the word bonuses that count.
    word_multiplier: u32,
    /// The bonus squares that count.
    bonuses: Vec<WordgameBonusSquare>,
}

impl WordgameFormedWord {
    /// Describes the words of a scored move.
    pub(super) fn all(score: &Score, dictionary: &Dictionary) -> Vec<Self> {
        let verdicts = score.verdicts(dictionary.words());
        let words = score.words.iter().zip(verdicts).map(|(formed, (word, verdict))| Self {
            word: word.to_string(),
            at: formed.coordinate,
            score: formed.score,
            valid: verdict.is_allowed(),
            reason: verdict.reason(&word),
            letters: formed.letters,
            word_multiplier: formed.word_multiplier,
            bonuses: formed.bonuses.iter().map(WordgameBonusSquare::from).collect(),
        });
        words.collect()
    }

    /// Describes the words of a preview. Those with a blank whose letter is not chosen yet are not
    /// judged.
    pub(super) fn of_preview(
        preview: &Preview,
        score: &Score,
        dictionary: &Dictionary,
    ) -> Vec<Self> {
        let mut words = Self::all(score, dictionary);
        for (described, formed) in words.iter_mut().zip(&score.words) {
            if let Some(word) = preview.open_word(formed) {
                (described.word, described.valid) = (word, false);
                described.reason = Some(Reason {
                    code: ReasonCode::OpenBlank,
                    detail: "the letter of a blank is not chosen yet".to_owned(),
                    mark: None,
                    rule: Some("G7"),
                    sense: None,
                });
            }
        }
        words
    }
}

/// A move with its score and the state of the game after it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameMove {
    /// The move, with `.` for each tile that is already on the board: `8D HE..o`.
    #[serde(rename = "move")]
    pub(super) written: String,
    /// The score of the move.
    pub(super) total: u32,
    /// The words that the move forms, the main word first; absent if the request lists all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Vec<WordgameFormedWord>>,
    /// The number of tiles that the move places.
    pub(super) tiles_used: usize,
    /// The position after the move in CGP, with the other player to move; absent if the request
    /// lists all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cgp: Option<String>,
    /// The 15 rows of the board after the move; present if the request sets `rows` to `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rows: Option<Vec<String>>,
    /// The tiles that the move places, in the order of the main word; absent if the request lists
    /// all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) placed: Option<Vec<WordgamePlacedTile>>,
    /// The tiles that the move leaves on the rack; absent if the request lists all moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rack_left: Option<String>,
}

impl From<&Move> for WordgameMove {
    /// Describes a move only by its score.
    fn from(found: &Move) -> Self {
        Self {
            written: found.to_string(),
            total: found.total(),
            words: None,
            tiles_used: found.tiles_used(),
            cgp: None,
            rows: None,
            placed: None,
            rack_left: None,
        }
    }
}

impl WordgameMove {
    /// Describes a move with its words and the state after it.
    pub(super) fn with_state(
        found: &Move,
        position: &Position,
        rules: &Rules,
        rows: bool,
        dictionary: &Dictionary,
    ) -> Self {
        let play = found.play();
        let score = Score::of(&play, &position.0.board, rules);
        let StateAfter { cgp, rows, placed, rack_left } =
            position.after(&play, found.total(), rows);
        let words = Some(WordgameFormedWord::all(&score, dictionary));
        let (cgp, placed) = (Some(cgp), Some(placed));
        Self { words, cgp, rows, placed, rack_left, ..Self::from(found) }
    }
}

/// A move with its total.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameMoveSummary {
    /// The move, with `.` for each tile that is already on the board.
    #[serde(rename = "move")]
    written: String,
    /// The score of the move.
    total: u32,
}

impl From<&Move> for WordgameMoveSummary {
    fn from(best: &Move) -> Self {
        Self { written: best.to_string(), total: best.total() }
    }
}

/// The rank of a move among all legal moves of the rack.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameMoveRank {
    /// The rank of the move by points: 1 for the best, and the same rank for equal points. Absent
    /// if the move is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<usize>,
    /// The number of legal moves.
    pub(super) moves_found: usize,
    /// `false` if the search stopped at the limit `blank_search_steps`, which it can reach only with
    /// more than two blanks, or with `blank_letter` `per_word`: there are more moves, and there may be
    /// better ones. Otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exhaustive: Option<bool>,
    /// The points of the best move minus the points of this move; a move that is not legal counts
    /// as 0.
    pub(super) points_lost: u32,
    /// The best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<WordgameMoveSummary>,
}

/// The score of a move.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameScoreResponse<'e> {
    /// True if the move counts: every word that it forms is allowed. A move that breaks another rule
    /// gets an error with its breaches instead.
    pub(super) valid: bool,
    /// The same as `valid`.
    #[schema(deprecated)]
    pub(super) legal: bool,
    /// The move, with `.` for each tile that is already on the board, and `?` for a blank whose letter
    /// is not chosen yet.
    #[serde(rename = "move")]
    #[schema(value_type = String)]
    pub(super) written: &'e Preview,
    /// The score of the move. It counts only if the move is valid.
    pub(super) total: u32,
    /// The words that the move forms, the main word first; absent if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Vec<WordgameFormedWord>>,
    /// The number of tiles that the move places.
    pub(super) tiles_used: usize,
    /// True if the move places a whole rack.
    pub(super) all_tiles: bool,
    /// The bonus for placing a whole rack, which is part of the total.
    pub(super) all_tiles_bonus: u32,
    /// The steps of the score, each with its rule.
    pub(super) lines: Vec<Line>,
    /// The rank of the move; present if the request sets `rank` to `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rank: Option<WordgameMoveRank>,
    /// The position after the move in CGP, with the other player to move. Like the next three
    /// members, it is absent if a blank has no letter yet, and if the move is refused: if it is not
    /// valid and the rules have no challenges. Otherwise, a move that is not valid stands until a
    /// challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cgp: Option<String>,
    /// The 15 rows of the board after the move; present if the request sets `rows` to `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rows: Option<Vec<String>>,
    /// The tiles that the move places, in the order of the main word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) placed: Option<Vec<WordgamePlacedTile>>,
    /// The tiles that the move leaves on the rack; absent if the request has no rack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rack_left: Option<String>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The best moves of a rack.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameBestResponse<'e> {
    /// The best moves, sorted by points (highest first), tiles placed (fewest first), row, column,
    /// direction (across first), and the word as written (upper case before lower case).
    pub(super) moves: Vec<WordgameMove>,
    /// The hints, in the same order; present in place of the moves if `reveal` asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hints: Option<Vec<Hint>>,
    /// The number of legal moves; absent if `count` is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves_found: Option<usize>,
    /// `false` if the search stopped at the limit `blank_search_steps`, which it can reach only with
    /// more than two blanks, or with `blank_letter` `per_word`: there are more moves, and there may be
    /// better ones. Otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exhaustive: Option<bool>,
    /// The cursor of the next page of all moves; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The ruling on a challenged move.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameRuling<'e> {
    /// True if the challenger was right: the move breaks a rule of the board, or at least one of
    /// the challenged words is not allowed.
    pub(super) upheld: bool,
    /// True if the move counts: the opposite of `upheld`.
    pub(super) valid: bool,
    /// The move, with `.` for each tile that is already on the board. A move that breaks a rule of
    /// the board is repeated as it was given.
    #[serde(rename = "move")]
    #[schema(value_type = String)]
    pub(super) written: &'e DisputedMove,
    /// The challenged words in the order in which the move forms them; empty if the move breaks a
    /// rule of the board, and absent if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Vec<JudgedWord<'e>>>,
    /// The rules that the move breaks, and those that the rack of its player breaks: these uphold the
    /// challenge. Then those that another rack breaks, or a board with more tiles than the bag: these
    /// don't.
    pub(super) breaches: Vec<Violation>,
    /// The consequences for the players, as the rule for challenges in `rules` decides.
    pub(super) consequences: Vec<Consequence>,
    /// The player who has won the game, because the other one loses it by the challenge (C5); absent
    /// if there are several challengers, because the game then has more than two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_winner: Option<String>,
    /// The opinion of the second lexicon; present if the request names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second_opinion: Option<SecondOpinion<'e>>,
    /// The position after the ruling in CGP, with the player to move first; absent if there are
    /// several challengers, because a CGP has two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cgp: Option<String>,
    /// The 15 rows of the board after the ruling; present if the request sets `rows` to `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rows: Option<Vec<String>>,
    /// The tiles that the move places, in the order of the main word; empty if the move does not
    /// stand.
    pub(super) placed: Vec<WordgamePlacedTile>,
    /// The tiles on the rack of the challenged player after the ruling; absent if the position has
    /// no rack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rack_left: Option<String>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// A player's end score.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameFinalScore {
    /// The player.
    player: String,
    /// The points of all moves.
    points: i64,
    /// The points lost for the tiles left on the player's rack.
    deducted: i64,
    /// The points gained for the tiles left on the racks of others.
    gained: i64,
    /// The points lost for exceeding the time limit.
    time_penalty: i64,
    /// The steps from the points to the total, each with its rule.
    lines: Vec<SettlementLine>,
    /// The end score.
    total: i64,
}

impl From<FinalScore> for WordgameFinalScore {
    fn from(score: FinalScore) -> Self {
        let FinalScore { player, points, deducted, gained, time_penalty, total, lines } = score;
        Self { player, points, deducted, gained, time_penalty, lines, total }
    }
}

/// A settled game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameSettleResponse {
    /// The end scores, in the order of the request.
    pub(super) results: Vec<WordgameFinalScore>,
    /// The rules that the racks break, such as one with too many tiles, or with more tiles than the
    /// bag has; absent if there are none. All tiles on such a rack count. A rack with a mark that is
    /// not a tile is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) breaches: Vec<Violation>,
    /// The players with the highest score; several in a draw, and none while a rack is unknown.
    pub(super) winners: Vec<String>,
    /// True if the game is a draw.
    pub(super) draw: bool,
    /// The players whose racks are unknown; absent if there are none. Nothing is deducted or gained
    /// for these racks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) racks_unknown: Vec<String>,
}
