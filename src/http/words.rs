//! Words: one with everything that is known of it, or thousands with a verdict each.

use std::borrow::Cow;
use std::fmt;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::asked::{Asked, OverlayRequest};
use super::body::{Body, present};
use super::problem::Problem;
use super::{State, query, reply, searching};
use crate::court::{Answer, Authority, Stamp, Work};
use crate::lexicon::{Entry, Mark, Words};
use crate::rules::{BreachCode, Breaches, Reason, Variant, Verdict, limits};
use crate::word::{Word, WordError};

/// How many near misses a word's page lists.
const NEAR: usize = 10;

/// A game's verdict on a word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VariantVerdict {
    /// The game.
    variant: Variant,
    /// Whether the word counts in it.
    allowed: bool,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

/// What makes another word of a word at its ends.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordHooks {
    /// Letters that can stand before it, in alphabetical order.
    front: String,
    /// Letters that can stand behind it, in alphabetical order.
    back: String,
    /// The words that are left when a letter is taken off an end.
    inner: InnerHooks,
}

/// The inner hooks of a word: what it stays when its first or its last letter is taken off.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct InnerHooks {
    /// The word without its first letter, if that is a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    front: Option<String>,
    /// The word without its last letter, if that is a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<String>,
}

/// Everything that is known of a word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPage<'e> {
    /// The word in upper case, or the text as it was asked for if it is no word.
    word: Cow<'e, str>,
    /// Whether the lexicon holds it.
    valid: bool,
    /// Why not, if the text is no word at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// Its marks; what each means is told with `MarkCount`.
    marks: Vec<&'static str>,
    /// What each game says.
    verdicts: Vec<VariantVerdict>,
    /// The headword that it is a form of.
    #[serde(skip_serializing_if = "Option::is_none")]
    lemma: Option<&'e str>,
    /// What it means, or what its headword means, if the lexicon says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    definitions: Option<Vec<&'e str>>,
    /// How common it is, if the lexicon says so: the size class of the smallest list that has it, 10 the commonest.
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<u8>,
    /// The letters that hook onto it, and onto what is left of it.
    hooks: WordHooks,
    /// Words at one slip's distance (a letter changed, added, left out, or two neighbours swapped), the commonest first, at most ten. Where there is
    /// none for a text of six letters or more that isn't in the lexicon: words at two slips' distance.
    near: Vec<&'e str>,
    /// The lexicon that was asked.
    lexicon: &'e Stamp,
}

/// Shows everything that is known of a word
///
/// Whether the lexicon holds it, what each game says of it, its marks, lemma, definition, hooks and near misses. A word that isn't in the lexicon is an answer
/// like any other, with `valid: false`. Its extensions by more than a letter are what `GET /v1/words` finds with `starts`, `ends` and `contains`.
#[utoipa::path(
    get,
    path = "/v1/words/{word}",
    tag = "Words",
    params(
        ("word" = String, Path, description = "The word, in either case"),
        WordQuery,
    ),
    responses((status = 200, description = "The word", body = WordPage))
)]
pub(super) async fn get_word(
    request: HttpRequest,
    text: web::Path<String>,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    if text.chars().count() > limits::WORD_CHARACTERS {
        let mut breaches = Breaches::default();
        breaches.add_formal(BreachCode::OutOfBounds, "", too_long());
        return Err(breaches.into());
    }
    let mut breaches = Breaches::default();
    let query = WordQuery::read(request.query_string(), &mut breaches)?;
    let edition = state.court.edition(query.lexicon.as_deref())?;
    let overlay = OverlayRequest::of_query(query.add.as_deref(), query.remove.as_deref()).read("", &mut breaches);
    breaches.or(())?;
    let authority = Authority::new(edition, overlay);
    let body = match text.parse::<Word>() {
        Ok(word) => kept_page(state, authority, word).await?,
        Err(error) => reply::body(&no_word(&text, &error, authority.stamp()))?.into(),
    };
    Ok(reply::cacheable(&request, "application/json", body))
}

/// Of shorter words too much is two slips away to tell anything.
const TWO_SLIP_LETTERS: usize = 6;

