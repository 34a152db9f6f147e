//! Manifests: which editions of which lexicons there are, and in which files; the same for a depot and for the archive.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::lexicon::Digest;

/// The name of the file.
pub const FILE_NAME: &str = "manifest.json";
/// How many editions of all lexicons a manifest may list.
const MAX_EDITIONS: usize = 256;
/// How many characters an edition's number may have.
const MAX_EDITION_CHARACTERS: usize = 64;
/// How many characters a lexicon's name may have.
const MAX_NAME_CHARACTERS: usize = 32;

/// What there is.
///
/// ```json
/// {"editions": [{"name": "club", "edition": "2026.1", "words": {"path": "club.tsv.gz", "sha256": "9f86…", "bytes": 1234}}]}
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The editions. The first of a name is in force, the others are held.
    pub editions: Vec<Listed>,
    /// In an archive: what was taken over from a depot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<Taken>,
}

/// What was taken over from a depot, so that after a restart only what has changed there meanwhile is taken over.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// What stood for the depot's manifest when everything of it was last taken over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The editions that were taken over.
    pub editions: Vec<Listed>,
}

/// An edition of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The lexicon's name.
    pub name: String,
    /// The edition, as its maintainers number it.
    pub edition: String,
    /// The word text.
    pub words: ListedFile,
    /// The category text, if there are categories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub categories: Option<ListedFile>,
    /// Whether the text came with a binary: then a binary that comes with another one puts that in force instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compiled_in: bool,
}

/// A file of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedFile {
    /// Where it is, as seen from the manifest; `.gz` at its end says that it is compressed with gzip.
    pub path: String,
    /// The SHA-256 of the file as it lies there, in hexadecimal digits.
    pub sha256: String,
    /// How many bytes it has as it lies there.
    pub bytes: u64,
}

/// Why a manifest can't be used.
#[derive(Debug, Error)]
pub enum BadManifest {
    /// It is no JSON of this shape.
    #[error("the manifest can't be read: {0}")]
    Json(#[from] serde_json::Error),
    /// An entry is no good.
    #[error("the manifest's edition {number} ({name:?}): {detail}")]
    Edition {
        /// Which one, counted from 1.
        number: usize,
        /// The name that it gives.
        name: String,
        /// What is wrong with it.
        detail: String,
    },
    /// It lists too much.
    #[error("the manifest lists {0} editions; {MAX_EDITIONS} are allowed")]
    TooMany(usize),
}

/// Why a text is no name of a lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a lexicon's name is 1 to {MAX_NAME_CHARACTERS} of a-z, 0-9, \"-\" and \"_\", and begins with a letter")]
pub struct NotAName;

/// Why a text is no number of an edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("an edition's number is 1 to {MAX_EDITION_CHARACTERS} of a-z, A-Z, 0-9, \".\", \"-\", \"_\" and \"+\"")]
pub struct NotAnEdition;

/// Checks a lexicon's name: it stands in paths and file names.
///
/// # Errors
/// [`NotAName`].
pub fn check_name(name: &str) -> Result<(), NotAName> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
    let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
    if begins && name.len() <= MAX_NAME_CHARACTERS && name.bytes().all(is_plain) { Ok(()) } else { Err(NotAName) }
}

/// Checks an edition's number: it stands behind `@` in requests.
///
/// # Errors
/// [`NotAnEdition`].
pub fn check_edition(edition: &str) -> Result<(), NotAnEdition> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    let is_short = (1..=MAX_EDITION_CHARACTERS).contains(&edition.len());
    if is_short && edition.bytes().all(is_plain) { Ok(()) } else { Err(NotAnEdition) }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// [`BadManifest`]: nothing of a bad one is used.
    pub fn read(json: &[u8]) -> Result<Self, BadManifest> {
        let manifest: Self = serde_json::from_slice(json)?;
        if manifest.editions.len() > MAX_EDITIONS {
            return Err(BadManifest::TooMany(manifest.editions.len()));
        }
        for (index, listed) in manifest.editions.iter().enumerate() {
            let earlier = &manifest.editions[..index];
            listed.check(earlier).map_err(|detail| {
                let name = listed.name.chars().take(2 * MAX_NAME_CHARACTERS).collect();
                BadManifest::Edition { number: index + 1, name, detail }
            })?;
        }
        Ok(manifest)
    }

    /// The first edition of a name: the one in force.
    #[must_use]
    pub fn first_of(&self, name: &str) -> Option<&Listed> {
        self.editions.iter().find(|listed| listed.name == name)
    }

    /// The names of the lexicons, each once, in the order in which they come first.
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

