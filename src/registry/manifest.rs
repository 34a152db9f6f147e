//! Manifests: JSON files that list editions of lexicons and the files with their texts. Lexicon
//! sources and the state directory use the same format.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::lexicon::source::Source;
use crate::lexicon::{Digest, DigestOfPrefix};

/// The file name of a manifest.
pub const FILE_NAME: &str = "manifest.json";
/// The maximum size of a manifest, in bytes.
pub(super) const MAX_MANIFEST_BYTES: usize = 1 << 20;
const MAX_EDITIONS: usize = 256;
const MAX_NUMBER_CHARACTERS: usize = 64;
const MAX_NAME_CHARACTERS: usize = 32;
const MAX_PATH_BYTES: usize = 256;

/// A list of editions. [`Manifest::parse`] guarantees that the names, numbers, paths and digests
/// are valid, and that no edition is listed twice.
///
/// ```json
/// {
///   "editions": [
///     {
///       "name": "club",
///       "edition": "2026.1",
///       "words": {"path": "club.tsv.gz", "sha256": "9f86…", "bytes": 1234}
///     }
///   ]
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The editions. The first one of each lexicon is active; the others are retained.
    pub editions: Vec<ListedEdition>,
    /// The state of the lexicon source; only in the manifest of a state directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sync_state: Option<SyncState>,
}

/// The state of a lexicon source at the last poll. It is stored so that a service that restarts
/// fetches only the changes since that poll.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyncState {
    /// The tag of the listing, if every edition in it was applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The editions that were applied.
    pub editions: Vec<ListedEdition>,
}

/// An edition in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedEdition {
    /// The lexicon's name.
    pub name: String,
    /// The edition number that the maintainers of the lexicon chose.
    pub edition: String,
    /// The word text.
    pub words: ListedFile,
    /// The category text, if there are categories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub categories: Option<ListedFile>,
    /// True if the texts are those of the embedded lexicon of a binary. A binary with other
    /// embedded texts makes its own texts the active edition instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
    /// The edition from which the words took their marks; only in the manifest of a state directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks_from: Option<String>,
    /// True if a rollback without a pin skips the edition; only in the manifest of a state directory.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
}

/// A file in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedFile {
    /// The path, relative to the manifest's directory. A file whose path ends in `.gz` is
    /// compressed with gzip.
    pub path: String,
    /// The SHA-256 of the file's content (before decompression), in hexadecimal digits.
    pub sha256: String,
    /// The size of the file (before decompression), in bytes.
    pub bytes: u64,
}

/// The reason why a manifest cannot be used.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// The manifest is not JSON of the expected shape.
    #[error("invalid manifest: {0}")]
    Json(#[from] serde_json::Error),
    /// An edition is invalid.
    #[error("invalid manifest: edition {position} ({name:?}): {detail}")]
    Edition {
        /// The position of the edition in the list, counted from 1.
        position: usize,
        /// The name of its lexicon, shortened.
        name: String,
        /// A description of the error.
        detail: String,
    },
    /// The manifest lists too many editions.
    #[error("invalid manifest: {0} editions; at most {MAX_EDITIONS} are allowed")]
    TooMany(usize),
}

/// The text is not a valid lexicon name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "a lexicon's name has 1 to {MAX_NAME_CHARACTERS} characters from a-z, 0-9, \"-\" and \"_\", and starts with a letter"
)]
pub struct InvalidName;

/// The text is not a valid edition number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "an edition's number has 1 to {MAX_NUMBER_CHARACTERS} characters from a-z, A-Z, 0-9, \".\", \"-\", \"_\" and \"+\""
)]
pub struct InvalidEditionNumber;

/// Checks a lexicon's name, which is used in paths and file names.
///
/// # Errors
/// [`InvalidName`].
pub fn check_name(name: &str) -> Result<(), InvalidName> {
    let is_allowed = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    let starts_with_letter = name.starts_with(|first: char| first.is_ascii_lowercase());
    if starts_with_letter && name.len() <= MAX_NAME_CHARACTERS && name.bytes().all(is_allowed) {
        Ok(())
    } else {
        Err(InvalidName)
    }
}

/// Checks an edition's number, which follows the `@` of a selector.
///
/// # Errors
/// [`InvalidEditionNumber`].
pub fn check_edition_number(number: &str) -> Result<(), InvalidEditionNumber> {
    let is_allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    let fits = (1..=MAX_NUMBER_CHARACTERS).contains(&number.len());
    if fits && number.bytes().all(is_allowed) { Ok(()) } else { Err(InvalidEditionNumber) }
}

