//! What goes over the wire for Play On Words.

use serde::{Deserialize, Serialize};

use crate::court::Stamp;
use crate::http::body::present;
use crate::rules::Reason;
use crate::rules::play_on_words::{Hand, Kind, Plural, TableCards, Version};
use crate::rules::ruling::Consequence;
use crate::rules::score::Line;
use crate::word::Word;

/// House rules: what the sheet leaves open.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsRules {
    /// The sheet's own rules, or one of its variations; `rummy` if left out.
    #[serde(default, deserialize_with = "present")]
    pub(super) version: Option<Version>,
    /// Whether a plural made with S that has another sense as well is barred like any other; `strict` if left out.
    #[serde(default, deserialize_with = "present")]
    pub(super) plural: Option<Plural>,
    /// Whether the word laid new in a turn may take a play-on in the same turn; `false` if left out.
    #[serde(default)]
    pub(super) play_on_new_word: bool,
    /// Whether wild and flip cards on the table keep their choice; `fixed` if left out.
    #[serde(default, deserialize_with = "present")]
    pub(super) table_cards: Option<TableCards>,
}

/// A turn: a new word, play-ons, or both.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsTurn {
    /// The word laid from the hand alone, card by card: `["B", "A", "TH"]`, `["*=C", "A", "T"]`.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 1)]
    pub(super) new_word: Option<Vec<String>>,
    /// The words made from table words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) play_ons: Vec<PlayOnWordsPlayOn>,
}

/// A word made from one table word or, combined, from several.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsPlayOn {
    /// The table words by their indexes in `table`; the number of table words stands for the word laid new in this turn.
    #[schema(min_items = 1)]
    pub(super) onto: Vec<u32>,
    /// The word that results, all its cards in order.
    #[schema(min_items = 1)]
    pub(super) word: Vec<String>,
}

/// A word of a turn with its worth.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsPart {
    /// The word.
    #[schema(value_type = String)]
    pub(super) word: Word,
    /// What kind of play it is.
    pub(super) kind: Kind,
    /// Whether the letters of the table words are rearranged.
    pub(super) rearranged: bool,
    /// Points for each letter.
    pub(super) points_per_letter: u32,
    /// What it is worth.
    pub(super) points: u32,
    /// Whether the word counts.
    pub(super) valid: bool,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The rule that the points rest on: `P4` a new word, `P5` in order, `P6` rearranged, `P7` in order with a letter inside.
    pub(super) rule: &'static str,
}

/// What going out earns.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsBonuses {
    /// For ending the round.
    pub(super) going_out: u32,
    /// For laying the whole initial hand as one new word.
    pub(super) initial_hand: u32,
}

/// The score of a turn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsScoreAnswer<'e> {
    /// What the turn is worth as it is laid, if all its words count.
    pub(super) total: u32,
    /// Whether all its words count; it keeps all other rules, else it would be refused with its breaches.
    pub(super) valid: bool,
    /// Its words: the new one first, then the play-ons as given.
    pub(super) parts: Vec<PlayOnWordsPart>,
    /// Whether no card is left and the round ends with it.
    pub(super) went_out: bool,
    /// What that earns; part of the total.
    pub(super) bonuses: PlayOnWordsBonuses,
    /// What is left in the hand: letters, combos, flips, wilds.
    #[schema(value_type = Vec<String>)]
    pub(super) hand_left: Hand,
    /// The score step by step, each with its rule.
    pub(super) lines: Vec<Line>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A turn that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsFoundTurn {
    /// What it is worth.
    pub(super) total: u32,
    /// The turn.
    pub(super) turn: PlayOnWordsTurn,
    /// Its words: the new one first, then the play-ons as given.
    pub(super) parts: Vec<PlayOnWordsPart>,
    /// Whether no card is left and the round ends with it.
    pub(super) went_out: bool,
    /// What that earns; part of the total.
    pub(super) bonuses: PlayOnWordsBonuses,
    /// What is left in the hand: letters, combos, flips, wilds.
    #[schema(value_type = Vec<String>)]
    pub(super) hand_left: Hand,
}

/// The best turns of a hand.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsBestAnswer<'e> {
    /// The best turns: more points, then fewer letters left in the hand, then fewer wilds and fewer flips played, then alphabetically by the words made.
    pub(super) turns: Vec<PlayOnWordsFoundTurn>,
    /// Whether the search ended by itself. If not, it was cut short after a fixed number of steps, and a better turn may have been missed.
    pub(super) exhaustive: bool,
    /// Where nothing can be played: whether cards may be discarded, one to three of them; with fewer than eight cards the player draws on instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) discard_allowed: Option<bool>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A challenged word of a turn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsChallengedWord {
    /// The word.
    pub(super) word: String,
    /// Whether it counts.
    pub(super) valid: bool,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
}

/// The ruling on a challenged turn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsRuling<'e> {
    /// Whether the challenger was right: one of the challenged words isn't allowed.
    pub(super) upheld: bool,
    /// The challenged words.
    pub(super) words: Vec<PlayOnWordsChallengedWord>,
    /// The words that are taken back without points: those that aren't allowed, and what was played on to one of them. Their cards of the hand go back to
    /// the hand, the table words in them to the table.
    pub(super) returned: Vec<String>,
    /// What the turn is worth without them.
    pub(super) total: u32,
    /// What follows for the players; `amount` is how many points don't count.
    pub(super) consequences: Vec<Consequence>,
    /// The digest of everything that the ruling rests on.
    pub(super) id: String,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A step from a player's points to the final ones.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsStep {
    /// The rule that it rests on.
    pub(super) rule: &'static str,
    /// What happens, for people.
    pub(super) label: String,
    /// What it adds, or takes off if it is negative.
    pub(super) points: i64,
    /// The player's points after the step.
    pub(super) running_total: i64,
}

/// A player's end of the round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsFinal {
    /// The player.
    pub(super) player: String,
    /// The points before.
    pub(super) points: i64,
    /// What adds to them and takes off.
    pub(super) lines: Vec<PlayOnWordsStep>,
    /// The points after.
    #[serde(rename = "final")]
    pub(super) total: i64,
}

/// A scored mugging.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsMugged {
    /// Who mugs.
    pub(super) player: String,
    /// Whose cards they are.
    pub(super) from: String,
    /// Its words.
    pub(super) words: Vec<PlayOnWordsChallengedWord>,
    /// The cards that it places.
    pub(super) cards: Vec<String>,
    /// What it earns: nothing if a word doesn't count.
    pub(super) points: i64,
}

/// A settled round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsSettleAnswer<'e> {
    /// Everybody's points, in seat order.
    #[serde(rename = "final")]
    pub(super) scores: Vec<PlayOnWordsFinal>,
    /// The muggings as they were given.
    pub(super) muggings: Vec<PlayOnWordsMugged>,
    /// Who has the most points, in seat order: several in a tie.
    pub(super) winners: Vec<String>,
    /// How many rounds a game of so many players has.
    pub(super) rounds: usize,
    /// Whether the game is over, if the request says which round it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_over: Option<bool>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}
