//! Best turns of Play On Words: against a plain search that scans the whole lexicon for every set of table words, counting letters.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

mod harness;

use std::collections::BTreeMap;
use std::time::Instant;

use harness::{Contender, Dice, print_row, race};
use wordcourt::lexicon::{Lexicon, Mark, Marks, source};
use wordcourt::rules::play_on_words::{
    Best, Card, Dictionary, Hand, Manner, Play, PlayedCard, Position, Rules, Stage, Table, TableCards,
};
use wordcourt::rules::sheet::Sheet;
use wordcourt::rules::{Breaches, Variant};

const POSITIONS: usize = 60;
const ROUNDS: usize = 5;

struct Input {
    hand: Hand,
    table: Table,
}

/// The cards of the game's deck with a given number of wilds, and combos and flips as they come.
fn draw(cards: usize, wilds: usize, dice: &mut Dice) -> Vec<Card> {
    let mut deck: Vec<Card> = Vec::new();
    for card in Sheet::of(Variant::PlayOnWords).deck.iter().filter(|card| card.card != "*") {
        deck.extend(std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize));
    }
    let mut drawn: Vec<Card> = (wilds..cards).map(|_| deck.swap_remove(dice.below(deck.len()))).collect();
    drawn.extend(std::iter::repeat_n(Card::Wild, wilds));
    drawn
}

/// The plain search: the most points, by letters alone. It knows neither combo cards nor flips, and so gets hands and tables without them.
struct Plain {
    words: Vec<(Vec<u8>, [u8; 26], bool)>,
}

impl Plain {
    fn most(&self, input: &Input) -> usize {
        let wilds = input.hand.iter().filter(|card| **card == Card::Wild).count();
        let letters: Vec<usize> = input
            .hand
            .iter()
            .filter_map(|card| if let Card::Letter(letter) = card { Some(letter.index()) } else { None })
            .collect();
        let olds: Vec<Vec<u8>> = input.table.iter().map(|play| play.word().as_bytes().to_vec()).collect();
        let counts_of = |text: &[u8]| {
            let mut counts = [0_u8; 26];
            for byte in text {
                counts[usize::from(byte - b'A')] += 1;
            }
            counts
        };
        let mut hand = [0_u8; 26];
        for &letter in &letters {
            hand[letter] += 1;
        }
        // By table words and hand cards, wilds as a count in the high bits: the most points.
        let mut most: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        let mut sets = vec![0_u32];
        let mut place = 0;
        while place < sets.len() {
            let set = sets[place];
            place += 1;
            let taken: Vec<&[u8]> =
                (0..olds.len()).filter(|at| set >> at & 1 != 0).map(|at| olds[at].as_slice()).collect();
            let within = counts_of(&taken.concat());
            let mut reaches = false;
            for (word, counts, is_plural) in &self.words {
                if (0..26).any(|letter| counts[letter] < within[letter]) {
                    continue;
                }
                reaches = true;
                let needs: [u8; 26] = std::array::from_fn(|letter| counts[letter] - within[letter]);
                let added: u8 = needs.iter().sum();
                let lacking: u8 = (0..26).map(|letter| needs[letter].saturating_sub(hand[letter])).sum();
                if added == 0 || usize::from(lacking) > wilds {
                    continue;
                }
                let manner = Manner::of(word, &taken);
                if *is_plural && manner != Manner::Rearranged {
                    continue;
                }
                let points = word.len() * if manner == Manner::InOrder { 1 } else { 2 };
                shares(&needs, &letters, wilds, |share| {
                    let most = most.entry((set, share)).or_default();
                    *most = points.max(*most);
                });
            }
            if reaches {
                let next = 32 - set.leading_zeros();
                sets.extend((next..olds.len() as u32).map(|table| set | 1 << table));
            }
        }
        let choices: Vec<(u32, u32, usize)> =
            most.into_iter().map(|((set, share), points)| (set, share, points)).collect();
        let all = (1_u32 << letters.len()) - 1;
        let mut known = BTreeMap::new();
        pack(&choices, all, wilds as u32, 0, 0, &mut known)
    }
}

/// Every set of cards that covers the needs: bits for letter cards, the number of wilds above them.
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

/// The most points of choices from a place on, with what is left of the hand; the new word is the choice without table words.
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
                let rest = pack(choices, left & !cards, wilds - with, taken | set, table + 1, known);
                most = most.max(points + rest);
            }
        }
    }
    known.insert(key, most);
    most
}

/// What searches.
struct Bench {
    lexicon: Lexicon,
    dictionary: Dictionary,
}

impl Bench {
    fn best(&self, input: &Input, rules: Rules, top: usize) -> Best {
        let position = Position { hand: &input.hand, table: &input.table, stage: Stage::Later };
        self.dictionary.best(&self.lexicon, position, rules, top)
    }

    /// Words that a hand of eight makes, laid with the deck's letters and combos.
    fn table(&self, words: usize, dice: &mut Dice) -> Vec<Play> {
        let mut table = Vec::new();
        while table.len() < words {
            let hand = Hand::new(&draw(8, 0, dice)).unwrap();
            let turns = self.best(&Input { hand, table: Table::default() }, Rules::default(), 20).turns;
            if !turns.is_empty() {
                let word = turns[dice.below(turns.len())].turn.new_word.clone();
                table.extend(word.filter(|word| !word.iter().any(|card| card.face().is_choice())));
            }
        }
        table
    }

