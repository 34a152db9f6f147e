//! The rules of a whole game as JSON: every switch with its value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::flow_rules::FlowRules;
use super::state::read_tile;
use crate::rules::flow::inconsistent;
use crate::rules::wordgame::bag::Bag;
use crate::rules::wordgame::bag_tile::{BLANK, BagTile};
use crate::rules::wordgame::challenge_rule::{
    ChallengeName, ChallengePer, ChallengePoints, ChallengeRule, ChallengeSteps, ChallengeSwitches,
    ChallengeTo,
};
use crate::rules::wordgame::premiums::Premiums;
use crate::rules::wordgame::ruleset::{
    AllTiles, AllTilesBonus, BlankLetter, CrossBonus, EndRule, OverRule, Preset, Rules,
    TimePenalty, WordBonus,
};
use crate::rules::wordgame::square::{SIZE, Square};
use crate::rules::{Refused, Violations};
use crate::word::Letter;

/// The rules of a whole game: every switch with its value. A switch without a value is absent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = WordgameFlowRules))]
#[serde(deny_unknown_fields)]
pub struct SavedRules {
    /// The rules that these ones are based on. It decides the number of players.
    pub preset: Preset,
    /// The values of the letters.
    pub letter_values: BTreeMap<String, u32>,
    /// The bonus squares: 15 rows of 15 characters. `T` is word ×3, `D` word ×2, `t` letter ×3, `d`
    /// letter ×2, and `_` no bonus.
    pub premiums: Vec<String>,
    /// The words in which a bonus square counts.
    pub cross_bonus: CrossBonus,
    /// The effect of several word bonuses in one word.
    pub word_bonus: WordBonus,
    /// The bonus for placing a whole rack.
    pub all_tiles: AllTilesBonus,
    /// The points that `all_tiles: "add"` adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_tiles_points: Option<u32>,
    /// The number of tiles on a full rack.
    pub rack_size: usize,
    /// The minimum number of letters in the first word.
    pub first_word_min: usize,
    /// The letters that a blank stands for.
    pub blank_letter: BlankLetter,
    /// The points for the tiles left on racks when a player has gone out.
    pub end: EndRule,
    /// The turns that end a game before the tiles run out.
    pub over: OverRule,
    /// The number of tiles that the bag must have for an exchange; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_min_bag: Option<usize>,
    /// The rule for challenges: `void`, `single`, `double`, `points`, `forfeit` or `triple`.
    pub challenge: ChallengeName,
    /// The points of a failed challenge, if all cost the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_points: Option<u32>,
    /// The points of a player's first failed challenge after the free ones, of the second one and
    /// so on. The last number repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_steps: Option<Vec<u32>>,
    /// The unit for which the points of a failed challenge count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_per: Option<ChallengePer>,
    /// The player whose points a failed challenge changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_to: Option<ChallengeTo>,
    /// The number of failed challenges of a player that cost nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_free: Option<u32>,
    /// The penalty for exceeding the time limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_penalty: Option<TimePenalty>,
    /// Always true: a whole game is played with the tiles of its bag.
    pub strict_bag: bool,
    /// The number of tiles of each letter, and of blanks (`?`).
    pub bag: BTreeMap<String, u8>,
    /// True if the tiles of a position must be one group that covers the centre.
    pub connected: bool,
    /// The milliseconds that each player may use; absent if time is not limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
}

impl From<&FlowRules> for SavedRules {
    fn from(rules: &FlowRules) -> Self {
        let FlowRules { base, clock_ms } = rules;
        let (all_tiles, all_tiles_points) = base.all_tiles.switches();
        let challenge = ChallengeSwitches::from(base.challenge_rule());
        Self {
            preset: base.preset,
            letter_values: Letter::all()
                .map(|letter| (letter.to_string(), base.value(letter)))
                .collect(),
            premiums: premium_rows(&base.premiums),
            cross_bonus: base.cross_bonus,
            word_bonus: base.word_bonus,
            all_tiles,
            all_tiles_points,
            rack_size: base.rack_size,
            first_word_min: base.first_word_min,
            blank_letter: base.blank_letter,
            end: base.end,
            over: base.over,
            exchange_min_bag: base.exchange_min_bag,
            challenge: challenge.challenge,
            challenge_points: challenge.challenge_points,
            challenge_steps: challenge.challenge_steps,
            challenge_per: challenge.challenge_per,
            challenge_to: challenge.challenge_to,
            challenge_free: challenge.challenge_free,
            time_penalty: base.time_penalty,
            strict_bag: base.bag.is_some(),
            bag: base.bag.as_ref().map(bag_counts).unwrap_or_default(),
            connected: base.connected,
            clock_ms: *clock_ms,
        }
    }
}

impl Serialize for FlowRules {
    /// Writes every switch with its value.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SavedRules::from(self).serialize(serializer)
    }
}

fn premium_rows(premiums: &Premiums) -> Vec<String> {
    let row = |row| (0..SIZE).map(|column| premiums.at(Square { row, column }).mark()).collect();
    (0..SIZE).map(row).collect()
}

