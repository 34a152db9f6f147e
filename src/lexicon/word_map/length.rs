//! The words of one length and the tables over them.

use super::multiset::Multiset;
use super::table::{Filter, Table, significant};
use crate::interrupt::interruptible;
use crate::lexicon::image::{ImageError, Imaged, Reader, Writer, check};
use crate::word::{Letter, LetterSet, Word};

/// The letters of a word as indices in the alphabet, followed by zeros. The last byte is not part of
/// the word.
pub type MapWord = [u8; 16];

/// The maximum length of the words whose two open letters are stored.
const MAX_LETTERS_OF_TWO_OPEN: usize = 10;

/// The byte that marks the last word of a group with 1; words have at most 15 letters.
const END: usize = 15;

#[derive(Debug, Default)]
pub(super) struct Length {
    /// Maps a multiset to its group of anagrams: the number of the first word, counted from 1.
    complete: Table,
    /// Maps a multiset to the letters that complete it to a word.
    one_open: Table,
    two_open: TwoOpen,
    /// The words, group by group. The last word of each group is marked.
    words: Vec<MapWord>,
}

/// The multisets that are two letters short of a word.
#[derive(Debug)]
enum TwoOpen {
    /// Maps a multiset to the letters that bring it within one letter of a word.
    Letters(Table),
    /// Only the multisets. Long words cross many tiles of the board and are rarely looked up; their
    /// letters would take twice the memory of everything else together.
    Any(Filter),
}

impl Default for TwoOpen {
    fn default() -> Self {
        Self::Letters(Table::default())
    }
}

impl Length {
    /// Builds the tables of words of the same length.
    pub(super) fn build(words: &[&Word]) -> Self {
        let mut words: Vec<(u64, &Word)> =
            words.iter().map(|&word| (significant(multiset(word).hash()), word)).collect();
        let Some((_, first)) = words.first() else {
            return Self::default();
        };
        let length = first.len();
        words.sort_unstable();
        let hashes: Vec<u64> = words.iter().map(|(hash, _)| *hash).collect();
        let mut map_words: Vec<MapWord> = words.iter().map(|(_, word)| map_word(word)).collect();
        let complete = Table::build(&hashes, |run| {
            map_words[run.end - 1][END] = 1;
            index(run.start + 1)
        });
        let anagrams = words.chunk_by(|one, other| one.0 == other.0);
        let alphagrams: Vec<Multiset> = anagrams.map(|words| multiset(words[0].1)).collect();
        Self {
            complete,
            one_open: letter_table(one_open(&alphagrams).collect()),
            two_open: TwoOpen::build(&alphagrams, length),
            words: map_words,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let words = size_of_val(&self.words[..]);
        self.complete.bytes() + self.one_open.bytes() + self.two_open.bytes() + words
    }

    /// Returns the words that a multiset spells, and possibly others.
    #[inline(always)]
    pub(super) fn words(&self, letters: Multiset) -> &[MapWord] {
        let first = self.complete.find(letters.hash()) as usize;
        if first == 0 {
            return &[];
        }
        let words = &self.words[first - 1..];
        let before_last = words.iter().take_while(|word| word[END] == 0).count();
        &words[..=before_last]
    }

    pub(super) fn all_words(&self) -> &[MapWord] {
        &self.words
    }

    /// Returns the letters that complete a multiset to a word, and possibly others.
    #[inline(always)]
    pub(super) fn one_open(&self, letters: Multiset) -> LetterSet {
        LetterSet::from_bits(self.one_open.find(letters.hash()))
    }

    /// Returns the letters that bring a multiset within one letter of a word, and possibly others.
    #[inline(always)]
    pub(super) fn two_open(&self, letters: Multiset) -> LetterSet {
        match &self.two_open {
            TwoOpen::Letters(table) => LetterSet::from_bits(table.find(letters.hash())),
            TwoOpen::Any(filter) if filter.contains(letters.hash()) => LetterSet::ALL,
            TwoOpen::Any(_) => LetterSet::default(),
        }
    }
}

impl TwoOpen {
    fn build(alphagrams: &[Multiset], length: usize) -> Self {
        if length <= MAX_LETTERS_OF_TWO_OPEN {
            return Self::Letters(letter_table(two_open(alphagrams).collect()));
        }
        let mut filter = Filter::with_capacity(two_open(alphagrams).count());
        two_open(alphagrams).for_each(|hash| filter.insert(hash));
        Self::Any(filter)
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Letters(table) => table.bytes(),
            Self::Any(filter) => filter.bytes(),
        }
    }
}