    fn against_the_plain_scan(&self, dice: &mut Dice) {
        let lexicon = &self.lexicon;
        let is_allowed = |text: &str, marks: Marks| {
            text.len() >= 3 && Variant::PlayOnWords.marks_verdict(marks.without(Mark::PluralS)).is_allowed()
        };
        let facts = lexicon.ordinals().map(|ordinal| (lexicon.word(ordinal), lexicon.marks(ordinal)));
        let words = facts.filter(|(text, marks)| is_allowed(text, *marks)).map(|(text, marks)| {
            let mut counts = [0; 26];
            for byte in text.bytes() {
                counts[usize::from(byte - b'A')] += 1;
            }
            (text.as_bytes().to_vec(), counts, marks.contains(Mark::PluralS))
        });
        let plain = Plain { words: words.collect() };
        // Letters and wilds only, for the peer's sake.
        let letters_only = |play: Play| {
            let cards = play.word().letters().map(|letter| Card::Letter(letter).playing(letter).unwrap()).collect();
            Play::new(cards).unwrap()
        };
        let single = |card: Card, dice: &mut Dice| match card {
            Card::Combo(combo) => Card::Letter(combo.letters()[dice.below(2)]),
            Card::Flip(flip) => Card::Letter(flip.letters()[dice.below(2)]),
            card => card,
        };
        let input = |_| {
            let cards: Vec<Card> = draw(8, 1, dice).into_iter().map(|card| single(card, dice)).collect();
            let words = self.table(8, dice).into_iter().map(letters_only).collect();
            Input { hand: Hand::new(&cards).unwrap(), table: Table::new(words, "", &mut Breaches::default()).unwrap() }
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
            let found: Vec<usize> = contenders.iter().map(|contender| (contender.run)(input)).collect();
            assert_eq!(found[0], found[1], "the contenders agree");
        }
        let medians = race(&contenders, &inputs, ROUNDS);
        print_row("8 letter cards, 1 wild, 8 words", &["plain scan", "best turn"], &medians);
    }

    fn under_every_switch(&self, wilds: usize, words: usize, dice: &mut Dice) {
        let input = |_| Input {
            hand: Hand::new(&draw(8, wilds, dice)).unwrap(),
            table: Table::new(self.table(words, dice), "", &mut Breaches::default()).unwrap(),
        };
        let inputs: Vec<Input> = (0..POSITIONS).map(input).collect();
        let on_new = Rules { play_on_new_word: true, ..Rules::default() };
        let change = Rules { table_cards: TableCards::Change, ..Rules::default() };
        let asked = [
            ("5 best", Rules::default(), 5),
            ("5 best, change", change, 5),
            ("5 best, play on new word", on_new, 5),
            ("1,000 best", Rules::default(), 1_000),
        ];
        for (what, rules, top) in asked {
            let contenders = [
                Contender::new(|input: &Input| self.best(input, Rules::default(), 1).turns.len()),
                Contender::new(|input: &Input| self.best(input, rules, top).turns.len()),
            ];
            let medians = race(&contenders, &inputs, ROUNDS);
            let cut = inputs.iter().filter(|input| !self.best(input, rules, top).exhaustive).count();
            print_row(&format!("{wilds} wilds, {words} words, {what}, {cut} cut"), &["best turn", what], &medians);
        }
    }
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let begun = Instant::now();
    let dictionary = Dictionary::build(&lexicon);
    println!("dictionary: {} bytes, built in {:.0} ms", dictionary.bytes(), begun.elapsed().as_secs_f64() * 1e3);
    let bench = Bench { lexicon, dictionary };
    let mut dice = Dice(17);
    bench.against_the_plain_scan(&mut dice);
    for words in [8, 24] {
        for wilds in 0..=2 {
            bench.under_every_switch(wilds, words, &mut dice);
        }
    }

    // What is meant to be hard: table words that thousands of others hold, over and over, and every card open.
    let play = |text: &str| {
        let cards: Vec<PlayedCard> = text.split(' ').map(|card| card.parse().unwrap()).collect();
        Play::new(cards).unwrap()
    };
    let short = ["A T E", "I N S", "O R E", "E R S", "S E A", "I T E"];
    let with_choices = [vec![play("*=A *=T *=E J/X=J")], vec![play("I N S"); 23]].concat();
    for (what, words, cards) in [
        ("24 times ERS", vec![play("E R S"); 24], "A I N T O L * *"),
        ("six short words four times", short.repeat(4).into_iter().map(play).collect(), "A E S T J/X V/Z * *"),
        ("INS and open wilds", with_choices, "A E S T R N * *"),
    ] {
        let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
        let table = Table::new(words, "", &mut Breaches::default()).unwrap();
        let input = Input { hand: Hand::new(&cards).unwrap(), table };
        for (table_cards, play_on_new_word) in [(TableCards::Fixed, false), (TableCards::Change, true)] {
            let rules = Rules { table_cards, play_on_new_word, ..Rules::default() };
            for top in [1, 1_000] {
                let begun = Instant::now();
                let best = bench.best(&input, rules, top);
                let time = begun.elapsed().as_secs_f64() * 1e3;
                let name = table_cards.name();
                println!("{what}, {name}, {top} best: {time:.0} ms, exhaustive {}", best.exhaustive);
            }
        }
    }
}
