//! The score of the best placement of a word, computed without the placement.
//!
//! Only three properties of a placement affect its score: the colour of the whole word, which is
//! red, blue or neither ([`Scheme`]); the number of wilds; and the cards of each pair of equal
//! neighbours. Therefore the best score can be computed letter by letter, without trying every
//! placement.

use std::cmp::Reverse;

use super::card::{Colour, PlayedCard};
use super::hand::Hand;
use super::scoring::{Flush, letter_multipliers};
use super::values::{LENGTH_BONUS, LetterValues, MAX_CARDS, WordBonuses};
use crate::word::{Letter, Word};

/// The score of a placement. Among equal totals, fewer wilds are better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoreKey {
    pub(super) total: u32,
    pub(super) wilds: Reverse<u8>,
}

/// The colouring of a whole word. Every placement fits at least one scheme. `Mixed` allows any
/// colours and counts no flush, so it never overestimates a score.
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

    /// Returns the real cards of a letter that may be used, by colour.
    const fn supply(self, hand: &Hand, letter: Letter) -> Supply {
        let (red, blue) = (hand.count(letter, Colour::Red), hand.count(letter, Colour::Blue));
        match self {
            Self::Flush(Colour::Red) => Supply { red, blue: 0 },
            Self::Flush(Colour::Blue) => Supply { red: 0, blue },
            Self::Mixed => Supply { red, blue },
        }
    }

    /// Returns the colours that a wild may take.
    fn wild_colours(self) -> impl Iterator<Item = Colour> {
        Colour::ALL
            .into_iter()
            .filter(move |&colour| self == Self::Mixed || self == Self::Flush(colour))
    }
}

#[derive(Debug, Clone, Copy)]
struct Supply {
    red: u8,
    blue: u8,
}

/// The positions of a letter in a word.
#[derive(Debug, Clone, Copy)]
struct Occurrences {
    letter: Letter,
    count: u8,
    /// One bit for each position.
    positions: u8,
}

impl Occurrences {
    const fn has_pair(self) -> bool {
        self.positions & (self.positions >> 1) != 0
    }

    /// Returns whether exactly one pair of positions is adjacent.
    const fn has_single_pair(self) -> bool {
        (self.positions & (self.positions >> 1)).is_power_of_two()
    }
}

/// The highest sum of multipliers for a letter with pairs, by the number of wilds used for it; 0 if
/// that number is impossible.
type Gains = [u32; MAX_CARDS + 1];

fn gains(scheme: Scheme, letter: Occurrences, supply: Supply) -> Gains {
    let mut gains = [0; MAX_CARDS + 1];
    if letter.has_single_pair() {
        let others = u32::from(letter.count) - 2;
        let min_wilds = letter.count.saturating_sub(supply.red + supply.blue);
        for wilds in min_wilds..=letter.count {
            // Wilds go into the pair first. A single wild is paired with a red card if there is
            // one, else with a blue card.
            let multiplier = match (scheme, wilds) {
                (Scheme::Flush(Colour::Blue), _) => 2 + u32::from(wilds.min(2)),
                (Scheme::Flush(Colour::Red), _) => 3 + u32::from(wilds.min(2)),
                (Scheme::Mixed, 0) if supply.red >= 2 => 3,
                (Scheme::Mixed, 0) => 2,
                (Scheme::Mixed, 1) if supply.red >= 1 => 4,
                (Scheme::Mixed, 1) => 3,
                (Scheme::Mixed, _) => 5,
            };
            gains[usize::from(wilds)] = others + 2 * multiplier;
        }
    } else {
        try_all(scheme, letter, supply, &mut Vec::with_capacity(MAX_CARDS), &mut gains);
    }
    gains
}

