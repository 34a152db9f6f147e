//! Columns of short texts, stored end to end.

/// A column with one text per row.
#[derive(Debug)]
pub(super) struct Column {
    text: String,
    /// The byte offset at which each row starts, and the end of the last row.
    starts: Vec<u32>,
}

impl Column {
    /// Makes an empty column with memory for some rows with some bytes in total.
    pub(super) fn with_capacity(rows: usize, bytes: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { text: String::with_capacity(bytes), starts }
    }

    /// Makes a column of empty texts.
    pub(super) fn of_empty_rows(rows: usize) -> Self {
        Self { text: String::new(), starts: vec![0; rows + 1] }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// Never: the texts have less than 4 GiB in total, because the parser bounds words, lemmas and
    /// definitions.
    #[inline]
    pub(super) fn push(&mut self, row: &str) {
        self.text.push_str(row);
        let end = u32::try_from(self.text.len()).expect("the parser bounds the texts");
        self.starts.push(end);
    }

    /// Frees the memory that was reserved for more rows.
    pub(super) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.starts.shrink_to_fit();
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the length of a row in bytes.
    #[inline]
    pub(super) fn row_len(&self, row: usize) -> usize {
        (self.starts[row + 1] - self.starts[row]) as usize
    }

    /// Returns the text of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &str {
        let (start, end) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        &self.text[start..end]
    }
}
