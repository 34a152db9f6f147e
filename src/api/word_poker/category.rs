//! The bonus category of a request.

use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::api::bounds::{List, WordText, each, inline_schema, string};
use crate::edition::Dictionary;
use crate::lexicon::{Category, Lexicon};
use crate::rules::word_poker::ActiveCategory;
use crate::rules::{Refused, ViolationCode, Violations, labels, limits};

/// The maximum number of names that a violation suggests in place of an unknown one.
const NEAREST: usize = 3;

/// The likeness, out of 1, from which a name counts as a typo of the name of a category: one wrong
/// letter of four, two of seven.
const NEAR: f64 = 0.7;

/// The maximum number of words in the dealer's own category of proper nouns for which a search is
/// fast: it checks each of them in addition to the lexicon.
const MANY_PROPER_NOUNS: usize = 200;

/// The name of a category.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct CategoryName(String);

inline_schema!(CategoryName, "CategoryName", string(1, limits::CATEGORY_NAME_CHARACTERS, None));

impl CategoryName {
    /// Checks the length. Only the name of the dealer's own category has to be a label: any other is
    /// looked up whatever its blanks (RULEBOOK W8).
    fn read(&self, violations: &mut Violations) -> Result<&str, Refused> {
        let characters = self.0.chars().count();
        if !(1..=limits::CATEGORY_NAME_CHARACTERS).contains(&characters) {
            let most = limits::CATEGORY_NAME_CHARACTERS;
            let detail = format_args!("{characters} characters; a name has 1 to {most}");
            return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
        }
        Ok(self.0.as_str())
    }
}

/// The words of a category.
pub type CategoryWords = List<WordText, 0, { limits::CATEGORY_WORDS }>;

/// Finds a category of the lexicon by its name or title (RULEBOOK W8). `instead` says what else the
/// request can give.
///
/// # Errors
/// The lexicon has no such category; the violation lists the nearest names.
pub(crate) fn find_category<'l>(
    name: &str,
    instead: &str,
    dictionary: &'l Dictionary,
    violations: &mut Violations,
) -> Result<&'l Category, Refused> {
    let category = dictionary.edition().lexicon.category(name);
    category.ok_or_else(|| refuse_unknown(name, instead, dictionary, violations))
}

fn refuse_unknown(
    name: &str,
    instead: &str,
    dictionary: &Dictionary,
    violations: &mut Violations,
) -> Refused {
    let mut nearest = by_likeness(name, &dictionary.edition().lexicon);
    nearest.truncate(NEAREST);
    let nearest: Vec<String> = nearest.into_iter().map(|(_, name)| name.to_owned()).collect();
    let suggestion = match &nearest[..] {
        [] => "it has none".to_owned(),
        names => format!("the nearest are {}", names.join(", ")),
    };
    let id = &dictionary.id().name;
    let detail = format_args!("lexicon {id} has no category {name:?}; {suggestion}; {instead}");
    violations.refuse_unknown(ViolationCode::UnknownCategory, "W8", nearest.clone(), detail)
}

/// Returns true if a text is probably a mistyped name or title of a category.
fn is_nearly_known(text: &str, lexicon: &Lexicon) -> bool {
    by_likeness(text, lexicon).first().is_some_and(|(likeness, _)| *likeness >= NEAR)
}

/// Returns the names of all categories with the likeness of their names or titles to a text, from 0
/// to 1, the most similar first.
fn by_likeness<'l>(text: &str, lexicon: &'l Lexicon) -> Vec<(f64, &'l str)> {
    let key = |name: &str| Category::letters_of_name(name).collect::<String>();
    let text = key(text);
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&text, &key(name));
    let mut found: Vec<(f64, &str)> = lexicon
        .categories()
        .iter()
        .map(|one| (likeness(&one.name).max(likeness(&one.title)), one.name.as_str()))
        .collect();
    // The sort is stable, so equally near names stay in alphabetical order.
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found
}

