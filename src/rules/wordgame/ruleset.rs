//! The rules of a game: letter values, bonus squares and the switches of the rulebook (RULEBOOK
//! G1–G10, C1–C6).

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::bag::Bag;
use super::challenge_rule::{ChallengeName, ChallengeRule};
use super::premiums::Premiums;
use crate::word::Letter;

/// A set of rules to start from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgamePreset))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Preset {
    /// The rules of the Wordgame rule sheet.
    Wordgame,
    /// The rules of the classic crossword game, as tournaments play it: its letter values and bag,
    /// racks of 7 tiles, word bonuses that multiply, 50 points for placing a whole rack, a first
    /// word of at least 2 letters, exchanges, challenges, time penalties, and its end of the game.
    /// For 2 to 4 players.
    Classic,
}

impl Preset {
    /// Returns the rules of the preset.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Self::Wordgame => Rules::WORDGAME,
            Self::Classic => Rules::CLASSIC,
        }
    }

    /// Returns the largest number of players; the smallest is 2 (RULEBOOK G1, C1).
    #[must_use]
    pub const fn max_players(self) -> usize {
        match self {
            Self::Wordgame => 2,
            Self::Classic => 4,
        }
    }
}

/// The effect of several word bonuses in one word (RULEBOOK G5).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameWordBonus))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WordBonus {
    /// Only the highest counts.
    Highest,
    /// They multiply, as in the classic crossword game.
    Product,
}

/// The words in which a bonus square counts (RULEBOOK G4).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameCrossBonus))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CrossBonus {
    /// Every word that the tile on the square forms in the turn.
    EveryWord,
    /// Only the main word of the turn.
    MainWord,
}

/// The letters that a blank stands for (RULEBOOK G7).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameBlankLetter))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BlankLetter {
    /// One letter in all words.
    One,
    /// A letter of its own in each word.
    PerWord,
}

/// The bonus for placing a full rack in one turn (RULEBOOK G6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AllTiles {
    /// The main word's score is doubled, on top of its word bonus.
    DoubleMainWord,
    /// The score of the whole turn is doubled.
    DoubleTurn,
    /// These points are added to the score of the turn.
    Add(u32),
}

/// The bonus for placing a whole rack in one turn.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameAllTilesBonus))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AllTilesBonus {
    /// The value of the main word is doubled, on top of its word bonus.
    DoubleMainWord,
    /// The score of the whole turn is doubled.
    DoubleTurn,
    /// `all_tiles_points` are added.
    Add,
}

impl AllTiles {
    /// Returns the bonus as switches: its name, and the points that it adds.
    pub(super) const fn switches(self) -> (AllTilesBonus, Option<u32>) {
        match self {
            Self::DoubleMainWord => (AllTilesBonus::DoubleMainWord, None),
            Self::DoubleTurn => (AllTilesBonus::DoubleTurn, None),
            Self::Add(points) => (AllTilesBonus::Add, Some(points)),
        }
    }
}

/// The points for the tiles left on racks when a player has gone out (RULEBOOK C2). If nobody has
/// gone out, all players lose the value of their own tiles.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameEndRule))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum EndRule {
    /// All players lose the value of their own tiles; nobody gains it.
    Keep,
    /// The player who went out gains the value of the others' tiles, and the others lose it.
    GainOnce,
    /// The player who went out gains twice the value of the others' tiles; nobody loses anything.
    GainTwice,
}

/// The turns that end a game before the tiles run out (RULEBOOK C3).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema, strum::EnumMessage))]
#[cfg_attr(feature = "api", schema(as = WordgameOverRule))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OverRule {
    /// Three passes in a row.
    ThreePasses,
    /// Six turns in a row without a point: passes, exchanges, moves that are taken back or worth
    /// nothing, and turns lost to a challenge.
    SixScoreless,
    /// Every player passes twice in a row.
    AllPassTwice,
}

/// The penalty for exceeding the time limit (RULEBOOK C6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameGameTimePenalty))]
#[serde(deny_unknown_fields)]
pub struct TimePenalty {
    /// The points that a player loses for each period.
    pub points: u32,
    /// The length of a period in seconds; not 0. A period counts as soon as it begins.
    pub per_seconds: u32,
}

impl TimePenalty {
    /// The penalty of tournaments.
    pub const CLASSIC: Self = Self { points: 10, per_seconds: 60 };

    /// Returns the points that a player loses.
    ///
    /// ```
    /// use wordcourt::rules::wordgame::TimePenalty;
    /// assert_eq!([0, 1, 60, 61].map(|seconds| TimePenalty::CLASSIC.of(seconds)), [0, 10, 10, 20]);
    /// ```
    #[must_use]
    pub fn of(self, overtime_seconds: u64) -> i64 {
        let periods = overtime_seconds.div_ceil(u64::from(self.per_seconds.max(1)));
        i64::try_from(periods).unwrap_or(i64::MAX).saturating_mul(i64::from(self.points))
    }
}

