//! `GET /v1/words`: a paged search of the dictionary.

mod request;

pub use request::SearchWordsRequest;

use std::sync::Arc;

use serde::Serialize;

use crate::api::cursor::{Cursor, digits, edition};
use crate::api::lexicons::Lexicons;
use crate::api::operation::{Basis, Cost, Method, Operation, Plan, Request};
use crate::api::problem::{Problem, ProblemCode};
use crate::edition::{Dictionary, Edition, EditionId};
use crate::lexicon::{Digest, Entry, Mark, Numbered, Ordinal};
use crate::rules::word_search::WordSearch;
use crate::rules::{Refused, ViolationCode, Violations};
use crate::word::Word;

/// The maximum number of words that can be examined in less time than a handover to the search pool
/// takes.
const INLINE_CANDIDATES: usize = 5_000;

/// The editions of a search, and the cursor where it continues.
pub struct SearchBasis {
    dictionary: Dictionary,
    not_in: Option<Arc<Edition>>,
    cursor: Option<Cursor<Word>>,
}

impl Basis for SearchBasis {
    fn resolve(
        request: &impl Request,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem> {
        let dictionary = request.dictionary().resolve(lexicons, violations)?;
        Ok(Self { dictionary, not_in: None, cursor: None })
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        Some(&self.dictionary)
    }
}

/// Searches the dictionary.
pub struct SearchWords;

/// One page of a search.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SearchWordsQuery {
    search: WordSearch,
    /// The name and the digest of the `not_in` lexicon.
    not_in: Option<(String, String)>,
    /// The digest of the search, including the names of its lexicons.
    digest: String,
    limit: usize,
    after: Option<Word>,
}

impl Operation for SearchWords {
    const ID: &'static str = "search_words";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/words";
    const TAG: &'static str = "Words";
    const SUMMARY: &'static str = "Searches the dictionary";
    const DESCRIPTION: &'static str = "Returns the words that match all given filters; without filters, all words. The results are always words of the lexicon, even with `variant` or `category`. With `add` and `remove`, the search runs as if the lexicon text had the added words and lacked the removed words. To get the next page, pass `next` as `cursor`. All pages come from the edition of the first page, even if the active edition changes. Once that edition is no longer retained, the status is 410. To find hooks, use `GET /v1/words/{word}/hooks`; to find longer extensions, use `starts`, `ends` or `contains`.";
    const RESPONSE: &'static str = "The words";
    // With `variant`, the search follows the rules of a game.
    const HAS_RULEBOOK: bool = true;
    const PROBLEMS: &'static [ProblemCode] = &[
        ProblemCode::RulesBreached,
        ProblemCode::UnknownLexicon,
        ProblemCode::LexiconNotHeld,
        ProblemCode::CursorExpired,
        ProblemCode::Overloaded,
    ];

    type Request = SearchWordsRequest;
    type Query = SearchWordsQuery;
    type Basis = SearchBasis;
    type Response<'a> = SearchWordsResponse<'a>;

    fn resolve(
        request: &Self::Request,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<SearchBasis, Problem> {
        let cursor = request.read_cursor(violations);
        let selector = request.dictionary();
        let started_with = cursor.as_ref().map(|cursor| cursor.edition.as_str());
        let searched = edition(lexicons, selector.lexicon.as_deref(), started_with)?;
        let dictionary = selector.dictionary(searched, violations);
        let not_in = match request.not_in() {
            Some(other) => {
                let started_with = cursor.as_ref().and_then(|cursor| cursor.not_in.as_deref());
                Some(edition(lexicons, Some(&other), started_with)?)
            }
            None => None,
        };
        Ok(SearchBasis { dictionary, not_in, cursor })
    }

    fn parse(
        request: Self::Request,
        basis: &SearchBasis,
        violations: &mut Violations,
    ) -> Result<SearchWordsQuery, Refused> {
        let limit = request.limit(violations);
        let search = request.read_filters(&basis.dictionary, violations);
        let (limit, search) = (limit?, search?);
        let EditionId { name, overlay, .. } = basis.dictionary.id();
        let other = basis.not_in.as_ref().map_or("", |edition| &edition.id.name);
        let overlay = overlay.as_deref().unwrap_or_default();
        let text = format!("{search}&lexicon={name}&not_in={other}&{overlay}");
        let digest = digits(Digest::of(&[text.as_bytes()]));
        let not_in = basis.not_in.as_ref();
        let not_in = not_in.map(|edition| (edition.id.name.clone(), edition.id.digest.clone()));
        let mut query = SearchWordsQuery { search, not_in, digest, limit, after: None };
        if let Some(cursor) = &basis.cursor {
            let is_listed = basis.dictionary.words().contains(&cursor.last);
            if *cursor != query.cursor(basis, cursor.last) || !is_listed {
                let detail = "the cursor belongs to another search; keep all parameters except limit as on the previous page";
                let mut place = violations.at("cursor");
                return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
            }
            query.after = Some(cursor.last);
        }
        Ok(query)
    }

    fn plan(query: &SearchWordsQuery, basis: &SearchBasis) -> Plan {
        let candidates = query.search.candidates(&basis.dictionary.edition().lexicon);
        let is_short = candidates <= INLINE_CANDIDATES;
        Plan::cached(if is_short { Cost::Inline } else { Cost::Pooled })
    }

    fn next<'r>(response: &'r Self::Response<'_>) -> Option<&'r str> {
        response.next.as_deref()
    }

    fn run<'a>(
        query: &'a SearchWordsQuery,
        basis: &'a SearchBasis,
    ) -> Result<SearchWordsResponse<'a>, Violations> {
        Ok(query.page(basis))
    }
}