/// The active bonus category: a category of the lexicon, or the dealer's own. The dealer's own
/// category has words, or the players vote on it. A vote overrides every list.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryChoice {
    /// The name or title of a category of the lexicon, which `GET /v1/lexicons/{lexicon}` lists, or
    /// the name of the dealer's own category. Letter case, blanks, `_` and `-` don't matter. A name
    /// that the lexicon does not have is refused, unless the request has `own`, `words` or votes; with
    /// votes alone, one that is nearly a name of the lexicon is refused as well.
    name: Option<CategoryName>,
    /// Set to `true` if the category is the dealer's own. Required if it has neither words nor
    /// votes, or no words and nearly the name of a category of the lexicon. Defaults to `false`.
    own: Option<bool>,
    /// The words of the dealer's own category, at most 10,000.
    words: Option<CategoryWords>,
    /// Set to `true` if the dealer's own category requires proper nouns. Its words are then valid
    /// even if the lexicon lacks them (O11). Not with the name of a category of the lexicon.
    proper_nouns: Option<bool>,
    /// The players' vote on the word, which overrides the list. Only `score` and `challenge` accept
    /// it; for `settle`, the vote on each player's word is `category_match`.
    #[serde(rename = "match")]
    vote: Option<bool>,
}

/// The category of a request, checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CategoryQuery {
    list: CategoryList,
    vote: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum CategoryList {
    /// A category that the lexicon has.
    OfLexicon(String),
    /// A category of the dealer's own with words; its name may be empty.
    Listed(Category),
    /// A category of the dealer's own without words; its name may be empty.
    Voted(Category),
}

impl CategoryQuery {
    /// Returns the active category, with the words of its list.
    pub(crate) fn active<'c>(query: Option<&'c Self>, lexicon: &'c Lexicon) -> ActiveCategory<'c> {
        let Some(Self { list, vote }) = query else { return ActiveCategory::default() };
        let list = match list {
            CategoryList::OfLexicon(name) => lexicon.category(name),
            CategoryList::Listed(category) | CategoryList::Voted(category) => Some(category),
        };
        ActiveCategory { list, vote: *vote }
    }

    /// Returns the name, if the category has one.
    pub(super) fn name(&self) -> Option<&str> {
        let name = match &self.list {
            CategoryList::OfLexicon(name) => name,
            CategoryList::Listed(category) | CategoryList::Voted(category) => &category.name,
        };
        (!name.is_empty()).then_some(name)
    }

    /// Returns whether the category has a list of words.
    pub(super) const fn has_words(&self) -> bool {
        !matches!(self.list, CategoryList::Voted(_))
    }

    /// Checks that words or a vote decide what the category contains; `instead` says what to give
    /// otherwise.
    pub(super) fn check_decided(
        query: Option<&Self>,
        instead: &str,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        match query {
            Some(Self { list: CategoryList::Voted(_), vote: None }) => {
                let detail = format_args!("the category has no words; {instead}");
                let mut place = violations.at("category");
                Err(place.at("words").refuse(ViolationCode::MissingField, "O19", detail))
            }
            _ => Ok(()),
        }
    }

    /// Returns true if a search has to check many words that are not in the lexicon.
    pub(super) fn is_large(&self) -> bool {
        match &self.list {
            CategoryList::Listed(own) => own.proper_nouns && own.words().len() > MANY_PROPER_NOUNS,
            _ => false,
        }
    }

    /// Returns the memory that the words of the dealer's own category take, in bytes.
    pub(super) fn words_bytes(&self) -> usize {
        match &self.list {
            CategoryList::Listed(own) => size_of_val(own.words()),
            _ => 0,
        }
    }
}

impl Serialize for CategoryQuery {
    /// Writes the category as in a request, with all defaults.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        if let Some(name) = self.name() {
            members.serialize_entry("name", name)?;
        }
        if let CategoryList::Listed(own) | CategoryList::Voted(own) = &self.list {
            members.serialize_entry("own", &true)?;
            if self.has_words() {
                members.serialize_entry("words", own.words())?;
            }
            members.serialize_entry("proper_nouns", &own.proper_nouns)?;
        }
        if let Some(vote) = self.vote {
            members.serialize_entry("match", &vote)?;
        }
        members.end()
    }
}

