//! What a word earns by the way it was made, and what a turn is worth (RULEBOOK P4–P8, P11).

use serde::Serialize;

use super::card::{Card, Flip};
use super::hand::{HAND_CARDS, Hand, Play};
use super::ruleset::{Rules, TableCards, Version};
use super::turn::{Laid, LaidPart};
use crate::lexicon::{LetterCounts, Words};
use crate::rules::Verdict;
use crate::rules::score::{Line, Lines};
use crate::word::{Letter, Word};

/// Bonus for ending the round (RULEBOOK P11).
pub const GOING_OUT: u32 = 7;
/// Bonus for laying the whole initial hand as one new word (RULEBOOK P11).
pub const INITIAL_HAND: u32 = 20;

/// How a word was made, the poorer ways first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// Onto table words whose letters stand in it in order, a point a letter (RULEBOOK P5).
    InOrder,
    /// The same with two or more letters added, one of them inside a table word (RULEBOOK P7).
    Inserted,
    /// Onto table words whose letters don't stand in it in order (RULEBOOK P6).
    Rearranged,
    /// From the hand alone (RULEBOOK P4).
    New,
}

impl Manner {
    /// The rule that it rests on.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::New => "P4",
            Self::InOrder => "P5",
            Self::Rearranged => "P6",
            Self::Inserted => "P7",
        }
    }

    /// Points for each letter of the word; none in the casual version (RULEBOOK P16).
    #[must_use]
    pub const fn points_per_letter(self, version: Version) -> u32 {
        match (version, self) {
            (Version::Casual, _) => 0,
            (_, Self::InOrder) => 1,
            (_, Self::New | Self::Inserted | Self::Rearranged) => 2,
        }
    }

    /// How a word was made from old words, in whichever way they fit best; without any it is new.
    ///
    /// ```
    /// use wordcourt::rules::play_on_words::Manner;
    /// assert_eq!(Manner::of(b"BOOMERANG", &[b"RANG", b"BOOM"]), Manner::InOrder);
    /// assert_eq!(Manner::of(b"STABLE", &[b"TALE"]), Manner::Inserted);
    /// assert_eq!(Manner::of(b"RATE", &[b"TAR"]), Manner::Rearranged);
    /// ```
    #[must_use]
    pub fn of(word: &[u8], olds: &[&[u8]]) -> Self {
        let old_letters: usize = olds.iter().map(|old| old.len()).sum();
        let ends = match olds {
            [] => return Self::New,
            [old] => Ends::default().then(word, old),
            _ => ends_of_any_order(word, olds),
        };
        match ends {
            Ends { plain: None, .. } => Self::Rearranged,
            Ends { with_gap: Some(_), .. } if word.len() >= old_letters + 2 => Self::Inserted,
            Ends { .. } => Self::InOrder,
        }
    }
}

/// How far into the new word some old words reach at least, laid one after another in some order: the place behind their last letter.
#[derive(Debug, Clone, Copy)]
struct Ends {
    /// In any way that they fit.
    plain: Option<usize>,
    /// In a way that leaves a letter within one of them to be added.
    with_gap: Option<usize>,
}

impl Default for Ends {
    /// No old word yet.
    fn default() -> Self {
        Self { plain: Some(0), with_gap: None }
    }
}

impl Ends {
    const NOWHERE: Self = Self { plain: None, with_gap: None };

    /// One more old word laid behind. Reaching less far leaves more room, so the nearest places are all that counts.
    fn then(self, word: &[u8], old: &[u8]) -> Self {
        let plain = self.plain.and_then(|from| end(word, from, old));
        let gap_before = self.with_gap.and_then(|from| end(word, from, old));
        let gap_here = self.plain.and_then(|from| end_with_gap(word, from, old));
        Self { plain, with_gap: nearer(gap_before, gap_here) }
    }

    fn or(self, other: Self) -> Self {
        Self { plain: nearer(self.plain, other.plain), with_gap: nearer(self.with_gap, other.with_gap) }
    }
}

fn nearer(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    one.into_iter().chain(other).min()
}

/// The place behind the old word's last letter if its letters are taken as early as possible.
fn end(word: &[u8], from: usize, old: &[u8]) -> Option<usize> {
    old.iter().try_fold(from, |from, letter| {
        let rest = word.get(from..)?;
        Some(from + rest.iter().position(|other| other == letter)? + 1)
    })
}

