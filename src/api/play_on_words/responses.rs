//! The responses of Play On Words.

use serde::Serialize;

use super::requests::{PlayOnWordsPlayOn, PlayOnWordsTurn, TableIndex, WordCards};
use crate::api::bounds::List;
use crate::api::words::JudgedWord;
use crate::edition::{Dictionary, EditionId};
use crate::rules::Reason;
use crate::rules::play_on_words::{Bonuses, Final, FoundTurn, Hand, PlayKind, Rules, Score, Turn};
use crate::rules::ruling::Consequence;
use crate::rules::score::Line;
use crate::word::Word;

/// A word of a turn, with its points.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsPart {
    /// The word.
    #[schema(value_type = String)]
    word: Word,
    /// The kind of play.
    kind: PlayKind,
    /// True if the letters of the table words are rearranged.
    rearranged: bool,
    /// The points for each letter.
    points_per_letter: u32,
    /// The points for the word.
    points: u32,
    /// True if the word is allowed.
    pub(super) valid: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The rule for the points: `P4` for a new word. For words made from table words, `P5` if the
    /// letters stay in order, `P6` if they are rearranged, and `P7` if they stay in order with a
    /// letter added inside.
    rule: &'static str,
}

impl PlayOnWordsPart {
    /// Describes the words of a scored turn.
    pub(super) fn all(score: &Score, dictionary: &Dictionary, rules: Rules) -> Vec<Self> {
        let parts = score.parts.iter().map(|part| {
            let verdict = part.verdict(dictionary.words(), rules);
            Self {
                word: part.word,
                kind: part.kind,
                rearranged: part.is_rearranged(),
                points_per_letter: part.points_per_letter,
                points: part.points,
                valid: verdict.is_allowed(),
                reason: verdict.reason(&part.word),
                rule: part.formation.rule(),
            }
        });
        parts.collect()
    }
}

/// The bonuses for going out.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsBonuses {
    /// The bonus for ending the round.
    going_out: u32,
    /// The bonus for placing the whole initial hand as one new word.
    initial_hand: u32,
}

impl From<Bonuses> for PlayOnWordsBonuses {
    fn from(Bonuses { going_out, initial_hand }: Bonuses) -> Self {
        Self { going_out, initial_hand }
    }
}

/// The score of a turn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsScoreResponse<'e> {
    /// The score of the turn. It counts only if all words are allowed.
    pub(super) total: u32,
    /// True if all words of the turn are allowed. A turn that breaks another rule gets an error
    /// with its breaches instead.
    pub(super) valid: bool,
    /// The words of the turn: first the new word, then the play-ons in the order of the turn.
    pub(super) parts: Vec<PlayOnWordsPart>,
    /// True if no card is left, so that the turn ends the round.
    pub(super) went_out: bool,
    /// The bonuses for going out, which are part of the total.
    pub(super) bonuses: PlayOnWordsBonuses,
    /// The cards left in the hand, in this order: letters, combos, flips, wilds.
    #[schema(value_type = Vec<String>)]
    pub(super) hand_left: Hand,
    /// The steps of the score, each with its rule.
    pub(super) lines: Vec<Line>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// One of the best turns.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsFoundTurn {
    /// The score of the turn.
    total: u32,
    /// The turn.
    turn: PlayOnWordsTurn,
    /// The words of the turn: first the new word, then the play-ons in the order of the turn.
    parts: Vec<PlayOnWordsPart>,
    /// True if no card is left, so that the turn ends the round.
    went_out: bool,
    /// The bonuses for going out, which are part of the total.
    bonuses: PlayOnWordsBonuses,
    /// The cards left in the hand, in this order: letters, combos, flips, wilds.
    #[schema(value_type = Vec<String>)]
    hand_left: Hand,
}

impl PlayOnWordsFoundTurn {
    /// Describes a turn that the search found.
    pub(super) fn new(found: &FoundTurn, dictionary: &Dictionary, rules: Rules) -> Self {
        let FoundTurn { turn, score } = found;
        Self {
            total: score.total,
            turn: PlayOnWordsTurn::from(turn),
            parts: PlayOnWordsPart::all(score, dictionary, rules),
            went_out: score.went_out,
            bonuses: score.bonuses.into(),
            hand_left: score.hand_left,
        }
    }
}

