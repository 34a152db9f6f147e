//! Brute-force oracle for the Oh My Word games (Choose Your Words, Word For Word).
//!
//! Written from `RULEBOOK.md` sections 0–2 alone, without sight of the engine it is compared with. It is meant to
//! be obviously right, not fast: every laying of a word and every pairing of equal letters is tried. Ids such as O5
//! are points of the rulebook, "rule 13" is a rule of the sheet.
//!
//! Malformed input (a card that is not a card, a play that is no word of 2–7 letters, a hand of more than seven
//! cards) is a mistake of the test that uses the oracle, and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// O4: the house table, A to Z.
pub(crate) const DEFAULT_VALUES: [u32; 26] = [
    1, 4, 4, 3, 1, 5, 3, 5, 1, // A B C D E F G H I
    10, 6, 2, 4, 2, 1, 4, 15, 2, // J K L M N O P Q R
    2, 2, 1, 5, 5, 10, 5, 15, // S T U V W X Y Z
];

/// O1: a hand (or all the cards that are out) is at most seven cards.
const MOST_CARDS: usize = 7;

/// O10: valid in every lexicon and in none.
const OMYWORD: &str = "OMYWORD";

/// What a play is worth, step by step.
///
/// A card as text: "Gb", "Gr", "*" (in a hand), "*=Gb" (in a play).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scored {
    /// Everything together.
    pub total: u32,
    /// Sum of the letter values after the bonus letters, before the length bonus (O7, first half).
    pub word_value: u32,
    /// One multiplier per card of the play (O5, O6).
    pub letter_multipliers: Vec<u32>,
    /// O7, rule 17.
    pub length_bonus: u32,
    /// "blue" | "red" | "none" (O8); "blue" also where the blue flush has no wild and multiplies by 1.
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

/// A word with its best laying.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BestPlay {
    /// Upper case.
    pub word: String,
    /// Points of the best laying.
    pub total: u32,
    /// How many wilds the best laying uses.
    pub wilds: usize,
    /// The best laying, as card texts in word order.
    pub play: Vec<String>,
}

// ---------------------------------------------------------------------------------------------------- cards

/// A card as it lies in a play: a letter, a colour, and whether it is a wild (O3: a wild has both by announcement).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Card {
    letter: u8,
    red: bool,
    wild: bool,
}

impl Card {
    /// RULEBOOK section 1: "Gb", "Gr", "*=Gb", "*=Gr". A bare "*" has not been announced (rule 5) and is no play.
    fn parse(text: &str) -> Card {
        let (wild, printed) = match text.strip_prefix("*=") {
            Some(announced) => (true, announced),
            None => (false, text),
        };
        let [letter, colour] = printed.as_bytes() else {
            panic!("not a played card: {text:?}");
        };
        assert!(letter.is_ascii_alphabetic(), "no letter A-Z: {text:?}");
        let red = match colour {
            b'b' => false,
            b'r' => true,
            _ => panic!("no colour b or r: {text:?}"),
        };
        Card { letter: letter.to_ascii_uppercase(), red, wild }
    }

    fn text(self) -> String {
        let wild = if self.wild { "*=" } else { "" };
        let colour = if self.red { 'r' } else { 'b' };
        format!("{wild}{}{colour}", char::from(self.letter))
    }

    /// O3, rule 12: a wild takes the value of its letter.
    fn value(self, values: &[u32; 26]) -> u32 {
        values[usize::from(self.letter - b'A')]
    }

    /// Real blue < real red < wild blue < wild red.
    fn order(self) -> (bool, bool) {
        (self.wild, self.red)
    }
}

// -------------------------------------------------------------------------------------------------- scoring

/// Scores a play (cards in word order, wilds announced) by O5–O9.
///
/// `values`: letter values A..Z; `in_category`: the +10 applies. Whether the word is allowed is not asked here.
///
/// # Panics
/// If a card is malformed or the play is not 2–7 cards long (O2).
#[must_use]
pub(crate) fn score(play: &[&str], values: &[u32; 26], in_category: bool) -> Scored {
    let cards: Vec<Card> = play.iter().map(|text| Card::parse(text)).collect();
    score_cards(&cards, values, in_category)
}

