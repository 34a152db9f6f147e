//! The score of a play.

use std::cmp::Reverse;

/// O4: the default letter values, A to Z.
pub(crate) const DEFAULT_VALUES: [u32; 26] = [
    1, 4, 4, 3, 1, 5, 3, 5, 1, // A B C D E F G H I
    10, 6, 2, 4, 2, 1, 4, 15, 2, // J K L M N O P Q R
    2, 2, 1, 5, 5, 10, 5, 15, // S T U V W X Y Z
];

/// O1: a hand, or thought and board cards together, has at most seven cards.
pub(super) const MOST_CARDS: usize = 7;

/// O10: valid although no lexicon contains it.
pub(super) const OMYWORD: &str = "OMYWORD";

/// The score of a play, step by step.
///
/// A card as text: "Gb", "Gr", "*" (in a hand), "*=Gb" (in a play).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scored {
    /// The sum of everything.
    pub total: u32,
    /// The sum of the letter values after the letter multipliers, without the length bonus (O7).
    pub word_value: u32,
    /// One multiplier per card of the play (O5, O6).
    pub letter_multipliers: Vec<u32>,
    /// O7, rule 17.
    pub length_bonus: u32,
    /// "blue" | "red" | "none" (O8); "blue" also for a blue flush without a wild, which multiplies
    /// by 1.
    pub flush: &'static str,
    /// O8, rule 15.
    pub flush_multiplier: u32,
    /// O9, rule 18.
    pub outburst: u32,
    /// O9, rule 19.
    pub exclamation: u32,
    /// O9, rule 20.
    pub palindrome: u32,
    /// O9, rule 21.
    pub category: u32,
}

// ------------------------------------------------------------------------------------------------
// cards

/// A card in a play. The player announces letter and colour of a wild (O3).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Card {
    pub(super) letter: u8,
    pub(super) red: bool,
    pub(super) wild: bool,
}

impl Card {
    /// Reads RULEBOOK section 1: "Gb", "Gr", "*=Gb", "*=Gr". A bare "*" has not been announced
    /// (rule 5) and can't be played.
    pub(super) fn parse(text: &str) -> Card {
        let (wild, printed) = match text.strip_prefix("*=") {
            Some(announced) => (true, announced),
            None => (false, text),
        };
        let [letter, colour] = printed.as_bytes() else {
            panic!("not a played card: {text:?}");
        };
        assert!(letter.is_ascii_alphabetic(), "not a letter A-Z: {text:?}");
        let red = match colour {
            b'b' => false,
            b'r' => true,
            _ => panic!("not a colour, b or r: {text:?}"),
        };
        Card { letter: letter.to_ascii_uppercase(), red, wild }
    }

    pub(super) fn text(self) -> String {
        let wild = if self.wild { "*=" } else { "" };
        let colour = if self.red { 'r' } else { 'b' };
        format!("{wild}{}{colour}", char::from(self.letter))
    }

    /// O3, rule 12: a wild takes the value of its letter.
    fn value(self, values: &[u32; 26]) -> u32 {
        values[usize::from(self.letter - b'A')]
    }

    /// Real blue < real red < wild blue < wild red.
    pub(super) fn order(self) -> (bool, bool) {
        (self.wild, self.red)
    }
}

// ------------------------------------------------------------------------------------------------
// scoring

/// Scores a play (cards in word order, wilds announced) by O5–O9.
///
/// `values`: letter values A..Z; `in_category`: the +10 applies. The word need not be allowed.
///
/// # Panics
/// If a card is malformed or the play is not 2–7 cards long (O2).
#[must_use]
pub(crate) fn score(play: &[&str], values: &[u32; 26], in_category: bool) -> Scored {
    let cards: Vec<Card> = play.iter().map(|text| Card::parse(text)).collect();
    score_cards(&cards, values, in_category)
}

