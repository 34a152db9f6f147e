//! Compares searches up to a frequency tier (`max_tier`) with searches in all words, and measures
//! how long the first search up to a tier builds its index.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod harness;
#[path = "harness/positions.rs"]
mod positions;

use std::hint::black_box;
use std::time::{Duration, Instant};

use harness::{Contender, Dice, print_row, race};
use positions::{MAX_TURNS, positions};
use wordcourt::lexicon::{Lexicon, source};
use wordcourt::rules::SearchIndexes;
use wordcourt::rules::wordgame::{Board, Rack, Rules, Search, SearchIndex};

const TIERS: [u8; 3] = [35, 60, 70];
const POSITIONS: usize = 120;
const ROUNDS: usize = 15;
const FIRST_ROUNDS: usize = 5;
type Input = (Board, Rack);

/// Returns the shortest of some times.
fn shortest(mut measure: impl FnMut() -> Duration) -> f64 {
    (0..FIRST_ROUNDS).map(|_| measure()).min().unwrap().as_secs_f64() * 1e3
}

/// Prints how long the first searches up to each tier take, by game.
fn print_first(lexicon: &Lexicon, inputs: &[Input]) {
    for tier in TIERS {
        let index = |build: fn(&SearchIndexes, &Lexicon)| {
            shortest(|| {
                let begun = Instant::now();
                build(&SearchIndexes::up_to_tier(tier), lexicon);
                begun.elapsed()
            })
        };
        let with_blank = shortest(|| {
            let begun = Instant::now();
            let index = SearchIndex::build(lexicon.up_to_tier(tier));
            let (board, rack) = &inputs[0];
            black_box(Search::new(&index, board, &Rules::WORDGAME).best(rack, 1));
            let elapsed = begun.elapsed();
            // A thread still builds the rest of the index.
            std::thread::sleep(Duration::from_secs(1));
            elapsed
        });
        println!(
            "first search up to tier {tier}: Wordgame {:.0} ms, with a blank {with_blank:.0} ms, \
             Choose Your Words {:.0} ms, Play On Words {:.0} ms, My Word! {:.0} ms",
            index(|indexes, lexicon| _ = indexes.wordgame(lexicon)),
            index(|indexes, lexicon| _ = indexes.word_poker(lexicon)),
            index(|indexes, lexicon| _ = indexes.play_on_words(lexicon)),
            index(|indexes, lexicon| _ = indexes.my_word(lexicon)),
        );
    }
}

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let all = SearchIndex::build(&lexicon);
    let tiers = TIERS.map(|tier| SearchIndex::build(lexicon.up_to_tier(tier)));
    println!(
        "Wordgame, {POSITIONS} positions after 0 to {} turns; the fastest of {ROUNDS} interleaved \
         rounds",
        MAX_TURNS - 1,
    );
    let mut dice = Dice(11);
    let mut last = Vec::new();
    for blanks in 0..=2 {
        let inputs: Vec<Input> =
            positions(&all, &Rules::WORDGAME, blanks, &mut dice).take(POSITIONS).collect();
        let contenders = std::iter::once(&all).chain(&tiers).map(|index| {
            Contender::new(move |(board, rack): &Input| {
                let best = Search::new(index, board, &Rules::WORDGAME).best(rack, 1);
                best.first().map_or(0, |best| best.total() as usize)
            })
        });
        let times = race(&contenders.collect::<Vec<_>>(), &inputs, ROUNDS);
        for (tier, limited) in TIERS.iter().zip(&times[1..]) {
            let what = format!("best move, {blanks} blanks, tier {tier}");
            print_row(&what, &["all words", "up to the tier"], &[times[0], *limited]);
        }
        last = inputs;
    }
    print_first(&lexicon, &last);
}
