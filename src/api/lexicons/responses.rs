//! The responses about lexicons.

use serde::Serialize;

use super::LexiconSummary;
use crate::edition::EditionId;
use crate::lexicon::Category;

/// An active lexicon.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LexiconInfo {
    /// The lexicon's name.
    name: String,
    /// The edition number, assigned by the maintainers of the lexicon.
    edition: String,
    /// The SHA-256 of the word text followed by the category text.
    digest: String,
    /// True if requests that name no lexicon use this one.
    default: bool,
    /// The number of words.
    words: usize,
    /// The marks of the words, on which rules of the games rest.
    marks: LexiconMarks,
    /// The number of words with each mark.
    mark_counts: Vec<MarkCount>,
    /// The categories of the lexicon.
    categories: Vec<CategoryInfo>,
    /// The time when this server loaded the edition (RFC 3339). Only the admin list contains it,
    /// because it differs between replicas.
    #[serde(skip_serializing_if = "Option::is_none")]
    loaded_at: Option<String>,
    /// The retained editions, the active one first.
    editions_held: Vec<EditionId>,
}

/// The marks of the words of an edition.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LexiconMarks {
    /// Where the marks come from: `own`, or the edition from which an import took them, such as
    /// `en@2020.12.07+4`.
    pub(crate) source: String,
    /// The number of words with at least one mark.
    pub(crate) marked: usize,
    /// The number of words.
    pub(crate) of: usize,
}

/// The number of words with a mark.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MarkCount {
    /// The mark; `Mark` describes the values.
    mark: &'static str,
    /// The number of words that have the mark.
    words: usize,
}

/// A category of a lexicon.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CategoryInfo {
    /// The name of the category in requests.
    name: String,
    /// The title of the category, for people.
    title: String,
    /// True if the category requires proper nouns. Its words are then valid even if the lexicon
    /// lacks them.
    proper_nouns: bool,
    /// The number of words.
    words: usize,
}

/// The active lexicons.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct LexiconList {
    /// The lexicons, ordered by name.
    pub(super) lexicons: Vec<LexiconInfo>,
}

impl LexiconMarks {
    /// The source of marks that the words brought themselves.
    pub(crate) const OWN: &str = "own";
}

impl From<&Category> for CategoryInfo {
    fn from(category: &Category) -> Self {
        Self {
            name: category.name.clone(),
            title: category.title.clone(),
            proper_nouns: category.proper_nouns,
            words: category.words().len(),
        }
    }
}

impl From<&LexiconSummary> for LexiconInfo {
    fn from(summary: &LexiconSummary) -> Self {
        let edition = &summary.edition;
        let mark =
            |(mark, words): (crate::lexicon::Mark, usize)| MarkCount { mark: mark.name(), words };
        Self {
            name: edition.id.name.clone(),
            edition: edition.id.edition.clone(),
            digest: edition.id.digest.clone(),
            default: summary.is_default,
            words: edition.lexicon.len(),
            marks: LexiconMarks {
                source: summary.marks_from.clone().unwrap_or_else(|| LexiconMarks::OWN.to_owned()),
                marked: edition.lexicon.marked_words(),
                of: edition.lexicon.len(),
            },
            mark_counts: edition.lexicon.mark_counts().map(mark).collect(),
            categories: edition.lexicon.categories().iter().map(CategoryInfo::from).collect(),
            loaded_at: None,
            editions_held: summary.retained.clone(),
        }
    }
}

impl LexiconList {
    /// Describes lexicons.
    pub(crate) fn of(summaries: &[LexiconSummary]) -> Self {
        Self { lexicons: summaries.iter().map(LexiconInfo::from).collect() }
    }

    /// Describes lexicons, with the times when this server loaded them.
    #[cfg(feature = "server")]
    pub(crate) fn with_times(summaries: &[LexiconSummary]) -> Self {
        let mut list = Self::of(summaries);
        for (lexicon, summary) in list.lexicons.iter_mut().zip(summaries) {
            lexicon.loaded_at.clone_from(&summary.loaded_at);
        }
        list
    }
}
