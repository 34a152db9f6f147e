//! Compares move generation with the crate `scrabble` 0.1.0, on the same words and positions and by
//! the classic rules.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod harness;
#[path = "harness/positions.rs"]
mod positions;

use std::hint::black_box;

use harness::{Contender, Dice, print_row, race};
use positions::{MAX_TURNS, positions};
use scrabble::prelude as peer;
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::Variant;
use wordcourt::rules::wordgame::{Board, Rack, Rules, SIZE, Search, SearchIndex};
use wordcourt::word::Word;

const POSITIONS: usize = 120;
const ROUNDS: usize = 15;
struct Input {
    board: Board,
    rack: Rack,
    theirs: peer::Board,
    their_rack: peer::Rack,
}

/// Returns positions in the form of both engines.
fn inputs(
    index: &SearchIndex,
    rules: &Rules,
    config: &peer::GameConfig,
    blanks: usize,
    dice: &mut Dice,
) -> Vec<Input> {
    let input = |(board, rack): (Board, Rack)| {
        let rows = board.to_rows().join("\n");
        Input {
            theirs: peer::Board::parse(&config.layout, &config.alphabet, &rows).unwrap(),
            their_rack: peer::Rack::parse(&config.alphabet, &rack.to_string()).unwrap(),
            rack,
            board,
        }
    };
    positions(index, rules, blanks, dice).take(POSITIONS).map(input).collect()
}

/// Compares both engines in three tasks and prints a row for each.
fn compare(
    index: &SearchIndex,
    rules: &Rules,
    config: &peer::GameConfig,
    peer_lexicon: &peer::Lexicon,
    blanks: usize,
    inputs: &[Input],
) {
    let generator = || std::cell::RefCell::new(peer::MoveGenerator::new(config));
    let (all, best, prepared) = (generator(), generator(), generator());
    let contenders = [
        Contender::new(|input: &Input| {
            all.borrow_mut().generate(&input.theirs, &input.their_rack, peer_lexicon).len()
        }),
        Contender::new(|input: &Input| {
            Search::new(index, &input.board, rules).all(&input.rack).len()
        }),
        Contender::new(|input: &Input| {
            let mut generator = best.borrow_mut();
            let best = generator.best_by_score(&input.theirs, &input.their_rack, peer_lexicon);
            best.map_or(0, |best| usize::try_from(best.score()).unwrap())
        }),
        Contender::new(|input: &Input| {
            let best = Search::new(index, &input.board, rules).best(&input.rack, 1);
            best.first().map_or(0, |best| best.total() as usize)
        }),
        Contender::new(|input: &Input| {
            black_box(prepared.borrow_mut().prepare(&input.theirs, peer_lexicon));
            0
        }),
        Contender::new(|input: &Input| {
            black_box(Search::new(index, &input.board, rules));
            0
        }),
    ];
    for input in inputs {
        let found: Vec<usize> = contenders.iter().map(|contender| (contender.run)(input)).collect();
        assert!(found[0] == found[1] && found[2] == found[3], "the contenders disagree: {found:?}");
    }
    let times = race(&contenders, inputs, ROUNDS);
    let tasks = ["all moves", "best move", "cross-sets of the board"];
    for (task, pair) in tasks.iter().zip(times.chunks(2)) {
        let what = format!("{task}, {} tiles, {blanks} blanks", rules.rack_size);
        print_row(&what, &["scrabble", "wordcourt"], pair);
    }
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let index = SearchIndex::build(&lexicon);
    // The peer gets exactly the words that the game allows.
    let is_allowed = |text: &&str| {
        text.parse().is_ok_and(|word: Word| Variant::Wordgame.verdict(&lexicon, &word).is_allowed())
    };
    let words: Vec<&str> =
        lexicon.ordinals().map(|ordinal| lexicon.word(ordinal)).filter(is_allowed).collect();
    let standard = peer::GameConfig::standard();
    let peer_lexicon = peer::Lexicon::from_words(&standard.alphabet, &words).unwrap();
    println!(
        "{} words of 2 to {SIZE} letters, {POSITIONS} positions after 0 to {} turns, \
         classic rules; median / 95th percentile of the fastest of {ROUNDS} interleaved rounds",
        words.len(),
        MAX_TURNS - 1,
    );

    let mut dice = Dice(11);
    for rack_size in [7, 8] {
        let rules = Rules { rack_size, bag: None, ..Rules::CLASSIC };
        let mut config = standard.clone();
        config.rack_size = rack_size;
        for blanks in 0..=2 {
            let inputs = inputs(&index, &rules, &config, blanks, &mut dice);
            compare(&index, &rules, &config, &peer_lexicon, blanks, &inputs);
        }
    }
}
