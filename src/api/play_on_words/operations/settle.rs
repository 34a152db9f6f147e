//! `POST /v1/play-on-words/settle`.

use serde::Serialize;

use super::TAG;
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::play_on_words::reading::{self, check_strict_deck, shown_cards};
use crate::api::play_on_words::responses::{PlayOnWordsMugged, PlayOnWordsSettleResponse};
use crate::api::play_on_words::rules::PlayOnWordsRules;
use crate::api::play_on_words::settle_request::PlayOnWordsSettleRequest;
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::play_on_words::{
    AnnouncedWord, Card, Mugging, Round, Rules, Seat, ShownCard, Table, Turn, remarks,
};
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

    /// Returns the cards of the table and of all players.
    fn cards(&self) -> impl Iterator<Item = Card> {
        let unplayed = self.players.iter().flat_map(|player| player.unplayed.cards());
        shown_cards(&self.table, unplayed)
    }

    fn canonical_mugging<'q>(&'q self, mugging: &'q Mugging) -> CanonicalMugging<'q> {
        CanonicalMugging {
            turn: &mugging.turn,
            player: self.name(mugging.player),
            from: self.name(mugging.from),
            hand_cards: &mugging.hand_cards,
        }
    }
}

/// A request with the names of the players in place of their seats.
#[derive(Serialize)]
struct CanonicalSettle<'q> {
    players: &'q [Seat],
    table: &'q Table,
    muggings: Vec<CanonicalMugging<'q>>,
    rules: Rules,
    #[serde(skip_serializing_if = "Option::is_none")]
    went_out: Option<&'q str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<usize>,
}

/// A mugging in a request.
#[derive(Serialize)]
struct CanonicalMugging<'q> {
    #[serde(flatten)]
    turn: &'q Turn<AnnouncedWord>,
    player: &'q str,
    from: &'q str,
    hand_cards: &'q [ShownCard],
}

impl Operation for Settle {
    const ID: &'static str = "settle_play_on_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/play-on-words/settle";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Settles a round of Play On Words";
    const DESCRIPTION: &'static str = "Each unplayed letter loses its player one point. An opponent who mugs a card gets two points for each of its letters. A mugging that is not possible earns nothing, with its breaches, and the rest is settled. A hand with too many cards, or with a text that is not a card, is a breach; its other cards count. With the rule `strict_deck`, a round that shows more cards than the deck has is refused, because it is not known whose cards are too many. The player with the most points wins the round and, after the last round, the game. In the casual version, the player who goes out wins the round, and the points are the number of rounds won.";
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
        let query = SettleQuery {
            players: players?,
            went_out: went_out?,
            table: table?,
            muggings: muggings?,
            number: number?,
            rules,
        };
        check_strict_deck(query.cards(), rules, violations)?;
        Ok(query)
    }

    fn canonical(query: &SettleQuery) -> impl Serialize {
        CanonicalSettle {
            players: &query.players,
            table: &query.table,
            muggings: query
                .muggings
                .iter()
                .map(|mugging| query.canonical_mugging(mugging))
                .collect(),
            rules: query.rules,
            went_out: query.went_out.map(|out| query.name(out)),
            round: query.number,
        }
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
            breaches: settled.breaches,
            remarks: remarks(query.cards()),
            lexicon: dictionary.id(),
        })
    }
}
