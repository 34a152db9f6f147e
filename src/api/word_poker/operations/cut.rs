//! `POST /v1/{game}/cut`.

use std::marker::PhantomData;

use crate::api::operation::{Method, NoDictionary, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::{WordPokerCutRequest, WordPokerRules};
use crate::api::word_poker::responses::WordPokerCutResponse;
use crate::rules::word_poker::{self, LetterValues};
use crate::rules::{Refused, Violations};

/// Decides a cut for the deal.
pub struct Cut<D>(PhantomData<D>);

/// Cuts, with the letter values that their ranks depend on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct CutQuery {
    cuts: Vec<word_poker::Cut>,
    values: LetterValues,
}

impl<D: Deal> Operation for Cut<D> {
    const ID: &'static str = D::NAMES.cut.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.cut.path;
    const TAG: &'static str = D::TAG;
    const SUMMARY: &'static str = D::NAMES.cut.summary;
    const DESCRIPTION: &'static str = "The player with a wild is the dealer. Without wilds, the player with the highest letter value is the dealer; among equal values, the player with the letter nearest to Z. Players with equal cards cut again among themselves (rule 2).";
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
        let cuts = request.cuts(&mut violations.at("cuts"));
        Ok(CutQuery { cuts: cuts?, values: rules?.letter_values })
    }

    fn run<'a>(
        CutQuery { cuts, values }: &'a CutQuery,
        _basis: &'a NoDictionary,
    ) -> Result<WordPokerCutResponse, Violations> {
        Ok(match word_poker::Deal::of(cuts, values) {
            word_poker::Deal::Dealer(dealer) => {
                WordPokerCutResponse { dealer: Some(dealer), tied: None }
            }
            word_poker::Deal::Tied(tied) => WordPokerCutResponse { dealer: None, tied: Some(tied) },
        })
    }
}
