//! What several fuzz targets use: one small lexicon, and files in memory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Cursor};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::SystemTime;

use wordcourt::edition::Edition;
use wordcourt::lexicon::source::Source;
use wordcourt::registry::files::{Files, OpenFile, Stamp};

/// Returns the text of a small lexicon.
pub fn small_source() -> Source {
    Source {
        name: "en".to_owned(),
        edition: "1".to_owned(),
        words: "AT\nBIGGER\nCAT\nEEL\nGO\n".into(),
        categories: "oceanic\tOceanic\t\tEEL\n".into(),
    }
}

/// The small lexicon, which all requests use.
pub static LEXICONS: LazyLock<Arc<Edition>> =
    LazyLock::new(|| Arc::new(Edition::build(&small_source()).expect("the lexicon is valid")));

/// Files in memory that can only be read, by their names in one directory.
#[derive(Debug)]
pub struct MemoryFiles(pub BTreeMap<String, Vec<u8>>);

impl MemoryFiles {
    fn content(&self, path: &Path) -> io::Result<&[u8]> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        self.0.get(name).map(Vec::as_slice).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn read_only<T>() -> io::Result<T> {
    Err(io::ErrorKind::ReadOnlyFilesystem.into())
}

impl Files for MemoryFiles {
    fn create_directory(&self, _directory: &Path) -> io::Result<()> {
        read_only()
    }

    fn names(&self, _directory: &Path) -> io::Result<Vec<String>> {
        Ok(self.0.keys().cloned().collect())
    }

    fn stamp(&self, path: &Path) -> io::Result<Stamp> {
        let bytes = self.content(path)?.len() as u64;
        Ok(Stamp { bytes, modified: SystemTime::UNIX_EPOCH })
    }

    fn read(&self, path: &Path, max_bytes: usize) -> io::Result<Vec<u8>> {
        let content = self.content(path)?;
        Ok(content[..content.len().min(max_bytes.saturating_add(1))].to_vec())
    }

    fn open(&self, path: &Path) -> io::Result<OpenFile> {
        let content = self.content(path)?.to_vec();
        let bytes = content.len() as u64;
        Ok(OpenFile { content: Box::new(Cursor::new(content)), bytes })
    }

    fn write(&self, _path: &Path, _content: &[u8]) -> io::Result<()> {
        read_only()
    }

    fn rename(&self, _from: &Path, _to: &Path) -> io::Result<()> {
        read_only()
    }

    fn sync_directory(&self, _directory: &Path) -> io::Result<()> {
        read_only()
    }

    fn remove(&self, _path: &Path) -> io::Result<()> {
        read_only()
    }

    fn open_lock(&self, _path: &Path, _writable: bool) -> io::Result<File> {
        read_only()
    }
}
