//! The best words of a hand: exact over every choice of cards, wild letters and wild colours.

use std::cmp::Reverse;

use super::category::CategoryInForce;
use super::hand::{Hand, Play};
use super::laying::{Worth, best_worth, lay};
use super::scoring::Score;
use super::values::{CATEGORY, EXCLAMATION_WORD, LENGTH_BONUS, LetterValues, MAX_CARDS, MIN_CARDS, WordBonuses};
use super::{VARIANT, verdict};
use crate::lexicon::{BLOCK, Lexicon, Mark, MultisetIndex, Ordinal, Words, sort_by_rarest_letters};
use crate::rules::ranking::Ranking;
use crate::word::{Letter, LetterSet, Word};

/// The words of a lexicon that the Oh My Word games allow, indexed for hands.
#[derive(Debug)]
pub struct Dictionary {
    index: MultisetIndex,
    /// By place in the index.
    facts: Vec<Facts>,
    /// By block of the index: what no word of it can surpass.
    block_bounds: Vec<Bounds>,
    /// The words that are allowed only under a category of proper nouns (RULEBOOK W4).
    proper: Vec<Word>,
}

/// What bounds a word's score, whatever the hand.
#[derive(Debug, Clone, Copy)]
struct Facts {
    letters: LetterSet,
    /// The letter values without multipliers, and the length bonus.
    plain: u32,
    /// The values of letters that can be in a pair.
    paired: u32,
    /// The bonuses that are never multiplied.
    bonuses: u32,
}

impl Facts {
    fn of(word: &Word, values: &LetterValues) -> Self {
        let letters: [Option<Letter>; MAX_CARDS + 2] = {
            let mut letters = word.letters();
            std::array::from_fn(|at| if at == 0 { None } else { letters.next() })
        };
        let in_pair = |at: usize| letters[at] == letters[at - 1] || letters.get(at + 1) == Some(&letters[at]);
        let paired = (1..=word.len())
            .filter(|&at| in_pair(at))
            .filter_map(|at| letters[at])
            .map(|letter| values.of(letter))
            .sum();
        Self {
            letters: word.letters().collect(),
            plain: LENGTH_BONUS[word.len()] + word.letters().map(|letter| values.of(letter)).sum::<u32>(),
            paired,
            bonuses: WordBonuses::of(word).total(),
        }
    }

    /// No laying scores more if no flush multiplies by more than `flush` and no pair by more than `pair`.
    const fn bound(&self, flush: u32, pair: u32) -> u32 {
        (self.plain + self.paired * (pair - 1)) * flush + self.bonuses
    }
}

/// Upper bounds by flush multiplier: at index f − 1 the one for flushes of at most f.
type Bounds = [u32; 3];

const MAX_PAIR_MULTIPLIER: u32 = 5;

/// A word of a hand, laid in the best way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The word.
    pub word: Word,
    /// Its best laying (see [`lay`]).
    pub play: Play,
    /// What that scores.
    pub score: Score,
}

/// What a hand offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The best words: more points first, then fewer wilds, then alphabetical.
    pub found: Vec<Found>,
    /// How many words the hand can spell at all.
    pub words_found: usize,
}

/// A candidate for the list; the greatest is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    worth: Worth,
    word: Reverse<Word>,
}

impl Ranking<Candidate> {
    /// A total below this one can't enter any more.
    fn threshold(&self) -> u32 {
        self.to_beat().map_or(0, |worst| worst.worth.total)
    }
}

/// What a hand allows at most; it bounds the score of every word laid from it.
struct Reach {
    red: LetterSet,
    blue: LetterSet,
    wilds: u32,
    flush: u32,
    pair: u32,
}

