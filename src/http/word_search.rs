//! The dictionary searched: filters from the query, pages by cursor.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::asked::OverlayRequest;
use super::problem::{Problem, ProblemCode};
use super::{State, query, reply, searching};
use crate::court::{Authority, Court, Edition, LexiconRefused, Stamp, Work};
use crate::lexicon::{Digest, Entry, Mark, Marks, Numbered, Ordinal};
use crate::rules::word_search::{Order, WordSearch};
use crate::rules::{BreachCode, Breaches, Variant, limits};
use crate::word::Word;

const OPERATION: &str = "search_words";

/// Up to so many words are gone through in less time than a trip to the pool and back costs others.
const CHEAP_CANDIDATES: usize = 5_000;

/// The query: texts as they were given.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Parameters {
    /// What the whole word looks like: letters, `?` for one letter, `*` for any run of letters or none, `[AEI]` for one of these, `[^AEI]` for one of the others.
    pattern: Option<String>,
    /// Letters that the word takes all of, each once, in any order; `?` is a wild that stands for any one letter.
    anagram_of: Option<String>,
    /// Letters that can spell the word, each used once at most; `?` is a wild that stands for any one letter.
    within: Option<String>,
    /// Letters that stand in the word side by side. With a word: that word and all its extensions.
    contains: Option<String>,
    /// The word's first letters. With a word: that word and what extends it behind.
    starts: Option<String>,
    /// The word's last letters. With a word: that word and what extends it in front.
    ends: Option<String>,
    /// The fewest letters.
    #[param(value_type = Option<u8>)]
    min_length: Option<String>,
    /// The most letters.
    #[param(value_type = Option<u8>)]
    max_length: Option<String>,
    /// Marks that the word bears, all of them, separated by commas.
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    marks: Option<String>,
    /// Marks that the word doesn't bear, none of them, separated by commas.
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    without_marks: Option<String>,
    /// The game that allows the word.
    #[param(value_type = Option<Variant>)]
    variant: Option<String>,
    /// Another lexicon, which doesn't hold the word: `en`, or pinned `en@sha256:1f3a`.
    not_in: Option<String>,
    /// Categories of the lexicon that the word is in, all of them, separated by commas.
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    category: Option<String>,
    /// The order of the words.
    #[param(value_type = Option<Order>)]
    order: Option<String>,
    /// How many words a page lists; 100 if left out.
    #[param(value_type = Option<u16>)]
    limit: Option<String>,
    /// Where the page before ended: its `next`. All other parameters stay as they were, but for `limit`.
    cursor: Option<String>,
    /// The lexicon to search, if not the default one: `en`, or pinned `en@sha256:1f3a`.
    lexicon: Option<String>,
    /// House words: words that count beside those of the lexicon, separated by commas.
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    add: Option<String>,
    /// House words: words that don't count, separated by commas.
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    remove: Option<String>,
}

/// The parameters that have one value.
const SINGLE: [&str; 14] = [
    "pattern",
    "anagram_of",
    "within",
    "contains",
    "starts",
    "ends",
    "min_length",
    "max_length",
    "variant",
    "not_in",
    "order",
    "limit",
    "cursor",
    "lexicon",
];
/// The parameters that are lists.
const LISTS: [&str; 5] = ["marks", "without_marks", "category", "add", "remove"];

impl Parameters {
    fn read(query: &str, breaches: &mut Breaches) -> Result<Self, Problem> {
        let mut given = query::parameters(query, &SINGLE, &LISTS, breaches)?;
        let mut take = |name: &str| given.remove(name);
        Ok(Self {
            pattern: take("pattern"),
            anagram_of: take("anagram_of"),
            within: take("within"),
            contains: take("contains"),
            starts: take("starts"),
            ends: take("ends"),
            min_length: take("min_length"),
            max_length: take("max_length"),
            marks: take("marks"),
            without_marks: take("without_marks"),
            variant: take("variant"),
            not_in: take("not_in"),
            category: take("category"),
            order: take("order"),
            limit: take("limit"),
            cursor: take("cursor"),
            lexicon: take("lexicon"),
            add: take("add"),
            remove: take("remove"),
        })
    }
}

/// Reads a parameter, if it is given.
fn read<T: FromStr<Err: fmt::Display>>(
    name: &str,
    text: Option<&String>,
    code: BreachCode,
    breaches: &mut Breaches,
) -> Option<T> {
    let read = text?.parse().map_err(|error| breaches.add_formal(code, format_args!("/{name}"), error));
    read.ok()
}

