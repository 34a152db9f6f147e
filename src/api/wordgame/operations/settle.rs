//! `POST /v1/wordgame/settle`.

use serde::Serialize;

use super::TAG;
use crate::api::operation::{Method, NoDictionary, Operation};
use crate::api::problem::ProblemCode;
use crate::api::wordgame::responses::{WordgameFinalScore, WordgameSettleResponse};
use crate::api::wordgame::rules::WordgameRules;
use crate::api::wordgame::settle_request::{GivenStandings, WordgameSettleRequest};
use crate::rules::wordgame::{Rules, settle};
use crate::rules::{Refused, Violations};

/// Settles a game.
pub struct Settle;

/// The players at the end of a game.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SettleQuery {
    given: GivenStandings,
    rules: Rules,
}

/// A request with the name of the player who went out in place of the seat.
#[derive(Serialize)]
struct CanonicalSettle<'q> {
    players: Vec<CanonicalPlayer<'q>>,
    rules: &'q Rules,
    #[serde(skip_serializing_if = "Option::is_none")]
    went_out: Option<&'q str>,
}

/// A player in a request; the rack is `null` if it is unknown.
#[derive(Serialize)]
struct CanonicalPlayer<'q> {
    name: &'q str,
    points: i64,
    rack: Option<String>,
    overtime_seconds: u64,
}

impl Operation for Settle {
    const ID: &'static str = "settle_wordgame";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/wordgame/settle";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Settles a game of Wordgame";
    const DESCRIPTION: &'static str = "An end score is the points of all moves, changed by the tiles left on racks and by overtime. By default, all players lose the value of their own tiles (G10). With `rules.end`, the player who went out gains the value of the others' tiles, once or twice (C2). The highest end score wins; equal end scores are a draw.";
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
        let given = request.standings(&rules, violations)?;
        Ok(SettleQuery { given, rules })
    }

    fn canonical(SettleQuery { given, rules }: &SettleQuery) -> impl Serialize {
        let GivenStandings { standings, unread_racks, went_out, .. } = given;
        let players = standings.iter().zip(unread_racks);
        let players = players.map(|(standing, unread)| CanonicalPlayer {
            name: &standing.player,
            points: standing.points,
            rack: unread.clone().or_else(|| standing.rack.map(|rack| rack.to_string())),
            overtime_seconds: standing.overtime_seconds,
        });
        CanonicalSettle {
            players: players.collect(),
            rules,
            went_out: went_out.map(|seat| &standings[seat].player[..]),
        }
    }

    fn run<'a>(
        SettleQuery { given, rules }: &'a SettleQuery,
        _basis: &'a NoDictionary,
    ) -> Result<WordgameSettleResponse, Violations> {
        let GivenStandings { standings, went_out, breaches, .. } = given;
        let settlement = settle(standings, *went_out, rules);
        Ok(WordgameSettleResponse {
            draw: settlement.winners.len() > 1,
            results: settlement.results.into_iter().map(WordgameFinalScore::from).collect(),
            breaches: breaches.clone(),
            winners: settlement.winners,
            racks_unknown: settlement.racks_unknown,
        })
    }
}
