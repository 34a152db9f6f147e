//! `GET /v1/words/{word}`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::judge::{Plurals, game_verdict};
use super::meanings::WithMeanings;
use super::{not_in_lexicon, too_long};
use crate::api::bounds::LexiconSelector;
use crate::api::dictionary::{DictionarySelector, OverlayWords};
use crate::api::operation::{Cost, Method, Operation, Plan, Request};
use crate::api::presentation::Presentation;
use crate::api::problem::ProblemCode;
use crate::edition::{Dictionary, EditionId};
use crate::lexicon::{Entry, Mark, WordMeanings, Words};
use crate::rules::play_on_words::{IrregularPlurals, PluralRule};
use crate::rules::{DecidingSense, Reason, Refused, Variant, ViolationCode, Violations, limits};
use crate::word::{Word, WordError};

/// The maximum number of near misses on the page of a word.
const NEAR: usize = 10;
/// The minimum number of letters for near misses at two edits: a shorter word has too many of them.
const TWO_EDIT_LETTERS: usize = 6;

/// A word and the dictionary to look it up in.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GetWordRequest {
    /// The word, in upper or lower case.
    word: String,
    /// The treatment of plurals that also have another sense, such as RUNS, in Play On Words.
    /// Defaults to `first_sense`.
    plural: Option<PluralRule>,
    /// The treatment of plurals that are not made with S, such as MICE, in Play On Words. Defaults
    /// to `barred`.
    irregular_plurals: Option<IrregularPlurals>,
    /// The lexicon, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). Defaults to the
    /// server's default lexicon.
    lexicon: Option<LexiconSelector>,
    /// Words to add to the lexicon for this request, separated by commas.
    add: Option<OverlayWords>,
    /// Words to remove from the lexicon for this request, separated by commas.
    remove: Option<OverlayWords>,
    /// Set to `true` to get the `texts` of the rules that the response names. Defaults to `false`.
    texts: Option<bool>,
}

impl Request for GetWordRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        let Self { lexicon, add, remove, .. } = self;
        DictionarySelector::in_query(lexicon.as_ref(), add.as_ref(), remove.as_ref())
    }

    fn is_pinned(&self) -> bool {
        self.dictionary().is_whole_pin()
    }

    fn presentation(&self, _violations: &mut Violations) -> Presentation {
        Presentation::with_texts(self.texts)
    }
}

/// A game's verdict on a word.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VariantVerdict {
    /// The game.
    variant: Variant,
    /// True if the game allows the word.
    allowed: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The sense that let the word stand or barred it; present if the game bars another sense of
    /// the word, or the word is a plural that it bars.
    #[serde(skip_serializing_if = "Option::is_none")]
    sense: Option<DecidingSense>,
}

/// The hooks of a word: the letters that make another word when they are added at an end.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordHooks {
    /// The letters that can be added in front, in alphabetical order.
    front: String,
    /// The letters that can be added at the end, in alphabetical order.
    back: String,
    /// The words that remain when a letter is removed from an end.
    inner: InnerHooks,
}

/// The inner hooks of a word: the words that remain without its first or last letter.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct InnerHooks {
    /// The word without its first letter, if the rest is a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    front: Option<String>,
    /// The word without its last letter, if the rest is a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    back: Option<String>,
}

/// A word, with all information that the lexicon has about it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordPage<'e> {
    /// The word in upper case, or the text of the request if it is not a word.
    word: Cow<'e, str>,
    /// True if the lexicon contains the word.
    valid: bool,
    /// The reason why the word is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    /// The marks of the word; the schema `MarkCount` describes them.
    marks: Vec<&'static str>,
    /// The verdict of each game.
    verdicts: Vec<VariantVerdict>,
    /// The headword that this word is a form of.
    #[serde(skip_serializing_if = "Option::is_none")]
    lemma: Option<&'e str>,
    /// The meaning of the word in one line: its definition or that of its headword in the lexicon,
    /// or else its most frequent sense in WordNet, if the server has a copy. Absent if it is
    /// unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    definitions: Option<Vec<String>>,
    /// The frequency class of the word, if the lexicon has one: the size class of the smallest word
    /// list that contains the word. The most common words have 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<u8>,
    /// The hooks of the word.
    hooks: WordHooks,
    /// Up to ten words that differ from the word by one edit (a letter changed, added or removed,
    /// or two adjacent letters swapped), the most common first. If there are none, and the word has
    /// six letters or more and is not in the lexicon, up to ten words that differ by two edits.
    near: Vec<&'e str>,
    /// The lexicon edition used for this response.
    lexicon: &'e EditionId,
}

/// Looks up a word.
pub struct GetWord;

/// The text to look up.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum GetWordQuery {
    /// A word, in the lexicon or not.
    Word(Word, Plurals),
    /// Any other text, as given.
    Other(String, WordError),
}

impl GetWordQuery {
    /// Returns true if the search for near misses may have to extend to two edits.
    fn may_take_two_edits(&self, dictionary: &Dictionary) -> bool {
        let Self::Word(word, _) = self else { return false };
        word.len() >= TWO_EDIT_LETTERS && !dictionary.words().contains(word)
    }
}

