//! What goes over the wire for Wordgame.

use serde::{Deserialize, Serialize};

use crate::court::Stamp;
use crate::http::body::present;
use crate::http::letter_values::LetterValueTable;
use crate::rules::ruling::Consequence;
use crate::rules::score::Line;
use crate::rules::wordgame::{Place, Play, Square, WordBonus};
use crate::rules::{Breach, Reason};
use crate::word::Word;

/// A set of rules to start from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Wordgame as its sheet has it.
    #[default]
    Wordgame,
    /// The well-known crossword game: its values, squares and bag, 7 tiles, word bonuses multiply, 50 points for all tiles, a first word of 2 letters.
    Classic,
}

/// What laying a whole rack in one turn earns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum AllTilesBonus {
    /// The main word's value is doubled, on top of its word bonus.
    DoubleMainWord,
    /// Everything that the turn is worth is doubled.
    DoubleTurn,
    /// `all_tiles_points` are added.
    Add,
}

/// House rules: a preset, and what is to be different from it.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameRules {
    /// The rules to start from; `wordgame` if left out.
    #[serde(default, deserialize_with = "present")]
    pub(super) preset: Option<Preset>,
    /// What several word bonuses in one word do: only the highest counts, or they multiply.
    #[serde(default, deserialize_with = "present")]
    pub(super) word_bonus: Option<WordBonus>,
    /// What laying a whole rack earns.
    #[serde(default, deserialize_with = "present")]
    pub(super) all_tiles: Option<AllTilesBonus>,
    /// How many points `all_tiles: "add"` adds.
    #[serde(default, deserialize_with = "present")]
    pub(super) all_tiles_points: Option<u32>,
    /// Letters with other values than the preset's, from 0 to 1,000.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = std::collections::BTreeMap<String, u32>)]
    pub(super) letter_values: Option<LetterValueTable>,
    /// The bonus squares, 15 rows of 15: `T` word ×3, `D` word ×2, `t` letter ×3, `d` letter ×2, `_` none.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 15, max_items = 15)]
    pub(super) premiums: Option<Vec<String>>,
    /// How many tiles a rack holds.
    #[serde(default, deserialize_with = "present")]
    #[schema(minimum = 1)]
    pub(super) rack_size: Option<u32>,
    /// How many letters the first word has at least.
    #[serde(default, deserialize_with = "present")]
    #[schema(minimum = 2, maximum = 15)]
    pub(super) first_word_min: Option<u32>,
    /// Whether more tiles than the bag holds are refused: on the board, on racks, in a move; `true` if left out. If not, a replay doesn't count the bag
    /// either, and no game in it ends for want of tiles.
    #[serde(default, deserialize_with = "present")]
    pub(super) strict_bag: Option<bool>,
}

/// A bonus square that counts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct BonusSquare {
    /// The square, row before column: `8D`.
    #[schema(value_type = String)]
    pub(super) square: Square,
    /// Whether it multiplies the letter on it or the word.
    pub(super) of: BonusOf,
    /// What it multiplies by.
    pub(super) multiplier: u32,
}

/// What a bonus square multiplies.
#[derive(Debug, Clone, Copy, Serialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum BonusOf {
    /// The letter on it.
    Letter,
    /// A word over it.
    Word,
}

/// A word that a move forms.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FormedWord {
    /// The word.
    #[schema(value_type = String)]
    pub(super) word: Word,
    /// Where it begins and how it runs: `8D` across, `D8` down.
    #[schema(value_type = String)]
    pub(super) at: Place,
    /// What it is worth; the main word's doubling for all tiles is included.
    pub(super) score: u32,
    /// Whether the word counts.
    pub(super) valid: bool,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The letters' values with their own bonuses.
    pub(super) letters: u32,
    /// What its word bonuses come to.
    pub(super) word_multiplier: u32,
    /// The bonus squares that count for it.
    pub(super) bonuses: Vec<BonusSquare>,
}

