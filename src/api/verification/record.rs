//! Records of answers.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::editions::NamedEdition;

/// An answer together with the request that it answers.
///
/// A record may have further members. They are not verified, except that the chain of a log covers
/// them (see [`Chain`](super::Chain)).
///
/// ```
/// use wordcourt::api::verification::Record;
/// let line = r#"{"operation": "get_word", "request": {"word": "QUIZ"}, "answer": {"valid": true}}"#;
/// let record: Record = serde_json::from_str(line)?;
/// assert_eq!(record.operation, "get_word");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Deserialize)]
pub struct Record<'l> {
    /// The id of the operation, such as `score_wordgame`.
    #[serde(borrow)]
    pub operation: Cow<'l, str>,
    /// The request: the body of a POST request, or the parameters of a GET request as members of an
    /// object.
    #[serde(borrow)]
    pub request: &'l RawValue,
    /// The body of the response.
    #[serde(borrow)]
    pub answer: &'l RawValue,
    /// The signature of the answer, if the record has one: the value of the header
    /// `Ruling-Signature`, or the signed note in it.
    #[serde(borrow)]
    pub signature: Option<Cow<'l, str>>,
}

/// The members of an answer that say what it rests on.
#[derive(Debug, Clone, Deserialize)]
pub struct Grounds<'l> {
    /// The id, if the answer has one.
    #[serde(borrow)]
    pub id: Option<Cow<'l, str>>,
    /// The edition of the rulebook, if the answer follows rules.
    #[serde(borrow)]
    pub rulebook: Option<Cow<'l, str>>,
    /// The edition of the lexicon, if the answer depends on one.
    #[serde(borrow)]
    pub lexicon: Option<NamedEdition<'l>>,
    /// The edition of the lexicon that a search excludes.
    #[serde(borrow)]
    not_in: Option<NamedEdition<'l>>,
    #[serde(borrow)]
    second_opinion: Option<SecondOpinion<'l>>,
}

#[derive(Debug, Clone, Deserialize)]
struct SecondOpinion<'l> {
    #[serde(borrow)]
    lexicon: NamedEdition<'l>,
}

impl<'l> Record<'l> {
    /// Returns what the answer says that it rests on.
    ///
    /// # Errors
    /// The answer is not an object, or one of these members has another type.
    pub fn grounds(&self) -> serde_json::Result<Grounds<'l>> {
        serde_json::from_str(self.answer.get())
    }
}

impl<'l> Grounds<'l> {
    /// Returns the grounds of an answer that follows a rulebook and depends on one lexicon.
    pub(super) fn new(rulebook: &'l str, lexicon: NamedEdition<'l>) -> Self {
        Self {
            id: None,
            rulebook: Some(rulebook.into()),
            lexicon: Some(lexicon),
            not_in: None,
            second_opinion: None,
        }
    }

    /// Returns the second edition that the answer depends on.
    pub(super) fn other(&self) -> Option<&NamedEdition<'l>> {
        let opinion = self.second_opinion.as_ref().map(|opinion| &opinion.lexicon);
        opinion.or(self.not_in.as_ref())
    }
}