fn bag_counts(bag: &Bag) -> BTreeMap<String, u8> {
    let letters = Letter::all().map(|letter| (letter.to_string(), bag.letters[letter.index()]));
    letters.chain([(BLANK.to_string(), bag.blanks)]).collect()
}

impl SavedRules {
    /// Reads the rules; [`FlowRules::check`] checks their numbers. Places are relative to the
    /// rules.
    ///
    /// # Errors
    /// Records `state_inconsistent` at switches that lack a value or that exclude each other.
    pub(super) fn read(&self, violations: &mut Violations) -> Result<FlowRules, Refused> {
        let mut letter_values = [0; Letter::COUNT];
        let values = count_tiles(&self.letter_values, false, |tile, value| match tile {
            BagTile::Letter(letter) => letter_values[letter.index()] = value,
            BagTile::Blank => {}
        });
        let mut bag = Bag { letters: [0; Letter::COUNT], blanks: 0 };
        let tiles = count_tiles(&self.bag, true, |tile, count| match tile {
            BagTile::Letter(letter) => bag.letters[letter.index()] = count,
            BagTile::Blank => bag.blanks = count,
        });
        let rows: Vec<&str> = self.premiums.iter().map(String::as_str).collect();
        let premiums = Premiums::from_rows(&rows);
        let all_tiles = match (self.all_tiles, self.all_tiles_points) {
            (AllTilesBonus::DoubleMainWord, None) => Some(AllTiles::DoubleMainWord),
            (AllTilesBonus::DoubleTurn, None) => Some(AllTiles::DoubleTurn),
            (AllTilesBonus::Add, Some(points)) => Some(AllTiles::Add(points)),
            _ => None,
        };
        let challenge = self.challenge_rule();
        let fits = [
            (values, "letter_values", "give the values of the letters from A to Z"),
            (tiles, "bag", "give the numbers of the letters from A to Z and of blanks"),
            (self.strict_bag, "strict_bag", "a whole game is played with the tiles of a bag"),
            (premiums.is_some(), "premiums", "give 15 rows of 15 marks"),
            (all_tiles.is_some(), "all_tiles", "the points do not fit the bonus"),
            (challenge.is_some(), "challenge", "the switches do not fit the rule for challenges"),
        ];
        for (does_fit, member, detail) in fits {
            if !does_fit {
                inconsistent(&mut violations.at(member), detail);
            }
        }
        let (Some(premiums), Some(all_tiles)) = (premiums, all_tiles) else {
            return Err(inconsistent(violations, "the rules have switches without a value"));
        };
        if challenge.is_none() || !(values && tiles && self.strict_bag) {
            return Err(inconsistent(violations, "the rules have switches without a value"));
        }
        let base = Rules {
            preset: self.preset,
            letter_values,
            premiums,
            cross_bonus: self.cross_bonus,
            word_bonus: self.word_bonus,
            all_tiles,
            rack_size: self.rack_size,
            first_word_min: self.first_word_min,
            blank_letter: self.blank_letter,
            end: self.end,
            over: self.over,
            exchange_min_bag: self.exchange_min_bag,
            challenge,
            time_penalty: self.time_penalty,
            bag: Some(bag),
            connected: self.connected,
        };
        Ok(FlowRules { base, clock_ms: self.clock_ms })
    }

    /// Returns the rule for challenges; `None` if the switches are not in canonical form.
    fn challenge_rule(&self) -> Option<ChallengeRule> {
        let rule = match self.challenge {
            ChallengeName::Points => {
                let one = self.challenge_points.map(|points| vec![points]);
                let steps = self.challenge_steps.clone().or(one)?;
                ChallengeRule::Points(ChallengePoints {
                    per: self.challenge_per?,
                    to: self.challenge_to?,
                    free: self.challenge_free?,
                    steps: ChallengeSteps::of(&steps)?,
                })
            }
            name => name.rule(),
        };
        let switches = ChallengeSwitches::from(rule);
        let is_canonical = switches.challenge == self.challenge
            && switches.challenge_points == self.challenge_points
            && switches.challenge_steps == self.challenge_steps
            && switches.challenge_per == self.challenge_per
            && switches.challenge_to == self.challenge_to
            && switches.challenge_free == self.challenge_free;
        is_canonical.then_some(rule)
    }
}

/// Takes a number for each letter, and for blanks if they are counted. Returns false unless each of
/// them has exactly one.
fn count_tiles<N: Copy>(
    numbers: &BTreeMap<String, N>,
    with_blanks: bool,
    mut take: impl FnMut(BagTile, N),
) -> bool {
    let mut known = 0;
    for (mark, number) in numbers {
        let tile = read_tile(mark).filter(|tile| tile.to_string() == *mark);
        let Some(tile) = tile.filter(|tile| with_blanks || *tile != BagTile::Blank) else {
            return false;
        };
        take(tile, *number);
        known += 1;
    }
    known == Letter::COUNT + usize::from(with_blanks)
}
