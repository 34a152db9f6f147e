//! Cards and words: formatting inverts parsing, and the lines of a score add up to its total.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wordcourt::rules::word_poker::{Card, Hand, LetterValues, Play, PlayedCard, Score, place};
use wordcourt::word::Word;

fuzz_target!(|text: &str| {
    if let Ok(word) = text.parse::<Word>() {
        assert_eq!(word.to_string(), text.to_ascii_uppercase());
    }
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    let values = LetterValues::default();
    let played: Result<Vec<PlayedCard>, _> = text.split(' ').map(str::parse).collect();
    let Some(play) = played.ok().and_then(|cards| Play::new(&cards).ok()) else { return };
    let score = Score::of(&play, &values, false);
    assert_eq!(
        score.lines(&play, &values).last().map(|line| line.running_total),
        Some(score.total)
    );
    let faces: Vec<Card> = play.iter().map(|card| card.face()).collect();
    let hand = Hand::new(&faces).expect("a play has at most seven cards");
    let (_, best) = place(&play.word(), &hand, &values, false).expect("these cards spell the word");
    assert!(best.total >= score.total);
});
