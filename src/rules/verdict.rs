//! The verdict on a word in a game, with the reason if the word is not allowed.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::counted;
use crate::lexicon::{Lexicon, Mark, Marks, Ordinal, WordMeanings, Words};
use crate::word::{Word, WordError};

/// The words that a game allows (RULEBOOK W3, W4).
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::Game;
/// use wordcourt::rules::my_word::MyWord;
///
/// let lexicon = Lexicon::from_text("CAT\nOUI\tforeign\n", "")?;
/// let reason = |word: &str| {
///     let word = word.parse().unwrap();
///     MyWord::WORDS.verdict(&lexicon, &word).reason(&word).map(|reason| reason.detail)
/// };
/// assert_eq!(reason("CAT"), None);
/// assert_eq!(reason("OUI").unwrap(), "OUI is marked foreign; My Word! bars that class");
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct WordRules {
    /// The game's title, for use in reasons.
    pub title: &'static str,
    /// The classes of words that the game bars.
    pub barred: Marks,
    /// The allowed numbers of letters in a word.
    pub lengths: RangeInclusive<usize>,
    /// The rule that bounds the number of letters.
    pub lengths_rule: &'static str,
    /// A word that is allowed even if the lexicon does not contain it.
    pub extra_word: Option<&'static str>,
}