/// The page of a word from the answer cache: what is near it takes some time to find, and two slips a walk through the lexicon.
async fn kept_page(state: web::Data<State>, authority: Authority, word: Word) -> Result<Answer, Problem> {
    const OPERATION: &str = "get_word";
    let may_take_two_slips = word.len() >= TWO_SLIP_LETTERS && !authority.words().contains(&word);
    let cost = if may_take_two_slips { Work::Costly } else { Work::Cheap };
    let question = format!("{OPERATION} {word}").into();
    searching::find(state, authority, OPERATION, (question, cost), move |authority| {
        let words = authority.words();
        let mut page = page(words, authority.stamp(), &word);
        if may_take_two_slips && page.near.is_empty() {
            page.near = words.near_by_two(&word, NEAR);
        }
        reply::tagged(&page)
    })
    .await
}

/// The query of a word's page.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct WordQuery {
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    lexicon: Option<String>,
    /// House words: words that count beside those of the lexicon, separated by commas.
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    add: Option<String>,
    /// House words: words that don't count, separated by commas.
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    remove: Option<String>,
}

impl WordQuery {
    fn read(query: &str, breaches: &mut Breaches) -> Result<Self, Problem> {
        let mut given = query::parameters(query, &["lexicon"], &["add", "remove"], breaches)?;
        let mut take = |name: &str| given.remove(name);
        Ok(Self { lexicon: take("lexicon"), add: take("add"), remove: take("remove") })
    }
}

fn page<'e>(words: Words<'e>, stamp: &'e Stamp, word: &Word) -> WordPage<'e> {
    let entry = words.find(word);
    let hooks = words.hooks(word);
    let verdict = |variant: Variant| {
        let verdict = variant.verdict(words, word);
        VariantVerdict { variant, allowed: verdict.is_allowed(), reason: verdict.reason(word) }
    };
    WordPage {
        word: word.to_string().into(),
        valid: entry.is_some(),
        reason: None,
        marks: entry.map_or_else(Vec::new, |entry| entry.marks().iter().map(Mark::name).collect()),
        verdicts: Variant::ALL.map(verdict).into(),
        lemma: entry.and_then(Entry::lemma),
        definitions: entry.and_then(|entry| definition(words, entry)).map(|definition| vec![definition]),
        tier: entry.map(Entry::tier).filter(|&tier| tier > 0),
        hooks: WordHooks {
            front: hooks.front.to_string(),
            back: hooks.back.to_string(),
            inner: InnerHooks {
                front: hooks.inner_front.then(|| word.as_str()[1..].to_owned()),
                back: hooks.inner_back.then(|| word.as_str()[..word.len() - 1].to_owned()),
            },
        },
        near: words.near(word, NEAR),
        lexicon: stamp,
    }
}

/// What a word means, or what the headword means that it is a form of.
fn definition<'e>(words: Words<'e>, entry: Entry<'e>) -> Option<&'e str> {
    let of_headword = || words.find(&entry.lemma()?.parse().ok()?)?.definition();
    entry.definition().or_else(of_headword)
}

/// The page of a text that is no word: nothing is known of it, and no game takes it.
fn no_word<'e>(text: &str, error: &WordError, stamp: &'e Stamp) -> WordPage<'e> {
    let verdict = |variant| VariantVerdict { variant, allowed: false, reason: Some(Reason::from(error)) };
    WordPage {
        word: text.to_owned().into(),
        valid: false,
        reason: Some(error.into()),
        marks: Vec::new(),
        verdicts: Variant::ALL.map(verdict).into(),
        lemma: None,
        definitions: None,
        tier: None,
        hooks: WordHooks { front: String::new(), back: String::new(), inner: InnerHooks::default() },
        near: Vec::new(),
        lexicon: stamp,
    }
}

/// Words to be judged.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidateWordsRequest {
    /// The words, in either case: 1 to 10,000 texts of at most 64 characters.
    #[schema(value_type = Vec<String>, min_items = 1)]
    words: Texts,
    /// The game whose rules decide; without it the lexicon alone does.
    #[serde(default, deserialize_with = "present")]
    variant: Option<Variant>,
    /// Whether to answer `all_valid` only, as a word judge at a tournament does.
    #[serde(default)]
    quiet: bool,
    /// The lexicon to ask, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    #[serde(default, deserialize_with = "present")]
    lexicon: Option<String>,
    /// House words.
    #[serde(default, deserialize_with = "present")]
    overlay: Option<OverlayRequest>,
}

