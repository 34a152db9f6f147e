//! My Word! over the wire.

mod parse;
mod wire;

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Serialize;

use super::asked::Asked;
use super::body::{self, Body};
use super::problem::{Problem, ProblemCode};
use super::{State, reply, searching};
use crate::court::Work;
use crate::rules::my_word::{self, Call, Challenge, Standings, Table};
use crate::rules::{Breach, Breaches, Variant, players, ruling};
use parse::Called;
use wire::{
    MyWordBestAnswer, MyWordBestRequest, MyWordCall, MyWordChallengeRequest, MyWordRuling, MyWordScoreAnswer,
    MyWordScoreRequest, MyWordSettleAnswer, MyWordSettleRequest,
};

/// The cards of a call as they are written.
fn written(call: &Call) -> Vec<String> {
    call.iter().map(ToString::to_string).collect()
}

/// What was read, or the breaches that kept it from being read.
fn read<T>(breaches: Breaches, value: Option<T>) -> Result<T, Problem> {
    breaches.or(())?;
    value.ok_or_else(|| Problem::new(ProblemCode::Internal, "a call was neither read nor refused"))
}

/// Up to so many letters a word is laid in less time than a trip to the pool and back costs others.
const CHEAP_LETTERS: usize = 16;

/// The call as it is laid from a table; `None` if a breach says why the rules don't allow that.
///
/// # Errors
/// `overloaded`, and `rules_breached` if the table leaves too many ways to lay the word.
async fn lay(state: &State, called: &Called, table: &Table, breaches: &mut Breaches) -> Result<Option<Call>, Problem> {
    let laid = match called {
        Called::Cards(call) => Some(call.clone()),
        &Called::Word(word) => {
            let cost = if word.len() <= CHEAP_LETTERS { Work::Cheap } else { Work::Costly };
            let laid = {
                let table = *table;
                // Only those who give a word shall carry a search along.
                Box::pin(state.searches.run(cost, move || my_word::lay(&word, &table))).await
            };
            laid.inspect_err(|_| state.metrics.shed.inc())?.map_err(|error| parse::too_many_ways(&error, "/word"))?
        }
    };
    Ok(called.check(laid, table, breaches))
}

/// Scores a call of My Word!
///
/// A point a card. A call that names only a word takes the most cards that can spell it. A call that can't be laid from the table is refused with all its breaches;
/// one of a word that doesn't count is answered with `legal: false` and earns nothing.
#[utoipa::path(
    post,
    path = "/v1/my-word/score",
    tag = "My Word!",
    request_body = MyWordScoreRequest,
    responses((status = 200, description = "The score", body = MyWordScoreAnswer))
)]
pub(in crate::http) async fn score_my_word(
    state: Data<State>,
    Body(request): Body<MyWordScoreRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let table = parse::table(&request.table, &mut breaches);
    let what = parse::called(request.call.as_deref(), request.word.as_deref(), &mut breaches);
    let laid = match (table, what) {
        (Some(table), Some(called)) => lay(&state, &called, &table, &mut breaches).await?,
        _ => None,
    };
    let call = read(breaches, laid)?;
    let word = call.word();
    let verdict = Variant::MyWord.verdict(authority.words(), word);
    let legal = verdict.is_allowed();
    let answer = MyWordScoreAnswer {
        word: word.to_string(),
        valid: legal,
        reason: verdict.reason(word),
        legal,
        points: if legal { call.points() } else { 0 },
        call: written(&call),
        lines: if legal { call.lines() } else { Vec::new() },
        breaches: Vec::new(),
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

/// A table whose best calls are sought, in canonical form: equal questions, equal answers, whatever order the cards came in.
#[derive(Serialize)]
struct Question {
    operation: &'static str,
    table: Vec<String>,
    top: usize,
}

impl Question {
    fn new(table: &Table, top: usize) -> Self {
        Self { operation: BEST, table: table.cards().map(|card| card.to_string()).collect(), top }
    }
}

const BEST: &str = "best_my_word";

/// Finds the best calls of a table of My Word!
///
/// Exact over every choice of cards and wild letters. One call a word, the best way to lay it: more cards first, then fewer wilds, then alphabetical.
#[utoipa::path(
    post,
    path = "/v1/my-word/best",
    tag = "My Word!",
    request_body = MyWordBestRequest,
    responses((status = 200, description = "The best calls", body = MyWordBestAnswer))
)]
pub(in crate::http) async fn best_my_word(
    state: Data<State>,
    Body(request): Body<MyWordBestRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let table = parse::table(&request.table, &mut breaches);
    let top = body::top(request.top, &mut breaches);
    let table = read(breaches, table)?;
    // Always to the pool: a search takes 50 µs to some milliseconds, and which it will be can't be told from the number of cards.
    let question = reply::body(&Question::new(&table, top))?;
    searching::answer(state, authority, BEST, (question, Work::Costly), move |authority| {
        let best = authority.edition().my_word.best(authority.overlay(), &table, top);
        let calls = best.map_err(|error| parse::too_many_ways(&error, "/table"))?;
        let calls = calls.iter().map(|call| MyWordCall {
            word: call.word().to_string(),
            points: call.points(),
            call: written(call),
        });
        reply::body(&MyWordBestAnswer { calls: calls.collect(), lexicon: authority.stamp() })
    })
    .await
}

