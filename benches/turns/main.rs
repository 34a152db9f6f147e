//! Compares the search for the best turns of Play On Words with a plain search, which scans the
//! whole lexicon for every set of table words and counts letters.
//!
//! With `-- hardest`, it searches for the positions that take longest instead.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "../harness/deals.rs"]
mod deals;
mod hardest;
#[path = "../harness/mod.rs"]
mod harness;
#[path = "../harness/play_on_words.rs"]
mod play_on_words;

use std::collections::BTreeMap;
use std::time::Instant;

use deals::draw;
use harness::{Contender, Dice, Times, print_row, race};
use play_on_words::{Bench, Input};
use wordcourt::lexicon::{Lexicon, Marks, source};
use wordcourt::rules::play_on_words::{
    Card, Hand, Play, Rules, SearchIndex, Table, TableCards, WordFormation,
};
use wordcourt::rules::{Variant, Violations};

const POSITIONS: usize = 60;
const ROUNDS: usize = 5;

/// The plain search for the most points. It doesn't support combo and flip cards, so its hands and
/// tables have none.
struct Plain {
    /// Words with their letter counts and marks.
    words: Vec<(Vec<u8>, [u8; 26], Marks)>,
}

impl Plain {
    fn most(&self, input: &Input) -> usize {
        let hand = PlainHand::of(&input.hand);
        let base_words: Vec<Vec<u8>> =
            input.table.iter().map(|play| play.word().as_bytes().to_vec()).collect();
        let choices = self.choices(&hand, &base_words);
        let all = (1_u32 << hand.letters.len()) - 1;
        let mut known = BTreeMap::new();
        pack(&choices, all, u32::try_from(hand.wilds).unwrap(), 0, 0, &mut known)
    }

    /// Returns the most points for each set of table words and each share of the hand.
    fn choices(&self, hand: &PlainHand, base_words: &[Vec<u8>]) -> Vec<(u32, u32, usize)> {
        let mut most: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let mut sets = vec![0_u32];
        let mut place = 0;
        while place < sets.len() {
            let set = sets[place];
            place += 1;
            let taken: Vec<&[u8]> = (0..base_words.len())
                .filter(|at| set >> at & 1 != 0)
                .map(|at| base_words[at].as_slice())
                .collect();
            let is_in_a_word = self.scan(hand, &taken, |share, points| {
                let most = most.entry((set, share)).or_default();
                *most = points.max(*most);
            });
            if is_in_a_word {
                let next = (u32::BITS - set.leading_zeros()) as usize;
                sets.extend((next..base_words.len()).map(|table| set | 1 << table));
            }
        }
        most.into_iter().map(|((set, share), points)| (set, share, points)).collect()
    }

    /// Scans the lexicon for words that extend these table words, and calls `take` with each share
    /// of the hand and its points. Returns true if any word has all letters of the table words.
    fn scan(&self, hand: &PlainHand, taken: &[&[u8]], mut take: impl FnMut(u32, usize)) -> bool {
        let within = letter_counts(&taken.concat());
        let mut is_in_a_word = false;
        for (word, counts, marks) in &self.words {
            if (0..26).any(|letter| counts[letter] < within[letter]) {
                continue;
            }
            is_in_a_word = true;
            let needs: [u8; 26] = std::array::from_fn(|letter| counts[letter] - within[letter]);
            let added: u8 = needs.iter().sum();
            let lacking: u8 =
                (0..26).map(|letter| needs[letter].saturating_sub(hand.counts[letter])).sum();
            if added == 0 || usize::from(lacking) > hand.wilds {
                continue;
            }
            let formation = WordFormation::of(word, taken);
            if !Rules::default().marks_verdict(*marks, formation).is_allowed() {
                continue;
            }
            let points = word.len() * if formation == WordFormation::InOrder { 1 } else { 2 };
            shares(&needs, &hand.letters, hand.wilds, |share| take(share, points));
        }
        is_in_a_word
    }
}

/// The letters and wilds of a hand.
struct PlainHand {
    letters: Vec<usize>,
    counts: [u8; 26],
    wilds: usize,
}

