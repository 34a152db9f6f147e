//! `POST /v1/play-on-words/score`.

use serde::Serialize;

use super::TAG;
use crate::api::operation::{Method, Operation};
use crate::api::play_on_words::reading::PositionQuery;
use crate::api::play_on_words::requests::PlayOnWordsScoreRequest;
use crate::api::play_on_words::responses::{
    PlayOnWordsPart, PlayOnWordsScoreResponse, table_after,
};
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::play_on_words::{self as game, PlacedTurn, Turn};
use crate::rules::{Refused, Violations};

/// Scores a turn.
pub struct Score;

/// A turn in its position, with the score that follows from them.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TurnQuery {
    #[serde(flatten)]
    position: PositionQuery,
    turn: Turn,
    #[serde(skip)]
    quiet: bool,
    #[serde(skip)]
    score: game::Score,
}

impl TurnQuery {
    /// Checks that a turn can be placed on the table.
    fn new(
        position: PositionQuery,
        turn: Turn,
        quiet: bool,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let PositionQuery { ref hand, ref table, stage, rules } = position;
        let placed = PlacedTurn::place(&turn, hand, table, rules, &mut violations.at("turn"))?;
        let score = game::Score::of(&placed, stage, rules);
        Ok(Self { position, turn, quiet, score })
    }

    /// Returns the turn with its play-ons in an order that does not depend on the request: a quiet
    /// response must not (RULEBOOK C8).
    fn in_quiet_order(mut self, violations: &mut Violations) -> Result<Self, Refused> {
        self.turn.play_ons.sort_by(|a, b| (&a.onto, &a.word[..]).cmp(&(&b.onto, &b.word[..])));
        Self::new(self.position, self.turn, self.quiet, violations)
    }
}

impl Operation for Score {
    const ID: &'static str = "score_play_on_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/play-on-words/score";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Scores a turn of Play On Words";
    const DESCRIPTION: &'static str = "Returns every word of the turn with its kind, its points and the rule for them, the steps of the total, and the table after the turn. If the turn breaks a placement rule, the response is an error with all its breaches. If a word is not allowed, the response has `valid: false`.";
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
        let cards = (&request.hand, request.table.as_ref());
        let stage = (request.first_turn, request.last_play);
        let position = PositionQuery::read(cards, stage, request.rules, violations);
        let turn = request.turn.read(&mut violations.at("turn"));
        let turn = turn.and_then(|turn| turn.to_plays(&mut violations.at("turn")));
        let quiet = request.quiet.unwrap_or_default();
        let query = TurnQuery::new(position?, turn?, quiet, violations)?;
        if quiet { query.in_quiet_order(violations) } else { Ok(query) }
    }

    fn canonical(query: &TurnQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a TurnQuery,
        dictionary: &'a Dictionary,
    ) -> Result<PlayOnWordsScoreResponse<'a>, Violations> {
        let TurnQuery { position, turn, quiet, score } = query;
        let verdicts = (!quiet).then_some(dictionary);
        Ok(PlayOnWordsScoreResponse {
            total: score.total,
            valid: score.is_valid(dictionary.words(), position.rules),
            parts: PlayOnWordsPart::all(score, verdicts, position.rules),
            went_out: score.went_out,
            bonuses: score.bonuses.into(),
            hand_left: score.hand_left,
            table_after: table_after(&position.table, turn),
            lines: score.lines(),
            remarks: position.remarks(),
            lexicon: dictionary.id(),
        })
    }
}
