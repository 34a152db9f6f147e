//! The codes of problems, with their statuses, titles and advice.

use serde::Serialize;
use strum::VariantArray as _;

/// The stable code of a problem.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ProblemCode {
    /// The request body is not valid JSON.
    MalformedJson,
    /// A field is unknown, missing, given twice or of the wrong type. Values that are out of bounds or
    /// don't match a pattern are `rules_breached`.
    InvalidRequest,
    /// The request is well-formed, but breaks rules of the game or limits of the service.
    RulesBreached,
    /// The path, or the operation of a line of a batch, does not exist.
    NotFound,
    /// The path does not support this method.
    MethodNotAllowed,
    /// The body is larger than the server accepts.
    BodyTooLarge,
    /// The body took too long to arrive.
    BodyTimeout,
    /// The body is not declared as uncompressed JSON.
    UnsupportedMediaType,
    /// No active lexicon has this name.
    UnknownLexicon,
    /// The game follows an edition of the rulebook that this service does not have.
    RulebookNotHeld,
    /// The pin does not match exactly one retained edition of the lexicon.
    LexiconNotHeld,
    /// The edition with which the search started is no longer retained.
    CursorExpired,
    /// The response is not the one that If-Match requires.
    PreconditionFailed,
    /// The game does not exist.
    UnknownVariant,
    /// The rulebook has no rule with this id.
    UnknownRule,
    /// The request has no valid API key or token.
    Unauthorized,
    /// The API key of the request has expired.
    KeyExpired,
    /// The server does not allow the operation.
    Forbidden,
    /// The caller has sent too many requests.
    QuotaExceeded,
    /// The lexicon text has errors; the active edition is unchanged.
    LexiconRefused,
    /// The change conflicts with the current state of the lexicons.
    ChangeRefused,
    /// The request is not valid HTTP, or it is a POST request with a query.
    BadRequest,
    /// The search pool and its queue are full.
    Overloaded,
    /// The disk of the server has no room for the change.
    InsufficientStorage,
    /// The server failed to answer the request.
    Internal,
}

impl ProblemCode {
    /// All codes, in the order of the page `/problems`.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The problems of every operation that uses a dictionary.
    pub const OF_DICTIONARY: &'static [Self] = &[Self::UnknownLexicon, Self::LexiconNotHeld];
    /// The problems of every operation that uses a dictionary and the search pool.
    pub const OF_SEARCH: &'static [Self] =
        &[Self::UnknownLexicon, Self::LexiconNotHeld, Self::Overloaded];

    /// The problems of every operation on the state of a game.
    pub const OF_FLOW: &'static [Self] =
        &[Self::UnknownLexicon, Self::RulebookNotHeld, Self::LexiconNotHeld, Self::Overloaded];

