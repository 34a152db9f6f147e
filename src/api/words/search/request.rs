//! The parameters of a word search.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde::Deserialize;
use utoipa::openapi::ObjectBuilder;
use utoipa::openapi::schema::Type;

use crate::api::bounds::{
    Count, FieldSchema, LexiconSelector, List, MaxTier, bound, inline_schema, is_whole_pin, string,
};
use crate::api::cursor::Cursor;
use crate::api::dictionary::{DictionarySelector, OverlayWords};
use crate::api::operation::Request;
use crate::api::word_poker::find_category;
use crate::api::words::judge::Plurals;
use crate::edition::Dictionary;
use crate::lexicon::{Mark, Marks};
use crate::rules::play_on_words::{IrregularPlurals, PluralRule, Rules};
use crate::rules::word_search::{Letters, Order, Span, WordSearch};
use crate::rules::{Refused, Variant, ViolationCode, Violations, limits};
use crate::word::Word;

/// The filters of a search, and the order and pages of its results.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchWordsRequest {
    /// A pattern that matches the whole word: `?` stands for one letter, `*` for any number of
    /// letters or none, `[AEI]` for one of these letters, and `[^AEI]` for one letter that is not
    /// among these.
    pattern: Option<PatternText>,
    /// The letters of the word, in any order. Each `?` stands for any one letter, and `[AEI]` for one
    /// of these letters.
    anagram_of: Option<SearchLetters>,
    /// Letters that can spell the word, each used at most once. Each `?` stands for any one letter,
    /// and `[AEI]` for one of these letters.
    within: Option<SearchLetters>,
    /// Consecutive letters of the word. If they form a word, the results are that word and all its
    /// extensions.
    contains: Option<WordPart>,
    /// The first letters of the word.
    starts: Option<WordPart>,
    /// The last letters of the word.
    ends: Option<WordPart>,
    /// The minimum number of letters.
    min_length: Option<Length>,
    /// The maximum number of letters.
    max_length: Option<Length>,
    /// Marks separated by commas. The word has all of them.
    marks: Option<MarkNames>,
    /// Marks separated by commas. The word has none of them.
    without_marks: Option<MarkNames>,
    /// A game that allows the word.
    variant: Option<Variant>,
    /// The treatment of plurals that also have another sense, such as RUNS: `first_sense` if
    /// absent.
    /// Only with `variant` `play-on-words`.
    plural: Option<PluralRule>,
    /// The treatment of plurals that are not made with S, such as MICE: `barred` if absent. Only
    /// with `variant` `play-on-words`.
    irregular_plurals: Option<IrregularPlurals>,
    /// A second lexicon, which lacks the word: by name (`en`) or pinned to an edition
    /// (`en@sha256:1f3a`).
    not_in: Option<LexiconSelector>,
    /// Categories of the lexicon, by name or title, separated by commas. The word is in all of them.
    category: Option<CategoryNames>,
    /// The order of the words. Defaults to `alphabetical`.
    order: Option<Order>,
    /// The number of words on a page. Defaults to 100.
    limit: Option<PageSize>,
    /// The `next` of the previous page. All other parameters except `limit` must stay the same.
    cursor: Option<String>,
    /// The lexicon to search, by name (`en`) or pinned to an edition (`en@sha256:1f3a`). Defaults
    /// to the server's default lexicon.
    lexicon: Option<LexiconSelector>,
    /// Words to add to the lexicon for this request, separated by commas.
    add: Option<OverlayWords>,
    /// Words to remove from the lexicon for this request, separated by commas.
    remove: Option<OverlayWords>,
    // Parameters are added at the end, because some generated clients pass them by position.
    /// The highest frequency tier of the word: 35 finds only words that most people know. Words
    /// of the overlay are found with every tier, words without a tier only with 100. Defaults to
    /// 100.
    max_tier: Option<MaxTier>,
    /// Letters that the word contains anywhere, each as often as given or more often.
    contains_all: Option<WordPart>,
    /// Letters that the word does not contain.
    excludes: Option<WordPart>,
    /// The number of vowels (A, E, I, O, U): a number or a range, such as `2..3`, `4..` or `..1`.
    vowels: Option<SpanText>,
    /// The number of words with the same letters as the word, itself included: a number or a range.
    /// All words of the lexicon count, whatever the other filters.
    anagrams: Option<SpanText>,
    /// The number of letters: a number or a range, in place of `min_length` and `max_length`.
    length: Option<SpanText>,
    /// Letters that spell the word with one letter more, such as SATIRE.
    stem: Option<WordPart>,
    /// The seed of the order `shuffled`: any text. The same seed always gives the same order.
    seed: Option<SearchSeed>,
}

type Length = Count<1, { bound(limits::WORD_LETTERS) }>;
type PageSize = Count<1, { bound(limits::SEARCH_WORDS) }>;

/// Declares string parameters with their schemas.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(transparent)]
        struct $name(String);

        inline_schema!($name, stringify!($name), $schema);
    )*};
}

