//! Images of search indexes and lexicons: files from which they are read in less time than they are
//! built.
//!
//! An image has a header and sections, all little-endian. The header has 64 bytes: the magic number
//! `WCINDEX` with a zero, the version of the format (`u32`), the name of the index (20 bytes, padded
//! with zeros), and the SHA-256 of the texts of the lexicon. A section begins with 64 bytes: the
//! number of its elements (`u64`), the size of an element in bytes (`u32`), the CRC-32 of the
//! elements (`u32`), and zeros. The elements follow, and zeros up to a multiple of 64 bytes. Nothing
//! follows the last section.
//!
//! A reader never trusts an image. It compares the header with the expected one and checks every
//! byte of a section, and each index then checks that its numbers refer to existing elements. A
//! wrong image is an [`ImageError`], and the index is built from the lexicon instead. Checksums
//! detect damage, not forgery: a forged image can lead to wrong answers, but not to a panic. The
//! service therefore never judges words by an image, but always by the texts of the lexicon. Only
//! programs that load a lexicon from a service that they trust read images of lexicons.

use std::fmt;
use std::io::{self, Read};

#[cfg(not(target_family = "wasm"))]
use crc32fast::Hasher;
use thiserror::Error;
use zerocopy::{FromBytes, Immutable, IntoBytes};

#[cfg(target_family = "wasm")]
use super::checksum::Hasher;
use super::digest::Digest;

/// The version of the format of images. An image of another version is not read. Increase it with
/// every change to the format, to the order of the elements of an index, or to the words of a game.
pub const VERSION: u32 = 6;

const MAGIC: [u8; 8] = *b"WCINDEX\0";
const NAME_BYTES: usize = 20;
const HEADER_BYTES: usize = 64;
/// Sections are aligned, so that the elements of an image in memory can be used where they are.
const ALIGNMENT: usize = 64;
/// The number of bytes that are read and checked at a time, so that they are still in the CPU's
/// cache when they are checked.
const CHUNK_BYTES: usize = 128 << 10;

/// The reason why an image cannot be used.
#[derive(Debug, Error)]
pub enum ImageError {
    /// The image cannot be read, or is truncated.
    #[error("the image cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The image has another version of the format.
    #[error("the image has version {0} of the format, not {VERSION}")]
    Version(u32),
    /// The image has another version, or it is the image of something else.
    #[error("the image has another format, or belongs to another lexicon or index")]
    Other,
    /// The image is damaged.
    #[error("the image is damaged")]
    Damaged,
}

/// The subject of an image: an index over a lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ImageId {
    /// The digest of the texts of the lexicon.
    pub digest: Digest,
    /// The name of the index: at most 20 ASCII characters.
    pub index: &'static str,
}

impl ImageId {
    /// Returns the id of an image that is named `index`, with the digest that the image states.
    ///
    /// # Errors
    /// [`ImageError::Version`], [`ImageError::Other`].
    pub(crate) fn stated_by(image: &[u8], index: &'static str) -> Result<Self, ImageError> {
        let header: &[u8; HEADER_BYTES] = image.first_chunk().ok_or(ImageError::Other)?;
        let (magic, rest) = header.split_at(MAGIC.len());
        let version = rest.first_chunk().map_or(VERSION, |bytes| u32::from_le_bytes(*bytes));
        if magic == MAGIC && version != VERSION {
            return Err(ImageError::Version(version));
        }
        let digest = header.last_chunk().ok_or(ImageError::Other)?;
        let id = Self { digest: Digest::from_bytes(*digest), index };
        if id.is_of(image) { Ok(id) } else { Err(ImageError::Other) }
    }

    /// Returns true if an image in memory begins like one with this id.
    pub(crate) fn is_of(&self, image: &[u8]) -> bool {
        image.starts_with(&self.header())
    }

    fn header(&self) -> [u8; HEADER_BYTES] {
        let mut header = [0; HEADER_BYTES];
        header[..8].copy_from_slice(&MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        for (byte, letter) in header[12..12 + NAME_BYTES].iter_mut().zip(self.index.bytes()) {
            *byte = letter;
        }
        header[12 + NAME_BYTES..].copy_from_slice(&self.digest.bytes());
        header
    }
}

/// An image that can be read.
pub struct OpenImage {
    /// The bytes of the image.
    pub content: Box<dyn Read>,
    /// Their number.
    pub bytes: u64,
}

/// A place where images are kept.
pub trait ImageStore: fmt::Debug + Send + Sync {
    /// Opens an image, if there is one.
    fn open(&self, id: &ImageId) -> Option<OpenImage>;

    /// Stores an image, without making the caller wait for that. Replaces the image of the same id.
    fn store(&self, id: ImageId, image: Vec<u8>);

