//! The planes of an index, block by block.

use std::ops::Range;

use super::plane::{BLOCK_WORDS, Plane};
use crate::interrupt::interruptible;
use crate::lexicon::image::{ImageError, Imaged, Reader, Writer, check};
use crate::lexicon::letter_counts::LetterCounts;
use crate::word::{Letter, LetterSet, Word};

/// The number of binary digits that the greatest length of a word needs.
pub(super) const LENGTH_DIGITS: usize = (Word::MAX_LETTERS.ilog2() + 1) as usize;

/// The planes of words in a fixed order. The place of a word is its position in this order.
#[derive(Debug)]
pub(super) struct Blocks {
    /// The planes of all blocks, `stride` planes per block: letter by letter, and for each letter
    /// count by count.
    planes: Vec<Plane>,
    /// The index of the first plane of each letter within a block; the last element is the stride.
    first_plane: [u16; Letter::COUNT + 1],
    /// For each block, a bit for each of its planes, set if the plane is not empty.
    occupied: Vec<u64>,
    /// For each block, the letters that all its words have.
    pub(super) common: Vec<LetterSet>,
    /// For each block, the lengths of its words in binary: plane n contains bit n of each length.
    pub(super) lengths: Vec<[Plane; LENGTH_DIGITS]>,
    /// The number of letters of the longest word.
    pub(super) longest: usize,
    /// The bits of the last block that stand for words. Its other bits must be excluded: they look
    /// like words without letters, which any hand spells.
    pub(super) last: Plane,
}

impl Blocks {
    /// Builds the planes from the letters of words.
    pub(super) fn build(words: &[LetterCounts]) -> Self {
        let mut first_plane = [0; Letter::COUNT + 1];
        for letter in Letter::all() {
            let most = words.iter().map(|counts| counts.count(letter)).max().unwrap_or_default();
            first_plane[letter.index() + 1] = first_plane[letter.index()] + u16::from(most);
        }
        let stride = usize::from(first_plane[Letter::COUNT]);
        let mut planes = vec![Plane::default(); stride * words.len().div_ceil(BLOCK_WORDS)];
        for (place, counts) in interruptible(words).enumerate() {
            let block = &mut planes[place / BLOCK_WORDS * stride..][..stride];
            for letter in Letter::all() {
                let first = usize::from(first_plane[letter.index()]);
                for plane in &mut block[first..first + usize::from(counts.count(letter))] {
                    plane.insert(place % BLOCK_WORDS);
                }
            }
        }
        let occupied = occupied_planes(&planes, stride);
        let blocks = words.chunks(BLOCK_WORDS);
        let last = Plane::first(blocks.clone().last().map_or(0, <[_]>::len));
        let common = blocks
            .filter_map(|block| {
                block.iter().map(LetterCounts::letters).reduce(LetterSet::intersection)
            })
            .collect();
        let lengths: Vec<_> = planes.chunks(stride.max(1)).map(sums).collect();
        let longest = lengths.iter().map(greatest).max().unwrap_or_default();
        Self { planes, first_plane, occupied, common, lengths, longest, last }
    }

    /// Returns the size of the planes in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.planes[..])
            + size_of_val(&self.occupied[..])
            + size_of_val(&self.common[..])
            + size_of_val(&self.lengths[..])
    }

    /// Returns the number of binary digits with which scans count the letters of words. Scans are
    /// compiled for these numbers.
    #[inline(always)]
    pub(super) const fn length_digits(&self) -> usize {
        match self.longest {
            0..=7 => 3,
            8..=15 => 4,
            _ => LENGTH_DIGITS,
        }
    }

    /// Returns the number of planes of a block.
    #[inline(always)]
    pub(super) fn stride(&self) -> usize {
        usize::from(self.first_plane[Letter::COUNT])
    }

    /// Returns the planes of a letter within a block. Plane k of these contains the words with more
    /// than k copies of the letter.
    pub(super) const fn planes_of(&self, letter: Letter) -> Range<u16> {
        self.first_plane[letter.index()]..self.first_plane[letter.index() + 1]
    }

    /// Returns the mask of the planes of a block that are not empty, in `len` numbers.
    #[inline(always)]
    pub(super) fn occupied(&self, block: usize, len: usize) -> &[u64] {
        &self.occupied[block * len..][..len]
    }

    /// Returns the planes of a block that a mask selects, without empty planes.
    #[inline(always)]
    pub(super) fn selected_planes<'b>(
        &'b self,
        block: usize,
        selected: &'b [u64],
    ) -> SelectedPlanes<'b> {
        SelectedPlanes {
            planes: &self.planes[block * self.stride()..][..self.stride()],
            selected,
            occupied: self.occupied(block, selected.len()),
            next: 0,
            rest: 0,
        }
    }
}

