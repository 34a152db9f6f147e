//! The bonus category in force (rules 3, 21; RULEBOOK O11).

use crate::lexicon::Category;
use crate::word::Word;

/// Whether words earn the category bonus: by a list, by a vote, or by neither when no category is in force.
#[derive(Debug, Clone, Copy, Default)]
pub struct CategoryInForce<'c> {
    /// The list.
    pub list: Option<&'c Category>,
    /// The players' vote on the word at hand, which overrules the list (rule 7).
    pub vote: Option<bool>,
}

impl CategoryInForce<'_> {
    /// Whether the word earns the bonus.
    #[must_use]
    pub fn includes(&self, word: &Word) -> bool {
        self.vote.unwrap_or_else(|| self.list.is_some_and(|list| list.contains(word)))
    }

    /// Whether the category asks for proper nouns, so that the games' bar on them is lifted (RULEBOOK W4).
    #[must_use]
    pub fn asks_for_proper_nouns(&self) -> bool {
        self.list.is_some_and(|list| list.proper_nouns)
    }

    /// Whether the category makes the word valid, in the lexicon or not: its list asks for proper nouns and holds it (rule 6).
    #[must_use]
    pub fn validates(&self, word: &Word) -> bool {
        self.list.is_some_and(|list| list.proper_nouns && list.contains(word))
    }
}
