//! Compares contenders in one process. They take turns over the same inputs. The fastest time of
//! each input counts. Each contender's result is the median and the 95th percentile over the inputs.
//!
//! Absolute times on a shared machine mean little, but ratios of interleaved runs carry over.

use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::Div;
use std::time::{Duration, Instant};

/// An implementation to measure.
pub(crate) struct Contender<'c, I: ?Sized> {
    /// Processes an input. The number that it returns keeps the optimizer from removing the work.
    pub run: Box<dyn Fn(&I) -> usize + 'c>,
}

impl<'c, I: ?Sized> Contender<'c, I> {
    pub(crate) fn new(run: impl Fn(&I) -> usize + 'c) -> Self {
        Self { run: Box::new(run) }
    }
}

/// The times of a contender over all inputs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    pub median: Duration,
    pub p95: Duration,
    pub p99: Duration,
    pub longest: Duration,
}

impl Times {
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        Self { median: at(50), p95: at(95), p99: at(99), longest: at(100) }
    }
}

impl Div<u32> for Times {
    type Output = Self;

    fn div(self, by: u32) -> Self {
        let Self { median, p95, p99, longest } = self;
        Self { median: median / by, p95: p95 / by, p99: p99 / by, longest: longest / by }
    }
}

/// Runs the contenders in turn, `rounds` times. In its turn a contender processes all inputs, one
/// after the other, as a service would. Returns the fastest times of each contender.
pub(crate) fn race<I>(contenders: &[Contender<'_, I>], inputs: &[I], rounds: usize) -> Vec<Times> {
    let mut fastest = vec![vec![Duration::MAX; inputs.len()]; contenders.len()];
    for _ in 0..rounds {
        for (contender, fastest) in contenders.iter().zip(&mut fastest) {
            for (input, fastest) in inputs.iter().zip(fastest) {
                let begun = Instant::now();
                black_box((contender.run)(black_box(input)));
                *fastest = begun.elapsed().min(*fastest);
            }
        }
    }
    fastest.into_iter().map(Times::of).collect()
}

/// Prints a row with the median and the 95th percentile of each contender in microseconds, and both
/// of the first divided by those of the second.
pub(crate) fn print_row(what: &str, contenders: &[&str], times: &[Times]) {
    let mut row = format!("{what:<44}");
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    for (name, times) in contenders.iter().zip(times) {
        let _ =
            write!(row, "  {name} {:>9.3} / {:>9.3} µs", micros(times.median), micros(times.p95));
    }
    let ratio = |of: fn(&Times) -> Duration| micros(of(&times[0])) / micros(of(&times[1]));
    println!("{row}  ratio {:.2} / {:.2}", ratio(|times| times.median), ratio(|times| times.p95));
}

/// A random number generator (splitmix64) that makes the same inputs in every run and on every
/// machine.
pub(crate) struct Dice(pub u64);

impl Dice {
    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).expect("less than `bound`")
    }
}
