//! The bounds on requests.

use serde::Serialize;

use crate::rules::limits::{
    ALL_MOVES, ALL_TILES_POINTS, BAG_BLANKS, BAG_LETTER_TILES, BLANK_SEARCH_STEPS, CARD_CHARACTERS,
    CATEGORY_WORDS, CGP_CHARACTERS, CHALLENGE_STEPS, CHIPS, COMPARED_ACTIONS, COMPARED_RECORDS,
    DECK_CARDS, EXCHANGE_DRAWS, FAILED_CHALLENGES, GAME_SEARCH_COST, HAND_WILDS, LETTER_VALUE,
    LOOK_UPS, MOVES_PAGE, MUGGINGS, NAME_CHARACTERS, ODDS_DEALS, ODDS_HANDS, OVERLAY_WORDS,
    OVERTIME_SECONDS, PATTERN_CHARACTERS, PENALTY_POINTS, PLAYERS, RACK_BLANKS, RACK_TILES,
    RECORD_BYTES, RECORD_LINE_CHARACTERS, RECORD_LINES, RECORD_NICK_CHARACTERS, RECORD_PLAYERS,
    REFERENCE_CHARACTERS, REPLAY_SEARCHES, SEARCH_LETTERS, SEARCH_WORDS, TABLE_CHOICES,
    TABLE_WORDS, TOP, WORD_CHARACTERS, WORD_LETTERS, WORDS,
};
use crate::rules::my_word;

/// The maximum size of a request body in bytes, unless the operator of a service sets another one.
pub const DEFAULT_BODY_BYTES: usize = 1 << 20;

/// Requests in one batch.
pub(super) const BATCH_LINES: usize = 1_000;

/// A published bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = RequestLimit)]
pub(super) struct Limit {
    /// The name of the bound.
    pub name: &'static str,
    /// The largest value allowed.
    pub most: u64,
    /// The quantity that it bounds.
    pub what: &'static str,
}

const fn limit(name: &'static str, most: usize, what: &'static str) -> Limit {
    Limit { name, most: most as u64, what }
}

/// The bounds that `GET /v1/variants` publishes, in the order of their introduction: a new bound
/// comes last, regardless of the game that it belongs to.
pub(super) const PUBLISHED: [Limit; 48] = [
    limit("players", PLAYERS, "players at a table"),
    limit("name_characters", NAME_CHARACTERS, "characters in a player's name"),
    limit("top", TOP, "plays that one search returns"),
    limit("words", WORDS, "words in one request to validate_words"),
    limit("word_characters", WORD_CHARACTERS, "characters in a text that is judged as a word"),
    limit("category_words", CATEGORY_WORDS, "words in a category that a request defines"),
    limit("word_letters", WORD_LETTERS, "letters in a word"),
    limit("look_ups", LOOK_UPS, "look-ups that a challenge reports"),
    limit("card_characters", CARD_CHARACTERS, "characters in a card"),
    Limit {
        name: "chips",
        most: CHIPS,
        what: "chips in a pot or in front of a player, and points",
    },
    limit("letter_value", LETTER_VALUE as usize, "value of a letter"),
    limit("rack_tiles", RACK_TILES, "tiles on a rack"),
    limit("rack_blanks", RACK_BLANKS, "blanks on a rack"),
    limit("all_moves", ALL_MOVES, "moves on all pages of a list of all moves"),
    limit("all_tiles_points", ALL_TILES_POINTS as usize, "points for placing all tiles"),
    limit(
        "replay_searches",
        REPLAY_SEARCHES,
        "racks in a game record that are searched for their best moves; a search with an overlay counts once more for each 50 of its words, and one that can reach blank_search_steps nine times more",
    ),
    limit("hand_wilds", HAND_WILDS, "wilds in a hand of Play On Words"),
    limit("table_words", TABLE_WORDS, "words on a table of Play On Words"),
    limit("table_choices", TABLE_CHOICES, "wild and flip cards among the words on a table"),
    limit("muggings", MUGGINGS, "muggings in one round"),
    limit("overlay_words", OVERLAY_WORDS, "words in each list of an overlay"),
    limit("pattern_characters", PATTERN_CHARACTERS, "characters in a pattern of words"),
    limit("search_letters", SEARCH_LETTERS, "letters and wilds that a search makes words from"),
    limit("search_words", SEARCH_WORDS, "words on a page of search_words"),
    limit("cgp_characters", CGP_CHARACTERS, "characters in a CGP position"),
    limit("table_cards", my_word::DECK_CARDS, "cards on the table of My Word!"),
    limit("record_bytes", RECORD_BYTES, "bytes in a GCG game record"),
    limit("record_lines", RECORD_LINES, "lines in a game record, including blank lines"),
    limit(
        "record_line_characters",
        RECORD_LINE_CHARACTERS,
        "characters in an event of a game record",
    ),
    limit(
        "record_nick_characters",
        RECORD_NICK_CHARACTERS,
        "characters in a player's nick in a game record",
    ),
    limit("record_players", RECORD_PLAYERS, "players in a game record"),
    limit("reference_characters", REFERENCE_CHARACTERS, "characters in a reference"),
    limit(
        "penalty_points",
        PENALTY_POINTS as usize,
        "points for a failed challenge or a period of overtime",
    ),
    limit("challenge_steps", CHALLENGE_STEPS, "steps of points for challenges"),
    limit("failed_challenges", FAILED_CHALLENGES as usize, "failed challenges of a player"),
    limit("overtime_seconds", OVERTIME_SECONDS as usize, "seconds of overtime"),
    limit("moves_page", MOVES_PAGE, "moves on a page of a list of all moves"),
    limit("batch_lines", BATCH_LINES, "requests in one batch"),
    limit("bag_letter_tiles", BAG_LETTER_TILES as usize, "tiles of a letter in a bag"),
    limit("bag_blanks", BAG_BLANKS as usize, "blanks in a bag"),
    limit(
        "blank_search_steps",
        BLANK_SEARCH_STEPS,
        "words and moves that a search looks at if the rack has more than two blanks, or a blank is read for each word",
    ),
    limit(
        "game_search_cost",
        GAME_SEARCH_COST as usize,
        "cost of the searches of bots in one request for a whole game, and of those for its best plays: a search costs 400 in Wordgame, 20 in Play On Words and 10 more for each word on the table, 10 in My Word!, and 4 in the poker games; more with an overlay or many blanks, and again as much for each 100 places of a bot's rank; compare gives each record an equal share",
    ),
    limit("deck_cards", DECK_CARDS, "cards in a deck that a request gives, and cards out of play"),
    limit("odds_deals", ODDS_DEALS as usize, "deals in a sample for odds"),
    limit(
        "exchange_draws",
        EXCHANGE_DRAWS as usize,
        "draws in the first round of a sample for an exchange",
    ),
    limit("compared_records", COMPARED_RECORDS, "records in one request to compare games"),
    limit("compared_actions", COMPARED_ACTIONS, "actions in these records together"),
    limit(
        "odds_hands",
        ODDS_HANDS as usize,
        "hands of all players in a sample for odds with fewer than four cards on the board",
    ),
];
