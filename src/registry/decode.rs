//! Decodes lexicon texts, plain or compressed with gzip, up to a maximum decoded size.

use std::io::{self, Read, Write as _};
use std::path::Path;

use flate2::write::GzDecoder;
use thiserror::Error;

use crate::lexicon::DigestOfPrefix;

/// The reason why bytes cannot be decoded.
#[derive(Debug, Error)]
pub enum DecodeError {
    /// The text is too long.
    #[error("the text has more than {0} bytes")]
    TooLong(usize),
    /// The text is not UTF-8.
    #[error("the text is not valid UTF-8 at byte {0}")]
    NotUtf8(usize),
    /// The bytes are not a gzip stream, or it is truncated.
    #[error("the text is not a complete gzip stream: {0}")]
    NotGzip(io::Error),
}

/// A text with the state of its digest, so that the digest of an edition, which may have a second
/// text, needs no further pass over this one.
#[derive(Debug, Clone)]
pub struct HashedText {
    pub(super) text: String,
    pub(super) digest: DigestOfPrefix,
}

impl From<String> for HashedText {
    fn from(text: String) -> Self {
        Self { digest: DigestOfPrefix::of(text.as_bytes()), text }
    }
}

impl From<HashedText> for String {
    fn from(hashed: HashedText) -> Self {
        hashed.text
    }
}

/// Decodes a text that arrives in pieces, and computes its digest.
#[derive(Debug)]
pub struct TextDecoder {
    max_bytes: usize,
    encoding: Encoding,
}

#[derive(Debug)]
enum Encoding {
    Plain(Bounded),
    Gzip(Box<GzDecoder<Bounded>>),
}

/// A buffer that does not grow beyond a maximum size, which stops decompression bombs.
#[derive(Debug)]
struct Bounded {
    bytes: Vec<u8>,
    digest: DigestOfPrefix,
    max_bytes: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + piece.len() > self.max_bytes {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.bytes.extend_from_slice(piece);
        self.digest.push(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TextDecoder {
    /// Creates a decoder for a text of at most `max_bytes` bytes when decoded.
    #[must_use]
    pub fn new(is_gzip: bool, max_bytes: usize) -> Self {
        let buffer = Bounded { bytes: Vec::new(), digest: DigestOfPrefix::default(), max_bytes };
        let encoding = if is_gzip {
            Encoding::Gzip(Box::new(GzDecoder::new(buffer)))
        } else {
            Encoding::Plain(buffer)
        };
        Self { max_bytes, encoding }
    }

    /// Reserves memory for `bytes` bytes of a plain text, up to the limit. Does nothing for a
    /// compressed text.
    pub fn expect(&mut self, bytes: usize) {
        if let Encoding::Plain(buffer) = &mut self.encoding {
            // If there is not enough memory, the text may still be shorter.
            let _ = buffer.bytes.try_reserve_exact(bytes.min(self.max_bytes));
        }
    }

    /// Decodes the next piece.
    ///
    /// # Errors
    /// [`DecodeError`], as soon as it is detected.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), DecodeError> {
        let written = match &mut self.encoding {
            Encoding::Plain(buffer) => buffer.write_all(piece),
            Encoding::Gzip(decoder) => decoder.write_all(piece),
        };
        written.map_err(|error| decode_error(error, self.max_bytes))
    }

    /// Returns the whole text.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn finish(self) -> Result<HashedText, DecodeError> {
        let Bounded { bytes, digest, .. } = match self.encoding {
            Encoding::Plain(buffer) => buffer,
            Encoding::Gzip(decoder) => {
                decoder.finish().map_err(|error| decode_error(error, self.max_bytes))?
            }
        };
        Ok(HashedText { text: text_of(bytes)?, digest })
    }
}

fn text_of(bytes: Vec<u8>) -> Result<String, DecodeError> {
    String::from_utf8(bytes).map_err(|error| DecodeError::NotUtf8(error.utf8_error().valid_up_to()))
}

fn decode_error(error: io::Error, max_bytes: usize) -> DecodeError {
    if error.kind() == io::ErrorKind::FileTooLarge {
        DecodeError::TooLong(max_bytes)
    } else {
        DecodeError::NotGzip(error)
    }
}

/// Decodes the content of a file with this digest. The file is compressed if its path ends in `.gz`.
///
/// # Errors
/// [`DecodeError`].
pub(super) fn decode_file(
    path: &str,
    content: Vec<u8>,
    digest: DigestOfPrefix,
    max_bytes: usize,
) -> Result<HashedText, DecodeError> {
    if !is_gzip(path) {
        if content.len() > max_bytes {
            return Err(DecodeError::TooLong(max_bytes));
        }
        return Ok(HashedText { text: text_of(content)?, digest });
    }
    let mut decoder = TextDecoder::new(true, max_bytes);
    decoder.push(&content)?;
    decoder.finish()
}

/// Returns true if the file at a path is compressed.
pub(super) fn is_gzip(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "gz")
}

/// Reads at most `max_bytes + 1` bytes. A result of that length means that the input is too long.
/// Reserves memory for `expected` bytes first.
///
/// # Errors
/// The error of the reader.
pub(super) fn read_bounded(
    reader: impl Read,
    max_bytes: usize,
    expected: usize,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // If there is not enough memory, the reader may still have fewer bytes.
    let _ = bytes.try_reserve_exact(expected.min(max_bytes) + 1);
    reader.take(max_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
