//! Images of lexicons: the columns of a lexicon. What follows from them is computed when they are
//! read.

use super::category;
use super::column::Column;
use super::content::Loaded;
use super::digest::Digest;
use super::image::{ImageError, Imaged, Reader, Writer, check};
use super::lexicon::Lexicon;
use super::marks::Marks;
use super::rows::{self, Rows};
use super::text;
use super::word_table::{self, WordTable};
use crate::word::{LetterSet, Word};

impl Imaged for Lexicon {
    /// The digest of the texts of the lexicon, and its category text.
    type Context<'c> = (Digest, &'c str);

    fn write(&self, writer: &mut Writer) {
        self.content.with_rows(|rows| {
            let Rows { words, marks, letters: _, lemmas, definitions, tiers } = rows;
            words.write(writer);
            writer.section(&marks.iter().map(|marks| marks.bits()).collect::<Vec<u16>>());
            lemmas.write(writer);
            definitions.as_ref().unwrap_or(&Column::of_empty_rows(0)).write(writer);
            writer.section(tiers);
        });
    }

    fn read(
        reader: &mut Reader<'_>,
        (digest, categories): (Digest, &str),
    ) -> Result<Self, ImageError> {
        let words = Column::read(reader)?;
        check((1..=text::MAX_WORDS).contains(&words.len()))?;
        let marks: Vec<u16> = reader.section()?;
        let marks: Option<Vec<Marks>> = marks.into_iter().map(Marks::from_bits).collect();
        let marks = marks.ok_or(ImageError::Damaged)?;
        let lemmas = Column::read(reader)?;
        let definitions = Some(Column::read(reader)?).filter(|column| column.len() > 0);
        let tiers: Vec<u8> = reader.section()?;
        check(tiers.iter().max().is_none_or(|&highest| highest <= text::MAX_TIER))?;
        check([marks.len(), lemmas.len(), tiers.len()] == [words.len(); 3])?;
        check(definitions.as_ref().is_none_or(|column| column.len() == words.len()))?;
        check(words.has_only_letters() && lemmas.has_only_letters())?;
        let mut derived = Derived::with_capacity(words.len());
        for row in 0..words.len() {
            check(derived.push(&words, row) && lemmas.row_len(row) <= Word::MAX_LETTERS)?;
        }
        let categories = category::parse(categories).map_err(|_| ImageError::Damaged)?;
        let table = WordTable::build(&[&derived.keys]);
        let letters = derived.letters;
        let rows = Rows { words, marks, letters, lemmas, definitions, tiers };
        Ok(Self::of(Loaded { rows, table }, categories, digest))
    }
}

/// The columns that follow from the words.
struct Derived {
    keys: Vec<u64>,
    letters: Vec<LetterSet>,
}

impl Derived {
    fn with_capacity(rows: usize) -> Self {
        Self { keys: Vec::with_capacity(rows), letters: Vec::with_capacity(rows) }
    }

    /// Adds the row of a word, which consists of letters in upper case. Returns true if the word has
    /// a valid length and comes after the word before.
    // Not inlined for the same reason as in `WordTable::insert`.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn push(&mut self, words: &Column, row: usize) -> bool {
        let word = words.row(row);
        self.keys.push(word_table::key_of_letters(word.as_bytes()));
        self.letters.push(rows::letters_of(word));
        (2..=Word::MAX_LETTERS).contains(&word.len()) && (row == 0 || words.row(row - 1) < word)
    }
}
