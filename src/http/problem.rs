//! Everything that goes wrong, in one shape: `application/problem+json` (RFC 9457).

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use strum::VariantArray as _;

use crate::court::clerk::ChangeRefused;
use crate::court::{LexiconRefused, Overloaded};
use crate::lexicon::LexiconError;
use crate::rules::breach::shortened;
use crate::rules::{Breach, BreachCode, Breaches};

/// The media type of problems.
pub const MEDIA_TYPE: &str = "application/problem+json";
/// How many breaches a problem lists.
const MOST_BREACHES: usize = 100;

/// What can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The body is no JSON.
    MalformedJson,
    /// The body is JSON of another shape than the operation takes.
    InvalidRequest,
    /// The request is well-formed and breaks rules of the game or bounds of the service.
    RulesBreached,
    /// There is nothing at this path.
    NotFound,
    /// The path is there, but not for this method.
    MethodNotAllowed,
    /// The body is longer than the service reads.
    BodyTooLarge,
    /// The body takes too long to arrive.
    BodyTimeout,
    /// The body isn't announced as plain JSON.
    UnsupportedMediaType,
    /// No lexicon of that name is in force.
    UnknownLexicon,
    /// The lexicon isn't held in the edition that the request pins.
    LexiconNotHeld,
    /// The edition that a search began with isn't held any more.
    CursorExpired,
    /// There is no game of that name.
    UnknownVariant,
    /// Whoever asks hasn't shown who they are.
    Unauthorized,
    /// Whoever asks may not do this.
    Forbidden,
    /// Whoever asks has asked too often.
    QuotaExceeded,
    /// The lexicon text is bad; what was in force stays.
    LexiconRefused,
    /// The change can't be made of what is in force now.
    ChangeRefused,
    /// The request can't be read as HTTP, or has a query that the operation doesn't take.
    BadRequest,
    /// All searchers are busy.
    Overloaded,
    /// The service failed.
    Internal,
}

impl ProblemCode {
    /// Every code, in the order of the list of problems.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The code's name, its status, its title and how to mend it.
    #[expect(clippy::too_many_lines, reason = "one table, a row a code")]
    const fn row(self) -> (&'static str, u16, &'static str, &'static str) {
        match self {
            Self::MalformedJson => (
                "malformed_json",
                400,
                "The body is no JSON",
                "Mend the body at the line and column given, counted from 1.",
            ),
            Self::InvalidRequest => (
                "invalid_request",
                422,
                "The body has the wrong shape",
                "The breach points to the field that is unknown, missing, given twice or of the wrong kind; compare it with the operation's schema in /openapi.json.",
            ),
            Self::RulesBreached => (
                "rules_breached",
                422,
                "The request breaks rules or bounds",
                "Every breach is listed with the rule it rests on, which /rulebook tells, and a JSON pointer to the place; mend them all and ask again.",
            ),
            Self::NotFound => ("not_found", 404, "There is nothing here", "The paths are listed in /openapi.json."),
            Self::MethodNotAllowed => (
                "method_not_allowed",
                405,
                "The path doesn't take this method",
                "The Allow header lists the methods that it takes.",
            ),
            Self::BodyTooLarge => (
                "body_too_large",
                413,
                "The body is too large",
                "Send less at a time; GET /v1/variants publishes the limits.",
            ),
            Self::BodyTimeout => {
                ("body_timeout", 408, "The body takes too long", "Send the whole body at once, and ask again.")
            }
            Self::UnsupportedMediaType => (
                "unsupported_media_type",
                415,
                "The body isn't announced as plain JSON",
                "Send the header Content-Type: application/json, and the body as it is, without a Content-Encoding.",
            ),
            Self::UnknownLexicon => {
                ("unknown_lexicon", 404, "No such lexicon is in force", "GET /v1/lexicons lists those that are.")
            }
            Self::LexiconNotHeld => (
                "lexicon_not_held",
                409,
                "The pinned edition isn't held",
                "The detail lists the editions that are held; pin one of them, or name the lexicon alone for the edition in force.",
            ),
            Self::CursorExpired => (
                "cursor_expired",
                410,
                "The search can't go on",
                "The edition that the search began with isn't held any more; begin again without the cursor.",
            ),
            Self::UnknownVariant => {
                ("unknown_variant", 404, "There is no such game", "GET /v1/variants lists the games.")
            }
            Self::Unauthorized => (
                "unauthorized",
                401,
                "The request bears no valid key or token",
                "Send the header Authorization: Bearer KEY with an API key, or for the admin operations one of the admin tokens, that the server was started with.",
            ),
            Self::Forbidden => (
                "forbidden",
                403,
                "The request may not do this",
                "The detail says why: the server is read-only, or without tokens takes changes from its own machine only.",
            ),
            Self::QuotaExceeded => (
                "quota_exceeded",
                429,
                "Too many requests",
                "Wait for as long as the Retry-After header says. The headers RateLimit and RateLimit-Policy of every answer tell what is left; POST /v1/words/validate takes 10,000 words in one request.",
            ),
            Self::LexiconRefused => (
                "lexicon_refused",
                422,
                "The lexicon text is refused",
                "Every bad line is listed with its number, up to 100 at once; mend them and send the whole text again. What was in force still is.",
            ),
            Self::ChangeRefused => (
                "change_refused",
                409,
                "The change can't be made",
                "The detail says what stands against it; what was in force still is.",
            ),
            Self::BadRequest => (
                "bad_request",
                400,
                "The request can't be read",
                "The detail says which part of the request can't be read, or isn't taken.",
            ),
            Self::Overloaded => (
                "overloaded",
                503,
                "All searchers are busy",
                "Wait for as long as the Retry-After header says and ask again; nothing was lost.",
            ),
            Self::Internal => {
                ("internal", 500, "The service failed", "The fault is ours. Report it with the request id.")
            }
        }
    }

