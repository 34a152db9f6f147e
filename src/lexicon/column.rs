//! Columns of short texts, stored end to end.

/// A column with one text per row.
#[derive(Debug, Default)]
pub(super) struct Column {
    text: String,
    /// The byte offset at which each row starts, and the end of the last row.
    starts: Vec<u32>,
}

impl Column {
    /// Makes a column by copying the rows.
    ///
    /// The texts have less than 4 GiB in total, because the parser bounds words, lemmas and
    /// definitions.
    pub(super) fn new<'t>(rows: impl ExactSizeIterator<Item = &'t str>) -> Self {
        let mut column = Self { text: String::new(), starts: Vec::with_capacity(rows.len() + 1) };
        column.starts.push(0);
        for row in rows {
            column.text.push_str(row);
            let end = u32::try_from(column.text.len()).expect("the parser bounds the texts");
            column.starts.push(end);
        }
        column.text.shrink_to_fit();
        column
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns the length of a row in bytes.
    #[inline]
    pub(super) fn row_len(&self, row: usize) -> usize {
        (self.starts[row + 1] - self.starts[row]) as usize
    }

    /// Returns the text of a row.
    pub(super) fn row(&self, row: usize) -> &str {
        let (start, end) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        &self.text[start..end]
    }
}
