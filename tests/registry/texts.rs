//! The texts that the tests build editions from.

use std::path::Path;
use std::process::Command;

use wordcourt::lexicon::source::Source;
use wordcourt::registry::RetainedEdition;

/// Returns a source without categories.
pub fn source(name: &str, number: &str, words: &str) -> Source {
    Source {
        name: name.to_owned(),
        edition: number.to_owned(),
        words: words.to_owned().into(),
        categories: "".into(),
    }
}

/// Returns an edition without a response cache.
pub fn edition(name: &str, number: &str, words: &str) -> RetainedEdition {
    RetainedEdition::build(&source(name, number, words), 0, || {}).unwrap()
}

/// Creates a FIFO.
pub fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}
