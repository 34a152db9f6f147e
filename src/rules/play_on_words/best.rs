//! The best turns: exact over every way to share the hand out among a new word, play-ons and combinations.
//!
//! First every word is found that some cards make of no, one or several table words ([`Finder`]); of words that are made of the same table words with the
//! same cards only as many are kept as turns are asked for, since any of them can stand for another. Then the hand is shared out among
//! them ([`super::packing`]).

use std::cmp::Reverse;
use std::collections::HashSet;

use super::cover::{Cover, Must, Share, Shares, each_cover, each_laying};
use super::hand::{Hand, Play, Table};
use super::packing::{Choice, Packing, Work};
use super::ruleset::{Rules, TableCards};
use super::scoring::{Bonuses, Manner, Score, Stage, manner};
use super::turn::{Laid, PlayOn, Turn};
use crate::lexicon::{
    BLOCK, LetterCounts, Lexicon, Mark, MultisetIndex, Numbered, Ordinal, Words, sort_by_rarest_letters,
};
use crate::rules::{Breaches, Variant};
use crate::word::{Letter, Word};

/// Steps that finding words may take.
const FINDING_WORK: u64 = 4_000_000;
/// Steps that sharing the hand out among them may take.
const PACKING_WORK: u64 = 2_000_000;

/// The words of a lexicon that the game allows in some play, indexed for hands and table words.
#[derive(Debug)]
pub struct Dictionary {
    index: MultisetIndex,
}

/// A word by its number.
fn spelled(lexicon: &Numbered<'_>, ordinal: Ordinal) -> Word {
    lexicon.word(ordinal).parse().expect("a lexicon holds words")
}

/// Where a player stands.
#[derive(Debug, Clone, Copy)]
pub struct Position<'p> {
    /// The player's cards.
    pub hand: &'p Hand,
    /// The words on the table.
    pub table: &'p Table,
    /// When in the round it is.
    pub stage: Stage,
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
        let mut finder = Finder::new(self, lexicon, position, rules, &shares, top);
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

/// A point in the worth of a turn, which tells the order of turns as one number: points, then letters played, wilds and flips kept.
const POINT: u32 = 1 << 12;
const LETTER: u32 = 1 << 6;
const WILD: u32 = 1 << 4;

fn worth(points: u32, share: Share, shares: &Shares) -> u32 {
    let facts = shares.facts(share);
    points * POINT + u32::from(facts.letters) * LETTER - u32::from(facts.wilds) * WILD - u32::from(facts.flips)
}

/// A word that can be made.
#[derive(Debug, Clone)]
struct Made {
    /// The table words that it takes, a bit each; a new word takes none, unless it is played on at once.
    tables: u32,
    /// What it takes of the hand.
    share: Share,
    /// What it adds to the worth of a turn.
    worth: u32,
    word: Ordinal,
    /// The new word that it was made from in the same turn, if it was (RULEBOOK P10).
    from_new: Option<FromNew>,
}

/// A new word that is played on in the same turn.
#[derive(Debug, Clone)]
struct FromNew {
    word: Ordinal,
    play: Play,
    /// What of the hand went into the play-on.
    added: Share,
}

/// By what turns are told apart and ordered where they tie: the level, the new word, what it was played on to, the table words. A new word
/// stands before those that are played on.
type Order = (usize, Ordinal, Option<Ordinal>, u32);

impl Made {
    /// 0 for the new word, then the table words one after another.
    const fn level(&self) -> usize {
        if self.tables == 0 || self.from_new.is_some() { 0 } else { self.tables.trailing_zeros() as usize + 1 }
    }

    fn order(&self) -> Order {
        let (first, then) = match &self.from_new {
            Some(new) => (new.word, Some(self.word)),
            None => (self.word, None),
        };
        (self.level(), first, then, self.tables)
    }
}

/// The most words that are kept of those that are made of the same cards.
fn keep_best(words: &mut Vec<Made>, top: usize) {
    words.sort_unstable_by_key(|made| (Reverse(made.worth), made.order()));
    words.truncate(top);
}

/// Table words that are taken together.
struct Group<'p> {
    tables: u32,
    plays: Vec<&'p Play>,
    must: Must,
}

