//! `POST /v1/play-on-words/settle`.

use super::{TAG, canonical};
use crate::api::json_text::JsonText;
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::play_on_words::reading::{self, check_cards, shown_cards};
use crate::api::play_on_words::responses::{PlayOnWordsMugged, PlayOnWordsSettleResponse};
use crate::api::play_on_words::rules::PlayOnWordsRules;
use crate::api::play_on_words::settle_request::PlayOnWordsSettleRequest;
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::play_on_words::{Mugging, Round, Rules, Seat, Table, remarks};
use crate::rules::{Refused, Violations};

/// Settles a round.
pub struct Settle;

/// A round, with everything that its result depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SettleQuery {
    players: Vec<Seat>,
    went_out: Option<usize>,
    table: Table,
    muggings: Vec<Mugging>,
    number: Option<usize>,
    rules: Rules,
}

impl SettleQuery {
    fn name(&self, seat: usize) -> &str {
        &self.players[seat].name
    }
}

impl Operation for Settle {
    const ID: &'static str = "settle_play_on_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/play-on-words/settle";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Settles a round of Play On Words";
    const DESCRIPTION: &'static str = "Each unplayed letter loses its player one point. An opponent who mugs a card gets two points for each of its letters. A mugging that is not possible earns nothing, with its breaches, and the rest is settled. The player with the most points wins the round and, after the last round, the game. In the casual version, the player who goes out wins the round, and the points are the number of rounds won.";
    const RESPONSE: &'static str = "The points after the round";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = PlayOnWordsSettleRequest;
    type Query = SettleQuery;
    type Basis = Dictionary;
    type Response<'a> = PlayOnWordsSettleResponse<'a>;

    fn parse(
        request: PlayOnWordsSettleRequest,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<SettleQuery, Refused> {
        let rules = PlayOnWordsRules::of(request.rules);
        let table = reading::table(request.table.as_ref(), violations);
        let players = request.seats(violations);
        let went_out = request.went_out(violations);
        let number = request.round(rules.version, violations);
        let muggings = request.muggings(violations);
        let (players, table) = (players?, table?);
        check_cards(&table, players.iter().map(|player| &player.unplayed), rules, violations)?;
        Ok(SettleQuery {
            players,
            went_out: went_out?,
            table,
            muggings: muggings?,
            number: number?,
            rules,
        })
    }

    fn canonical(query: &SettleQuery) -> JsonText {
        let muggings = query.muggings.iter().map(|mugging| {
            canonical(&mugging.turn)
                .with("player", query.name(mugging.player))
                .with("from", query.name(mugging.from))
                .with("hand_cards", &mugging.hand_cards)
        });
        let mut request = JsonText::object()
            .with("players", &query.players)
            .with("table", &query.table)
            .with_text("muggings", &JsonText::list(muggings))
            .with("rules", &query.rules);
        if let Some(out) = query.went_out {
            request = request.with("went_out", query.name(out));
        }
        if let Some(number) = query.number {
            request = request.with("round", &number);
        }
        request
    }

    /// Muggings that combine many table words are slow.
    fn plan(query: &SettleQuery, _dictionary: &Dictionary) -> Plan {
        let is_cheap = query.muggings.is_empty();
        Plan::uncached(if is_cheap { Cost::Inline } else { Cost::Pooled })
    }

    fn run<'a>(
        query: &'a SettleQuery,
        dictionary: &'a Dictionary,
    ) -> Result<PlayOnWordsSettleResponse<'a>, Violations> {
        let round = Round {
            players: query.players.clone(),
            went_out: query.went_out,
            table: &query.table,
            muggings: query.muggings.clone(),
            number: query.number,
            rules: query.rules,
        };
        let mut violations = Violations::default();
        let settled = round.settle(dictionary.words(), &mut violations);
        let settled = violations.finish(settled)?;
        let hands = query.players.iter().map(|player| &player.unplayed);
        let muggings = query.muggings.iter().zip(settled.muggings);
        let muggings = muggings.map(|(mugging, mugged)| {
            let (player, from) = (query.name(mugging.player), query.name(mugging.from));
            PlayOnWordsMugged::new(player, from, mugged)
        });
        Ok(PlayOnWordsSettleResponse {
            results: settled.results,
            muggings: muggings.collect(),
            winners: settled.leaders,
            rounds: settled.rounds,
            game_over: settled.is_over,
            remarks: remarks(shown_cards(&query.table, hands)),
            lexicon: dictionary.id(),
        })
    }
}