    /// The code's name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The status as a number.
    pub(super) const fn status_number(self) -> u16 {
        self.row().1
    }

    /// The status that it is answered with.
    ///
    /// # Panics
    /// Never: the table holds valid statuses only.
    #[must_use]
    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.status_number()).expect("the table holds valid statuses")
    }

    /// The problem in a line.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.row().2
    }

    /// How to mend it.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        self.row().3
    }

    /// The code of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

/// Something that went wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What, in a word.
    pub code: ProblemCode,
    /// What, for people: where, what and how to mend it.
    pub detail: String,
    /// The breaches, if there are any.
    pub breaches: Vec<Breach>,
    /// Where reading the body ended: line and column, counted from 1.
    pub position: Option<(usize, usize)>,
    /// The methods that the path takes.
    pub allow: Option<String>,
}

/// A problem on the wire.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody<'p> {
    /// Where the problem is described: a path on this server.
    #[serde(rename = "type")]
    kind: String,
    /// The problem in a line.
    title: &'p str,
    /// The HTTP status.
    status: u16,
    /// What is wrong with this request, where, and how to mend it.
    detail: &'p str,
    /// The problem in a word; stable.
    code: ProblemCode,
    /// The id under which the request is logged.
    request_id: &'p str,
    /// The line of the body at which reading it ended, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column of the body at which reading it ended, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// Everything that is wrong with the request.
    #[serde(skip_serializing_if = "<[Breach]>::is_empty")]
    breaches: &'p [Breach],
}

impl Problem {
    /// A problem without further particulars.
    #[must_use]
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self { code, detail: shortened(detail.into()), breaches: Vec::new(), position: None, allow: None }
    }

    /// The problem that stands for an error status that something other than our own code chose.
    #[must_use]
    pub fn from_status(status: StatusCode, detail: String) -> Self {
        let code = match status {
            StatusCode::NOT_FOUND => ProblemCode::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => ProblemCode::MethodNotAllowed,
            StatusCode::PAYLOAD_TOO_LARGE => ProblemCode::BodyTooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => ProblemCode::UnsupportedMediaType,
            _ if status.is_server_error() => ProblemCode::Internal,
            _ => ProblemCode::BadRequest,
        };
        Self::new(code, detail)
    }

    fn body<'p>(&'p self, request_id: &'p str) -> ProblemBody<'p> {
        ProblemBody {
            kind: format!("/problems/{}", self.code.name()),
            title: self.code.title(),
            status: self.code.status_number(),
            detail: &self.detail,
            code: self.code,
            request_id,
            line: self.position.map(|(line, _)| line),
            column: self.position.map(|(_, column)| column),
            breaches: &self.breaches,
        }
    }

    /// The problem as it goes over the wire, for the document's examples.
    pub(super) fn as_json(&self, request_id: &str) -> serde_json::Value {
        serde_json::to_value(self.body(request_id)).unwrap_or_default()
    }

    /// The answer, with the id of the request.
    #[must_use]
    pub fn response(&self, request_id: &str) -> HttpResponse {
        let mut response = HttpResponse::build(self.code.status()).json(self.body(request_id));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if let Some(allow) = self.allow.as_ref().and_then(|allow| HeaderValue::from_str(allow).ok()) {
            headers.insert(ALLOW, allow);
        }
        if self.code == ProblemCode::Unauthorized {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"wordcourt\""));
        }
        if self.code == ProblemCode::Overloaded {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    /// Bare: the middleware that knows the request's id writes the body (see `observe`).
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}