/// Reads a number within bounds.
fn number(name: &str, text: Option<&String>, default: usize, most: usize, breaches: &mut Breaches) -> usize {
    let Some(text) = text else { return default };
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(number) = text.parse().ok().filter(|number| is_number && (1..=most).contains(number)) {
        return number;
    }
    let code = if is_number { BreachCode::OutOfBounds } else { BreachCode::InvalidField };
    breaches.add_formal(code, format_args!("/{name}"), format_args!("{text:?}; give a whole number from 1 to {most}"));
    default
}

/// Reads one of a few names.
fn name_of<T: Copy>(
    name: &str,
    text: Option<&String>,
    all: &[T],
    name_of_one: impl Fn(T) -> &'static str,
    breaches: &mut Breaches,
) -> Option<T> {
    let text = text?;
    let found = all.iter().copied().find(|&one| name_of_one(one) == text);
    if found.is_none() {
        let names: Vec<&str> = all.iter().map(|&one| name_of_one(one)).collect();
        let detail = format_args!("{text:?} is none of {}", names.join(", "));
        breaches.add_formal(BreachCode::InvalidField, format_args!("/{name}"), detail);
    }
    found
}

fn marks(name: &str, text: Option<&String>, breaches: &mut Breaches) -> Marks {
    if text.is_some_and(String::is_empty) {
        let detail = "name at least one mark, or leave the parameter out";
        breaches.add_formal(BreachCode::TooFew, format_args!("/{name}"), detail);
    }
    read(name, text, BreachCode::InvalidField, breaches).unwrap_or(Marks::NONE)
}

/// Reads the filters. Whether the lexicon knows the categories is looked at later.
fn filters(given: &Parameters, breaches: &mut Breaches) -> WordSearch {
    let most = Word::MAX_LETTERS;
    let invalid = BreachCode::InvalidField;
    let mut categories: Vec<String> =
        given.category.iter().flat_map(|names| names.split(',')).map(str::to_owned).collect();
    categories.sort_unstable();
    categories.dedup();
    let lengths = number("min_length", given.min_length.as_ref(), 1, most, breaches)
        ..=number("max_length", given.max_length.as_ref(), most, most, breaches);
    if lengths.is_empty() {
        let detail = format_args!("{} is more than max_length", lengths.start());
        breaches.add_formal(BreachCode::ConflictingFields, "/min_length", detail);
    }
    WordSearch {
        pattern: read("pattern", given.pattern.as_ref(), invalid, breaches),
        anagram_of: read("anagram_of", given.anagram_of.as_ref(), invalid, breaches),
        within: read("within", given.within.as_ref(), invalid, breaches),
        contains: read("contains", given.contains.as_ref(), BreachCode::InvalidWord, breaches),
        starts: read("starts", given.starts.as_ref(), BreachCode::InvalidWord, breaches),
        ends: read("ends", given.ends.as_ref(), BreachCode::InvalidWord, breaches),
        lengths,
        marks: marks("marks", given.marks.as_ref(), breaches),
        without_marks: marks("without_marks", given.without_marks.as_ref(), breaches),
        variant: name_of("variant", given.variant.as_ref(), &Variant::ALL, Variant::slug, breaches),
        categories,
        order: name_of("order", given.order.as_ref(), &Order::ALL, Order::name, breaches).unwrap_or_default(),
    }
}

/// How many hexadecimal digits of a digest a cursor bears: as good as unique.
const DIGITS: usize = 16;

fn digits(digest: Digest) -> String {
    digest.to_hex()[..DIGITS].to_owned()
}

/// Where a page ended: the last word, which search it was, and the editions that it went through.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cursor {
    last: Word,
    search: String,
    edition: String,
    not_in: Option<String>,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.last, self.search, self.edition)?;
        self.not_in.iter().try_for_each(|not_in| write!(f, ".{not_in}"))
    }
}

/// A text that is no cursor.
#[derive(Debug, thiserror::Error)]
#[error("this is no cursor; give the `next` of the page before as it is")]
struct NoCursor;

