//! `POST /v1/{game}/category-challenge`.

use std::marker::PhantomData;

use serde::Serialize;

use crate::api::challenges::Parties;
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::{self, WordPokerCategoryChallengeRequest, WordPokerRules};
use crate::api::word_poker::responses::WordPokerCategoryRuling;
use crate::edition::Dictionary;
use crate::rules::word_poker::{self, Declaration, Rules};
use crate::rules::{Refused, Violations};
use crate::word::Word;

/// Decides a challenge to the category of a word.
pub struct CategoryChallenge<D>(PhantomData<D>);

/// A challenged category, with the players' votes.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct CategoryChallengeQuery {
    #[serde(flatten)]
    declaration: Declaration,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<CategoryQuery>,
    #[serde(flatten)]
    parties: Parties,
    votes_for_challenger: u32,
    votes_against: u32,
    rules: Rules,
}

impl<D: Deal> Operation for CategoryChallenge<D> {
    const ID: &'static str = D::NAMES.category_challenge.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.category_challenge.path;
    const TAG: &'static str = D::TITLE;
    const SUMMARY: &'static str = D::NAMES.category_challenge.summary;
    const DESCRIPTION: &'static str = "All players vote, and a tie goes to the challenger. If the challenger wins, the word stands but loses its category bonus. A challenger who loses pays no penalty (O14). The category can be the dealer's own, with or without a list of words.";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;
    const IS_RULING: bool = true;

    type Request = WordPokerCategoryChallengeRequest;
    type Query = CategoryChallengeQuery;
    type Basis = Dictionary;
    type Response<'a> = WordPokerCategoryRuling<'a>;

    fn parse(
        request: WordPokerCategoryChallengeRequest,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<CategoryChallengeQuery, Refused> {
        let rules = WordPokerRules::read(request.rules.as_ref(), violations);
        let declaration = requests::said(&request.word, &mut violations.at("word"));
        let category = CategoryChoice::read_without_vote(
            Some(&request.category),
            "votes_for_challenger and votes_against give the vote; omit match",
            true,
            dictionary,
            violations,
        );
        let parties = Parties::read(
            request.challenger.as_ref(),
            request.challengers.as_ref(),
            request.challenged.as_ref(),
            "word",
            violations,
        );
        let votes = request.votes(violations);
        let (votes_for_challenger, votes_against) = votes?;
        Ok(CategoryChallengeQuery {
            declaration: declaration?,
            category: category?,
            parties: parties?,
            votes_for_challenger,
            votes_against,
            rules: rules?,
        })
    }

    fn canonical(query: &CategoryChallengeQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a CategoryChallengeQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerCategoryRuling<'a>, Violations> {
        let ruling = word_poker::CategoryChallenge {
            challenged: query.parties.challenged().to_owned(),
            votes_for_challenger: query.votes_for_challenger,
            votes_against: query.votes_against,
        }
        .decide();
        let word = query.declaration.text();
        let category = query.category.as_ref();
        let active = CategoryQuery::active(category, &dictionary.edition().lexicon);
        let has_words = category.is_some_and(CategoryQuery::has_words);
        let listed = || word.parse::<Word>().is_ok_and(|word| active.includes(&word));
        Ok(WordPokerCategoryRuling {
            upheld: ruling.upheld,
            listed: has_words.then(listed),
            word,
            category: category.and_then(CategoryQuery::name),
            consequences: ruling.consequences,
            lexicon: dictionary.id(),
        })
    }
}
