//! The rulebook as text: the points that score lines, breaches and rulings name.

use std::sync::LazyLock;

use super::rule_data::Provenance;

/// The rulebook in Markdown.
pub const MARKDOWN: &str = include_str!("../../data/rulebook.md");

/// A point of the rulebook.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The id, such as `P4`.
    pub id: &'static str,
    /// The text in Markdown, each paragraph on one line and without the id.
    pub text: String,
}

/// Returns all points in the order of the rulebook.
#[must_use]
pub fn rules() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(read);
    &RULES
}

/// Returns the point with an id in any letter case; `None` if the rulebook has none.
///
/// ```
/// use wordcourt::rules::rulebook;
/// let rule = rulebook::rule("p4").unwrap();
/// assert_eq!(rule.id, "P4");
/// assert_eq!(rule.text, "A new word has 3 or more *letters*. It scores 2 points per letter.");
/// assert!(rulebook::rule("P").is_none());
/// ```
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
}

impl Rule {
    /// Returns the sources that the text marks, each once, in the order of the text. A point without
    /// a mark is printed on the sheet.
    ///
    /// ```
    /// use wordcourt::rules::rule_data::Provenance;
    /// use wordcourt::rules::rulebook;
    /// let deck = rulebook::rule("P1").unwrap();
    /// assert_eq!(deck.marks(), [Provenance::Found, Provenance::Stated, Provenance::House]);
    /// ```
    #[must_use]
    pub fn marks(&self) -> Vec<Provenance> {
        let mut marks = Vec::new();
        let notes = self.text.split('[').skip(1).filter_map(|rest| rest.split(']').next());
        for note in notes {
            let mut words = note.split(|letter: char| !letter.is_ascii_alphabetic()).map(mark);
            // Brackets without a mark at their beginning are classes of letters and switches.
            let Some(Some(first)) = words.next() else { continue };
            for mark in [first].into_iter().chain(words.flatten()) {
                if !marks.contains(&mark) {
                    marks.push(mark);
                }
            }
        }
        marks
    }
}

/// Returns the source that a word marks.
fn mark(word: &str) -> Option<Provenance> {
    match word {
        "stated" => Some(Provenance::Stated),
        "found" => Some(Provenance::Found),
        "house" => Some(Provenance::House),
        "reading" => Some(Provenance::Reading),
        _ => None,
    }
}

/// Splits a line that begins a point into its id and the rest.
#[must_use]
pub fn beginning(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("- **")?.split_once("**")
}

/// Reads all points. A point ends before the first line that is neither indented nor blank.
fn read() -> Vec<Rule> {
    let mut rules = Vec::new();
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
        rules.push(Rule { id, text: text.text.trim_end().to_owned() });
    }
    rules
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
