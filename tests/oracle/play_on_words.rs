//! Brute-force oracle for Play On Words Rummy (with its Full Deck and Casual versions).
//!
//! Written from `RULEBOOK.md` sections 0, 1 and 3 and the sheet alone, without sight of the engine it is compared
//! with. It is meant to be obviously right, not fast: every set of hand cards is tried with every set of table words,
//! and every laying of every word of that length. Ids such as P7 are points of the rulebook.
//!
//! Where the rulebook is silent, this is how it is read here:
//! - Points are those of the turn as laid; whether its words are allowed stands apart, in `valid`.
//! - A combination at one point a letter rests on P5, as any other play-on does.
//! - Table cards that may change (P15) and could be any of several cards of the play are taken to be those that are
//!   best for the player: P6 before P7 before P5.
//! - In Full Deck nobody goes out (P16), so `went_out` is false even if no card is left.
//! - Casual shows 0 points and 0 points a letter, but still the rule by which a word was laid.
//! - Of equal cards in the hand the first ones are played.
//!
//! Malformed input (a card that is not a card, a play with a wild unannounced, a hand of more than eight cards) is a
//! mistake of the test that uses the oracle, and panics.

#![allow(dead_code, reason = "a test crate that includes this module may use only a part of it")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "rules are passed as everything else is")]

use std::collections::{BTreeMap, BTreeSet};

/// P3: at most eight cards in hand; P11: as many make up the initial hand.
const MOST_CARDS: usize = 8;

/// P4: letters, not cards.
const FEWEST_LETTERS: usize = 3;

/// P11.
const GOING_OUT: u32 = 7;

/// P11.
const INITIAL_HAND: u32 = 20;

/// P1.
const COMBOS: [&str; 6] = ["ST", "SH", "TH", "CH", "CK", "QU"];

/// P16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Version {
    Rummy,
    FullDeck,
    Casual,
}

/// The switches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// P16.
    pub version: Version,
    /// P9: a plural in -S that is something else too is an ordinary word.
    pub lenient_plurals: bool,
    /// P10: the word laid new in this turn may take one play-on.
    pub play_on_new_word: bool,
    /// P15: wild and flip cards on the table may change.
    pub cards_may_change: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { version: Version::Rummy, lenient_plurals: false, play_on_new_word: false, cards_may_change: false }
    }
}

/// What the oracle needs to know of a word in the dictionary: the classes that bar it (W4).
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Proper, foreign, profane or abbreviation, without an allowed sense.
    pub barred: bool,
    /// P9.
    pub plural_s: bool,
    /// The word is a plural in -S and something else too.
    pub other_sense: bool,
}

/// Every word that the dictionary holds, in upper case.
pub(crate) type Words = BTreeMap<String, Entry>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    NewWord,
    PlayOn,
    Combination,
}

/// A play-on or a combination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayOn {
    /// Indexes of table words; the number of table words stands for the word laid new in this turn.
    pub onto: Vec<usize>,
    /// All cards of the resulting word in word order, announced.
    pub word: Vec<String>,
}

/// P3: one new word, or play-ons, or both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Turn {
    pub new_word: Option<Vec<String>>,
    pub play_ons: Vec<PlayOn>,
}

/// One word of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub word: String,
    pub kind: Kind,
    /// P6, P8; false for a new word.
    pub rearranged: bool,
    pub points_per_letter: u32,
    pub points: u32,
    /// W3, W4, P9.
    pub valid: bool,
    /// P4 new word; P5 one point a letter; P6 rearranged; P7 exception.
    pub rule: &'static str,
}

/// What a turn is worth, as it is laid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scored {
    pub total: u32,
    /// Every part is.
    pub valid: bool,
    /// The new word first, then the play-ons as given.
    pub parts: Vec<Part>,
    pub went_out: bool,
    /// P11: 7 or 0.
    pub going_out: u32,
    /// P11: 20 or 0.
    pub initial_hand: u32,
    /// In hand order.
    pub hand_left: Vec<String>,
}

// ---------------------------------------------------------------------------------------------------- cards

/// What is printed on a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Face {
    Letter(u8),
    Combo([u8; 2]),
    Flip([u8; 2]),
    Wild,
}

/// A card; `shows` is the letter announced for a flip or a wild, and is never there on other cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Card {
    face: Face,
    shows: Option<u8>,
}

