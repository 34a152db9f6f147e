//! The example of the front page: a play as cards, and its score as the service gives it.

use serde::Deserialize;
use serde_json::json;

use super::html::escape;
use crate::api::{self, OperationId};
use crate::server::State;

/// The play, in Choose Your Words.
const PLAY: [&str; 6] = ["Bb", "Ib", "Gb", "*=Gb", "Eb", "Rb"];

/// The parts of the answer that the page shows.
#[derive(Deserialize)]
struct Score {
    word: String,
    valid: bool,
    total: i64,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    rule: String,
    label: String,
    #[serde(default)]
    points: Option<i64>,
    #[serde(default)]
    multiplier: Option<i64>,
    #[serde(default)]
    cards: Vec<usize>,
    running_total: i64,
}

impl Line {
    /// Returns the card of a line for a single card.
    fn card(&self) -> Option<(usize, i64)> {
        let [card] = self.cards[..] else { return None };
        Some((card, self.points?))
    }
}

/// Returns the example; nothing if the default lexicon lacks the word.
pub(super) fn figure(state: &State) -> String {
    let request = json!({ "play": PLAY }).to_string();
    let answer = api::answer(OperationId::ScoreChooseYourWords, request.as_bytes(), state);
    let score = answer.ok().and_then(|answer| serde_json::from_slice::<Score>(&answer.body).ok());
    score.filter(|score| score.valid).as_ref().map_or_else(String::new, render)
}

fn render(score: &Score) -> String {
    let (word, total) = (escape(&score.word), score.total);
    let mut cards = String::new();
    for (card, points) in score.lines.iter().filter_map(Line::card) {
        cards += &PLAY.get(card).map_or_else(String::new, |card| drawn(card, points));
    }
    // All letters are one row, under the rule of the first.
    let (letters, others): (Vec<_>, Vec<_>) =
        score.lines.iter().partition(|line| line.card().is_some());
    let mut rows = String::new();
    if let [first, .., last] = letters[..] {
        rows += &row(&first.rule, &format!("{} letters", letters.len()), last.running_total);
    }
    for line in others {
        let label = match (line.points, line.multiplier) {
            (_, Some(multiplier)) => format!("{}, ×{multiplier}", line.label),
            (Some(points), None) => format!("{}, +{points}", line.label),
            (None, None) => line.label.clone(),
        };
        rows += &row(&line.rule, &label, line.running_total);
    }
    format!(
        "<figure class=\"exhibit felt\"><ul class=\"cards\" aria-label=\"A play: {word}\">{cards}</ul><table><caption class=\"hidden\">How {word} scores {total}</caption><tbody>{rows}<tr class=\"total\"><td colspan=\"2\">{word}</td><td class=\"number\">{total}</td></tr></tbody></table></figure>"
    )
}

fn row(rule: &str, label: &str, total: i64) -> String {
    let (rule, label) = (escape(rule), escape(label));
    format!(
        "<tr><td><a href=\"/rulebook#{rule}\">{rule}</a></td><td>{label}</td><td class=\"number\">{total}</td></tr>"
    )
}

/// Returns a card with a letter and a colour, such as `Bb` or, if it is wild, `*=Gb`.
fn drawn(card: &str, points: i64) -> String {
    let (wild, star, face) = match card.strip_prefix("*=") {
        Some(face) => (" wild", "<span class=\"star\" aria-label=\"wild\">★</span>", face),
        None => ("", "", card),
    };
    let letter = face.trim_end_matches(['b', 'r']);
    let color = if face.ends_with('b') { "blue" } else { "red" };
    format!(
        "<li class=\"card {color}{wild}\">{letter}{star}<small>{points}</small><span class=\"name\">{color}</span></li>"
    )
}
