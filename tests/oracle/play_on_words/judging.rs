//! Points and validity of single words (RULEBOOK P4–P9, P15).

use super::card::{Card, letters_of};
use super::types::{Kind, Part, PluralRule, Rules, Version, Words};

/// Returns true if the word has the letters in this order, with or without others between them.
fn is_subsequence(letters: &[u8], word: &[u8]) -> bool {
    let mut rest = word.iter();
    letters.iter().all(|letter| rest.any(|other| other == letter))
}

/// Returns every order of the base words.
fn orders(base_words: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    if base_words.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for first in 0..base_words.len() {
        let mut others = base_words.to_vec();
        let base = others.remove(first);
        for mut order in orders(&others) {
            order.insert(0, base.clone());
            found.push(order);
        }
    }
    found
}

/// P6, P8: returns true if no order of the base words is a subsequence of the new word.
fn is_rearranged(base_words: &[Vec<u8>], word: &[u8]) -> bool {
    !orders(base_words).iter().any(|order| is_subsequence(&order.concat(), word))
}

/// P7, P8: returns true if two or more letters are added, one of them inside a base word, for the
/// best order and position of the base words.
///
/// An added letter is inside if one part of a base word, with all base words before it, fits before
/// that letter, and the other part, with all base words after it, fits behind the letter.
fn is_exception(base_words: &[Vec<u8>], word: &[u8]) -> bool {
    let base_letters: usize = base_words.iter().map(Vec::len).sum();
    if word.len() < base_letters + 2 {
        return false;
    }
    orders(base_words).iter().any(|order| {
        let joined = order.concat();
        let mut start = 0;
        order.iter().any(|base| {
            let mut cuts = start + 1..start + base.len();
            start += base.len();
            cuts.any(|cut| {
                (0..word.len()).any(|added| {
                    is_subsequence(&joined[..cut], &word[..added])
                        && is_subsequence(&joined[cut..], &word[added + 1..])
                })
            })
        })
    })
}

/// Returns every way to find these flips and wilds among the cards of the play: each is a card with
/// the same face, and no card is used twice.
fn showings(choosing: &[Card], play: &[Card]) -> Vec<Vec<Card>> {
    let Some((card, later)) = choosing.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for place in (0..play.len()).filter(|&place| play[place].face == card.face) {
        let mut others = play.to_vec();
        let shown = others.remove(place);
        for mut showing in showings(later, &others) {
            showing.insert(0, shown);
            found.push(showing);
        }
    }
    found
}

/// P15: returns the letters that the base words may have. If cards are fixed, their flips and wilds
/// have the announced letters; otherwise, letters that they show in the play.
fn readings(base_words: &[&[Card]], play: &[Card], rules: &Rules) -> Vec<Vec<Vec<u8>>> {
    if !rules.cards_may_change {
        return vec![base_words.iter().map(|base| letters_of(base)).collect()];
    }
    let choosing: Vec<Card> =
        base_words.iter().copied().flatten().copied().filter(|card| card.may_choose()).collect();
    let read = |showing: Vec<Card>| {
        let mut shown = showing.into_iter();
        let mut letters = |card: &Card| {
            if card.may_choose() {
                shown.next().expect("one for each").letters()
            } else {
                card.letters()
            }
        };
        base_words.iter().map(|base| base.iter().flat_map(&mut letters).collect()).collect()
    };
    showings(&choosing, play).into_iter().map(read).collect()
}

/// W3, W4, P9.
fn is_allowed(word: &str, rearranged: bool, words: &Words, rules: &Rules) -> bool {
    let Some(entry) = words.get(word) else {
        return false;
    };
    let is_plural = entry.plural_s || (entry.irregular_plural && !rules.irregular_plurals_allowed);
    let spared = match rules.plural {
        // Only plurals in -S are read for their first sense.
        PluralRule::FirstSense if entry.plural_s => entry.other_sense_first,
        PluralRule::FirstSense | PluralRule::Lenient => entry.other_sense,
        PluralRule::Strict => false,
    };
    !entry.barred && (rearranged || !is_plural || spared)
}

/// Returns the points and validity of one word made from `base_words`; without any, it is a new
/// word. The caller has checked the cards.
pub(super) fn judge(play: &[Card], base_words: &[&[Card]], words: &Words, rules: &Rules) -> Part {
    let letters = letters_of(play);
    let (kind, rule) = if base_words.is_empty() {
        (Kind::NewWord, "P4")
    } else {
        let readings = readings(base_words, play, rules);
        let rule = if readings.iter().any(|base_words| is_rearranged(base_words, &letters)) {
            "P6"
        } else if readings.iter().any(|base_words| is_exception(base_words, &letters)) {
            "P7"
        } else {
            "P5"
        };
        (if base_words.len() == 1 { Kind::PlayOn } else { Kind::Combination }, rule)
    };
    let points_per_letter = match (rules.version, rule) {
        (Version::Casual, _) => 0, // P16
        (_, "P5") => 1,
        _ => 2,
    };
    let points = points_per_letter * u32::try_from(letters.len()).unwrap();
    let word = String::from_utf8(letters).expect("letters are A-Z");
    let rearranged = rule == "P6";
    let valid = is_allowed(&word, rearranged, words, rules);
    Part { word, kind, rearranged, points_per_letter, points, valid, rule }
}
