//! `POST /v1/{game}/best`.

use std::marker::PhantomData;

use serde::Serialize;

use crate::api::bounds::Top;
use crate::api::hints::{Reveal, WordHint};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::cards::UsableCards;
use crate::api::word_poker::category::{CategoryChoice, CategoryQuery};
use crate::api::word_poker::deals::Deal;
use crate::api::word_poker::requests::WordPokerRules;
use crate::api::word_poker::responses::{WordPokerBestResponse, WordPokerScore};
use crate::edition::Dictionary;
use crate::rules::word_poker::{Deck, Rules};
use crate::rules::{Refused, Variant, Verdict, Violations, limits};

/// The maximum number of wilds with which a search takes less than 500 µs.
const INLINE_WILDS: u8 = 1;

/// Finds the best words that cards can spell.
pub struct Best<D>(PhantomData<D>);

/// Cards, with everything that the scores of their words depend on.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct BestQuery {
    #[serde(flatten)]
    cards: UsableCards,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<CategoryQuery>,
    top: usize,
    rules: Rules,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
    #[serde(skip_serializing_if = "Reveal::is_play")]
    reveal: Reveal,
}

impl<D: Deal> Operation for Best<D> {
    const ID: &'static str = D::NAMES.best.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = D::NAMES.best.path;
    const TAG: &'static str = D::TITLE;
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
            false,
            dictionary,
            violations,
        );
        if let Ok(category) = &category {
            let instead = "give the words of the category";
            CategoryQuery::check_decided(category.as_ref(), instead, violations)?;
        }
        let top = Top::read(members.top, limits::DEFAULT_TOP, violations);
        Ok(BestQuery {
            cards: members.cards?,
            category: category?,
            top: top?,
            rules: rules?,
            max_tier: dictionary.max_tier(),
            reveal: members.reveal,
        })
    }

    fn plan(query: &BestQuery, dictionary: &Dictionary) -> Plan {
        let is_cheap = query.cards.hand().wilds() <= INLINE_WILDS
            && query.top <= limits::DEFAULT_TOP
            && !query.category.as_ref().is_some_and(CategoryQuery::is_large)
            && dictionary.overlay().is_empty()
            && dictionary.indexes().has(Variant::ChooseYourWords);
        Plan::cached(if is_cheap { Cost::Inline } else { Cost::Pooled })
    }

    fn index_of(_query: &BestQuery) -> Option<Variant> {
        Some(Variant::ChooseYourWords)
    }

    fn query_bytes(query: &BestQuery) -> usize {
        let words = query.category.as_ref().map_or(0, CategoryQuery::words_bytes);
        size_of::<BestQuery>() + words
    }

    fn canonical(query: &BestQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        BestQuery { cards, category, top, rules, reveal, .. }: &'a BestQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordPokerBestResponse<'a>, Violations> {
        let (hand, values) = (cards.hand(), &rules.letter_values);
        let category = CategoryQuery::active(category.as_ref(), &dictionary.edition().lexicon);
        let index = dictionary.indexes().word_poker(&dictionary.edition().lexicon);
        let best = index.best(dictionary.vocabulary(), hand, values, category, *top);
        let (plays, hints) = reveal.describe(
            &best.found,
            |found| WordPokerScore::new(&found.play, &found.score, Verdict::Allowed, values),
            |found| (found.score.total.into(), vec![WordHint::new(found.word.as_bytes())]),
        );
        Ok(WordPokerBestResponse {
            plays,
            hints,
            words_found: best.words_found,
            card_points: (best.words_found == 0).then(|| hand.points(values)),
            remarks: Deck::remarks(hand.cards()),
            lexicon: dictionary.id(),
        })
    }
}
