//! The turns, rules and scores of the oracle.

use std::collections::BTreeMap;

/// P4: letters, not cards.
pub(super) const MIN_LETTERS: usize = 3;

/// P16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Version {
    Rummy,
    FullDeck,
    Casual,
}

/// P9: the plurals in -S that are ordinary words because of another sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PluralRule {
    /// Those that people read first in the other sense.
    FirstSense,
    /// All that have another sense.
    Lenient,
    /// None.
    Strict,
}

/// The options of the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// P16.
    pub version: Version,
    /// P9.
    pub plural: PluralRule,
    /// P9: a plural without S is an ordinary word.
    pub irregular_plurals_allowed: bool,
    /// P10: the new word of a turn may take one play-on.
    pub play_on_new_word: bool,
    /// P15: wild and flip cards on the table may change their letters.
    pub cards_may_change: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            version: Version::Rummy,
            plural: PluralRule::FirstSense,
            irregular_plurals_allowed: false,
            play_on_new_word: false,
            cards_may_change: false,
        }
    }
}

/// The classes of a word in the dictionary, which may bar it (W4).
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "every class is independent")]
pub(crate) struct Entry {
    /// Proper, foreign, profane or abbreviation, without an allowed sense.
    pub barred: bool,
    /// P9: a plural in -S.
    pub plural_s: bool,
    /// P9: a plural without S.
    pub irregular_plural: bool,
    /// The word is a plural and has another sense.
    pub other_sense: bool,
    /// People read the word first in the other sense.
    pub other_sense_first: bool,
}

/// P11: the time of a turn in its round. Both can be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stage {
    /// The player's first turn.
    pub first_turn: bool,
    /// A last play.
    pub last_play: bool,
}

/// The words of the dictionary, in upper case.
pub(crate) type Words = BTreeMap<String, Entry>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    NewWord,
    PlayOn,
    Combination,
}

/// A play-on or a combination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayOn {
    /// The indexes of table words; the number of table words stands for the new word of the turn.
    pub onto: Vec<usize>,
    /// All cards of the resulting word in word order, announced.
    pub word: Vec<String>,
}

/// P3: one new word, or play-ons, or both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Turn {
    pub new_word: Option<Vec<String>>,
    pub play_ons: Vec<PlayOn>,
}

/// One word of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub word: String,
    pub kind: Kind,
    /// P6, P8; false for a new word.
    pub rearranged: bool,
    pub points_per_letter: u32,
    pub points: u32,
    /// W3, W4, P9.
    pub valid: bool,
    /// P4: new word; P5: one point per letter; P6: rearranged; P7: exception.
    pub rule: &'static str,
}

/// The score of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scored {
    pub total: u32,
    /// Every part is valid.
    pub valid: bool,
    /// The new word first, then the play-ons as given.
    pub parts: Vec<Part>,
    pub went_out: bool,
    /// P11: 7 or 0.
    pub going_out: u32,
    /// P11: 20 or 0.
    pub initial_hand: u32,
    /// In hand order.
    pub hand_left: Vec<String>,
}