impl From<Breaches> for Problem {
    fn from(breaches: Breaches) -> Self {
        let mut breaches: Vec<Breach> = breaches.into();
        let detail = match &breaches[..] {
            [only] if only.pointer.is_empty() => only.detail.clone(),
            [only] => format!("{}: {}", only.pointer, only.detail),
            _ if breaches.len() > MOST_BREACHES => {
                format!("{} breaches; the first {MOST_BREACHES} are listed with their places", breaches.len())
            }
            _ => format!("{} breaches; each is listed with its place", breaches.len()),
        };
        breaches.truncate(MOST_BREACHES);
        Self { breaches, ..Self::new(ProblemCode::RulesBreached, detail) }
    }
}

impl From<LexiconRefused> for Problem {
    fn from(refused: LexiconRefused) -> Self {
        let code = match refused {
            LexiconRefused::Unknown { .. } => ProblemCode::UnknownLexicon,
            LexiconRefused::NotHeld { .. } => ProblemCode::LexiconNotHeld,
        };
        Self::new(code, refused.to_string())
    }
}

impl From<ChangeRefused> for Problem {
    fn from(refused: ChangeRefused) -> Self {
        let detail = refused.to_string();
        match refused {
            ChangeRefused::Text(error) => error.into(),
            ChangeRefused::NotHeld(refused) => refused.into(),
            ChangeRefused::Name(_) | ChangeRefused::Edition(_) => Self::new(ProblemCode::BadRequest, detail),
            ChangeRefused::EditionTaken(_)
            | ChangeRefused::TooMany
            | ChangeRefused::IsDefault(_)
            | ChangeRefused::NoWords(_) => Self::new(ProblemCode::ChangeRefused, detail),
            ChangeRefused::Archive(_) => Self::new(ProblemCode::Internal, detail),
        }
    }
}

impl From<LexiconError> for Problem {
    /// Every bad line is a breach.
    fn from(error: LexiconError) -> Self {
        let detail = error.to_string();
        let mut breaches = Breaches::default();
        match error {
            LexiconError::Text(text) => {
                for bad in text.lines {
                    breaches.add_line(BreachCode::InvalidLine, None, "", bad.line, bad.fault);
                }
            }
            LexiconError::Category(bad) => breaches.add_line(BreachCode::InvalidLine, None, "", bad.line, bad.fault),
            LexiconError::Fst(_) => {}
        }
        Self { breaches: breaches.into(), ..Self::new(ProblemCode::LexiconRefused, detail) }
    }
}

impl From<Overloaded> for Problem {
    fn from(overloaded: Overloaded) -> Self {
        Self::new(ProblemCode::Overloaded, overloaded.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_codes_does_not_change_silently() {
        let table: Vec<String> =
            ProblemCode::ALL.iter().map(|code| format!("{} {}", code.status().as_u16(), code.name())).collect();
        insta::assert_snapshot!(table.join("
"), @r"
        400 malformed_json
        422 invalid_request
        422 rules_breached
        404 not_found
        405 method_not_allowed
        413 body_too_large
        408 body_timeout
        415 unsupported_media_type
        404 unknown_lexicon
        409 lexicon_not_held
        410 cursor_expired
        404 unknown_variant
        401 unauthorized
        403 forbidden
        429 quota_exceeded
        422 lexicon_refused
        409 change_refused
        400 bad_request
        503 overloaded
        500 internal
        ");
    }
}
