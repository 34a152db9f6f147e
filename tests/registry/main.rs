//! The lexicons of a running service: the registry, changes to it, lexicon sources, the state
//! directory, response caches and the search pool.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod decode;
mod lexicon_registry;
mod manifest;
mod response_cache;
mod search_pool;
mod source;
mod state_dir;
mod texts;
mod updater;
mod watcher;
