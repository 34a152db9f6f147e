//! What a lexicon may say of a word beyond that it is one (RULEBOOK W3).

use std::fmt;

use thiserror::Error;

/// A mark of a word: a class that a game may bar, or the fact of a further sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "http", derive(strum::EnumMessage, strum::VariantArray))]
#[repr(u8)]
pub enum Mark {
    /// A noun plural made with S.
    PluralS,
    /// A verb's third person singular: a sense of its own beside a plural.
    VerbS,
    /// An ordinary sense of its own beside the marked ones.
    Ordinary,
    /// A proper noun.
    Proper,
    /// An abbreviation.
    Abbreviation,
    /// A word of another language.
    Foreign,
    /// Profanity.
    Profane,
    /// Slang or informal language.
    Slang,
    /// A geographical name.
    Geographical,
    /// A prefix or suffix standing alone.
    Affix,
}

/// A name that is no mark.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no mark; the marks are {marks}", marks = Marks::all())]
pub struct UnknownMark(pub String);

impl Mark {
    /// Every mark, in the order in which texts list them.
    pub const ALL: [Self; 10] = [
        Self::PluralS,
        Self::VerbS,
        Self::Ordinary,
        Self::Proper,
        Self::Abbreviation,
        Self::Foreign,
        Self::Profane,
        Self::Slang,
        Self::Geographical,
        Self::Affix,
    ];

    /// The mark's name in lexicon texts and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PluralS => "plural_s",
            Self::VerbS => "verb_s",
            Self::Ordinary => "ordinary",
            Self::Proper => "proper",
            Self::Abbreviation => "abbreviation",
            Self::Foreign => "foreign",
            Self::Profane => "profane",
            Self::Slang => "slang",
            Self::Geographical => "geographical",
            Self::Affix => "affix",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of marks.
///
/// ```
/// use wordcourt::lexicon::{Mark, Marks};
/// let marks: Marks = "plural_s,verb_s".parse()?;
/// assert!(marks.contains(Mark::PluralS) && marks.excuses());
/// assert!("plural_z".parse::<Marks>().is_err());
/// # Ok::<(), wordcourt::lexicon::UnknownMark>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Marks(u16);

impl Marks {
    /// No mark.
    pub const NONE: Self = Self(0);

    /// The marks given.
    #[must_use]
    pub const fn of(marks: &[Mark]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < marks.len() {
            set |= 1 << marks[i] as u8;
            i += 1;
        }
        Self(set)
    }

    /// Every mark there is.
    #[must_use]
    pub const fn all() -> Self {
        Self::of(&Mark::ALL)
    }

    /// Whether the mark is in the set.
    #[must_use]
    pub const fn contains(self, mark: Mark) -> bool {
        self.0 & (1 << mark as u8) != 0
    }

    /// The marks in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The set without one mark.
    #[must_use]
    pub const fn without(self, mark: Mark) -> Self {
        Self(self.0 & !(1 << mark as u8))
    }

    /// Whether the word has an allowed sense beside its marked ones: a class then doesn't bar it (RULEBOOK W4).
    #[must_use]
    pub const fn excuses(self) -> bool {
        self.contains(Mark::VerbS) || self.contains(Mark::Ordinary)
    }

    /// The marks of the set, in the fixed order.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |&mark| self.contains(mark))
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for mark in self.iter() {
            write!(f, "{separator}{mark}")?;
            separator = ",";
        }
        Ok(())
    }
}

impl std::str::FromStr for Marks {
    type Err = UnknownMark;

    /// Reads marks separated by commas; an empty text is no mark.
    fn from_str(text: &str) -> Result<Self, UnknownMark> {
        let mut marks = Self::NONE;
        for name in text.split(',').filter(|_| !text.is_empty()) {
            let mark =
                Mark::ALL.into_iter().find(|mark| mark.name() == name).ok_or_else(|| UnknownMark(name.to_owned()))?;
            marks.0 |= 1 << mark as u8;
        }
        Ok(marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_and_written_alike() {
        for text in ["", "plural_s", "plural_s,verb_s", "foreign,profane,affix"] {
            assert_eq!(text.parse::<Marks>().unwrap().to_string(), text);
        }
        let error = "foreign,".parse::<Marks>().unwrap_err();
        assert!(error.to_string().starts_with("\"\" is no mark; the marks are plural_s,verb_s,"));
    }
}
