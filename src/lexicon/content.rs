//! The words of a lexicon, in memory or in their stored form.

use std::sync::OnceLock;

use super::category::{self, Category};
use super::rows::{KeyedRows, Rows};
use super::stored::StoredLexicon;
use super::text::TextError;
use super::word_table::WordTable;

/// The words of a lexicon with their facts.
#[expect(clippy::large_enum_variant, reason = "searches read the words all the time")]
pub(super) enum Content {
    /// Built from a text or an image.
    Built(Loaded),
    /// In the stored form, from which the rest is built when a search needs it.
    Stored(Box<(StoredLexicon, OnceLock<Loaded>)>),
}

/// The full index of a lexicon.
pub(super) struct Loaded {
    pub(super) rows: Rows,
    pub(super) table: WordTable,
}

/// The form that answers.
#[derive(Clone, Copy)]
pub(super) enum Form<'l> {
    Loaded(&'l Loaded),
    Stored(&'l StoredLexicon),
}

impl Loaded {
    /// Parses a word text.
    pub(super) fn parse(word_text: &str) -> Result<Self, TextError> {
        let (rows, table) = Rows::parse(word_text)?;
        Ok(Self { rows, table })
    }

    fn from_stored(stored: &StoredLexicon) -> Self {
        let KeyedRows { mut rows, keys } = stored.rows();
        rows.shrink_to_fit();
        Self { rows, table: WordTable::build(&[&keys]) }
    }
}

impl Content {
    /// Returns the form that answers at the moment.
    #[inline]
    pub(super) fn form(&self) -> Form<'_> {
        match self {
            Self::Built(loaded) => Form::Loaded(loaded),
            // Leaves the code of stored lexicons out of the WebAssembly module, which opens none.
            Self::Stored(_) if cfg!(target_family = "wasm") => unreachable!("nothing is stored"),
            Self::Stored(content) => {
                let (stored, loaded) = &**content;
                loaded.get().map_or(Form::Stored(stored), Form::Loaded)
            }
        }
    }

    /// Builds the full index, unless that has been done.
    pub(super) fn load(&self) -> &Loaded {
        match self {
            Self::Built(loaded) => loaded,
            Self::Stored(_) if cfg!(target_family = "wasm") => unreachable!("nothing is stored"),
            Self::Stored(content) => {
                let (stored, loaded) = &**content;
                loaded.get_or_init(|| Loaded::from_stored(stored))
            }
        }
    }

    /// Reads the rows. A stored lexicon decodes them for this and doesn't keep them.
    pub(super) fn with_rows<T>(&self, read: impl FnOnce(&Rows) -> T) -> T {
        match self.form() {
            Form::Loaded(loaded) => read(&loaded.rows),
            Form::Stored(stored) => read(&stored.rows().rows),
        }
    }

    /// Parses the category text of a stored lexicon.
    pub(super) fn stored_categories(&self) -> Vec<Category> {
        let text = self.stored().map_or("", StoredLexicon::categories);
        // The text was parsed before it was stored.
        category::parse(text).unwrap_or_default()
    }

    /// Returns the stored form that the lexicon was opened from.
    pub(super) fn stored(&self) -> Option<&StoredLexicon> {
        match self {
            Self::Built(_) => None,
            Self::Stored(content) => Some(&content.0),
        }
    }
}
