//! `POST /v1/play-on-words/challenge`.

use super::{TAG, TurnQuery};
use crate::api::challenges::{challenged_words, parties};
use crate::api::operation::{Method, Operation};
use crate::api::play_on_words::requests::{self, PlayOnWordsChallengeRequest, PlayOnWordsRules};
use crate::api::play_on_words::responses::PlayOnWordsRuling;
use crate::api::problem::ProblemCode;
use crate::api::words::JudgedWord;
use crate::edition::Dictionary;
use crate::rules::play_on_words::challenge::{self, Ruling};
use crate::rules::play_on_words::{PlayedCard, Score, Stage};
use crate::rules::{Refused, Violations, ruling};
use crate::word::Word;

/// Decides a challenge to a turn.
pub struct Challenge;

/// A challenged turn, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ChallengeQuery {
    turn: TurnQuery,
    /// The challenged words; all words of the turn if empty.
    words: Vec<Word>,
    challenger: Option<String>,
    challenged: Option<String>,
}

impl Operation for Challenge {
    const ID: &'static str = "challenge_play_on_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/play-on-words/challenge";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Decides a challenge to a turn in Play On Words";
    const DESCRIPTION: &'static str = "Challenged words that are not allowed are taken back without points, together with the play-ons to them in the same turn. A player who takes words back has not gone out. The verdict on a word contains the mark that bars it. A challenge may name some words of the turn; the ruling is then only about those words.";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = PlayOnWordsChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Dictionary;
    type Response<'a> = PlayOnWordsRuling<'a>;

    fn parse(
        request: PlayOnWordsChallengeRequest,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let rules = PlayOnWordsRules::of(request.rules);
        let stage = requests::stage(request.first_turn, request.last_play, violations);
        let challenger = request.challenger.as_ref();
        let parties = parties(challenger, request.challenged.as_ref(), "turn", violations);
        let words = challenged_words(request.words.as_ref(), &mut violations.at("words"));
        let turn = (&request.hand, request.table.as_ref(), &request.turn);
        let turn = TurnQuery::read(turn, (stage, rules), violations);
        let [challenger, challenged] = parties?;
        Ok(ChallengeQuery { turn: turn?, words: words?, challenger, challenged })
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        dictionary: &'a Dictionary,
    ) -> Result<PlayOnWordsRuling<'a>, Violations> {
        let ChallengeQuery { turn, words, challenged, .. } = query;
        let score = &turn.score;
        let challenge = challenge::Challenge {
            turn: &turn.turn,
            score,
            table: &turn.table,
            named: words,
            player: challenged.as_deref(),
            rules: turn.rules,
        };
        let mut violations = Violations::default();
        let ruling = challenge.decide(dictionary.words(), &mut violations.at("words"));
        let ruling = violations.finish(ruling)?;
        let total = total_after(&ruling, score);
        let returned: Vec<String> =
            ruling.returned.iter().map(|&index| score.parts[index].word.to_string()).collect();
        let id = id_of(query, &ruling, &returned, total, dictionary);
        let words = ruling.words.iter().map(|(word, verdict)| JudgedWord::new(word, *verdict));
        Ok(PlayOnWordsRuling {
            upheld: ruling.upheld,
            words: words.collect(),
            returned,
            total,
            consequences: ruling.consequences,
            id,
            lexicon: dictionary.id(),
        })
    }
}

/// Returns the score of the turn without the words that return.
fn total_after(ruling: &Ruling, score: &Score) -> u32 {
    if !ruling.upheld {
        return score.total;
    }
    let stays = |index: &usize| !ruling.returned.contains(index);
    (0..score.parts.len()).filter(stays).map(|index| score.parts[index].points).sum()
}

fn id_of(
    ChallengeQuery { turn: query, challenger, challenged, .. }: &ChallengeQuery,
    ruling: &Ruling,
    returned: &[String],
    total: u32,
    dictionary: &Dictionary,
) -> String {
    let TurnQuery { hand, table, turn, stage, rules, .. } = query;
    let play_ons: Vec<(&[usize], &[PlayedCard])> =
        turn.play_ons.iter().map(|play_on| (&play_on.onto[..], &play_on.word[..])).collect();
    let position = (hand, table.iter().map(|word| &word[..]).collect::<Vec<_>>());
    let judged: Vec<(&str, bool)> =
        ruling.words.iter().map(|(word, verdict)| (word.as_str(), verdict.is_allowed())).collect();
    let (first_turn, last_play) = (*stage == Stage::First, *stage == Stage::Last);
    ruling::id(&(
        ("play-on-words", "challenge", position, turn.new_word.as_deref(), play_ons),
        (challenger, challenged, first_turn, last_play),
        (rules.version, rules.plural, rules.play_on_new_word, rules.table_cards),
        (judged, dictionary.digest()),
        (ruling.upheld, returned, total, &ruling.consequences),
    ))
}
