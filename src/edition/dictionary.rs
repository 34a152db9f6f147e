//! The words that are valid for one request.

use std::borrow::Cow;
use std::sync::Arc;

use super::id::EditionId;
use super::indexed::Edition;
use crate::lexicon::{Overlay, Words};

/// An edition with the overlay of a request applied.
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
}

impl Dictionary {
    /// Applies an overlay to an edition.
    #[must_use]
    pub fn new(edition: Arc<Edition>, overlay: Overlay) -> Self {
        let id = (!overlay.is_empty()).then(|| edition.id.with_overlay(&overlay));
        Self { edition, overlay, id }
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
