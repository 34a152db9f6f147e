//! The lexicons of an embedded referee, and its answers.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use serde::Deserialize;

use crate::api::lexicons::{LexiconSummary, Lexicons, SelectorError};
use crate::api::limits::DEFAULT_BODY_BYTES;
use crate::api::{self, OperationId, Problem, ProblemCode, operation};
use crate::edition::Edition;
use crate::lexicon::image::ImageError;
use crate::lexicon::source::Source;
use crate::lexicon::{Digest, LexiconError};
use crate::rules::IndexOrigin;

/// The status and the body of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status that the service would answer with.
    pub status: u16,
    /// The body, byte for byte as the service would answer.
    pub body: Bytes,
}

/// The name and the edition number of a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name by which requests select the lexicon.
    pub name: String,
    /// The edition number that its maintainers assigned.
    pub edition: String,
    /// The digest that the texts must have; any, if absent.
    pub digest: Option<String>,
    /// The digest of the texts, if the caller has computed it. It is not checked. Platforms compute
    /// it in a tenth of the time that WebAssembly needs.
    pub computed_digest: Option<String>,
}

/// The reason why a lexicon is refused.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The texts have bad lines.
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
    /// The image cannot be read.
    #[error("{0}; load the text in its place")]
    Image(#[from] ImageError),
    /// The digest from the caller is malformed.
    #[error(
        "the computed digest {0:?} is malformed; write sha256: and 64 lower-case hexadecimal digits"
    )]
    NotADigest(String),
    /// The texts or the image have another digest than the caller expects.
    #[error("the digest is {found}, not {expected}; load that edition")]
    Digest {
        /// The digest that the caller expects.
        expected: String,
        /// The digest of the texts, or of the image.
        found: String,
    },
}

/// A referee that needs no service: lexicons in memory, and the operations of the API on them.
///
/// ```
/// use wordcourt::wasm::{Manifest, Referee};
/// let mut referee = Referee::default();
/// let (name, edition) = ("mini".into(), "1".into());
/// let manifest = Manifest { name, edition, digest: None, computed_digest: None };
/// let digest = referee.load(manifest, "CAT\nQUIZ\n".into(), String::new())?;
/// assert!(digest.starts_with("sha256:"));
///
/// let response = referee.answer("validate_words", br#"{"words": ["quiz"], "quiet": true}"#, "1");
/// assert_eq!(response.status, 200);
/// assert!(response.body.starts_with(br#"{"all_valid":true,"#));
/// # Ok::<(), wordcourt::wasm::LoadError>(())
/// ```
#[derive(Debug, Default)]
pub struct Referee {
    /// One edition of each lexicon; the first is the default lexicon.
    editions: Vec<Arc<Edition>>,
}

impl Referee {
    /// Loads an edition from its word text and its category text, and returns its digest. It
    /// replaces the loaded edition of the same lexicon. The first lexicon becomes the default.
    ///
    /// # Errors
    /// Returns a [`LoadError`] if the texts have bad lines or another digest. The loaded editions then
    /// stay.
    pub fn load(
        &mut self,
        Manifest { name, edition, digest: expected, computed_digest }: Manifest,
        words: String,
        categories: String,
    ) -> Result<String, LoadError> {
        let (words, categories) = (Cow::Owned(words), Cow::Owned(categories));
        let source = Source { name, edition, words, categories };
        // A page that asks for one game must not wait for the indexes of all.
        let edition = match computed_digest.as_deref() {
            None => Edition::build(&source)?,
            Some(text) => {
                let digest =
                    Digest::parse(text).ok_or_else(|| LoadError::NotADigest(text.to_owned()))?;
                Edition::build_with_digest(&source, digest, IndexOrigin::default())?
            }
        };
        self.insert(edition, expected.as_deref())
    }

