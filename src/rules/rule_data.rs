//! The published rules of the games: every number with its rule and its source.
//!
//! Each game fills in its [`GameRules`] in a module of its own; the functions here build its
//! tables.

use serde::Serialize;
use strum::VariantArray;

use super::variant::Variant;
use super::verdict::WordRules;
use crate::lexicon::Mark;
use crate::word::Letter;

/// The source of a value or rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray))]
#[cfg_attr(feature = "api", schema(as = RuleProvenance))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Printed on the game's rule sheet.
    Stated,
    /// Taken from another public source.
    Found,
    /// Wordcourt's default, because the rule sheet does not say.
    House,
    /// Wordcourt's reading of a rule sheet whose words allow more than one.
    Reading,
}

/// The value of a letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct LetterValue {
    /// The letter, or `?` for a blank.
    pub letter: char,
    /// The value in points.
    pub value: u32,
    /// The source of the value.
    pub provenance: Provenance,
}

/// The number of copies of a card or tile in the deck or bag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct CardCount {
    /// The card in the game's notation.
    pub card: String,
    /// The number of copies.
    pub count: u32,
    /// The source of the number.
    pub provenance: Provenance,
}

/// The squares of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct BoardLayout {
    /// The rows from top to bottom, with one character for each square.
    pub rows: Vec<&'static str>,
    /// The meaning of the characters.
    pub legend: &'static str,
    /// The rule, by its id in the rulebook.
    pub rule: &'static str,
    /// The source of the layout.
    pub provenance: Provenance,
}

/// A number in the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct RuleNumber {
    /// The name, in `snake_case`.
    pub name: &'static str,
    /// The value.
    pub value: u32,
    /// The meaning of the value.
    pub what: &'static str,
    /// The rule, by its id in the rulebook.
    pub rule: &'static str,
    /// The source of the value.
    pub provenance: Provenance,
}

/// A house rule that a request can set in its field `rules`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct RuleSwitch {
    /// The name of the member of `rules`.
    pub name: &'static str,
    /// The named values, the default first; empty if the switch takes other values.
    pub choices: Vec<&'static str>,
    /// A description of the setting.
    pub what: &'static str,
    /// The rule, by its id in the rulebook.
    pub rule: &'static str,
}

/// A name for the values of some switches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct RulePreset {
    /// The switch that has the name as a value.
    pub switch: &'static str,
    /// The name.
    pub name: &'static str,
    /// The switches that the name stands for, as a request gives them in its field `rules`.
    #[cfg_attr(feature = "api", schema(value_type = Object))]
    pub rules: serde_json::Value,
    /// The rule, by its id in the rulebook.
    pub rule: &'static str,
    /// The source of the values.
    pub provenance: Provenance,
}

/// A point of the rulebook that reads the rule sheet, and that no switch changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct RuleReading {
    /// The rule, by its id in the rulebook.
    pub rule: &'static str,
    /// The reading.
    pub what: &'static str,
    /// The source of the point: always `reading`.
    pub provenance: Provenance,
}

/// A class of words that the game bars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct BarredClass {
    /// The mark that the lexicon gives to words of the class.
    pub mark: &'static str,
    /// The rule, by its id in the rulebook.
    pub rule: &'static str,
    /// The source of the rule.
    pub provenance: Provenance,
}

/// The published rules of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct GameRules {
    /// The game's name in paths.
    pub variant: Variant,
    /// The game's name on its rule sheet.
    pub title: &'static str,
    /// A one-sentence description of the game.
    pub summary: &'static str,
    /// The classes of words that the game bars.
    pub barred: Vec<BarredClass>,
    /// The smallest number of letters in a word.
    pub min_letters: usize,
    /// The largest number of letters in a word.
    pub max_letters: usize,
    /// The values of the letters; empty if letters have no values.
    pub letter_values: Vec<LetterValue>,
    /// The deck of cards or the bag of tiles.
    pub deck: Vec<CardCount>,
    /// The board, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardLayout>,
    /// The other numbers in the rules.
    pub numbers: Vec<RuleNumber>,
    /// The house rules that a request can set.
    pub switches: Vec<RuleSwitch>,
    /// Names for combinations of switches.
    pub presets: Vec<RulePreset>,
    /// The interpretations of the rule sheet where its text is ambiguous.
    pub readings: Vec<RuleReading>,
}

impl GameRules {
    /// Returns the part that all games have in common: the title, the summary and the allowed
    /// words. A game adds its tables with struct update syntax.
    #[must_use]
    pub fn new(variant: Variant, words: &WordRules) -> Self {
        let barred = words.barred.iter().map(|mark| BarredClass {
            mark: mark.name(),
            rule: if mark == Mark::PluralS { "P9" } else { "W4" },
            provenance: Provenance::Stated,
        });
        Self {
            variant,
            title: words.title,
            summary: variant.summary(),
            barred: barred.collect(),
            min_letters: *words.lengths.start(),
            max_letters: *words.lengths.end(),
            letter_values: Vec::new(),
            deck: Vec::new(),
            board: None,
            numbers: Vec::new(),
            switches: Vec::new(),
            presets: Vec::new(),
            readings: Vec::new(),
        }
    }
}

/// Returns a number that the game's rule sheet states.
pub(super) const fn stated(
    name: &'static str,
    value: u32,
    what: &'static str,
    rule: &'static str,
) -> RuleNumber {
    RuleNumber { name, value, what, rule, provenance: Provenance::Stated }
}

/// Returns a number that is Wordcourt's default.
pub(super) const fn house(
    name: &'static str,
    value: u32,
    what: &'static str,
    rule: &'static str,
) -> RuleNumber {
    RuleNumber { name, value, what, rule, provenance: Provenance::House }
}

/// Returns a number from another public source.
pub(super) const fn found(
    name: &'static str,
    value: u32,
    what: &'static str,
    rule: &'static str,
) -> RuleNumber {
    RuleNumber { name, value, what, rule, provenance: Provenance::Found }
}

/// Returns a reading of the rule sheet.
pub(super) const fn reading(rule: &'static str, what: &'static str) -> RuleReading {
    RuleReading { rule, what, provenance: Provenance::Reading }
}

/// Returns the counts of the cards A to Z.
pub(super) fn counts(
    table: &[u32; Letter::COUNT],
    provenance: Provenance,
) -> impl Iterator<Item = CardCount> {
    Letter::all().map(move |letter| CardCount {
        card: letter.to_string(),
        count: table[letter.index()],
        provenance,
    })
}

/// Returns the counts of other cards, with the same count for each.
pub(super) fn cards(names: &[&str], count: u32, provenance: Provenance) -> Vec<CardCount> {
    names.iter().map(|&card| CardCount { card: card.to_owned(), count, provenance }).collect()
}

/// Returns a switch without named values.
pub(super) const fn switch(
    name: &'static str,
    what: &'static str,
    rule: &'static str,
) -> RuleSwitch {
    RuleSwitch { name, choices: Vec::new(), what, rule }
}

/// Returns the names of an enum's values, in order.
pub(super) fn names_of<T: VariantArray>() -> Vec<&'static str>
where
    &'static str: From<&'static T>,
{
    T::VARIANTS.iter().map(<&'static str>::from).collect()
}
