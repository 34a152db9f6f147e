//! The rules of a whole game.

use serde::{Deserialize, Serialize};

use crate::rules::flow::MAX_ROUNDS;
use crate::rules::{Refused, ViolationCode, Violations};

/// The rules of a whole game, which never change in it (RULEBOOK F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = MyWordFlowRules))]
#[serde(deny_unknown_fields)]
pub struct FlowRules {
    /// The number of rounds (RULEBOOK FM1).
    pub rounds: u32,
}

impl FlowRules {
    /// Returns the default rules: as many rounds as players.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a table has at most 12 players")]
    pub const fn new(players: usize) -> Self {
        Self { rounds: players as u32 }
    }

    /// Checks that the number is in bounds. Places are relative to the rules.
    ///
    /// # Errors
    /// Records `out_of_bounds`.
    pub fn check(&self, violations: &mut Violations) -> Result<(), Refused> {
        if (1..=MAX_ROUNDS).contains(&self.rounds) {
            return Ok(());
        }
        let detail = format_args!("give a number from 1 to {MAX_ROUNDS}");
        Err(violations.at("rounds").refuse(ViolationCode::OutOfBounds, "FM1", detail))
    }
}
