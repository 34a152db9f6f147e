//! The operations on the dictionary: judging, showing and searching words.

mod hooks;
mod judge;
mod meanings;
mod page;
mod search;
mod validate;

pub use hooks::GetHooks;
pub use page::GetWord;
pub use search::SearchWords;
pub use validate::ValidateWords;

use serde::Serialize;

use crate::lexicon::{Meanings, Words};
use crate::rules::{DecidingSense, Reason, Variant, Verdict, limits};
use crate::word::Word;

/// A word and its verdict.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct JudgedWord<'r> {
    /// The word in upper case, or the text of the request if it is not a word.
    pub(crate) word: std::borrow::Cow<'r, str>,
    /// True if the word is allowed.
    pub(crate) valid: bool,
    /// The reason why the word is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<Reason>,
    /// The sense that let the word stand or barred it; present if the game bars another sense of
    /// the word, or the word is a plural that it bars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sense: Option<DecidingSense>,
    /// The meaning of the word, in one line; present if the request asks for meanings and the
    /// lexicon contains the word and its meaning is known. The `id` does not cover it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) definitions: Option<Vec<String>>,
}

impl JudgedWord<'_> {
    /// Creates the word with its verdict.
    pub(crate) fn new(word: &Word, verdict: Verdict) -> Self {
        Self {
            word: word.to_string().into(),
            valid: verdict.is_allowed(),
            reason: verdict.reason(word),
            sense: None,
            definitions: None,
        }
    }
}

impl JudgedWord<'_> {
    /// Adds the meaning of the word, and the sense that its reason is about.
    fn add_meanings(&mut self, words: Words<'_>, source: Option<&dyn Meanings>) {
        let word = self.word.parse();
        let Some(meanings) = word.ok().and_then(|word| words.meanings(&word, source)) else {
            return;
        };
        self.reason = self.reason.take().map(|reason| reason.with_sense(&meanings));
        self.definitions = meanings.definition().map(|definition| vec![definition]);
    }
}

/// Explains why the lexicon does not contain a word, and names the games that allow it nevertheless.
fn not_in_lexicon(word: &Word) -> Option<Reason> {
    let allows = |variant: &Variant| variant.word_rules().extra_word == Some(word.as_str());
    let games: Vec<&str> = Variant::ALL.into_iter().filter(allows).map(Variant::title).collect();
    let mut reason = Verdict::NotInLexicon.reason(word)?;
    if !games.is_empty() {
        // RULEBOOK O10
        reason.detail.push_str("; it counts as a word in ");
        reason.detail.push_str(&games.join(" and "));
    }
    Some(reason)
}

fn too_long() -> String {
    format!("a text to be judged as a word has at most {} characters", limits::WORD_CHARACTERS)
}
