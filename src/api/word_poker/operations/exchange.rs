//! `POST /v1/choose-your-words/exchange`.

use serde::{Serialize, Serializer};

use super::odds::ChanceMethod;
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::chances::{
    ChooseYourWordsExchangeRequest, UnseenQuery, deals, default_seed, seed, seen,
};
use crate::api::word_poker::deals::holdings::hand;
use crate::api::word_poker::requests::WordPokerRules;
use crate::edition::{Dictionary, EditionId};
use crate::rules::word_poker::chances::{self, ExchangeOption, Sample, Totals};
use crate::rules::word_poker::{Card, ChooseYourWords, Hand, Rules};
use crate::rules::{Game as _, Refused, Remark, Variant, ViolationCode, Violations, limits};

/// Compares the exchanges of a player of Choose Your Words.
pub struct Exchange;

/// A hand, with everything that the advice depends on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ExchangeQuery {
    hand: Hand,
    max: usize,
    discarded: Vec<Card>,
    unseen: UnseenQuery,
    /// The sample; `None` if the advice is exact.
    sample: Option<Sample>,
    rules: Rules,
    max_tier: Option<u8>,
}

impl ExchangeQuery {
    fn exchange(&self) -> chances::Exchange<'_> {
        chances::Exchange { hand: self.hand, max: self.max, unseen: self.unseen.unseen() }
    }

    /// Returns the canonical request with a number of draws and a seed.
    fn canonical(&self, deals: Option<u32>, seed: Option<String>) -> impl Serialize {
        #[derive(Serialize)]
        struct Canonical<'q> {
            hand: Vec<Card>,
            max: usize,
            discarded: &'q [Card],
            #[serde(skip_serializing_if = "Option::is_none")]
            deck: Option<Vec<Card>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            deals: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            seed: Option<String>,
            rules: &'q Rules,
            #[serde(skip_serializing_if = "Option::is_none")]
            max_tier: Option<u8>,
        }
        Canonical {
            hand: self.hand.cards().collect(),
            max: self.max,
            discarded: &self.discarded,
            deck: self.unseen.house_deck(),
            deals,
            seed,
            rules: &self.rules,
            max_tier: self.max_tier,
        }
    }
}

impl Serialize for ExchangeQuery {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let deals = self.sample.map(|sample| sample.deals);
        let seed = self.sample.map(|sample| sample.seed.to_string());
        self.canonical(deals, seed).serialize(serializer)
    }
}

/// The hand without an exchange.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ChooseYourWordsStand {
    /// The total of the best word; 0 if there is none.
    sum: u32,
    /// Always 1.
    cases: u32,
}

/// Cards to exchange, with the totals after the draw.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ChooseYourWordsExchangeOption {
    /// The cards to discard.
    #[schema(value_type = Vec<String>)]
    discard: Vec<Card>,
    /// The sum of the totals of the best words over all cases. A case without a word adds 0.
    sum: u64,
    /// The number of equally likely draws, or of those in the sample. The order of the drawn cards
    /// does not count.
    cases: u64,
    /// The mean total in thousandths, rounded down.
    expected_milli: u64,
    /// The method: `exact` or `sampled`.
    method: ChanceMethod,
    /// The standard error of the mean total in thousandths, rounded down; absent if the method is
    /// exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error_milli: Option<u64>,
}

impl From<ExchangeOption> for ChooseYourWordsExchangeOption {
    fn from(option: ExchangeOption) -> Self {
        let standard_error_milli = option.standard_error_milli();
        Self {
            sum: option.sum,
            cases: option.cases,
            expected_milli: option.expected_milli(),
            method: match standard_error_milli {
                None => ChanceMethod::Exact,
                Some(_) => ChanceMethod::Sampled,
            },
            standard_error_milli,
            discard: option.discard,
        }
    }
}

/// The exchanges of a hand.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ChooseYourWordsExchangeResponse<'e> {
    /// The hand without an exchange.
    stand: ChooseYourWordsStand,
    /// The exchanges, the highest mean total first. Among equals, fewer cards come first, then the
    /// published order. In a sample, options that got further in the race come first.
    options: Vec<ChooseYourWordsExchangeOption>,
    /// The seed of the sample; absent if the method is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    /// The cards of which the request shows more than the deck has. Without the house rule
    /// `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    lexicon: &'e EditionId,
}

