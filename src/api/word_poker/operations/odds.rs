//! `POST /v1/word-for-word/odds`.

use serde::{Serialize, Serializer};

use crate::api::cards::CardList;
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::word_poker::chances::{
    UnseenQuery, WordForWordOddsRequest, deals, default_seed, seed, seen,
};
use crate::api::word_poker::deals::holdings::{board, thought};
use crate::api::word_poker::requests::WordPokerRules;
use crate::edition::{Dictionary, EditionId};
use crate::rules::word_poker::chances::{self, Sample, Situation, Totals};
use crate::rules::word_poker::{ActiveCategory, Card, Hand, PlayedCard, Rules, WordForWord};
use crate::rules::{Game as _, Refused, Remark, Variant, ViolationCode, Violations, limits};

/// Computes the chances of a player of Word For Word.
pub struct Odds;

/// The knowledge of a player, with everything that the odds depend on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct OddsQuery {
    thought: Hand,
    board: Hand,
    opponents: usize,
    seen: Vec<Card>,
    unseen: UnseenQuery,
    /// The sample; `None` if the odds are exact.
    sample: Option<Sample>,
    rules: Rules,
    max_tier: Option<u8>,
}

impl OddsQuery {
    fn situation(&self) -> Situation<'_> {
        Situation {
            thought: self.thought,
            board: self.board,
            unseen: self.unseen.unseen(),
            opponents: self.opponents,
        }
    }

    /// Returns the canonical request with a number of deals and a seed.
    fn canonical(&self, deals: Option<u32>, seed: Option<String>) -> impl Serialize {
        #[derive(Serialize)]
        struct Canonical<'q> {
            thought: Vec<Card>,
            board: Vec<Card>,
            opponents: usize,
            seen: &'q [Card],
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
            thought: self.thought.cards().collect(),
            board: self.board.cards().collect(),
            opponents: self.opponents,
            seen: &self.seen,
            deck: self.unseen.house_deck(),
            deals,
            seed,
            rules: &self.rules,
            max_tier: self.max_tier,
        }
    }
}

impl Serialize for OddsQuery {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let deals = self.sample.map(|sample| sample.deals);
        let seed = self.sample.map(|sample| sample.seed.to_string());
        self.canonical(deals, seed).serialize(serializer)
    }
}

/// The way in which chances are computed.
#[derive(
    Debug, Clone, Copy, Serialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = ChanceMethod)]
pub enum ChanceMethod {
    /// From all cases, which are equally likely.
    Exact,
    /// From a sample that follows from a seed.
    Sampled,
}

/// The best two cards that an opponent can hold.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordForWordNuts {
    /// The cards. Among equally good ones, the first in the published order of the deck.
    #[schema(value_type = Vec<String>)]
    cards: [Card; 2],
    /// The total of the best word, or the sum of the card values if there is no word.
    total: u32,
    /// The best word; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
}

/// The chances of a player of Word For Word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordForWordOddsResponse<'e> {
    /// The method: `exact` or `sampled`.
    method: ChanceMethod,
    /// The number of deals: all that are possible, or the size of the sample. The order of the two
    /// cards in a hand does not count; the opponents are distinguished.
    deals: u64,
    /// The number of deals that the player wins alone.
    wins: u64,
    /// The number of deals in which the player ties for the win.
    ties: u64,
    /// The player's mean share of the pot in millionths, rounded down. A tie of n players counts as
    /// one n-th.
    share_ppm: u64,
    /// The standard error of the share in millionths, rounded down; absent if the method is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error_ppm: Option<u64>,
    /// The seed of the sample; absent if the method is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    /// The total of the player's best word with the cards on the board, or the sum of the card values
    /// if there is no word.
    mine: u32,
    /// True if `mine` is the total of a word.
    by_word: bool,
    /// The player's best word; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    /// The cards of this word, with every wild announced; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    play: Option<Vec<PlayedCard>>,
    /// The best two cards that an opponent can hold with the cards on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    nuts: Option<WordForWordNuts>,
    /// The same without wilds among the two cards; absent if all unseen cards are wilds.
    #[serde(skip_serializing_if = "Option::is_none")]
    nuts_without_wilds: Option<WordForWordNuts>,
    /// The cards of which the request shows more than the deck has. Without the house rule
    /// `strict_deck`, this has no consequence. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Remark>,
    /// The lexicon edition used for this response.
    lexicon: &'e EditionId,
}

impl Operation for Odds {
    const ID: &'static str = "odds_word_for_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/word-for-word/odds";
    const TAG: &'static str = WordForWord::TITLE;
    const SUMMARY: &'static str = "Computes a player's chances in Word For Word";
    const DESCRIPTION: &'static str = "Everybody finds the best word, nobody folds, and unseen cards are equally likely. The odds are exact with the whole board against one or two opponents, and with four board cards against one. Otherwise they follow from a sample of deals, and the sample from the seed, so every replica gives the same odds (rules O21 to O23). A word beats no word; if nobody has one, the card values decide.";
    const RESPONSE: &'static str = "The odds";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = WordForWordOddsRequest;
    type Query = OddsQuery;
    type Basis = Dictionary;
    type Response<'a> = WordForWordOddsResponse<'a>;

