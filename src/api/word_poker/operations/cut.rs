//! `POST /v1/{game}/cut`.

use std::marker::PhantomData;

use serde::Serialize;

use crate::api::operation::{Method, NoDictionary, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::{WordPokerCutRequest, WordPokerRules};
use crate::api::word_poker::responses::WordPokerCutResponse;
use crate::rules::word_poker::{self, Rules};
use crate::rules::{Refused, Violations};

/// Decides a cut for the deal.
pub struct Cut<D>(PhantomData<D>);

/// Cuts, with the rules that their ranks depend on.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct CutQuery {
    cuts: Vec<word_poker::Cut>,
    rules: Rules,
}

impl<D: Deal> Operation for Cut<D> {
    const ID: &'static str = D::NAMES.cut.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.cut.path;
    const TAG: &'static str = D::TITLE;
    const SUMMARY: &'static str = D::NAMES.cut.summary;
    const DESCRIPTION: &'static str = "The player with a wild is the dealer. Without wilds, the player with the highest letter value is the dealer; among equal values, the player with the letter nearest to Z. Players with equal cards cut again among themselves (O16).";
    const RESPONSE: &'static str = "The dealer";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = WordPokerCutRequest;
    type Query = CutQuery;
    type Basis = NoDictionary;
    type Response<'a> = WordPokerCutResponse;

    fn parse(
        request: WordPokerCutRequest,
        _basis: &NoDictionary,
        violations: &mut Violations,
    ) -> Result<CutQuery, Refused> {
        let rules = WordPokerRules::read(request.rules.as_ref(), violations);
        let cuts = request.cuts(violations);
        Ok(CutQuery { cuts: cuts?, rules: rules? })
    }

    fn canonical(query: &CutQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        CutQuery { cuts, rules }: &'a CutQuery,
        _basis: &'a NoDictionary,
    ) -> Result<WordPokerCutResponse, Violations> {
        let lines = word_poker::Deal::lines(cuts, &rules.letter_values);
        let (dealer, tied) = match word_poker::Deal::of(cuts, &rules.letter_values) {
            word_poker::Deal::Dealer(dealer) => (Some(dealer), None),
            word_poker::Deal::Tied(tied) => (None, Some(tied)),
        };
        let remarks = word_poker::Deck::remarks(cuts.iter().map(|cut| cut.card));
        Ok(WordPokerCutResponse { dealer, tied, lines, remarks })
    }
}
