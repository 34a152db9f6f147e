//! Requests whose body is a plain text.

use std::borrow::Cow;

use serde_json::{Map, Value, map};

use super::problem::{Problem, ProblemCode};
use crate::rules::{Refused, Violations};

/// The plain text that an operation accepts as a body: the text of one member of its request.
///
/// The other members are in the query of the URL. A dot leads to a member of an object:
/// `?rules.preset=classic&best=false`.
#[derive(Debug, Clone, Copy)]
pub struct TextBody {
    /// The member of the request that the text stands for.
    pub member: &'static str,
    /// Decodes the bytes of the text.
    pub decode: Decode,
    /// The description of the body in the `OpenAPI` document.
    pub description: &'static str,
    /// An example of the body.
    pub example: &'static str,
}

/// Decodes the bytes of a text, or records why it cannot.
pub type Decode = for<'b> fn(&'b [u8], &mut Violations) -> Result<Cow<'b, str>, Refused>;

impl TextBody {
    /// Returns the JSON request that a text and a query stand for.
    ///
    /// # Errors
    /// The text cannot be decoded, or the query gives a member twice.
    pub(super) fn to_json(self, body: &[u8], query: &str) -> Result<Vec<u8>, Problem> {
        let Self { member, decode, .. } = self;
        let mut violations = Violations::default();
        let text = decode(body, &mut violations.at(member));
        let text = violations.finish(text)?;
        let mut request = Map::new();
        request.insert(member.to_owned(), text.into());
        for (path, value) in form_urlencoded::parse(query.as_bytes()) {
            insert(&mut request, &path, scalar(&value)).map_err(|()| {
                let detail = format!("the query gives {path} twice, or a part of it; give it once");
                Problem::new(ProblemCode::BadRequest, detail)
            })?;
        }
        Ok(Value::from(request).to_string().into_bytes())
    }
}

/// Returns `true`, `false` and whole numbers as such, and any other value as a string.
fn scalar(text: &str) -> Value {
    match text {
        "true" => true.into(),
        "false" => false.into(),
        _ => text.parse::<u64>().map_or_else(|_| text.into(), Value::from),
    }
}

fn insert(object: &mut Map<String, Value>, path: &str, value: Value) -> Result<(), ()> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    match (object.entry(name), rest) {
        (map::Entry::Vacant(entry), None) => {
            entry.insert(value);
            Ok(())
        }
        (entry, Some(rest)) => {
            let inner = entry.or_insert_with(|| Map::new().into());
            insert(inner.as_object_mut().ok_or(())?, rest, value)
        }
        (map::Entry::Occupied(_), None) => Err(()),
    }
}