texts! {
    /// A pattern of words.
    PatternText: string(1, limits::PATTERN_CHARACTERS, Some(r"^([A-Za-z?*]|\[\^?[A-Za-z]+\])+$"));
    /// Letters and wilds.
    SearchLetters: string(
        1,
        limits::PATTERN_CHARACTERS,
        Some(r"^([A-Za-z?]|\[[A-Za-z]+\]){1,64}$")
    );
    /// A number or a range of numbers.
    SpanText: string(1, limits::SPAN_CHARACTERS, Some(r"^([0-9]+|[0-9]+\.\.|\.\.[0-9]+|[0-9]+\.\.[0-9]+)$"));
    /// The seed of an order.
    SearchSeed: string(1, limits::SEED_CHARACTERS, None);
    /// Letters of a word.
    WordPart: string(1, limits::WORD_LETTERS, Some("^[A-Za-z]+$"));
    /// The name or title of a category.
    CategoryName: string(1, limits::CATEGORY_NAME_CHARACTERS, None);
}

/// The name of a mark.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
struct MarkName(String);

impl utoipa::PartialSchema for MarkName {
    fn schema() -> FieldSchema {
        let names = Mark::ALL.iter().copied().map(Mark::name);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A mark of a word."))
            .enum_values(Some(names))
            .into()
    }
}

impl utoipa::ToSchema for MarkName {
    fn name() -> Cow<'static, str> {
        "Mark".into()
    }
}

type MarkNames = List<MarkName, 1, { limits::SEARCH_NAMES }>;
type CategoryNames = List<CategoryName, 1, { limits::SEARCH_NAMES }>;

impl Request for SearchWordsRequest {
    fn dictionary(&self) -> DictionarySelector<'_> {
        let Self { lexicon, add, remove, .. } = self;
        let selector =
            DictionarySelector::in_query(lexicon.as_ref(), add.as_ref(), remove.as_ref());
        selector.searching_up_to(self.max_tier)
    }

    fn is_pinned(&self) -> bool {
        let is_whole = |selector: &LexiconSelector| is_whole_pin(selector.as_str());
        self.lexicon.as_ref().is_some_and(is_whole) && self.not_in.as_ref().is_none_or(is_whole)
    }
}

