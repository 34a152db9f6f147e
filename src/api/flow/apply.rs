//! `POST /v1/{game}/apply`.

use std::marker::PhantomData;

use serde::Serialize;
use utoipa::ToSchema;

use super::course::Course;
use super::requests::{ApplyRequest, Until};
use super::responses::{ApplyResponse, check_views, views};
use super::state::{KnownState, WireState};
use super::{Flow, schema_name, searches};
use crate::api::lexicons::Lexicons;
use crate::api::operation::{Cost, Method, Operation, Plan, Request as _};
use crate::api::problem::{Problem, ProblemCode};
use crate::edition::Dictionary;
use crate::rules::flow::Searches;
use crate::rules::{Refused, Variant, Violations};

/// Carries out actions.
pub struct Apply<G>(PhantomData<G>);

/// A state and actions.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ApplyQuery<G: Flow> {
    state: KnownState<G>,
    actions: Vec<G::Action>,
    until: Option<Until>,
    views: bool,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct CanonicalApply<'q, G: Flow> {
    state: WireState<G>,
    actions: &'q [G::Action],
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Until>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    views: bool,
}

impl<G: Flow> Operation for Apply<G> {
    const ID: &'static str = G::NAMES.apply.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = G::NAMES.apply.path;
    const TAG: &'static str = G::TITLE;
    const SUMMARY: &'static str = G::NAMES.apply.summary;
    const DESCRIPTION: &'static str = "Nothing is stored: the same request always gets the same response, so it can be sent again. If an action is not possible, none is carried out, and the place of the breach names it. Without actions, the response has only `next`. Send `ply` with each action, so that an action that arrives twice is refused the second time.";
    const RESPONSE: &'static str = "The state after the actions";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_FLOW;

    type Request = ApplyRequest<G>;
    type Query = ApplyQuery<G>;
    type Basis = Dictionary;
    type Response<'a> = ApplyResponse<'a, G>;

    fn schema_name<T: ToSchema>() -> String {
        schema_name(&G::name(), &T::name())
    }

    fn resolve(
        request: &ApplyRequest<G>,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Dictionary, Problem> {
        request.state.check_rulebook()?;
        request.dictionary().resolve(lexicons, &mut violations.at("state"))
    }

    fn parse(
        request: ApplyRequest<G>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ApplyQuery<G>, Refused> {
        let state = request.state.read(dictionary, &mut violations.at("state"));
        let actions = request.actions.read("action", &mut violations.at("actions"))?.to_vec();
        let state = state?;
        let views = request.views.unwrap_or_default();
        check_views::<G>(views, &state.state, violations)?;
        Ok(ApplyQuery { state, actions, until: request.until, views })
    }

    fn canonical(query: &ApplyQuery<G>) -> impl Serialize {
        let &ApplyQuery { ref state, ref actions, until, views } = query;
        CanonicalApply::<G> { state: state.wire(), actions, until, views }
    }

    /// Words of a turn can be slow to lay, and bots search.
    fn plan(query: &ApplyQuery<G>, _dictionary: &Dictionary) -> Plan {
        let cost = if query.actions.is_empty() { Cost::Inline } else { Cost::Pooled };
        Plan::uncached(cost)
    }

    fn index_of(query: &ApplyQuery<G>) -> Option<Variant> {
        searches::<G>(&query.actions)
    }

    fn run<'a>(
        query: &'a ApplyQuery<G>,
        dictionary: &'a Dictionary,
    ) -> Result<ApplyResponse<'a, G>, Violations> {
        let mut course =
            Course::<G>::new(query.state.state.clone(), dictionary, Searches::default());
        let mut violations = Violations::default();
        let (mut applied, mut events) = (Vec::new(), Vec::new());
        let turn = G::next(&course.state).to_act;
        for (index, action) in query.actions.iter().enumerate() {
            if query.until.is_some() && G::next(&course.state).to_act != turn {
                break;
            }
            let step = course.apply(action, &mut violations.at("actions").at(index));
            let Ok(step) = step else { return Err(violations) };
            let step = step.map(|step| (step.action, step.events));
            let (action, its_events) = step.map_or((None, Vec::new()), |(a, e)| (Some(a), e));
            applied.extend(action);
            events.push(its_events);
        }
        let state = &course.state;
        Ok(ApplyResponse {
            state: WireState::new(state, dictionary),
            views: query.views.then(|| views::<G>(state, &events)),
            events,
            applied,
            next: G::next(state),
            result: G::result(state),
            lexicon: &dictionary.edition().id,
        })
    }
}
