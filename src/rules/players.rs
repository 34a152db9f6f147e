//! The players at a table: names that tell them apart, in seat order (RULEBOOK W5).

use super::breach::{BreachCode, Breaches};
use super::{counted, limits};

/// Checks the names at a table: at least `least` and at most [`limits::PLAYERS`] of them, none empty, too long or twice there.
///
/// `pointer` is where the list stands; `field` names the member that holds the name, if the list holds objects.
pub fn check_table<'n>(
    names: impl ExactSizeIterator<Item = &'n str>,
    least: usize,
    pointer: &str,
    field: &str,
    breaches: &mut Breaches,
) {
    if names.len() < least {
        breaches.add_formal(
            BreachCode::TooFew,
            pointer,
            format_args!("{}; at least {least} are wanted", counted(names.len(), "player")),
        );
    }
    if names.len() > limits::PLAYERS {
        let detail = format_args!("{} players; a table has at most {}", names.len(), limits::PLAYERS);
        return breaches.add_formal(BreachCode::TooMany, pointer, detail);
    }
    let mut seen: Vec<&str> = Vec::with_capacity(names.len());
    for (seat, name) in names.enumerate() {
        let place = format!("{pointer}/{seat}{field}");
        check_name(name, &place, breaches);
        if let Some(first) = seen.iter().position(|earlier| *earlier == name) {
            breaches.add_formal(
                BreachCode::DuplicatePlayer,
                &place,
                format_args!("seat {first} bears that name already"),
            );
        }
        seen.push(name);
    }
}

/// Checks a player's name: neither empty nor too long.
pub fn check_name(name: &str, pointer: &str, breaches: &mut Breaches) {
    if name.is_empty() || name.chars().count() > limits::NAME_CHARACTERS {
        let detail = format_args!("a name has 1 to {} characters", limits::NAME_CHARACTERS);
        breaches.add_formal(BreachCode::OutOfBounds, pointer, detail);
    }
}

/// Checks that a player named elsewhere in a request sits at the table; says at which seat.
pub fn check_seated<'n>(
    name: &str,
    mut table: impl Iterator<Item = &'n str>,
    pointer: &str,
    breaches: &mut Breaches,
) -> Option<usize> {
    let seat = table.position(|seated| seated == name);
    if seat.is_none() {
        breaches.add_formal(BreachCode::UnknownPlayer, pointer, "nobody of that name is among the players");
    }
    seat
}
