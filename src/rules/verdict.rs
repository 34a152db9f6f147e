//! Whether a word counts, and if not, why not.

use std::fmt;

use serde::Serialize;

use super::oh_my_word::EXCLAMATION_WORD;
use super::{Variant, counted};
use crate::lexicon::{Lexicon, Mark, Marks, Ordinal, Words};
use crate::word::{Word, WordError};

/// Whether a word counts in a game (RULEBOOK W3, W4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It counts.
    Allowed,
    /// The lexicon doesn't hold it.
    NotInLexicon,
    /// The lexicon holds it, but the game bars its class.
    Barred(Variant, Mark),
    /// It has too few or too many letters for the game.
    Length(Variant),
}

/// Why a word doesn't count, for people and programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Reason {
    /// What it is in a word.
    pub code: ReasonCode,
    /// What it is in a sentence.
    pub detail: String,
    /// The mark that bars the word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// The rule that it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

/// Why a word doesn't count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// The lexicon doesn't hold the word.
    NotInLexicon,
    /// The game bars the word's class.
    BarredClass,
    /// The word has too few letters for the game.
    TooShort,
    /// The word has too many letters for the game.
    TooLong,
    /// The text holds something other than letters.
    NotLetters,
}

impl Variant {
    /// Judges a word.
    #[must_use]
    pub fn verdict<'l>(self, words: impl Into<Words<'l>>, word: &Word) -> Verdict {
        if !self.lengths().0.contains(&word.len()) {
            return Verdict::Length(self);
        }
        // RULEBOOK O10: it counts though no lexicon holds it.
        if matches!(self, Self::ChooseYourWords | Self::WordForWord) && word.as_str() == EXCLAMATION_WORD {
            return Verdict::Allowed;
        }
        words.into().marks(word).map_or(Verdict::NotInLexicon, |marks| self.marks_verdict(marks))
    }

    /// Judges a word of the lexicon by its class alone, whatever its length.
    #[must_use]
    pub fn class_verdict(self, lexicon: &Lexicon, ordinal: Ordinal) -> Verdict {
        self.marks_verdict(lexicon.marks(ordinal))
    }

    /// Judges a word by its marks.
    #[must_use]
    pub fn marks_verdict(self, marks: Marks) -> Verdict {
        let barred = marks.intersection(self.barred());
        // RULEBOOK W4: an allowed sense excuses every class but plural_s, of which P9 alone decides.
        let counts = |mark: &Mark| !marks.excuses() || *mark == Mark::PluralS;
        // That bar is told last: it alone falls when a play-on is rearranged.
        let told = barred.iter().filter(counts).min_by_key(|mark| *mark == Mark::PluralS);
        told.map_or(Verdict::Allowed, |mark| Verdict::Barred(self, mark))
    }
}

impl Verdict {
    /// Whether the word counts.
    #[must_use]
    pub const fn is_allowed(self) -> bool {
        matches!(self, Self::Allowed)
    }

    /// Why a word doesn't count; `None` if it does.
    #[must_use]
    pub fn reason(self, word: &Word) -> Option<Reason> {
        let reason = |code, detail, mark, rule| Some(Reason { code, detail, mark, rule: Some(rule) });
        match self {
            Self::Allowed => None,
            Self::NotInLexicon => {
                reason(ReasonCode::NotInLexicon, format!("the lexicon doesn't hold {word}"), None, "W3")
            }
            Self::Barred(variant @ Variant::PlayOnWords, Mark::PluralS) => reason(
                ReasonCode::BarredClass,
                format!(
                    "{word} is a plural made with S, which {} allows on a rearranged play-on only",
                    variant.title()
                ),
                Some(Mark::PluralS.name()),
                "P9",
            ),
            Self::Barred(variant, mark) => reason(
                ReasonCode::BarredClass,
                format!("{word} is marked {mark}, a class that {} bars", variant.title()),
                Some(mark.name()),
                "W4",
            ),
            Self::Length(variant) => {
                let (lengths, rule) = variant.lengths();
                let (least, most) = lengths.into_inner();
                if word.len() < least {
                    let detail = format!(
                        "{word} has {}; {} wants at least {least}",
                        counted(word.len(), "letter"),
                        variant.title()
                    );
                    reason(ReasonCode::TooShort, detail, None, rule)
                } else {
                    let detail = format!(
                        "{word} has {}; {} allows at most {most}",
                        counted(word.len(), "letter"),
                        variant.title()
                    );
                    reason(ReasonCode::TooLong, detail, None, rule)
                }
            }
        }
    }
}

impl From<&WordError> for Reason {
    /// Why a text that isn't even a word doesn't count.
    fn from(error: &WordError) -> Self {
        let code = match error {
            WordError::Empty => ReasonCode::TooShort,
            WordError::TooLong => ReasonCode::TooLong,
            WordError::NotALetter { .. } => ReasonCode::NotLetters,
        };
        Self { code, detail: error.to_string(), mark: None, rule: Some("W1") }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_bar_by_variant_unless_an_allowed_sense_excuses() {
        let lexicon = Lexicon::from_text(
            "CATS\tplural_s\nRUNS\tplural_s,verb_s\nOUI\tforeign\nTURKEY\tordinary,geographical\nNTH\tabbreviation\nPARIS\tgeographical\nUFOS\tabbreviation,plural_s\n",
            "",
        )
        .unwrap();
        let barred_in = |text: &str| -> Vec<&str> {
            let word: Word = text.parse().unwrap();
            Variant::ALL
                .into_iter()
                .filter(|variant| !variant.verdict(&lexicon, &word).is_allowed())
                .map(Variant::slug)
                .collect()
        };
        assert_eq!(barred_in("CATS"), ["play-on-words"]);
        assert_eq!(barred_in("RUNS"), ["play-on-words"]);
        assert_eq!(barred_in("OUI"), ["play-on-words", "my-word"]);
        assert_eq!(barred_in("TURKEY"), [""; 0]);
        assert_eq!(barred_in("PARIS"), ["wordgame"]);
        assert_eq!(barred_in("NTH").len(), 5);
        assert_eq!(barred_in("XYZZY").len(), 5);
        let ufos: Word = "UFOS".parse().unwrap();
        assert_eq!(
            Variant::PlayOnWords.verdict(&lexicon, &ufos),
            Verdict::Barred(Variant::PlayOnWords, Mark::Abbreviation)
        );
    }

    #[test]
    fn lengths_bound_a_word_before_the_lexicon_is_asked() {
        let lexicon = Lexicon::from_text("AA\nQUIZZERS\n", "").unwrap();
        let verdict = |variant: Variant, word: &str| {
            let word = word.parse().unwrap();
            variant.verdict(&lexicon, &word).reason(&word).map(|reason| (reason.code, reason.rule.unwrap()))
        };
        assert_eq!(verdict(Variant::MyWord, "AA"), Some((ReasonCode::TooShort, "M2")));
        assert_eq!(verdict(Variant::ChooseYourWords, "QUIZZERS"), Some((ReasonCode::TooLong, "O2")));
        assert_eq!(verdict(Variant::Wordgame, "QUIZZERS"), None);
    }
}
