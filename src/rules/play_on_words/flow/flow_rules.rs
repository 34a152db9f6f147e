//! The rules of a whole game.

use serde::{Deserialize, Serialize};

use crate::rules::flow::MAX_ROUNDS;
use crate::rules::play_on_words::round;
use crate::rules::play_on_words::ruleset::{
    IrregularPlurals, PluralRule, Rules, TableCards, Version,
};
use crate::rules::{Refused, ViolationCode, Violations};

/// The largest number of idle turns.
pub const MAX_IDLE_TURNS: u32 = 100;

/// The rules of a whole game, which never change in it (RULEBOOK F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsFlowRules))]
#[serde(deny_unknown_fields)]
pub struct FlowRules {
    /// The version of the game.
    pub version: Version,
    /// True if unplayed cards can be mugged (RULEBOOK FP10).
    pub muggins: bool,
    /// The treatment of plurals that have another sense as well.
    pub plural: PluralRule,
    /// The treatment of plurals that are not made with S.
    pub irregular_plurals: IrregularPlurals,
    /// True if the new word of a turn may take a play-on in the same turn.
    pub play_on_new_word: bool,
    /// The letters that wild and flip cards on the table stand for.
    pub table_cards: TableCards,
    /// The number of rounds (RULEBOOK FP1).
    pub rounds: u32,
    /// The number of turns in a row without a play, for each player, after which the last plays
    /// begin (RULEBOOK FP9).
    pub idle_turns: u32,
}

impl FlowRules {
    /// Returns the default rules of a game with these rules for turns.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a game has at most 4 rounds by default")]
    pub const fn new(rules: Rules, players: usize) -> Self {
        Self {
            version: rules.version,
            muggins: false,
            plural: rules.plural,
            irregular_plurals: rules.irregular_plurals,
            play_on_new_word: rules.play_on_new_word,
            table_cards: rules.table_cards,
            rounds: round::rounds(players, rules.version) as u32,
            idle_turns: 3,
        }
    }

    /// Returns the rules for turns.
    #[must_use]
    pub const fn turn_rules(&self) -> Rules {
        Rules {
            version: self.version,
            plural: self.plural,
            irregular_plurals: self.irregular_plurals,
            play_on_new_word: self.play_on_new_word,
            table_cards: self.table_cards,
            // The cards of a game are those of the published deck in any case.
            strict_deck: false,
        }
    }

    /// Checks that the numbers are in bounds. Places are relative to the rules.
    ///
    /// # Errors
    /// Records `out_of_bounds`.
    pub fn check(&self, violations: &mut Violations) -> Result<(), Refused> {
        let mut checked = Ok(());
        let bounds = [
            ("rounds", self.rounds, MAX_ROUNDS, "FP1"),
            ("idle_turns", self.idle_turns, MAX_IDLE_TURNS, "FP9"),
        ];
        for (member, number, max, rule) in bounds {
            if !(1..=max).contains(&number) {
                let detail = format_args!("give a number from 1 to {max}");
                let code = ViolationCode::OutOfBounds;
                checked = Err(violations.at(member).refuse(code, rule, detail));
            }
        }
        checked
    }
}
