//! Words of hands: against crate `scrabble` 0.1.0 and a walk of the fst, over the same words.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, a benchmark too")]

mod harness;

use std::convert::Infallible;

use actix_web::web::Bytes;
use fst::raw::{Fst, Node};
use futures_util::FutureExt as _;
use harness::{Contender, Dice, print_row, race};
use scrabble::lexicon::Lexicon as PeerLexicon;
use scrabble::rack::Rack;
use scrabble::rules::Alphabet;
use wordcourt::court::{Answers, FoundAnswer};
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::Variant;
use wordcourt::rules::oh_my_word::{Card, CategoryInForce, Dictionary, Hand, LetterValues, Play, Score};
use wordcourt::rules::sheet::Sheet;

const HANDS: usize = 400;
const ROUNDS: usize = 15;

struct Input {
    hand: Hand,
    rack: Rack,
    letters: [u8; 26],
    wilds: u8,
}

/// Hands drawn from the games' deck, with a given number of wilds.
fn draw(wilds: usize, dice: &mut Dice) -> Input {
    let mut deck: Vec<Card> = Vec::new();
    for card in Sheet::of(Variant::ChooseYourWords).deck.iter().filter(|card| card.card != "*") {
        deck.extend(std::iter::repeat_n(card.card.parse::<Card>().unwrap(), card.count as usize));
    }
    let mut cards: Vec<Card> = (0..7 - wilds).map(|_| deck.swap_remove(dice.below(deck.len()))).collect();
    cards.extend(std::iter::repeat_n(Card::Wild, wilds));
    let mut letters = [0; 26];
    let mut text = "?".repeat(wilds);
    for card in &cards {
        if let Card::Letter(letter, _) = card {
            letters[letter.index()] += 1;
            text.push(letter.as_char());
        }
    }
    let rack = Rack::parse(&Alphabet::english(), &text).unwrap();
    Input { hand: Hand::new(&cards).unwrap(), rack, letters, wilds: wilds as u8 }
}

/// The words of a hand by a walk of the fst.
fn walk(fst: &Fst<Vec<u8>>, node: Node<'_>, letters: &mut [u8; 26], wilds: u8, found: &mut Vec<u64>, value: u64) {
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

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let dictionary = Dictionary::build(&lexicon);
    let values = LetterValues::default();
    // The peer and the fst get exactly the words that the games allow.
    let all_wild = Hand::new(&[Card::Wild; 7]).unwrap();
    let mut words: Vec<&str> = dictionary.words(&all_wild).into_iter().map(|ordinal| lexicon.word(ordinal)).collect();
    words.sort_unstable();
    println!(
        "{} words of 2 to 7 letters, {HANDS} hands of 7 cards, fastest of {ROUNDS} interleaved rounds, medians",
        words.len()
    );
    let peer = PeerLexicon::from_words(&Alphabet::english(), &words).unwrap();
    let map = fst::Map::from_iter(words.iter().zip(0..)).unwrap();

    let mut dice = Dice(7);
    for wilds in 0..=2 {
        let inputs: Vec<Input> = (0..HANDS).map(|_| draw(wilds, &mut dice)).collect();
        let contenders = [
            Contender::new(|input: &Input| peer.anagrams(&input.rack).len()),
            Contender::new(|input: &Input| dictionary.words(&input.hand).len()),
            Contender::new(|input: &Input| {
                let mut found = Vec::new();
                let root = map.as_fst().root();
                walk(map.as_fst(), root, &mut input.letters.clone(), input.wilds, &mut found, 0);
                found.len()
            }),
            Contender::new(|input: &Input| {
                let best = dictionary.best(&lexicon, &input.hand, &values, CategoryInForce::default(), 1);
                best.words_found
            }),
        ];
        for input in &inputs {
            let counts: Vec<usize> = contenders[..3].iter().map(|contender| (contender.run)(input)).collect();
            assert!(counts.iter().all(|&count| count == counts[0]), "the contenders find the same words: {counts:?}");
        }
        let medians = race(&contenders, &inputs, ROUNDS);
        let [peer, ours, walked, best] = medians[..] else { unreachable!("four contenders") };
        print_row(&format!("all words, {wilds} wilds"), &["scrabble", "wordcourt"], &[peer, ours]);
        print_row(&format!("all words, {wilds} wilds"), &["fst walk", "wordcourt"], &[walked, ours]);
        print_row(&format!("all words to best coloured word, {wilds} wilds"), &["all words", "best"], &[ours, best]);
    }

    for wilds in 3..=7 {
        let inputs: Vec<Input> = (0..HANDS / 4).map(|_| draw(wilds, &mut dice)).collect();
        let contenders = [
            Contender::new(|input: &Input| dictionary.words(&input.hand).len()),
            Contender::new(|input: &Input| {
                dictionary.best(&lexicon, &input.hand, &values, CategoryInForce::default(), 10).words_found
            }),
        ];
        let medians = race(&contenders, &inputs, ROUNDS);
        print_row(&format!("all words to ten best, {wilds} wilds"), &["all words", "best"], &medians);
    }

    for wilds in 0..=4 {
        let inputs: Vec<Input> = (0..HANDS / 4).map(|_| draw(wilds, &mut dice)).collect();
        let answers = Answers::bounded(1 << 24);
        let question =
            |input: &Input| format!("best_oh_my_word {:?} and everything else that is asked", input.rack).into_bytes();
        for input in &inputs {
            let answer = Bytes::from_static(&[b'x'; 4_000]).into();
            let found = std::future::ready(Ok::<_, Infallible>(FoundAnswer { answer, is_worth_keeping: true }));
            let _ = answers.find(&question(input), found).now_or_never();
        }
        let contenders = [
            Contender::new(|input: &Input| {
                dictionary.best(&lexicon, &input.hand, &values, CategoryInForce::default(), 10).words_found
            }),
            Contender::new(|input: &Input| {
                let kept = answers.kept(&question(input)).now_or_never().flatten();
                kept.expect("it is kept").body.len()
            }),
        ];
        let medians = race(&contenders, &inputs, ROUNDS);
        print_row(&format!("ten best sought to ten best kept, {wilds} wilds"), &["sought", "kept"], &medians);
    }

    let plays: Vec<Play> = ["Bb Ib Gb *=Gb Eb Rb", "Zr *=Ir Pr Sr", "Ob Mb Yb Wb Ob Rb Db", "Br *=Rr Rr *=Rr"]
        .iter()
        .map(|cards| Play::new(&cards.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<_>>()).unwrap())
        .collect();
    let looked_up: Vec<String> = plays.iter().map(|play| play.word().to_string()).collect();
    let fst_set = fst::Set::from_iter(words.iter()).unwrap();
    let many = 1_000_u32;
    let contenders = [
        Contender::new(|place: &usize| (0..many).filter(|_| fst_set.contains(&looked_up[*place])).count()),
        Contender::new(|place: &usize| {
            (0..many).map(|_| Score::of(std::hint::black_box(&plays[*place]), &values, false).total as usize).sum()
        }),
    ];
    let medians: Vec<_> = race(&contenders, &[0, 1, 2, 3], 200).iter().map(|&median| median / many).collect();
    print_row("one word looked up in the fst, one play scored", &["fst look-up", "score"], &medians);
}
