//! Cards as text.

use wordcourt::rules::play_on_words::{Card, CardError, Flip, PlayedCard};

#[test]
fn cards_round_trip_through_text() {
    for text in ["A", "Z", "ST", "QU", "J/X", "V/Z", "*"] {
        assert_eq!(text.parse::<Card>().unwrap().to_string(), text);
    }
    for text in ["A", "CK", "J/X=X", "V/Z=V", "*=E"] {
        assert_eq!(text.parse::<PlayedCard>().unwrap().to_string(), text);
    }
    assert_eq!("qu".parse::<Card>().unwrap().to_string(), "QU");
    assert_eq!("j/x=x".parse::<PlayedCard>().unwrap().to_string(), "J/X=X");
}

#[test]
fn invalid_cards_are_rejected_with_a_reason() {
    let wild = Card::Wild;
    let flip = Card::Flip(Flip::JOrX);
    assert_eq!("*".parse::<PlayedCard>(), Err(CardError::Unannounced(wild)));
    assert_eq!("J/X".parse::<PlayedCard>(), Err(CardError::Unannounced(flip)));
    assert_eq!("*=E".parse::<Card>(), Err(CardError::Announced(wild)));
    assert_eq!("J/X=V".parse::<PlayedCard>(), Err(CardError::WrongChoice(flip)));
    assert_eq!("*=EE".parse::<PlayedCard>(), Err(CardError::WrongChoice(wild)));
    assert_eq!("*=".parse::<PlayedCard>(), Err(CardError::WrongChoice(wild)));
    for text in ["", "TS", "X/J", "J/Z", "A=A", "ST=S", "É", "1", "A ", "J/X/", "=A"] {
        assert_eq!(text.parse::<PlayedCard>(), Err(CardError::NotACard), "{text}");
        assert_eq!(text.parse::<Card>(), Err(CardError::NotACard), "{text}");
    }
    assert_eq!(
        CardError::Unannounced(flip).to_string(),
        "a J/X card must announce its letter when it is played; write J/X=J or J/X=X"
    );
}