    /// Called for an image that cannot be used. The index is built, and its image stored again.
    fn refuse(&self, id: &ImageId, error: &ImageError);
}

/// Reads an index from a store. Returns `None` if the store has no image of it that can be used.
pub(crate) fn read_from<I: Imaged>(
    store: &dyn ImageStore,
    id: &ImageId,
    context: I::Context<'_>,
) -> Option<I> {
    let OpenImage { mut content, bytes } = store.open(id)?;
    let index = Reader::index(id, &mut content, bytes, context);
    index.inspect_err(|error| store.refuse(id, error)).ok()
}

/// The beginning of a section.
#[derive(FromBytes, IntoBytes, Immutable)]
#[repr(C)]
struct SectionHeader {
    count: u64,
    element_bytes: u32,
    checksum: u32,
    zeros: [u64; 6],
}

/// An element of a section: a number, or a structure of numbers without padding.
pub(crate) trait Element: FromBytes + IntoBytes + Immutable {}

impl<T: FromBytes + IntoBytes + Immutable> Element for T {}

/// An index that has images.
pub(crate) trait Imaged: Sized {
    /// The data that the index refers to.
    type Context<'c>: Copy;

    /// Writes the sections of the index.
    fn write(&self, writer: &mut Writer);

    /// Reads what [`Self::write`] has written, and checks it.
    ///
    /// # Errors
    /// [`ImageError`].
    fn read(reader: &mut Reader<'_>, context: Self::Context<'_>) -> Result<Self, ImageError>;
}

/// Writes an image.
#[derive(Debug)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    /// Writes the image of an index.
    pub(crate) fn image(id: &ImageId, index: &impl Imaged) -> Vec<u8> {
        let mut writer = Self(id.header().to_vec());
        index.write(&mut writer);
        writer.0
    }

    /// Writes a section.
    pub(crate) fn section<T: Element>(&mut self, elements: &[T]) {
        let bytes = elements.as_bytes();
        let header = SectionHeader {
            count: elements.len() as u64,
            element_bytes: element_bytes::<T>(),
            checksum: checksum(bytes),
            zeros: [0; 6],
        };
        self.0.extend_from_slice(header.as_bytes());
        self.0.extend_from_slice(bytes);
        self.0.resize(self.0.len().next_multiple_of(ALIGNMENT), 0);
    }
}

/// Reads an image.
pub(crate) struct Reader<'r> {
    input: &'r mut dyn Read,
    position: u64,
    /// The length of the image in bytes. No section is longer, so a wrong number of elements cannot
    /// allocate more memory than the image has.
    length: u64,
}

impl Reader<'_> {
    /// Reads an index from an image of `length` bytes.
    ///
    /// # Errors
    /// [`ImageError`].
    pub(crate) fn index<I: Imaged>(
        id: &ImageId,
        input: &mut dyn Read,
        length: u64,
        context: I::Context<'_>,
    ) -> Result<I, ImageError> {
        if cfg!(target_endian = "big") {
            return Err(ImageError::Other);
        }
        let mut reader = Reader { input, position: 0, length };
        let mut header = [0; HEADER_BYTES];
        reader.fill(&mut header)?;
        if header != id.header() {
            return Err(ImageError::Other);
        }
        let index = I::read(&mut reader, context)?;
        check(reader.position == length && reader.input.read(&mut [0])? == 0)?;
        Ok(index)
    }

    /// Reads a section.
    ///
    /// # Errors
    /// [`ImageError`].
    pub(crate) fn section<T: Element>(&mut self) -> Result<Vec<T>, ImageError> {
        let mut header = SectionHeader { count: 0, element_bytes: 0, checksum: 0, zeros: [0; 6] };
        self.fill(header.as_mut_bytes())?;
        let bytes = header.count.checked_mul(size_of::<T>() as u64).ok_or(ImageError::Damaged)?;
        check(header.element_bytes == element_bytes::<T>() && header.zeros == [0; 6])?;
        check(bytes <= self.length - self.position)?;
        let count = usize::try_from(header.count).map_err(|_| ImageError::Damaged)?;
        let mut elements = T::new_vec_zeroed(count).map_err(|_| ImageError::Damaged)?;
        let mut checksum = Hasher::new();
        for chunk in elements.as_mut_bytes().chunks_mut(CHUNK_BYTES) {
            self.fill(chunk)?;
            checksum.update(chunk);
        }
        let mut padding = [0; ALIGNMENT];
        let end = size_of_val(&elements[..]);
        self.fill(&mut padding[..end.next_multiple_of(ALIGNMENT) - end])?;
        check(checksum.finalize() == header.checksum && padding.iter().all(|&byte| byte == 0))?;
        Ok(elements)
    }

    /// Reads a section of one element.
    ///
    /// # Errors
    /// [`ImageError`].
    pub(crate) fn one<T: Element>(&mut self) -> Result<T, ImageError> {
        let [one] = <[T; 1]>::try_from(self.section()?).map_err(|_| ImageError::Damaged)?;
        Ok(one)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ImageError> {
        self.input.read_exact(bytes)?;
        self.position += bytes.len() as u64;
        check(self.position <= self.length)
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(bytes);
    hasher.finalize()
}

/// Returns an error unless a condition of an index holds.
pub(crate) fn check(holds: bool) -> Result<(), ImageError> {
    if holds { Ok(()) } else { Err(ImageError::Damaged) }
}

#[expect(clippy::cast_possible_truncation, reason = "elements have at most 64 bytes")]
const fn element_bytes<T>() -> u32 {
    size_of::<T>() as u32
}
