//! The rules of a whole game.

use serde::{Deserialize, Serialize};

use crate::rules::flow::MAX_ROUNDS;
use crate::rules::word_poker::ruleset::{Remainder, Rules};
use crate::rules::word_poker::values::LetterValues;
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The largest number of raises in a stage that can be a rule.
pub const MAX_RAISES: u32 = 1_000;

/// The rules of a whole game, which never change in it (RULEBOOK F1, FO2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordPokerFlowRules))]
#[serde(deny_unknown_fields)]
pub struct FlowRules {
    /// The chips that every player puts into the pot before the deal.
    pub ante: u64,
    /// The smallest bet, and the smallest amount by which a raise lifts the bet.
    pub bet_min: u64,
    /// The largest bet, and the largest amount by which a raise lifts the bet; 0 if there is no
    /// limit.
    pub bet_max: u64,
    /// The number of raises in a stage; 0 if there is no limit.
    pub raises_max: u32,
    /// The number of chips that ends the game if a player has them after a round; 0 if none does.
    pub target: u64,
    /// The number of rounds; 0 if there is no limit.
    pub rounds: u32,
    /// The receiver of chips that can't be split evenly.
    pub remainder: Remainder,
    /// The values of the letters; absent if they are the default values.
    #[serde(default, skip_serializing_if = "LetterValues::is_default")]
    #[cfg_attr(feature = "api", schema(value_type = Option<std::collections::BTreeMap<String, u32>>))]
    pub letter_values: LetterValues,
}

impl Default for FlowRules {
    fn default() -> Self {
        let Rules { letter_values, remainder, .. } = Rules::default();
        Self {
            ante: 1,
            bet_min: 1,
            bet_max: 0,
            raises_max: 0,
            target: 0,
            rounds: 0,
            remainder,
            letter_values,
        }
    }
}

impl FlowRules {
    /// Returns the rules for settlements.
    #[must_use]
    pub const fn round_rules(&self) -> Rules {
        Rules {
            letter_values: self.letter_values,
            remainder: self.remainder,
            // The cards of a game are those of the published deck in any case.
            strict_deck: false,
        }
    }

    /// Checks that the numbers are in bounds. Places are relative to the rules.
    ///
    /// # Errors
    /// Records `out_of_bounds`.
    pub fn check(&self, violations: &mut Violations) -> Result<(), Refused> {
        let bounds = [
            ("ante", self.ante, 1, limits::CHIPS),
            ("bet_min", self.bet_min, 1, limits::CHIPS),
            ("bet_max", self.bet_max, 0, limits::CHIPS),
            ("raises_max", self.raises_max.into(), 0, MAX_RAISES.into()),
            ("target", self.target, 0, limits::CHIPS),
            ("rounds", self.rounds.into(), 0, MAX_ROUNDS.into()),
        ];
        let mut checked = Ok(());
        let mut refuse = |member, detail: std::fmt::Arguments<'_>| {
            let code = ViolationCode::OutOfBounds;
            checked = Err(violations.at(member).refuse(code, "FO2", detail));
        };
        for (member, number, min, max) in bounds {
            if !(min..=max).contains(&number) {
                refuse(member, format_args!("give a number from {min} to {max}"));
            }
        }
        if self.bet_max > 0 && self.bet_max < self.bet_min {
            let least = self.bet_min;
            let detail =
                format_args!("the smallest bet is {least}; give at least that, or 0 for no limit");
            refuse("bet_max", detail);
        }
        checked
    }
}
