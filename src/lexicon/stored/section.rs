//! The header and the sections of a stored lexicon.

use std::ops::{Deref, Range};
use std::sync::Arc;

use super::error::{StoredError, VERSION, check};
use crate::lexicon::digest::Digest;

const MAGIC: [u8; 8] = *b"WCSTORED";
const SECTIONS: usize = 9;
/// The magic number, the version, the number of words, the digest of the texts, and the lengths of
/// the sections.
const HEADER_BYTES: usize = MAGIC.len() + 4 + 4 + 32 + SECTIONS * 8;

/// A part of a file in memory.
#[derive(Clone)]
pub(super) struct Section {
    file: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl AsRef<[u8]> for Section {
    fn as_ref(&self) -> &[u8] {
        &self.file[self.range.clone()]
    }
}

impl Deref for Section {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_ref()
    }
}

/// The sections of a file, whose SHA-256 is right.
pub(super) struct Sections {
    pub(super) file: Arc<Vec<u8>>,
    pub(super) rows: usize,
    pub(super) digest: Digest,
    pub(super) words: Section,
    pub(super) tiers: Section,
    pub(super) mark_sets: Section,
    pub(super) marks: Section,
    pub(super) lemma_rules: Section,
    pub(super) lemmas: Section,
    pub(super) definition_ends: Section,
    pub(super) definitions: Section,
    pub(super) categories: Section,
}

impl Sections {
    /// Verifies a file and finds its sections.
    pub(super) fn of(file: Vec<u8>) -> Result<Self, StoredError> {
        let after_magic = file.strip_prefix(&MAGIC).ok_or(StoredError::Other)?;
        let version = after_magic.first_chunk().ok_or(StoredError::Other)?;
        let version = u32::from_le_bytes(*version);
        if version != VERSION {
            return Err(StoredError::Version(version));
        }
        let (content, sha256) = file.split_last_chunk().ok_or(StoredError::Damaged)?;
        check(Digest::of(&[content]).bytes() == *sha256)?;
        let (header, _) =
            content.split_first_chunk::<HEADER_BYTES>().ok_or(StoredError::Damaged)?;
        let (fields, lengths) = header.split_at(HEADER_BYTES - SECTIONS * 8);
        let (fields, digest) = fields.split_last_chunk().ok_or(StoredError::Damaged)?;
        let rows = fields.last_chunk().ok_or(StoredError::Damaged)?;
        let (rows, digest) = (u32::from_le_bytes(*rows) as usize, Digest::from_bytes(*digest));
        let mut ranges = Vec::with_capacity(SECTIONS);
        let mut end = HEADER_BYTES;
        for length in lengths.as_chunks::<8>().0 {
            let length = usize::try_from(u64::from_le_bytes(*length)).ok();
            let start = end;
            end =
                length.and_then(|length| start.checked_add(length)).ok_or(StoredError::Damaged)?;
            ranges.push(start..end);
        }
        check(end == content.len())?;
        let file = Arc::new(file);
        let sections: Vec<Section> =
            ranges.into_iter().map(|range| Section { file: Arc::clone(&file), range }).collect();
        let sections: [Section; SECTIONS] =
            sections.try_into().map_err(|_| StoredError::Damaged)?;
        let [
            words,
            tiers,
            mark_sets,
            marks,
            lemma_rules,
            lemmas,
            definition_ends,
            definitions,
            categories,
        ] = sections;
        Ok(Self {
            file,
            rows,
            digest,
            words,
            tiers,
            mark_sets,
            marks,
            lemma_rules,
            lemmas,
            definition_ends,
            definitions,
            categories,
        })
    }

    /// Writes a file with these sections, in the order of the fields.
    pub(super) fn write(rows: usize, digest: Digest, sections: [&[u8]; SECTIONS]) -> Vec<u8> {
        let bytes: usize = sections.iter().map(|section| section.len()).sum();
        let mut file = Vec::with_capacity(HEADER_BYTES + bytes + 32);
        file.extend_from_slice(&MAGIC);
        file.extend_from_slice(&VERSION.to_le_bytes());
        // The parser bounds the number of words to far less.
        file.extend_from_slice(&u32::try_from(rows).unwrap_or(u32::MAX).to_le_bytes());
        file.extend_from_slice(&digest.bytes());
        for section in sections {
            file.extend_from_slice(&(section.len() as u64).to_le_bytes());
        }
        file.extend(sections.into_iter().flatten());
        let sha256 = Digest::of(&[&file]).bytes();
        file.extend_from_slice(&sha256);
        file
    }
}

/// Returns a section that is a text.
pub(super) fn text_of(section: &[u8]) -> Result<&str, StoredError> {
    str::from_utf8(section).map_err(|_| StoredError::Damaged)
}
