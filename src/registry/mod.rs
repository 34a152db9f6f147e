//! The lexicons of a running service: their active and retained editions, changes to them, their
//! response caches, and the search pool.
//!
//! [`LexiconRegistry`] has a [`Snapshot`] of the lexicons. Requests read the snapshot, and a
//! [`Change`] replaces it. [`updater::LexiconUpdater`] builds editions from texts and makes the
//! changes; [`state_dir::StateDir`] persists them. [`watcher::SourceWatcher`] applies the changes
//! of a [`source::LexiconSource`].

pub(crate) mod blocking;
mod change;
mod change_log;
pub mod decode;
mod diff;
mod download;
mod file_names;
pub mod files;
mod lexicon_registry;
pub mod manifest;
mod response_cache;
mod retained_edition;
mod search_pool;
mod snapshot;
pub mod source;
pub mod state_dir;
mod stored_images;
pub mod updater;
pub mod watcher;
pub mod wordnet;
mod written_texts;

pub use change::{Change, ChangeError, Retired};
pub use change_log::{AUDIT, ChangeEntry, ChangeLog};
pub(crate) use diff::DifferentWords;
pub use diff::{EditionDiff, Limited, Remarked};
pub use download::Download;
pub use lexicon_registry::LexiconRegistry;
pub use manifest::StoredFiles;
pub use response_cache::{CacheCounts, Computed, ResponseCache};
pub use retained_edition::RetainedEdition;
pub use search_pool::{Caller, CpuQuota, PoolLimits, PoolPlace, Refused, SearchPool};
pub use snapshot::{LexiconEntry, Snapshot, UnreadEdition};
