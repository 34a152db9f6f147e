//! Bounded values of requests. Each type defines its bound, its check and its schema.
//!
//! Deserializing never fails because of a bound. `read` checks it afterwards, so that a response
//! lists all violations of a request and not only the first one.

mod schema;

pub(crate) use schema::{
    INLINE, array_of, collect, collect_as, date, inline_schema, integer, string,
};

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::openapi::{RefOr, Schema};

use crate::rules::{Refused, ViolationCode, Violations, counted, labels, limits, players};
use crate::word::Word;

/// The cursor of a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct CursorText(String);

inline_schema!(CursorText, "CursorText", string(1, limits::CURSOR_CHARACTERS, None));

impl CursorText {
    /// Returns the cursor; `None` if the text is not one.
    pub(crate) fn parse<T: FromStr>(&self) -> Option<T> {
        self.0.parse().ok()
    }

    /// Returns the cursor.
    ///
    /// # Errors
    /// The text is not a cursor.
    pub(crate) fn read<T>(&self, violations: &mut Violations) -> Result<T, Refused>
    where
        T: FromStr<Err: fmt::Display>,
    {
        self.0.parse().map_err(|error: T::Err| {
            violations.refuse_form(ViolationCode::InvalidField, format_args!("{error}"))
        })
    }
}

/// The name of a lexicon, optionally pinned to an edition: `en`, `en@2020.12.07+4`,
/// `en@sha256:1f3a`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct LexiconSelector(String);

inline_schema!(LexiconSelector, "LexiconSelector", string(1, limits::SELECTOR_CHARACTERS, None));

impl LexiconSelector {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the selector of a query. An unescaped plus in a query is decoded as a space, so each
    /// space becomes a plus again: names and editions have no spaces.
    pub(crate) fn in_query(&self) -> Cow<'_, str> {
        self.0.replace(' ', "+").into()
    }
}

/// Returns true if a selector contains a whole digest, so that it always means the same edition.
pub(crate) fn is_whole_pin(selector: &str) -> bool {
    const DIGITS: usize = 64;
    let digits = selector.split_once("@sha256:").map(|(_, digits)| digits);
    digits.is_some_and(|digits| {
        digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    })
}

/// The name of a player: 1 to 64 characters that can be seen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerName(String);

inline_schema!(PlayerName, "PlayerName", string(1, limits::NAME_CHARACTERS, None));

impl PlayerName {
    /// Returns the name without a check; lists of players are checked as a whole.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks the length and the characters.
    ///
    /// # Errors
    /// The name is empty or too long, or has characters that can't be seen.
    pub(crate) fn read(&self, violations: &mut Violations) -> Result<&str, Refused> {
        players::check_name(&self.0, violations).map(|()| self.as_str())
    }
}

/// A text of the client that a response repeats: at most 128 characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct Reference(String);

inline_schema!(Reference, "Reference", string(0, limits::REFERENCE_CHARACTERS, None));

