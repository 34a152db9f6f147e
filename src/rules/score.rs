//! Score lines: a score step by step, so that a client can replay it on screen.

use serde::Serialize;

/// One step of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "api", schema(as = ScoreLine))]
pub struct Line {
    /// The rule that the step applies, by its id in the rulebook.
    pub rule: &'static str,
    /// The step in words, for people.
    pub label: String,
    /// The points that the step adds; absent if it multiplies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The multiplier that the step applies; absent if it adds points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<u32>,
    /// The cards that the step concerns, as positions in the play counted from 0; absent if it
    /// concerns the whole play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<usize>,
    /// The total after the step.
    pub running_total: u32,
}

/// Writes score lines and keeps the running total.
///
/// ```
/// use wordcourt::rules::score::Lines;
/// let mut lines = Lines::default();
/// lines.add("O4", "blue G".to_owned(), vec![0], 3);
/// lines.multiply("O8", "red flush without a wild".to_owned(), Vec::new(), 3, 2);
/// assert_eq!(lines.total(), 6);
/// assert_eq!(lines.finish()[1].multiplier, Some(2));
/// ```
#[derive(Debug)]
pub struct Lines {
    lines: Vec<Line>,
    total: u32,
}

impl Default for Lines {
    fn default() -> Self {
        // Enough for most scores, so that the list rarely grows.
        Self { lines: Vec::with_capacity(12), total: 0 }
    }
}

impl Lines {
    /// Adds points.
    pub fn add(&mut self, rule: &'static str, label: String, cards: Vec<usize>, points: u32) {
        self.total += points;
        self.lines.push(Line {
            rule,
            label,
            points: Some(points),
            multiplier: None,
            cards,
            running_total: self.total,
        });
    }

    /// Multiplies a part of the total; `part` is the current number of points of that part.
    pub fn multiply(
        &mut self,
        rule: &'static str,
        label: String,
        cards: Vec<usize>,
        part: u32,
        multiplier: u32,
    ) {
        self.total += part * (multiplier - 1);
        self.lines.push(Line {
            rule,
            label,
            points: None,
            multiplier: Some(multiplier),
            cards,
            running_total: self.total,
        });
    }

    /// Returns the total so far.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.total
    }

    /// Returns the lines.
    #[must_use]
    pub fn finish(self) -> Vec<Line> {
        self.lines
    }
}

/// One step of a settlement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct SettlementLine {
    /// The rule that the step applies, by its id in the rulebook.
    pub rule: &'static str,
    /// The step in words, for people.
    pub label: String,
    /// The points or chips that the player gets, or loses if it is negative.
    pub amount: i64,
    /// The player's points or chips after the step.
    pub running_total: i64,
}

/// Writes the settlement lines of a player and keeps the running total.
///
/// ```
/// use wordcourt::rules::score::SettlementLines;
/// let mut lines = SettlementLines::starting_with(250);
/// lines.add("G10", "tiles left: QI".to_owned(), -8);
/// assert_eq!(lines.total(), 242);
/// assert_eq!(lines.finish()[0].running_total, 242);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettlementLines {
    lines: Vec<SettlementLine>,
    total: i64,
}

impl SettlementLines {
    /// Starts with what the player has before the settlement.
    #[must_use]
    pub const fn starting_with(total: i64) -> Self {
        Self { lines: Vec::new(), total }
    }

    /// Adds a step; `amount` is negative if the player loses points or chips.
    pub fn add(&mut self, rule: &'static str, label: String, amount: i64) {
        self.total = self.total.saturating_add(amount);
        self.lines.push(SettlementLine { rule, label, amount, running_total: self.total });
    }

    /// Returns the total so far.
    #[must_use]
    pub const fn total(&self) -> i64 {
        self.total
    }

    /// Returns the lines.
    #[must_use]
    pub fn finish(self) -> Vec<SettlementLine> {
        self.lines
    }
}