/// The rules of a game.
///
/// ```
/// use wordcourt::rules::wordgame::{Rules, WordBonus};
/// use wordcourt::word::Letter;
///
/// let rules = Rules { word_bonus: WordBonus::Product, ..Rules::WORDGAME };
/// assert_eq!(rules.rack_size, 8);
/// assert_eq!(Letter::from_ascii(b'Q').map(|letter| rules.value(letter)), Some(7));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The rules that these ones are based on. It decides the number of players.
    pub preset: Preset,
    /// The values of the letters, A to Z; a blank is worth 0 (RULEBOOK G2).
    pub letter_values: [u32; Letter::COUNT],
    /// The bonus squares (RULEBOOK G3).
    pub premiums: Premiums,
    /// The words in which a bonus square counts (RULEBOOK G4).
    pub cross_bonus: CrossBonus,
    /// The effect of several word bonuses in one word (RULEBOOK G5).
    pub word_bonus: WordBonus,
    /// The bonus for placing a full rack in one turn (RULEBOOK G6).
    pub all_tiles: AllTiles,
    /// The number of tiles on a full rack (RULEBOOK G1).
    pub rack_size: usize,
    /// The minimum number of letters of the first word (RULEBOOK G7).
    pub first_word_min: usize,
    /// The letters that a blank stands for (RULEBOOK G7).
    pub blank_letter: BlankLetter,
    /// The points for the tiles left on racks (RULEBOOK C2).
    pub end: EndRule,
    /// The turns that end a game before the tiles run out (RULEBOOK C3).
    pub over: OverRule,
    /// The number of tiles that the bag must have for an exchange; `None` if the rules do not allow
    /// exchanges (RULEBOOK G9, C4).
    pub exchange_min_bag: Option<usize>,
    /// The chosen rule for challenges; `None` for that of the preset. See
    /// [`Rules::challenge_rule`].
    pub challenge: Option<ChallengeRule>,
    /// The penalty for exceeding the time limit; `None` if the rules have none (RULEBOOK C6).
    pub time_penalty: Option<TimePenalty>,
    /// The tiles of the game; `None` if a position may have any tiles (RULEBOOK G1).
    pub bag: Option<Bag>,
    /// True if the tiles of a position must be one group that covers the centre (RULEBOOK C9).
    pub connected: bool,
}

impl Rules {
    /// The rules of Wordgame with the rulebook's defaults.
    pub const WORDGAME: Self = Self {
        preset: Preset::Wordgame,
        letter_values: [
            1, 5, 4, 2, 1, 4, 5, 4, 1, 6, 5, 3, 4, 2, 1, 5, 7, 2, 2, 1, 3, 5, 5, 7, 5, 5,
        ],
        premiums: Premiums::STANDARD,
        cross_bonus: CrossBonus::EveryWord,
        word_bonus: WordBonus::Highest,
        all_tiles: AllTiles::DoubleMainWord,
        rack_size: 8,
        first_word_min: 4,
        blank_letter: BlankLetter::One,
        end: EndRule::Keep,
        over: OverRule::ThreePasses,
        exchange_min_bag: None,
        challenge: None,
        time_penalty: None,
        bag: Some(Bag::WORDGAME),
        connected: true,
    };

    /// The rules of the classic crossword game (RULEBOOK C1–C6).
    pub const CLASSIC: Self = Self {
        preset: Preset::Classic,
        letter_values: [
            1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10,
        ],
        word_bonus: WordBonus::Product,
        all_tiles: AllTiles::Add(50),
        rack_size: 7,
        first_word_min: 2,
        end: EndRule::GainTwice,
        over: OverRule::SixScoreless,
        exchange_min_bag: Some(7),
        time_penalty: Some(TimePenalty::CLASSIC),
        bag: Some(Bag::CLASSIC),
        ..Self::WORDGAME
    };

    /// Returns the value of a letter.
    #[must_use]
    #[inline(always)]
    pub const fn value(&self, letter: Letter) -> u32 {
        self.letter_values[letter.index()]
    }

    /// Returns the rule for challenges: that of the preset, unless another one is chosen.
    #[must_use]
    pub fn challenge_rule(&self) -> ChallengeRule {
        self.challenge.unwrap_or(match self.preset {
            Preset::Wordgame => ChallengeName::Void.rule(),
            Preset::Classic => ChallengeName::Double.rule(),
        })
    }

    /// Returns the same rules, in which the rule for challenges is set.
    #[must_use]
    pub fn with_challenge(self) -> Self {
        Self { challenge: Some(self.challenge_rule()), ..self }
    }

    /// Returns true if both players get new racks after two opening passes (RULEBOOK G9, FG5).
    #[must_use]
    pub const fn give_new_racks(&self) -> bool {
        matches!(self.preset, Preset::Wordgame)
    }

    /// Returns true if positions and moves score as in the preset, for which the time of searches
    /// is measured. Other rules can make a search slow.
    #[must_use]
    pub fn score_like_preset(&self) -> bool {
        let preset = self.preset.rules();
        *self
            == Self {
                end: self.end,
                over: self.over,
                exchange_min_bag: self.exchange_min_bag,
                challenge: self.challenge,
                time_penalty: self.time_penalty,
                rack_size: self.rack_size,
                first_word_min: self.first_word_min,
                bag: self.bag,
                connected: self.connected,
                ..preset
            }
    }
}