fn score_cards(cards: &[Card], values: &[u32; 26], in_category: bool) -> Scored {
    let letters: Vec<u8> = cards.iter().map(|card| card.letter).collect();

    // Rule 22(a)(i) and (ii), O5-O7: bonus letters, then the word value.
    let letter_multipliers = best_multipliers(cards, values);
    let word_value = word_value(cards, &letter_multipliers, values);

    // Rule 22(a)(iii), O7: the length bonus. O2: 2-7 letters, anything else is an error.
    let length_bonus = match cards.len() {
        2 | 3 => 0,
        4 => 1,
        5 => 2,
        6 => 4,
        7 => 8,
        other => panic!("a word has 2-7 letters, not {other}"),
    };

    // Rule 22(a)(iv), O8: the flush.
    let any_wild = cards.iter().any(|card| card.wild);
    let all_blue = cards.iter().all(|card| !card.red);
    let all_red = cards.iter().all(|card| card.red);
    let (flush, flush_multiplier) = match (all_blue, all_red, any_wild) {
        (true, _, false) => ("blue", 1),
        (true, _, true) => ("blue", 2),
        (_, true, false) => ("red", 2),
        (_, true, true) => ("red", 3),
        (false, false, _) => ("none", 1),
    };

    // Rule 22(a)(v), O9: what is added last and never multiplied.
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
        total: (word_value + length_bonus) * flush_multiplier + outburst + exclamation + palindrome + category,
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

/// O5: what both cards of a pair are multiplied by; `None` if the two cards don't play the same letter.
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

/// O6: of all sets of disjoint pairs the one that scores highest, among equals the leftmost.
///
/// Everything that follows grows with the word value, so the highest word value is the highest score. "Leftmost" is
/// read as: compare where the pairs start, from the left; the one that has its pair earlier wins, and a set that
/// merely goes on wins over one that stops.
fn best_multipliers(cards: &[Card], values: &[u32; 26]) -> Vec<u32> {
    let mut sets = Vec::new();
    pair_sets(cards, 0, &mut Vec::new(), &mut sets);
    sets.iter()
        .map(|starts| {
            let multipliers = multipliers_of(cards, starts);
            // A set that stops counts as having its next pair beyond the end of the word.
            let mut leftmost = starts.clone();
            leftmost.resize(cards.len(), cards.len());
            let points = word_value(cards, &multipliers, values);
            ((Reverse(points), leftmost), multipliers)
        })
        .min()
        .expect("the set without any pair is always there")
        .1
}

/// Every set of disjoint pairs from `position` on, each given by the positions where its pairs start.
fn pair_sets(cards: &[Card], position: usize, chosen: &mut Vec<usize>, sets: &mut Vec<Vec<usize>>) {
    if position >= cards.len() {
        sets.push(chosen.clone());
        return;
    }
    pair_sets(cards, position + 1, chosen, sets);
    if position + 1 < cards.len() && pair_multiplier(cards[position], cards[position + 1]).is_some() {
        chosen.push(position);
        pair_sets(cards, position + 2, chosen, sets);
        chosen.pop();
    }
}

fn multipliers_of(cards: &[Card], starts: &[usize]) -> Vec<u32> {
    let mut multipliers = vec![1; cards.len()];
    for &start in starts {
        let multiplier = pair_multiplier(cards[start], cards[start + 1]).expect("only pairs are in a set");
        multipliers[start] = multiplier;
        multipliers[start + 1] = multiplier;
    }
    multipliers
}

/// O7: the sum of the letter values after the multipliers.
fn word_value(cards: &[Card], multipliers: &[u32], values: &[u32; 26]) -> u32 {
    cards.iter().zip(multipliers).map(|(card, multiplier)| card.value(values) * multiplier).sum()
}

// --------------------------------------------------------------------------------------------------- laying

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

    /// How many cards are left that can be played as `card`.
    fn left(&mut self, card: Card) -> &mut usize {
        let index = usize::from(card.letter - b'A');
        match (card.wild, card.red) {
            (true, _) => &mut self.wilds,
            (false, false) => &mut self.blue[index],
            (false, true) => &mut self.red[index],
        }
    }

    /// By counting alone: are the letters that no real card covers at most as many as the wilds?
    fn covers(&self, word: &str) -> bool {
        let mut need = [0_usize; 26];
        for letter in word.bytes() {
            need[usize::from(letter - b'A')] += 1;
        }
        let missing: usize = (0..26).map(|index| need[index].saturating_sub(self.blue[index] + self.red[index])).sum();
        missing <= self.wilds
    }
}

