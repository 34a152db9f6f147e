//! The points of a turn (RULEBOOK P4–P8, P11).

use serde::Serialize;

use super::hand::{HAND_CARDS, Hand};
use super::placement::{PlacedPart, PlacedTurn};
use super::ruleset::{Rules, Version};
use super::table_reading::{ShownLetters, formation_of};
use super::word_formation::WordFormation;
use crate::lexicon::Words;
use crate::rules::Verdict;
use crate::rules::score::{Line, Lines};
use crate::word::Word;

/// The bonus for ending the round, in points (RULEBOOK P11).
pub const GOING_OUT_POINTS: u32 = 7;
/// The bonus for playing the whole initial hand as one new word, in points (RULEBOOK P11).
pub const INITIAL_HAND_POINTS: u32 = 20;

/// The kinds of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = PlayOnWordsPlayKind))]
#[serde(rename_all = "snake_case")]
pub enum PlayKind {
    /// A word from the hand alone.
    NewWord,
    /// A word made from one table word.
    PlayOn,
    /// A word made from two or more table words (RULEBOOK P8).
    Combination,
}

/// The stage of the round at which a turn is made. The bonuses for going out depend on it (RULEBOOK
/// P11).
///
/// A player's first turn can be the last play: if another player goes out at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize)]
pub struct Stage {
    /// True on the player's first turn, from the initial hand.
    pub first_turn: bool,
    /// True on a last play, after another player went out or with the pile empty. The round has
    /// ended, so nobody goes out.
    pub last_play: bool,
}

impl Stage {
    /// The player's first turn, before the last plays.
    pub const FIRST: Self = Self { first_turn: true, last_play: false };
    /// Any other turn before the last plays.
    pub const LATER: Self = Self { first_turn: false, last_play: false };
    /// A last play that is not the player's first turn.
    pub const LAST: Self = Self { first_turn: false, last_play: true };
}

/// The bonuses for going out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bonuses {
    /// The points for ending the round.
    pub going_out: u32,
    /// The points for playing the whole initial hand as one new word.
    pub initial_hand: u32,
}

impl Bonuses {
    /// Returns the bonuses of a turn that leaves no card in the hand; `new_word_cards` is the
    /// number of cards in its new word.
    #[must_use]
    pub fn of_going_out(new_word_cards: usize, stage: Stage, version: Version) -> Self {
        // RULEBOOK P11, P16
        if version != Version::Rummy || stage.last_play {
            return Self::default();
        }
        let is_initial_hand = stage.first_turn && new_word_cards == HAND_CARDS;
        let initial_hand = if is_initial_hand { INITIAL_HAND_POINTS } else { 0 };
        Self { going_out: GOING_OUT_POINTS, initial_hand }
    }

    /// Returns the bonuses of a turn with these words.
    pub(super) fn of_turn<'p>(
        mut parts: impl Iterator<Item = &'p PlacedPart<'p>>,
        hand_left: &Hand,
        stage: Stage,
        version: Version,
    ) -> Self {
        if !hand_left.is_empty() {
            return Self::default();
        }
        let new_word = parts.find(|part| part.base_words.is_empty());
        Self::of_going_out(new_word.map_or(0, |part| part.word.len()), stage, version)
    }

    /// Returns the sum of both bonuses.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.going_out + self.initial_hand
    }
}

/// A scored word of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    /// The word.
    pub word: Word,
    /// The kind of play.
    pub kind: PlayKind,
    /// The way in which the word was formed.
    pub formation: WordFormation,
    /// The points for each letter.
    pub points_per_letter: u32,
    /// The points for the word.
    pub points: u32,
}

impl Part {
    pub(super) fn of(part: &PlacedPart<'_>, rules: Rules) -> Self {
        let word = part.word.word();
        let kind = match part.base_words.len() {
            0 => PlayKind::NewWord,
            1 => PlayKind::PlayOn,
            _ => PlayKind::Combination,
        };
        let shown = ShownLetters::of(part.word);
        let formation = formation_of(&word, &part.base_words, shown, rules);
        Self {
            word,
            kind,
            formation,
            points_per_letter: formation.points_per_letter(rules.version),
            points: formation.points(word.len(), rules.version),
        }
    }

    /// Returns true if the letters of the base words are rearranged (RULEBOOK P6, P8).
    #[must_use]
    pub fn is_rearranged(&self) -> bool {
        self.formation == WordFormation::Rearranged
    }

    /// Judges the word (RULEBOOK W3, W4, P9).
    #[must_use]
    pub fn verdict<'l>(&self, words: impl Into<Words<'l>>, rules: Rules) -> Verdict {
        rules.verdict(words, &self.word, self.formation)
    }
}

/// A scored turn.
///
/// ```
/// use wordcourt::rules::Violations;
/// use wordcourt::rules::play_on_words::{
///     Hand, PlacedTurn, PlayOn, Rules, Score, Stage, Table, Turn,
/// };
///
/// let mut violations = Violations::default();
/// let table = Table::new(vec!["N O W".parse()?, "M O S T".parse()?], &mut violations).unwrap();
/// let hand: Hand = "S R Q".parse()?;
/// let play_on = PlayOn { onto: vec![0, 1], word: "S N O W S T O R M".parse()? };
/// let turn = Turn { new_word: None, play_ons: vec![play_on] };
/// let rules = Rules::default();
///
/// let placed = PlacedTurn::place(&turn, &hand, &table, rules, &mut violations).unwrap();
/// let score = Score::of(&placed, Stage::LATER, rules);
/// assert_eq!(score.total, 18);
/// assert_eq!(score.parts[0].formation.rule(), "P6", "rearranged");
/// assert_eq!(score.hand_left, "Q".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Score {
    /// The points of the turn, even if its words are not allowed.
    pub total: u32,
    /// The words: the new word first, then the play-ons as given.
    pub parts: Vec<Part>,
    /// True if no card is left, so that the turn ends the round; never on a last play (RULEBOOK
    /// P11) and in Full Deck (P16).
    pub went_out: bool,
    /// The bonuses for going out.
    pub bonuses: Bonuses,
    /// The cards left in the hand.
    pub hand_left: Hand,
}

impl Score {
    /// Scores a placed turn. `rules` must be those that it was placed with.
    #[must_use]
    pub fn of(placed: &PlacedTurn<'_>, stage: Stage, rules: Rules) -> Self {
        let parts: Vec<Part> = placed.parts().iter().map(|part| Part::of(part, rules)).collect();
        let hand_left = *placed.hand_left();
        let bonuses = Bonuses::of_turn(placed.parts().iter(), &hand_left, stage, rules.version);
        let ends_round = !stage.last_play && rules.version != Version::FullDeck;
        Self {
            total: parts.iter().map(|part| part.points).sum::<u32>() + bonuses.total(),
            parts,
            went_out: hand_left.is_empty() && ends_round,
            bonuses,
            hand_left,
        }
    }

    /// Returns true if all words are allowed.
    #[must_use]
    pub fn is_valid<'l>(&self, words: impl Into<Words<'l>>, rules: Rules) -> bool {
        let words = words.into();
        self.parts.iter().all(|part| part.verdict(words, rules).is_allowed())
    }

    /// Returns the score step by step.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Lines::default();
        for Part { word, formation, points_per_letter, points, .. } in &self.parts {
            let (letters, each) = (word.len().to_string(), points_per_letter.to_string());
            // Concatenation is faster than formatting, and responses have a line for every word.
            let label = [word.as_str(), ": ", &letters, " letters at ", &each, " each"].concat();
            lines.add(formation.rule(), label, Vec::new(), *points);
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
