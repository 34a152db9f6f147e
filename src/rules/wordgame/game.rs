//! The game's entry in the list of games.

use std::ops::RangeInclusive;

use super::rule_data;
use crate::lexicon::{Mark, Marks};
use crate::rules::limits::{self, NumberedLimit, limit};
use crate::rules::rule_data::GameRules;
use crate::rules::{Game, Variant};

/// Wordgame.
#[derive(Debug, Clone, Copy)]
pub struct Wordgame;

impl Game for Wordgame {
    const VARIANT: Variant = Variant::Wordgame;
    const TITLE: &'static str = "Wordgame";
    const BARRED: Marks = Marks::of(&[
        Mark::Proper,
        Mark::Slang,
        Mark::Abbreviation,
        Mark::FromAbbreviation,
        Mark::Geographical,
        Mark::Foreign,
    ]);
    const LENGTHS: RangeInclusive<usize> = 2..=15;
    const LENGTHS_RULE: &'static str = "G1";
    const LIMITS: &'static [NumberedLimit] = &[
        limit(11, "rack_tiles", limits::RACK_TILES, "tiles on a rack"),
        limit(12, "rack_blanks", limits::RACK_BLANKS, "blanks on a rack"),
        limit(
            38,
            "bag_letter_tiles",
            limits::BAG_LETTER_TILES as usize,
            "tiles of a letter in a bag",
        ),
        limit(39, "bag_blanks", limits::BAG_BLANKS as usize, "blanks in a bag"),
        limit(
            40,
            "blank_search_steps",
            limits::BLANK_SEARCH_STEPS,
            "words and moves that a search of a rack with more than two blanks looks at",
        ),
        limit(13, "all_moves", limits::ALL_MOVES, "moves on all pages of a list of all moves"),
        limit(36, "moves_page", limits::MOVES_PAGE, "moves on a page of a list of all moves"),
        limit(
            14,
            "all_tiles_points",
            limits::ALL_TILES_POINTS as usize,
            "points for placing all tiles",
        ),
        limit(
            15,
            "replay_searches",
            limits::REPLAY_SEARCHES,
            "racks in a game record that are searched for their best moves; a search with an overlay counts once more for each 50 of its words, and one with more than two blanks nine times more",
        ),
        limit(24, "cgp_characters", limits::CGP_CHARACTERS, "characters in a CGP position"),
        limit(26, "record_bytes", limits::RECORD_BYTES, "bytes in a GCG game record"),
        limit(
            27,
            "record_lines",
            limits::RECORD_LINES,
            "lines in a game record, including blank lines",
        ),
        limit(
            28,
            "record_line_characters",
            limits::RECORD_LINE_CHARACTERS,
            "characters in an event of a game record",
        ),
        limit(
            29,
            "record_nick_characters",
            limits::RECORD_NICK_CHARACTERS,
            "characters in a player's nick in a game record",
        ),
        limit(30, "record_players", limits::RECORD_PLAYERS, "players in a game record"),
        limit(
            32,
            "penalty_points",
            limits::PENALTY_POINTS as usize,
            "points for a failed challenge or a period of overtime",
        ),
        limit(33, "challenge_steps", limits::CHALLENGE_STEPS, "steps of points for challenges"),
        limit(
            34,
            "failed_challenges",
            limits::FAILED_CHALLENGES as usize,
            "failed challenges of a player",
        ),
        limit(35, "overtime_seconds", limits::OVERTIME_SECONDS as usize, "seconds of overtime"),
    ];

    fn rule_data() -> GameRules {
        GameRules {
            letter_values: rule_data::letter_values(),
            deck: rule_data::bag(),
            board: Some(rule_data::board_layout()),
            numbers: rule_data::NUMBERS.to_vec(),
            switches: rule_data::switches(),
            presets: rule_data::presets(),
            ..GameRules::new(Self::VARIANT, Self::WORDS)
        }
    }
}
