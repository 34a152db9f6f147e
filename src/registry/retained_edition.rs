//! An edition that a running service retains.

use std::borrow::Cow;
use std::io::BufWriter;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};

use super::download::Download;
use super::manifest::{ListedEdition, StoredFiles};
use super::response_cache::ResponseCache;
use super::state_dir::StateDir;
use crate::api::lexicons::text::LexiconText;
use crate::api::{Problem, ProblemCode};
use crate::edition::{Edition, EditionId};
use crate::interrupt::{Interrupt, Interrupted};
use crate::lexicon::source::Source;
use crate::lexicon::{Digest, Lexicon, LexiconError};
use crate::parallel;
use crate::rules::{BUILD_DEADLINE, IndexOrigin, Variant};

/// The level at which texts are compressed. Level 6 takes five times as long, and saves a sixth.
const COMPRESSION_LEVEL: i32 = 1;

/// The place of the word text that an edition was built from.
#[derive(Debug, Clone)]
enum WordText {
    /// In the binary.
    Embedded(&'static str),
    /// In the state directory, if the service still has it. The mutex limits the reading and
    /// compression, which need much memory, to one thread.
    Stored(Weak<StateDir>, Arc<Mutex<()>>),
    /// Only in the response, which a thread makes after the edition is built.
    InResponse,
}

/// The ends of the loads of search indexes, by game.
type Loading = [OnceLock<Shared<BoxFuture<'static, ()>>>; Variant::ALL.len()];

/// An edition with its response cache. They are dropped together, so no cached response outlives
/// its edition.
#[derive(Debug)]
pub struct RetainedEdition {
    edition: Arc<Edition>,
    /// The cached responses.
    pub responses: Arc<ResponseCache>,
    /// The files with its texts, once they are in a state directory.
    pub stored: OnceLock<StoredFiles>,
    /// The edition from which its words took their marks, such as `en@2020.12.07+4`.
    pub marks_from: Option<String>,
    /// The response with its texts.
    pub text_download: Arc<Download>,
    words: WordText,
    /// Its image.
    pub image_download: Arc<Download>,
    /// Its stored form.
    pub fst_download: Arc<Download>,
    /// The loads of search indexes that requests have started.
    loading: Loading,
    /// The time when it was loaded.
    pub loaded_at: SystemTime,
    /// The time until it was built. This includes writing its texts, which is done meanwhile, but no
    /// search indexes that were built later.
    pub build_time: Duration,
}

impl RetainedEdition {
    /// Builds an edition. `cache_bytes` is the maximum size of its response cache. `release` is
    /// called after each step that frees memory.
    ///
    /// # Errors
    /// The texts of the source have bad lines.
    pub fn build(source: &Source, cache_bytes: u64, release: fn()) -> Result<Self, LexiconError> {
        let origin = IndexOrigin { after_build: release, ..IndexOrigin::default() };
        let digest = source.digest();
        let mut edition = Self::build_with_digest(source, digest, cache_bytes, origin)?;
        edition.keep_words(source.words.clone(), None);
        release();
        Ok(edition)
    }

    /// Builds an edition from texts whose digest is known. Its search indexes later come from
    /// `origin`. It has no texts before [`Self::keep_words`].
    pub(super) fn build_with_digest(
        source: &Source,
        digest: Digest,
        cache_bytes: u64,
        origin: IndexOrigin,
    ) -> Result<Self, LexiconError> {
        let start = Instant::now();
        let edition = Edition::build_with_digest(source, digest, origin)?;
        Ok(Self { build_time: start.elapsed(), ..Self::new(edition, cache_bytes) })
    }

    /// Builds an edition as [`Self::build_with_digest`] does, with the search indexes that `replaced`
    /// has. Runs `work` on this thread while another thread parses the text.
    pub(super) fn build_replacement<W>(
        source: &Source,
        digest: Digest,
        cache_bytes: u64,
        origin: IndexOrigin,
        replaced: Option<&Self>,
        work: impl FnOnce() -> W,
    ) -> (Result<Self, LexiconError>, W) {
        let start = Instant::now();
        let replaced = replaced.map(|replaced| &**replaced.edition());
        let (edition, done) = Edition::build_replacement(source, digest, origin, replaced, work);
        let build_time = start.elapsed();
        (edition.map(|edition| Self { build_time, ..Self::new(edition, cache_bytes) }), done)
    }

    /// Records where the word text is that the edition was built from. An embedded text stays in the
    /// binary, and a stored one in the state directory; both are compressed when they are first
    /// requested. Any other text is compressed now, on another thread.
    pub(super) fn keep_words(
        &mut self,
        words: Cow<'static, str>,
        state_dir: Option<&Arc<StateDir>>,
    ) {
        self.text_download = Arc::default();
        self.words = match (words, state_dir) {
            (Cow::Borrowed(words), _) => WordText::Embedded(words),
            (Cow::Owned(_), Some(state_dir)) if self.stored.get().is_some() => {
                WordText::Stored(Arc::downgrade(state_dir), Arc::default())
            }
            (Cow::Owned(words), _) => {
                let edition = Arc::clone(&self.edition);
                let download = Arc::clone(&self.text_download);
                let compress = move || {
                    let _ = download.zstd.get_or_init(|| compress_text(&edition, &words));
                };
                if !parallel::spawn("text", compress) {
                    let _ = self.text_download.zstd.set(None);
                }
                WordText::InResponse
            }
        };
    }

    /// Returns the response with the texts of the edition, compressed by zstd. The first call
    /// compresses them, which takes about 50 ms for 270,000 words, or waits for the thread that does.
    ///
    /// # Errors
    /// `internal`, if the texts cannot be read or compressed.
    pub fn text(&self) -> Result<Bytes, Problem> {
        let zstd = &self.text_download.zstd;
        let text = match &self.words {
            WordText::Embedded(words) => zstd.get_or_init(|| compress_text(&self.edition, words)),
            WordText::Stored(state_dir, reading) => {
                let _reading = reading.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(text) = zstd.get() {
                    text
                } else {
                    let words = self.stored_words(state_dir)?;
                    zstd.get_or_init(|| compress_text(&self.edition, &words))
                }
            }
            WordText::InResponse => zstd.wait(),
        };
        let lost = || Problem::new(ProblemCode::Internal, "the texts could not be kept");
        text.clone().ok_or_else(lost)
    }

    /// Returns the image of the edition, compressed by zstd. The first call makes it, which takes
    /// about 20 ms for 270,000 words.
    ///
    /// # Errors
    /// `internal`, if the image cannot be compressed.
    pub fn image(&self) -> Result<Bytes, Problem> {
        compressed(&self.image_download, || self.edition.to_image())
    }

    /// Returns the stored form of the edition, compressed by zstd. The first call makes it, which takes
    /// about 90 ms for 270,000 words.
    ///
    /// # Errors
    /// `internal`, if the stored form cannot be compressed.
    pub fn fst(&self) -> Result<Bytes, Problem> {
        compressed(&self.fst_download, || self.edition.to_stored())
    }

    /// Reads the word text from the state directory.
    fn stored_words(&self, state_dir: &Weak<StateDir>) -> Result<String, Problem> {
        let (state_dir, stored) = (state_dir.upgrade(), self.stored.get());
        let words = state_dir.zip(stored).map(|(dir, stored)| dir.text(&stored.words));
        let error = match words {
            Some(Ok(words)) => return Ok(words.into()),
            Some(Err(error)) => error.to_string(),
            None => "the service is stopping".to_owned(),
        };
        let EditionId { name, edition, .. } = &self.id;
        tracing::error!(lexicon = name, edition, error, "cannot read the texts of an edition");
        Err(Problem::new(ProblemCode::Internal, "the texts could not be read"))
    }

    /// Wraps an edition that is built already. `cache_bytes` is the maximum size of its response
    /// cache.
    #[must_use]
    pub fn new(edition: Edition, cache_bytes: u64) -> Self {
        Self {
            edition: Arc::new(edition),
            responses: Arc::new(ResponseCache::bounded(cache_bytes)),
            stored: OnceLock::new(),
            marks_from: None,
            text_download: Arc::new(Download::without_content()),
            words: WordText::InResponse,
            image_download: Arc::default(),
            fst_download: Arc::default(),
            loading: Loading::default(),
            loaded_at: SystemTime::now(),
            build_time: Duration::ZERO,
        }
    }

    /// Waits until the search index of a game is built or read from its image. The first call
    /// starts that, on another thread, and it goes on if the callers give up. After
    /// [`BUILD_DEADLINE`], the waiting ends without an index, and each search builds it at the expense
    /// of its caller.
    pub async fn wait_for_index(&self, variant: Variant) {
        let load = || {
            let edition = Arc::clone(&self.edition);
            let loading = tokio::task::spawn_blocking(move || load_index(&edition, variant));
            // If it panics, so does every search, which reports it.
            loading.map(drop).boxed().shared()
        };
        self.loading[variant as usize].get_or_init(load).clone().await;
    }

    /// Returns the same edition without its search indexes, which take most of its memory. The
    /// first search that needs an index builds it again.
    pub(super) fn without_indexes(&self) -> Self {
        self.with_edition(self.edition.without_indexes())
    }

    /// Returns the same edition, without search indexes, with its lexicon in the stored form.
    pub(super) fn with_lexicon(&self, lexicon: Lexicon) -> Self {
        self.with_edition(self.edition.with_lexicon(lexicon))
    }

    fn with_edition(&self, edition: Edition) -> Self {
        Self {
            edition: Arc::new(edition),
            stored: self.stored.clone(),
            marks_from: self.marks_from.clone(),
            text_download: Arc::clone(&self.text_download),
            words: self.words.clone(),
            image_download: Arc::clone(&self.image_download),
            fst_download: Arc::clone(&self.fst_download),
            loading: Loading::default(),
            loaded_at: self.loaded_at,
            build_time: self.build_time,
            responses: Arc::clone(&self.responses),
        }
    }

    /// Returns the edition itself.
    #[must_use]
    pub const fn edition(&self) -> &Arc<Edition> {
        &self.edition
    }

    /// Returns true if a manifest lists this edition or one of the same lexicon with the same
    /// texts.
    pub(super) fn is_stored_as(&self, listed: &ListedEdition) -> bool {
        let is_same = |stored: &StoredFiles| stored.is_same_as(listed);
        self.id.name == listed.name && self.stored.get().is_some_and(is_same)
    }
}

/// Builds the search index of a game, or reads its image.
fn load_index(edition: &Edition, variant: Variant) {
    let start = Instant::now();
    let loaded = Interrupt::after(BUILD_DEADLINE).scope(|| edition.build_index_of(variant));
    let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let EditionId { name, edition, .. } = &edition.id;
    match loaded {
        Ok(()) => {
            tracing::info!(lexicon = name, edition, game = %variant, ms, "search index loaded");
        }
        Err(Interrupted) => {
            tracing::error!(lexicon = name, edition, game = %variant, ms, "search index not loaded in time");
        }
    }
}

/// Returns the compressed form of what a download sends. The first call makes it.
fn compressed(download: &Download, make: impl FnOnce() -> Vec<u8>) -> Result<Bytes, Problem> {
    let compress = || zstd::bulk::compress(&make(), COMPRESSION_LEVEL).ok().map(Bytes::from);
    let lost = || Problem::new(ProblemCode::Internal, "the response could not be made");
    download.zstd.get_or_init(compress).clone().ok_or_else(lost)
}

/// Returns the response with the texts of an edition, compressed by zstd; `None` if there is no
/// memory for it.
fn compress_text(edition: &Edition, words: &str) -> Option<Bytes> {
    let categories = edition.category_text();
    let text = LexiconText { lexicon: &edition.id, words, categories };
    let encoder = zstd::Encoder::new(Vec::new(), COMPRESSION_LEVEL).ok()?;
    // Most pieces of JSON are a few bytes long.
    let mut output = BufWriter::with_capacity(64 << 10, encoder);
    serde_json::to_writer(&mut output, &text).ok()?;
    output.into_inner().ok()?.finish().ok().map(Bytes::from)
}

impl Deref for RetainedEdition {
    type Target = Edition;

    fn deref(&self) -> &Edition {
        &self.edition
    }
}
