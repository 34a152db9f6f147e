//! The error for a request of the wrong shape.

use std::fmt;

use serde::de::{Expected, Unexpected};

use super::text::SyntaxError;
use crate::api::problem::{Problem, ProblemCode};
use crate::rules::{Refused, Segment, ViolationCode, Violations};

/// A value of the wrong shape, and its place in the request. It is in a box, because every value that
/// is read is returned in a result with this error.
#[derive(Debug)]
pub(crate) struct ReadError(Box<PlacedFault>);

#[derive(Debug)]
struct PlacedFault {
    fault: Fault,
    /// The path to the value, innermost segment first.
    path: Vec<Segment>,
}

#[derive(Debug)]
enum Fault {
    UnknownField {
        field: String,
        expected: &'static [&'static str],
    },
    MissingField(&'static str),
    DuplicateField(&'static str),
    /// A value of the wrong type.
    Value(String),
    /// The text is not JSON.
    Syntax(SyntaxError),
}

impl ReadError {
    /// Returns the reason why the text is not JSON, if it is not.
    pub(super) fn syntax(&self) -> Option<SyntaxError> {
        match self.0.fault {
            Fault::Syntax(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the same error, placed inside a segment.
    #[must_use]
    pub(super) fn within(mut self, segment: Segment) -> Self {
        self.0.path.push(segment);
        self
    }

    fn code(&self) -> ViolationCode {
        match self.0.fault {
            Fault::UnknownField { .. } => ViolationCode::UnknownField,
            Fault::MissingField(_) => ViolationCode::MissingField,
            Fault::DuplicateField(_) => ViolationCode::ConflictingFields,
            Fault::Value(_) | Fault::Syntax(_) => ViolationCode::InvalidField,
        }
    }

    /// Records the error as a violation, at its place within the value that was read.
    pub(super) fn refuse(&self, violations: &mut Violations) -> Refused {
        self.refuse_within(&self.0.path, violations)
    }

    fn refuse_within(&self, outer: &[Segment], violations: &mut Violations) -> Refused {
        if let [rest @ .., segment] = outer {
            return self.refuse_within(rest, &mut violations.at(segment.clone()));
        }
        match &self.0.fault {
            Fault::MissingField(field) | Fault::DuplicateField(field) => {
                violations.at(*field).refuse_form(self.code(), self)
            }
            _ => violations.refuse_form(self.code(), self),
        }
    }
}

impl From<Fault> for ReadError {
    #[cold]
    fn from(fault: Fault) -> Self {
        Self(Box::new(PlacedFault { fault, path: Vec::new() }))
    }
}

impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> Self {
        Fault::Syntax(error).into()
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        let mut violations = Violations::default();
        error.refuse(&mut violations);
        Self { code: ProblemCode::InvalidRequest, ..violations.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.fault {
            Fault::UnknownField { field, expected } => {
                write!(f, "unknown field {field:?}; the fields are {}", expected.join(", "))
            }
            Fault::MissingField(field) => write!(f, "missing field {field:?}"),
            Fault::DuplicateField(field) => write!(f, "{field:?} is given twice; give it once"),
            Fault::Value(detail) => f.write_str(detail),
            Fault::Syntax(SyntaxError { fault, .. }) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl serde::de::Error for ReadError {
    fn custom<T: fmt::Display>(detail: T) -> Self {
        Fault::Value(detail.to_string()).into()
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
        Fault::UnknownField { field: field.to_owned(), expected }.into()
    }

    fn missing_field(field: &'static str) -> Self {
        Fault::MissingField(field).into()
    }

    fn duplicate_field(field: &'static str) -> Self {
        Fault::DuplicateField(field).into()
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
            Unexpected::Other(text) => f.write_str(text),
            // No value of a JSON text or a query is of another kind. Displaying those would bring
            // the code for floating-point numbers into the WebAssembly modules.
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
            "a boolean" => f.write_str("true or false"),
            "u8" | "u16" | "u32" | "u64" | "usize" => f.write_str("a whole number, 0 or more"),
            "i8" | "i16" | "i32" | "i64" | "isize" => f.write_str("a whole number"),
            _ if wanted.starts_with("struct ") => f.write_str("an object"),
            _ if wanted.starts_with("variant identifier") => f.write_str("a string"),
            _ => f.write_str(&wanted),
        }
    }
}