impl From<&Turn> for PlayOnWordsTurn {
    fn from(turn: &Turn) -> Self {
        let play_ons = turn.play_ons.iter().map(|play_on| {
            let index = |&index: &usize| TableIndex::of(u32::try_from(index).unwrap_or(u32::MAX));
            PlayOnWordsPlayOn {
                onto: List::of(play_on.onto.iter().map(index).collect()),
                word: WordCards::of(&play_on.word),
            }
        });
        let play_ons: Vec<PlayOnWordsPlayOn> = play_ons.collect();
        Self {
            new_word: turn.new_word.as_ref().map(|word| WordCards::of(word)),
            play_ons: (!play_ons.is_empty()).then(|| List::of(play_ons)),
        }
    }
}

/// The best turns of a hand.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsBestResponse<'e> {
    /// The best turns, sorted by points (highest first), letters left in the hand (fewest first),
    /// wilds played (fewest first), flips played (fewest first), and the words made
    /// (alphabetically).
    pub(super) turns: Vec<PlayOnWordsFoundTurn>,
    /// True if these turns are proven to be the best. If false, the search stopped after a fixed
    /// number of steps, and better turns may exist.
    pub(super) exhaustive: bool,
    /// Present if nothing can be played. True if the player has eight cards and may discard one to
    /// three of them; false if the player has fewer cards and draws instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) discard_allowed: Option<bool>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The ruling on a challenged turn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsRuling<'e> {
    /// True if the challenger was right: at least one of the challenged words is not allowed.
    pub(super) upheld: bool,
    /// The challenged words.
    pub(super) words: Vec<JudgedWord<'e>>,
    /// The words that are taken back without points: the challenged words that are not allowed, and
    /// the play-ons to them in the same turn. Cards that came from the hand return to the hand, and
    /// table words return to the table.
    pub(super) returned: Vec<String>,
    /// The score of the turn after the ruling.
    pub(super) total: u32,
    /// The consequences for the players; `amount` is the number of points that the player loses.
    pub(super) consequences: Vec<Consequence>,
    /// The id of the ruling: a digest of everything that it depends on. Equal ids mean equal
    /// rulings on equal grounds.
    pub(super) id: String,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// A step between a player's points before and after the settlement.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsStep {
    /// The rule for the step.
    rule: &'static str,
    /// A description for people.
    label: String,
    /// The points that the step adds; negative if it deducts points.
    points: i64,
    /// The player's points after the step.
    running_total: i64,
}

/// A player's points after the round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsFinalScore {
    /// The player.
    player: String,
    /// The points before the settlement.
    points: i64,
    /// The steps from `points` to `final`.
    lines: Vec<PlayOnWordsStep>,
    /// The points after the settlement.
    #[serde(rename = "final")]
    total: i64,
}

impl From<Final> for PlayOnWordsFinalScore {
    fn from(score: Final) -> Self {
        let mut running_total = score.points;
        let lines = score.steps.into_iter().map(|step| {
            running_total += step.points;
            PlayOnWordsStep {
                rule: step.rule,
                label: step.label,
                points: step.points,
                running_total,
            }
        });
        let lines = lines.collect();
        Self { player: score.player, points: score.points, lines, total: score.total }
    }
}

/// A scored mugging.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsMugged<'e> {
    /// The player who mugged.
    pub(super) player: String,
    /// The player who was left with the cards.
    pub(super) from: String,
    /// The words of the mugging.
    pub(super) words: Vec<JudgedWord<'e>>,
    /// The cards that the allowed words placed.
    pub(super) cards: Vec<String>,
    /// The points for these cards.
    pub(super) points: i64,
}

/// A settled round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsSettleResponse<'e> {
    /// The points of all players, in seat order.
    #[serde(rename = "final")]
    pub(super) scores: Vec<PlayOnWordsFinalScore>,
    /// The muggings in the order of the request.
    pub(super) muggings: Vec<PlayOnWordsMugged<'e>>,
    /// The players with the most points, in seat order; several in a tie.
    pub(super) winners: Vec<String>,
    /// The number of rounds that a game of this many players has.
    pub(super) rounds: usize,
    /// True if the game is over; absent if the request does not give the number of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_over: Option<bool>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}