impl Operation for GetWord {
    const ID: &'static str = "get_word";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/words/{word}";
    const TAG: &'static str = "Words";
    const SUMMARY: &'static str = "Looks up a word";
    const DESCRIPTION: &'static str = "Returns the verdict of each game, and the word's marks, lemma, definition, frequency class, hooks and near misses. If the lexicon lacks the word, the response has status 200 and `valid: false`. To find extensions by more than one letter, search `GET /v1/words` with `starts`, `ends` or `contains`. `/v1/words/validate` in lower case is another operation; write that word as `VALIDATE`.";
    const RESPONSE: &'static str = "The word";
    const PROBLEMS: &'static [ProblemCode] = &[
        ProblemCode::RulesBreached,
        ProblemCode::UnknownLexicon,
        ProblemCode::LexiconNotHeld,
        ProblemCode::Overloaded,
    ];
    const HAS_RULEBOOK: bool = true;

    type Request = GetWordRequest;
    type Query = GetWordQuery;
    type Basis = WithMeanings<Dictionary>;
    type Response<'a> = WordPage<'a>;

    fn parse(
        request: Self::Request,
        _basis: &WithMeanings<Dictionary>,
        violations: &mut Violations,
    ) -> Result<GetWordQuery, Refused> {
        if limits::is_longer(&request.word, limits::WORD_CHARACTERS) {
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, too_long()));
        }
        Ok(match request.word.parse::<Word>() {
            Ok(word) => {
                let plurals = Plurals::of(request.plural, request.irregular_plurals);
                GetWordQuery::Word(word, plurals)
            }
            Err(error) => GetWordQuery::Other(request.word, error),
        })
    }

    /// Near misses are slow enough to be worth caching; at two edits, the search goes through the
    /// whole lexicon.
    fn plan(query: &GetWordQuery, basis: &WithMeanings<Dictionary>) -> Plan {
        match query {
            GetWordQuery::Other(..) => Plan::INLINE,
            _ if query.may_take_two_edits(&basis.inner) => Plan::cached(Cost::Pooled),
            GetWordQuery::Word(..) => Plan::cached(Cost::Inline),
        }
    }

    fn run<'a>(
        query: &'a GetWordQuery,
        basis: &'a WithMeanings<Dictionary>,
    ) -> Result<WordPage<'a>, Violations> {
        let dictionary = &basis.inner;
        let words = dictionary.words();
        let (word, plurals) = match query {
            GetWordQuery::Word(word, plurals) => (word, *plurals),
            GetWordQuery::Other(text, error) => {
                return Ok(not_a_word(text, error, dictionary.id()));
            }
        };
        let meanings = words.meanings(word, basis.source());
        let mut page = page(words, meanings.as_ref(), word, plurals, dictionary.id());
        if page.near.is_empty() && query.may_take_two_edits(dictionary) {
            page.near = words.near_within_two(word, NEAR);
        }
        Ok(page)
    }
}

fn page<'e>(
    words: Words<'e>,
    meanings: Option<&WordMeanings<'e>>,
    word: &Word,
    plurals: Plurals,
    id: &'e EditionId,
) -> WordPage<'e> {
    let entry = words.find(word);
    let hooks = words.hooks(word);
    let verdict = |variant: Variant| {
        let verdict = game_verdict(variant, plurals, words, word);
        let barred = match variant {
            Variant::PlayOnWords => plurals.barred(),
            _ => variant.barred(),
        };
        let sense = verdict.sense(words, word, barred);
        let reason = verdict.reason_in(words, word).map(|reason| match meanings {
            Some(meanings) => reason.with_sense(meanings),
            None => reason,
        });
        VariantVerdict { variant, allowed: verdict.is_allowed(), reason, sense }
    };
    WordPage {
        word: word.to_string().into(),
        valid: entry.is_some(),
        reason: if entry.is_some() { None } else { not_in_lexicon(word) },
        marks: entry.map_or_else(Vec::new, |entry| entry.marks().iter().map(Mark::name).collect()),
        verdicts: Variant::ALL.map(verdict).into(),
        lemma: entry.and_then(Entry::lemma),
        definitions: meanings.and_then(WordMeanings::definition).map(|definition| vec![definition]),
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
        lexicon: id,
    }
}

/// Returns the page of a text that is not a word, which no game allows.
fn not_a_word<'e>(text: &str, error: &WordError, id: &'e EditionId) -> WordPage<'e> {
    let reason = || Some(Reason::from(error));
    let verdict =
        |variant| VariantVerdict { variant, allowed: false, reason: reason(), sense: None };
    WordPage {
        word: text.to_owned().into(),
        valid: false,
        reason: Some(error.into()),
        marks: Vec::new(),
        verdicts: Variant::ALL.map(verdict).into(),
        lemma: None,
        definitions: None,
        tier: None,
        hooks: WordHooks {
            front: String::new(),
            back: String::new(),
            inner: InnerHooks::default(),
        },
        near: Vec::new(),
        lexicon: id,
    }
}
