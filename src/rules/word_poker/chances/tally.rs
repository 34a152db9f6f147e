//! Counts of deals by their result.

use crate::rules::limits::PLAYERS;

/// The shares of a pot are counted in units. Every possible number of winners gets a whole number of
/// units each.
const UNITS: u64 = 27_720;

const PPM: u128 = 1_000_000;

/// The number of deals by their result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    deals: u64,
    /// The deals that the player wins, by the number of opponents who win too.
    won: [u64; PLAYERS],
}

impl Tally {
    /// Adds deals that the player loses.
    pub(super) const fn lose(&mut self, deals: u64) {
        self.deals += deals;
    }

    /// Adds deals that the player wins together with a number of opponents.
    pub(super) const fn win(&mut self, deals: u64, others: usize) {
        self.deals += deals;
        self.won[others] += deals;
    }

    /// Returns the number of deals.
    #[must_use]
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// Returns the number of deals that the player wins alone.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.won[0]
    }

    /// Returns the number of deals that the player wins together with others.
    #[must_use]
    pub fn ties(&self) -> u64 {
        self.won[1..].iter().sum()
    }

    /// Returns the player's mean share of the pot in millionths, rounded down.
    #[must_use]
    pub fn share_ppm(&self) -> u64 {
        let whole = u128::from(UNITS) * u128::from(self.deals);
        let share = PPM * self.sum_of(|share| share) / whole.max(1);
        u64::try_from(share).unwrap_or(u64::MAX)
    }

    /// Returns the standard error of the share in millionths, rounded down, if the deals are a
    /// sample.
    #[must_use]
    pub fn standard_error_ppm(&self) -> u64 {
        let sum = self.sum_of(|share| share);
        let squares = self.sum_of(|share| share * share);
        standard_error(self.deals, sum, squares, PPM, UNITS)
    }

    /// Sums a function of the player's share over all deals.
    fn sum_of(&self, term: impl Fn(u128) -> u128) -> u128 {
        let shares = (1..).map(|winners| u128::from(UNITS / winners));
        let won = shares.zip(self.won).map(|(share, deals)| term(share) * u128::from(deals));
        won.sum()
    }
}

/// Returns the standard error of the mean of a sample, times `scale` and divided by `unit`, rounded
/// down. The sample is given by its size, its sum, and the sum of its squares.
pub(super) fn standard_error(size: u64, sum: u128, squares: u128, scale: u128, unit: u64) -> u64 {
    let (size, unit) = (u128::from(size.max(1)), u128::from(unit));
    // The variance of the sample, times the square of its size.
    let spread = size * squares - sum * sum;
    let error = scale * scale * spread / (unit * unit * size * size * size);
    u64::try_from(error.isqrt()).unwrap_or(u64::MAX)
}