impl PlainHand {
    fn of(hand: &Hand) -> Self {
        let letter =
            |card: &Card| if let Card::Letter(letter) = card { Some(letter.index()) } else { None };
        let letters: Vec<usize> = hand.iter().filter_map(letter).collect();
        let mut counts = [0; 26];
        for &letter in &letters {
            counts[letter] += 1;
        }
        let wilds = hand.iter().filter(|card| **card == Card::Wild).count();
        Self { letters, counts, wilds }
    }
}

fn letter_counts(text: &[u8]) -> [u8; 26] {
    let mut counts = [0; 26];
    for byte in text {
        counts[usize::from(byte - b'A')] += 1;
    }
    counts
}

/// Calls `take` with every share of the hand that covers the needed letters. A share has one bit
/// for each letter card, and the number of wilds from bit 16 on.
fn shares(needs: &[u8; 26], letters: &[usize], wilds: usize, mut take: impl FnMut(u32)) {
    for mask in 0..1_u32 << letters.len() {
        let mut left = *needs;
        let fits = (0..letters.len()).filter(|at| mask >> at & 1 != 0).all(|at| {
            let is_needed = left[letters[at]] > 0;
            left[letters[at]] = left[letters[at]].saturating_sub(1);
            is_needed
        });
        let open: u8 = left.iter().sum();
        if fits && usize::from(open) <= wilds {
            take(mask | u32::from(open) << 16);
        }
    }
}

/// Returns the most points that the rest of the hand makes from level `table` on. Level 0 is the
/// new word; level n has the play-ons whose first table word is the n-th.
fn pack(
    choices: &[(u32, u32, usize)],
    left: u32,
    wilds: u32,
    taken: u32,
    table: u32,
    known: &mut BTreeMap<(u32, u32, u32, u32), usize>,
) -> usize {
    let key = (left, wilds, taken >> table.saturating_sub(1), table);
    if let Some(&most) = known.get(&key) {
        return most;
    }
    if table > 24 {
        return if left == 0 && wilds == 0 { 7 } else { 0 };
    }
    let mut most = pack(choices, left, wilds, taken, table + 1, known);
    if table == 0 || taken >> (table - 1) & 1 == 0 {
        let of_level = |set: u32| if set == 0 { 0 } else { set.trailing_zeros() + 1 };
        let start = choices.partition_point(|(set, ..)| *set == 0);
        let level = if table == 0 { &choices[..start] } else { &choices[start..] };
        for (set, share, points) in level {
            let (cards, with) = (share & 0xffff, share >> 16);
            if of_level(*set) == table && set & taken == 0 && cards & !left == 0 && with <= wilds {
                let rest =
                    pack(choices, left & !cards, wilds - with, taken | set, table + 1, known);
                most = most.max(points + rest);
            }
        }
    }
    known.insert(key, most);
    most
}

impl Bench {
    fn compare_with_plain_search(&self, dice: &mut Dice) {
        let lexicon = &self.lexicon;
        let is_allowed = |text: &str, marks: Marks| {
            text.len() >= 3
                && Rules::default().marks_verdict(marks, WordFormation::Rearranged).is_allowed()
        };
        let facts =
            lexicon.ordinals().map(|ordinal| (lexicon.word(ordinal), lexicon.marks(ordinal)));
        let words = facts.filter(|(text, marks)| is_allowed(text, *marks)).map(|(text, marks)| {
            let counts = letter_counts(text.as_bytes());
            (text.as_bytes().to_vec(), counts, marks)
        });
        let plain = Plain { words: words.collect() };
        // The plain search supports only letters and wilds.
        let letters_only = |play: Play| {
            let cards = play
                .word()
                .letters()
                .map(|letter| Card::Letter(letter).playing(letter).unwrap())
                .collect();
            Play::new(cards).unwrap()
        };
        let single = |card: Card, dice: &mut Dice| match card {
            Card::Combo(combo) => Card::Letter(combo.letters()[dice.below(2)]),
            Card::Flip(flip) => Card::Letter(flip.letters()[dice.below(2)]),
            card => card,
        };
        let input = |_| {
            let drawn = draw(Variant::PlayOnWords, 8, 1, dice);
            let cards: Vec<Card> = drawn.into_iter().map(|card| single(card, dice)).collect();
            let words = self.table(8, dice).into_iter().map(letters_only).collect();
            Input {
                hand: Hand::new(&cards).unwrap(),
                table: Table::new(words, &mut Violations::default()).unwrap(),
            }
        };
        let inputs: Vec<Input> = (0..POSITIONS / 3).map(input).collect();
        let contenders = [
            Contender::new(|input: &Input| plain.most(input)),
            Contender::new(|input: &Input| {
                let best = self.best(input, Rules::default(), 1);
                best.turns.first().map_or(0, |found| found.score.total as usize)
            }),
        ];
        for input in &inputs {
            let found: Vec<usize> =
                contenders.iter().map(|contender| (contender.run)(input)).collect();
            assert_eq!(found[0], found[1], "the contenders find different totals");
        }
        let times = race(&contenders, &inputs, ROUNDS);
        print_row("8 letter cards, 1 wild, 8 words", &["plain search", "best turn"], &times);
    }

