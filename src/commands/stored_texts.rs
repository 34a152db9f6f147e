//! The texts of editions that commands read: the embedded ones, and those of a lexicon source and a
//! state directory.

use std::error::Error;
use std::io::{self, Write as _};

use actix_web::rt::{System, SystemRunner};

use crate::config::EditionArgs;
use crate::lexicon::source::{self, Source};
use crate::registry::manifest::ListedEdition;
use crate::registry::source::{LexiconSource, SourceError};

/// The places that have texts.
pub(super) struct StoredTexts {
    runtime: SystemRunner,
    places: Vec<LexiconSource>,
}

/// The texts of an edition, which are read when they are needed.
pub(super) enum StoredText {
    /// The embedded texts.
    Embedded,
    /// Texts in the place with this index.
    Listed(usize, ListedEdition),
}

impl StoredText {
    /// Returns the name of the lexicon.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Embedded => source::DEFAULT_NAME,
            Self::Listed(_, listed) => &listed.name,
        }
    }

    /// Prints why the texts cannot be used.
    pub(super) fn report(&self, error: &dyn Error) {
        let edition = match self {
            Self::Embedded => source::DEFAULT_EDITION,
            Self::Listed(_, listed) => &listed.edition,
        };
        let _ = writeln!(io::stderr(), "wordcourt: {}@{edition}: {error}", self.name());
    }
}

impl StoredTexts {
    /// Lists the texts: those of the lexicon source, those of the state directory, and the embedded
    /// ones. The state directory is only read, so a service may use it at the same time.
    ///
    /// # Errors
    /// A place cannot be read.
    pub(super) fn open(args: &EditionArgs) -> Result<(Self, Vec<StoredText>), Box<dyn Error>> {
        let runtime = System::new();
        let mut places = Vec::new();
        let mut texts = Vec::new();
        let state_dir = args.state_dir.as_ref().map(|directory| directory.display().to_string());
        for location in args.lexicon_source.iter().chain(&state_dir) {
            let place = LexiconSource::open(location, args.lexicon_limit)?;
            let listing = runtime.block_on(place.list(None));
            let listing = listing.map_err(|error| format!("{location}: {error}"))?;
            if let Some(listing) = listing {
                for (name, error) in listing.doubts.iter().flat_map(|doubts| &doubts.failed) {
                    writeln!(io::stderr(), "wordcourt: {name}: {error}")?;
                }
                let listed = listing.manifest.editions.into_iter();
                texts.extend(listed.map(|listed| StoredText::Listed(places.len(), listed)));
            }
            places.push(place);
        }
        // Texts that another binary embeds are not active in this one.
        let of_other_binary = |text: &StoredText| {
            matches!(text, StoredText::Listed(_, ListedEdition { embedded: true, .. }))
        };
        texts.push(StoredText::Embedded);
        texts.sort_by_key(of_other_binary);
        Ok((Self { runtime, places }, texts))
    }

    /// Reads the texts of an edition.
    ///
    /// # Errors
    /// [`SourceError`].
    pub(super) fn read(&self, text: &StoredText) -> Result<Source, SourceError> {
        let StoredText::Listed(place, listed) = text else { return Ok(source::embedded()) };
        let fetch = |file| self.runtime.block_on(self.places[*place].fetch(file));
        let categories = listed.categories.as_ref().map(fetch).transpose()?;
        Ok(Source {
            name: listed.name.clone(),
            edition: listed.edition.clone(),
            words: fetch(&listed.words)?.into(),
            categories: categories.unwrap_or_default().into(),
        })
    }
}
