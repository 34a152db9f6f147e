//! An edition: one state of one lexicon with everything that is built from it, immutable from then on.

use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;

use super::answers::Answers;
use crate::lexicon::source::Source;
use crate::lexicon::{Lexicon, LexiconError};
use crate::rules::{oh_my_word, wordgame};

/// Which dictionary an answer rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = LexiconStamp)]
pub struct Stamp {
    /// The lexicon's name.
    pub name: String,
    /// The edition, as its maintainers number it.
    pub edition: String,
    /// The SHA-256 of its text, which names the edition for good.
    pub digest: String,
}

/// A lexicon in force.
#[derive(Debug)]
pub struct Edition {
    /// Its name, number and digest.
    pub stamp: Stamp,
    /// The dictionary.
    pub lexicon: Lexicon,
    /// Its words as Choose Your Words and Word For Word see them.
    pub oh_my_word: oh_my_word::Dictionary,
    /// Its words as Wordgame sees them.
    pub wordgame: wordgame::Dictionary,
    /// Answers that were expensive to find; they live and die with the edition.
    pub answers: Answers,
    /// When it was loaded.
    pub loaded_at: SystemTime,
    /// How long everything took to build.
    pub build_time: Duration,
}

impl Edition {
    /// Builds an edition; `answer_bytes` bounds its answer cache.
    ///
    /// # Errors
    /// The source's texts are bad; see [`LexiconError`].
    pub fn build(source: &Source, answer_bytes: u64) -> Result<Self, LexiconError> {
        let begun = Instant::now();
        let lexicon = Lexicon::from_text(&source.words, &source.categories)?;
        let (oh_my_word, wordgame) = std::thread::scope(|scope| {
            let oh_my_word = scope.spawn(|| oh_my_word::Dictionary::build(&lexicon));
            let wordgame = wordgame::Dictionary::build(&lexicon);
            (oh_my_word.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), wordgame)
        });
        let stamp =
            Stamp { name: source.name.clone(), edition: source.edition.clone(), digest: lexicon.digest().to_string() };
        Ok(Self {
            stamp,
            lexicon,
            oh_my_word,
            wordgame,
            answers: Answers::bounded(answer_bytes),
            loaded_at: SystemTime::now(),
            build_time: begun.elapsed(),
        })
    }

    /// Whether the edition is the one that a pin means: its number, or the beginning of its digest.
    pub(super) fn answers_to(&self, pin: &str) -> bool {
        let digits = pin.strip_prefix("sha256:").unwrap_or(pin);
        let is_digest =
            digits.len() >= super::MIN_PIN_DIGITS && self.stamp.digest["sha256:".len()..].starts_with(digits);
        is_digest || self.stamp.edition == pin
    }
}
