//! The dictionary that a request selects: a lexicon, optionally pinned, optionally with an overlay.
//! The traits say what else an answer depends on.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bounds::{self, LexiconSelector, List, MaxTier, inline_schema, string};
use super::lexicons::Lexicons;
use super::presentation::Presentation;
use super::problem::Problem;
use crate::edition::{Dictionary, Edition, EditionId};
use crate::lexicon::Overlay;
use crate::rules::{Refused, ViolationCode, Violations, limits};
use crate::word::Word;

/// Words to add to and remove from the lexicon for this request. The response is the same as with a
/// lexicon whose text has the added words (without marks, but a
/// plural of the lexicon stays one) and lacks the removed words.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Overlay)]
pub struct OverlayRequest {
    /// The words to add.
    pub(crate) add: Option<OverlayWords>,
    /// The words to remove.
    pub(crate) remove: Option<OverlayWords>,
}

/// The added or removed words of an overlay.
pub(crate) type OverlayWords = List<OverlayWord, 0, { limits::OVERLAY_WORDS }>;

/// A word of an overlay.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct OverlayWord(String);

inline_schema!(OverlayWord, "OverlayWord", string(1, limits::WORD_LETTERS, Some("^[A-Za-z]*$")));

/// The lexicon and the overlay of a request, and the bound on the words that it searches for.
#[derive(Debug, Clone, Default)]
pub struct DictionarySelector<'r> {
    /// The lexicon, optionally pinned; the default lexicon if absent.
    pub(crate) lexicon: Option<Cow<'r, str>>,
    add: Option<&'r OverlayWords>,
    remove: Option<&'r OverlayWords>,
    /// The member that contains the overlay; `None` in a query, where its lists are parameters.
    place: Option<&'static str>,
    max_tier: Option<MaxTier>,
}

impl<'r> DictionarySelector<'r> {
    /// Creates the selector of a request with a JSON body.
    pub(crate) fn in_body(
        lexicon: Option<&'r LexiconSelector>,
        overlay: Option<&'r OverlayRequest>,
    ) -> Self {
        Self {
            lexicon: lexicon.map(|selector| selector.as_str().into()),
            add: overlay.and_then(|overlay| overlay.add.as_ref()),
            remove: overlay.and_then(|overlay| overlay.remove.as_ref()),
            place: Some("overlay"),
            max_tier: None,
        }
    }

    /// Limits searches to words up to a tier, if one is given.
    pub(crate) fn searching_up_to(self, max_tier: Option<MaxTier>) -> Self {
        Self { max_tier, ..self }
    }

    /// Creates the selector of a request with a query.
    pub(crate) fn in_query(
        lexicon: Option<&'r LexiconSelector>,
        add: Option<&'r OverlayWords>,
        remove: Option<&'r OverlayWords>,
    ) -> Self {
        let lexicon = lexicon.map(LexiconSelector::in_query);
        Self { lexicon, add, remove, place: None, max_tier: None }
    }

    /// Returns true if the selector contains a whole digest, so that it always means the same
    /// edition.
    pub(crate) fn is_whole_pin(&self) -> bool {
        self.lexicon.as_deref().is_some_and(bounds::is_whole_pin)
    }

    /// Finds the edition and reads the overlay.
    ///
    /// # Errors
    /// The lexicon is unknown or the pinned edition is not retained. Invalid words of the overlay
    /// are recorded as violations.
    pub(crate) fn resolve(
        self,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Dictionary, Problem> {
        let edition = lexicons.edition(self.lexicon.as_deref())?;
        Ok(self.dictionary(edition, violations))
    }

    /// Reads the overlay and the bound on tiers, and applies them to an edition. If one of them is
    /// invalid, the recorded violations make the request fail.
    pub(crate) fn dictionary(
        &self,
        edition: Arc<Edition>,
        violations: &mut Violations,
    ) -> Dictionary {
        let dictionary = Dictionary::new(edition, self.overlay(violations));
        match self.max_tier(violations) {
            Some(max_tier) => dictionary.searching_up_to(max_tier),
            None => dictionary,
        }
    }

    fn max_tier(&self, violations: &mut Violations) -> Option<u8> {
        let max_tier = self.max_tier?.read(None, &mut violations.at("max_tier")).ok()?;
        u8::try_from(max_tier).ok()
    }

    /// Reads the overlay. If it is invalid, the result is empty, and the recorded violations make
    /// the request fail.
    fn overlay(&self, violations: &mut Violations) -> Overlay {
        if self.add.is_none() && self.remove.is_none() {
            return Overlay::default();
        }
        let overlay = match self.place {
            Some(place) => self.read(&mut violations.at(place)),
            None => self.read(violations),
        };
        overlay.unwrap_or_default()
    }

    fn read(&self, violations: &mut Violations) -> Result<Overlay, Refused> {
        let added = words(self.add, &mut violations.at("add"))?;
        let removed = words(self.remove, &mut violations.at("remove"))?;
        let mut conflict = Ok(());
        for (index, word) in removed.iter().enumerate() {
            if let Some(word) = word
                && added.iter().flatten().any(|added| added == word)
            {
                let detail = format_args!("{word} is also in add; give it once");
                let mut place = violations.at("remove");
                conflict =
                    Err(place.at(index).refuse_form(ViolationCode::ConflictingFields, detail));
            }
        }
        conflict?;
        let some = |words: Vec<Option<Word>>| words.into_iter().flatten().collect();
        Ok(Overlay::new(some(added), some(removed)))
    }
}

/// A request that may name its dictionary.
pub trait Request {
    /// Returns the dictionary that the request selects.
    fn dictionary(&self) -> DictionarySelector<'_>;

