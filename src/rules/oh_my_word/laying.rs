//! The best way to lay a word from a hand.
//!
//! Which cards a word is laid with matters in three ways only: whether the whole word is red, blue or neither ([`Scheme`]), how many
//! wilds take part, and how the pairs of equal neighbours are made up. So the best worth of a word is found letter by letter
//! ([`best_worth`]), without trying every laying; the laying itself is then the first one, in the fixed order, of that worth
//! ([`lay`]).

use super::card::{Colour, PlayedCard};
use super::hand::{Hand, Play};
use super::scoring::{Flush, Score, letter_multipliers};
use super::values::{CATEGORY, LENGTH_BONUS, LetterValues, MAX_CARDS, MIN_CARDS, WordBonuses};
use crate::word::{Letter, Word};

/// What the best laying of a word is worth; of equal totals the one with fewer wilds is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    pub(super) total: u32,
    pub(super) wilds: std::cmp::Reverse<u8>,
}

/// How a word as a whole is coloured. Every laying falls under one of these; under `Mixed` colours are free and no flush counts, so that
/// it promises no more than is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Flush(Colour),
    Mixed,
}

impl Scheme {
    const ALL: [Self; 3] = [Self::Flush(Colour::Red), Self::Flush(Colour::Blue), Self::Mixed];

    const fn multiplier(self, with_wild: bool) -> u32 {
        match self {
            Self::Flush(Colour::Red) => Flush::Red.multiplier(with_wild),
            Self::Flush(Colour::Blue) => Flush::Blue.multiplier(with_wild),
            Self::Mixed => 1,
        }
    }

    /// The real cards of a letter that may be used, red and blue.
    const fn supply(self, hand: &Hand, letter: Letter) -> Supply {
        let (red, blue) = (hand.count(letter, Colour::Red), hand.count(letter, Colour::Blue));
        match self {
            Self::Flush(Colour::Red) => Supply { red, blue: 0 },
            Self::Flush(Colour::Blue) => Supply { red: 0, blue },
            Self::Mixed => Supply { red, blue },
        }
    }

    /// The colours that a wild may take.
    fn wild_colours(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&colour| self == Self::Mixed || self == Self::Flush(colour))
    }
}

#[derive(Debug, Clone, Copy)]
struct Supply {
    red: u8,
    blue: u8,
}

/// How often a letter stands in a word, and in which runs of neighbours.
#[derive(Debug, Clone, Copy)]
struct Occurrences {
    letter: Letter,
    count: u8,
    /// Places of the letter in the word, a bit each.
    places: u8,
}

impl Occurrences {
    const fn has_pair(self) -> bool {
        self.places & (self.places >> 1) != 0
    }

    /// One pair, the letter's other places all apart from it and from each other.
    const fn has_single_pair(self) -> bool {
        (self.places & (self.places >> 1)).is_power_of_two()
    }
}

/// A letter with pairs under a scheme: the highest sum of multipliers by the number of wilds used for it, 0 where that can't be.
type Gains = [u32; MAX_CARDS + 1];

fn gains(scheme: Scheme, letter: Occurrences, supply: Supply) -> Gains {
    let mut gains = [0; MAX_CARDS + 1];
    if letter.has_single_pair() {
        let others = u32::from(letter.count) - 2;
        let least = letter.count.saturating_sub(supply.red + supply.blue);
        for wilds in least..=letter.count {
            // Wilds go into the pair first. A lone wild wants a red partner, else a blue one.
            let multiplier = match (scheme, wilds) {
                (Scheme::Flush(Colour::Blue), _) => 2 + u32::from(wilds.min(2)),
                (Scheme::Flush(Colour::Red), _) => 3 + u32::from(wilds.min(2)),
                (Scheme::Mixed, 0) => {
                    if supply.red >= 2 {
                        3
                    } else {
                        2
                    }
                }
                (Scheme::Mixed, 1) => {
                    if supply.red >= 1 {
                        4
                    } else {
                        3
                    }
                }
                (Scheme::Mixed, _) => 5,
            };
            gains[usize::from(wilds)] = others + 2 * multiplier;
        }
    } else {
        try_all(scheme, letter, supply, &mut Vec::with_capacity(MAX_CARDS), &mut gains);
    }
    gains
}

