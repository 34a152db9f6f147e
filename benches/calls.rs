//! Compares the search for the best calls with a simple search, which tries to spell every word of
//! the lexicon card by card.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod harness;

use std::cmp::Reverse;

use harness::{Contender, Dice, print_row, race};
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::Variant;
use wordcourt::rules::my_word::{Card, MIN_CARDS, SearchIndex, Table};
use wordcourt::word::{Letter, Word};

const TABLES: usize = 60;
const ROUNDS: usize = 5;

/// Draws cards from the game's deck; `wilds` of them, at most three, are wild.
fn draw(cards: usize, wilds: usize, dice: &mut Dice) -> Table {
    let mut wild = Vec::new();
    let mut deck = Vec::new();
    for card in Variant::MyWord.rule_data().deck {
        let pile = if card.card.starts_with('?') { &mut wild } else { &mut deck };
        pile.extend(std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize));
    }
    wild.truncate(wilds);
    wild.extend((0..cards - wilds).map(|_| deck.swap_remove(dice.below(deck.len()))));
    Table::new(&wild)
}

/// The simple search: it tries every card that fits, from the first letter to the last.
struct Cards {
    singles: [u8; Letter::COUNT],
    doubles: [[u8; Letter::COUNT]; Letter::COUNT],
    wild: u8,
    double_wild: u8,
}

type ScoreKey = (usize, Reverse<usize>);

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
                cards.doubles[first.index()][second.index()] =
                    table.count(Card::Double(first, second));
            }
        }
        cards
    }

    fn place(&mut self, letters: &[Letter]) -> Option<ScoreKey> {
        let [first, rest @ ..] = letters else { return Some((0, Reverse(0))) };
        let mut best = self.with(|cards| &mut cards.singles[first.index()], 0, rest);
        best = best.max(self.with(|cards| &mut cards.wild, 1, rest));
        if let [second, rest @ ..] = rest {
            best = best.max(self.with(
                |cards| &mut cards.doubles[first.index()][second.index()],
                0,
                rest,
            ));
            best = best.max(self.with(|cards| &mut cards.double_wild, 1, rest));
        }
        best
    }

    /// Returns the best score that begins with a card, if the card is left.
    fn with(
        &mut self,
        card: impl Fn(&mut Self) -> &mut u8,
        wilds: usize,
        rest: &[Letter],
    ) -> Option<ScoreKey> {
        if *card(self) == 0 {
            return None;
        }
        *card(self) -= 1;
        let key = self.place(rest);
        *card(self) += 1;
        key.map(|(cards, Reverse(further))| (cards + 1, Reverse(further + wilds)))
    }
}

/// Adds up the points and wilds of the best calls.
fn sum(keys: impl Iterator<Item = ScoreKey>) -> usize {
    keys.map(|(cards, Reverse(wilds))| cards * 100 + wilds).sum()
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let index = SearchIndex::build(&lexicon);
    let allowed = lexicon
        .ordinals()
        .filter(|&ordinal| Variant::MyWord.class_verdict(&lexicon, ordinal).is_allowed());
    let words: Vec<Vec<Letter>> = allowed
        .map(|ordinal| lexicon.word(ordinal).parse::<Word>().unwrap().letters().collect())
        .collect();
    println!(
        "{} words, {TABLES} tables per row; median / 95th percentile of the fastest of {ROUNDS} interleaved rounds",
        words.len()
    );

    let mut dice = Dice(7);
    for (cards, wilds) in [(10, 0), (20, 0), (20, 3), (56, 3)] {
        let inputs: Vec<Table> = (0..TABLES).map(|_| draw(cards, wilds, &mut dice)).collect();
        for top in [10, 1_000] {
            let contenders = [
                Contender::new(|table: &Table| {
                    let mut on_table = Cards::of(table);
                    let keys = words.iter().filter_map(|word| on_table.place(word));
                    let mut keys: Vec<ScoreKey> =
                        keys.filter(|(cards, _)| *cards >= MIN_CARDS).collect();
                    keys.sort_unstable_by_key(|&key| Reverse(key));
                    sum(keys.into_iter().take(top))
                }),
                Contender::new(|table: &Table| {
                    let best = index.best(&lexicon, table, top).unwrap();
                    sum(best.iter().map(|call| (call.points(), Reverse(call.wilds()))))
                }),
            ];
            // The simple search takes seconds for the whole deck, which spells most words in many
            // ways.
            let rounds = if cards == 56 { 1 } else { ROUNDS };
            let inputs = if cards == 56 { &inputs[..1] } else { &inputs[..] };
            for input in &inputs[..inputs.len().min(5)] {
                let [expected, found] =
                    [0, 1].map(|contender: usize| (contenders[contender].run)(input));
                assert_eq!(found, expected, "the contenders find calls with different scores");
            }
            let times = race(&contenders, inputs, rounds);
            print_row(
                &format!("{top} best calls of {cards} cards, {wilds} of them wild"),
                &["simple search", "wordcourt"],
                &times,
            );
        }
    }
}
