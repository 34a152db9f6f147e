//! Play On Words: searches and placements, compared with the brute-force oracle, and violations,
//! challenges, settlements and their laws.

mod card;
mod challenge;
mod deal;
mod placement;
mod plurals;
mod rule_data;
mod search;
mod settle;
mod settle_laws;

pub(crate) use deal::default_index;