/// Runs of three or more and several pairs of one letter are rare: every choice of cards is tried.
fn try_all(scheme: Scheme, letter: Occurrences, supply: Supply, laid: &mut Vec<PlayedCard>, gains: &mut Gains) {
    let card = |colour, wild| PlayedCard { wild, colour, letter: letter.letter };
    if laid.len() == usize::from(letter.count) {
        let wilds = laid.iter().filter(|card| card.wild).count();
        gains[wilds] = gains[wilds].max(multiplier_sum(letter, laid));
        return;
    }
    if let Some(red) = supply.red.checked_sub(1) {
        laid.push(card(Colour::Red, false));
        try_all(scheme, letter, Supply { red, ..supply }, laid, gains);
        laid.pop();
    }
    if let Some(blue) = supply.blue.checked_sub(1) {
        laid.push(card(Colour::Blue, false));
        try_all(scheme, letter, Supply { blue, ..supply }, laid, gains);
        laid.pop();
    }
    for colour in scheme.wild_colours() {
        laid.push(card(colour, true));
        try_all(scheme, letter, supply, laid, gains);
        laid.pop();
    }
}

fn multiplier_sum(letter: Occurrences, laid: &[PlayedCard]) -> u32 {
    // The letter's own value doesn't matter here, as long as it isn't 0.
    let values = LetterValues::default();
    let mut sum = 0;
    let mut laid = laid;
    let mut places = letter.places;
    while places != 0 {
        places >>= places.trailing_zeros();
        let run = places.trailing_ones() as usize;
        sum += letter_multipliers(&laid[..run], &values)[..run].iter().sum::<u32>();
        laid = &laid[run..];
        places = places.checked_shr(run as u32).unwrap_or_default();
    }
    sum
}

/// What the best laying of a word is worth, the category bonus aside; `None` if the hand can't spell it.
///
/// The word has 2 to 7 letters.
pub(super) fn best_worth(word: &Word, hand: &Hand, values: &LetterValues, bonuses: WordBonuses) -> Option<Worth> {
    let mut letters = [Occurrences { letter: word.letters().next()?, count: 0, places: 0 }; MAX_CARDS];
    let mut distinct = 0;
    for (place, letter) in word.letters().enumerate() {
        let known = letters[..distinct].iter().position(|known| known.letter == letter);
        let at = known.unwrap_or(distinct);
        if known.is_none() {
            letters[at] = Occurrences { letter, count: 0, places: 0 };
            distinct += 1;
        }
        letters[at].count += 1;
        letters[at].places |= 1 << place;
    }
    let letters = &letters[..distinct];
    Scheme::ALL
        .into_iter()
        .filter_map(|scheme| best_under(scheme, word.len(), letters, hand, values))
        .max()
        .map(|worth| Worth { total: worth.total + bonuses.total(), ..worth })
}

fn best_under(
    scheme: Scheme,
    length: usize,
    letters: &[Occurrences],
    hand: &Hand,
    values: &LetterValues,
) -> Option<Worth> {
    let mut plain = LENGTH_BONUS[length];
    let mut wilds = 0;
    let mut swappable = false;
    let mut paired = [(0, [0; MAX_CARDS + 1]); MAX_CARDS / 2];
    let mut pairs = 0;
    for &letter in letters {
        let supply = scheme.supply(hand, letter.letter);
        let value = values.of(letter.letter);
        if letter.has_pair() {
            paired[pairs] = (value, gains(scheme, letter, supply));
            pairs += 1;
        } else {
            let lacking = letter.count.saturating_sub(supply.red + supply.blue);
            wilds += lacking;
            swappable |= lacking < letter.count;
            plain += value * u32::from(letter.count);
        }
    }
    let left = hand.wilds().checked_sub(wilds)?;
    let mut best = None;
    // A wild in a plain letter's place changes nothing but the flush, where the first one counts.
    for swapped in 0..=u8::from(swappable && left > 0) {
        choose_wilds(&paired[..pairs], plain, wilds + swapped, left - swapped, &mut |value, wilds| {
            let total = value * scheme.multiplier(wilds > 0);
            best = best.max(Some(Worth { total, wilds: std::cmp::Reverse(wilds) }));
        });
    }
    best
}

/// Tries every number of wilds for every letter with pairs.
fn choose_wilds(paired: &[(u32, Gains)], value: u32, wilds: u8, left: u8, done: &mut impl FnMut(u32, u8)) {
    let Some(((letter_value, gains), rest)) = paired.split_first() else { return done(value, wilds) };
    for here in 0..=left.min(MAX_CARDS as u8) {
        let gain = gains[usize::from(here)];
        if gain > 0 {
            choose_wilds(rest, value + letter_value * gain, wilds + here, left - here, done);
        }
    }
}