/// Finds what can be made.
struct Finder<'f> {
    dictionary: &'f Dictionary,
    lexicon: &'f Numbered<'f>,
    position: Position<'f>,
    rules: Rules,
    shares: &'f Shares,
    top: usize,
    work: Work,
    words: Vec<Made>,
    /// New words by what they take of the hand: where the word that is laid new may take a play-on.
    new_words: Vec<Vec<(Ordinal, Cover)>>,
    /// What table words and a share of the hand spell, allowed by itself or not: for the same purpose.
    raw: Vec<(u32, Share, Vec<Ordinal>)>,
}

impl<'f> Finder<'f> {
    fn new(
        dictionary: &'f Dictionary,
        lexicon: &'f Numbered<'f>,
        position: Position<'f>,
        rules: Rules,
        shares: &'f Shares,
        top: usize,
    ) -> Self {
        let new_words = vec![Vec::new(); shares.count()];
        let work = Work(FINDING_WORK);
        Self { dictionary, lexicon, position, rules, shares, top, work, words: Vec::new(), new_words, raw: Vec::new() }
    }

    /// Finds everything; says whether the work sufficed.
    fn find(&mut self) -> bool {
        let table = self.position.table;
        let alone = (0..table.len()).map(|index| 1 << index);
        let mut sufficed = true;
        // The combinations get as much of the work as the words alone.
        let mut groups_left = 2 * (table.len() as u64 + 1);
        for tables in std::iter::once(0).chain(alone) {
            let group = self.group(tables);
            let found = self.candidates(&group);
            sufficed &= self.make_with_a_share(&group, &found, groups_left);
            groups_left -= 1;
        }
        if table.len() > 1 {
            // Half of what is left finds them, the rest makes them.
            let left = self.work.0;
            self.work = Work(left / 2);
            let (mut pairs, all) = self.combinations();
            self.work = Work(left - left / 2 + self.work.0);
            sufficed &= all;
            pairs.sort_unstable_by_key(|&(tables, ordinal)| (tables.count_ones(), tables, ordinal));
            let mut groups_left = pairs.chunk_by(|one, other| one.0 == other.0).count() as u64;
            for alike in pairs.chunk_by(|one, other| one.0 == other.0) {
                let group = self.group(alike[0].0);
                let found: Vec<Ordinal> = alike.iter().map(|(_, ordinal)| *ordinal).collect();
                sufficed &= self.make_with_a_share(&group, &found, groups_left);
                groups_left -= 1;
            }
        }
        sufficed
    }

    /// Makes words of a group with no more than its share of the work that is left, lest the first table words leave nothing for the others.
    fn make_with_a_share(&mut self, group: &Group<'f>, words: &[Ordinal], groups_left: u64) -> bool {
        let all = self.work.0;
        let share = all / groups_left.max(1);
        self.work = Work(share);
        let sufficed = self.make(group, words);
        self.work = Work(all - share + self.work.0);
        sufficed
    }

    /// Finds what can be made of new words in the same turn, as far as a turn with it may be worth `least` or more; `later` is what play-ons
    /// can add by what is left of the hand. Says whether the work sufficed.
    fn find_played_on(&mut self, least: u32, later: &[u32]) -> bool {
        let raw = std::mem::take(&mut self.raw);
        let sufficed = self.try_to_play_on(&raw, least, later);
        self.raw = raw;
        sufficed
    }

    fn try_to_play_on(&mut self, raw: &[(u32, Share, Vec<Ordinal>)], least: u32, later: &[u32]) -> bool {
        let rest = |share: Share| later[usize::from(self.shares.all() - share)];
        let least_of = raw.iter().map(|(_, share, _)| least.saturating_sub(rest(*share))).collect::<Vec<_>>();
        raw.iter()
            .zip(least_of)
            .all(|((tables, share, words), least)| self.play_on_new_words(&self.group(*tables), *share, words, least))
    }

