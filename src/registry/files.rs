//! The file operations of the registry.
//!
//! The state directory and the lexicon sources in directories use files only through the trait
//! [`Files`], so that tests can make every single operation fail.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write as _};
use std::path::Path;
use std::time::SystemTime;

use super::decode::read_bounded;

/// The maximum size of a text that an operator names, in bytes: that of a hundred thousand keys.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// The size of a file and the time of its last change. If both are the same after a while, nobody
/// has written to the file in the meantime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// The size in bytes.
    pub bytes: u64,
    /// The time of the last change.
    pub modified: SystemTime,
}

/// A file that is open for reading.
pub struct OpenFile {
    /// The content.
    pub content: Box<dyn Read>,
    /// The size in bytes at the time of opening.
    pub bytes: u64,
}

/// The file operations of the registry. Implementations open only regular files; the error for any
/// other file, such as a directory, a FIFO or a device, has the kind
/// [`InvalidInput`](io::ErrorKind::InvalidInput).
pub trait Files: fmt::Debug + Send + Sync + 'static {
    /// Creates a directory with its parents, unless it exists.
    ///
    /// # Errors
    /// The directory cannot be created.
    fn create_directory(&self, directory: &Path) -> io::Result<()>;

    /// Returns the names in a directory. Omits names that are not UTF-8, because the names of
    /// lexicons are ASCII.
    ///
    /// # Errors
    /// The directory cannot be read.
    fn names(&self, directory: &Path) -> io::Result<Vec<String>>;

    /// Returns the stamp of a file.
    ///
    /// # Errors
    /// The file does not exist or is not a regular file.
    fn stamp(&self, path: &Path) -> io::Result<Stamp>;

    /// Reads at most `max_bytes + 1` bytes of a file. A result of that length means that the file
    /// is too long.
    ///
    /// # Errors
    /// The file cannot be read or is not a regular file.
    fn read(&self, path: &Path, max_bytes: usize) -> io::Result<Vec<u8>>;

    /// Opens a file for reading.
    ///
    /// # Errors
    /// The file cannot be opened or is not a regular file.
    fn open(&self, path: &Path) -> io::Result<OpenFile>;

    /// Writes a file and syncs its content, but not its name in the directory. Replaces the content
    /// of a file that exists, but does not follow a link.
    ///
    /// # Errors
    /// The file cannot be written; it may contain a part of the content.
    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()>;

    /// Renames a file; replaces a file with the new name.
    ///
    /// # Errors
    /// The file cannot be renamed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Syncs the names in a directory.
    ///
    /// # Errors
    /// The directory cannot be synced; the names may be lost if the machine fails.
    fn sync_directory(&self, directory: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// The file cannot be removed.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Opens a file that is used only as a lock; if `writable`, creates it if necessary. Does not
    /// follow a link and does not change the content.
    ///
    /// # Errors
    /// The file cannot be opened or is not a regular file.
    fn open_lock(&self, path: &Path, writable: bool) -> io::Result<File>;
}

/// The files of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsFiles;

impl Files for OsFiles {
    fn create_directory(&self, directory: &Path) -> io::Result<()> {
        fs::create_dir_all(directory)
    }

    fn names(&self, directory: &Path) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(directory)? {
            names.extend(entry?.file_name().into_string());
        }
        Ok(names)
    }

    fn stamp(&self, path: &Path) -> io::Result<Stamp> {
        // A network file system may return old metadata, except for a file that was just opened.
        let metadata = open(path, OpenOptions::new().read(true), Links::Follow)?.metadata()?;
        let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Ok(Stamp { bytes: metadata.len(), modified })
    }

    fn read(&self, path: &Path, max_bytes: usize) -> io::Result<Vec<u8>> {
        let file = open(path, OpenOptions::new().read(true), Links::Follow)?;
        let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        read_bounded(file, max_bytes, length)
    }

    fn open(&self, path: &Path) -> io::Result<OpenFile> {
        let file = open(path, OpenOptions::new().read(true), Links::Follow)?;
        let bytes = file.metadata()?.len();
        Ok(OpenFile { content: Box::new(file), bytes })
    }

    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        let options = &mut OpenOptions::new();
        let mut file = open(path, options.write(true).create(true).truncate(true), Links::Refuse)?;
        file.write_all(content)?;
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        // Other systems cannot open a directory.
        if cfg!(unix) { File::open(directory)?.sync_all() } else { Ok(()) }
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn open_lock(&self, path: &Path, writable: bool) -> io::Result<File> {
        let options = &mut OpenOptions::new();
        if writable {
            options.write(true).create(true).truncate(false);
        } else {
            options.read(true);
        }
        open(path, options, Links::Refuse)
    }
}

/// Opens a file that an operator names. Opening any other file than a regular one, such as a FIFO,
/// could wait forever.
///
/// # Errors
/// The file cannot be opened or is not a regular file.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().read(true), Links::Follow)
}

/// Reads a text that an operator names, such as a file of keys.
///
/// # Errors
/// The file cannot be opened, is not a regular file, is not UTF-8, or is longer than
/// [`MAX_TEXT_BYTES`].
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let text = OsFiles.read(path, MAX_TEXT_BYTES)?;
    let invalid = |detail: String| io::Error::new(io::ErrorKind::InvalidData, detail);
    if text.len() > MAX_TEXT_BYTES {
        return Err(invalid(format!("longer than {MAX_TEXT_BYTES} bytes")));
    }
    String::from_utf8(text).map_err(|error| invalid(error.to_string()))
}

/// Determines whether a link is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Follow,
    Refuse,
}

/// Opens a regular file.
fn open(path: &Path, options: &mut OpenOptions, links: Links) -> io::Result<File> {
    let metadata =
        if links == Links::Follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
    // Opening a device could have an effect, so it is not even opened.
    if metadata.is_ok_and(|metadata| !metadata.is_file()) {
        return Err(not_regular());
    }
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;
        // If the file becomes a FIFO at this moment, opening it does not wait for another process.
        let mut flags = OFlags::NONBLOCK;
        flags.set(OFlags::NOFOLLOW, links == Links::Refuse);
        options.custom_flags(flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

fn not_regular() -> io::Error {
    let detail = "not a regular file; remove it or replace it by a file";
    io::Error::new(io::ErrorKind::InvalidInput, detail)
}