/// The verdict on one word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordResult<'r> {
    /// The word in upper case, or the text as it was given if it is no word.
    word: Cow<'r, str>,
    /// Whether it counts.
    valid: bool,
    /// Why it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

/// The verdict on some words.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ValidateWordsAnswer<'r> {
    /// Whether every word counts: the verdict on the play as a whole.
    all_valid: bool,
    /// The words in the order in which they were given; left out when quiet.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Vec<WordResult<'r>>>,
    /// The lexicon that was asked.
    lexicon: &'r Stamp,
}

/// Judges words, up to 10,000 in one call
///
/// One verdict a word, and one for all of them together. With `variant` the game's barred classes and word lengths count as well. A word that isn't in the
/// lexicon, or a text that is no word, is an answer like any other.
#[utoipa::path(
    post,
    path = "/v1/words/validate",
    tag = "Words",
    request_body = ValidateWordsRequest,
    responses((status = 200, description = "The verdicts", body = ValidateWordsAnswer))
)]
pub(super) async fn validate_words(
    state: web::Data<State>,
    Body(request): Body<ValidateWordsRequest>,
) -> Result<HttpResponse, Problem> {
    let texts = &request.words;
    let mut breaches = Breaches::default();
    if texts.ends.is_empty() {
        breaches.add_formal(BreachCode::TooFew, "/words", "give at least one word");
    }
    if texts.ends.len() > limits::WORDS {
        let detail = format_args!("{} words; at most {} in one call", texts.ends.len(), limits::WORDS);
        breaches.add_formal(BreachCode::TooMany, "/words", detail);
    } else {
        let is_too_long =
            |text: &str| text.len() > limits::WORD_CHARACTERS && text.chars().count() > limits::WORD_CHARACTERS;
        for (index, _) in texts.iter().enumerate().filter(|(_, text)| is_too_long(text)) {
            breaches.add_formal(BreachCode::OutOfBounds, format_args!("/words/{index}"), too_long());
        }
    }
    let asked = Asked { lexicon: request.lexicon.as_deref(), overlay: request.overlay.as_ref() };
    let authority = asked.authority(&state, &mut breaches)?;
    breaches.or(())?;

    let words = authority.words();
    let judge = |word: &Word| match request.variant {
        Some(variant) => variant.verdict(words, word),
        None if words.contains(word) => Verdict::Allowed,
        None => Verdict::NotInLexicon,
    };
    let answer = if request.quiet {
        let all_valid = texts.iter().all(|text| text.parse().is_ok_and(|word| judge(&word).is_allowed()));
        ValidateWordsAnswer { all_valid, results: None, lexicon: authority.stamp() }
    } else {
        let results: Vec<WordResult<'_>> = texts.iter().map(|text| result(text, judge)).collect();
        let all_valid = results.iter().all(|result| result.valid);
        ValidateWordsAnswer { all_valid, results: Some(results), lexicon: authority.stamp() }
    };
    Ok(reply::json(reply::body(&answer)?))
}

fn result(text: &str, judge: impl Fn(&Word) -> Verdict) -> WordResult<'_> {
    match text.parse::<Word>() {
        Ok(word) => {
            let verdict = judge(&word);
            let folded = if word.as_str() == text { text.into() } else { word.to_string().into() };
            WordResult { word: folded, valid: verdict.is_allowed(), reason: verdict.reason(&word) }
        }
        Err(error) => WordResult { word: text.into(), valid: false, reason: Some(Reason::from(&error)) },
    }
}

fn too_long() -> String {
    format!("a text to be judged as a word has at most {} characters", limits::WORD_CHARACTERS)
}

/// Many short texts in one allocation.
#[derive(Debug, Default)]
struct Texts {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start as usize..end as usize])
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
        // Room for the words of a play.
        let mut texts = Texts { text: String::with_capacity(128), ends: Vec::with_capacity(16) };
        while list.next_element_seed(Append(&mut texts))?.is_some() {}
        Ok(texts)
    }
}

/// Appends one text, without an allocation of its own.
struct Append<'t>(&'t mut Texts);

impl<'de> serde::de::DeserializeSeed<'de> for Append<'_> {
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
        // The body limit keeps this far below 4 GiB.
        self.0.ends.push(u32::try_from(self.0.text.len()).map_err(E::custom)?);
        Ok(())
    }
}