    fn group(&self, tables: u32) -> Group<'f> {
        let table = self.position.table;
        let plays: Vec<&Play> =
            (0..table.len()).filter(|index| tables >> index & 1 != 0).map(|index| &table[index]).collect();
        Group { tables, must: Must::of(plays.iter().copied(), self.rules.table_cards), plays }
    }

    /// The words that have all letters of a group and no more than the hand can add, perhaps some more; in alphabetical order.
    fn candidates(&self, group: &Group<'_>) -> Vec<Ordinal> {
        let (of_hand, hand_wilds) = self.shares.reach();
        let (of_group, group_wilds) = group.must.reach();
        let within = group.must.certain();
        let (letters, wilds) = (of_hand.plus(&of_group), hand_wilds + group_wilds);
        let spellable = self.dictionary.index.spanning_blocks(&within, &letters, wilds);
        let mut found = Vec::with_capacity(spellable.count);
        for (block, words) in &spellable.blocks {
            words.each_one(|bit| {
                let ordinal = self.dictionary.index.ordinal(*block as usize * BLOCK + bit);
                found.extend(self.lexicon.of_lexicon(ordinal));
            });
        }
        let spans = |word: &Word| {
            let of_word: LetterCounts = word.letters().collect();
            of_word.minus(&within).is_some() && of_word.excess_over(&letters) <= u32::from(wilds)
        };
        found.extend(self.house_words().filter(|(_, word)| spans(word)).map(|(ordinal, _)| ordinal));
        found.sort_unstable();
        found
    }

    /// The house words that are long enough.
    fn house_words(&self) -> impl Iterator<Item = (Ordinal, &'f Word)> {
        let (lengths, _) = Variant::PlayOnWords.lengths();
        self.lexicon.added().filter(move |(_, word)| lengths.contains(&word.len()))
    }

    /// Makes words of a group, each in every way; says whether the work sufficed.
    fn make(&mut self, group: &Group<'f>, words: &[Ordinal]) -> bool {
        let Self { lexicon, rules, shares, top, .. } = *self;
        let olds: Vec<&[u8]> = group.plays.iter().map(|play| play.text()).collect();
        let old_letters: usize = olds.iter().map(|old| old.len()).sum();
        let keeps_raw = rules.play_on_new_word;
        let mut raw: Vec<Vec<Ordinal>> = vec![Vec::new(); if keeps_raw { shares.count() } else { 0 }];
        let mut by_share: Vec<Vec<Made>> = vec![Vec::new(); shares.count()];
        let mut sufficed = true;
        for &ordinal in words {
            let text = lexicon.word(ordinal);
            let marks = lexicon.marks(ordinal);
            let fixed = if group.must.open_count() > 0 { None } else { Some(Manner::of(text.as_bytes(), &olds)) };
            let allows = |manner| rules.marks_verdict(marks, manner).is_allowed();
            sufficed = self.work.spend(4);
            if !sufficed {
                break;
            }
            if text.len() <= old_letters || (!keeps_raw && fixed.is_some_and(|manner| !allows(manner))) {
                continue;
            }
            let word = spelled(lexicon, ordinal);
            let mut steps = 0;
            each_cover(text.as_bytes(), &group.must, shares, &mut |cover| {
                steps += 1;
                if keeps_raw && raw[usize::from(cover.share)].last() != Some(&ordinal) {
                    raw[usize::from(cover.share)].push(ordinal);
                }
                let manner = fixed.unwrap_or_else(|| manner(&word, &group.plays, cover.shown, rules));
                if !allows(manner) {
                    return;
                }
                if keeps_raw && manner == Manner::New {
                    self.new_words[usize::from(cover.share)].push((ordinal, *cover));
                }
                let mut points = manner.points_per_letter(rules.version) * text.len() as u32;
                if manner == Manner::New && cover.share == shares.all() {
                    points += Bonuses::of_going_out(self.position.hand.len(), self.position.stage, rules.version)
                        .initial_hand;
                }
                let worth = worth(points, cover.share, shares);
                let alike = &mut by_share[usize::from(cover.share)];
                if let Some(last) = alike.last_mut().filter(|last| last.word == ordinal) {
                    // The same word with the same cards, laid in another way: the better one counts.
                    if last.worth >= worth {
                        return;
                    }
                    alike.pop();
                }
                alike.push(Made { tables: group.tables, share: cover.share, worth, word: ordinal, from_new: None });
                if alike.len() >= 2 * top + 8 {
                    keep_best(alike, top);
                    // Words come in alphabetical order: the one at hand stays the last, if it stays.
                    alike.sort_unstable_by_key(|made| made.word);
                }
            });
            sufficed = self.work.spend(2 * steps);
            if !sufficed {
                break;
            }
        }
        for mut alike in by_share {
            keep_best(&mut alike, top);
            self.words.append(&mut alike);
        }
        let raw = (0..).zip(raw).filter(|(_, words)| !words.is_empty());
        self.raw.extend(raw.map(|(share, words)| (group.tables, share, words)));
        sufficed
    }

    /// Makes words of a group and of a new word laid in the same turn, which takes its share of the given one, as far as they are worth `least` or
    /// more together; says whether the work sufficed.
    fn play_on_new_words(&mut self, group: &Group<'f>, share: Share, words: &[Ordinal], least: u32) -> bool {
        let Self { lexicon, rules, shares, top, .. } = *self;
        let letters = |share| u32::from(shares.facts(share).letters);
        let parts = (1..share).filter(|&part| shares.is_within(part, share));
        let mut parts: Vec<Share> = parts.filter(|part| !self.new_words[usize::from(*part)].is_empty()).collect();
        parts.sort_by_key(|&part| Reverse(letters(part)));
        // They all have the letters of the same cards.
        let Some(length) = words.first().map(|&ordinal| lexicon.word(ordinal).len() as u32) else { return true };
        let per_letter = Manner::New.points_per_letter(rules.version);
        // Sorted, the best first.
        let mut kept: Vec<Made> = Vec::new();
        let order = |made: &Made| (Reverse(made.worth), made.order());
        for part in parts {
            let most = worth(per_letter * (letters(part) + length), share, shares);
            if most < least || kept.get(top - 1).is_some_and(|last| last.worth > most) {
                break;
            }
            for (new_word, cover) in &self.new_words[usize::from(part)] {
                let mut plays: Option<Vec<Play>> = None;
                for &ordinal in words {
                    if !self.work.spend(4) {
                        return false;
                    }
                    let added = share - part;
                    let made = |play: &Play, manner: Manner| Made {
                        tables: group.tables,
                        share,
                        worth: worth(
                            per_letter * letters(part) + manner.points_per_letter(rules.version) * length,
                            share,
                            shares,
                        ),
                        word: ordinal,
                        from_new: Some(FromNew { word: *new_word, play: play.clone(), added }),
                    };
                    let plays = plays.get_or_insert_with(|| layings(lexicon, *new_word, cover, rules, shares));
                    let is_hopeless = |play: &Play| {
                        kept.get(top - 1).is_some_and(|last| order(last) <= order(&made(play, Manner::Rearranged)))
                    };
                    if plays.first().is_none_or(is_hopeless) {
                        continue;
                    }
                    for play in plays.iter() {
                        let olds: Vec<&Play> = group.plays.iter().copied().chain([play]).collect();
                        if !self.work.spend(8) {
                            return false;
                        }
                        let Some(manner) = best_manner(lexicon, ordinal, &olds, added, rules, shares) else { continue };
                        let made = made(play, manner);
                        let known = kept.iter().position(|other| other.order() == made.order());
                        match known {
                            Some(known) if order(&kept[known]) <= order(&made) => continue,
                            Some(known) => drop(kept.remove(known)),
                            None => {}
                        }
                        let place = kept.partition_point(|other| order(other) < order(&made));
                        kept.insert(place, made);
                        kept.truncate(top);
                    }
                }
            }
        }
        self.words.append(&mut kept);
        true
    }

    /// Every set of two or more table words with every word that has all their letters and no more than the hand can add, perhaps some more;
    /// and whether the work sufficed.
    fn combinations(&mut self) -> (Vec<(u32, Ordinal)>, bool) {
        let index = &self.dictionary.index;
        let (of_hand, hand_wilds) = self.shares.reach();
        let table: Vec<Must> =
            self.position.table.iter().map(|play| Must::of([play], self.rules.table_cards)).collect();
        let (mut letters, mut wilds) = (of_hand, hand_wilds);
        for must in &table {
            let (of_word, open) = must.reach();
            letters = letters.plus(&of_word);
            wilds += open;
        }
        // By place in the index: the table words whose letters the word has.
        let mut takes = vec![0_u32; index.len()];
        let mut places = Vec::new();
        for (number, must) in table.iter().enumerate() {
            for (block, words) in index.spanning_blocks(&must.certain(), &letters, wilds).blocks {
                words.each_one(|bit| {
                    let place = block as usize * BLOCK + bit;
                    if takes[place] == 0 {
                        places.push(place);
                    }
                    takes[place] |= 1 << number;
                });
            }
        }
        let tables = table
            .iter()
            .zip(self.position.table.iter())
            .map(|(must, play)| TableWord {
                letters: must.certain(),
                length: play.text().len(),
                open: must.open_count(),
            })
            .collect();
        let all = u32::MAX >> (32 - table.len());
        let of_house: Vec<(Ordinal, u32)> = self.house_words().map(|(ordinal, _)| (ordinal, all)).collect();
        let mut combining = Combining {
            tables,
            of_hand,
            hand_wilds: u32::from(hand_wilds),
            hand_letters: self.position.hand.letter_count(),
            work: &mut self.work,
            found: Vec::new(),
        };
        let of_index = places.iter().filter(|&&place| takes[place].count_ones() > 1);
        let of_index =
            of_index.filter_map(|&place| Some((self.lexicon.of_lexicon(index.ordinal(place))?, takes[place])));
        for (ordinal, choice) in of_index.chain(of_house) {
            let text = self.lexicon.word(ordinal).as_bytes();
            let letters = text.iter().filter_map(|&byte| Letter::from_ascii(byte)).collect();
            if !combining.take_on(ordinal, choice, 0, letters, text.len(), 0) {
                return (combining.found, false);
            }
        }
        (combining.found, true)
    }
}

