//! `GET /v1/words/{word}/hooks`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::too_long;
use crate::api::bounds::{Count, LexiconSelector, bound};
use crate::api::dictionary::{DictionarySelector, OverlayWords};
use crate::api::operation::{Cost, Method, Operation, Plan, Request};
use crate::api::problem::ProblemCode;
use crate::edition::{Dictionary, EditionId};
use crate::lexicon::Numbered;
use crate::rules::word_search::WordSearch;
use crate::rules::{Refused, ViolationCode, Violations, limits};
use crate::word::{Word, WordError};

/// A word and the dictionary to look up its hooks in.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GetHooksRequest {
    /// The word, in upper or lower case.
    word: String,
    /// The number of letters that are added. Defaults to 1.
    letters: Option<Count<1, { bound(limits::HOOK_LETTERS) }>>,
    /// The lexicon, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). Defaults to the
    /// server's default lexicon.
    lexicon: Option<LexiconSelector>,
    /// Words to add to the lexicon for this request, separated by commas.
    add: Option<OverlayWords>,
    /// Words to remove from the lexicon for this request, separated by commas.
    remove: Option<OverlayWords>,
}

impl Request for GetHooksRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        let Self { lexicon, add, remove, .. } = self;
        DictionarySelector::in_query(lexicon.as_ref(), add.as_ref(), remove.as_ref())
    }

    fn is_pinned(&self) -> bool {
        self.dictionary().is_whole_pin()
    }
}

/// The hooks of a word: the letters that make another word when they are added at one end.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct HooksResponse<'e> {
    /// The word in upper case, or the text of the request if it is not a word.
    word: Cow<'e, str>,
    /// True if the lexicon contains the word. Hooks are also found for letters that do not form a word.
    valid: bool,
    /// The letters that can be added in front, in alphabetical order.
    front: Vec<String>,
    /// The letters that can be added at the end, in alphabetical order.
    back: Vec<String>,
    /// The lexicon edition used for this response.
    lexicon: &'e EditionId,
}

/// Looks up the hooks of a word.
pub struct GetHooks;

/// A word and the number of letters that are added.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct GetHooksQuery {
    /// The word, or the text as given.
    word: Result<Word, (String, WordError)>,
    letters: usize,
}

impl Operation for GetHooks {
    const ID: &'static str = "get_hooks";
    const METHOD: Method = Method::Get;
    const PATH: &'static str = "/v1/words/{word}/hooks";
    const TAG: &'static str = "Words";
    const SUMMARY: &'static str = "Looks up the hooks of a word";
    const DESCRIPTION: &'static str = "Returns the letters that make a word of the lexicon when they are added in front of the word or at its end: one letter, or as many as `letters` says. The word does not have to be in the lexicon.";
    const RESPONSE: &'static str = "The hooks";
    const PROBLEMS: &'static [ProblemCode] = &[
        ProblemCode::RulesBreached,
        ProblemCode::UnknownLexicon,
        ProblemCode::LexiconNotHeld,
        ProblemCode::Overloaded,
    ];

    type Request = GetHooksRequest;
    type Query = GetHooksQuery;
    type Basis = Dictionary;
    type Response<'a> = HooksResponse<'a>;

    fn parse(
        request: GetHooksRequest,
        _dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<GetHooksQuery, Refused> {
        let letters =
            request.letters.map(|letters| letters.read(None, &mut violations.at("letters")));
        if limits::is_longer(&request.word, limits::WORD_CHARACTERS) {
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, too_long()));
        }
        let letters = letters.transpose()?.map_or(1, |letters| letters as usize);
        let word = request.word.parse().map_err(|error| (request.word, error));
        Ok(GetHooksQuery { word, letters })
    }

    /// The hooks in front are found among all words.
    fn plan(query: &GetHooksQuery, _dictionary: &Dictionary) -> Plan {
        if query.word.is_ok() { Plan::cached(Cost::Pooled) } else { Plan::INLINE }
    }

    fn run<'a>(
        query: &'a GetHooksQuery,
        dictionary: &'a Dictionary,
    ) -> Result<HooksResponse<'a>, Violations> {
        let lexicon = dictionary.id();
        let word = match &query.word {
            Ok(word) => word,
            Err((text, _)) => {
                let (front, back) = (Vec::new(), Vec::new());
                return Ok(HooksResponse { word: text.into(), valid: false, front, back, lexicon });
            }
        };
        let length = word.len() + query.letters;
        let all = WordSearch { lengths: length..=length, ..WordSearch::default() };
        let words = Numbered::new(dictionary.words());
        let find = |search: WordSearch| search.find(&words, None);
        let mut front: Vec<String> = find(WordSearch { ends: Some(*word), ..all.clone() })
            .into_iter()
            .map(|longer| words.word(longer)[..query.letters].to_owned())
            .collect();
        front.sort_unstable();
        let back = find(WordSearch { starts: Some(*word), ..all })
            .into_iter()
            .map(|longer| words.word(longer)[word.len()..].to_owned())
            .collect();
        let valid = dictionary.words().contains(word);
        Ok(HooksResponse { word: word.to_string().into(), valid, front, back, lexicon })
    }
}
