//! Tables: CSV with commas, semicolons or tabs.

use csv::{ReaderBuilder, StringRecord};

use super::ImportError;
use super::collector::{Collector, Facts, definition};
use super::lines::lines;

/// The names of a column with words, in lower case.
const WORDS: [&str; 8] = ["word", "words", "term", "entry", "headword", "wort", "mot", "woord"];
/// The names of a column with definitions, in lower case.
const DEFINITIONS: [&str; 5] = ["definition", "definitions", "meaning", "gloss", "description"];
/// The number of lines that are read to recognize a table.
const SAMPLE: usize = 200;

/// The columns of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    delimiter: u8,
    has_header: bool,
    word: usize,
    definition: Option<usize>,
}

impl Layout {
    /// Returns the layout of a text that is a table.
    pub(super) fn of(text: &str) -> Option<Self> {
        let header = lines(text).next()?;
        Self::of_header(header).or_else(|| Self::without_header(text))
    }

    fn of_header(header: &str) -> Option<Self> {
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let cells: Vec<String> = header
                .split(char::from(delimiter))
                .map(|cell| cell.trim().trim_matches('"').to_lowercase())
                .collect();
            let named = |names: &[&str]| cells.iter().position(|cell| names.contains(&&**cell));
            let (word, definition) = (named(&WORDS)?, named(&DEFINITIONS));
            (cells.len() > 1).then_some(Self { delimiter, has_header: true, word, definition })
        })
    }

    /// A text without a header is a table if most lines have a comma or semicolon, or quotes, right
    /// behind the first word.
    fn without_header(text: &str) -> Option<Self> {
        let sample: Vec<&str> = lines(text).take(SAMPLE).collect();
        [b',', b';'].into_iter().find_map(|delimiter| {
            let is_row = |line: &&&str| {
                let first = line.split_once(char::from(delimiter)).map_or("", |(first, _)| first);
                !first.is_empty() && !first.trim().contains([' ', '\t'])
            };
            let is_table = sample.iter().filter(is_row).count() * 2 > sample.len();
            is_table.then_some(Self { delimiter, has_header: false, word: 0, definition: None })
        })
    }
}

/// Reads a table.
pub(super) fn read(
    text: &str,
    layout: Layout,
    collector: &mut Collector,
) -> Result<(), ImportError> {
    collector.report.form("CSV");
    let is_list = lines(text).count() == 1;
    let mut reader = ReaderBuilder::new()
        .delimiter(layout.delimiter)
        .has_headers(layout.has_header)
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    // Each step takes a row. The text is UTF-8 and rows may have any length, so that reading it
    // cannot fail.
    while reader.read_record(&mut record).unwrap_or(false) {
        if is_list {
            for cell in record.iter().filter(|cell| !cell.is_empty()) {
                collector.add(cell, Facts::default())?;
            }
        } else if let Some(word) = record.get(layout.word).filter(|word| !word.is_empty()) {
            let cell = layout.definition.and_then(|column| record.get(column));
            let definition = cell.and_then(definition);
            collector.add(word, Facts { definition, ..Facts::default() })?;
        }
    }
    Ok(())
}
