//! The cards of a play-on compared with those of its table words (RULEBOOK P2, P5, P8, P15).

use super::card::{Card, PlayedCard};
use super::hand::join_cards;
use super::play::Play;
use super::ruleset::TableCards;
use crate::rules::{Refused, ViolationCode, Violations};
use crate::word::Letter;

/// A card of a word with its index there.
pub(super) type IndexedCard = (usize, PlayedCard);

/// The cards of a word compared with those of its base words.
pub(super) struct Comparison {
    /// The cards of the word that do not come from the base words.
    pub(super) added: Vec<IndexedCard>,
    /// Combo cards of the base words that the word has as two letter cards instead.
    torn: Vec<PlayedCard>,
    /// Wild and flip cards of the base words that the word reads as another letter.
    changed: Vec<PlayedCard>,
    /// The other cards of the base words that the word lacks.
    lost: Vec<PlayedCard>,
}

impl Comparison {
    pub(super) fn of(word: &Play, base_words: &[&Play], table_cards: TableCards) -> Self {
        let is_kept_by = |base_card: PlayedCard, card: &PlayedCard| match table_cards {
            TableCards::Fixed => *card == base_card,
            TableCards::Change => card.face() == base_card.face(),
        };
        let mut added: Vec<IndexedCard> = word.iter().copied().enumerate().collect();
        // Exact matches come first: a card is missing only if the word has too few copies of it.
        let missing: Vec<PlayedCard> = base_words
            .iter()
            .flat_map(|base| base.iter().copied())
            .filter(|&base_card| !take(&mut added, |card| is_kept_by(base_card, card)))
            .collect();
        let (mut torn, mut changed, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for base_card in missing {
            let face = base_card.face();
            if face.is_choice() && take(&mut added, |card| card.face() == face) {
                changed.push(base_card);
            } else if let Card::Combo(combo) = face
                && take_letters(&mut added, combo.letters())
            {
                torn.push(base_card);
            } else {
                lost.push(base_card);
            }
        }
        Self { added, torn, changed, lost }
    }

    /// Refuses a word that does not keep all cards of its base words, or that adds no card.
    pub(super) fn check(
        &self,
        word: &Play,
        base_words: usize,
        violations: &mut Violations,
    ) -> Result<(), Refused> {
        let Self { added, torn, changed, lost } = self;
        let rule = if base_words == 1 { "P5" } else { "P8" };
        let mut result = Ok(());
        if !torn.is_empty() {
            let detail = format_args!("combo cards on the table stay whole: {}", join_cards(torn));
            result = Err(violations.refuse(ViolationCode::TornCombo, "P2", detail));
        }
        if !changed.is_empty() {
            let detail = format_args!(
                "wild and flip cards on the table keep their letters, unless the rule table_cards \
                 is change: {}",
                join_cards(changed)
            );
            result = Err(violations.refuse(ViolationCode::ChoiceChanged, "P15", detail));
        }
        if !lost.is_empty() {
            let detail =
                format_args!("{} leaves out {} from the table", word.word(), join_cards(lost));
            let missing = lost.iter().map(ToString::to_string).collect();
            let code = ViolationCode::LetterLost;
            result = Err(violations.refuse_missing(code, rule, missing, detail));
        }
        if added.is_empty() {
            let detail = format_args!("{} adds no card from the hand", word.word());
            result = Err(violations.refuse(ViolationCode::NothingAdded, rule, detail));
        }
        result
    }
}

/// Takes the first card that matches; returns true if there was one.
fn take(cards: &mut Vec<IndexedCard>, matches: impl Fn(&PlayedCard) -> bool) -> bool {
    let place = cards.iter().position(|(_, card)| matches(card));
    place.map(|place| cards.remove(place)).is_some()
}

/// Takes a letter card for each of two letters, or nothing; returns true if both were there.
fn take_letters(cards: &mut Vec<IndexedCard>, letters: [Letter; 2]) -> bool {
    let mut rest = cards.clone();
    let has_both =
        letters.iter().all(|letter| take(&mut rest, |card| card.face() == Card::Letter(*letter)));
    if has_both {
        *cards = rest;
    }
    has_both
}
