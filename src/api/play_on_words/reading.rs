//! Functions that read positions, hands and tables.

use serde::Serialize;

use super::requests::{HandCards, TableWords, WordCards};
use super::rules::PlayOnWordsRules;
use crate::api::bounds::each;
use crate::rules::play_on_words::{Card, Hand, Play, Rules, Stage, Table, check_deck, remarks};
use crate::rules::{Refused, Remark, ViolationCode, Violations};

/// The position of a player, with the house rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct PositionQuery {
    pub(super) hand: Hand,
    pub(super) table: Table,
    #[serde(flatten)]
    pub(super) stage: Stage,
    pub(super) rules: Rules,
}

impl PositionQuery {
    /// Reads a position.
    pub(super) fn read<const MIN: usize>(
        (hand, table): (&HandCards<MIN>, Option<&TableWords>),
        (first_turn, last_play): (Option<bool>, Option<bool>),
        rules: Option<PlayOnWordsRules>,
        violations: &mut Violations,
    ) -> Result<Self, Refused> {
        let rules = PlayOnWordsRules::of(rules);
        let stage = stage(first_turn, last_play);
        let hand = self::hand(hand, &mut violations.at("hand"));
        let table = self::table(table, violations);
        let (hand, table) = (hand?, table?);
        check_deck(self::shown_cards(&table, hand.iter().copied()), rules.strict_deck, violations)?;
        Ok(Self { hand, table, stage, rules })
    }

    /// Returns the remarks on the cards of the hand and the table (RULEBOOK W7).
    pub(super) fn remarks(&self) -> Vec<Remark> {
        remarks(shown_cards(&self.table, self.hand.iter().copied()))
    }

    /// Returns the memory that the table takes, in bytes.
    pub(super) fn table_bytes(&self) -> usize {
        self.table.iter().map(|word| size_of_val(&word[..])).sum()
    }
}

/// Returns the stage of the round.
pub(super) fn stage(first_turn: Option<bool>, last_play: Option<bool>) -> Stage {
    Stage { first_turn: first_turn.unwrap_or_default(), last_play: last_play.unwrap_or_default() }
}

/// Checks that the deck has the cards of a table on which rulings are made. Only the rule
/// `strict_deck` limits them; whose cards are too many is not known, so nobody can be ruled against.
pub(super) fn check_strict_deck(
    cards: impl Iterator<Item = Card>,
    rules: Rules,
    violations: &mut Violations,
) -> Result<(), Refused> {
    if rules.strict_deck { check_deck(cards, true, violations) } else { Ok(()) }
}

/// Returns the cards of the table and of hands.
pub(super) fn shown_cards(
    table: &Table,
    in_hands: impl Iterator<Item = Card>,
) -> impl Iterator<Item = Card> {
    table.iter().flat_map(|word| word.iter()).map(|card| card.face()).chain(in_hands)
}

/// Reads a hand of up to eight cards.
fn hand<const MIN: usize>(
    cards: &HandCards<MIN>,
    violations: &mut Violations,
) -> Result<Hand, Refused> {
    if cards.len() < MIN {
        let detail = "a hand has at least one card";
        return Err(violations.refuse(ViolationCode::TooFew, "P3", detail));
    }
    let cards = cards.read("P3", violations)?;
    Hand::new(&cards).map_err(|error| {
        let (code, rule) = error.violation();
        violations.refuse(code, rule, error)
    })
}

/// Reads a word on the table.
fn play(cards: &WordCards, violations: &mut Violations) -> Result<Play, Refused> {
    if cards.is_empty() {
        let detail = "a word has at least one card";
        return Err(violations.refuse(ViolationCode::TooFew, "P4", detail));
    }
    let cards = cards.read("W3", violations)?;
    Play::new(cards).map_err(|error| violations.refuse(ViolationCode::TooMany, "W3", error))
}

/// Reads the words on the table.
pub(super) fn table(
    words: Option<&TableWords>,
    violations: &mut Violations,
) -> Result<Table, Refused> {
    let Some(words) = words else { return Ok(Table::default()) };
    let mut place = violations.at("table");
    let words = words.read("word", &mut place)?;
    let words = each(words, &mut place, play)?;
    Table::new(words, &mut place)
}
