//! The responses of Play On Words.

use serde::Serialize;

use super::turn::PlayOnWordsTurn;
use crate::api::cards::texts;
use crate::api::dictionary::SecondOpinion;
use crate::api::hints::Hint;
use crate::api::words::JudgedWord;
use crate::edition::{Dictionary, EditionId};
use crate::rules::play_on_words::challenge::Ruling;
use crate::rules::play_on_words::{
    Bonuses, FoundTurn, Hand, Mugged, PlayKind, PlayerResult, RuledWord, Rules, Score, Table, Turn,
};
use crate::rules::ruling::Consequence;
use crate::rules::score::Line;
use crate::rules::{DecidingSense, Reason, Remark, Violation};
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
    /// True if the word is allowed; absent in a quiet response.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<bool>,
    /// The reason why the word is not allowed; absent in a quiet response.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The sense that let the word stand or barred it, if it has several; absent in a quiet
    /// response.
    #[serde(skip_serializing_if = "Option::is_none")]
    sense: Option<DecidingSense>,
    /// The rule for the points: `P4` for a new word. For words made from table words, `P5` if the
    /// letters stay in order, `P6` if they are rearranged, and `P7` if they stay in order with a
    /// letter added inside.
    rule: &'static str,
}

impl PlayOnWordsPart {
    /// Describes the words of a scored turn; without a dictionary, without verdicts.
    pub(super) fn all(score: &Score, dictionary: Option<&Dictionary>, rules: Rules) -> Vec<Self> {
        let parts = score.parts.iter().map(|part| {
            let words = dictionary.map(Dictionary::words);
            let verdict = words.map(|words| (part.verdict(words, rules), words));
            let sense = words.and_then(|words| rules.sense(words, &part.word, part.formation));
            Self {
                word: part.word,
                kind: part.kind,
                rearranged: part.is_rearranged(),
                points_per_letter: part.points_per_letter,
                points: part.points,
                valid: verdict.map(|(verdict, _)| verdict.is_allowed()),
                reason: verdict.and_then(|(verdict, words)| verdict.reason_in(words, &part.word)),
                sense,
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

/// Returns the words on the table after a turn, card by card.
pub(super) fn table_after(table: &Table, turn: &Turn) -> Vec<Vec<String>> {
    table.after(turn).iter().map(|word| texts(word)).collect()
}

/// The score of a turn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsScoreResponse<'e> {
    /// The score of the turn. It counts only if all words are allowed.
    pub(super) total: u32,
    /// True if all words of the turn are allowed. A turn that breaks another rule gets an error
    /// with its breaches instead.
    pub(super) valid: bool,
    /// The words of the turn: first the new word, then the play-ons in the order of the turn; in a
    /// quiet response in the order of their table words.
    pub(super) parts: Vec<PlayOnWordsPart>,
    /// True if no card is left, so that the turn ends the round; false on a last play, because the
    /// round has already ended.
    pub(super) went_out: bool,
    /// The bonuses for going out, which are part of the total.
    pub(super) bonuses: PlayOnWordsBonuses,
    /// The cards left in the hand, in this order: letters, combos, flips, wilds.
    #[schema(value_type = Vec<String>)]
    pub(super) hand_left: Hand,
    /// The words on the table after the turn. A play-on takes the place of the first table word
    /// that it uses, and a new word comes last.
    pub(super) table_after: Vec<Vec<String>>,
    /// The steps of the score, each with its rule.
    pub(super) lines: Vec<Line>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// One of the best turns.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsFoundTurn {
    /// The score of the turn.
    total: u32,
    /// The turn.
    #[schema(value_type = PlayOnWordsTurn)]
    turn: Turn,
    /// The words of the turn: first the new word, then the play-ons in the order of the turn.
    parts: Vec<PlayOnWordsPart>,
    /// True if no card is left, so that the turn ends the round; false on a last play, because the
    /// round has already ended.
    went_out: bool,
    /// The bonuses for going out, which are part of the total.
    bonuses: PlayOnWordsBonuses,
    /// The cards left in the hand, in this order: letters, combos, flips, wilds.
    #[schema(value_type = Vec<String>)]
    hand_left: Hand,
    /// The words on the table after the turn. A play-on takes the place of the first table word
    /// that it uses, and a new word comes last.
    table_after: Vec<Vec<String>>,
}

impl PlayOnWordsFoundTurn {
    /// Describes a turn that the search found.
    pub(super) fn new(
        found: FoundTurn,
        table: &Table,
        dictionary: &Dictionary,
        rules: Rules,
    ) -> Self {
        let FoundTurn { turn, score } = found;
        Self {
            total: score.total,
            parts: PlayOnWordsPart::all(&score, Some(dictionary), rules),
            went_out: score.went_out,
            bonuses: score.bonuses.into(),
            hand_left: score.hand_left,
            table_after: table_after(table, &turn),
            turn,
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
    /// The hints, in the same order; present in place of the turns if `reveal` asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hints: Option<Vec<Hint>>,
    /// True if these turns are proven to be the best. If false, the search stopped after a fixed
    /// number of steps, and better turns may exist.
    pub(super) exhaustive: bool,
    /// Present if nothing can be played. True if the player has eight cards and may discard one to
    /// three of them; false if the player has fewer cards and draws instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) discard_allowed: Option<bool>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}

/// The ruling on a challenged turn. A quiet ruling has only `upheld` and `consequences` without
/// amounts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsRuling<'e> {
    /// True if the challenger was right: at least one of the challenged words cannot be laid or is
    /// not allowed.
    upheld: bool,
    /// The challenged words. `valid` is false if the word cannot be laid or is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<JudgedWord<'e>>>,
    /// The words that are taken back without points: the challenged words that are not allowed, all
    /// words that cannot be laid, and the play-ons to a new word that is taken back. Cards that came
    /// from the hand return to the hand, and table words return to the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    returned: Option<Vec<String>>,
    /// The score of the turn after the ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    /// The consequences for the players; `amount` is the number of points that the player loses. It
    /// is absent if a word cannot be laid, because such a word has no points.
    consequences: Vec<Consequence>,
    /// The reasons why words of the turn cannot be laid, and those why the hand cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaches: Option<Vec<Violation>>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The opinion of the second lexicon, if the request asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_opinion: Option<SecondOpinion<'e>>,
    /// The lexicon edition used for this response.
    lexicon: &'e EditionId,
}

impl<'e> PlayOnWordsRuling<'e> {
    /// Describes a ruling.
    pub(super) fn new(
        ruling: Ruling,
        remarks: Vec<Remark>,
        second_opinion: Option<SecondOpinion<'e>>,
        lexicon: &'e EditionId,
    ) -> Self {
        Self {
            upheld: ruling.upheld,
            words: Some(ruling.words.into_iter().map(JudgedWord::from).collect()),
            returned: Some(ruling.returned),
            total: Some(ruling.total),
            consequences: ruling.consequences,
            breaches: Some(ruling.breaches),
            remarks,
            second_opinion,
            lexicon,
        }
    }

    /// Describes a ruling without anything that depends on which word is not allowed (RULEBOOK C8).
    pub(super) fn quiet(
        ruling: Ruling,
        second_opinion: Option<SecondOpinion<'e>>,
        lexicon: &'e EditionId,
    ) -> Self {
        let consequences = ruling.consequences.into_iter();
        Self {
            upheld: ruling.upheld,
            words: None,
            returned: None,
            total: None,
            consequences: consequences
                .map(|consequence| Consequence { amount: None, ..consequence })
                .collect(),
            breaches: None,
            remarks: Vec::new(),
            second_opinion,
            lexicon,
        }
    }
}

impl From<RuledWord> for JudgedWord<'_> {
    fn from(RuledWord { text, is_allowed, reason, sense }: RuledWord) -> Self {
        Self { word: text.into(), valid: is_allowed, reason, sense, definitions: None }
    }
}

/// The ruling on a mugging.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsMugged<'e> {
    /// The player who mugged.
    player: &'e str,
    /// The player who was left with the cards.
    from: &'e str,
    /// The words of the mugging. `valid` is false if the word cannot be laid or is not allowed.
    words: Vec<JudgedWord<'e>>,
    /// The cards that the valid words placed.
    cards: Vec<String>,
    /// The points for these cards.
    points: i64,
    /// The reasons why the mugging, or some of its words, cannot be laid.
    breaches: Vec<Violation>,
}

impl<'e> PlayOnWordsMugged<'e> {
    /// Describes the ruling on a mugging.
    pub(super) fn new(player: &'e str, from: &'e str, mugged: Mugged) -> Self {
        let Mugged { words, cards, points, breaches } = mugged;
        let words = words.into_iter().map(JudgedWord::from).collect();
        Self { player, from, words, cards: texts(&cards), points, breaches }
    }
}

/// A settled round.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlayOnWordsSettleResponse<'e> {
    /// The points of all players, in seat order.
    pub(super) results: Vec<PlayerResult>,
    /// The rulings on the muggings, in the order of the request.
    pub(super) muggings: Vec<PlayOnWordsMugged<'e>>,
    /// The players with the most points, in seat order; several in a tie.
    pub(super) winners: Vec<String>,
    /// The number of rounds that a game of this many players has; one in the Full Deck version.
    pub(super) rounds: usize,
    /// True if the game is over; absent if the request does not give the number of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_over: Option<bool>,
    /// The rules that unplayed cards break, such as a hand of nine cards or a text that is not a
    /// card; absent if there are none. All cards that can be read count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) breaches: Vec<Violation>,
    /// The cards of which the request shows more than the published deck has. Without the house
    /// rule `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    pub(super) lexicon: &'e EditionId,
}
