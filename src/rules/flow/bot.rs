//! The members of an action that lets a bot act (RULEBOOK F14).

use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The largest rank that a bot can have.
pub const MAX_RANK: u32 = 1_000;

/// Checks the members of an action of the kind `bot`. Returns the place of the bot's plays in the
/// list of the best ones, from 1. Places are relative to the action.
///
/// # Errors
/// Records `out_of_bounds`.
pub fn check_bot(
    rank: Option<u32>,
    max_tier: Option<u8>,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    let rank = rank.unwrap_or(1);
    let bounds =
        [("rank", rank, MAX_RANK), ("max_tier", max_tier.map_or(1, u32::from), limits::MAX_TIER)];
    for (member, number, max) in bounds {
        if !(1..=max).contains(&number) {
            let detail = format_args!("give a number from 1 to {max}");
            return Err(violations.at(member).refuse(ViolationCode::OutOfBounds, "F14", detail));
        }
    }
    Ok(rank as usize)
}
