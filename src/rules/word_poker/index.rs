//! The search index of both games: words with upper bounds on their scores.

use std::cmp::Reverse;

use super::card::Colour::{Blue, Red};
use super::game::WORDS;
use super::hand::Hand;
use super::values::{
    EXCLAMATION_WORD, LENGTH_BONUS, LetterValues, MAX_CARDS, MIN_CARDS, WordBonuses,
};
use crate::lexicon::image::{ImageError, Imaged, Reader, Writer, check};
use crate::lexicon::{BLOCK_WORDS, Lexicon, Mark, MultisetIndex, Ordinal, sort_by_rarest_letters};
use crate::rules::index_origin::ImagedIndex;
use crate::word::{Letter, LetterSet, Word};

/// The words of a lexicon that Choose Your Words and Word For Word allow, indexed for searches.
///
/// ```
/// use wordcourt::lexicon::Lexicon;
/// use wordcourt::rules::word_poker::{ActiveCategory, Hand, LetterValues, SearchIndex};
///
/// let lexicon = Lexicon::from_text("CAB\nCABS\nZOO\n", "")?;
/// let index = SearchIndex::build(&lexicon);
/// let hand = Hand::new(&["Cb", "Ab", "Br", "Sr"].map(|card| card.parse().unwrap())).unwrap();
/// let best =
///     index.best(&lexicon, &hand, &LetterValues::default(), ActiveCategory::default(), 10);
/// let words = best.found.iter().map(|found| (found.word.to_string(), found.score.total));
/// assert_eq!(words.collect::<Vec<_>>(), [("CABS".into(), 12), ("CAB".into(), 9)]);
/// # Ok::<(), wordcourt::lexicon::LexiconError>(())
/// ```
#[derive(Debug)]
pub struct SearchIndex {
    pub(super) words: MultisetIndex,
    /// The facts about each word, in the order of the index.
    facts: Vec<Facts>,
    /// The upper bounds on the scores in each block of the index.
    block_bounds: Vec<Bounds>,
    /// The words that are allowed only with a category of proper nouns (RULEBOOK W4).
    pub(super) proper: Vec<Word>,
}

/// The facts about a word that bound its score, regardless of the hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    pub(super) letters: LetterSet,
    /// The sum of the letter values without multipliers, plus the length bonus.
    plain: u32,
    /// The sum of the values of letters that can be in a pair.
    paired: u32,
    /// The bonuses that are never multiplied.
    bonuses: u32,
}

impl Facts {
    pub(super) fn of(word: &Word, values: &LetterValues) -> Self {
        let letters: [Option<Letter>; MAX_CARDS + 2] = {
            let mut letters = word.letters();
            std::array::from_fn(|at| if at == 0 { None } else { letters.next() })
        };
        let in_pair =
            |at: usize| letters[at] == letters[at - 1] || letters.get(at + 1) == Some(&letters[at]);
        let paired = (1..=word.len())
            .filter(|&at| in_pair(at))
            .filter_map(|at| letters[at])
            .map(|letter| values.of(letter))
            .sum();
        Self {
            letters: word.letters().collect(),
            plain: LENGTH_BONUS[word.len()]
                + word.letters().map(|letter| values.of(letter)).sum::<u32>(),
            paired,
            bonuses: WordBonuses::of(word).total(),
        }
    }

    /// Returns an upper bound on the score of every placement whose flush multiplies by at most
    /// `flush` and whose pairs multiply by at most `pair`.
    pub(super) const fn bound(&self, flush: u32, pair: u32) -> u32 {
        (self.plain + self.paired * (pair - 1)) * flush + self.bonuses
    }
}

/// Upper bounds by flush multiplier: index f − 1 is for flushes that multiply by at most f.
type Bounds = [u32; 3];

const MAX_PAIR_MULTIPLIER: u32 = 5;

/// An upper bound on every number in the facts about a word, so that bounds do not overflow.
const MAX_FACT: u32 = 1 << 16;

/// The highest multipliers that a hand allows; they bound the score of every word placed from it.
pub(super) struct Reach {
    red: LetterSet,
    blue: LetterSet,
    wilds: u32,
    flush: u32,
    pub(super) pair: u32,
}

impl Reach {
    pub(super) fn of(hand: &Hand) -> Self {
        let wilds = u32::from(hand.wilds());
        let with_wild = u32::from(wilds > 0);
        let possible = |colour| (hand.letters_of(colour).total() + wilds) as usize >= MIN_CARDS;
        Self {
            red: hand.letters_of(Red).letters(),
            blue: hand.letters_of(Blue).letters(),
            wilds,
            flush: if possible(Red) {
                2 + with_wild
            } else if possible(Blue) {
                1 + with_wild
            } else {
                1
            },
            pair: (3 + wilds).min(MAX_PAIR_MULTIPLIER),
        }
    }

    /// Returns the highest flush multiplier for these letters, if there are enough cards of each
    /// letter.
    pub(super) fn flush_of(&self, letters: LetterSet) -> u32 {
        let with_wild = u32::from(self.wilds > 0);
        if letters.count_outside(self.red) <= self.wilds {
            2 + with_wild
        } else if letters.count_outside(self.blue) <= self.wilds {
            1 + with_wild
        } else {
            1
        }
    }
}