    /// Loads an edition from its image, as [`Self::load`] does from its texts, and returns the digest
    /// that the image states. This takes less time. An image contains no texts, so the digest cannot
    /// be computed from it.
    ///
    /// # Errors
    /// Returns a [`LoadError`] if the image cannot be read, or states another digest than `expected`.
    /// The loaded editions then stay.
    pub fn load_image(
        &mut self,
        image: &[u8],
        expected: Option<&str>,
    ) -> Result<String, LoadError> {
        self.insert(Edition::from_image(image)?, expected)
    }

    fn insert(&mut self, edition: Edition, expected: Option<&str>) -> Result<String, LoadError> {
        let digest = edition.id.digest.clone();
        // Texts with another digest are rare, so the digests are compared only after the build.
        if let Some(expected) = expected
            && digest != expected
        {
            return Err(LoadError::Digest { expected: expected.to_owned(), found: digest });
        }
        let edition = Arc::new(edition);
        match self.editions.iter_mut().find(|loaded| loaded.id.name == edition.id.name) {
            Some(loaded) => *loaded = edition,
            None => self.editions.push(edition),
        }
        Ok(digest)
    }

    /// Answers a request: the JSON object that a line of a batch would contain, for the operation
    /// with this id. A problem contains `request_id`.
    #[must_use]
    pub fn answer(&self, operation: &str, request: &[u8], request_id: &str) -> Response {
        match self.try_answer(operation, request) {
            Ok(body) => Response { status: 200, body },
            Err(problem) => Response {
                status: problem.code.status(),
                body: operation::to_json(&problem.body(request_id)).unwrap_or_default(),
            },
        }
    }

    fn try_answer(&self, operation: &str, request: &[u8]) -> Result<Bytes, Problem> {
        if request.len() > DEFAULT_BODY_BYTES {
            return Err(Problem::body_too_large(DEFAULT_BODY_BYTES));
        }
        Ok(api::answer(operation_of(operation)?, request, self)?.body)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            self.editions.iter().map(|edition| edition.id.name.clone()).collect();
        names.sort_unstable();
        names
    }
}

fn operation_of(name: &str) -> Result<OperationId, Problem> {
    OperationId::from_name(name).ok_or_else(|| {
        let detail = format!("no operation has the id {name:?}");
        Problem::new(ProblemCode::NotFound, detail)
    })
}

impl Lexicons for Referee {
    fn edition(&self, selector: Option<&str>) -> Result<Arc<Edition>, SelectorError> {
        let (name, pin) = match selector {
            Some(selector) => selector
                .split_once('@')
                .map_or((Some(selector), None), |(name, pin)| (Some(name), Some(pin))),
            None => (None, None),
        };
        let loaded = match name {
            Some(name) => self.editions.iter().find(|edition| edition.id.name == name),
            None => self.editions.first(),
        };
        let edition = loaded.ok_or_else(|| SelectorError::Unknown {
            name: name.unwrap_or_default().to_owned(),
            active: self.names(),
        })?;
        match pin {
            Some(pin) if !edition.id.matches_pin(pin) => Err(SelectorError::NotRetained {
                name: edition.id.name.clone(),
                pin: pin.to_owned(),
                retained: vec![edition.id.to_string()],
            }),
            _ => Ok(Arc::clone(edition)),
        }
    }

    fn list(&self) -> Vec<LexiconSummary> {
        let mut summaries: Vec<_> =
            self.editions.iter().map(|edition| self.summary(edition)).collect();
        summaries.sort_by(|a, b| a.edition.id.name.cmp(&b.edition.id.name));
        summaries
    }

    fn summary(&self, edition: &Arc<Edition>) -> LexiconSummary {
        let is_default =
            self.editions.first().is_some_and(|default| default.id.name == edition.id.name);
        LexiconSummary { is_default, ..LexiconSummary::of_only(Arc::clone(edition)) }
    }

    /// The default limit of the service, so that both give the same answers.
    fn body_limit(&self) -> Option<u64> {
        u64::try_from(DEFAULT_BODY_BYTES).ok()
    }
}
