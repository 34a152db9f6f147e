//! The editions that `wordcourt verify` computes answers with.

use std::error::Error;
use std::io::{self, Write as _};
use std::sync::Arc;

use actix_web::rt::{System, SystemRunner};

use crate::api::verification::{FindEdition, NamedEdition};
use crate::config::EditionArgs;
use crate::edition::Edition;
use crate::lexicon::source::{self, Source};
use crate::registry::manifest::ListedEdition;
use crate::registry::source::{LexiconSource, SourceError};

/// The embedded edition, and those of a lexicon source and a state directory. Each is read and built
/// only when an answer needs it.
pub(super) struct StoredEditions {
    runtime: SystemRunner,
    places: Vec<LexiconSource>,
    /// The editions whose digests are not known yet, each with the index of its place.
    unread: Vec<(usize, ListedEdition)>,
    known: Vec<Known>,
}

/// An edition whose digest is known.
struct Known {
    name: String,
    number: String,
    digest: String,
    /// The place of its texts; `None` if they are embedded.
    place: Option<(usize, ListedEdition)>,
    built: Option<Arc<Edition>>,
}

impl Known {
    fn new(source: &Source, place: Option<(usize, ListedEdition)>) -> Self {
        let (name, number) = (source.name.clone(), source.edition.clone());
        Self { name, number, digest: source.digest().to_string(), place, built: None }
    }

    fn is_named(&self, named: &NamedEdition<'_>) -> bool {
        self.name == named.name && self.number == named.edition
    }
}

impl StoredEditions {
    /// Lists the editions. The state directory is only read, so a service may use it at the same
    /// time.
    pub(super) fn open(args: &EditionArgs) -> Result<Self, Box<dyn Error>> {
        let runtime = System::new();
        let mut places = Vec::new();
        let mut unread = Vec::new();
        let state_dir = args.state_dir.as_ref().map(|directory| directory.display().to_string());
        for location in args.lexicon_source.iter().chain(&state_dir) {
            let place = LexiconSource::open(location, args.lexicon_limit)?;
            let listing = runtime.block_on(place.list(None));
            let listing = listing.map_err(|error| format!("{location}: {error}"))?;
            if let Some(listing) = listing {
                for (name, error) in listing.doubts.iter().flat_map(|doubts| &doubts.failed) {
                    writeln!(io::stderr(), "wordcourt: {name}: {error}")?;
                }
                let index = places.len();
                unread.extend(listing.manifest.editions.into_iter().map(|listed| (index, listed)));
            }
            places.push(place);
        }
        let known = vec![Known::new(&source::embedded(), None)];
        Ok(Self { runtime, places, unread, known })
    }

    fn read(&self, (place, listed): &(usize, ListedEdition)) -> Result<Source, SourceError> {
        let fetch = |file| self.runtime.block_on(self.places[*place].fetch(file));
        let categories = listed.categories.as_ref().map(fetch).transpose()?;
        Ok(Source {
            name: listed.name.clone(),
            edition: listed.edition.clone(),
            words: fetch(&listed.words)?.into(),
            categories: categories.unwrap_or_default().into(),
        })
    }

    /// Returns the index of the edition that has the digest, and if possible the name and the
    /// number as well.
    fn index_of(&mut self, named: &NamedEdition<'_>) -> Option<usize> {
        let is_same = |known: &Known| known.digest == named.digest && known.is_named(named);
        if let Some(index) = self.known.iter().position(is_same) {
            return Some(index);
        }
        for place in std::mem::take(&mut self.unread) {
            match self.read(&place) {
                Ok(source) => self.known.push(Known::new(&source, Some(place))),
                Err(error) => {
                    let (_, ListedEdition { name, edition, .. }) = place;
                    let _ = writeln!(io::stderr(), "wordcourt: {name}@{edition}: {error}");
                }
            }
        }
        let has_digest = |known: &Known| known.digest == named.digest;
        let same = self.known.iter().position(is_same);
        same.or_else(|| self.known.iter().position(has_digest))
    }

    fn build(&self, index: usize) -> Result<Arc<Edition>, Box<dyn Error>> {
        let source = match &self.known[index].place {
            None => source::embedded(),
            Some(place) => self.read(place)?,
        };
        Ok(Arc::new(Edition::build(&source)?))
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
        if let Some(edition) = &self.known[index].built {
            return Ok(Arc::clone(edition));
        }
        let built = self.build(index).map_err(|error| format!("the edition {named}: {error}"))?;
        self.known[index].built = Some(Arc::clone(&built));
        Ok(built)
    }
}