impl SearchIndex {
    /// Indexes the words of a lexicon that the games allow.
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let mut words = indexed_words(lexicon);
        let values = LetterValues::default();
        sort_by_rarest_letters(&mut words, |(_, word)| *word);
        // The longest words get blocks of their own: their bonus puts most other words out of
        // reach.
        words.sort_by_key(|(_, word)| word.len() < MAX_CARDS);
        let bound =
            |(_, word): &(Ordinal, Word)| Facts::of(word, &values).bound(3, MAX_PAIR_MULTIPLIER);
        sort_blocks_by_key(&mut words, |block| Reverse(block.iter().map(bound).max()));
        let facts = words.iter().map(|(_, word)| Facts::of(word, &values)).collect();
        let words = MultisetIndex::build(words.iter().map(|(ordinal, word)| (*ordinal, word)));
        Self::of(words, facts, proper_words(lexicon))
    }

    /// Makes the index from words in its order, and the facts about them.
    fn of(words: MultisetIndex, facts: Vec<Facts>, proper: Vec<Word>) -> Self {
        let block_bound = |block: &[Facts], flush: u32| {
            let bounds = block.iter().map(|facts| facts.bound(flush, MAX_PAIR_MULTIPLIER));
            bounds.max().unwrap_or_default()
        };
        let block_bounds = facts
            .chunks(BLOCK_WORDS)
            .map(|block| [1, 2, 3].map(|flush| block_bound(block, flush)))
            .collect();
        Self { words, facts, block_bounds, proper }
    }

    /// Returns every word of the index that the hand can spell, in a fixed but unspecified order.
    /// OMYWORD and categories are ignored.
    #[must_use]
    pub fn words(&self, hand: &Hand) -> Vec<Ordinal> {
        self.words.spellable(&hand.letters(), hand.wilds())
    }

    /// Returns an upper bound on the scores of the words in a block, with the default letter
    /// values.
    pub(super) fn block_bound(&self, block: usize, reach: &Reach) -> u32 {
        self.block_bounds[block][reach.flush as usize - 1]
    }

    /// Returns the facts about the word at a place in the index, with the default letter values.
    pub(super) fn facts(&self, place: usize) -> Facts {
        self.facts[place]
    }
}

fn indexed_words(lexicon: &Lexicon) -> Vec<(Ordinal, Word)> {
    let allowed = lexicon.ordinals().filter(|&ordinal| WORDS.allows(lexicon.marks(ordinal)));
    allowed.filter_map(|ordinal| Some((ordinal, indexed_word(lexicon, ordinal)?))).collect()
}

/// Returns the words that only a category of proper nouns allows.
fn proper_words(lexicon: &Lexicon) -> Vec<Word> {
    let is_proper = |&ordinal: &Ordinal| {
        let marks = lexicon.marks(ordinal);
        !WORDS.allows(marks) && WORDS.allows(marks.without(Mark::Proper))
    };
    let proper = lexicon.ordinals().filter(is_proper);
    proper.filter_map(|ordinal| indexed_word(lexicon, ordinal)).collect()
}

/// Returns a word if its length is that of a play. Searches add OMYWORD themselves, even if the
/// lexicon does not contain it.
fn indexed_word(lexicon: &Lexicon, ordinal: Ordinal) -> Option<Word> {
    let has_length = (MIN_CARDS..=MAX_CARDS).contains(&lexicon.word_len(ordinal));
    let word = has_length.then(|| lexicon.word(ordinal)).filter(|word| *word != EXCLAMATION_WORD);
    word?.parse().ok()
}

/// Sorts whole blocks and leaves each block as it is. A shorter last block keeps its place.
fn sort_blocks_by_key<W: Copy, K: Ord>(words: &mut [W], key: impl Fn(&[W]) -> K) {
    let whole = words.len() / BLOCK_WORDS * BLOCK_WORDS;
    let mut blocks: Vec<Vec<W>> = words[..whole].chunks(BLOCK_WORDS).map(<[W]>::to_vec).collect();
    blocks.sort_by_key(|block| key(block));
    for (place, word) in blocks.into_iter().flatten().enumerate() {
        words[place] = word;
    }
}

impl Imaged for SearchIndex {
    type Context<'c> = ();

    fn write(&self, writer: &mut Writer) {
        self.words.write(writer);
        let facts = self.facts.iter();
        let numbers = facts.map(|facts| {
            let Facts { letters, plain, paired, bonuses } = *facts;
            [letters.bits(), plain, paired, bonuses]
        });
        writer.section(&numbers.collect::<Vec<[u32; 4]>>());
    }

    fn read(reader: &mut Reader<'_>, (): ()) -> Result<Self, ImageError> {
        let words = MultisetIndex::read(reader, ())?;
        let facts: Vec<[u32; 4]> = reader.section()?;
        check(facts.len() == words.len())?;
        let is_set = |&[letters, ..]: &[u32; 4]| LetterSet::from_bits(letters).bits() == letters;
        check(facts.iter().all(is_set))?;
        // The calculation of a bound must not overflow.
        check(facts.iter().all(|[_, scores @ ..]| scores.iter().all(|&score| score <= MAX_FACT)))?;
        let facts = facts.into_iter().map(|[letters, plain, paired, bonuses]| Facts {
            letters: LetterSet::from_bits(letters),
            plain,
            paired,
            bonuses,
        });
        Ok(Self::of(words, facts.collect(), Vec::new()))
    }
}

impl ImagedIndex for SearchIndex {
    fn complete_with(&mut self, lexicon: &Lexicon) -> Result<(), ImageError> {
        self.words.check_against(lexicon, MIN_CARDS..=MAX_CARDS)?;
        self.proper = proper_words(lexicon);
        Ok(())
    }
}
