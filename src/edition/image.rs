//! Images of editions, from which the WebAssembly module loads a lexicon in less time than from its
//! texts.

use std::borrow::Cow;
use std::sync::Arc;

use super::id::EditionId;
use super::indexed::Edition;
use crate::lexicon::Lexicon;
use crate::lexicon::image::{ImageError, ImageId, Imaged, Reader, Writer};
use crate::rules::{IndexOrigin, SearchIndexes};

/// The name of the image in its header.
const NAME: &str = "lexicon";

impl Edition {
    /// Returns the image of the edition, which contains its words and categories without search
    /// indexes.
    #[must_use]
    pub fn to_image(&self) -> Vec<u8> {
        Writer::image(&ImageId { digest: self.lexicon.digest(), index: NAME }, self)
    }

    /// Reads an edition from its image, without search indexes.
    ///
    /// # Errors
    /// The image is damaged, or has another version than [`image::VERSION`].
    ///
    /// [`image::VERSION`]: crate::lexicon::image::VERSION
    pub fn from_image(image: &[u8]) -> Result<Self, ImageError> {
        let id = ImageId::stated_by(image, NAME)?;
        Reader::index(&id, &mut &image[..], image.len() as u64, &id)
    }
}

impl Imaged for Edition {
    type Context<'c> = &'c ImageId;

    fn write(&self, writer: &mut Writer) {
        for text in [&self.id.name, &self.id.edition, self.category_text()] {
            writer.section(text.as_bytes());
        }
        self.lexicon.write(writer);
    }

    fn read(reader: &mut Reader<'_>, id: &ImageId) -> Result<Self, ImageError> {
        let mut text = || String::from_utf8(reader.section()?).map_err(|_| ImageError::Damaged);
        let [name, edition, categories] = [text()?, text()?, text()?];
        let lexicon = Arc::new(Lexicon::read(reader, (id.digest, &categories))?);
        Ok(Self {
            id: EditionId::new(name, edition, id.digest),
            lexicon,
            category_text: Cow::Owned(categories),
            indexes: SearchIndexes::from_origin(IndexOrigin::default()),
        })
    }
}
