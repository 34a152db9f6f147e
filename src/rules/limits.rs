//! The bounds on requests. `GET /v1/variants` publishes the numbered ones; see
//! [`request_limits`](super::request_limits).
//!
//! Bounds that apply to one game only are numbered in its [`Game::LIMITS`](super::Game::LIMITS).

use crate::lexicon::{Pattern, Vocabulary};
use crate::word::Word;

/// The maximum size of a request body in bytes, unless the operator of a service sets another one.
pub const DEFAULT_BODY_BYTES: usize = 1 << 20;

/// Returns true if a text has more than `characters` characters.
#[inline]
pub(crate) fn is_longer(text: &str, characters: usize) -> bool {
    // A character takes at least one byte, so a text with few enough bytes needs no counting.
    text.len() > characters && text.chars().count() > characters
}

/// A published bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = RequestLimit))]
pub struct Limit {
    /// The name of the bound.
    pub name: &'static str,
    /// The largest value allowed.
    pub most: u64,
    /// The quantity that it bounds.
    pub what: &'static str,
}

/// A bound with its place in the published list.
///
/// Bounds are published in the order of their introduction: a new bound takes the next number,
/// regardless of the game that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedLimit {
    pub(super) number: u8,
    pub(super) limit: Limit,
}

/// Returns a bound with its number.
#[must_use]
pub const fn limit(
    number: u8,
    name: &'static str,
    most: usize,
    what: &'static str,
) -> NumberedLimit {
    NumberedLimit { number, limit: Limit { name, most: most as u64, what } }
}

/// Players at a table.
pub const PLAYERS: usize = 12;
/// Characters in a player's name.
pub const NAME_CHARACTERS: usize = 64;
/// Requests in one batch.
pub const BATCH_LINES: usize = 1_000;
/// Characters in the reference of a request.
pub const REFERENCE_CHARACTERS: usize = 128;
/// Plays that a search returns.
pub const TOP: usize = 1_000;
/// Plays that a search returns by default.
pub const DEFAULT_TOP: usize = 10;
/// Words in one request to `POST /v1/words/validate`.
pub const WORDS: usize = 10_000;
/// Words in one request to `POST /v1/words/validate` that asks for their meanings.
pub const MEANING_WORDS: usize = 1_000;
/// Characters in a text that is judged as a word.
pub const WORD_CHARACTERS: usize = 64;
/// Words in a category that a request defines.
pub const CATEGORY_WORDS: usize = WORDS;
/// Letters in a word.
pub const WORD_LETTERS: usize = Word::MAX_LETTERS;
/// Look-ups that a challenge reports.
pub const LOOK_UPS: usize = PLAYERS;
/// Characters in a card.
pub const CARD_CHARACTERS: usize = 8;
/// Chips in a pot or in front of a player, and points.
pub const CHIPS: u64 = 1_000_000_000;
/// The value of a letter.
pub const LETTER_VALUE: u32 = 1_000;

/// Words that a request adds to the lexicon, and words that it removes.
pub const OVERLAY_WORDS: usize = 1_000;
/// Characters in a pattern of `GET /v1/words`.
pub const PATTERN_CHARACTERS: usize = Pattern::MAX_CHARACTERS;
/// Letters and wilds that a search makes words from.
pub const SEARCH_LETTERS: usize = 64;
/// The bound on tiers that includes all words.
pub const MAX_TIER: u32 = Vocabulary::ALL_TIERS as u32;
/// Words on a page of `GET /v1/words`.
pub const SEARCH_WORDS: usize = 1_000;
/// Words on a page of `GET /v1/words` by default.
pub const DEFAULT_SEARCH_WORDS: usize = 100;

