//! The depot: where lexicons come from that many replicas share. It is looked at again and again, and only what has changed is fetched.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::manifest::{BadManifest, FILE_NAME, Listed, ListedFile, Manifest, check_name};
use super::text_file::{self, BadTextFile};
use crate::lexicon::Digest;

/// A place with lexicons.
#[derive(Debug)]
pub enum Depot {
    /// A directory: with a manifest, or with files that are named after their lexicons.
    Directory(PathBuf),
    /// An object store.
    #[cfg(feature = "object-store")]
    Objects(super::objects::Objects),
}

/// Why a location is no depot.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoDepot {
    /// It is no directory.
    #[error("{0} is no directory")]
    NoDirectory(String),
    /// Object stores come with a feature of their own.
    #[error("{0}: this binary is built without the feature object-store")]
    NoObjects(String),
    /// The location can't be used.
    #[error("{location}: {detail}")]
    Unusable {
        /// The location.
        location: String,
        /// Why not.
        detail: String,
    },
}

/// Why something couldn't be fetched.
#[derive(Debug, Error)]
pub enum DepotError {
    /// The file system fails.
    #[error("{path}: {error}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The object store fails.
    #[error("{0}")]
    Store(String),
    /// The manifest is no good.
    #[error(transparent)]
    Manifest(#[from] BadManifest),
    /// A file isn't what the manifest says.
    #[error("{0}")]
    Damaged(String),
    /// A file is too long.
    #[error("{path} has {bytes} bytes; at most {most} are read")]
    TooLong {
        /// Which file.
        path: String,
        /// How many bytes it has.
        bytes: u64,
        /// How many are allowed.
        most: usize,
    },
    /// A file is no text.
    #[error("{path}: {error}")]
    Text {
        /// Which file.
        path: String,
        /// Why not.
        error: BadTextFile,
    },
}

/// What a depot holds, with a tag that stays the same as long as it does.
#[derive(Debug)]
pub struct Listing {
    /// The editions.
    pub manifest: Manifest,
    /// The tag: an `ETag`, or a digest.
    pub tag: String,
}

/// The longest manifest, in bytes.
pub(super) const MAX_MANIFEST_BYTES: usize = 1 << 20;
/// The endings of files that hold words, packed or not.
const WORD_ENDINGS: [&str; 4] = [".tsv", ".tsv.gz", ".txt", ".txt.gz"];
/// The endings of files that hold categories.
const CATEGORY_ENDINGS: [&str; 2] = [".categories.tsv", ".categories.tsv.gz"];
/// How many digits of its file's digest number an edition without a manifest.
const NUMBER_DIGITS: usize = 12;

impl Depot {
    /// Opens a depot: a directory, `file://`, and with the feature `object-store` also `s3://`, `gs://`, `az://`, `http://` and `https://`, configured
    /// by the usual environment variables of each.
    ///
    /// # Errors
    /// [`NoDepot`].
    pub fn open(location: &str) -> Result<Self, NoDepot> {
        let path = location.strip_prefix("file://").unwrap_or(location);
        if path.contains("://") {
            #[cfg(feature = "object-store")]
            return super::objects::Objects::open(location).map(Self::Objects);
            #[cfg(not(feature = "object-store"))]
            return Err(NoDepot::NoObjects(location.to_owned()));
        }
        if Path::new(path).is_dir() {
            Ok(Self::Directory(path.into()))
        } else {
            Err(NoDepot::NoDirectory(path.to_owned()))
        }
    }

    /// What the depot holds, unless it is what `tag` stands for.
    ///
    /// # Errors
    /// [`DepotError`].
    pub async fn list(&self, tag: Option<&str>) -> Result<Option<Listing>, DepotError> {
        match self {
            Self::Directory(path) => {
                let path = path.clone();
                let listing = blocking(move || list_directory(&path)).await?;
                Ok(Some(listing).filter(|listing| Some(listing.tag.as_str()) != tag))
            }
            #[cfg(feature = "object-store")]
            Self::Objects(objects) => objects.list(tag).await,
        }
    }

