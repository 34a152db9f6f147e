//! Tables from hashes to payloads, and approximate sets of hashes.

use std::ops::Range;

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::interrupt::interruptible;
use crate::lexicon::image::{ImageError, Imaged, Reader, Writer, check};

const SLOTS: usize = 8;
/// The maximum distance from a full bucket to the bucket into which it overflows.
const MAX_OVERFLOW: usize = 3;

/// The number of low bits of a hash that tables ignore. While a table is built, these bits contain
/// two letters of five bits each.
const LETTER_BITS: u32 = 10;

/// Clears the bits that tables ignore.
pub(super) const fn significant(hash: u64) -> u64 {
    hash >> LETTER_BITS << LETTER_BITS
}

/// Returns the home bucket of a hash, where a search for the hash begins in a table of `buckets`,
/// and the tag that stands for the hash there.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a hash is split into a bucket and a tag")]
fn place(hash: u64, buckets: usize) -> (usize, u32) {
    let product = u128::from(significant(hash)) * buckets as u128;
    let home = (product >> 64) as usize;
    // The tag consists of the position within the home bucket, and of the number of the home bucket
    // modulo 4, which identifies it because overflow reaches no further than three buckets.
    (home, ((product as u64 >> 34) as u32) << 2 | (home as u32 & 3))
}

/// A cache line of entries. A payload of 0 marks a free slot; slots fill from the left.
#[derive(Debug, Clone, Copy, Default, FromBytes, IntoBytes, Immutable)]
#[repr(C, align(64))]
struct Bucket {
    tags: [u32; SLOTS],
    payloads: [u32; SLOTS],
}

/// An entry that found all buckets full in which a search for it looks.
#[derive(Debug, Clone, Copy, FromBytes, IntoBytes, Immutable)]
#[repr(C)]
struct Overflow {
    home: u32,
    tag: u32,
    payload: u32,
}

impl Overflow {
    const fn key(&self) -> (u32, u32) {
        (self.home, self.tag)
    }
}

/// Maps hashes to payloads.
///
/// The table keeps 32 bits of a hash, so it may find the payload of another hash. It always finds
/// the payload of a hash that it was built with.
///
/// A table is built in one pass, and its size is linear in the number of hashes, however they are
/// chosen: the words of a lexicon or an overlay come from outside, and the hash of their letters is
/// public.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The entries, each in its home bucket or one of the [`MAX_OVERFLOW`] buckets after it. All
    /// buckets between an entry and its home are full. No two entries with the same tag are within
    /// reach of one home.
    buckets: Vec<Bucket>,
    /// The other entries, by home bucket and tag. Among the words of a natural language, there are
    /// hardly any.
    overflow: Vec<Overflow>,
}

impl Table {
    /// Builds a table of hashes, which must be in ascending order.
    ///
    /// Hashes that the table cannot distinguish are neighbours in this order. `payload` is called
    /// once with each run of them and must not return 0.
    pub(super) fn build(hashes: &[u64], mut payload: impl FnMut(Range<usize>) -> u32) -> Self {
        let differ = |pair: &&[u64]| significant(pair[0]) != significant(pair[1]);
        let distinct = hashes.windows(2).filter(differ).count() + usize::from(!hashes.is_empty());
        // Three quarters of the slots are used.
        let count = distinct / (SLOTS * 3 / 4) + MAX_OVERFLOW + 1;
        let mut table = Self { buckets: vec![Bucket::default(); count], overflow: Vec::new() };
        let mut begin = 0;
        for run in interruptible(hashes.chunk_by(|a, b| place(*a, count) == place(*b, count))) {
            let (home, tag) = place(run[0], count);
            table.insert(home, tag, payload(begin..begin + run.len()));
            begin += run.len();
        }
        table
    }

    /// Inserts an entry. Entries come in the order of their home buckets and tags.
    fn insert(&mut self, home: usize, tag: u32, payload: u32) {
        for bucket in self.buckets.iter_mut().skip(home).take(MAX_OVERFLOW + 1) {
            if let Some(slot) = bucket.payloads.iter().position(|&payload| payload == 0) {
                bucket.tags[slot] = tag;
                bucket.payloads[slot] = payload;
                return;
            }
        }
        self.overflow.push(Overflow { home: bucket_number(home), tag, payload });
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..]) + size_of_val(&self.overflow[..])
    }

    pub(super) fn max_payload(&self) -> u32 {
        let highest = self.overflow.iter().fold(0, |max, entry| max.max(entry.payload));
        let buckets = self.buckets.iter();
        buckets.fold(highest, |max, bucket| bucket.payloads.into_iter().fold(max, u32::max))
    }

    /// Returns the payload of a hash; 0 if the table does not contain the hash.
    #[inline(always)]
    pub(super) fn find(&self, hash: u64) -> u32 {
        let (home, tag) = place(hash, self.buckets.len());
        for bucket in self.buckets.iter().skip(home).take(MAX_OVERFLOW + 1) {
            let hits = (0..SLOTS)
                .fold(0_u32, |hits, slot| hits | (u32::from(bucket.tags[slot] == tag) << slot));
            if hits != 0 {
                return bucket.payloads[hits.trailing_zeros() as usize];
            }
            if bucket.payloads[SLOTS - 1] == 0 {
                return 0;
            }
        }
        self.find_overflow(home, tag)
    }

    /// Returns the payload of an entry that found its buckets full; 0 if there is none.
    #[cold]
    #[inline(never)]
    fn find_overflow(&self, home: usize, tag: u32) -> u32 {
        let found = self.overflow.binary_search_by_key(&(bucket_number(home), tag), Overflow::key);
        found.map_or(0, |at| self.overflow[at].payload)
    }
}

/// Converts the number of a bucket to the stored type.
#[expect(clippy::cast_possible_truncation, reason = "2,000,000 words need fewer than 2^32 buckets")]
const fn bucket_number(bucket: usize) -> u32 {
    bucket as u32
}

impl Imaged for Table {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        writer.section(&self.buckets);
        writer.section(&self.overflow);
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        let table = Self { buckets: reader.section()?, overflow: reader.section()? };
        let Self { buckets, overflow } = &table;
        check(overflow.is_sorted_by(|one, other| one.key() < other.key()))?;
        check(overflow.last().is_none_or(|last| (last.home as usize) < buckets.len()))?;
        Ok(table)
    }
}

/// An approximate set of hashes, which also contains about one in nine other hashes.
#[derive(Debug, Default)]
pub(super) struct Filter {
    bits: Vec<u64>,
}

impl Filter {
    /// Makes an empty set for `count` hashes, with eight bits for each.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { bits: vec![0; count / 8 + 1] }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.bits[..])
    }

    #[expect(clippy::cast_possible_truncation, reason = "the product is below the number of bits")]
    fn place(&self, hash: u64) -> (usize, u64) {
        let bit = ((u128::from(hash) * (self.bits.len() as u128 * 64)) >> 64) as usize;
        (bit / 64, 1 << (bit % 64))
    }

    pub(super) fn insert(&mut self, hash: u64) {
        let (index, bit) = self.place(hash);
        self.bits[index] |= bit;
    }

    pub(super) fn contains(&self, hash: u64) -> bool {
        let (index, bit) = self.place(hash);
        self.bits.get(index).is_some_and(|bits| bits & bit != 0)
    }
}

impl Imaged for Filter {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        writer.section(&self.bits);
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        Ok(Self { bits: reader.section()? })
    }
}
