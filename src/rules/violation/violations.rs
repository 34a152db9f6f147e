//! The record of violations, and the place that is being checked.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::ops::{Deref, DerefMut};

use serde::Serialize;

use super::code::ViolationCode;

/// A violation of a rule of the game, or an error in the form of the request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = Breach))]
pub struct Violation {
    /// The kind of the breach.
    pub code: ViolationCode,
    /// The broken rule, by its id in the rulebook; absent if the form of the request is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The place in the request, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// The line in the text at that place, counted from 1; absent if the text does not consist of
    /// lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The cards, tiles or letters that are missing, in the notation of the game; absent if the
    /// violation is of another kind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The nearest known names, the nearest first; absent unless a name is unknown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
    /// The problem, and how to fix it.
    pub detail: String,
}

impl Violation {
    /// Moves the violation from a value to the object that has the value as a member.
    #[must_use]
    pub fn within(mut self, member: &str) -> Self {
        self.pointer = format!("/{member}{}", self.pointer);
        self
    }
}

/// The largest size, in bytes, of a text that quotes its input, which may be long.
const MAX_REPEATED_BYTES: usize = 2_000;

/// The maximum number of violations that an answer lists.
pub(crate) const MAX_LISTED: usize = 100;

/// Cuts a text that quotes its input and is too long.
pub(crate) fn shortened(mut text: String) -> String {
    if text.len() > MAX_REPEATED_BYTES {
        text.truncate(text.floor_char_boundary(MAX_REPEATED_BYTES));
        text.push('…');
    }
    text
}

/// Returns a count with its noun, such as `1 letter` or `3 letters`.
///
/// ```
/// use wordcourt::rules::counted;
/// assert_eq!((counted(1, "card"), counted(0, "card")), ("1 card".to_owned(), "0 cards".to_owned()));
/// ```
#[must_use]
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Proof that a violation has been recorded.
///
/// Only [`Violations`] creates one, so every `Err(Refused)` has a recorded reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused(());

/// The violations recorded so far, and the place that is being checked.
///
/// ```
/// use wordcourt::rules::{Refused, ViolationCode, Violations};
///
/// fn read_hand(cards: &[&str], violations: &mut Violations) -> Result<usize, Refused> {
///     if cards.len() < 2 {
///         return Err(violations.refuse(ViolationCode::TooFew, "O2", "a word has at least 2 cards"));
///     }
///     Ok(cards.len())
/// }
///
/// let mut violations = Violations::default();
/// let hand = read_hand(&["Ab"], &mut violations.at("players").at(3).at("hand"));
/// let violations = violations.finish(hand).unwrap_err();
/// assert_eq!(violations.as_slice()[0].pointer, "/players/3/hand");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Violations {
    list: Vec<Violation>,
    place: Place,
}

/// A guard for a part of the value: the part stays entered until the guard is dropped.
#[derive(Debug)]
pub struct At<'v>(&'v mut Violations);

impl Deref for At<'_> {
    type Target = Violations;

    fn deref(&self) -> &Violations {
        self.0
    }
}

impl DerefMut for At<'_> {
    fn deref_mut(&mut self) -> &mut Violations {
        self.0
    }
}

impl Drop for At<'_> {
    fn drop(&mut self) {
        self.0.place.leave();
    }
}

