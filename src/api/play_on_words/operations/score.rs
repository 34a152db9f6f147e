//! `POST /v1/play-on-words/score`.

use super::{TAG, TurnQuery};
use crate::api::operation::{Method, Operation};
use crate::api::play_on_words::requests::{self, PlayOnWordsRules, PlayOnWordsScoreRequest};
use crate::api::play_on_words::responses::{PlayOnWordsPart, PlayOnWordsScoreResponse};
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::{Refused, Violations};

/// Scores a turn.
pub struct Score;

impl Operation for Score {
    const ID: &'static str = "score_play_on_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/play-on-words/score";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Scores a turn of Play On Words";
    const DESCRIPTION: &'static str = "Returns every word of the turn with its kind, its points and the rule for them, and the steps of the total. If the turn breaks a placement rule, the response is an error with all its breaches. If a word is not allowed, the response has `valid: false`.";
    const RESPONSE: &'static str = "The score";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = PlayOnWordsScoreRequest;
    type Query = TurnQuery;
    type Basis = Dictionary;
    type Response<'a> = PlayOnWordsScoreResponse<'a>;

    fn parse(
        request: PlayOnWordsScoreRequest,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<TurnQuery, Refused> {
        let rules = PlayOnWordsRules::of(request.rules);
        let stage = requests::stage(request.first_turn, request.last_play, violations);
        let turn = (&request.hand, request.table.as_ref(), &request.turn);
        TurnQuery::read(turn, (stage, rules), violations)
    }

    fn run<'a>(
        query: &'a TurnQuery,
        dictionary: &'a Dictionary,
    ) -> Result<PlayOnWordsScoreResponse<'a>, Violations> {
        let score = &query.score;
        let parts = PlayOnWordsPart::all(score, dictionary, query.rules);
        Ok(PlayOnWordsScoreResponse {
            total: score.total,
            valid: parts.iter().all(|part| part.valid),
            parts,
            went_out: score.went_out,
            bonuses: score.bonuses.into(),
            hand_left: score.hand_left,
            lines: score.lines(),
            lexicon: dictionary.id(),
        })
    }
}
