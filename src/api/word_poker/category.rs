//! The bonus category of a request.

use serde::Deserialize;

use crate::api::bounds::{List, WordText, each, inline_schema, string};
use crate::edition::Dictionary;
use crate::lexicon::{Category, Lexicon};
use crate::rules::word_poker::ActiveCategory;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The maximum number of words in a custom category of proper nouns for which a search is fast: it
/// checks each of them in addition to the lexicon.
const MANY_PROPER_NOUNS: usize = 200;

/// The name of a category of the lexicon.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct CategoryName(String);

inline_schema!(CategoryName, "CategoryName", string(1, limits::CATEGORY_NAME_CHARACTERS, None));

/// The words of a custom category.
pub type CategoryWords = List<WordText, 0, { limits::CATEGORY_WORDS }>;

/// The active bonus category: a category of the lexicon, or a custom list of words. A vote of the
/// players overrides both.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryChoice {
    /// The name of a category of the lexicon; `GET /v1/lexicons/{lexicon}` lists them.
    name: Option<CategoryName>,
    /// The words of a custom category, at most 10,000.
    words: Option<CategoryWords>,
    /// Set to `true` if the custom category requires proper nouns. Its words are then valid even if
    /// the lexicon lacks them (rule 6). Defaults to `false`.
    proper_nouns: Option<bool>,
    /// The players' vote on the word, which overrides the list. Only `score` and `challenge` accept
    /// it; for `settle`, the vote on each player's word is `category_match`.
    #[serde(rename = "match")]
    vote: Option<bool>,
}

/// The category of a request, checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct CategoryQuery {
    list: Option<CategoryList>,
    vote: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum CategoryList {
    /// A category that the lexicon has.
    Named(String),
    /// A custom category.
    Custom(Category),
}

impl CategoryQuery {
    /// Returns the category with the words of its list.
    pub(super) fn active<'c>(&'c self, lexicon: &'c Lexicon) -> ActiveCategory<'c> {
        let list = match &self.list {
            Some(CategoryList::Named(name)) => lexicon.category(name),
            Some(CategoryList::Custom(category)) => Some(category),
            None => None,
        };
        ActiveCategory { list, vote: self.vote }
    }

    /// Returns the parts of the category that enter the digest of a ruling.
    pub(super) fn key(&self) -> impl serde::Serialize + '_ {
        match &self.list {
            Some(CategoryList::Named(name)) => (Some(name), None),
            Some(CategoryList::Custom(custom)) => {
                (None, Some((custom.proper_nouns, custom.words())))
            }
            None => (None, None),
        }
    }

    /// Returns true if a search has to check many words that are not in the lexicon.
    pub(super) fn is_large(&self) -> bool {
        match &self.list {
            Some(CategoryList::Custom(custom)) => {
                custom.proper_nouns && custom.words().len() > MANY_PROPER_NOUNS
            }
            _ => false,
        }
    }

    /// Returns the memory that the words of a custom category take, in bytes.
    pub(super) fn words_bytes(&self) -> usize {
        match &self.list {
            Some(CategoryList::Custom(custom)) => size_of_val(custom.words()),
            _ => 0,
        }
    }
}

impl CategoryChoice {
    /// Reads the category of a request; without one, no category is active.
    ///
    /// # Errors
    /// The choice is empty or ambiguous, or the lexicon lacks the category.
    pub(super) fn read(
        choice: Option<&Self>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<CategoryQuery, Refused> {
        match choice {
            Some(choice) => choice.read_here(dictionary, &mut violations.at("category")),
            None => Ok(CategoryQuery::default()),
        }
    }

    /// Reads the category of a request that does not accept a vote; `instead` is the detail of the
    /// violation.
    ///
    /// # Errors
    /// The same as for [`Self::read`], or there is a vote.
    pub(super) fn read_without_vote(
        choice: Option<&Self>,
        instead: &str,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<CategoryQuery, Refused> {
        let category = Self::read(choice, dictionary, violations);
        if choice.is_some_and(|choice| choice.vote.is_some()) {
            let mut place = violations.at("category");
            let refused = place.at("match").refuse_form(ViolationCode::ConflictingFields, instead);
            return Err(refused);
        }
        category
    }

    fn read_here(
        &self,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<CategoryQuery, Refused> {
        let list = match (&self.name, &self.words) {
            (Some(name), Some(words)) => {
                let detail = "give either the name of a category or its words, not both";
                let refused = violations.refuse_form(ViolationCode::ConflictingFields, detail);
                // Both are still read, so that all their violations are listed.
                _ = named(name, dictionary, &mut violations.at("name"));
                _ = custom(words, false, &mut violations.at("words"));
                Err(refused)
            }
            (None, None) if self.vote.is_none() => {
                let detail = "give the category's name, its words, or match";
                Err(violations.refuse_form(ViolationCode::MissingField, detail))
            }
            (None, None) => Ok(None),
            (Some(name), None) => named(name, dictionary, &mut violations.at("name")).map(Some),
            (None, Some(words)) => {
                let proper_nouns = self.proper_nouns == Some(true);
                custom(words, proper_nouns, &mut violations.at("words")).map(Some)
            }
        };
        if self.proper_nouns.is_some() && self.words.is_none() {
            let detail = "give proper_nouns only together with words";
            let mut place = violations.at("proper_nouns");
            return Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
        }
        Ok(CategoryQuery { list: list?, vote: self.vote })
    }
}

fn named(
    CategoryName(name): &CategoryName,
    dictionary: &Dictionary,
    violations: &mut Violations,
) -> Result<CategoryList, Refused> {
    let lexicon = &dictionary.edition().lexicon;
    if lexicon.category(name).is_some() {
        return Ok(CategoryList::Named(name.clone()));
    }
    let known: Vec<&str> =
        lexicon.categories().iter().map(|category| category.name.as_str()).collect();
    let known = if known.is_empty() { "no categories".to_owned() } else { known.join(", ") };
    let detail = format_args!("unknown category; the lexicon has {known}");
    Err(violations.refuse(ViolationCode::UnknownCategory, "O11", detail))
}

fn custom(
    words: &CategoryWords,
    proper_nouns: bool,
    violations: &mut Violations,
) -> Result<CategoryList, Refused> {
    let words = words.read("word", violations)?;
    let words = each(words, violations, WordText::read)?;
    let category = Category::new(String::new(), String::new(), proper_nouns, words);
    Ok(CategoryList::Custom(category))
}
