//! `POST /v1/{game}/view`.

use std::marker::PhantomData;

use serde::Serialize;
use utoipa::ToSchema;

use super::requests::ViewRequest;
use super::responses::ViewResponse;
use super::state::{KnownState, WireState};
use super::{Flow, schema_name};
use crate::api::lexicons::Lexicons;
use crate::api::operation::{Method, Operation, Request as _};
use crate::api::problem::{Problem, ProblemCode};
use crate::edition::Dictionary;
use crate::rules::{Refused, Violations, players};

/// Shows what a player may see.
pub struct ViewState<G>(PhantomData<G>);

/// A state and the player who sees it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ViewQuery<G: Flow> {
    state: KnownState<G>,
    player: Option<String>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct CanonicalView<'q, G: Flow> {
    state: WireState<G>,
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    player: Option<&'q str>,
}

impl<G: Flow> Operation for ViewState<G> {
    const ID: &'static str = G::NAMES.view.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = G::NAMES.view.path;
    const TAG: &'static str = G::TITLE;
    const SUMMARY: &'static str = G::NAMES.view.summary;
    const DESCRIPTION: &'static str = "The view has no seed, no deck, and no cards of others that have not been shown; `next` has only the actions of this player. Two states that differ only in what the player may not know have the same view. Never send a state to the device of a player.";
    const RESPONSE: &'static str = "The view";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_FLOW;

    type Request = ViewRequest<G>;
    type Query = ViewQuery<G>;
    type Basis = Dictionary;
    type Response<'a> = ViewResponse<'a, G>;

    fn schema_name<T: ToSchema>() -> String {
        schema_name(&G::name(), &T::name())
    }

    fn resolve(
        request: &ViewRequest<G>,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Dictionary, Problem> {
        request.state.check_rulebook()?;
        request.dictionary().resolve(lexicons, &mut violations.at("state"))
    }

    fn parse(
        request: ViewRequest<G>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<ViewQuery<G>, Refused> {
        let state = request.state.read(dictionary, &mut violations.at("state"))?;
        let player = match &request.player {
            None => None,
            Some(player) => {
                let names = G::names(&state.state).into_iter();
                players::check_seated(player.as_str(), names, &mut violations.at("for"))?;
                Some(player.as_str().to_owned())
            }
        };
        Ok(ViewQuery { state, player })
    }

    fn canonical(query: &ViewQuery<G>) -> impl Serialize {
        CanonicalView::<G> { state: query.state.wire(), player: query.player.as_deref() }
    }

    fn run<'a>(
        query: &'a ViewQuery<G>,
        dictionary: &'a Dictionary,
    ) -> Result<ViewResponse<'a, G>, Violations> {
        let (state, player) = (&query.state.state, query.player.as_deref());
        Ok(ViewResponse {
            view: G::view(state, player),
            next: G::next(state).seen_by(player),
            lexicon: &dictionary.edition().id,
        })
    }
}