impl Imaged for Blocks {
    /// The number of words.
    type Context<'c> = usize;

    fn write(&self, writer: &mut Writer) {
        writer.section(&self.first_plane);
        writer.section(&self.planes);
    }

    fn read(reader: &mut Reader<'_>, words: usize) -> Result<Self, ImageError> {
        let first_plane: [u16; Letter::COUNT + 1] =
            reader.section()?.try_into().map_err(|_| ImageError::Damaged)?;
        check(first_plane[0] == 0 && first_plane.is_sorted())?;
        let stride = usize::from(first_plane[Letter::COUNT]);
        let planes: Vec<Plane> = reader.section()?;
        let blocks = words.div_ceil(BLOCK_WORDS);
        check(stride > 0 || words == 0)?;
        check(planes.len() == stride * blocks)?;
        let occupied = occupied_planes(&planes, stride);
        let last = Plane::first(words - blocks.saturating_sub(1) * BLOCK_WORDS);
        let mut common = Vec::with_capacity(blocks);
        for (number, block) in planes.chunks(stride.max(1)).enumerate() {
            let all = if number + 1 == blocks { last } else { Plane::FULL };
            check(block.iter().all(|plane| plane.and_not(all).is_empty()))?;
            let in_all_words = |letter: &Letter| {
                let index = letter.index();
                first_plane[index] < first_plane[index + 1]
                    && block[usize::from(first_plane[index])] == all
            };
            common.push(Letter::all().filter(in_all_words).collect());
        }
        let lengths: Vec<_> = planes.chunks(stride.max(1)).map(sums).collect();
        let longest = lengths.iter().map(greatest).max().unwrap_or_default();
        Ok(Self { planes, first_plane, occupied, common, lengths, longest, last })
    }
}

/// Iterates over selected planes of a block.
///
/// Its method is always inlined, which is not possible for a closure. The loops of a scan are
/// therefore compiled for the instruction set of the scan.
pub(super) struct SelectedPlanes<'b> {
    planes: &'b [Plane],
    selected: &'b [u64],
    occupied: &'b [u64],
    /// The index of the next number of the mask.
    next: usize,
    /// The remaining bits of the current number.
    rest: u64,
}

impl<'b> Iterator for SelectedPlanes<'b> {
    type Item = &'b Plane;

    #[inline(always)]
    fn next(&mut self) -> Option<&'b Plane> {
        // Each step takes one of the selected groups of planes.
        while self.rest == 0 {
            self.rest = self.selected.get(self.next)? & self.occupied[self.next];
            self.next += 1;
        }
        let plane = (self.next - 1) * 64 + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(&self.planes[plane])
    }
}

/// Returns, for each word, the number of planes in which its bit is set, in binary.
fn sums(planes: &[Plane]) -> [Plane; LENGTH_DIGITS] {
    let mut digits = [Plane::default(); LENGTH_DIGITS];
    for &plane in planes {
        let mut carry = plane;
        for digit in &mut digits {
            (*digit, carry) = (digit.xor(carry), digit.and(carry));
        }
    }
    digits
}

/// Returns the greatest of the numbers of words, given in binary.
fn greatest(digits: &[Plane; LENGTH_DIGITS]) -> usize {
    let mut greatest = 0;
    let mut words = Plane::FULL;
    for (n, &digit) in digits.iter().enumerate().rev() {
        if !words.and(digit).is_empty() {
            words = words.and(digit);
            greatest |= 1 << n;
        }
    }
    greatest
}

/// Returns the mask of the planes of each block that are not empty.
fn occupied_planes(planes: &[Plane], stride: usize) -> Vec<u64> {
    let blocks = planes.chunks(stride.max(1));
    blocks.flat_map(|block| bits(block.iter().map(|plane| *plane != Plane::default()))).collect()
}

/// Stores bits in 64-bit numbers.
fn bits(bits: impl ExactSizeIterator<Item = bool>) -> Vec<u64> {
    let mut numbers = vec![0; bits.len().div_ceil(64)];
    for (index, bit) in bits.enumerate() {
        numbers[index / 64] |= u64::from(bit) << (index % 64);
    }
    numbers
}
