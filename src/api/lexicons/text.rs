//! `GET /v1/lexicons/{lexicon}/text`: the texts of an edition, for programs that answer by themselves.

use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::Lexicons;
use crate::api::bounds::LexiconSelector;
use crate::api::operation::to_json;
use crate::api::parameters;
use crate::api::problem::Problem;
use crate::edition::{Edition, EditionId};
use crate::lexicon::Digest;
use crate::rules::Violations;

/// The path of the texts.
pub const PATH: &str = "/v1/lexicons/{lexicon}/text";

/// The texts that an edition was built from.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LexiconText<'t> {
    /// The edition. Its `digest` is the SHA-256 of `words` followed by `categories`.
    pub lexicon: &'t EditionId,
    /// The word text: one word per line, with its marks, headword, definition and tier in further
    /// columns.
    pub words: &'t str,
    /// The category text: one category per line. Empty if there are no categories.
    pub categories: &'t str,
}

/// A lexicon by its name.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct LexiconTextRequest {
    /// The lexicon, by name (`en`) or pinned to an edition (`en@2020.12.07+4`, `en@sha256:1f3a`).
    lexicon: LexiconSelector,
}

/// Finds the edition whose texts or image a request names, and whether the request pins its whole digest.
///
/// # Errors
/// The request has unknown parameters, the lexicon is unknown, or the pinned edition is not
/// retained.
pub fn edition<'p>(
    path: impl IntoIterator<Item = (&'p str, &'p str)>,
    query: &'p str,
    lexicons: &dyn Lexicons,
) -> Result<(Arc<Edition>, bool), Problem> {
    let mut violations = Violations::default();
    let request = parameters::read::<LexiconTextRequest>(path, query, &mut violations)?;
    violations.finish(Ok(()))?;
    let selector = request.lexicon.in_query();
    let edition = lexicons.edition(Some(&selector))?;
    let pin = selector.split_once('@').map(|(_, pin)| pin);
    let is_whole = pin == Some(&edition.id.digest);
    Ok((edition, is_whole))
}

impl LexiconText<'_> {
    /// Returns the body of the response.
    ///
    /// # Errors
    /// `internal`; texts can always be written as JSON.
    pub fn body(&self) -> Result<Bytes, Problem> {
        to_json(self)
    }

    /// Returns the entity tag of the body, with its quotes. The texts follow from the digest.
    #[must_use]
    pub fn tag(id: &EditionId) -> Bytes {
        let identity = format!("{id} text");
        format!("\"{}\"", &Digest::of(&[identity.as_bytes()]).to_hex()[..32]).into()
    }
}
