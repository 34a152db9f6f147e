//! The operations of My Word!.

use serde::Serialize;

use super::judgement::{Judgement, too_many_ways};
use super::requests::{
    self, MyWordBestRequest, MyWordChallengeRequest, MyWordRules, MyWordScoreRequest,
    MyWordSettleRequest,
};
use super::responses::{
    MyWordBestResponse, MyWordCall, MyWordRuling, MyWordScoreResponse, MyWordSettleResponse,
};
use crate::api::bounds::{PlayerName, Top};
use crate::api::dictionary::{Opinions, SecondOpinion};
use crate::api::hints::{Reveal, WordHint};
use crate::api::operation::{Cost, Method, NoDictionary, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::my_word::{
    self, AnnouncedCall, Call, Collected, Rules, ShownTable, Standings, Table,
};
use crate::rules::{Refused, Variant, Violations, limits, players};

const TAG: &str = "My Word!";

/// The maximum number of letters of a word that can be placed in less time than a handover to the
/// search pool takes.
const INLINE_LETTERS: usize = 16;

/// Returns the cost of placing a call. Only a call of a word without cards needs a search.
fn placement_cost(call: &AnnouncedCall) -> Cost {
    match call {
        AnnouncedCall::Word(word) if word.len() > INLINE_LETTERS => Cost::Pooled,
        _ => Cost::Inline,
    }
}

/// Scores a call.
pub struct Score;

/// A call on a table.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ScoreQuery {
    table: ShownTable,
    #[serde(flatten)]
    call: AnnouncedCall,
    rules: Rules,
    #[serde(skip)]
    quiet: bool,
}

impl Operation for Score {
    const ID: &'static str = "score_my_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/my-word/score";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Scores a call in My Word!";
    const DESCRIPTION: &'static str = "A call scores one point for each card. A call that names only a word uses the most cards that can spell it. If the call cannot be placed from the table, or if the word is not allowed, the response has `valid: false`, no points and the reasons.";
    const RESPONSE: &'static str = "The score";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = MyWordScoreRequest;
    type Query = ScoreQuery;
    type Basis = Dictionary;
    type Response<'a> = MyWordScoreResponse<'a>;

    fn parse(
        request: Self::Request,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ScoreQuery, Refused> {
        let rules = MyWordRules::of(request.rules);
        let table = requests::shown_table(&request.table, rules, violations);
        let call = requests::call(request.call.as_ref(), request.word.as_ref(), violations);
        let quiet = request.quiet.unwrap_or_default();
        Ok(ScoreQuery { table: table?, call: call?, rules, quiet })
    }

    fn plan(query: &ScoreQuery, _dictionary: &Dictionary) -> Plan {
        Plan::uncached(placement_cost(&query.call))
    }

    fn canonical(query: &ScoreQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        ScoreQuery { table, call, quiet, .. }: &'a ScoreQuery,
        dictionary: &'a Dictionary,
    ) -> Result<MyWordScoreResponse<'a>, Violations> {
        let judgement = Judgement::of(call, table, dictionary)?;
        let legal_call = judgement.legal_call();
        let response = MyWordScoreResponse {
            word: call.text(),
            valid: legal_call.is_some(),
            legal: legal_call.is_some(),
            points: legal_call.map_or(0, Call::points),
            call: judgement.cards(call),
            lines: Some(legal_call.map(Call::lines).unwrap_or_default()),
            reason: judgement.reason,
            breaches: Some(judgement.breaches),
            unread: table.unread().to_vec(),
            remarks: my_word::remarks(table.readable()),
            lexicon: dictionary.id(),
        };
        if !quiet {
            return Ok(response);
        }
        // RULEBOOK C8
        let (reason, call, lines, breaches) = (None, None, None, None);
        let (unread, remarks) = (Vec::new(), Vec::new());
        Ok(MyWordScoreResponse { reason, call, lines, breaches, unread, remarks, ..response })
    }
}

/// Finds the best calls of a table.
pub struct Best;

