//! The origin of search indexes: their images, or the words.

use std::sync::Arc;
use std::time::Duration;

use crate::lexicon::image::{self, ImageError, ImageId, ImageStore, Imaged, Writer};
use crate::lexicon::{Digest, Lexicon};

/// The time within which a search index of an edition must be built: ten times that of all indexes
/// of the largest lexicon. The deadline bounds a build even if its bound in the number of words
/// fails.
pub const BUILD_DEADLINE: Duration = Duration::from_mins(1);

/// A search index, which can be read from its image before its lexicon is built.
pub(crate) trait ImagedIndex: for<'c> Imaged<Context<'c> = ()> {
    /// Checks an index that was read from an image against its lexicon, and adds what the image
    /// lacks. The index must not be used before that.
    ///
    /// # Errors
    /// [`ImageError::Damaged`], if the index refers to words that the lexicon lacks, or to words of
    /// a wrong length.
    fn complete_with(&mut self, lexicon: &Lexicon) -> Result<(), ImageError>;

    /// Gives the index a store with the images of its parts. A part is read when it is first
    /// needed, and stored if it is already built.
    fn use_images_of_parts(&self, _store: &Arc<dyn ImageStore>, _digest: Digest) {}

    /// Builds the parts that are built when they are first needed, unless they have images.
    fn build_parts_once(&self) {}

    /// Returns the images of the parts that have one of their own.
    fn images_of_parts(&self, _digest: Digest) -> Vec<(ImageId, Vec<u8>)> {
        Vec::new()
    }
}

/// The origin of search indexes: images, if there is a store of them, or else the words.
#[derive(Debug, Clone)]
pub struct IndexOrigin {
    /// The store of images.
    pub images: Option<Arc<dyn ImageStore>>,
    /// Called whenever an index has been built, which frees memory, on the thread that built it.
    pub after_build: fn(),
}

impl Default for IndexOrigin {
    /// Returns the origin of indexes that are built from words.
    fn default() -> Self {
        Self { images: None, after_build: || {} }
    }
}

/// An index read from its image, not yet checked against its lexicon.
pub(super) struct ReadImage<I> {
    id: ImageId,
    /// `None` if the image is missing or damaged.
    index: Option<I>,
}

impl IndexOrigin {
    /// Returns true if there is an image of an index.
    pub(super) fn has_image(&self, id: &ImageId) -> bool {
        self.images.as_ref().is_some_and(|images| images.open(id).is_some())
    }

    /// Reads the image of an index, without its lexicon. Returns `None` without a store.
    pub(super) fn read<I: ImagedIndex>(&self, id: ImageId) -> Option<ReadImage<I>> {
        let images = self.images.as_ref()?;
        Some(ReadImage { id, index: image::read_from(&**images, &id, ()) })
    }

    /// Returns an index: from `read` if it is the image with this id, else from its image, else
    /// built. If there is a store, an index that was built is stored as an image.
    pub(super) fn get<I: ImagedIndex>(
        &self,
        id: &ImageId,
        lexicon: &Lexicon,
        read: Option<ReadImage<I>>,
        build: impl FnOnce() -> I,
    ) -> I {
        let Some(images) = &self.images else {
            let index = build();
            (self.after_build)();
            return index;
        };
        let read = match read {
            Some(read) if read.id == *id => read.index,
            _ => image::read_from(&**images, id, ()),
        };
        let complete = read.and_then(|mut index| {
            let completed = index.complete_with(lexicon);
            completed.inspect_err(|error| images.refuse(id, error)).ok().map(|()| index)
        });
        let index = complete.unwrap_or_else(|| {
            let index = build();
            images.store(*id, Writer::image(id, &index));
            (self.after_build)();
            index
        });
        index.use_images_of_parts(images, id.digest);
        index
    }
}