impl FromStr for Cursor {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let parts: Vec<&str> = text.split('.').collect();
        let (word, search, edition, not_in) = match parts[..] {
            [word, search, edition] => (word, search, edition, None),
            [word, search, edition, not_in] => (word, search, edition, Some(not_in)),
            _ => return Err(NoCursor),
        };
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let are_digits = |part: &str| part.len() == DIGITS && part.bytes().all(is_digit);
        let last: Word = word.parse().map_err(|_| NoCursor)?;
        let is_well_formed = last.as_str() == word && [search, edition].into_iter().chain(not_in).all(are_digits);
        let cursor = Self { last, search: search.into(), edition: edition.into(), not_in: not_in.map(str::to_owned) };
        if is_well_formed { Ok(cursor) } else { Err(NoCursor) }
    }
}

/// The edition that a page is made of: the one that the cursor began with, else the one that the selector means.
fn edition(court: &Court, selector: Option<&str>, begun_with: Option<&str>) -> Result<Arc<Edition>, Problem> {
    let selector = selector.unwrap_or(court.default_name());
    let Some(digits) = begun_with.filter(|_| !selector.contains('@')) else {
        return Ok(court.edition(Some(selector))?);
    };
    court.edition(Some(&format!("{selector}@sha256:{digits}"))).map_err(|refused| match refused {
        LexiconRefused::NotHeld { held, .. } => Problem::new(
            ProblemCode::CursorExpired,
            format!(
                "the search began with edition {digits}… of lexicon {selector}, which is no longer held; held are {}",
                held.join(", ")
            ),
        ),
        unknown @ LexiconRefused::Unknown { .. } => unknown.into(),
    })
}

/// A page that is asked for.
#[derive(Debug)]
struct Page {
    search: WordSearch,
    not_in: Option<Arc<Edition>>,
    /// The digest of the search with the names of its lexicons.
    of: String,
    limit: usize,
    after: Option<Word>,
}

impl Page {
    /// Reads everything that is asked for, with the dictionary that is to answer it.
    fn read(query: &str, court: &Court) -> Result<(Self, Authority), Problem> {
        let mut breaches = Breaches::default();
        let given = Parameters::read(query, &mut breaches)?;
        let search = filters(&given, &mut breaches);
        let limit =
            number("limit", given.limit.as_ref(), limits::DEFAULT_SEARCH_WORDS, limits::SEARCH_WORDS, &mut breaches);
        let cursor: Option<Cursor> = read("cursor", given.cursor.as_ref(), BreachCode::InvalidField, &mut breaches);
        let overlay = OverlayRequest::of_query(given.add.as_deref(), given.remove.as_deref()).read("", &mut breaches);
        breaches.or(())?;

        let mut breaches = Breaches::default();
        let ruling = edition(court, given.lexicon.as_deref(), cursor.as_ref().map(|cursor| cursor.edition.as_str()))?;
        let other_begun_with = cursor.as_ref().and_then(|cursor| cursor.not_in.as_deref());
        let not_in =
            given.not_in.as_deref().map(|selector| edition(court, Some(selector), other_begun_with)).transpose()?;
        for name in search.categories.iter().filter(|name| ruling.lexicon.category(name).is_none()) {
            let detail =
                format_args!("lexicon {} has no category {name:?}; GET /v1/lexicons lists them", ruling.stamp.name);
            breaches.add_formal(BreachCode::UnknownCategory, "/category", detail);
        }
        let authority = Authority::new(ruling, overlay);
        let Stamp { name, overlay, .. } = authority.stamp();
        let other = not_in.as_ref().map_or("", |edition| &edition.stamp.name);
        let house = overlay.as_deref().unwrap_or_default();
        let of = digits(Digest::of(&[format!("{search}&lexicon={name}&not_in={other}&{house}").as_bytes()]));
        let mut page = Self { search, not_in, of, limit, after: None };
        if let Some(cursor) = cursor {
            if cursor != page.cursor(authority.edition(), cursor.last) || !authority.words().contains(&cursor.last) {
                let detail = "the cursor is another search's; with a cursor every parameter but limit stays as it was";
                breaches.add_formal(BreachCode::ConflictingFields, "/cursor", detail);
            }
            page.after = Some(cursor.last);
        }
        breaches.or((page, authority)).map_err(Problem::from)
    }

    /// The cursor behind a word.
    fn cursor(&self, ruling: &Edition, last: Word) -> Cursor {
        let digits_of = |edition: &Edition| digits(edition.lexicon.digest());
        Cursor {
            last,
            search: self.of.clone(),
            edition: digits_of(ruling),
            not_in: self.not_in.as_deref().map(digits_of),
        }
    }

