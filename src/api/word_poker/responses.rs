//! The responses of both games.

use serde::Serialize;

use crate::edition::EditionId;
use crate::rules::ruling::Consequence;
use crate::rules::score::Line;
use crate::rules::word_poker::{
    DecidedBy, Flush, LetterValues, Play, PlayerScore, Score, Share, Standing,
};
use crate::rules::{Reason, Verdict};

/// The bonuses, which are added last and never multiplied.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerBonuses {
    /// The bonus for using all seven cards.
    outburst: u32,
    /// The bonus for OMYWORD.
    exclamation: u32,
    /// The bonus for a palindrome.
    palindrome: u32,
    /// The bonus for a word of the category.
    category: u32,
}

/// A play with its score and the parts of the score.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerScore {
    /// The word.
    word: String,
    /// True if the word is allowed. The play is scored in both cases.
    valid: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The total score.
    total: u32,
    /// The cards in word order, with every wild announced.
    play: Vec<String>,
    /// The sum of the letter values, each multiplied by its multiplier.
    word_value: u32,
    /// The multiplier of each card.
    letter_multipliers: Vec<u32>,
    /// The bonus for the word's length.
    length_bonus: u32,
    /// The colour of the flush, or `none` if the cards have both colours.
    flush: Flush,
    /// The multiplier of the flush.
    flush_multiplier: u32,
    /// The bonuses, which are added last and never multiplied.
    bonuses: WordPokerBonuses,
    /// The steps of the score, each with its rule.
    lines: Vec<Line>,
}

impl WordPokerScore {
    /// Describes the score of a play.
    pub(super) fn new(play: &Play, score: &Score, verdict: Verdict, values: &LetterValues) -> Self {
        let word = play.word();
        Self {
            valid: verdict.is_allowed(),
            reason: verdict.reason(&word),
            word: word.to_string(),
            total: score.total,
            play: play.iter().map(ToString::to_string).collect(),
            word_value: score.word_value,
            letter_multipliers: score.letter_multipliers(play).to_vec(),
            length_bonus: score.length_bonus,
            flush: score.flush,
            flush_multiplier: score.flush_multiplier,
            bonuses: WordPokerBonuses {
                outburst: score.bonuses.outburst,
                exclamation: score.bonuses.exclamation,
                palindrome: score.bonuses.palindrome,
                category: score.category,
            },
            lines: score.lines(play, values),
        }
    }
}

/// The score of a play.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerScoreResponse<'e> {
    #[serde(flatten)]
    pub(super) score: WordPokerScore,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The best words that the cards can spell.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerBestResponse<'e> {
    /// The best words, each with its best placement, sorted by points (highest first), wilds
    /// (fewest first), and word (alphabetically).
    pub(super) plays: Vec<WordPokerScore>,
    /// The number of words that the cards can spell.
    pub(super) words_found: usize,
    /// The sum of the card values; present if the cards spell no word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) card_points: Option<u32>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The ruling on a dictionary challenge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerRuling<'e> {
    /// True if the challenger was right.
    pub(super) upheld: bool,
    /// True if the word can be challenged; false for OMYWORD.
    pub(super) challengeable: bool,
    /// The word.
    pub(super) word: String,
    /// True if the word is allowed.
    pub(super) valid: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The consequences for the players.
    pub(super) consequences: Vec<Consequence>,
    /// The id of the ruling: a digest of everything that it depends on. Equal ids mean equal
    /// rulings on equal grounds.
    pub(super) id: String,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The ruling on a category challenge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerCategoryRuling<'e> {
    /// True if the challenger won the vote; a tie goes to the challenger.
    pub(super) upheld: bool,
    /// The word.
    pub(super) word: String,
    /// True if the category lists the word. The vote overrides the list.
    pub(super) listed: bool,
    /// The consequences for the players; empty if the challenger lost the vote.
    pub(super) consequences: Vec<Consequence>,
    /// The id of the ruling: a digest of everything that it depends on. Equal ids mean equal
    /// rulings on equal grounds.
    pub(super) id: String,
    /// The lexicon edition whose categories were used.
    pub(super) lexicon: &'e EditionId,
}

/// The result of a cut.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerCutResponse {
    /// The dealer; absent if players are tied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dealer: Option<String>,
    /// The players who cut cards of equal rank and must cut again among themselves; absent if there
    /// is a dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tied: Option<Vec<String>>,
}

/// A player's result in a round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerRoundScore {
    /// The player.
    player: String,
    /// The player's state at the end of the round.
    standing: Standing,
    /// The declared word.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    /// The score of the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    /// True if the word is allowed. A word that is not allowed loses only if it was challenged.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<bool>,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The sum of the card values; present if there is no word and the cards are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    card_points: Option<u32>,
}

impl From<PlayerScore> for WordPokerRoundScore {
    fn from(score: PlayerScore) -> Self {
        let (mut total, mut valid, mut reason, mut word) = (None, None, None, None);
        if let Some((play, verdict, score)) = &score.word {
            let spelled = play.word();
            total = Some(score.total);
            valid = Some(verdict.is_allowed());
            reason = verdict.reason(&spelled);
            word = Some(spelled.to_string());
        }
        let PlayerScore { player, standing, card_points, .. } = score;
        Self { player, standing, word, total, valid, reason, card_points }
    }
}

/// A settled round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerSettleResponse<'e> {
    /// The winners, in seat order: several in a tie, none if no player is left.
    pub(super) winners: Vec<String>,
    /// The chips that each winner gets from the pot.
    pub(super) shares: Vec<Share>,
    /// The chips that stay in the pot for the next round.
    pub(super) remainder: u64,
    /// The criterion that decided the round.
    pub(super) decided_by: DecidedBy,
    /// The result of every player, in seat order.
    pub(super) scores: Vec<WordPokerRoundScore>,
    /// The chips of all players after the round; present if the chips of all players were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chips: Option<Vec<Share>>,
    /// The winner of the game; present after the last round, unless players are tied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_winner: Option<String>,
    /// The players who are tied after the last round and play another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play_on: Option<Vec<String>>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}
