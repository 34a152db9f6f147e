//! The error that a part of a request cannot be read.

use std::fmt;

use serde::de::{Expected, Unexpected};

use crate::rules::{ViolationCode, Violations};

/// A part of a request has the wrong shape. It is in a box, because every value that is read is
/// returned in a result with this error.
#[derive(Debug)]
pub(crate) struct ReadError(Option<Box<Fault>>);

#[derive(Debug)]
struct Fault {
    code: ViolationCode,
    /// The member at fault; `None` is the value itself.
    member: Option<&'static str>,
    detail: String,
}

impl ReadError {
    /// The fault has been recorded already.
    pub(super) const RECORDED: Self = Self(None);

    fn of(code: ViolationCode, member: Option<&'static str>, detail: String) -> Self {
        Self(Some(Box::new(Fault { code, member, detail })))
    }

    /// Records the fault at the current place, unless it has been recorded.
    pub(crate) fn record(self, violations: &mut Violations) -> Self {
        if let Some(Fault { code, member, detail }) = self.0.map(|fault| *fault) {
            let _recorded = match member {
                Some(member) => violations.at(member).refuse_form(code, detail),
                None => violations.refuse_form(code, detail),
            };
        }
        Self::RECORDED
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_ref().map_or("the value has the wrong shape", |fault| &fault.detail))
    }
}

impl std::error::Error for ReadError {}

impl serde::de::Error for ReadError {
    fn custom<T: fmt::Display>(detail: T) -> Self {
        Self::of(ViolationCode::InvalidField, None, detail.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {}, found {}", Wanted(expected), Found(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {}, found {length} items", Wanted(expected)))
    }

    fn unknown_variant(name: &str, expected: &'static [&'static str]) -> Self {
        Self::custom(format_args!("unknown value {name:?}; the values are {}", expected.join(", ")))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let fields = expected.join(", ");
        let detail = format!("unknown field {field:?}; the fields are {fields}");
        Self::of(ViolationCode::UnknownField, None, detail)
    }

    fn missing_field(field: &'static str) -> Self {
        let detail = format!("missing field {field:?}");
        Self::of(ViolationCode::MissingField, Some(field), detail)
    }
}

/// Displays a value in JSON terms.
struct Found<'u>(Unexpected<'u>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Unexpected::Unit | Unexpected::Option => f.write_str("null"),
            Unexpected::Seq => f.write_str("a list"),
            Unexpected::Map => f.write_str("an object"),
            Unexpected::Str(text) => write!(f, "the string {text:?}"),
            Unexpected::Bool(value) => write!(f, "{value}"),
            Unexpected::Unsigned(number) => write!(f, "{number}"),
            Unexpected::Signed(number) => write!(f, "{number}"),
            Unexpected::Float(number) => write!(f, "{number}"),
            _ => f.write_str("a value of another kind"),
        }
    }
}

/// Displays the type that a visitor expects, in JSON terms.
struct Wanted<'e>(&'e dyn Expected);

impl fmt::Display for Wanted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wanted = self.0.to_string();
        match wanted.as_str() {
            "a sequence" => f.write_str("a list"),
            "a map" => f.write_str("an object"),
            _ if wanted.starts_with("struct ") => f.write_str("an object"),
            _ => f.write_str(&wanted),
        }
    }
}