impl CategoryChoice {
    /// Reads the category of a request; without one, no category is active.
    ///
    /// # Errors
    /// The choice is empty or ambiguous.
    pub(super) fn read(
        choice: Option<&Self>,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<Option<CategoryQuery>, Refused> {
        let read =
            |choice: &Self| choice.read_here(false, dictionary, &mut violations.at("category"));
        choice.map(read).transpose()
    }

    /// Reads the category of a request that does not accept a vote in the category; `instead` is the
    /// detail of the violation. `has_votes` is true if another field of the request has votes.
    ///
    /// # Errors
    /// The same as for [`Self::read`], or there is a vote.
    pub(crate) fn read_without_vote(
        choice: Option<&Self>,
        instead: &str,
        has_votes: bool,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<Option<CategoryQuery>, Refused> {
        let read =
            |choice: &Self| choice.read_here(has_votes, dictionary, &mut violations.at("category"));
        let category = choice.map(read).transpose();
        if choice.is_some_and(|choice| choice.vote.is_some()) {
            let mut place = violations.at("category");
            let refused = place.at("match").refuse_form(ViolationCode::ConflictingFields, instead);
            return Err(refused);
        }
        category
    }

    fn read_here(
        &self,
        has_votes: bool,
        dictionary: &Dictionary,
        violations: &mut Violations,
    ) -> Result<CategoryQuery, Refused> {
        let is_own = self.own.unwrap_or_default();
        let has_votes = has_votes || self.vote.is_some();
        if self.name.is_none() && self.words.is_none() && self.vote.is_none() && !is_own {
            let detail = "give the category's name, its words, own, or match";
            return Err(violations.refuse_form(ViolationCode::MissingField, detail));
        }
        let name = self.name.as_ref().map(|name| name.read(&mut violations.at("name")));
        let words = self.words.as_ref().map(|words| {
            let mut place = violations.at("words");
            each(words.read("word", &mut place)?, &mut place, WordText::read)
        });
        let (name, words) = (name.transpose()?, words.transpose()?);
        let lexicon = &dictionary.edition().lexicon;
        let of_lexicon = name.filter(|_| !is_own).and_then(|name| lexicon.category(name));
        let list = if let Some(category) = of_lexicon {
            self.check_of_lexicon(&category.name, violations)?;
            CategoryList::OfLexicon(category.name.clone())
        } else {
            let name = name.unwrap_or_default();
            // RULEBOOK W8: a typo must not be taken for a category of the dealer's own, not even
            // with votes: the list decides about words without a vote, and about proper nouns.
            let may_be_typo = !name.is_empty() && !is_own && words.is_none();
            if may_be_typo && (!has_votes || is_nearly_known(name, lexicon)) {
                let instead = "set own to true if the category is the dealer's own";
                return Err(refuse_unknown(name, instead, dictionary, &mut violations.at("name")));
            }
            labels::check(name, &mut violations.at("name"))?;
            let name = name.to_owned();
            let proper_nouns = self.proper_nouns.unwrap_or_default();
            let own = |words| Category::new(name, String::new(), proper_nouns, words);
            match words {
                Some(words) => CategoryList::Listed(own(words)),
                None => CategoryList::Voted(own(Vec::new())),
            }
        };
        Ok(CategoryQuery { list, vote: self.vote })
    }

    /// Checks that the request does not redefine a category of the lexicon.
    fn check_of_lexicon(&self, name: &str, violations: &mut Violations) -> Result<(), Refused> {
        let mut checked = Ok(());
        for (member, is_given) in
            [("words", self.words.is_some()), ("proper_nouns", self.proper_nouns.is_some())]
        {
            if is_given {
                let detail = format_args!(
                    "{name} is a category of the lexicon; leave out {member}, or set own to true"
                );
                let mut place = violations.at(member);
                checked = Err(place.refuse_form(ViolationCode::ConflictingFields, detail));
            }
        }
        checked
    }
}
