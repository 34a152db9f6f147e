//! Hooks: the letters that make another word when added to either end of a word.

use super::words::Words;
use crate::word::{Letter, LetterSet, Word};

/// The ways to make another word from a word: adding a letter at either end, or removing the first
/// or the last letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hooks {
    /// The letters that can be added in front.
    pub front: LetterSet,
    /// The letters that can be added at the end.
    pub back: LetterSet,
    /// True if the word without its first letter is a word (BRAVER: RAVER).
    pub inner_front: bool,
    /// True if the word without its last letter is a word (BRAVER: BRAVE).
    pub inner_back: bool,
}

impl Words<'_> {
    /// Returns the hooks of a word; the word itself need not be valid.
    ///
    /// ```
    /// use wordcourt::lexicon::{Lexicon, Words};
    /// let lexicon = Lexicon::from_text("BRAVE\nBRAVED\nBRAVER\nRAVE\n", "")?;
    /// let hooks = Words::from(&lexicon).hooks(&"brave".parse().unwrap());
    /// assert_eq!((hooks.front.to_string(), hooks.back.to_string()), ("".into(), "DR".into()));
    /// assert_eq!((hooks.inner_front, hooks.inner_back), (true, false));
    /// # Ok::<(), wordcourt::lexicon::LexiconError>(())
    /// ```
    #[must_use]
    pub fn hooks(self, word: &Word) -> Hooks {
        let alone = |letter: Letter| std::iter::once(letter);
        let is_word = |letters: &mut dyn Iterator<Item = Letter>| {
            Word::from_letters(letters).is_some_and(|other| self.contains(&other))
        };
        Hooks {
            front: Letter::all()
                .filter(|&letter| is_word(&mut alone(letter).chain(word.letters())))
                .collect(),
            back: Letter::all()
                .filter(|&letter| is_word(&mut word.letters().chain(alone(letter))))
                .collect(),
            inner_front: is_word(&mut word.letters().skip(1)),
            inner_back: is_word(&mut word.letters().take(word.len() - 1)),
        }
    }
}
