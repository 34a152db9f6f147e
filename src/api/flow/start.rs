//! `POST /v1/{game}/start`.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::requests::{CONTRIBUTION_BYTES, SeedText, StartRequest};
use super::responses::{StartResponse, check_views, views};
use super::state::{WireState, check_overlay};
use super::{Events, Flow, Setup, schema_name};
use crate::api::bounds::PlayerName;
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::edition::Dictionary;
use crate::lexicon::Digest;
use crate::rules::flow::{Chance, Seed};
use crate::rules::{Refused, ViolationCode, Violations};

/// Starts a game.
pub struct Start<G>(PhantomData<G>);

/// A game at its start, and whether its views are shown.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct StartQuery<G: Flow> {
    start: Started<G>,
    views: bool,
}

/// A game at its start, and the request that started it in canonical form.
#[derive(Debug)]
pub(super) struct Started<G: Flow> {
    pub(super) state: G::State,
    wire: WireState<G>,
    began: Events<G>,
    commitment: Option<Digest>,
    request: Map<String, Value>,
}

impl<G: Flow> Started<G> {
    /// Returns the canonical request: every rule with its value, and one source of chance.
    pub(super) const fn canonical(&self) -> &Map<String, Value> {
        &self.request
    }
}

impl<G: Flow> PartialEq for Started<G> {
    fn eq(&self, other: &Self) -> bool {
        self.request == other.request
    }
}

impl<G: Flow> Eq for Started<G> {}

impl<G: Flow> Hash for Started<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.request.hash(hasher);
    }
}

#[derive(Serialize)]
struct CanonicalStart<'q> {
    #[serde(flatten)]
    request: &'q Map<String, Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    views: bool,
}

impl<G: Flow> Operation for Start<G> {
    const ID: &'static str = G::NAMES.start.id;
    const METHOD: Method = Method::Post;
    const PATH: &'static str = G::NAMES.start.path;
    const TAG: &'static str = G::TITLE;
    const SUMMARY: &'static str = G::NAMES.start.summary;
    const DESCRIPTION: &'static str = "The state has everything that the game needs: store it, and send it with the next actions. The same request always starts the same game, so draw a new `seed` for each. `next` lists the possible actions.";
    const RESPONSE: &'static str = "The state at the start";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = StartRequest<G>;
    type Query = StartQuery<G>;
    type Basis = Dictionary;
    type Response<'a> = StartResponse<'a, G>;

    fn schema_name<T: ToSchema>() -> String {
        schema_name(&G::name(), &T::name())
    }

    fn parse(
        request: StartRequest<G>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<StartQuery<G>, Refused> {
        let views = request.views.unwrap_or_default();
        let start = read(&request, dictionary, violations)?;
        check_views::<G>(views, &start.state, violations)?;
        Ok(StartQuery { start, views })
    }

    fn canonical(query: &StartQuery<G>) -> impl Serialize {
        CanonicalStart { request: query.start.canonical(), views: query.views }
    }

    fn run<'a>(
        query: &'a StartQuery<G>,
        dictionary: &'a Dictionary,
    ) -> Result<StartResponse<'a, G>, Violations> {
        let Started { state, wire, began, commitment, .. } = &query.start;
        Ok(StartResponse {
            state: wire.clone(),
            events: began.clone(),
            next: G::next(state),
            views: query.views.then(|| views::<G>(state, std::slice::from_ref(began))),
            seed_commitment: commitment.map(|commitment| commitment.to_string()),
            lexicon: &dictionary.edition().id,
        })
    }
}

