//! The source of meanings, for operations that show them.

use std::sync::Arc;

use crate::api::lexicons::Lexicons;
use crate::api::operation::{Basis, Request};
use crate::api::problem::Problem;
use crate::edition::Dictionary;
use crate::lexicon::Meanings;
use crate::rules::Violations;

/// The basis of an operation, with the source of meanings.
///
/// The source stays the same as long as the service runs, so cached responses stay right.
#[derive(Debug)]
pub struct WithMeanings<B> {
    pub(super) inner: B,
    source: Option<Arc<dyn Meanings>>,
}

impl<B> WithMeanings<B> {
    /// Returns the source.
    pub(super) fn source(&self) -> Option<&dyn Meanings> {
        self.source.as_deref()
    }
}

impl<B: Basis> Basis for WithMeanings<B> {
    fn resolve(
        request: &impl Request,
        lexicons: &dyn Lexicons,
        violations: &mut Violations,
    ) -> Result<Self, Problem> {
        let inner = B::resolve(request, lexicons, violations)?;
        Ok(Self { inner, source: lexicons.meanings() })
    }

    fn dictionary(&self) -> Option<&Dictionary> {
        self.inner.dictionary()
    }
}
