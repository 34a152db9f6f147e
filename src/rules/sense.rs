//! The sense of a word that decides whether a game allows it (RULEBOOK W4, P9).

use serde::Serialize;

use super::verdict::{Reason, Verdict, WordRules};
use crate::lexicon::{Entry, Mark, Marks, Words};
use crate::word::Word;

/// The sense that let a word stand, or the one that barred it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct DecidingSense {
    /// The sense because of which the word is allowed although it has a sense that the game bars:
    /// `verb`, or `ordinary` for another ordinary sense.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<&'static str>,
    /// The sense that bars the word: `plural`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barred: Option<&'static str>,
    /// The word that this is a sense of, such as RUN for RUNS.
    pub of: String,
}

impl Verdict {
    /// Returns the sense of a word that decided its verdict; `None` if the word does not have
    /// several senses. `barred` are the marks that the game bars in this play.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Words};
    /// use wordcourt::rules::Variant;
    ///
    /// let lexicon = Lexicon::from_text("RUN\nRUNS\tplural_s,verb_s,other_sense_first\tRUN\n", "")?;
    /// let (game, runs) = (Variant::PlayOnWords, "RUNS".parse().unwrap());
    /// let verdict = game.verdict(&lexicon, &runs);
    /// let sense = verdict.sense(Words::from(&lexicon), &runs, game.barred()).unwrap();
    /// assert_eq!((sense.kept, sense.of.as_str()), (Some("verb"), "RUN"));
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn sense(self, words: Words<'_>, word: &Word, barred: Marks) -> Option<DecidingSense> {
        let entry = words.find(word)?;
        match self {
            Self::Allowed if entry.marks().intersection(barred) == Marks::NONE => None,
            Self::Allowed if is_read_as_verb(entry.marks()) => {
                let of = verb_of(words, entry).to_owned();
                Some(DecidingSense { kept: Some("verb"), barred: None, of })
            }
            Self::Allowed => {
                let of = entry.word().to_owned();
                Some(DecidingSense { kept: Some("ordinary"), barred: None, of })
            }
            Self::Barred(_, mark) | Self::FirstPlural(_, mark) | Self::AlsoPlural(_, mark)
                if Marks::PLURALS.contains(mark) =>
            {
                let of = singular_of(entry).to_owned();
                Some(DecidingSense { kept: None, barred: Some("plural"), of })
            }
            _ => None,
        }
    }

    /// Returns the reason why the word is not allowed, with the senses of a plural (RULEBOOK P9).
    #[must_use]
    pub fn reason_in(self, words: Words<'_>, word: &Word) -> Option<Reason> {
        let reason = self.reason(word)?;
        let Some(entry) = words.find(word) else { return Some(reason) };
        let other = if is_read_as_verb(entry.marks()) { "verb" } else { "other" };
        let (rules, why) = match self {
            Self::Barred(rules, mark) if Marks::PLURALS.contains(mark) => (rules, String::new()),
            Self::FirstPlural(rules, _) if words.lexicon().uses_mark(Mark::OtherSenseFirst) => {
                (rules, format!("; its {other} sense is rare"))
            }
            Self::FirstPlural(rules, _) => {
                let unmarked =
                    "the lexicon does not mark which words people read first in another sense";
                (rules, format!("; its {other} sense does not count, because {unmarked}"))
            }
            Self::AlsoPlural(rules, _) => {
                let rule = "the rule plural is strict";
                (rules, format!("; its {other} sense does not count, because {rule}"))
            }
            _ => return Some(reason),
        };
        let singular = singular_of(entry);
        let whose =
            if singular == entry.word() { String::new() } else { format!(" of {singular}") };
        let WordRules { title, .. } = rules;
        let exception = format!("{title} allows plurals only in a rearranged play-on");
        Some(Reason { detail: format!("{word}: plural{whose}{why}; {exception}"), ..reason })
    }
}

/// Returns true if the other sense of a plural is a verb: people read RUNS first as one. PANTS has the
/// marks of a verb too, but people read it first as a noun without a singular, so it is `ordinary`.
const fn is_read_as_verb(marks: Marks) -> bool {
    let is_read_as_noun = marks.contains(Mark::Ordinary) && marks.contains(Mark::OtherSenseFirst);
    marks.contains(Mark::VerbS) && !is_read_as_noun
}

/// Returns the singular of a plural: its headword, or the plural itself if the lexicon names none.
fn singular_of(plural: Entry<'_>) -> &str {
    plural.lemma().unwrap_or_else(|| plural.word())
}

/// Returns the verb of a third person: its headword if the form is regular, else the form without
/// its S. The headword of LEAVES is LEAF, which is not its verb.
fn verb_of<'l>(words: Words<'l>, third: Entry<'l>) -> &'l str {
    let form = third.word();
    let headword = singular_of(third);
    let (stem, ies) = (form.strip_suffix('S'), form.strip_suffix("IES"));
    let is_regular = stem == Some(headword)
        || form.strip_suffix("ES") == Some(headword)
        || (ies.is_some() && ies == headword.strip_suffix('Y'));
    let is_word = |stem: &&str| stem.parse().is_ok_and(|stem: Word| words.contains(&stem));
    if is_regular { headword } else { stem.filter(is_word).unwrap_or(headword) }
}