/// The verdict on a word in a game (RULEBOOK W3, W4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The word is allowed.
    Allowed,
    /// The lexicon does not contain the word.
    NotInLexicon,
    /// The lexicon contains the word, but the game bars its class.
    Barred(&'static WordRules, Mark),
    /// The word is a plural that also has another sense, but people do not read it first in that
    /// sense (RULEBOOK P9).
    FirstPlural(&'static WordRules, Mark),
    /// The word is a plural that also has another sense, and the house rules bar such plurals too
    /// (RULEBOOK P9).
    AlsoPlural(&'static WordRules, Mark),
    /// The word has too few or too many letters for the game.
    Length(&'static WordRules),
}

/// The reason why a word is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordReason))]
pub struct Reason {
    /// The kind of reason.
    pub code: ReasonCode,
    /// The reason in words, for people.
    pub detail: String,
    /// The mark that bars the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// The rule that the word breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The sense of the word that the mark is about, if the request asks for meanings and the
    /// server knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sense: Option<String>,
}

/// The kinds of reason why a word is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = WordReasonCode))]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// The lexicon does not contain the word.
    NotInLexicon,
    /// The game bars the word's class.
    BarredClass,
    /// The word has too few letters for the game.
    TooShort,
    /// The word has too many letters for the game.
    TooLong,
    /// The text contains a character that is not a letter.
    NotLetters,
    /// The letter of a blank in the word is not chosen yet.
    OpenBlank,
}

impl WordRules {
    /// Judges a word.
    #[must_use]
    pub fn verdict<'l>(&'static self, words: impl Into<Words<'l>>, word: &Word) -> Verdict {
        if !self.lengths.contains(&word.len()) {
            return Verdict::Length(self);
        }
        if self.extra_word.is_some_and(|extra| extra.as_bytes() == word.as_bytes()) {
            return Verdict::Allowed;
        }
        words.into().marks(word).map_or(Verdict::NotInLexicon, |marks| self.marks_verdict(marks))
    }

    /// Returns whether a word with these marks is allowed, regardless of its length. It agrees with
    /// [`Self::marks_verdict`], but is faster.
    #[must_use]
    #[inline]
    pub fn allows(&self, marks: Marks) -> bool {
        // RULEBOOK W4, P9.
        marks.barring().intersection(self.barred) == Marks::NONE
    }

    /// Judges a word of the lexicon by its class, regardless of its length.
    #[must_use]
    #[inline]
    pub fn class_verdict(&'static self, lexicon: &Lexicon, ordinal: Ordinal) -> Verdict {
        self.marks_verdict(lexicon.marks(ordinal))
    }

    /// Judges a word by its marks.
    #[must_use]
    #[inline]
    pub fn marks_verdict(&'static self, marks: Marks) -> Verdict {
        let barred = marks.barring().intersection(self.barred);
        if barred == Marks::NONE {
            return Verdict::Allowed;
        }
        // Plurals are reported last because they are the only classes that a rearranged play-on
        // allows.
        match barred.iter().min_by_key(|mark| Marks::PLURALS.contains(*mark)) {
            None => Verdict::Allowed,
            Some(mark) if marks.has_allowed_sense() => Verdict::FirstPlural(self, mark),
            Some(mark) => Verdict::Barred(self, mark),
        }
    }
}

impl Verdict {
    /// Returns whether the word is allowed.
    #[must_use]
    pub const fn is_allowed(self) -> bool {
        matches!(self, Self::Allowed)
    }

    /// Returns the reason why the word is not allowed; `None` if it is. A reason that is about a
    /// plural names the word that it is the plural of, and its other sense, only in
    /// [`Self::reason_in`].
    #[must_use]
    pub fn reason(self, word: &Word) -> Option<Reason> {
        match self {
            Self::Allowed => None,
            Self::NotInLexicon => Some(Reason {
                code: ReasonCode::NotInLexicon,
                detail: format!("{word} is not in the lexicon"),
                mark: None,
                rule: Some("W3"),
                sense: None,
            }),
            Self::Barred(rules, mark) => Some(rules.barred_reason(word, mark)),
            Self::FirstPlural(rules, mark) | Self::AlsoPlural(rules, mark) => {
                Some(rules.plural_reason(word, "also ", mark))
            }
            Self::Length(rules) => Some(rules.length_reason(word)),
        }
    }
}

impl WordRules {
    fn barred_reason(&self, word: &Word, mark: Mark) -> Reason {
        if Marks::PLURALS.contains(mark) {
            return self.plural_reason(word, "", mark);
        }
        let detail = format!("{word} is marked {mark}; {} bars that class", self.title);
        Reason::of_mark(mark, detail, "W4")
    }

    /// Explains that a word is a plural, among other senses if `also` says so (RULEBOOK P9).
    fn plural_reason(&self, word: &Word, also: &str, mark: Mark) -> Reason {
        let made = if mark == Mark::PluralS { " made with S" } else { "" };
        let detail = format!(
            "{word} is {also}a plural{made}, which {} allows only in a rearranged play-on",
            self.title
        );
        Reason::of_mark(mark, detail, "P9")
    }

    fn length_reason(&self, word: &Word) -> Reason {
        let (min, max) = (self.lengths.start(), self.lengths.end());
        let (code, bound) = if word.len() < *min {
            (ReasonCode::TooShort, format!("requires at least {min}"))
        } else {
            (ReasonCode::TooLong, format!("allows at most {max}"))
        };
        let detail =
            format!("{word} has {}; {} {bound}", counted(word.len(), "letter"), self.title);
        Reason { code, detail, mark: None, rule: Some(self.lengths_rule), sense: None }
    }
}

impl Reason {
    fn of_mark(mark: Mark, detail: String, rule: &'static str) -> Self {
        let code = ReasonCode::BarredClass;
        Self { code, detail, mark: Some(mark.name()), rule: Some(rule), sense: None }
    }

    /// Adds the sense of the word that the mark is about.
    #[must_use]
    pub fn with_sense(self, meanings: &WordMeanings<'_>) -> Self {
        let mark = self.mark.and_then(|mark| mark.parse().ok());
        Self { sense: mark.and_then(|mark| meanings.marked_sense(mark)), ..self }
    }
}

impl From<&WordError> for Reason {
    /// Explains why a text is not a word.
    fn from(error: &WordError) -> Self {
        let code = match error {
            WordError::Empty => ReasonCode::TooShort,
            WordError::TooLong => ReasonCode::TooLong,
            WordError::NotALetter { .. } => ReasonCode::NotLetters,
        };
        Self { code, detail: error.to_string(), mark: None, rule: Some("W1"), sense: None }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}