/// Tries every choice of cards. Runs of three or more equal letters and several pairs of one letter
/// are rare.
fn try_all(
    scheme: Scheme,
    letter: Occurrences,
    supply: Supply,
    placed: &mut Vec<PlayedCard>,
    gains: &mut Gains,
) {
    let card = |colour, wild| PlayedCard { wild, colour, letter: letter.letter };
    if placed.len() == usize::from(letter.count) {
        let wilds = placed.iter().filter(|card| card.wild).count();
        gains[wilds] = gains[wilds].max(multiplier_sum(letter, placed));
        return;
    }
    if let Some(red) = supply.red.checked_sub(1) {
        placed.push(card(Colour::Red, false));
        try_all(scheme, letter, Supply { red, ..supply }, placed, gains);
        placed.pop();
    }
    if let Some(blue) = supply.blue.checked_sub(1) {
        placed.push(card(Colour::Blue, false));
        try_all(scheme, letter, Supply { blue, ..supply }, placed, gains);
        placed.pop();
    }
    for colour in scheme.wild_colours() {
        placed.push(card(colour, true));
        try_all(scheme, letter, supply, placed, gains);
        placed.pop();
    }
}

fn multiplier_sum(letter: Occurrences, placed: &[PlayedCard]) -> u32 {
    // The value of the letter does not matter here, as long as it is not 0.
    let values = LetterValues::default();
    let mut sum = 0;
    let mut placed = placed;
    let mut positions = letter.positions;
    // Each step drops a run of positions.
    while positions != 0 {
        positions >>= positions.trailing_zeros();
        let run = positions.trailing_ones();
        let (cards, rest) = placed.split_at(run as usize);
        sum += letter_multipliers(cards, &values)[..cards.len()].iter().sum::<u32>();
        placed = rest;
        positions = positions.checked_shr(run).unwrap_or_default();
    }
    sum
}

/// Returns the score of the best placement of a word, without the category bonus; `None` if the
/// hand can't spell the word.
///
/// The word must have 2 to 7 letters.
pub(super) fn best_score_key(
    word: &Word,
    hand: &Hand,
    values: &LetterValues,
    bonuses: WordBonuses,
) -> Option<ScoreKey> {
    let mut letters =
        [Occurrences { letter: word.letters().next()?, count: 0, positions: 0 }; MAX_CARDS];
    let mut distinct = 0;
    for (position, letter) in word.letters().enumerate() {
        let known = letters[..distinct].iter().position(|known| known.letter == letter);
        let at = known.unwrap_or(distinct);
        if known.is_none() {
            letters[at] = Occurrences { letter, count: 0, positions: 0 };
            distinct += 1;
        }
        letters[at].count += 1;
        letters[at].positions |= 1 << position;
    }
    let letters = &letters[..distinct];
    Scheme::ALL
        .into_iter()
        .filter_map(|scheme| best_under(scheme, word.len(), letters, hand, values))
        .max()
        .map(|key| ScoreKey { total: key.total + bonuses.total(), ..key })
}

fn best_under(
    scheme: Scheme,
    length: usize,
    letters: &[Occurrences],
    hand: &Hand,
    values: &LetterValues,
) -> Option<ScoreKey> {
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
    // A wild in place of an unpaired letter affects only the flush, and only the first wild does.
    for swapped in 0..=u8::from(swappable && left > 0) {
        choose_wilds(
            &paired[..pairs],
            plain,
            wilds + swapped,
            left - swapped,
            &mut |value, wilds| {
                let total = value * scheme.multiplier(wilds > 0);
                best = best.max(Some(ScoreKey { total, wilds: Reverse(wilds) }));
            },
        );
    }
    best
}

/// Tries every number of wilds for every letter with pairs.
fn choose_wilds(
    paired: &[(u32, Gains)],
    value: u32,
    wilds: u8,
    left: u8,
    done: &mut impl FnMut(u32, u8),
) {
    let Some(((letter_value, gains), rest)) = paired.split_first() else {
        return done(value, wilds);
    };
    for (here, &gain) in (0..=left).zip(gains) {
        if gain > 0 {
            choose_wilds(rest, value + letter_value * gain, wilds + here, left - here, done);
        }
    }
}
