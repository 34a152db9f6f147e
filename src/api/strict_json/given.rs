//! The parts of a request that are read.

use std::fmt;

use super::tree::Json;
use crate::rules::ViolationCode;

/// The content of a request at a place.
pub(in crate::api) enum Given {
    /// A JSON value.
    Value(Json),
    /// The values of a parameter of a path or a query: one, unless it is repeated.
    Parameter(Vec<String>),
    /// Nothing: the object lacks the member of this name.
    Missing(&'static str),
    /// A part of an object that itself is missing, or has the wrong type.
    Placeholder,
}

impl Given {
    /// Returns the violation of a request that doesn't have what is expected at this place; `None` for
    /// a placeholder.
    pub(super) fn fault(&self, expected: &str) -> Option<(ViolationCode, String)> {
        Some(match self {
            Self::Placeholder => return None,
            Self::Missing(name) => (ViolationCode::MissingField, format!("missing field {name:?}")),
            Self::Parameter(values) if values.len() > 1 => {
                let detail = "the parameter is repeated; give it once";
                (ViolationCode::ConflictingFields, detail.to_owned())
            }
            Self::Parameter(values) => {
                let value = values.first().map_or("", String::as_str);
                (ViolationCode::InvalidField, format!("{value:?}; give {expected}"))
            }
            Self::Value(value) => {
                let detail = format!("expected {expected}, found {}", Found(value));
                (ViolationCode::InvalidField, detail)
            }
        })
    }
}

/// Displays a value in JSON terms.
struct Found<'v>(&'v Json);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Json::List(_) => f.write_str("a list"),
            Json::Object(_) => f.write_str("an object"),
            Json::Text(text) => write!(f, "the string {text:?}"),
            Json::Number(number) => write!(f, "{number}"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Null => f.write_str("null"),
        }
    }
}