/// Returns true if a text is a SHA-256 in hexadecimal digits.
pub(super) fn is_sha256(digits: &str) -> bool {
    let mut digest = [0; 32];
    base16ct::mixed::decode(digits, &mut digest).is_ok_and(|decoded| decoded.len() == 32)
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    /// [`ManifestError`]; an invalid manifest is refused as a whole.
    pub fn parse(json: &[u8]) -> Result<Self, ManifestError> {
        let manifest: Self = serde_json::from_slice(json)?;
        if manifest.editions.len() > MAX_EDITIONS {
            return Err(ManifestError::TooMany(manifest.editions.len()));
        }
        for (index, listed) in manifest.editions.iter().enumerate() {
            let earlier = &manifest.editions[..index];
            listed.check(earlier).map_err(|detail| {
                let name = listed.name.chars().take(2 * MAX_NAME_CHARACTERS).collect();
                ManifestError::Edition { position: index + 1, name, detail }
            })?;
        }
        Ok(manifest)
    }

    /// Returns the active edition of a lexicon: the first one with its name.
    #[must_use]
    pub fn active(&self, name: &str) -> Option<&ListedEdition> {
        self.editions.iter().find(|listed| listed.name == name)
    }

    /// Returns the names of the lexicons, each once, in the order of their active editions.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for listed in &self.editions {
            if !names.contains(&listed.name.as_str()) {
                names.push(&listed.name);
            }
        }
        names
    }
}

impl ListedEdition {
    /// Returns the files with the edition's texts.
    pub fn files(&self) -> impl Iterator<Item = &ListedFile> {
        std::iter::once(&self.words).chain(&self.categories)
    }

    /// Returns true if the files of the edition have the texts of a source.
    pub(super) fn has_texts(&self, source: &Source) -> bool {
        let categories = source.categories.as_bytes();
        let has_categories = self
            .categories
            .as_ref()
            .map_or(categories.is_empty(), |file| file.verify(categories).is_ok());
        has_categories && self.words.verify(source.words.as_bytes()).is_ok()
    }

    fn check(&self, earlier: &[Self]) -> Result<(), String> {
        check_name(&self.name).map_err(|error| error.to_string())?;
        check_edition_number(&self.edition).map_err(|error| error.to_string())?;
        if earlier.iter().any(|other| other.name == self.name && other.edition == self.edition) {
            return Err(format!("edition {} is listed twice", self.edition));
        }
        self.files().try_for_each(ListedFile::check)
    }
}

impl ListedFile {
    /// Creates the entry for a file with this content.
    #[must_use]
    pub fn of(path: String, content: &[u8]) -> Self {
        Self { path, sha256: Digest::of(&[content]).to_hex(), bytes: content.len() as u64 }
    }

    /// Checks that the path stays within the manifest's directory and that the SHA-256 is valid.
    fn check(&self) -> Result<(), String> {
        let is_allowed = |part: &str| {
            !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0'])
        };
        if self.path.len() > MAX_PATH_BYTES || !self.path.split('/').all(is_allowed) {
            return Err(format!(
                "{:?} is not a path below the manifest's directory",
                self.path.chars().take(64).collect::<String>()
            ));
        }
        if !is_sha256(&self.sha256) {
            return Err(format!("the sha256 of {} must have 64 hexadecimal digits", self.path));
        }
        Ok(())
    }

    /// Checks the content of the file against the entry.
    ///
    /// # Errors
    /// A description of the difference.
    pub fn verify(&self, content: &[u8]) -> Result<(), String> {
        self.verified_digest(content).map(drop)
    }

    /// Verifies content as [`Self::verify`] does, and returns its digest.
    ///
    /// # Errors
    /// A description of the difference.
    pub(super) fn verified_digest(&self, content: &[u8]) -> Result<DigestOfPrefix, String> {
        if content.len() as u64 != self.bytes {
            return Err(format!(
                "{} has {} bytes; the manifest says {}",
                self.path,
                content.len(),
                self.bytes
            ));
        }
        let digest = DigestOfPrefix::of(content);
        let sha256 = digest.end(&[]).to_hex();
        if !sha256.eq_ignore_ascii_case(&self.sha256) {
            return Err(format!(
                "{} has the SHA-256 {sha256}; the manifest says {}",
                self.path, self.sha256
            ));
        }
        Ok(digest)
    }
}

/// The files with the texts of an edition in the state directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFiles {
    /// The word text.
    pub words: ListedFile,
    /// The category text, if there are categories.
    pub categories: Option<ListedFile>,
    /// True if the texts are those of the embedded lexicon.
    pub embedded: bool,
}

impl StoredFiles {
    /// Returns true if an edition in a manifest has the same texts.
    pub(super) fn is_same_as(&self, listed: &ListedEdition) -> bool {
        self.words == listed.words && self.categories == listed.categories
    }
}
