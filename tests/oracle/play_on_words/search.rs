//! All plays and the best total, by trying everything.

use std::collections::{BTreeMap, BTreeSet};

use super::card::{Card, hand_cards, letters_of, played_cards};
use super::judging::judge;
use super::scoring::bonuses;
use super::types::{MIN_LETTERS, Part, Rules, Stage, Words};

fn count_letters(letters: &[u8]) -> [u8; 26] {
    let mut counts = [0; 26];
    for letter in letters {
        counts[usize::from(letter - b'A')] += 1;
    }
    counts
}

/// Finds every way to spell exactly `rest` with all cards of the pool, after the cards in
/// `arranged`.
fn arrange(rest: &[u8], pool: &[Card], arranged: &mut Vec<Card>, found: &mut BTreeSet<Vec<Card>>) {
    if rest.is_empty() && pool.is_empty() {
        found.insert(arranged.clone());
    }
    for (place, card) in pool.iter().enumerate() {
        if pool[..place].contains(card) {
            continue; // An equal card has been tried.
        }
        let Some(played) = card.played_at(rest) else {
            continue;
        };
        let mut others = pool.to_vec();
        others.remove(place);
        arranged.push(played);
        arrange(&rest[played.len()..], &others, arranged, found);
        arranged.pop();
    }
}

/// A hand, a table and a dictionary. Sets of hand cards and of table words are bit masks.
struct Search<'a> {
    hand: Vec<Card>,
    table: Vec<Vec<Card>>,
    /// The words of each length, with their letter counts.
    by_length: BTreeMap<usize, Vec<(&'a str, [u8; 26])>>,
    words: &'a Words,
    rules: &'a Rules,
}

impl<'a> Search<'a> {
    fn new(hand: &[&str], table: &[Vec<String>], words: &'a Words, rules: &'a Rules) -> Search<'a> {
        let mut by_length: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for word in words.keys().filter(|word| word.len() >= MIN_LETTERS) {
            by_length
                .entry(word.len())
                .or_default()
                .push((word.as_str(), count_letters(word.as_bytes())));
        }
        let table = table.iter().map(|word| played_cards(word)).collect();
        Search { hand: hand_cards(hand), table, by_length, words, rules }
    }

    fn whole_hand(&self) -> u32 {
        (1 << self.hand.len()) - 1
    }

    fn whole_table(&self) -> u32 {
        (1 << self.table.len()) - 1
    }

    fn table_words(&self, tables: u32) -> Vec<&[Card]> {
        (0..self.table.len())
            .filter(|i| tables & (1 << i) != 0)
            .map(|i| self.table[i].as_slice())
            .collect()
    }

    /// Returns every valid arrangement of any word with all cards of these base words and exactly
    /// these cards of the hand.
    fn plays(&self, cards: u32, base_words: &[&[Card]]) -> impl Iterator<Item = (Vec<Card>, Part)> {
        let mut pool: Vec<Card> = base_words.iter().copied().flatten().copied().collect();
        if self.rules.cards_may_change {
            pool = pool.into_iter().map(Card::open).collect(); // P15
        }
        pool.extend((0..self.hand.len()).filter(|i| cards & (1 << i) != 0).map(|i| self.hand[i]));

        let length: usize = pool.iter().map(|card| card.len()).sum();
        let certain = count_letters(&letters_of(&pool));
        let words = self.by_length.get(&length).into_iter().flatten();
        // The word has all letters that are certain.
        let words = words
            .filter(move |(_, counts)| (0..26).all(|letter| certain[letter] <= counts[letter]));
        let arrangements = words.flat_map(move |(word, _)| {
            let mut arrangements = BTreeSet::new();
            arrange(word.as_bytes(), &pool, &mut Vec::new(), &mut arrangements);
            arrangements
        });
        arrangements.filter_map(|play| {
            let part = judge(&play, base_words, self.words, self.rules);
            part.valid.then_some((play, part))
        })
    }

    /// Returns the points of the best of these plays. All have the same number of letters, so a
    /// play with two points per letter is the best.
    fn most_points(&self, cards: u32, base_words: &[&[Card]]) -> Option<u32> {
        let mut most = None;
        for (_, part) in self.plays(cards, base_words) {
            most = most.max(Some(part.points));
            if part.points_per_letter == 2 {
                break;
            }
        }
        most
    }
}

