//! Lexicon sources in directories.
//!
//! The crate `object_store` also reads directories, but would add a dozen crates to the default
//! build.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::SourceError;
use super::listing::{Listing, MAX_MANIFEST_BYTES};
use crate::lexicon::Digest;
use crate::registry::decode::read_bounded;
use crate::registry::manifest::{
    FILE_NAME, ListedEdition, ListedFile, Manifest, ManifestError, check_name,
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
pub(super) struct Directory(PathBuf);

impl Directory {
    pub(super) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Lists the editions; returns `None` if the tag of the listing is still `tag`.
    pub(super) fn list(&self, tag: Option<&str>) -> Result<Option<Listing>, SourceError> {
        let path = self.0.join(FILE_NAME);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let manifest = self.manifest_of_files()?;
                let json = serde_json::to_vec(&manifest).map_err(ManifestError::from)?;
                let listing = Listing { manifest, tag: Digest::of(&[&json]).to_string() };
                return Ok(Some(listing).filter(|listing| Some(listing.tag.as_str()) != tag));
            }
            Err(error) => return Err(at(&path)(error)),
        };
        let json = read_bounded(file, MAX_MANIFEST_BYTES).map_err(at(&path))?;
        if json.len() > MAX_MANIFEST_BYTES {
            return Err(SourceError::TooLong {
                path: path.display().to_string(),
                max_bytes: MAX_MANIFEST_BYTES,
            });
        }
        Ok(Listing::parse_changed(&json, None, tag)?)
    }

    /// Reads a file, up to one byte more than its size in the manifest.
    pub(super) fn read(&self, path: &str, bytes: usize) -> Result<Vec<u8>, SourceError> {
        let path = self.0.join(path);
        let file = File::open(&path).map_err(at(&path))?;
        read_bounded(file, bytes).map_err(at(&path))
    }

    /// Creates a manifest for a directory that has none, with a lexicon for each word text.
    fn manifest_of_files(&self) -> Result<Manifest, SourceError> {
        let names = self.file_names()?;
        let mut manifest = Manifest::default();
        for path in &names {
            let Some(name) = WORD_ENDINGS.iter().find_map(|ending| path.strip_suffix(ending))
            else {
                continue;
            };
            if check_name(name).is_err() || manifest.active(name).is_some() {
                continue;
            }
            let category_path = CATEGORY_ENDINGS
                .iter()
                .map(|ending| format!("{name}{ending}"))
                .find(|path| names.contains(path));
            let words = self.describe(path)?;
            let categories = category_path.map(|path| self.describe(&path)).transpose()?;
            let digests = [
                words.sha256.as_bytes(),
                categories.as_ref().map_or(&[], |file| file.sha256.as_bytes()),
            ];
            manifest.editions.push(ListedEdition {
                name: name.to_owned(),
                edition: Digest::of(&digests).to_hex()[..NUMBER_DIGITS].to_owned(),
                words,
                categories,
                embedded: false,
            });
        }
        Ok(manifest)
    }

    /// Returns the sorted names of the files. Skips names that are not UTF-8, because lexicon names
    /// are ASCII.
    fn file_names(&self) -> Result<Vec<String>, SourceError> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(at(&self.0))? {
            let entry = entry.map_err(at(&self.0))?;
            names.extend(entry.file_name().into_string());
        }
        names.sort_unstable();
        Ok(names)
    }

    fn describe(&self, path: &str) -> Result<ListedFile, SourceError> {
        let content = fs::read(self.0.join(path)).map_err(at(Path::new(path)))?;
        Ok(ListedFile::of(path.to_owned(), &content))
    }
}

/// Adds the path to an I/O error.
fn at(path: &Path) -> impl Fn(io::Error) -> SourceError {
    |error| SourceError::Io { path: path.to_owned(), error }
}