impl Operation for Exchange {
    const ID: &'static str = "exchange_choose_your_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/choose-your-words/exchange";
    const TAG: &'static str = ChooseYourWords::TITLE;
    const SUMMARY: &'static str = "Compares the exchanges of a hand of Choose Your Words";
    const DESCRIPTION: &'static str = "The advice looks one exchange ahead and plays against nobody: it compares the mean totals of the best words after the draw, and unseen cards are equally likely. It does not know the opponents, the bets or a later exchange. With up to two cards, all draws are counted. With more, the options race: all of them get 200 common draws, the best 25 get 800 more, and the best 6 of these 3,200 more. The draws follow from the seed, so every replica gives the same advice (rules O24 and O25).";
    const RESPONSE: &'static str = "The exchanges, the best first";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = ChooseYourWordsExchangeRequest;
    type Query = ExchangeQuery;
    type Basis = Dictionary;
    type Response<'a> = ChooseYourWordsExchangeResponse<'a>;

    fn parse(
        request: ChooseYourWordsExchangeRequest,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ExchangeQuery, Refused> {
        let rules = WordPokerRules::read(request.rules.as_ref(), violations);
        let cards = hand(&request.hand, &mut violations.at("hand"));
        let discarded = seen(request.discarded.as_ref(), &mut violations.at("discarded"));
        let max = request.max.read(Some("O20"), &mut violations.at("max"));
        let seed = seed(request.seed.as_ref(), violations);
        let deals = deals(request.deals, limits::DEFAULT_EXCHANGE_DRAWS, violations);
        let (cards, discarded) = (cards?, discarded?);
        let lists = [("hand", &cards[..]), ("discarded", &discarded[..])];
        let unseen =
            UnseenQuery::read(request.deck.as_ref(), request.rules.as_ref(), lists, violations);
        let hand = Hand::new(&cards)
            .map_err(|error| violations.at("hand").refuse(ViolationCode::TooMany, "O1", error));
        let mut query = ExchangeQuery {
            hand: hand?,
            // A hand of fewer cards can't exchange more.
            max: (max? as usize).min(cards.len()),
            discarded,
            unseen: unseen?,
            sample: None,
            rules: rules?,
            max_tier: dictionary.max_tier(),
        };
        query.unseen.check(query.max, "the exchange", violations)?;
        let (deals, seed) = (deals?, seed?);
        if !query.exchange().is_exact() {
            let seed = seed.unwrap_or_else(|| default_seed(query.canonical(Some(deals), None)));
            query.sample = Some(Sample { deals, seed });
        }
        Ok(query)
    }

    fn plan(_query: &ExchangeQuery, _dictionary: &Dictionary) -> Plan {
        Plan::cached(Cost::Pooled)
    }

    fn index_of(_query: &ExchangeQuery) -> Option<Variant> {
        Some(Variant::ChooseYourWords)
    }

    fn query_bytes(query: &ExchangeQuery) -> usize {
        size_of::<ExchangeQuery>() + size_of_val(&query.discarded[..]) + query.unseen.bytes()
    }

    fn canonical(query: &ExchangeQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a ExchangeQuery,
        dictionary: &'a Dictionary,
    ) -> Result<ChooseYourWordsExchangeResponse<'a>, Violations> {
        let index = dictionary.indexes().word_poker(&dictionary.edition().lexicon);
        let totals = Totals::new(index, dictionary.vocabulary(), &query.rules.letter_values);
        let chances::Advice { stand, options } = query.exchange().advice(&totals, query.sample);
        Ok(ChooseYourWordsExchangeResponse {
            stand: ChooseYourWordsStand { sum: stand, cases: 1 },
            options: options.into_iter().map(Into::into).collect(),
            seed: query.sample.map(|sample| sample.seed.to_string()),
            remarks: query.unseen.remarks(),
            lexicon: dictionary.id(),
        })
    }
}