/// The same with at least one letter of the new word between two of the old one.
fn end_with_gap(word: &[u8], from: usize, old: &[u8]) -> Option<usize> {
    let mut nearest = None;
    let mut before = from;
    for cut in 1..old.len() {
        before = end(word, before, &old[cut - 1..cut])?;
        nearest = nearer(nearest, end(word, before + 1, &old[cut..]));
    }
    nearest
}

/// RULEBOOK P8: the old words in every order, set by set instead of order by order.
fn ends_of_any_order(word: &[u8], olds: &[&[u8]]) -> Ends {
    let mut ends = vec![Ends::NOWHERE; 1 << olds.len()];
    ends[0] = Ends::default();
    for set in 1..ends.len() {
        for (at, old) in olds.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0) {
            ends[set] = ends[set].or(ends[set & !(1 << at)].then(word, old));
        }
    }
    ends[ends.len() - 1]
}

/// What the wild and flip cards of a word show, face by face.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shown([LetterCounts; 3]);

impl Shown {
    const fn slot(face: Card) -> Option<usize> {
        match face {
            Card::Flip(Flip::JOrX) => Some(0),
            Card::Flip(Flip::VOrZ) => Some(1),
            Card::Wild => Some(2),
            Card::Letter(_) | Card::Combo(_) => None,
        }
    }

    pub(super) fn of(play: &Play) -> Self {
        let mut shown = Self::default();
        for card in play.iter() {
            shown.add(card.face(), card.letter());
        }
        shown
    }

    pub(super) fn add(&mut self, face: Card, letter: Letter) {
        if let Some(slot) = Self::slot(face) {
            self.0[slot].add(letter);
        }
    }

    pub(super) fn take(&mut self, face: Card, letter: Letter) -> bool {
        Self::slot(face).is_some_and(|slot| self.0[slot].take(letter))
    }
}

/// How a word was made from table words under the rules in force (RULEBOOK P15): if their wild and flip cards may change, they are read
/// as any of the cards of their face that the word shows, in the way best for the player.
pub(super) fn manner(word: &Word, olds: &[&Play], shown: Shown, rules: Rules) -> Manner {
    let is_choice = |old: &&&Play| old.iter().any(|card| card.face().is_choice());
    if rules.table_cards == TableCards::Fixed || !olds.iter().any(|old| is_choice(&old)) {
        let olds: Vec<&[u8]> = olds.iter().map(|old| old.text()).collect();
        return Manner::of(word.as_bytes(), &olds);
    }
    let mut choices = Vec::new();
    for (number, old) in olds.iter().enumerate() {
        let mut place = 0;
        for card in old.iter() {
            if card.face().is_choice() {
                choices.push((card.face(), number, place));
            }
            place += card.face().letter_count();
        }
    }
    let mut olds = olds.iter().map(|old| old.text().to_vec()).collect();
    best_reading(word, &mut olds, &choices, shown)
}

/// The best manner over every reading of the cards that may change; `choices` tells their faces and where they lie.
fn best_reading(word: &Word, olds: &mut Vec<Vec<u8>>, choices: &[(Card, usize, usize)], shown: Shown) -> Manner {
    let Some((&(face, number, place), later)) = choices.split_first() else {
        let letters: Vec<&[u8]> = olds.iter().map(Vec::as_slice).collect();
        return Manner::of(word.as_bytes(), &letters);
    };
    let mut best = Manner::InOrder;
    for letter in Letter::all() {
        let mut left = shown;
        if left.take(face, letter) {
            olds[number][place] = letter.as_ascii();
            best = best.max(best_reading(word, olds, later, left));
            if best == Manner::Rearranged {
                break;
            }
        }
    }
    best
}

/// What kind of play a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// From the hand alone.
    NewWord,
    /// Onto one word.
    PlayOn,
    /// Onto two words or more (RULEBOOK P8).
    Combination,
}

/// When in the round a turn is made; it decides what going out earns (RULEBOOK P11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Stage {
    /// The player's first turn, from the initial hand.
    First,
    /// Any other turn.
    #[default]
    Later,
    /// Last plays, after another went out or with the pile empty: going out earns nothing any more.
    Last,
}

/// What going out earns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bonuses {
    /// For ending the round.
    pub going_out: u32,
    /// For laying the whole initial hand as one new word.
    pub initial_hand: u32,
}

