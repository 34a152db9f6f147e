//! The players at a table: distinct names, in seat order (RULEBOOK W5).

use unicode_normalization::UnicodeNormalization as _;

use super::violation::{Refused, ViolationCode, Violations, counted};
use super::{labels, limits};

/// Checks the players of a table: at least `min` and at most [`limits::PLAYERS`] of them, with
/// distinct names that [`check_name`] accepts. Names that [look the same](is_same_name) are not
/// distinct.
///
/// Places of violations are relative to the list. If the items of the list are objects, `member` is
/// the member that contains the name.
///
/// ```
/// use wordcourt::rules::{Violations, players};
///
/// let mut violations = Violations::default();
/// let names = ["ann", "bob", "ann"].into_iter();
/// let checked = players::check_table(names, 2, Some("name"), &mut violations.at("players"));
/// assert!(checked.is_err());
/// assert_eq!(violations.as_slice()[0].pointer, "/players/2/name");
/// ```
///
/// # Errors
/// [`Refused`] after all names have been checked.
pub fn check_table<'n>(
    names: impl ExactSizeIterator<Item = &'n str>,
    min: usize,
    member: Option<&'static str>,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let mut checked = Ok(());
    if names.len() < min {
        let players = counted(names.len(), "player");
        let detail = format_args!("{players}; at least {min} are required");
        checked = Err(violations.refuse_form(ViolationCode::TooFew, detail));
    }
    if names.len() > limits::PLAYERS {
        // RULEBOOK F2: the published limit `players`.
        let most = limits::PLAYERS;
        let detail = format_args!("{} players; a table has at most {most}", names.len());
        return Err(violations.refuse(ViolationCode::TooMany, "F2", detail));
    }
    let mut seen: Vec<&str> = Vec::with_capacity(names.len());
    for (seat, name) in names.enumerate() {
        let mut violations = violations.at(seat);
        let name_checked = match member {
            Some(member) => check_listed_name(name, &seen, &mut violations.at(member)),
            None => check_listed_name(name, &seen, &mut violations),
        };
        checked = checked.and(name_checked);
        seen.push(name);
    }
    checked
}

fn check_listed_name(
    name: &str,
    seen: &[&str],
    violations: &mut Violations,
) -> Result<(), Refused> {
    let checked = check_name(name, violations);
    let Some(seat) = seen.iter().position(|earlier| is_same_name(earlier, name)) else {
        return checked;
    };
    let more = if seen[seat] == name { "" } else { " in other characters, which look the same" };
    let detail = format_args!("seat {seat} already has that name{more}; give another one");
    Err(violations.refuse_form(ViolationCode::DuplicatePlayer, detail))
}

/// Returns true if people see two names as the same: they are equal in Unicode's normal form NFC, in
/// which an `é` is one character.
///
/// ```
/// use wordcourt::rules::players::is_same_name;
///
/// assert!(is_same_name("Zo\u{eb}", "Zoe\u{308}") && !is_same_name("Zoë", "Zoe"));
/// ```
#[must_use]
pub fn is_same_name(one: &str, other: &str) -> bool {
    one == other || !(one.is_ascii() && other.is_ascii()) && one.nfc().eq(other.nfc())
}

/// Checks that a player's name is neither empty nor too long, and can be printed ([`labels`]).
///
/// # Errors
/// [`Refused`] if it has no characters or more than [`limits::NAME_CHARACTERS`], or one that is not
/// allowed in labels.
pub fn check_name(name: &str, violations: &mut Violations) -> Result<(), Refused> {
    if name.is_empty() || limits::is_longer(name, limits::NAME_CHARACTERS) {
        let detail = format_args!("a name has 1 to {} characters", limits::NAME_CHARACTERS);
        return Err(violations.refuse_form(ViolationCode::OutOfBounds, detail));
    }
    labels::check(name, violations)
}

/// Returns the seat of a player by name.
///
/// # Errors
/// [`Refused`] if no player at the table has that name.
pub fn check_seated<'n>(
    name: &str,
    mut table: impl Iterator<Item = &'n str>,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    table.position(|seated| seated == name).ok_or_else(|| {
        violations.refuse_form(ViolationCode::UnknownPlayer, "no player has that name")
    })
}