impl Card {
    /// RULEBOOK section 1: `FACE` or `FACE=PLAYED`.
    fn parse(text: &str) -> Card {
        let text = text.to_ascii_uppercase();
        let (printed, announced) = match text.split_once('=') {
            Some((printed, announced)) => (printed, Some(announced)),
            None => (text.as_str(), None),
        };
        let face = match printed.as_bytes() {
            b"*" => Face::Wild,
            b"J/X" => Face::Flip(*b"JX"),
            b"V/Z" => Face::Flip(*b"VZ"),
            [letter @ b'A'..=b'Z'] => Face::Letter(*letter),
            [first, second] if COMBOS.contains(&printed) => Face::Combo([*first, *second]),
            _ => panic!("not a card: {text:?}"),
        };
        let shows = announced.map(|announced| match (face, announced.as_bytes()) {
            (Face::Wild, [letter @ b'A'..=b'Z']) => *letter,
            (Face::Flip(either), [letter]) if either.contains(letter) => *letter,
            _ => panic!("not a played card: {text:?}"),
        });
        Card { face, shows }
    }

    /// A card in a hand: nothing is announced.
    fn in_hand(text: &str) -> Card {
        let card = Card::parse(text);
        assert!(card.shows.is_none(), "announced in the hand: {text:?}");
        card
    }

    /// A card in a play or on the table: every choice is announced.
    fn played(text: &str) -> Card {
        let card = Card::parse(text);
        assert!(card.shows.is_some() == card.may_choose(), "not announced: {text:?}");
        card
    }

    fn may_choose(self) -> bool {
        matches!(self.face, Face::Flip(_) | Face::Wild)
    }

    /// The same card without its choice.
    fn open(self) -> Card {
        Card { face: self.face, shows: None }
    }

    /// P2: two letters for a combo card, one for any other.
    fn len(self) -> usize {
        if matches!(self.face, Face::Combo(_)) { 2 } else { 1 }
    }

    /// The letters that are certain: none if the choice is open.
    fn letters(self) -> Vec<u8> {
        match self.face {
            Face::Letter(letter) => vec![letter],
            Face::Combo(both) => both.to_vec(),
            Face::Flip(_) | Face::Wild => self.shows.into_iter().collect(),
        }
    }

    /// The card as it must be played to make the first letters of `rest`, if it can.
    fn played_at(self, rest: &[u8]) -> Option<Card> {
        let first = *rest.first()?;
        match (self.face, self.shows) {
            (Face::Wild, None) => Some(Card { shows: Some(first), ..self }),
            (Face::Flip(either), None) => either.contains(&first).then_some(Card { shows: Some(first), ..self }),
            _ => rest.starts_with(&self.letters()).then_some(self),
        }
    }
}

fn letters_of(cards: &[Card]) -> Vec<u8> {
    cards.iter().flat_map(|card| card.letters()).collect()
}

fn hand_cards(hand: &[&str]) -> Vec<Card> {
    assert!(hand.len() <= MOST_CARDS, "P3: more than eight cards in hand");
    hand.iter().map(|text| Card::in_hand(text)).collect()
}

fn played_cards(word: &[String]) -> Vec<Card> {
    word.iter().map(|text| Card::played(text)).collect()
}

// -------------------------------------------------------------------------------------------------- judging

/// The letters are there in this order, with or without others between them.
fn is_subsequence(letters: &[u8], word: &[u8]) -> bool {
    let mut rest = word.iter();
    letters.iter().all(|letter| rest.any(|other| other == letter))
}

/// Every order in which the old words can be laid one after another.
fn orders(olds: &[Vec<u8>]) -> Vec<Vec<Vec<u8>>> {
    if olds.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for first in 0..olds.len() {
        let mut others = olds.to_vec();
        let old = others.remove(first);
        for mut order in orders(&others) {
            order.insert(0, old.clone());
            found.push(order);
        }
    }
    found
}

/// P6, P8: in no order do the old words' letters stand in the new word as a subsequence.
fn is_rearranged(olds: &[Vec<u8>], word: &[u8]) -> bool {
    !orders(olds).iter().any(|order| is_subsequence(&order.concat(), word))
}

/// P7, P8: two or more letters added, one of them inside an old word, in whichever way the old words fit best.
///
/// An added letter is inside if one part of an old word (with all that is laid before it) fits before that letter and
/// the other part (with all that is laid after it) fits behind.
fn is_exception(olds: &[Vec<u8>], word: &[u8]) -> bool {
    let old_letters: usize = olds.iter().map(Vec::len).sum();
    if word.len() < old_letters + 2 {
        return false;
    }
    orders(olds).iter().any(|order| {
        let joined = order.concat();
        let mut start = 0;
        order.iter().any(|old| {
            let mut cuts = start + 1..start + old.len();
            start += old.len();
            cuts.any(|cut| {
                (0..word.len()).any(|added| {
                    is_subsequence(&joined[..cut], &word[..added]) && is_subsequence(&joined[cut..], &word[added + 1..])
                })
            })
        })
    })
}