pub(super) fn score_cards(cards: &[Card], values: &[u32; 26], in_category: bool) -> Scored {
    let letters: Vec<u8> = cards.iter().map(|card| card.letter).collect();

    // Rule 22(a)(i) and (ii), O5-O7: bonus letters, then the word value.
    let letter_multipliers = best_multipliers(cards, values);
    let word_value = word_value(cards, &letter_multipliers, values);

    // Rule 22(a)(iii), O7: the length bonus. O2: any other length is an error.
    let length_bonus = match cards.len() {
        2 | 3 => 0,
        4 => 1,
        5 => 2,
        6 => 4,
        7 => 8,
        other => panic!("a word has 2-7 letters, not {other}"),
    };

    // Rule 22(a)(iv), O8: the flush.
    let (flush, flush_multiplier) = flush(cards);

    // Rule 22(a)(v), O9: bonuses that are added last and never multiplied.
    let outburst = if cards.len() == MOST_CARDS { 75 } else { 0 };
    let exclamation = if letters == OMYWORD.as_bytes() { 100 } else { 0 };
    let palindrome = if letters.iter().eq(letters.iter().rev()) {
        match letters.len() {
            3 => 5,
            4 => 10,
            5 => 15,
            6 => 20,
            7 => 25,
            _ => 0,
        }
    } else {
        0
    };
    let category = if in_category { 10 } else { 0 };

    Scored {
        total: (word_value + length_bonus) * flush_multiplier
            + outburst
            + exclamation
            + palindrome
            + category,
        word_value,
        letter_multipliers,
        length_bonus,
        flush,
        flush_multiplier,
        outburst,
        exclamation,
        palindrome,
        category,
    }
}

/// O8: the flush and its multiplier.
fn flush(cards: &[Card]) -> (&'static str, u32) {
    let any_wild = cards.iter().any(|card| card.wild);
    let all_blue = cards.iter().all(|card| !card.red);
    let all_red = cards.iter().all(|card| card.red);
    match (all_blue, all_red, any_wild) {
        (true, _, false) => ("blue", 1),
        (true, _, true) => ("blue", 2),
        (_, true, false) => ("red", 2),
        (_, true, true) => ("red", 3),
        (false, false, _) => ("none", 1),
    }
}

/// O5: returns the multiplier of both cards of a pair, or `None` if they don't play the same
/// letter.
fn pair_multiplier(left: Card, right: Card) -> Option<u32> {
    if left.letter != right.letter {
        return None;
    }
    let wilds = u32::from(left.wild) + u32::from(right.wild);
    Some(match (left.red, right.red) {
        (false, false) => 2 + wilds,
        (true, true) => 3 + wilds,
        _ => 2,
    })
}

/// O6: returns the multipliers of the set of disjoint pairs that scores highest, among equals the
/// leftmost.
///
/// The total grows with the word value, so the highest word value is the highest score. The
/// leftmost set is the one whose pairs, compared from the left, start earlier; if one set begins
/// with all pairs of the other, the longer one wins.
fn best_multipliers(cards: &[Card], values: &[u32; 26]) -> Vec<u32> {
    let mut sets = Vec::new();
    pair_sets(cards, 0, &mut Vec::new(), &mut sets);
    sets.iter()
        .map(|starts| {
            let multipliers = multipliers_of(cards, starts);
            // A set that ends counts as if its next pair started beyond the end of the word.
            let mut leftmost = starts.clone();
            leftmost.resize(cards.len(), cards.len());
            let points = word_value(cards, &multipliers, values);
            ((Reverse(points), leftmost), multipliers)
        })
        .min()
        .expect("the set without pairs is always in the list")
        .1
}

/// Collects every set of disjoint pairs from `position` on. A set lists the positions at which its
/// pairs start.
fn pair_sets(cards: &[Card], position: usize, chosen: &mut Vec<usize>, sets: &mut Vec<Vec<usize>>) {
    if position >= cards.len() {
        sets.push(chosen.clone());
        return;
    }
    pair_sets(cards, position + 1, chosen, sets);
    if position + 1 < cards.len() && pair_multiplier(cards[position], cards[position + 1]).is_some()
    {
        chosen.push(position);
        pair_sets(cards, position + 2, chosen, sets);
        chosen.pop();
    }
}

fn multipliers_of(cards: &[Card], starts: &[usize]) -> Vec<u32> {
    let mut multipliers = vec![1; cards.len()];
    for &start in starts {
        let multiplier =
            pair_multiplier(cards[start], cards[start + 1]).expect("a set contains only pairs");
        multipliers[start] = multiplier;
        multipliers[start + 1] = multiplier;
    }
    multipliers
}

/// O7: the sum of the letter values after the multipliers.
fn word_value(cards: &[Card], multipliers: &[u32], values: &[u32; 26]) -> u32 {
    cards.iter().zip(multipliers).map(|(card, multiplier)| card.value(values) * multiplier).sum()
}
