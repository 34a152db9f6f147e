//! Short texts by row number, packed end to end.

/// One text a row, each followed by a line feed, so that a comparison at a row's start needs no length.
#[derive(Debug, Default)]
pub(super) struct Column {
    text: String,
    starts: Vec<u32>,
}

impl Column {
    /// Packs the rows.
    ///
    /// The texts hold no line feed and less than 4 GiB in all: words, lemmas and definitions are bounded where they are
    /// parsed.
    pub(super) fn pack<'t>(rows: impl ExactSizeIterator<Item = &'t str>) -> Self {
        let mut column = Self { text: String::new(), starts: Vec::with_capacity(rows.len() + 1) };
        column.starts.push(0);
        for row in rows {
            column.text.push_str(row);
            column.text.push('\n');
            let end = u32::try_from(column.text.len()).expect("bounded where they are parsed");
            column.starts.push(end);
        }
        column.text.shrink_to_fit();
        column
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The text of a row.
    pub(super) fn row(&self, row: usize) -> &str {
        let (start, end) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        &self.text[start..end - 1]
    }

    /// Where a row's text begins in [`Self::holds_at`]'s terms.
    pub(super) fn start(&self, row: usize) -> u32 {
        self.starts[row]
    }

    /// Whether exactly this text stands in the row that begins at `start`.
    pub(super) fn holds_at(&self, start: u32, text: &[u8]) -> bool {
        let rest = &self.text.as_bytes()[start as usize..];
        rest.len() > text.len() && rest[text.len()] == b'\n' && &rest[..text.len()] == text
    }
}
