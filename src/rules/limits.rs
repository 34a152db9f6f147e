//! The bounds on the values that callers give, and on the work of searches.

use crate::lexicon::{Pattern, Vocabulary};
use crate::word::Word;

/// Returns true if a text has more than `characters` characters.
#[inline]
pub(crate) fn is_longer(text: &str, characters: usize) -> bool {
    // A character takes at least one byte, so a text with few enough bytes needs no counting.
    text.len() > characters && text.chars().count() > characters
}

/// Players at a table.
pub const PLAYERS: usize = 12;
/// Characters in a player's name.
pub const NAME_CHARACTERS: usize = 64;
/// Characters in the reference of a ruling.
pub const REFERENCE_CHARACTERS: usize = 128;
/// Plays that a search returns.
pub const TOP: usize = 1_000;
/// Plays that a search returns by default.
pub const DEFAULT_TOP: usize = 10;
/// Words that are judged together.
pub const WORDS: usize = 10_000;
/// Words that are judged together with their meanings.
pub const MEANING_WORDS: usize = 1_000;
/// Characters in a text that is judged as a word.
pub const WORD_CHARACTERS: usize = 64;
/// Words in a category that players define.
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

/// Words that an overlay adds to the lexicon, and words that it removes.
pub const OVERLAY_WORDS: usize = 1_000;
/// Characters in a pattern of words.
pub const PATTERN_CHARACTERS: usize = Pattern::MAX_CHARACTERS;
/// Letters and wilds that a search makes words from.
pub const SEARCH_LETTERS: usize = 64;
/// The bound on tiers that includes all words.
pub const MAX_TIER: u32 = Vocabulary::ALL_TIERS as u32;
/// Letters of a hook.
pub const HOOK_LETTERS: usize = 4;
/// Characters of a number or a range of numbers in a search.
pub const SPAN_CHARACTERS: usize = 16;
/// Characters of the seed of a word search.
pub const SEED_CHARACTERS: usize = 64;
/// Words on a page of a word search.
pub const SEARCH_WORDS: usize = 1_000;
/// Words on a page of a word search by default.
pub const DEFAULT_SEARCH_WORDS: usize = 100;

/// Tiles on a rack.
pub const RACK_TILES: usize = 9;
/// Blanks on a rack: all tiles may be blanks.
pub const RACK_BLANKS: usize = RACK_TILES;
/// Tiles of a letter in a bag.
pub const BAG_LETTER_TILES: u32 = 40;
/// Blanks in a bag.
pub const BAG_BLANKS: u32 = 10;
/// Words and moves that a search looks at if the rack has more than two blanks, or a blank is read
/// for each word. A step takes up to 0.3 µs. Other searches have no such limit.
pub const BLANK_SEARCH_STEPS: usize = 5_000_000;
/// Tiles that the bag must have for an exchange: the number in the bag of the classic game.
pub const EXCHANGE_MIN_BAG: usize = 100;
/// Characters of a cursor.
pub const CURSOR_CHARACTERS: usize = 100;
/// Moves on all pages of a list of all moves.
pub const ALL_MOVES: usize = 100_000;
/// Moves on a page of a list of all moves.
pub const MOVES_PAGE: usize = 10_000;
/// Moves on a page of a list of all moves by default.
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
/// Searches of a game record for which a search counts more whose rack has more than two blanks. It
/// takes up to [`BLANK_SEARCH_STEPS`].
pub const REPLAY_BLANKS_COST: usize = 59;
/// Searches of a game record for which a search counts more if a blank is read for each word.
pub const REPLAY_OPEN_BLANKS_COST: usize = 9;
/// The cost of the searches of bots in one request for a whole game, and of those for the best plays of
/// its record, in units of about 10 µs.
pub const GAME_SEARCH_COST: u32 = 48_000;
/// Records of whole games that one request compares.
pub const COMPARED_RECORDS: usize = 32;
/// Actions of these records together.
pub const COMPARED_ACTIONS: usize = 5_000;
/// The places in the list of the best plays for which the search of a bot costs once more.
pub const BOT_RANKS: u32 = 100;
/// Points of one penalty: for a failed challenge, or for a period of overtime.
pub const PENALTY_POINTS: u32 = 1_000;
/// Steps of the points for failed challenges.
pub const CHALLENGE_STEPS: usize = 10;
/// Failed challenges of a player.
pub const FAILED_CHALLENGES: u32 = 1_000;
/// Seconds of overtime, and of a period of it.
pub const OVERTIME_SECONDS: u32 = 86_400;
/// Milliseconds that a player may use in a game without a penalty: a week.
pub const CLOCK_MS: u32 = 604_800_000;
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

/// Cards in a deck, and cards that are known to be out of play.
pub const DECK_CARDS: usize = 200;
/// Deals in a sample for the odds of Word For Word.
pub const ODDS_DEALS: u32 = 100_000;
/// Deals by default, with the whole board.
pub const DEFAULT_ODDS_DEALS: u32 = ODDS_DEALS;
/// Deals by default if the board lacks cards, which takes a search for each hand.
pub const DEFAULT_BOARD_DEALS: u32 = 10_000;
/// Hands in a sample for odds with fewer than four cards on the board, each of which takes a search.
pub const ODDS_HANDS: u32 = 200_000;
/// Draws in the first round of a sample for an exchange of Choose Your Words.
pub const EXCHANGE_DRAWS: u32 = 500;
/// Draws by default.
pub const DEFAULT_EXCHANGE_DRAWS: u32 = 200;

/// The largest number of marks or categories in a word search.
pub const SEARCH_NAMES: usize = 50;
/// The largest number of characters in the name of a category.
pub const CATEGORY_NAME_CHARACTERS: usize = 64;
/// The largest number of characters in the name of a lexicon with its pin.
pub const SELECTOR_CHARACTERS: usize = 256;
/// The largest number of characters in the id of a rule.
pub const RULE_ID_CHARACTERS: usize = 16;
