//! Compressed files and archives.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use super::{File, ImportError};

/// The maximum number of files in an archive.
const MAX_FILES: usize = 1_000;
/// The endings of the files of an archive that are read, in lower case.
const LISTS: [&str; 7] = ["txt", "tsv", "csv", "json", "dic", "aff", "lst"];

/// Unpacks files. An archive may contain lists and dictionaries, also compressed; its other files
/// are ignored.
pub(super) fn unpack(files: Vec<File>, max_bytes: usize) -> Result<Vec<File>, ImportError> {
    let mut unpacked = Vec::new();
    let mut left = max_bytes;
    for file in files {
        if file.bytes.starts_with(b"PK\x03\x04") {
            for member in members(&file, &mut left, max_bytes)? {
                unpacked.push(decompress(member, &mut left, max_bytes)?);
            }
        } else {
            let plain = !is_gzip(&file);
            let file = decompress(file, &mut left, max_bytes)?;
            if plain {
                let fits = left.checked_sub(file.bytes.len());
                left = fits.ok_or(ImportError::TooLarge(max_bytes))?;
            }
            unpacked.push(file);
        }
    }
    Ok(unpacked)
}

fn is_gzip(file: &File) -> bool {
    file.bytes.starts_with(&[0x1f, 0x8b])
}

/// Decompresses a file if it is compressed by gzip.
fn decompress(file: File, left: &mut usize, max_bytes: usize) -> Result<File, ImportError> {
    if !is_gzip(&file) {
        return Ok(file);
    }
    let decoder = MultiGzDecoder::new(file.bytes.as_slice());
    let bytes = read_bounded(decoder, &file.name, left, max_bytes)?;
    let name = file.name.strip_suffix(".gz").unwrap_or(&file.name).to_owned();
    Ok(File { name, bytes })
}

/// Reads the lists in a zip archive.
fn members(file: &File, left: &mut usize, max_bytes: usize) -> Result<Vec<File>, ImportError> {
    let refused = |reason: String| ImportError::Compressed { name: file.name.clone(), reason };
    let archive = ZipArchive::new(Cursor::new(file.bytes.as_slice()));
    let mut archive = archive.map_err(|error| refused(error.to_string()))?;
    if archive.len() > MAX_FILES {
        return Err(refused(format!("it has more than {MAX_FILES} files")));
    }
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(|error| refused(error.to_string()))?;
        let name = member.name().to_owned();
        let base = name.rsplit('/').next().unwrap_or_default();
        let ending = base.strip_suffix(".gz").unwrap_or(base).rsplit_once('.');
        let is_list = ending.is_some_and(|(_, ending)| {
            LISTS.iter().any(|known| ending.eq_ignore_ascii_case(known))
        });
        // Systems add files of their own, such as those in `__MACOSX/`. The hyphenation patterns of
        // Hunspell are not words.
        let is_foreign = base.starts_with('.') || name.starts_with("__MACOSX/");
        let is_patterns =
            base.starts_with("hyph_") || base.to_ascii_lowercase().starts_with("readme");
        if is_list && !is_foreign && !is_patterns {
            let bytes = read_bounded(member, &name, left, max_bytes)?;
            members.push(File { name, bytes });
        }
    }
    if members.is_empty() {
        return Err(refused(format!("it has no file that ends in .{}", LISTS.join(", ."))));
    }
    Ok(members)
}

fn read_bounded(
    reader: impl Read,
    name: &str,
    left: &mut usize,
    max_bytes: usize,
) -> Result<Vec<u8>, ImportError> {
    let mut bytes = Vec::new();
    let read = reader.take(*left as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| ImportError::Compressed {
        name: name.to_owned(),
        reason: error.to_string(),
    })?;
    *left = left.checked_sub(bytes.len()).ok_or(ImportError::TooLarge(max_bytes))?;
    Ok(bytes)
}