    /// The page in canonical form: equal questions, equal answers.
    fn question(&self) -> String {
        let not_in = self.not_in.as_ref().map_or("", |edition| &edition.stamp.digest);
        let after = self.after.as_ref().map_or("", Word::as_str);
        // The lexicon's name is the edition's own, the other's name stands in the answer.
        let name = self.not_in.as_ref().map_or("", |edition| &edition.stamp.name);
        format!("{OPERATION} {} {name}@{not_in} {} {after}", self.search, self.limit)
    }

    fn find<'a>(&'a self, authority: &'a Authority) -> WordSearchAnswer<'a> {
        let words = Numbered::new(authority.words());
        let found = self.search.find(&words, self.not_in.as_ref().map(|edition| &edition.lexicon));
        let after = self.after.and_then(|word| words.find(&word));
        let is_before =
            |ordinal: &Ordinal| after.is_some_and(|after| self.search.order.compare(&words, *ordinal, after).is_le());
        let rest = &found[found.partition_point(is_before)..];
        let shown = &rest[..rest.len().min(self.limit)];
        let last = shown.last().filter(|_| rest.len() > shown.len());
        let next = last
            .and_then(|&last| words.word(last).parse().ok())
            .map(|last| self.cursor(authority.edition(), last).to_string());
        WordSearchAnswer {
            words: shown.iter().map(|&ordinal| words.entry(ordinal).into()).collect(),
            total: found.len(),
            next,
            not_in: self.not_in.as_ref().map(|edition| &edition.stamp),
            lexicon: authority.stamp(),
        }
    }
}

/// A word that was found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct FoundWord<'e> {
    /// The word.
    word: &'e str,
    /// Its marks, if it bears any; what each means is told with `MarkCount`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<&'static str>,
    /// The headword that it is a form of.
    #[serde(skip_serializing_if = "Option::is_none")]
    lemma: Option<&'e str>,
    /// How common it is, if the lexicon says so: the size class of the smallest list that has it, 10 the commonest.
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

/// A page of the words that were found.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WordSearchAnswer<'e> {
    /// The words of this page, in the order asked for.
    words: Vec<FoundWord<'e>>,
    /// How many words there are on all pages.
    total: usize,
    /// The cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// The other lexicon, which doesn't hold the words.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_in: Option<&'e Stamp>,
    /// The lexicon that was searched.
    lexicon: &'e Stamp,
}

/// Searches the dictionary
///
/// Words of which everything holds that the query asks for; without any filter all words. Hooks stand on the page of a word; its extensions are what `starts`, `ends` and
/// `contains` find. Only words that the lexicon holds are found, also with `variant` and `category`; with `add` and `remove` it is
/// searched as if these words stood in its text, and didn't. As long as there is a `next`, ask for the next page with it as `cursor`: the
/// pages are of one edition from the first to the last, even if the lexicon changes meanwhile; once that edition isn't held any more, the answer is 410.
#[utoipa::path(
    get,
    path = "/v1/words",
    tag = "Words",
    params(Parameters),
    responses((status = 200, description = "The words", body = WordSearchAnswer))
)]
pub(super) async fn search_words(request: HttpRequest, state: Data<State>) -> Result<HttpResponse, Problem> {
    let (page, authority) = Page::read(request.query_string(), &state.court)?;
    let is_cheap = page.search.candidates(&authority.edition().lexicon) <= CHEAP_CANDIDATES;
    let question = (page.question().into(), if is_cheap { Work::Cheap } else { Work::Costly });
    let search = move |authority: &Authority| reply::tagged(&page.find(authority));
    let answer = searching::find(state, authority, OPERATION, question, search).await?;
    Ok(reply::cacheable(&request, "application/json", answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        for text in
            ["QUIZ.0123456789abcdef.fedcba9876543210", "QUIZ.0123456789abcdef.fedcba9876543210.0000000000000000"]
        {
            assert_eq!(text.parse::<Cursor>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "QUIZ",
            "...",
            "quiz.0123456789abcdef.fedcba9876543210",
            "QUIZ.0123456789ABCDEF.fedcba9876543210",
            "QUIZ.0123456789abcde.fedcba9876543210",
            "QU1Z.0123456789abcdef.fedcba9876543210",
            "QUIZ.0123456789abcdef.fedcba9876543210.",
            "QUIZ.0123456789abcdef.fedcba9876543210.0000000000000000.0",
        ] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
    }
}