    fn parse(
        request: WordForWordOddsRequest,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<OddsQuery, Refused> {
        let rules = WordPokerRules::read(request.rules.as_ref(), violations);
        let thought = thought(&request.thought, &mut violations.at("thought"));
        let board = board(request.board.as_ref(), &mut violations.at("board"));
        let seen = seen(request.seen.as_ref(), &mut violations.at("seen"));
        let opponents = request.opponents.read(Some("F2"), &mut violations.at("opponents"));
        let seed = seed(request.seed.as_ref(), violations);
        let default = match request.board.as_ref().map_or(0, CardList::len) {
            5 => limits::DEFAULT_ODDS_DEALS,
            _ => limits::DEFAULT_BOARD_DEALS,
        };
        let deals = deals(request.deals, default, violations);
        let (thought, board, seen) = (thought?, board?, seen?);
        let lists = [("thought", &thought[..]), ("board", &board[..]), ("seen", &seen[..])];
        let unseen =
            UnseenQuery::read(request.deck.as_ref(), request.rules.as_ref(), lists, violations);
        let hand = |cards: &[Card], violations: &mut Violations| {
            Hand::new(cards).map_err(|error| violations.refuse(ViolationCode::TooMany, "O1", error))
        };
        let mut query = OddsQuery {
            thought: hand(&thought, violations)?,
            board: hand(&board, violations)?,
            opponents: opponents? as usize,
            seen,
            unseen: unseen?,
            sample: None,
            rules: rules?,
            max_tier: dictionary.max_tier(),
        };
        let situation = query.situation();
        let (needed, is_exact) = (situation.needed(), situation.is_exact());
        query.unseen.check(needed, "the rest of the deal", violations)?;
        let (deals, seed) = (deals?, seed?);
        if !is_exact {
            let players = query.opponents + 1;
            let most = limits::ODDS_HANDS as usize / players;
            if query.situation().missing() > 1 && deals as usize > most {
                let detail = format_args!(
                    "{deals}; with {players} players and fewer than four cards on the board, give \
                     at most {most}"
                );
                return Err(violations.at("deals").refuse_form(ViolationCode::OutOfBounds, detail));
            }
            let seed = seed.unwrap_or_else(|| default_seed(query.canonical(Some(deals), None)));
            query.sample = Some(Sample { deals, seed });
        }
        Ok(query)
    }

    fn plan(_query: &OddsQuery, _dictionary: &Dictionary) -> Plan {
        Plan::cached(Cost::Pooled)
    }

    fn index_of(_query: &OddsQuery) -> Option<Variant> {
        Some(Variant::WordForWord)
    }

    fn query_bytes(query: &OddsQuery) -> usize {
        size_of::<OddsQuery>() + size_of_val(&query.seen[..]) + query.unseen.bytes()
    }

    fn canonical(query: &OddsQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a OddsQuery,
        dictionary: &'a Dictionary,
    ) -> Result<WordForWordOddsResponse<'a>, Violations> {
        let index = dictionary.indexes().word_poker(&dictionary.edition().lexicon);
        let vocabulary = dictionary.vocabulary();
        let values = &query.rules.letter_values;
        let totals = Totals::new(index, vocabulary, values);
        let odds = query.situation().odds(&totals, query.sample);
        let chances::Odds { tally, mine, nuts, nuts_without_wilds } = odds;
        let best = |cards: &[Card]| {
            let hand = query.board.with(cards);
            let best = index.best(vocabulary, &hand, values, ActiveCategory::default(), 1);
            best.found.into_iter().next()
        };
        let describe = |nuts: chances::Nuts| WordForWordNuts {
            cards: nuts.cards,
            total: nuts.strength.points(),
            word: best(&nuts.cards).map(|found| found.word.to_string()),
        };
        let thought: Vec<Card> = query.thought.cards().collect();
        let my_best = best(&thought);
        Ok(WordForWordOddsResponse {
            method: match query.sample {
                None => ChanceMethod::Exact,
                Some(_) => ChanceMethod::Sampled,
            },
            deals: tally.deals(),
            wins: tally.wins(),
            ties: tally.ties(),
            share_ppm: tally.share_ppm(),
            standard_error_ppm: query.sample.map(|_| tally.standard_error_ppm()),
            seed: query.sample.map(|sample| sample.seed.to_string()),
            mine: mine.points(),
            by_word: mine.is_word(),
            word: my_best.map(|found| found.word.to_string()),
            play: my_best.map(|found| found.play.to_vec()),
            nuts: nuts.map(describe),
            nuts_without_wilds: nuts_without_wilds.map(describe),
            remarks: query.unseen.remarks(),
            lexicon: dictionary.id(),
        })
    }
}
