//! An edition: one state of one lexicon with everything that is built from it, immutable from then on.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::answers::Answers;
use super::manifest::ListedFile;
use crate::lexicon::source::Source;
use crate::lexicon::{Lexicon, LexiconError, Overlay};
use crate::memory;
use crate::rules::{my_word, oh_my_word, play_on_words, wordgame};

/// Which dictionary an answer rests on.
#[derive(Debug, Clone, utoipa::ToSchema)]
#[schema(as = LexiconStamp)]
#[non_exhaustive]
pub struct Stamp {
    /// The lexicon's name.
    pub name: String,
    /// The edition, as its maintainers number it.
    pub edition: String,
    /// The SHA-256 of its text, which names the edition for good.
    pub digest: String,
    /// The SHA-256 of the house words that the request laid over it, if it did: one a line, sorted, `+` before those added, `-` before those removed,
    /// the added ones first.
    pub overlay: Option<String>,
    /// All of this as JSON: every answer bears it, and most say little more.
    #[schema(ignore)]
    json: Arc<RawValue>,
}

impl Stamp {
    fn new(name: String, edition: String, digest: String, overlay: Option<String>) -> Self {
        let mut members = vec![("name", &name), ("edition", &edition), ("digest", &digest)];
        members.extend(overlay.iter().map(|overlay| ("overlay", overlay)));
        let members: Vec<String> =
            members.into_iter().map(|(member, text)| format!("\"{member}\":{}", Value::from(text.as_str()))).collect();
        let json = RawValue::from_string(format!("{{{}}}", members.join(",")));
        let json = json.expect("texts are written as JSON").into();
        Self { name, edition, digest, overlay, json }
    }

    /// The stamp of the edition with house words laid over it.
    pub(super) fn with(&self, overlay: &Overlay) -> Self {
        let Self { name, edition, digest, .. } = self.clone();
        Self::new(name, edition, digest, Some(overlay.digest().to_string()))
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.json.get() == other.json.get()
    }
}

impl Eq for Stamp {}

impl Serialize for Stamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

/// The texts of an edition on record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filed {
    /// The word text.
    pub words: ListedFile,
    /// The category text, if there are categories.
    pub categories: Option<ListedFile>,
    /// Whether they came with the binary.
    pub compiled_in: bool,
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
    /// Its words as Play On Words sees them.
    pub play_on_words: play_on_words::Dictionary,
    /// Its words as Wordgame sees them.
    pub wordgame: wordgame::Dictionary,
    /// Its words as My Word! sees them.
    pub my_word: my_word::Dictionary,
    /// The category text that it was built from.
    pub category_text: std::borrow::Cow<'static, str>,
    /// Where its texts are on record, if they are.
    pub filed: Option<Filed>,
    /// Answers that were expensive to find; they live and die with the edition.
    pub answers: Answers,
    /// When it was loaded.
    pub loaded_at: SystemTime,
    /// How long everything took to build.
    pub build_time: Duration,
}

impl std::fmt::Display for Stamp {
    /// `en@2020.12.07+1 (sha256:…)`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}@{} ({})", self.name, self.edition, self.digest)
    }
}

impl Edition {
    /// Builds an edition; `answer_bytes` bounds its answer cache.
    ///
    /// # Errors
    /// The source's texts are bad; see [`LexiconError`].
    pub fn build(source: &Source, answer_bytes: u64) -> Result<Self, LexiconError> {
        let begun = Instant::now();
        let lexicon = Lexicon::from_text(&source.words, &source.categories)?;
        memory::give_back();
        let (oh_my_word, play_on_words, my_word, wordgame) = std::thread::scope(|scope| {
            // The card games together take less time than the board.
            let cards = scope.spawn(|| {
                let oh_my_word = oh_my_word::Dictionary::build(&lexicon);
                let play_on_words = play_on_words::Dictionary::build(&lexicon);
                let my_word = my_word::Dictionary::build(&lexicon);
                // Every thread has a heap of its own.
                memory::give_back();
                (oh_my_word, play_on_words, my_word)
            });
            let wordgame = wordgame::Dictionary::build(&lexicon);
            let (oh_my_word, play_on_words, my_word) =
                cards.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (oh_my_word, play_on_words, my_word, wordgame)
        });
        memory::give_back();
        let stamp = Stamp::new(source.name.clone(), source.edition.clone(), lexicon.digest().to_string(), None);
        Ok(Self {
            stamp,
            lexicon,
            oh_my_word,
            play_on_words,
            wordgame,
            my_word,
            category_text: source.categories.clone(),
            filed: None,
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
