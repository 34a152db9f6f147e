//! Which dictionary a request asks: a lexicon, perhaps pinned, perhaps with house words.

use serde::Deserialize;

use super::State;
use super::problem::Problem;
use crate::court::Authority;
use crate::lexicon::Overlay;
use crate::rules::{BreachCode, Breaches, limits};
use crate::word::Word;

/// House words, for this request only: the answer is that of a lexicon whose text has these words added, without marks, and those left out.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Overlay)]
pub struct OverlayRequest {
    /// Words that count beside those of the lexicon.
    #[serde(default)]
    add: Vec<String>,
    /// Words that don't count.
    #[serde(default)]
    remove: Vec<String>,
}

/// What a request says about its dictionary.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'r> {
    pub lexicon: Option<&'r str>,
    pub overlay: Option<&'r OverlayRequest>,
}

impl Asked<'_> {
    /// Takes the edition in force at this moment, or the one that is pinned, for the whole of the request.
    ///
    /// # Errors
    /// There is no such lexicon, or the edition is held no longer.
    pub fn authority(self, state: &State, breaches: &mut Breaches) -> Result<Authority, Problem> {
        let edition = state.court.edition(self.lexicon)?;
        let overlay = self.overlay.map(|overlay| overlay.read("/overlay", breaches)).unwrap_or_default();
        Ok(Authority::new(edition, overlay))
    }
}

impl OverlayRequest {
    /// Takes words from the parameters of a query, separated by commas.
    pub fn of_query(add: Option<&str>, remove: Option<&str>) -> Self {
        let words = |list: Option<&str>| list.into_iter().flat_map(|list| list.split(',')).map(str::to_owned).collect();
        Self { add: words(add), remove: words(remove) }
    }

    /// Reads the words, which stand below a place of the request.
    pub fn read(&self, place: &str, breaches: &mut Breaches) -> Overlay {
        let added = words(&self.add, &format!("{place}/add"), breaches);
        let removed = words(&self.remove, &format!("{place}/remove"), breaches);
        for (word, index) in removed.iter().filter(|(word, _)| added.iter().any(|(added, _)| added == word)) {
            let detail = format_args!("{word} is added as well; name it in one list only");
            breaches.add_formal(BreachCode::ConflictingFields, format_args!("{place}/remove/{index}"), detail);
        }
        let only = |words: Vec<(Word, usize)>| words.into_iter().map(|(word, _)| word).collect();
        Overlay::new(only(added), only(removed))
    }
}

/// Reads words with their places.
fn words(texts: &[String], pointer: &str, breaches: &mut Breaches) -> Vec<(Word, usize)> {
    if texts.len() > limits::OVERLAY_WORDS {
        let detail = format_args!("{} words; at most {} can be named", texts.len(), limits::OVERLAY_WORDS);
        breaches.add_formal(BreachCode::TooMany, pointer, detail);
        return Vec::new();
    }
    let mut words = Vec::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        match text.parse() {
            Ok(word) => words.push((word, place)),
            Err(error) => breaches.add(BreachCode::InvalidWord, "W1", format_args!("{pointer}/{place}"), error),
        }
    }
    words
}