/// Every way to find these flips and wilds among the cards of the play: each as a card of its face, no card twice.
fn showings(choosing: &[Card], play: &[Card]) -> Vec<Vec<Card>> {
    let Some((card, later)) = choosing.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for place in (0..play.len()).filter(|&place| play[place].face == card.face) {
        let mut others = play.to_vec();
        let shown = others.remove(place);
        for mut showing in showings(later, &others) {
            showing.insert(0, shown);
            found.push(showing);
        }
    }
    found
}

/// P15: the letters by which the old words can be read. Fixed: as they lie. Change: as their flips and wilds show in
/// the play.
fn readings(olds: &[&[Card]], play: &[Card], rules: &Rules) -> Vec<Vec<Vec<u8>>> {
    if !rules.cards_may_change {
        return vec![olds.iter().map(|old| letters_of(old)).collect()];
    }
    let choosing: Vec<Card> = olds.iter().copied().flatten().copied().filter(|card| card.may_choose()).collect();
    let read = |showing: Vec<Card>| {
        let mut shown = showing.into_iter();
        let mut letters = |card: &Card| {
            if card.may_choose() { shown.next().expect("one for each").letters() } else { card.letters() }
        };
        olds.iter().map(|old| old.iter().flat_map(&mut letters).collect()).collect()
    };
    showings(&choosing, play).into_iter().map(read).collect()
}

/// W3, W4, P9.
fn is_allowed(word: &str, rearranged: bool, words: &Words, rules: &Rules) -> bool {
    let Some(entry) = words.get(word) else {
        return false;
    };
    let spared = rules.lenient_plurals && entry.other_sense;
    !entry.barred && (rearranged || !entry.plural_s || spared)
}

/// Points and validity of one word laid onto `olds` (none: a new word). The geometry has been looked at before.
fn judge(play: &[Card], olds: &[&[Card]], words: &Words, rules: &Rules) -> Part {
    let letters = letters_of(play);
    let (kind, rule) = if olds.is_empty() {
        (Kind::NewWord, "P4")
    } else {
        let readings = readings(olds, play, rules);
        let rule = if readings.iter().any(|olds| is_rearranged(olds, &letters)) {
            "P6"
        } else if readings.iter().any(|olds| is_exception(olds, &letters)) {
            "P7"
        } else {
            "P5"
        };
        (if olds.len() == 1 { Kind::PlayOn } else { Kind::Combination }, rule)
    };
    let points_per_letter = match (rules.version, rule) {
        (Version::Casual, _) => 0, // P16
        (_, "P5") => 1,
        _ => 2,
    };
    let points = points_per_letter * letters.len() as u32;
    let word = String::from_utf8(letters).expect("letters are A-Z");
    let rearranged = rule == "P6";
    let valid = is_allowed(&word, rearranged, words, rules);
    Part { word, kind, rearranged, points_per_letter, points, valid, rule }
}

// -------------------------------------------------------------------------------------------------- scoring

/// The hand cards that a play takes beyond the table cards, which must all be in it (P5, P8); at least one.
fn added_cards(play: &[Card], olds: &[&[Card]], rules: &Rules) -> Option<Vec<Card>> {
    let mut added = play.to_vec();
    for old in olds.iter().copied().flatten() {
        // P15: with `change` only the face must be the same.
        let same = |card: &Card| if rules.cards_may_change { card.face == old.face } else { card == old };
        added.remove(added.iter().position(same)?);
    }
    (!added.is_empty()).then_some(added)
}

/// Takes the cards out of the hand, if they are there.
fn take(cards: &[Card], left: &mut [Option<Card>]) -> Option<()> {
    for card in cards {
        let place = left.iter().position(|other| *other == Some(card.open()))?;
        left[place] = None;
    }
    Some(())
}

/// P11 and P16: the bonuses for going out and for the initial hand, if they are paid.
fn bonuses(all_gone: bool, new_word_cards: usize, first_turn: bool, rules: &Rules) -> (u32, u32) {
    if rules.version != Version::Rummy || !all_gone {
        return (0, 0);
    }
    (GOING_OUT, if first_turn && new_word_cards == MOST_CARDS { INITIAL_HAND } else { 0 })
}