/// A table to find the best calls for.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct BestQuery {
    table: Table,
    top: usize,
    rules: Rules,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
    #[serde(skip_serializing_if = "Reveal::is_play")]
    reveal: Reveal,
}

impl Operation for Best {
    const ID: &'static str = "best_my_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/my-word/best";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Finds the best calls in My Word!";
    const DESCRIPTION: &'static str = "The search is exact: it considers every choice of cards and wild letters. Returns each word once, with its best placement. Calls are sorted by points (highest first), which is one for each card, wilds (fewest first), and word (alphabetically).";
    const RESPONSE: &'static str = "The best calls";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = MyWordBestRequest;
    type Query = BestQuery;
    type Basis = Dictionary;
    type Response<'a> = MyWordBestResponse<'a>;

    fn parse(
        request: Self::Request,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<BestQuery, Refused> {
        let rules = MyWordRules::of(request.rules);
        let table = requests::table(&request.table, rules, violations);
        let top = Top::read(request.top, limits::DEFAULT_TOP, violations);
        let reveal = request.reveal.unwrap_or_default();
        let max_tier = dictionary.max_tier();
        Ok(BestQuery { table: table?, top: top?, rules, max_tier, reveal })
    }

    /// Always pooled: a search takes from 50 µs to a few milliseconds, and the number of cards does
    /// not predict the time.
    fn plan(_query: &BestQuery, _dictionary: &Dictionary) -> Plan {
        Plan::cached(Cost::Pooled)
    }

    fn index_of(_query: &BestQuery) -> Option<Variant> {
        Some(Variant::MyWord)
    }

    fn canonical(query: &BestQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        BestQuery { table, top, reveal, .. }: &'a BestQuery,
        dictionary: &'a Dictionary,
    ) -> Result<MyWordBestResponse<'a>, Violations> {
        let mut violations = Violations::default();
        let index = dictionary.indexes().my_word(&dictionary.edition().lexicon);
        let best = index.best(dictionary.vocabulary(), table, *top);
        let best = best.map_err(|error| too_many_ways(&error, &mut violations.at("table")));
        let (calls, hints) = reveal.describe(
            violations.finish(best)?,
            |call| MyWordCall::from(&call),
            |call| (call.points() as u64, vec![WordHint::new(call.word().as_bytes())]),
        );
        let remarks = my_word::remarks(table);
        Ok(MyWordBestResponse { calls, hints, remarks, lexicon: dictionary.id() })
    }
}

/// Decides whether a call is allowed.
pub struct Challenge;

/// A call, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ChallengeQuery {
    table: ShownTable,
    #[serde(flatten)]
    call: AnnouncedCall,
    players: Vec<String>,
    caller: Seat,
    dealer: Seat,
    deck: usize,
    rules: Rules,
    #[serde(skip)]
    quiet: bool,
}

/// A player whom the request names, with the place in the list of players.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
struct Seat {
    name: String,
    #[serde(skip)]
    place: usize,
}

impl Seat {
    fn read(
        name: &PlayerName,
        players: &requests::Players,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let name = name.as_str();
        let seated = players.raw().iter().map(PlayerName::as_str);
        let place = players::check_seated(name, seated, violations)?;
        Ok(Self { name: name.to_owned(), place })
    }
}

impl Operation for Challenge {
    const ID: &'static str = "challenge_my_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/my-word/challenge";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Decides whether a call is allowed in My Word!";
    const DESCRIPTION: &'static str = "If the call is allowed, the caller collects its cards. Otherwise, even if it is not a word of letters, every other player, including the dealer, takes one card, clockwise from the caller's left. The cards come from the table, then from the deck, until none are left (M4). A call that would need a text on the table that is not a card is refused, because it is not known whether the card spells the word. With the rule `strict_deck`, a table with more cards than the deck has is refused.";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;
    const IS_RULING: bool = true;

    type Request = MyWordChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Opinions;
    type Response<'a> = MyWordRuling<'a>;

