//! Where lexicon texts come from: the one compiled into the binary, and files. The only file input of the crate's core.

use std::io;
use std::path::Path;

use super::Digest;

/// A lexicon's texts with the name and edition under which they are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name that requests call it by.
    pub name: String,
    /// The edition, as its maintainers number it.
    pub edition: String,
    /// The word text, in the format of [`super::text`].
    pub words: std::borrow::Cow<'static, str>,
    /// The category text; empty if there are none.
    pub categories: std::borrow::Cow<'static, str>,
}

impl Source {
    /// The digest that names the edition for good: that of the word text followed by the category text.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&[self.words.as_bytes(), self.categories.as_bytes()])
    }
}

/// The name of the compiled-in lexicon.
pub const DEFAULT_NAME: &str = "en";
/// The edition of the compiled-in lexicon, as `data/en/manifest.json` has it.
pub const DEFAULT_EDITION: &str = "2020.12.07+1";

/// The lexicon that is compiled into the binary: `data/en/`, about 255,000 English words.
#[must_use]
pub fn embedded() -> Source {
    Source {
        name: DEFAULT_NAME.to_owned(),
        edition: DEFAULT_EDITION.to_owned(),
        words: include_str!("../../data/en/words.tsv").into(),
        categories: include_str!("../../data/en/categories.tsv").into(),
    }
}

/// Reads a lexicon text from a file.
///
/// # Errors
/// The file can't be read or isn't UTF-8.
pub fn read(path: &Path) -> io::Result<String> {
    std::fs::read_to_string(path)
}