impl Bonuses {
    /// What a turn earns that leaves no card; `new_word_cards` is how many cards its new word has.
    #[must_use]
    pub const fn of_going_out(new_word_cards: usize, stage: Stage, version: Version) -> Self {
        match (version, stage) {
            (Version::FullDeck | Version::Casual, _) | (_, Stage::Last) => Self { going_out: 0, initial_hand: 0 },
            (Version::Rummy, Stage::First) if new_word_cards == HAND_CARDS => {
                Self { going_out: GOING_OUT, initial_hand: INITIAL_HAND }
            }
            (Version::Rummy, _) => Self { going_out: GOING_OUT, initial_hand: 0 },
        }
    }

    /// Both together.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.going_out + self.initial_hand
    }
}

/// A scored word of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The word.
    pub word: Word,
    /// What kind of play it is.
    pub kind: Kind,
    /// How it was made.
    pub manner: Manner,
    /// Points for each letter.
    pub points_per_letter: u32,
    /// What it is worth.
    pub points: u32,
}

impl Part {
    fn of(part: &LaidPart<'_>, rules: Rules) -> Self {
        let word = part.word.word();
        let kind = match part.olds.len() {
            0 => Kind::NewWord,
            1 => Kind::PlayOn,
            _ => Kind::Combination,
        };
        let manner = manner(&word, &part.olds, Shown::of(part.word), rules);
        let points_per_letter = manner.points_per_letter(rules.version);
        Self { word, kind, manner, points_per_letter, points: points_per_letter * word.len() as u32 }
    }

    /// Whether the letters of the old words are rearranged (RULEBOOK P6, P8).
    #[must_use]
    pub fn is_rearranged(&self) -> bool {
        self.manner == Manner::Rearranged
    }

    /// Whether the word counts.
    #[must_use]
    pub fn verdict<'l>(&self, words: impl Into<Words<'l>>, rules: Rules) -> Verdict {
        rules.verdict(words, &self.word, self.manner)
    }
}

/// A scored turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// What the turn is worth as it is laid, whether or not its words count.
    pub total: u32,
    /// Its words: the new one first, then the play-ons as given.
    pub parts: Vec<Part>,
    /// Whether no card is left and the round ends with it; never in Full Deck (RULEBOOK P16).
    pub went_out: bool,
    /// What going out earns.
    pub bonuses: Bonuses,
    /// What is left in the hand.
    pub hand_left: Hand,
}

impl Score {
    /// Scores a turn.
    #[must_use]
    pub fn of(laid: &Laid<'_>, stage: Stage, rules: Rules) -> Self {
        let parts: Vec<Part> = laid.parts().iter().map(|part| Part::of(part, rules)).collect();
        let all_laid = laid.hand_left().is_empty();
        let new_word_cards = laid.parts().iter().find(|part| part.olds.is_empty()).map_or(0, |part| part.word.len());
        let bonuses =
            if all_laid { Bonuses::of_going_out(new_word_cards, stage, rules.version) } else { Bonuses::default() };
        Self {
            total: parts.iter().map(|part| part.points).sum::<u32>() + bonuses.total(),
            parts,
            went_out: all_laid && rules.version != Version::FullDeck,
            bonuses,
            hand_left: *laid.hand_left(),
        }
    }

    /// Whether all its words count.
    #[must_use]
    pub fn is_valid<'l>(&self, words: impl Into<Words<'l>>, rules: Rules) -> bool {
        let words = words.into();
        self.parts.iter().all(|part| part.verdict(words, rules).is_allowed())
    }

    /// The score step by step.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Lines::default();
        for Part { word, manner, points_per_letter, points, .. } in &self.parts {
            let (letters, worth) = (word.len().to_string(), points_per_letter.to_string());
            let label = [word.as_str(), ": ", &letters, " letters at ", &worth, " each"].concat();
            lines.add(manner.rule(), label, Vec::new(), *points);
        }
        if self.bonuses.going_out > 0 {
            lines.add("P11", "going out".to_owned(), Vec::new(), self.bonuses.going_out);
        }
        if self.bonuses.initial_hand > 0 {
            let label = "the whole initial hand in one new word".to_owned();
            lines.add("P11", label, Vec::new(), self.bonuses.initial_hand);
        }
        lines.finish()
    }
}

/// The letters of cards, for labels.
pub(super) fn spelled(cards: impl Iterator<Item = impl std::fmt::Display>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}
