//! The house rules of Wordgame: a preset, and the differences from it.

use serde::Deserialize;

use super::bag_table::BagTable;
use super::challenge_switches::{
    ChallengeFree, ChallengePointsCount, ChallengeStepsList, ChallengeSwitches,
};
use crate::api::bounds::{Count, List, bound, inline_schema, string};
use crate::api::letter_values::LetterValueTable;
use crate::rules::wordgame::{
    AllTiles, AllTilesBonus, Bag, BlankLetter, ChallengeName, ChallengePer, ChallengeTo,
    CrossBonus, EndRule, OverRule, Premiums, Preset, Rules, SIZE, TimePenalty, WordBonus,
};
use crate::rules::{Refused, ViolationCode, Violations, limits};
use crate::word::Letter;

/// A row of bonus squares.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct PremiumRow(String);

inline_schema!(PremiumRow, "PremiumRow", string(SIZE, SIZE, Some("^[TDtd_]{15}$")));

type PremiumRows = List<PremiumRow, SIZE, SIZE>;
type RackSize = Count<1, { bound(limits::RACK_TILES) }>;
type FirstWordMin = Count<2, { bound(SIZE) }>;
type AllTilesPoints = Count<0, { limits::ALL_TILES_POINTS }>;
type ClockMs = Count<1, { limits::CLOCK_MS }>;
type ExchangeMinBag = Count<1, { bound(limits::EXCHANGE_MIN_BAG) }>;

/// The penalty for exceeding the time limit. Each begun period counts.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameTimePenalty {
    /// The points that a player loses for each period. Defaults to 10.
    points: Option<Count<1, { limits::PENALTY_POINTS }>>,
    /// The length of a period in seconds. Defaults to 60.
    per_seconds: Option<Count<1, { limits::OVERTIME_SECONDS }>>,
}

/// House rules: a preset, and the differences from it.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordgameRules {
    /// The rules to start from. Defaults to `wordgame`.
    preset: Option<Preset>,
    /// The words in which a bonus square counts. Defaults to that of the preset.
    cross_bonus: Option<CrossBonus>,
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
    /// The letters that a blank stands for. Defaults to that of the preset.
    blank_letter: Option<BlankLetter>,
    /// The points for the tiles left on racks when a player has gone out. Defaults to that of the
    /// preset: `keep` for `wordgame`, `gain_twice` for `classic`.
    end: Option<EndRule>,
    /// The turns that end a game before the tiles run out. Defaults to that of the preset:
    /// `three_passes` for `wordgame`, `six_scoreless` for `classic`.
    over: Option<OverRule>,
    /// The number of tiles that the bag must have for an exchange. Defaults to 7 for `classic`;
    /// without this number, `wordgame` has no exchanges.
    exchange_min_bag: Option<ExchangeMinBag>,
    /// The rule for challenges, by name. Defaults to `void` for `wordgame` and to `double` for
    /// `classic`; a replay without this field follows the record.
    challenge: Option<ChallengeName>,
    /// The points of a failed challenge, if it costs points: 5 if absent.
    challenge_points: Option<ChallengePointsCount>,
    /// The unit for which the points of a failed challenge count: `turn` if absent.
    challenge_per: Option<ChallengePer>,
    /// The player whose points a failed challenge changes: `bonus` if absent.
    challenge_to: Option<ChallengeTo>,
    /// The number of failed challenges of a player that cost nothing: none if absent.
    challenge_free: Option<ChallengeFree>,
    /// The points of a player's first failed challenge after the free ones, of the second one and so
    /// on, in place of `challenge_points`. The last number repeats.
    challenge_steps: Option<ChallengeStepsList>,
    /// The penalty for exceeding the time limit. Defaults to 10 points for each begun minute for
    /// `classic`; without this field, `wordgame` has no penalty.
    time_penalty: Option<WordgameTimePenalty>,
    /// Set to `false` to allow more tiles than the bag has, on the board, on racks and in moves. A
    /// replay then does not count the bag; the lines at the end of the record say who went out.
    /// Defaults to `true`.
    strict_bag: Option<bool>,
    /// The number of tiles of each letter, from 0 to 40, and of blanks (`?`), from 0 to 10, that
    /// differ from the preset. The bag must have enough tiles for two racks. Excludes
    /// `strict_bag: false`.
    bag: Option<BagTable>,
    /// Set to `false` to allow positions whose tiles are not one group that covers the centre, as in
    /// puzzles. Defaults to `true`.
    connected: Option<bool>,
    /// For whole games: the milliseconds that each player may use before `time_penalty` counts.
    /// Without this field, time is not limited.
    clock_ms: Option<ClockMs>,
}

impl WordgameRules {
    /// Reads the rules of a request; without any, those of the Wordgame rule sheet. The rule for
    /// challenges is always set.
    ///
    /// # Errors
    /// A value is out of bounds, or two contradict each other.
    pub(in crate::api) fn read(
        choice: Option<&Self>,
        violations: &mut Violations,
    ) -> Result<Rules, Refused> {
        Self::read_as_given(choice, violations).map(Rules::with_challenge)
    }