    fn parse(
        request: Self::Request,
        _opinions: &Opinions,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let rules = MyWordRules::of(request.rules);
        let table = requests::shown_table(&request.table, rules, violations);
        let call = requests::call(request.call.as_ref(), request.word.as_ref(), violations);
        let players = requests::names(&request.players, &mut violations.at("players"));
        let caller = Seat::read(&request.caller, &request.players, &mut violations.at("caller"));
        let dealer = Seat::read(&request.dealer, &request.players, &mut violations.at("dealer"));
        let mut place = violations.at("deck");
        let deck = requests::deck(request.deck, table.as_ref().ok(), rules, &mut place);
        Ok(ChallengeQuery {
            table: table?,
            call: call?,
            players: players?,
            caller: caller?,
            dealer: dealer?,
            deck: deck?,
            rules,
            quiet: request.quiet.unwrap_or_default(),
        })
    }

    fn plan(query: &ChallengeQuery, _opinions: &Opinions) -> Plan {
        Plan::uncached(placement_cost(&query.call))
    }

    fn canonical(query: &ChallengeQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        opinions: &'a Opinions,
    ) -> Result<MyWordRuling<'a>, Violations> {
        let ChallengeQuery { table, call, players, caller, deck, quiet, .. } = query;
        let dictionary = opinions.ruling();
        let judgement = Judgement::of(call, table, dictionary)?;
        let challenge = my_word::Challenge {
            collected: judgement.legal_call().map(Call::points),
            caller: caller.place,
            players: players.clone(),
            table: table.len(),
            deck: *deck,
        };
        let opinion = |second: &'a Dictionary| {
            SecondOpinion::new(second, call.reason(second.words()).is_none())
        };
        let ruling = MyWordRuling {
            upheld: challenge.collected.is_none(),
            word: call.text(),
            valid: challenge.collected.is_some(),
            call: judgement.cards(call),
            reason: judgement.reason,
            breaches: Some(judgement.breaches),
            consequences: challenge.consequences(),
            unread: table.unread().to_vec(),
            remarks: my_word::remarks(table.readable()),
            second_opinion: opinions.second().map(opinion),
            lexicon: dictionary.id(),
        };
        if !quiet {
            return Ok(ruling);
        }
        // RULEBOOK C8
        let (reason, call, breaches) = (None, None, None);
        let (unread, remarks) = (Vec::new(), Vec::new());
        Ok(MyWordRuling { reason, call, breaches, unread, remarks, ..ruling })
    }
}

/// Settles a game.
pub struct Settle;

/// The rounds of a game.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SettleQuery {
    rounds: Vec<Vec<Collected>>,
    rules: Rules,
}

impl Operation for Settle {
    const ID: &'static str = "settle_my_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/my-word/settle";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Settles a game of My Word!";
    const DESCRIPTION: &'static str = "Each card that a player collected in any round is one point; cards left on the table score nothing. A game has as many rounds as players. The highest total wins; tied players share the win (M5).";
    const RESPONSE: &'static str = "The totals";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = MyWordSettleRequest;
    type Query = SettleQuery;
    type Basis = NoDictionary;
    type Response<'a> = MyWordSettleResponse;

    fn parse(
        request: Self::Request,
        _basis: &NoDictionary,
        violations: &mut Violations,
    ) -> Result<Self::Query, Refused> {
        let rules = MyWordRules::of(request.rules);
        let rounds = requests::rounds(&request.rounds, rules, &mut violations.at("rounds"));
        Ok(SettleQuery { rounds: rounds?, rules })
    }

    fn canonical(query: &SettleQuery) -> impl Serialize {
        query
    }

    fn run<'a>(
        query: &'a SettleQuery,
        _basis: &'a NoDictionary,
    ) -> Result<MyWordSettleResponse, Violations> {
        let Standings { totals, results, winners, rounds_left } = Standings::of(&query.rounds);
        Ok(MyWordSettleResponse { totals, results, winners, rounds_left })
    }
}
