//! Columns of short texts, stored end to end.

use super::image::{ImageError, Reader, Writer, check};

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

    /// Adds the rows of another column.
    ///
    /// # Panics
    /// Never, as for [`Self::push`].
    pub(super) fn append(&mut self, rows: &Self) {
        self.text.push_str(&rows.text);
        let end = u32::try_from(self.text.len()).expect("the parser bounds the texts");
        let moved = end - rows.starts[rows.len()];
        self.starts.extend(rows.starts[1..].iter().map(|start| moved + start));
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

    /// Writes the lengths of the rows and their text.
    pub(super) fn write(&self, writer: &mut Writer) {
        let lengths = (0..self.len()).map(|row| u16::try_from(self.row_len(row)));
        // The parser bounds all columns to far less.
        writer.section(&lengths.map(|length| length.unwrap_or(u16::MAX)).collect::<Vec<u16>>());
        writer.section(self.text.as_bytes());
    }

    /// Reads what [`Self::write`] has written.
    ///
    /// # Errors
    /// [`ImageError`].
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, ImageError> {
        let lengths: Vec<u16> = reader.section()?;
        let text = String::from_utf8(reader.section()?).map_err(|_| ImageError::Damaged)?;
        check(u32::try_from(text.len()).is_ok())?;
        let mut starts = Vec::with_capacity(lengths.len() + 1);
        let mut end = 0_usize;
        starts.push(0);
        for length in lengths {
            end = end.saturating_add(length.into());
            // The last end is checked below, and the others are not greater.
            starts.push(u32::try_from(end).unwrap_or(u32::MAX));
        }
        check(end == text.len())?;
        let is_boundary = |&start: &u32| text.is_char_boundary(start as usize);
        check(text.is_ascii() || starts.iter().all(is_boundary))?;
        Ok(Self { text, starts })
    }

    /// Returns true if the rows consist of upper-case letters.
    pub(super) fn has_only_letters(&self) -> bool {
        self.text.bytes().fold(true, |all, byte| all & byte.is_ascii_uppercase())
    }

    /// Returns the texts of all rows, end to end.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of a row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &str {
        let (start, end) = (self.starts[row] as usize, self.starts[row + 1] as usize);
        &self.text[start..end]
    }
}
