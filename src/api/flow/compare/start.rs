//! The check that games start alike, but for the names of the players.

use serde_json::{Value, json};

use crate::api::flow::Flow;
use crate::api::flow::start::Started;
use crate::rules::{Refused, ViolationCode, Violations};

/// Checks that a game has the players, the rules, the chance and the dealer of the first one. Places
/// are relative to the start.
///
/// # Errors
/// Records `conflicting_fields` at the first member that differs.
pub(super) fn check_same<G: Flow>(
    first: &Started<G>,
    other: &Started<G>,
    violations: &mut Violations,
) -> Result<(), Refused> {
    let (one, two) = (players(first), players(other));
    if one.len() != two.len() {
        return Err(refuse("players", violations));
    }
    let sources = ["seed", "secret", "deck"].into_iter();
    let source = sources.clone().find(|source| other.canonical().contains_key(*source));
    let (saved, other_saved) = (saved::<G>(&first.state), saved::<G>(&other.state));
    for (member, place) in [("rules", "rules"), ("seed", source.unwrap_or("seed"))] {
        if saved[member] != other_saved[member] {
            return Err(refuse(place, violations));
        }
    }
    if let Some(seat) = (0..one.len()).find(|&seat| one[seat] != two[seat]) {
        return Err(refuse(seat, &mut violations.at("players")));
    }
    if dealer(&saved) == dealer(&other_saved) {
        return Ok(());
    }
    Err(refuse("dealer", violations))
}

/// Records that a member differs from that of the first record.
pub(super) fn refuse(
    member: impl Into<crate::rules::violation::Segment>,
    violations: &mut Violations,
) -> Refused {
    let detail = "compared games have the same start, but for names; this differs from record 0";
    violations.at(member).refuse_form(ViolationCode::ConflictingFields, detail)
}

/// Returns the cards in the hands of all seats and in the pile, and the seat of the dealer.
pub(super) fn cards<G: Flow>(state: &G::State) -> Value {
    let saved = saved::<G>(state);
    let players = saved["players"].as_array().into_iter().flatten();
    let hands: Vec<_> = players.map(|player| [&player["hand"], &player["rack"]]).collect();
    json!([saved["deck"], hands, dealer(&saved)])
}

fn saved<G: Flow>(state: &G::State) -> Value {
    // States are always JSON.
    serde_json::to_value(G::save(state)).unwrap_or_default()
}

/// Returns the seat of the dealer of a state.
fn dealer(saved: &Value) -> Option<usize> {
    let players = saved["players"].as_array()?;
    players.iter().position(|player| player["name"] == saved["dealer"])
}

/// Returns the players without their names.
fn players<G: Flow>(start: &Started<G>) -> Vec<Value> {
    let players = start.canonical()["players"].as_array().into_iter().flatten();
    let unnamed = players.cloned().map(|mut player| {
        player["name"] = Value::Null;
        player
    });
    unnamed.collect()
}
