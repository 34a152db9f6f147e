//! An edition that a running service retains.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};

use super::manifest::{ListedEdition, ListedFile};
use super::response_cache::ResponseCache;
use crate::api::lexicons::text::LexiconText;
use crate::api::{Problem, ProblemCode};
use crate::edition::{Edition, EditionId};
use crate::lexicon::LexiconError;
use crate::lexicon::source::Source;
use crate::parallel;
use crate::rules::{IndexOrigin, Variant};

/// The level at which texts are compressed. The next ones take longer and save little.
const COMPRESSION_LEVEL: i32 = 6;

/// The files with the texts of an edition in the state directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFiles {
    /// The word text.
    pub words: ListedFile,
    /// The category text, if there are categories.
    pub categories: Option<ListedFile>,
    /// True if the texts are those of the embedded lexicon.
    pub embedded: bool,
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
    /// The response with its texts, compressed by zstd; `None` if that failed. For the embedded
    /// lexicon, which stays in memory, it is made when it is first needed, and for others after the
    /// edition is built, on a thread that takes longer than the build.
    text: Arc<OnceLock<Option<Bytes>>>,
    /// The word text of the embedded lexicon.
    embedded_words: Option<&'static str>,
    /// The loads of search indexes that requests have started.
    loading: Loading,
    /// The time when it was loaded.
    pub loaded_at: SystemTime,
    /// The time that it took to build, without search indexes that were built later.
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
        Self::build_with(source, cache_bytes, origin, Arc::new(().into()))
    }

    /// Builds an edition whose search indexes later come from `origin`. Its texts are compressed
    /// once `compress` is set.
    pub(super) fn build_with(
        source: &Source,
        cache_bytes: u64,
        origin: IndexOrigin,
        compress: Arc<OnceLock<()>>,
    ) -> Result<Self, LexiconError> {
        let start = Instant::now();
        let release = origin.after_build;
        let edition = Edition::build_with(source, origin)?;
        release();
        let build_time = start.elapsed();
        let mut retained = Self { build_time, ..Self::new(edition, cache_bytes) };
        match &source.words {
            Cow::Borrowed(words) => {
                retained.embedded_words = Some(words);
                retained.text = Arc::default();
            }
            Cow::Owned(words) => {
                let (edition, words) = (Arc::clone(&retained.edition), words.clone());
                let text = Arc::<OnceLock<Option<Bytes>>>::default();
                retained.text = Arc::clone(&text);
                let keep_text = move || {
                    compress.wait();
                    let _ = text.get_or_init(|| compress_text(&edition, &words));
                };
                if !parallel::spawn("text", keep_text) {
                    let _ = retained.text.set(None);
                }
            }
        }
        Ok(retained)
    }

    /// Returns the response with the texts of the edition, compressed by zstd. The first call for
    /// the embedded lexicon takes about 100 ms.
    ///
    /// # Errors
    /// `internal`, if the texts could not be compressed.
    pub fn text(&self) -> Result<Bytes, Problem> {
        let text = match self.embedded_words {
            Some(words) => self.text.get_or_init(|| compress_text(&self.edition, words)),
            None => self.text.wait(),
        };
        let lost = || Problem::new(ProblemCode::Internal, "the texts could not be kept");
        text.clone().ok_or_else(lost)
    }

    /// Wraps an edition that is built already. `cache_bytes` is the maximum size of its response
    /// cache.
    #[must_use]
    pub fn new(edition: Edition, cache_bytes: u64) -> Self {
        Self {
            edition: Arc::new(edition),
            responses: Arc::new(ResponseCache::bounded(cache_bytes)),
            stored: OnceLock::new(),
            text: Arc::new(OnceLock::from(None)),
            embedded_words: None,
            loading: Loading::default(),
            loaded_at: SystemTime::now(),
            build_time: Duration::ZERO,
        }
    }

    /// Waits until the search index of a game is built or read from its image. The first call
    /// starts that, on another thread, and it goes on if the callers give up.
    pub async fn wait_for_index(&self, variant: Variant) {
        let load = || {
            let edition = Arc::clone(&self.edition);
            let loading = tokio::task::spawn_blocking(move || load_index(&edition, variant));
            // If it panics, so does every search, which reports it.
            loading.map(drop).boxed().shared()
        };
        self.loading[variant as usize].get_or_init(load).clone().await;
    }

    /// Builds the search indexes that the active edition has, before this one replaces it.
    pub(super) fn prepare_to_replace(&mut self, active: &Self) {
        let start = Instant::now();
        self.edition.build_indexes_of(&active.edition);
        self.build_time += start.elapsed();
    }

    /// Returns the same edition without its search indexes, which take most of its memory. The
    /// first search that needs an index builds it again.
    pub(super) fn without_indexes(&self) -> Self {
        Self {
            edition: Arc::new(self.edition.without_indexes()),
            stored: self.stored.clone(),
            text: self.text.clone(),
            embedded_words: self.embedded_words,
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
    edition.build_index_of(variant);
    let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let EditionId { name, edition, .. } = &edition.id;
    tracing::info!(lexicon = name, edition, game = %variant, ms, "search index loaded");
}

/// Returns the response with the texts of an edition, compressed by zstd; `None` if there is no
/// memory for it.
fn compress_text(edition: &Edition, words: &str) -> Option<Bytes> {
    let categories = &edition.category_text;
    let body = LexiconText { lexicon: &edition.id, words, categories }.body().ok()?;
    zstd::bulk::compress(&body, COMPRESSION_LEVEL).ok().map(Bytes::from)
}

impl StoredFiles {
    /// Returns true if an edition in a manifest has the same texts.
    pub(super) fn is_same_as(&self, listed: &ListedEdition) -> bool {
        self.words == listed.words && self.categories == listed.categories
    }
}

impl Deref for RetainedEdition {
    type Target = Edition;

    fn deref(&self) -> &Edition {
        &self.edition
    }
}
