//! Sets puzzles of every game, checks each with the operation `best`, and measures the processor time
//! of the operation `puzzle`, from the bytes of a request to those of its response:
//! `cargo bench --bench puzzles -- 10000`; with `-- 10000 --write`, it also writes the table into the
//! documentation.

#![expect(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

#[path = "harness/document.rs"]
mod document;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use wordcourt::api::{self, OperationId};
use wordcourt::edition::Edition;
use wordcourt::lexicon::source;
use wordcourt::rules::puzzle::{Dice, Level, set};
use wordcourt::rules::{Variant, my_word, play_on_words, word_poker, wordgame};

/// The seeds of each game, if the command line has no number.
const SEEDS: usize = 1_000;
/// The longest processor time of a puzzle.
const LIMIT: Duration = Duration::from_millis(50);

fn main() {
    let seeds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(SEEDS);
    let edition = Arc::new(Edition::build(&source::embedded()).unwrap());
    let mut table = "| game | level | puzzles | median | 99 % | longest | positions looked at, mean | most |\n|---|---|---|---|---|---|---|---|\n".to_owned();
    let mut longest = Duration::ZERO;
    for game in Variant::ALL {
        edition.build_index_of(game);
        for level in Level::ALL {
            let seeds = (level as usize..seeds).step_by(Level::ALL.len());
            longest = longest.max(measure(game, level, seeds, &edition, &mut table));
        }
    }
    println!("{table}\nthe longest took {longest:?}; {LIMIT:?} are allowed");
    assert!(longest <= LIMIT, "too long");
    if std::env::args().any(|argument| argument == "--write") {
        document::replace(
            "docs/benchmarks.md",
            "cargo bench --bench puzzles -- 10000 --write",
            table.trim_end(),
        );
    }
}

/// Sets and checks the puzzles of a level, adds a row, and returns the longest time.
fn measure(
    game: Variant,
    level: Level,
    seeds: impl Iterator<Item = usize>,
    edition: &Arc<Edition>,
    table: &mut String,
) -> Duration {
    let (mut times, mut attempts) = (Vec::new(), Vec::new());
    for seed in seeds {
        let seed = format!("{seed:064x}");
        let request = json!({"seed": seed, "level": level, "solution": true});
        let before = processor_time();
        let puzzle = answer(game, "puzzle", &request, edition);
        times.push(processor_time().saturating_sub(before));
        attempts.push(attempts_of(game, level, &seed, edition));
        check(game, &puzzle, edition);
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let [median, p99, max] = [50, 99, 100].map(|percent| at(percent).as_secs_f64() * 1e3);
    let count = u32::try_from(times.len()).unwrap();
    let mean = f64::from(attempts.iter().sum::<u32>()) / f64::from(count);
    let (puzzles, most, level) = (times.len(), attempts.iter().max().unwrap(), json!(level));
    let level = level.as_str().unwrap();
    let title = game.title();
    writeln!(
        table,
        "| {title} | {level} | {puzzles} | {median:.2} ms | {p99:.2} ms | {max:.2} ms | {mean:.1} | {most} |"
    )
    .unwrap();
    at(100)
}

/// Checks that the best play is the only one with its points, and that the response describes it.
fn check(game: Variant, puzzle: &Value, edition: &Arc<Edition>) {
    let mut request = puzzle["position"].clone();
    request["top"] = 2.into();
    let best = answer(game, "best", &request, edition);
    let list = ["plays", "turns", "moves", "calls"].into_iter().find_map(|name| best.get(name));
    let [first, second] = &list.unwrap().as_array().unwrap()[..] else {
        panic!("fewer than two plays: {puzzle}")
    };
    assert_eq!(puzzle["solution"], *first, "{puzzle}");
    let points = |play: &Value| play.get("total").or(play.get("points")).unwrap().as_u64().unwrap();
    let margin = points(first).checked_sub(points(second)).filter(|margin| *margin > 0);
    assert_eq!(puzzle["margin"].as_u64(), margin, "{puzzle}");
}

fn answer(game: Variant, verb: &str, request: &Value, edition: &Arc<Edition>) -> Value {
    let operation = OperationId::of_game(game, verb).unwrap();
    let answer = api::answer(operation, request.to_string().as_bytes(), edition);
    let answer = answer.unwrap_or_else(|problem| panic!("{game} {verb} {request}: {problem:?}"));
    serde_json::from_slice(&answer.body).unwrap()
}

/// Returns the number of positions that were looked at.
fn attempts_of(game: Variant, level: Level, seed: &str, edition: &Edition) -> u32 {
    let Edition { id, lexicon, indexes, .. } = edition;
    let mut dice = Dice::new(game, &id.digest, level, seed);
    macro_rules! attempts {
        ($setter:expr) => {
            set(&mut $setter, &mut dice, (&**lexicon).into(), level).unwrap().attempts
        };
    }
    match game {
        Variant::ChooseYourWords | Variant::WordForWord => {
            let index = indexes.word_poker(lexicon);
            attempts!(word_poker::puzzle::PuzzleSetter { index })
        }
        Variant::PlayOnWords => {
            attempts!(play_on_words::puzzle::PuzzleSetter::new(indexes.play_on_words(lexicon)))
        }
        Variant::Wordgame => {
            attempts!(wordgame::puzzle::PuzzleSetter::new(indexes.wordgame(lexicon)))
        }
        Variant::MyWord => {
            attempts!(my_word::puzzle::PuzzleSetter { index: indexes.my_word(lexicon) })
        }
    }
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}
