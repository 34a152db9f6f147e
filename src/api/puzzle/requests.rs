//! The request, and dates.

use serde::{Deserialize, Serialize};

use crate::api::bounds::{date, inline_schema};
use crate::api::flow::SeedText;
use crate::api::hints::Reveal;
use crate::api::request;
use crate::rules::puzzle::Level;
use crate::rules::{Refused, ViolationCode, Violations};

/// A date.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct DateText(String);

inline_schema!(DateText, "PuzzleDate", date());

/// How much the hints of a puzzle reveal.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleReveal {
    /// The score of the best play.
    Points,
    /// The score, and the number of letters and the place of each word.
    Shape,
    /// The score, and the number of letters, the place and the first letter of each word.
    FirstLetter,
}

impl From<PuzzleReveal> for Reveal {
    fn from(reveal: PuzzleReveal) -> Self {
        match reveal {
            PuzzleReveal::Points => Self::Points,
            PuzzleReveal::Shape => Self::Shape,
            PuzzleReveal::FirstLetter => Self::FirstLetter,
        }
    }
}

request! {
    /// A puzzle to set.
    pub struct PuzzleRequest {
        /// The day of the puzzle: `2026-05-01`. The server has no opinion on which day it is. Give
        /// either this field or `seed`.
        date: Option<DateText>,
        /// 64 hexadecimal digits, for any number of puzzles. Give either this field or `date`.
        seed: Option<SeedText>,
        /// The level.
        pub(super) level: Level,
        /// How much `hints` reveal about the best play. Without it, the response has no hints.
        pub(super) reveal: Option<PuzzleReveal>,
        /// Set to `true` to get the best play. Defaults to `false`.
        pub(super) solution: Option<bool>,
    }
}

/// The puzzle that was chosen, by a date or by a seed in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// By a date.
    Date(String),
    /// By a seed.
    Seed(String),
}

impl Chosen {
    /// Returns the date or the seed.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Date(text) | Self::Seed(text) => text,
        }
    }

    /// Returns the date, if the puzzle was chosen by one.
    pub(super) fn date(&self) -> Option<&str> {
        if let Self::Date(date) = self { Some(date) } else { None }
    }

    /// Returns the seed, if the puzzle was chosen by one.
    pub(super) fn seed(&self) -> Option<&str> {
        if let Self::Seed(seed) = self { Some(seed) } else { None }
    }
}

impl PuzzleRequest {
    /// Reads the date or the seed.
    ///
    /// # Errors
    /// Neither or both are given, or the text is not one.
    pub(super) fn chosen(&self, violations: &mut Violations) -> Result<Chosen, Refused> {
        match (&self.date, &self.seed) {
            (Some(DateText(date)), None) => {
                if is_date(date) {
                    return Ok(Chosen::Date(date.clone()));
                }
                let detail = "give a day of the calendar as year, month and day: 2026-05-01";
                Err(violations.at("date").refuse_form(ViolationCode::InvalidField, detail))
            }
            (None, Some(seed)) => {
                Ok(Chosen::Seed(seed.read(&mut violations.at("seed"))?.to_string()))
            }
            (Some(_), Some(_)) => {
                let detail = "give either a date or a seed, not both";
                Err(violations.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            (None, None) => {
                let detail = "give a date or a seed";
                Err(violations.at("date").refuse_form(ViolationCode::MissingField, detail))
            }
        }
    }
}

/// Returns true if a text is a day of the Gregorian calendar: `2026-05-01`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths = parts.iter().map(|part| part.len());
    if !lengths.eq([4, 2, 2]) || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return false;
    }
    let [year, month, day] = [0, 1, 2].map(|part: usize| parts[part].parse().unwrap_or(0_u32));
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}