/// A table word as far as combinations depend on it.
struct TableWord {
    /// The letters that every word made of it has.
    letters: LetterCounts,
    length: usize,
    /// Cards that may change.
    open: u32,
}

/// Tries sets of table words for a word.
struct Combining<'c> {
    tables: Vec<TableWord>,
    of_hand: LetterCounts,
    hand_wilds: u32,
    hand_letters: usize,
    work: &'c mut Work,
    found: Vec<(u32, Ordinal)>,
}

impl Combining<'_> {
    /// Takes one more of the table words in `choice` onto those in `taken`, or none; `letters` and `length` are what they leave of the word, `open`
    /// is how many of their cards may change. Says whether the work sufficed.
    fn take_on(
        &mut self,
        ordinal: Ordinal,
        choice: u32,
        taken: u32,
        letters: LetterCounts,
        length: usize,
        open: u32,
    ) -> bool {
        if !self.work.spend(1) {
            return false;
        }
        if length <= self.hand_letters
            && taken.count_ones() > 1
            && letters.excess_over(&self.of_hand) <= self.hand_wilds + open
        {
            self.found.push((taken, ordinal));
        }
        let mut rest = choice;
        while rest != 0 {
            let longest: usize = ones(rest).map(|number| self.tables[number].length).sum();
            if length > longest + self.hand_letters {
                return true;
            }
            let number = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let table = &self.tables[number];
            // One card at least comes from the hand.
            if length > table.length
                && let Some(left) = letters.minus(&table.letters)
            {
                let (left_length, open) = (length - table.length, open + table.open);
                if !self.take_on(ordinal, rest, taken | 1 << number, left, left_length, open) {
                    return false;
                }
            }
        }
        true
    }
}

