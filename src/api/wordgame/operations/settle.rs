//! `POST /v1/wordgame/settle`.

use super::TAG;
use crate::api::operation::{Method, NoDictionary, Operation};
use crate::api::problem::ProblemCode;
use crate::api::wordgame::requests::WordgameSettleRequest;
use crate::api::wordgame::responses::{WordgameFinalScore, WordgameSettleResponse};
use crate::api::wordgame::rules::WordgameRules;
use crate::rules::wordgame::{Rules, Standing, settle};
use crate::rules::{Refused, Violations};

/// Settles a game.
pub struct Settle;

/// The players at the end of a game.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SettleQuery {
    standings: Vec<Standing>,
    rules: Rules,
}

impl Operation for Settle {
    const ID: &'static str = "settle_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/settle";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Settles a game of Wordgame";
    const DESCRIPTION: &'static str = "A player's end score is the points of all moves minus the value of the tiles left on the rack; opponents gain nothing. The highest end score wins; equal end scores are a draw (G10).";
    const RESPONSE: &'static str = "The end scores";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = WordgameSettleRequest;
    type Query = SettleQuery;
    type Basis = NoDictionary;
    type Response<'a> = WordgameSettleResponse;

    fn parse(
        request: WordgameSettleRequest,
        _basis: &NoDictionary,
        violations: &mut Violations,
    ) -> Result<SettleQuery, Refused> {
        let rules = WordgameRules::read(request.rules.as_ref(), violations)?;
        let standings = request.standings(&rules, &mut violations.at("players"))?;
        Ok(SettleQuery { standings, rules })
    }

    fn run<'a>(
        SettleQuery { standings, rules }: &'a SettleQuery,
        _basis: &'a NoDictionary,
    ) -> Result<WordgameSettleResponse, Violations> {
        let settlement = settle(standings, None, rules);
        let winners = settlement.winners;
        let scores = settlement.results.into_iter().map(WordgameFinalScore::from).collect();
        let draw = winners.len() > 1;
        Ok(WordgameSettleResponse { scores, winners, draw })
    }
}
