//! An installed copy of `WordNet`, as a source of meanings.

mod sorted_file;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use self::sorted_file::SortedFile;
use crate::lexicon::Meanings;
use crate::lexicon::wordnet::{PARTS, Sense, base_forms};

/// The directory of Debian's package `wordnet-base`.
pub const DEFAULT_DIRECTORY: &str = "/usr/share/wordnet";

/// The maximum number of senses per word and part of speech that are read.
const MAX_SENSES: usize = 20;

/// The files of a copy of `WordNet` (see wndb(5WN)), read where they are needed. Nothing of them is
/// kept in memory.
#[derive(Debug)]
pub struct WordNet {
    /// In the order of [`PARTS`].
    parts: [PartFiles; PARTS.len()],
    /// How often each sense occurs in texts; the copy may lack it.
    counts: Option<SortedFile>,
}

#[derive(Debug)]
struct PartFiles {
    part: &'static str,
    index: SortedFile,
    data: SortedFile,
    /// The base forms of irregular forms; the copy may lack it.
    exceptions: Option<SortedFile>,
}

/// The error for a directory without a copy of `WordNet`.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct OpenError {
    /// The missing file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

/// A sense with what its order depends on.
struct Found {
    sense: Sense,
    offset: String,
    count: u32,
}

impl WordNet {
    /// Opens the files in a directory. Reads none of them.
    ///
    /// # Errors
    /// The directory lacks a file.
    pub fn open(directory: &Path) -> Result<Self, OpenError> {
        let path = |kind: &str, part: &str| directory.join(format!("{kind}.{part}"));
        let open = |path: PathBuf| {
            SortedFile::open(&path).map_err(|error| OpenError { path: path.clone(), error })
        };
        let open_part = |part| {
            Ok(PartFiles {
                part,
                index: open(path("index", part))?,
                data: open(path("data", part))?,
                exceptions: open(path(part, "exc")).ok(),
            })
        };
        let [noun, verb, adjective, adverb] = PARTS.map(open_part);
        let counts = open(path("cntlist", "rev")).ok();
        Ok(Self { parts: [noun?, verb?, adjective?, adverb?], counts })
    }

    /// Returns the senses of a word in lower case, the most frequent first.
    fn senses_of(&self, word: &str) -> io::Result<Vec<Found>> {
        let mut found = Vec::new();
        for part in &self.parts {
            self.add_senses(part, word, &mut found)?;
        }
        if found.len() > 1 {
            self.add_counts(word, &mut found)?;
        }
        found.sort_by_key(|found| std::cmp::Reverse(found.count));
        Ok(found)
    }

    /// Adds the senses of a word as one part of speech.
    fn add_senses(&self, part: &PartFiles, word: &str, found: &mut Vec<Found>) -> io::Result<()> {
        let lines = part.index.lines(&format!("{word} "))?;
        let Some(line) = lines.first() else { return Ok(()) };
        let mut columns = line.split_ascii_whitespace();
        let count = columns.nth(2).and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
        // The offsets are the last columns.
        let mut offsets: Vec<&str> = columns.rev().take(count).collect();
        offsets.reverse();
        for offset in offsets.into_iter().take(MAX_SENSES) {
            let line = part.data.line_at(offset)?;
            let Some(mut sense) = Sense::parse(part.part, &line, word) else { continue };
            for usage in &mut sense.usages {
                *usage = self.name_of_noun(usage)?;
            }
            found.push(Found { sense, offset: offset.to_owned(), count: 0 });
        }
        Ok(())
    }

    /// Returns the first word of the noun at an offset.
    fn name_of_noun(&self, offset: &str) -> io::Result<String> {
        let line = self.parts[0].data.line_at(offset)?;
        Ok(line.split(' ').nth(4).unwrap_or_default().to_owned())
    }

    /// Adds how often the senses of a word occur. They must be in the order of the indexes.
    fn add_counts(&self, word: &str, found: &mut [Found]) -> io::Result<()> {
        let Some(counts) = &self.counts else { return Ok(()) };
        // A line is `cat%1:05:00:: 1 18`: the sense, of which the digit is the part of speech, the
        // number of the sense in the index, counted from 1, and how often it occurs.
        for line in counts.lines(&format!("{word}%"))? {
            let mut columns = line.split(' ');
            let part = match columns.next().and_then(|key| key[word.len() + 1..].chars().next()) {
                Some('1') => "noun",
                Some('2') => "verb",
                Some('3' | '5') => "adj",
                _ => "adv",
            };
            let mut number = || columns.next().and_then(|number| number.parse::<usize>().ok());
            let (Some(number), Some(count)) = (number(), number()) else { continue };
            let mut of_part = found.iter_mut().filter(|found| found.sense.part == part);
            if let Some(found) = number.checked_sub(1).and_then(|place| of_part.nth(place)) {
                found.count = u32::try_from(count).unwrap_or(u32::MAX);
            }
        }
        Ok(())
    }

    /// Returns the senses of the words that a word may be a form of.
    fn senses_of_base_forms(&self, word: &str) -> io::Result<Vec<Found>> {
        let mut bases = Vec::new();
        for PartFiles { part, exceptions, .. } in &self.parts {
            let lines = exceptions.as_ref().map(|file| file.lines(&format!("{word} ")));
            for line in lines.transpose()?.unwrap_or_default() {
                let forms = line.split_ascii_whitespace().skip(1);
                bases.extend(forms.map(|form| (*part, form.to_owned())));
            }
        }
        bases.extend(base_forms(word));
        let mut found = Vec::new();
        for (part, base) in bases {
            let files = self.parts.iter().filter(|files| files.part == part);
            let mut of_base = Vec::new();
            for files in files {
                self.add_senses(files, &base, &mut of_base)?;
            }
            self.add_counts(&base, &mut of_base)?;
            found.append(&mut of_base);
        }
        found.sort_by_key(|found| std::cmp::Reverse(found.count));
        Ok(found)
    }

    fn read(&self, word: &str, lemma: Option<&str>) -> io::Result<Vec<Sense>> {
        let mut found = self.senses_of(word)?;
        if let Some(lemma) = lemma {
            found.append(&mut self.senses_of(lemma)?);
        }
        // Most words are found by now.
        if found.iter().all(|found| found.sense.is_name()) {
            found.append(&mut self.senses_of_base_forms(word)?);
        }
        let mut known = HashSet::new();
        found.retain(|found| known.insert((found.sense.part, found.offset.clone())));
        Ok(found.into_iter().map(|found| found.sense).collect())
    }
}

impl Meanings for WordNet {
    fn senses(&self, word: &str, lemma: Option<&str>) -> Vec<Sense> {
        let lemma = lemma.map(str::to_ascii_lowercase);
        self.read(&word.to_ascii_lowercase(), lemma.as_deref()).unwrap_or_else(|error| {
            tracing::warn!(%error, word, "cannot read the meaning of a word");
            Vec::new()
        })
    }
}
