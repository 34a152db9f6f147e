//! The texts that lexicons are built from, and the lexicon that is embedded in the library.

use std::borrow::Cow;

use super::digest::Digest;
#[cfg(feature = "server")]
use super::digest::DigestOfPrefix;

/// The texts of a lexicon with the name and the edition under which they are published.
///
/// ```
/// use wordcourt::lexicon::source::Source;
/// use wordcourt::lexicon::{Lexicon, LexiconError};
/// let source = Source {
///     name: "club".into(),
///     edition: "2026.1".into(),
///     words: "AA\nAB\n".into(),
///     categories: "".into(),
/// };
/// let lexicon = Lexicon::from_text(&source.words, &source.categories)?;
/// assert_eq!(lexicon.digest(), source.digest());
/// # Ok::<(), LexiconError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name by which requests select it.
    pub name: String,
    /// The edition number that its maintainers assigned.
    pub edition: String,
    /// The word text, in the format of [`super::text`].
    pub words: Cow<'static, str>,
    /// The category text; empty if there are no categories.
    pub categories: Cow<'static, str>,
}

impl Source {
    /// Computes the digest that permanently identifies the edition: the SHA-256 of the word text
    /// followed by the category text.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&[self.words.as_bytes(), self.categories.as_bytes()])
    }

    /// Computes the digest of the word text, and that of the edition, in one pass.
    #[cfg(feature = "server")]
    pub(crate) fn digests(&self) -> SourceDigests {
        SourceDigests::of(&DigestOfPrefix::of(self.words.as_bytes()), &self.categories)
    }
}

/// The digests of the texts of an edition.
#[cfg(feature = "server")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourceDigests {
    /// The digest of the word text.
    pub(crate) words: Digest,
    /// The digest of both texts, which identifies the edition.
    pub(crate) edition: Digest,
}

#[cfg(feature = "server")]
impl SourceDigests {
    /// Computes the digests of texts. `words` is the state of the digest after the word text.
    pub(crate) fn of(words: &DigestOfPrefix, categories: &str) -> Self {
        Self { words: words.end(&[]), edition: words.end(categories.as_bytes()) }
    }
}

/// The name of the embedded lexicon.
pub const DEFAULT_NAME: &str = "en";
/// The edition of the embedded lexicon, the same as in `data/en/manifest.json`.
pub const DEFAULT_EDITION: &str = "2020.12.07+4";

/// Returns the embedded lexicon: `data/en/`, about 255,000 English words.
///
/// ```
/// use wordcourt::lexicon::{Lexicon, source};
/// let source = source::embedded();
/// assert_eq!(source.name, source::DEFAULT_NAME);
/// let lexicon = Lexicon::from_text(&source.words, &source.categories)?;
/// assert!(lexicon.contains(&"referee".parse().unwrap()));
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[must_use]
pub fn embedded() -> Source {
    Source {
        name: DEFAULT_NAME.to_owned(),
        edition: DEFAULT_EDITION.to_owned(),
        words: include_str!("../../data/en/words.tsv").into(),
        categories: include_str!("../../data/en/categories.tsv").into(),
    }
}
