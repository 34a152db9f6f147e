//! From the wire to the rules: every bound checked, all breaches at once, each with its place.

use super::wire::MyWordCollected;
use crate::http::cards::{NotACard, cards};
use crate::rules::my_word::{Call, Card, CardError, Collected, MIN_CARDS, PlayedCard, Table, TooManyWays};
use crate::rules::{BreachCode, Breaches, counted, limits, players};
use crate::word::Word;

impl NotACard for CardError {
    const RULE: &'static str = "M2";

    fn code(&self) -> BreachCode {
        match self {
            Self::NotACard => BreachCode::InvalidCard,
            Self::Unannounced => BreachCode::UnannouncedWild,
            Self::Announced => BreachCode::AnnouncedWild,
        }
    }
}

/// Reads the cards on the table: none to the whole deck.
pub(super) fn table(texts: &[String], breaches: &mut Breaches) -> Option<Table> {
    let cards: Vec<Card> = cards(texts, (limits::TABLE_CARDS, "M1"), "/table", breaches, str::parse)?;
    Some(Table::new(&cards))
}

/// Checks how many cards have not been dealt.
pub(super) fn deck(deck: u32, table: Option<&Table>, breaches: &mut Breaches) {
    let most = limits::TABLE_CARDS - table.map_or(0, Table::len);
    if deck as usize > most {
        let detail = format_args!("{deck}; a deck has {} cards, which leaves at most {most}", limits::TABLE_CARDS);
        breaches.add(BreachCode::OutOfBounds, "M1", "/deck", detail);
    }
}

/// What was called.
pub(super) enum Called {
    /// Cards in word order.
    Cards(Call),
    /// A word only; it takes the most cards that can spell it (RULEBOOK M3).
    Word(Word),
}

/// Reads a call: its cards or its word. Whether the rules allow it is not asked.
pub(super) fn called(call: Option<&[String]>, word: Option<&str>, breaches: &mut Breaches) -> Option<Called> {
    match (call, word) {
        (Some(texts), None) => {
            let cards: Vec<PlayedCard> = cards(texts, (limits::WORD_LETTERS, "M1"), "/call", breaches, str::parse)?;
            if cards.is_empty() {
                breaches.add(BreachCode::TooFew, "M2", "/call", format_args!("a word has at least {MIN_CARDS} cards"));
                return None;
            }
            let call = Call::new(cards);
            if call.is_none() {
                let detail = format_args!("the cards spell more than {} letters", limits::WORD_LETTERS);
                breaches.add(BreachCode::InvalidWord, "W1", "/call", detail);
            }
            call.map(Called::Cards)
        }
        (None, Some(text)) => match text.parse() {
            Ok(word) => Some(Called::Word(word)),
            Err(error) => {
                breaches.add(BreachCode::InvalidWord, "W1", "/word", error);
                None
            }
        },
        (Some(_), Some(_)) => {
            breaches.add_formal(BreachCode::ConflictingFields, "", "give either a call or a word, not both");
            None
        }
        (None, None) => {
            breaches.add_formal(BreachCode::MissingField, "", "give a call, or a word to be laid from the table");
            None
        }
    }
}

/// The refusal of a table for which no answer could be exact.
pub(super) fn too_many_ways(error: &TooManyWays, pointer: &str) -> Breaches {
    let mut breaches = Breaches::default();
    breaches.add(BreachCode::TooManyWays, "M3", pointer, error);
    breaches
}

impl Called {
    /// The word called.
    pub(super) const fn word(&self) -> Word {
        match self {
            Self::Cards(call) => *call.word(),
            Self::Word(word) => *word,
        }
    }

    /// Checks how the call has been laid; `None` if a breach says why the rules don't allow that.
    pub(super) fn check(&self, laid: Option<Call>, table: &Table, breaches: &mut Breaches) -> Option<Call> {
        let before = breaches.len();
        let pointer = match self {
            Self::Cards(call) => {
                for position in call.missing_from(table) {
                    let detail = format_args!("{} isn't on the table or has been used already", call[position].face());
                    breaches.add(BreachCode::CardNotOnTable, "M3", format_args!("/call/{position}"), detail);
                }
                "/call"
            }
            Self::Word(word) => {
                if laid.is_none() {
                    let detail = format_args!("the cards on the table can't spell {word}");
                    breaches.add(BreachCode::WordNotOnTable, "M3", "/word", detail);
                }
                "/word"
            }
        };
        if let Some(call) = laid.as_ref().filter(|call| call.points() < MIN_CARDS) {
            let detail = format_args!("{}; a word has at least {MIN_CARDS}", counted(call.points(), "card"));
            breaches.add(BreachCode::TooFew, "M2", pointer, detail);
        }
        laid.filter(|_| breaches.len() == before)
    }
}

/// Reads rounds: as many as players at most, each with every player once and no more cards than the deck has.
pub(super) fn rounds(rounds: &[Vec<MyWordCollected>], breaches: &mut Breaches) -> Vec<Vec<Collected>> {
    let Some(first) = rounds.first() else {
        breaches.add_formal(BreachCode::TooFew, "/rounds", "give at least one round");
        return Vec::new();
    };
    if rounds.len() > first.len().clamp(2, limits::PLAYERS) {
        let detail = format_args!("{}; a game has as many as players", counted(rounds.len(), "round"));
        breaches.add(BreachCode::TooMany, "M5", "/rounds", detail);
        return Vec::new();
    }
    let seats: Vec<&str> = first.iter().take(limits::PLAYERS).map(|collected| collected.player.as_str()).collect();
    for (number, round) in rounds.iter().enumerate() {
        let pointer = format!("/rounds/{number}");
        let names = round.iter().map(|collected| collected.player.as_str());
        players::check_table(names, 2, &pointer, "/player", breaches);
        for (place, collected) in round.iter().take(limits::PLAYERS).enumerate() {
            if !seats.contains(&collected.player.as_str()) {
                let detail = "the first round doesn't list this player";
                breaches.add_formal(BreachCode::UnknownPlayer, format_args!("{pointer}/{place}/player"), detail);
            }
        }
        for player in &seats {
            if round.iter().all(|collected| collected.player != *player) {
                let detail =
                    format_args!("{player:?} of the first round is missing; who collected nothing has 0 cards");
                breaches.add_formal(BreachCode::MissingField, &pointer, detail);
            }
        }
        let dealt = round.iter().fold(0_u32, |sum, collected| sum.saturating_add(collected.cards));
        if dealt as usize > limits::TABLE_CARDS {
            let detail = format_args!("{dealt} cards collected; a deck has {}", limits::TABLE_CARDS);
            breaches.add(BreachCode::OutOfBounds, "M1", &pointer, detail);
        }
    }
    let collected =
        |collected: &MyWordCollected| Collected { player: collected.player.clone(), cards: collected.cards };
    rounds.iter().map(|round| round.iter().map(collected).collect()).collect()
}