/// Scores a turn that keeps the rules of geometry; none if it breaks one: a card not in hand (P2: a torn combo card is
/// none that is in hand), a letter of the table word lost, no card added, a word under three letters, a table word
/// used twice or not there, an empty turn.
///
/// # Panics
/// If a card is malformed or the hand has more than eight (P3).
#[must_use]
pub(crate) fn score(
    hand: &[&str],
    table: &[Vec<String>],
    turn: &Turn,
    first_turn: bool,
    words: &Words,
    rules: &Rules,
) -> Option<Scored> {
    let mut left: Vec<Option<Card>> = hand_cards(hand).into_iter().map(Some).collect();
    let mut table: Vec<Vec<Card>> = table.iter().map(|word| played_cards(word)).collect();
    let mut parts = Vec::new();
    let mut new_word_cards = 0;

    // P4.
    if let Some(new_word) = &turn.new_word {
        let play = played_cards(new_word);
        take(&play, &mut left)?;
        parts.push(judge(&play, &[], words, rules));
        new_word_cards = play.len();
        // P10.
        if rules.play_on_new_word {
            table.push(play);
        }
    }

    // P5, P8, P10.
    let mut used = BTreeSet::new();
    for play_on in &turn.play_ons {
        let mut olds: Vec<&[Card]> = Vec::new();
        for &index in &play_on.onto {
            olds.push(table.get(index)?);
            if !used.insert(index) {
                return None;
            }
        }
        if olds.is_empty() {
            return None;
        }
        let play = played_cards(&play_on.word);
        take(&added_cards(&play, &olds, rules)?, &mut left)?;
        parts.push(judge(&play, &olds, words, rules));
    }

    // P3, P4.
    if parts.is_empty() || parts.iter().any(|part| part.word.len() < FEWEST_LETTERS) {
        return None;
    }

    let all_gone = left.iter().all(Option::is_none);
    let (going_out, initial_hand) = bonuses(all_gone, new_word_cards, first_turn, rules);
    let still_there = hand.iter().zip(&left).filter(|(_, card)| card.is_some());
    Some(Scored {
        total: parts.iter().map(|part| part.points).sum::<u32>() + going_out + initial_hand,
        valid: parts.iter().all(|part| part.valid),
        parts,
        went_out: all_gone && rules.version != Version::FullDeck,
        going_out,
        initial_hand,
        hand_left: still_there.map(|(text, _)| (*text).to_owned()).collect(),
    })
}

// --------------------------------------------------------------------------------------------------- laying

fn count_letters(letters: &[u8]) -> [u8; 26] {
    let mut counts = [0; 26];
    for letter in letters {
        counts[usize::from(letter - b'A')] += 1;
    }
    counts
}

/// Every way to make exactly `rest` with all the cards of the pool; `laid` is what lies already.
fn lay(rest: &[u8], pool: &[Card], laid: &mut Vec<Card>, found: &mut BTreeSet<Vec<Card>>) {
    if rest.is_empty() && pool.is_empty() {
        found.insert(laid.clone());
    }
    for (place, card) in pool.iter().enumerate() {
        if pool[..place].contains(card) {
            continue; // an equal card has been tried here
        }
        let Some(played) = card.played_at(rest) else {
            continue;
        };
        let mut others = pool.to_vec();
        others.remove(place);
        laid.push(played);
        lay(&rest[played.len()..], &others, laid, found);
        laid.pop();
    }
}

/// A hand, a table and a dictionary. Sets of hand cards and of table words are masks: bit i is the i-th.
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
        for word in words.keys().filter(|word| word.len() >= FEWEST_LETTERS) {
            by_length.entry(word.len()).or_default().push((word.as_str(), count_letters(word.as_bytes())));
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
        (0..self.table.len()).filter(|i| tables & (1 << i) != 0).map(|i| self.table[i].as_slice()).collect()
    }

    /// Every valid laying of any word that takes all these old words and exactly these hand cards.
    fn plays(&self, cards: u32, olds: &[&[Card]]) -> impl Iterator<Item = (Vec<Card>, Part)> {
        let mut pool: Vec<Card> = olds.iter().copied().flatten().copied().collect();
        if self.rules.cards_may_change {
            pool = pool.into_iter().map(Card::open).collect(); // P15
        }
        pool.extend((0..self.hand.len()).filter(|i| cards & (1 << i) != 0).map(|i| self.hand[i]));

        let length: usize = pool.iter().map(|card| card.len()).sum();
        let certain = count_letters(&letters_of(&pool));
        let words = self.by_length.get(&length).into_iter().flatten();
        // All letters that must be in the word are.
        let words = words.filter(move |(_, counts)| (0..26).all(|letter| certain[letter] <= counts[letter]));
        let layings = words.flat_map(move |(word, _)| {
            let mut layings = BTreeSet::new();
            lay(word.as_bytes(), &pool, &mut Vec::new(), &mut layings);
            layings
        });
        layings.filter_map(|play| {
            let part = judge(&play, olds, self.words, self.rules);
            part.valid.then_some((play, part))
        })
    }

    /// The points of the best of these plays. They all have the same number of letters, so that none can be better than
    /// one at two points a letter.
    fn most_points(&self, cards: u32, olds: &[&[Card]]) -> Option<u32> {
        let mut most = None;
        for (_, part) in self.plays(cards, olds) {
            most = most.max(Some(part.points));
            if part.points_per_letter == 2 {
                break;
            }
        }
        most
    }
}

