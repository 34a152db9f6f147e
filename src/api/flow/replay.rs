//! `POST /v1/{game}/replay`.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::comparison::{Comparison, biggest_losses, check_max_tier, searching_up_to};
use super::course::{Course, Step};
use super::requests::ReplayActionsRequest;
use super::responses::{RefusedAction, ReplayActionsResponse, ReplayStep};
use super::start::{self, Started};
use super::state::WireState;
use super::{Flow, Notation as _, schema_name, searches};
use crate::api::lexicons::Lexicons;
use crate::api::operation::{Cost, Method, Operation, Plan, Request as _};
use crate::api::problem::{Problem, ProblemCode};
use crate::edition::Dictionary;
use crate::rules::flow::Searches;
use crate::rules::{Refused, Variant, Violations};

/// Carries out the actions of a record.
pub struct Replay<G>(PhantomData<G>);

/// A record: a start and actions.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ReplayQuery<G: Flow> {
    start: Started<G>,
    actions: Vec<G::Action>,
    checkpoints: Vec<u32>,
    best: bool,
    max_tier: Option<u8>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct CanonicalReplay<'q, G: Flow> {
    start: &'q Map<String, Value>,
    actions: &'q [G::Action],
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    checkpoints: &'q [u32],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    best: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tier: Option<u8>,
}

impl<G: Flow> Operation for Replay<G> {
    const ID: &'static str = G::NAMES.replay.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = G::NAMES.replay.path;
    const TAG: &'static str = G::TITLE;
    const SUMMARY: &'static str = G::NAMES.replay.summary;
    const DESCRIPTION: &'static str = "A record is a start and a list of actions, from which the whole game is played again. If an action is not possible, the replay ends before it, and `refused` says why. `checkpoints` are plies whose states the response shows, to go on from there. With `best`, each play is compared with the best one of its position, as `best` finds it, by the points of this play alone.";
    const RESPONSE: &'static str = "What happened, and the state at the end";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = ReplayActionsRequest<G>;
    type Query = ReplayQuery<G>;
    type Basis = Dictionary;
    type Response<'a> = ReplayActionsResponse<'a, G>;

    fn schema_name<T: ToSchema>() -> String {
        schema_name(&G::name(), &T::name())
    }

    fn resolve(
        request: &ReplayActionsRequest<G>,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Dictionary, Problem> {
        let dictionary = request.start.dictionary();
        let dictionary = dictionary.resolve(lexicons, &mut violations.at("start"))?;
        Ok(searching_up_to(dictionary, request.max_tier, violations))
    }

    fn parse(
        request: ReplayActionsRequest<G>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ReplayQuery<G>, Refused> {
        let started = start::read(&request.start, dictionary, &mut violations.at("start"));
        let actions = request.actions.read("action", &mut violations.at("actions"))?.to_vec();
        let mut checkpoints = Vec::new();
        if let Some(given) = &request.checkpoints {
            let mut place = violations.at("checkpoints");
            for (index, ply) in given.read("checkpoint", &mut place)?.iter().enumerate() {
                checkpoints.push(ply.read(None, &mut place.at(index))?);
            }
        }
        checkpoints.sort_unstable();
        checkpoints.dedup();
        let best = request.best.unwrap_or_default();
        check_max_tier(best, request.max_tier, violations);
        let start = started?;
        Ok(ReplayQuery { start, actions, checkpoints, best, max_tier: dictionary.max_tier() })
    }

    fn canonical(query: &ReplayQuery<G>) -> impl Serialize {
        let &ReplayQuery { ref start, ref actions, ref checkpoints, best, max_tier } = query;
        CanonicalReplay::<G> { start: start.canonical(), actions, checkpoints, best, max_tier }
    }

    fn plan(_query: &ReplayQuery<G>, _dictionary: &Dictionary) -> Plan {
        Plan::uncached(Cost::Pooled)
    }

    fn index_of(query: &ReplayQuery<G>) -> Option<Variant> {
        searches::<G>(&query.actions).or(query.best.then_some(G::VARIANT))
    }

    fn run<'a>(
        query: &'a ReplayQuery<G>,
        dictionary: &'a Dictionary,
    ) -> Result<ReplayActionsResponse<'a, G>, Violations> {
        let mut course =
            Course::<G>::new(query.start.state.clone(), dictionary, Searches::default());
        let mut comparison = query.best.then(|| Comparison::new(dictionary));
        let mut notation = G::Notation::begin(&course.state);
        let is_checkpoint = |state: &G::State| {
            let ply = G::ply(state);
            query.checkpoints.iter().any(|&checkpoint| u64::from(checkpoint) == ply)
        };
        let (mut steps, mut states, mut refused) = (Vec::new(), Vec::new(), None);
        if is_checkpoint(&course.state) {
            states.push(WireState::new(&course.state, dictionary));
        }
        for (at, action) in query.actions.iter().enumerate() {
            let mut breaches = Violations::default();
            let step = course.apply(action, &mut breaches.at("actions").at(at));
            match step {
                Ok(None) => {}
                Ok(Some(step)) => {
                    let Step { before, action, events } = step;
                    let after = &course.state;
                    notation.add(&before, &action, &events, after);
                    let best = comparison.as_mut().and_then(|comparison| {
                        comparison.compare::<G>((&before, after), &events, &mut steps)
                    });
                    steps.push(ReplayStep { ply: G::ply(after), action, events, best });
                    if is_checkpoint(&course.state) {
                        states.push(WireState::new(&course.state, dictionary));
                    }
                }
                Err(_) => {
                    refused = Some(RefusedAction { at, breaches: breaches.into() });
                    break;
                }
            }
        }
        let not_searched = comparison.map_or(0, |comparison| comparison.not_searched);
        Ok(ReplayActionsResponse {
            biggest_losses: query.best.then(|| biggest_losses(&steps)),
            not_searched: (not_searched > 0).then_some(not_searched),
            steps,
            state: WireState::new(&course.state, dictionary),
            result: G::result(&course.state),
            refused,
            states,
            gcg: notation.finish(),
            lexicon: &dictionary.edition().id,
        })
    }
}
