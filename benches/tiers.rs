//! Compares searches up to a frequency tier (`max_tier`) with searches in all words, and searches up
//! to nine tiers in turn with searches up to one of them.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

mod harness;
#[path = "harness/positions.rs"]
mod positions;

use harness::{Contender, Dice, print_row, race};
use positions::{MAX_TURNS, positions};
use wordcourt::lexicon::{Lexicon, Vocabulary, Words, source};
use wordcourt::rules::wordgame::{Board, Rack, Rules, Search, SearchIndex};

/// The tiers of the default lexicon.
const TIERS: [u8; 9] = [10, 20, 35, 40, 50, 55, 60, 70, 80];
/// The tier of the searches up to one tier.
const ONE_TIER: u8 = 50;
const POSITIONS: usize = 120;
const ROUNDS: usize = 15;
type Input = (Board, Rack);

fn main() {
    let source = source::embedded();
    let lexicon = Lexicon::from_text(&source.words, &source.categories).unwrap();
    let index = SearchIndex::build(&lexicon);
    let best = |(board, rack): &Input, max_tier| {
        let vocabulary = Words::from(&lexicon).up_to_tier(max_tier);
        let search = Search::new(&index, board, &Rules::WORDGAME).with_vocabulary(vocabulary);
        search.best(rack, 1).first().map_or(0, |best| best.total() as usize)
    };
    println!(
        "Wordgame, {POSITIONS} positions after 0 to {} turns; the fastest of {ROUNDS} interleaved \
         rounds",
        MAX_TURNS - 1,
    );
    let mut dice = Dice(11);
    for blanks in 0..=2 {
        let inputs: Vec<Input> =
            positions(&index, &Rules::WORDGAME, blanks, &mut dice).take(POSITIONS).collect();
        let tiers = std::iter::once(Vocabulary::ALL_TIERS).chain(TIERS);
        let contenders = tiers.map(|tier| Contender::new(move |input| best(input, tier)));
        let times = race(&contenders.collect::<Vec<_>>(), &inputs, ROUNDS);
        for (tier, limited) in TIERS.iter().zip(&times[1..]) {
            let what = format!("best move, {blanks} blanks, tier {tier}");
            print_row(&what, &["all words", "up to the tier"], &[times[0], *limited]);
        }
        let inputs: Vec<(Input, u8)> = inputs.into_iter().zip(TIERS.into_iter().cycle()).collect();
        let contenders = [
            Contender::new(|(input, tier): &(Input, u8)| best(input, *tier)),
            Contender::new(|(input, _): &(Input, u8)| best(input, ONE_TIER)),
        ];
        let times = race(&contenders, &inputs, ROUNDS);
        let what = format!("best move, {blanks} blanks, nine tiers in turn");
        print_row(&what, &["nine tiers", "one tier"], &times);
    }
}
