//! Lexicon texts as they travel: plain or compressed with gzip, bounded either way.

use std::io::{self, Read, Write as _};

use std::path::Path;

use flate2::write::GzDecoder;
use thiserror::Error;

/// Why bytes are no text.
#[derive(Debug, Error)]
pub enum BadTextFile {
    /// It is too long.
    #[error("the text has more than {0} bytes")]
    TooLong(usize),
    /// It isn't UTF-8.
    #[error("byte {0} is no UTF-8")]
    NotUtf8(usize),
    /// It isn't what gzip makes, or it is cut off.
    #[error("the text is no whole gzip stream: {0}")]
    NotGzip(io::Error),
}

/// Takes a text in, piece by piece.
#[derive(Debug)]
pub struct TextSink {
    most: usize,
    into: Into,
}

#[derive(Debug)]
enum Into {
    Plain(Vec<u8>),
    Gzip(Box<GzDecoder<Bounded>>),
}

/// Bytes that may not become more than so many, however well they were compressed.
#[derive(Debug)]
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + piece.len() > self.most {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TextSink {
    /// Takes in at most so many bytes, counted as they are when unpacked.
    #[must_use]
    pub fn new(is_gzip: bool, most: usize) -> Self {
        let into = if is_gzip {
            Into::Gzip(Box::new(GzDecoder::new(Bounded { bytes: Vec::new(), most })))
        } else {
            Into::Plain(Vec::new())
        };
        Self { most, into }
    }

    /// Takes one more piece.
    ///
    /// # Errors
    /// [`BadTextFile`] as soon as it is clear.
    pub fn take(&mut self, piece: &[u8]) -> Result<(), BadTextFile> {
        match &mut self.into {
            Into::Plain(bytes) if bytes.len() + piece.len() > self.most => Err(BadTextFile::TooLong(self.most)),
            Into::Plain(bytes) => {
                bytes.extend_from_slice(piece);
                Ok(())
            }
            Into::Gzip(decoder) => decoder.write_all(piece).map_err(|error| self.no_gzip(error)),
        }
    }

    /// The whole text.
    ///
    /// # Errors
    /// [`BadTextFile`].
    pub fn finish(self) -> Result<String, BadTextFile> {
        let most = self.most;
        let bytes = match self.into {
            Into::Plain(bytes) => bytes,
            Into::Gzip(decoder) => match decoder.finish() {
                Ok(bounded) => bounded.bytes,
                Err(error) => return Err(Self { most, into: Into::Plain(Vec::new()) }.no_gzip(error)),
            },
        };
        String::from_utf8(bytes).map_err(|error| BadTextFile::NotUtf8(error.utf8_error().valid_up_to()))
    }

    fn no_gzip(&self, error: io::Error) -> BadTextFile {
        if error.kind() == io::ErrorKind::FileTooLarge {
            BadTextFile::TooLong(self.most)
        } else {
            BadTextFile::NotGzip(error)
        }
    }
}

/// Reads a whole text; `path` says by `.gz` at its end that it is compressed.
///
/// # Errors
/// [`BadTextFile`].
pub fn unpack(path: &str, content: &[u8], most: usize) -> Result<String, BadTextFile> {
    let mut sink = TextSink::new(Path::new(path).extension().is_some_and(|ending| ending == "gz"), most);
    sink.take(content)?;
    sink.finish()
}

/// Reads at most so many bytes and one more, which tells that there are too many.
///
/// # Errors
/// The source fails.
pub fn read_bounded(source: impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn texts_come_plain_or_packed() {
        let packed = gzip(b"AA\nAB\n");
        assert_eq!(unpack("x.tsv", b"AA\nAB\n", 6).unwrap(), "AA\nAB\n");
        assert_eq!(unpack("x.tsv.gz", &packed, 6).unwrap(), "AA\nAB\n");
        assert!(matches!(unpack("x", b"AA\nAB\n", 5), Err(BadTextFile::TooLong(5))));
        assert!(matches!(unpack("x.gz", &packed, 5), Err(BadTextFile::TooLong(5))));
        assert!(matches!(unpack("x.gz", &packed[..packed.len() - 1], 6), Err(BadTextFile::NotGzip(_))));
        assert!(matches!(unpack("x.gz", b"AA\n", 6), Err(BadTextFile::NotGzip(_))));
        assert!(matches!(unpack("x", b"AA\xff", 6), Err(BadTextFile::NotUtf8(2))));
    }

    #[test]
    fn a_bomb_is_stopped_where_it_grows_too_large() {
        let bomb = gzip(&vec![b'A'; 10_000_000]);
        assert!(bomb.len() < 20_000);
        assert!(matches!(unpack("x.gz", &bomb, 1_000_000), Err(BadTextFile::TooLong(_))));
    }
}
