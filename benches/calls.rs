//! The best calls of tables: against a straightforward search that tries every word of the lexicon, card by card.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

mod harness;

use std::cmp::Reverse;

use harness::{Contender, Dice, print_row, race};
use wordcourt::lexicon::{Lexicon, Overlay, source};
use wordcourt::rules::Variant;
use wordcourt::rules::my_word::{Card, Dictionary, MIN_CARDS, Table};
use wordcourt::rules::sheet::Sheet;
use wordcourt::word::{Letter, Word};

const TABLES: usize = 60;
const ROUNDS: usize = 5;

/// Cards drawn from the game's deck, `wilds` of them (at most three) the wild ones.
fn draw(cards: usize, wilds: usize, dice: &mut Dice) -> Table {
    let mut wild = Vec::new();
    let mut deck = Vec::new();
    for card in Sheet::of(Variant::MyWord).deck {
        let pile = if card.card.starts_with('?') { &mut wild } else { &mut deck };
        pile.extend(std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize));
    }
    wild.truncate(wilds);
    wild.extend((0..cards - wilds).map(|_| deck.swap_remove(dice.below(deck.len()))));
    Table::new(&wild)
}

/// The straightforward search: every card that fits is tried, letter by letter.
struct Cards {
    singles: [u8; Letter::COUNT],
    doubles: [[u8; Letter::COUNT]; Letter::COUNT],
    wild: u8,
    double_wild: u8,
}

type Worth = (usize, Reverse<usize>);

impl Cards {
    fn of(table: &Table) -> Self {
        let single = |letter| table.count(Card::Single(letter));
        let mut cards = Self {
            singles: [0; Letter::COUNT],
            doubles: [[0; Letter::COUNT]; Letter::COUNT],
            wild: table.count(Card::Wild),
            double_wild: table.count(Card::DoubleWild),
        };
        for first in Letter::all() {
            cards.singles[first.index()] = single(first);
            for second in Letter::all() {
                cards.doubles[first.index()][second.index()] = table.count(Card::Double(first, second));
            }
        }
        cards
    }

    fn lay(&mut self, letters: &[Letter]) -> Option<Worth> {
        let [first, rest @ ..] = letters else { return Some((0, Reverse(0))) };
        let mut best = self.with(|cards| &mut cards.singles[first.index()], 0, rest);
        best = best.max(self.with(|cards| &mut cards.wild, 1, rest));
        if let [second, rest @ ..] = rest {
            best = best.max(self.with(|cards| &mut cards.doubles[first.index()][second.index()], 0, rest));
            best = best.max(self.with(|cards| &mut cards.double_wild, 1, rest));
        }
        best
    }

    /// The best with a card laid before the rest, if there is one.
    fn with(&mut self, card: impl Fn(&mut Self) -> &mut u8, wilds: usize, rest: &[Letter]) -> Option<Worth> {
        if *card(self) == 0 {
            return None;
        }
        *card(self) -= 1;
        let worth = self.lay(rest);
        *card(self) += 1;
        worth.map(|(cards, Reverse(further))| (cards + 1, Reverse(further + wilds)))
    }
}

/// What the best calls come to: points and wilds of them all.
fn sum(worths: impl Iterator<Item = Worth>) -> usize {
    worths.map(|(cards, Reverse(wilds))| cards * 100 + wilds).sum()
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let dictionary = Dictionary::build(&lexicon);
    let allowed = lexicon.ordinals().filter(|&ordinal| Variant::MyWord.class_verdict(&lexicon, ordinal).is_allowed());
    let words: Vec<Vec<Letter>> =
        allowed.map(|ordinal| lexicon.word(ordinal).parse::<Word>().unwrap().letters().collect()).collect();
    println!("{} words, {TABLES} tables a row, fastest of {ROUNDS} interleaved rounds, medians", words.len());

    let mut dice = Dice(7);
    for (cards, wilds) in [(10, 0), (20, 0), (20, 3), (56, 3)] {
        let inputs: Vec<Table> = (0..TABLES).map(|_| draw(cards, wilds, &mut dice)).collect();
        for top in [10, 1_000] {
            let contenders = [
                Contender::new(|table: &Table| {
                    let mut on_table = Cards::of(table);
                    let worths = words.iter().filter_map(|word| on_table.lay(word));
                    let mut worths: Vec<Worth> = worths.filter(|(cards, _)| *cards >= MIN_CARDS).collect();
                    worths.sort_unstable_by_key(|&worth| Reverse(worth));
                    sum(worths.into_iter().take(top))
                }),
                Contender::new(|table: &Table| {
                    let best = dictionary.best(Overlay::none(), table, top).unwrap();
                    sum(best.iter().map(|call| (call.points(), Reverse(call.wilds()))))
                }),
            ];
            // The whole deck spells nearly everything in very many ways.
            let rounds = if cards == 56 { 1 } else { ROUNDS };
            let inputs = if cards == 56 { &inputs[..1] } else { &inputs[..] };
            for input in &inputs[..inputs.len().min(5)] {
                let [expected, found] = [0, 1].map(|contender: usize| (contenders[contender].run)(input));
                assert_eq!(found, expected, "the contenders find calls of the same worth");
            }
            let medians = race(&contenders, inputs, rounds);
            print_row(&format!("{top} best of {cards} cards, {wilds} of them wild"), &["every word", "best"], &medians);
        }
    }
}