/// Every play that lays `word` from `hand`: at each position a real blue card, a real red card, a wild declared blue
/// or a wild declared red (O3, rules 5 and 16). Each list of card texts comes once. No wild need be saved: a wild may
/// stand for a letter that a real card could play.
///
/// # Panics
/// If a card is malformed, the hand has more than seven cards (O1) or the word holds anything but A–Z.
#[must_use]
pub(crate) fn layings(word: &str, hand: &[&str]) -> Vec<Vec<String>> {
    lay_all(&word.to_ascii_uppercase(), &Hand::parse(hand)).iter().map(|cards| texts(cards)).collect()
}

fn texts(cards: &[Card]) -> Vec<String> {
    cards.iter().map(|card| card.text()).collect()
}

fn lay_all(word: &str, hand: &Hand) -> Vec<Vec<Card>> {
    assert!(word.bytes().all(|letter| letter.is_ascii_uppercase()), "W1: letters are A-Z: {word:?}");
    let mut found = Vec::new();
    lay(word.as_bytes(), &mut hand.clone(), &mut Vec::new(), &mut found);
    found
}

/// Plain recursion over the positions of the word. Since each *kind* of card is tried once per position, no list
/// comes twice.
fn lay(rest: &[u8], hand: &mut Hand, laid: &mut Vec<Card>, found: &mut Vec<Vec<Card>>) {
    let Some((&letter, rest)) = rest.split_first() else {
        found.push(laid.clone());
        return;
    };
    for wild in [false, true] {
        for red in [false, true] {
            let card = Card { letter, red, wild };
            if *hand.left(card) == 0 {
                continue;
            }
            *hand.left(card) -= 1;
            laid.push(card);
            lay(rest, hand, laid, found);
            laid.pop();
            *hand.left(card) += 1;
        }
    }
}

// ----------------------------------------------------------------------------------------------------- best

/// All formable words with their best laying, sorted: more points, fewer wilds, alphabetical.
///
/// Within a word, among layings of equal total: fewer wilds, then the card list that comes first when compared card
/// by card from the left with the order real blue < real red < wild blue < wild red.
///
/// `words`: the allowed words; OMYWORD counts as allowed always (O10). `category`: words that get +10 (O9).
/// `proper_nouns`: the category's words are valid even if not in `words` (O11). Entries of either list that are not
/// 2–7 letters A–Z can't be played (O2, W3) and are passed over; case doesn't matter (W1).
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
    let category: BTreeSet<String> = category.iter().map(|word| word.to_ascii_uppercase()).collect();

    let mut allowed: BTreeSet<String> = words.iter().map(|word| word.to_ascii_uppercase()).collect();
    allowed.insert(OMYWORD.to_owned());
    if proper_nouns {
        allowed.extend(category.iter().cloned());
    }

    let mut plays: Vec<BestPlay> = allowed
        .iter()
        .filter(|word| (2..=7).contains(&word.len()))
        .filter(|word| word.bytes().all(|letter| letter.is_ascii_uppercase()))
        .filter(|word| hand.covers(word))
        .filter_map(|word| best_laying(word, &hand, values, category.contains(word)))
        .collect();
    plays.sort_by_key(|play| (Reverse(play.total), play.wilds, play.word.clone()));
    plays
}

