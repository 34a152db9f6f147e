//! Sorted text files, searched on disk.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
#[cfg(unix)]
use std::os::unix::fs::FileExt as _;
#[cfg(windows)]
use std::os::windows::fs::FileExt as _;
use std::path::Path;

use crate::registry::files::open_regular;

/// The maximum length of a line in bytes. The longest line of `WordNet` has about 13,000.
const MAX_LINE: u64 = 1 << 16;
/// The size of the range in which a search stops to halve and reads line by line, in bytes.
const RANGE: u64 = 4 << 10;
/// The number of bytes that are read at once to read line by line.
const BLOCK: usize = 8 << 10;
/// The number of bytes that are read to find one line.
const LINE: usize = 512;

/// A text file with lines in the order of their bytes. It is read in small pieces where they are
/// needed, which the operating system keeps in memory if they are used often.
#[derive(Debug)]
pub(super) struct SortedFile {
    file: File,
    length: u64,
}

/// A file from a place on. Unlike the position of a [`File`], the place is not shared by threads.
struct From<'f> {
    file: &'f File,
    place: u64,
}

impl Read for From<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let count = self.file.read_at(buffer, self.place)?;
        #[cfg(windows)]
        let count = self.file.seek_read(buffer, self.place)?;
        self.place += count as u64;
        Ok(count)
    }
}

impl SortedFile {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = open_regular(path)?;
        let length = file.metadata()?.len();
        Ok(Self { file, length })
    }

    /// Returns the lines that begin with a prefix.
    pub(super) fn lines(&self, prefix: &str) -> io::Result<Vec<String>> {
        let prefix = prefix.as_bytes();
        let mut reader = self.reader(self.start_before(prefix)?, BLOCK);
        let mut found = Vec::new();
        // Each step reads a line of the file.
        loop {
            let line = next_line(&mut reader)?;
            if line.starts_with(prefix) {
                found.push(text(&line));
            } else if line.is_empty() || line[..] > *prefix {
                return Ok(found);
            }
        }
    }

    /// Returns the line at an offset in decimal digits, which the line begins with.
    pub(super) fn line_at(&self, offset: &str) -> io::Result<String> {
        let place = offset.parse().map_err(|_| damaged())?;
        let line = self.line_from(place)?;
        if line.starts_with(offset.as_bytes()) { Ok(text(&line)) } else { Err(damaged()) }
    }

    /// Returns the start of a line that is at most [`RANGE`] and a line before the first line that
    /// is not less than `prefix`.
    fn start_before(&self, prefix: &[u8]) -> io::Result<u64> {
        let (mut from, mut to) = (0, self.length);
        // The range gets smaller with each step: `start` is after `middle`.
        while to - from > RANGE {
            let middle = from.midpoint(to);
            let mut reader = self.reader(middle, LINE);
            let start = middle + next_line(&mut reader)?.len() as u64;
            if start < to && next_line(&mut reader)?[..] < *prefix {
                from = start;
            } else {
                to = middle;
            }
        }
        Ok(from)
    }

    fn line_from(&self, place: u64) -> io::Result<Vec<u8>> {
        next_line(&mut self.reader(place, LINE))
    }

    fn reader(&self, place: u64, capacity: usize) -> BufReader<From<'_>> {
        BufReader::with_capacity(capacity, From { file: &self.file, place })
    }
}

/// Reads a line with its end; the line is empty at the end of the file.
fn next_line(reader: &mut BufReader<From<'_>>) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    reader.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if line.len() as u64 == MAX_LINE { Err(damaged()) } else { Ok(line) }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line.trim_ascii_end()).into_owned()
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the copy of WordNet is damaged")
}
