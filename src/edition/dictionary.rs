//! The words that are valid for one request, and those that it searches for.

use std::borrow::Cow;
use std::sync::Arc;

use super::id::EditionId;
use super::indexed::Edition;
use crate::lexicon::{Overlay, Vocabulary, Words};
use crate::rules::SearchIndexes;

/// An edition with the overlay of a request applied, and with the bound on the tiers of the words
/// that the request searches for.
///
/// ```
/// use std::sync::Arc;
///
/// use wordcourt::edition::{Dictionary, Edition};
/// use wordcourt::lexicon::Overlay;
/// use wordcourt::lexicon::source::Source;
///
/// let source = Source { name: "mini".into(), edition: "1".into(), words: "CAT\n".into(), categories: "".into() };
/// let edition = Arc::new(Edition::build(&source)?);
/// let dictionary = Dictionary::new(edition, Overlay::new(vec!["DOG".parse().unwrap()], Vec::new()));
/// assert!(dictionary.words().marks(&"DOG".parse().unwrap()).is_some());
/// assert!(dictionary.id().overlay.is_some());
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug)]
pub struct Dictionary {
    edition: Arc<Edition>,
    overlay: Overlay,
    /// The id of the edition with the overlay, if there is an overlay.
    id: Option<EditionId>,
    /// The bound on the tiers, in its lowest form; `None` if searches find all words.
    max_tier: Option<u8>,
}

impl Dictionary {
    /// Applies an overlay to an edition.
    #[must_use]
    pub fn new(edition: Arc<Edition>, overlay: Overlay) -> Self {
        let id = (!overlay.is_empty()).then(|| edition.id.with_overlay(&overlay));
        Self { edition, overlay, id, max_tier: None }
    }

    /// Limits searches to the overlay words and the words of the lexicon up to a tier. The same
    /// words stay valid.
    #[must_use]
    pub fn searching_up_to(self, max_tier: u8) -> Self {
        let max_tier = self.edition.lexicon.lowest_max_tier(max_tier);
        Self { max_tier, ..self }
    }

    /// Returns the lowest bound on tiers that limits searches to the same words; `None` if searches
    /// find all words.
    #[must_use]
    pub const fn max_tier(&self) -> Option<u8> {
        self.max_tier
    }

    /// Returns the words that searches find.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary<'_> {
        self.words().up_to_tier(self.max_tier.unwrap_or(Vocabulary::ALL_TIERS))
    }

    /// Returns the search indexes of the edition.
    #[must_use]
    pub fn indexes(&self) -> &SearchIndexes {
        &self.edition.indexes
    }

    /// Returns the edition.
    #[must_use]
    pub const fn edition(&self) -> &Arc<Edition> {
        &self.edition
    }

    /// Returns the overlay; empty if the request has none.
    #[must_use]
    pub const fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// Returns the words of the lexicon with the overlay applied.
    #[must_use]
    pub fn words(&self) -> Words<'_> {
        self.edition.lexicon.with(&self.overlay)
    }

    /// Returns the id that responses contain.
    #[must_use]
    pub fn id(&self) -> &EditionId {
        self.id.as_ref().unwrap_or(&self.edition.id)
    }

    /// Returns the digest that rulings contain: the edition's digest and, if there is an overlay,
    /// `+` and the overlay's digest.
    #[must_use]
    pub fn digest(&self) -> Cow<'_, str> {
        let EditionId { digest, overlay, .. } = self.id();
        overlay
            .as_ref()
            .map_or(Cow::Borrowed(digest), |overlay| Cow::Owned(format!("{digest}+{overlay}")))
    }
}
