//! The clerk: the only one who changes what is in force. Every change is checked, built, put on record and then made, in this order; a change that fails
//! at any step leaves everything as it was.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;

use super::archive::{Archive, ArchiveError};
use super::edition::{Edition, Filed, Stamp};
use super::manifest::{Listed, Manifest, NotAName, NotAnEdition, Taken, check_edition, check_name};
use super::{Change, ChangeFailed, Court, LexiconRefused, Retired, Roster};
use crate::lexicon::LexiconError;
use crate::lexicon::source::Source;

/// How many lexicons may be in force at once: each takes memory of its own.
pub const MAX_LEXICONS: usize = 16;
/// How many digits of its digest number an edition that nobody has numbered.
const NUMBER_DIGITS: usize = 12;

/// Changes what is in force, one change at a time.
#[derive(Debug)]
pub struct Clerk {
    court: Arc<Court>,
    archive: Option<Archive>,
    /// What bounds the answer cache of an edition, in bytes.
    answer_bytes: u64,
    /// Held while a change is made; what was taken over from a depot.
    changing: Mutex<Taken>,
    /// Called when memory was freed that is worth giving back.
    tidy: fn(),
}

/// A text to be put in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The lexicon's name.
    pub name: String,
    /// The edition's number; its digest's first digits if left out.
    pub edition: Option<String>,
    /// The word text; that of the edition in force if left out.
    pub words: Option<String>,
    /// The category text; that of the edition in force if left out.
    pub categories: Option<String>,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The edition in force now.
    pub now: Stamp,
    /// How many words it holds.
    pub words: usize,
    /// The one before it, if there was another.
    pub before: Option<Stamp>,
    /// How long building it took.
    pub build_time: Duration,
}

