//! Signatures of rulings, for requests that prefer a signature, and the list of public keys.

use actix_web::http::header::{HeaderMap, HeaderName};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::State;
use super::response;
use crate::api::Problem;
use crate::api::keys::{KeyList, RulingKey};
use crate::api::operation::to_json;
use crate::api::verification::Grounds;
use crate::signing::{self, RulingText, ServiceKeys};

/// The request header with preferences (RFC 7240).
pub(super) const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The response header with the preferences that were followed.
pub(super) const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// The response header with the signed note.
pub(super) const RULING_SIGNATURE: HeaderName = HeaderName::from_static(signing::HEADER);
/// The preference for a signature.
pub(super) const SIGNATURE: &str = "signature";

/// Returns the signed note of an answer; `None` if the answer has no id.
pub(super) fn sign(keys: &ServiceKeys, operation: &str, answer: &[u8]) -> Option<String> {
    let grounds: Grounds<'_> = serde_json::from_slice(answer).ok()?;
    let text = RulingText::new(operation, &grounds)?.to_string();
    signing::sign(&text, &keys.signing).ok()
}

/// Returns true if the headers have the preference `signature`. Its parameters don't matter.
pub(super) fn prefers_signature(headers: &HeaderMap) -> bool {
    headers.get_all(PREFER).filter_map(|value| value.to_str().ok()).any(|value| {
        let mut is_quoted = false;
        let mut preferences = value.split(|char| {
            is_quoted ^= char == '"';
            char == ',' && !is_quoted
        });
        preferences.any(|preference| {
            let name = preference.split([';', '=']).next().unwrap_or_default();
            name.trim().eq_ignore_ascii_case(SIGNATURE)
        })
    })
}

/// Lists the public keys.
pub(super) async fn list_keys(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, Problem> {
    let keys = state.signing.load();
    let keys = keys.iter().flat_map(|keys| {
        let signing = (keys.signing.verifier(), true);
        std::iter::once(signing).chain(keys.earlier.iter().map(|key| (key, false)))
    });
    let keys = keys.map(|(key, signs)| RulingKey {
        name: key.name().to_owned(),
        verifier_key: key.to_string(),
        signs,
    });
    let list = to_json(&KeyList { keys: keys.collect() })?;
    Ok(response::cacheable(&request, "application/json", list))
}
