//! The members of an action that all games have in common (RULEBOOK F2–F6, F12).

use std::fmt;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize as _, Deserializer};
use strum::VariantArray;

use crate::rules::{Refused, ViolationCode, Violations, limits};

/// The largest number of characters of a note.
pub const NOTE_CHARACTERS: usize = 128;

/// The largest number of milliseconds that one action can take, and that a player can use in all:
/// the largest whole number that every JSON reader keeps.
pub const MAX_USED_MS: u64 = (1 << 53) - 1;

/// The members of an action that all games have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head<'a> {
    /// The ply that the action answers to; `None` if it answers to any.
    pub ply: Option<u64>,
    /// The milliseconds that the player used.
    pub used_ms: Option<u64>,
    /// A note, which changes nothing.
    pub note: Option<&'a str>,
}

/// Checks that the game goes on, that the action answers to the ply of the state, and that its time
/// and its note are in bounds. Places are relative to the action.
///
/// # Errors
/// Records `game_over` (F3), `stale_ply` (F6) or `out_of_bounds`.
pub fn check_head(
    head: Head<'_>,
    ply: u64,
    is_over: bool,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if is_over {
        let detail = "the game is over; it takes no further action";
        return Err(violations.refuse(ViolationCode::GameOver, "F3", detail));
    }
    if let Some(answered) = head.ply.filter(|&answered| answered != ply) {
        let detail =
            format_args!("the action answers to ply {answered}; the state is at ply {ply}");
        return Err(violations.at("ply").refuse(ViolationCode::StalePly, "F6", detail));
    }
    if head.used_ms.is_some_and(|used| used > MAX_USED_MS) {
        let detail = format_args!("an action takes at most {MAX_USED_MS} ms");
        return Err(violations.at("used_ms").refuse(ViolationCode::OutOfBounds, "F12", detail));
    }
    if head.note.is_some_and(|note| limits::is_longer(note, NOTE_CHARACTERS)) {
        let detail = format_args!("a note has at most {NOTE_CHARACTERS} characters");
        return Err(violations.at("note").refuse_form(ViolationCode::OutOfBounds, detail));
    }
    Ok(())
}

/// Returns the kind of an action by its name.
///
/// # Errors
/// Records `unknown_action` (F4).
pub fn check_kind<K: VariantArray + Copy + Into<&'static str>>(
    name: &str,
    violations: &mut Violations,
) -> Result<K, Refused> {
    let names = || K::VARIANTS.iter().map(|&kind| kind.into());
    if let Some((&kind, _)) = K::VARIANTS.iter().zip(names()).find(|(_, known)| *known == name) {
        return Ok(kind);
    }
    let known: Vec<&str> = names().collect();
    let detail = format_args!("unknown action; the game has {}", known.join(", "));
    Err(violations.at("kind").refuse(ViolationCode::UnknownAction, "F4", detail))
}

/// Returns the seat of the player of an action.
///
/// # Errors
/// Records `missing_field` (F4) if the action names nobody, and `unknown_player` (F2) if nobody has
/// that name.
pub fn seat_of<'n>(
    player: Option<&str>,
    mut names: impl Iterator<Item = &'n str>,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    let Some(player) = player else { return Err(missing("player", violations)) };
    names.position(|name| name == player).ok_or_else(|| {
        let detail = "no player has that name";
        violations.at("player").refuse(ViolationCode::UnknownPlayer, "F2", detail)
    })
}

/// Checks that an action of the host names no player, who could not have carried it out.
///
/// # Errors
/// Records `unknown_player` (F2) if it does.
pub fn check_host(player: Option<&str>, violations: &mut Violations) -> Result<(), Refused> {
    if player.is_none() {
        return Ok(());
    }
    let detail = "this is an action of the host; leave out the player";
    Err(violations.at("player").refuse(ViolationCode::UnknownPlayer, "F2", detail))
}

/// Reads a whole number that is not larger than those of the schemas.
///
/// # Errors
/// The number is not whole, negative or too large.
pub fn whole_number<'de, D: Deserializer<'de>, N: BoundedNumber>(
    deserializer: D,
) -> Result<Option<N>, D::Error> {
    let number = Option::<N>::deserialize(deserializer)?;
    if number.is_some_and(|number| number > N::LARGEST) {
        return Err(D::Error::custom(format_args!("give a whole number up to {}", N::LARGEST)));
    }
    Ok(number)
}

/// A number of an action, with the largest one of its format: that of a signed number.
pub trait BoundedNumber: DeserializeOwned + PartialOrd + Copy + fmt::Display {
    /// The largest number.
    const LARGEST: Self;
}

impl BoundedNumber for u32 {
    const LARGEST: Self = i32::MAX.cast_unsigned();
}

impl BoundedNumber for u64 {
    const LARGEST: Self = i64::MAX.cast_unsigned();
}

/// Records that an action lacks a member that its kind needs.
pub fn missing(member: &'static str, violations: &mut Violations) -> Refused {
    let detail = format_args!("the action needs {member}");
    violations.at(member).refuse(ViolationCode::MissingField, "F4", detail)
}

/// Refuses an action of a player whom the game does not wait for.
pub fn out_of_turn(rule: &'static str, violations: &mut Violations) -> Refused {
    let detail = "the game does not wait for this player";
    violations.at("player").refuse(ViolationCode::OutOfTurn, rule, detail)
}

/// Refuses a kind of action that the player can't take now.
pub fn not_possible(rule: &'static str, detail: &str, violations: &mut Violations) -> Refused {
    violations.at("kind").refuse(ViolationCode::NotPossible, rule, detail)
}
