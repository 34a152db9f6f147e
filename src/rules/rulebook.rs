//! The rulebook as text: the points that score lines, breaches and rulings name.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The rulebook in Markdown.
pub const MARKDOWN: &str = include_str!("../../data/rulebook.md");

/// Returns the text of a point in Markdown, each paragraph on one line and without the id; `None`
/// if the rulebook has no point with this id.
///
/// ```
/// use wordcourt::rules::rulebook;
/// let text = rulebook::text("P4").unwrap();
/// assert_eq!(text, "A new word has 3 or more *letters*. It scores 2 points per letter.");
/// assert_eq!(rulebook::text("P"), None);
/// ```
#[must_use]
pub fn text(id: &str) -> Option<&'static str> {
    point(id).map(|(_, text)| text)
}

/// Returns the id of a point together with its text.
#[must_use]
pub fn point(id: &str) -> Option<(&'static str, &'static str)> {
    static POINTS: LazyLock<BTreeMap<&str, String>> = LazyLock::new(points);
    POINTS.get_key_value(id).map(|(id, text)| (*id, &text[..]))
}

/// Splits a line that begins a point into its id and the rest.
#[must_use]
pub fn beginning(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("- **")?.split_once("**")
}

/// Reads all points. A point ends before the first line that is neither indented nor blank.
fn points() -> BTreeMap<&'static str, String> {
    let mut points = BTreeMap::new();
    let mut lines = MARKDOWN.lines().peekable();
    // Every round takes a line.
    while let Some(line) = lines.next() {
        let Some((id, first)) = beginning(line) else { continue };
        let mut text = Unwrapped::default();
        text.add(first.trim_start());
        // Every round takes a line.
        while let Some(line) = lines.next_if(|line| line.is_empty() || line.starts_with("  ")) {
            text.add(line.strip_prefix("  ").unwrap_or_default());
        }
        points.insert(id, text.text.trim_end().to_owned());
    }
    points
}

/// A text whose wrapped lines are joined. The rows of tables, items of lists and lines of code stay
/// lines of their own.
#[derive(Default)]
struct Unwrapped {
    text: String,
    /// True between the fences of code.
    is_code: bool,
    /// True after a line that the next one doesn't continue.
    is_closed: bool,
}

impl Unwrapped {
    fn add(&mut self, line: &str) {
        let is_fence = line.starts_with("```");
        let is_row = line.starts_with('|');
        let is_alone = line.is_empty() || is_fence || self.is_code || is_row;
        if !self.text.is_empty() {
            let begins = is_alone || self.is_closed || line.starts_with("- ");
            self.text.push(if begins { '\n' } else { ' ' });
        }
        self.text.push_str(if self.is_code { line } else { line.trim_start() });
        self.is_code ^= is_fence;
        self.is_closed = is_alone;
    }
}
