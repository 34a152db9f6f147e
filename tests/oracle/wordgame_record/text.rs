//! Lines of records.

/// A line with an event.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Counted from 1.
    pub number: usize,
    /// The seat of the player.
    pub who: usize,
    /// The tiles of the rack, sorted, with `?` for a blank; empty if there is no rack.
    pub rack: String,
    pub what: What,
    pub score: i64,
    pub total: Option<i64>,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// The row and column of the first letter, counted from 0, and the word.
    Lay {
        row: usize,
        column: usize,
        down: bool,
        word: Vec<Cell>,
    },
    Pass,
    /// The number of tiles.
    Exchange(usize),
    TakeBack,
    Challenge,
    /// The tiles in parentheses, sorted.
    Rack(String),
    Time,
}

/// A letter of a word as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// A dot, or a letter in parentheses.
    OnBoard,
    /// A letter; lower case is a blank.
    Letter(char),
}

/// Reads a record: the nicks and the events.
///
/// # Panics
/// If it is not a record.
pub(super) fn read(text: &str) -> (Vec<String>, Vec<Line>) {
    let mut nicks: Vec<String> = Vec::new();
    let mut lines = Vec::new();
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix('#') {
            let mut parts = rest.split_whitespace();
            let name = parts.next().unwrap_or_default().to_lowercase();
            if ["player1", "player2"].contains(&&*name) {
                nicks.push(parts.next().unwrap().to_owned());
            }
        } else if let Some(rest) = line.strip_prefix('>') {
            let (nick, event) = rest.split_once(':').unwrap();
            let is_nick = |known: &String| known.to_lowercase() == nick.trim().to_lowercase();
            let who = nicks.iter().position(is_nick).unwrap();
            lines.push(read_event(number, who, event));
        }
    }
    (nicks, lines)
}

fn read_event(number: usize, who: usize, event: &str) -> Line {
    let mut parts: std::collections::VecDeque<&str> = event.split_whitespace().collect();
    let mut rack = String::new();
    let (what, must_score) = loop {
        let first = parts.pop_front().unwrap_or_else(|| panic!("line {number}: {event}"));
        let lower = first.to_lowercase();
        if let Some(tiles) = first.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            break match &*tiles.to_lowercase() {
                "challenge" => (What::Challenge, true),
                "time" if tiles != "TIME" => (What::Time, true),
                _ => (What::Rack(sorted(tiles)), true),
            };
        } else if first == "--" {
            break (What::TakeBack, true);
        } else if first == "-" || lower == "pass" {
            break (What::Pass, false);
        } else if let Some(tiles) = first.strip_prefix('-') {
            break (What::Exchange(tile_count(tiles)), false);
        } else if lower == "exch" {
            break (What::Exchange(tile_count(parts.pop_front().unwrap())), false);
        } else if let Some((row, column, down)) = coordinate(first) {
            let word = cells(parts.pop_front().unwrap());
            break (What::Lay { row, column, down, word }, true);
        }
        assert!(rack.is_empty(), "line {number}: {event}");
        rack = sorted(first);
    };
    let number_of = |text: Option<&&str>| text.and_then(|text| text.parse::<i64>().ok());
    let score = number_of(parts.front());
    let total = number_of(parts.get(1));
    assert!(score.is_some() || !must_score, "line {number}: {event}");
    Line { number, who, rack, what, score: score.unwrap_or(0), total }
}

fn tile_count(text: &str) -> usize {
    text.parse().unwrap_or(text.len())
}

/// Reads `8D` as across and `D8` as down.
fn coordinate(text: &str) -> Option<(usize, usize, bool)> {
    let text = text.to_uppercase();
    let letter = |c: char| ('A'..='O').position(|column| column == c);
    let number = |text: &str| text.parse::<usize>().ok().filter(|row| (1..=15).contains(row));
    let (first, last) = (text.chars().next()?, text.chars().last()?);
    if let Some(column) = letter(last) {
        return Some((number(&text[..text.len() - 1])? - 1, column, false));
    }
    Some((number(&text[1..])? - 1, letter(first)?, true))
}

fn cells(word: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut is_on_board = false;
    for c in word.chars() {
        match c {
            '(' => is_on_board = true,
            ')' => is_on_board = false,
            '.' => cells.push(Cell::OnBoard),
            _ if is_on_board => cells.push(Cell::OnBoard),
            c => cells.push(Cell::Letter(c)),
        }
    }
    cells
}

/// Returns tiles in order. A blank is `?`, `_`, or a lower-case letter among upper-case ones; more
/// than two `_` are unknown tiles.
fn sorted(tiles: &str) -> String {
    let has_upper = tiles.chars().any(char::is_uppercase);
    let is_blank = |c: char| c == '?' || c == '_' || (has_upper && c.is_lowercase());
    let are_unknown = tiles.chars().filter(|&c| c == '_').count() > 2;
    let mut sorted: Vec<char> = tiles
        .chars()
        .filter(|&c| !(are_unknown && c == '_'))
        .map(|c| if is_blank(c) { '?' } else { c.to_ascii_uppercase() })
        .collect();
    sorted.sort_unstable();
    sorted.into_iter().collect()
}
