//! The example of the front page: a word on the board, with its score as the service gives it. The
//! script of the page shows other words in the same form.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::json;

use super::html::escape;
use crate::api::{self, OperationId};
use crate::rules::wordgame::{Premium, Premiums, Rules, SIZE};
use crate::server::State;
use crate::word::Letter;

const WORD: &str = "JUKEBOX";
/// The middle row of the board, and the column of the first letter.
const ROW: usize = 7;
const COLUMN: usize = 3;

/// The parts of the answer that the page shows.
#[derive(Deserialize)]
struct Score {
    legal: bool,
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
    running_total: i64,
}

/// Returns the example; without its word if the default lexicon lacks it.
pub(super) fn figure(state: &State) -> String {
    let request = json!({
        "board": vec![".".repeat(SIZE); SIZE],
        "rack": WORD,
        "move": format!("8D {WORD}"),
        "rules": {"preset": "classic"},
    });
    let request = request.to_string();
    let answer = api::answer(OperationId::ScoreWordgame, request.as_bytes(), state);
    let score = answer.ok().and_then(|answer| serde_json::from_slice::<Score>(&answer.body).ok());
    let score = score.filter(|score| score.legal);
    let said = score.as_ref().map_or_else(String::new, said);
    let word = if score.is_some() { WORD } else { "" };
    let values = Rules::CLASSIC.letter_values.map(|value| value.to_string()).join(",");
    let premiums = Premiums::STANDARD_ROWS[ROW];
    format!(
        "<div id=\"trial\" class=\"trial felt\" data-premiums=\"{premiums}\" data-values=\"{values}\" data-word=\"{word}\"><div id=\"answer\">{}{said}</div></div>",
        row(word)
    )
}

/// Returns the middle row of the board with the word on it.
fn row(word: &str) -> String {
    let squares = Premiums::STANDARD_ROWS[ROW].bytes().enumerate().map(|(column, mark)| {
        let letter = column.checked_sub(COLUMN).and_then(|at| word.as_bytes().get(at));
        match letter.and_then(|letter| Letter::from_ascii(*letter)) {
            Some(letter) => tile(letter),
            None => square(Premium::from_mark(mark).unwrap_or(Premium::None)),
        }
    });
    let squares: String = squares.collect();
    let label = if word.is_empty() { "An empty row".to_owned() } else { format!("{word} at 8D") };
    format!("<div class=\"line\" role=\"img\" aria-label=\"{label}\">{squares}</div>")
}

fn tile(letter: Letter) -> String {
    format!(
        "<span class=\"square tile\"><span>{}</span><small>{}</small></span>",
        letter.as_char(),
        Rules::CLASSIC.value(letter)
    )
}

fn square(premium: Premium) -> String {
    let (class, text) = match premium {
        Premium::None => ("", ""),
        Premium::DoubleLetter => ("dl", "2L"),
        Premium::TripleLetter => ("tl", "3L"),
        Premium::DoubleWord => ("dw", "2W"),
        Premium::TripleWord => ("tw", "3W"),
    };
    format!("<span class=\"square {class}\"><span>{text}</span></span>")
}

/// Returns the verdict and the lines of the score.
fn said(score: &Score) -> String {
    let mut rows = String::new();
    for Line { rule, label, points, multiplier, running_total } in &score.lines {
        let (rule, label) = (escape(rule), escape(label));
        let effect = match (multiplier, points) {
            (Some(multiplier), _) => format!("×{multiplier}"),
            (None, Some(points)) => format!("+{points}"),
            (None, None) => String::new(),
        };
        let _ = write!(
            rows,
            "<tr><td><a href=\"/rulebook#{rule}\">{rule}</a></td><td>{label}</td><td class=\"number\">{effect}</td><td class=\"number\">{running_total}</td></tr>"
        );
    }
    let total = score.total;
    format!(
        "<p class=\"said\"><span aria-hidden=\"true\">✔</span> {WORD} is allowed.</p><table><caption class=\"hidden\">How {WORD} scores {total}</caption><tbody>{rows}<tr class=\"total\"><td colspan=\"3\">{WORD}</td><td class=\"number\">{total}</td></tr></tbody></table>"
    )
}