fn best_laying(word: &str, hand: &Hand, values: &[u32; 26], in_category: bool) -> Option<BestPlay> {
    lay_all(word, hand)
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
        .map(|(total, wilds, cards)| BestPlay { word: word.to_owned(), total, wilds, play: texts(&cards) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores a play given as one string, cards separated by blanks, with the house letter values.
    fn scored(play: &str) -> Scored {
        let cards: Vec<&str> = play.split_whitespace().collect();
        score(&cards, &DEFAULT_VALUES, false)
    }

    fn cards(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    /// O4: what the sheet states about letter values.
    #[test]
    fn letter_values() {
        let value = |letter: u8| DEFAULT_VALUES[usize::from(letter - b'A')];
        assert_eq!(b"BIGERZ".map(value), [4, 1, 3, 1, 2, 15]);
        assert_eq!(b"OXEN".map(value).iter().sum::<u32>(), 14);
        assert_eq!(b"JKQVWXY".map(value), [10, 6, 15, 5, 5, 10, 5]);
    }

    /// RULEBOOK section 2, last paragraph, and rule 13.
    #[test]
    fn bigger() {
        for (play, pair, flush, flush_multiplier, total) in [
            ("Bb Ib Gb Gb Eb Rb", 2, "blue", 1, 24),
            ("Bb Ib Gb Gr Eb Rb", 2, "none", 1, 24),
            ("Bb Ib Gr Gb Eb Rb", 2, "none", 1, 24),
            ("Bb Ib Gb *=Gb Eb Rb", 3, "blue", 2, 60),
            ("Bb Ib *=Gb Gb Eb Rb", 3, "blue", 2, 60),
            ("Br Ir Gr Gr Er Rr", 3, "red", 2, 60),
            ("Bb Ib *=Gb *=Gb Eb Rb", 4, "blue", 2, 72),
            ("Br Ir Gr *=Gr Er Rr", 4, "red", 3, 108),
            ("Br Ir *=Gr *=Gr Er Rr", 5, "red", 3, 126),
            // The pair alone decides, not the colour of the rest (rule 13, note).
            ("Bb Ib Gr Gr Eb Rb", 3, "none", 1, 30),
            ("Bb Ib Gr *=Gr Eb Rb", 4, "none", 1, 36),
            // Mixed colours: x2, wild or not.
            ("Bb Ib Gb *=Gr Eb Rb", 2, "none", 1, 24),
            ("Br Ir *=Gb *=Gr Er Rr", 2, "none", 1, 24),
        ] {
            let scored = scored(play);
            assert_eq!(scored.letter_multipliers, [1, 1, pair, pair, 1, 1], "{play}");
            assert_eq!(scored.word_value, 8 + 6 * pair, "{play}");
            assert_eq!(scored.length_bonus, 4, "{play}");
            assert_eq!(scored.flush, flush, "{play}");
            assert_eq!(scored.flush_multiplier, flush_multiplier, "{play}");
            assert_eq!(scored.outburst + scored.exclamation, 0, "{play}");
            assert_eq!(scored.palindrome + scored.category, 0, "{play}");
            assert_eq!(scored.total, total, "{play}");
        }
    }

    /// Rule 22(a)(v): the category's 10 points come last.
    #[test]
    fn category_bonus() {
        let play = cards("Bb Ib Gb *=Gb Eb Rb");
        let scored = score(&play, &DEFAULT_VALUES, true);
        assert_eq!((scored.category, scored.total), (10, 70));
    }

    /// Rule 13: GONG has no pair.
    #[test]
    fn gong() {
        assert_eq!(scored("Gb Ob Nb Gb").letter_multipliers, [1, 1, 1, 1]);
    }

    /// O8, rule 15: ZIPS in all colours, and the stated OXEN of rule 17(b).
    #[test]
    fn flushes() {
        for (play, flush, flush_multiplier, total) in [
            ("Zb Ir Pb Sr", "none", 1, 23),
            ("Zb Ib Pb Sb", "blue", 1, 23),
            ("Zb *=Ib Pb Sb", "blue", 2, 46),
            ("Zr Ir Pr Sr", "red", 2, 46),
            ("Zr *=Ir Pr Sr", "red", 3, 69),
            ("Zb *=Ir Pb Sb", "none", 1, 23),
            ("*=Zb *=Ib *=Pb *=Sb", "blue", 2, 46),
            ("Ob *=Xb Eb Nb", "blue", 2, 30),
        ] {
            let scored = scored(play);
            assert_eq!(
                (scored.flush, scored.flush_multiplier, scored.total),
                (flush, flush_multiplier, total),
                "{play}"
            );
        }
    }

    /// O6: a card joins at most one pair.
    #[test]
    fn runs() {
        let brrr = scored("Bb Rb Rb Rb");
        assert_eq!(brrr.letter_multipliers, [1, 2, 2, 1]);
        assert_eq!((brrr.word_value, brrr.total), (14, 15));
        // The pair that scores more, though it stands further right.
        assert_eq!(scored("Bb Rb Rr Rr").letter_multipliers, [1, 1, 3, 3]);
        // Two pairs before one; one pair where it beats two.
        assert_eq!(scored("Ab Ab Ab Ab").letter_multipliers, [2, 2, 2, 2]);
        assert_eq!(scored("Ab *=Ar *=Ar Ab").letter_multipliers, [1, 5, 5, 1]);
        // Equal: 2+2+2+2 = 1+3+3+1; the first has its pair further left.
        assert_eq!(scored("Ab Ar Ar Ab").letter_multipliers, [2, 2, 2, 2]);
        // Five in a row: both pairs as far left as they go.
        assert_eq!(scored("Ab Ab Ab Ab Ab").letter_multipliers, [2, 2, 2, 2, 1]);
        // Worth nothing, and still the leftmost.
        assert_eq!(score(&["Ab", "Ab", "Ab"], &[0; 26], false).letter_multipliers, [2, 2, 1]);
    }

    /// O6: separate pairs all score.
    #[test]
    fn balloon() {
        let balloon = scored("Bb Ab Lb Lb Or Or Nb");
        assert_eq!(balloon.letter_multipliers, [1, 1, 2, 2, 3, 3, 1]);
        assert_eq!(balloon.word_value, 4 + 1 + 4 + 4 + 3 + 3 + 2);
        assert_eq!((balloon.outburst, balloon.total), (75, 21 + 8 + 75));
    }

    /// O9, rule 20.
    #[test]
    fn palindromes() {
        let redder = scored("Rb Eb Db Db Eb Rb");
        assert_eq!(redder.letter_multipliers, [1, 1, 2, 2, 1, 1]);
        assert_eq!((redder.word_value, redder.length_bonus), (18, 4));
        assert_eq!((redder.palindrome, redder.total), (20, 42));
        assert_eq!(scored("Mb Ob Mb").palindrome, 5);
        assert_eq!(scored("Db *=Ar Dr").palindrome, 5);
        assert_eq!(scored("Nb Ob Ob Nb").palindrome, 10);
        assert_eq!(scored("Lb Eb Vb Eb Lb").palindrome, 15);
        assert_eq!(scored("Rb Ab Cb Eb Cb Ab Rb").palindrome, 25);
        assert_eq!(scored("Mb Mb").palindrome, 0);
        assert_eq!(scored("Mb Ob Mb Sb").palindrome, 0);
    }

    /// O9, rules 18 and 19.
    #[test]
    fn omyword() {
        let blue = scored("Ob Mb Yb Wb Ob Rb Db");
        assert_eq!((blue.word_value, blue.length_bonus), (21, 8));
        assert_eq!((blue.outburst, blue.exclamation), (75, 100));
        assert_eq!(blue.total, 204);
        let red = scored("Or Mr *=Yr Wr Or Rr Dr");
        assert_eq!((red.flush_multiplier, red.total), (3, 262));
    }

    /// Another way to lay a word: every sequence of distinct cards of the hand, every announcement.
    fn layings_by_card(word: &str, hand: &[&str]) -> BTreeSet<Vec<String>> {
        let mut laid = vec![(Vec::<usize>::new(), Vec::<String>::new())];
        for letter in word.chars() {
            let mut longer = Vec::new();
            for (used, play) in &laid {
                for (index, &card) in hand.iter().enumerate() {
                    if used.contains(&index) {
                        continue;
                    }
                    for colour in ['b', 'r'] {
                        let real = format!("{letter}{colour}");
                        let text = match card {
                            "*" => format!("*={real}"),
                            _ if card == real => real,
                            _ => continue,
                        };
                        let mut used = used.clone();
                        used.push(index);
                        let mut play = play.clone();
                        play.push(text);
                        longer.push((used, play));
                    }
                }
            }
            laid = longer;
        }
        laid.into_iter().map(|(_, play)| play).collect()
    }

    #[test]
    fn layings_are_complete_and_come_once() {
        for (word, hand, count) in [
            ("AB", "Ab Bb", 1),
            ("AB", "Ab Ab Ar Bb", 2),
            ("AB", "Ab *", 2),
            ("AB", "* *", 4),
            ("AB", "Ab Bb *", 5),
            ("ABC", "Ab Bb", 0),
            ("ABC", "Ab Bb Zr", 0),
            ("EGG", "Gb Gr Eb", 2),
        ] {
            assert_eq!(layings(word, &cards(hand)).len(), count, "{word} {hand}");
        }
        for (word, hand) in [
            ("BIGGER", "Bb Ib Gb * Eb Rb Zr"),
            ("BIGGER", "Bb Br Gb Gr * * *"),
            ("REDDER", "Rb Rr Er Db * * *"),
            ("BALLOON", "* * * * Lb Lr Ob"),
            ("MOM", "* Mb * Mr Ob Or *"),
            ("QUIZ", "Zb Ur *"),
        ] {
            let hand = cards(hand);
            let laid = layings(word, &hand);
            let once: BTreeSet<Vec<String>> = laid.iter().cloned().collect();
            assert_eq!(once.len(), laid.len(), "{word}: each once");
            assert_eq!(once, layings_by_card(word, &hand), "{word}: all of them");
        }
    }

    #[test]
    fn best_of_a_word() {
        let found =
            best(&cards("Bb Ib Gb * Eb Rb Zr"), &["BIGGER", "BIGGEST", "Z", "ZZZZZZZZ"], &DEFAULT_VALUES, &[], false);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].word.as_str(), found[0].total), ("BIGGER", 60));
        assert_eq!(found[0].wilds, 1);
        assert_eq!(found[0].play, cards("Bb Ib Gb *=Gb Eb Rb"), "real card first");
        // A wild that isn't needed makes the blue flush pay.
        let found = best(&cards("Ab Bb *"), &["AB"], &DEFAULT_VALUES, &[], false);
        assert_eq!((found[0].total, found[0].wilds), (10, 1));
        assert_eq!(found[0].play, cards("Ab *=Bb"));
        // Two reds and a wild declared red: (1 + 4 + 4) x 3, more than any blue or mixed laying.
        let hand = cards("Ab Ar Br Cb *");
        let found = best(&hand, &["CAB"], &DEFAULT_VALUES, &[], false);
        assert_eq!((found[0].total, found[0].wilds), (27, 1));
        assert_eq!(found[0].play, cards("*=Cr Ar Br"));
        // Equal points: no wild where it earns nothing, then blue before red from the left.
        let found = best(&hand, &["CAB"], &[0; 26], &[], false);
        assert_eq!((found[0].total, found[0].wilds), (0, 0));
        assert_eq!(found[0].play, cards("Cb Ab Br"));
    }

    #[test]
    fn best_is_sorted() {
        // More points first, equal points in alphabetical order.
        let found = best(&cards("Ab Tr Br"), &["TA", "AT", "BAT", "TAB", "BA"], &DEFAULT_VALUES, &["BA"], false);
        let order: Vec<(&str, u32)> = found.iter().map(|play| (play.word.as_str(), play.total)).collect();
        assert_eq!(order, [("BA", 15), ("BAT", 7), ("TAB", 7), ("AT", 3), ("TA", 3)]);
        // Equal points: OM needs no wild and stands before AM, which needs one; AA would need two.
        let found = best(&cards("Ob Mr *"), &["AA", "AM", "OM"], &[0; 26], &[], false);
        let order: Vec<(&str, u32, usize)> =
            found.iter().map(|play| (play.word.as_str(), play.total, play.wilds)).collect();
        assert_eq!(order, [("OM", 0, 0), ("AM", 0, 1)]);
    }

    /// O10 and O11.
    #[test]
    fn words_outside_the_lexicon() {
        let omyword = best(&cards("Ob Mb Yb Wb Ob Rb Db"), &["WORD"], &DEFAULT_VALUES, &[], false);
        assert_eq!(omyword.len(), 2);
        assert_eq!((omyword[0].word.as_str(), omyword[0].total), ("OMYWORD", 204));

        let hand = cards("Tb Ab Fr Tb");
        let taft = best(&hand, &["FAT"], &DEFAULT_VALUES, &["TAFT"], true);
        assert_eq!((taft[0].word.as_str(), taft[0].total), ("TAFT", 21));
        let barred = best(&hand, &["FAT"], &DEFAULT_VALUES, &["TAFT"], false);
        assert_eq!(barred.len(), 1);
        assert_eq!(barred[0].word, "FAT");
    }
}
