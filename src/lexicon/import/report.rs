//! The report of an import.

use std::fmt;

use serde::Serialize;

/// The number of examples of each kind.
pub(super) const EXAMPLES: usize = 5;
/// The maximum length of an example, in characters.
const EXAMPLE_CHARACTERS: usize = 40;

/// The report of an import: the words that it read, and the entries that it left out.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = ImportReport))]
pub struct Report {
    /// The encodings of the files, such as `UTF-8` and `Latin-1`.
    pub encodings: Vec<String>,
    /// The forms of the files, such as `one word a line`.
    pub forms: Vec<String>,
    /// The number of entries that were read.
    pub read: usize,
    /// The number of words that were kept.
    pub words: usize,
    /// The entries that were left out, by kind, most first.
    pub left_out: Vec<LeftOut>,
    /// Further remarks, in sentences.
    pub notes: Vec<String>,
}

/// Entries of one kind that were left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = ImportLeftOut))]
pub struct LeftOut {
    /// The kind.
    #[serde(skip)]
    pub kind: Kind,
    /// The number of entries.
    pub count: usize,
    /// The first of them.
    pub examples: Vec<String>,
    /// The kind in words.
    pub text: &'static str,
}

/// The kind of an entry that cannot be a word of a lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The word is in the list already.
    Repeated,
    /// The word has an apostrophe.
    Apostrophe,
    /// The word has a hyphen.
    Hyphen,
    /// The entry has several words.
    Phrase,
    /// The word has letters with accents, which could be folded.
    Accents,
    /// The word has a full stop.
    FullStop,
    /// The word has digits.
    Digits,
    /// The word has letters of another script, or other characters.
    Characters,
    /// The word has one letter.
    OneLetter,
    /// The word has more letters than a lexicon allows.
    TooLong,
    /// The entry of a JSON document is not a word.
    NotText,
}

impl Kind {
    /// Returns the kind in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Repeated => "in the list more than once (kept once)",
            Self::Apostrophe => "with an apostrophe",
            Self::Hyphen => "with a hyphen",
            Self::Phrase => "of several words",
            Self::Accents => "with accents (folding accents would keep them)",
            Self::FullStop => "with a full stop",
            Self::Digits => "with digits",
            Self::Characters => "with other letters or signs",
            Self::OneLetter => "of one letter",
            Self::TooLong => "of more than 45 letters",
            Self::NotText => "that are not text",
        }
    }
}

impl Report {
    pub(super) fn encoding(&mut self, encoding: &str) {
        push_new(&mut self.encodings, encoding);
    }

    pub(super) fn form(&mut self, form: &str) {
        push_new(&mut self.forms, form);
    }

    pub(super) fn note(&mut self, note: &str) {
        push_new(&mut self.notes, note);
    }

    pub(super) fn leave_out(&mut self, kind: Kind, entry: &str) {
        let index = self.left_out.iter().position(|left| left.kind == kind).unwrap_or_else(|| {
            let text = kind.text();
            self.left_out.push(LeftOut { kind, count: 0, examples: Vec::new(), text });
            self.left_out.len() - 1
        });
        let left = &mut self.left_out[index];
        left.count += 1;
        if left.examples.len() < EXAMPLES {
            let example: String = entry.chars().take(EXAMPLE_CHARACTERS).collect();
            push_new(&mut left.examples, &example);
        }
    }
}

fn push_new(list: &mut Vec<String>, item: &str) {
    if !list.iter().any(|known| known == item) {
        list.push(item.to_owned());
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "read      {} ({})", self.forms.join(", "), self.encodings.join(", "))?;
        writeln!(f, "entries   {}", self.read)?;
        writeln!(f, "words     {}", self.words)?;
        let total: usize = self.left_out.iter().map(|left| left.count).sum();
        writeln!(f, "left out  {total}")?;
        for LeftOut { count, examples, text, .. } in &self.left_out {
            writeln!(f, "  {count:>7} {text}: {}", examples.join(", "))?;
        }
        for note in &self.notes {
            writeln!(f, "note      {note}")?;
        }
        Ok(())
    }
}