/// Tiles on a rack.
pub const RACK_TILES: usize = 9;
/// Blanks on a rack: all tiles may be blanks.
pub const RACK_BLANKS: usize = RACK_TILES;
/// Tiles of a letter in a bag.
pub const BAG_LETTER_TILES: u32 = 40;
/// Blanks in a bag.
pub const BAG_BLANKS: u32 = 10;
/// Words and moves that a search of a rack with more than two blanks looks at. Other searches have
/// no such limit.
pub const BLANK_SEARCH_STEPS: usize = 20_000_000;
/// Tiles that the bag must have for an exchange: the number in the bag of the classic game.
pub const EXCHANGE_MIN_BAG: usize = 100;
/// Characters of a cursor.
pub const CURSOR_CHARACTERS: usize = 100;
/// Moves on all pages of a list of all moves.
pub const ALL_MOVES: usize = 100_000;
/// Moves on a page of a list of all moves.
pub const MOVES_PAGE: usize = 10_000;
/// Moves on a page of a list of all moves, unless the request says otherwise.
pub const DEFAULT_MOVES_PAGE: usize = 1_000;
/// Bytes of a game record.
pub const RECORD_BYTES: usize = 100_000;
/// Lines of a game record, blank ones included.
pub const RECORD_LINES: usize = 1_000;
/// Characters of an event of a game record. Other lines, such as notes, may have any length.
pub const RECORD_LINE_CHARACTERS: usize = 2_000;
/// Characters of a nick in a game record. The bound ensures that no rewritten event exceeds
/// [`RECORD_LINE_CHARACTERS`].
pub const RECORD_NICK_CHARACTERS: usize = 100;
/// Players of a game record.
pub const RECORD_PLAYERS: usize = 4;
/// Racks of a game record whose best moves are searched: more than a game has turns.
pub const REPLAY_SEARCHES: usize = 120;
/// Words of an overlay for which a search in a game record counts once more. An overlay of
/// [`OVERLAY_WORDS`] makes a search take about 20 times as long.
pub const REPLAY_OVERLAY_WORDS: usize = 50;
/// Searches of a game record for which a search with more than two blanks counts more.
pub const REPLAY_BLANKS_COST: usize = 9;
/// Points of one penalty: for a failed challenge, or for a period of overtime.
pub const PENALTY_POINTS: u32 = 1_000;
/// Steps of the points for failed challenges.
pub const CHALLENGE_STEPS: usize = 10;
/// Failed challenges of a player.
pub const FAILED_CHALLENGES: u32 = 1_000;
/// Seconds of overtime, and of a period of it.
pub const OVERTIME_SECONDS: u32 = 86_400;
/// Points for placing all tiles.
pub const ALL_TILES_POINTS: u32 = 10_000;
/// Characters in a position in CGP.
pub const CGP_CHARACTERS: usize = 1_000;

/// Wilds in a hand of Play On Words: the number in its deck.
pub const HAND_WILDS: usize = 2;
/// Words on a table of Play On Words.
pub const TABLE_WORDS: usize = 24;
/// Wild and flip cards on a table of Play On Words: the number in its deck.
pub const TABLE_CHOICES: usize = 4;
/// Muggings in one round: the number of cards in four hands.
pub const MUGGINGS: usize = 32;

/// The bounds that are not specific to one game.
pub(super) const COMMON: [NumberedLimit; 17] = [
    limit(0, "players", PLAYERS, "players at a table"),
    limit(1, "name_characters", NAME_CHARACTERS, "characters in a player's name"),
    limit(2, "top", TOP, "plays that one search returns"),
    limit(3, "words", WORDS, "words in one request to validate_words"),
    limit(4, "word_characters", WORD_CHARACTERS, "characters in a text that is judged as a word"),
    limit(5, "category_words", CATEGORY_WORDS, "words in a category that a request defines"),
    limit(6, "word_letters", WORD_LETTERS, "letters in a word"),
    limit(7, "look_ups", LOOK_UPS, "look-ups that a challenge reports"),
    limit(8, "card_characters", CARD_CHARACTERS, "characters in a card"),
    NumberedLimit {
        number: 9,
        limit: Limit {
            name: "chips",
            most: CHIPS,
            what: "chips in a pot or in front of a player, and points",
        },
    },
    limit(10, "letter_value", LETTER_VALUE as usize, "value of a letter"),
    limit(20, "overlay_words", OVERLAY_WORDS, "words in each list of an overlay"),
    limit(21, "pattern_characters", PATTERN_CHARACTERS, "characters in a pattern of words"),
    limit(22, "search_letters", SEARCH_LETTERS, "letters and wilds that a search makes words from"),
    limit(23, "search_words", SEARCH_WORDS, "words on a page of search_words"),
    limit(31, "reference_characters", REFERENCE_CHARACTERS, "characters in a reference"),
    limit(37, "batch_lines", BATCH_LINES, "requests in one batch"),
];

/// The largest number of marks or categories in a word search.
pub const SEARCH_NAMES: usize = 50;
/// The largest number of characters in the name of a category.
pub const CATEGORY_NAME_CHARACTERS: usize = 64;
/// The largest number of characters in the name of a lexicon with its pin.
pub const SELECTOR_CHARACTERS: usize = 256;
