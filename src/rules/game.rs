//! The interface that every game implements.

use std::ops::RangeInclusive;

use super::rule_data::GameRules;
use super::variant::Variant;
use super::verdict::WordRules;
use crate::lexicon::Marks;

/// A game, implemented by a unit struct in the game's module.
///
/// The methods of [`Variant`] dispatch to the implementations; `games!` in `variant.rs` lists them.
///
/// ```
/// use wordcourt::rules::Game;
/// use wordcourt::rules::wordgame::Wordgame;
/// assert_eq!((Wordgame::SLUG, Wordgame::LENGTHS), ("wordgame", 2..=15));
/// ```
pub trait Game {
    /// The game's entry in the list.
    const VARIANT: Variant;

    /// The game's name on its rule sheet.
    const TITLE: &'static str;

    /// The game's name in paths and fields.
    const SLUG: &'static str = Self::VARIANT.slug();

    /// A one-sentence description of the game.
    const SUMMARY: &'static str = Self::VARIANT.summary();

    /// The classes of words that the game bars (RULEBOOK W4).
    const BARRED: Marks;

    /// The allowed numbers of letters in a word.
    const LENGTHS: RangeInclusive<usize>;

    /// The rule that bounds the number of letters.
    const LENGTHS_RULE: &'static str;

    /// A word that is allowed even if the lexicon does not contain it.
    const EXTRA_WORD: Option<&'static str> = None;

    /// The rules for the words that the game allows.
    const WORDS: &'static WordRules = &WordRules {
        title: Self::TITLE,
        barred: Self::BARRED,
        lengths: Self::LENGTHS,
        lengths_rule: Self::LENGTHS_RULE,
        extra_word: Self::EXTRA_WORD,
    };

    /// Returns the published rules. [`GameRules::new`] fills in the part that all games have in
    /// common.
    fn rule_data() -> GameRules;
}
