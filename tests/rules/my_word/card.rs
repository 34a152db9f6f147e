//! Cards as text and on the table.

use wordcourt::rules::my_word::{Card, CardError, PlayedCard, Table};
use wordcourt::word::Letter;

#[test]
fn cards_round_trip_through_text() {
    for text in ["M", "SH", "?", "??"] {
        assert_eq!(text.parse::<Card>().unwrap().to_string(), text);
    }
    for text in ["M", "SH", "?=E", "??=AS"] {
        assert_eq!(text.parse::<PlayedCard>().unwrap().to_string(), text);
    }
    assert_eq!("sH".parse::<Card>().unwrap().to_string(), "SH");
    assert_eq!("??=as".parse::<PlayedCard>().unwrap().to_string(), "??=AS");
}

#[test]
fn invalid_cards_are_rejected_with_a_reason() {
    for text in ["?", "??"] {
        assert_eq!(text.parse::<PlayedCard>(), Err(CardError::Unannounced), "{text}");
    }
    for text in ["?=E", "??=AS"] {
        assert_eq!(text.parse::<Card>(), Err(CardError::Announced), "{text}");
    }
    for (text, error) in
        [("?=AS", CardError::TwoLettersForWild), ("??=A", CardError::OneLetterForDoubleWild)]
    {
        assert_eq!(text.parse::<PlayedCard>(), Err(error), "{text}");
    }
    for text in
        ["", "=", "=E", "=AS", "E=", "E=E", "?=", "??=ASK", "???", "?A", "ASK", "É", "1", "A ", "*"]
    {
        assert_eq!(text.parse::<PlayedCard>(), Err(CardError::NotACard), "{text}");
        assert_eq!(text.parse::<Card>(), Err(CardError::NotACard), "{text}");
    }
}

#[test]
fn every_card_is_counted_separately() {
    let singles = Letter::all().map(Card::Single);
    let doubles = Letter::all()
        .flat_map(|first| Letter::all().map(move |second| Card::Double(first, second)));
    let wilds = [Card::Wild, Card::DoubleWild];
    let cards: Vec<Card> = singles.chain(doubles).chain(wilds).collect();
    let table = Table::new(&cards);
    assert!(cards.iter().all(|&card| table.count(card) == 1));
    assert!(table.cards().eq(cards), "the cards are listed in the fixed order");
}
