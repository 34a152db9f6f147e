//! The lexicons in force.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::problem::Problem;
use super::query::NoQuery;
use super::{State, reply};
use crate::court::{Court, Edition, FoundAnswer, Holding, Stamp};

/// A lexicon in force.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LexiconInfo {
    /// The lexicon's name.
    name: String,
    /// The edition, as its maintainers number it.
    edition: String,
    /// The SHA-256 of its text.
    digest: String,
    /// Whether it rules where a request names no lexicon.
    default: bool,
    /// How many words it holds.
    words: usize,
    /// How many words bear each mark.
    marks: Vec<MarkCount>,
    /// Its categories.
    categories: Vec<CategoryInfo>,
    /// When this server loaded it (RFC 3339).
    loaded_at: String,
    /// The editions that this server still answers for, the one in force first.
    editions_held: Vec<Stamp>,
}

/// How many words bear a mark.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MarkCount {
    /// The mark.
    mark: &'static str,
    /// How many words bear it.
    words: usize,
}

/// A category of a lexicon.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CategoryInfo {
    /// Its name in requests.
    name: String,
    /// Its name for people.
    title: String,
    /// Whether it asks for proper nouns: then its words are valid, in the lexicon or not.
    proper_nouns: bool,
    /// How many words it has.
    words: usize,
}

/// The lexicons in force.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LexiconList {
    /// The lexicons, by name.
    lexicons: Vec<LexiconInfo>,
}

impl LexiconInfo {
    /// What is told of an edition of a lexicon; `holding` is the lexicon.
    pub(super) fn of(edition: &Edition, holding: &Holding, default: bool) -> Self {
        let lexicon = &edition.lexicon;
        let category = |category: &crate::lexicon::Category| CategoryInfo {
            name: category.name.clone(),
            title: category.title.clone(),
            proper_nouns: category.proper_nouns,
            words: category.words().len(),
        };
        Self {
            name: edition.stamp.name.clone(),
            edition: edition.stamp.edition.clone(),
            digest: edition.stamp.digest.clone(),
            default,
            words: lexicon.len(),
            marks: lexicon.mark_counts().map(|(mark, words)| MarkCount { mark: mark.name(), words }).into(),
            categories: lexicon.categories().iter().map(category).collect(),
            loaded_at: humantime::format_rfc3339_seconds(edition.loaded_at).to_string(),
            editions_held: holding.editions().iter().map(|held| held.stamp.clone()).collect(),
        }
    }
}

/// Every lexicon in the edition in force.
pub(super) fn list(court: &Court) -> LexiconList {
    let info =
        |(name, holding): (&str, &Holding)| LexiconInfo::of(holding.in_force(), holding, name == court.default_name());
    LexiconList { lexicons: court.roster().iter().map(info).collect() }
}

/// Lists the lexicons in force
///
/// Their editions, digests and counts.
#[utoipa::path(
    get,
    path = "/v1/lexicons",
    tag = "Lexicons",
    responses((status = 200, description = "The lexicons", body = LexiconList))
)]
pub(super) async fn list_lexicons(
    request: HttpRequest,
    _: NoQuery,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    Ok(reply::cacheable(&request, "application/json", reply::body(&list(&state.court))?))
}

/// Shows a lexicon in force
///
/// Its edition, digest, counts and categories.
#[utoipa::path(
    get,
    path = "/v1/lexicons/{lexicon}",
    tag = "Lexicons",
    params(("lexicon" = String, Path, description = "Its name, or its name pinned to an edition: `en`, `en@2020.12.07+1`, `en@sha256:1f3a`")),
    responses((status = 200, description = "The lexicon", body = LexiconInfo))
)]
pub(super) async fn get_lexicon(
    request: HttpRequest,
    _: NoQuery,
    selector: web::Path<String>,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    const OPERATION: &str = "get_lexicon";
    let roster = state.court.roster();
    let edition = Arc::clone(roster.edition(&selector)?);
    let name = &edition.stamp.name;
    let holding = roster.holding(name)?;
    let is_default = name == state.court.default_name();
    let stamps: Vec<&Stamp> = holding.editions().iter().map(|held| &held.stamp).collect();
    let question = reply::body(&(OPERATION, is_default, stamps))?;
    let answer = edition.answers.find(&question, async {
        let info = LexiconInfo::of(&edition, holding, is_default);
        reply::tagged(&info).map(|answer| FoundAnswer { answer, is_worth_keeping: true })
    });
    Ok(reply::cacheable(&request, "application/json", answer.await?))
}
