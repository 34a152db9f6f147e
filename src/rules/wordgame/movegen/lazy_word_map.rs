//! The word map of a search index, loaded when it is first needed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::interrupt::Interrupt;
use crate::lexicon::image::{self, ImageId, ImageStore, Writer};
use crate::lexicon::{Digest, Gaddag, WordMap};
use crate::parallel;
use crate::rules::BUILD_DEADLINE;
use crate::word::Word;

/// A word map that is read from its image or built from the words of a graph. Searches go on
/// without it until it is loaded.
#[derive(Debug, Default)]
pub(super) struct LazyWordMap {
    map: OnceLock<WordMap>,
    /// True once a thread loads the map.
    is_started: AtomicBool,
    image: OnceLock<StoredImage>,
    /// True if the map belongs to one search, which then builds it on its own thread, so that it
    /// ends with the search and at the expense of its caller.
    is_of_one_search: bool,
}

/// An image, and the store that may have it.
#[derive(Debug)]
struct StoredImage {
    store: Arc<dyn ImageStore>,
    id: ImageId,
}

impl LazyWordMap {
    /// The size of a graph in bytes from which its map is loaded on another thread: that of about
    /// 10,000 words.
    const LARGE_GRAPH: usize = 1 << 20;

    /// Makes a map for a single search.
    pub(super) fn of_one_search() -> Self {
        Self { is_of_one_search: true, ..Self::default() }
    }

    pub(super) fn built(map: WordMap) -> Self {
        Self { map: map.into(), ..Self::default() }
    }

    pub(super) const fn image_id(digest: Digest) -> ImageId {
        ImageId { digest, index: "word_map" }
    }

    /// Sets the store that the map is read from, or stores the map if it is built already.
    pub(super) fn use_image(&self, store: &Arc<dyn ImageStore>, digest: Digest) {
        let image = StoredImage { store: Arc::clone(store), id: Self::image_id(digest) };
        let image = self.image.get_or_init(|| image);
        if let Some(map) = self.get() {
            image.write(map);
        }
    }

    /// Returns true if the map may have an image.
    pub(super) fn has_image(&self) -> bool {
        self.image.get().is_some()
    }

    /// Returns the map if it is loaded.
    pub(super) fn get(&self) -> Option<&WordMap> {
        self.map.get()
    }

    /// Starts to load the map of a graph, unless that has been done. A small one is then loaded.
    pub(super) fn start(this: &Arc<Self>, gaddag: &Arc<Gaddag>) {
        if this.is_of_one_search || gaddag.bytes() < Self::LARGE_GRAPH {
            this.load(gaddag, WordMap::build);
            return;
        }
        if this.get().is_some() || this.is_started.swap(true, Ordering::Relaxed) {
            return;
        }
        let (loading, words) = (Arc::clone(this), Arc::clone(gaddag));
        // After the deadline, searches go on without the map.
        let load = move || _ = loading.load(&words, WordMap::build);
        let load = move || _ = Interrupt::after(BUILD_DEADLINE).scope(load);
        if !parallel::spawn("word-map", load) {
            this.is_started.store(false, Ordering::Relaxed);
        }
    }

    /// Builds the map unless it is built or has an image.
    pub(super) fn build_once(&self, gaddag: &Gaddag) {
        let has_image = |image: &StoredImage| image.store.open(&image.id).is_some();
        if !self.image.get().is_some_and(has_image) {
            self.load(gaddag, WordMap::build_on_two_threads);
        }
    }

    /// Returns the map. The first call reads its image, or builds it from the words of a graph and
    /// stores its image; other calls wait for that.
    pub(super) fn load(&self, gaddag: &Gaddag, build: fn(&[Word]) -> WordMap) -> &WordMap {
        self.map.get_or_init(|| {
            let image = self.image.get();
            if let Some(map) = image.and_then(StoredImage::read) {
                return map;
            }
            let map = build(&gaddag.words());
            if let Some(image) = image {
                image.write(&map);
            }
            map
        })
    }
}

impl StoredImage {
    fn read(&self) -> Option<WordMap> {
        image::read_from(&*self.store, &self.id, ())
    }

    fn write(&self, map: &WordMap) {
        self.store.store(self.id, Writer::image(&self.id, map));
    }
}
