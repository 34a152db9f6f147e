//! `POST /v1/words/validate`.

use std::fmt;

use serde::de::{DeserializeSeed, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{JudgedWord, too_long};
use crate::api::bounds::{FieldSchema, inline_schema, string};
use crate::api::operation::{Method, Operation};
use crate::api::problem::ProblemCode;
use crate::api::request;
use crate::edition::{Dictionary, EditionId};
use crate::rules::{Reason, Refused, Variant, Verdict, ViolationCode, Violations, limits};
use crate::word::Word;

request! {
    /// The words to judge.
    pub struct ValidateWordsRequest {
        /// The words, in upper or lower case: 1 to 10,000 texts of at most 64 characters.
        words: Texts,
        /// The game whose rules apply. Without it, only the lexicon decides.
        variant: Option<Variant>,
        /// Set to `true` to get only `all_valid`, as from a word judge at a tournament. Defaults to
        /// `false`.
        quiet: Option<bool>,
    }
}

/// The verdicts on the words of a request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ValidateWordsResponse<'r> {
    /// True if every word is allowed.
    all_valid: bool,
    /// The words and their verdicts, in the order of the request; absent if `quiet` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Vec<JudgedWord<'r>>>,
    /// The lexicon edition used for this response.
    lexicon: &'r EditionId,
}

/// Judges words.
pub struct ValidateWords;

/// Words to be judged, by the rules of a game or by the lexicon alone.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ValidateWordsQuery {
    words: Texts,
    variant: Option<Variant>,
    quiet: bool,
}

impl Operation for ValidateWords {
    const ID: &'static str = "validate_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/words/validate";
    const TAG: &'static str = "Words";
    const SUMMARY: &'static str = "Judges up to 10,000 words";
    const DESCRIPTION: &'static str = "Returns a verdict for each word and one for all words together. With `variant`, the word lengths and barred classes of the game also apply. If the lexicon lacks a word, or a text is not a word, its result has `valid: false`; the status is still 200.";
    const RESPONSE: &'static str = "The verdicts";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = ValidateWordsRequest;
    type Query = ValidateWordsQuery;
    type Basis = Dictionary;
    type Response<'a> = ValidateWordsResponse<'a>;

    fn parse(
        request: Self::Request,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<Self::Query, Refused> {
        request.words.check(&mut violations.at("words"))?;
        let quiet = request.quiet.unwrap_or_default();
        Ok(ValidateWordsQuery { words: request.words, variant: request.variant, quiet })
    }

    fn run<'a>(
        query: &'a Self::Query,
        dictionary: &'a Dictionary,
    ) -> Result<ValidateWordsResponse<'a>, Violations> {
        let words = dictionary.words();
        let judge = |word: &Word| match query.variant {
            Some(variant) => variant.verdict(words, word),
            None if words.contains(word) => Verdict::Allowed,
            None => Verdict::NotInLexicon,
        };
        let lexicon = dictionary.id();
        if query.quiet {
            let is_allowed = |text: &str| text.parse().is_ok_and(|word| judge(&word).is_allowed());
            let all_valid = query.words.iter().all(is_allowed);
            return Ok(ValidateWordsResponse { all_valid, results: None, lexicon });
        }
        let results: Vec<JudgedWord<'_>> =
            query.words.iter().map(|text| judged(text, judge)).collect();
        let all_valid = results.iter().all(|result| result.valid);
        Ok(ValidateWordsResponse { all_valid, results: Some(results), lexicon })
    }
}

fn judged(text: &str, judge: impl Fn(&Word) -> Verdict) -> JudgedWord<'_> {
    match text.parse::<Word>() {
        Ok(word) => {
            let verdict = judge(&word);
            let upper = if word.as_str() == text { text.into() } else { word.to_string().into() };
            let reason = verdict.reason(&word);
            JudgedWord { word: upper, valid: verdict.is_allowed(), reason }
        }
        Err(error) => {
            JudgedWord { word: text.into(), valid: false, reason: Some(Reason::from(&error)) }
        }
    }
}

/// Many short texts in one allocation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Texts {
    text: String,
    ends: Vec<u32>,
}

inline_schema!(Texts, "Texts", Texts::schema_of());

impl Texts {
    fn schema_of() -> utoipa::openapi::Array {
        let text: FieldSchema = string(0, limits::WORD_CHARACTERS, None).into();
        utoipa::openapi::ArrayBuilder::new()
            .items(text)
            .min_items(Some(1))
            .max_items(Some(limits::WORDS))
            .build()
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start as usize..end as usize])
    }

    /// Checks the number of texts and the length of each.
    fn check(&self, violations: &mut Violations) -> Result<(), Refused> {
        if self.ends.is_empty() {
            return Err(violations.refuse_form(ViolationCode::TooFew, "give at least one word"));
        }
        if self.ends.len() > limits::WORDS {
            let detail = format_args!("{} words; give at most {}", self.ends.len(), limits::WORDS);
            return Err(violations.refuse_form(ViolationCode::TooMany, detail));
        }
        let mut checked = Ok(());
        for (index, text) in self.iter().enumerate() {
            // The number of bytes is already known, and is an upper bound on the number of
            // characters.
            if text.len() > limits::WORD_CHARACTERS
                && text.chars().count() > limits::WORD_CHARACTERS
            {
                let mut place = violations.at(index);
                checked = Err(place.refuse_form(ViolationCode::OutOfBounds, too_long()));
            }
        }
        checked
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(TextsVisitor)
    }
}

struct TextsVisitor;

impl<'de> Visitor<'de> for TextsVisitor {
    type Value = Texts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of words")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
        // This is enough for the words of a play.
        let mut texts = Texts { text: String::with_capacity(128), ends: Vec::with_capacity(16) };
        while list.next_element_seed(Append(&mut texts))?.is_some() {}
        Ok(texts)
    }
}

/// Appends one text without allocating a string for it.
struct Append<'t>(&'t mut Texts);

impl<'de> DeserializeSeed<'de> for Append<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Append<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.0.text.push_str(text);
        // The limit on the body keeps the length far below 4 GiB.
        self.0.ends.push(u32::try_from(self.0.text.len()).map_err(E::custom)?);
        Ok(())
    }
}
