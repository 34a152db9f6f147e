//! The house rules of Play On Words.

use serde::Deserialize;

use crate::rules::play_on_words::{IrregularPlurals, PluralRule, Rules, TableCards, Version};

/// House rules: options that the rule sheet leaves open.
#[derive(Debug, Clone, Copy, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayOnWordsRules {
    /// The version of the game. Defaults to `rummy`.
    version: Option<Version>,
    /// The treatment of plurals that also have another sense, such as RUNS. Defaults to
    /// `first_sense`.
    plural: Option<PluralRule>,
    /// The treatment of plurals that are not made with S, such as MICE. Defaults to `barred`.
    irregular_plurals: Option<IrregularPlurals>,
    /// Set to `true` to allow a play-on to the new word of the same turn. Defaults to `false`.
    play_on_new_word: Option<bool>,
    /// The letters that wild and flip cards on the table stand for. Defaults to `fixed`.
    table_cards: Option<TableCards>,
    /// Set to `true` if more cards in the hands and on the table than the published deck has are a
    /// breach. Otherwise they are only a remark, because real decks differ. The rule sheet prints
    /// the number of wilds, so more than two are always a breach. A table never has more than four
    /// wild and flip cards. Defaults to `false`.
    strict_deck: Option<bool>,
}

impl PlayOnWordsRules {
    /// Returns the rules of a request.
    pub(in crate::api) fn of(choice: Option<Self>) -> Rules {
        let choice = choice.unwrap_or_default();
        Rules {
            version: choice.version.unwrap_or_default(),
            plural: choice.plural.unwrap_or_default(),
            irregular_plurals: choice.irregular_plurals.unwrap_or_default(),
            play_on_new_word: choice.play_on_new_word.unwrap_or_default(),
            table_cards: choice.table_cards.unwrap_or_default(),
            strict_deck: choice.strict_deck.unwrap_or_default(),
        }
    }
}
