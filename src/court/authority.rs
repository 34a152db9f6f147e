//! What a request's words are judged by.

use std::borrow::Cow;
use std::sync::Arc;

use super::edition::{Edition, Stamp};
use crate::lexicon::{Overlay, Words};

/// An edition of a lexicon and the house words that a request lays over it.
#[derive(Debug)]
pub struct Authority {
    edition: Arc<Edition>,
    overlay: Overlay,
    /// The edition's stamp with the overlay, if there is one.
    stamp: Option<Stamp>,
}

impl Authority {
    /// Lays house words over an edition.
    #[must_use]
    pub fn new(edition: Arc<Edition>, overlay: Overlay) -> Self {
        let stamp = (!overlay.is_empty()).then(|| edition.stamp.with(&overlay));
        Self { edition, overlay, stamp }
    }

    /// The edition.
    #[must_use]
    pub fn edition(&self) -> &Edition {
        &self.edition
    }

    /// The house words.
    #[must_use]
    pub const fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// The words that count, with their marks.
    #[must_use]
    pub fn words(&self) -> Words<'_> {
        self.edition.lexicon.with(&self.overlay)
    }

    /// What answers say that they rest on.
    #[must_use]
    pub fn stamp(&self) -> &Stamp {
        self.stamp.as_ref().unwrap_or(&self.edition.stamp)
    }

    /// What rulings rest on: the edition's digest, followed by that of the overlay if there is one.
    #[must_use]
    pub fn digest(&self) -> Cow<'_, str> {
        let Stamp { digest, overlay, .. } = self.stamp();
        overlay.as_ref().map_or(Cow::Borrowed(digest), |overlay| Cow::Owned(format!("{digest}+{overlay}")))
    }
}