impl Violations {
    /// Enters a part of the value until the guard is dropped: a member of an object, or an item of
    /// a list.
    pub fn at(&mut self, segment: impl Into<Segment>) -> At<'_> {
        self.place.enter(segment.into());
        At(self)
    }

    /// Enters a line of the text, counted from 1, until the guard is dropped.
    pub fn at_line(&mut self, line: usize) -> At<'_> {
        self.at(Segment::Line(line))
    }

    /// Records that the current place breaks a rule of the game, named by its id in the rulebook.
    pub fn refuse(
        &mut self,
        code: ViolationCode,
        rule: &'static str,
        detail: impl fmt::Display,
    ) -> Refused {
        self.push(code, Some(rule), Vec::new(), detail.to_string())
    }

    /// Records that the current place breaks a rule of the game because cards, tiles or letters are
    /// missing.
    pub fn refuse_missing(
        &mut self,
        code: ViolationCode,
        rule: &'static str,
        missing: Vec<String>,
        detail: impl fmt::Display,
    ) -> Refused {
        self.push(code, Some(rule), missing, detail.to_string())
    }

    /// Records that the name at the current place is unknown, with the nearest known names.
    pub fn refuse_unknown(
        &mut self,
        code: ViolationCode,
        rule: &'static str,
        nearest: Vec<String>,
        detail: impl fmt::Display,
    ) -> Refused {
        let refused = self.push(code, Some(rule), Vec::new(), detail.to_string());
        if let Some(violation) = self.list.last_mut() {
            violation.nearest = nearest;
        }
        refused
    }

    /// Records that the value at the current place has the wrong form: it exceeds a bound of the
    /// service, or its fields exclude each other.
    pub fn refuse_form(&mut self, code: ViolationCode, detail: impl fmt::Display) -> Refused {
        self.push(code, None, Vec::new(), detail.to_string())
    }

    fn push(
        &mut self,
        code: ViolationCode,
        rule: Option<&'static str>,
        missing: Vec<String>,
        detail: String,
    ) -> Refused {
        let pointer = shortened(self.place.pointer());
        let (line, detail) = (self.place.line(), shortened(detail));
        let nearest = Vec::new();
        self.list.push(Violation { code, rule, pointer, line, missing, nearest, detail });
        Refused(())
    }

    /// Adds violations that were recorded elsewhere, with unchanged places.
    pub fn extend(&mut self, violations: impl IntoIterator<Item = Violation>) {
        self.list.extend(violations);
    }

    /// Replaces the codes of the violations from an index on.
    pub fn recode(&mut self, from: usize, code: impl Fn(ViolationCode) -> ViolationCode) {
        for violation in self.list.iter_mut().skip(from) {
            violation.code = code(violation.code);
        }
    }

    /// Returns proof that violations were recorded from an index on, if there are any.
    #[must_use]
    pub fn refused_since(&self, index: usize) -> Option<Refused> {
        (self.list.len() > index).then_some(Refused(()))
    }

    /// Returns whether there are so many violations that nobody reads more.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.list.len() >= MAX_LISTED
    }

    /// Returns whether there are no violations.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of violations.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the violations in the order of their recording.
    #[must_use]
    pub fn as_slice(&self) -> &[Violation] {
        &self.list
    }

    /// Returns the value if nothing was violated.
    ///
    /// # Errors
    /// The violations, if there are any.
    pub fn finish<T>(self, value: Result<T, Refused>) -> Result<T, Self> {
        match value {
            Ok(value) if self.is_empty() => Ok(value),
            _ => Err(self),
        }
    }
}

impl From<Violations> for Vec<Violation> {
    fn from(violations: Violations) -> Self {
        violations.list
    }
}

/// One step from a value to a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    /// A member of an object.
    Member(Cow<'static, str>),
    /// An item of a list, counted from 0.
    Item(usize),
    /// A line of a text, counted from 1.
    Line(usize),
}

impl From<&'static str> for Segment {
    fn from(name: &'static str) -> Self {
        Self::Member(name.into())
    }
}

impl From<String> for Segment {
    fn from(name: String) -> Self {
        Self::Member(name.into())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Item(index)
    }
}

/// A place in a value: the steps from the whole value to one of its parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Place(Vec<Segment>);

impl Place {
    fn enter(&mut self, segment: Segment) {
        self.0.push(segment);
    }

    fn leave(&mut self) {
        self.0.pop();
    }

    /// Returns the place as a JSON pointer (RFC 6901). The pointer has no lines, because JSON can't
    /// point into a text.
    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for segment in &self.0 {
            match segment {
                Segment::Member(name) => {
                    pointer.push('/');
                    pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
                Segment::Item(index) => {
                    let _ = write!(pointer, "/{index}");
                }
                Segment::Line(_) => {}
            }
        }
        pointer
    }

    /// Returns the innermost line, counted from 1, if the place is inside a text of lines.
    fn line(&self) -> Option<usize> {
        self.0.iter().rev().find_map(|segment| match segment {
            Segment::Line(number) => Some(*number),
            Segment::Member(_) | Segment::Item(_) => None,
        })
    }
}