impl Imaged for TwoOpen {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        let (no_letters, none) = (Table::default(), Filter::default());
        let (table, filter) = match self {
            Self::Letters(table) => (table, &none),
            Self::Any(filter) => (&no_letters, filter),
        };
        table.write(writer);
        filter.write(writer);
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        let (table, filter) = (Table::read(reader, ())?, Filter::read(reader, ())?);
        check(table.bytes() == 0 || filter.bytes() == 0)?;
        Ok(if filter.bytes() == 0 { Self::Letters(table) } else { Self::Any(filter) })
    }
}

impl Imaged for Length {
    /// The number of letters of the words.
    type Context<'c> = usize;

    fn write(&self, writer: &mut Writer) {
        self.complete.write(writer);
        self.one_open.write(writer);
        self.two_open.write(writer);
        writer.section(&self.words);
    }

    fn read(reader: &mut Reader<'_>, letters: usize) -> Result<Self, ImageError> {
        let length = Self {
            complete: Imaged::read(reader, ())?,
            one_open: Imaged::read(reader, ())?,
            two_open: Imaged::read(reader, ())?,
            words: reader.section()?,
        };
        let Self { complete, words, .. } = &length;
        check(words.last().is_none_or(|word| word[END] == 1))?;
        check((complete.max_payload() as usize) <= words.len())?;
        check(are_words(words, letters))?;
        Ok(length)
    }
}

/// Returns true if every word consists of this number of letters and zeros. The byte for the mark
/// may have any value.
fn are_words(words: &[MapWord], letters: usize) -> bool {
    #[expect(clippy::cast_possible_truncation, reason = "there are 26 letters")]
    const LAST_LETTER: u8 = Letter::COUNT as u8 - 1;
    let most: MapWord = std::array::from_fn(|index| match index {
        END => u8::MAX,
        index if index < letters => LAST_LETTER,
        _ => 0,
    });
    // Without a branch for each byte, this takes a tenth of the time.
    let highest = words.iter().fold([0; 16], |highest: MapWord, word| {
        std::array::from_fn(|index| highest[index].max(word[index]))
    });
    highest.iter().zip(most).all(|(&highest, most)| highest <= most)
}

fn multiset(word: &Word) -> Multiset {
    word.letters().collect()
}

fn map_word(word: &Word) -> MapWord {
    let mut letters = [0; 16];
    for (slot, letter) in letters.iter_mut().zip(word.letters()) {
        *slot = letter.as_ascii() - b'A';
    }
    letters
}

/// Returns the hashes of the multisets that are one letter short of a word, with that letter in the
/// low bits.
fn one_open(alphagrams: &[Multiset]) -> impl Iterator<Item = u64> {
    interruptible(alphagrams).flat_map(|&whole| {
        whole
            .letters()
            .map(move |letter| with_letters((whole - Multiset::of(letter)).hash(), letter, letter))
    })
}

/// Returns the hashes of the multisets that are two letters short of a word, with those letters in
/// the low bits.
fn two_open(alphagrams: &[Multiset]) -> impl Iterator<Item = u64> {
    interruptible(alphagrams).flat_map(|&whole| {
        whole.letters().flat_map(move |first| {
            let rest = whole - Multiset::of(first);
            let later = rest.letters().filter(move |second| *second >= first);
            later.map(move |second| {
                with_letters((rest - Multiset::of(second)).hash(), first, second)
            })
        })
    })
}

/// Replaces the low bits of a hash, which tables ignore, with two letters.
const fn with_letters(hash: u64, first: Letter, second: Letter) -> u64 {
    significant(hash) | (first.index() as u64) << 5 | second.index() as u64
}

/// Builds a table that maps hashes to the letters in their low bits.
fn letter_table(mut hashes: Vec<u64>) -> Table {
    hashes.sort_unstable();
    Table::build(&hashes, |run| {
        hashes[run]
            .iter()
            .fold(0, |letters, hash| letters | 1 << (hash & 0x1f) | 1 << (hash >> 5 & 0x1f))
    })
}

/// Converts a position among the words to the stored type.
///
/// # Panics
/// Never: a lexicon has at most 2,000,000 words.
fn index(position: usize) -> u32 {
    u32::try_from(position).expect("a lexicon has fewer than 2^32 words")
}