/// The cards and table words of a play-on or combination, and its most points.
struct Choice {
    cards: u32,
    tables: u32,
    points: u32,
}

/// Returns the most points of play-ons with the cards and table words that are left. `out` is the
/// bonus for having no card left.
fn most_play_ons(
    cards: u32,
    tables: u32,
    choices: &[Choice],
    out: u32,
    memo: &mut BTreeMap<(u32, u32), u32>,
) -> u32 {
    if let Some(&known) = memo.get(&(cards, tables)) {
        return known;
    }
    let mut most = if cards == 0 { out } else { 0 };
    for choice in choices {
        let is_left = choice.cards & !cards == 0 && choice.tables & !tables == 0;
        if is_left {
            let rest =
                most_play_ons(cards & !choice.cards, tables & !choice.tables, choices, out, memo);
            most = most.max(choice.points + rest);
        }
    }
    memo.insert((cards, tables), most);
    most
}

/// Returns the highest total of all valid turns, or `None` if nothing can be played.
///
/// # Panics
/// Like [`score`].
#[must_use]
pub(crate) fn best_total(
    hand: &[&str],
    table: &[Vec<String>],
    stage: Stage,
    words: &Words,
    rules: &Rules,
) -> Option<u32> {
    let search = Search::new(hand, table, words, rules);
    let (all_cards, all_tables) = (search.whole_hand(), search.whole_table());
    let (out, _) = bonuses(true, 0, stage, rules);

    // P5, P8: plays every set of hand cards onto every set of table words.
    let mut choices = Vec::new();
    for tables in 1..=all_tables {
        let base_words = search.table_words(tables);
        for cards in 1..=all_cards {
            if let Some(points) = search.most_points(cards, &base_words) {
                choices.push(Choice { cards, tables, points });
            }
        }
    }
    let mut memo = BTreeMap::new();
    let mut play_ons = |cards, tables| most_play_ons(cards, tables, &choices, out, &mut memo);

    // P3: play-ons alone, or a new word and then play-ons.
    let mut best = (!choices.is_empty()).then(|| play_ons(all_cards, all_tables));
    for cards in 1..=all_cards {
        let left = all_cards & !cards;
        for (play, part) in search.plays(cards, &[]) {
            let (_, initial_hand) = bonuses(left == 0, play.len(), stage, rules);
            let mut after = play_ons(left, all_tables);
            // P10, option: one play-on extends the new word, alone or with any table words.
            if rules.play_on_new_word {
                for tables in 0..=all_tables {
                    let mut base_words = search.table_words(tables);
                    base_words.push(&play);
                    for added in (1..=left).filter(|added| added & !left == 0) {
                        if let Some(points) = search.most_points(added, &base_words) {
                            after =
                                after.max(points + play_ons(left & !added, all_tables & !tables));
                        }
                    }
                }
            }
            best = best.max(Some(part.points + initial_hand + after));
        }
    }
    best
}

/// Returns every valid word that extends these table words (without any: a new word) in
/// alphabetical order, with its most points and the fewest hand cards of an arrangement.
///
/// # Panics
/// Like [`score`], or if a table word doesn't exist or is given twice.
#[must_use]
pub(crate) fn legal_words(
    hand: &[&str],
    table: &[Vec<String>],
    onto: &[usize],
    words: &Words,
    rules: &Rules,
) -> Vec<(String, u32, u32)> {
    assert!(onto.iter().collect::<BTreeSet<_>>().len() == onto.len(), "P10: a table word twice");
    let search = Search::new(hand, table, words, rules);
    let base_words: Vec<&[Card]> =
        onto.iter().map(|&index| search.table[index].as_slice()).collect();
    let mut found: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for cards in 1..=search.whole_hand() {
        for (_, part) in search.plays(cards, &base_words) {
            let (most, fewest) = found.entry(part.word).or_insert((0, u32::MAX));
            *most = part.points.max(*most);
            *fewest = cards.count_ones().min(*fewest);
        }
    }
    found.into_iter().map(|(word, (most, fewest))| (word, most, fewest)).collect()
}
