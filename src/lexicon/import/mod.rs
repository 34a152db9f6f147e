//! The import of word lists that people have: plain lists, lists with definitions, CSV, JSON and
//! Hunspell dictionaries, in any usual encoding, also compressed. The result is a text in the
//! [strict form](super::text), with a [`Report`] of what was read and what was left out.
//!
//! An import refuses only what has no words at all. It is bounded: files by the size limit of a
//! lexicon, also after decompression, and words by [`MAX_WORDS`].

mod collector;
mod csv_table;
mod decode;
mod fold;
mod hunspell;
mod json;
mod lines;
mod report;
mod unpack;

use thiserror::Error;

pub use report::{Kind, LeftOut, Report};

use super::Lexicon;
use super::text::MAX_WORDS;
use collector::Collector;

/// A file to import.
#[derive(Debug, Clone)]
pub struct File {
    /// Its name, whose ending tells dictionaries of Hunspell; it may be empty.
    pub name: String,
    /// Its bytes, possibly compressed.
    pub bytes: Vec<u8>,
}

/// The choices of an import.
#[derive(Debug, Clone, Copy)]
pub struct Options<'o> {
    /// True if accents are removed (É becomes E); false if words with accents are left out.
    pub fold: bool,
    /// The lexicon from which the words take marks, headwords and tiers, with its name; only if the
    /// files have no marks of their own.
    pub marks_from: Option<(&'o str, &'o Lexicon)>,
    /// The maximum size of all files together, in bytes after decompression.
    pub max_bytes: usize,
}

/// An imported word list.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The text in the strict form, with the words in alphabetical order.
    pub text: String,
    /// True if the files have marks of their own, so that none are taken from another lexicon.
    pub has_own_marks: bool,
    /// The report of the import.
    pub report: Report,
}

/// The reason why files cannot be imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The files are too large after decompression.
    #[error("the files have more than {0} bytes after decompression")]
    TooLarge(usize),
    /// A compressed file is damaged or of an unknown kind.
    #[error("{name}: cannot be decompressed: {reason}")]
    Compressed {
        /// The file.
        name: String,
        /// The reason.
        reason: String,
    },
    /// A file is not text.
    #[error("{name}: is not a text; {hint}")]
    NotText {
        /// The file.
        name: String,
        /// The way to fix it.
        hint: &'static str,
    },
    /// A JSON file cannot be read.
    #[error("{name}: is not a JSON list of words: {reason}")]
    Json {
        /// The file.
        name: String,
        /// The reason, with its place.
        reason: String,
    },
    /// There are too many different words.
    #[error("the files have more than {MAX_WORDS} different words, the maximum of a lexicon")]
    TooManyWords,
    /// The affixes of a dictionary make too many forms.
    #[error("the affixes of the dictionary make too many forms; export its words as a list")]
    TooManyForms,
    /// No word is left.
    #[error("the files have no words that can be kept\n{0}")]
    NoWords(Box<Report>),
}

/// Imports the words of all files into one list.
///
/// ```
/// use wordcourt::lexicon::import::{File, Options, import};
/// let bytes = "# Our list\r\n\r\ncat\ndon't\ncat\n".into();
/// let file = File { name: "club.txt".into(), bytes };
/// let options = Options { fold: false, marks_from: None, max_bytes: 1 << 20 };
/// let imported = import(vec![file], &options)?;
/// assert_eq!(imported.text, "CAT\n");
/// assert_eq!(imported.report.left_out[0].examples, ["don't"]);
/// # Ok::<(), wordcourt::lexicon::import::ImportError>(())
/// ```
///
/// # Errors
/// [`ImportError`] if a file cannot be read, or no words are left.
pub fn import(files: Vec<File>, options: &Options<'_>) -> Result<Imported, ImportError> {
    let files = unpack::unpack(files, options.max_bytes)?;
    let mut collector = Collector::new(options.fold);
    let (affixes, lists): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.has_ending("aff"));
    for file in &lists {
        read(file, &affixes, &mut collector)?;
    }
    collector.finish(options.marks_from)
}

/// Reads one list.
fn read(file: &File, affixes: &[File], collector: &mut Collector) -> Result<(), ImportError> {
    let bytes = file.bytes.as_slice();
    if let Some(hint) = decode::foreign(bytes) {
        return Err(ImportError::NotText { name: file.name.clone(), hint });
    }
    let of_file = |affix: &&File| affix.stem() == file.stem();
    let affix = affixes.iter().find(of_file).or(affixes.first());
    let declared = affix.and_then(|affix| hunspell::encoding_of(&affix.bytes));
    let (text, encoding) = decode::decode(bytes, declared);
    collector.report.encoding(encoding);
    let text = text.trim_start_matches('\u{feff}').trim_end_matches('\u{1a}');
    if file.has_ending("dic") || (affix.is_some() && hunspell::is_dictionary(text)) {
        let affix = affix.map(|affix| decode::decode(&affix.bytes, declared).0);
        return hunspell::read(text, affix.as_deref(), collector);
    }
    let start = text.trim_start();
    if start.starts_with('[') || start.starts_with('{') {
        let read = json::read(text, collector);
        return read.map_err(|reason| ImportError::Json { name: file.name.clone(), reason });
    }
    if hunspell::is_dictionary(text) {
        return hunspell::read(text, None, collector);
    }
    match csv_table::Layout::of(text) {
        Some(layout) => csv_table::read(text, layout, collector),
        None => lines::read(text, collector),
    }
}

impl File {
    /// Returns true if the name has this ending, in any case.
    fn has_ending(&self, ending: &str) -> bool {
        let path = std::path::Path::new(&self.name);
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
    }

    /// Returns the name without directory and ending.
    fn stem(&self) -> Option<&std::ffi::OsStr> {
        std::path::Path::new(&self.name).file_stem()
    }
}
