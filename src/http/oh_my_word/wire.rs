//! What goes over the wire for both Oh My Word games.

use serde::{Deserialize, Serialize};

use crate::court::Stamp;
use crate::http::asked::OverlayRequest;
use crate::http::body::present;
use crate::http::letter_values::LetterValueTable;
use crate::rules::Reason;
use crate::rules::oh_my_word::{DecidedBy, Flush, Remainder, Share, Standing};
use crate::rules::ruling::Consequence;
use crate::rules::score::Line;

/// The bonus category in force: by name, or as a list of its own; a vote overrules either.
#[derive(Debug, Clone, Default, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryChoice {
    /// A category of the lexicon; `GET /v1/lexicons/{lexicon}` lists them.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    /// The words of a category of your own, at most 10,000.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) words: Option<Vec<String>>,
    /// Whether your own category asks for proper nouns: then its words are valid, in the lexicon or not (rule 6).
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) proper_nouns: Option<bool>,
    /// How the players voted on the word at hand; it overrules the list. Taken by `score` and `challenge` alone: `settle` takes the
    /// vote with each player, as `category_match`.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none", rename = "match")]
    pub(super) vote: Option<bool>,
}

/// House rules: what the rule sheets leave open.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OhMyWordRules {
    /// Letters with other values than the default ones, from 0 to 1,000.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = std::collections::BTreeMap<String, u32>)]
    pub(super) letter_values: Option<LetterValueTable>,
    /// What becomes of chips that a tie can't split evenly.
    #[serde(default, deserialize_with = "present")]
    pub(super) remainder: Option<Remainder>,
}

/// The bonuses that are added last and never multiplied.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OhMyWordBonuses {
    /// For using all seven cards.
    pub(super) outburst: u32,
    /// For OMYWORD.
    pub(super) exclamation: u32,
    /// For a word that reads the same backwards.
    pub(super) palindrome: u32,
    /// For a word of the category.
    pub(super) category: u32,
}

/// A play with its worth, part by part.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OhMyWordScore {
    /// The word.
    pub(super) word: String,
    /// Whether the word counts; it is scored either way.
    pub(super) valid: bool,
    /// Why it doesn't count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// What the play is worth.
    pub(super) total: u32,
    /// The cards in word order, every wild announced.
    pub(super) play: Vec<String>,
    /// The sum of the letter values after their multipliers.
    pub(super) word_value: u32,
    /// What each card's value is multiplied by.
    pub(super) letter_multipliers: Vec<u32>,
    /// The bonus for the word's length.
    pub(super) length_bonus: u32,
    /// Whether all cards are of one colour.
    pub(super) flush: Flush,
    /// What the flush multiplies by.
    pub(super) flush_multiplier: u32,
    /// The bonuses that are never multiplied.
    pub(super) bonuses: OhMyWordBonuses,
    /// The score step by step, each with its rule.
    pub(super) lines: Vec<Line>,
}

/// The score of a play.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OhMyWordScoreAnswer<'e> {
    #[serde(flatten)]
    pub(super) score: OhMyWordScore,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// The best words of some cards.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OhMyWordBestAnswer<'e> {
    /// The best words, each laid in its best way: more points first, then fewer wilds, then alphabetical.
    pub(super) plays: Vec<OhMyWordScore>,
    /// How many words the cards can spell in all.
    pub(super) words_found: usize,
    /// The sum of the cards' values, where they spell no word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) card_points: Option<u32>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A player who anted.
#[derive(Debug, Clone, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OhMyWordSeat {
    /// The player's name.
    pub(super) name: String,
    /// The chips in front of the player; left out means enough to pay.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) chips: Option<u64>,
}

/// A word that a player looked up in the ruling dictionary.
#[derive(Debug, Clone, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OhMyWordLookUp {
    /// The player.
    pub(super) player: String,
    /// The word.
    pub(super) word: String,
}

/// A word challenged before the dictionary.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OhMyWordChallengeRequest {
    /// The challenged word; either this or `play`.
    #[serde(default, deserialize_with = "present")]
    pub(super) word: Option<String>,
    /// The challenged word's cards; either this or `word`.
    #[serde(default, deserialize_with = "present")]
    pub(super) play: Option<Vec<String>>,
    /// Who challenges.
    pub(super) challenger: String,
    /// Whose word it is.
    pub(super) challenged: String,
    /// What is in the pot at the end of the round, in whole chips.
    pub(super) pot: u64,
    /// Everybody who anted, in seat order, clockwise.
    #[schema(min_items = 2)]
    pub(super) players: Vec<OhMyWordSeat>,
    /// The bonus category in force: one of proper nouns makes the words of its list valid.
    #[serde(default, deserialize_with = "present")]
    pub(super) category: Option<CategoryChoice>,
    /// What players looked up; anything but the challenged word makes them fold (rule 9).
    #[serde(default, deserialize_with = "present")]
    pub(super) look_ups: Option<Vec<OhMyWordLookUp>>,
    /// House rules; none of them bears on a challenge, so that a client may send its own with every request.
    #[serde(default, deserialize_with = "present")]
    pub(super) rules: Option<OhMyWordRules>,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    pub(super) lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    pub(super) overlay: Option<OverlayRequest>,
}

