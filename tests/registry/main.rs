//! The lexicons of a running service: the registry, changes to it, lexicon sources, the state
//! directory, response caches and the search pool.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arbitrary_input;
mod decode;
mod faulty_files;
#[cfg(unix)]
mod files;
mod full_disk;
mod images;
mod interleavings;
mod lexicon_registry;
mod manifest;
mod response_cache;
mod search_pool;
mod source;
mod source_faults;
mod state_dir;
mod state_faults;
mod stored_lexicons;
mod texts;
mod texts_and_editions;
mod updater;
mod watcher;
mod wordnet;
