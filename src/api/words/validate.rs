//! `POST /v1/words/validate`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::judge::{HouseRules, Judge};
use super::meanings::WithMeanings;
use super::{JudgedWord, too_long};
use crate::api::bounds::{FieldSchema, inline_schema, string};
use crate::api::dictionary::Opinions;
use crate::api::operation::{Cost, Method, Operation, Plan};
use crate::api::problem::ProblemCode;
use crate::api::request;
use crate::api::word_poker::CategoryChoice;
use crate::edition::{Dictionary, EditionId};
use crate::rules::word_poker::ActiveCategory;
use crate::rules::{Refused, Variant, ViolationCode, Violations, limits};
use crate::word::Word;

request! {
    @judged
    /// The words to judge.
    pub struct ValidateWordsRequest {
        /// The words, in upper or lower case: 1 to 10,000 texts of at most 64 characters.
        words: Texts,
        /// The game whose rules apply. Without it, only the lexicon decides.
        variant: Option<Variant>,
        /// The house rules of the game.
        rules: Option<HouseRules>,
        /// The bonus category of the round in Choose Your Words and Word For Word. If it requires
        /// proper nouns, its words are allowed even if the lexicon lacks them.
        category: Option<CategoryChoice>,
        /// Set to `true` to get the meaning of each word in one line, if it is known. At most 1,000
        /// words; not with `quiet`. Defaults to `false`.
        meanings: Option<bool>,
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
    /// The opinion of the second lexicon; present if the request names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_opinion: Option<ValidateWordsSecondOpinion<'r>>,
    /// The lexicon edition used for this response.
    lexicon: &'r EditionId,
}

/// The opinion of a second lexicon on the words of a request, which does not change their verdicts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ValidateWordsSecondOpinion<'r> {
    /// The second lexicon.
    lexicon: &'r EditionId,
    /// True if every word is allowed by the second lexicon.
    all_valid: bool,
}

/// The maximum total length of texts that are judged in less than 500 µs.
const INLINE_LETTERS: usize = 12_000;
/// The maximum number of texts that are judged in less than 500 µs.
const INLINE_WORDS: usize = 2_000;

/// The maximum number of words whose meanings are found in less than 500 µs.
const INLINE_MEANINGS: usize = 4;

/// Judges words.
pub struct ValidateWords;

/// Words to be judged.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ValidateWordsQuery {
    /// The words in the order of the request.
    words: Texts,
    judge: Judge,
    quiet: bool,
    meanings: bool,
}

/// A request with its words in upper case.
#[derive(Serialize)]
struct CanonicalWords<'q> {
    words: Vec<Cow<'q, str>>,
    #[serde(flatten)]
    judge: &'q Judge,
}

impl Operation for ValidateWords {
    const ID: &'static str = "validate_words";
    const METHOD: Method = Method::Post;
    const PATH: &'static str = "/v1/words/validate";
    const TAG: &'static str = "Words";
    const SUMMARY: &'static str = "Judges up to 10,000 words";
    const DESCRIPTION: &'static str = "Returns a verdict for each word and one for all words together. With `variant`, the word lengths and barred classes of the game also apply, under the house rules in `rules` and with the bonus category in `category`. If the lexicon lacks a word, or a text is not a word, its result has `valid: false`; the status is still 200.";
    const RESPONSE: &'static str = "The verdicts";
    const PROBLEMS: &'static [ProblemCode] = ProblemCode::OF_DICTIONARY;

    type Request = ValidateWordsRequest;
    type Query = ValidateWordsQuery;
    type Basis = WithMeanings<Opinions>;
    type Response<'a> = ValidateWordsResponse<'a>;

    fn parse(
        request: Self::Request,
        basis: &WithMeanings<Opinions>,
        violations: &mut Violations,
    ) -> Result<Self::Query, Refused> {
        let words = request.words.check(&mut violations.at("words"));
        let judge = Judge::read(
            request.variant,
            request.rules.as_ref(),
            request.category.as_ref(),
            basis.inner.ruling(),
            violations,
        );
        let quiet = request.quiet.unwrap_or_default();
        let meanings = request.meanings.unwrap_or_default();
        words?;
        if meanings {
            request.words.check_meanings(quiet, violations)?;
        }
        Ok(ValidateWordsQuery { words: request.words, judge: judge?, quiet, meanings })
    }

