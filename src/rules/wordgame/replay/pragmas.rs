//! The pragmas of a record that are remarks on the game (RULEBOOK C7).

use super::game::Game;
use crate::rules::Violations;
use crate::rules::wordgame::gcg::{Pragma, Record};
use crate::rules::wordgame::rack::Rack;
use crate::rules::wordgame::ruleset::Rules;

/// The pragmas that name the rules or the words of a game, with what they name.
const OF_RULES: [(&str, &str); 6] = [
    ("lexicon", "lexicon"),
    ("game-type", "game type"),
    ("variant", "variant"),
    ("board-layout", "board layout"),
    ("tile-distribution", "tile distribution"),
    ("tile-set", "tile set"),
];

/// The same in notes before the first event, as Macondo writes them: `#note BoardLayout: Super`.
const OF_RULES_IN_NOTES: [(&str, &str); 3] = [
    ("Variant", "variant"),
    ("BoardLayout", "board layout"),
    ("LetterDistribution", "tile distribution"),
];

/// Returns the lexicon that a record names.
pub(super) fn lexicon(record: &Record) -> Option<String> {
    let lexicon = record.pragma("lexicon").map(|pragma| pragma.text.clone());
    lexicon.filter(|name| !name.is_empty())
}

/// Returns the racks that a record gives in pragmas, by player.
pub(super) fn racks(record: &Record, rules: &Rules) -> Vec<Option<Rack>> {
    let rack = |number: usize| {
        let text = &record.pragma(&format!("rack{number}"))?.text;
        Rack::read(text, rules.rack_size, &mut Violations::default()).ok()
    };
    (1..=record.players.len()).map(rack).collect()
}

/// Returns the remarks on a game: the rules that its record names, and the racks of `#rack1`,
/// `#rack2` and so on that contradict the game at its end.
pub(super) fn remarks(record: &Record, game: &Game<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    for Pragma { name, text, .. } in &record.pragmas {
        let of_note = text.split_once(':').filter(|_| name.eq_ignore_ascii_case("note"));
        let named = of_note.and_then(|(key, value)| {
            let named = OF_RULES_IN_NOTES.iter().find(|(known, _)| *known == key.trim_end());
            named.map(|(_, what)| (*what, value.trim()))
        });
        remarks.extend(named.map(|(what, value)| remark_on_rules(what, value)));
    }
    let after_events = record.events.iter().flat_map(|event| &event.notes);
    for Pragma { name, text, .. } in record.pragmas.iter().chain(after_events) {
        let named = OF_RULES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
        remarks.extend(named.map(|(_, what)| remark_on_rules(what, text)));
        if let Some(seat) = seat_of_rack(name).filter(|&seat| seat < record.players.len()) {
            let remark = game.contradiction_at_end(seat, text);
            remarks.extend(remark.map(|remark| format!("#{name}: {remark}")));
        }
    }
    remarks
}

fn remark_on_rules(what: &str, value: &str) -> String {
    format!(
        "the record names the {what} {value:?}; the game is judged with the lexicon and the rules \
         of the request"
    )
}

/// Returns the seat whose rack a pragma such as `rack1` gives.
fn seat_of_rack(name: &str) -> Option<usize> {
    let (rack, number) = name.split_at_checked("rack".len())?;
    let number = number.parse::<usize>().ok().filter(|_| rack.eq_ignore_ascii_case("rack"));
    number.and_then(|number| number.checked_sub(1))
}
