//! Play On Words: searches and placements, compared with the brute-force oracle, and violations,
//! challenges and settlements.

mod card;
mod challenge;
mod deal;
mod placement;
mod search;
mod settle;

pub(crate) use deal::default_index;
