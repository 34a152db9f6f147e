//! The bonus category of a round (RULEBOOK FO3, O11, W8).

use serde::{Deserialize, Serialize};

use crate::lexicon::{Category, Lexicon, Words};
use crate::rules::{Refused, ViolationCode, Violations, labels, limits};
use crate::word::Word;

/// The largest size of a category's list of words in a state, in bytes of JSON.
const WORDS_BYTES: usize = 4 << 10;

/// The bonus category of a round: a category of the lexicon, or the dealer's own. The dealer's own
/// category has words, or the players vote on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerCategory))]
#[serde(deny_unknown_fields)]
pub struct WrittenCategory {
    /// The name or title of a category of the lexicon, or the name of the dealer's own category.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `true` if the category is the dealer's own. Required if it has no words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<bool>,
    /// The words of the dealer's own category, at most 4 KiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Vec<String>>,
    /// `true` if the dealer's own category requires proper nouns. Its words are then valid even if
    /// the lexicon lacks them (O11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proper_nouns: Option<bool>,
}

/// The checked category of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RoundCategory {
    /// A category of the lexicon, by its name.
    OfLexicon(String),
    /// A category of the dealer's own with a list of words; its name may be empty.
    Listed(Category),
    /// A category of the dealer's own without words; its name may be empty.
    Voted(Category),
}

impl RoundCategory {
    /// Returns the list, which is empty if the players vote.
    pub(super) fn list<'c>(&'c self, words: Words<'c>) -> Option<&'c Category> {
        match self {
            Self::OfLexicon(name) => words.lexicon().category(name),
            Self::Listed(category) | Self::Voted(category) => Some(category),
        }
    }

    /// Returns true if players claim that their words are in the category, because it has no list.
    pub(super) const fn is_voted(&self) -> bool {
        matches!(self, Self::Voted(_))
    }
}

impl WrittenCategory {
    /// Reads the category; `lexicon` is left out if the category is that of a state, whose name has
    /// been found already. Places are relative to the category.
    ///
    /// # Errors
    /// The category is empty, ambiguous, unknown or too large.
    pub(super) fn read(
        &self,
        lexicon: Option<&Lexicon>,
        violations: &mut Violations,
    ) -> Result<RoundCategory, Refused> {
        let is_own = self.own.unwrap_or_default();
        if self.name.is_none() && self.words.is_none() && !is_own {
            let detail = "give the category's name, its words, or own";
            return Err(violations.refuse(ViolationCode::MissingField, "FO3", detail));
        }
        let name = self.name.as_deref().map(|name| check_name(name, &mut violations.at("name")));
        let words =
            self.words.as_deref().map(|words| read_words(words, &mut violations.at("words")));
        let (name, words) = (name.transpose()?, words.transpose()?);
        if let Some(name) = name.filter(|_| !is_own) {
            let found = match lexicon {
                Some(lexicon) => lexicon.category(name).map(|category| category.name.as_str()),
                None => Some(name).filter(|_| words.is_none()),
            };
            match found {
                Some(found) => return self.of_lexicon(found, violations),
                None if words.is_none() => {
                    let detail = "the lexicon has no such category; set own to true if it is the \
                                  dealer's own";
                    let code = ViolationCode::UnknownCategory;
                    return Err(violations.at("name").refuse(code, "W8", detail));
                }
                None => {}
            }
        }
        let proper_nouns = self.proper_nouns.unwrap_or_default();
        let name = name.unwrap_or_default().to_owned();
        let own = |words| Category::new(name, String::new(), proper_nouns, words);
        Ok(match words {
            Some(words) => RoundCategory::Listed(own(words)),
            None => RoundCategory::Voted(own(Vec::new())),
        })
    }

    /// Returns a category of the lexicon, which an action does not redefine.
    fn of_lexicon(
        &self,
        name: &str,
        violations: &mut Violations,
    ) -> Result<RoundCategory, Refused> {
        let members =
            [("words", self.words.is_some()), ("proper_nouns", self.proper_nouns.is_some())];
        if let Some((member, _)) = members.into_iter().find(|(_, is_given)| *is_given) {
            let detail = format_args!(
                "{name} is a category of the lexicon; leave out {member}, or set own to true"
            );
            let code = ViolationCode::ConflictingFields;
            return Err(violations.at(member).refuse(code, "W8", detail));
        }
        Ok(RoundCategory::OfLexicon(name.to_owned()))
    }
}

impl From<&RoundCategory> for WrittenCategory {
    fn from(category: &RoundCategory) -> Self {
        let (own, has_words) = match category {
            RoundCategory::OfLexicon(name) => {
                return Self { name: Some(name.clone()), ..Self::default() };
            }
            RoundCategory::Listed(own) => (own, true),
            RoundCategory::Voted(own) => (own, false),
        };
        Self {
            name: Some(own.name.clone()).filter(|name| !name.is_empty()),
            own: Some(true),
            words: has_words.then(|| own.words().iter().map(Word::to_string).collect()),
            proper_nouns: Some(own.proper_nouns),
        }
    }
}

fn check_name<'n>(name: &'n str, violations: &mut Violations) -> Result<&'n str, Refused> {
    let most = limits::CATEGORY_NAME_CHARACTERS;
    if name.is_empty() || limits::is_longer(name, most) {
        let detail = format_args!("a name has 1 to {most} characters");
        return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
    }
    labels::check(name, violations).map(|()| name)
}

fn read_words(texts: &[String], violations: &mut Violations) -> Result<Vec<Word>, Refused> {
    // Each word is written with two quotes and a comma.
    let bytes: usize = texts.iter().map(|text| text.len() + 3).sum();
    if bytes > WORDS_BYTES {
        let detail = format_args!("{bytes} bytes of words; a game keeps at most {WORDS_BYTES}");
        return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
    }
    let mut words = Ok(Vec::with_capacity(texts.len()));
    for (position, text) in texts.iter().enumerate() {
        match (text.parse::<Word>(), &mut words) {
            (Ok(word), Ok(words)) => words.push(word),
            (Ok(_), Err(_)) => {}
            (Err(error), _) => {
                let code = ViolationCode::InvalidWord;
                words = Err(violations.at(position).refuse(code, "W1", error));
            }
        }
    }
    words
}
