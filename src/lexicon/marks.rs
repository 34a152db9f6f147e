//! Marks: the facts that a lexicon may record about a word beyond its validity (RULEBOOK W3).

use std::fmt;
use std::str::FromStr;

use strum::VariantArray as _;
use thiserror::Error;

/// A mark of a word: a class that a game may bar, or a note that the word has another sense.
///
/// ```
/// use wordcourt::lexicon::Mark;
/// assert_eq!(Mark::PluralS.name(), "plural_s");
/// assert_eq!("plural_s".parse(), Ok(Mark::PluralS));
/// ```
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::EnumMessage,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[strum(parse_err_ty = UnknownMark, parse_err_fn = UnknownMark::new)]
#[repr(u8)]
pub enum Mark {
    /// A noun plural formed with S.
    PluralS,
    /// A noun plural that is not formed with S, such as MICE.
    Plural,
    /// A third-person singular verb form, which is a separate sense from a plural.
    VerbS,
    /// An ordinary sense besides the marked ones. The other marks do not bar the word then.
    Ordinary,
    /// A proper noun.
    Proper,
    /// An abbreviation.
    Abbreviation,
    /// A contraction, such as GONNA.
    Contraction,
    /// A word from another language.
    Foreign,
    /// Profanity.
    Profane,
    /// Slang or informal language.
    Slang,
    /// A geographical name.
    Geographical,
    /// A prefix or suffix that is listed as a word.
    Affix,
    /// A word derived from an abbreviation, such as NIMBYISM.
    FromAbbreviation,
    /// With `plural_s`: a word that people read first in a sense other than the plural, such as
    /// RUNS (RULEBOOK P9).
    OtherSenseFirst,
}

/// A text that is not the name of a mark.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown mark {0:?}; the marks are {marks}", marks = Marks::all())]
pub struct UnknownMark(pub String);

impl UnknownMark {
    fn new(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl Mark {
    /// Every mark, in the order in which lexicon texts list them.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name of the mark in lexicon texts, requests and responses.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    const fn bit(self) -> u16 {
        1 << self as u8
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
/// let marks: Marks = "verb_s,plural_s".parse()?;
/// assert!(marks.contains(Mark::PluralS));
/// assert_eq!(marks.to_string(), "plural_s,verb_s");
/// assert!("plural_z".parse::<Marks>().is_err());
/// # Ok::<(), wordcourt::lexicon::UnknownMark>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Marks(u16);

impl Marks {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The plurals, with S and without.
    pub const PLURALS: Self = Self::of(&[Mark::PluralS, Mark::Plural]);

    /// The marks of the forms and senses of a word, which say nothing about its class.
    const FORMS: Self =
        Self::PLURALS.union(Self::of(&[Mark::VerbS, Mark::Ordinary, Mark::OtherSenseFirst]));

    /// Returns the set of the given marks.
    #[must_use]
    pub const fn of(marks: &[Mark]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < marks.len() {
            set |= marks[i].bit();
            i += 1;
        }
        Self(set)
    }

    /// Returns the set of the marks whose bits are set; `None` if a bit is that of no mark.
    pub(super) fn from_bits(bits: u16) -> Option<Self> {
        (bits & !Self::all().0 == 0).then_some(Self(bits))
    }

    /// Returns the set as bits, one per mark.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the set of all marks.
    #[must_use]
    pub const fn all() -> Self {
        Self::of(Mark::ALL)
    }

    /// Returns true if the mark is in the set.
    #[must_use]
    pub const fn contains(self, mark: Mark) -> bool {
        self.0 & mark.bit() != 0
    }

    /// Returns the marks in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the marks in at least one of the sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the set without one mark.
    #[must_use]
    pub const fn without(self, mark: Mark) -> Self {
        Self(self.0 & !mark.bit())
    }

    /// Returns the marks that are not in the other set.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns true if a word with these marks has an allowed sense besides the marked ones. The
    /// marks then do not bar the word, except `plural_s` (see [`Self::barring`]).
    ///
    /// ```
    /// use wordcourt::lexicon::{Mark, Marks};
    /// assert!(Marks::of(&[Mark::Slang, Mark::Ordinary]).has_allowed_sense());
    /// assert!(!Marks::of(&[Mark::Slang]).has_allowed_sense());
    /// ```
    #[must_use]
    pub const fn has_allowed_sense(self) -> bool {
        self.contains(Mark::VerbS) || self.contains(Mark::Ordinary)
    }

    /// Returns true if every word with these marks is of a class that no game bars, such as neither
    /// profane nor a proper noun; a plural may still be barred.
    pub(super) fn are_of_ordinary_class(self) -> bool {
        self.has_allowed_sense() || self.difference(Self::FORMS) == Self::NONE
    }

    /// Returns the marks that bar the word in a game that bars their class (RULEBOOK W4, P9): none
    /// if the word has an allowed sense, except that a plural made with S is barred unless people
    /// read the word first in another sense.
    ///
    /// ```
    /// use wordcourt::lexicon::{Mark, Marks};
    /// let photos = Marks::of(&[Mark::PluralS, Mark::VerbS]);
    /// assert_eq!(photos.barring(), Marks::of(&[Mark::PluralS]));
    /// let runs = Marks::of(&[Mark::PluralS, Mark::VerbS, Mark::OtherSenseFirst]);
    /// assert_eq!(runs.barring(), Marks::NONE);
    /// ```
    #[must_use]
    pub const fn barring(self) -> Self {
        let read_first = if self.contains(Mark::OtherSenseFirst) {
            self.difference(Self::PLURALS)
        } else {
            self
        };
        if self.has_allowed_sense() {
            read_first.intersection(Self::of(&[Mark::PluralS]))
        } else {
            read_first
        }
    }

    /// Returns the marks of the set, in the order of [`Mark::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.iter().copied().filter(move |&mark| self.contains(mark))
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        Self(marks.into_iter().fold(0, |set, mark| set | mark.bit()))
    }
}

impl fmt::Display for Marks {
    /// Writes the names in the order of [`Mark::ALL`], separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for mark in self.iter() {
            write!(f, "{separator}{mark}")?;
            separator = ",";
        }
        Ok(())
    }
}

impl FromStr for Marks {
    type Err = UnknownMark;

    /// Parses names separated by commas; an empty text is the empty set.
    fn from_str(text: &str) -> Result<Self, UnknownMark> {
        if text.is_empty() {
            return Ok(Self::NONE);
        }
        text.split(',').map(Mark::from_str).collect()
    }
}
