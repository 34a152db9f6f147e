//! The texts of editions that commands read: the embedded ones, and those of a lexicon source and a
//! state directory.

use std::error::Error;

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
    /// Texts of the named lexicon that cannot be listed.
    Unreadable(String, SourceError),
}

impl StoredText {
    /// Returns the name of the lexicon.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Embedded => source::DEFAULT_NAME,
            Self::Listed(_, ListedEdition { name, .. }) | Self::Unreadable(name, _) => name,
        }
    }

    /// Says why the texts cannot be used.
    pub(super) fn refusal(&self, error: &dyn Error) -> String {
        match self {
            Self::Embedded | Self::Unreadable(..) => format!("{}: {error}", self.name()),
            Self::Listed(_, ListedEdition { name, edition, words, .. }) => {
                format!("{name}@{edition} ({}): {error}", words.path)
            }
        }
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
                let listed = listing.manifest.editions.into_iter();
                texts.extend(listed.map(|listed| StoredText::Listed(places.len(), listed)));
                let failed = listing.doubts.into_iter().flat_map(|doubts| doubts.failed);
                texts.extend(failed.map(|(name, error)| StoredText::Unreadable(name, error)));
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
    /// The reason why they cannot be read, with the name of the edition.
    pub(super) fn read(&self, text: &StoredText) -> Result<Source, String> {
        let (place, listed) = match text {
            StoredText::Embedded => return Ok(source::embedded()),
            StoredText::Listed(place, listed) => (*place, listed),
            StoredText::Unreadable(_, error) => return Err(text.refusal(error)),
        };
        let fetch = |file| {
            let fetched = self.runtime.block_on(self.places[place].fetch(file));
            fetched.map(String::from).map_err(|error| text.refusal(&error))
        };
        let categories = listed.categories.as_ref().map(fetch).transpose()?;
        Ok(Source {
            name: listed.name.clone(),
            edition: listed.edition.clone(),
            words: fetch(&listed.words)?.into(),
            categories: categories.unwrap_or_default().into(),
        })
    }
}
