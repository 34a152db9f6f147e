//! From the wire to the rules: every bound checked, all breaches at once, each with its place.

use std::fmt;

use super::wire::{PlayOnWordsPlayOn, PlayOnWordsRules, PlayOnWordsTurn};
use crate::http::cards::{NotACard, cards};
use crate::rules::play_on_words::{
    Card, CardError, HAND_CARDS, Hand, Play, PlayOn, PlayedCard, Rules, Stage, Table, Turn,
};
use crate::rules::{BreachCode, Breaches, limits};

impl NotACard for CardError {
    const RULE: &'static str = "P1";

    fn code(&self) -> BreachCode {
        match self {
            Self::NotACard | Self::WrongChoice(_) => BreachCode::InvalidCard,
            Self::Unannounced(_) => BreachCode::UnannouncedWild,
            Self::Announced(_) => BreachCode::AnnouncedWild,
        }
    }
}

/// Reads a hand of up to eight cards.
pub(super) fn hand(texts: &[String], pointer: &str, breaches: &mut Breaches) -> Option<Hand> {
    let cards = hand_cards(texts, pointer, breaches)?;
    Hand::new(&cards).map_err(|error| breaches.add(BreachCode::TooMany, error.rule(), pointer, error)).ok()
}

/// Reads the cards of a hand in their order.
pub(super) fn hand_cards(texts: &[String], pointer: &str, breaches: &mut Breaches) -> Option<Vec<Card>> {
    cards(texts, (HAND_CARDS, "P3"), pointer, breaches, str::parse)
}

/// Reads the cards of a word.
fn play(texts: &[String], pointer: fmt::Arguments<'_>, breaches: &mut Breaches) -> Option<Play> {
    if texts.is_empty() {
        breaches.add(BreachCode::TooFew, "P4", pointer, "a word has at least one card");
        return None;
    }
    let cards: Vec<PlayedCard> = cards(texts, (limits::WORD_LETTERS, "W3"), pointer, breaches, str::parse)?;
    Play::new(cards).map_err(|error| breaches.add(BreachCode::TooMany, "W3", pointer, error)).ok()
}

/// Reads the words on the table.
pub(super) fn table(texts: &[Vec<String>], breaches: &mut Breaches) -> Option<Table> {
    if texts.len() > limits::TABLE_WORDS {
        let detail = format_args!("{} words; a table has at most {}", texts.len(), limits::TABLE_WORDS);
        breaches.add_formal(BreachCode::TooMany, "/table", detail);
        return None;
    }
    let before = breaches.len();
    let mut words = Vec::with_capacity(texts.len());
    for (at, word) in texts.iter().enumerate() {
        let pointer = format_args!("/table/{at}");
        let word = play(word, pointer, breaches);
        if let Some(word) = &word {
            word.check_length(pointer, breaches);
        }
        words.extend(word);
    }
    // Lengths have been told at their places in the request, which those of the words that could be read may differ from.
    let mut more = Breaches::default();
    let table = Table::new(words, "/table", &mut more);
    breaches.extend(more.as_slice().iter().filter(|breach| breach.pointer == "/table").cloned());
    table.filter(|_| breaches.len() == before)
}

/// Reads a turn.
pub(super) fn turn(turn: &PlayOnWordsTurn, pointer: &str, breaches: &mut Breaches) -> Option<Turn> {
    let before = breaches.len();
    let word = turn.new_word.as_ref().map(|word| play(word, format_args!("{pointer}/new_word"), breaches));
    // Every play-on takes a card of the hand.
    if turn.play_ons.len() > HAND_CARDS {
        let detail = format_args!("{} play-ons; a hand has at most {HAND_CARDS} cards", turn.play_ons.len());
        breaches.add(BreachCode::TooMany, "P5", format_args!("{pointer}/play_ons"), detail);
        return None;
    }
    let mut play_ons = Vec::with_capacity(turn.play_ons.len());
    for (number, PlayOnWordsPlayOn { onto, word }) in turn.play_ons.iter().enumerate() {
        let place = format_args!("{pointer}/play_ons/{number}");
        if onto.len() > limits::TABLE_WORDS {
            let detail = format_args!("{} table words; a table has at most {}", onto.len(), limits::TABLE_WORDS);
            breaches.add_formal(BreachCode::TooMany, format_args!("{place}/onto"), detail);
        }
        let word = play(word, format_args!("{place}/word"), breaches);
        let onto = onto.iter().map(|&index| index as usize).collect();
        play_ons.extend(word.map(|word| PlayOn { onto, word }));
    }
    (breaches.len() == before).then_some(Turn { new_word: word.flatten(), play_ons })
}

/// Reads when in the round a turn is made.
pub(super) fn stage(first_turn: bool, last_play: bool, breaches: &mut Breaches) -> Stage {
    match (first_turn, last_play) {
        (true, true) => {
            let detail = "in last plays going out earns nothing, first turn or not";
            breaches.add(BreachCode::ConflictingFields, "P11", "/last_play", detail);
            Stage::Last
        }
        (true, false) => Stage::First,
        (false, true) => Stage::Last,
        (false, false) => Stage::Later,
    }
}

/// Reads house rules.
pub(super) fn rules(choice: Option<PlayOnWordsRules>) -> Rules {
    let PlayOnWordsRules { version, plural, play_on_new_word, table_cards } = choice.unwrap_or_default();
    Rules {
        version: version.unwrap_or_default(),
        plural: plural.unwrap_or_default(),
        play_on_new_word,
        table_cards: table_cards.unwrap_or_default(),
    }
}