/// The places of the bits that are set.
fn ones(bits: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |place| bits >> place & 1 != 0)
}

/// The ways to lay a new word that differ to a play-on: one, unless wilds and flips on the table may change, when it matters where they lie.
fn layings(lexicon: &Numbered<'_>, word: Ordinal, cover: &Cover, rules: Rules, shares: &Shares) -> Vec<Play> {
    let mut plays = Vec::new();
    each_laying(&spelled(lexicon, word), cover, &[], rules.table_cards, shares, &mut |cards| {
        if plays.is_empty() || rules.table_cards == TableCards::Change {
            plays.extend(Play::new(cards));
        }
    });
    plays
}

/// The best allowed manner of making a word of old words and a share of the hand, if there is any.
fn best_manner(
    lexicon: &Numbered<'_>,
    ordinal: Ordinal,
    olds: &[&Play],
    share: Share,
    rules: Rules,
    shares: &Shares,
) -> Option<Manner> {
    best_cover(lexicon, ordinal, olds, share, rules, shares).map(|(manner, _)| manner)
}

/// The best allowed way to cover a word with old words and a share of the hand, if there is any.
fn best_cover(
    lexicon: &Numbered<'_>,
    ordinal: Ordinal,
    olds: &[&Play],
    share: Share,
    rules: Rules,
    shares: &Shares,
) -> Option<(Manner, Cover)> {
    let word = spelled(lexicon, ordinal);
    let must = Must::of(olds.iter().copied(), rules.table_cards);
    let mut best: Option<(Manner, Cover)> = None;
    each_cover(word.as_bytes(), &must, shares, &mut |cover| {
        if cover.share == share {
            let manner = manner(&word, olds, cover.shown, rules);
            let is_better = best.is_none_or(|(other, _)| other < manner);
            if is_better && rules.marks_verdict(lexicon.marks(ordinal), manner).is_allowed() {
                best = Some((manner, *cover));
            }
        }
    });
    best
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
