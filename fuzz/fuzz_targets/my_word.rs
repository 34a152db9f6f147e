//! Cards and calls of My Word!: what is read is written alike, and no call beats the laying of its word.

#![no_main]

use std::cmp::Reverse;

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::{Lexicon, Overlay};
use wordcourt::rules::my_word::{Call, Card, Dictionary, MIN_CARDS, PlayedCard, Table, lay};

fuzz_target!(|texts: (&str, &str)| {
    let (table, call) = texts;
    let cards: Vec<Card> = table.split(' ').filter_map(|card| card.parse().ok()).take(56).collect();
    for card in &cards {
        assert_eq!(card.to_string().parse(), Ok(*card));
    }
    let played: Result<Vec<PlayedCard>, _> = call.split(' ').map(str::parse).collect();
    let Some(call) = played.ok().and_then(Call::new) else { return };
    let again: Result<Vec<PlayedCard>, _> = call.iter().map(|card| card.to_string().parse()).collect();
    assert_eq!(again.ok().and_then(Call::new).as_ref(), Some(&call));
    assert_eq!(call.lines().last().map(|line| line.running_total as usize), Some(call.points()));

    // From the other cards and its own the word is laid at least as well as called.
    let faces = call.iter().map(|card| card.face());
    let table = Table::new(&cards.into_iter().chain(faces).collect::<Vec<_>>());
    assert!(call.missing_from(&table).is_empty());
    let Ok(laid) = lay(call.word(), &table) else { return };
    let laid = laid.expect("the call has just spelled it");
    let worth = |call: &Call| (call.points(), Reverse(call.wilds()));
    assert!(worth(&laid) >= worth(&call) && laid.missing_from(&table).is_empty());

    // No lexicon holds a word of one letter.
    let Ok(lexicon) = Lexicon::from_text(&format!("{}\n", call.word()), "") else { return };
    let Ok(best) = Dictionary::build(&lexicon).best(Overlay::none(), &table, 1) else { return };
    let expected = Some(laid).filter(|call| call.points() >= MIN_CARDS);
    assert_eq!(best.into_iter().next(), expected);
});