impl SearchWordsQuery {
    fn cursor(&self, basis: &SearchBasis, last: Word) -> Cursor<Word> {
        Cursor::after(last, &self.digest, basis.dictionary.edition(), basis.not_in.as_deref())
    }

    fn page<'a>(&'a self, basis: &'a SearchBasis) -> SearchWordsResponse<'a> {
        let words = Numbered::new(basis.dictionary.words());
        let found =
            self.search.find(&words, basis.not_in.as_ref().map(|edition| &*edition.lexicon));
        let after = self.after.and_then(|word| words.find(&word));
        let ranking = self.search.ranking();
        let is_before = |ordinal: &Ordinal| {
            after.is_some_and(|after| ranking.compare(&words, *ordinal, after).is_le())
        };
        let rest = &found[found.partition_point(is_before)..];
        let shown = &rest[..rest.len().min(self.limit)];
        let last = shown.last().filter(|_| rest.len() > shown.len());
        let next = last
            .and_then(|&last| words.word(last).parse().ok())
            .map(|last| self.cursor(basis, last).to_string());
        SearchWordsResponse {
            words: shown.iter().map(|&ordinal| words.entry(ordinal).into()).collect(),
            total: found.len(),
            next,
            not_in: basis.not_in.as_ref().map(|edition| &edition.id),
            lexicon: basis.dictionary.id(),
        }
    }
}

/// A word in the search results.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FoundWord<'e> {
    /// The word.
    word: &'e str,
    /// The marks of the word, if it has any; the schema `MarkCount` describes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<&'static str>,
    /// The headword that this word is a form of.
    #[serde(skip_serializing_if = "Option::is_none")]
    lemma: Option<&'e str>,
    /// The frequency class of the word, if the lexicon has one: the size class of the smallest word
    /// list that contains the word. The most common words have 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<u8>,
}

impl<'e> From<Entry<'e>> for FoundWord<'e> {
    fn from(entry: Entry<'e>) -> Self {
        Self {
            word: entry.word(),
            marks: entry.marks().iter().map(Mark::name).collect(),
            lemma: entry.lemma(),
            tier: Some(entry.tier()).filter(|&tier| tier > 0),
        }
    }
}

/// A page of search results.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SearchWordsResponse<'e> {
    /// The words on this page, in the requested order.
    words: Vec<FoundWord<'e>>,
    /// The total number of words on all pages.
    total: usize,
    /// The cursor of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// The edition of the `not_in` lexicon.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_in: Option<&'e EditionId>,
    /// The lexicon edition that was searched.
    lexicon: &'e EditionId,
}