/// Starts the game of a request.
///
/// # Errors
/// Something of it is not possible.
pub(super) fn read<G: Flow>(
    request: &StartRequest<G>,
    dictionary: &Dictionary,
    violations: &mut Violations,
) -> Result<Started<G>, Refused> {
    let overlay = check_overlay(dictionary.overlay(), violations);
    let players = request.players.read("player", &mut violations.at("players"));
    let deck = request.deck.as_ref().map(|deck| deck.read("card", &mut violations.at("deck")));
    let deck: Option<Vec<String>> =
        deck.transpose()?.map(|deck| deck.iter().map(|card| card.0.clone()).collect());
    let source = source(request, violations);
    let players = players?;
    // Without a source, the game starts from any seed, to find the other breaches.
    let any_seed = (Some(Seed::default()), None);
    let setup = |(seed, _): (Option<Seed>, _), deck| Setup {
        players,
        dealer: request.dealer.as_ref().map(PlayerName::as_str),
        rules: request.rules.clone().unwrap_or_default(),
        chance: Chance { seed, shuffles: 0 },
        deck,
    };
    let deck_of_source = source.ok().and(deck.as_deref());
    let started = G::start(setup(source.unwrap_or(any_seed), deck_of_source), violations);
    overlay?;
    let (_, commitment) = source?;
    let (state, began) = started?;
    let wire = WireState::<G>::new(&state, dictionary);
    let StartRequest { dealer, seed, secret, contributions, .. } = request;
    let digits = |text: &SeedText| text.0.to_ascii_lowercase();
    let members = [
        ("players", Some(json!(players))),
        ("dealer", dealer.as_ref().map(|dealer| json!(dealer))),
        ("rules", Some(wire.rules())),
        ("seed", seed.as_ref().map(|seed| json!(digits(seed)))),
        ("secret", secret.as_ref().map(|secret| json!(digits(secret)))),
        ("contributions", contributions.as_ref().map(|texts| json!(texts.raw()))),
        ("deck", deck.map(|deck| json!(deck))),
    ];
    let members = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Ok(Started { state, wire, began, commitment, request: members.collect() })
}

/// Reads the source of the shuffles: a seed, a secret with contributions, or a real deck.
fn source<G: Flow>(
    request: &StartRequest<G>,
    violations: &mut Violations,
) -> Result<(Option<Seed>, Option<Digest>), Refused> {
    let StartRequest { seed, secret, contributions, deck, .. } = request;
    match (seed, secret, deck) {
        (Some(seed), None, None) if contributions.is_none() => {
            Ok((Some(seed.read(&mut violations.at("seed"))?), None))
        }
        (None, Some(secret), None) => {
            let secret = secret.read(&mut violations.at("secret"));
            let Some(contributions) = contributions else {
                let detail = "give a text of each player, in seat order";
                let mut place = violations.at("contributions");
                return Err(place.refuse(ViolationCode::MissingField, "F8", detail));
            };
            let mut place = violations.at("contributions");
            let texts = contributions.read("text", &mut place)?;
            if texts.len() != request.players.raw().len() {
                let detail = "give exactly one text of each player, in seat order";
                return Err(place.refuse(ViolationCode::OutOfBounds, "F8", detail));
            }
            for (index, text) in texts.iter().enumerate() {
                if text.0.len() > CONTRIBUTION_BYTES {
                    let bytes = text.0.len();
                    let detail = format_args!("{bytes} bytes; at most {CONTRIBUTION_BYTES}");
                    return Err(place.at(index).refuse(ViolationCode::OutOfBounds, "F8", detail));
                }
            }
            let secret = secret?;
            let texts: Vec<&str> = texts.iter().map(|text| &text.0[..]).collect();
            Ok((Some(Seed::in_common(&secret, &texts)), Some(Seed::commitment(&secret))))
        }
        (None, None, Some(_)) if contributions.is_none() => Ok((None, None)),
        (None, None, None) if contributions.is_none() => {
            let detail = "give a seed, a secret with contributions, or the deck of real cards";
            Err(violations.at("seed").refuse(ViolationCode::MissingField, "F7", detail))
        }
        _ => {
            let detail = "give one of seed, secret with contributions, and deck";
            Err(violations.refuse(ViolationCode::ConflictingFields, "F7", detail))
        }
    }
}
