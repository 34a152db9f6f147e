//! Wordgame: tiles on a board of 15×15 squares (RULEBOOK G1–G11).
//!
//! A move is parsed as a [`WrittenMove`]. [`Play::place`] checks it against the [`Board`] and makes
//! it a [`Play`], which obeys every rule of the board. [`Score::of`] scores the play and lists its
//! words, which the lexicon must allow. [`Search`] finds the moves of a [`Rack`]. [`Cgp`] and
//! [`gcg`] are the text formats for positions and games, and [`replay`] judges a whole game.

mod bag;
mod bag_tile;
mod blank_readings;
mod board;
mod bonus_rules;
mod cgp;
pub mod challenge;
mod challenge_rule;
mod end_game;
pub mod flow;
mod game;
mod game_state;
pub mod gcg;
mod movegen;
mod placement;
mod play;
mod premiums;
pub mod puzzle;
mod rack;
pub mod replay;
mod ruleset;
mod scoring;
mod search_cost;
mod square;
mod switches;
mod written_move;

pub use bag::Bag;
pub use bag_tile::{BLANK, BagTile};
pub use board::{Board, Tile};
pub use cgp::Cgp;
pub use challenge_rule::{
    ChallengeName, ChallengePer, ChallengePoints, ChallengeRule, ChallengeSteps, ChallengeTo,
};
pub use end_game::{
    EndReason, FinalScore, PASSES_TO_END, SCORELESS_TURNS_TO_END, Settlement, Standing, TurnKind,
    Turns, is_out_of_tiles, settle,
};
pub use game::Wordgame;
pub use movegen::{BestMoves, Move, MoveSummary, Search, SearchIndex, SearchMethod};
pub use play::{PlacedTile, Play};
pub use premiums::{Premium, Premiums};
pub use rack::Rack;
pub use ruleset::{
    AllTiles, AllTilesBonus, BlankLetter, CrossBonus, EndRule, OverRule, Preset, Rules,
    TimePenalty, WordBonus,
};
pub use scoring::{CountedBonus, FormedWord, Score};
pub use square::{Coordinate, CoordinateError, Direction, SIZE, Square};
pub use written_move::{PLAYED_THROUGH, WrittenMove, WrittenMoveError};