/// The best laying of a word: the most points, then the fewest wilds, then the first in the order of [`PlayedCard`] from the left (real
/// before wild, blue before red).
///
/// `None` if the hand can't spell the word or it hasn't 2 to 7 letters.
///
/// ```
/// use wordcourt::rules::oh_my_word::{Hand, LetterValues, lay};
/// let hand = ["Bb", "Ib", "Gb", "*", "Eb", "Rb", "Zr"].map(|card| card.parse().unwrap());
/// let hand = Hand::new(&hand).unwrap();
/// let (play, score) = lay(&"BIGGER".parse().unwrap(), &hand, &LetterValues::default(), false).unwrap();
/// assert_eq!((play[3].to_string().as_str(), score.total), ("*=Gb", 60));
/// ```
#[must_use]
pub fn lay(word: &Word, hand: &Hand, values: &LetterValues, in_category: bool) -> Option<(Play, Score)> {
    if !(MIN_CARDS..=MAX_CARDS).contains(&word.len()) {
        return None;
    }
    let bonuses = WordBonuses::of(word);
    let worth = best_worth(word, hand, values, bonuses)?;
    let category = if in_category { CATEGORY } else { 0 };
    let mut letters = word.letters();
    let mut search = Search {
        letters: std::array::from_fn(|_| letters.next()),
        length: word.len(),
        values,
        in_category,
        bonuses: bonuses.total() + category,
        target: worth.total + category,
        laid: Vec::with_capacity(word.len()),
    };
    search.extend(&mut Left { hand: *hand, wilds: worth.wilds.0 })
}

/// Depth first through the layings in the fixed order, to the first that reaches the target.
struct Search<'s> {
    letters: [Option<Letter>; MAX_CARDS],
    length: usize,
    values: &'s LetterValues,
    in_category: bool,
    /// What no flush multiplies.
    bonuses: u32,
    target: u32,
    laid: Vec<PlayedCard>,
}

/// What has not been laid yet; all these wilds must be.
struct Left {
    hand: Hand,
    wilds: u8,
}

impl Search<'_> {
    fn extend(&mut self, left: &mut Left) -> Option<(Play, Score)> {
        let Some(letter) = self.letters.get(self.laid.len()).copied().flatten() else {
            let play = Play::new(&self.laid).ok()?;
            let score = Score::of(&play, self.values, self.in_category);
            return (left.wilds == 0 && score.total == self.target).then_some((play, score));
        };
        for wild in [false, true] {
            for colour in Colour::ALL {
                if !left.take(letter, colour, wild) {
                    continue;
                }
                self.laid.push(PlayedCard { wild, colour, letter });
                let found = if self.may_reach_target(left) { self.extend(left) } else { None };
                if found.is_some() {
                    return found;
                }
                self.laid.pop();
                left.give_back(letter, colour, wild);
            }
        }
        None
    }

    /// An upper bound: what is laid is laid; every pair that isn't complete may still become a red one of wilds, as far as they last.
    fn may_reach_target(&self, left: &Left) -> bool {
        let to_lay = self.length - self.laid.len();
        if usize::from(left.wilds) > to_lay {
            return false;
        }
        let with_wild = left.wilds > 0 || self.laid.iter().any(|card| card.wild);
        let flush = Flush::of(&self.laid).multiplier(with_wild);
        let letters = &self.letters;
        let pair = |left_place: usize| -> u32 {
            if letters[left_place] != letters[left_place + 1] {
                return 1;
            }
            match (self.laid.get(left_place), self.laid.get(left_place + 1)) {
                (Some(&left_card), Some(&right_card)) => super::scoring::pair_multiplier(left_card, right_card),
                (Some(card), None) => {
                    let base = if card.colour == Colour::Red { 3 } else { 2 };
                    base + u32::from(card.wild) + u32::from(left.wilds.min(1))
                }
                _ => 3 + u32::from(left.wilds.min(2)),
            }
        };
        let value: u32 = (0..self.length)
            .map(|place| {
                let behind = if place > 0 { pair(place - 1) } else { 1 };
                let ahead = if place + 1 < self.length { pair(place) } else { 1 };
                letters[place].map_or(0, |letter| self.values.of(letter)) * behind.max(ahead)
            })
            .sum();
        (value + LENGTH_BONUS[self.length]) * flush + self.bonuses >= self.target
    }
}

impl Left {
    /// Takes a card out; says whether it was there.
    const fn take(&mut self, letter: Letter, colour: Colour, wild: bool) -> bool {
        if !wild {
            return self.hand.take(letter, colour);
        }
        let is_there = self.wilds > 0;
        self.wilds -= is_there as u8;
        is_there
    }

    fn give_back(&mut self, letter: Letter, colour: Colour, wild: bool) {
        if wild {
            self.wilds += 1;
        } else {
            self.hand.give_back(letter, colour);
        }
    }
}
