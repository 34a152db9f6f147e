//! Cards and calls of My Word!: formatting inverts parsing, and no call beats the best placement of
//! its word.

#![no_main]

use std::cmp::Reverse;

use libfuzzer_sys::fuzz_target;
use wordcourt::lexicon::Lexicon;
use wordcourt::rules::my_word::{Call, Card, MIN_CARDS, PlayedCard, SearchIndex, Table, place};

fuzz_target!(|texts: (&str, &str)| {
    let (table, call) = texts;
    let cards: Vec<Card> = table.split(' ').filter_map(|card| card.parse().ok()).take(56).collect();
    for card in &cards {
        assert_eq!(card.to_string().parse(), Ok(*card));
    }
    let played: Result<Vec<PlayedCard>, _> = call.split(' ').map(str::parse).collect();
    let Some(call) = played.ok().and_then(Call::new) else { return };
    let again: Result<Vec<PlayedCard>, _> =
        call.iter().map(|card| card.to_string().parse()).collect();
    assert_eq!(again.ok().and_then(Call::new).as_ref(), Some(&call));
    assert_eq!(call.lines().last().map(|line| line.running_total as usize), Some(call.points()));

    // If the table has the cards of the call, the best placement is at least as good as the call.
    let faces = call.iter().map(|card| card.face());
    let table = Table::new(&cards.into_iter().chain(faces).collect::<Vec<_>>());
    assert!(call.missing_from(&table).is_empty());
    let Ok(placed) = place(call.word(), &table) else { return };
    let placed = placed.expect("the cards of the call spell the word");
    let score_key = |call: &Call| (call.points(), Reverse(call.wilds()));
    assert!(score_key(&placed) >= score_key(&call) && placed.missing_from(&table).is_empty());

    // A lexicon has no words of one letter.
    let Ok(lexicon) = Lexicon::from_text(&format!("{}\n", call.word()), "") else { return };
    let Ok(best) = SearchIndex::build(&lexicon).best(&lexicon, &table, 1) else { return };
    let expected = Some(placed).filter(|call| call.points() >= MIN_CARDS);
    assert_eq!(best.into_iter().next(), expected);
});
