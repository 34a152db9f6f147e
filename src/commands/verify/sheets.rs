//! The pages of ruling sheets.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::{Line, Verified, Verifier};
use crate::api::verification::Record;
use crate::server::sheet::{self, BEGIN, END, VERSION};

/// The maximum number of characters that a message quotes of a version.
const VERSION_CHARACTERS: usize = 20;

/// Returns true if a file has ruling sheets. A text of a JSON record can be one of the marks.
pub(super) fn is_sheet(text: &str) -> bool {
    text.contains(BEGIN) && !text.trim_start().starts_with('{')
}

impl<W: Write> Verifier<W> {
    /// Verifies ruling sheets: their records, and then that the file is byte for byte what this
    /// version renders from them. A page can show anything beside its record.
    pub(super) fn sheets(&mut self, text: &str) -> io::Result<()> {
        let (mut pages, mut headlines) = (String::new(), Vec::new());
        let mut rest = text;
        // Each step takes a record, with its mark, from the rest of the file.
        while let Some((_, record)) = rest.split_once(BEGIN) {
            let (record, after) = record.split_once(END).unwrap_or((record, ""));
            rest = after;
            let Some(verified) = self.judge(Line::WHOLE, record)? else { continue };
            pages += &page_of(&verified).unwrap_or_default();
            headlines.push(headline(&verified.record));
        }
        if pages == text {
            self.tally.same += headlines.len() as u64;
            return Ok(());
        }
        let reason = difference(text, &pages);
        for headline in headlines {
            self.tally.partly += 1;
            let detail = format!(
                "the record is genuine, and it is {headline:?}; the page was not compared: {reason}"
            );
            self.report(Line::WHOLE, &detail)?;
        }
        Ok(())
    }
}

/// Renders the sheet of a record.
fn page_of(Verified { record, answer, note }: &Verified<'_>) -> Option<String> {
    sheet::render(&record.operation, record.request.get().as_bytes(), answer, note.as_deref())
}

fn headline(record: &Record<'_>) -> &'static str {
    let answer: Map<String, Value> = serde_json::from_str(record.answer.get()).unwrap_or_default();
    sheet::headline(&answer)
}

/// Explains why a file is not the pages that are rendered from its records.
fn difference(text: &str, pages: &str) -> String {
    if !text.trim_start().starts_with('<') {
        return "it is a text, and only the page itself can be compared; what the text says beside the record can be forged".to_owned();
    }
    let version = sheet::version_of(text).filter(|version| *version != VERSION);
    if let Some(version) = version {
        let version: String = version.chars().take(VERSION_CHARACTERS).collect();
        return format!(
            "it says that Wordcourt {version:?} rendered it, and this is {VERSION}; use that version"
        );
    }
    let same_lines = text.lines().eq(pages.lines());
    if same_lines || text.replace('\r', "").trim_end() == pages {
        return "its line ends were changed, as browsers and mail programs do; use the file as the service sent it".to_owned();
    }
    format!(
        "it is not byte for byte what Wordcourt {VERSION} renders from the record, so it can show anything"
    )
}