/// The ruling on a challenge before the dictionary.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OhMyWordRuling<'e> {
    /// Whether the challenger was right.
    pub(super) upheld: bool,
    /// Whether the word can be challenged at all: OMYWORD can't.
    pub(super) challengeable: bool,
    /// The word.
    pub(super) word: String,
    /// Whether it counts.
    pub(super) valid: bool,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// What follows for whom.
    pub(super) consequences: Vec<Consequence>,
    /// The digest of everything that the ruling rests on: equal ids mean equal rulings on equal grounds.
    pub(super) id: String,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}

/// A word's place in the category, challenged before the players.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryChallengeRequest {
    /// The challenged word.
    pub(super) word: String,
    /// The category that it claims to belong to.
    pub(super) category: CategoryChoice,
    /// Who challenges.
    pub(super) challenger: String,
    /// Whose word it is.
    pub(super) challenged: String,
    /// Votes that the word is not of the category.
    pub(super) votes_for_challenger: u32,
    /// Votes that it is.
    pub(super) votes_against: u32,
    /// House rules; none of them bears on a challenge, so that a client may send its own with every request.
    #[serde(default, deserialize_with = "present")]
    pub(super) rules: Option<OhMyWordRules>,
    /// The lexicon whose categories count, if not the default one.
    #[serde(default, deserialize_with = "present")]
    pub(super) lexicon: Option<String>,
}

/// The ruling on a challenge before the players.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CategoryRulingAnswer<'e> {
    /// Whether the challenger was right: a tie goes to the challenger.
    pub(super) upheld: bool,
    /// The word.
    pub(super) word: String,
    /// What the list says; the vote overrules it.
    pub(super) listed: bool,
    /// What follows for whom; a lost category challenge costs nothing.
    pub(super) consequences: Vec<Consequence>,
    /// The digest of everything that the ruling rests on.
    pub(super) id: String,
    /// The lexicon whose categories count.
    pub(super) lexicon: &'e Stamp,
}

/// A player's cut.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CutCard {
    /// Who cut.
    pub(super) player: String,
    /// The card that came up.
    pub(super) card: String,
}

/// A cut for the deal.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CutRequest {
    /// Everybody's cut, in seat order.
    #[schema(min_items = 2)]
    pub(super) cuts: Vec<CutCard>,
    /// A lexicon; none bears on a cut, so that a client may send its own with every request.
    #[serde(default, deserialize_with = "present")]
    pub(super) lexicon: Option<String>,
    /// House rules.
    #[serde(default, deserialize_with = "present")]
    pub(super) rules: Option<OhMyWordRules>,
}

/// Who deals.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CutAnswer {
    /// The dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dealer: Option<String>,
    /// Who cut cards of the same rank and cut again among themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tied: Option<Vec<String>>,
}

/// How a player fared in a round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RoundScore {
    /// The player.
    pub(super) player: String,
    /// How the player fared.
    pub(super) standing: Standing,
    /// The word declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) word: Option<String>,
    /// What it scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<u32>,
    /// Whether it counts; a word that doesn't loses only if it was challenged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) valid: Option<bool>,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The sum of the cards' values, where there is no word and the cards are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) card_points: Option<u32>,
}

/// A settled round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SettleAnswer<'e> {
    /// The winners, in seat order; several if they tie, none if nobody was left.
    pub(super) winners: Vec<String>,
    /// What each winner gets from the pot.
    pub(super) shares: Vec<Share>,
    /// What stays in the pot for the next round.
    pub(super) remainder: u64,
    /// What decided the round.
    pub(super) decided_by: DecidedBy,
    /// How every player fared, in seat order.
    pub(super) scores: Vec<RoundScore>,
    /// Everybody's chips afterwards, where all were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chips: Option<Vec<Share>>,
    /// Who won the game, after its last round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_winner: Option<String>,
    /// Who is tied at the end of the game and plays another round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play_on: Option<Vec<String>>,
    /// The lexicon that was asked.
    pub(super) lexicon: &'e Stamp,
}
