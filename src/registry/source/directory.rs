//! Lexicon sources in directories.
//!
//! The crate `object_store` also reads directories, but would add a dozen crates to the default
//! build.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::SourceError;
use super::listing::{Doubts, Listing};
use crate::lexicon::Digest;
use crate::registry::files::{Files, Stamp};
use crate::registry::manifest::{
    FILE_NAME, ListedEdition, ListedFile, MAX_MANIFEST_BYTES, Manifest, ManifestError, check_name,
};

/// The file name endings of word texts.
const WORD_ENDINGS: [&str; 4] = [".tsv", ".tsv.gz", ".txt", ".txt.gz"];
/// The file name endings of category texts.
const CATEGORY_ENDINGS: [&str; 2] = [".categories.tsv", ".categories.tsv.gz"];
/// The length of the edition number in a directory without a manifest: the first digits of a digest
/// of the edition's files.
const NUMBER_DIGITS: usize = 12;

/// A directory with a manifest, or with files that are named after their lexicons.
#[derive(Debug, Clone)]
pub(super) struct Directory {
    path: PathBuf,
    files: Arc<dyn Files>,
    /// The maximum size of a text, in bytes.
    max_bytes: usize,
    /// The stamps of the files at the previous listing without a manifest, by name.
    stamps: Arc<Mutex<BTreeMap<String, Stamp>>>,
}

impl Directory {
    pub(super) fn new(files: Arc<dyn Files>, path: &Path, max_bytes: usize) -> Self {
        Self { path: path.to_owned(), files, max_bytes, stamps: Arc::default() }
    }

    /// Lists the editions; returns `None` if the tag of the listing is still `tag` and nothing in
    /// it is uncertain.
    pub(super) fn list(&self, tag: Option<&str>) -> Result<Option<Listing>, SourceError> {
        match self.read_bounded(FILE_NAME, MAX_MANIFEST_BYTES) {
            Ok(json) => {
                self.stamps.lock().unwrap_or_else(PoisonError::into_inner).clear();
                Ok(Listing::parse_changed(&json, None, tag)?)
            }
            Err(SourceError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                let listing = self.list_files()?;
                let is_known = Some(listing.tag.as_str()) == tag;
                let failed =
                    listing.doubts.as_ref().is_some_and(|doubts| !doubts.failed.is_empty());
                Ok(Some(listing).filter(|_| failed || !is_known))
            }
            Err(error) => Err(error),
        }
    }

    /// Reads a file, up to one byte more than its size in the manifest.
    pub(super) fn read(&self, path: &str, bytes: usize) -> Result<Vec<u8>, SourceError> {
        let path = self.path.join(path);
        self.files.read(&path, bytes).map_err(at(&path))
    }

    fn read_bounded(&self, path: &str, max_bytes: usize) -> Result<Vec<u8>, SourceError> {
        let content = self.read(path, max_bytes)?;
        if content.len() > max_bytes {
            let path = self.path.join(path).display().to_string();
            return Err(SourceError::TooLong { path, max_bytes });
        }
        Ok(content)
    }

    /// Lists the files of a directory that has no manifest, with a lexicon for each word text.
    fn list_files(&self) -> Result<Listing, SourceError> {
        let mut names = self.files.names(&self.path).map_err(at(&self.path))?;
        names.sort_unstable();
        let mut stamps = self.stamps.lock().unwrap_or_else(PoisonError::into_inner);
        let mut look = Look { before: std::mem::take(&mut *stamps), now: BTreeMap::new() };
        let mut manifest = Manifest::default();
        let mut doubts = Doubts::default();
        for path in &names {
            let name = WORD_ENDINGS.iter().find_map(|ending| path.strip_suffix(ending));
            let Some(name) = name.filter(|name| check_name(name).is_ok()) else { continue };
            if manifest.active(name).is_some()
                || doubts.failed.iter().any(|(other, _)| other == name)
            {
                continue;
            }
            let category_path = CATEGORY_ENDINGS
                .iter()
                .map(|ending| format!("{name}{ending}"))
                .find(|path| names.contains(path));
            match self.describe(name, path, category_path.as_deref(), &mut look) {
                Ok((listed, is_settled)) => {
                    doubts.unsettled.extend((!is_settled).then(|| name.to_owned()));
                    manifest.editions.push(listed);
                }
                Err(error) => doubts.failed.push((name.to_owned(), error)),
            }
        }
        *stamps = look.now;
        let json = serde_json::to_vec(&manifest).map_err(ManifestError::from)?;
        Ok(Listing { manifest, tag: Digest::of(&[&json]).to_string(), doubts: Some(doubts) })
    }

    /// Describes the edition in the files of a lexicon. Returns false if they have changed since
    /// the previous look.
    fn describe(
        &self,
        name: &str,
        word_path: &str,
        category_path: Option<&str>,
        look: &mut Look,
    ) -> Result<(ListedEdition, bool), SourceError> {
        let (words, are_words_settled) = self.describe_file(word_path, look)?;
        let described = category_path.map(|path| self.describe_file(path, look)).transpose()?;
        let are_categories_settled = described.as_ref().is_none_or(|(_, is_settled)| *is_settled);
        let categories = described.map(|(file, _)| file);
        let digests = [
            words.sha256.as_bytes(),
            categories.as_ref().map_or(&[], |file| file.sha256.as_bytes()),
        ];
        let edition = Digest::of(&digests).to_hex()[..NUMBER_DIGITS].to_owned();
        let name = name.to_owned();
        let (embedded, marks_from, skipped) = (false, None, false);
        let listed =
            ListedEdition { name, edition, words, categories, embedded, marks_from, skipped };
        Ok((listed, are_words_settled && are_categories_settled))
    }

    fn describe_file(
        &self,
        path: &str,
        look: &mut Look,
    ) -> Result<(ListedFile, bool), SourceError> {
        let content = self.read_bounded(path, self.max_bytes)?;
        // After the content, so that equal stamps mean that nobody has changed it meanwhile.
        let full_path = self.path.join(path);
        let stamp = self.files.stamp(&full_path).map_err(at(&full_path))?;
        let is_settled =
            look.before.get(path) == Some(&stamp) && stamp.bytes == content.len() as u64;
        look.now.insert(path.to_owned(), stamp);
        Ok((ListedFile::of(path.to_owned(), &content), is_settled))
    }
}

/// The stamps of the files at the previous look into a directory and at this one.
struct Look {
    before: BTreeMap<String, Stamp>,
    now: BTreeMap<String, Stamp>,
}

/// Adds the path to an I/O error.
fn at(path: &Path) -> impl Fn(io::Error) -> SourceError {
    |error| SourceError::Io { path: path.to_owned(), error }
}
