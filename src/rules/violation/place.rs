//! Places in a value that is being checked.

use std::borrow::Cow;
use std::fmt::Write as _;

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
pub(super) struct Place(Vec<Segment>);

impl Place {
    pub(super) fn enter(&mut self, segment: Segment) {
        self.0.push(segment);
    }

    pub(super) fn leave(&mut self) {
        self.0.pop();
    }

    /// Returns the place as a JSON pointer (RFC 6901). The pointer has no lines, because JSON can't
    /// point into a text.
    pub(super) fn pointer(&self) -> String {
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
    pub(super) fn line(&self) -> Option<usize> {
        self.0.iter().rev().find_map(|segment| match segment {
            Segment::Line(number) => Some(*number),
            Segment::Member(_) | Segment::Item(_) => None,
        })
    }
}
