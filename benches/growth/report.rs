//! Tables with the times of growing work.

use std::fmt::Write as _;
use std::time::Duration;

use crate::harness::{Contender, Times, race};

/// Formats a number with three digits, or as a whole number.
pub(crate) fn three_digits(number: f64) -> String {
    match number {
        0.0..9.995 => format!("{number:.2}"),
        0.0..99.95 => format!("{number:.1}"),
        _ => grouped(number),
    }
}

/// Formats a whole number with a comma between groups of three digits.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats the median and another time, such as the 95th percentile, in one unit. Equal times, such
/// as those of a single measurement, are formatted once.
pub(crate) fn times(median: Duration, other: Duration) -> String {
    let (unit, per_second) = match median.as_nanos() {
        0..1_000 => ("ns", 1e9),
        1_000..1_000_000 => ("µs", 1e6),
        _ => ("ms", 1e3),
    };
    let number = |time: Duration| three_digits(time.as_secs_f64() * per_second);
    let first = format!("{} {unit}", number(median));
    if median == other { first } else { format!("{first}, {}", number(other)) }
}

/// Formats the ratios of the medians and of other times, such as the 95th percentiles.
pub(crate) fn ratios(of: (Duration, Duration), to: (Duration, Duration)) -> String {
    let ratio = |of: Duration, to: Duration| three_digits(of.as_secs_f64() / to.as_secs_f64());
    let first = ratio(of.0, to.0);
    if of.0 == of.1 { first } else { format!("{first}, {}", ratio(of.1, to.1)) }
}

/// Formats the median and the 95th percentile of each row, and their ratios to the first row.
pub(crate) fn growth(rows: &[Times]) -> Vec<[String; 2]> {
    let pair = |times: &Times| (times.median, times.p95);
    let cells = |row: &Times| [times(row.median, row.p95), ratios(pair(row), pair(&rows[0]))];
    rows.iter().map(cells).collect()
}

/// Measures rows in turn. Each row has inputs of its own, as many as the others.
pub(crate) fn measure_rows<I>(
    rows: &[Vec<I>],
    rounds: usize,
    run: impl Fn(&I) -> usize,
) -> Vec<Times> {
    let run = &run;
    let contenders: Vec<Contender<'_, usize>> =
        rows.iter().map(|inputs| Contender::new(move |at: &usize| run(&inputs[*at]))).collect();
    let places: Vec<usize> = (0..rows[0].len()).collect();
    race(&contenders, &places, rounds)
}

/// Writes a table in Markdown.
pub(crate) fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        assert_eq!(row.len(), head.len(), "{row:?}");
        let _ = write!(text, "\n| {} |", row.join(" | "));
    }
    text
}
