//! Every placement of a word, and the best words of a hand.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::scoring::{Card, MOST_CARDS, OMYWORD, score_cards};

/// A word with its best placement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BestPlay {
    /// Upper case.
    pub word: String,
    /// The points of the best placement.
    pub total: u32,
    /// The number of wilds that the best placement uses.
    pub wilds: usize,
    /// The best placement, as card texts in word order.
    pub play: Vec<String>,
}

/// The cards of a hand, counted by kind.
#[derive(Clone)]
struct Hand {
    blue: [usize; 26],
    red: [usize; 26],
    wilds: usize,
}

impl Hand {
    fn parse(hand: &[&str]) -> Hand {
        assert!(hand.len() <= MOST_CARDS, "O1: at most seven cards");
        let mut counted = Hand { blue: [0; 26], red: [0; 26], wilds: 0 };
        for &text in hand {
            if text == "*" {
                counted.wilds += 1;
                continue;
            }
            let card = Card::parse(text);
            assert!(!card.wild, "a wild in a hand is \"*\", not announced: {text:?}");
            *counted.left(card) += 1;
        }
        counted
    }

    /// Returns the number of cards left that can be played as `card`.
    fn left(&mut self, card: Card) -> &mut usize {
        let index = usize::from(card.letter - b'A');
        match (card.wild, card.red) {
            (true, _) => &mut self.wilds,
            (false, false) => &mut self.blue[index],
            (false, true) => &mut self.red[index],
        }
    }

    /// Returns true if there are at least as many wilds as letters without a real card.
    fn covers(&self, word: &str) -> bool {
        let mut need = [0_usize; 26];
        for letter in word.bytes() {
            need[usize::from(letter - b'A')] += 1;
        }
        let missing: usize = (0..26)
            .map(|index| need[index].saturating_sub(self.blue[index] + self.red[index]))
            .sum();
        missing <= self.wilds
    }
}

/// Returns every play that spells `word` with cards of `hand`: at each position a real blue card, a
/// real red card, a wild declared blue or a wild declared red (O3, rules 5 and 16). Each list of
/// card texts occurs once. A wild may play a letter that a real card could play.
///
/// # Panics
/// If a card is malformed, the hand has more than seven cards (O1), or the word has anything but
/// A–Z.
#[must_use]
pub(crate) fn placements(word: &str, hand: &[&str]) -> Vec<Vec<String>> {
    place_all(&word.to_ascii_uppercase(), &Hand::parse(hand))
        .iter()
        .map(|cards| texts(cards))
        .collect()
}

fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(|card| card.text()).collect()
}

fn place_all(word: &str, hand: &Hand) -> Vec<Vec<Card>> {
    assert!(
        word.bytes().all(|letter| letter.is_ascii_uppercase()),
        "W1: letters are A-Z: {word:?}"
    );
    let mut found = Vec::new();
    place(word.as_bytes(), &mut hand.clone(), &mut Vec::new(), &mut found);
    found
}

/// Recurses over the positions of the word. Each *kind* of card is tried once per position, so no
/// list occurs twice.
fn place(rest: &[u8], hand: &mut Hand, placed: &mut Vec<Card>, found: &mut Vec<Vec<Card>>) {
    let Some((&letter, rest)) = rest.split_first() else {
        found.push(placed.clone());
        return;
    };
    for wild in [false, true] {
        for red in [false, true] {
            let card = Card { letter, red, wild };
            if *hand.left(card) == 0 {
                continue;
            }
            *hand.left(card) -= 1;
            placed.push(card);
            place(rest, hand, placed, found);
            placed.pop();
            *hand.left(card) += 1;
        }
    }
}

// ------------------------------------------------------------------------------------------------
// best

/// Returns all words that the hand can spell, with their best placement, sorted: more points, fewer
/// wilds, alphabetical.
///
/// Among placements with equal totals, the best has fewer wilds, then the lowest cards from left to
/// right, in the order real blue < real red < wild blue < wild red.
///
/// `words` are the allowed words; OMYWORD is always allowed (O10). `category` has the words that
/// get +10 (O9). If `proper_nouns` is true, the words of the category are valid even if not in
/// `words` (O11). Entries of either list that are not 2–7 letters A–Z can't be played (O2, W3) and
/// are skipped; case doesn't matter (W1).
///
/// # Panics
/// If a card is malformed or the hand has more than seven cards (O1).
#[must_use]
pub(crate) fn best(
    hand: &[&str],
    words: &[&str],
    values: &[u32; 26],
    category: &[&str],
    proper_nouns: bool,
) -> Vec<BestPlay> {
    let hand = Hand::parse(hand);
    let category: BTreeSet<String> =
        category.iter().map(|word| word.to_ascii_uppercase()).collect();

    let mut allowed: BTreeSet<String> =
        words.iter().map(|word| word.to_ascii_uppercase()).collect();
    allowed.insert(OMYWORD.to_owned());
    if proper_nouns {
        allowed.extend(category.iter().cloned());
    }

    let mut plays: Vec<BestPlay> = allowed
        .iter()
        .filter(|word| (2..=7).contains(&word.len()))
        .filter(|word| word.bytes().all(|letter| letter.is_ascii_uppercase()))
        .filter(|word| hand.covers(word))
        .filter_map(|word| best_placement(word, &hand, values, category.contains(word)))
        .collect();
    plays.sort_by_key(|play| (Reverse(play.total), play.wilds, play.word.clone()));
    plays
}

fn best_placement(
    word: &str,
    hand: &Hand,
    values: &[u32; 26],
    in_category: bool,
) -> Option<BestPlay> {
    place_all(word, hand)
        .into_iter()
        .map(|cards| {
            let total = score_cards(&cards, values, in_category).total;
            let wilds = cards.iter().filter(|card| card.wild).count();
            (total, wilds, cards)
        })
        .min_by_key(|(total, wilds, cards)| {
            let order: Vec<_> = cards.iter().map(|card| card.order()).collect();
            (Reverse(*total), *wilds, order)
        })
        .map(|(total, wilds, cards)| BestPlay {
            word: word.to_owned(),
            total,
            wilds,
            play: texts(&cards),
        })
}
