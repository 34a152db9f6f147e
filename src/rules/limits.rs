//! Every bound on a request, in one place; `GET /v1/variants` publishes them.

use crate::lexicon::Pattern;
use crate::word::Word;

/// A bound that callers may want to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "http", schema(as = RequestLimit))]
pub struct Limit {
    /// Its name.
    pub name: &'static str,
    /// The largest value allowed.
    pub most: u64,
    /// What it bounds.
    pub what: &'static str,
}

/// Players at a table.
pub const PLAYERS: usize = 12;
/// Characters in a player's name.
pub const NAME_CHARACTERS: usize = 64;
/// Plays that a search returns.
pub const TOP: usize = 1_000;
/// Plays that a search returns unless told otherwise.
pub const DEFAULT_TOP: usize = 10;
/// Words in one call of `POST /v1/words/validate`.
pub const WORDS: usize = 10_000;
/// Characters in a text that is to be judged as a word.
pub const WORD_CHARACTERS: usize = 64;
/// Words in a category that a request brings along.
pub const CATEGORY_WORDS: usize = WORDS;
/// Letters in a word.
pub const WORD_LETTERS: usize = Word::MAX_LETTERS;
/// Look-ups that a challenge tells of.
pub const LOOK_UPS: usize = PLAYERS;
/// Characters in a card.
pub const CARD_CHARACTERS: usize = 8;
/// Chips or points in a pot or in front of a player.
pub const CHIPS: u64 = 1_000_000_000;
/// A letter's value.
pub const LETTER_VALUE: u32 = 1_000;

/// Tiles on a rack.
pub const RACK_TILES: usize = 9;
/// Blanks on a rack: as many as the word map can complete words with.
pub const RACK_BLANKS: usize = 2;
/// Moves that a search lists when asked for all.
pub const ALL_MOVES: usize = 100_000;
/// Bytes of a game record.
pub const RECORD_BYTES: usize = 100_000;
/// Lines of a game record, blank ones included.
pub const RECORD_LINES: usize = 1_000;
/// Characters of a line of a game record.
pub const RECORD_LINE_CHARACTERS: usize = 500;
/// Characters of a nick in a game record: so few that no event grows beyond [`RECORD_LINE_CHARACTERS`] when it is written again.
pub const RECORD_NICK_CHARACTERS: usize = 100;
/// Players of a game record.
pub const RECORD_PLAYERS: usize = 4;
/// Racks of a game record whose best moves are looked for: more than a game has turns.
pub const REPLAY_SEARCHES: usize = 120;
/// Points that laying all tiles may earn.
pub const ALL_TILES_POINTS: u32 = 10_000;

/// Cards on the table of My Word!: the whole deck (RULEBOOK M1).
pub const TABLE_CARDS: usize = super::my_word::DECK_CARDS;

/// Wilds in a hand of Play On Words: as many as its deck has.
pub const HAND_WILDS: usize = 2;
/// Words on a table of Play On Words.
pub const TABLE_WORDS: usize = 24;
/// Wild and flip cards among them: as many as the deck has.
pub const TABLE_CHOICES: usize = 4;
/// Muggings that one round brings: as many as four hands have cards.
pub const MUGGINGS: usize = 32;

/// Words that a request adds to the lexicon, and words that it takes away.
pub const OVERLAY_WORDS: usize = 1_000;
/// Characters in a pattern of `GET /v1/words`.
pub const PATTERN_CHARACTERS: usize = Pattern::MAX_CHARACTERS;
/// Letters and wilds of which words are sought.
pub const SEARCH_LETTERS: usize = 64;
/// Words on a page of `GET /v1/words`.
pub const SEARCH_WORDS: usize = 1_000;
/// Words on a page of `GET /v1/words` unless told otherwise.
pub const DEFAULT_SEARCH_WORDS: usize = 100;

/// Characters in a position in CGP.
pub const CGP_CHARACTERS: usize = 1_000;

/// All of them.
pub const ALL: [Limit; 31] = [
    Limit { name: "players", most: PLAYERS as u64, what: "players at a table" },
    Limit { name: "name_characters", most: NAME_CHARACTERS as u64, what: "characters in a player's name" },
    Limit { name: "top", most: TOP as u64, what: "plays that one search returns" },
    Limit { name: "words", most: WORDS as u64, what: "words in one call of validate_words" },
    Limit {
        name: "word_characters",
        most: WORD_CHARACTERS as u64,
        what: "characters in a text to be judged as a word",
    },
    Limit {
        name: "category_words",
        most: CATEGORY_WORDS as u64,
        what: "words in a category that a request brings along",
    },
    Limit { name: "word_letters", most: WORD_LETTERS as u64, what: "letters in a word" },
    Limit { name: "look_ups", most: LOOK_UPS as u64, what: "look-ups that a challenge tells of" },
    Limit { name: "card_characters", most: CARD_CHARACTERS as u64, what: "characters in a card" },
    Limit { name: "chips", most: CHIPS, what: "chips in a pot or in front of a player, and points" },
    Limit { name: "letter_value", most: LETTER_VALUE as u64, what: "the value of a letter" },
    Limit { name: "rack_tiles", most: RACK_TILES as u64, what: "tiles on a rack" },
    Limit { name: "rack_blanks", most: RACK_BLANKS as u64, what: "blanks on a rack" },
    Limit { name: "all_moves", most: ALL_MOVES as u64, what: "moves that a search lists when asked for all" },
    Limit { name: "all_tiles_points", most: ALL_TILES_POINTS as u64, what: "points for laying all tiles" },
    Limit {
        name: "replay_searches",
        most: REPLAY_SEARCHES as u64,
        what: "racks of a game record whose best moves are looked for",
    },
    Limit { name: "hand_wilds", most: HAND_WILDS as u64, what: "wilds in a hand of Play On Words" },
    Limit { name: "table_words", most: TABLE_WORDS as u64, what: "words on a table of Play On Words" },
    Limit { name: "table_choices", most: TABLE_CHOICES as u64, what: "wild and flip cards among the words on a table" },
    Limit { name: "muggings", most: MUGGINGS as u64, what: "muggings that one round brings" },
    Limit { name: "overlay_words", most: OVERLAY_WORDS as u64, what: "words in each list of an overlay" },
    Limit { name: "pattern_characters", most: PATTERN_CHARACTERS as u64, what: "characters in a pattern of words" },
    Limit { name: "search_letters", most: SEARCH_LETTERS as u64, what: "letters and wilds of which words are sought" },
    Limit { name: "search_words", most: SEARCH_WORDS as u64, what: "words on a page of search_words" },
    Limit { name: "cgp_characters", most: CGP_CHARACTERS as u64, what: "characters in a position in CGP" },
    Limit { name: "table_cards", most: TABLE_CARDS as u64, what: "cards on the table of My Word!" },
    Limit { name: "record_bytes", most: RECORD_BYTES as u64, what: "bytes of a game record in GCG" },
    Limit { name: "record_lines", most: RECORD_LINES as u64, what: "lines of a game record, blank ones included" },
    Limit {
        name: "record_line_characters",
        most: RECORD_LINE_CHARACTERS as u64,
        what: "characters of a line of a game record",
    },
    Limit {
        name: "record_nick_characters",
        most: RECORD_NICK_CHARACTERS as u64,
        what: "characters of a player's nick in a game record",
    },
    Limit { name: "record_players", most: RECORD_PLAYERS as u64, what: "players of a game record" },
];
