//! Compares the search for the words of a hand with the crate `scrabble` 0.1.0 and with a walk
//! through an fst, on the same words.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "harness/deals.rs"]
mod deals;
mod harness;

use fst::raw::{Fst, Node};
use harness::{Contender, Dice, print_row, race};
use scrabble::lexicon::Lexicon as PeerLexicon;
use scrabble::rack::Rack;
use scrabble::rules::Alphabet;
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::Variant;
use wordcourt::rules::word_poker::{
    ActiveCategory, Card, Hand, LetterValues, Play, Score, SearchIndex,
};

const HANDS: usize = 400;
const ROUNDS: usize = 15;

struct Input {
    hand: Hand,
    rack: Rack,
    letters: [u8; 26],
    wilds: u8,
}

/// Draws a hand of seven cards from the deck of the games; `wilds` of them are wild.
fn draw(wilds: usize, dice: &mut Dice) -> Input {
    let cards: Vec<Card> = deals::draw(Variant::ChooseYourWords, 7, wilds, dice);
    let mut letters = [0; 26];
    let mut text = "?".repeat(wilds);
    for card in &cards {
        if let Card::Letter(letter, _) = card {
            letters[letter.index()] += 1;
            text.push(letter.as_char());
        }
    }
    let rack = Rack::parse(&Alphabet::english(), &text).unwrap();
    Input { hand: Hand::new(&cards).unwrap(), rack, letters, wilds: u8::try_from(wilds).unwrap() }
}

/// Finds the words of a hand by a walk through the fst.
fn walk(
    fst: &Fst<Vec<u8>>,
    node: Node<'_>,
    letters: &mut [u8; 26],
    wilds: u8,
    found: &mut Vec<u64>,
    value: u64,
) {
    if node.is_final() {
        found.push(value + node.final_output().value());
    }
    for transition in node.transitions() {
        let letter = usize::from(transition.inp - b'A');
        let next = fst.node(transition.addr);
        let value = value + transition.out.value();
        if letters[letter] > 0 {
            letters[letter] -= 1;
            walk(fst, next, letters, wilds, found, value);
            letters[letter] += 1;
        } else if wilds > 0 {
            walk(fst, next, letters, wilds - 1, found, value);
        }
    }
}

/// The lexicon, its search index, and the words that the games allow.
struct Bench<'l> {
    lexicon: &'l Lexicon,
    index: SearchIndex,
    values: LetterValues,
    words: Vec<&'l str>,
}

impl<'l> Bench<'l> {
    fn new(lexicon: &'l Lexicon) -> Self {
        let index = SearchIndex::build(lexicon);
        let all_wild = Hand::new(&[Card::Wild; 7]).unwrap();
        let mut words: Vec<&str> =
            index.words(&all_wild).into_iter().map(|ordinal| lexicon.word(ordinal)).collect();
        words.sort_unstable();
        Self { lexicon, index, values: LetterValues::default(), words }
    }

    /// Returns the number of words that the search for the best plays finds.
    fn best(&self, hand: &Hand, top: usize) -> usize {
        let best =
            self.index.best(self.lexicon, hand, &self.values, ActiveCategory::default(), top);
        best.words_found
    }

    /// Compares finding all words with the peers, and with finding the best play.
    fn compare_words(&self, dice: &mut Dice) {
        // The peer and the fst get exactly the words that the games allow.
        let peer = PeerLexicon::from_words(&Alphabet::english(), &self.words).unwrap();
        let map = fst::Map::from_iter(self.words.iter().zip(0..)).unwrap();
        let fst = map.as_fst();
        for wilds in 0..=2 {
            let inputs: Vec<Input> = (0..HANDS).map(|_| draw(wilds, dice)).collect();
            let contenders = [
                Contender::new(|input: &Input| peer.anagrams(&input.rack).len()),
                Contender::new(|input: &Input| self.index.words(&input.hand).len()),
                Contender::new(|input: &Input| {
                    let mut found = Vec::new();
                    let mut letters = input.letters;
                    walk(fst, fst.root(), &mut letters, input.wilds, &mut found, 0);
                    found.len()
                }),
                Contender::new(|input: &Input| self.best(&input.hand, 1)),
            ];
            for input in &inputs {
                let counts: Vec<usize> =
                    contenders[..3].iter().map(|contender| (contender.run)(input)).collect();
                assert!(
                    counts.iter().all(|&count| count == counts[0]),
                    "the contenders find different numbers of words: {counts:?}"
                );
            }
            let times = race(&contenders, &inputs, ROUNDS);
            let [peer, ours, walked, best] = times[..] else { unreachable!("four contenders") };
            let all_words = format!("all words, {wilds} wilds");
            print_row(&all_words, &["scrabble", "wordcourt"], &[peer, ours]);
            print_row(&all_words, &["fst walk", "wordcourt"], &[walked, ours]);
            print_row(
                &format!("all words and best play, {wilds} wilds"),
                &["all words", "best play"],
                &[ours, best],
            );
        }
    }

    /// Compares finding all words with finding the ten best plays, for hands with many wilds.
    fn compare_many_wilds(&self, dice: &mut Dice) {
        for wilds in 3..=7 {
            let inputs: Vec<Input> = (0..HANDS / 4).map(|_| draw(wilds, dice)).collect();
            let contenders = [
                Contender::new(|input: &Input| self.index.words(&input.hand).len()),
                Contender::new(|input: &Input| self.best(&input.hand, 10)),
            ];
            let times = race(&contenders, &inputs, ROUNDS);
            print_row(
                &format!("all words and ten best plays, {wilds} wilds"),
                &["all words", "best plays"],
                &times,
            );
        }
    }

    /// Compares scoring a play with looking up its word in the fst.
    fn compare_scores(&self) {
        let plays: Vec<Play> =
            ["Bb Ib Gb *=Gb Eb Rb", "Zr *=Ir Pr Sr", "Ob Mb Yb Wb Ob Rb Db", "Br *=Rr Rr *=Rr"]
                .iter()
                .map(|cards| {
                    let cards: Vec<_> =
                        cards.split(' ').map(|card| card.parse().unwrap()).collect();
                    Play::new(&cards).unwrap()
                })
                .collect();
        let looked_up: Vec<String> = plays.iter().map(|play| play.word().to_string()).collect();
        let fst_set = fst::Set::from_iter(self.words.iter()).unwrap();
        let many = 1_000_u32;
        let contenders = [
            Contender::new(|place: &usize| {
                (0..many).filter(|_| fst_set.contains(&looked_up[*place])).count()
            }),
            Contender::new(|place: &usize| {
                (0..many)
                    .map(|_| {
                        let play = std::hint::black_box(&plays[*place]);
                        Score::of(play, &self.values, false).total as usize
                    })
                    .sum()
            }),
        ];
        let times: Vec<_> =
            race(&contenders, &[0, 1, 2, 3], 200).iter().map(|&times| times / many).collect();
        print_row("one fst look-up and one score", &["fst look-up", "score"], &times);
    }
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let bench = Bench::new(&lexicon);
    println!(
        "{} words of 2 to 7 letters, {HANDS} hands of 7 cards; \
         median / 95th percentile of the fastest of {ROUNDS} interleaved rounds",
        bench.words.len()
    );
    let mut dice = Dice(7);
    bench.compare_words(&mut dice);
    bench.compare_many_wilds(&mut dice);
    bench.compare_scores();
}
