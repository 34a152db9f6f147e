//! The rules of a whole game.

use crate::rules::flow::MAX_USED_MS;
use crate::rules::wordgame::bag::Bag;
use crate::rules::wordgame::challenge_rule::ChallengeRule;
use crate::rules::wordgame::ruleset::{AllTiles, Rules};
use crate::rules::wordgame::square::SIZE;
use crate::rules::{Refused, ViolationCode, Violations, counted, limits};

/// The rules of a whole game, which never change in it (RULEBOOK F1).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FlowRules {
    /// The rules of moves, challenges and the end. The rule for challenges is always set.
    pub base: Rules,
    /// The milliseconds that each player may use before [`Rules::time_penalty`] counts; `None` if
    /// time is not limited (RULEBOOK FG11).
    pub clock_ms: Option<u64>,
}

impl FlowRules {
    /// Returns the rules of a game without a time limit.
    #[must_use]
    pub fn new(base: Rules) -> Self {
        Self { base: base.with_challenge(), clock_ms: None }
    }

    /// Returns true if moves with words that are not allowed are refused, so that there are no
    /// challenges (RULEBOOK FG4).
    pub(super) fn refuse_words(&self) -> bool {
        self.base.challenge_rule() == ChallengeRule::Void
    }

    /// Returns the seconds by which a player exceeded the time limit, a begun second in full, so
    /// that a penalty counts every begun period (RULEBOOK C6).
    pub(super) fn overtime_seconds(&self, used_ms: u64) -> u64 {
        self.clock_ms.map_or(0, |clock_ms| used_ms.saturating_sub(clock_ms).div_ceil(1_000))
    }

    /// Checks that the rules are those of a game that can be played, and returns its bag. Places
    /// are relative to the rules.
    ///
    /// # Errors
    /// Records a number that is out of bounds, rules without a bag, a bag without a full rack for
    /// each player, and a time limit without a penalty.
    pub fn check(&self, players: usize, violations: &mut Violations) -> Result<Bag, Refused> {
        let base = &self.base;
        let mut checked = self.check_numbers(violations);
        if base.challenge.is_none() {
            let detail = "give the rule for challenges";
            let mut place = violations.at("challenge");
            checked = Err(place.refuse(ViolationCode::MissingField, "C5", detail));
        }
        if self.clock_ms.is_some() && base.time_penalty.is_none() {
            let detail = "a time limit needs time_penalty";
            let mut place = violations.at("clock_ms");
            checked = Err(place.refuse(ViolationCode::ConflictingFields, "FG11", detail));
        }
        let Some(bag) = base.bag else {
            let detail = "a whole game is played with the tiles of a bag";
            let mut place = violations.at("strict_bag");
            return Err(place.refuse(ViolationCode::ConflictingFields, "FG1", detail));
        };
        if bag.len() < base.rack_size.saturating_mul(players) {
            let detail = format_args!(
                "the bag has {}; it must have enough for {players} racks of {}",
                counted(bag.len(), "tile"),
                base.rack_size
            );
            checked = Err(violations.at("bag").refuse(ViolationCode::TooFew, "FG1", detail));
        }
        checked.map(|()| bag)
    }

    /// Checks that all numbers are in bounds.
    fn check_numbers(&self, violations: &mut Violations) -> Result<(), Refused> {
        let base = &self.base;
        let number = |number: usize| number as u64;
        // Each number with its smallest and its largest value.
        let mut bounds: Vec<(&'static str, u64, u64, u64, &'static str)> = vec![
            ("rack_size", number(base.rack_size), 1, number(limits::RACK_TILES), "G1"),
            ("first_word_min", number(base.first_word_min), 2, number(SIZE), "G7"),
        ];
        let values = base.letter_values.into_iter().max().unwrap_or_default();
        bounds.push(("letter_values", values.into(), 0, limits::LETTER_VALUE.into(), "G2"));
        if let AllTiles::Add(points) = base.all_tiles {
            let most = limits::ALL_TILES_POINTS.into();
            bounds.push(("all_tiles_points", points.into(), 0, most, "G6"));
        }
        if let Some(tiles) = base.exchange_min_bag {
            let most = number(limits::EXCHANGE_MIN_BAG);
            bounds.push(("exchange_min_bag", number(tiles), 1, most, "C4"));
        }
        if let Some(ChallengeRule::Points(points)) = base.challenge {
            let steps = points.steps.as_slice();
            let member = if steps.len() == 1 { "challenge_points" } else { "challenge_steps" };
            let most = limits::PENALTY_POINTS.into();
            bounds.extend(steps.iter().map(|&step| (member, step.into(), 1, most, "C5")));
            let most = limits::FAILED_CHALLENGES.into();
            bounds.push(("challenge_free", points.free.into(), 0, most, "C5"));
        }
        if let Some(penalty) = base.time_penalty {
            let most = limits::PENALTY_POINTS.into();
            bounds.push(("time_penalty", penalty.points.into(), 1, most, "C6"));
            let most = limits::OVERTIME_SECONDS.into();
            bounds.push(("time_penalty", penalty.per_seconds.into(), 1, most, "C6"));
        }
        if let Some(bag) = base.bag {
            let letters = bag.letters.into_iter().max().unwrap_or_default();
            bounds.push(("bag", letters.into(), 0, limits::BAG_LETTER_TILES.into(), "G1"));
            bounds.push(("bag", bag.blanks.into(), 0, limits::BAG_BLANKS.into(), "G1"));
        }
        bounds.extend(self.clock_ms.map(|clock| ("clock_ms", clock, 1, MAX_USED_MS, "FG11")));
        let mut checked = Ok(());
        for (member, number, min, max, rule) in bounds {
            if !(min..=max).contains(&number) {
                let detail = format_args!("{number}; give a number from {min} to {max}");
                let code = ViolationCode::OutOfBounds;
                checked = Err(violations.at(member).refuse(code, rule, detail));
            }
        }
        checked
    }
}