/// Rules on a call of My Word!
///
/// The caller of an allowed word collects its cards. Else everybody but the caller, the dealer included, takes a card, clockwise from the caller's left: from the
/// table, then from the deck, while there are any (M4).
#[utoipa::path(
    post,
    path = "/v1/my-word/challenge",
    tag = "My Word!",
    request_body = MyWordChallengeRequest,
    responses((status = 200, description = "The ruling", body = MyWordRuling))
)]
pub(in crate::http) async fn challenge_my_word(
    state: Data<State>,
    Body(request): Body<MyWordChallengeRequest>,
) -> Result<HttpResponse, Problem> {
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let mut breaches = Breaches::default();
    let authority = asked.authority(&state, &mut breaches)?;
    let table = parse::table(&request.table, &mut breaches);
    let what = parse::called(request.call.as_deref(), request.word.as_deref(), &mut breaches);
    let names = || request.players.iter().map(String::as_str);
    players::check_table(names(), 2, "/players", "", &mut breaches);
    let caller = players::check_seated(&request.caller, names(), "/caller", &mut breaches);
    players::check_seated(&request.dealer, names(), "/dealer", &mut breaches);
    parse::deck(request.deck, table.as_ref(), &mut breaches);
    let ((table, what), caller) = read(breaches, table.zip(what).zip(caller))?;

    // How the call breaks the rules is what the ruling is about.
    let mut call_breaches = Breaches::default();
    let laid = lay(&state, &what, &table, &mut call_breaches).await?;
    let breaches: Vec<Breach> = call_breaches.into();
    let word = what.word();
    let ruling = Challenge {
        word,
        cards: laid.as_ref().map(Call::points),
        caller,
        players: request.players.clone(),
        table: table.len(),
        deck: request.deck as usize,
    }
    .rule(authority.words());
    let call = match &what {
        Called::Cards(call) => Some(written(call)),
        Called::Word(_) => laid.as_ref().map(written),
    };
    let reason = ruling.verdict.reason(&word);
    let cards: Vec<String> = table.cards().map(|card| card.to_string()).collect();
    let id = ruling::id(&(
        (Variant::MyWord, "challenge", cards, word, &call, request.deck),
        (&request.players, &request.caller, &request.dealer, authority.digest()),
        (ruling.upheld, &reason, &breaches, &ruling.consequences),
    ));
    let answer = MyWordRuling {
        upheld: ruling.upheld,
        word: word.to_string(),
        valid: ruling.verdict.is_allowed(),
        reason,
        call,
        breaches,
        consequences: ruling.consequences,
        id,
        lexicon: authority.stamp(),
    };
    Ok(reply::json(reply::body(&answer)?))
}

/// Settles a game of My Word!
///
/// A point for each card collected, over all rounds; leftover cards score nothing. A game has as many rounds as players. The highest total wins; ties are shared (M5).
#[utoipa::path(
    post,
    path = "/v1/my-word/settle",
    tag = "My Word!",
    request_body = MyWordSettleRequest,
    responses((status = 200, description = "The totals", body = MyWordSettleAnswer))
)]
pub(in crate::http) async fn settle_my_word(
    state: Data<State>,
    Body(request): Body<MyWordSettleRequest>,
) -> Result<HttpResponse, Problem> {
    state.court.edition(request.lexicon.as_deref())?;
    let mut breaches = Breaches::default();
    let rounds = parse::rounds(&request.rounds, &mut breaches);
    breaches.or(())?;
    let standings = Standings::of(&rounds);
    let answer =
        MyWordSettleAnswer { totals: standings.totals, winners: standings.winners, rounds_left: standings.rounds_left };
    Ok(reply::json(reply::body(&answer)?))
}