    /// Returns the lexicon whose opinion the request asks for besides the ruling.
    fn second_lexicon(&self) -> Option<&LexiconSelector> {
        None
    }

    /// Returns true if the request pins every edition that it uses by a whole digest. The response
    /// then never changes.
    fn is_pinned(&self) -> bool {
        false
    }

    /// Returns the form of the response that the request asks for.
    fn presentation(&self, _violations: &mut Violations) -> Presentation {
        Presentation::default()
    }
}

/// The data besides the query that the responses of an operation depend on.
pub trait Basis: Send + Sync + Sized + 'static {
    /// Resolves the basis from the dictionary that a request selects.
    ///
    /// # Errors
    /// The lexicon is unknown or the pinned edition is not retained.
    fn resolve(
        request: &impl Request,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem>;

    /// Returns the dictionary, if responses depend on one.
    fn dictionary(&self) -> Option<&Dictionary>;
}

impl Basis for Dictionary {
    fn resolve(
        request: &impl Request,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem> {
        request.dictionary().resolve(lexicons, violations)
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        Some(self)
    }
}

/// The basis of operations that need no dictionary.
#[derive(Debug, Clone, Copy)]
pub struct NoDictionary;

impl Basis for NoDictionary {
    /// A request may still name a lexicon, so that a client can send the same one with every
    /// request. The lexicon must be active.
    fn resolve(
        request: &impl Request,
        lexicons: &dyn Lexicons,
        _violations: &mut Violations,
    ) -> Result<Self, Problem> {
        if let Some(lexicon) = request.dictionary().lexicon {
            lexicons.edition(Some(&lexicon))?;
        }
        Ok(Self)
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        None
    }
}

/// The dictionary that decides a ruling, and a second one that the request asks for its opinion.
#[derive(Debug)]
pub struct Opinions {
    ruling: Dictionary,
    second: Option<Dictionary>,
}

impl Opinions {
    /// Returns the dictionary that decides.
    #[must_use]
    pub const fn ruling(&self) -> &Dictionary {
        &self.ruling
    }

    /// Returns the dictionary whose opinion the response contains.
    #[must_use]
    pub const fn second(&self) -> Option<&Dictionary> {
        self.second.as_ref()
    }
}

impl Basis for Opinions {
    fn resolve(
        request: &impl Request,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem> {
        let ruling = request.dictionary().resolve(lexicons, violations)?;
        let second = request.second_lexicon();
        let second = second.map(|lexicon| lexicons.edition(Some(lexicon.as_str()))).transpose()?;
        let second = second.map(|edition| Dictionary::new(edition, Overlay::default()));
        Ok(Self { ruling, second })
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        Some(&self.ruling)
    }
}

/// The opinion of a second lexicon, which does not change the ruling.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SecondOpinion<'d> {
    /// The second lexicon.
    lexicon: &'d EditionId,
    /// True if the second lexicon allows all words of the ruling.
    valid: bool,
}

impl<'d> SecondOpinion<'d> {
    /// Creates the opinion of a dictionary.
    #[must_use]
    pub fn new(dictionary: &'d Dictionary, valid: bool) -> Self {
        Self { lexicon: dictionary.id(), valid }
    }
}

/// Reads words. A text that is not a word becomes `None`, and a violation is recorded.
///
/// # Errors
/// There are too many.
fn words(
    texts: Option<&OverlayWords>,
    violations: &mut Violations,
) -> Result<Vec<Option<Word>>, Refused> {
    let Some(texts) = texts else { return Ok(Vec::new()) };
    let texts = texts.read("word", violations)?.iter().enumerate();
    Ok(texts
        .map(|(index, OverlayWord(text))| bounds::word(text, &mut violations.at(index)).ok())
        .collect())
}