impl Reference {
    /// Checks the length and the characters.
    ///
    /// # Errors
    /// The text is too long, or has characters that can't be seen.
    pub(crate) fn read(&self, violations: &mut Violations) -> Result<&str, Refused> {
        let characters = self.0.chars().count();
        if characters > limits::REFERENCE_CHARACTERS {
            let most = limits::REFERENCE_CHARACTERS;
            let detail = format_args!("{characters} characters; give at most {most}");
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        labels::check(&self.0, violations).map(|()| self.0.as_str())
    }
}

/// A number of chips or points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct Chips(u64);

inline_schema!(Chips, "Chips", integer("int64", Some(0), limits::CHIPS.cast_signed()));

impl Chips {
    /// Checks the bound; `noun` names the unit.
    ///
    /// # Errors
    /// The number is too large.
    pub(crate) fn read(self, noun: &str, violations: &mut Violations) -> Result<u64, Refused> {
        if self.0 > limits::CHIPS {
            let detail = format_args!("{}; at most {} {noun}", self.0, limits::CHIPS);
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(self.0)
    }
}

/// A number of plays to list: 1 to 1,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
pub struct Top(u32);

inline_schema!(
    Top,
    "Top",
    integer("int32", Some(1), i64::try_from(limits::TOP).unwrap_or(i64::MAX))
);

impl Top {
    /// Checks the bounds.
    ///
    /// # Errors
    /// The number is 0 or too large.
    pub(crate) fn read(
        top: Option<Self>,
        default: usize,
        violations: &mut Violations,
    ) -> Result<usize, Refused> {
        let Some(Self(top)) = top else { return Ok(default) };
        let listed = top as usize;
        if !(1..=limits::TOP).contains(&listed) {
            let detail = format_args!("{top}; request 1 to {} plays", limits::TOP);
            return Err(violations.at("top").refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(listed)
    }
}

/// Returns a limit of the rules as the bound of a [`Count`].
#[expect(clippy::cast_possible_truncation, reason = "the assertion excludes larger limits")]
pub(super) const fn bound(limit: usize) -> u32 {
    assert!(limit <= u32::MAX as usize, "a limit must fit in 32 bits");
    limit as u32
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Count<const MIN: u32, const MAX: u32>(u32);

inline_schema!(
    Count<MIN, MAX> where [const MIN: u32, const MAX: u32],
    format!("Count{MIN}To{MAX}"),
    integer("int32", Some(i64::from(MIN)), i64::from(MAX))
);

impl<const MIN: u32, const MAX: u32> Count<MIN, MAX> {
    /// Checks the bounds; `rule` is the rule that sets them, if there is one.
    ///
    /// # Errors
    /// The number is out of bounds.
    pub(crate) fn read(
        self,
        rule: Option<&'static str>,
        violations: &mut Violations,
    ) -> Result<u32, Refused> {
        if (MIN..=MAX).contains(&self.0) {
            return Ok(self.0);
        }
        let detail = format_args!("{}; give {MIN} to {MAX}", self.0);
        Err(match rule {
            Some(rule) => violations.refuse(ViolationCode::OutOfBounds, rule, detail),
            None => violations.refuse_form(ViolationCode::OutOfBounds, detail),
        })
    }

    /// Returns true if the number is the maximum.
    pub(crate) const fn is_max(self) -> bool {
        self.0 == MAX
    }

    /// Returns the number without a check.
    pub(crate) const fn raw(self) -> u32 {
        self.0
    }
}

/// A bound on the frequency tiers of words.
pub type MaxTier = Count<1, { limits::MAX_TIER }>;

/// A list of `MIN` to `MAX` items.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct List<T, const MIN: usize, const MAX: usize>(Vec<T>);

inline_schema!(
    List<T, MIN, MAX> where [T: utoipa::ToSchema, const MIN: usize, const MAX: usize],
    format!("List{MIN}to{MAX}{}", T::name()),
    array_of::<T>((MIN > 0).then_some(MIN), Some(MAX)),
    T
);

impl<T, const MIN: usize, const MAX: usize> Default for List<T, MIN, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MIN: usize, const MAX: usize> List<T, MIN, MAX> {
    /// Checks the length; `noun` names one item.
    ///
    /// # Errors
    /// There are too few or too many items.
    pub(crate) fn read(&self, noun: &str, violations: &mut Violations) -> Result<&[T], Refused> {
        let code = match self.0.len() {
            given if given < MIN => ViolationCode::TooFew,
            given if given > MAX => ViolationCode::TooMany,
            _ => return Ok(&self.0),
        };
        let detail = format_args!("{}; give {MIN} to {MAX}", counted(self.0.len(), noun));
        Err(violations.refuse_form(code, detail))
    }

    /// Returns the items without a check.
    pub(crate) fn raw(&self) -> &[T] {
        &self.0
    }
}

/// A text to be judged as a word.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct WordText(String);

inline_schema!(WordText, "WordText", string(0, limits::WORD_CHARACTERS, None));

impl WordText {
    /// Parses the word.
    ///
    /// # Errors
    /// The text is not a word of letters (RULEBOOK W1).
    pub(crate) fn read(&self, violations: &mut Violations) -> Result<Word, Refused> {
        word(&self.0, violations)
    }

    /// Returns the text, which need not be a word: rulings decide on anything that players say
    /// (RULEBOOK W6).
    ///
    /// # Errors
    /// The text is too long.
    pub(crate) fn read_text(&self, violations: &mut Violations) -> Result<&str, Refused> {
        if limits::is_longer(&self.0, limits::WORD_CHARACTERS) {
            let most = limits::WORD_CHARACTERS;
            let detail =
                format_args!("a text to be judged as a word has at most {most} characters");
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(&self.0)
    }
}

/// Parses a word.
///
/// # Errors
/// The text is not a word of letters (RULEBOOK W1).
pub(crate) fn word(text: &str, violations: &mut Violations) -> Result<Word, Refused> {
    text.parse().map_err(|error| violations.refuse(ViolationCode::InvalidWord, "W1", error))
}

/// Reads every item of a list at its place, and records the violations of all items.
///
/// # Errors
/// An item is invalid.
pub(crate) fn each<T, U>(
    items: &[T],
    violations: &mut Violations,
    read: impl Fn(&T, &mut Violations) -> Result<U, Refused>,
) -> Result<Vec<U>, Refused> {
    let mut values = Ok(Vec::with_capacity(items.len()));
    for (index, item) in items.iter().enumerate() {
        match (read(item, &mut violations.at(index)), &mut values) {
            (Ok(value), Ok(values)) => values.push(value),
            (Err(refused), _) => values = Err(refused),
            (Ok(_), Err(_)) => {}
        }
    }
    values
}

/// The schema of a field.
pub(crate) type FieldSchema = RefOr<Schema>;
