//! The best turns: exact over every way to share the hand out among a new word, play-ons and combinations.
//!
//! First every word is found that some cards make of no, one or several table words ([`super::finding`]); of words that are made of the same table words with the
//! same cards only as many are kept as turns are asked for, since any of them can stand for another. Then the hand is shared out among
//! them ([`super::packing`]).

use std::cmp::Reverse;
use std::collections::HashSet;

use super::cover::{Share, Shares, each_laying};
use super::finding::Finder;
use super::hand::Play;
use super::made::{Made, Order, POINT, Position, best_cover, ones, spelled};
use super::packing::{Choice, Packing, Work};
use super::ruleset::Rules;
use super::scoring::{Bonuses, Score};
use super::turn::{Laid, PlayOn, Turn};
use crate::lexicon::{Lexicon, Mark, MultisetIndex, Numbered, Ordinal, Words, sort_by_rarest_letters};
use crate::rules::{Breaches, Variant};

/// Steps that sharing the hand out among them may take.
const PACKING_WORK: u64 = 2_000_000;

/// The words of a lexicon that the game allows in some play, indexed for hands and table words.
#[derive(Debug)]
pub struct Dictionary {
    index: MultisetIndex,
}

/// A turn of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The turn.
    pub turn: Turn,
    /// What it scores.
    pub score: Score,
}

/// What a position offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The best turns; see [`Dictionary::best`] for their order.
    pub turns: Vec<Found>,
    /// Whether nothing was left out: the search ended before its work was used up.
    pub exhaustive: bool,
}

impl Dictionary {
    /// Indexes the words of a lexicon that the game allows, plurals made with S among them (RULEBOOK P9).
    #[must_use]
    pub fn build(lexicon: &Lexicon) -> Self {
        let (lengths, _) = Variant::PlayOnWords.lengths();
        let is_allowed = |ordinal: &Ordinal| {
            let marks = lexicon.marks(*ordinal).without(Mark::PluralS);
            lengths.contains(&lexicon.word(*ordinal).len()) && Variant::PlayOnWords.marks_verdict(marks).is_allowed()
        };
        let mut ordinals: Vec<Ordinal> = lexicon.ordinals().filter(is_allowed).collect();
        let words = Numbered::new(lexicon);
        sort_by_rarest_letters(&mut ordinals, |ordinal| spelled(&words, *ordinal));
        // Words of one length together: a table word and a hand reach only a few lengths.
        ordinals.sort_by_key(|ordinal| lexicon.word(*ordinal).len());
        Self { index: MultisetIndex::build(ordinals.iter().map(|&ordinal| (ordinal, spelled(&words, ordinal)))) }
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.index.bytes()
    }

    /// Searches a position for its best turns.
    ///
    /// They come in this order: more points (in the casual version all have none), then fewer letters left in the hand, then fewer wilds played,
    /// then fewer flips; then alphabetically by the words made, the new word first, the others in the order of the first table word that each
    /// takes, one that is made before one that isn't. A turn that makes the same words of the same table words as another one is the same turn,
    /// and listed once, with the cards that put it first.
    ///
    /// `words` must be those of the lexicon that the dictionary was built from.
    ///
    /// ```
    /// use wordcourt::lexicon::Lexicon;
    /// use wordcourt::rules::Breaches;
    /// use wordcourt::rules::play_on_words::{Dictionary, Hand, Play, Position, Rules, Stage, Table};
    /// let lexicon = Lexicon::from_text("BOOM\nBOOMERANG\nRANG\nRANGE\n", "").unwrap();
    /// let play = |text: &str| {
    ///     let cards = text.split(' ').map(|card| card.parse()).collect::<Result<Vec<_>, _>>();
    ///     Play::new(cards.unwrap()).unwrap()
    /// };
    /// let table = Table::new(vec![play("B O O M"), play("R A N G")], "", &mut Breaches::default()).unwrap();
    /// let hand = Hand::new(&["E".parse().unwrap(), "Q".parse().unwrap()]).unwrap();
    /// let position = Position { hand: &hand, table: &table, stage: Stage::Later };
    /// let best = Dictionary::build(&lexicon).best(&lexicon, position, Rules::default(), 5);
    /// let totals: Vec<u32> = best.turns.iter().map(|found| found.score.total).collect();
    /// assert_eq!((totals, best.exhaustive), (vec![9, 5], true));
    /// ```
    #[must_use]
    pub fn best<'l>(&self, words: impl Into<Words<'l>>, position: Position<'_>, rules: Rules, top: usize) -> Best {
        let lexicon = &Numbered::new(words);
        let shares = Shares::of(position.hand);
        if top == 0 || position.hand.is_empty() {
            return Best { turns: Vec::new(), exhaustive: true };
        }
        let mut finder = Finder::new(&self.index, lexicon, position, rules, &shares, top);
        let mut found_all = finder.find();
        if rules.play_on_new_word && found_all {
            // What can't be among the best turns of the other words needn't be tried: most of what could be played on to. The very best first, lest
            // many turns that are wanted leave no work for it.
            let packed = Packed::of(&mut finder.words, position, rules, &shares, top);
            let left = finder.work.0;
            (finder.work, finder.top) = (Work(left / 2), 1);
            found_all = finder.find_played_on(packed.least_worth(1), &packed.later);
            (finder.work, finder.top) = (Work(left - left / 2 + finder.work.0), top);
            if top > 1 {
                found_all = finder.find_played_on(packed.least_worth(top), &packed.later);
            }
        }
        let Finder { mut words, .. } = finder;
        let packed = Packed::of(&mut words, position, rules, &shares, top);
        let writer = Writer { lexicon, position, rules, shares: &shares };
        let written = packed.turns.iter().filter_map(|(numbers, worth)| {
            let found = writer.write(numbers.iter().map(|&number| &words[number]))?;
            debug_assert_eq!(found.score.total, worth / POINT);
            Some(found)
        });
        Best { turns: written.collect(), exhaustive: found_all && packed.sufficed }
    }
}