    fn plan(query: &Self::Query, _basis: &WithMeanings<Opinions>) -> Plan {
        let most = if query.meanings { INLINE_MEANINGS } else { INLINE_WORDS };
        let is_cheap = query.words.text.len() <= INLINE_LETTERS && query.words.ends.len() <= most;
        Plan::uncached(if is_cheap { Cost::Inline } else { Cost::Pooled })
    }

    fn canonical(query: &Self::Query) -> impl Serialize {
        let mut words: Vec<Cow<'_, str>> = query.words.iter().map(upper).collect();
        if query.quiet {
            // They are a set, so that the id doesn't depend on their order (RULEBOOK C8).
            words.sort_unstable();
            words.dedup();
        }
        CanonicalWords { words, judge: &query.judge }
    }

    fn run<'a>(
        query: &'a Self::Query,
        basis: &'a WithMeanings<Opinions>,
    ) -> Result<ValidateWordsResponse<'a>, Violations> {
        let opinions = &basis.inner;
        let dictionary = opinions.ruling();
        let category = query.judge.category(dictionary);
        let opinion = |second: &'a Dictionary| ValidateWordsSecondOpinion {
            lexicon: second.id(),
            all_valid: query.all_valid(second, category),
        };
        let second_opinion = opinions.second().map(opinion);
        let lexicon = dictionary.id();
        if query.quiet {
            let all_valid = query.all_valid(dictionary, category);
            return Ok(ValidateWordsResponse { all_valid, results: None, second_opinion, lexicon });
        }
        let words = dictionary.words();
        let judged = |text| query.judge.judged(words, category, text);
        let results: Vec<JudgedWord<'_>> = query.words.iter().map(judged).collect();
        let all_valid = results.iter().all(|result| result.valid);
        Ok(ValidateWordsResponse { all_valid, results: Some(results), second_opinion, lexicon })
    }

    fn add_meanings<'a>(
        response: &mut ValidateWordsResponse<'a>,
        query: &'a Self::Query,
        basis: &'a WithMeanings<Opinions>,
    ) {
        let words = basis.inner.ruling().words();
        let results = response.results.iter_mut().flatten().filter(|_| query.meanings);
        results.for_each(|result| result.add_meanings(words, basis.source()));
    }
}

impl ValidateWordsQuery {
    /// Returns true if a dictionary allows every word. All words are judged, so that the response
    /// time does not reveal which word fails (RULEBOOK C8).
    fn all_valid(&self, dictionary: &Dictionary, category: ActiveCategory<'_>) -> bool {
        let words = dictionary.words();
        let is_allowed =
            |text: &str| text.parse().is_ok_and(|word| self.judge.allows(words, category, &word));
        self.words.iter().filter(|text| !is_allowed(text)).count() == 0
    }
}

/// Returns the word in upper case, or a text that is not a word as it is.
fn upper(text: &str) -> Cow<'_, str> {
    match text.parse::<Word>() {
        Ok(word) if word.as_str() != text => word.to_string().into(),
        _ => text.into(),
    }
}

/// Many short texts in one allocation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Texts {
    text: String,
    ends: Vec<usize>,
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

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    /// Checks that a request may ask for the meanings of the words.
    fn check_meanings(&self, quiet: bool, violations: &mut Violations) -> Result<(), Refused> {
        if quiet {
            // RULEBOOK C8: only words of the lexicon have meanings.
            let detail = "a quiet response has no meanings; omit meanings or quiet";
            let mut place = violations.at("meanings");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        let (words, most) = (self.ends.len(), limits::MEANING_WORDS);
        if words > most {
            let detail = format_args!("{words} words; give at most {most} with meanings");
            return Err(violations.at("words").refuse_form(ViolationCode::TooMany, detail));
        }
        Ok(())
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
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
            if limits::is_longer(text, limits::WORD_CHARACTERS) {
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
        // Each step takes a text of the body.
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
        self.0.push(text);
        Ok(())
    }
}
