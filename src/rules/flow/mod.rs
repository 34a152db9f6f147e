//! Whole games: what their flows have in common.

mod seed;

pub use seed::{Seed, SeedError};