impl Reach {
    fn of(hand: &Hand) -> Self {
        use super::card::Colour::{Blue, Red};
        let wilds = u32::from(hand.wilds());
        let with_wild = u32::from(wilds > 0);
        let possible = |colour| hand.letters_of(colour).total() + wilds >= MIN_CARDS as u32;
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

    /// What a flush of these letters multiplies by, if there are enough cards of each.
    fn flush_of(&self, letters: LetterSet) -> u32 {
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

impl Dictionary {
    /// Indexes the words of a lexicon that the games allow.
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let values = LetterValues::default();
        let mut words = Vec::new();
        let mut proper = Vec::new();
        for ordinal in
            lexicon.ordinals().filter(|&ordinal| (MIN_CARDS..=MAX_CARDS).contains(&lexicon.word(ordinal).len()))
        {
            // OMYWORD is offered beside the lexicon, whether or not it is in there.
            let Some(word) = lexicon.word(ordinal).parse().ok().filter(|word: &Word| word.as_str() != EXCLAMATION_WORD)
            else {
                continue;
            };
            let marks = lexicon.marks(ordinal);
            if VARIANT.marks_verdict(marks).is_allowed() {
                words.push((ordinal, word));
            } else if VARIANT.marks_verdict(marks.without(Mark::Proper)).is_allowed() {
                proper.push(word);
            }
        }
        sort_by_rarest_letters(&mut words, |(_, word)| *word);
        // The longest words apart: their bonus puts most others beyond reach.
        words.sort_by_key(|(_, word)| word.len() < MAX_CARDS);
        let bound = |(_, word): &(Ordinal, Word)| Facts::of(word, &values).bound(3, MAX_PAIR_MULTIPLIER);
        sort_blocks_by_key(&mut words, |block| Reverse(block.iter().map(bound).max()));
        let facts: Vec<Facts> = words.iter().map(|(_, word)| Facts::of(word, &values)).collect();
        let block_bounds = facts
            .chunks(BLOCK)
            .map(|block| {
                [1, 2, 3].map(|flush| {
                    block.iter().map(|facts| facts.bound(flush, MAX_PAIR_MULTIPLIER)).max().unwrap_or_default()
                })
            })
            .collect();
        let index = MultisetIndex::build(words.iter().map(|(ordinal, word)| (*ordinal, word)));
        Self { index, facts, block_bounds, proper }
    }

    /// Every word that the hand can spell, in no particular order but always the same; OMYWORD and categories aside.
    #[must_use]
    pub fn words(&self, hand: &Hand) -> Vec<Ordinal> {
        self.index.spellable(&hand.letters(), hand.wilds())
    }

    /// Searches a hand for its best words.
    ///
    /// `words` must be those of the lexicon that the dictionary was built from. `category.vote` is not asked: a vote is about one word.
    #[must_use]
    pub fn best<'l>(
        &self,
        words: impl Into<Words<'l>>,
        hand: &Hand,
        values: &LetterValues,
        category: CategoryInForce<'_>,
        top: usize,
    ) -> Best {
        let words = words.into();
        let (lexicon, overlay) = (words.lexicon(), words.overlay());
        let category = CategoryInForce { vote: None, ..category };
        let mut ranking = Ranking::new(top);
        let mut words_found = 0;
        let offer = |ranking: &mut Ranking<Candidate>, word: Word| -> bool {
            let Some(mut worth) = best_worth(&word, hand, values, WordBonuses::of(&word)) else { return false };
            worth.total += if category.includes(&word) { CATEGORY } else { 0 };
            ranking.offer(Candidate { worth, word: Reverse(word) });
            true
        };
        for word in self.beside_the_index(words, category) {
            words_found += usize::from(offer(&mut ranking, word));
        }

        let reach = Reach::of(hand);
        let category_bonus = if category.list.is_some() { CATEGORY } else { 0 };
        let default_values = *values == LetterValues::default();
        let spellable = self.index.spellable_blocks(&hand.letters(), hand.wilds());
        words_found += spellable.count;
        // The index still counts the words about which the overlay decides.
        let is_indexed =
            |word: &&Word| word.as_str() != EXCLAMATION_WORD && VARIANT.verdict(lexicon, word).is_allowed();
        let decided = overlay.added().iter().chain(overlay.removed()).filter(is_indexed);
        words_found -= decided.filter(|word| best_worth(word, hand, values, WordBonuses::of(word)).is_some()).count();
        for (block, words) in spellable.blocks {
            let block = block as usize;
            let block_bound = self.block_bounds[block][reach.flush as usize - 1] + category_bonus;
            if default_values && block_bound < ranking.threshold() {
                continue;
            }
            words.each_one(|bit| {
                let place = block * BLOCK + bit;
                let word = || lexicon.word(self.index.ordinal(place)).parse::<Word>();
                let facts = if default_values {
                    self.facts[place]
                } else {
                    word().map_or(self.facts[place], |word| Facts::of(&word, values))
                };
                let bound = facts.bound(reach.flush_of(facts.letters), reach.pair) + category_bonus;
                if bound >= ranking.threshold()
                    && let Ok(word) = word()
                    && !overlay.decides(&word)
                {
                    offer(&mut ranking, word);
                }
            });
        }

        let found = ranking
            .finish()
            .filter_map(|Candidate { word: Reverse(word), .. }| {
                let (play, score) = lay(&word, hand, values, category.includes(&word))?;
                Some(Found { word, play, score })
            })
            .collect();
        Best { found, words_found }
    }

    /// Words that count though the index doesn't hold them: OMYWORD, under a category of proper nouns those of its list and of the lexicon (RULEBOOK O10,
    /// O11, W4), and house words.
    fn beside_the_index<'c>(
        &'c self,
        words: Words<'c>,
        category: CategoryInForce<'c>,
    ) -> impl Iterator<Item = Word> + 'c {
        let exclamation = EXCLAMATION_WORD.parse::<Word>().ok();
        let can_be_laid =
            move |word: &&Word| (MIN_CARDS..=MAX_CARDS).contains(&word.len()) && Some(**word) != exclamation;
        let (listed, proper) = match category.list.filter(|list| list.proper_nouns) {
            Some(list) => (list.words(), &self.proper[..]),
            None => (&[][..], &[][..]),
        };
        let unlisted = proper.iter().filter(move |word| !category.validates(word) && !words.overlay().decides(word));
        let listed = listed.iter().filter(can_be_laid);
        let listed = listed.filter(move |word| !verdict(words, word, CategoryInForce::default()).is_allowed());
        let added = words.overlay().added().iter().filter(can_be_laid);
        exclamation.into_iter().chain(listed.chain(unlisted).chain(added).copied())
    }
}

/// Orders whole blocks, each staying as it is; the last one, which may be short, stays where it is too.
fn sort_blocks_by_key<W: Copy, K: Ord>(words: &mut [W], key: impl Fn(&[W]) -> K) {
    let whole = words.len() / BLOCK * BLOCK;
    let mut blocks: Vec<Vec<W>> = words[..whole].chunks(BLOCK).map(<[W]>::to_vec).collect();
    blocks.sort_by_key(|block| key(block));
    for (place, word) in blocks.into_iter().flatten().enumerate() {
        words[place] = word;
    }
}