/// A move with its worth.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameMove {
    /// The move, tiles that lie there as dots: `8D HE..o`.
    #[serde(rename = "move")]
    pub(super) written: String,
    /// What it scores.
    pub(super) total: u32,
    /// The words that it forms, the main word first; left out where all moves are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Vec<FormedWord>>,
    /// How many tiles it lays.
    pub(super) tiles_used: usize,
}

/// A move and its total, in short.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameMoveInShort {
    /// The move, tiles that lie there as dots.
    #[serde(rename = "move")]
    pub(super) written: String,
    /// What it scores.
    pub(super) total: u32,
}

/// Where a move stands among all that the rack could have made.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MoveStanding {
    /// Its place among all legal moves by points, 1 for the best; equal points share a place. Left out if the move isn't legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<usize>,
    /// How many legal moves there are.
    pub(super) moves_found: usize,
    /// How many points the best move would have brought more.
    pub(super) points_lost: u32,
    /// The best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<WordgameMoveInShort>,
}

/// The score of a move.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameScoreAnswer<'e> {
    /// Whether every word that the move forms is allowed; the move keeps all other rules, else it would be refused with its breaches.
    pub(super) legal: bool,
    /// The move, tiles that lie there as dots.
    #[serde(rename = "move")]
    #[schema(value_type = String)]
    pub(super) written: &'e Play,
    /// What it scores, if it is legal.
    pub(super) total: u32,
    /// The words that it forms, the main word first.
    pub(super) words: Vec<FormedWord>,
    /// How many tiles it lays.
    pub(super) tiles_used: usize,
    /// Whether it lays a whole rack.
    pub(super) all_tiles: bool,
    /// The points that laying a whole rack earns; part of the total.
    pub(super) all_tiles_bonus: u32,
    /// The score step by step, each with its rule.
    pub(super) lines: Vec<Line>,
    /// Always empty here: a move that breaks a rule is refused with all its breaches.
    pub(super) breaches: Vec<Breach>,
    /// Where the move stands among all, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rank: Option<MoveStanding>,
    /// The position after the move in CGP, the other player on turn; left out if the move isn't legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cgp: Option<String>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// The best moves of a rack.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameBestAnswer<'e> {
    /// The best moves: more points, then fewer tiles, then by row, column, across before down, and the word as written (capitals before small letters).
    pub(super) moves: Vec<WordgameMove>,
    /// How many legal moves there are; left out if counting wasn't wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves_found: Option<usize>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A challenged word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ChallengedWord {
    /// The word.
    pub(super) word: String,
    /// Whether it counts.
    pub(super) valid: bool,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
}

/// The ruling on a challenged move.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameRuling<'e> {
    /// Whether the challenger was right: one of the challenged words isn't allowed.
    pub(super) upheld: bool,
    /// The move, tiles that lie there as dots.
    #[serde(rename = "move")]
    pub(super) written: String,
    /// The challenged words.
    pub(super) words: Vec<ChallengedWord>,
    /// What follows for the players: an illegal move is taken back, and nobody pays.
    pub(super) consequences: Vec<Consequence>,
    /// The digest of everything that the ruling rests on.
    pub(super) id: String,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A player's end score.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameFinal {
    /// The player.
    pub(super) player: String,
    /// The points made.
    pub(super) points: i64,
    /// The value of the own rack, which is taken off.
    pub(super) deducted: i64,
    /// In a replay: the rack that is taken off, if the record leaves no doubt what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rack: Option<String>,
    /// What remains.
    #[serde(rename = "final")]
    pub(super) total: i64,
}

/// A settled game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordgameSettleAnswer {
    /// The end scores in the order of the request.
    #[serde(rename = "final")]
    pub(super) scores: Vec<WordgameFinal>,
    /// Who has the most points: several in a draw.
    pub(super) winners: Vec<String>,
    /// Whether it is a draw.
    pub(super) draw: bool,
}
