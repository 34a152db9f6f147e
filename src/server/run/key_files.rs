//! The files of keys and tokens, which are read again when they change.

use std::path::PathBuf;
use std::time::SystemTime;

use crate::config::ServeArgs;

/// The files of API keys, signing keys and admin tokens that the settings name.
pub(super) struct KeyFiles {
    paths: Vec<PathBuf>,
    /// The time of the last change of each file and its size; `None` if it can't be read.
    seen: Vec<Option<(SystemTime, u64)>>,
}

impl KeyFiles {
    /// Returns the files as they are now.
    pub(super) fn of(args: &ServeArgs) -> Self {
        let files = [&args.access.api_keys, &args.access.signing_key, &args.admin.admin_tokens];
        let paths = files.into_iter().flatten().cloned().collect();
        let mut files = Self { paths, seen: Vec::new() };
        files.look();
        files
    }

    /// Returns true if there are any files.
    pub(super) const fn has_any(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Returns true if a file has changed since the last look.
    pub(super) fn look(&mut self) -> bool {
        let stamp = |path: &PathBuf| {
            let metadata = path.metadata().ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        };
        let now = self.paths.iter().map(stamp).collect();
        let before = std::mem::replace(&mut self.seen, now);
        before != self.seen
    }
}
