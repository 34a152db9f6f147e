//! The check of what all states that come in have in common (RULEBOOK F1).

use super::STATE_VERSION;
use crate::rules::{Refused, Variant, ViolationCode, Violations};

/// The largest number of plies of a game.
pub const MAX_PLIES: u64 = 1 << 32;

/// Checks that a state is one of a game, in a form that is known. Places are relative to the state.
///
/// # Errors
/// Records `state_too_new` or `state_inconsistent`.
pub fn check_form(
    version: u32,
    game: Variant,
    expected: Variant,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if version > STATE_VERSION {
        let detail = format_args!("versions up to {STATE_VERSION} are known");
        return Err(violations.at("version").refuse(ViolationCode::StateTooNew, "F1", detail));
    }
    require(version == STATE_VERSION, "version", "no state has this version", violations)?;
    require(game == expected, "game", "the state is of another game", violations)
}

/// Returns the seat of a player whom a state names.
///
/// # Errors
/// Records `state_inconsistent` if nobody has that name.
pub fn check_seat<'n>(
    name: &str,
    mut names: impl Iterator<Item = &'n str>,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    let seat = names.position(|seated| seated == name);
    seat.ok_or_else(|| inconsistent(violations, "no player has that name"))
}

/// Records that a member contradicts the rest of the state, unless it fits.
///
/// # Errors
/// Records `state_inconsistent` if the member does not fit.
pub fn require(
    does_fit: bool,
    member: &'static str,
    detail: &str,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if does_fit { Ok(()) } else { Err(inconsistent(&mut violations.at(member), detail)) }
}

/// Records that a part of a state contradicts the rest of it (RULEBOOK F1).
pub fn inconsistent(violations: &mut Violations, detail: impl std::fmt::Display) -> Refused {
    violations.refuse(ViolationCode::StateInconsistent, "F1", detail)
}
