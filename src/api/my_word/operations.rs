//! The operations of My Word!.

use super::requests::{
    self, Called, MyWordBestRequest, MyWordChallengeRequest, MyWordScoreRequest,
    MyWordSettleRequest,
};
use super::responses::{
    MyWordBestResponse, MyWordCall, MyWordRuling, MyWordScoreResponse, MyWordSettleResponse,
};
use crate::api::bounds::{PlayerName, Top};
use crate::api::cards::texts;
use crate::api::operation::{Cost, Method, NoDictionary, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::my_word::{self, Call, Collected, Standings, Table, TooManyWays};
use crate::rules::{
    Refused, Variant, Violation, ViolationCode, Violations, limits, players, ruling,
};

const TAG: &str = "My Word!";

/// The maximum number of letters of a word that can be placed in less time than a handover to the
/// search pool takes.
const INLINE_LETTERS: usize = 16;

/// Returns the cost of placing a call. Only a call of a word without cards needs a search.
fn placement_cost(called: &Called) -> Cost {
    match called {
        Called::Word(word) if word.len() > INLINE_LETTERS => Cost::Pooled,
        _ => Cost::Inline,
    }
}

/// Places a call on the table.
///
/// # Errors
/// The table leaves too many ways to place the word.
fn place(
    called: &Called,
    table: &Table,
    violations: &mut Violations,
) -> Result<Option<Call>, Refused> {
    match called {
        Called::Cards(call) => Ok(Some(call.clone())),
        Called::Word(word) => my_word::place(word, table)
            .map_err(|error| too_many_ways(&error, &mut violations.at("word"))),
    }
}

fn too_many_ways(error: &TooManyWays, violations: &mut Violations) -> Refused {
    violations.refuse(ViolationCode::TooManyWays, "M3", error)
}

/// Scores a call.
pub struct Score;

/// A call on a table.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ScoreQuery {
    table: Table,
    called: Called,
}

impl Operation for Score {
    const ID: &'static str = "score_my_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/my-word/score";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Scores a call in My Word!";
    const DESCRIPTION: &'static str = "A call scores one point for each card. A call that names only a word uses the most cards that can spell it. If the call cannot be placed from the table, the response is an error with all its breaches. If the word is not allowed, the response has `legal: false` and no points.";
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
        let table = requests::table(&request.table, violations);
        let called = Called::read(request.call.as_ref(), request.word.as_ref(), violations);
        Ok(ScoreQuery { table: table?, called: called? })
    }

    fn plan(query: &ScoreQuery, _dictionary: &Dictionary) -> Plan {
        Plan::uncached(placement_cost(&query.called))
    }

    fn run<'a>(
        ScoreQuery { table, called }: &'a ScoreQuery,
        dictionary: &'a Dictionary,
    ) -> Result<MyWordScoreResponse<'a>, Violations> {
        let mut violations = Violations::default();
        let placed = place(called, table, &mut violations);
        let call = placed.and_then(|placed| called.check(placed, table, &mut violations));
        let call = violations.finish(call)?;
        let word = call.word();
        let verdict = Variant::MyWord.verdict(dictionary.words(), word);
        let legal = verdict.is_allowed();
        Ok(MyWordScoreResponse {
            word: word.to_string(),
            valid: legal,
            reason: verdict.reason(word),
            legal,
            points: if legal { call.points() } else { 0 },
            call: texts(&call),
            lines: if legal { call.lines() } else { Vec::new() },
            breaches: Vec::new(),
            lexicon: dictionary.id(),
        })
    }
}

/// Finds the best calls of a table.
pub struct Best;

/// A table to find the best calls for.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct BestQuery {
    table: Table,
    top: usize,
}

impl Operation for Best {
    const ID: &'static str = "best_my_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/my-word/best";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Finds the best calls in My Word!";
    const DESCRIPTION: &'static str = "The search is exact: it considers every choice of cards and wild letters. Returns each word once, with its best placement. Calls are sorted by cards (most first), wilds (fewest first), and word (alphabetically).";
    const RESPONSE: &'static str = "The best calls";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = MyWordBestRequest;
    type Query = BestQuery;
    type Basis = Dictionary;
    type Response<'a> = MyWordBestResponse<'a>;

    fn parse(
        request: Self::Request,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<BestQuery, Refused> {
        let table = requests::table(&request.table, violations);
        let top = Top::read(request.top, limits::DEFAULT_TOP, violations);
        Ok(BestQuery { table: table?, top: top? })
    }

    /// Always pooled: a search takes from 50 µs to a few milliseconds, and the number of cards does
    /// not predict the time.
    fn plan(_query: &BestQuery, _dictionary: &Dictionary) -> Plan {
        Plan::cached(Cost::Pooled)
    }

    fn run<'a>(
        BestQuery { table, top }: &'a BestQuery,
        dictionary: &'a Dictionary,
    ) -> Result<MyWordBestResponse<'a>, Violations> {
        let mut violations = Violations::default();
        let best = dictionary.edition().indexes.my_word.best(dictionary.overlay(), table, *top);
        let best = best.map_err(|error| too_many_ways(&error, &mut violations.at("table")));
        let calls = violations.finish(best)?.into_iter().map(|call| MyWordCall {
            word: call.word().to_string(),
            points: call.points(),
            call: texts(&call),
        });
        Ok(MyWordBestResponse { calls: calls.collect(), lexicon: dictionary.id() })
    }
}

