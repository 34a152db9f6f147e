//! The house rules of Wordgame: a preset, and the differences from it.

use serde::Deserialize;

use crate::api::bounds::{Count, List, bound, inline_schema, string};
use crate::api::letter_values::LetterValueTable;
use crate::rules::wordgame::{AllTiles, Premiums, Rules, SIZE, WordBonus};
use crate::rules::{Refused, ViolationCode, Violations, limits};

/// A set of rules to start from.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = WordgamePreset)]
pub enum Preset {
    /// The rules of the Wordgame rule sheet.
    #[default]
    Wordgame,
    /// The rules of the classic crossword game: its letter values, bonus squares and bag, a rack of
    /// 7 tiles, word bonuses that multiply, 50 points for placing a whole rack, and a first word of
    /// at least 2 letters.
    Classic,
}

/// The bonus for placing a whole rack in one turn.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = WordgameAllTilesBonus)]
pub enum AllTilesBonus {
    /// The value of the main word is doubled, on top of its word bonus.
    DoubleMainWord,
    /// The score of the whole turn is doubled.
    DoubleTurn,
    /// `all_tiles_points` are added.
    Add,
}

/// A row of bonus squares.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct PremiumRow(String);

inline_schema!(PremiumRow, "PremiumRow", string(SIZE, SIZE, Some("^[TDtd_]{15}$")));

type PremiumRows = List<PremiumRow, SIZE, SIZE>;
type RackSize = Count<1, { bound(limits::RACK_TILES) }>;
type FirstWordMin = Count<2, { bound(SIZE) }>;
type AllTilesPoints = Count<0, { limits::ALL_TILES_POINTS }>;

/// House rules: a preset, and the differences from it.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameRules {
    /// The rules to start from. Defaults to `wordgame`.
    preset: Option<Preset>,
    /// The effect of several word bonuses in one word. Defaults to that of the preset.
    word_bonus: Option<WordBonus>,
    /// The bonus for placing a whole rack. Defaults to that of the preset.
    all_tiles: Option<AllTilesBonus>,
    /// The points that `all_tiles: "add"` adds.
    all_tiles_points: Option<AllTilesPoints>,
    /// The values of letters that differ from the preset, from 0 to 1,000.
    letter_values: Option<LetterValueTable>,
    /// The bonus squares: 15 rows of 15 characters. `T` is word ×3, `D` word ×2, `t` letter ×3, `d`
    /// letter ×2, and `_` no bonus. Defaults to those of the preset.
    premiums: Option<PremiumRows>,
    /// The number of tiles on a full rack. Defaults to that of the preset.
    rack_size: Option<RackSize>,
    /// The minimum number of letters in the first word. Defaults to that of the preset.
    first_word_min: Option<FirstWordMin>,
    /// Set to `false` to allow more tiles than the bag has, on the board, on racks and in moves. A
    /// replay then does not count the bag, so no game ends because the tiles run out. Defaults to
    /// `true`.
    strict_bag: Option<bool>,
}

impl WordgameRules {
    /// Reads the rules of a request; without any, those of the Wordgame rule sheet.
    ///
    /// # Errors
    /// A value is out of bounds, or two contradict each other.
    pub(in crate::api) fn read(
        choice: Option<&Self>,
        violations: &mut Violations,
    ) -> Result<Rules, Refused> {
        match choice {
            Some(choice) => choice.read_here(&mut violations.at("rules")),
            None => Ok(Rules::WORDGAME),
        }
    }

    fn read_here(&self, violations: &mut Violations) -> Result<Rules, Refused> {
        let preset = match self.preset.unwrap_or_default() {
            Preset::Wordgame => Rules::WORDGAME,
            Preset::Classic => Rules::CLASSIC,
        };
        let all_tiles = self.all_tiles(preset.all_tiles, violations);
        let letter_values = self.letter_values(preset.letter_values, violations);
        let premiums = self.premiums(&preset.premiums, &mut violations.at("premiums"));
        let rack_size = match self.rack_size {
            Some(size) => {
                size.read(Some("G1"), &mut violations.at("rack_size")).map(|size| size as usize)
            }
            None => Ok(preset.rack_size),
        };
        let first_word_min = match self.first_word_min {
            Some(min) => {
                let min = min.read(Some("G7"), &mut violations.at("first_word_min"));
                min.map(|min| min as usize)
            }
            None => Ok(preset.first_word_min),
        };
        let bag = if self.strict_bag == Some(false) { None } else { preset.bag };
        Ok(Rules {
            letter_values: letter_values?,
            premiums: premiums?,
            word_bonus: self.word_bonus.unwrap_or(preset.word_bonus),
            all_tiles: all_tiles?,
            rack_size: rack_size?,
            first_word_min: first_word_min?,
            bag,
            ..preset
        })
    }

    fn letter_values(
        &self,
        mut values: [u32; crate::word::Letter::COUNT],
        violations: &mut Violations,
    ) -> Result<[u32; crate::word::Letter::COUNT], Refused> {
        if let Some(table) = &self.letter_values {
            for (letter, value) in table.read("G2", &mut violations.at("letter_values"))? {
                values[letter.index()] = value;
            }
        }
        Ok(values)
    }

    fn premiums(
        &self,
        preset: &Premiums,
        violations: &mut Violations,
    ) -> Result<Premiums, Refused> {
        let Some(rows) = &self.premiums else { return Ok(*preset) };
        let rows: Vec<&str> =
            rows.raw().iter().take(SIZE + 1).map(|PremiumRow(row)| row.as_str()).collect();
        Premiums::from_rows(&rows).ok_or_else(|| {
            let detail = "the layout has 15 rows of 15 squares, each one of T, D, t, d or _";
            violations.refuse(ViolationCode::InvalidSquare, "G3", detail)
        })
    }

    fn all_tiles(
        &self,
        preset: AllTiles,
        violations: &mut Violations,
    ) -> Result<AllTiles, Refused> {
        let mut place = violations.at("all_tiles_points");
        let points = match self.all_tiles_points {
            Some(points) => Some(points.read(Some("G6"), &mut place)?),
            None => None,
        };
        let chosen = match (self.all_tiles, preset) {
            (None | Some(AllTilesBonus::Add), AllTiles::Add(preset)) => {
                return Ok(AllTiles::Add(points.unwrap_or(preset)));
            }
            (Some(AllTilesBonus::Add), _) => {
                let detail = "give the points to add in all_tiles_points";
                return points
                    .map(AllTiles::Add)
                    .ok_or_else(|| place.refuse(ViolationCode::MissingField, "G6", detail));
            }
            (None, preset) => preset,
            (Some(AllTilesBonus::DoubleMainWord), _) => AllTiles::DoubleMainWord,
            (Some(AllTilesBonus::DoubleTurn), _) => AllTiles::DoubleTurn,
        };
        if points.is_some() {
            let detail = "points are added only with all_tiles = \"add\"";
            return Err(place.refuse(ViolationCode::ConflictingFields, "G6", detail));
        }
        Ok(chosen)
    }
}
