//! `POST /v1/{game}/best`.

use std::marker::PhantomData;

use crate::api::bounds::Top;
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::WordPokerRules;
use crate::api::word_poker::responses::{WordPokerBestResponse, WordPokerScore};
use crate::edition::Dictionary;
use crate::rules::word_poker::{Hand, LetterValues};
use crate::rules::{Refused, Verdict, Violations, limits};

/// The maximum number of wilds with which a search takes less time than a handover to the search
/// pool.
const INLINE_WILDS: u8 = 2;

/// Finds the best words that cards can spell.
pub struct Best<D>(PhantomData<D>);

/// Cards, with everything that the scores of their words depend on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct BestQuery {
    hand: Hand,
    values: LetterValues,
    category: CategoryQuery,
    top: usize,
}

impl<D: Deal> Operation for Best<D> {
    const ID: &'static str = D::NAMES.best.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.best.path;
    const TAG: &'static str = D::TAG;
    const SUMMARY: &'static str = D::NAMES.best.summary;
    const DESCRIPTION: &'static str = "The search is exact: it considers every choice of cards, wild letters and wild colours, and includes OMYWORD and the category bonus. Returns each word once, with its best placement. Words are sorted by points (highest first), wilds (fewest first), and word (alphabetically). Between equal placements, the first difference from the left decides: real cards come before wilds, and blue before red.";
    const RESPONSE: &'static str = "The best words";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = D::Best;
    type Query = BestQuery;
    type Basis = Dictionary;
    type Response<'a> = WordPokerBestResponse<'a>;

    fn parse(
        request: D::Best,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<BestQuery, Refused> {
        let members = D::best(request, violations);
        let rules = WordPokerRules::read(members.rules.as_ref(), violations);
        let category = CategoryChoice::read_without_vote(
            members.category.as_ref(),
            "a vote applies to one word only; give the category's name or words",
            dictionary,
            violations,
        );
        let top = Top::read(members.top, limits::DEFAULT_TOP, violations);
        Ok(BestQuery {
            hand: *members.holding?.hand(),
            values: rules?.letter_values,
            category: category?,
            top: top?,
        })
    }

    fn plan(query: &BestQuery, dictionary: &Dictionary) -> Plan {
        let is_cheap = query.hand.wilds() <= INLINE_WILDS
            && query.top <= limits::DEFAULT_TOP
            && !query.category.is_large()
            && dictionary.overlay().is_empty();
        Plan::cached(if is_cheap { Cost::Inline } else { Cost::Pooled })
    }

    fn query_bytes(query: &BestQuery) -> usize {
        size_of::<BestQuery>() + query.category.words_bytes()
    }

    fn run<'a>(
        BestQuery { hand, values, category, top }: &'a BestQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerBestResponse<'a>, Violations> {
        let edition = dictionary.edition();
        let category = category.active(&edition.lexicon);
        let index = &edition.indexes.word_poker;
        let best = index.best(dictionary.words(), hand, values, category, *top);
        let plays = best
            .found
            .iter()
            .map(|found| WordPokerScore::new(&found.play, &found.score, Verdict::Allowed, values));
        Ok(WordPokerBestResponse {
            plays: plays.collect(),
            words_found: best.words_found,
            card_points: (best.words_found == 0).then(|| hand.points(values)),
            lexicon: dictionary.id(),
        })
    }
}