// ----------------------------------------------------------------------------------------------------- best

/// What one play-on or combination takes, and the most that it brings.
struct Choice {
    cards: u32,
    tables: u32,
    points: u32,
}

/// The most that can still be made of the cards and table words that are left, by play-ons alone, or by stopping here
/// (`out`: what it brings to have no card left).
fn most_play_ons(cards: u32, tables: u32, choices: &[Choice], out: u32, memo: &mut BTreeMap<(u32, u32), u32>) -> u32 {
    if let Some(&known) = memo.get(&(cards, tables)) {
        return known;
    }
    let mut most = if cards == 0 { out } else { 0 };
    for choice in choices {
        let is_left = choice.cards & !cards == 0 && choice.tables & !tables == 0;
        if is_left {
            let rest = most_play_ons(cards & !choice.cards, tables & !choice.tables, choices, out, memo);
            most = most.max(choice.points + rest);
        }
    }
    memo.insert((cards, tables), most);
    most
}

/// The highest total of all valid turns; none if nothing can be played.
///
/// # Panics
/// As [`score`].
#[must_use]
pub(crate) fn best_total(
    hand: &[&str],
    table: &[Vec<String>],
    first_turn: bool,
    words: &Words,
    rules: &Rules,
) -> Option<u32> {
    let search = Search::new(hand, table, words, rules);
    let (all_cards, all_tables) = (search.whole_hand(), search.whole_table());
    let (out, _) = bonuses(true, 0, first_turn, rules);

    // P5, P8: every set of hand cards onto every set of table words.
    let mut choices = Vec::new();
    for tables in 1..=all_tables {
        let olds = search.table_words(tables);
        for cards in 1..=all_cards {
            if let Some(points) = search.most_points(cards, &olds) {
                choices.push(Choice { cards, tables, points });
            }
        }
    }
    let mut memo = BTreeMap::new();
    let mut play_ons = |cards, tables| most_play_ons(cards, tables, &choices, out, &mut memo);

    // P3: play-ons alone, or a new word and what can be played on after it.
    let mut best = (!choices.is_empty()).then(|| play_ons(all_cards, all_tables));
    for cards in 1..=all_cards {
        let left = all_cards & !cards;
        for (play, part) in search.plays(cards, &[]) {
            let (_, initial_hand) = bonuses(left == 0, play.len(), first_turn, rules);
            let mut after = play_ons(left, all_tables);
            // P10, switch: one play-on takes the new word, alone or with any table words.
            if rules.play_on_new_word {
                for tables in 0..=all_tables {
                    let mut olds = search.table_words(tables);
                    olds.push(&play);
                    for added in (1..=left).filter(|added| added & !left == 0) {
                        if let Some(points) = search.most_points(added, &olds) {
                            after = after.max(points + play_ons(left & !added, all_tables & !tables));
                        }
                    }
                }
            }
            best = best.max(Some(part.points + initial_hand + after));
        }
    }
    best
}

