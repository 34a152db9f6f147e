//! The places of a state, the same for every game.

use serde_json::Value;
use wordcourt::rules::Variant;

/// The members of a state and of its players that have cards.
const PILES: [&str; 5] = ["deck", "discards", "board", "table", "set_aside"];
const OF_PLAYERS: [&str; 3] = ["hand", "rack", "collected"];

/// Returns all cards of a state in all places, sorted; wilds without what they stand for.
pub(crate) fn all_cards(state: &Value) -> Vec<String> {
    let is_wordgame = state["game"] == "wordgame";
    let mut cards = Vec::new();
    for pile in PILES {
        if is_wordgame && pile == "board" {
            let rows = state[pile].as_array().into_iter().flatten().filter_map(Value::as_str);
            let tiles = rows.flat_map(str::chars).filter(|&mark| mark != '.');
            cards
                .extend(tiles.map(|mark| if mark.is_lowercase() { '?' } else { mark }.to_string()));
        } else {
            collect(&state[pile], &mut cards);
        }
    }
    for player in state["players"].as_array().into_iter().flatten() {
        for place in OF_PLAYERS {
            collect(&player[place], &mut cards);
        }
    }
    cards.sort_unstable();
    cards
}

fn collect(place: &Value, cards: &mut Vec<String>) {
    match place {
        Value::Array(items) => items.iter().for_each(|item| collect(item, cards)),
        Value::String(card) => cards.extend(card.split('=').next().map(str::to_owned)),
        _ => {}
    }
}

/// Returns the cards of the deck with which a state is played, sorted.
pub(crate) fn deck_of(state: &Value) -> Vec<String> {
    let mut deck = Vec::new();
    let mut add = |card: &str, count: usize| deck.extend(vec![card.to_owned(); count]);
    if state["game"] == "wordgame" {
        for (tile, count) in state["rules"]["bag"].as_object().into_iter().flatten() {
            add(tile, count.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0));
        }
    } else if let Ok(game) = serde_json::from_value::<Variant>(state["game"].clone()) {
        for card in game.rule_data().deck {
            add(&card.card, card.count as usize);
        }
    }
    deck.sort_unstable();
    deck
}

/// Checks that a state has the cards of its deck, in whatever places, or none before the first deal.
///
/// # Panics
/// If it has others.
pub(crate) fn check_cards(state: &Value) {
    let cards = all_cards(state);
    let is_before_deal = state["round"] == 0 && cards.is_empty();
    assert!(is_before_deal || cards == deck_of(state), "{state}");
}

/// Returns the JSON pointers of all values in a value, those of objects and lists before their
/// members.
pub(crate) fn pointers(value: &Value) -> Vec<String> {
    fn add(value: &Value, pointer: &str, found: &mut Vec<String>) {
        let mut visit = |name: &str, member: &Value| {
            let pointer = format!("{pointer}/{name}");
            found.push(pointer.clone());
            add(member, &pointer, found);
        };
        match value {
            Value::Object(members) => members.iter().for_each(|(name, member)| visit(name, member)),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(at, item)| visit(&at.to_string(), item));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    add(value, "", &mut found);
    found
}
