//! Errors of requests, in one format: `application/problem+json` (RFC 9457).

mod code;

pub use code::ProblemCode;

use std::fmt;

use serde::Serialize;

use super::lexicons::SelectorError;
use super::rule_texts::RuleTexts;
use crate::rules::violation::{MAX_LISTED, shortened};
use crate::rules::{Violation, Violations};

/// The media type of problem documents.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// An error in the response to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The kind of problem.
    pub code: ProblemCode,
    /// An explanation for people: what is wrong, where, and how to fix it.
    pub detail: String,
    /// The violations found in the request.
    pub breaches: Vec<Violation>,
    /// True if the problem document contains the texts of the rules that the violations name.
    pub texts: bool,
    /// The line and column where reading the body stopped, both counted from 1.
    pub position: Option<(usize, usize)>,
    /// The methods that the path accepts, if the problem is the method.
    pub allow: Option<String>,
    /// The seconds after which the same request may succeed, if that is known.
    pub retry_after: Option<u64>,
}

/// An error as a problem document (RFC 9457).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub(crate) struct ProblemBody<'p> {
    /// The path of a page on this server that explains the problem: `/problems/` and the code.
    #[serde(rename = "type")]
    kind: String,
    /// A short summary of the kind of problem.
    title: &'p str,
    /// The HTTP status code.
    status: u16,
    /// An explanation for people: what is wrong with this request, where, and how to fix it.
    detail: &'p str,
    /// The stable code of the problem.
    code: ProblemCode,
    /// The id of the request in the log of the server.
    request_id: &'p str,
    /// The line of the body where reading stopped, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column of the body where reading stopped, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The violations found in the request; at most 100 are listed.
    #[serde(skip_serializing_if = "<[Violation]>::is_empty")]
    breaches: &'p [Violation],
    /// The texts of all rules that the response names, by their ids, in Markdown: on `texts: true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    texts: Option<RuleTexts>,
}

impl Problem {
    /// Creates a problem without breaches.
    #[must_use]
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        let detail = shortened(detail.into());
        Self {
            code,
            detail,
            breaches: Vec::new(),
            texts: false,
            position: None,
            allow: None,
            retry_after: None,
        }
    }

    /// Creates the problem of a request body that is larger than `bytes`.
    pub(crate) fn body_too_large(bytes: usize) -> Self {
        Self::new(
            ProblemCode::BodyTooLarge,
            format!("the body is larger than {bytes} bytes; send less in one request"),
        )
    }

    /// Creates the problem of a value that cannot be written as JSON.
    pub(crate) fn unwritable(error: &serde_json::Error) -> Self {
        Self::new(ProblemCode::Internal, error.to_string())
    }

    /// Returns the problem document, with the id of the request.
    pub(crate) fn body<'p>(&'p self, request_id: &'p str) -> ProblemBody<'p> {
        ProblemBody {
            kind: format!("/problems/{}", self.code.name()),
            title: self.code.title(),
            status: self.code.status(),
            detail: &self.detail,
            code: self.code,
            request_id,
            line: self.position.map(|(line, _)| line),
            column: self.position.map(|(_, column)| column),
            breaches: &self.breaches,
            texts: self.texts.then(|| RuleTexts::of_violations(&self.breaches)),
        }
    }

    /// Returns the problem document as JSON, with the id of the request.
    #[must_use]
    pub fn to_json(&self, request_id: &str) -> serde_json::Value {
        serde_json::to_value(self.body(request_id)).unwrap_or_default()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Problem {}

impl From<Violations> for Problem {
    fn from(violations: Violations) -> Self {
        let mut breaches: Vec<Violation> = violations.into();
        let detail = match &breaches[..] {
            [only] if only.pointer.is_empty() => only.detail.clone(),
            [only] => format!("{}: {}", only.pointer, only.detail),
            _ if breaches.len() > MAX_LISTED => {
                format!("{} breaches; the first {MAX_LISTED} are listed", breaches.len())
            }
            _ => format!("{} breaches; each is listed with a pointer to its place", breaches.len()),
        };
        breaches.truncate(MAX_LISTED);
        Self { breaches, ..Self::new(ProblemCode::RulesBreached, detail) }
    }
}

impl From<SelectorError> for Problem {
    fn from(error: SelectorError) -> Self {
        let code = match error {
            SelectorError::Unknown { .. } => ProblemCode::UnknownLexicon,
            SelectorError::NotRetained { .. } | SelectorError::NoOther { .. } => {
                ProblemCode::LexiconNotHeld
            }
        };
        Self::new(code, error.to_string())
    }
}