/// Every word that can be made validly onto these table words (none: a new word), alphabetically, each with the points
/// of its best laying and the fewest hand cards that any laying takes.
///
/// # Panics
/// As [`score`], or if there is no such table word, or one is given twice.
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
    let olds: Vec<&[Card]> = onto.iter().map(|&index| search.table[index].as_slice()).collect();
    let mut found: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for cards in 1..=search.whole_hand() {
        for (_, part) in search.plays(cards, &olds) {
            let (most, fewest) = found.entry(part.word).or_insert((0, u32::MAX));
            *most = part.points.max(*most);
            *fewest = cards.count_ones().min(*fewest);
        }
    }
    found.into_iter().map(|(word, (most, fewest))| (word, most, fewest)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards between spaces, or else a card for each letter.
    fn cards(text: &str) -> Vec<String> {
        if text.contains([' ', '=']) {
            text.split_whitespace().map(str::to_owned).collect()
        } else {
            text.chars().map(String::from).collect()
        }
    }

    fn table(text: &str) -> Vec<Vec<String>> {
        text.split('+').filter(|word| !word.is_empty()).map(|word| cards(word.trim())).collect()
    }

    fn hand(text: &str) -> Vec<&str> {
        text.split_whitespace().collect()
    }

    /// "RATS+" is a plural in -S, "RUNS+-" something else too, "PARIS!" is barred.
    fn dictionary(text: &str) -> Words {
        let entry = |word: &str| Entry {
            barred: word.contains('!'),
            plural_s: word.contains('+'),
            other_sense: word.contains('-'),
        };
        text.split_whitespace().map(|word| (word.replace(['!', '+', '-'], ""), entry(word))).collect()
    }

    fn turn(new_word: &str, play_ons: &[(&[usize], &str)]) -> Turn {
        let play_on = |(onto, word): &(&[usize], &str)| PlayOn { onto: onto.to_vec(), word: cards(word) };
        let new_word = (!new_word.is_empty()).then(|| cards(new_word));
        Turn { new_word, play_ons: play_ons.iter().map(play_on).collect() }
    }

    const RUMMY: Rules =
        Rules { version: Version::Rummy, lenient_plurals: false, play_on_new_word: false, cards_may_change: false };
    const LENIENT: Rules = Rules { lenient_plurals: true, ..RUMMY };
    const NEW_TOO: Rules = Rules { play_on_new_word: true, ..RUMMY };
    const CHANGE: Rules = Rules { cards_may_change: true, ..RUMMY };

    /// One word onto the whole table, with a Q to spare in the hand.
    fn one_part(olds: &str, cards: &str, word: &str, words: &str, rules: &Rules) -> Option<Part> {
        let onto: Vec<usize> = (0..table(olds).len()).collect();
        let turn = if onto.is_empty() { turn(word, &[]) } else { turn("", &[(&onto, word)]) };
        let hand = hand(cards).into_iter().chain(["Q"]).collect::<Vec<_>>();
        let mut scored = score(&hand, &table(olds), &turn, true, &dictionary(words), rules)?;
        assert_eq!((scored.hand_left, scored.went_out), (vec!["Q".to_owned()], false));
        assert_eq!(scored.total, scored.parts[0].points);
        scored.parts.pop()
    }

    fn rule_and_points(olds: &str, cards: &str, word: &str, rules: &Rules) -> Option<(&'static str, u32)> {
        one_part(olds, cards, word, "", rules).map(|part| (part.rule, part.points))
    }

    #[test]
    fn points_of_a_word() {
        for (olds, cards, word, rule, points) in [
            ("", "B A T", "BAT", "P4", 6),
            ("", "R A K E", "RAKE", "P4", 8),
            ("", "B O TH E R", "B O TH E R", "P4", 12),
            ("BAT", "H", "BATH", "P5", 4),
            ("BOTHER", "R", "BROTHER", "P5", 7),
            ("TAR", "E", "RATE", "P6", 8),
            ("GAME", "I", "IMAGE", "P6", 10),
            ("MAIL", "A N", "ANIMAL", "P6", 12),
            ("CREAM", "B E", "EMBRACE", "P6", 14),
            ("NICE", "T O N U", "CONTINUE", "P6", 16),
            ("TALE", "S B", "STABLE", "P7", 12),
            ("JUICE", "S T", "JUSTICE", "P7", 14),
            ("JUICE", "ST", "J U ST I C E", "P7", 14),
            ("L O CK", "U N", "U N L O CK", "P5", 6),
            ("CAT", "H R", "CHART", "P7", 10),
            ("TAR", "ST", "ST A R T", "P5", 5),
            // SIT can be read so that the last S of ASSIST is added, and inside.
            ("SIT", "A S S", "ASSIST", "P7", 12),
            ("BOOM+RANG", "E", "BOOMERANG", "P5", 9),
            ("RANG+BOOM", "E", "BOOMERANG", "P5", 9),
            ("NOW+MOST", "S R", "SNOWSTORM", "P6", 18),
            // R between the two words is in neither; inside BASE it is.
            ("BASE+BALL", "R S", "BASERBALLS", "P5", 10),
            ("BASE+BALL", "R S", "BARSEBALLS", "P7", 20),
        ] {
            assert_eq!(rule_and_points(olds, cards, word, &RUMMY), Some((rule, points)), "{olds} -> {word}");
        }
        let casual = Rules { version: Version::Casual, ..RUMMY };
        assert_eq!(rule_and_points("TAR", "E", "RATE", &casual), Some(("P6", 0)));
    }

    #[test]
    fn breaches() {
        for (olds, cards, word) in [
            ("GAME", "I", "MAGI"),         // P5: E is lost
            ("BASE+BALL", "", "BASEBALL"), // P8: nothing added
            ("TAR", "ST", "S T A R T"),    // P2: torn
            ("TAR", "E", "R A T E S"),     // no S in hand
            ("", "A T", "AT"),             // P4
            ("C A *=T", "E *", "*=C A T E"),
        ] {
            assert_eq!(rule_and_points(olds, cards, word, &RUMMY), None, "{olds} -> {word}");
        }
        let (words, tables) = (dictionary(""), table("TAR+CAT"));
        let breaks = |turn: &Turn| score(&hand("E H S"), &tables, turn, false, &words, &RUMMY).is_none();
        assert!(!breaks(&turn("", &[(&[0], "RATE"), (&[1], "CHAT")])));
        assert!(breaks(&turn("", &[(&[0], "RATE"), (&[0], "TARS")]))); // P10
        assert!(breaks(&turn("", &[(&[2], "RATE")])) && breaks(&turn("", &[])));
    }

    #[test]
    fn plurals_and_barred_words() {
        let valid = |olds, cards, word, rules| {
            one_part(olds, cards, word, "CATS+ RATS+ RUNS+- RUNTS+ PARIS!", rules).expect("laid well").valid
        };
        for (olds, cards, word, strict, lenient) in [
            ("", "C A T S", "CATS", false, false),
            ("CAT", "S", "CATS", false, false),
            ("TAR", "S", "RATS", true, true),
            ("RUN", "S", "RUNS", false, true),
            ("RUN", "T S", "RUNTS", false, false),
            ("PAIR", "S", "PARIS", false, false),
            ("PAIR", "S", "PAIRS", false, false),
        ] {
            assert_eq!(valid(olds, cards, word, &RUMMY), strict, "{olds} -> {word}");
            assert_eq!(valid(olds, cards, word, &LENIENT), lenient, "{olds} -> {word}");
        }
    }

    #[test]
    fn choices_fixed_and_changed() {
        for (olds, cards, word, fixed, change) in [
            ("C A *=T", "E", "C A *=R E", None, Some(("P5", 4))),
            ("C A *=T", "E", "C A *=T E", Some(("P5", 4)), Some(("P5", 4))),
            ("J/X=X I S", "A", "J/X=J I S A", None, Some(("P5", 4))),
            ("*=F I T", "*", "*=S *=F I T", Some(("P5", 4)), Some(("P5", 4))),
            // If both may change, the one from the table may be the one at the end.
            ("*=F I T", "*", "*=F I T *=S", Some(("P5", 4)), Some(("P6", 8))),
            ("*=F I T", "*", "*=S I T *=E", None, Some(("P6", 8))),
        ] {
            assert_eq!(rule_and_points(olds, cards, word, &RUMMY), fixed, "{olds} -> {word}");
            assert_eq!(rule_and_points(olds, cards, word, &CHANGE), change, "{olds} -> {word}");
        }
    }

    #[test]
    fn going_out() {
        let words = dictionary("CONTINUE");
        let totals = |version, first_turn| {
            let scored = score(
                &hand("C O N T I N U E"),
                &[],
                &turn("CONTINUE", &[]),
                first_turn,
                &words,
                &Rules { version, ..RUMMY },
            )
            .expect("legal");
            (scored.total, scored.going_out, scored.initial_hand, scored.went_out)
        };
        assert_eq!(totals(Version::Rummy, true), (43, 7, 20, true));
        assert_eq!(totals(Version::Rummy, false), (23, 7, 0, true));
        assert_eq!(totals(Version::FullDeck, true), (16, 0, 0, false));
        assert_eq!(totals(Version::Casual, true), (0, 0, 0, true));
        assert_eq!(best_total(&hand("C O N T I N U E"), &[], true, &words, &RUMMY), Some(43));
        assert_eq!(best_total(&hand("C O N T I N E"), &[], true, &words, &RUMMY), None);
    }

    #[test]
    fn words_onto_a_table_word() {
        let words = dictionary("START STAR+ TSAR RATS+ TAR STARTS+");
        let found = legal_words(&hand("ST S T *"), &table("TAR"), &[0], &words, &RUMMY);
        let expected = [("RATS", 8, 1), ("START", 5, 1), ("TSAR", 4, 1)];
        assert_eq!(found, expected.map(|(word, points, fewest)| (word.to_owned(), points, fewest)));
    }

    #[test]
    fn one_play_on_of_the_new_word() {
        let (words, none) = (dictionary("TAR RATE CRATE"), Vec::new());
        let turn = turn("TAR", &[(&[0], "RATE")]);
        assert_eq!(score(&hand("T A R E C"), &none, &turn, false, &words, &RUMMY), None);
        let scored = score(&hand("T A R E C"), &none, &turn, false, &words, &NEW_TOO).expect("legal");
        assert_eq!(scored.total, 6 + 8);
        assert_eq!(best_total(&hand("T A R E C"), &none, false, &words, &RUMMY), Some(10 + 7));
        assert_eq!(best_total(&hand("T A R E C"), &none, false, &words, &NEW_TOO), Some(6 + 10 + 7));
    }

    /// Every row of cards that there could be for a word, whether or not anyone holds them.
    fn rows(word: &str) -> Vec<String> {
        if word.is_empty() {
            return vec![String::new()];
        }
        let (one, two) = (&word[..1], word.get(..2).filter(|two| COMBOS.contains(two)));
        let flip = ["J/X", "V/Z"].into_iter().find(|flip| flip.contains(one)).map(|flip| format!("{flip}={one}"));
        let cards = [Some(one.to_owned()), Some(format!("*={one}")), flip, two.map(str::to_owned)];
        let cards = cards.into_iter().zip([1, 1, 1, 2]).filter_map(|(card, length)| Some((card?, length)));
        cards
            .flat_map(|(card, length)| rows(&word[length..]).into_iter().map(move |row| format!("{card} {row}")))
            .collect()
    }

    /// The highest total of this turn and of every one that has more play-ons, if any is legal and valid.
    fn best_from(turn: &Turn, plays: &[PlayOn], total: &impl Fn(&Turn) -> Option<u32>) -> Option<u32> {
        let mut best = total(turn);
        for (place, play) in plays.iter().enumerate() {
            let mut longer = turn.clone();
            longer.play_ons.push(play.clone());
            if total(&longer).is_some() {
                best = best.max(best_from(&longer, &plays[place + 1..], total));
            }
        }
        best
    }

    /// `best_total` against every turn there is, told by `score` alone.
    #[test]
    fn best_of_every_turn() {
        let words = dictionary(
            "TAR RATE RATS+ STAR START TSAR STARE TEAR TEARS+- EAT SEAT EAST ART CART CHART CHAT CHATS+ HAT THAT \
             REST STIR JET VEX STARTER TARTEST CHEAT ATE TEACH TEACHER RESTART VEXES EATTARS",
        );
        let rows: Vec<String> = words.keys().flat_map(|word| rows(word)).collect();
        let all_rules = [RUMMY, LENIENT, NEW_TOO, CHANGE, Rules { play_on_new_word: true, ..CHANGE }];
        for (cards, olds) in [
            ("ST E *", "T A R+A R T"),
            ("E S T R", "T A R+H A T+E A T"),
            ("CH T A *", "T E A R+A T E"),
            ("J/X T E S", "*=T A R+E *=A T"),
            ("T T ST R A E", "TAR"),
            ("CH E A T E R", ""),
            ("S E V/Z", "*=V E J/X=X+J/X=J E T"),
            ("E A T S E", "TAR"),
            ("R S *", "TH A T+E A T+A *=R T"),
            ("Q Q", "TAR"),
        ] {
            let (cards, table) = (hand(cards), table(olds));
            for rules in &all_rules {
                let total = |turn: &Turn| {
                    score(&cards, &table, turn, true, &words, rules).filter(|scored| scored.valid).map(|it| it.total)
                };
                let onto = |set: u32| (0..=table.len()).filter(|i| set & (1 << i) != 0).collect::<Vec<_>>();
                let best_after = |new_word: &str| {
                    let laid = turn(new_word, &[]);
                    let sets = (1..1 << (table.len() + 1)).map(onto);
                    let plays = sets.flat_map(|set| rows.iter().map(move |row| turn(new_word, &[(&set, row)])));
                    let plays: Vec<PlayOn> =
                        plays.filter(|it| total(it).is_some()).flat_map(|it| it.play_ons).collect();
                    best_from(&laid, &plays, &total)
                };
                let new_words = rows.iter().filter(|row| total(&turn(row, &[])).is_some()).map(String::as_str);
                let best = new_words.chain([""]).map(best_after).max().flatten();
                assert_eq!(best_total(&cards, &table, true, &words, rules), best, "{cards:?} {olds} {rules:?}");
            }
        }
    }
}
