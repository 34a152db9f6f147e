//! `POST /v1/{game}/category-challenge`.

use std::marker::PhantomData;

use crate::api::bounds::PlayerName;
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::{self, WordPokerCategoryChallengeRequest, WordPokerRules};
use crate::api::word_poker::responses::WordPokerCategoryRuling;
use crate::edition::Dictionary;
use crate::rules::{Refused, Violations, ruling, word_poker};
use crate::word::Word;

/// Decides a challenge to the category of a word.
pub struct CategoryChallenge<D>(PhantomData<D>);

/// A challenged category, with the players' votes.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct CategoryChallengeQuery {
    word: Word,
    category: CategoryQuery,
    challenger: String,
    challenged: String,
    votes_for_challenger: u32,
    votes_against: u32,
}

impl<D: Deal> Operation for CategoryChallenge<D> {
    const ID: &'static str = D::NAMES.category_challenge.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.category_challenge.path;
    const TAG: &'static str = D::TAG;
    const SUMMARY: &'static str = D::NAMES.category_challenge.summary;
    const DESCRIPTION: &'static str = "All players vote, and a tie goes to the challenger. If the challenger wins, the word stands but loses its category bonus. A challenger who loses pays no penalty (rule 7).";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

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
        let word = requests::word(&request.word, &mut violations.at("word"));
        let category = CategoryChoice::read_without_vote(
            Some(&request.category),
            "votes_for_challenger and votes_against give the vote; omit match",
            dictionary,
            violations,
        );
        let mut name = |player: &PlayerName, member: &'static str| {
            player.read(&mut violations.at(member)).map(str::to_owned)
        };
        let challenger = name(&request.challenger, "challenger");
        let challenged = name(&request.challenged, "challenged");
        let (challenger_name, challenged_name) = (&request.challenger, &request.challenged);
        let parties = requests::check_parties(challenger_name, challenged_name, violations);
        let votes = request.votes(violations);
        rules.and(parties)?;
        let (votes_for_challenger, votes_against) = votes?;
        Ok(CategoryChallengeQuery {
            word: word?,
            category: category?,
            challenger: challenger?,
            challenged: challenged?,
            votes_for_challenger,
            votes_against,
        })
    }

    fn run<'a>(
        query: &'a CategoryChallengeQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerCategoryRuling<'a>, Violations> {
        let CategoryChallengeQuery { word, category, challenger, challenged, .. } = query;
        let (votes_for_challenger, votes_against) =
            (query.votes_for_challenger, query.votes_against);
        let challenged_player = challenged.clone();
        let ruling = word_poker::CategoryChallenge {
            challenged: challenged_player,
            votes_for_challenger,
            votes_against,
        }
        .decide();
        let lexicon = dictionary.id();
        let listed = category.active(&dictionary.edition().lexicon).includes(word);
        let id = ruling::id(&(
            (D::VARIANT, "category_challenge", word, challenger, challenged),
            (votes_for_challenger, votes_against, category.key(), listed, &lexicon.digest),
            (ruling.upheld, &ruling.consequences),
        ));
        Ok(WordPokerCategoryRuling {
            upheld: ruling.upheld,
            word: word.to_string(),
            listed,
            consequences: ruling.consequences,
            id,
            lexicon,
        })
    }
}
