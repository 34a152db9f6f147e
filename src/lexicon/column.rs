//! Short texts by row number, packed end to end.

/// One text a row.
#[derive(Debug, Default)]
pub(super) struct Column {
    text: String,
    starts: Vec<u32>,
}

impl Column {
    /// Packs the rows.
    ///
    /// The texts have less than 4 GiB in all: words, lemmas and definitions are bounded where they are parsed.
    pub(super) fn pack<'t>(rows: impl ExactSizeIterator<Item = &'t str>) -> Self {
        let mut column = Self { text: String::new(), starts: Vec::with_capacity(rows.len() + 1) };
        column.starts.push(0);
        for row in rows {
            column.text.push_str(row);
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

    /// How many bytes a row has.
    #[inline]
    pub(super) fn row_len(&self, row: usize) -> usize {
        (self.starts[row + 1] - self.starts[row]) as usize
    }

    /// The text of a row.
    pub(super) fn row(&self, row: usize) -> &str {
        let (start, end) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        &self.text[start..end]
    }
}
