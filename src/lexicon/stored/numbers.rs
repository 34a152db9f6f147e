//! Columns of numbers, each of which takes as many bytes as the greatest one needs.

use super::error::{StoredError, check};
use super::section::Section;

/// A column with one number per row, in little-endian order.
pub(super) struct Numbers {
    section: Section,
    /// From 1 to 4.
    width: usize,
}

impl Numbers {
    /// Reads a column of `rows` rows, at least one.
    pub(super) fn of(section: &Section, rows: usize) -> Result<Self, StoredError> {
        let width = section.len() / rows;
        check((1..=4).contains(&width) && section.len() == width * rows)?;
        Ok(Self { section: section.clone(), width })
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> usize {
        if self.width == 1 {
            return self.section[row].into();
        }
        from_le(&self.section[row * self.width..][..self.width])
    }

    /// Returns the greatest number.
    pub(super) fn max(&self) -> usize {
        let max = if self.width == 1 {
            self.section.iter().copied().max().map(usize::from)
        } else {
            self.section.chunks_exact(self.width).map(from_le).max()
        };
        max.unwrap_or(0)
    }

    /// Writes a column.
    pub(super) fn write(numbers: &[usize]) -> Vec<u8> {
        let max = numbers.iter().copied().max().unwrap_or(0);
        let width = (1..4).find(|width| max >> (8 * width) == 0).unwrap_or(4);
        numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)).collect()
    }
}

fn from_le(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}
