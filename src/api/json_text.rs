//! JSON texts as values: requests in canonical form, and answers with the members that every response
//! can have.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use super::json_writer;
use super::strict_json::text::{SyntaxError, Text, Token};

/// A JSON value as a text without white space.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonText(String);

impl fmt::Debug for JsonText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonText {
    /// Returns `null`.
    pub(crate) fn null() -> Self {
        Self("null".to_owned())
    }

    /// Returns an object without members.
    pub(crate) fn object() -> Self {
        Self("{}".to_owned())
    }

    /// Writes a value; `null` if it cannot be written. See [`json_writer::write`].
    pub(crate) fn of(value: &(impl Serialize + ?Sized)) -> Self {
        Self::try_of(value).unwrap_or_else(|_| Self::null())
    }

    /// Writes a value.
    ///
    /// # Errors
    /// The value cannot be written. See [`json_writer::write`].
    pub(crate) fn try_of(value: &(impl Serialize + ?Sized)) -> Result<Self, serde_json::Error> {
        let mut text = Vec::with_capacity(256);
        json_writer::write(&mut text, value)?;
        Ok(Self(String::from_utf8(text).unwrap_or_default()))
    }

    /// Writes a list.
    pub(crate) fn list(items: impl IntoIterator<Item = Self>) -> Self {
        let items: Vec<String> = items.into_iter().map(|Self(item)| item).collect();
        Self(format!("[{}]", items.join(",")))
    }

    /// Returns the object with another member at its end.
    #[must_use]
    pub(crate) fn with(self, name: &str, value: &(impl Serialize + ?Sized)) -> Self {
        self.with_text(name, &Self::of(value))
    }

    /// Returns the object with another member at its end, which is a text already. The name needs no
    /// escapes.
    #[must_use]
    pub(crate) fn with_text(self, name: &str, Self(value): &Self) -> Self {
        let Self(mut text) = self;
        text.pop();
        let separator = if text.ends_with('{') { "" } else { "," };
        text.extend([separator, "\"", name, "\":", value, "}"]);
        Self(text)
    }

    /// Returns the object with another value of a member.
    #[must_use]
    pub(crate) fn replacing(self, name: &str, value: &(impl Serialize + ?Sized)) -> Self {
        let value = Self::of(value);
        self.changed(|tree| {
            let Tree::Object(members) = tree else { return };
            for (_, member) in members.iter_mut().filter(|(other, _)| other.text == name) {
                *member = Tree::Scalar(&value.0);
            }
        })
    }

    /// Returns the value without members that have these names, at every depth.
    #[must_use]
    pub(crate) fn without(self, names: &[&str]) -> Self {
        self.changed(|tree| tree.remove_members(names))
    }

    /// Returns the value with the members of all objects in the order of their names.
    #[must_use]
    pub(crate) fn sorted(self) -> Self {
        self.changed(Tree::sort_members)
    }

    fn changed<'v>(&'v self, change: impl FnOnce(&mut Tree<'v>)) -> Self {
        let mut text = Text::new(&self.0);
        let Ok(mut tree) = Tree::read(&mut text) else { return self.clone() };
        change(&mut tree);
        let mut changed = String::with_capacity(self.0.len());
        tree.write(&mut changed);
        Self(changed)
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The structure of a text. Scalars are parts of the text.
enum Tree<'t> {
    Scalar(&'t str),
    List(Vec<Self>),
    Object(Vec<(Name<'t>, Self)>),
}

/// The name of a member.
struct Name<'t> {
    text: Cow<'t, str>,
    /// The name as it is written, with its quotes and escapes.
    quoted: &'t str,
}

impl<'t> Tree<'t> {
    fn read(text: &mut Text<'t>) -> Result<Self, SyntaxError> {
        let begin = text.offset();
        match text.token()? {
            Token::List => {
                let mut items = Vec::new();
                while text.has_item(items.is_empty())? {
                    items.push(Self::read(text)?);
                }
                text.end_list()?;
                Ok(Self::List(items))
            }
            Token::Object => {
                let mut members = Vec::new();
                loop {
                    let begin = text.offset();
                    let Some(name) = text.member(members.is_empty())? else { break };
                    let quoted = text.since(begin).trim_start_matches(',');
                    text.colon()?;
                    members.push((Name { text: name, quoted }, Self::read(text)?));
                }
                text.end_object()?;
                Ok(Self::Object(members))
            }
            _ => Ok(Self::Scalar(text.since(begin))),
        }
    }

    fn remove_members(&mut self, names: &[&str]) {
        match self {
            Self::Scalar(_) => {}
            Self::List(items) => items.iter_mut().for_each(|item| item.remove_members(names)),
            Self::Object(members) => {
                members.retain(|(name, _)| !names.contains(&&*name.text));
                for (_, member) in members {
                    member.remove_members(names);
                }
            }
        }
    }

    fn sort_members(&mut self) {
        match self {
            Self::Scalar(_) => {}
            Self::List(items) => items.iter_mut().for_each(Self::sort_members),
            Self::Object(members) => {
                members.sort_by(|(name, _), (other, _)| name.text.cmp(&other.text));
                for (_, member) in members {
                    member.sort_members();
                }
            }
        }
    }

    fn write(&self, text: &mut String) {
        match self {
            Self::Scalar(scalar) => text.push_str(scalar),
            Self::List(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "," });
                    item.write(text);
                }
                text.push(']');
            }
            Self::Object(members) => {
                text.push('{');
                for (index, (name, member)) in members.iter().enumerate() {
                    text.extend([if index == 0 { "" } else { "," }, name.quoted, ":"]);
                    member.write(text);
                }
                text.push('}');
            }
        }
    }
}