    /// Fetches a text of at most so many bytes when unpacked, and checks it against the manifest.
    ///
    /// # Errors
    /// [`DepotError`].
    pub async fn fetch(&self, file: &ListedFile, most: usize) -> Result<String, DepotError> {
        if file.bytes > most as u64 {
            return Err(DepotError::TooLong { path: file.path.clone(), bytes: file.bytes, most });
        }
        let content = match self {
            Self::Directory(directory) => {
                let path = directory.join(&file.path);
                let bytes = usize::try_from(file.bytes).unwrap_or(most);
                blocking(move || {
                    let open = fs::File::open(&path);
                    let read = open.and_then(|open| text_file::read_bounded(open, bytes));
                    read.map_err(|error| DepotError::Io { path, error })
                })
                .await?
            }
            #[cfg(feature = "object-store")]
            Self::Objects(objects) => objects.fetch(&file.path, file.bytes).await?,
        };
        let file = file.clone();
        blocking(move || {
            file.verify(&content).map_err(DepotError::Damaged)?;
            let text = text_file::unpack(&file.path, &content, most);
            text.map_err(|error| DepotError::Text { path: file.path, error })
        })
        .await
    }
}

/// Runs what waits for the disk off the threads that answer requests.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()))
}

fn list_directory(directory: &Path) -> Result<Listing, DepotError> {
    let at = |path: PathBuf| move |error| DepotError::Io { path, error };
    let path = directory.join(FILE_NAME);
    match fs::File::open(&path) {
        Ok(file) => {
            let json = text_file::read_bounded(file, MAX_MANIFEST_BYTES).map_err(at(path))?;
            Ok(Listing { manifest: Manifest::read(&json)?, tag: Digest::of(&[&json]).to_string() })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut names = Vec::new();
            for entry in fs::read_dir(directory).map_err(at(directory.to_owned()))? {
                names.extend(entry.map_err(at(directory.to_owned()))?.file_name().into_string());
            }
            names.sort_unstable();
            let manifest = manifest_of(directory, &names)?;
            let json = serde_json::to_vec(&manifest).map_err(BadManifest::from)?;
            Ok(Listing { manifest, tag: Digest::of(&[&json]).to_string() })
        }
        Err(error) => Err(at(path)(error)),
    }
}

/// The manifest of a directory that has none: a lexicon for each file of words.
fn manifest_of(directory: &Path, names: &[String]) -> Result<Manifest, DepotError> {
    let file = |path: &str| -> Result<ListedFile, DepotError> {
        let content = fs::read(directory.join(path)).map_err(|error| DepotError::Io { path: path.into(), error })?;
        Ok(ListedFile::of(path.to_owned(), &content))
    };
    let mut manifest = Manifest::default();
    for path in names {
        let Some(name) = WORD_ENDINGS.iter().find_map(|ending| path.strip_suffix(ending)) else { continue };
        if check_name(name).is_err() || manifest.first_of(name).is_some() {
            continue;
        }
        let categories =
            CATEGORY_ENDINGS.iter().map(|ending| format!("{name}{ending}")).find(|path| names.contains(path));
        let words = file(path)?;
        let categories = categories.map(|path| file(&path)).transpose()?;
        let digests = [Some(&words), categories.as_ref()].map(|file| file.map_or("", |file| &file.sha256));
        let edition = Digest::of(&digests.map(str::as_bytes)).to_hex()[..NUMBER_DIGITS].to_owned();
        manifest.editions.push(Listed { name: name.to_owned(), edition, words, categories, compiled_in: false });
    }
    Ok(manifest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn a_directory_of_files_is_a_depot() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::write(at("club.txt"), "AA\n").unwrap();
        fs::write(at("club.categories.tsv"), "x\tX\t\tAA\n").unwrap();
        fs::write(at("NOTES.txt"), "not a lexicon's name").unwrap();
        fs::write(at("picture.png"), "no words").unwrap();
        let depot = Depot::open(&format!("file://{}", directory.path().display())).unwrap();
        let listing = depot.list(None).await.unwrap().unwrap();
        assert_eq!(listing.manifest.names(), ["club"]);
        let [club] = &listing.manifest.editions[..] else { panic!("one edition") };
        assert_eq!(depot.fetch(&club.words, 3).await.unwrap(), "AA\n");
        assert!(matches!(depot.fetch(&club.words, 2).await, Err(DepotError::TooLong { .. })));
        assert!(club.categories.is_some());
        assert!(depot.list(Some(&listing.tag)).await.unwrap().is_none(), "nothing has changed");

        fs::write(at("club.txt"), "AB\n").unwrap();
        assert!(matches!(depot.fetch(&club.words, 3).await, Err(DepotError::Damaged(_))));
        let changed = depot.list(Some(&listing.tag)).await.unwrap().unwrap();
        assert_ne!(changed.manifest.editions[0].edition, club.edition);

        fs::write(at(FILE_NAME), "{}").unwrap();
        assert!(matches!(depot.list(None).await, Err(DepotError::Manifest(_))));
        assert_eq!(Depot::open("/nowhere/at/all").unwrap_err(), NoDepot::NoDirectory("/nowhere/at/all".to_owned()));
    }
}