/// Decides whether a call is allowed.
pub struct Challenge;

/// A call, with the players whom the ruling concerns.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ChallengeQuery {
    table: Table,
    called: Called,
    players: Vec<String>,
    /// The seats of the caller and of the dealer.
    caller: usize,
    dealer: usize,
    deck: usize,
}

impl Operation for Challenge {
    const ID: &'static str = "challenge_my_word";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/my-word/challenge";
    const TAG: &'static str = TAG;
    const SUMMARY: &'static str = "Decides whether a call is allowed in My Word!";
    const DESCRIPTION: &'static str = "If the call is allowed, the caller collects its cards. Otherwise, every other player, including the dealer, takes one card, clockwise from the caller's left. The cards come from the table, then from the deck, until none are left (M4).";
    const RESPONSE: &'static str = "The ruling";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = MyWordChallengeRequest;
    type Query = ChallengeQuery;
    type Basis = Dictionary;
    type Response<'a> = MyWordRuling<'a>;

    fn parse(
        request: Self::Request,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ChallengeQuery, Refused> {
        let table = requests::table(&request.table, violations);
        let called = Called::read(request.call.as_ref(), request.word.as_ref(), violations);
        let players = requests::names(&request.players, &mut violations.at("players"));
        let mut seat = |name: &PlayerName, member: &'static str| {
            let seated = request.players.raw().iter().map(PlayerName::as_str);
            players::check_seated(name.as_str(), seated, &mut violations.at(member))
        };
        let caller = seat(&request.caller, "caller");
        let dealer = seat(&request.dealer, "dealer");
        let deck = requests::deck(request.deck, table.as_ref().ok(), &mut violations.at("deck"));
        Ok(ChallengeQuery {
            table: table?,
            called: called?,
            players: players?,
            caller: caller?,
            dealer: dealer?,
            deck: deck?,
        })
    }

    fn plan(query: &ChallengeQuery, _dictionary: &Dictionary) -> Plan {
        Plan::uncached(placement_cost(&query.called))
    }

    fn run<'a>(
        query: &'a ChallengeQuery,
        dictionary: &'a Dictionary,
    ) -> Result<MyWordRuling<'a>, Violations> {
        let ChallengeQuery { table, called, players, caller, dealer, deck } = query;
        let mut violations = Violations::default();
        let placed = place(called, table, &mut violations);
        let placed = match placed {
            Ok(placed) => called.check(placed, table, &mut violations).ok(),
            Err(_) => return Err(violations),
        };
        // The breaches of the call are part of the ruling, so they are not an error.
        let breaches: Vec<Violation> = violations.into();
        let word = called.word();
        let challenge = my_word::Challenge {
            word,
            cards: placed.as_ref().map(Call::points),
            caller: *caller,
            players: players.clone(),
            table: table.len(),
            deck: *deck,
        };
        let ruling = challenge.decide(dictionary.words());
        let call = match called {
            Called::Cards(call) => Some(texts(call)),
            Called::Word(_) => placed.as_ref().map(|call| texts(call)),
        };
        let reason = ruling.verdict.reason(&word);
        let cards: Vec<String> = table.cards().map(|card| card.to_string()).collect();
        let id = ruling::id(&(
            (Variant::MyWord, "challenge", cards, word, &call, deck),
            (players, &players[*caller], &players[*dealer], dictionary.digest()),
            (ruling.upheld, &reason, &breaches, &ruling.consequences),
        ));
        Ok(MyWordRuling {
            upheld: ruling.upheld,
            word: word.to_string(),
            valid: ruling.verdict.is_allowed(),
            reason,
            call,
            breaches,
            consequences: ruling.consequences,
            id,
            lexicon: dictionary.id(),
        })
    }
}

/// Settles a game.
pub struct Settle;

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
    type Query = Vec<Vec<Collected>>;
    type Basis = NoDictionary;
    type Response<'a> = MyWordSettleResponse;

    fn parse(
        request: Self::Request,
        _basis: &NoDictionary,
        violations: &mut Violations,
    ) -> Result<Self::Query, Refused> {
        requests::rounds(&request.rounds, &mut violations.at("rounds"))
    }

    fn run<'a>(
        rounds: &'a Self::Query,
        _basis: &'a NoDictionary,
    ) -> Result<MyWordSettleResponse, Violations> {
        let Standings { totals, winners, rounds_left } = Standings::of(rounds);
        Ok(MyWordSettleResponse { totals, winners, rounds_left })
    }
}
