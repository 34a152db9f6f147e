//! The active bonus category (rules 3, 21; RULEBOOK O11).

use crate::lexicon::Category;
use crate::word::Word;

/// The active category. Its list or a vote decides which words earn the category bonus. By default,
/// none do.
#[derive(Debug, Clone, Copy, Default)]
pub struct ActiveCategory<'c> {
    /// The list.
    pub list: Option<&'c Category>,
    /// The players' vote on the word that is judged. It overrules the list (rule 7).
    pub vote: Option<bool>,
}

impl ActiveCategory<'_> {
    /// Returns whether the word earns the bonus.
    #[must_use]
    pub fn includes(&self, word: &Word) -> bool {
        self.vote.unwrap_or_else(|| self.list.is_some_and(|list| list.contains(word)))
    }

    /// Returns whether the category requires proper nouns, which lifts the games' bar on them
    /// (RULEBOOK W4).
    #[must_use]
    pub fn requires_proper_nouns(&self) -> bool {
        self.list.is_some_and(|list| list.proper_nouns)
    }

    /// Returns whether the category makes the word valid, even if the lexicon does not contain it:
    /// the list requires proper nouns and contains the word (rule 6).
    #[must_use]
    pub fn validates(&self, word: &Word) -> bool {
        self.list.is_some_and(|list| list.proper_nouns && list.contains(word))
    }
}