impl Listed {
    fn check(&self, earlier: &[Self]) -> Result<(), String> {
        check_name(&self.name).map_err(|error| error.to_string())?;
        check_edition(&self.edition).map_err(|error| error.to_string())?;
        if earlier.iter().any(|other| other.name == self.name && other.edition == self.edition) {
            return Err(format!("edition {} is listed twice", self.edition));
        }
        std::iter::once(&self.words).chain(&self.categories).try_for_each(ListedFile::check)
    }
}

impl ListedFile {
    /// A file with these bytes.
    #[must_use]
    pub fn of(path: String, content: &[u8]) -> Self {
        Self { path, sha256: Digest::of(&[content]).to_hex(), bytes: content.len() as u64 }
    }

    fn check(&self) -> Result<(), String> {
        let is_plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0']);
        if self.path.len() > 256 || !self.path.split('/').all(is_plain) {
            return Err(format!("{:?} is no path below the manifest", self.path.chars().take(64).collect::<String>()));
        }
        if self.sha256.len() != 64 || !self.sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(format!("the SHA-256 of {} has 64 hexadecimal digits", self.path));
        }
        Ok(())
    }

    /// Whether these are the file's bytes.
    ///
    /// # Errors
    /// What differs.
    pub fn verify(&self, content: &[u8]) -> Result<(), String> {
        if content.len() as u64 != self.bytes {
            return Err(format!("{} has {} bytes; the manifest says {}", self.path, content.len(), self.bytes));
        }
        let sha256 = Digest::of(&[content]).to_hex();
        if !sha256.eq_ignore_ascii_case(&self.sha256) {
            return Err(format!("{} has the SHA-256 {sha256}; the manifest says {}", self.path, self.sha256));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(name: &str, edition: &str, path: &str, sha256: &str) -> String {
        format!(
            r#"{{"editions": [{{"name": "{name}", "edition": "{edition}", "words": {{"path": "{path}", "sha256": "{sha256}", "bytes": 3}}}}]}}"#
        )
    }

    #[test]
    fn only_what_can_be_used_is_read() {
        let digest = Digest::of(&[b"AA\n"]).to_hex();
        let good = Manifest::read(json("club", "2026.1", "a/club.tsv", &digest).as_bytes()).unwrap();
        assert_eq!(good.names(), ["club"]);
        let words = &good.editions[0].words;
        assert_eq!(*words, ListedFile::of("a/club.tsv".to_owned(), b"AA\n"));
        assert_eq!(words.verify(b"AA\n"), Ok(()));
        assert!(words.verify(b"AB\n").is_err() && words.verify(b"AA").is_err());

        let long = "x".repeat(300);
        for (name, edition, path, sha256) in [
            ("Club", "1", "a", digest.as_str()),
            ("", "1", "a", &digest),
            ("../x", "1", "a", &digest),
            (&long, "1", "a", &digest),
            ("club", "1 2", "a", &digest),
            ("club", "", "a", &digest),
            ("club", "1", "../a", &digest),
            ("club", "1", "/a", &digest),
            ("club", "1", "", &digest),
            ("club", "1", &long, &digest),
            ("club", "1", "a", &digest[1..]),
            ("club", "1", "a", &digest.replace(|digit: char| digit.is_ascii_digit(), "g")),
        ] {
            let bad = Manifest::read(json(name, edition, path, sha256).as_bytes());
            assert!(matches!(bad, Err(BadManifest::Edition { number: 1, .. })), "{name} {edition} {path}: {bad:?}");
        }
        for bad in ["", "[]", r#"{"editions": 1}"#, r#"{"editions": [], "more": 1}"#] {
            assert!(matches!(Manifest::read(bad.as_bytes()), Err(BadManifest::Json(_))), "{bad}");
        }
    }
}
