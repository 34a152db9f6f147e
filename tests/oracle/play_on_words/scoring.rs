//! Scores of turns (RULEBOOK P2–P5, P8, P10, P11).

use std::collections::BTreeSet;

use super::card::{Card, MAX_CARDS, hand_cards, played_cards};
use super::judging::judge;
use super::types::{MIN_LETTERS, Rules, Scored, Stage, Turn, Version, Words};

/// P11.
const GOING_OUT: u32 = 7;

/// P11.
const INITIAL_HAND: u32 = 20;

/// Returns the hand cards of a play. Returns `None` if a table card is missing from the play or no
/// hand card is added (P5, P8).
fn added_cards(play: &[Card], base_words: &[&[Card]], rules: &Rules) -> Option<Vec<Card>> {
    let mut added = play.to_vec();
    for base in base_words.iter().copied().flatten() {
        // P15: if cards may change, only the face must be the same.
        let same = |card: &Card| {
            if rules.cards_may_change { card.face == base.face } else { card == base }
        };
        added.remove(added.iter().position(same)?);
    }
    (!added.is_empty()).then_some(added)
}

/// Takes the cards out of the hand. Returns `None` if a card is missing.
fn take(cards: &[Card], left: &mut [Option<Card>]) -> Option<()> {
    for card in cards {
        let place = left.iter().position(|other| *other == Some(card.open()))?;
        left[place] = None;
    }
    Some(())
}

/// P11, P16: returns the bonuses for going out and for the initial hand.
pub(super) fn bonuses(
    all_gone: bool,
    new_word_cards: usize,
    stage: Stage,
    rules: &Rules,
) -> (u32, u32) {
    if rules.version != Version::Rummy || stage.last_play || !all_gone {
        return (0, 0);
    }
    let is_initial_hand = stage.first_turn && new_word_cards == MAX_CARDS;
    (GOING_OUT, if is_initial_hand { INITIAL_HAND } else { 0 })
}

/// Scores a turn. Its words need not be allowed, but returns `None` if it breaks another rule: a
/// card that is not in the hand (P2: the single letters of a combo card are not), a missing card of
/// a table word, no card added, a word with fewer than three letters, a table word that doesn't
/// exist or is used twice, an empty turn.
///
/// # Panics
/// If a card is malformed or the hand has more than eight (P3).
#[must_use]
pub(crate) fn score(
    hand: &[&str],
    table: &[Vec<String>],
    turn: &Turn,
    stage: Stage,
    words: &Words,
    rules: &Rules,
) -> Option<Scored> {
    let mut left: Vec<Option<Card>> = hand_cards(hand).into_iter().map(Some).collect();
    let mut table: Vec<Vec<Card>> = table.iter().map(|word| played_cards(word)).collect();
    let mut parts = Vec::new();
    let mut new_word_cards = 0;

    // P4.
    if let Some(new_word) = &turn.new_word {
        let play = played_cards(new_word);
        take(&play, &mut left)?;
        parts.push(judge(&play, &[], words, rules));
        new_word_cards = play.len();
        // P10.
        if rules.play_on_new_word {
            table.push(play);
        }
    }

    // P5, P8, P10.
    let mut used = BTreeSet::new();
    for play_on in &turn.play_ons {
        let mut base_words: Vec<&[Card]> = Vec::new();
        for &index in &play_on.onto {
            base_words.push(table.get(index)?);
            if !used.insert(index) {
                return None;
            }
        }
        if base_words.is_empty() {
            return None;
        }
        let play = played_cards(&play_on.word);
        take(&added_cards(&play, &base_words, rules)?, &mut left)?;
        parts.push(judge(&play, &base_words, words, rules));
    }

    // P3, P4.
    if parts.is_empty() || parts.iter().any(|part| part.word.len() < MIN_LETTERS) {
        return None;
    }
    let all_gone = left.iter().all(Option::is_none);
    let (going_out, initial_hand) = bonuses(all_gone, new_word_cards, stage, rules);
    let hand_left = hand.iter().zip(&left).filter(|(_, card)| card.is_some());
    Some(Scored {
        total: parts.iter().map(|part| part.points).sum::<u32>() + going_out + initial_hand,
        valid: parts.iter().all(|part| part.valid),
        parts,
        went_out: all_gone && !stage.last_play && rules.version != Version::FullDeck,
        going_out,
        initial_hand,
        hand_left: hand_left.map(|(text, _)| (*text).to_owned()).collect(),
    })
}
