//! `POST /v1/{game}/settle`.

use std::marker::PhantomData;

use crate::api::bounds::PlayerName;
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::WordPokerRules;
use crate::api::word_poker::responses::{WordPokerRoundScore, WordPokerSettleResponse};
use crate::edition::Dictionary;
use crate::rules::word_poker::{self, GameResult, Rules, Showdown};
use crate::rules::{Refused, Violations, players};

/// Settles a round.
pub struct Settle<D>(PhantomData<D>);

/// A round, with everything that its result depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SettleQuery {
    pot: u64,
    players: Vec<word_poker::Entry>,
    category: CategoryQuery,
    dealer: Option<usize>,
    last_round: bool,
    rules: Rules,
}

impl<D: Deal> Operation for Settle<D> {
    const ID: &'static str = D::NAMES.settle.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.settle.path;
    const TAG: &'static str = D::TAG;
    const SUMMARY: &'static str = D::NAMES.settle.summary;
    const DESCRIPTION: &'static str = "The declared word with the highest score wins the pot; tied players split it. A declared word that is not allowed loses only if it was challenged. If nobody declares a word, the highest sum of card values wins.";
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
        let category = CategoryChoice::read_without_vote(
            members.category.as_ref(),
            "a vote applies to one player's word; give it as the category_match of that player",
            dictionary,
            violations,
        );
        let pot = members.pot.read("chips", &mut violations.at("pot"));
        let names = || members.names.iter().map(PlayerName::as_str);
        let table = players::check_table(names(), 2, Some("name"), &mut violations.at("players"));
        let dealer = members.dealer.as_ref();
        let dealer = dealer
            .map(|dealer| {
                players::check_seated(dealer.as_str(), names(), &mut violations.at("dealer"))
            })
            .transpose();
        table?;
        Ok(SettleQuery {
            pot: pot?,
            players: members.players?,
            category: category?,
            dealer: dealer?,
            last_round: members.last_round,
            rules: rules?,
        })
    }

    fn run<'a>(
        query: &'a SettleQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerSettleResponse<'a>, Violations> {
        let showdown = Showdown {
            pot: query.pot,
            players: query.players.clone(),
            category: query.category.active(&dictionary.edition().lexicon).list,
            dealer: query.dealer,
            last_round: query.last_round,
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
            lexicon: dictionary.id(),
        })
    }
}