    fn compare_options(&self, wilds: usize, words: usize, dice: &mut Dice) {
        let inputs: Vec<Input> = (0..POSITIONS).map(|_| self.input(wilds, words, dice)).collect();
        let on_new = Rules { play_on_new_word: true, ..Rules::default() };
        let change = Rules { table_cards: TableCards::Change, ..Rules::default() };
        let searches = [
            ("5 best", Rules::default(), 5),
            ("5 best, change", change, 5),
            ("5 best, play on new word", on_new, 5),
            ("1,000 best", Rules::default(), 1_000),
        ];
        let best =
            Contender::new(|input: &Input| self.best(input, Rules::default(), 1).turns.len());
        let Times { median, p95, longest, .. } = race(&[best], &inputs, ROUNDS)[0];
        println!(
            "{wilds} wilds, {words} words, best turn: median {median:.1?}, p95 {p95:.1?}, longest {longest:.1?}"
        );
        for (what, rules, top) in searches {
            let contenders = [
                Contender::new(|input: &Input| self.best(input, Rules::default(), 1).turns.len()),
                Contender::new(|input: &Input| self.best(input, rules, top).turns.len()),
            ];
            let times = race(&contenders, &inputs, ROUNDS);
            let cut =
                inputs.iter().filter(|input| !self.best(input, rules, top).exhaustive).count();
            print_row(
                &format!("{wilds} wilds, {words} words, {what}, {cut} cut off"),
                &["best turn", what],
                &times,
            );
        }
    }

    /// Prints the times of hard positions: many table words that thousands of words contain, and
    /// table cards that may change.
    fn print_hard_positions(&self) {
        let play = |text: &str| -> Play { text.parse().unwrap() };
        let short = ["A T E", "I N S", "O R E", "E R S", "S E A", "I T E"];
        let with_choices = [vec![play("*=A *=T *=E J/X=J")], vec![play("I N S"); 23]].concat();
        for (what, words, cards) in [
            ("24 times ERS", vec![play("E R S"); 24], "A I N T O L * *"),
            (
                "six short words four times",
                short.repeat(4).into_iter().map(play).collect(),
                "A E S T J/X V/Z * *",
            ),
            ("INS and cards that may change", with_choices, "A E S T R N * *"),
        ] {
            let table = Table::new(words, &mut Violations::default()).unwrap();
            let input = Input { hand: cards.parse().unwrap(), table };
            for (table_cards, play_on_new_word) in
                [(TableCards::Fixed, false), (TableCards::Change, true)]
            {
                let rules = Rules { table_cards, play_on_new_word, ..Rules::default() };
                for top in [1, 1_000] {
                    let begun = Instant::now();
                    let best = self.best(&input, rules, top);
                    let time = begun.elapsed().as_secs_f64() * 1e3;
                    let name: &str = table_cards.into();
                    println!(
                        "{what}, {name}, {top} best: {time:.0} ms, exhaustive: {}",
                        best.exhaustive
                    );
                }
            }
        }
    }
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let begun = Instant::now();
    let index = SearchIndex::build(&lexicon);
    println!(
        "index: {} bytes, built in {:.0} ms",
        index.bytes(),
        begun.elapsed().as_secs_f64() * 1e3
    );
    let bench = Bench { lexicon, index };
    if std::env::args().any(|argument| argument == "hardest") {
        bench.print_hardest_positions();
        return;
    }
    let mut dice = Dice(17);
    bench.compare_with_plain_search(&mut dice);
    for words in [8, 24] {
        for wilds in 0..=2 {
            bench.compare_options(wilds, words, &mut dice);
        }
    }
    bench.print_hard_positions();
}
