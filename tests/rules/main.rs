//! The games against the rule sheets' own examples, an independent oracle and the laws that hold for every play.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

#[path = "../oracle/oh_my_word.rs"]
mod oracle;

mod oh_my_word;
mod vectors;

use wordcourt::lexicon::{Lexicon, source};

/// The lexicon that is compiled in, built once for all tests.
fn default_lexicon() -> &'static Lexicon {
    static LEXICON: std::sync::OnceLock<Lexicon> = std::sync::OnceLock::new();
    LEXICON.get_or_init(|| {
        let source = source::embedded();
        Lexicon::from_text(&source.words, &source.categories).expect("the embedded lexicon is well-formed")
    })
}