    /// The name of the code on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The HTTP status of the response.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::MalformedJson | Self::BadRequest => 400,
            Self::Unauthorized | Self::KeyExpired => 401,
            Self::Forbidden => 403,
            Self::NotFound | Self::UnknownLexicon | Self::UnknownVariant | Self::UnknownRule => 404,
            Self::MethodNotAllowed => 405,
            Self::BodyTimeout => 408,
            Self::LexiconNotHeld | Self::RulebookNotHeld | Self::ChangeRefused => 409,
            Self::CursorExpired => 410,
            Self::PreconditionFailed => 412,
            Self::BodyTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::InvalidRequest | Self::RulesBreached | Self::LexiconRefused => 422,
            Self::QuotaExceeded => 429,
            Self::Internal => 500,
            Self::Overloaded => 503,
            Self::InsufficientStorage => 507,
        }
    }

    /// A short summary of the kind of problem.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::MalformedJson => "The request body is not valid JSON",
            Self::InvalidRequest => "The request body does not match the schema",
            Self::RulesBreached => "The request breaks rules or limits",
            Self::NotFound => "Not found",
            Self::MethodNotAllowed => "Method not allowed",
            Self::BodyTooLarge => "The request body is too large",
            Self::BodyTimeout => "The request body took too long to arrive",
            Self::UnsupportedMediaType => "The request body is not declared as uncompressed JSON",
            Self::UnknownLexicon => "Unknown lexicon",
            Self::LexiconNotHeld => "The pinned edition is not retained",
            Self::RulebookNotHeld => "The edition of the rulebook is not held",
            Self::CursorExpired => "The cursor has expired",
            Self::PreconditionFailed => "The response is not the one that If-Match requires",
            Self::UnknownVariant => "Unknown game",
            Self::UnknownRule => "Unknown rule",
            Self::Unauthorized => "The request has no valid API key or token",
            Self::KeyExpired => "The API key has expired",
            Self::Forbidden => "The operation is not allowed",
            Self::QuotaExceeded => "Too many requests",
            Self::LexiconRefused => "The lexicon text has errors",
            Self::ChangeRefused => "The change conflicts with the lexicons",
            Self::BadRequest => "The request is malformed",
            Self::Overloaded => "The server is overloaded",
            Self::InsufficientStorage => "The server has no room for the change",
            Self::Internal => "Internal error",
        }
    }

    /// Advice on how to fix or avoid the problem.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::MalformedJson => {
                "Fix the body at the reported line and column, which are counted from 1."
            }
            Self::InvalidRequest => {
                "The breach points to the field that is unknown, missing, given twice or of the wrong type. Compare the body with the schema of the operation in /openapi.json."
            }
            Self::RulesBreached => {
                "Each breach has a JSON pointer to its place and, if it breaks a rule of the game, the id of the rule (see /rulebook). Fix all breaches and send the request again."
            }
            Self::NotFound => "The paths are listed in /openapi.json.",
            Self::MethodNotAllowed => "The Allow header lists the methods of this path.",
            Self::BodyTooLarge => "Send a smaller request. GET /v1/variants lists the limits.",
            Self::BodyTimeout => "Send the whole body without pauses.",
            Self::UnsupportedMediaType => {
                "Send the header Content-Type: application/json, and do not compress the body."
            }
            Self::UnknownLexicon => "GET /v1/lexicons lists the active lexicons.",
            Self::LexiconNotHeld => {
                "The detail lists the retained editions. Pin one of them, or send only the lexicon's name to use its active edition."
            }
            Self::RulebookNotHeld => {
                "Finish the game on a service that has the edition with which it began."
            }
            Self::PreconditionFailed => {
                "Send the request without If-Match to get the current response."
            }
            Self::CursorExpired => {
                "The edition with which the search started is no longer retained. Restart the search without a cursor."
            }
            Self::UnknownVariant => "GET /v1/variants lists the games.",
            Self::UnknownRule => "The detail has the nearest ids. GET /v1/rules lists the rules.",
            Self::Unauthorized => {
                "Send the header Authorization: Bearer KEY with an API key for this server. Admin operations require an admin token instead."
            }
            Self::KeyExpired => "Ask the operator of the server for a new API key.",
            Self::Forbidden => {
                "The detail gives the reason: the API key lacks a scope, the server is read-only, or it has no admin tokens and accepts changes only from its own machine."
            }
            Self::QuotaExceeded => {
                "Wait for the number of seconds in the Retry-After header. The RateLimit and RateLimit-Policy headers of every response contain the remaining quota. POST /v1/words/validate accepts 10,000 words in one request."
            }
            Self::LexiconRefused => {
                "The breaches list the first 100 invalid lines with their numbers. Fix them and send the whole text again. The active edition is unchanged."
            }
            Self::ChangeRefused => "The detail gives the reason. The active edition is unchanged.",
            Self::BadRequest => {
                "The detail names the part of the request that is malformed or not accepted."
            }
            Self::Overloaded => {
                "Wait for the number of seconds in the Retry-After header and send the request again."
            }
            Self::InsufficientStorage => {
                "Free space on the disk of the state directory, or raise its quota, and send the request again. The active edition is unchanged."
            }
            Self::Internal => "This is an error of the server. Report it with the request id.",
        }
    }

    /// Returns the code with the given name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}
