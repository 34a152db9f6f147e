//! The games against the rule sheets' own examples, an independent oracle and the laws that hold for every play.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

#[path = "../oracle/my_word.rs"]
mod my_word_oracle;
#[path = "../oracle/oh_my_word.rs"]
mod oh_my_word_oracle;
#[path = "../oracle/play_on_words.rs"]
mod play_on_words_oracle;
#[path = "../oracle/wordgame.rs"]
mod wordgame_oracle;

mod my_word;
mod oh_my_word;
mod play_on_words;
mod vectors;
mod wordgame;

use wordcourt::lexicon::{Lexicon, source};

/// The lexicon that is compiled in, built once for all tests.
fn default_lexicon() -> &'static Lexicon {
    static LEXICON: std::sync::OnceLock<Lexicon> = std::sync::OnceLock::new();
    LEXICON.get_or_init(|| {
        let source = source::embedded();
        Lexicon::from_text(&source.words, &source.categories).expect("the embedded lexicon is well-formed")
    })
}

/// A small generator of reproducible choices (splitmix64): the same positions in every run and on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