impl SearchWordsRequest {
    /// Returns the selector of the `not_in` lexicon.
    pub(super) fn not_in(&self) -> Option<Cow<'_, str>> {
        self.not_in.as_ref().map(LexiconSelector::in_query)
    }

    /// Reads the cursor; an invalid one is recorded as a violation.
    pub(super) fn read_cursor(&self, violations: &mut Violations) -> Option<Cursor<Word>> {
        let cursor = self.cursor.as_deref();
        parsed("cursor", cursor, ViolationCode::InvalidField, violations).ok().flatten()
    }

    /// Reads the number of words on a page.
    pub(super) fn limit(&self, violations: &mut Violations) -> Result<usize, Refused> {
        let Some(limit) = self.limit else { return Ok(limits::DEFAULT_SEARCH_WORDS) };
        limit.read(None, &mut violations.at("limit")).map(|limit| limit as usize)
    }

    /// Reads all filters, even if one is invalid.
    pub(super) fn read_filters(
        &self,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<WordSearch, Refused> {
        let field = ViolationCode::InvalidField;
        let text = ViolationCode::InvalidWord;
        let inner = |text: &Option<WordPart>| text.as_ref().map(|WordPart(text)| text.clone());
        let pattern = self.pattern.as_ref().map(|PatternText(text)| text.as_str());
        let pattern = parsed("pattern", pattern, field, violations);
        let anagram_of = self.anagram_of.as_ref().map(|SearchLetters(text)| text.as_str());
        let anagram_of = parsed("anagram_of", anagram_of, field, violations);
        let within = self.within.as_ref().map(|SearchLetters(text)| text.as_str());
        let within = parsed("within", within, field, violations);
        let contains = parsed("contains", inner(&self.contains).as_deref(), text, violations);
        let contains_all =
            parsed("contains_all", inner(&self.contains_all).as_deref(), text, violations);
        let excludes = parsed("excludes", inner(&self.excludes).as_deref(), text, violations);
        let stem = parsed("stem", inner(&self.stem).as_deref(), text, violations);
        let vowels = span_of("vowels", self.vowels.as_ref(), violations);
        let anagrams = span_of("anagrams", self.anagrams.as_ref(), violations);
        let seed = self.seed(violations);
        let starts = parsed("starts", inner(&self.starts).as_deref(), text, violations);
        let ends = parsed("ends", inner(&self.ends).as_deref(), text, violations);
        let lengths = self.lengths(violations);
        let marks = marks_of(self.marks.as_ref(), &mut violations.at("marks"));
        let without_marks =
            marks_of(self.without_marks.as_ref(), &mut violations.at("without_marks"));
        let categories = self.categories(dictionary, &mut violations.at("category"));
        let play_on_words = self.play_on_words(violations);
        Ok(WordSearch {
            pattern: pattern?,
            anagram_of: anagram_of?,
            within: within?,
            contains: contains?,
            contains_all: contains_all?,
            excludes: excludes?.iter().flat_map(Word::letters).collect(),
            stem: stem?.map(|stem: Word| Letters::from(&stem).with_wild()),
            vowels: vowels?.map(|span| span.within(0..=Word::MAX_LETTERS)),
            anagrams: anagrams?.map(|span| span.within(1..=usize::MAX)),
            starts: starts?,
            ends: ends?,
            lengths: lengths?,
            marks: marks?,
            without_marks: without_marks?,
            max_tier: dictionary.max_tier(),
            variant: self.variant,
            play_on_words: play_on_words?,
            categories: categories?,
            order: self.order.unwrap_or_default(),
            seed: seed?,
        })
    }

    /// Reads the seed, which only one order has.
    fn seed(&self, violations: &mut Violations) -> Result<Option<String>, Refused> {
        let is_shuffled = self.order == Some(Order::Shuffled);
        match &self.seed {
            Some(SearchSeed(seed)) if is_shuffled => {
                if limits::is_longer(seed, limits::SEED_CHARACTERS) || seed.is_empty() {
                    let detail =
                        format_args!("a seed has 1 to {} characters", limits::SEED_CHARACTERS);
                    let mut place = violations.at("seed");
                    return Err(place.refuse_form(ViolationCode::OutOfBounds, detail));
                }
                Ok(Some(seed.clone()))
            }
            Some(_) => {
                let detail = "only the order shuffled has a seed; set order to shuffled";
                let mut place = violations.at("seed");
                Err(place.refuse_form(ViolationCode::ConflictingFields, detail))
            }
            None if is_shuffled => {
                let detail = "the order follows from a seed; give any text";
                let mut place = violations.at("seed");
                Err(place.refuse_form(ViolationCode::MissingField, detail))
            }
            None => Ok(None),
        }
    }

    fn lengths(
        &self,
        violations: &mut Violations,
    ) -> Result<std::ops::RangeInclusive<usize>, Refused> {
        let mut read = |length: Option<Length>, name: &'static str, default: usize| match length {
            Some(length) => length.read(None, &mut violations.at(name)).map(|read| read as usize),
            None => Ok(default),
        };
        if let Some(length) = &self.length {
            if self.min_length.or(self.max_length).is_some() {
                let detail = "give length, or min_length and max_length";
                let mut place = violations.at("length");
                return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
            }
            let span = span_of("length", Some(length), violations)?;
            return Ok(
                span.map_or(1..=Word::MAX_LETTERS, |span| span.within(1..=Word::MAX_LETTERS))
            );
        }
        let min = read(self.min_length, "min_length", 1);
        let max = read(self.max_length, "max_length", Word::MAX_LETTERS);
        let (min, max) = (min?, max?);
        if min > max {
            let detail = format_args!("{min} is more than max_length, which is {max}");
            let mut place = violations.at("min_length");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        Ok(min..=max)
    }

    /// Reads the house rules, which only one game has.
    fn play_on_words(&self, violations: &mut Violations) -> Result<Rules, Refused> {
        let given = [
            ("plural", self.plural.is_some()),
            ("irregular_plurals", self.irregular_plurals.is_some()),
        ];
        let mut checked = Ok(());
        if self.variant != Some(Variant::PlayOnWords) {
            for (name, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
                let detail = "only Play On Words has this rule; set variant to play-on-words";
                let mut place = violations.at(name);
                checked = Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
            }
        }
        checked.map(|()| Plurals::of(self.plural, self.irregular_plurals).rules())
    }

    fn categories(
        &self,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<Vec<String>, Refused> {
        let Some(names) = &self.category else { return Ok(Vec::new()) };
        let names = names.read("category", violations)?;
        let instead = "GET /v1/lexicons lists the categories";
        let mut read = Ok(Vec::new());
        for CategoryName(name) in names {
            match (find_category(name, instead, dictionary, violations), &mut read) {
                (Ok(category), Ok(read)) => read.push(category.name.clone()),
                (Err(refused), _) => read = Err(refused),
                (Ok(_), Err(_)) => {}
            }
        }
        let mut names = read?;
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }
}

/// Parses a parameter, if it is given.
fn parsed<T: FromStr<Err: Display>>(
    name: &'static str,
    text: Option<&str>,
    code: ViolationCode,
    violations: &mut Violations,
) -> Result<Option<T>, Refused> {
    let Some(text) = text else { return Ok(None) };
    let value = text.parse();
    value.map(Some).map_err(|error| violations.at(name).refuse_form(code, error))
}

fn span_of(
    name: &'static str,
    text: Option<&SpanText>,
    violations: &mut Violations,
) -> Result<Option<Span>, Refused> {
    parsed(name, text.map(|SpanText(text)| text.as_str()), ViolationCode::InvalidField, violations)
}

fn marks_of(names: Option<&MarkNames>, violations: &mut Violations) -> Result<Marks, Refused> {
    let Some(names) = names else { return Ok(Marks::NONE) };
    let names = names.read("mark", violations)?;
    let marks: Result<Marks, _> = names.iter().map(|MarkName(name)| Mark::from_str(name)).collect();
    marks.map_err(|error| violations.refuse_form(ViolationCode::InvalidField, error))
}