/// The best ways to share the hand out among words.
struct Packed {
    /// The turns as the numbers of their words, with their worth, the best first.
    turns: Vec<(Vec<usize>, u32)>,
    /// Whether the work sufficed.
    sufficed: bool,
    /// By what is left of the hand: no less than what play-ons can add.
    later: Vec<u32>,
}

impl Packed {
    /// Puts the words in order and packs them.
    fn of(words: &mut [Made], position: Position<'_>, rules: Rules, shares: &Shares, top: usize) -> Self {
        words.sort_unstable_by_key(|made| (made.order(), Reverse(made.worth), made.share));
        let mut rank = 0;
        let mut before = None;
        let choices: Vec<Choice> = words
            .iter()
            .map(|made| {
                rank += u32::from(before != Some(made.order()));
                before = Some(made.order());
                Choice { level: made.level(), rank, tables: made.tables, share: made.share, worth: made.worth }
            })
            .collect();
        let all_laid = Bonuses::of_going_out(0, position.stage, rules.version).total() * POINT;
        let levels = position.table.len() + 1;
        let packing = Packing::new(shares, &choices, levels, all_laid, Work(PACKING_WORK));
        let later = packing.after_new_word().to_vec();
        let mut turns = Vec::new();
        let mut seen = HashSet::new();
        let sufficed = packing.best_first(|numbers, worth| {
            let identity: Vec<Order> = numbers.iter().map(|&number| words[number].order()).collect();
            if seen.insert(identity) {
                turns.push((numbers.to_vec(), worth));
            }
            turns.len() < top
        });
        Self { turns, sufficed, later }
    }

    /// A turn that is worth less isn't among the best; 0 if there are fewer than are asked for.
    fn least_worth(&self, top: usize) -> u32 {
        self.turns.get(top - 1).map_or(0, |(_, worth)| *worth)
    }
}

/// Writes turns card by card.
struct Writer<'w> {
    lexicon: &'w Numbered<'w>,
    position: Position<'w>,
    rules: Rules,
    shares: &'w Shares,
}

impl Writer<'_> {
    /// The turn that makes these words.
    fn write<'m>(&self, words: impl Iterator<Item = &'m Made>) -> Option<Found> {
        let table = self.position.table;
        let mut turn = Turn::default();
        for made in words {
            let mut onto: Vec<usize> = ones(made.tables).collect();
            let mut olds: Vec<&Play> = onto.iter().map(|&index| &table[index]).collect();
            let mut share = made.share;
            if let Some(new) = &made.from_new {
                onto.push(table.len());
                olds.push(&new.play);
                share = new.added;
                turn.new_word = Some(new.play.clone());
            }
            let word = self.lay(made.word, &olds, share)?;
            if olds.is_empty() {
                turn.new_word = Some(word);
            } else {
                turn.play_ons.push(PlayOn { onto, word });
            }
        }
        let Position { hand, table, stage } = self.position;
        let laid = Laid::lay(&turn, hand, table, self.rules, "", &mut Breaches::default())?;
        let score = Score::of(&laid, stage, self.rules);
        Some(Found { turn, score })
    }

    fn lay(&self, ordinal: Ordinal, olds: &[&Play], share: Share) -> Option<Play> {
        let Self { lexicon, rules, shares, .. } = *self;
        let (_, cover) = best_cover(lexicon, ordinal, olds, share, rules, shares)?;
        let word = spelled(lexicon, ordinal);
        let mut first = None;
        each_laying(&word, &cover, olds, rules.table_cards, shares, &mut |cards| {
            if first.is_none() {
                first = Some(cards);
            }
        });
        Play::new(first?).ok()
    }
}
