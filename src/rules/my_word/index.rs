//! The search index of My Word!: words by length.

use super::call::MIN_CARDS;
use super::game::MyWord;
use crate::lexicon::image::{ImageError, Imaged, Reader, Writer, check};
use crate::lexicon::{
    BLOCK_WORDS, Lexicon, MultisetIndex, Ordinal, Spellable, Vocabulary, sort_by_rarest_letters,
};
use crate::rules::Game;
use crate::rules::index_origin::ImagedIndex;
use crate::word::Word;

/// The words of a lexicon that My Word! allows, indexed for searches.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::my_word::{SearchIndex, Table};
///
/// let lexicon = Lexicon::from_text("ASH\nCASH\nMASH\n", "")?;
/// let index = SearchIndex::build(&lexicon);
/// let table = Table::new(&["A", "?", "SH", "C"].map(|card| card.parse().unwrap()));
/// let best = index.best(&lexicon, &table, 10).unwrap();
/// let calls = best.iter().map(|call| (call.word().to_string(), call.wilds()));
/// assert_eq!(calls.collect::<Vec<_>>(), [("CASH".into(), 0), ("MASH".into(), 1)]);
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug)]
pub struct SearchIndex {
    /// The longest words first. A word takes at most as many cards as it has letters.
    pub(super) by_length: Vec<WordsOfLength>,
}

#[derive(Debug)]
pub(super) struct WordsOfLength {
    pub(super) length: usize,
    pub(super) index: MultisetIndex,
    /// The words, concatenated in the order of the index. In the lexicon they are scattered, and
    /// waiting for that memory took a third of a search.
    text: String,
}

impl WordsOfLength {
    fn build(length: usize, mut words: Vec<(Ordinal, Word)>) -> Self {
        sort_by_rarest_letters(&mut words, |(_, word)| *word);
        let index = MultisetIndex::build(words.iter().map(|(ordinal, word)| (*ordinal, word)));
        Self { length, index, text: words.iter().map(|(_, word)| word.as_str()).collect() }
    }

    /// Returns the words that a search of the index found, without those that a vocabulary excludes.
    pub(super) fn pick(&self, spellable: Spellable, vocabulary: Vocabulary<'_>) -> Vec<Word> {
        let spellable = self.index.within(vocabulary, spellable);
        let overlay = vocabulary.words().overlay();
        let mut picked = Vec::with_capacity(spellable.count);
        for (block, words) in &spellable.blocks {
            words.for_each_one(|bit| {
                let place = *block as usize * BLOCK_WORDS + bit;
                let word = self.text[place * self.length..][..self.length].parse::<Word>();
                picked.extend(word.ok().filter(|word| !overlay.decides(word)));
            });
        }
        picked
    }
}

impl SearchIndex {
    /// Indexes the words of a lexicon that the game allows.
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let mut by_length: Vec<Vec<(Ordinal, Word)>> = vec![Vec::new(); Word::MAX_LETTERS + 1];
        for ordinal in
            lexicon.ordinals().filter(|&ordinal| MyWord::WORDS.allows(lexicon.marks(ordinal)))
        {
            if let Ok(word) = lexicon.word(ordinal).parse::<Word>() {
                by_length[word.len()].push((ordinal, word));
            }
        }
        let long_enough = by_length
            .into_iter()
            .enumerate()
            .skip(MIN_CARDS)
            .filter(|(_, words)| !words.is_empty());
        let longest_first =
            long_enough.rev().map(|(length, words)| WordsOfLength::build(length, words));
        Self { by_length: longest_first.collect() }
    }
}

impl Imaged for WordsOfLength {
    /// The length of the words.
    type Context<'c> = usize;

    fn write(&self, writer: &mut Writer) {
        self.index.write(writer);
        writer.section(self.text.as_bytes());
    }

    fn read(reader: &mut Reader<'_>, length: usize) -> Result<Self, ImageError> {
        let index = MultisetIndex::read(reader, ())?;
        let text = String::from_utf8(reader.section()?).map_err(|_| ImageError::Damaged)?;
        check(text.len() == index.len() * length)?;
        check(text.bytes().fold(true, |all, byte| all & byte.is_ascii_uppercase()))?;
        Ok(Self { length, index, text })
    }
}

impl Imaged for SearchIndex {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        let lengths = self.by_length.iter().map(|words| words.length as u64);
        writer.section(&lengths.collect::<Vec<u64>>());
        for words in &self.by_length {
            words.write(writer);
        }
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        let lengths: Vec<u64> = reader.section()?;
        let lengths: Vec<usize> =
            lengths.into_iter().filter_map(|length| length.try_into().ok()).collect();
        check(lengths.iter().all(|length| (MIN_CARDS..=Word::MAX_LETTERS).contains(length)))?;
        check(lengths.is_sorted_by(|longer, shorter| longer > shorter))?;
        let by_length = lengths.iter().map(|&length| Imaged::read(reader, length));
        Ok(Self { by_length: by_length.collect::<Result<_, _>>()? })
    }
}

impl ImagedIndex for SearchIndex {
    fn complete_with(&mut self, lexicon: &Lexicon) -> Result<(), ImageError> {
        for WordsOfLength { length, index, .. } in &self.by_length {
            index.check_against(lexicon, *length..=*length)?;
        }
        Ok(())
    }
}
