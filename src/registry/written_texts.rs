//! The texts of an edition on their way into the state directory.

use super::manifest::{ListedFile, StoredFiles};
use super::state_dir::{StateDir, StateDirError};
use crate::lexicon::Digest;
use crate::lexicon::source::Source;

/// The texts of an edition, written to temporary files but not yet stored. If they are dropped, the
/// temporary files are removed.
pub(super) struct WrittenTexts<'d> {
    state_dir: &'d StateDir,
    words: ListedFile,
    categories: Option<ListedFile>,
    /// The names of the texts that were not stored already.
    unnamed: Vec<String>,
}

impl StateDir {
    /// Stores the texts of an edition. The manifest does not list them yet. A text that is stored
    /// already is not written again.
    ///
    /// # Errors
    /// [`StateDirError::Io`] or [`StateDirError::ReadOnly`].
    pub fn store(&self, source: &Source) -> Result<StoredFiles, StateDirError> {
        self.write_texts(source, Digest::of(&[source.words.as_bytes()]))?.store()
    }

    /// Writes the texts of an edition, so that they can be stored. `words` is the digest of its word
    /// text. A text that is stored already is not written again.
    ///
    /// # Errors
    /// As [`Self::store`].
    pub(super) fn write_texts(
        &self,
        source: &Source,
        words: Digest,
    ) -> Result<WrittenTexts<'_>, StateDirError> {
        let mut texts = WrittenTexts {
            state_dir: self,
            words: file_of(&source.words, words),
            categories: None,
            unnamed: Vec::new(),
        };
        texts.write(&texts.words.clone(), &source.words)?;
        if !source.categories.is_empty() {
            let digest = Digest::of(&[source.categories.as_bytes()]);
            let file = file_of(&source.categories, digest);
            texts.write(&file, &source.categories)?;
            texts.categories = Some(file);
        }
        Ok(texts)
    }
}

impl WrittenTexts<'_> {
    fn write(&mut self, file: &ListedFile, text: &str) -> Result<(), StateDirError> {
        // A service must be able to start with the same texts if the disk is full.
        let is_stored = self.state_dir.read(file).is_ok_and(|content| content == text.as_bytes());
        // Both texts may be the same.
        if !is_stored && !self.unnamed.contains(&file.path) {
            self.state_dir.write_temporary(&file.path, text.as_bytes())?;
            self.unnamed.push(file.path.clone());
        }
        Ok(())
    }

    /// Stores the texts; returns once their names are synced.
    ///
    /// # Errors
    /// [`StateDirError::Io`].
    pub(super) fn store(mut self) -> Result<StoredFiles, StateDirError> {
        let is_changed = !self.unnamed.is_empty();
        // Each step removes a name, or fails.
        while let Some(name) = self.unnamed.last() {
            self.state_dir.replace_by_temporary(name)?;
            self.unnamed.pop();
        }
        if is_changed {
            self.state_dir.sync()?;
        }
        let (words, categories) = (self.words.clone(), self.categories.take());
        Ok(StoredFiles { words, categories, embedded: false })
    }
}

impl Drop for WrittenTexts<'_> {
    fn drop(&mut self) {
        for name in &self.unnamed {
            self.state_dir.remove_temporary(name);
        }
    }
}

/// Returns the file of a text with this digest.
fn file_of(text: &str, digest: Digest) -> ListedFile {
    let sha256 = digest.to_hex();
    ListedFile { path: format!("{sha256}.tsv"), sha256, bytes: text.len() as u64 }
}
