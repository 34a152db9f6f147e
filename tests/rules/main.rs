//! The games, compared with the examples of the rule sheets and with independent oracles, and
//! properties of every play.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../oracle/my_word.rs"]
mod my_word_oracle;
#[path = "../oracle/play_on_words/mod.rs"]
mod play_on_words_oracle;
#[path = "../oracle/word_poker/mod.rs"]
mod word_poker_oracle;
#[path = "../oracle/wordgame/mod.rs"]
mod wordgame_oracle;

mod card_flow;
mod games;
mod images;
mod laws;
mod my_word;
mod play_on_words;
mod players;
mod shuffles;
mod small_lexicons;
mod vectors;
mod violations;
mod word_poker;
mod wordgame;

use wordcourt::lexicon::{Lexicon, source};

/// The embedded lexicon, built once for all tests.
fn default_lexicon() -> &'static Lexicon {
    static LEXICON: std::sync::OnceLock<Lexicon> = std::sync::OnceLock::new();
    LEXICON.get_or_init(|| {
        let source = source::embedded();
        Lexicon::from_text(&source.words, &source.categories)
            .expect("the embedded lexicon is well-formed")
    })
}

/// A random number generator (splitmix64) that makes the same choices in every run and on every
/// machine.
struct Dice(u64);

impl Dice {
    #[expect(clippy::cast_possible_truncation, reason = "the result is below a usize")]
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
