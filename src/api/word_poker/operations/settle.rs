//! `POST /v1/{game}/settle`.

use std::marker::PhantomData;

use serde::Serialize;

use crate::api::bounds::PlayerName;
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::{Deal, EntryQuery};
use crate::api::word_poker::requests::WordPokerRules;
use crate::api::word_poker::responses::{WordPokerRoundScore, WordPokerSettleResponse};
use crate::edition::Dictionary;
use crate::rules::word_poker::{GameResult, Holding, Rules, Showdown};
use crate::rules::{Refused, Violations, players};

/// Settles a round.
pub struct Settle<D>(PhantomData<D>);

/// A round, with everything that its result depends on.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SettleQuery {
    pot: u64,
    players: Vec<EntryQuery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Holding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<CategoryQuery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dealer: Option<Seat>,
    last_round: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<u64>,
    rules: Rules,
}

/// A player whom the request names, with the seat.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
struct Seat {
    name: String,
    #[serde(skip)]
    number: usize,
}

impl<D: Deal> Operation for Settle<D> {
    const ID: &'static str = D::NAMES.settle.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.settle.path;
    const TAG: &'static str = D::TITLE;
    const SUMMARY: &'static str = D::NAMES.settle.summary;
    const DESCRIPTION: &'static str = "The declared word with the highest score wins the pot; tied players split it. A declared word that is not allowed loses only if it was challenged; one that can't be played always loses. If nobody declares a word, the highest sum of card values wins.";
    const RESPONSE: &'static str = "The settled round";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = D::Settle;
    type Query = SettleQuery;
    type Basis = Dictionary;
    type Response<'a> = WordPokerSettleResponse<'a>;

    fn parse(
        request: D::Settle,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<SettleQuery, Refused> {
        let members = D::settle(request, violations);
        let rules = WordPokerRules::read(members.rules.as_ref(), violations);
        let has_votes = members
            .players
            .as_ref()
            .is_ok_and(|players| players.iter().any(|player| player.category_match().is_some()));
        let category = CategoryChoice::read_without_vote(
            members.category.as_ref(),
            "a vote applies to one player's word; give it as the category_match of that player",
            has_votes,
            dictionary,
            violations,
        );
        let pot = members.pot.read("chips", &mut violations.at("pot"));
        let names = || members.names.iter().map(PlayerName::as_str);
        let table = players::check_table(names(), 2, Some("name"), &mut violations.at("players"));
        let dealer = members.dealer.as_ref().map(PlayerName::as_str);
        let dealer = dealer.map(|name| {
            let number = players::check_seated(name, names(), &mut violations.at("dealer"))?;
            Ok(Seat { name: name.to_owned(), number })
        });
        let target = members.target;
        let target = target.map(|target| target.read("chips", &mut violations.at("target")));
        table?;
        Ok(SettleQuery {
            pot: pot?,
            players: members.players?,
            board: members.board?,
            category: category?,
            dealer: dealer.transpose()?,
            last_round: members.last_round,
            target: target.transpose()?,
            rules: rules?,
        })
    }

    fn canonical(query: &SettleQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a SettleQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerSettleResponse<'a>, Violations> {
        let lexicon = &dictionary.edition().lexicon;
        let showdown = Showdown {
            game: D::VARIANT,
            pot: query.pot,
            players: query.players.iter().map(|player| player.entry(D::OWN_CARDS)).collect(),
            board: query.board.clone().unwrap_or(Holding::unknown(0)).filled_to(D::BOARD_CARDS),
            category: CategoryQuery::active(query.category.as_ref(), lexicon).list,
            dealer: query.dealer.as_ref().map(|dealer| dealer.number),
            last_round: query.last_round,
            target: query.target,
            rules: query.rules,
        };
        let mut violations = Violations::default();
        let outcome = showdown.settle(dictionary.words(), &mut violations);
        let outcome = violations.finish(outcome)?;
        let (game_winner, play_on) = match outcome.game {
            Some(GameResult::Won(winner)) => (Some(winner), None),
            Some(GameResult::PlayOn(tied)) => (None, Some(tied)),
            None => (None, None),
        };
        Ok(WordPokerSettleResponse {
            winners: outcome.shares.iter().map(|share| share.player.clone()).collect(),
            shares: outcome.shares,
            remainder: outcome.remainder,
            decided_by: outcome.decided_by,
            scores: outcome.scores.into_iter().map(WordPokerRoundScore::from).collect(),
            chips: outcome.chips,
            game_winner,
            play_on,
            next_dealer: outcome.next_dealer,
            remarks: outcome.remarks,
            lexicon: dictionary.id(),
        })
    }
}
