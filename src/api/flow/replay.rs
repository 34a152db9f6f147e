//! `POST /v1/{game}/replay`.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::course::Course;
use super::requests::ReplayActionsRequest;
use super::responses::{RefusedAction, ReplayActionsResponse, ReplayStep};
use super::start::{self, Started};
use super::state::WireState;
use super::{Flow, schema_name, searches};
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::rules::{Refused, Variant, Violations};

/// Carries out the actions of a record.
pub struct Replay<G>(PhantomData<G>);

/// A record: a start and actions.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ReplayQuery<G: Flow> {
    start: Started<G>,
    actions: Vec<G::Action>,
    checkpoints: Vec<u32>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct CanonicalReplay<'q, G: Flow> {
    start: &'q Map<String, Value>,
    actions: &'q [G::Action],
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    checkpoints: &'q [u32],
}

impl<G: Flow> Operation for Replay<G> {
    const ID: &'static str = G::NAMES.replay.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = G::NAMES.replay.path;
    const TAG: &'static str = G::TITLE;
    const SUMMARY: &'static str = G::NAMES.replay.summary;
    const DESCRIPTION: &'static str = "A record is a start and a list of actions; whoever has it can play the whole game again. If an action is not possible, the replay ends before it, and `refused` says why. `checkpoints` are plies whose states the response shows, to go on from there.";
    const RESPONSE: &'static str = "What happened, and the state at the end";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_SEARCH;

    type Request = ReplayActionsRequest<G>;
    type Query = ReplayQuery<G>;
    type Basis = Dictionary;
    type Response<'a> = ReplayActionsResponse<'a, G>;

    fn schema_name<T: ToSchema>() -> String {
        schema_name(&G::name(), &T::name())
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
        let start = started?;
        Ok(ReplayQuery { start, actions, checkpoints })
    }

    fn canonical(query: &ReplayQuery<G>) -> impl Serialize {
        let ReplayQuery { start, actions, checkpoints } = query;
        CanonicalReplay::<G> { start: start.canonical(), actions, checkpoints }
    }

    fn plan(_query: &ReplayQuery<G>, _dictionary: &Dictionary) -> Plan {
        Plan::uncached(Cost::Pooled)
    }

    fn index_of(query: &ReplayQuery<G>) -> Option<Variant> {
        searches::<G>(&query.actions)
    }

    fn run<'a>(
        query: &'a ReplayQuery<G>,
        dictionary: &'a Dictionary,
    ) -> Result<ReplayActionsResponse<'a, G>, Violations> {
        let mut course = Course::<G> { state: query.start.state.state.clone(), dictionary };
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
                    let ply = G::ply(&course.state);
                    steps.push(ReplayStep { ply, action: step.action, events: step.events });
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
        Ok(ReplayActionsResponse {
            steps,
            state: WireState::new(&course.state, dictionary),
            result: G::result(&course.state),
            refused,
            states,
            lexicon: &dictionary.edition().id,
        })
    }
}
