//! The games' rules as data.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::problem::{Problem, ProblemCode};
use super::query::NoQuery;
use super::{State, reply};
use crate::rules::Variant;
use crate::rules::limits::{self, Limit};
use crate::rules::sheet::Sheet;

/// The games, and what bounds every request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VariantList {
    /// The games.
    variants: Vec<Sheet>,
    /// The bounds on requests.
    limits: Vec<Limit>,
}

/// Lists the games with their rules as data
///
/// Letter values, decks, boards, numbers and switches, each with the rule it rests on and where it comes from; and the bounds on requests.
#[utoipa::path(
    get,
    path = "/v1/variants",
    tag = "Variants",
    responses((status = 200, description = "The games", body = VariantList))
)]
pub(super) async fn list_variants(
    request: HttpRequest,
    _: NoQuery,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let body = Limit { name: "body_bytes", most: state.body_limits.bytes as u64, what: "bytes in a request's body" };
    let limits = limits::ALL.into_iter().chain([body]).collect();
    let list = VariantList { variants: Variant::ALL.map(Sheet::of).to_vec(), limits };
    Ok(reply::cacheable(&request, "application/json", reply::body(&list)?))
}

/// Shows a game's rules as data
///
/// Letter values, deck, board, numbers and switches, each with the rule it rests on and where it comes from.
#[utoipa::path(
    get,
    path = "/v1/variants/{variant}",
    tag = "Variants",
    params(("variant" = Variant, Path, description = "The game")),
    responses((status = 200, description = "The game", body = Sheet))
)]
pub(super) async fn get_variant(
    request: HttpRequest,
    _: NoQuery,
    slug: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let variant = Variant::from_slug(&slug).ok_or_else(|| {
        let known = Variant::ALL.map(Variant::slug).join(", ");
        Problem::new(ProblemCode::UnknownVariant, format!("no game is called {:?}; there are {known}", slug.as_str()))
    })?;
    Ok(reply::cacheable(&request, "application/json", reply::body(&Sheet::of(variant))?))
}