/// Why a change was not made.
#[derive(Debug, Error)]
pub enum ChangeRefused {
    /// The name is no good.
    #[error(transparent)]
    Name(#[from] NotAName),
    /// The number is no good.
    #[error(transparent)]
    Edition(#[from] NotAnEdition),
    /// The text is bad.
    #[error(transparent)]
    Text(#[from] LexiconError),
    /// An edition is what it is for good.
    #[error("{0} is held already with another text; an edition never changes, so give this one another number")]
    EditionTaken(Stamp),
    /// There is no such lexicon or edition.
    #[error(transparent)]
    NotHeld(#[from] LexiconRefused),
    /// Too many lexicons.
    #[error("{MAX_LEXICONS} lexicons are in force, and more are not taken; dismiss one first")]
    TooMany,
    /// The default lexicon stays.
    #[error("{0} rules wherever a request names no lexicon; it can be replaced, but not dismissed")]
    IsDefault(String),
    /// A new lexicon has words.
    #[error("there is no lexicon {0} yet, so its words must be given")]
    NoWords(String),
    /// The change couldn't be put on record.
    #[error("the change couldn't be put on record, so it was not made: {0}")]
    Archive(#[from] ArchiveError),
}

impl From<ChangeFailed<ArchiveError>> for ChangeRefused {
    fn from(failed: ChangeFailed<ArchiveError>) -> Self {
        match failed {
            ChangeFailed::NotHeld(refused) => Self::NotHeld(refused),
            ChangeFailed::NotConfirmed(error) => Self::Archive(error),
        }
    }
}

impl Clerk {
    /// A clerk for a court; `tidy` is called when memory was freed that is worth giving back.
    #[must_use]
    pub fn new(court: Arc<Court>, archive: Option<Archive>, answer_bytes: u64, tidy: fn()) -> Self {
        Self { court, archive, answer_bytes, changing: Mutex::default(), tidy }
    }

    fn change(&self) -> MutexGuard<'_, Taken> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was taken over from a depot, before a restart too if records are kept.
    pub(super) fn taken(&self) -> Taken {
        self.change().clone()
    }

    /// Notes what was taken over from a depot. If that can't be put on record, it is taken over once more after a restart.
    pub(super) fn note_taken(&self, taken: Taken) {
        let mut noted = self.change();
        *noted = taken;
        if let Some(archive) = &self.archive {
            let manifest = manifest_of(&self.court.roster(), &noted);
            if let Err(error) = archive.record(&manifest) {
                tracing::warn!(%error, "what was taken over can't be put on record");
            }
        }
    }

    /// The court.
    #[must_use]
    pub const fn court(&self) -> &Arc<Court> {
        &self.court
    }

    /// Whether changes survive a restart.
    #[must_use]
    pub const fn keeps_records(&self) -> bool {
        self.archive.is_some()
    }

    /// Puts a text in force. A text that is held already is not built again.
    ///
    /// This takes as long as building does; not for a thread that answers requests.
    ///
    /// # Errors
    /// [`ChangeRefused`]; then everything is as it was.
    pub fn enact(&self, draft: Draft) -> Result<Changed, ChangeRefused> {
        self.take_in(draft, true)
    }

    /// Holds a text behind the editions that are held already, so that it can be pinned; in force only if it is the first.
    ///
    /// # Errors
    /// As [`Self::enact`].
    pub fn hold(&self, draft: Draft) -> Result<Changed, ChangeRefused> {
        self.take_in(draft, false)
    }

    fn take_in(&self, draft: Draft, is_to_rule: bool) -> Result<Changed, ChangeRefused> {
        let taken = self.change();
        check_name(&draft.name)?;
        draft.edition.as_deref().map_or(Ok(()), check_edition)?;
        let roster = self.court.roster();
        let holding = roster.holding(&draft.name).ok();
        if holding.is_none() && roster.iter().len() >= MAX_LEXICONS {
            return Err(ChangeRefused::TooMany);
        }
        let in_force = holding.map(|holding| Arc::clone(holding.in_force()));
        let words = match (draft.words, &in_force) {
            (Some(words), _) => words,
            (None, Some(edition)) => edition.lexicon.to_text(),
            (None, None) => return Err(ChangeRefused::NoWords(draft.name)),
        };
        let categories = match (draft.categories, &in_force) {
            (Some(categories), _) => categories,
            (None, Some(edition)) => edition.category_text.clone().into_owned(),
            (None, None) => String::new(),
        };
        let mut source =
            Source { name: draft.name, edition: String::new(), words: words.into(), categories: categories.into() };
        let digest = source.digest();
        let before = in_force.map(|edition| edition.stamp.clone());
        if let Some(held) = holding.and_then(|holding| holding.with_digest(&digest.to_string())) {
            let build_time = Duration::ZERO;
            let now = held.stamp.clone();
            if is_to_rule && before.as_ref() != Some(&now) {
                self.make(Change::Restore(&format!("{}@{}", now.name, now.digest)), &taken)?;
            }
            return Ok(Changed { words: held.lexicon.len(), now, before, build_time });
        }
        source.edition = draft.edition.unwrap_or_else(|| digest.to_hex()[..NUMBER_DIGITS].to_owned());
        if let Some(taken) = holding.and_then(|holding| holding.with_number(&source.edition)) {
            return Err(ChangeRefused::EditionTaken(taken.stamp.clone()));
        }
        let mut edition = Edition::build(&source, self.answer_bytes)?;
        edition.filed = self.archive.as_ref().map(|archive| archive.file(&source)).transpose()?;
        let changed = Changed {
            now: edition.stamp.clone(),
            words: edition.lexicon.len(),
            before,
            build_time: edition.build_time,
        };
        drop(source);
        self.make(if is_to_rule { Change::Enact(edition) } else { Change::Hold(edition) }, &taken)?;
        Ok(changed)
    }

    /// Puts a held edition in force again: the one that is pinned (`en@2020.12.07+1`), or the one that was in force last (`en`).
    ///
    /// # Errors
    /// [`ChangeRefused::NotHeld`], or it couldn't be put on record.
    pub fn restore(&self, selector: &str) -> Result<Changed, ChangeRefused> {
        let taken = self.change();
        let name = selector.split('@').next().unwrap_or(selector);
        let before = self.court.roster().holding(name)?.in_force().stamp.clone();
        self.make(Change::Restore(selector), &taken)?;
        let now = self.court.edition(Some(name))?;
        let before = Some(before).filter(|before| *before != now.stamp);
        Ok(Changed { now: now.stamp.clone(), words: now.lexicon.len(), before, build_time: Duration::ZERO })
    }

    /// Dismisses a lexicon with all its editions.
    ///
    /// # Errors
    /// [`ChangeRefused`] if there is none of that name or it is the default one.
    pub fn dismiss(&self, name: &str) -> Result<(), ChangeRefused> {
        let taken = self.change();
        self.court.roster().holding(name)?;
        if name == self.court.default_name() {
            return Err(ChangeRefused::IsDefault(name.to_owned()));
        }
        self.make(Change::Dismiss(name), &taken)
    }

    /// Takes up what the archive holds: first what was in force, then, after a call of `ready`, what else was held. What can't be taken up is told, and
    /// everything else is taken up.
    ///
    /// # Errors
    /// The archive itself can't be read.
    pub fn take_up(&self, ready: impl FnOnce()) -> Result<(), ArchiveError> {
        let Some(archive) = &self.archive else {
            ready();
            return Ok(());
        };
        // No change before everything is taken up: putting it on record would drop the rest.
        let mut taken = self.change();
        let manifest = archive.manifest()?;
        *taken = manifest.taken.clone().unwrap_or_default();
        let (in_force, held): (Vec<&Listed>, Vec<&Listed>) =
            manifest.editions.iter().partition(|listed| manifest.first_of(&listed.name) == Some(listed));
        for listed in in_force {
            self.take_up_one(archive, listed, |edition| match edition.filed {
                // The binary comes with another text than the one before it did.
                Some(Filed { compiled_in: true, .. }) => Change::Hold(edition),
                _ => Change::Enact(edition),
            });
        }
        ready();
        for listed in held {
            self.take_up_one(archive, listed, Change::Hold);
        }
        (self.tidy)();
        Ok(())
    }

    fn take_up_one(&self, archive: &Archive, listed: &Listed, change: impl FnOnce(Edition) -> Change<'static>) {
        let Listed { name, edition: number, .. } = listed;
        let digest_is_held = |source: &Source| {
            let digest = source.digest().to_string();
            self.court.roster().holding(name).is_ok_and(|holding| holding.with_digest(&digest).is_some())
        };
        let taken_up = read_back(archive, listed).and_then(|source| {
            if digest_is_held(&source) {
                return Ok(());
            }
            let mut edition = Edition::build(&source, self.answer_bytes)?;
            edition.filed = Some(Filed {
                words: listed.words.clone(),
                categories: listed.categories.clone(),
                compiled_in: listed.compiled_in,
            });
            let digest = edition.stamp.digest.clone();
            // It is on record already.
            let retired = self.court.change::<ArchiveError>(change(edition), |_| Ok(()))?;
            tracing::info!(lexicon = name, edition = number, digest, "edition taken up from the archive");
            self.retire(retired);
            Ok(())
        });
        if let Err(refused) = taken_up {
            tracing::error!(lexicon = name, edition = number, %refused, "an edition of the archive can't be taken up");
        }
    }

    /// Makes a change once it is on record.
    fn make(&self, change: Change<'_>, taken: &Taken) -> Result<(), ChangeRefused> {
        let record = |roster: &Roster| match &self.archive {
            Some(archive) => archive.record(&manifest_of(roster, taken)),
            None => Ok(()),
        };
        let retired = self.court.change(change, record)?;
        self.retire(retired);
        Ok(())
    }

    /// Lets editions go once nobody works with them any more, off the threads that answer requests: taking one down takes its time.
    fn retire(&self, retired: Retired) {
        let tidy = self.tidy;
        let wait = move || {
            for edition in retired {
                while Arc::strong_count(&edition) > 1 {
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            tidy();
        };
        // If there is no thread to be had, the last request that works with an edition takes it down.
        let _ = std::thread::Builder::new().name("retire".to_owned()).spawn(wait);
    }
}

/// The texts of an edition on record.
fn read_back(archive: &Archive, listed: &Listed) -> Result<Source, ChangeRefused> {
    let categories = listed.categories.as_ref().map(|file| archive.read(file)).transpose()?;
    Ok(Source {
        name: listed.name.clone(),
        edition: listed.edition.clone(),
        words: archive.read(&listed.words)?.into(),
        categories: categories.unwrap_or_default().into(),
    })
}

/// What is in force and held, as far as its texts are on record.
fn manifest_of(roster: &Roster, taken: &Taken) -> Manifest {
    let editions = roster.iter().flat_map(|(_, holding)| holding.editions());
    let listed = editions.filter_map(|edition| {
        let Filed { words, categories, compiled_in } = edition.filed.clone()?;
        let Stamp { name, edition, .. } = edition.stamp.clone();
        Some(Listed { name, edition, words, categories, compiled_in })
    });
    Manifest { editions: listed.collect(), taken: Some(taken.clone()).filter(|taken| !taken.editions.is_empty()) }
}
