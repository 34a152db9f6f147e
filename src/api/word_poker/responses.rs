//! The responses of both games.

use serde::Serialize;

use crate::api::dictionary::SecondOpinion;
use crate::api::hints::Hint;
use crate::edition::EditionId;
use crate::rules::ruling::Consequence;
use crate::rules::score::Line;
use crate::rules::word_poker::{
    CutLine, DecidedBy, Flush, LetterValues, Play, PlayedCard, PlayerScore, Score, Share, Standing,
};
use crate::rules::{Reason, Remark, Verdict, Violation};

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
    /// The reason why the word is not allowed; absent if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The total score.
    total: u32,
    /// The cards in word order, with every wild announced.
    #[schema(value_type = Vec<String>)]
    play: Vec<PlayedCard>,
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
            play: play.to_vec(),
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
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The best words that the cards can spell.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerBestResponse<'e> {
    /// The best words, each with its best placement, sorted by points (highest first), wilds
    /// (fewest first), and word (alphabetically).
    pub(super) plays: Vec<WordPokerScore>,
    /// The hints, in the same order; present in place of the plays if `reveal` asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hints: Option<Vec<Hint>>,
    /// The number of words that the cards can spell.
    pub(super) words_found: usize,
    /// The sum of the card values; present if the cards spell no word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) card_points: Option<u32>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The ruling on a dictionary challenge, or on look-ups without a challenge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerRuling<'r> {
    /// True if the challenger was right; absent without a challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) upheld: Option<bool>,
    /// True if the word can be challenged; false for OMYWORD. Absent without a challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) challengeable: Option<bool>,
    /// The word as it was declared, in upper case; absent without a challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) word: Option<String>,
    /// True if the word is allowed and can be played; absent without a challenge, and if `quiet` is
    /// true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) valid: Option<bool>,
    /// The reason why the word is not allowed; absent if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<Reason>,
    /// The reasons why the word can't be played; absent without a challenge, and if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) breaches: Option<Vec<Violation>>,
    /// The name of the active category; absent if it has none, and if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) category: Option<&'r str>,
    /// The consequences for the players.
    pub(super) consequences: Vec<Consequence>,
    /// The player who has won the game, because the challenge eliminated all others (O13).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_winner: Option<String>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The opinion of `second_lexicon` on the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) second_opinion: Option<SecondOpinion<'r>>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'r EditionId,
}

/// The ruling on a category challenge.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerCategoryRuling<'r> {
    /// True if the challenger won the vote; a tie goes to the challenger.
    pub(super) upheld: bool,
    /// The word as it was declared, in upper case.
    pub(super) word: String,
    /// The name of the category, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) category: Option<&'r str>,
    /// True if the category lists the word. The vote overrides the list. Absent if the category has
    /// no words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) listed: Option<bool>,
    /// The consequences for the players; empty if the challenger lost the vote.
    pub(super) consequences: Vec<Consequence>,
    /// The lexicon edition whose categories were used.
    pub(super) lexicon: &'r EditionId,
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
    /// The steps that decide the cut, each with its rule and its player.
    pub(super) lines: Vec<CutLine>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
}

/// A player's result in a round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPokerRoundScore {
    /// The player.
    player: String,
    /// The player's state at the end of the round.
    standing: Standing,
    /// The rule that this state rests on.
    rule: &'static str,
    /// The declared word, in upper case. A wild that was not announced is written as `*`.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    /// The score of the word; absent if the word can't be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    /// True if the word is allowed and can be played. A word that is only not allowed loses if it
    /// was challenged.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<bool>,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The reasons why the word can't be played, or why the player can't hold these cards; absent if
    /// there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    breaches: Vec<Violation>,
    /// The sum of the card values; present if there is no word and the cards are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    card_points: Option<u32>,
    /// The steps of the score, or of the sum of the card values, each with its rule.
    lines: Vec<Line>,
}

impl From<PlayerScore> for WordPokerRoundScore {
    fn from(score: PlayerScore) -> Self {
        let PlayerScore { player, standing, rule, word: declared, breaches, card_points, lines } =
            score;
        let (mut word, mut total, mut valid, mut reason) = (None, None, None, None);
        if let Some(declared) = declared {
            total = declared.played.map(|(_, score)| score.total);
            valid = Some(declared.judgement.is_allowed);
            reason = declared.judgement.reason;
            word = Some(declared.judgement.word);
        }
        Self { player, standing, rule, word, total, valid, reason, breaches, card_points, lines }
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
    /// The winner of the game; present if the game ended with this round, unless players are tied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_winner: Option<String>,
    /// The players who are tied at the end of the game and play another round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play_on: Option<Vec<String>>,
    /// The dealer of the next round: the next player to the dealer's left who still has chips;
    /// present if the dealer was given and the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_dealer: Option<String>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}
