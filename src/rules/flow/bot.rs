//! The members of an action of the kind `bot` that all games have in common (RULEBOOK F14).

use crate::rules::{Refused, ViolationCode, Violations};

/// The largest rank that a bot can have.
const MAX_RANK: u32 = 1_000;
/// The highest tier of words that a bot can know.
const MAX_TIER: u8 = 100;

/// Checks the rank and the tier of a bot, and returns the rank. Places are relative to the action.
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
        [("rank", rank, MAX_RANK), ("max_tier", max_tier.map_or(1, u32::from), MAX_TIER.into())];
    for (member, number, max) in bounds {
        if !(1..=max).contains(&number) {
            let detail = format_args!("give a number from 1 to {max}");
            let mut place = violations.at(member);
            return Err(place.refuse(ViolationCode::OutOfBounds, "F14", detail));
        }
    }
    Ok(rank as usize)
}
