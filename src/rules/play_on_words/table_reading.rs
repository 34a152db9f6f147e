//! The reading of table words whose wild and flip cards may change (RULEBOOK P15).

use super::card::{Card, Flip};
use super::play::Play;
use super::ruleset::{Rules, TableCards};
use super::word_formation::WordFormation;
use crate::lexicon::LetterCounts;
use crate::word::{Letter, Word};

/// The letters that the wild and flip cards of a word show, counted per face.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ShownLetters([LetterCounts; 3]);

impl ShownLetters {
    pub(super) fn of(play: &Play) -> Self {
        let mut shown = Self::default();
        for card in play.iter() {
            shown.add(card.face(), card.letter());
        }
        shown
    }

    const fn slot(face: Card) -> Option<usize> {
        match face {
            Card::Flip(Flip::JOrX) => Some(0),
            Card::Flip(Flip::VOrZ) => Some(1),
            Card::Wild => Some(2),
            Card::Letter(_) | Card::Combo(_) => None,
        }
    }

    /// Adds a card that shows a letter; letter and combo cards are ignored.
    pub(super) fn add(&mut self, face: Card, letter: Letter) {
        if let Some(slot) = Self::slot(face) {
            self.0[slot].add(letter);
        }
    }

    /// Removes a card that shows a letter; returns true if there was one.
    pub(super) fn take(&mut self, face: Card, letter: Letter) -> bool {
        Self::slot(face).is_some_and(|slot| self.0[slot].take(letter))
    }
}

/// Classifies the way in which a word is formed from table words.
///
/// If wild and flip cards on the table may change, each takes the letter of a card with the same
/// face in the word, in the way that is best for the player.
pub(super) fn formation_of(
    word: &Word,
    base_words: &[&Play],
    shown: ShownLetters,
    rules: Rules,
) -> WordFormation {
    let has_choice = |play: &Play| play.iter().any(|card| card.face().is_choice());
    if rules.table_cards == TableCards::Fixed || !base_words.iter().any(|base| has_choice(base)) {
        let texts: Vec<&[u8]> = base_words.iter().map(|base| base.text()).collect();
        return WordFormation::of(word.as_bytes(), &texts);
    }
    let mut open_cards = Vec::new();
    for (base_word, base) in base_words.iter().enumerate() {
        let mut index = 0;
        for card in base.iter() {
            if card.face().is_choice() {
                open_cards.push(OpenCard { face: card.face(), base_word, index });
            }
            index += card.face().letter_count();
        }
    }
    let mut texts: Vec<Vec<u8>> = base_words.iter().map(|base| base.text().to_vec()).collect();
    best_reading(word, &mut texts, &open_cards, shown)
}

/// A wild or flip card of a base word whose letter may change.
struct OpenCard {
    face: Card,
    /// The base word's index, and the index of the card's letter in it.
    base_word: usize,
    index: usize,
}

/// Returns the best formation over all readings of the open cards as the letters shown; `texts` are
/// the base words with the letters read so far.
fn best_reading(
    word: &Word,
    texts: &mut [Vec<u8>],
    open_cards: &[OpenCard],
    shown: ShownLetters,
) -> WordFormation {
    let Some((card, later_cards)) = open_cards.split_first() else {
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        return WordFormation::of(word.as_bytes(), &texts);
    };
    let mut best = WordFormation::InOrder;
    for letter in Letter::all() {
        let mut shown_later = shown;
        if shown_later.take(card.face, letter) {
            texts[card.base_word][card.index] = letter.as_ascii();
            best = best.max(best_reading(word, texts, later_cards, shown_later));
            if best == WordFormation::Rearranged {
                break;
            }
        }
    }
    best
}
