//! The editions that `wordcourt verify` computes answers with.

use std::error::Error;
use std::io::{self, Write as _};
use std::sync::Arc;

use crate::api::verification::{FindEdition, NamedEdition};
use crate::commands::stored_texts::{StoredText, StoredTexts};
use crate::config::{EditionArgs, MeaningArgs};
use crate::edition::Edition;
use crate::lexicon::Meanings;

/// The editions of the stored texts. Each is read and built only when an answer needs it.
pub(super) struct StoredEditions {
    texts: StoredTexts,
    /// The editions whose digests are not known yet.
    unread: Vec<StoredText>,
    known: Vec<Known>,
    meanings: Option<Arc<dyn Meanings>>,
}

/// An edition whose digest is known.
struct Known {
    name: String,
    number: String,
    digest: String,
    text: StoredText,
    built: Option<Arc<Edition>>,
}

impl Known {
    fn is_named(&self, named: &NamedEdition<'_>) -> bool {
        let is_number = named.edition.is_empty() || self.number == named.edition;
        self.name == named.name && is_number
    }
}

impl StoredEditions {
    /// Lists the editions.
    pub(super) fn open(args: &EditionArgs, meanings: &MeaningArgs) -> Result<Self, Box<dyn Error>> {
        let (texts, listed) = StoredTexts::open(args)?;
        let meanings = meanings.open()?.map(|wordnet| Arc::new(wordnet) as Arc<dyn Meanings>);
        let (embedded, unread) =
            listed.into_iter().partition(|text| matches!(text, StoredText::Embedded));
        let mut editions = Self { texts, unread: embedded, known: Vec::new(), meanings };
        // Most answers name the embedded edition.
        editions.read_all();
        editions.unread = unread;
        Ok(editions)
    }

    /// Reads the texts whose digests are not known yet.
    fn read_all(&mut self) {
        for text in std::mem::take(&mut self.unread) {
            match self.texts.read(&text) {
                Ok(source) => self.known.push(Known {
                    name: source.name.clone(),
                    number: source.edition.clone(),
                    digest: source.digest().to_string(),
                    text,
                    built: None,
                }),
                Err(error) => {
                    let _ = writeln!(io::stderr(), "wordcourt: {error}");
                }
            }
        }
    }

    /// Returns the index of the edition that has the digest, and if possible the name and the
    /// number as well.
    fn index_of(&mut self, named: &NamedEdition<'_>) -> Option<usize> {
        let is_same = |known: &Known| known.digest == named.digest && known.is_named(named);
        if let Some(index) = self.known.iter().position(is_same) {
            return Some(index);
        }
        self.read_all();
        let has_digest = |known: &Known| known.digest == named.digest;
        let same = self.known.iter().position(is_same);
        same.or_else(|| self.known.iter().position(has_digest))
    }
}

impl FindEdition for StoredEditions {
    fn find(&mut self, named: &NamedEdition<'_>) -> Result<Arc<Edition>, String> {
        let Some(index) = self.index_of(named) else {
            let available = self
                .known
                .iter()
                .map(|Known { name, number, digest, .. }| format!("{name}@{number} ({digest})"));
            return Err(format!(
                "the edition {named} is not available; give its texts with --lexicon-source or --state-dir; available: {}",
                available.collect::<Vec<_>>().join(", ")
            ));
        };
        let known = &mut self.known[index];
        if let Some(edition) = &known.built {
            return Ok(Arc::clone(edition));
        }
        let source = self.texts.read(&known.text)?;
        let built = Edition::build(&source).map_err(|error| known.text.refusal(&error))?;
        let built = Arc::new(built);
        known.built = Some(Arc::clone(&built));
        Ok(built)
    }

    fn meanings(&self) -> Option<Arc<dyn Meanings>> {
        self.meanings.clone()
    }
}