    /// Reads the rules of a request like [`WordgameRules::read`], but sets the rule for challenges
    /// only if the request chooses one.
    ///
    /// # Errors
    /// A value is out of bounds, or two contradict each other.
    pub(super) fn read_as_given(
        choice: Option<&Self>,
        violations: &mut Violations,
    ) -> Result<Rules, Refused> {
        match choice {
            Some(choice) => choice.read_here(&mut violations.at("rules")),
            None => Ok(Rules::WORDGAME),
        }
    }

    /// Reads the time of each player in a whole game. Places are relative to the rules.
    ///
    /// # Errors
    /// The time is out of bounds.
    pub(super) fn clock_ms(&self, violations: &mut Violations) -> Result<Option<u64>, Refused> {
        let mut place = violations.at("clock_ms");
        let clock_ms = self.clock_ms.map(|clock_ms| clock_ms.read(Some("FG11"), &mut place));
        clock_ms.transpose().map(|clock_ms| clock_ms.map(u64::from))
    }

    fn read_here(&self, violations: &mut Violations) -> Result<Rules, Refused> {
        let preset = self.preset.unwrap_or(Preset::Wordgame).rules();
        let all_tiles = self.all_tiles(preset.all_tiles, violations);
        let letter_values = self.letter_values(preset.letter_values, violations);
        let premiums = self.premiums(&preset.premiums, &mut violations.at("premiums"));
        let rack_size = or_preset(self.rack_size, "rack_size", "G1", preset.rack_size, violations);
        let first_word_min = or_preset(
            self.first_word_min,
            "first_word_min",
            "G7",
            preset.first_word_min,
            violations,
        );
        let min_bag = self.exchange_min_bag.map(|tiles| {
            tiles
                .read(Some("C4"), &mut violations.at("exchange_min_bag"))
                .map(|tiles| tiles as usize)
        });
        let challenge = self.challenge_switches().read(preset.challenge_rule(), violations);
        let time_penalty = self.time_penalty.map(|penalty| penalty.read(violations)).transpose();
        let bag = self.bag(&preset, rack_size, violations);
        Ok(Rules {
            letter_values: letter_values?,
            premiums: premiums?,
            cross_bonus: self.cross_bonus.unwrap_or(preset.cross_bonus),
            word_bonus: self.word_bonus.unwrap_or(preset.word_bonus),
            all_tiles: all_tiles?,
            rack_size: rack_size?,
            first_word_min: first_word_min?,
            blank_letter: self.blank_letter.unwrap_or(preset.blank_letter),
            end: self.end.unwrap_or(preset.end),
            over: self.over.unwrap_or(preset.over),
            exchange_min_bag: min_bag.transpose()?.or(preset.exchange_min_bag),
            challenge: challenge?,
            time_penalty: time_penalty?.or(preset.time_penalty),
            bag: bag?,
            connected: self.connected.unwrap_or(preset.connected),
            ..preset
        })
    }

    /// Reads the bag; `None` if the tiles are not counted.
    fn bag(
        &self,
        preset: &Rules,
        rack_size: Result<usize, Refused>,
        violations: &mut Violations,
    ) -> Result<Option<Bag>, Refused> {
        let is_strict = self.strict_bag.unwrap_or(true);
        let (Some(bag), Some(preset)) = (&self.bag, &preset.bag) else {
            return Ok(preset.bag.filter(|_| is_strict));
        };
        let mut place = violations.at("bag");
        if !is_strict {
            let detail = "with strict_bag: false, no tiles are counted; give one of the two";
            return Err(place.refuse(ViolationCode::ConflictingFields, "G1", detail));
        }
        bag.read(preset, rack_size?, &mut place).map(Some)
    }

    fn challenge_switches(&self) -> ChallengeSwitches<'_> {
        ChallengeSwitches {
            challenge: self.challenge,
            points: self.challenge_points,
            per: self.challenge_per,
            to: self.challenge_to,
            free: self.challenge_free,
            steps: self.challenge_steps.as_ref(),
        }
    }

    fn letter_values(
        &self,
        mut values: [u32; Letter::COUNT],
        violations: &mut Violations,
    ) -> Result<[u32; Letter::COUNT], Refused> {
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

impl WordgameTimePenalty {
    fn read(self, violations: &mut Violations) -> Result<TimePenalty, Refused> {
        let mut place = violations.at("time_penalty");
        let TimePenalty { points, per_seconds } = TimePenalty::CLASSIC;
        let points = self
            .points
            .map_or(Ok(points), |points| points.read(Some("C6"), &mut place.at("points")));
        let per_seconds = self.per_seconds.map_or(Ok(per_seconds), |seconds| {
            seconds.read(Some("C6"), &mut place.at("per_seconds"))
        });
        Ok(TimePenalty { points: points?, per_seconds: per_seconds? })
    }
}

/// Reads a number, or returns that of the preset.
fn or_preset<const MIN: u32, const MAX: u32>(
    given: Option<Count<MIN, MAX>>,
    member: &'static str,
    rule: &'static str,
    preset: usize,
    violations: &mut Violations,
) -> Result<usize, Refused> {
    let mut read = |given: Count<MIN, MAX>| given.read(Some(rule), &mut violations.at(member));
    given.map_or(Ok(preset), |given| read(given).map(|number| number as usize))
}
