//! Finds what can be made of a hand and the table: new words, play-ons, combinations.

use std::cmp::Reverse;

use super::cover::{Cover, Must, Share, Shares, each_cover};
use super::hand::Play;
use super::made::{FromNew, Made, Position, best_cover, keep_best, layings, ones, spelled, worth};
use super::packing::Work;
use super::ruleset::Rules;
use super::scoring::{Bonuses, Manner, manner};
use crate::lexicon::{BLOCK, LetterCounts, MultisetIndex, Numbered, Ordinal};
use crate::rules::Variant;
use crate::word::{Letter, Word};

/// Steps that finding words may take.
const FINDING_WORK: u64 = 4_000_000;
/// Table words that are taken together.
struct Group<'p> {
    tables: u32,
    plays: Vec<&'p Play>,
    must: Must,
}

/// Finds what can be made.
pub(super) struct Finder<'f> {
    index: &'f MultisetIndex,
    lexicon: &'f Numbered<'f>,
    position: Position<'f>,
    rules: Rules,
    shares: &'f Shares,
    pub top: usize,
    pub work: Work,
    pub words: Vec<Made>,
    /// New words by what they take of the hand: where the word that is laid new may take a play-on.
    new_words: Vec<Vec<(Ordinal, Cover)>>,
    /// What table words and a share of the hand spell, allowed by itself or not: for the same purpose.
    raw: Vec<(u32, Share, Vec<Ordinal>)>,
}

impl<'f> Finder<'f> {
    pub fn new(
        index: &'f MultisetIndex,
        lexicon: &'f Numbered<'f>,
        position: Position<'f>,
        rules: Rules,
        shares: &'f Shares,
        top: usize,
    ) -> Self {
        let new_words = vec![Vec::new(); shares.count()];
        let work = Work(FINDING_WORK);
        Self { index, lexicon, position, rules, shares, top, work, words: Vec::new(), new_words, raw: Vec::new() }
    }

    /// Finds everything; says whether the work sufficed.
    pub fn find(&mut self) -> bool {
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
    pub fn find_played_on(&mut self, least: u32, later: &[u32]) -> bool {
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
        let spellable = self.index.spanning_blocks(&within, &letters, wilds);
        let mut found = Vec::with_capacity(spellable.count);
        for (block, words) in &spellable.blocks {
            words.each_one(|bit| {
                let ordinal = self.index.ordinal(*block as usize * BLOCK + bit);
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
                        let Some((manner, _)) = best_cover(lexicon, ordinal, &olds, added, rules, shares) else {
                            continue;
                        };
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
        let index = self.index;
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
