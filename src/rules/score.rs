//! Score lines: a score told so that a client can replay it on screen.

use serde::Serialize;

/// One step of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "http", schema(as = ScoreLine))]
pub struct Line {
    /// The rule that the step rests on; `/rulebook` tells them all.
    pub rule: &'static str,
    /// What happens, for people.
    pub label: String,
    /// What the step adds, unless it multiplies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// What the step multiplies by, unless it adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<u32>,
    /// The cards that it concerns, as positions in the play counted from 0; left out if it concerns the play as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<usize>,
    /// The total after the step.
    pub running_total: u32,
}

/// Writes score lines, keeping the running total.
#[derive(Debug, Default)]
pub struct Lines {
    lines: Vec<Line>,
    total: u32,
}

impl Lines {
    /// Adds points.
    pub fn add(&mut self, rule: &'static str, label: String, cards: Vec<usize>, points: u32) {
        self.total += points;
        self.lines.push(Line { rule, label, points: Some(points), multiplier: None, cards, running_total: self.total });
    }

    /// Multiplies a part of the total that was added before; `part` is that part's worth so far.
    pub fn multiply(&mut self, rule: &'static str, label: String, cards: Vec<usize>, part: u32, multiplier: u32) {
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

    /// The total so far.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.total
    }

    /// The lines written.
    #[must_use]
    pub fn finish(self) -> Vec<Line> {
        self.lines
    }
}
